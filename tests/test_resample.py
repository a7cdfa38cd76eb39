"""`resample`: states that a seat cannot tell from the true one, each as likely as the others."""

import itertools
from collections import Counter

import numpy as np
import pytest
from scipy import stats

from boru_env import Game, OptionError, SeatView, load_edition
from boru_env.editions.tables import PRINCESS
from boru_env.rules import state as st
from boru_env.views.information_set import redact, resample
from helpers import one_game_in_each_phase, random_game
from memory import Memory
from table import run, table

PLAYERS = (3, 4, 5)
EDITION = load_edition("reconstructed")
RED = int(EDITION.tables["card_colour"][0, 1])
MOST_WORLDS = 4_000
SURE = 1e-6
"""A p-value below this, among some hundred tests with fixed seeds, is a fault."""


def redacted(game, seat):
    out = np.zeros(1, st.STATE)
    redact(game._states, 0, seat, out, 0)
    return out


def draw(game, seat, count, seed=0):
    """Give (count,) states drawn for the seat."""
    keys = np.random.default_rng(seed).integers(1 << 32, size=(count, 2), dtype=np.uint32)
    drawn = np.empty(count, st.STATE)
    for row in range(count):
        resample(game.edition.tables, game._states, 0, seat, keys[row], drawn, row)
    return drawn


def worlds_of(states):
    """Count how often each way to lay the cards comes up."""
    rows = np.stack([states[name] for name in ("card_origin", "card_pick", "card_place")], axis=2)
    return Counter(tuple(map(tuple, row)) for row in rows.tolist())


def assert_uniform(counts, cells):
    """Chi-square: `counts` observations by cell, `cells` equally likely ones in all."""
    observed = np.zeros(cells)
    observed[: len(counts)] = list(counts.values())
    if cells > 1:
        assert stats.chisquare(observed).pvalue > SURE


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_drawn_game_looks_the_same_to_the_seat_in_every_way(num_players):
    rng = np.random.default_rng(0)
    for game in random_game(num_players, 3):
        for seat in range(num_players):
            twin = game.resample(seat, rng)
            assert redacted(twin, seat).tobytes() == redacted(game, seat).tobytes()
            assert twin.observe(seat).tobytes() == game.observe(seat).tobytes()
            assert twin.seen_by(seat) == game.seen_by(seat)
            assert twin.text(seat) == game.text(seat)
            if game.seat == seat:
                assert twin.legal_ids() == game.legal_ids()


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_drawn_game_is_made_from_what_the_seat_knows_alone(num_players):
    key = np.array((5, 6), np.uint32)
    for game in one_game_in_each_phase(num_players, range(12)).values():
        for seat in range(num_players):
            out = np.zeros(2, st.STATE)
            resample(game.edition.tables, game._states, 0, seat, key, out, 0)
            resample(game.edition.tables, redacted(game, seat), 0, seat, key, out, 1)
            assert out[0].tobytes() == out[1].tobytes()
            resample(game.edition.tables, out, 0, seat, key, out, 0)  # in place
            assert out[0].tobytes() == out[1].tobytes()


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_drawn_game_can_be_played_to_its_end_and_its_deal_is_a_deal(num_players):
    rng = np.random.default_rng(1)
    for game in one_game_in_each_phase(num_players, range(12)).values():
        twin = game.resample(int(rng.integers(num_players)), rng)
        if game.to_json()["round"] <= 1:
            replayed = Game(num_players, deal=twin.deal)
            assert replayed.deal == twin.deal
        while not twin.is_over:
            state = twin.to_json()
            if state["round"]:
                assert_25_cards(state)
            twin.apply(int(rng.choice(twin.legal_ids())))


def assert_25_cards(state):
    cards = list(state["discarded"])
    for player in state["players"]:
        cards += player["hand"] + player["selected"] + player["pack"]
        cards += [player[name] for name in ("played", "unplayed") if player[name] is not None]
    cards += [state["set_aside"]] if state["set_aside"] is not None else []
    assert sorted(cards) == list(range(1, 26))


def test_what_lies_in_the_decks_and_piles_to_come_is_drawn_in_any_order():
    game = Game(4, seed=0)
    while game.phase != "draft":
        game.apply(game.legal_ids()[0])
    drawn = draw(game, 0, 600)
    for turn in (1, 2, 3):
        assert_uniform(Counter(drawn["decks"][:, turn, 0].tolist()), 25)
        assert_uniform(Counter(drawn["viking_deck"][:, turn].tolist()), 6)
    for turn in (1, 2):
        assert_uniform(Counter(drawn["marriage_pile"][:, turn].tolist()), 6)
    assert set(drawn["marriage_pile"][:, 3].tolist()) == {PRINCESS}
    pack = {value - 1 for value in game.to_json()["players"][0]["pack"]}
    first = Counter(drawn["decks"][:, 0, 0].tolist())  # the seat's own pack, known but for the order of the deal
    assert set(first) == pack
    assert_uniform(first, len(pack))


