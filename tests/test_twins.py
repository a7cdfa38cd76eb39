"""No leak: two games that differ only in what a seat cannot know look the same to it through every door."""

import numpy as np
import pytest

from agents.registry import FACTORIES, make_agent
from boru_env import SeatView, brian_boru_v0
from boru_env.rules import state as st
from helpers import one_game_in_each_phase, random_game

PLAYERS = (3, 4, 5)
SHIPPED = sorted((set(FACTORIES) - {"mcts", "ppo"}) | {"mcts:sims=6"})
TWINS = 3


def twins_of(game, seat, seed=0):
    """Give games that the seat cannot tell from this one."""
    rng = np.random.default_rng(seed)
    return [game.resample(seat, rng) for _ in range(TWINS)]


def decide(spec, game):
    agent = make_agent(spec)
    agent.reset(7, game.seat)
    return agent.act(SeatView(game))


@pytest.mark.parametrize("num_players", PLAYERS)
def test_twins_differ_in_all_that_is_hidden(num_players):
    """Else the tests below would compare a game with itself."""
    for phase, game in one_game_in_each_phase(num_players).items():
        true = game._states[0]
        for seat in range(num_players):
            drawn = [twin._states[0] for twin in twins_of(game, seat)]
            assert all((state["key"] != true["key"]).any() for state in drawn), phase
            if 1 <= true["round"] < true["rounds"]:
                assert any((state["viking_deck"] != true["viking_deck"]).any() for state in drawn), phase
                assert all((state["decks"][true["round"]] != true["decks"][true["round"]]).any() for state in drawn)
            if phase == "draft":
                assert all((state["card_place"] != true["card_place"]).any() for state in drawn)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_twins_look_the_same_through_the_pettingzoo_door(num_players):
    environment = brian_boru_v0.raw_env(num_players=num_players)
    environment.reset(seed=0)

    def shown(game, agent):
        environment.game = game
        environment._select_next()
        seen = environment.observe(agent)
        return (
            environment.agent_selection,
            seen["observation"].tobytes(),
            seen["action_mask"].tobytes(),
            environment.infos,
            environment.rewards,
            environment.terminations,
        )

    for phase, game in one_game_in_each_phase(num_players).items():
        if game.is_over:
            continue
        for seat, agent in enumerate(environment.possible_agents):
            for twin in twins_of(game, seat):
                assert shown(twin, agent) == shown(game, agent), phase


@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize("spec", SHIPPED)
def test_every_shipped_agent_decides_the_same_for_twins_in_every_phase(spec, num_players):
    games = one_game_in_each_phase(num_players)
    del games["game_over"]
    assert set(games) == set(st.PHASE_NAMES) - {"game_over"}
    for phase, game in games.items():
        wanted = decide(spec, game)
        for twin in twins_of(game, game.seat):
            assert decide(spec, twin) == wanted, phase


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_view_of_a_twin_is_the_same_to_the_last_byte(num_players):
    rng = np.random.default_rng(1)
    differed = 0
    for seed in range(4):
        for game in random_game(num_players, seed):
            if not game.is_over:
                twin = game.resample(game.seat, rng)
                differed += twin.to_json() != game.to_json()
                assert SeatView(twin)._states.tobytes() == SeatView(game)._states.tobytes(), game.phase
    assert differed > 50
