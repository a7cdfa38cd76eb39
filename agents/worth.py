"""What things are worth to a seat, in points at the end of the game, by rules of thumb."""

from functools import cached_property
from math import exp

from agents.situation import Run, Situation
from boru_env.editions.tables import (
    ANY_TOWN,
    CHURCH,
    COIN,
    EXPAND,
    LIBERATE,
    PAY,
    PRINCESS,
    RAIDER,
    RENOWN,
    STEP,
    TOWN,
)

RENOWN_WORTH = 1.4
MARKER_WORTH = 0.9
BASE_TOWN = 0.5
DENIAL = 0.35
"""How much of a rival's loss counts as one's own gain."""


def chance(lead: float, steepness: float) -> float:
    """Give the chance that a lead lasts."""
    return 1 / (1 + exp(-steepness * lead))


class Worth:
    """Values of one situation.

    Args:
        situation: the decision.
    """

    def __init__(self, situation: Situation) -> None:
        self.s = situation
        self.n = situation.num_players
        self._town_by_region: dict[int, float] = {}
        self._region_now: dict[int, float] = {}
        self._runs: dict[Run, float] = {}
        self._secondaries: dict[int, float] = {}
        self._rounds_left = situation.rounds_left
        self.late = 1 - 0.2 * self._rounds_left
        last = self._rounds_left == 0
        self.coin = 0.12 + 0.08 * situation.tricks_left if last else 0.5

    def region(self, region: int, strength: list[int]) -> float:
        """Give what a region is worth to oneself at these strengths."""
        points: int = self.s.tables["region_points"][region]
        threshold: int = self.s.tables["region_threshold"][region]
        reached = min(1.0, (sum(strength) + 1 + self._rounds_left) / (threshold + 1))
        lead = strength[0] - max(strength[1:]) - 0.5
        return points * reached * chance(lead, 0.9 + 0.5 * self.late)

    def change(self, region: int, side: int, more: int, other: int = -1) -> float:
        """Give the gain when a side's strength in a region changes; -1 leaves the other side alone."""
        before = self.s.strength[region]
        after = before.copy()
        after[side] += more
        if other >= 0:
            after[other] -= more
        if region not in self._region_now:
            self._region_now[region] = self.region(region, before)
        return self.region(region, after) - self._region_now[region]

    @cached_property
    def count_gain(self) -> float:
        """F6: what one more region is worth."""
        held = sum(strength[0] > 0 for strength in self.s.strength)
        table = self.s.tables["region_count_points"]
        ahead = min(8, held + 1)
        two = (float(table[min(8, held + 2)]) - float(table[held])) / 2
        return max(float(table[ahead]) - float(table[held]), 0.8 * two)

    def town(self, town: int) -> float:
        """Give what putting one's disc on a free town is worth."""
        region = self.s.regions[town]
        if region not in self._town_by_region:
            gain = BASE_TOWN + self.change(region, 0, 1)
            self._town_by_region[region] = gain + (self.count_gain if self.s.strength[region][0] == 0 else 0.0)
        return self._town_by_region[region]

    def own_loss(self, town: int) -> float:
        """Give what losing an own town to the Vikings costs."""
        region, size = self.s.regions[town], 2 if self.s.monasteries[town] else 1
        loss = BASE_TOWN - self.change(region, 0, -size, self.n)
        return loss + (self.count_gain if self.s.strength[region][0] == size else 0.0)

    def monastery(self, town: int) -> float:
        """Give what a monastery on an own town is worth."""
        return 0.3 + self.change(self.s.regions[town], 0, 1)

    @cached_property
    def best_monastery(self) -> float:
        """The best place for a monastery, 0 without one."""
        regions = self.s.regions
        one_in_each = {
            regions[town]: town
            for town, owner in enumerate(self.s.owners)
            if owner == 0 and not self.s.vikings[town] and not self.s.monasteries[town]
        }
        return max(map(self.monastery, one_in_each.values()), default=0.0)

    @cached_property
    def best_free_town(self) -> float:
        """The best free town, 0 without one."""
        regions = self.s.regions
        one_in_each = {regions[town]: town for town, owner in enumerate(self.s.owners) if owner < 0}
        return max(map(self.town, one_in_each.values()), default=0.0)  # a region's free towns are worth the same

    @cached_property
    def steepness(self) -> float:
        """How safe a lead on a track is: safer the fewer tricks are left."""
        return 1.6 / (1 + 0.25 * self.s.tricks_left)

    def church(self, discs: int) -> float:
        """Give what so many discs of one's own in the church area are worth."""
        others = self.s.counts("church")[1:]
        lead = discs - max(others)
        first = (self.best_monastery + MARKER_WORTH) * chance(lead - 0.5, self.steepness)
        second = 0.6 * chance(discs - sorted(others)[-2] - 0.5, self.steepness) if discs else 0.0
        kept = (0.25 * discs + (0.5 * self.best_monastery if discs >= 4 else 0.0)) * (0.4 if self.last else 1.0)
        return first + second + kept

    @property
    def last(self) -> bool:
        """Whether this is the last round."""
        return self.s.rounds_left == 0

    def raiders(self, raiders: int, taken: int = 0) -> float:
        """Give what so many raiders of one's own are worth, when so many more have left the battle area."""
        others = self.s.counts("raiders")[1:]
        renown = self.s.counts("renown")[0]
        spoils = (1 + RENOWN_WORTH + 0.8 * renown) * chance(raiders - max(others) - 0.5, self.steepness)
        spoils += 0.6 * chance(raiders - sorted(others)[-2] - 0.5, self.steepness) if raiders else 0.0
        left = self.s.counts("battle_area")[0] - taken
        threat = min(1.0, max(0.0, left) / (2 + 1.5 * self.s.tricks_left))
        fewest = 1 - chance(raiders - min(others) - 0.5, self.steepness)
        return spoils - threat * fewest * 3.0 + 0.2 * raiders * (0 if self.last else 1)

    @cached_property
    def marriage_card(self) -> float:
        """What the marriage card on offer is worth."""
        card = self.s.index("marriage_card")
        if card < 0:
            return 0.0
        if card == PRINCESS:
            return max(float(self.s.tables["spurn_points"]), self.princess_support, self.princess_trade)
        worth = float(self.s.tables["marriage_points"][card]) + RENOWN_WORTH * float(
            self.s.tables["marriage_renown"][card]
        )
        region = int(self.s.tables["marriage_region"][card])
        free = [t for t, owner in enumerate(self.s.owners) if owner < 0 and self.s.regions[t] == region]
        return worth + max((self.town(town) for town in free), default=0.0)

    @cached_property
    def princess_support(self) -> float:
        """M4: what military support is worth."""
        gain = 0.0
        for region, strength in enumerate(self.s.strength):
            if strength[self.n]:
                merged = [strength[0] + strength[self.n], *strength[1 : self.n], 0]
                gain += self.region(region, merged) - self.region(region, strength)
        return gain

    @cached_property
    def princess_trade(self) -> float:
        """M4: what trade is worth."""
        table = self.s.tables["region_count_points"]
        held = sum(strength[0] > 0 for strength in self.s.strength)
        more = sum(strength[0] == 0 and strength[self.n] > 0 for strength in self.s.strength)
        return float(table[held + more]) - float(table[held])

    def track(self, space: int) -> float:
        """Give what a space, 0.., on the marriage track is worth."""
        others = self.s.spaces[1:]
        worth = {COIN: self.coin, RENOWN: RENOWN_WORTH, ANY_TOWN: self.best_free_town}
        reward = sum(worth.get(symbol, 0.0) for symbol in self.s.tables["track_rewards"][space] if symbol)
        first = chance(space - max(others) - 0.5, 1.3 * self.steepness) if space else 0.0
        return first * self.marriage_card + (1 - first) * reward * 0.8 + 0.12 * space * (0 if self.last else 1)

    @cached_property
    def church_now(self) -> float:
        """What one's discs in the church area are worth as they are."""
        return self.church(self.s.counts("church")[0])

    @cached_property
    def raiders_now(self) -> float:
        """What one's raiders are worth as they are."""
        return self.raiders(self.s.counts("raiders")[0])

    @cached_property
    def track_now(self) -> float:
        """What one's space on the marriage track is worth as it is."""
        return self.track(self.s.spaces[0])

    def run(self, symbol: int, times: int) -> float:
        """Give what so many equal symbols in a row are worth."""
        key = (symbol, times)
        if key not in self._runs:
            self._runs[key] = self._count_run(symbol, times)
        return self._runs[key]

    def _count_run(self, symbol: int, times: int) -> float:
        if symbol == CHURCH:
            have = self.s.counts("church")[0]
            return self.church(have + times) - self.church_now
        if symbol == RAIDER:
            have = self.s.counts("raiders")[0]
            taken = min(times, self.s.counts("battle_area")[0])
            return self.raiders(have + taken, taken) - self.raiders_now
        if symbol == STEP:
            have = self.s.spaces[0]
            top = int(self.s.tables["num_spaces"]) - 1
            return self.track(min(top, have + times)) - self.track_now
        return times * self.single(symbol)

    def single(self, symbol: int) -> float:
        """Give what one symbol is worth."""
        if symbol == EXPAND:
            cost = int(self.s.tables["cost_expand"])
            affordable = self.s.coins + 2 >= cost
            return max(0.0, 0.8 * self.best_free_town - cost * self.coin) if affordable else 0.0
        if symbol == LIBERATE:
            own = [self.own_loss(t) for t, owner in enumerate(self.s.owners) if owner == 0 and self.s.vikings[t]]
            return max(own, default=-0.2 if any(self.s.vikings) else 0.0)
        return {COIN: self.coin, PAY: -max(self.coin, 0.3), RENOWN: RENOWN_WORTH}.get(symbol, 0.0)

    def row(self, card: int, row: int, town: int = -1) -> float:
        """Give what performing a card's row is worth; `town` is the active one, for a primary action."""
        worth = 0.0
        for symbol, times in self.s.runs[card][row]:
            if symbol == TOWN:
                worth += MARKER_WORTH + (self.town(town) if town >= 0 else 0.0)
            else:
                worth += self.run(symbol, times)
        return worth

    def secondary(self, card: int) -> float:
        """Give what the better secondary action of a card is worth."""
        if card not in self._secondaries:
            rows = range(1, 1 + int(self.s.tables["card_secondaries"][card]))
            self._secondaries[card] = max(self.row(card, row) for row in rows)
        return self._secondaries[card]
