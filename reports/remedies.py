"""What to try about an issue, in the words of the table: points to give, a value to change."""

from collections.abc import Callable, Sequence
from typing import Any

import polars as pl

from analyses.findings.finding import Finding, signed, whole_percent
from analyses.findings.names import bot_called, called
from analyses.findings.verdicts import Scale
from analyses.lab.report.chapters import Chapter
from analyses.language import count, figure, percent_sign, say, word
from analyses.questions.viable_strategies import SAME, VIABLE
from analyses.statistics.order import farthest_by, most_by
from reports.model import SLASH
from reports.next_step import carries, easing_switch, number_of
from reports.subjects import standing_out
from reports.verdicts import Gravest
from simulator.components import Entry
from simulator.titles import Title
from simulator.versions import Version

Found = Sequence[tuple[Chapter, Finding]]


def remedy(title: Title, one: Gravest, found: Found) -> str:
    """A sentence or two, from all that was found of the issue, else what designers do about it."""
    told = REMEDIES[one.finding.name](title, one, found) if one.finding.name in REMEDIES else ""
    return told or _idea(one)


def _turn_order(title: Title, one: Gravest, found: Found) -> str:
    """Points at the end, but for a race to so many points: there they are no handicap."""
    if not any(finding.has("handicap") for _, finding in found):
        return _idea(one)
    return " ".join(filter(None, (_handicap(one.scale, *each) for each in found)))


def _handicap(scale: Scale | None, chapter: Chapter, finding: Finding) -> str:
    """The points that level the seats; or that no handicap does, if they still are tilted."""
    if not finding.has("handicap") or not any(finding.frame("handicap")["points"]):
        return ""
    frame = finding.frame("handicap")
    wins = SLASH.join(figure(100 * share, ".0f") for share in frame["wins then"])
    levels = (
        "With {players}, adjust final scores by {points} points in turn order. By calculation, win"
        " rates are then {wins}."
    )
    helps = (
        "With {players}, no handicap is enough: with {points} points in turn order, win rates are"
        " {wins}. Change a rule: see “What to run next”."
    )
    off = max(abs(len(frame) * share - 1) for share in frame["wins then"])
    return say(
        helps if scale and off > scale.tilted else levels,
        players=chapter.name,
        points=SLASH.join(signed(points) if points else "0" for points in frame["points"]),
        wins=wins + percent_sign(),
    )


def _win_rates(title: Title, one: Gravest, found: Found) -> str:
    """A value that carries the member's name, or points at final scoring."""
    if numbered := number_of(title, one.finding):
        return _changed(numbered[1])
    points = " ".join(filter(None, (_points(*each) for each in found)))
    return points or _otherwise(one.finding)


def _otherwise(finding: Finding) -> str:
    """Where points are no help, as in a race."""
    if not (rows := standing_out(finding)):
        return ""
    far = farthest_by(rows, lambda row: row["above"])
    less = "Let {member} begin with less, or let what it does cost more."
    more = "Let {member} begin with more, or let what it does cost less."
    return f"{say(less if far['above'] > 0 else more, member=far['member'])} {say(UNTESTED)}"


def _points(chapter: Chapter, finding: Finding) -> str:
    """For the member that the issue names; none where the most points do not win."""
    if not finding.has("balancing") or not (rows := standing_out(finding)):
        return ""
    far = farthest_by(rows, lambda row: row["above"])
    given = finding.frame("balancing").filter(group=far["group"], member=far["member"])
    _, _, points, share = given.row(0)
    if not points:
        return ""
    one_more = "With {players}, give {member} {n} point at final scoring."
    more = "With {players}, give {member} {n} points at final scoring."
    one_less = "With {players}, take {n} point from {member} at final scoring."
    less = "With {players}, take {n} points from {member} at final scoring."
    whose, n = {"players": chapter.name, "member": far["member"]}, abs(points)
    told = count(n, one_more, more, **whose) if points > 0 else count(n, one_less, less, **whose)
    then = say(
        "By calculation, the win rate is then {share}; no other number of points comes closer to"
        " {fair}.",
        share=whole_percent(share),
        fair=whole_percent(far["even"]),
    )
    return f"{told} {then}"


