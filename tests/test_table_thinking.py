"""The page answers while an agent computes: compiled thinking does not hold the interpreter."""

import threading

import pytest

from agents.registry import make_agent
from table_client import browser, make_match, opened, wait_for

ANSWERS = 5
"""So many answers within one call of the agent can only come if it holds up nobody."""


class Thinks:
    """An agent that thinks, again and again, and counts what was answered within one thought.

    It plays only when it is let go: else the turn could pass on while somebody asks out of turn.
    """

    name = "thinks"

    def __init__(self, think):
        self.think = think
        self.asked, self.enough, self.let_go = threading.Event(), threading.Event(), threading.Event()
        self.answers, self.most = 0, 0

    def reset(self, seed, seat):
        pass

    def act(self, view):
        self.asked.set()
        for _ in range(200):
            before = self.answers
            self.think(view)
            self.most = max(self.most, self.answers - before)
            if self.most >= ANSWERS:
                break
        self.enough.set()
        assert self.let_go.wait(60)
        return view.legal_actions[0]


@pytest.mark.parametrize("spec", ["mcts:sims=3000", "mcts:sims=3000,threads=2"])
def test_the_page_answers_while_an_agent_searches(spec):
    match, seats = make_match("me,greedy,random")
    agent = Thinks(make_agent(spec).act)
    seats = type(seats)(seats.specs, seats.names, (None, agent, seats.agents[2]))
    with opened(match, seats) as client, browser(client) as ann:
        while ann.until(lambda now: now["yours"] or now["to_act"] == 1)["yours"]:
            ann.act(ann.position["legal"][0]["action"])
        wait_for(agent.asked.is_set)
        while not agent.enough.is_set():
            assert client.get("/").status_code == 200
            ann.send(type="hint")
            assert "own turn" in ann.answer("refusal")["words"]
            agent.answers += 1
        agent.let_go.set()
        assert agent.most >= ANSWERS
        ann.turn()
