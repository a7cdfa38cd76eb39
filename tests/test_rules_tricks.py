"""T: the tricks, by hand-worked positions; the rulebooks' worked example."""

import pytest

from boru_env import Game
from boru_env.rules import state as st
from helpers import random_game
from rule import rule
from table import run, table

PLAYERS = (3, 4, 5)
TRICKS = {3: 7, 4: 5, 5: 4}


def play(game, *words):
    for action in words:
        game.apply(action)
    return game


@rule("T1")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_tricks_are_played_until_one_card_is_left_which_is_discarded_unplayed(num_players):
    tricks, before = 0, None
    for game in random_game(num_players, 1):
        state = game.to_json()
        if state["round"] == 2:
            break
        tricks += game.phase == "choose_town"
        before = state if game.phase == "choose_town" else before
    assert tricks == TRICKS[num_players]
    assert all(len(player["hand"]) == 2 for player in before["players"])
    unplayed = next(
        game.to_json() for game in random_game(num_players, 1) if game.to_json()["players"][0]["unplayed"] is not None
    )
    assert all(player["hand"] == [] and player["unplayed"] is not None for player in unplayed["players"])
    assert len(unplayed["discarded"]) == num_players * TRICKS[num_players]


@rule("T2", "T7")
def test_the_marker_holder_leads_to_a_free_town_with_a_card_of_its_colour_or_a_white_one():
    game = table(4, marker=2, hands=[[1, 4], [7, 10], [2, 3, 13], [6, 9]], discs={"cork": 0}, seat=2)
    assert (game.phase, game.seat) == ("choose_town", 2)
    assert "town cork" not in {game.words(action) for action in game.legal_ids()}
    assert run(game, "town limerick") == {"active_town": (None, "limerick"), "phase": ("choose_town", "play_card")}
    assert [game.words(action) for action in game.legal_ids()] == ["card 2", "card 13"]  # red, white; not blue 3


@rule("T3")
def test_the_others_play_any_card_clockwise_seeing_those_played():
    game = play(table(3, marker=1, hands=[[1, 4], [2, 5], [3, 21]], seat=1), "town cork", "card 2")
    assert game.seat == 2
    assert [game.words(action) for action in game.legal_ids()] == ["card 3", "card 21"]
    assert game.seen_by(2)["players"][1]["played"] == 2
    assert run(game, "card 3") == {
        "players[2].hand": ([3, 21], [21]),
        "players[2].played": (None, 3),
        "seat_to_act": (2, 0),
    }
    assert [game.words(action) for action in game.legal_ids()] == ["card 1", "card 4"]


@rule("T4")
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ([2, 5, 8], 2),  # all red: the highest
        ([8, 25, 23], 0),  # higher cards of other colours lose
        ([8, 13, 25], 1),  # white counts as the town's colour
        ([20, 24, 21], 1),  # red over white by its value
        ([22, 21, 20], 0),
    ],
)
def test_the_highest_of_the_towns_colour_and_white_wins(cards, winner):
    hands = [[card, spare] for card, spare in zip(cards, (1, 3, 4), strict=True)]
    game = table(3, marker=0, hands=hands, seat=0)
    play(game, "town cork", *(f"card {card}" for card in cards))
    assert int(game._states[0]["winner"]) == winner


@rule("T5", "T6")
def test_cards_are_resolved_in_ascending_value_and_a_single_secondary_is_not_asked():
    hands = [[8, 1], [21, 3], [6, 4], [24, 5]]
    game = play(table(4, marker=0, hands=hands, seat=0), "town cork", "card 8", "card 21", "card 6", "card 24")
    # 6 blue loses, 8 red loses, 21 white loses with its single secondary, 24 red wins.
    assert (game.phase, game.seat) == ("choose_secondary", 2)
    changed = run(game, "upper")
    assert changed["players[2].coins"] == (3, 7)  # 6: four coins
    assert changed["players[2].played"] == (6, None)
    assert changed["seat_to_act"] == (2, 0)
    assert 6 in game.to_json()["discarded"]
    changed = run(game, "upper")  # 8: three coins; then 21's renown and 24's town without a question
    assert changed["players[0].coins"] == (3, 6)
    assert changed["players[1].renown"] == (1, 2)
    assert changed["towns.cork.disc"] == (None, 3)
    assert changed["marker"] == (0, 3)


@rule("T7", "T2")
def test_the_marker_moves_only_to_the_winner_or_the_churchs_leader():
    for num_players in PLAYERS:
        before = None
        for game in random_game(num_players, 9):
            state = game.to_json()
            if before is not None and state["marker"] != before["marker"]:
                won = before["active_town"] is not None
                church = max(player["church"] for player in before["players"]) > 0
                assert won or church
            if state["phase"] == "choose_town":
                assert state["seat_to_act"] == state["marker"]
            before = state


