"""`Game`: the Python face of one game."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

from boru_env import Action, Game, IllegalActionError, OptionError, StateError, load_edition
from boru_env.errors import DealError
from boru_env.rules.actions import NUM_ACTIONS
from helpers import one_game_in_each_phase, random_game

PLAYERS = (3, 4, 5)
NOT_ACTIONS = [
    Action("card", 1.0),
    Action("card", 26),
    Action("town", -1),
    Action("dance"),
    -1,
    NUM_ACTIONS,
    10**6,
    2.0,
    "3",
    True,
    np.True_,
    None,
    (),
    np.array([3]),
    np.float32(1),
    "town paris",
]


@pytest.mark.parametrize("num_players", PLAYERS)
def test_every_id_goes_to_words_and_back(num_players):
    game = Game(num_players, seed=0)
    for action_id in range(NUM_ACTIONS):
        action = Action.from_id(action_id)
        assert action.id == action_id
        if action.kind != "town" or action.value < len(game.edition.town_ids):
            assert Action.from_text(game.words(action_id), game.edition.town_ids) == action


@pytest.mark.parametrize("num_players", PLAYERS)
def test_apply_accepts_exactly_the_legal_ids_and_else_leaves_the_game_untouched(num_players):
    for game in one_game_in_each_phase(num_players).values():
        before = game.to_bytes()
        legal = set(game.legal_ids())
        for action_id in range(NUM_ACTIONS):
            trial = game.copy()
            if action_id in legal:
                trial.apply(action_id)
                assert trial != game
            else:
                with pytest.raises(IllegalActionError):
                    trial.apply(action_id)
                assert trial.to_bytes() == before


@pytest.mark.parametrize("value", NOT_ACTIONS, ids=repr)
def test_what_is_no_action_is_refused_in_words(value):
    for game in one_game_in_each_phase(4, range(6)).values():
        before = game.to_bytes()
        with pytest.raises(IllegalActionError, match="action"):
            game.apply(value)
        assert game.to_bytes() == before


def test_an_action_may_come_in_any_form():
    games = []
    for form in (int, np.int8, np.int64, np.uint8, np.array, Action.from_id):
        game = Game(3, seed=5)
        games.append(game.apply(form(game.legal_ids()[3])))
    game = Game(3, seed=5)
    games.append(game.apply(game.words(game.legal_ids()[3])))
    assert all(game == games[0] for game in games)


def test_an_illegal_action_is_told_with_seat_phase_words_and_what_is_legal():
    game = Game(4, seed=1)
    with pytest.raises(IllegalActionError, match=r"card 7: not legal for seat \d in phase place_start; legal are town"):
        game.apply("card 7")


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_copy_a_pickle_and_a_save_go_on_identically_from_any_decision(num_players):
    for game in random_game(num_players, 3):
        if game.is_over:
            break
        copies = [game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game)), Game.from_bytes(game.to_bytes())]
        assert all(other == game for other in copies)
        before, action = game.to_bytes(), game.legal_ids()[-1]
        for other in copies:
            other.apply(action)
            assert other == copies[0]
        assert game.to_bytes() == before


def test_a_game_in_another_process_is_the_same():
    script = "from boru_env import Game; import hashlib; print(hashlib.sha256(Game(5, seed=9).to_bytes()).hexdigest())"
    results = {
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    }
    assert len(results) == 1


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_deal_gives_the_same_game_as_its_seed(num_players):
    game = Game(num_players, seed=11)
    again = Game(num_players, deal=game.deal)
    assert again.to_json() == game.to_json()
    assert again.deal == game.deal


def test_seeds_give_different_games_and_no_seed_is_not_a_seed():
    deals = [str(Game(4, seed=seed).deal) for seed in range(100)]
    assert len(set(deals)) == 100
    assert Game(4).deal != Game(4).deal


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_position_at_choose_town_can_be_set_up_and_played_to_the_end(num_players):
    tried = 0
    for game in random_game(num_players, 2):
        if game.phase == "choose_town":
            again = Game.from_json(game.to_json(), seed=1)
            assert again.to_json() == game.to_json()
            assert again.legal_ids() == game.legal_ids()
            while not again.is_over:
                again.observe(0)
                again.apply(again.legal_ids()[0])
            tried += 1
    assert tried >= 10


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda state: state.update(phase="draft"), "choose_town"),
        (lambda state: state.update(marker=9), "marker"),
        (lambda state: state.update(seat_to_act=None), "seat_to_act"),
        (lambda state: state["players"][0].update(coins=-1), r"players\[0\].coins"),
        (lambda state: state["players"][1].update(space=99), r"players\[1\].space"),
        (lambda state: state["players"][0]["hand"].append(26), "hand"),
        (lambda state: state["towns"].pop("dublin"), "towns"),
        (lambda state: state["claims"]["meath"].update(holder=0), "claims.meath"),
        (lambda state: state.update(marriage_pile=["m_denmark", "m_denmark"]), "marriage_pile"),
        (lambda state: state.update(surprise=1), "surprise"),
        (lambda state: state.update(round="two"), "round"),
    ],
)
def test_a_position_that_is_none_is_refused_in_words(change, said):
    state = next(game for game in random_game(4, 2) if game.phase == "choose_town").to_json()
    change(state)
    with pytest.raises(StateError, match=said):
        Game.from_json(state)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda deal: deal.pop("viking_deck"), "viking_deck"),
        (lambda deal: deal.update(starting_seat=4), "starting_seat"),
        (lambda deal: deal.update(starting_seat=True), "starting_seat"),
        (lambda deal: deal["marriage_pile"].reverse(), "marriage_pile"),
        (lambda deal: deal["action_decks"].pop(), "action_decks"),
        (lambda deal: deal["action_decks"][1].append(1), r"action_decks\[1\]"),
        (lambda deal: deal["action_decks"][0].__setitem__(0, 26), r"action_decks\[0\]\[0\]"),
        (lambda deal: deal["action_decks"][0].__setitem__(1, deal["action_decks"][0][0]), "already"),
        (lambda deal: deal.update(extra=1), "extra"),
    ],
)
def test_a_deal_that_does_not_fit_is_refused_in_words(change, said):
    deal = Game(4, seed=0).deal
    change(deal)
    with pytest.raises(DealError, match=said):
        Game(4, deal=deal)


def test_impossible_options_are_refused_in_words():
    for num_players in (2, 6, True, "4", 4.0, None):
        with pytest.raises(OptionError, match="num_players"):
            Game(num_players)
    for seed in (-1, 1.5, "x", True):
        with pytest.raises(OptionError, match="seed"):
            Game(4, seed=seed)
    with pytest.raises(OptionError, match="seed"):
        Game(4, seed=1, deal=Game(4, seed=1).deal)
    for seat in (-1, 4, 2**31, 1.0, None, True):
        with pytest.raises(OptionError, match="seat"):
            Game(4, seed=1).observe(seat)


def test_damaged_saves_are_refused_in_words():
    save = Game(4, seed=1).to_bytes()
    for data in (b"", b"\x00" * 50, save[:-5], save[:-1] + bytes([save[-1] ^ 1]), "text", None):
        with pytest.raises(StateError, match="saved game"):
            Game.from_bytes(data)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_no_game_has_more_decisions_than_the_bound(num_players):
    bound = Game.max_decisions_of(Game(num_players, seed=0).edition, num_players)
    lengths = [sum(1 for _ in random_game(num_players, seed)) - 1 for seed in range(30)]
    assert max(lengths) <= bound
    assert bound < 10 * max(lengths), "a bound that is far off helps nobody"


@pytest.mark.parametrize(
    ("num_players", "discs", "rounds", "draft", "tricks", "upkeep", "coins"),
    [
        (3, 3, 3, 24, 7 * 7 + 13 * 3 + 8 * 2, 11, 9 + 3 * (52 + 6)),
        (4, 4, 4, 24, 5 * 9 + 13 * 3 + 7 * 2, 14, 12 + 4 * (51 + 8)),
        (5, 5, 4, 25, 4 * 11 + 13 * 3 + 7 * 2, 17, 15 + 4 * (51 + 10)),
    ],
)
def test_the_bound_is_that_of_a_count_by_hand(num_players, discs, rounds, draft, tricks, upkeep, coins):
    """Of the cards 13 ask up to three times and 9 twice; the most coins of 20 or 21 cards are 51 or 52."""
    bound = discs + rounds * (draft + tricks + upkeep) + coins // 2
    assert Game.max_decisions_of(load_edition("reconstructed"), num_players) == bound


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_seats_view_hides_every_hidden_value_and_keeps_the_lengths(num_players):
    for game in one_game_in_each_phase(num_players).values():
        full = game.to_json()
        for seat in (*range(num_players), None):
            seen = game.seen_by(seat)
            assert seen["set_aside"] is None
            for pile in ("marriage_pile", "viking_deck"):
                assert seen[pile] == [None] * len(full[pile])
            for other, (mine, true) in enumerate(zip(seen["players"], full["players"], strict=True)):
                for cards in ("hand", "selected", "pack"):
                    assert mine[cards] == (true[cards] if other == seat else [None] * len(true[cards]))
                assert mine["played"] == true["played"]
                assert mine["unplayed"] == (true["unplayed"] if other == seat else None)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_board_in_text_fits_80_columns_and_a_seats_shows_no_other_hand(num_players):
    for phase, game in one_game_in_each_phase(num_players).items():
        assert all(len(line) <= 80 for line in str(game).splitlines()), str(game)
        if phase == "draft":
            own = game.text(game.seat)
            other = next(seat for seat in range(num_players) if seat != game.seat)
            cards = " ".join(map(str, game.to_json()["players"][other]["pack"]))
            assert cards in str(game)
            assert cards not in own
