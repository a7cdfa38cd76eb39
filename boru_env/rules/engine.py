"""The only door to the rules: deal a game, ask what is legal, perform a decision.

All functions take arrays and an index, so that one game and a batch are the same code.
"""

import numpy as np
import numpy.typing as npt

from boru_env.rules import draft, effects, setup, trick
from boru_env.rules import state as st
from boru_env.rules.actions import (
    BUY,
    CHOOSE_SPURN,
    CHOOSE_SUPPORT,
    FIRST_CARD,
    FIRST_TOWN,
    LOWER_ROW,
    NUM_ACTIONS,
    STOP,
    UPPER_ROW,
)
from boru_env.rules.compiled import Mask, Records, State, Tables, compiled
from boru_env.rules.upkeep import battle, church, marriage, regions


@compiled
def draw_deal(tables: Records, states: Records, i: int, num_players: int, key: npt.NDArray[np.uint32]) -> None:
    """Clear row `i` and draw all chance of a new game; `begin` has to follow.

    Args:
        tables: (1,) `TABLES`.
        states: (N,) `STATE`; row `i` is overwritten.
        i: row.
        num_players: 3, 4 or 5.
        key: (2,) uint32, any values: the same key gives the same game.
    """
    clear(tables, states, i, num_players)
    s = states[i]
    s["key"][0] = key[0]
    s["key"][1] = key[1]
    setup.draw_deal(tables[0], s)


@compiled
def clear(tables: Records, states: Records, i: int, num_players: int) -> None:
    """Clear row `i`, to be filled with a given deal, or with a position."""
    s = states[i]
    s["key"][0] = 0
    s["key"][1] = 0
    s["counter"] = 0
    setup.clear(tables[0], s, num_players)


@compiled
def begin(tables: Records, states: Records, i: int) -> None:
    """Run row `i`, whose deal is filled in, to its first decision."""
    setup.set_up(tables[0], states[i])
    setup.ask_start(tables[0], states[i])


@compiled
def resume(tables: Records, states: Records, i: int) -> None:
    """Run row `i` on from its step to the next decision: for a position that was set up."""
    run_on(tables[0], states[i])


@compiled
def legal_mask(tables: Records, states: Records, i: int, mask: Mask) -> None:
    """Fill `mask`, (80,) int8, with what the seat to act may do: 1 = legal; all zero after the end."""
    fill_mask(tables[0], states[i], mask)


@compiled
def apply(tables: Records, states: Records, i: int, action: int) -> bool:
    """Perform the decision and run on to the next one or to the end.

    Returns:
        False, and the state untouched, if the action is not legal.
    """
    if action < 0 or action >= NUM_ACTIONS:
        return False
    mask = np.empty(NUM_ACTIONS, np.int8)
    fill_mask(tables[0], states[i], mask)
    if mask[action] == 0:
        return False
    perform(tables[0], states[i], action)
    run_on(tables[0], states[i])
    return True


@compiled
def fill_mask(t: Tables, s: State, mask: Mask) -> None:
    """Fill the mask by the rule of the phase."""
    mask[:] = 0
    cards = mask[FIRST_CARD:FIRST_TOWN]
    towns = mask[FIRST_TOWN:UPPER_ROW]
    phase = s["phase"]
    if phase == st.DRAFT:
        draft.legal_picks(s, cards)
    elif phase == st.PLAY_CARD:
        trick.legal_plays(t, s, cards)
    elif phase == st.CHOOSE_SECONDARY:
        mask[UPPER_ROW] = 1
        mask[LOWER_ROW] = 1
    elif phase == st.BUY_CHURCH or phase == st.BUY_RAIDER or phase == st.BUY_STEP:
        mask[BUY] = 1
        mask[STOP] = 1
    elif phase == st.CHOOSE_TOWN:
        trick.legal_leads(t, s, towns)
    elif phase == st.PLACE_START:
        setup.legal_starts(t, s, towns)
    elif phase == st.EXPAND:
        effects.legal_expansions(t, s, towns)
        mask[STOP] = 1
    elif phase == st.LIBERATE:
        effects.legal_liberations(t, s, towns)
    elif phase == st.MARRIAGE_TOWN:
        marriage.legal_marriage_towns(t, s, towns)
    elif phase == st.PRINCESS_CHOICE:
        mask[CHOOSE_SUPPORT : CHOOSE_SPURN + 1] = 1
    elif phase == st.TRACK_TOWN:
        marriage.legal_track_towns(t, s, towns)
    elif phase == st.RAID_TOWN:
        battle.legal_raids(t, s, towns)
    elif phase == st.MONASTERY:
        church.legal_sites(t, s, towns)