@rule("T8")
def test_a_leader_who_can_match_a_free_town_must_and_one_who_cannot_may_lead_anything():
    names = Game(3, seed=0).edition
    colour = {town.id: town.colour for town in names.file.towns}
    filled = {town: 1 for town in names.town_ids if colour[town] != "blue"}
    hands = [[2, 5], [3, 6], [13, 16]]  # the leader holds red only; the free towns are blue
    game = table(3, marker=0, hands=hands, discs=filled, seat=0)
    game._states[0]["must_match"] = 0
    assert {game.words(action) for action in game.legal_ids()} == {
        f"town {town}" for town in names.town_ids if colour[town] == "blue"
    }
    play(game, "town emly")
    assert [game.words(action) for action in game.legal_ids()] == ["card 2", "card 5"]
    play(game, "card 5", "card 3", "card 16")
    assert int(game._states[0]["winner"]) == 2  # others may still win

    from boru_env.rules import trick

    t, s = game.edition.tables[0], table(3, marker=0, hands=hands, discs=filled)._states[0]
    assert not trick.can_match(t, s, 0)
    assert trick.can_match(t, s, 1)
    assert trick.can_match(t, s, 2)


@rule("T9")
def test_without_a_free_town_the_trick_has_no_active_town_and_nobody_wins():
    full = dict.fromkeys(Game(3, seed=0).edition.town_ids, 1)
    game = table(3, marker=2, hands=[[1, 4, 7], [3, 6, 9], [2, 5, 8]], discs=full)
    game._states[0]["phase"], game._states[0]["step"] = st.RUNNING, st.STEP_LEAD
    run(game)
    assert (game.phase, game.seat) == ("play_card", 2)
    assert game.to_json()["active_town"] is None
    assert [game.words(action) for action in game.legal_ids()] == ["card 2", "card 5", "card 8"]
    play(game, "card 8", "card 1", "card 9")
    for seat in (0, 2, 1):  # 1, 8, 9: all choose a secondary action
        assert (game.phase, game.seat) == ("choose_secondary", seat)
        game.apply("upper")
    assert (game.phase, game.seat, game.to_json()["marker"]) == ("play_card", 2, 2)
    assert sum(town["disc"] != 1 for town in game.to_json()["towns"].values()) == 0


@rule("A1", "A6", "A7", "A8", "A10", "A11", "T4", "T5")
def test_the_worked_example_of_the_rulebooks():
    """Deirdre (seat 0) leads 11 to a red town of Connaught, Kate (1) plays 2, Georgios (2) 13, Peer (3) 17."""
    discs = {"dublin": 1, "glendalough": 2, "tara": 2}  # of Dublin's roads only the one to Naas is free
    game = table(
        4,
        marker=0,
        seat=0,
        hands=[[11, 1], [2, 3], [13, 4], [17, 6]],
        discs=discs,
        coins=[4, 2, 1, 2],
        battle_area=9,
        space=[1, 5, 4, 2],
    )
    play(game, "town rindoon", "card 11", "card 2", "card 13", "card 17")
    assert (game.phase, game.seat) == ("choose_secondary", 1)  # ascending: Kate's 2 comes first
    game.apply("upper")
    assert (game.phase, game.seat) == ("expand", 1)  # three coins make five
    assert [game.words(action) for action in game.legal_ids()] == ["town naas", "stop"]
    changed = run(game, "town naas")
    assert (changed["towns.naas.disc"], changed["players[1].coins"]) == ((None, 1), (5, 0))
    game.apply("lower")  # Deirdre takes two raiders and buys two more
    game.apply("buy")
    before = game.to_json()
    game.apply("buy")
    after = game.to_json()
    assert (after["players"][0]["raiders"], after["players"][0]["coins"], after["battle_area"]) == (4, 0, 5)
    # Georgios has won: disc, marker, one coin; without a choice it is Peer's turn.
    assert before["towns"]["rindoon"]["disc"] is None
    assert (after["towns"]["rindoon"]["disc"], after["marker"], after["players"][2]["coins"]) == (2, 2, 2)
    assert (game.phase, game.seat) == ("choose_secondary", 3)
    game.apply("lower")  # three steps bring him beside Kate
    assert (game.phase, game.to_json()["players"][3]["space"]) == ("buy_step", 5)
    declined = game.copy().apply("stop")
    assert declined.edition is not None
    bought = game.apply("buy").to_json()
    # All cards are resolved and one is left to each: the upkeep has begun. Peer was the highest.
    assert bought["active_town"] is None
    assert bought["players"][3]["marriages"] != []
    assert declined.to_json()["players"][3]["marriages"] == []  # two down past Georgios: Kate is the highest
    assert declined.to_json()["players"][1]["marriages"] != []