def small_table(others, void=0, lead=None, under_discs=()):
    """Give a table of three where seat 0 sees two cards, and the hands of the two others are given; 25 is set aside."""
    towns = {town.id: 2 for town in EDITION.file.towns if town.colour in under_discs}
    game = table(3, hands=[[13, 20], *others], marker=1, seat=1, must_match=1, discs=towns)
    game._states[0]["void"][1] = void
    return game if lead is None else game.apply(lead)


@pytest.mark.parametrize(
    ("at_table", "may_hold", "worlds"),
    [
        # Seat 1 has shown no red card: 3 hands of the other three colours' cards, and for each 3 cards can be aside.
        ({"others": [[1, 3], [2, 5]], "void": 1 << RED}, lambda hand: "red" not in hand, 9),
        # Seat 1 leads to a red town: 7 of the 10 hands match it.
        ({"others": [[1, 2], [3, 5]], "lead": "town limerick"}, lambda hand: "red" in hand, 21),
        # No blue town is free: two blue cards match nothing, and may lead to any town, too.
        (
            {"others": [[1, 2], [3, 5]], "lead": "town limerick", "under_discs": ["blue"]},
            lambda hand: "red" in hand or hand == ["blue", "blue"],
            24,
        ),
        # Seat 1 has not led yet: all hands are possible.
        ({"others": [[1, 2], [3, 5]]}, lambda hand: True, 30),
    ],
)
def test_the_leaders_cards_are_drawn_from_all_that_agree_with_what_was_shown(at_table, may_hold, worlds):
    """Yellow 1, red 2, blue 3, red 5, blue 25 are hidden from seat 0; all their places are tried out."""
    game = small_table(**at_table)
    colours = [card.colour for card in EDITION.file.cards]
    true = game._states[0]["card_place"]
    cards = [value - 1 for value in (1, 2, 3, 5, 25)]
    possible = set()
    for places in itertools.permutations(true[cards].tolist()):
        hand = sorted(colours[card] for card, place in zip(cards, places, strict=True) if place == st.HAND + 1)
        if may_hold(hand):
            possible.add(places)
    assert len(possible) == worlds
    states = draw(game, 0, 20 * worlds)
    drawn = Counter(map(tuple, states["card_place"][:, cards].tolist()))
    assert drawn.keys() == possible
    assert_uniform(drawn, worlds)
    view = redacted(game, 0).tobytes()  # also not whether the leader has to match: that tells of the hand
    out = np.zeros(1, st.STATE)
    for row in range(60):
        redact(states, row, 0, out, 0)
        assert out.tobytes() == view


def moments(num_players, seeds):
    """Play random games under the eyes of one seat; give the game and that seat's memory before each decision."""
    for seed in seeds:
        rng = np.random.default_rng([num_players, seed])
        game = Game(num_players, seed=seed)
        memory = Memory(game, seed % num_players)
        while not game.is_over:
            yield game, memory
            memory.watch(game, int(rng.choice(game.legal_ids())))


def assert_drawn_like(game, memory, worlds):
    """The true world is one of these; the drawn ones are, too, and all of them come equally often."""
    assert worlds_of(game._states).keys() <= set(worlds)
    drawn = worlds_of(draw(game, memory.seat, 6 * len(worlds) + 60))
    assert drawn.keys() <= set(worlds)
    assert_uniform(drawn, len(worlds))


@pytest.mark.parametrize("num_players", [3, 4])
def test_all_worlds_that_agree_with_a_seats_memory_come_equally_often(num_players):
    """One moment of every kind whose worlds can be listed."""
    checked = set()
    for game, memory in moments(num_players, range(2)):
        kind = (game.phase, game.seat == memory.seat)
        if memory.packs and kind not in checked and 12 < memory.at_most() <= MOST_WORLDS:
            checked.add(kind)
            assert_drawn_like(game, memory, memory.worlds())
    assert len(checked) >= 8


