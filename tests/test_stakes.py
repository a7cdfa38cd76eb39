"""What guides say exactly: what the board would pay now, what a town would change, and who may hold which card."""

import numpy as np
import pytest

from agents.learned.holders import chance_of_none, fill_holders
from agents.learned.stakes import STAKES, change, count_stakes, lead
from boru_env import Game, SelfPlay
from boru_env.editions.tables import MAX_SEATS, NUM_CARDS
from boru_env.rules.compiled import compiled
from boru_env.rules.state import CHOOSE_TOWN, HAND, NONE, PLAY_CARD, copy_states
from boru_env.rules.strength import VIKINGS, strengths
from boru_env.rules.upkeep.regions import claim_regions
from boru_env.views.slots import UNSEEN
from helpers import one_game_in_each_phase

DRAWS = 1500


@compiled
def stakes_of(tables, states, row, out):
    """Count what is at stake in a position."""
    count_stakes(tables[0], states[row], strengths(tables[0], states[row]), out[0])


@compiled
def change_of(tables, states, row, stakes, region, side, more, towns, loser):
    """Fill what a change brings, and give the lead of seat 1 after it."""
    change(tables[0], states[row], stakes[0], region, side, more, towns, loser)
    return lead(states[row], stakes[0], 1, True)


@compiled
def settle(tables, states):
    """Claim and score as at the end of the last round."""
    states[0]["round"] = states[0]["rounds"]
    claim_regions(tables[0], states[0])


@compiled
def holders_of(tables, states, row, seat, slots, out):
    """Fill who may hold which card."""
    fill_holders(tables[0], states[row], seat, slots, out)


@compiled
def none_of(tables, states, row, seat, above, colour, to_come, holders):
    """Give the chance that nobody holds a better card."""
    return chance_of_none(tables[0], states[row], seat, above, colour, to_come, holders)


@pytest.fixture(scope="module")
def games():
    """Games of 3, 4 and 5 players in all stages."""
    batch = SelfPlay(150, [3, 4, 5] * 50, seed=5)
    batch.stagger(2 * np.arange(150))
    return batch


def settled(edition, states):
    """The final points, were the round to end with the claims now."""
    states = copy_states(states)
    settle(edition.tables, states)
    return states[0]["final_points"].astype(int)


def after(edition, states, changes):
    """The same after changes to towns: (field, town, value)."""
    states = copy_states(states)
    for field, town, value in changes:
        states[field][0, town] = value
    return settled(edition, states)


def test_stakes_are_what_the_claims_and_the_scoring_would_pay(games):
    stakes = np.zeros(1, STAKES)
    for row in range(games.num_games):
        stakes_of(games.edition.tables, games.states, row, stakes)
        players = games.num_players[row]
        expected = settled(games.edition, games.states[row : row + 1])
        assert np.array_equal(stakes["points"][0, :players], expected[:players])


@pytest.mark.parametrize("kind", ["free", "monastery", "raided", "freed"])
def test_a_change_is_the_difference_that_the_rules_make(games, kind):
    stakes, tables, tried = np.zeros(1, STAKES), games.edition.tables, 0
    for row in range(games.num_games):
        state, players = games.states[row : row + 1], int(games.num_players[row])
        stakes_of(tables, games.states, row, stakes)
        now = settled(games.edition, state)
        for town in range(tables[0]["num_towns"]):
            owner, raided, has_monastery = (
                int(state[name][0, town]) for name in ("town_disc", "town_viking", "town_monastery")
            )
            region, size = int(tables[0]["town_region"][town]), 1 + has_monastery
            found = "free" if owner == NONE else "freed" if raided else "raided"
            if kind == "monastery" and found == "raided" and not has_monastery:
                changes, given = [("town_monastery", town, 1)], (owner, 1, 0, NONE)
            elif kind != found:
                continue
            elif kind == "free":
                side = town % players
                changes, given = [("town_disc", town, side)], (side, 1, 1, NONE)
            elif kind == "raided":
                changes, given = [("town_viking", town, 1)], (VIKINGS, size, 1, owner)
            else:
                changes, given = [("town_viking", town, 0)], (owner, size, 1, VIKINGS)
            ahead = change_of(tables, games.states, row, stakes, region, *given)
            then = after(games.edition, state, changes)
            if state["princess"][0] == 0:  # support and trade give the Vikings' towns to a player
                tried += 1
                assert np.array_equal(stakes["changed"][0, :players], (then - now)[:players]), (row, town)
                assert ahead == then[1] - np.delete(then[:players], 1).max()
    assert tried > 200 or (kind == "freed" and tried > 20)


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_who_may_hold_a_card_is_how_often_drawn_games_say_so(num_players):
    slots, chances = np.zeros((6, 6), np.int64), np.zeros((NUM_CARDS, MAX_SEATS))
    rng, tried = np.random.default_rng(num_players), 0
    game = Game(num_players, seed=num_players)
    while not game.is_over and tried < 4:
        state = game._states
        if state["phase"][0] in (CHOOSE_TOWN, PLAY_CARD) and rng.random() < 0.15 and not state["void"][0].any():
            tried, seat = tried + 1, int(state["seat"][0])
            holders_of(game.edition.tables, state, 0, seat, slots, chances)
            counted = np.zeros((NUM_CARDS, MAX_SEATS))
            for _ in range(DRAWS):
                places = game.resample(seat, rng)._states["card_place"][0]
                held = (places >= HAND) & (places < HAND + num_players) & (places % 8 != seat)
                counted[np.flatnonzero(held), places[held] % 8] += 1 / DRAWS
            assert np.abs(counted - chances).max() < 5 * 0.5 / np.sqrt(DRAWS)
            assert counted.sum() == pytest.approx(chances.sum())
        game.apply(int(rng.choice(game.legal_ids())))
    assert tried == 4


def test_a_position_without_a_draft_spreads_what_is_hidden_over_the_hands():
    game = one_game_in_each_phase(4)["play_card"]
    states = copy_states(game._states)
    states["draft_step"], states["card_origin"], states["card_pick"] = 0, NONE, 0
    slots, chances = np.zeros((6, 6), np.int64), np.zeros((NUM_CARDS, MAX_SEATS))
    seat = int(states["seat"][0])
    holders_of(game.edition.tables, states, 0, seat, slots, chances)
    places = states["card_place"][0]
    for other in range(4):
        assert chances[:, other].sum() == pytest.approx(0 if other == seat else (places == HAND + other).sum())
    assert len(np.unique(chances[chances[:, (seat + 1) % 4] > 0][:, (seat + 1) % 4])) == 1
    assert slots[UNSEEN].sum() == slots.sum() > 0


def test_the_chance_that_nobody_can_beat_a_card_counts_each_card_that_could():
    edition, holders = Game(4, seed=1).edition, np.zeros((NUM_CARDS, MAX_SEATS))
    states, colours = Game(4, seed=1)._states, edition.tables[0]["card_colour"]
    colour = int(colours[10])
    better = [card for card in range(11, NUM_CARDS) if colours[card] in (colour, 3)]
    holders[better[0], 1], holders[better[1], 2], holders[better[1], 3], holders[9, 1] = 0.5, 0.25, 0.25, 1.0
    assert none_of(edition.tables, states, 0, 0, 10, colour, 3, holders) == (0.25, 1.0)
    assert none_of(edition.tables, states, 0, 0, 10, colour, 1, holders) == (0.5, 0.5)
    assert none_of(edition.tables, states, 0, 0, better[1], colour, 3, holders) == (1.0, 0.0)
