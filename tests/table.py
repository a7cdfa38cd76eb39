"""Setting up exact positions, and telling exactly what changed.

game = at_step(4, st.STEP_SPOILS, raiders=[3, 1, 0, 0], renown=[1, 1, 1, 1])
assert upkeep(game, st.STEP_SPOILS) == {"players[0].raiders": (3, 0), ...}
"""

import functools
import tomllib
from typing import Any

from boru_env import Edition, Game
from boru_env.editions import parse_edition
from boru_env.rules import engine, trick
from boru_env.rules import state as st
from cases_io import EDITION_DATA

BY_SEAT = ("coins", "renown", "points", "raiders", "church", "space")


def table(num_players: int = 4, edition: str | Edition = "reconstructed", **fields: Any) -> Game:
    """Give a game in round 1 after the draft, the board empty, at `choose_town`, then changed as asked.

    Keywords are fields of the STATE; besides:

    - fields by seat (coins, space, ...) take a list of one number a seat;
    - `discs`: {town id: seat}; `vikings`, `monasteries`: [town ids]; `face_up`: [region ids];
      `holders`: {region id: seat}; `marriages`: {marriage id: seat}; `on_offer`: marriage id;
    - `active`: town id; `hands`: [card values by seat]; `played`: {seat: card value}. Given hands or played
      cards, all other cards are discarded (by nobody known) but the one set aside.
    """
    game = Game(num_players, edition, seed=0)
    while game.phase != "choose_town":
        game.apply(game.legal_ids()[0])
    s = game._states[0]
    s["town_disc"][:] = st.NONE
    named = {name: fields.pop(name) for name in list(fields) if name in _SETTERS}
    for name, value in fields.items():
        if name in BY_SEAT:
            s[name][:num_players] = value
        else:
            s[name] = value
    for name in _SETTERS:
        if name in named:
            _SETTERS[name](game, named[name])
    if "hands" in named or "played" in named:
        _deal_cards(game, named.get("hands", [[]] * num_players), named.get("played", {}))
    return game


def at_step(num_players: int = 4, step: int = st.STEP_MARRIAGE, **fields: Any) -> Game:
    """Give a game of `table` that is about to run the step: use `run`, which goes on to the next decision."""
    hands = fields.pop("hands", None)
    if hands is not None:
        fields["hands"] = hands
    game = table(num_players, **fields)
    s = game._states[0]
    s["step"], s["phase"], s["cursor"], s["position"] = step, st.RUNNING, 0, 0
    return game


def resolving(card: int, row: int, seat: int = 0, num_players: int = 4, **fields: Any) -> Game:
    """Give a game that is about to perform a row (0 primary, 1 upper, 2 lower) of a card, the trick's only one left.

    Hands of two cards are dealt, so that a trick follows. With the primary row the seat is the trick's winner.
    """
    others = [value for value in range(1, 26) if value != card]
    hands = [others[2 * other : 2 * other + 2] for other in range(num_players)]
    game = table(num_players, **{"hands": hands, "played": {seat: card}, **fields})
    s = game._states[0]
    s["seat"], s["acting_card"], s["cursor"] = seat, card - 1, num_players
    s["winner"] = seat if row == 0 else st.NONE
    s["phase"] = st.RUNNING
    trick.begin_row(s, row)
    return game


def run(game: Game, *actions: str) -> dict[str, tuple[Any, Any]]:
    """Run on to the next decision, perform the actions, and give what has changed: path -> (before, after)."""
    s = game._states[0]
    phase = int(s["phase"])
    if phase == st.RUNNING:
        s["phase"] = st.CHOOSE_TOWN
        before = game.to_json()
        s["phase"] = st.RUNNING
        engine.resume(game.edition.tables, game._states, 0)
    else:
        before = game.to_json()
    for action in actions:
        game.apply(action)
    return diff(before, game.to_json())


def shown(game: Game) -> dict[str, Any]:
    """Give the position as JSON, also while nothing is asked; then `choose_town` stands for the phase."""
    s = game._states[0]
    phase = int(s["phase"])
    s["phase"] = st.CHOOSE_TOWN if phase == st.RUNNING else phase
    state = game.to_json()
    s["phase"] = phase
    return state


def step_only(game: Game, step: Any, *arguments: Any) -> dict[str, tuple[Any, Any]]:
    """Call one function of the rules on the state, as `step(t, s, *arguments)`, and give what has changed."""
    before = shown(game)
    step(game.edition.tables[0], game._states[0], *arguments)
    return diff(before, shown(game))


def upkeep(game: Game, *steps: int, action: str | None = None) -> dict[str, tuple[Any, Any]]:
    """Perform the action, if any, and run on through these steps of the upkeep only; give what has changed."""
    t, s, before = game.edition.tables[0], game._states[0], shown(game)
    if action is not None:
        assert action in legal(game)
        engine.perform(t, s, game.action_id(action))
        s["phase"] = st.RUNNING
    while s["phase"] == st.RUNNING and s["step"] in steps:
        engine.run_upkeep(t, s, int(s["step"]))
    return diff(before, shown(game))


