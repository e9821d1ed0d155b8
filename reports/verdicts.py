"""Every question's verdict for every number of players, and which of them is the gravest."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import polars as pl

from analyses.findings.finding import Finding, in_a_row, listed, number_range
from analyses.findings.names import called
from analyses.findings.verdicts import FACT, UNKNOWN, Scale
from analyses.lab.report.chapters import Chapter
from analyses.language import count, figure, percent_sign, say, word
from analyses.questions import QUESTIONS, scales
from analyses.statistics.estimate import in_figures
from analyses.statistics.order import most_by
from reports.look import GRAVITY, gravest
from reports.model import Card, Line, unbroken


def heading_of(name: str, chapters: Sequence[Chapter] = ()) -> str:
    """In the words of the game that was played, where these say more: 'Faction win rates'."""
    if name not in QUESTIONS:
        return word(name.capitalize())
    if not chapters:
        return say(QUESTIONS[name].heading)
    return QUESTIONS[name].heading_for(chapters[0].runs[0].title.levers)


def questions_of(chapters: Sequence[Chapter]) -> list[str]:
    """Every question that some number of players was asked, in their order, others after them."""
    asked = [finding.name for chapter in chapters for finding in chapter.findings]
    return list(dict.fromkeys([*(name for name in QUESTIONS if name in asked), *asked]))


def found_by(name: str, chapters: Sequence[Chapter]) -> list[tuple[Chapter, Finding]]:
    return [(chapter, one) for chapter in chapters if (one := chapter.finding(name))]


def with_names(chapter: Chapter, finding: Finding) -> Finding:
    """Its tables with options as people call them."""
    levers = chapter.runs[0].title.levers
    names = {kind: called(kind, levers) for kind in levers.kinds}
    tables = tuple(
        replace(one, frame=one.frame.with_columns(pl.col("option").replace(names)))
        if "option" in one.frame.columns
        else one
        for one in finding.tables
    )
    return replace(finding, tables=tables)


def cards_of(chapters: Sequence[Chapter]) -> list[Card]:
    """The gravest first; those of one verdict in their order, and none that does not apply."""
    cards = [_card(name, chapters) for name in questions_of(chapters) if _applies(name, chapters)]
    return sorted(cards, key=lambda card: GRAVITY.index(card.verdict))


def _applies(name: str, chapters: Sequence[Chapter]) -> bool:
    """Whether there is a verdict, or a figure at least, or other games would give them."""
    found = [one for _, one in found_by(name, chapters)]
    return any(
        one.verdict not in (UNKNOWN, FACT) or math.isfinite(one.estimate.value) or not one.is_asked
        for one in found
    )


def _card(name: str, chapters: Sequence[Chapter]) -> Card:
    found = found_by(name, chapters)
    is_judged = any(finding.judged for _, finding in found)
    return Card(
        anchor=name,
        heading=heading_of(name, chapters),
        measure=_measured(name, [one for _, one in found]),
        verdict=gravest([finding.verdict for _, finding in found]),
        lines=tuple(line_of(chapter, finding, is_judged) for chapter, finding in found),
    )


def _measured(name: str, found: Sequence[Finding]) -> str:
    """What its figures are, with the limits that they are judged by."""
    judged = next((one.judged for one in found if one.judged), None)
    if judged is None:
        return say(QUESTIONS[name].measure) if name in QUESTIONS else ""
    return say(
        "{measure}; borderline from {borderline}, tilted from {tilted}",
        measure=judged.label,
        borderline=judged.borderline,
        tilted=judged.tilted,
    )


def line_of(chapter: Chapter, finding: Finding, is_judged: bool = False) -> Line:
    """With the figure that is judged, where one is; beside such ones stands no other."""
    if judged := finding.judged:
        is_wide = math.isfinite(sum(finding.measure.interval()))
        return _line(chapter, finding, unbroken(judged.value), judged.ends if is_wide else "")
    if is_judged and finding.is_asked:
        return _line(chapter, finding, say("not judged"), "")
    value, low, high = in_figures(finding.estimate)
    known = math.isfinite(value)
    bounded = known and math.isfinite(low) and low < high
    is_share = finding.unit == "share"
    unit, times = (percent_sign(), 100) if is_share else ("", 1)
    shown = figure(times * value, ".1f") + unit if known else _without_figure(finding)
    ends = number_range(times * low, times * high) if bounded else ""
    return _line(chapter, finding, unbroken(shown), ends)


def _line(chapter: Chapter, finding: Finding, shown: str, interval: str) -> Line:
    return Line(
        name=chapter.name,
        anchor=f"{finding.name}-{chapter.players}",
        verdict=finding.verdict,
        figure=shown,
        interval=interval,
        sample=count(finding.games, "{n:,} game", "{n:,} games"),
        sentence=unbroken(in_a_row(finding.sentence, finding.certainty)),
    )


def _without_figure(finding: Finding) -> str:
    return "–" if finding.is_asked else say("not run")


@dataclass(frozen=True)
class Gravest:
    """The answer that speaks for a question: the gravest verdict, and of those the farthest."""

    chapter: Chapter
    finding: Finding
    scale: Scale | None  # of a question that judges
    counts: tuple[str, ...]  # numbers of players with this verdict
    asked: int  # numbers of players that were asked

    @property
    def claim(self) -> str:
        """What it says, and for how many players."""
        where = "" if self.asked == 1 else say("{players}: ", players=self.chapter.name)
        return unbroken(f"{where}{self.finding.said}")

    @property
    def measured(self) -> str:
        """What its verdict measures."""
        return self.finding.measured or (self.scale.measure if self.scale else "")

    @property
    def far(self) -> float:
        """How far the verdict is beyond its threshold, at the near end of the interval."""
        return place_on(self.scale, self.finding.measure.interval().low) if self.scale else 0.0

    @property
    def topic(self) -> str:
        return topic_of(self.finding.name, self.counts, self.asked)


def topic_of(name: str, counts: Sequence[str], asked: int) -> str:
    """The question, and for how many players where not for all that were asked."""
    words = heading_of(name).lower()
    if len(counts) == asked:
        return words
    return say("{topic} (with {counts})", topic=words, counts=listed(counts))


def gravest_of(name: str, chapters: Sequence[Chapter], verdict: str = "") -> Gravest:
    """Of those with this verdict, or with the gravest."""
    found = found_by(name, chapters)
    verdict = verdict or gravest([finding.verdict for _, finding in found])
    scale = scales(chapters[0].runs[0].settings["thresholds"]).get(name)
    counts = tuple(str(c.players) for c, one in found if one.verdict == verdict)
    every = [
        Gravest(chapter, finding, scale, counts, len(found))
        for chapter, finding in found
        if finding.verdict == verdict
    ]
    return most_by(every, lambda one: one.far)


def place_on(scale: Scale, value: float) -> float:
    """From 0 to 1 below the first threshold, to 2 below the second, and on as far again."""
    if not math.isfinite(value):
        return 0.0
    if value <= scale.borderline:
        return max(0.0, value / scale.borderline) if scale.borderline else 0.0
    return 1 + (value - scale.borderline) / ((scale.tilted - scale.borderline) or 1.0)
