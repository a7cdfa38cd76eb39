"""Actions, options and views with strange values: refused in words by every face, and nothing has changed."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boru_env import Action, Game, brian_boru_v0, describe
from boru_env.envs.seat import SeatEnv
from boru_env.errors import EditionError, IllegalActionError, OptionError, brief
from boru_env.rules.actions import NUM_ACTIONS
from helpers import one_game_in_each_phase
from strange import HUGE, STRANGE, quick, refusal

GAMES = one_game_in_each_phase(4, range(6))

TEXTS = st.text(max_size=12) | st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["card", "town", "Card", "princess", "buy", "", " card"]),
    st.sampled_from([" ", "", "  ", "\t", "\u00a0", "\n"]),
    st.sampled_from(
        ["1", "01", "+1", "-1", "26", "0", "1.0", "\u0661", "\uff11", "tara", "Tara", "support", "1_0", "\ud800"]
    ),
    st.sampled_from(["", " ", "\n", "\0"]),
)
ACTIONS = st.one_of(
    TEXTS,
    st.integers().filter(lambda number: not 0 <= number < NUM_ACTIONS),
    st.floats(),
    st.binary(max_size=4),
    st.sampled_from(STRANGE),
    st.sampled_from([np.array([1]), np.array(1.0), np.bool_(1), np.str_("card"), np.uint64(2**64 - 1), 10**30]),
    st.builds(
        Action, TEXTS | st.sampled_from(["card", "town", "buy"]), st.integers() | st.sampled_from([HUGE, True, 1.0])
    ),
    st.builds(Action, st.sampled_from([None, ["card"], {}, 3, HUGE]), st.just(0)),
)


@settings(**quick, max_examples=400)
@given(action=ACTIONS, phase=st.sampled_from(sorted(GAMES)))
def test_an_action_that_is_none_is_refused_and_the_game_is_untouched(action, phase):
    game = GAMES[phase]
    before, words = game.to_bytes(), [game.words(legal) for legal in game.legal_ids()]
    if type(action) in (str, Action, int) and action in [*words, *game.legal_actions(), *range(NUM_ACTIONS)]:
        return  # drawn by chance, and right
    assert refusal(lambda: game.apply(action), IllegalActionError).startswith("action ")
    assert game.to_bytes() == before


@pytest.mark.parametrize("value", STRANGE, ids=brief)
def test_both_environments_refuse_it_too_and_go_on(value):
    if type(value) is int and 0 <= value < NUM_ACTIONS:
        return
    raw, seat = brian_boru_v0.raw_env(num_players=3), SeatEnv(num_players=3)
    for env in (raw, seat):
        env.reset(seed=1)
        before = env.game.to_bytes()
        assert refusal(lambda env=env: env.step(value), IllegalActionError).startswith("action ")
        assert env.game.to_bytes() == before
        env.step(env.game.legal_ids()[0])


@pytest.mark.parametrize("value", [-1, 80, 1.0, "3", True, False, np.array([3]), HUGE], ids=brief)
def test_the_wrapped_environment_refuses_what_is_outside_its_action_space(value):
    env = brian_boru_v0.env(num_players=3)
    env.reset(seed=1)
    before = env.unwrapped.game.to_bytes()
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(value)
    assert env.unwrapped.game.to_bytes() == before


MAKERS = {
    "num_players": (lambda value: Game(value, seed=1), brian_boru_v0.raw_env, lambda value: SeatEnv(num_players=value)),
    "seed": (
        lambda value: Game(3, seed=value),
        lambda value: brian_boru_v0.raw_env().reset(seed=value),
        lambda value: SeatEnv().reset(seed=value),
    ),
    "seat": (
        lambda value: GAMES["draft"].observe(value),
        lambda value: GAMES["draft"].resample(value, np.random.default_rng(0)),
        lambda value: Game.from_view(GAMES["draft"].edition, GAMES["draft"]._states, value, np.random.default_rng(0)),
        lambda value: SeatEnv(seat=value),
    ),
    "opponents": (lambda value: SeatEnv(opponents=value), lambda value: SeatEnv(opponents=[value] * 3)),
    "reward": (lambda value: SeatEnv(reward=value), lambda value: brian_boru_v0.raw_env(reward=value)),
    "render_mode": (lambda value: SeatEnv(render_mode=value), lambda value: brian_boru_v0.raw_env(render_mode=value)),
    "rng": (lambda value: GAMES["draft"].resample(0, value),),
    "vector": (describe,),
    "options": (
        lambda value: SeatEnv().reset(options=value),
        lambda value: brian_boru_v0.raw_env().reset(options=value),
    ),
}
RIGHT = {"seed": (0, 7, 10**6, 2**63, HUGE, None), "seat": (0,), "opponents": (None,), "render_mode": (None,)}


@pytest.mark.parametrize("name", MAKERS)
def test_an_option_with_a_strange_value_is_refused_by_name(name):
    for value in STRANGE:
        right = name == "options" and (value is None or isinstance(value, dict))
        if right or any(value is good or (type(value) is int and value == good) for good in RIGHT.get(name, ())):
            continue
        for make in MAKERS[name]:
            said = refusal(lambda make=make, value=value: make(value), OptionError)
            assert said.startswith(f"{name}: "), (name, brief(value), said)


@pytest.mark.parametrize("value", STRANGE, ids=brief)
def test_an_edition_with_a_strange_name_is_refused(value):
    for make in (Game, brian_boru_v0.raw_env, SeatEnv):
        assert refusal(lambda make=make: make(3, value), EditionError).startswith(("edition", "/etc/hostname"))


@pytest.mark.parametrize("seed", [np.int64(5), np.uint8(5)])
def test_a_seed_may_be_of_any_whole_kind(seed):
    env, seat = brian_boru_v0.raw_env(), SeatEnv()
    for other in (env, seat):
        other.reset(seed=seed)
        before = other.game.to_bytes()
        other.reset(seed=5)
        assert other.game.to_bytes() == before


def test_words_of_what_is_no_action_are_refused():
    for action in (Action("card", 99), Action("town", -1), Action("dance"), "card 0", -1):
        with pytest.raises(IllegalActionError):
            GAMES["draft"].words(action)


def test_numbers_that_no_observation_has_are_not_described():
    vector = GAMES["draft"].observe(0)
    for strange in (float("nan"), float("inf"), -0.5, 5.0):
        vector[17] = strange
        with pytest.raises(OptionError, match="place 17"):
            describe(vector)


class Unshowable:
    def __repr__(self):
        raise RuntimeError


@pytest.mark.parametrize("value", [HUGE, Unshowable(), "x" * 10**6, "a\nb", np.zeros((50, 50)), [0] * 10**5], ids=brief)
def test_every_value_has_a_short_word_for_messages(value):
    assert 0 < len(brief(value)) < 130
    assert "\n" not in brief(value)
