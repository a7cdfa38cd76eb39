"""The vector environment: Gymnasium's own vectors of single environments, to the last bit."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from boru_env import BoruError, Game, IllegalActionError, StateError
from boru_env.envs.registration import GYMNASIUM_ID
from boru_env.envs.seat import SeatEnv
from boru_env.envs.vector import SeatVectorEnv

PLAYERS = (3, 4, 5)
MODES = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)


def lowest(observations, masks):
    """A policy for batches and single games alike: the lowest legal action."""
    return masks.argmax(axis=-1)


class Last:
    """An agent that minds its game: the highest legal action after an even number of decisions, else the lowest."""

    name = "last"

    def reset(self, seed, seat):
        self.count = seed + seat

    def act(self, view):
        self.count += 1
        return view.legal_actions[-1 if self.count % 2 else 0]


def assert_equal(one, other, path=""):
    """Compare results with nested infos: same keys, dtypes and bytes."""
    if isinstance(one, dict):
        assert one.keys() == other.keys(), path
        for key in one:
            assert_equal(one[key], other[key], f"{path}.{key}")
    elif isinstance(one, np.ndarray) and one.dtype == object:
        for a, b in zip(one, other, strict=True):
            assert (a is None) == (b is None), path
            assert a is None or a.tobytes() == b.tobytes(), path
    else:
        assert one.dtype == other.dtype, path
        assert one.shape == other.shape, path
        assert one.tobytes() == other.tobytes(), path


def actions_for(infos, rng):
    """Give a random legal action for every row, 0 where an episode is over."""
    return np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in infos["action_mask"]])


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
@pytest.mark.parametrize(
    ("num_players", "options"),
    [
        (3, {"opponents": "random", "reward": "margin"}),
        (4, {"opponents": lowest, "seat": 2}),
        (4, {"opponents": ["random", Last(), lowest], "reward": "rank"}),
        (5, {"opponents": "random"}),
    ],
)
def test_it_gives_what_a_vector_of_single_environments_gives(num_players, options, mode):
    rows = 6
    native = SeatVectorEnv(rows, num_players, autoreset_mode=mode, **options)
    single = {key: Last() if isinstance(value, Last) else value for key, value in options.items()}
    sync = SyncVectorEnv([lambda: SeatEnv(num_players, **single) for _ in range(rows)], autoreset_mode=mode)
    if isinstance(single["opponents"], list):  # every environment its own agent
        sync = SyncVectorEnv(
            [lambda: SeatEnv(num_players, **options | {"opponents": ["random", Last(), lowest]}) for _ in range(rows)],
            autoreset_mode=mode,
        )
    rng = np.random.default_rng(0)
    ours, theirs = native.reset(seed=11), sync.reset(seed=11)
    ended = 0
    for _ in range(260):
        for a, b in zip(ours, theirs, strict=True):
            assert_equal(a, b)
        ended += int(ours[2].sum()) if len(ours) == 5 else 0
        actions = actions_for(ours[-1], rng)
        ours, theirs = native.step(actions), sync.step(actions)
    assert ended > rows


def test_an_illegal_action_ends_its_episode_as_in_the_single_environment():
    native, sync = SeatVectorEnv(3, 4), SyncVectorEnv([lambda: SeatEnv(4) for _ in range(3)])
    (_, infos), _ = native.reset(seed=1), sync.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    actions[1] = infos["action_mask"][1].argmin()
    ours, theirs = native.step(actions), sync.step(actions)
    for a, b in zip(ours, theirs, strict=True):
        assert_equal(a, b)
    assert ours[1].tolist() == [0, -1, 0]
    assert ours[2].tolist() == [False, True, False]
    assert ours[4]["illegal_action"].tolist() == [False, True, False]


def test_with_autoreset_off_a_finished_episode_waits_for_its_reset():
    env = SeatVectorEnv(4, 3, autoreset_mode="Disabled")
    rng = np.random.default_rng(0)
    _, infos = env.reset(seed=2)
    over = np.zeros(4, bool)
    while not over.any():
        _, rewards, over, _, infos = env.step(actions_for(infos, rng))
    assert (rewards[over] != 0).all()
    running = [env.game(row) for row in np.flatnonzero(~over)]
    with pytest.raises(StateError, match="an episode is over"):
        env.step(np.zeros(4, int))
    _, infos = env.reset(options={"reset_mask": over})
    assert infos["_seat"].tolist() == over.tolist()
    assert [env.game(row) for row in np.flatnonzero(~over)] == running
    masks = env.action_masks()
    assert masks.any(axis=1).all()
    env.step(masks.argmax(axis=1))


def test_make_vec_makes_it_and_gymnasiums_wrappers_stand_on_it():
    env = gymnasium.make_vec(
        GYMNASIUM_ID, num_envs=5, vectorization_mode="vector_entry_point", num_players=3, reward="rank"
    )
    assert isinstance(env.unwrapped, SeatVectorEnv)
    assert env.unwrapped.spec.id == GYMNASIUM_ID
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    wrapped = gymnasium.wrappers.vector.NormalizeReward(wrapped)
    wrapped = gymnasium.wrappers.vector.ClipReward(wrapped, -1, 1)
    rng = np.random.default_rng(1)
    observations, infos = wrapped.reset(seed=3)
    lengths = []
    for _ in range(200):
        observations, rewards, over, _, infos = wrapped.step(actions_for(infos, rng))
        assert env.observation_space.contains(observations)
        assert np.isfinite(rewards).all()
        lengths += infos["episode"]["l"][over].tolist() if over.any() else []
    assert len(lengths) >= 5
    assert min(lengths) > 30
    wrapped.close()


def test_deals_and_positions_start_all_rows_alike():
    env = SeatVectorEnv(3, 4, seat=1)
    deal = Game(4, seed=9).deal
    env.reset(seed=0, options={"deal": deal})
    assert all(env.game(row).deal == deal for row in range(3))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"num_envs": 0}, "num_envs: is 0"),
        ({"num_players": 6}, "num_players: is 6"),
        ({"reward": len}, "reward: is <built-in"),
        ({"opponents": "nobody"}, "opponents: 'nobody' is none"),
        ({"opponents": ["random"]}, "opponents: 1 are given; with 4 players there are 3"),
        ({"seat": 4}, "seat: is 4"),
        ({"seat": "left"}, "seat: is 'left'"),
        (
            {"autoreset_mode": "Never"},
            "it must be one of 'NextStep', 'SameStep', 'Disabled'",
        ),
    ],
)
def test_impossible_options_are_told(options, words):
    with pytest.raises(BoruError) as caught:
        SeatVectorEnv(**{"num_envs": 2, **options})
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ([0], "shape \\(1,\\); they must be integers, shape \\(2,\\)"),
        ([0.0, 1.0], "are float64"),
        ([0, 80], "actions\\[1\\]: is 80"),
        ([-1, 0], "actions\\[0\\]: is -1"),
    ],
)
def test_values_that_are_no_actions_are_refused_before_any_game_moves(actions, words):
    env = SeatVectorEnv(2, 4)
    with pytest.raises(StateError):
        env.step(np.zeros(2, int))
    env.reset(seed=0)
    before = [env.game(row) for row in range(2)]
    with pytest.raises(IllegalActionError, match=words):
        env.step(np.array(actions))
    assert [env.game(row) for row in range(2)] == before


@pytest.mark.parametrize("mask", [[True, False], np.array([1, 0]), np.array([True]), np.zeros(2, bool)])
def test_reset_masks_that_do_not_fit_are_told(mask):
    env = SeatVectorEnv(2, 4)
    env.reset(seed=0)
    with pytest.raises(BoruError, match="reset_mask: is"):
        env.reset(options={"reset_mask": mask})


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        (lambda observations, masks: masks.argmin(axis=1), r"opponent in seat \d of game \d: action"),
        (lambda observations, masks: 0.5, "a policy gave float64"),
        (lambda observations, masks: np.zeros((len(masks), 1), int), r"shape \(2, 1\); it must give integers, shape"),
    ],
)
def test_a_policy_that_chooses_what_is_not_legal_is_told(policy, words):
    env = SeatVectorEnv(2, 4, opponents=policy, seat=0)

    def play():
        env.reset(seed=0)
        for _ in range(5):
            env.step(env.action_masks().argmax(axis=1))

    with pytest.raises(IllegalActionError, match=words):
        play()
