"""Pgx on the CPU: a vectorised step in JAX, random legal actions, finished games reset in the same call."""

import os
from typing import Any

from bench.measure import Loop, repeat

GAMES = ("sparrow_mahjong", "leduc_holdem")
NUM_GAMES = 1024


def loops() -> dict[str, Loop]:
    """Give one loop a game, on one thread.

    Raises:
        ImportError: Pgx is not installed.
    """
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
    import jax
    import pgx
    from pgx.experimental import auto_reset

    found: dict[str, Loop] = {}
    for name in GAMES:
        env = pgx.make(name)
        found[f"Pgx {name}, {NUM_GAMES} games, mask and observation"] = _loop(jax, env, auto_reset(env.step, env.init))
    return found


def _loop(jax: Any, env: Any, step: Any) -> Loop:
    numpy = jax.numpy

    def once(state: Any, key: Any) -> Any:
        logits = numpy.where(state.legal_action_mask, 0.0, -numpy.inf)
        actions = jax.random.categorical(key, logits, axis=-1)
        return jax.vmap(step)(state, actions, jax.random.split(key, NUM_GAMES))

    run = jax.jit(once)
    keys = iter(range(10**9))
    held = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), NUM_GAMES))]

    def steps() -> int:
        held[0] = jax.block_until_ready(run(held[0], jax.random.PRNGKey(next(keys))))
        return NUM_GAMES

    return lambda seconds: repeat(steps, seconds)
