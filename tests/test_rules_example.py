"""The rulebooks' worked example of the action phase, move by move; the whole state is compared at each.

Deirdre is seat 0, Kate 1, Georgios 2, Peer 3. The rulebooks leave open which towns they hold, and how many coins and
raiders there are: here Kate holds Naas, whose road to Dublin Georgios blocks, and everyone has the coins told of.
"""

from rule import rule
from table import legal, run, table

HANDS = [[11, 1], [2, 3], [13, 4], [17, 6]]
GONE = [card for card in range(5, 25) if card not in (6, 11, 13, 17)]  # 25 is set aside


def resolved(seat, card, *before):
    """Give what the end of a card changes, after those resolved before it."""
    old = sorted([*GONE, *before])
    return {f"players[{seat}].played": (card, None), "discarded": (old, sorted([*old, card]))}


@rule("A1", "A2", "A6", "A7", "A8", "A10", "A11", "T1", "T2", "T3", "T4", "T5", "T7")
def test_the_worked_example_of_the_rulebooks():
    game = table(
        4,
        marker=0,
        seat=0,
        hands=HANDS,
        discs={"naas": 1, "dublin": 2},
        coins=[4, 2, 1, 2],
        space=[1, 5, 4, 2],
        battle_area=9,
        on_offer="m_ossory",  # 3 points and a renown
    )
    # Deirdre places the marker on a free red town of Connaught; only the red of her cards is legal.
    assert run(game, "town rindoon") == {"active_town": (None, "rindoon"), "phase": ("choose_town", "play_card")}
    assert legal(game) == ["card 11"]
    for seat, (card, spare) in enumerate(HANDS[:3]):
        assert run(game, f"card {card}") == {
            f"players[{seat}].hand": (sorted([card, spare]), [spare]),
            f"players[{seat}].played": (None, card),
            "seat_to_act": (seat, seat + 1),
        }
    # Peer's yellow 17 is the highest card, but Georgios' white 13 wins. Kate's 2 comes first.
    assert run(game, "card 17") == {
        "players[3].hand": ([6, 17], [6]),
        "players[3].played": (None, 17),
        "phase": ("play_card", "choose_secondary"),
        "seat_to_act": (3, 1),
    }
    # The upper one: three coins, which make five; then she may expand, to the one town in reach.
    assert run(game, "upper") == {"players[1].coins": (2, 5), "phase": ("choose_secondary", "expand")}
    assert legal(game) == ["town kildare", "stop"]
    assert run(game, "town kildare") == {
        "players[1].coins": (5, 0),
        "towns.kildare.disc": (None, 1),
        "phase": ("expand", "choose_secondary"),
        "seat_to_act": (1, 0),
    } | resolved(1, 2)
    # Deirdre's lower one: two raiders, and four coins for two more.
    assert run(game, "lower") == {
        "players[0].raiders": (0, 2),
        "battle_area": (9, 7),
        "phase": ("choose_secondary", "buy_raider"),
    }
    assert run(game, "buy") == {"players[0].raiders": (2, 3), "players[0].coins": (4, 2), "battle_area": (7, 6)}
    # Her last coins; then Georgios, who has won, takes town, marker and a coin, and it is Peer's choice.
    assert run(game, "buy") == {
        "players[0].raiders": (3, 4),
        "players[0].coins": (2, 0),
        "battle_area": (6, 5),
        "players[0].played": (11, None),
        "towns.rindoon.disc": (None, 2),
        "marker": (0, 2),
        "players[2].coins": (1, 2),
        "players[2].played": (13, None),
        "discarded": (sorted([*GONE, 2]), sorted([*GONE, 2, 11, 13])),
        "phase": ("buy_raider", "choose_secondary"),
        "seat_to_act": (0, 3),
    }
    # Three steps bring Peer beside Kate; Georgios is on the space below.
    assert run(game, "lower") == {"players[3].space": (2, 5), "phase": ("choose_secondary", "buy_step")}
    # The last card ends the trick; each has one card left, which is discarded, and the upkeep begins: the highest on
    # the track weds, the others gain what their space shows, and Deirdre, with the most raiders, chooses at B2.
    upkeep = {
        f"players[{seat}].{key}": change
        for seat, (_, spare) in enumerate(HANDS)
        for key, change in {"hand": ([spare], []), "unplayed": (None, spare)}.items()
    } | {
        "active_town": ("rindoon", None),
        "marriage_card": ("m_ossory", None),
        "players[2].coins": (2, 3),
        "phase": ("buy_step", "raid_town"),
        "seat_to_act": (3, 0),
    }
    last = resolved(3, 17, 2, 11, 13)
    # Had he bought no step, he would have moved down two spaces, past Georgios, and Kate would be the highest.
    assert run(game.copy(), "stop") == last | upkeep | {
        "players[3].space": (5, 3),
        "players[3].coins": (2, 3),
        "players[1].space": (5, 1),
        "players[1].marriages": ([], ["m_ossory"]),
        "players[1].points": (10, 13),
        "players[1].renown": (1, 2),
    }
    # He buys one, is one ahead of Kate, and weds.
    assert run(game, "buy") == last | upkeep | {
        "players[3].space": (5, 1),
        "players[3].coins": (2, 0),
        "players[3].marriages": ([], ["m_ossory"]),
        "players[3].points": (10, 13),
        "players[3].renown": (1, 2),
        "players[1].coins": (0, 2),
    }
    assert legal(game) == ["town rindoon", "town dublin"]  # the first loser from the marker holder is Georgios
