"""What is claimed, as ratios of loops that took turns in one run; against the fastest of each kind of peer."""

import re
from typing import NamedTuple

from bench.measure import Rate


class Claim(NamedTuple):
    """One ratio; the loops are patterns, of which the fastest loop counts."""

    what: str
    ours: str
    theirs: str
    target: float


CLAIMS = (
    Claim(
        "stepper, no observation / OpenSpiel's Python loop", r"SelfPlay, \d+ games, mask", r"OpenSpiel \w+, mask", 20
    ),
    Claim(
        "stepper, no observation / OpenSpiel's C++ loop", r"SelfPlay, \d+ games, mask", r"OpenSpiel \w+, C\+\+ loop", 3
    ),
    Claim(
        "stepper, no observation / PettingZoo's classic card games",
        r"SelfPlay, \d+ games, mask",
        r"PettingZoo .*",
        1000,
    ),
    Claim(
        "stepper with observation / OpenSpiel's Python loop with observation",
        r"SelfPlay, \d+ games, mask and observation",
        r"OpenSpiel \w+, mask and observation",
        10,
    ),
    Claim(
        "stepper with observation / Pgx's fastest card game",
        r"SelfPlay, \d+ games, mask and observation",
        r"Pgx .*",
        1,
    ),
    Claim("random games, compiled / OpenSpiel's C++ loop", r"Random games .*", r"OpenSpiel \w+, C\+\+ loop", 1),
    Claim("random games, compiled / OpenSpiel's C++ rollouts", r"Random games .*", r"OpenSpiel \w+, C\+\+ rollouts", 1),
    Claim("AEC, raw_env / PettingZoo's classic card games", r"AEC loop, raw_env", r"PettingZoo .*", 15),
    Claim("MaskablePPO / on games that cost nothing", r"MaskablePPO, .* random", r"MaskablePPO, .* nothing", 0.9),
    Claim("Gymnasium / RLCard's fastest", r"Gymnasium, .*", r"RLCard .*", 1),
)


def fastest(pattern: str, rates: dict[str, Rate]) -> float | None:
    """Give the best median of the loops that match, None if there is none."""
    found = [rate.median for name, rate in rates.items() if re.fullmatch(pattern, name)]
    return max(found, default=None)


def ratio_lines(rates: dict[str, Rate]) -> list[str]:
    """Give one line a claim whose loops were measured, with what we want it to be."""
    lines = []
    for claim in CLAIMS:
        ours, theirs = fastest(claim.ours, rates), fastest(claim.theirs, rates)
        if ours is not None and theirs is not None:
            lines.append(f"{claim.what:<70}{ours / theirs:>9,.2f}x   (aim: {claim.target:g}x)")
    return lines
