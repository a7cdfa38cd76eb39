"""S, P, D: set-up, preparation, draft, by a hand-made deal and by positions; the whole state is compared."""

import pytest

from boru_env import Game
from boru_env.rules import setup
from boru_env.rules import state as st
from rule import rule
from table import at_step, run, step_only

PLAYERS = (3, 4, 5)
ROUNDS = {3: 3, 4: 4, 5: 4}
DECK = [17, 3, 25, 8, 12, 1, 20, 6, 14, 22, 9, 2, 18, 11, 5, 24, 7, 16, 21, 4, 13, 19, 10, 23, 15]
PACKS = {  # 8, 6, 5 cards each
    3: [[1, 3, 6, 8, 12, 17, 20, 25], [2, 5, 9, 11, 14, 18, 22, 24], [4, 7, 10, 13, 16, 19, 21, 23]],
    4: [[1, 3, 8, 12, 17, 25], [2, 6, 9, 14, 20, 22], [5, 7, 11, 16, 18, 24], [4, 10, 13, 19, 21, 23]],
    5: [[3, 8, 12, 17, 25], [1, 6, 14, 20, 22], [2, 5, 9, 11, 18], [4, 7, 16, 21, 24], [10, 13, 15, 19, 23]],
}
SET_ASIDE = {3: 15, 4: 15, 5: None}
PILE = {3: ["m_meath", "m_ulster", "m_denmark"], 4: ["m_meath", "m_ulster", "m_ossory", "m_denmark"]}
PILE[5] = PILE[4]
VIKINGS = ["v3", "v6", "v1", "v4"]  # 8, 11, 5, 9 raiders
PLACES = ["dublin", "cork", "tara", "armagh", "gowran"]  # in Leinster, Munster, Meath, Oriel, Ossory


def new_game(num_players):
    """Give a game that seat 1 starts."""
    rounds = ROUNDS[num_players]
    deal = {
        "starting_seat": 1,
        "marriage_pile": PILE[num_players],
        "viking_deck": VIKINGS[:rounds],
        "action_decks": [DECK, *[list(range(1, 26))] * (rounds - 1)],
    }
    return Game(num_players, deal=deal)


def drafting(num_players):
    """Give the same game with the first discs placed."""
    game = new_game(num_players)
    for town in PLACES[:num_players]:
        game.apply(f"town {town}")
    return game


@rule("S1", "S2")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_everyone_begins_with_3_coins_1_renown_10_points_and_the_tokens_lie_face_down(num_players):
    game = new_game(num_players)
    player = {
        **{"coins": 3, "renown": 1, "points": 10, "raiders": 0, "church": 0, "space": 1, "played": None},
        **{"hand": [], "selected": [], "pack": [], "unplayed": None, "marriages": [], "princess": None},
    }
    assert game.to_json() == {
        **{"format": "boru-state/1", "edition": "boru-reconstructed", "num_players": num_players},
        **{"round": 0, "rounds": ROUNDS[num_players], "phase": "place_start", "seat_to_act": 1, "marker": 1},
        **{"active_town": None, "battle_area": 0, "marriage_card": None, "set_aside": None, "discarded": []},
        "marriage_pile": PILE[num_players],
        "viking_deck": VIKINGS[: ROUNDS[num_players]],
        "towns": {town: {"disc": None, "viking": False, "monastery": False} for town in game.edition.town_ids},
        "claims": {
            region: {"face_up": False, "holder": None}
            for region in ("munster", "connaught", "leinster", "meath", "ailech", "ulster", "oriel", "ossory")
        },
        "players": [player] * num_players,
    }