def _hardness(title: Title, one: Gravest, found: Found) -> str:
    """What the nearest to a fair match of the simulated switches does."""
    switch, won = easing_switch(title, one.finding), one.finding.estimate.value
    if switch:
        return _switched(title, one.finding, switch)
    easier = "Make it easier: one more turn, a later deadline or a lower target."
    harder = "Make it harder: one turn less, an earlier deadline or a higher target."
    return f"{say(harder if won > 0.5 else easier)} {say(UNTESTED)}"


def _switched(title: Title, finding: Finding, switch: Version) -> str:
    more = finding.frame("switches").filter(switch=switch.name)["estimate"][0]
    easier = "Make {rival} easier ({about}): in simulated games the bot then wins {share}."
    harder = "Make {rival} harder ({about}): in simulated games the bot then wins {share}."
    return say(
        easier if more > 0 else harder,
        rival=title.levers.rival.name if title.levers.rival else "",
        about=switch.about,
        share=figure(min(1.0, max(0.0, finding.estimate.value + more)), ".0%"),
    )


def _curves(title: Title, one: Gravest, found: Found) -> str:
    """The largest source pays less: its values by as much, where the game has such."""
    if not one.finding.has("eased"):
        return ""
    source, pays, share = one.finding.frame("eased").row(0)
    entry = _scoring(title, source)
    then = say(
        "By calculation, that source then makes {share} of the score gap.",
        share=whole_percent(share),
    )
    if entry is None:
        less = "Let {source} pay only {part} of its points."
        return f"{say(less, source=source, part=figure(pays, '.0%'))} {then}"
    lower = say(
        "Lower the {about!s}: from {now} to {less}.",
        about=_about(entry)[0],
        now=_value(entry.value),
        less=_value(_scaled(entry.value, pays)),
    )
    return f"{lower} {then}"


def _scoring(title: Title, source: str) -> Entry | None:
    """The whole numbers that carry the name of a source of points: the largest of them."""
    every, one = title.components.entries.values(), source.removesuffix("s")
    those = [
        each
        for each in every
        if (carries(each.path, one) or carries(each.path, source)) and "points" in each.about
    ]
    paying = [each for each in those if all(type(n) is int for n in _numbers(each.value))]
    return most_by(paying, lambda each: sum(map(abs, _numbers(each.value)))) if paying else None


