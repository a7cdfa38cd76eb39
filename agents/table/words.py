"""Everything in words: what is asked, what each legal action does, what is printed on towns and cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from boru_env import Edition, Game
from boru_env.views.drawing.tokens import words_of

Facts = Mapping[str, Any]
"""A position as JSON, `boru-state/1`, with None for what is hidden."""

QUESTIONS = {
    "place_start": "Place your first disc on a town, in a region where nobody else has one.",
    "draft": "Keep a card of the pack; the rest goes to the left.",
    "choose_town": "You lead: choose the town that this trick is about.",
    "play_card": "Play a card.",
    "choose_secondary": "You do not win this trick: choose one of the two lower actions of your card.",
    "buy_church": "Buy one more disc for the church area?",
    "buy_raider": "Buy one more raider?",
    "buy_step": "Buy one more step up the marriage track?",
    "expand": "You may pay to take a free town, one road away from a town of yours.",
    "liberate": "Free a town from the Vikings.",
    "marriage_town": "Your marriage gives you a town: choose which.",
    "princess": "You marry the Princess of Denmark: choose what she brings.",
    "track_town": "Your place on the marriage track gives you a free town: choose which.",
    "raid_town": "The Vikings come: choose the town that is lost.",
    "monastery": "Build a monastery in a town of yours.",
}

PRINCESS = {
    "princess support": "choose military support: the strength of the Vikings counts as yours in the regions",
    "princess trade": "choose trade: at the end, towns under the Vikings count as yours for the number of regions",
}

PIECES = {"church": "church disc", "raider": "raider", "step": "step up the marriage track"}


def question(edition: Edition, phase: str, facts: Facts) -> str:
    """Say to the seat that acts what it has to decide."""
    if phase == "play_card" and (town := active_town(edition, facts)):
        return f"Play a card: the trick is about {town}."
    return QUESTIONS.get(phase, "The game is over.")


def active_town(edition: Edition, facts: Facts) -> str:
    """Give the active town's name and colour; "" if there is none."""
    town_id = facts["active_town"]
    if town_id is None:
        return ""
    town = edition.file.towns[edition.town_index[town_id]]
    return f"{town.name} ({town.colour})"


def action_words(edition: Edition, phase: str, action: str, facts: Facts, names: Sequence[str]) -> str:
    """Say what an action does, such as `play card 13 (red)`.

    Args:
        edition: the game's edition.
        phase: what is asked.
        action: as `Game.words` gives it.
        facts: the position before the action, as the acting seat sees it.
        names: the players' names by seat.
    """
    kind, _, rest = action.partition(" ")
    if kind == "card":
        verb = "keep" if phase == "draft" else "play"
        return f"{verb} card {rest} ({edition.file.cards[int(rest) - 1].colour})"
    if kind == "town":
        return _town_words(edition, phase, rest, facts, names)
    if kind in ("upper", "lower"):
        return f"take the {kind} action: {_row_words(edition, kind, facts)}"
    if kind == "princess":
        spurned = f"spurn her: {edition.file.princess.spurn_points} points"
        return PRINCESS.get(action, spurned)
    if kind == "buy":
        return f"buy one more {PIECES[phase.removeprefix('buy_')]} for {edition.file.costs.extra_step} coins"
    return "do not expand" if phase == "expand" else "buy no more"


def _town_words(edition: Edition, phase: str, town_id: str, facts: Facts, names: Sequence[str]) -> str:
    """Say what choosing a town means."""
    town = edition.file.towns[edition.town_index[town_id]]
    region = edition.file.regions[edition.region_index[town.region]].name
    where = f"{town.name} ({town.colour}, {region})"
    owner = facts["towns"][town_id]["disc"]
    of = "" if owner is None else f", of {names[owner]}"
    verbs = {
        "place_start": "place the first disc on",
        "choose_town": "lead for",
        "expand": f"pay {edition.file.costs.expand} coins and take",
        "liberate": "liberate",
        "raid_town": "give to the Vikings",
        "monastery": "build a monastery in",
    }
    return f"{verbs.get(phase, 'take')} {where}{of if phase in ('liberate', 'raid_town') else ''}"


def _row_words(edition: Edition, row: str, facts: Facts) -> str:
    """Give a secondary action of the card that the acting seat has played."""
    played = facts["players"][facts["seat_to_act"]]["played"]
    if played is None:
        return "of the card"
    card = edition.file.cards[played - 1]
    return words_of(card.secondary_1 if row == "upper" else card.secondary_2 or card.secondary_1)


def light(action: str, facts: Facts) -> str | None:
    """Give the element of the drawing that an action is about: `town:ID` or `card:VALUE`; the card that is resolved."""
    kind, _, rest = action.partition(" ")
    if kind in ("town", "card"):
        return f"{kind}:{rest}"
    played = facts["players"][facts["seat_to_act"]]["played"]
    return None if played is None else f"card:{played}"


def legal(game: Game, names: Sequence[str]) -> list[dict[str, Any]]:
    """Give the legal actions of the seat to act: the action, what it does in words, and the element to light."""
    if game.seat is None:
        return []
    facts, actions = game.seen_by(game.seat), [game.words(action_id) for action_id in game.legal_ids()]
    return [
        {
            "action": action,
            "words": action_words(game.edition, game.phase, action, facts, names),
            "light": light(action, facts),
        }
        for action in actions
    ]


def symbol_texts(edition: Edition) -> dict[str, str]:
    """Give what each symbol of cards and track means, by its id."""
    return {symbol.id: symbol.text for symbol in edition.file.symbols if set(symbol.on) & {"cards", "track"}}


def printed(edition: Edition) -> dict[str, list[str]]:
    """Give what is printed on every town and card, line by line, by the element's name (`town:ID`, `card:VALUE`)."""
    lines = {f"card:{card.value}": card_lines(edition, card.value) for card in edition.file.cards}
    return lines | {f"town:{town}": _town_lines(edition, town) for town in edition.town_ids}


def card_lines(edition: Edition, value: int) -> list[str]:
    """Say what is printed on a card, and what its symbols mean."""
    card, texts = edition.file.cards[value - 1], symbol_texts(edition)
    fits = "fits every town" if card.colour == "white" else f"fits {card.colour} towns"
    lines = [f"Card {value}, {card.colour}: {fits}."]
    rows = (("Wins", card.primary), ("Loses", card.secondary_1), ("or", card.secondary_2))
    lines += [f"{head}: {words_of(row)}." for head, row in rows if row is not None]
    used = dict.fromkeys(symbol for _, row in rows for symbol in row or ())
    return lines + [f"{words_of([symbol])}: {texts[symbol]}." for symbol in used]


def _town_lines(edition: Edition, town_id: str) -> list[str]:
    town = edition.file.towns[edition.town_index[town_id]]
    region = edition.file.regions[edition.region_index[town.region]]
    ends = [(road.a, road.b) for road in edition.file.roads if town_id in (road.a, road.b)]
    beside = [edition.file.towns[edition.town_index[b if a == town_id else a]].name for a, b in ends]
    return [
        f"{town.name}: a {town.colour} town in {region.name}.",
        f"{region.name}'s token turns up at strength {region.threshold} and is worth {region.points} points.",
        f"Roads to {', '.join(sorted(beside)) or 'nowhere'}.",
    ]
