"""What a player can do: one flat numbering for all phases, player counts and editions.

| ids | action in words | used for |
|---|---|---|
| 0..24 | `card 1` .. `card 25` | draft (D2), play (T2, T3) |
| 25..72 | `town <town id>` | every choice of a town |
| 73, 74 | `upper`, `lower` | which secondary action (T5) |
| 75, 76 | `buy`, `stop` | one more (A5-A7); no more, or no expansion (A8) |
| 77..79 | `princess support`, `princess trade`, `princess spurn` | the Princess (M4) |
"""

from collections.abc import Sequence
from dataclasses import dataclass

from boru_env.editions.tables import MAX_TOWNS, NUM_CARDS
from boru_env.errors import IllegalActionError, brief

FIRST_CARD = 0
FIRST_TOWN = FIRST_CARD + NUM_CARDS
UPPER_ROW = FIRST_TOWN + MAX_TOWNS
LOWER_ROW = UPPER_ROW + 1
BUY = LOWER_ROW + 1
STOP = BUY + 1
CHOOSE_SUPPORT = STOP + 1
CHOOSE_TRADE = CHOOSE_SUPPORT + 1
CHOOSE_SPURN = CHOOSE_TRADE + 1
NUM_ACTIONS = CHOOSE_SPURN + 1

_NAMED = {
    UPPER_ROW: "upper",
    LOWER_ROW: "lower",
    BUY: "buy",
    STOP: "stop",
    CHOOSE_SUPPORT: "princess support",
    CHOOSE_TRADE: "princess trade",
    CHOOSE_SPURN: "princess spurn",
}
_NAMED_IDS = {words: action_id for action_id, words in _NAMED.items()}


@dataclass(frozen=True, slots=True)
class Action:
    """One action: what it is, and of what.

    Attributes:
        kind: `"card"`, `"town"`, or the words of a named choice such as `"buy"`.
        value: the card's value 1..25, the town's number 0..47 in its edition, else 0.
    """

    kind: str
    value: int = 0

    @classmethod
    def from_id(cls, action_id: int) -> "Action":
        """Give the action of a number.

        Raises:
            IllegalActionError: the number is not in 0..79.
        """
        if FIRST_CARD <= action_id < FIRST_TOWN:
            return cls("card", action_id - FIRST_CARD + 1)
        if FIRST_TOWN <= action_id < UPPER_ROW:
            return cls("town", action_id - FIRST_TOWN)
        if action_id in _NAMED:
            return cls(_NAMED[action_id])
        raise IllegalActionError(f"action {brief(action_id)}: no such number; actions are 0..{NUM_ACTIONS - 1}")

    @property
    def id(self) -> int:
        """The action's number, 0..79.

        Raises:
            IllegalActionError: kind and value name no action.
        """
        if type(self.value) is int and isinstance(self.kind, str):
            if self.kind == "card" and 1 <= self.value <= NUM_CARDS:
                return FIRST_CARD + self.value - 1
            if self.kind == "town" and 0 <= self.value < MAX_TOWNS:
                return FIRST_TOWN + self.value
            if self.value == 0 and self.kind in _NAMED_IDS:
                return _NAMED_IDS[self.kind]
        raise IllegalActionError(f"action {brief(self)}: no such action; kinds are card, town, {', '.join(_NAMED_IDS)}")

    @classmethod
    def from_text(cls, text: str, town_ids: Sequence[str]) -> "Action":
        """Read an action in words.

        Args:
            text: such as `card 13`, `town dublin`, `buy`.
            town_ids: the edition's towns, in their order.

        Raises:
            IllegalActionError: the words are not an action of this edition.
        """
        if text in _NAMED_IDS:
            return cls(text)
        kind, _, rest = text.partition(" ")
        if kind == "card" and rest in _CARD_VALUES:
            return cls("card", int(rest))
        if kind == "town" and rest in town_ids:
            return cls("town", town_ids.index(rest))
        raise IllegalActionError(f"action {brief(text)}: {_what_is_wrong(kind, rest, town_ids)}")

    def text(self, town_ids: Sequence[str]) -> str:
        """Give the action in words; a town beyond the edition's is `town 47`, which no edition reads back."""
        if self.kind == "town":
            return f"town {town_ids[self.value] if self.value < len(town_ids) else self.value}"
        return f"card {self.value}" if self.kind == "card" else self.kind


_CARD_VALUES = frozenset(str(value) for value in range(1, NUM_CARDS + 1))


def _what_is_wrong(kind: str, rest: str, town_ids: Sequence[str]) -> str:
    """Say what is wrong with words that are no action, and what would be right."""
    if kind == "card":
        return f"cards have the values 1..{NUM_CARDS}"
    if kind == "town":
        return f"no such town in this edition; its towns are {', '.join(town_ids)}"
    choices = ", ".join(_NAMED_IDS)
    return f"unknown words; they are `card <1..{NUM_CARDS}>`, `town <town id>`, {choices}"
