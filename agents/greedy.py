"""`greedy`: looks one action ahead and takes what is worth most by the rules of thumb of `worth`."""

from collections.abc import Callable

import numpy as np

from agents.situation import Situation
from agents.worth import DENIAL, Worth
from boru_env import SeatView
from boru_env.editions.tables import CHURCH, MAX_TOWNS, NUM_CARDS, RAIDER, STEP, WHITE
from boru_env.rules.actions import (
    BUY,
    CHOOSE_SPURN,
    CHOOSE_SUPPORT,
    CHOOSE_TRADE,
    FIRST_TOWN,
    LOWER_ROW,
    STOP,
    UPPER_ROW,
)


class GreedyAgent:
    """A scripted player: no search, no chance; the same view gives the same action."""

    name = "greedy"

    def reset(self, seed: int, seat: int) -> None:
        """Begin a game: there is nothing to draw."""

    def act(self, view: SeatView) -> int:
        """Take the legal action of the greatest worth, the lowest id on a tie."""
        situation = Situation(view)
        legal = np.flatnonzero(situation.mask).tolist()
        if len(legal) == 1:
            return int(legal[0])
        judge = JUDGES[situation.phase](situation)
        return int(max(legal, key=lambda action: (judge(action), -action)))


Judge = Callable[[int], float]
"""The worth of an action, by its id."""


def judge_start(s: Situation) -> Judge:
    """S5: a rich region with few towns to hold, where roads lead on."""
    worth = Worth(s)

    def judge(action: int) -> float:
        town = action - FIRST_TOWN
        region = s.regions[town]
        roads = int(s.tables["roads"][town]).bit_count()
        size = sum(other == region for other in s.regions)
        return worth.town(town) + 0.15 * roads - 0.1 * size

    return judge


def judge_pick(s: Situation) -> Judge:
    """D2: cards that win in colours not yet covered, or whose secondary action serves well."""
    worth = Worth(s)
    chosen = s.cards("selected")
    colours = [int(s.tables["card_colour"][card]) for card in chosen]

    def judge(card: int) -> float:
        colour = int(s.tables["card_colour"][card])
        power = ((card + 1) / NUM_CARDS) ** 2 * (1.25 if colour == WHITE else 1.0)
        covered = 0.75 ** colours.count(colour)
        primary = power * covered * (worth.best_free_town * 0.8 + worth.row(card, 0))
        return 0.8 * primary + 0.6 * worth.secondary(card)

    return judge


def win_chance(s: Situation, card: int, town: int, to_come: int) -> float:
    """Give the chance that a matching card wins, with so many players still to play."""
    if not s.matches(card, town) or any(other > card and s.matches(other, town) for other in s.trick):
        return 0.0
    higher = s.higher_unseen(card, town)
    hand = max(1, len(s.hand))
    held = min(1.0, hand * to_come / max(1, len(s.unseen)))
    return float((1 - 0.55 * held) ** higher) if to_come else 1.0


def judge_card(s: Situation) -> Judge:
    """T2, T3: what winning or losing brings, less what the card could still win later."""
    worth = Worth(s)
    town = s.index("active_town")
    to_come = s.num_players - 1 - len(s.trick)

    def judge(card: int) -> float:
        return card_worth(s, worth, card, town, to_come) - keep_worth(s, worth, card)

    return judge


def card_worth(s: Situation, worth: Worth, card: int, town: int, to_come: int) -> float:
    """Give the expected worth of playing a card to a town."""
    wins = win_chance(s, card, town, to_come) if town >= 0 else 0.0
    lose = worth.secondary(card)
    return wins * worth.row(card, 0, town) + (1 - wins) * lose if wins else lose


def keep_worth(s: Situation, worth: Worth, card: int) -> float:
    """Give what a card is worth in a later trick."""
    if s.tricks_left <= 1:
        return 0.0
    power = ((card + 1) / NUM_CARDS) ** 2 * (1.2 if int(s.tables["card_colour"][card]) == WHITE else 1.0)
    return 0.55 * power * worth.best_free_town + 0.35 * worth.secondary(card)


