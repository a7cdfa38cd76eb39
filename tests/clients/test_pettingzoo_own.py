"""PettingZoo's own wrappers and conversions; they need nothing extra."""

import itertools

import pettingzoo.utils.wrappers as wrappers
import pytest
from pettingzoo.utils import BaseWrapper, aec_to_parallel, conversions, turn_based_aec_to_parallel
from plain_loop import PLAYERS, SEEDS, add, aec_game, choose, example, np, plain_game

from boru_env import brian_boru_v0

TRANSPARENT = {
    "AssertOutOfBoundsWrapper": wrappers.AssertOutOfBoundsWrapper,
    "BaseWrapper": BaseWrapper,
    "OrderEnforcingWrapper": wrappers.OrderEnforcingWrapper,
    "TerminateIllegalWrapper": lambda env: wrappers.TerminateIllegalWrapper(env, illegal_reward=-1),
}


@pytest.mark.parametrize("wrap", TRANSPARENT.values(), ids=TRANSPARENT)
def test_pettingzoos_wrappers_change_no_game(wrap):
    for num_players in PLAYERS:
        for seed in SEEDS:
            assert aec_game(wrap(brian_boru_v0.raw_env(num_players=num_players)), seed) == plain_game(num_players, seed)


def test_several_games_in_one_pay_what_the_games_pay():
    env = wrappers.MultiEpisodeEnv(brian_boru_v0.env(num_players=3), num_episodes=4)
    env.reset(seed=1)
    rng, returns, games = np.random.default_rng(0), {}, set()
    right: dict[str, float] = {}
    for agent in env.agent_iter(max_iter=10_000):
        observation, reward, terminated, truncated, info = env.last()
        add(returns, {agent: reward})
        if terminated or truncated:
            games.add(str(env.unwrapped.game.deal))
            add(right, {agent: (3 * info["win_shares"][env.possible_agents.index(agent)] - 1) / 2})
            env.step(None)
        else:
            env.step(choose(observation["action_mask"], rng))
    assert len(games) == 4
    assert returns == pytest.approx(right)


def test_the_text_for_people_comes_through_pettingzoos_wrappers():
    env = wrappers.OrderEnforcingWrapper(brian_boru_v0.raw_env(num_players=3, render_mode="ansi"))
    env.reset(seed=1)
    assert env.render().strip() == str(env.unwrapped.game).strip()


@pytest.mark.parametrize("num_players", PLAYERS)
def test_turn_based_conversion_pays_as_the_plain_loop_does(num_players):
    for seed in SEEDS:
        env = turn_based_aec_to_parallel(brian_boru_v0.env(num_players=num_players))
        observations, _ = env.reset(seed=seed)
        rng, returns, moves = np.random.default_rng(seed), {}, []
        while env.agents:
            (agent,) = (name for name, seen in observations.items() if seen["action_mask"].any())
            moves.append((agent, choose(observations[agent]["action_mask"], rng)))
            observations, rewards, _, _, _ = env.step(dict([moves[-1]]))
            add(returns, rewards)
        assert (returns, moves) == plain_game(num_players, seed)


REFUSED = {
    "aec_to_parallel": aec_to_parallel,
    "aec_to_parallel_wrapper": conversions.aec_to_parallel_wrapper,
    "parallel_wrapper_fn": lambda env: conversions.parallel_wrapper_fn(lambda: env)(),
}


@pytest.mark.parametrize("convert", REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("make", [brian_boru_v0.env, brian_boru_v0.raw_env])
def test_conversions_that_need_a_cycle_of_turns_are_refused_at_construction(convert, make):
    env = make(num_players=4)
    assert env.metadata["is_parallelizable"] is False
    with pytest.raises(AssertionError, match=r"not generally safe.*is_parallelizable"):
        convert(env)


def test_turns_are_no_cycle_and_one_agent_may_decide_several_times_in_a_row():
    for num_players in PLAYERS:
        agents = [agent for agent, _ in plain_game(num_players, 0)[1]]
        assert any(first == second for first, second in itertools.pairwise(agents))
        assert len(set(itertools.pairwise(agents))) > num_players


# PettingZoo's RecordVideo, refused, stumbles over itself when it is collected.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_wrappers_for_numbers_and_pictures_are_refused_at_construction(tmp_path):
    with pytest.raises(AssertionError, match="Box"):
        wrappers.ClipOutOfBoundsWrapper(brian_boru_v0.env())
    if hasattr(wrappers, "RecordVideo"):  # from PettingZoo 1.27 on
        with pytest.raises(ValueError, match=r"[Rr]ender"):
            wrappers.RecordVideo(brian_boru_v0.env(render_mode="ansi"), str(tmp_path))


def test_the_example_of_the_page_runs():
    assert not example("PettingZoo")["env"].agents
