"""Train a player with sb3-contrib's MaskablePPO on the Gymnasium environment.

    python -m training.maskable_ppo --minutes 10 --out runs/first

The learner sits in one seat, drawn anew each game; the others are drawn from a pool: past selves, scripted agents. The
model is saved to OUT/model.zip every minute and at the end, also on Ctrl-C; `--resume` goes on from there with the same
optimiser and step count (past selves begin anew). TensorBoard: `tensorboard --logdir OUT`.
"""

import argparse
import multiprocessing
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.utils import set_random_seed
from stable_baselines3.common.vec_env import SubprocVecEnv, VecEnv, VecMonitor

from agents.arena.lineups import split_players
from agents.arguments import one_line, refuse, stopped
from boru_env import load_edition  # this registers the environment as well
from boru_env.envs.registration import GYMNASIUM_ID
from boru_env.envs.sb3 import SeatVecEnv
from boru_env.errors import BoruError, OptionError
from training.maskable_options import MODEL, parse
from training.maskable_origin import resumed, tell
from training.opponent_pool import SELF, PooledOpponent, PooledOpponents, Snapshots
from training.progress import Watch, save
from training.sb3_policy import Sb3Policy
from training.selfplay.evaluate import judge
from training.writing import demand_numbers, writing


def pool_of(options: argparse.Namespace) -> list[str]:
    """Give the names of the opponents' pool."""
    pool = [name for name in split_players(options.opponents) if name]
    if options.workers and SELF in pool:
        raise OptionError("--workers: other processes cannot see past selves; leave 'self' out of --opponents")
    return pool


def make_games(options: argparse.Namespace, snapshots: Snapshots) -> VecEnv:
    """Make all games at once, monitored; each has its own seed."""
    pool = pool_of(options)
    told = ("win_share", "placement")
    if options.workers:
        make = make_seat(options, pool, snapshots)
        make().close()  # a mistake in the options is told here, not by a worker
        return make_vec_env(
            make,
            n_envs=options.num_envs,
            vec_env_cls=SubprocVecEnv,
            vec_env_kwargs={"start_method": "spawn"},
            monitor_kwargs={"info_keywords": told},
        )
    opponents = [PooledOpponents(pool, snapshots, options.seed)] * (options.num_players - 1)
    games = SeatVecEnv(options.num_envs, options.num_players, options.edition, options.reward, opponents)
    return VecMonitor(games, info_keywords=told)


def make_seat(
    options: argparse.Namespace, pool: list[str], snapshots: Snapshots
) -> Callable[[], gymnasium.Env[Any, Any]]:
    """Give a function that makes one environment; it can be sent to another process."""

    def make() -> gymnasium.Env[Any, Any]:
        if multiprocessing.parent_process() is not None:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the training, which then ends its workers
        opponents = [PooledOpponent(pool, snapshots) for _ in range(options.num_players - 1)]
        return gymnasium.make(
            GYMNASIUM_ID,
            num_players=options.num_players,
            edition=options.edition,
            reward=options.reward,
            opponents=opponents,
        )

    return make


def make_model(options: argparse.Namespace, games: VecEnv) -> MaskablePPO:
    """Make a new model, or load the one to go on from.

    Raises:
        OptionError: there is none to go on from, or it does not fit.
    """
    path = options.out / MODEL
    if options.resume:
        try:
            return MaskablePPO.load(path, env=games, tensorboard_log=str(options.out), device="cpu")
        except Exception as error:  # SB3 raises many kinds for a file that is no model or does not fit
            raise OptionError(f"--resume: {path} cannot be loaded: {one_line(error)}") from None
    if path.exists():
        raise OptionError(f"--out: {path} is there already; give --resume to go on, or another folder")
    try:
        options.out.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise OptionError(f"--out: {options.out} cannot be made: {one_line(error)}") from None
    return MaskablePPO(
        "MlpPolicy",
        games,
        n_steps=options.n_steps,
        batch_size=min(options.batch_size, options.n_steps * options.num_envs),
        n_epochs=options.n_epochs,
        learning_rate=options.learning_rate,
        ent_coef=options.ent_coef,
        gamma=options.gamma,
        gae_lambda=options.gae_lambda,
        policy_kwargs={"net_arch": [options.hidden, options.hidden]},
        tensorboard_log=str(options.out),
        seed=options.seed,
        device="cpu",
    )


def train(options: argparse.Namespace) -> Path:
    """Train, and give the path of the saved model.

    Raises:
        OptionError: an option is impossible.
        EditionError: the edition cannot be loaded.
    """
    if options.resume:
        options = resumed(options, options.out / MODEL)
    set_random_seed(options.seed)
    snapshots = Snapshots()
    games = make_games(options, snapshots)
    path: Path = options.out / MODEL
    try:
        model = make_model(options, games)
    except OptionError:
        close(games)
        raise
    tell(model, options)
    games.seed(games_seed(options.seed, model.num_timesteps))
    timesteps = 10**12 if options.minutes is not None else options.timesteps
    judged = partial(judge, Sb3Policy(model.policy), load_edition(options.edition), [options.num_players])
    judging = partial(judged, options.eval_games) if options.eval_games else None
    lost: OSError | None = None
    watch = Watch(path, options.minutes, timesteps, snapshots, judging, options.eval_every)
    try:
        model.learn(timesteps, callback=watch, reset_num_timesteps=not options.resume, tb_log_name="ppo")
    except KeyboardInterrupt:
        print("interrupted; saving what was learned", file=sys.stderr)
    except OSError as error:  # the logs', on a full disk
        lost = error
    except (ValueError, RuntimeError):  # torch's, where the probabilities are no numbers
        demand_numbers(model.policy, f"{model.num_timesteps:,} decisions", options.learning_rate)
        raise
    finally:
        watch.stop()
    demand_numbers(model.policy, f"{model.num_timesteps:,} decisions", options.learning_rate)
    with writing(options.out):
        save(model, path)
    close(games)
    if lost is not None:
        raise OptionError(f"--out: {options.out}: no more logs could be written: {one_line(lost)}; the model is saved")
    return path


def games_seed(seed: int, timesteps: int) -> int:
    """Give the seed of the games, 0 <= seed < 2**31: game i gets seed + i.

    It is drawn, not counted up, so that trainings of neighbouring seeds share no game, and a resumed one does not play
    its first games again.
    """
    return int(np.random.SeedSequence([seed, timesteps]).generate_state(1)[0] >> 1)


def close(games: VecEnv) -> None:
    """End all games; workers that an interrupt has left in the middle of a step are not waited for."""
    if isinstance(games, SubprocVecEnv) and games.waiting:
        for process in games.processes:
            process.terminate()
            process.join()
    else:
        games.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Train from the command line; bad options are told in one line, with exit code 2."""
    try:
        print(f"saved {train(parse(arguments))}")
    except (BoruError, MemoryError) as error:
        return refuse(error)
    except KeyboardInterrupt:
        return stopped()
    return 0


if __name__ == "__main__":
    sys.exit(main())
