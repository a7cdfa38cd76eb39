"""A network that knows the board: one encoder for all towns, one for all cards, fed with what is printed there.

What a town is like does not depend on its number, so the same weights read all towns: who holds it, its region and
colour, what lies in its region and along its roads. The logit of an action upon a town or a card comes from the town's
or card's own numbers. What is printed comes from the edition's tables, not from the weights: the network can be used
with another edition. This module needs torch: import it on first use only.
"""

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from agents.learned.network import Network, Shape, linear
from boru_env import Edition
from boru_env.editions.tables import ANY_TOWN, MAX_TOWNS, NUM_CARDS, NUM_COLOURS
from boru_env.views.layout import FIELDS, offsets

TOWN_FIELDS = ("active_town", "town_disc", "town_viking", "town_monastery")
CARD_WIDTH = 32


class TownNetwork(Network):
    """The trunk of `Network`, beside it the towns, and heads for towns and cards.

    Args:
        shape: its sizes.
        edition: what is printed.
    """

    LOGITS = ("actions.", "asked.", "sought.")

    def __init__(self, shape: Shape, edition: Edition) -> None:
        super().__init__(shape, edition)
        width, tables = shape.town_width, edition.tables[0]
        printed, near = town_features(tables)
        self.register_buffer("town_printed", printed, persistent=False)
        self.register_buffer("near", near, persistent=False)
        self.register_buffer("card_printed", card_features(tables), persistent=False)
        seen = len(_town_rows())
        self.town = linear(3 * seen + printed.shape[1], width)
        self.pooled = linear(width, shape.hidden, 0.5)
        self.context = linear(shape.hidden, width)
        self.town_again = linear(width, width)
        self.sought = linear(shape.hidden, width, 0.1)
        self.card = linear(self.get_buffer("card_printed").shape[1], CARD_WIDTH, 1.0)
        self.asked = linear(shape.hidden, CARD_WIDTH, 0.01)
        self.register_buffer("town_places", torch.tensor(_town_rows()), persistent=False)

    def forward(self, obs: Tensor) -> tuple[Tensor, Tensor]:
        """Give logits (B, 80) and values (B, 5), as `Network` does."""
        flags = obs[:, self.get_buffer("town_places").flatten()].float()
        seen = flags.view(len(obs), -1, MAX_TOWNS)  # (B, F, 48)
        around = (seen.reshape(-1, MAX_TOWNS) @ self.get_buffer("near").T).view(len(obs), -1, MAX_TOWNS)
        seen = torch.cat([seen, around], dim=1).transpose(1, 2)  # (B, 48, 3 F)
        split = seen.shape[2]
        printed = nn.functional.linear(self.get_buffer("town_printed"), self.town.weight[:, split:], self.town.bias)
        towns = torch.relu(seen @ self.town.weight[:, :split].T + printed)  # (B, 48, W)
        trunk = torch.relu(self.second(torch.relu(self.first(obs) + self.pooled(towns.mean(dim=1)))))
        again = torch.relu(self.town_again(towns) + self.context(trunk)[:, None])
        logits = self.actions(trunk)
        on_cards = self.asked(trunk) @ torch.relu(self.card(self.get_buffer("card_printed"))).T
        on_towns = (again @ self.sought(trunk)[:, :, None])[:, :, 0]
        rest = torch.zeros_like(logits[:, NUM_CARDS + MAX_TOWNS :])
        return logits + torch.cat([on_cards, on_towns, rest], dim=1), self.value(trunk)


def _town_rows() -> list[list[int]]:
    """Give the places in an observation of all that is said of each town, (F, 48)."""
    slices = offsets(FIELDS)
    return [
        list(range(first, first + MAX_TOWNS))
        for name in TOWN_FIELDS
        for first in range(slices[name].start, slices[name].stop, MAX_TOWNS)
    ]


def town_features(tables: Any) -> tuple[Tensor, Tensor]:
    """Give what is printed of each town.

    Args:
        tables: the edition's record.

    Returns:
        (48, P) float32 colour, roads, and the region's size, threshold and points; and (96, 48) float32: sums over
        the towns of the same region, and over those along roads.
    """
    region, colour = tables["town_region"].astype(np.int64), tables["town_colour"]
    exists = region >= 0
    same = (region[:, None] == region[None]) & exists[:, None] & exists[None]
    bits = np.arange(MAX_TOWNS, dtype=np.uint64)
    roads = (tables["roads"][:, None] >> bits[None]) & np.uint64(1)
    columns = [exists, *(colour == kind for kind in range(NUM_COLOURS - 1)), roads.sum(axis=1) / 4]
    columns += [same.sum(axis=1) / 6]
    for name, scale in (("region_threshold", 4), ("region_points", 8)):
        columns.append(np.where(exists, tables[name][region] / scale, 0))
    printed = np.stack(columns, axis=1).astype(np.float32)
    near = np.concatenate([same, roads]).astype(np.float32)
    return torch.from_numpy(printed), torch.from_numpy(near)


def card_features(tables: Any) -> Tensor:
    """Give what is printed of each card, (25, P) float32: value, colour, how often each symbol is in each row."""
    colours = tables["card_colour"][:, None] == np.arange(NUM_COLOURS)[None]
    symbols = tables["card_symbols"][:, :, :, None] == np.arange(1, ANY_TOWN + 1)
    counts = symbols.sum(axis=2).reshape(NUM_CARDS, -1)
    value = (np.arange(NUM_CARDS) + 1)[:, None] / NUM_CARDS
    return torch.from_numpy(np.concatenate([value, colours, counts], axis=1).astype(np.float32))
