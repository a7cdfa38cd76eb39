"""The compiled rules against stored games of an independent implementation, decision by decision, to the last hash."""

import pytest

from boru_env import Game
from boru_env.views.replay import legal_words
from boru_env.views.state_json import state_sha256
from cases_io import CaseGame, iter_case_games


@pytest.mark.parametrize("case", list(iter_case_games()), ids=str)
def test_a_stored_game_is_reproduced_to_the_last_hash(case: CaseGame) -> None:
    game = Game(case.header["num_players"], case.edition, deal=case.header["deal"])
    assert game.edition.sha256 == case.header["edition_sha256"]
    for turn, decision in enumerate(case.decisions):
        where = f"decision {turn}"
        assert (game.seat, game.phase) == (decision["seat"], decision["phase"]), where
        assert legal_words(game) == decision["legal"], where
        assert state_sha256(game.to_json()) == decision["state_sha256"], where
        game.apply(decision["action"])
    assert game.is_over
    assert game.final_points == case.result["final_points"]
    assert game.winners == case.result["winners"]
    assert state_sha256(game.to_json()) == case.result["state_sha256"]


def test_all_phases_come_up_in_the_stored_games() -> None:
    phases = {decision["phase"] for case in iter_case_games() for decision in case.decisions}
    assert len(phases) == 15
