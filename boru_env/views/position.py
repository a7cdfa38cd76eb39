"""Setting a game up from a position in JSON, where a leader chooses a town (T2)."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from boru_env.editions import Edition
from boru_env.editions.tables import MAX_SEATS, NUM_CARDS, PRINCESS
from boru_env.errors import StateError, brief
from boru_env.rules import chance
from boru_env.rules import state as st
from boru_env.rules.compiled import State
from boru_env.views.state_json import FORMAT, PRINCESS_WORDS

UNKNOWN_SEAT = MAX_SEATS
"""Whose a discarded card was is not in the format: DISCARDED + UNKNOWN_SEAT."""


class _Town(msgspec.Struct, forbid_unknown_fields=True):
    disc: int | None
    viking: bool
    monastery: bool


class _Claim(msgspec.Struct, forbid_unknown_fields=True):
    face_up: bool
    holder: int | None


class _Player(msgspec.Struct, forbid_unknown_fields=True):
    coins: int
    renown: int
    points: int
    raiders: int
    church: int
    space: int
    hand: list[int]
    selected: list[int]
    pack: list[int]
    played: int | None
    unplayed: int | None
    marriages: list[str]
    princess: str | None


_Shape = TypeVar("_Shape", bound=msgspec.Struct)


class _Position(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    edition: str
    num_players: int
    round: int
    rounds: int
    phase: str
    seat_to_act: int | None
    marker: int
    active_town: str | None
    battle_area: int
    marriage_card: str | None
    marriage_pile: list[str]
    viking_deck: list[str]
    set_aside: int | None
    discarded: list[int]
    towns: dict[str, Any]  # checked one by one, so that a message can name the town
    claims: dict[str, Any]
    players: list[_Player]


def read_position(state: Mapping[str, Any]) -> _Position:
    """Check the shape of a position.

    Raises:
        StateError: it is not a `boru-state/1` at `choose_town`.
    """
    position = _shaped(state, _Position, "state")
    position.towns = {name: _shaped(town, _Town, f"state.towns.{name}") for name, town in position.towns.items()}
    position.claims = {name: _shaped(claim, _Claim, f"state.claims.{name}") for name, claim in position.claims.items()}
    _require(position.format == FORMAT, "format", position.format, FORMAT)
    _require(
        position.phase == "choose_town",
        "phase",
        position.phase,
        "choose_town: only there can a game be set up",
    )
    _require(3 <= position.num_players <= MAX_SEATS, "num_players", position.num_players, "3, 4 or 5")
    return position


def _shaped(value: object, shape: type[_Shape], where: str) -> _Shape:
    """Check the keys and the types of a part of a position."""
    try:
        return msgspec.convert(value, shape, strict=True)
    except msgspec.ValidationError as error:
        said = str(error).replace(" - at", " at").replace("`$", f"`{where}")
        raise StateError(f"{where}: {said}") from None
    except UnicodeEncodeError as error:
        raise StateError(f"{where}: has the text {brief(error.object)}; it must be of whole characters") from None
    except RecursionError:
        raise StateError(f"{where}: is too deep; it must be a boru-state/1") from None


def fill_position(edition: Edition, s: State, position: _Position) -> None:
    """Write a position into a cleared state whose key is set; the decks of later rounds are drawn from it.

    Raises:
        StateError: the position does not fit the edition or the rules; `s` is then useless.
    """
    rounds, turn, n = int(s["rounds"]), position.round, position.num_players
    _require(position.edition == edition.id, "edition", position.edition, repr(edition.id))
    _require(position.rounds == rounds, "rounds", position.rounds, f"{rounds} with {n} players")
    _require(1 <= turn <= rounds, "round", turn, f"1..{rounds}")
    _seat("marker", position.marker, n)
    _require(
        position.seat_to_act == position.marker,
        "seat_to_act",
        position.seat_to_act,
        "the marker holder's (T2)",
    )
    _require(position.active_town is None, "active_town", position.active_town, "null before the choice (T2)")
    _require(len(position.players) == n, "players", f"{len(position.players)} entries", f"{n} entries")
    s["round"] = turn
    s["marker"] = s["starting_seat"] = s["seat"] = position.marker
    s["battle_area"] = _count("battle_area", position.battle_area)
    _fill_piles(edition, s, position)
    _fill_board(edition, s, position)
    for seat, player in enumerate(position.players):
        _fill_player(edition, s, seat, player)
    _fill_cards(edition, s, position)
    for later in range(turn, rounds):
        s["decks"][later] = range(NUM_CARDS)
        chance.shuffle(s, s["decks"][later])
    s["phase"], s["step"] = st.RUNNING, st.STEP_LEAD


def _fill_piles(edition: Edition, s: State, position: _Position) -> None:
    rounds, turn = int(s["rounds"]), position.round
    later = rounds - turn
    _require(len(position.marriage_pile) == later, "marriage_pile", position.marriage_pile, f"{later} cards")
    _require(len(position.viking_deck) == later, "viking_deck", position.viking_deck, f"{later} cards")
    _require(position.marriage_card is not None, "marriage_card", None, "the card on offer (P2)")
    held = [card for player in position.players for card in player.marriages]
    offered = [position.marriage_card, *position.marriage_pile]
    cards = [_known("marriage card", card, edition.marriage_ids) for card in offered]
    gone = [_known("marriages", card, edition.marriage_ids) for card in held]
    both = cards + gone
    _require(len(set(both)) == len(both), "marriages", offered + held, "each card once")
    _require(cards[-1] == PRINCESS, "marriage_pile", offered, "the Princess last (S3)")
    _require(PRINCESS not in cards[:-1], "marriage_pile", offered, "the Princess only last (S3)")
    _require(len(gone) < turn, "marriages", held, f"at most {turn - 1} cards taken in round {turn}")
    s["marriage_card"] = cards[0]
    s["marriage_pile"][turn - 1 : rounds] = cards
    s["marriage_pile"][: len(gone)] = gone
    vikings = [_known("viking_deck", card, edition.viking_ids) for card in position.viking_deck]
    _require(len(set(vikings)) == len(vikings), "viking_deck", position.viking_deck, "each card once")
    s["viking_deck"][turn:rounds] = vikings


def _fill_board(edition: Edition, s: State, position: _Position) -> None:
    n = position.num_players
    _require(
        set(position.towns) == set(edition.town_ids),
        "towns",
        sorted(position.towns),
        "every town of the edition",
    )
    _require(set(position.claims) == set(edition.region_ids), "claims", sorted(position.claims), "every region")
    for i, name in enumerate(edition.town_ids):
        town = position.towns[name]
        if town.disc is not None:
            s["town_disc"][i] = _seat(f"towns.{name}.disc", town.disc, n)
        bare = town.disc is None and (town.viking or town.monastery)
        _require(not bare, f"towns.{name}", "a token without a disc", "tokens on discs only")
        s["town_viking"][i], s["town_monastery"][i] = town.viking, town.monastery
    free = any(town.disc is None for town in position.towns.values())
    _require(free, "towns", "no free town", "at least one free town to choose (T2)")
    for i, name in enumerate(edition.region_ids):
        claim = position.claims[name]
        s["claim_face_up"][i] = claim.face_up
        if claim.holder is not None:
            s["claim_holder"][i] = _seat(f"claims.{name}.holder", claim.holder, n)
            _require(claim.face_up, f"claims.{name}", "held face down", "face up when it is held (R3)")


def _fill_player(edition: Edition, s: State, seat: int, player: _Player) -> None:
    where = f"players[{seat}]"
    for name in ("coins", "renown", "points", "raiders", "church"):
        s[name][seat] = _count(f"{where}.{name}", getattr(player, name))
    spaces = len(edition.file.track)
    _require(1 <= player.space <= spaces, f"{where}.space", player.space, f"1..{spaces}")
    s["space"][seat] = player.space
    shared = player.space > 1 and int((s["space"][:seat] == player.space).sum()) > 0
    _require(not shared, f"{where}.space", player.space, "a space without another disc (A11)")
    for card in player.marriages:
        s["marriage_holder"][_known(f"{where}.marriages", card, edition.marriage_ids)] = seat
    _require(player.princess is None, f"{where}.princess", player.princess, "null: she is the last card (S3)")
    _require(player.princess in PRINCESS_WORDS, f"{where}.princess", player.princess, "null, support or trade")


def _fill_cards(edition: Edition, s: State, position: _Position) -> None:
    """Place the 25 cards: hands of one size, what was played, the one set aside."""
    places: dict[int, int] = {}
    hands = [len(player.hand) for player in position.players]
    full = int(edition.tables["hand_size"][0, position.num_players])
    _require(len(set(hands)) == 1 and 2 <= hands[0] <= full, "hands", hands, f"equal sizes, 2..{full} (T1)")
    for seat, player in enumerate(position.players):
        apart = [
            *player.selected,
            *player.pack,
            *(c for c in (player.played, player.unplayed) if c is not None),
        ]
        _require(not apart, f"players[{seat}]", apart, "without cards beside the hand at choose_town")
        _place_cards(places, f"players[{seat}].hand", player.hand, st.HAND + seat)
    _place_cards(places, "discarded", position.discarded, st.DISCARDED + UNKNOWN_SEAT)
    if position.set_aside is not None:
        _place_cards(places, "set_aside", [position.set_aside], st.SET_ASIDE)
    _require(len(places) == NUM_CARDS, "cards", f"{len(places)} of them", f"all {NUM_CARDS} cards, each once")
    aside = NUM_CARDS - full * position.num_players
    given = int(position.set_aside is not None)
    _require(
        given == aside,
        "set_aside",
        position.set_aside,
        f"{aside} card with {position.num_players} players (D1)",
    )
    for card, place in places.items():
        s["card_place"][card] = place


def _place_cards(places: dict[int, int], where: str, values: list[int], place: int) -> None:
    for value in values:
        _require(1 <= value <= NUM_CARDS, where, value, f"card values 1..{NUM_CARDS}")
        _require(value - 1 not in places, where, f"card {value} a second time", "each card once")
        places[value - 1] = place


def _seat(where: str, seat: int, num_players: int) -> int:
    _require(0 <= seat < num_players, where, seat, f"a seat 0..{num_players - 1}")
    return seat


def _count(where: str, count: int) -> int:
    _require(0 <= count <= 1_000_000, where, count, "0..1000000")
    return count


def _known(where: str, name: str | None, known: tuple[str, ...]) -> int:
    _require(name in known, where, name, f"one of {', '.join(known)}")
    return known.index(str(name))


def _require(holds: bool, where: str, given: object, right: str) -> None:
    if not holds:
        raise StateError(f"state: {where} is {brief(given)}; it must be {right}")
