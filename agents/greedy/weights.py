"""The numbers that `greedy` weighs by, in points at the end of the game unless said otherwise."""

import numpy as np
import numpy.typing as npt

from boru_env.errors import OptionError

BY_HAND = {
    # what things are worth
    "town": 0.5,  # a disc on a town, whatever the region
    "renown": 1.4,  # a renown token
    "marker": 0.9,  # the active town marker
    "coin": 0.5,  # a coin, while rounds are left
    "coin_at_last": 0.12,  # a coin in the last round
    "coin_a_trick": 0.08,  # more for each trick left in the last round
    "pay": 0.3,  # a coin that has to be paid, at least
    "denial": 0.35,  # the share of a rival's loss that counts as a gain
    # regions
    "region_steep": 0.9,  # how safe a lead in a region is, early
    "region_steeper": 0.5,  # how much safer at the end
    "region_lead": 0.5,  # the lead at which a region is as good as even
    "region_soon": 1.0,  # how much of the strength still missing counts as coming, a round
    "second_region": 0.8,  # the share of the gain two regions ahead (F6)
    "monastery": 0.3,  # a monastery, whatever the region
    # tracks
    "steep": 1.6,  # how safe a lead on a track is, with no trick left
    "less_steep": 0.25,  # how much less so for each trick left
    "church_second": 0.6,  # second place in the church area
    "church_kept": 0.25,  # a disc left in the church area
    "church_four": 0.5,  # the share of a monastery that four discs are worth
    "church_last": 0.4,  # the share of both in the last round
    "raid_renown": 0.8,  # a renown held, for the spoils
    "raid_second": 0.6,  # second place in the battle
    "raid_kept": 0.2,  # a raider kept for later rounds
    "threat": 3.0,  # the loss of a town to the Vikings
    "threat_base": 2.0,  # raiders left that make it likely, with no trick left
    "threat_trick": 1.5,  # more for each trick left
    "track_steep": 1.3,  # how safe a lead on the marriage track is, against other tracks
    "track_reward": 0.8,  # the share of a space's reward that is likely to come
    "track_space": 0.12,  # a space, for later rounds
    # cards
    "win_held": 0.55,  # how much each higher card that others may hold lessens the chance to win
    "keep_win": 0.55,  # the share of the best town that a card may still win
    "keep_lose": 0.35,  # the share of its secondary action
    "keep_white": 1.2,  # how much better a white card is kept
    "lead_denial": 0.175,  # the share of a town's worth lost if another wins it
    "pick_win": 0.8,  # draft: the share of the primary action
    "pick_lose": 0.6,  # draft: of the secondary action
    "pick_town": 0.8,  # draft: of the best town
    "pick_white": 1.25,  # draft: how much better a white card is
    "pick_same": 0.75,  # draft: the share of a second card of a colour
    # choices
    "start_roads": 0.15,  # a road from the first town
    "start_size": 0.1,  # a town more in the first region
    "expand": 0.8,  # the share of the best free town that an expansion is worth
    "liberate_other": -0.2,  # freeing another's town
    "buy_margin": 0.05,  # what a purchase has to bring beyond its coins
}
"""The weights before tuning: rules of thumb; what each means stands beside it."""

NAMES = tuple(BY_HAND)
"""Name of each weight."""

WEIGHTS = np.dtype([(name, np.float64) for name in NAMES])
"""One record of weights."""


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
