"""R: claiming regions, and what follows the upkeep."""

from boru_env.editions.tables import NUM_REGIONS
from boru_env.rules import scoring
from boru_env.rules.compiled import State, Tables, compiled
from boru_env.rules.state import GAME_OVER, NONE, STEP_PREPARE, ask
from boru_env.rules.strength import NUM_SIDES, VIKINGS, Strengths, most_in, strengths, total_in


@compiled
def claim_regions(t: Tables, s: State) -> None:
    """R2, R3: flip the tokens whose threshold is reached, then settle who holds each face-up token."""
    strength_in = strengths(t, s)
    for region in range(NUM_REGIONS):
        if total_in(strength_in, region) >= t["region_threshold"][region]:
            s["claim_face_up"][region] = 1  # R2
        if s["claim_face_up"][region]:
            settle_claim(s, region, strength_in)
    next_round(t, s)


@compiled
def settle_claim(s: State, region: int, strength_in: Strengths) -> None:
    """R3: alone the strongest takes it; the Vikings alone: back to the board; a tie: it stays."""
    most = most_in(strength_in, region)
    strongest = NONE
    for side in range(NUM_SIDES):
        if strength_in[region, side] == most:
            if strongest != NONE:
                return  # a tie
            strongest = side
    s["claim_holder"][region] = NONE if strongest == VIKINGS else strongest


@compiled
def next_round(t: Tables, s: State) -> None:
    """R4: the game ends with the marriage pile; else the next round is prepared."""
    if s["round"] < s["rounds"]:
        s["step"] = STEP_PREPARE
    else:
        scoring.score(t, s)
        ask(s, GAME_OVER, NONE)
