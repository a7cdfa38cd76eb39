"""The report as a Markdown page."""

from collections.abc import Mapping, Sequence

from agents.report.measures import Decisions, Measure, flagged

TITLES = {
    "seats": "Seats",
    "played": "Cards played",
    "won": "Cards that won a trick",
    "track": "Track in focus",
    "claims": "Claim tokens held at the end",
    "regions": "Regions with a town at the end",
}
NOTES = {
    "seats": "Share of the wins of each seat, whoever sat there, less 1 / n. Seats run clockwise.",
    "played": "Who played this card at least once in the game, against the same agent's mean.",
    "won": "Who won a trick with this card, against the same agent's mean.",
    "track": "The track on which a player gained most steps, raiders or discs, beside the table's mean of it.",
    "claims": "Who holds this region's token at the end, against the same agent's mean.",
    "regions": "In how many regions a player controls a town at the end (F6), against the same agent's mean.",
}

Text = list[str]


def make_page(
    head: Mapping[str, str],
    groups: Mapping[str, list[Measure]],
    found: Decisions,
    splits: Mapping[str, Mapping[str, float]],
    margin: float,
    pictures: Mapping[str, str],
) -> str:
    """Give the page.

    Args:
        head: what was played, by word.
        groups: the measures of each group.
        found: what is asked of players.
        splits: result -> part -> share of the variance; empty if it cannot be split.
        margin: of the flags.
        pictures: group -> file, as the page links it.
    """
    parts = [_head(head), _flags(dict(groups), margin), _decisions(found, pictures), _split(splits, pictures)]
    parts += [_group(name, measures, pictures[name]) for name, measures in groups.items()]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _head(head: Mapping[str, str]) -> Text:
    return [
        "# What the games say about the game",
        "",
        "Made by a command, not by hand. Such numbers hold for these agents: others may find what these overlook.",
        "",
        *(f"- {word}: {value}" for word, value in head.items()),
    ]


def _flags(groups: dict[str, list[Measure]], margin: float) -> Text:
    lines = [
        "## What stands out",
        "",
        f"Flagged is what lies, with its whole 95 % interval, more than {100 * margin:g} percentage points off the "
        "fair share. What goes with winning need not be what makes win: tokens and regions are themselves points.",
        "",
    ]
    found = flagged(groups)
    if not found:
        return [*lines, "Nothing does."]
    for group, measure in found:
        lift = measure.lift
        lines.append(
            f"- **{TITLES[group]}: {measure.name.strip()}**: {100 * lift.mean:+.0f} "
            f"[{100 * lift.low:+.0f}, {100 * lift.high:+.0f}] points"
        )
    return lines


def _decisions(found: Decisions, pictures: Mapping[str, str]) -> Text:
    low, mean, high = found.length
    lines = [
        "## Decisions",
        "",
        f"A game takes {mean:.0f} decisions ({low} to {high}); a decision has {found.branching:.1f} legal actions in "
        f"the mean; {100 * found.forced:.0f} % of the decisions are forced (one legal action).",
        "",
        f"![Legal actions of a decision]({pictures['decisions']})",
        "",
        "| phase | a game | legal actions | forced |",
        "|---|---|---|---|",
    ]
    for phase, (times, options, forced) in found.by_phase.items():
        lines.append(f"| `{phase}` | {times:.1f} | {options:.1f} | {100 * forced:.0f} % |")
    return lines


def _split(splits: Mapping[str, Mapping[str, float]], pictures: Mapping[str, str]) -> Text:
    lines = ["## How much the deal decides", ""]
    if not splits:
        return [*lines, "Not split: it takes two different agents at the table, who change seats on the same deals."]
    lines += [
        "Each deal was played with every rotation of the agents, so the cards' part can be told from the players'. "
        "*Deal and seat* is what the cards of a deal gave to a seat, whoever sat there; *the rest* is how it was "
        "played.",
        "",
        f"![What decides]({pictures['split']})",
        "",
        "| | " + " | ".join(next(iter(splits.values()))) + " |",
        "|---|" + "---|" * len(next(iter(splits.values()))),
    ]
    for name, split in splits.items():
        lines.append(f"| {name} | " + " | ".join(f"{100 * share:.0f} %" for share in split.values()) + " |")
    return lines


def _group(name: str, measures: Sequence[Measure], picture: str) -> Text:
    lines = [f"## {TITLES[name]}", "", NOTES[name], ""]
    if not measures:
        return [*lines, "It happened too rarely to be measured."]
    lines += [f"![{TITLES[name]}]({picture})", ""]
    lines += ["| | percentage points | times |", "|---|---|---|"]
    for measure in measures:
        lift, mark = measure.lift, " **!**" if measure.flag else ""
        lines.append(
            f"| {measure.name.strip()}{mark} | {100 * lift.mean:+.1f} [{100 * lift.low:+.1f}, {100 * lift.high:+.1f}] "
            f"| {measure.times} |"
        )
    return lines
