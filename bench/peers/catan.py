"""Catanatron: whole games of its random players."""

from typing import Any

from bench.measure import Loop, repeat


def loops() -> dict[str, Loop]:
    """Give the loop of four random players.

    Raises:
        ImportError: Catanatron is not installed.
    """
    from catanatron import Color, Game, RandomPlayer

    def one_game() -> int:
        players: list[Any] = [RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)]
        game = Game(players)
        steps = 0
        while game.winning_color() is None and steps < 5000:
            game.play_tick()
            steps += 1
        return steps

    return {"Catanatron (4)": lambda seconds: repeat(one_game, seconds)}
