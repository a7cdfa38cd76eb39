"""`training.rllib.environment`: the games of `SelfPlay`, with each seat paid at the end."""

import numpy as np
import pytest

pytest.importorskip("ray.rllib", reason="ray is not installed; `make test-clients` installs it")

from boru_env import SelfPlay, load_edition
from training.rllib.environment import SeatsEnv

pytestmark = [
    pytest.mark.slow,
    # Ray's own: what it will drop.
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning:ray"),
]

EDITION = load_edition("reconstructed")


class Context(dict):
    """As much of RLlib's `EnvContext` as the environment reads."""

    def __init__(self, worker_index=0, num_players=4, stream=0, reward="margin"):
        super().__init__(num_players=num_players, stream=stream, reward=reward, edition=EDITION)
        self.worker_index = worker_index


def after_forced(plain, batch):
    """Play on until there is a choice, or the end; gives the batch and how many decisions that took."""
    forced = 0
    while not batch.done[0] and batch.mask[0].sum() == 1:
        batch, forced = plain.step([int(batch.mask[0].argmax())]), forced + 1
    return batch, forced


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_the_environment_plays_the_games_of_self_play_and_pays_every_seat_at_the_end(num_players):
    env = SeatsEnv(Context(num_players=num_players))
    plain = SelfPlay(1, num_players, EDITION, "margin", 0, observe="uint8")
    rng, seeds, forced = np.random.default_rng(0), np.random.default_rng([9, 0, 0]), 0
    for _ in range(5):
        (observations, infos), over = env.reset(seed=9), False
        batch, count = after_forced(plain, plain.reset(int(seeds.integers(2**63))))
        assert not infos
        while not over:
            forced += count
            ((agent, seen),) = observations.items()
            assert env.observation_spaces[agent].contains(seen)
            assert agent == f"player_{batch.seat[0]}"
            assert np.array_equal(seen["observation"], batch.obs[0])
            assert np.array_equal(seen["action_mask"], batch.mask[0])
            action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
            observations, rewards, terminateds, truncateds, _ = env.step({agent: action})
            batch, count = after_forced(plain, plain.step([action]))
            over = terminateds["__all__"]
            assert over == batch.done[0]
            assert not truncateds["__all__"]
            assert over or rewards == dict.fromkeys(observations, 0.0)
        assert not observations
        assert rewards == {f"player_{seat}": batch.rewards[0, seat] for seat in range(num_players)}
        assert len(set(rewards.values())) > 1
    assert forced


def beginnings(context, seed):
    """Give three games after thirty choices, as bytes of what is seen then."""
    env, shown = SeatsEnv(context), []
    for _ in range(3):
        observations, _ = env.reset(seed=seed)
        for _ in range(30):
            ((agent, seen),) = observations.items()
            observations = env.step({agent: int(seen["action_mask"].argmax())})[0]
        shown.append(seen["observation"].tobytes())
    return shown


def test_games_follow_from_the_first_seed_the_process_and_the_stream():
    games = beginnings(Context(), 5)
    assert len(set(games)) == 3, "the same seed again, as RLlib gives it, must not be the same game again"
    assert games == beginnings(Context(), 5)
    for context, seed in ((Context(), 6), (Context(worker_index=1), 5), (Context(stream=1), 5)):
        assert not set(games) & set(beginnings(context, seed))
