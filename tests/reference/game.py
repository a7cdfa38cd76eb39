"""The course of a game (S5, P, D, T), and the class through which tests play it."""

from __future__ import annotations

from typing import Any

from .actions import perform_action
from .json_state import state_json
from .model import Asking, Decision, Player, Table, ask_town
from .scoring import score_game
from .table_setup import set_table
from .upkeep import upkeep


def whole_game(table: Table) -> Asking:
    """Tells a game from the first disc to the final scoring."""
    yield from place_starting_discs(table)
    while table.marriage_pile:  # P2, R4
        prepare(table)
        yield from draft(table)
        yield from tricks(table)
        yield from upkeep(table)
    score_game(table)


def place_starting_discs(table: Table) -> Asking:
    """Clockwise from the starting player, each places a disc in a region without another's."""  # S5
    for player in table.clockwise_from_marker():
        taken = {town.region for town in table.towns.values() if not town.is_free}
        towns = [town for town in table.towns.values() if town.region not in taken]
        town = yield from ask_town(table, "place_start", player.seat, towns)
        if town is not None:
            town.disc = player.seat


def prepare(table: Table) -> None:
    """Reveals the round's Viking and marriage cards."""
    table.round += 1
    viking = table.viking_deck.pop(0)  # P1
    (table.battle_area,) = (row["strength"] for row in table.edition["vikings"] if row["id"] == viking)
    table.marriage_card = table.marriage_pile.pop(0)  # P2


# --- D: draft -----------------------------------------------------------------------------------------------


def draft(table: Table) -> Asking:
    """Deals the action cards and lets everyone select their hand, two cards from each pack."""
    deal(table)
    while len(table.players[0].pack) > 2:
        for player in table.clockwise_from_marker():  # D2, D3
            yield from select_card(player)
            yield from select_card(player)
        pass_left(table)
    for player in table.players:  # D2: one or two cards received are taken as they are
        player.hand = sorted(player.selected + player.pack)
        player.selected, player.pack = [], []


def deal(table: Table) -> None:
    """Gathers all action cards and deals the round's deck."""  # D1
    deck = table.action_decks[table.round - 1]
    size = table.hand_size
    for player in table.players:
        player.unplayed = None
        player.pack = sorted(deck[player.seat * size : (player.seat + 1) * size])
    left_over = deck[len(table.players) * size :]
    table.set_aside = left_over[0] if left_over else None
    table.discarded = []


def select_card(player: Player) -> Asking:
    """Asks for one card of the player's pack."""  # D2
    value = yield from ask_card("draft", player.seat, player.pack)
    player.pack.remove(value)
    player.selected = sorted([*player.selected, value])


def pass_left(table: Table) -> None:
    """Passes all packs on at once."""  # D2
    packs = [player.pack for player in table.players]
    for player in table.players:
        player.pack = packs[player.seat - 1]


def ask_card(phase: str, seat: int, values: list[int]) -> Any:
    """Asks for one of the cards and returns its value."""
    words = yield Decision(phase, seat, sorted(f"card {value}" for value in values))
    return int(words.removeprefix("card "))


# --- T: tricks ----------------------------------------------------------------------------------------------


def tricks(table: Table) -> Asking:
    """Plays tricks until each hand has one card, and discards that."""  # T1
    while len(table.players[0].hand) > 1:
        yield from trick(table)
    for player in table.players:
        (player.unplayed,) = player.hand
        player.hand = []


def trick(table: Table) -> Asking:
    """Plays one trick: the marker holder leads, all play, then all cards are resolved in ascending value."""
    leader, *others = table.clockwise_from_marker()  # T2, T7
    yield from choose_active_town(table, leader)
    yield from play_card(leader, leading_cards(table, leader))
    for player in others:  # T3
        yield from play_card(player, player.hand)
    winner = trick_winner(table)
    for player in sorted(table.players, key=lambda player: player.played or 0):  # T5
        yield from resolve_card(table, player, player is winner)
    table.active_town = None


def choose_active_town(table: Table, leader: Player) -> Asking:
    """Asks for a free town that the leader can play a card for, or for any if there is none."""  # T2, T8, T9
    free = table.free_towns()
    matching = [town for town in free if any(table.cards[value].matches(town) for value in leader.hand)]
    table.active_town = yield from ask_town(table, "choose_town", leader.seat, matching or free)


def leading_cards(table: Table, leader: Player) -> list[int]:
    """The leader may play cards of the town's colour or white; without such a card, any."""  # T2, T8, T9
    town = table.active_town
    return [value for value in leader.hand if town and table.cards[value].matches(town)] or leader.hand


def play_card(player: Player, values: list[int]) -> Asking:
    """Asks for the card that a player plays in the trick."""  # T2, T3
    value = yield from ask_card("play_card", player.seat, values)
    player.hand.remove(value)
    player.played = value


def trick_winner(table: Table) -> Player | None:
    """Who played the highest card that counts as one of the active town's colour."""  # T4, T9
    town = table.active_town
    rivals = [player for player in table.players if town and table.cards[player.played or 0].matches(town)]
    return max(rivals, key=lambda player: player.played or 0, default=None)


def resolve_card(table: Table, player: Player, has_won: bool) -> Asking:
    """Performs the primary action or one of the secondary ones, and discards the card."""  # T5, T6
    assert player.played is not None
    card = table.cards[player.played]
    if has_won:
        symbols = card.primary
    elif len(card.secondaries) == 1:
        (symbols,) = card.secondaries.values()
    else:
        choice = yield Decision("choose_secondary", player.seat, sorted(card.secondaries))
        symbols = card.secondaries[choice]
    yield from perform_action(table, player, symbols)
    player.played = None
    table.discarded = sorted([*table.discarded, card.value])


# --- the door -----------------------------------------------------------------------------------------------


class ReferenceGame:
    """A game that is played in words.

    Args:
        edition: The parsed edition file.
        num_players: 3, 4 or 5.
        deal: All chance of the game.
    """

    def __init__(self, edition: dict[str, Any], num_players: int, deal: dict[str, Any]) -> None:
        self.table = set_table(edition, num_players, deal)
        self._course = whole_game(self.table)
        self._decision: Decision | None = next(self._course)

    @property
    def phase(self) -> str:
        """The name of what is asked now."""
        return self._decision.phase if self._decision else "game_over"

    @property
    def seat(self) -> int | None:
        """Who decides now; None at the end."""
        return self._decision.seat if self._decision else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._decision is None

    @property
    def final_points(self) -> list[int] | None:
        """Every seat's points with the final scoring; None before the end."""
        return [player.final_points for player in self.table.players] if self.is_over else None

    @property
    def winners(self) -> list[int] | None:
        """The winners' seats; None before the end."""
        return self.table.winners

    def legal_words(self) -> list[str]:
        """The actions that may be taken now, sorted; empty at the end."""
        return list(self._decision.legal) if self._decision else []

    def apply(self, words: str) -> None:
        """Takes an action and goes on to the next decision.

        Raises:
            ValueError: The action is not legal now; the game is unchanged.
        """
        if words not in self.legal_words():
            raise ValueError(f"{words!r} is not legal in {self.phase}")
        try:
            self._decision = self._course.send(words)
        except StopIteration:
            self._decision = None

    def to_json(self) -> dict[str, Any]:
        """The full-information state."""
        return state_json(self.table, self.phase, self.seat)
