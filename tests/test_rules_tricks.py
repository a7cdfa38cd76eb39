"""T: the tricks, by hand-worked positions; the whole state is compared, so nothing else may change."""

import numpy as np
import pytest

from boru_env import describe, load_edition
from boru_env.rules import state as st
from boru_env.rules import trick
from helpers import random_game
from rule import rule
from table import at_step, diff, legal, run, step_only, table

PLAYERS = (3, 4, 5)
TOWNS = {town.id: town.colour for town in load_edition("reconstructed").file.towns}
FULL = dict.fromkeys(TOWNS, 1)


def play(game, *words):
    """Perform the actions and give what has changed, cards apart: those are compared with what was played."""
    before = game.to_json()
    for action in words:
        game.apply(action)
    return diff(before, game.to_json())


def gone(game, hands, played):
    """Give how hands and discards differ once each seat's first card is played and resolved."""
    found = {f"players[{seat}].hand": (sorted(hand), sorted(hand[1:])) for seat, hand in enumerate(hands)}
    discarded = game.to_json()["discarded"]
    return found | {"discarded": (discarded, sorted([*discarded, *played]))}


def with_spares(cards):
    """Give hands of one of these cards each and the two lowest cards left, so that another trick follows."""
    spare = [value for value in range(1, 26) if value not in cards]
    return [[card, *spare[2 * seat : 2 * seat + 2]] for seat, card in enumerate(cards)]


@rule("T1")
@pytest.mark.parametrize(("num_players", "tricks"), [(3, 7), (4, 5), (5, 4)])
def test_7_5_or_4_tricks_are_played_in_each_round(num_players, tricks):
    leads = {}
    for game in random_game(num_players, 1):
        if game.phase == "choose_town":
            turn = game.to_json()["round"]
            leads[turn] = leads.get(turn, 0) + 1
            assert {len(player["hand"]) for player in game.to_json()["players"]} == {tricks + 2 - leads[turn]}
    assert list(leads.values()) == [tricks] * len(leads)
    assert len(leads) == (3 if num_players == 3 else 4)


@rule("T1")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_last_card_of_each_hand_is_discarded_unplayed(num_players):
    cards = [4, 9, 2, 25, 13][:num_players]
    game = at_step(num_players, st.STEP_LEAD, hands=[[card] for card in cards], marker=0)
    expected = {f"players[{seat}].hand": ([card], []) for seat, card in enumerate(cards)}
    expected |= {f"players[{seat}].unplayed": (None, card) for seat, card in enumerate(cards)}
    assert step_only(game, trick.ask_lead) == expected
    assert game._states[0]["step"] == st.STEP_MARRIAGE


@rule("T2")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_marker_holder_leads_to_a_free_town_with_a_card_of_its_colour_or_a_white_one(num_players):
    hands = [[1, 4], [7, 10], [2, 3, 13], [6, 9], [5, 8]][:num_players]
    game = at_step(num_players, st.STEP_LEAD, marker=2, seat=0, hands=hands, discs={"cork": 0, "tara": 2})
    assert run(game) == {"seat_to_act": (0, 2)}
    assert game.phase == "choose_town"
    assert legal(game) == [f"town {town}" for town in TOWNS if town not in ("cork", "tara")]  # white goes anywhere
    assert play(game, "town limerick") == {"active_town": (None, "limerick"), "phase": ("choose_town", "play_card")}
    assert legal(game) == ["card 2", "card 13"]  # red, white; not blue 3
    changed = play(game, "card 13")
    assert changed == {
        "players[2].hand": ([2, 3, 13], [2, 3]),
        "players[2].played": (None, 13),
        "seat_to_act": (2, 3 % num_players),
    }


@rule("T2", "T7")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_only_a_won_town_and_the_lead_of_the_church_move_the_marker(num_players):
    """All decisions of some games: who takes the marker has just got the active town, or has left the church."""
    moves = {"town": 0, "church": 0}
    for seed in range(3):
        before = None
        for game in random_game(num_players, seed):
            now = game.to_json()
            if now["phase"] == "choose_town":
                assert now["seat_to_act"] == now["marker"]
            if before and now["marker"] != before["marker"]:
                town, taker = before["active_town"], now["marker"]
                won = town and before["towns"][town]["disc"] is None and now["towns"][town]["disc"] == taker
                led = now["players"][taker]["church"] == 0 and now["active_town"] is None
                assert won or led
                moves["town" if won else "church"] += 1
            before = now
    assert min(moves.values()) > 0


