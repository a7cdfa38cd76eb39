"""Information-set Monte Carlo tree search for several players, compiled.

P. I. Cowling, E. J. Powley, D. Whitehouse: "Information Set Monte Carlo Tree Search", IEEE Transactions on
Computational Intelligence and AI in Games 4 (2), 2012: one tree of the searching seat's; every simulation begins with
a state drawn anew among those that the seat cannot tell apart, and an action counts as available where that state
allows it. Nodes hold a value for each seat, and each seat chooses for itself (max^n). Actions are chosen by PUCT:
C. D. Rosin, "Multi-armed bandits with episode context", 2011, with a prior from `greedy` or from a network.

What others pick in the draft is hidden: such picks are made by `greedy` and are no part of the tree.
"""

from math import sqrt

import numpy as np
import numpy.typing as npt

from agents.greedy.policy import choose
from agents.greedy.values import VALUES, Values, Weights
from agents.learned.compiled import Net
from agents.mcts.net import fill_end, fill_net_result, go_to_choice
from agents.mcts.options import NONE as NO_ROLLOUT
from agents.mcts.options import Options
from agents.mcts.prior import fill_greedy_prior, fill_net_prior
from agents.mcts.rollout import finish_game, result_of
from boru_env.editions.tables import MAX_SEATS
from boru_env.rules import state as st
from boru_env.rules.actions import NUM_ACTIONS
from boru_env.rules.compiled import Mask, Records, State, Tables, compiled
from boru_env.rules.engine import fill_mask, perform, run_on
from boru_env.views.information_set import resample
from boru_env.views.random_play import Key

NODE = np.dtype(
    [
        ("action", np.int32),  # the action that leads here
        ("child", np.int32),  # the first child, -1 = none
        ("next", np.int32),  # the next child of the same parent, -1 = none
        ("visits", np.int32),  # simulations that came through
        ("available", np.int32),  # simulations at the parent in which the action was legal
        ("value", np.float64, (MAX_SEATS,)),  # sum of the results, by seat
    ],
    align=True,
)
"""One node of the tree; node 0 is the root."""

NONE = -1
ROOT = 0

Path = npt.NDArray[np.int32]
"""Nodes from the root on."""

Scores = npt.NDArray[np.float64]


def new_tree(simulations: int) -> npt.NDArray[np.void]:
    """Give room for a tree: a simulation adds one node at most."""
    tree = np.zeros(simulations + 1, NODE)
    tree["child"] = tree["next"] = NONE
    return tree


@compiled
def search(
    tables: Records,
    root: Records,
    seat: int,
    key: Key,
    first: int,
    last: int,
    options: Records,
    weights: Records,
    work: Records,
    tree: Records,
    size: int,
    net: Net,
) -> int:
    """Run simulations first..last-1 from a view of the seat to act; give how many nodes the tree has then.

    Args:
        tables: (1,) `TABLES`.
        root: (1,) `STATE`, redacted for the seat or not: the result is the same.
        seat: the seat to act.
        key: (2,) uint32: the same key gives the same search.
        first: number of the first simulation.
        last: number to end before.
        options: (1,) `OPTIONS`.
        weights: (1,) `WEIGHTS` of `greedy`.
        work: (1,) `STATE`, room for a game.
        tree: (M,) `NODE`, with room for one more node a simulation.
        size: nodes in the tree so far, at least 1.
        net: a network, asked if the options say so.
    """
    values, own, result = np.empty(1, VALUES), np.empty(2, np.uint32), np.empty(MAX_SEATS)
    mask, scores = np.empty(NUM_ACTIONS, np.int8), np.empty(NUM_ACTIONS)
    t, s, o, w = tables[0], work[0], options[0], weights[0]  # `values[0]` not: a record does not keep its array alive
    path = np.empty(len(tree) + 1, np.int32)
    for number in range(first, last):
        own[0] = key[0]
        own[1] = key[1] + np.uint32(number)
        resample(tables, root, 0, seat, own, work, 0)
        length, size = descend(t, s, seat, o, w, values[0], tree, size, path, net)
        if o["rollout"] == NO_ROLLOUT:
            go_to_choice(t, s, mask)
        else:
            finish_game(t, s, o, w, values[0], own)
        if s["phase"] == st.GAME_OVER and o["rollout"] != NO_ROLLOUT:
            result_of(s, o, result)
        elif s["phase"] == st.GAME_OVER:
            fill_end(s, o, result)
        else:
            fill_net_result(t, s, o, w, values[0], mask, scores, net, result)
        back_up(tree, path, length, result)
    return size


