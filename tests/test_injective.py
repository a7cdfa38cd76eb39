"""What a seat knows is in its observation: change only that, and the observation changes, in the right field alone."""

import numpy as np
import pytest

from boru_env import describe
from boru_env.rules import state as st
from boru_env.views.layout import FIELDS, offsets
from helpers import one_game_in_each_phase, random_game

PLAYERS = (3, 4, 5)
SLICES = offsets(FIELDS)
MOMENTS = {n: one_game_in_each_phase(n, range(12)) for n in PLAYERS}

SINGLE = {
    "phase": "phase",
    "seat": "seat_to_act",
    "marker": "marker",
    "winner": "trick_winner",
    "taker": "taker",
    "victim": "victim",
    "acting_card": "acting_card",
    "acting_row": "acting_row",
    "position": "position",
    "active_town": "active_town",
    "princess": "princess",
    "battle_area": "battle_area",
    "marriage_card": "marriage_card",
}
"""Fields of the state that hold one number -> where the observation has it."""

SEVERAL = {
    "coins": "coins",
    "renown": "renown",
    "points": "points",
    "raiders": "raiders",
    "church": "church",
    "space": "space",
    "void": "void",
    "marriage_holder": "marriages",
    "town_disc": "town_disc",
    "town_viking": "town_viking",
    "town_monastery": "town_monastery",
    "claim_face_up": "claim_face_up",
    "claim_holder": "claim_holder",
}
"""Fields of the state that hold one number for each seat, town, region or card."""


def values_of(name, num_players):
    """Give the values that a field of the state can have."""
    seats = range(-1, num_players)
    return {
        "phase": range(st.NUM_PHASES),
        "seat": seats,
        "marker": range(num_players),
        "winner": seats,
        "taker": seats,
        "victim": seats,
        "acting_card": range(-1, 25),
        "acting_row": range(-1, 3),
        "position": range(11),
        "active_town": range(-1, 40),
        "princess": range(3),
        "battle_area": range(60),
        "marriage_card": range(-1, 8),
        "space": range(1, 17),
        "void": range(16),
        "marriage_holder": seats,
        "town_disc": seats,
        "claim_holder": seats,
        "town_viking": range(2),
        "town_monastery": range(2),
        "claim_face_up": range(2),
    }.get(name, range(60))


def length_of(name, num_players, game):
    """Give how many numbers of a field are in use."""
    if name.startswith("town"):
        return len(game.edition.town_ids)
    return 8 if name.startswith(("claim", "marriage")) else num_players


def changed(before, after):
    """Give the names of the fields in which two observations differ."""
    return {name for name, where in SLICES.items() if (before[where] != after[where]).any()}


@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize("name", SINGLE)
def test_every_value_of_a_public_number_looks_different_to_every_seat(num_players, name):
    game = MOMENTS[num_players]["play_card"].copy()
    values = values_of(name, num_players)
    for seat in range(num_players):
        seen = {}
        for value in values:
            game._states[0][name] = value
            seen[value] = game.observe(seat)
        assert len({vector.tobytes() for vector in seen.values()}) == len(values)
        first = next(iter(seen.values()))
        assert all(changed(first, vector) <= {SINGLE[name]} for vector in seen.values())


@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize("name", SEVERAL)
def test_every_value_of_a_public_row_looks_different_to_every_seat(num_players, name):
    game = MOMENTS[num_players]["play_card"].copy()
    row, values = game._states[0][name], values_of(name, num_players)
    for seat in range(num_players):
        before, seen = game.observe(seat), set()
        for place in range(length_of(name, num_players, game)):
            old = row[place]
            for value in values:
                if value != old:
                    row[place] = value
                    vector = game.observe(seat)
                    assert changed(before, vector) == {SEVERAL[name]}, (place, value)
                    seen.add(vector.tobytes())
            row[place] = old
        assert len(seen) == length_of(name, num_players, game) * (len(values) - 1), "each change by itself"


@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize("name", ["round", "rounds", "marriage_pile", "viking_deck"])
def test_rounds_and_revealed_cards_are_seen(num_players, name):
    game = MOMENTS[num_players]["play_card"].copy()
    s = game._states[0]
    before = game.observe(0)
    if name in ("round", "rounds"):
        s[name] += 1
        assert "rounds_left" in changed(before, game.observe(0))
    else:
        unseen = next(card for card in range(7) if card not in s[name][: s["rounds"]])
        s[name][0] = unseen
        assert changed(before, game.observe(0)) == {"marriages_seen" if name == "marriage_pile" else "vikings_seen"}


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_lead_of_the_church_and_its_four_discs_look_different(num_players):
    game = MOMENTS[num_players]["monastery"].copy()
    vectors = []
    for step in (st.STEP_CHURCH_LEADER, st.STEP_CHURCH_FOUR):
        game._states[0]["step"] = step
        vectors.append(game.observe(0))
    assert changed(*vectors) == {"church_leader"}


