"""The issues of page one: at most three, the gravest first, and each subject once."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

import polars as pl

from analyses.findings.finding import Finding, begun, listed, number_range, whole_percent
from analyses.findings.verdicts import TILTED, WATCH
from analyses.lab.report.chapters import Chapter
from analyses.lab.report.for_whom import KEY as LEVELS
from analyses.language import figure, percent_sign, say, word
from analyses.questions.confidence import is_unbeaten
from analyses.statistics.by_level import HOLDS
from analyses.statistics.order import farthest_by, ordered
from reports.look import GRAVITY
from reports.model import SLASH, BySkill, Figure, Issue, Step, unbroken
from reports.next_step import next_step
from reports.remedies import remedy
from reports.small_charts import small_chart
from reports.subjects import heading, seat_meant, standing_out
from reports.verdicts import Gravest, found_by, gravest_of, heading_of, with_names
from simulator.titles import Title
from strategies.levels import NAMES

MOST = 3  # whoever reads more decides nothing


def gravest_first(asked: Sequence[str], chapters: Sequence[Chapter]) -> list[Gravest]:
    """What is tilted or borderline, by how far it is; what two questions say of one is one."""
    every = [gravest_of(name, chapters) for name in asked]
    grave = [_named(one) for one in every if one.finding.verdict in (TILTED, WATCH)]
    ranked = ordered(grave, lambda one: (GRAVITY.index(one.finding.verdict), -one.far))
    known = {name for one in ranked for name in _members(one.finding)}
    return [one for one in ranked if not _is_about(one.finding, known)]


def _named(one: Gravest) -> Gravest:
    return replace(one, finding=with_names(one.chapter, one.finding))


def _members(finding: Finding) -> list[str]:
    return [row["member"].casefold() for row in standing_out(finding)]


def _is_about(finding: Finding, members: set[str]) -> bool:
    """Whether the option that stands out is what a member, named by its win rate, can do."""
    if not finding.has("apart"):
        return False
    return finding.frame("apart")["option"][0].partition(" (")[0].casefold() in members


def is_firm(chapter: Chapter, finding: Finding) -> bool:
    """Whether a stronger bot has shown the same, or none is known, or it is for others anyway."""
    if chapter.level is not None:
        return True
    return finding.is_confirmed or is_unbeaten(chapter.finding("confidence"))


def issue_of(title: Title, one: Gravest, chapters: Sequence[Chapter]) -> Issue:
    finding, run = one.finding, one.chapter.runs[0]
    words, command = next_step(title, finding, run)
    drawn = small_chart(finding, one.chapter.name, title.levers)
    return Issue(
        anchor=finding.name,
        heading=heading(finding),
        verdict=finding.verdict,
        is_provisional=not is_firm(one.chapter, finding),
        sentence=unbroken(" ".join(_told(one, chapters))),
        remedy=unbroken(remedy(title, one, grave_of(one, chapters))),
        figure=Figure(f"first-{finding.name}", drawn) if drawn else None,
        step=Step(heading_of(finding.name), words, command),
        by_skill=by_skill(finding, one.chapter.name),
    )


def by_skill(finding: Finding, players: str) -> BySkill | None:
    """Of what the issue is about, if it was asked of players of several levels."""
    if not finding.has(LEVELS):
        return None
    table, about = finding[LEVELS], _subject(finding)
    every = table.frame["about"].to_list()
    is_of_one = about in every
    frame = table.frame.filter(about=about if is_of_one else every[0])
    form = whole_percent if table.shares else partial(figure, form=".3g")
    levels = tuple((_called(level), form(value)) for level, value in frame["level", "value"].rows())
    known, told = frame["with skill"][0], say("By skill ({players})", players=players)
    if finding.name == "length":  # judged by what its claim does not tell
        told = say("Longest games beyond the median, by skill ({players})", players=players)
    if is_of_one:
        name = _shown_as(finding, about)
        told = say("{name} by skill ({players})", name=name, players=players)
    if known == word(HOLDS, "skill"):
        known = say("holds at both levels") if len(levels) == 2 else say("holds at every level")
    return BySkill(begun(told), levels, known)


def _shown_as(finding: Finding, about: str) -> str:
    """A seat by its player, as the chart beside it has it."""
    if finding.name != "turn_order":
        return word(about)
    return say("player {seat}", seat=seat_meant(finding))


def _called(level: int) -> str:
    """'casual', or 'level 4'."""
    return word(NAMES[level], "skill") if level in NAMES else say("level {n}", n=level)


def _subject(finding: Finding) -> str:
    """As the table by level calls it."""
    if finding.name == "turn_order" and finding.has("shares"):
        return f"seat {seat_meant(finding)}"
    rows = standing_out(finding)
    if rows and "even" in rows[0]:
        return str(farthest_by(rows, lambda row: row["above"])["member"])
    return ""


def _told(one: Gravest, chapters: Sequence[Chapter]) -> Iterator[str]:
    """How large it is, for each number of players in which it is tilted or borderline."""
    tell = DETAILS.get(one.finding.name)
    told = [tell(chapter, finding) for chapter, finding in grave_of(one, chapters)] if tell else []
    if told and all(told):
        yield from told
        return
    yield one.claim
    if others := [count for count in one.counts if count != str(one.chapter.players)]:
        yield say("The same verdict with {counts} players.", counts=listed(others))


def grave_of(one: Gravest, chapters: Sequence[Chapter]) -> list[tuple[Chapter, Finding]]:
    """Its question's findings that are tilted or borderline, the one that speaks for it first."""
    found = [
        (chapter, with_names(chapter, finding))
        for chapter, finding in found_by(one.finding.name, chapters)
        if finding.verdict in (TILTED, WATCH)
    ]
    return ordered(found, lambda each: each[0] is not one.chapter)