@rule("S3", "S4")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_princess_lies_under_2_or_3_different_ordinary_marriages_drawn_at_random(num_players):
    deals = [Game(num_players, seed=seed).deal for seed in range(80)]
    tops: list[set[str]] = [set() for _ in range(ROUNDS[num_players] - 1)]
    for deal in deals:
        *ordinary, last = deal["marriage_pile"]
        assert last == "m_denmark"
        assert len(set(ordinary)) == len(ordinary) == len(tops)
        for place, card in zip(tops, ordinary, strict=True):
            place.add(card)
    houses = {f"m_{name}" for name in ("munster", "connaught", "leinster", "meath", "ulster", "ailech", "ossory")}
    assert tops == [houses] * len(tops)
    assert {deal["viking_deck"][0] for deal in deals} == {f"v{number}" for number in range(1, 8)}
    assert all(len(set(deal["viking_deck"])) == ROUNDS[num_players] for deal in deals)


@rule("S4")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_starting_player_is_drawn_at_random_and_takes_the_marker(num_players):
    games = [Game(num_players, seed=seed) for seed in range(60)]
    assert all(game.to_json()["marker"] == game.seat == game.deal["starting_seat"] for game in games)
    assert {game.seat for game in games} == set(range(num_players))


@rule("S5", "P1", "P2", "D1")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_each_places_a_disc_in_a_region_of_its_own_clockwise_from_the_starting_player(num_players):
    game = new_game(num_players)
    region_of = {town.id: town.region for town in game.edition.file.towns}
    taken = set()
    for turn, place in enumerate(PLACES[:num_players]):
        seat, next_seat = (1 + turn) % num_players, (2 + turn) % num_players
        legal = [game.words(action) for action in game.legal_ids()]
        assert legal == [f"town {town}" for town in game.edition.town_ids if region_of[town] not in taken]
        taken.add(region_of[place])
        expected = {f"towns.{place}.disc": (None, seat), "seat_to_act": (seat, next_seat)}
        if turn == num_players - 1:  # then the first round is prepared, and the starting player drafts
            expected |= {
                "round": (0, 1),
                "phase": ("place_start", "draft"),
                "battle_area": (0, 8),
                "viking_deck": (VIKINGS[: ROUNDS[num_players]], VIKINGS[1 : ROUNDS[num_players]]),
                "marriage_card": (None, "m_meath"),
                "marriage_pile": (PILE[num_players], PILE[num_players][1:]),
            }
            expected |= {f"players[{owner}].pack": ([], pack) for owner, pack in enumerate(PACKS[num_players])}
            expected |= {"set_aside": (None, 15)} if num_players < 5 else {}
        assert run(game, f"town {place}") == expected


@rule("P1", "P2")
def test_a_round_begins_with_its_raiders_and_its_marriage_card():
    game = drafting(4)
    game._states[0]["battle_area"] = 0
    game._states[0]["marriage_card"] = st.NONE
    assert step_only(game, setup.prepare_round) == {
        "round": (1, 2),
        "battle_area": (0, 11),
        "viking_deck": (["v6", "v1", "v4"], ["v1", "v4"]),
        "marriage_card": (None, "m_ulster"),
        "marriage_pile": (["m_ulster", "m_ossory", "m_denmark"], ["m_ossory", "m_denmark"]),
    }


@rule("P2")
@pytest.mark.parametrize(("num_players", "turn"), [(n, turn) for n in PLAYERS for turn in range(1, ROUNDS[n] + 1)])
def test_the_round_of_the_princess_is_the_last_the_third_with_3_players_the_fourth_with_more(num_players, turn):
    hands = [[] for _ in range(num_players)]
    fields = {"round": turn, "marker": 2, "seat": 2, "battle_area": 0, "marriage_card": st.NONE}
    game = at_step(num_players, st.STEP_REGIONS, hands=hands, **fields)
    changed = run(game)
    if turn < ROUNDS[num_players]:
        assert game.phase == "draft"
        assert changed["round"] == (turn, turn + 1)
        princess = game.to_json()["marriage_card"] == "m_denmark"
        assert princess == (turn + 1 == ROUNDS[num_players])
        assert "marker" not in changed  # it stays over the end of a round
    else:  # all have 10 points and 1 renown; the marker gives one more
        finals = {f"players[{seat}].final_points": (None, 12 if seat == 2 else 11) for seat in range(num_players)}
        ending = {"phase": ("choose_town", "game_over"), "seat_to_act": (2, None), "winners": (None, [2])}
        assert changed == finals | ending


