"""What one seat remembers of a round, and every way the cards can then lie: slow, from the JSON alone.

This is the independent check of `information_set.resample`: it watches a game as the seat would, writes down
packs, picks, plays and leads, and tries every card in every slot against what was written down.
"""

import functools
from collections.abc import Iterator
from typing import Any

from boru_env import Game
from boru_env.rules import state as st

HAND_SIZES = {3: 8, 4: 6, 5: 5}
Slot = tuple[int, int, int, int]
"""Dealt to, taken at selection (0: not yet), taken by, how many such."""

World = tuple[tuple[int, int, int], ...]
"""For each card 0..24: dealt to, taken at selection, place."""


class Memory:
    """What `seat` knows of the current round of a game that it has watched from the deal on."""

    def __init__(self, game: Game, seat: int) -> None:
        self.seat, self.n = seat, game.num_players
        self.colours = [card.colour for card in game.edition.file.cards]
        self.town_colours = {town.id: town.colour for town in game.edition.file.towns}
        self.round = 0
        self._forget()
        self.note(game)

    def _forget(self) -> None:
        self.packs: dict[int, set[int]] = {}  # selection -> the cards in the pack that came
        self.picks: dict[int, int] = {}  # own card -> selection
        self.plays: dict[int, int] = {}  # card -> who played it
        self.voids: list[tuple[int, set[str], set[int]]] = []  # leader, colours not held, cards played before
        self.doubt: tuple[int, str, set[str]] | None = None  # leader, colour of the town, colours of free towns

    def note(self, game: Game) -> None:
        """Look at the table after a decision."""
        state = game.to_json()
        self.state = state
        me = state["players"][self.seat]
        if state["round"] != self.round:
            self.round = state["round"]
            self._forget()
        if state["phase"] == "draft":
            done = min(len(player["selected"]) for player in state["players"]) // 2
            if len(me["selected"]) == 2 * done:
                self.packs[done + 1] = {value - 1 for value in me["pack"]}
        elif self.packs and max(self.packs) < self.last_step:
            last = {value - 1 for value in me["hand"]} - set(self.picks)
            self.packs[self.last_step] = last
            self.picks |= dict.fromkeys(last, self.last_step)

    @property
    def last_step(self) -> int:
        return (HAND_SIZES[self.n] + 1) // 2

    def watch(self, game: Game, action: int) -> None:
        """Apply an action and note what the seat sees of it."""
        before, phase, actor = self.state, game.phase, game.seat
        assert actor is not None
        game.apply(action)
        if phase == "draft" and actor == self.seat:
            self.picks[action] = max(self.packs)
        elif phase == "choose_town":
            town = game.edition.town_ids[action - 25]
            self.doubt = (actor, self.town_colours[town], self._free_colours(before))
        elif phase == "play_card":
            leads = all(player["played"] is None for player in before["players"]) and before["active_town"] is not None
            if leads and self.doubt is not None:
                _, colour, free = self.doubt
                if self.colours[action] not in (colour, "white"):
                    self.voids.append((actor, free | {"white"}, set(self.plays)))
            self.doubt = None
            self.plays[action] = actor
        self.note(game)

    def _free_colours(self, state: dict[str, Any]) -> set[str]:
        return {self.town_colours[town] for town, there in state["towns"].items() if there["disc"] is None}

    def slots(self) -> list[Slot]:
        """Give the slots, as everyone can count them."""
        found = []
        drafting = self.state["phase"] == "draft"
        done = min(len(player["selected"]) for player in self.state["players"]) // 2 if drafting else self.last_step
        for origin in range(self.n):
            left = HAND_SIZES[self.n]
            for step in range(1, done + 2 if drafting else done + 1):
                taker = (origin + step - 1) % self.n
                size = min(2, left)
                if step > done:
                    size = len(self.state["players"][taker]["selected"]) - 2 * done
                if size:
                    found.append((origin, step, taker, size))
                left -= size
            if left:
                found.append((origin, 0, (origin + done) % self.n, left))
        rest = 25 - HAND_SIZES[self.n] * self.n
        return [*found, (-1, 0, -1, rest)] if rest else found

    def fits(self, card: int, origin: int, step: int, taker: int) -> bool:
        """Tell whether nothing that was seen speaks against this card in this slot."""
        if card in self.plays and (step == 0 or self.plays[card] != taker):
            return False
        if self.picks.get(card) != (step if taker == self.seat and step > 0 else None):
            return False
        for seen, pack in self.packs.items():
            there = origin == (self.seat - seen + 1) % self.n and (step == 0 or step >= seen)
            if there != (card in pack):
                return False
        return True

    def agrees(self, takers: dict[int, int]) -> bool:
        """Tell whether the hands, taker by card, agree with what leaders have shown."""
        for leader, colours, gone in self.voids:
            if any(who == leader and self.colours[c] in colours for c, who in takers.items() if c not in gone):
                return False
        if self.doubt is not None and self.doubt[0] != self.seat:
            leader, colour, free = self.doubt
            held = {self.colours[c] for c, who in takers.items() if who == leader and c not in self.plays}
            return bool(held & {colour, "white"}) or not held & (free | {"white"})
        return True

    def _able(self, slots: list[Slot]) -> list[tuple[int, list[int]]]:
        """Give each card with the slots that it may fill, the surest first."""
        able = {card: [k for k, slot in enumerate(slots) if self.fits(card, *slot[:3])] for card in range(25)}
        return sorted(able.items(), key=lambda item: (item[0] not in self.picks, item[0] not in self.plays, item[1]))

    def at_most(self) -> int:
        """Count the ways the cards can lie, leaving aside what leaders have shown."""
        slots = self.slots()
        return _count([able for _, able in self._able(slots)], tuple(size for *_, size in slots))

    def shares(self) -> dict[int, dict[tuple[int, int], float]]:
        """Give for each card the share of all ways in which it is in each slot, (dealt to, selection), by counting."""
        slots = self.slots()
        cards = self._able(slots)
        sizes = tuple(size for *_, size in slots)
        total = _count([able for _, able in cards], sizes)

        @functools.cache
        def share(able: tuple[int, ...], k: int) -> float:
            rest = [other for _, other in cards]
            rest.remove(list(able))
            left = (*sizes[:k], sizes[k] - 1, *sizes[k + 1 :])
            return _count(rest, left) / total

        return {card: {slots[k][:2]: share(tuple(able), k) for k in able} for card, able in cards}

    def worlds(self) -> list[World]:
        """List every way the cards of this round can lie."""
        slots = self.slots()
        used: list[Slot] = [(-1, 0, -1, 1)] * 25
        return list(self._fill(0, self._able(slots), slots, [size for *_, size in slots], used))

    def _fill(
        self, index: int, cards: list[tuple[int, list[int]]], slots: list[Slot], left: list[int], used: list[Slot]
    ) -> Iterator[World]:
        if index == 25:
            if self.agrees({card: taker for card, (_, step, taker, _) in enumerate(used) if step > 0}):
                yield tuple((slot[0], slot[1], self._place(card, slot)) for card, slot in enumerate(used))
            return
        card, able = cards[index]
        for k in able:
            if left[k]:
                left[k] -= 1
                used[card] = slots[k]
                yield from self._fill(index + 1, cards, slots, left, used)
                left[k] += 1

    def _place(self, card: int, slot: Slot) -> int:
        origin, step, taker, _ = slot
        if origin < 0:
            return st.SET_ASIDE
        if step == 0:
            return st.PACK + taker
        if card in self.plays:
            return (st.DISCARDED if card + 1 in self.state["discarded"] else st.PLAYED) + taker
        if self.state["phase"] == "draft":
            return st.SELECTED + taker
        ended = any(player["unplayed"] is not None for player in self.state["players"])
        return (st.UNPLAYED if ended else st.HAND) + taker


def _count(cards: list[list[int]], sizes: tuple[int, ...]) -> int:
    """Count the ways to put each card into one of its slots and fill all slots; a slot has no order within."""

    @functools.cache
    def count(index: int, left: tuple[int, ...]) -> int:
        if index == len(cards):
            return 1
        able = (k for k in cards[index] if left[k])
        return sum(count(index + 1, (*left[:k], left[k] - 1, *left[k + 1 :])) for k in able)

    return count(0, sizes)
