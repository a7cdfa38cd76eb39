"""S, P, D: set-up, preparation, draft."""

import numpy as np
import pytest

from boru_env import Game
from boru_env.rules import setup
from boru_env.rules import state as st
from helpers import random_game
from rule import rule
from table import step_only, table

PLAYERS = (3, 4, 5)
HANDS = {3: 8, 4: 6, 5: 5}
ROUNDS = {3: 3, 4: 4, 5: 4}


@rule("S1", "S2", "S4")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_everyone_begins_with_3_coins_1_renown_10_points_and_the_tokens_lie_face_down(num_players):
    game = Game(num_players, seed=1)
    state = game.to_json()
    for player in state["players"]:
        assert (player["coins"], player["renown"], player["points"], player["space"]) == (3, 1, 10, 1)
        assert (player["raiders"], player["church"], player["marriages"]) == (0, 0, [])
    assert len(state["players"]) == num_players
    assert all(claim == {"face_up": False, "holder": None} for claim in state["claims"].values())
    assert state["marker"] == state["seat_to_act"] == game.deal["starting_seat"]
    assert not any(town["disc"] is not None for town in state["towns"].values())


@rule("S3")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_princess_lies_under_2_or_3_different_ordinary_marriages(num_players):
    for seed in range(30):
        pile = Game(num_players, seed=seed).deal["marriage_pile"]
        assert len(pile) == len(set(pile)) == ROUNDS[num_players]
        assert pile.index("m_denmark") == len(pile) - 1


@rule("S5")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_each_places_a_disc_in_a_region_of_its_own_clockwise_from_the_starting_player(num_players):
    game = Game(num_players, seed=3)
    start, regions = game.deal["starting_seat"], dict(zip(game.edition.town_ids, game.edition.file.towns, strict=True))
    taken = set()
    for turn in range(num_players):
        assert (game.phase, game.seat) == ("place_start", (start + turn) % num_players)
        words = [game.words(action).removeprefix("town ") for action in game.legal_ids()]
        assert words == [town for town in game.edition.town_ids if regions[town].region not in taken]
        taken.add(regions[words[turn]].region)
        seat, before = game.seat, game.to_json()
        game.apply(f"town {words[turn]}")
        assert game.to_json()["towns"][words[turn]]["disc"] == seat
        assert before["towns"][words[turn]]["disc"] is None
    assert game.phase == "draft"


@rule("S6")
@pytest.mark.parametrize("count", [130, 260, 32770])
def test_nothing_runs_out_or_wraps(count):
    game = next(game for game in random_game(4, 1) if game.phase == "choose_town").copy()
    for name in ("coins", "renown", "points", "raiders", "church"):
        game._states[0][name][:4] = count
    rng = np.random.default_rng(0)
    while not game.is_over:
        assert all(game.observe(seat).max() <= 1 for seat in range(4))
        for player in game.to_json()["players"]:
            assert player["points"] >= count
            assert player["renown"] >= count
        game.apply(int(rng.choice(game.legal_ids())))
    assert min(game.final_points) >= 2 * count


@rule("P1", "P2")
def test_a_round_begins_with_its_raiders_and_its_marriage_card():
    game = table(4, round=1)
    pile, deck = game.deal["marriage_pile"], game.deal["viking_deck"]
    strength = {viking.id: viking.strength for viking in game.edition.file.vikings}
    old = game.to_json()["battle_area"]
    changed = step_only(game, setup.prepare_round)
    assert changed == {
        "round": (1, 2),
        "battle_area": (old, old + strength[deck[1]]),
        "marriage_card": (pile[0], pile[1]),
        "marriage_pile": (pile[1:], pile[2:]),
        "viking_deck": (deck[1:], deck[2:]),
    }


@rule("P2")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_there_are_3_rounds_with_3_players_and_4_with_more_and_the_princess_comes_last(num_players):
    seen = {}
    for game in random_game(num_players, 4):
        state = game.to_json()
        if state["phase"] == "draft":
            seen[state["round"]] = state["marriage_card"]
    assert list(seen) == list(range(1, ROUNDS[num_players] + 1))
    assert [turn for turn, card in seen.items() if card == "m_denmark"] == [ROUNDS[num_players]]


@rule("D1")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_hands_are_dealt_from_the_front_of_the_deck_and_one_card_is_set_aside(num_players):
    game = next(game for game in random_game(num_players, 5) if game.phase == "draft")
    deck, size, state = game.deal["action_decks"][0], HANDS[num_players], game.to_json()
    for seat, player in enumerate(state["players"]):
        assert player["pack"] == sorted(deck[seat * size : (seat + 1) * size])
    assert state["set_aside"] == (deck[24] if num_players < 5 else None)


@rule("D2", "D3")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_two_are_selected_one_by_one_and_the_packs_go_left_until_the_last_are_taken_unasked(num_players):
    game = next(game for game in random_game(num_players, 6) if game.phase == "draft").copy()
    marker, size = game.to_json()["marker"], HANDS[num_players]
    packs = [set(player["pack"]) for player in game.to_json()["players"]]
    mine = [set() for _ in range(num_players)]
    while size > 2:
        for turn in range(num_players):
            seat = (marker + turn) % num_players
            for _ in range(2):
                assert (game.phase, game.seat) == ("draft", seat)
                assert {action + 1 for action in game.legal_ids()} == packs[seat]
                card = min(packs[seat])
                packs[seat].remove(card)
                mine[seat].add(card)
                game.apply(f"card {card}")
        packs = [packs[(seat - 1) % num_players] for seat in range(num_players)]
        size -= 2
    assert game.phase == "choose_town"
    for seat, player in enumerate(game.to_json()["players"]):
        assert set(player["hand"]) == mine[seat] | packs[seat]
        assert player["pack"] == player["selected"] == []


@rule("D3")
def test_nobody_sees_anothers_selection():
    game = next(game for game in random_game(4, 7) if game.phase == "draft").copy()
    first, second = game.seat, (game.seat + 1) % 4
    views = []
    for card in game.legal_ids()[:2]:
        trial = game.copy().apply(card)
        views.append((trial.observe(second).tobytes(), str(trial.seen_by(second)), trial.text(second)))
        assert trial.seen_by(first)["players"][first]["selected"] == [card + 1]
    assert views[0] == views[1]


def test_the_state_is_small_and_has_no_padding():
    assert sum(st.STATE[name].itemsize for name in st.STATE.names) == st.STATE.itemsize <= 1024