@rule("T3")
def test_the_others_play_any_card_clockwise_seeing_those_played():
    game = table(3, marker=1, hands=[[1, 4], [2, 5], [3, 21]], seat=1)
    play(game, "town cork", "card 2")
    assert game.seat == 2
    assert legal(game) == ["card 3", "card 21"]  # no duty to follow red
    assert game.seen_by(2)["players"][1]["played"] == 2
    assert play(game, "card 3") == {
        "players[2].hand": ([3, 21], [21]),
        "players[2].played": (None, 3),
        "seat_to_act": (2, 0),
    }
    assert legal(game) == ["card 1", "card 4"]


@rule("T4", "T5", "T6", "T7")
@pytest.mark.parametrize(
    ("cards", "winner", "coins", "renown"),
    [
        ([2, 5, 8], 2, [6, 4, 4], {}),  # all red: the highest
        ([8, 25, 23], 0, [4, 4, 4], {}),  # higher cards of other colours lose
        ([8, 13, 25], 1, [6, 4, 4], {}),  # white counts as the town's colour
        ([20, 24, 21], 1, [4, 2, 3], {2: 2}),  # red over white by its value
        ([22, 21, 20], 0, [1, 3, 4], {1: 2}),  # white alone
        ([2, 25, 1, 19], 0, [5, 4, 6, 6], {}),  # the lowest red
        ([2, 25, 23, 19, 20], 4, [6, 4, 4, 6, 2], {}),
    ],
)
def test_the_highest_of_the_towns_colour_and_white_wins_and_the_winner_leads_next(cards, winner, coins, renown):
    """All losers take the upper secondary: coins, or 21's renown; 2's expansion has no town to go from."""
    hands = with_spares(cards)
    game = table(len(cards), marker=0, hands=hands, seat=0)
    expected = gone(game, hands, cards) | {"towns.cork.disc": (None, winner)}
    expected |= {f"players[{seat}].coins": (3, count) for seat, count in enumerate(coins) if count != 3}
    expected |= {f"players[{seat}].renown": (1, count) for seat, count in renown.items()}
    expected |= {"marker": (0, winner), "seat_to_act": (0, winner)} if winner else {}
    asked = [card for card in sorted(cards) if card != cards[winner] and card not in (21, 22)]
    before = game.to_json()
    play(game, "town cork", *(f"card {card}" for card in cards))
    for card in asked:
        assert (game.phase, cards[game.seat]) == ("choose_secondary", card)
        game.apply("upper")
    assert diff(before, game.to_json()) == expected
    assert game.phase == "choose_town"


@rule("T5", "T6")
def test_cards_are_resolved_in_ascending_value_and_a_single_secondary_is_not_asked():
    hands = with_spares([8, 21, 6, 24, 22])
    game = table(5, marker=0, hands=hands, seat=0, coins=[3, 3, 3, 1, 3])
    gone_before = game.to_json()["discarded"]
    play(game, "town cork", "card 8", "card 21", "card 6", "card 24", "card 22")
    # 6 blue, 8 red, the white 21 and 22 lose; 24 red wins.
    assert (game.phase, game.seat, legal(game)) == ("choose_secondary", 2, ["upper", "lower"])
    assert play(game, "upper") == {
        "players[2].coins": (3, 7),
        "players[2].played": (6, None),
        "discarded": (gone_before, sorted([*gone_before, 6])),
        "seat_to_act": (2, 0),
    }
    # 8: the raiders; then 21's renown, 22's coins and 24's town and payment without a question.
    game._states[0]["battle_area"] = 0
    gone_before = game.to_json()["discarded"]
    assert play(game, "lower") == {  # performed though without effect
        "players[0].played": (8, None),
        "players[1].played": (21, None),
        "players[1].renown": (1, 2),
        "players[4].played": (22, None),
        "players[4].coins": (3, 5),
        "players[3].played": (24, None),
        "players[3].coins": (1, 0),
        "towns.cork.disc": (None, 3),
        "discarded": (gone_before, sorted([*gone_before, 8, 21, 22, 24])),
        "marker": (0, 3),
        "active_town": ("cork", None),
        "phase": ("choose_secondary", "choose_town"),
        "seat_to_act": (0, 3),
    }


def only_free(*colours):
    """Give the discs of seat 1 on all towns but those of these colours."""
    return {town: 1 for town, colour in TOWNS.items() if colour not in colours}


@rule("T8")
def test_a_leader_may_choose_only_free_towns_for_which_a_card_can_be_played():
    game = at_step(3, st.STEP_LEAD, marker=0, seat=0, hands=[[3, 6], [2, 5], [8, 11]], discs=only_free("blue", "red"))
    assert run(game) == {}
    assert legal(game) == [f"town {town}" for town, colour in TOWNS.items() if colour == "blue"]
    play(game, "town emly")
    assert legal(game) == ["card 3", "card 6"]


