"""Small runs of self-play PPO, and plain recomputations of what a seat's stream of choices gains."""

import torch

from training.selfplay.options import Options
from training.selfplay_ppo import Run

MIXED = {"self_share": 0.4, "pool_share": 0.2, "greedy_share": 0.2, "random_share": 0.2}
SMALL = Options(
    num_players="3,4,5", num_games=24, num_steps=50, hidden=16, threads=1, network="mlp", reward="win",
    reward_scale=1, gae_lambda=0.98, minibatch_size=256, update_epochs=2, learning_rate=1.5e-3, ent_coef=0.01,
    snapshot_every=10, **MIXED,
)  # fmt: skip


def plain_streams(rollouts):
    """All streams of all rollouts: each choice's value, log-probability, reward and the rollout in which it closed."""
    streams, current = [], {}
    for number, a in enumerate(rollouts):
        for t in range(len(a["seat"])):
            for row in range(a["seat"].shape[1]):
                seat = int(a["seat"][t, row])
                if a["learned"][t, row]:
                    before = current.setdefault((row, seat), [])
                    if before:
                        before[-1]["closed"] = number
                    known = {"value": float(a["value"][t, row]), "log_prob": float(a["log_prob"][t, row])}
                    before.append(known | {"reward": 0.0, "closed": None})
                if a["done"][t, row]:
                    for other in range(5):
                        ended = current.pop((row, other), None)
                        if ended:
                            ended[-1] |= {"reward": float(a["reward"][t, row, other]), "closed": number, "last": True}
                            streams.append(ended)
    return streams + list(current.values())


def plain_advantages(streams, number, gamma, lam):
    """What the choices that close in rollout `number` gain, by their values and log-probabilities."""
    found = {}
    for stream in streams:
        known = [choice for choice in stream if choice["closed"] is not None and choice["closed"] <= number]
        for place, choice in enumerate(known):
            if choice["closed"] == number:
                total = 0.0
                for k, later in enumerate(known[place:]):
                    following = 0.0 if later.get("last") else stream[place + k + 1]["value"]
                    total += (gamma * lam) ** k * (later["reward"] + gamma * following - later["value"])
                assert (choice["value"], choice["log_prob"]) not in found
                found[choice["value"], choice["log_prob"]] = total
    return found


def played(options, rollouts):
    run, seen, choices = Run(options), [], []
    for _ in range(rollouts):
        choices.append(run.collector.collect(run.network))
        seen.append({name: array.copy() for name, array in run.collector.arrays.items()})
    return run, seen, choices


def same(one, other, names):
    """Compare parts of checkpoints to the last bit."""
    for name in names:
        left, right = one[name], other[name]
        if isinstance(left, dict):
            assert left.keys() == right.keys(), name
            same(left, right, left)
        elif torch.is_tensor(left):
            assert torch.equal(left.isnan(), right.isnan()), name
            assert torch.equal(left.nan_to_num(), right.nan_to_num()), name
        else:
            assert str(left) == str(right), name
