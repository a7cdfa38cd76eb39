"""A board in plain text, 80 columns wide."""

import textwrap

from boru_env.editions import Edition
from boru_env.editions.tables import NUM_CARDS
from boru_env.rules import state as st
from boru_env.rules.compiled import State

WIDTH = 80
LEGEND = "town/colour:seat of its disc; V = under the Vikings, + = monastery"
_ROWS = ("primary", "upper", "lower")


def board_text(edition: Edition, s: State, seat: int | None = None, everything: bool = False) -> str:
    """Draw a position.

    Args:
        edition: the game's edition.
        s: the position.
        seat: whose cards are shown; None shows nobody's.
        everything: show all cards, for whoever may see everything.
    """
    blocks = [_header(edition, s), _regions(edition, s), LEGEND, "", _players(edition, s)]
    blocks += _cards(s, seat, everything)
    return "\n".join(blocks)


def _header(edition: Edition, s: State) -> str:
    num_players, phase = int(s["num_players"]), st.PHASE_NAMES[s["phase"]]
    turn = f"round {s['round']} of {s['rounds']}" if s["round"] else "before the first round"
    lines = [f"Brian Boru, {num_players} players, {turn}: {_whose_turn(s, phase)}"]
    facts = [f"{s['battle_area']} raiders in the battle area"]
    if s["marriage_card"] >= 0:
        facts.append(f"on offer: {_marriage(edition, int(s['marriage_card']))}")
    if s["active_town"] >= 0:
        facts.append(f"active town: {edition.file.towns[s['active_town']].name}")
    if s["victim"] >= 0:
        facts.append(f"seat {s['victim']} loses a town")
    if s["acting_card"] >= 0:
        row = f", {_ROWS[s['acting_row']]} row" if s["acting_row"] >= 0 else ""
        facts.append(f"resolving card {s['acting_card'] + 1}{row}")
    return "\n".join([*lines, *textwrap.wrap("; ".join(facts), WIDTH)])


def _whose_turn(s: State, phase: str) -> str:
    if s["phase"] != st.GAME_OVER:
        return f"seat {s['seat']} to {phase}"
    winners = [str(seat) for seat in range(s["num_players"]) if s["winners"][seat]]
    return f"over, won by seat {' and '.join(winners)}"


def _marriage(edition: Edition, card: int) -> str:
    ordinary = edition.file.marriages
    return ordinary[card].name if card < len(ordinary) else edition.file.princess.name


def _regions(edition: Edition, s: State) -> str:
    lines = []
    for i, region in enumerate(edition.file.regions):
        if s["claim_holder"][i] >= 0:
            claim = f"held by {s['claim_holder'][i]}"
        else:
            claim = "face up" if s["claim_face_up"][i] else "face down"
        head = f"{region.name:<10} {region.threshold}+ {region.points:>2}p {claim:<9} "
        towns = [
            _town(s, j, town.name, town.colour) for j, town in enumerate(edition.file.towns) if town.region == region.id
        ]
        lines.append(
            textwrap.fill(
                ", ".join(towns),
                WIDTH,
                initial_indent=head,
                subsequent_indent=" " * len(head),
                break_on_hyphens=False,
            )
        )
    return "\n".join(lines)


def _town(s: State, town: int, name: str, colour: str) -> str:
    text = f"{name.replace(' ', '_')}/{colour[0]}"
    if s["town_disc"][town] >= 0:
        text += f":{s['town_disc'][town]}"
    return text + ("V" if s["town_viking"][town] else "") + ("+" if s["town_monastery"][town] else "")


def _players(edition: Edition, s: State) -> str:
    lines = ["seat   points coins renown raiders church space  claims / marriages"]
    for seat in range(s["num_players"]):
        marker = "*" if s["marker"] == seat else " "
        points = s["final_points"][seat] if s["phase"] == st.GAME_OVER else s["points"][seat]
        held = [r.name for i, r in enumerate(edition.file.regions) if s["claim_holder"][i] == seat]
        wed = [_marriage(edition, card) for card, holder in enumerate(s["marriage_holder"]) if holder == seat]
        row = (
            f"{seat:>4}{marker} {points:>7} {s['coins'][seat]:>5} {s['renown'][seat]:>6} {s['raiders'][seat]:>7} "
            f"{s['church'][seat]:>6} {s['space'][seat]:>5}  "
        )
        tail = " / ".join(part for part in (", ".join(held), ", ".join(wed)) if part)
        lines.append(
            textwrap.fill(tail, WIDTH, initial_indent=row, subsequent_indent=" " * 48).rstrip()
            if tail
            else row.rstrip()
        )
    lines.append("* = holds the active town marker")
    return "\n".join(lines)


def _cards(s: State, seat: int | None, everything: bool) -> list[str]:
    """Draw the trick, and the hands, selections and packs: values where they may be seen, else how many."""
    lines = []
    for other in range(s["num_players"]):
        parts = []
        for name, zone in (
            ("hand", st.HAND),
            ("selected", st.SELECTED),
            ("pack", st.PACK),
            ("unplayed", st.UNPLAYED),
        ):
            cards = [card + 1 for card in range(NUM_CARDS) if s["card_place"][card] == zone + other]
            if cards:
                shown = everything or other == seat
                parts.append(f"{name} {' '.join(map(str, cards)) if shown else f'({len(cards)})'}")
        parts += [f"plays {card + 1}" for card in range(NUM_CARDS) if s["card_place"][card] == st.PLAYED + other]
        if parts:
            lines.append(f"seat {other}: {', '.join(parts)}")
    return ["", *lines] if lines else []