@rule("T8")
@pytest.mark.parametrize(
    ("third", "winner", "coins", "asked"),
    [
        (16, 2, [4, 6, 4], [0, 1]),  # blue 16 matches
        (20, 2, [4, 6, 2], [0, 1]),  # so does white 20
        (14, None, [4, 6, 6], [0, 1, 2]),  # no card matches: nobody wins, all take secondaries
    ],
)
def test_a_leader_without_a_match_leads_anything_to_any_free_town_and_others_may_win(third, winner, coins, asked):
    """Seat 0 holds red only and the free towns are blue; seat 1 plays yellow."""
    hands = [[5, 2, 8], [14 if third != 14 else 1, 4, 7], [third, 10, 17]]
    game = at_step(3, st.STEP_LEAD, marker=0, seat=0, hands=hands, discs=only_free("blue"))
    assert run(game) == {}
    before = game.to_json()
    expected = gone(game, hands, [hand[0] for hand in hands])
    expected |= {f"players[{seat}].coins": (3, count) for seat, count in enumerate(coins)}
    if winner is not None:
        expected |= {"towns.emly.disc": (None, winner), "marker": (0, winner), "seat_to_act": (0, winner)}
    assert legal(game) == [f"town {town}" for town, colour in TOWNS.items() if colour == "blue"]
    play(game, "town emly")
    assert legal(game) == ["card 2", "card 5", "card 8"]
    play(game, *(f"card {hand[0]}" for hand in hands))
    shown = [[0, 0, 0, 0]] * 5
    assert describe(game.observe(2))["void"] == [shown[0], [0, 1, 0, 1], *shown[2:]]  # seat 0: no blue, no white
    for seat in sorted(asked, key=lambda seat: hands[seat][0]):
        assert (game.phase, game.seat) == ("choose_secondary", seat)
        game.apply("upper")
    assert diff(before, game.to_json()) == expected


@rule("T8")
@pytest.mark.parametrize(("hand", "card"), [([3, 6], 3), ([20, 3], 20), ([2, 3, 5], 3)])
def test_a_leader_who_matches_shows_nothing_more_about_the_hand(hand, card):
    hands = [hand, [1, 4, 7][: len(hand)], [8, 9, 10][: len(hand)]]
    game = at_step(3, st.STEP_LEAD, marker=0, seat=0, hands=hands, discs=only_free("blue"))
    run(game, "town emly", f"card {card}", "card 1", "card 8")
    assert not np.any(game._states[0]["void"])


@rule("T8", "D1")
def test_what_leaders_have_shown_adds_up_over_a_round_and_is_gone_with_the_next_deal():
    hands = [[2, 5, 8, 11], [1, 4, 7, 10], [13, 14, 16, 17]]
    game = at_step(3, st.STEP_LEAD, marker=0, seat=0, hands=hands, discs=only_free("blue"))
    s = game._states[0]
    red, blue, yellow, white = 1, 2, 4, 8
    leads = (("blue", "emly", "card 2", blue | white), ("yellow", "tara", "card 5", blue | yellow | white))
    for colour, town, card, shown in leads:
        for name in TOWNS:
            s["town_disc"][game.edition.town_index[name]] = st.NONE if TOWNS[name] == colour else 1
        s["marker"], s["step"], s["phase"] = 0, st.STEP_LEAD, st.RUNNING
        run(game, f"town {town}", card)
        assert s["void"].tolist() == [shown, 0, 0, 0, 0]
        while game.phase != "choose_town":
            game.apply(game.legal_ids()[0])
    assert not shown & red
    while s["round"] == 1:
        game.apply(game.legal_ids()[0])
    assert not s["void"].any()


@rule("T9")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_without_a_free_town_the_trick_has_no_active_town_nobody_wins_and_the_marker_stays(num_players):
    cards = [11, 9, 8, 14, 18][:num_players]  # coins in the upper row: 3, 3, 3, 3, 2
    hands = with_spares(cards)
    game = at_step(num_players, st.STEP_LEAD, marker=2, seat=2, hands=hands, discs=FULL)
    assert run(game) == {"phase": ("choose_town", "play_card")}  # no town is asked for
    assert (game.seat, game.to_json()["active_town"]) == (2, None)
    assert legal(game) == [f"card {card}" for card in sorted(hands[2])]  # any card
    before, expected = game.to_json(), gone(game, hands, cards)
    play(game, *(f"card {cards[(2 + turn) % num_players]}" for turn in range(num_players)))
    assert game.to_json()["active_town"] is None
    for card in sorted(cards):
        assert (game.phase, cards[game.seat]) == ("choose_secondary", card)
        game.apply("upper")
        expected |= {f"players[{cards.index(card)}].coins": (3, 5 if card == 18 else 6)}
    assert diff(before, game.to_json()) == expected
    assert (game.phase, game.seat) == ("play_card", 2)  # the same leader again, without a town
