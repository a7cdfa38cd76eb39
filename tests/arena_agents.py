"""Agents that misbehave in a process of their own; the arena makes them by name, `arena_agents:Kills`."""

import os
import signal
import sys
import time

import numpy as np

from agents.scripted import RandomAgent


class Odd(RandomAgent):
    """Plays at random; does its deed at the tenth decision of a game in seat 1."""

    def __init__(self):
        self.name = type(self).__name__.lower()

    def reset(self, seed, seat):
        super().reset(seed, seat)
        self.seat, self.decision = seat, 0

    def act(self, view):
        self.decision += 1
        due = self.seat == 1 and self.decision == 10
        return self.deed(view) if due else super().act(view)

    def deed(self, view):
        return super().act(view)


class Raises(Odd):
    def deed(self, view):
        raise ValueError("two\nlines \ud800")


class Cannot(Odd):
    def deed(self, view):
        class MuteError(Exception):
            def __str__(self):
                raise RuntimeError

        raise MuteError


class Floats(Odd):
    def deed(self, view):
        return 1.5


class Arrays(Odd):
    def deed(self, view):
        return np.zeros(3, np.int64)


class Leaves(Odd):
    def deed(self, view):
        sys.exit(0)


class Interrupts(Odd):
    def deed(self, view):
        raise KeyboardInterrupt


class Kills(Odd):
    def deed(self, view):
        os._exit(0)


class Signals(Odd):
    def deed(self, view):
        os.kill(os.getpid(), signal.SIGKILL)


class Hangs(Odd):
    def deed(self, view):
        while True:
            time.sleep(60)


class Sleeps(Odd):
    def deed(self, view):
        time.sleep(0.6)
        return super().deed(view)


class Mutates(Odd):
    def deed(self, view):
        action = super().deed(view)
        view._states[:] = 0
        view.seat = 7
        return action


class Prints(Odd):
    def deed(self, view):
        print("spam from an agent")
        os.write(1, b"spam from an agent\n")
        return super().deed(view)


class Asks(Odd):
    def deed(self, view):
        return input("your move? ")


class MadeBadly(Odd):
    def __init__(self):
        os._exit(3)