def _in_turn(chapter: Chapter, finding: Finding) -> str:
    """The whole turn order, with what would be fair."""
    if not finding.has("trend"):  # teams have none
        return ""
    shares = finding.frame("shares")
    fair = shares["even"][0]
    digits = digits_apart(shares["estimate"].to_list(), fair)
    won = [figure(100 * share, f".{digits}f") for share in shares["estimate"]]
    return say(
        "With {players}, win rates in turn order are {shares} (±{off}); a fair share is {fair}.",
        players=chapter.name,
        off=_half_width(shares, digits),
        shares=SLASH.join(won) + percent_sign(),
        fair=figure(fair, f".{digits}%"),
    )


def _half_width(shares: pl.DataFrame, digits: int) -> str:
    """Of the widest interval, in percentage points; whole ones would make little of some."""
    half = 50 * float((shares["high"] - shares["low"]).max())  # type: ignore[arg-type]
    return figure(half, f".{digits}f" if half >= 0.5 else f".{max(digits, 1)}f")


def _of_members(chapter: Chapter, finding: Finding) -> str:
    """The farthest from a fair share."""
    rows = standing_out(finding)
    if not rows or "even" not in rows[0]:
        return ""
    far = farthest_by(rows, lambda row: row["above"])
    digits = digits_apart([far["estimate"]], far["even"])
    return say(
        "With {players}, {member} wins {share} of games ({ends}; a fair share is {fair}).",
        players=chapter.name,
        member=far["member"],
        share=figure(far["estimate"], f".{digits}%"),
        ends=number_range(100 * far["low"], 100 * far["high"], f".{digits}f") + percent_sign(),
        fair=figure(far["even"], f".{digits}%"),
    )


def digits_apart(shares: Sequence[float], fair: float) -> int:
    """Whole percents, unless they would hide that any is off its fair share."""
    return int(all(round(100 * share) == round(100 * fair) for share in shares))


DETAILS = {"turn_order": _in_turn, "win_rates": _of_members}