@pytest.mark.parametrize("num_players", PLAYERS)
def test_every_card_is_in_every_place_as_often_as_counting_says(num_players):
    """Also where the worlds are too many to list: in the draft, and early in the tricks."""
    checked = set()
    for game, memory in moments(num_players, range(2)):
        kind = (game.phase, len(memory.packs) if game.phase == "draft" else len(memory.plays) // num_players)
        nothing_shown = not memory.voids and (memory.doubt is None or game.seat == memory.seat)
        if memory.packs and kind not in checked and kind[0] in ("draft", "play_card") and nothing_shown:
            checked.add(kind)
            drawn = draw(game, memory.seat, 2000)
            for card, shares in memory.shares().items():
                origins, picks = drawn["card_origin"][:, card], drawn["card_pick"][:, card]
                there = Counter(zip(origins.tolist(), picks.tolist(), strict=True))
                assert there.keys() <= shares.keys()
                observed = np.array([there[slot] for slot in shares])
                expected = 2000 * np.array(list(shares.values()))
                possible = expected > 0
                assert not observed[~possible].any()
                if possible.sum() > 1:
                    assert stats.chisquare(observed[possible], expected[possible]).pvalue > SURE
    assert len({kind for kind in checked if kind[0] == "draft"}) >= 2
    assert len(checked) >= 5


def cramped(num_players, seed, colour):
    """Give a game after the draft, with its memory, in which only the towns of one colour are free."""
    rng = np.random.default_rng([num_players, seed])
    game = Game(num_players, seed=seed)
    memory = Memory(game, seed % num_players)
    while game.phase != "choose_town":
        memory.watch(game, int(rng.choice(game.legal_ids())))
    s = game._states[0]
    free = [index for index, town in enumerate(game.edition.file.towns) if town.colour == colour]
    s["town_disc"][:] = num_players - 1
    s["town_disc"][free] = st.NONE
    s["step"], s["phase"] = st.STEP_LEAD, st.RUNNING
    run(game)
    memory.note(game)
    return game, memory, rng


@pytest.mark.parametrize("colour", ["red", "blue", "yellow"])
def test_what_leaders_show_by_t8_is_kept_and_the_rest_stays_equally_likely(colour):
    """Leaders without a match: before and after they play, seen by another seat, against all worlds that agree."""
    checked = Counter()
    for seed in range(40):
        game, memory, rng = cramped(3, seed, colour)
        while memory.round == 1:
            shown = (memory.doubt is not None and game.seat != memory.seat, len(memory.voids))
            shown_by_others = any(leader != memory.seat for leader, _, _ in memory.voids)
            if (shown[0] or shown_by_others) and checked[shown] < 1 and memory.at_most() <= MOST_WORLDS:
                worlds = memory.worlds()
                if 1 < len(worlds) < memory.at_most():
                    checked[shown] += 1
                    assert_drawn_like(game, memory, worlds)
            memory.watch(game, int(rng.choice(game.legal_ids())))
    assert {doubt for doubt, _ in checked} == {False, True}
    assert max(voids for _, voids in checked) >= 1


@pytest.mark.parametrize(("num_players", "hand", "worlds"), [(3, 3, 140), (4, 2, 630), (5, 2, 2520)])
def test_in_a_position_without_a_past_all_ways_to_deal_the_hidden_cards_come_equally_often(num_players, hand, worlds):
    """7!/(3! 3! 1!) with 3 players, 7!/(2! 2! 2! 1!) with 4, 8!/(2! 2! 2! 2!) with 5."""
    hands = [list(range(1 + hand * seat, 1 + hand * (seat + 1))) for seat in range(num_players)]
    game = Game.from_json(table(num_players, marker=1, seat=1, hands=hands).to_json(), seed=1)
    drawn = worlds_of(draw(game, 0, 10 * worlds))
    assert len(drawn) == worlds
    assert_uniform(drawn, worlds)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_all_that_is_still_to_be_revealed_is_drawn_anew(num_players):
    game = next(game for game in random_game(num_players, 8) if game.to_json()["round"] == 2)
    true, drawn = game._states[0], draw(game, 1, 6000)
    rounds = int(true["rounds"])
    assert (drawn["marriage_pile"][:, :2] == true["marriage_pile"][:2]).all()
    assert (drawn["marriage_pile"][:, rounds - 1] == 7).all()
    assert (drawn["viking_deck"][:, :2] == true["viking_deck"][:2]).all()
    assert (drawn["decks"][:, 0] == st.NONE).all()
    for name, later, cards in (("marriage_pile", range(2, rounds - 1), 5), ("viking_deck", range(2, rounds), 5)):
        for turn in later:
            counts = Counter(drawn[name][:, turn].tolist())
            assert not counts.keys() & set(true[name][:2].tolist())
            assert_uniform(counts, cards)
    for place in (0, 11, 24):
        assert_uniform(Counter(drawn["decks"][:, rounds - 1, place].tolist()), 25)
    assert (np.sort(drawn["decks"][:, 1:rounds], axis=2) == np.arange(25)).all()
    assert len(np.unique(drawn["key"], axis=0)) == 6000


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_deck_of_a_drawn_round_deals_the_drawn_packs(num_players):
    game = next(game for game in random_game(num_players, 8) if game.phase == "play_card")
    size = int(game.edition.tables["hand_size"][0, num_players])
    for state in draw(game, 0, 50):
        for origin in range(num_players):
            dealt = state["decks"][0, origin * size : (origin + 1) * size]
            assert (state["card_origin"][dealt] == origin).all()


def test_a_view_draws_what_the_game_draws():
    for game in one_game_in_each_phase(4, range(5)).values():
        if not game.is_over:
            view, seat = SeatView(game), game.seat
            drawn = view.resample(np.random.default_rng(3))
            assert drawn == game.resample(seat, np.random.default_rng(3))
            drawn.apply(drawn.legal_ids()[0])
            assert view.legal_mask.tobytes() == game.legal_mask().tobytes()


@pytest.mark.parametrize("seat", [-1, 4, None, True, "0", 1.0])
def test_a_seat_that_is_not_in_the_game_cannot_look(seat):
    with pytest.raises(OptionError, match=r"seat: is .*must be a whole number 0..3"):
        Game(4, seed=0).resample(seat, np.random.default_rng(0))
