"""S and P: setting the game up, and the preparation of each round."""

from boru_env.editions.tables import MAX_SEATS, MAX_TOWNS, NUM_CARDS, NUM_MARRIAGES, NUM_REGIONS, PRINCESS
from boru_env.rules.chance import draw_below, shuffle
from boru_env.rules.compiled import Mask, State, Tables, compiled
from boru_env.rules.state import (
    MAX_ROUNDS,
    NO_CHOICE,
    NONE,
    PLACE_START,
    STEP_DEAL,
    STEP_PREPARE,
    STEP_START,
    UNDEALT,
    ask,
    is_free,
    left_of,
    place_disc,
)


@compiled
def draw_deal(t: Tables, s: State) -> None:
    """Draw all chance of a game from the state's key: S3, S4, and the order of every deck (P1, D1).

    The order of the draws is part of the environment's version.
    """
    s["starting_seat"] = draw_below(s, s["num_players"])  # S4
    ordinary = s["decks"][0]  # any row of numbers serves as scratch: the decks are drawn last
    for card in range(PRINCESS):
        ordinary[card] = card
    shuffle(s, ordinary[:PRINCESS])
    for turn in range(s["rounds"] - 1):
        s["marriage_pile"][turn] = ordinary[turn]
    s["marriage_pile"][s["rounds"] - 1] = PRINCESS  # S3
    for card in range(MAX_ROUNDS):
        s["viking_deck"][card] = card
    shuffle(s, s["viking_deck"])  # S4
    for turn in range(s["rounds"], MAX_ROUNDS):
        s["viking_deck"][turn] = NONE
    for turn in range(s["rounds"]):
        for card in range(NUM_CARDS):
            s["decks"][turn, card] = card
        shuffle(s, s["decks"][turn])  # D1


@compiled
def clear(t: Tables, s: State, num_players: int) -> None:
    """Empty the board and the decks; keep the generator's key and counter."""
    s["num_players"] = num_players
    s["rounds"] = t["rounds"][num_players]
    s["round"] = 0
    s["seat"] = NONE
    s["cursor"] = 0
    s["position"] = 0
    s["active_town"] = NONE
    s["must_match"] = 0
    s["winner"] = NONE
    s["acting_card"] = NONE
    s["acting_row"] = NONE
    s["draft_step"] = 0
    s["taker"] = NONE
    s["victim"] = NONE
    s["princess"] = NO_CHOICE
    s["battle_area"] = 0
    s["marriage_card"] = NONE
    for turn in range(MAX_ROUNDS):
        s["marriage_pile"][turn] = NONE
        s["viking_deck"][turn] = NONE
        for card in range(NUM_CARDS):
            s["decks"][turn, card] = NONE
    for card in range(NUM_MARRIAGES):
        s["marriage_holder"][card] = NONE
    for town in range(MAX_TOWNS):
        s["town_disc"][town] = NONE
        s["town_viking"][town] = 0
        s["town_monastery"][town] = 0
    for card in range(NUM_CARDS):
        s["card_place"][card] = UNDEALT
        s["card_origin"][card] = NONE
        s["card_pick"][card] = 0


@compiled
def set_up(t: Tables, s: State) -> None:
    """Set the table for a game whose chance is already in the state, up to the first decision of S5."""
    for seat in range(MAX_SEATS):
        playing = seat < s["num_players"]
        s["coins"][seat] = t["start_coins"] if playing else 0  # S1
        s["renown"][seat] = t["start_renown"] if playing else 0
        s["points"][seat] = t["start_points"] if playing else 0
        s["space"][seat] = 1 if playing else 0
        s["raiders"][seat] = 0
        s["church"][seat] = 0
        s["final_points"][seat] = 0
        s["winners"][seat] = 0
        s["void"][seat] = 0
    for region in range(NUM_REGIONS):  # S2
        s["claim_face_up"][region] = 0
        s["claim_holder"][region] = NONE
    s["marker"] = s["starting_seat"]  # S4
    s["cursor"] = 0
    s["step"] = STEP_START


@compiled
def ask_start(t: Tables, s: State) -> None:
    """S5: clockwise from the starting player, each places one disc; then the first round is prepared."""
    if s["cursor"] == s["num_players"]:
        s["step"] = STEP_PREPARE
        return
    seat = s["starting_seat"]
    for _ in range(s["cursor"]):
        seat = left_of(s, seat)
    ask(s, PLACE_START, seat)


@compiled
def legal_starts(t: Tables, s: State, mask: Mask) -> None:
    """S5: a town in a region where no other player's disc lies. `mask` is (48,), by town."""
    taken = 0  # a bit for each region
    for town in range(t["num_towns"]):
        taken |= int(not is_free(s, town)) << t["town_region"][town]
    for town in range(t["num_towns"]):
        mask[town] = taken >> t["town_region"][town] & 1 == 0


@compiled
def place_start(s: State, town: int) -> None:
    """S5: place the disc."""
    place_disc(s, s["seat"], town)
    s["cursor"] += 1


@compiled
def prepare_round(t: Tables, s: State) -> None:
    """P1, P2: reveal the Viking card, put its raiders in the battle area, reveal the marriage card."""
    turn = s["round"]
    s["round"] = turn + 1
    s["battle_area"] += t["viking_strength"][s["viking_deck"][turn]]  # P1
    s["marriage_card"] = s["marriage_pile"][turn]  # P2
    s["step"] = STEP_DEAL