def swap(game, one, other):
    """Give a copy in which two cards have changed places, with all that is kept of them."""
    twin = game.copy()
    for name in ("card_place", "card_origin", "card_pick"):
        row = twin._states[0][name]
        row[one], row[other] = row[other], row[one]
    return twin


def cards_at(game, place):
    return np.flatnonzero(game._states[0]["card_place"] == place).tolist()


def unseen_card(game, seat):
    """Give a card that is in another's hand, pack or selection and that the seat has never held."""
    told = describe(game.observe(seat))
    passed = {card for row in told["passed"] for card in np.flatnonzero(row)}
    zones = (st.HAND, st.SELECTED, st.PACK)
    others = [other for other in range(game.num_players) if other != seat]
    cards = [card for zone in zones for other in others for card in cards_at(game, zone + other)]
    return next((card for card in cards if card not in passed), None)


def own_and_open_cards(game, seat):
    """Give (zone's name, card) of the cards whose place the seat knows."""
    told = describe(game.observe(seat))
    for zone, name in ((st.HAND, "hand"), (st.SELECTED, "selected"), (st.PACK, "pack"), (st.UNPLAYED, "unplayed")):
        yield from ((name, card) for card in cards_at(game, zone + seat))
    for other in range(game.num_players):
        yield from (("trick", card) for card in cards_at(game, st.PLAYED + other))
        yield from (("played", card) for card in cards_at(game, st.DISCARDED + other))
    yield from (("passed", int(card)) for row in told["passed"] for card in np.flatnonzero(row))


@pytest.mark.parametrize("num_players", PLAYERS)
def test_a_known_card_swapped_with_an_unseen_one_is_seen(num_players):
    tried = set()
    for number, game in enumerate(random_game(num_players, 3)):
        for seat in range(num_players) if number % 8 == 0 else ():
            unseen, before = unseen_card(game, seat), game.observe(seat)
            for name, card in own_and_open_cards(game, seat):
                if unseen is not None:
                    assert name in changed(before, swap(game, card, unseen).observe(seat)), (game.phase, card)
                    tried.add(name)
    assert tried >= {"hand", "selected", "pack", "trick", "played", "passed"}


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_card_that_a_seat_kept_unplayed_is_seen_by_it_alone(num_players):
    tried = 0
    for game in random_game(num_players, 1):
        for seat in range(num_players):
            for card in cards_at(game, st.UNPLAYED + seat):
                other = cards_at(game, st.UNPLAYED + (seat + 1) % num_players)[0]
                twin = swap(game, card, other)
                assert "unplayed" in changed(game.observe(seat), twin.observe(seat))
                third = (seat + 2) % num_players
                assert "unplayed" not in changed(game.observe(third), twin.observe(third))
                tried += 1
    assert tried


@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize(("zone", "name"), [(st.PLAYED, "trick"), (st.DISCARDED, "played")])
def test_who_played_a_card_is_seen_by_every_seat(num_players, zone, name):
    tried = 0
    for game in random_game(num_players, 2):
        for player in range(num_players):
            for card in cards_at(game, zone + player)[:1]:
                seen = []
                for other in range(num_players):
                    twin = game.copy()
                    twin._states[0]["card_place"][card] = zone + other
                    seen.append([twin.observe(seat) for seat in range(num_players)])
                for seat in range(num_players):
                    assert len({vectors[seat].tobytes() for vectors in seen}) == num_players
                    assert changed(seen[0][seat], seen[1][seat]) == {name}
                tried += 1
        if tried > 20:
            return
    raise AssertionError("nobody played")


@pytest.mark.parametrize("num_players", PLAYERS)
def test_at_which_selection_a_card_was_picked_or_passed_on_is_seen(num_players):
    game = MOMENTS[num_players]["choose_town"]
    steps = int(game._states[0]["draft_step"])
    for seat in range(num_players):
        before = game.observe(seat)
        told = describe(before)
        for name in ("picked", "passed"):
            rows = [np.flatnonzero(row).tolist() for row in told[name]]
            assert sum(map(len, rows)) > 0
            for early in range(steps - 2):
                twin = swap(game, rows[early][0], rows[early + 1][-1])
                if rows[early][0] != rows[early + 1][-1]:
                    assert name in changed(before, twin.observe(seat)), (name, early)


@pytest.mark.parametrize("num_players", PLAYERS)
@pytest.mark.parametrize("zone", [st.HAND, st.SELECTED, st.PACK])
def test_how_many_cards_others_hold_is_seen(num_players, zone):
    game = MOMENTS[num_players]["draft"].copy()
    while not cards_at(game, st.SELECTED):
        game.apply(game.legal_ids()[0])
    name = {st.HAND: "hand_size", st.SELECTED: "selected_size", st.PACK: "pack_size"}[zone]
    for seat in range(1, num_players):
        before, twin = game.observe(seat), game.copy()
        moved = cards_at(twin, st.PACK)[0] if zone != st.PACK else cards_at(twin, st.SELECTED)[0]
        twin._states[0]["card_place"][moved] = zone
        assert name in changed(before, twin.observe(seat))
