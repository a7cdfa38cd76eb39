"""Whole games of `greedy`, compiled, of which some decisions are kept to be learned from."""

import numpy as np
import numpy.typing as npt

from agents.greedy.policy import choose, load_weights
from agents.greedy.values import VALUES
from agents.learned.guide import fill_guides
from boru_env import Edition, Game
from boru_env.rules.actions import NUM_ACTIONS
from boru_env.rules.chance import philox
from boru_env.rules.compiled import Mask, Records, compiled
from boru_env.rules.engine import fill_mask, perform, run_on
from boru_env.rules.state import GAME_OVER
from boru_env.views.batch import begin_game, blank_states, pay
from boru_env.views.layout import OBSERVATION_SIZE
from boru_env.views.observation import fill_observation
from boru_env.views.random_play import ACTION_STREAM, Key, pick_uniform
from training.selfplay.choices import Choices, reward_of
from training.selfplay.options import Options

KEEP = 0.2
"""Share of the choices that are kept: many games teach more than many choices of one game."""

NOISE_STREAM, KEEP_STREAM = np.uint64(0x20000000), np.uint64(0x10000000)


@compiled
def is_drawn(key: Key, stream: np.uint64, game: int, decision: int, share: float) -> bool:
    """Tell whether a decision is among a random share, by the generator's word of (game, decision)."""
    word = philox(np.uint64(key[0]) ^ ACTION_STREAM ^ stream, np.uint64(key[1]) ^ np.uint64(game), np.uint64(decision))
    return bool(word < share * 2.0**32)


@compiled
def play_demonstrations(
    tables: Records,
    states: Records,
    players: Mask,
    kind: int,
    key: Key,
    noise: float,
    keep: float,
    weights: Records,
    guides: int,
    obs: npt.NDArray[np.uint8],
    masks: npt.NDArray[np.int8],
    actions: npt.NDArray[np.int64],
    seats: npt.NDArray[np.int8],
    games: npt.NDArray[np.int64],
    rewards: npt.NDArray[np.float32],
    points: npt.NDArray[np.int32],
) -> tuple[int, int]:
    """Play G games; keep M choices at most.

    Args:
        tables: (1,) `TABLES`.
        states: (1,) `STATE`, room for a game.
        players: (G,) number of players of each.
        kind: which reward, of `REWARD_KINDS`.
        key: (2,) uint32.
        noise: share of the choices in which any legal action is taken instead.
        keep: share of the choices that are kept.
        weights: (1,) `WEIGHTS` of `greedy`.
        guides: NUM_GUIDES if guides are kept, too, else 0.
        obs: (M, OBSERVATION_SIZE + guides), filled like all that follow.
        masks: (M, 80).
        actions: (M,) what `greedy` would do.
        seats: (M,) who chose.
        games: (M,) in which game.
        rewards: (G, 5) what each game paid.
        points: (G, 5) its final points.

    Returns:
        How many choices were kept, and how many decisions were played.
    """
    mask, scores, values = np.empty(NUM_ACTIONS, np.int8), np.empty(NUM_ACTIONS), np.empty(1, VALUES)
    words = mask.view(np.uint64)
    t, s, kept, played = tables[0], states[0], 0, 0
    for game in range(len(players)):
        begin_game(tables, states, 0, players[game], key, game, 0)
        decision = 0
        while s["phase"] != GAME_OVER:
            fill_mask(t, s, mask)
            action = choose(t, s, weights[0], values[0], mask, scores)
            if np.sum(mask) > 1:
                if kept < len(actions) and is_drawn(key, KEEP_STREAM, game, decision, keep):
                    fill_observation(t, s, s["seat"], obs[kept, :OBSERVATION_SIZE])
                    if guides > 0:
                        fill_guides(t, s, weights[0], values[0], mask, scores, obs[kept, OBSERVATION_SIZE:])
                    masks[kept], actions[kept], seats[kept], games[kept] = mask, action, s["seat"], game
                    kept += 1
                if is_drawn(key, NOISE_STREAM, game, decision, noise):
                    action = pick_uniform(words, key, game, decision)
            perform(t, s, action)
            run_on(t, s)
            decision += 1
        played += decision
        pay(s, kind, rewards[game])
        for seat in range(len(points[game])):
            points[game, seat] = s["final_points"][seat]
    return kept, played


def demonstrate(
    edition: Edition, players: npt.NDArray[np.int8], kind: int, options: Options, guides: int, seed: int
) -> tuple[Choices, int]:
    """Give choices of `greedy` in G games with what they came to as targets, and how many decisions were played.

    Args:
        edition: what is played.
        players: (G,) number of players of each game.
        kind: which reward, of `REWARD_KINDS`.
        options: of the run.
        guides: NUM_GUIDES, or 0 for networks that read none.
        seed: of deals and noise.
    """
    most, count = 80 * len(players), len(players)
    obs = np.empty((most, Game.OBSERVATION_SIZE + guides), np.uint8)
    masks, seats = np.empty((most, Game.NUM_ACTIONS), np.int8), np.empty(most, np.int8)
    actions, games = np.empty(most, np.int64), np.empty(most, np.int64)
    rewards, points = np.zeros((count, 5), np.float32), np.zeros((count, 5), np.int32)
    key = np.random.SeedSequence(seed).generate_state(2).astype(np.uint32)
    kept, played = play_demonstrations(
        edition.tables, blank_states(1), players, kind, key, options.pretrain_noise, KEEP, load_weights("tuned"),
        guides, obs, masks, actions, seats, games, rewards, points,
    )  # fmt: skip
    games, seats, actions = games[:kept], seats[:kept], actions[:kept]
    paid = reward_of(rewards, points, players, options.margin_weight, options.reward_scale)
    place = np.arange(5)[None]
    turn = (seats[:, None] + place) % players[games][:, None]
    target = np.where(place < players[games][:, None], paid[games[:, None], turn], np.nan).astype(np.float32)
    nothing = np.zeros(kept, np.float32)
    choices = Choices(
        obs[:kept], masks[:kept], actions, nothing, nothing, target[:, 0], np.ascontiguousarray(target[:, 1:]), actions
    )
    return choices, played