@compiled
def perform(t: Tables, s: State, action: int) -> None:
    """Perform a legal action, unchecked; `run_on` has to follow."""
    phase = s["phase"]
    card = action - FIRST_CARD
    town = action - FIRST_TOWN
    if phase == st.DRAFT:
        draft.select(s, card)
    elif phase == st.PLAY_CARD:
        trick.play_card(t, s, card)
    elif phase == st.CHOOSE_SECONDARY:
        trick.begin_row(s, trick.UPPER if action == UPPER_ROW else trick.LOWER)
    elif phase == st.BUY_CHURCH or phase == st.BUY_RAIDER or phase == st.BUY_STEP:
        if action == BUY:
            effects.buy(t, s)
        else:
            effects.stop_buying(s)
    elif phase == st.CHOOSE_TOWN:
        trick.choose_town(s, town)
    elif phase == st.PLACE_START:
        setup.place_start(s, town)
    elif phase == st.EXPAND:
        if action != STOP:
            effects.expand(t, s, town)
    elif phase == st.LIBERATE:
        effects.liberate(s, town)
    elif phase == st.MARRIAGE_TOWN or phase == st.TRACK_TOWN:
        st.place_disc(s, s["seat"], town)
    elif phase == st.PRINCESS_CHOICE:
        marriage.choose_princess(t, s, action - CHOOSE_SUPPORT)
    elif phase == st.RAID_TOWN:
        battle.lose_town(s, town)
    elif phase == st.MONASTERY:
        church.build(s, town)


@compiled
def run_on(t: Tables, s: State) -> None:
    """Run the steps of the game, in its order, until somebody has to decide or it is over."""
    s["phase"] = st.RUNNING
    while s["phase"] == st.RUNNING:
        step = s["step"]
        if step == st.STEP_START:
            setup.ask_start(t, s)
        elif step == st.STEP_PREPARE:
            setup.prepare_round(t, s)
        elif step == st.STEP_DEAL:
            draft.deal_cards(t, s)
        elif step == st.STEP_DRAFT:
            draft.ask_draft(t, s)
        elif step == st.STEP_LEAD:
            trick.ask_lead(t, s)
        elif step == st.STEP_PLAY:
            trick.ask_play(t, s)
        elif step == st.STEP_RESOLVE:
            trick.resolve_next(t, s)
        elif step == st.STEP_SYMBOL:
            effects.resolve_symbol(t, s)
        elif step == st.STEP_PURCHASE:
            effects.ask_purchase(t, s)
        elif step == st.STEP_SETTLE:
            effects.settle(s)
        else:
            run_upkeep(t, s, step)


@compiled
def run_upkeep(t: Tables, s: State, step: int) -> None:
    """Run one step of the upkeep."""
    if step == st.STEP_MARRIAGE:
        marriage.take_marriage(t, s)
    elif step == st.STEP_FAREWELL:
        marriage.farewell(s)
    elif step == st.STEP_TRACK:
        marriage.reward_track(t, s)
    elif step == st.STEP_BATTLE:
        battle.begin_battle(s)
    elif step == st.STEP_RAID:
        battle.raid_next(t, s)
    elif step == st.STEP_SPOILS:
        battle.share_spoils(t, s)
    elif step == st.STEP_CHURCH:
        church.favour_leader(t, s)
    elif step == st.STEP_CHURCH_LEADER:
        church.crown_leader(s)
    elif step == st.STEP_CHURCH_POINT:
        church.reward_most(s)
    elif step == st.STEP_CHURCH_FOUR:
        church.favour_four(t, s)
    elif step == st.STEP_REGIONS:
        regions.claim_regions(t, s)