def by_seats(**changes: tuple[list[int], list[int]]) -> dict[str, tuple[int, int]]:
    """Give the changes of players' numbers, from lists of one number a seat before and after."""
    return {
        f"players[{seat}].{name}": (old, new)
        for name, (before, after) in changes.items()
        for seat, (old, new) in enumerate(zip(before, after, strict=True))
        if old != new
    }


def diff(before: Any, after: Any, path: str = "") -> dict[str, tuple[Any, Any]]:
    """Give every place where two JSON values differ."""
    if isinstance(before, dict) and isinstance(after, dict):
        found = {}
        for key in sorted(before.keys() | after.keys()):
            found |= diff(before.get(key), after.get(key), f"{path}.{key}" if path else str(key))
        return found
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        found = {}
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            found |= diff(old, new, f"{path}[{place}]")
        return found
    return {} if before == after else {path: (before, after)}


def _set_towns(field: str, value: int | None) -> Any:
    def setter(game: Game, towns: Any) -> None:
        for town in towns:
            game._states[0][field][game.edition.town_index[town]] = towns[town] if value is None else value

    return setter


def _set_regions(field: str, value: int | None) -> Any:
    def setter(game: Game, regions: Any) -> None:
        for region in regions:
            game._states[0][field][game.edition.region_index[region]] = regions[region] if value is None else value

    return setter


def _set_marriages(game: Game, marriages: dict[str, int]) -> None:
    for card, seat in marriages.items():
        game._states[0]["marriage_holder"][game.edition.marriage_index[card]] = seat


def _set_offer(game: Game, card: str) -> None:
    s = game._states[0]
    s["marriage_card"] = game.edition.marriage_index[card]
    s["marriage_pile"][s["round"] - 1] = game.edition.marriage_index[card]


def _set_active(game: Game, town: str) -> None:
    game._states[0]["active_town"] = game.edition.town_index[town]


_SETTERS: dict[str, Any] = {
    "discs": _set_towns("town_disc", None),
    "vikings": _set_towns("town_viking", 1),
    "monasteries": _set_towns("town_monastery", 1),
    "face_up": _set_regions("claim_face_up", 1),
    "holders": _set_regions("claim_holder", None),
    "marriages": _set_marriages,
    "on_offer": _set_offer,
    "active": _set_active,
    "hands": lambda game, value: None,
    "played": lambda game, value: None,
}


def _deal_cards(game: Game, hands: list[list[int]], played: dict[int, int]) -> None:
    s = game._states[0]
    aside = 25 - int(game.edition.tables["hand_size"][0, game.num_players]) * game.num_players
    used = {value for hand in hands for value in hand} | set(played.values())
    free = [value for value in range(25, 0, -1) if value not in used]
    s["card_origin"][:], s["card_pick"][:], s["draft_step"] = st.NONE, 0, 0
    for value in free:
        s["card_place"][value - 1] = st.DISCARDED + 5
    if aside:
        s["card_place"][free[0] - 1] = st.SET_ASIDE
    for seat, hand in enumerate(hands):
        for value in hand:
            s["card_place"][value - 1] = st.HAND + seat
    for seat, value in played.items():
        s["card_place"][value - 1] = st.PLAYED + seat


def small_edition(**changes: Any) -> Edition:
    """Give the shipped edition with changed top-level tables, checked like any other."""
    document = tomllib.loads((EDITION_DATA / "reconstructed.toml").read_text(encoding="utf-8"))
    return parse_edition(document | changes, "changed.toml")


@functools.cache
def edition_with(row: str, symbols: tuple[str, ...]) -> Edition:
    """Give the shipped edition with other symbols in one row of card 11."""
    cards = tomllib.loads((EDITION_DATA / "reconstructed.toml").read_text(encoding="utf-8"))["cards"]
    cards[10] |= {row: list(symbols)}
    return small_edition(cards=cards)


def loser(*symbols: str, num_players: int = 4, **fields: Any) -> Game:
    """Give a game in which seat 0 is about to perform these symbols as a loser's upper row."""
    return resolving(11, 1, 0, num_players, edition=edition_with("secondary_1", symbols), **{"marker": 0} | fields)


def winner(*symbols: str, num_players: int = 4, **fields: Any) -> Game:
    """Give a game in which seat 0 is about to perform these symbols as the winner's primary row."""
    return resolving(11, 0, 0, num_players, edition=edition_with("primary", symbols), **{"marker": 0} | fields)


def ended(num_players: int = 4, card: int = 11, seat: int = 0) -> dict[str, tuple[Any, Any]]:
    """Give what the end of the action changes: hands are the lowest cards, and with 3 or 4 players 25 is set aside."""
    rest = range(2 * num_players + 1, 26 if num_players == 5 else 25)
    discarded = [value for value in rest if value != card]
    return {f"players[{seat}].played": (card, None), "discarded": (discarded, sorted([*discarded, card]))}


def asked(phase: str, before: str = "choose_town") -> dict[str, tuple[Any, Any]]:
    """Give what a question changes that is asked during the action."""
    return {"phase": (before, phase)}


def went_on(phase: str) -> dict[str, tuple[Any, Any]]:
    """Give what the end of the action changes once a question has been answered."""
    return ended() | {"phase": (phase, "choose_town")}


def legal(game: Game) -> list[str]:
    """Give the legal actions in words."""
    return [game.words(action) for action in game.legal_ids()]
