"""The numbers that `greedy` weighs by, in points at the end of the game unless said otherwise."""

import numpy as np
import numpy.typing as npt

from boru_env.errors import OptionError

NAMES = (
    # what things are worth
    "town",  # a disc on a town, whatever the region
    "renown",  # a renown token
    "marker",  # the active town marker
    "coin",  # a coin, while rounds are left
    "coin_at_last",  # a coin in the last round
    "coin_a_trick",  # more for each trick left in the last round
    "pay",  # a coin that has to be paid, at least
    "denial",  # the share of a rival's loss that counts as a gain
    # regions
    "region_steep",  # how safe a lead in a region is, early
    "region_steeper",  # how much safer at the end
    "region_lead",  # the lead at which a region is as good as even
    "region_soon",  # how much of the strength still missing counts as coming, a round
    "second_region",  # the share of the gain two regions ahead (F6)
    "monastery",  # a monastery, whatever the region
    # tracks
    "steep",  # how safe a lead on a track is, with no trick left
    "less_steep",  # how much less so for each trick left
    "church_second",  # second place in the church area
    "church_kept",  # a disc left in the church area
    "church_four",  # the share of a monastery that four discs are worth
    "church_last",  # the share of both in the last round
    "raid_renown",  # a renown held, for the spoils
    "raid_second",  # second place in the battle
    "raid_kept",  # a raider kept for later rounds
    "threat",  # the loss of a town to the Vikings
    "threat_base",  # raiders left that make it likely, with no trick left
    "threat_trick",  # more for each trick left
    "track_steep",  # how safe a lead on the marriage track is, against other tracks
    "track_reward",  # the share of a space's reward that is likely to come
    "track_space",  # a space, for later rounds
    # cards
    "win_held",  # how much each higher card that others may hold lessens the chance to win
    "keep_win",  # the share of the best town that a card may still win
    "keep_lose",  # the share of its secondary action
    "keep_white",  # how much better a white card is kept
    "lead_denial",  # the share of a town's worth lost if another wins it
    "pick_win",  # draft: the share of the primary action
    "pick_lose",  # draft: of the secondary action
    "pick_town",  # draft: of the best town
    "pick_white",  # draft: how much better a white card is
    "pick_same",  # draft: the share of a second card of a colour
    # choices
    "start_roads",  # a road from the first town
    "start_size",  # a town more in the first region
    "expand",  # the share of the best free town that an expansion is worth
    "liberate_other",  # freeing another's town
    "buy_margin",  # what a purchase has to bring beyond its coins
)
"""Name of each weight; what it means stands beside it."""

WEIGHTS = np.dtype([(name, np.float64) for name in NAMES])
"""One record of weights."""

BY_HAND = {
    "town": 0.5,
    "renown": 1.4,
    "marker": 0.9,
    "coin": 0.5,
    "coin_at_last": 0.12,
    "coin_a_trick": 0.08,
    "pay": 0.3,
    "denial": 0.35,
    "region_steep": 0.9,
    "region_steeper": 0.5,
    "region_lead": 0.5,
    "region_soon": 1.0,
    "second_region": 0.8,
    "monastery": 0.3,
    "steep": 1.6,
    "less_steep": 0.25,
    "church_second": 0.6,
    "church_kept": 0.25,
    "church_four": 0.5,
    "church_last": 0.4,
    "raid_renown": 0.8,
    "raid_second": 0.6,
    "raid_kept": 0.2,
    "threat": 3.0,
    "threat_base": 2.0,
    "threat_trick": 1.5,
    "track_steep": 1.3,
    "track_reward": 0.8,
    "track_space": 0.12,
    "win_held": 0.55,
    "keep_win": 0.55,
    "keep_lose": 0.35,
    "keep_white": 1.2,
    "lead_denial": 0.175,
    "pick_win": 0.8,
    "pick_lose": 0.6,
    "pick_town": 0.8,
    "pick_white": 1.25,
    "pick_same": 0.75,
    "start_roads": 0.15,
    "start_size": 0.1,
    "expand": 0.8,
    "liberate_other": -0.2,
    "buy_margin": 0.05,
}
"""The weights before tuning: rules of thumb."""


def as_record(weights: dict[str, float]) -> npt.NDArray[np.void]:
    """Give weights as (1,) `WEIGHTS`.

    Raises:
        OptionError: one is missing, or unknown, or no number.
    """
    if set(weights) != set(NAMES):
        wrong = sorted(set(weights) ^ set(NAMES))
        raise OptionError(f"weights: {', '.join(wrong)}: missing or unknown; they must be {', '.join(NAMES)}")
    record = np.zeros(1, WEIGHTS)
    for name, value in weights.items():
        if not isinstance(value, (int, float)) or not np.isfinite(value):
            raise OptionError(f"weights: {name} is {value!r}; it must be a number")
        record[name] = value
    return record