@compiled
def back_up(tree: Records, path: Path, length: int, result: npt.NDArray[np.float64]) -> None:
    """Count a result in all nodes of a simulation's path."""
    for step in range(length):
        node = tree[path[step]]
        node["visits"] += 1
        for seat in range(MAX_SEATS):
            node["value"][seat] += result[seat]


@compiled
def descend(
    t: Tables,
    s: State,
    searcher: int,
    o: Options,
    w: Weights,
    v: Values,
    tree: Records,
    size: int,
    path: Path,
    net: Net,
) -> tuple[int, int]:
    """Go down the tree from the root and one step out of it, performing what is chosen.

    Returns:
        How many nodes the path has, and how many the tree.
    """
    mask, scores = np.empty(NUM_ACTIONS, np.int8), np.empty(NUM_ACTIONS)
    children = np.full(NUM_ACTIONS, NONE, np.int32)
    path[0] = ROOT
    length, node = 1, ROOT
    while s["phase"] != st.GAME_OVER:
        fill_mask(t, s, mask)
        if is_in_tree(s, searcher, mask):
            action = select(t, s, o, w, v, tree, node, mask, scores, children, net)
            is_new = children[action] == NONE
            if is_new:
                add_child(tree, node, action, size)
                children[action] = size
                size += 1
            node = int(children[action])
            path[length] = node
            length += 1
        else:
            action, is_new = choose(t, s, w, v, mask, scores), False
        perform(t, s, action)
        run_on(t, s)
        if is_new:
            break
    return length, size


@compiled
def is_in_tree(s: State, searcher: int, mask: Mask) -> bool:
    """Tell whether a decision is one of the tree's: a real choice, and no hidden pick of another seat."""
    legal = 0
    for action in range(NUM_ACTIONS):
        legal += mask[action]
    return legal > 1 and (s["phase"] != st.DRAFT or s["seat"] == searcher)


@compiled
def add_child(tree: Records, node: int, action: int, place: int) -> None:
    """Put a new child in front of a node's others."""
    child = tree[place]
    child["action"] = action
    child["child"], child["visits"], child["available"] = NONE, 0, 1
    child["next"] = tree[node]["child"]
    for seat in range(MAX_SEATS):
        child["value"][seat] = 0
    tree[node]["child"] = place


@compiled
def select(
    t: Tables,
    s: State,
    o: Options,
    w: Weights,
    v: Values,
    tree: Records,
    node: int,
    mask: Mask,
    scores: Scores,
    children: npt.NDArray[np.int32],
    net: Net,
) -> int:
    """Choose an action by PUCT for the seat to act; fill which child each action has, and count who was available."""
    if o["net"]:
        fill_net_prior(t, s, o, w, v, mask, scores, net)
    else:
        fill_greedy_prior(t, s, o, w, v, mask, scores)
    children[:] = NONE
    child = tree[node]["child"]
    while child != NONE:
        each = tree[child]
        if mask[each["action"]]:
            children[each["action"]] = child
            each["available"] += 1
        child = each["next"]
    seat, visits = s["seat"], tree[node]["visits"]
    unknown = tree[node]["value"][seat] / visits if visits > 0 else 0.5
    best, chosen = -1.0, NONE
    for action in range(NUM_ACTIONS):
        if mask[action] == 0:
            continue
        worth, tried, available = unknown, 0, visits
        if children[action] != NONE:
            each = tree[children[action]]
            tried, available = int(each["visits"]), int(each["available"])
            worth = each["value"][seat] / tried if tried > 0 else unknown
        score = worth + o["c"] * scores[action] * sqrt(available + 1.0) / (1 + tried)
        if score > best:
            best, chosen = score, action
    return chosen