@rule("D1")
@pytest.mark.parametrize(("num_players", "size"), [(3, 8), (4, 6), (5, 5)])
def test_all_25_cards_are_shuffled_and_dealt_anew_each_round_and_the_one_left_over_is_set_aside(num_players, size):
    game = at_step(num_players, st.STEP_REGIONS, battle_area=0, marriage_card=st.NONE, hands=[[]] * num_players)
    run(game)
    deck, state = game.deal["action_decks"][1], game.to_json()
    assert sorted(deck) == list(range(1, 26))
    assert deck != game.deal["action_decks"][0]
    assert [player["pack"] for player in state["players"]] == [
        sorted(deck[seat * size : (seat + 1) * size]) for seat in range(num_players)
    ]
    assert (state["set_aside"], state["discarded"]) == (deck[24] if num_players < 5 else None, [])


HANDS = {  # each selects the two highest cards again and again
    3: [[25, 20, 19, 16, 11, 9, 1, 3], [24, 22, 17, 12, 13, 10, 2, 5], [23, 21, 18, 14, 8, 6, 4, 7]],
    4: [[25, 17, 19, 13, 5, 7], [22, 20, 12, 8, 4, 10], [24, 18, 14, 9, 1, 3], [23, 21, 16, 11, 2, 6]],
    5: [[25, 17, 15, 13, 4], [22, 20, 12, 8, 10], [18, 11, 14, 6, 3], [24, 21, 9, 5, 1], [23, 19, 16, 7, 2]],
}


@rule("D2", "D3")
@pytest.mark.parametrize("num_players", PLAYERS)
def test_two_are_selected_one_by_one_and_the_packs_go_left_until_the_last_are_taken_unasked(num_players):
    game = drafting(num_players)
    expected = game.to_json()
    players = expected["players"]
    for size in {3: (8, 6, 4), 4: (6, 4), 5: (5, 3)}[num_players]:
        for turn, nth in ((turn, nth) for turn in range(num_players) for nth in (0, 1)):
            seat = (1 + turn) % num_players  # from the marker holder clockwise
            assert (game.phase, game.seat, len(players[seat]["pack"])) == ("draft", seat, size - nth)
            assert [action + 1 for action in game.legal_ids()] == players[seat]["pack"]
            card = players[seat]["pack"].pop()
            players[seat]["selected"] = sorted([*players[seat]["selected"], card])
            expected["seat_to_act"] = (seat + nth) % num_players
            game.apply(f"card {card}")
            if (turn, nth) != (num_players - 1, 1):
                assert game.to_json() == expected  # no pack moves yet
        packs = [player["pack"] for player in players]
        for seat, player in enumerate(players):
            player["pack"] = packs[(seat - 1) % num_players]
        if size > 4:  # else the rest was taken
            assert game.to_json() == expected
    for seat, player in enumerate(players):
        player |= {"pack": [], "selected": [], "hand": sorted(HANDS[num_players][seat])}
    assert game.to_json() == expected | {"phase": "choose_town", "seat_to_act": 1}


@rule("D3")
def test_nobody_sees_anothers_selection_and_nobody_can_take_a_card_back():
    trials = [drafting(4).apply(card) for card in ("card 2", "card 22")]
    for second in (0, 2, 3):
        views = [(g.observe(second).tobytes(), g.seen_by(second), g.text(second)) for g in trials]
        assert views[0] == views[1]
    assert [game.seen_by(1)["players"][1]["selected"] for game in trials] == [[2], [22]]
    assert [action + 1 for action in trials[0].legal_ids()] == [6, 9, 14, 20, 22]