def _numbers(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _scaled(value: Any, by: float) -> Any:
    return [_scaled(one, by) for one in value] if isinstance(value, list) else round(by * value)


def _option_value(title: Title, one: Gravest, found: Found) -> str:
    """What it pays or costs; with the value of the game that carries its name."""
    if not one.finding.has("apart"):
        return ""
    row = one.finding.frame("apart").row(0, named=True)
    better = "Let {option} pay more or cost less."
    worse = "Let {option} pay less or cost more."
    told = say(better if row["estimate"] < 0 else worse, option=row["option"])
    kinds = [kind for kind in title.levers.kinds if called(kind, title.levers) == row["option"]]
    entries = [
        entry
        for entry in title.components.entries.values()
        if kinds and carries(entry.path, kinds[0]) and type(entry.value) is int
    ]
    if not entries:
        return f"{told} {say(UNTESTED)}"
    value = "Raise or lower this first: {about!s} (now {now})."
    start = say(value, about=_about(entries[0])[0], now=_value(entries[0].value))
    return f"{told} {start} {say(UNTESTED)}"


def _viable_strategies(title: Title, one: Gravest, found: Found) -> str:
    """The strategy that comes nearest to being viable."""
    if not one.finding.has("styles"):
        return ""
    is_other = pl.col("counted") != SAME
    short = one.finding.frame("styles").filter(
        is_other & (pl.col("estimate") < VIABLE * pl.col("even"))
    )
    if short.is_empty():
        return ""
    row = short.row(0, named=True)
    told = say(
        "Reward the next best strategy more: the bot {style!s} wins {share} of games and would be"
        " viable from {needed}.",
        style=bot_called(row["style"], title.levers),
        share=whole_percent(row["estimate"]),
        needed=whole_percent(VIABLE * row["even"]),
    )
    return f"{told} {say(UNTESTED)}"


def _length(title: Title, one: Gravest, found: Found) -> str:
    """A last round, so early that the longest games are no longer too long."""
    if not one.finding.has("length") or one.scale is None:
        return ""
    rounds = one.finding.frame("length").filter(measure="rounds").row(0, named=True)
    last = int(rounds["median"] * (1 + one.scale.borderline))
    games = one.finding.frame("games")
    over = float(games.filter(pl.col("to round") <= last)["share"].sum())
    told = "End every game after round {last} at the latest: {share} of games are over by then."
    return f"{say(told, last=last, share=whole_percent(over))} {say(UNTESTED)}"


def _scores(title: Title, one: Gravest, found: Found) -> str:
    """Less of what makes most of the gap."""
    curves = one.chapter.finding("curves")
    if curves is None or not curves.has("sources"):
        return ""
    sources = curves.frame("sources")
    if "estimate" not in sources.columns or sources["estimate"].is_nan().all():
        return ""
    row = farthest_by(list(sources.iter_rows(named=True)), lambda each: each["estimate"] or 0.0)
    told = "Let {source} pay less: {share} of the score gap comes from there."
    share = whole_percent(row["estimate"])
    return f"{say(told, source=row['source'], share=share)} {say(UNTESTED)}"


def _idea(one: Gravest) -> str:
    """Where nothing in the games says more."""
    if one.finding.name not in IDEAS:
        return say("Search for the smallest change that fixes it: see “What to run next”.")
    return f"{say(IDEAS[one.finding.name])} {say(UNTESTED)}"


def _changed(entry: Entry) -> str:
    """To its alternative, if it has one; what a value means may follow a semicolon."""
    about, meaning = _about(entry)
    if not entry.alternatives:
        told = "Change “{about!s}” (now {now}). “What to run next” finds a fair value."
        return say(told, about=about, now=_value(entry.value))
    then = entry.alternatives[0]
    told = "Change “{about!s}” from {now} to {then}. Not tested yet: see “What to run next”."
    meant = meaning.removeprefix(f"{then}: ") if meaning.startswith(f"{then}: ") else ""
    shown = f"{_value(then)} ({meant})" if meant else _value(then)
    return say(told, about=about, now=_value(entry.value), then=shown)


def _about(entry: Entry) -> tuple[str, str]:
    """What an entry is, and what its values mean, if that follows."""
    about, _, meaning = word(entry.about).replace("\u00a0;", ";").partition("; ")
    return about.partition(", ")[0], meaning


def _value(value: Any) -> str:
    if isinstance(value, list):
        return SLASH.join(map(_value, value))
    if not isinstance(value, int | float):
        return str(value)
    return figure(value, "g").replace("-", "\u2212")


UNTESTED = "Not tested yet: see “What to run next”."
IDEAS = {
    "turn_order": "Give late players a head start, or let everybody finish the last round.",
    "scores": "Give players who are behind a way to catch up, or let all finish the last round.",
    "curves": "Let what pays most pay less, or add another way to score.",
    "viable_strategies": "Reward ways to play that the default bot neglects.",
    "length": "End every game after a fixed number of rounds at the latest.",
    "runaway_leader": (
        "Give whoever is behind a small bonus each round, or pay less for what leaders already"
        " have."
    ),
    "decided_early": "Pay less in the first rounds and more in the last ones, or end games sooner.",
    "kingmaking": (
        "Keep late scores hidden, or give players who are behind something of their own to play"
        " for."
    ),
    "luck": "Let players choose between two cards or dice where they now take one.",
    "endings": "Add an end that always comes, such as a deck that runs out.",
    "choices": "Give players something else to do when only one move is left, such as a free draw.",
}
REMEDIES: dict[str, Callable[[Title, Gravest, Found], str]] = {
    "turn_order": _turn_order,
    "win_rates": _win_rates,
    "solo": _hardness,
    "coop": _hardness,
    "curves": _curves,
    "option_value": _option_value,
    "viable_strategies": _viable_strategies,
    "length": _length,
    "scores": _scores,
}
