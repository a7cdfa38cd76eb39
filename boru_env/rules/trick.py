"""T: the tricks. A card's resolution goes on in `effects`."""

from boru_env.editions.tables import NUM_CARDS, NUM_COLOURS, WHITE
from boru_env.rules.compiled import Mask, State, Tables, compiled
from boru_env.rules.state import (
    CHOOSE_SECONDARY,
    CHOOSE_TOWN,
    DISCARDED,
    HAND,
    NONE,
    PLAY_CARD,
    PLAYED,
    STEP_LEAD,
    STEP_MARRIAGE,
    STEP_PLAY,
    STEP_RESOLVE,
    STEP_SYMBOL,
    UNPLAYED,
    any_free_town,
    ask,
    from_marker,
    is_free,
)

ALL_COLOURS = (1 << NUM_COLOURS) - 1

PRIMARY, UPPER, LOWER = 0, 1, 2
"""Rows of an action card."""


@compiled
def hand_size(s: State, seat: int) -> int:
    """Count the cards in a hand."""
    size = 0
    for card in range(NUM_CARDS):
        if s["card_place"][card] == HAND + seat:
            size += 1
    return size


@compiled
def matches(t: Tables, card: int, town: int) -> bool:
    """T2: tell whether the card is of the town's colour or white."""
    colour = t["card_colour"][card]
    return bool(colour == WHITE or colour == t["town_colour"][town])


@compiled
def colours_held(t: Tables, s: State, seat: int) -> int:
    """Give the colours of the cards in a hand, as bits."""
    colours, place = 0, HAND + int(seat)
    for card in range(NUM_CARDS):
        colours |= int(s["card_place"][card] == place) << t["card_colour"][card]
    return int(colours)


@compiled
def matching_colours(t: Tables, town: int) -> int:
    """T2: give the colours of the cards that match the town, as bits."""
    return int(1 << WHITE | 1 << t["town_colour"][town])


@compiled
def free_colours(t: Tables, s: State) -> int:
    """T2: give the colours of the cards that match some free town, as bits; 0 if no town is free."""
    colours = 0
    for town in range(t["num_towns"]):
        colours |= int(is_free(s, town)) << t["town_colour"][town]
    return colours | int(colours > 0) << WHITE


@compiled
def ask_lead(t: Tables, s: State) -> None:
    """T1, T2, T7: the marker holder leads the next trick, or the last cards go and the upkeep begins."""
    leader = s["marker"]
    s["cursor"] = 0
    if hand_size(s, leader) == 1:
        discard_unplayed(s)
        s["step"] = STEP_MARRIAGE
        return
    s["step"] = STEP_PLAY
    s["must_match"] = can_match(t, s, leader)
    if any_free_town(t, s):
        ask(s, CHOOSE_TOWN, leader)
    # T9: no free town left: the trick is played without an active town


@compiled
def discard_unplayed(s: State) -> None:
    """T1: the last card of each hand is discarded unplayed."""
    for card in range(NUM_CARDS):
        place = s["card_place"][card]
        if HAND <= place < HAND + s["num_players"]:
            s["card_place"][card] = UNPLAYED + place - HAND


@compiled
def can_match(t: Tables, s: State, leader: int) -> bool:
    """T8: tell whether there is a free town for which the leader can play a legal card."""
    return colours_held(t, s, leader) & free_colours(t, s) != 0


@compiled
def legal_leads(t: Tables, s: State, mask: Mask) -> None:
    """T2, T8: free towns that the leader can match; any free town if there is none. `mask` is (48,)."""
    held = colours_held(t, s, s["seat"])
    any_town = s["must_match"] == 0 or held >> WHITE & 1 == 1
    for town in range(t["num_towns"]):
        fits = any_town | (held >> t["town_colour"][town] & 1 == 1)
        mask[town] = fits & is_free(s, town)


@compiled
def choose_town(s: State, town: int) -> None:
    """T2: place the marker; the town is active until the trick's last card is resolved."""
    s["active_town"] = town


@compiled
def ask_play(t: Tables, s: State) -> None:
    """T3: clockwise from the leader, each plays a card; then the winner is known and cards are resolved."""
    if s["cursor"] < s["num_players"]:
        ask(s, PLAY_CARD, from_marker(s))
    else:
        s["winner"] = winner_of_trick(t, s)
        s["step"] = STEP_RESOLVE


@compiled
def legal_plays(t: Tables, s: State, mask: Mask) -> None:
    """T2, T3: any card of the hand; the leader's has to match the active town (T8, T9 apart). `mask` is (25,)."""
    place = HAND + int(s["seat"])
    must_match = s["cursor"] == 0 and s["must_match"] == 1
    colours = matching_colours(t, s["active_town"]) if must_match else ALL_COLOURS
    for card in range(NUM_CARDS):
        mask[card] = (s["card_place"][card] == place) & (colours >> t["card_colour"][card] & 1 == 1)


@compiled
def play_card(t: Tables, s: State, card: int) -> None:
    """T2, T3: play the card, open to all."""
    if s["cursor"] == 0 and s["active_town"] != NONE and s["must_match"] == 0:
        show_void(t, s)
    s["must_match"] = 0
    s["card_place"][card] = PLAYED + s["seat"]
    s["cursor"] += 1


@compiled
def show_void(t: Tables, s: State) -> None:
    """T8: a leader who does not match shows that no free town could have been matched from the hand."""
    s["void"][s["seat"]] |= free_colours(t, s)


@compiled
def winner_of_trick(t: Tables, s: State) -> int:
    """T4: the highest value among cards of the active town's colour and white cards wins; NONE by T8, T9."""
    if s["active_town"] == NONE:
        return NONE
    for card in range(NUM_CARDS - 1, -1, -1):
        if is_played(s, card) and matches(t, card, s["active_town"]):
            return int(s["card_place"][card] - PLAYED)
    return NONE


@compiled
def is_played(s: State, card: int) -> bool:
    """Tell whether the card lies on the table, not resolved yet."""
    return bool(PLAYED <= s["card_place"][card] < PLAYED + s["num_players"])


@compiled
def resolve_next(t: Tables, s: State) -> None:
    """T5: in ascending value, the winner does the primary action, a loser one of the secondary ones."""
    for card in range(NUM_CARDS):
        if is_played(s, card):
            s["acting_card"] = card
            s["acting_row"] = NONE
            s["seat"] = s["card_place"][card] - PLAYED
            if s["seat"] == s["winner"]:
                begin_row(s, PRIMARY)
            elif t["card_secondaries"][card] == 1:
                begin_row(s, UPPER)
            else:
                ask(s, CHOOSE_SECONDARY, s["seat"])
            return
    s["active_town"] = NONE  # T2
    s["winner"] = NONE
    s["step"] = STEP_LEAD  # T7


@compiled
def begin_row(s: State, row: int) -> None:
    """Begin the row's first symbol."""
    s["acting_row"] = row
    s["position"] = 0
    s["step"] = STEP_SYMBOL


@compiled
def discard_resolved(s: State) -> None:
    """T6: the resolved card goes to the common discard pile."""
    s["card_place"][s["acting_card"]] = DISCARDED + s["seat"]
    s["acting_card"] = NONE
    s["acting_row"] = NONE
    s["position"] = 0
    s["step"] = STEP_RESOLVE
