"""Small helpers of the tests."""

from collections.abc import Iterator

import numpy as np

from boru_env import Game


def random_game(num_players: int, seed: int, edition: object = "reconstructed") -> Iterator[Game]:
    """Play a random game, fixed by the seed; yields the game before each decision and at its end."""
    rng = np.random.default_rng([num_players, seed])
    game = Game(num_players, edition, seed=seed)  # type: ignore[arg-type]
    while not game.is_over:
        yield game
        legal = game.legal_ids()
        game.apply(legal[int(rng.integers(len(legal)))])
    yield game


def one_game_in_each_phase(num_players: int, seeds: range = range(40)) -> dict[str, Game]:
    """Give a copy of a random game at the first decision of every phase that comes up."""
    found: dict[str, Game] = {}
    for seed in seeds:
        for game in random_game(num_players, seed):
            if game.phase not in found:
                found[game.phase] = game.copy()
    return found