def judge_lead(s: Situation) -> Judge:
    """T2: the town where the best card of the hand brings most."""
    worth = Worth(s)
    keeps = {card: keep_worth(s, worth, card) for card in s.hand}
    loses = {card: worth.secondary(card) for card in s.hand}
    bare = {card: worth.row(card, 0) for card in s.hand}

    def best_of(town: int) -> float:
        gain = worth.town(town)
        best = -1e9
        for card in s.hand:
            if s.matches(card, town):
                wins = win_chance(s, card, town, s.num_players - 1)
                worth_now = wins * (bare[card] + gain) + (1 - wins) * (loses[card] - DENIAL * 0.5 * gain)
                best = max(best, worth_now - keeps[card])
        return best

    judged: dict[tuple[int, int], float] = {}

    def judge(action: int) -> float:
        town = action - FIRST_TOWN
        kind = (s.regions[town], s.tables["town_colour"][town])  # towns of one kind are worth the same
        if kind not in judged:
            judged[kind] = best_of(town)
        return judged[kind]

    return judge


def judge_row(s: Situation) -> Judge:
    """T5: the secondary action of greater worth."""
    worth, card = Worth(s), s.index("acting_card")
    return lambda action: worth.row(card, 1 if action == UPPER_ROW else 2 if action == LOWER_ROW else 0)


def judge_purchase(symbol: int) -> Callable[[Situation], Judge]:
    """A5, A6, A7: buy while one more, or two more, are worth their coins."""

    def judge_for(s: Situation) -> Judge:
        worth = Worth(s)
        price = int(s.tables["cost_extra"]) * worth.coin
        more = range(1, 1 + min(3, s.coins // max(1, int(s.tables["cost_extra"]))))
        gain = max(worth.run(symbol, times) - times * price for times in more)
        return lambda action: gain - 0.05 if action == BUY else 0.0

    return judge_for


def judge_town(s: Situation) -> Judge:
    """M1, M5: the free town of the greatest worth."""
    worth = Worth(s)
    return lambda action: worth.town(action - FIRST_TOWN)


def judge_expansion(s: Situation) -> Judge:
    """A8: the best town in reach, if it is worth its coins."""
    worth = Worth(s)
    price = int(s.tables["cost_expand"]) * worth.coin
    return lambda action: 0.0 if action == STOP else worth.town(action - FIRST_TOWN) - price


def judge_liberation(s: Situation) -> Judge:
    """A9: an own town, else where it hurts least."""
    worth = Worth(s)

    def judge(action: int) -> float:
        town = action - FIRST_TOWN
        if s.owners[town] == 0:
            return worth.own_loss(town)
        size = 2 if s.monasteries[town] else 1
        return worth.change(s.regions[town], s.owners[town], size, s.num_players) - 0.2

    return judge


def judge_princess(s: Situation) -> Judge:
    """M4: the best of the three."""
    worth = Worth(s)
    values = {
        CHOOSE_SUPPORT: worth.princess_support,
        CHOOSE_TRADE: worth.princess_trade,
        CHOOSE_SPURN: float(s.tables["spurn_points"]),
    }
    return values.__getitem__


def judge_raid(s: Situation) -> Judge:
    """B2: of one's own the least, of another's what helps oneself and hurts the other most."""
    worth = Worth(s)

    def judge(action: int) -> float:
        town = action - FIRST_TOWN
        owner, region = s.owners[town], s.regions[town]
        if owner == 0:
            return -worth.own_loss(town)
        size = 2 if s.monasteries[town] else 1
        hurt = float(s.tables["region_points"][region]) if s.strength[region][owner] == max(s.strength[region]) else 0.0
        return worth.change(region, owner, -size, s.num_players) + DENIAL * hurt

    return judge


def judge_monastery(s: Situation) -> Judge:
    """C1, C4: where one more strength is worth most."""
    worth = Worth(s)
    return lambda action: worth.monastery(action - FIRST_TOWN)


JUDGES: dict[str, Callable[[Situation], Judge]] = {
    "place_start": judge_start,
    "draft": judge_pick,
    "choose_town": judge_lead,
    "play_card": judge_card,
    "choose_secondary": judge_row,
    "buy_church": judge_purchase(CHURCH),
    "buy_raider": judge_purchase(RAIDER),
    "buy_step": judge_purchase(STEP),
    "expand": judge_expansion,
    "liberate": judge_liberation,
    "marriage_town": judge_town,
    "princess": judge_princess,
    "track_town": judge_town,
    "raid_town": judge_raid,
    "monastery": judge_monastery,
}
"""What judges the actions of each phase."""

assert FIRST_TOWN + MAX_TOWNS == UPPER_ROW
