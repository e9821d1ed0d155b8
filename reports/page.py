"""The page model: all that a report says, in plain values, before any file format.

HTML and PDF render a `Page` and add nothing, so that both say the same.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from analyses.findings import Finding, Table
from analyses.run_folder import RunFolder
from analyses.together import findings_of
from analyses.verdicts import LEVEL, SCALES, TILTED, UNKNOWN, WATCH, with_thresholds
from reports import charts, pictures
from reports.canvas import Drawing
from reports.cells import cell, heading
from reports.commands import command_of
from reports.look import LIGHTS, Look, gravest
from simulator.titles import load_title

HEADINGS = {
    "strategies": "Strategies",
    "seats": "Seats",
    "scores": "Scores",
    "curves": "Scoring curves",
    "decision": "Decision",
    "length": "Length",
    "endings": "Endings",
    "luck": "Luck",
    "options": "Options",
    "power": "Power of options",
    "trust": "Trust",
}
MEASURES = {
    "strategies": "games won by the best strategy, per seat",
    "seats": "games won by the seat farthest from even",
    "scores": "points of a player",
    "curves": "points from the largest source",
    "decision": "games won by who leads half-way",
    "length": "rounds of a game",
    "endings": "games with the most frequent ending",
    "luck": "of who wins is decided by the deal",
    "options": "decisions that leave no choice",
    "power": "games between the option farthest from its peers and them",
    "trust": "strategies that change who is best by their absence",
}


@dataclass(frozen=True)
class Chapter:
    """The games of one number of players and what they show."""

    players: int
    runs: tuple[RunFolder, ...]
    findings: tuple[Finding, ...]

    @property
    def name(self) -> str:
        return "1 player" if self.players == 1 else f"{self.players} players"

    @property
    def games(self) -> int:
        return sum(run.games_done() for run in self.runs)


@dataclass(frozen=True)
class Cell:
    text: str
    order: float | str  # what sorting compares


@dataclass(frozen=True)
class Column:
    heading: str
    is_number: bool


@dataclass(frozen=True)
class Grid:
    """A table of texts."""

    anchor: str
    name: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Figure:
    """A chart with the name it has in the page."""

    anchor: str
    drawing: Drawing


@dataclass(frozen=True)
class Part:
    """One finding, or the pictures of a title, at one number of players."""

    anchor: str
    heading: str
    sentence: str = ""
    verdict: str = ""
    figures: tuple[Figure, ...] = ()
    grids: tuple[Grid, ...] = ()
    notes: tuple[str, ...] = ()
    code: tuple[str, ...] = ()


@dataclass(frozen=True)
class Section:
    anchor: str
    heading: str
    question: str
    parts: tuple[Part, ...]
    verdict: str = ""


@dataclass(frozen=True)
class Line:
    """A card's line: one number of players."""

    name: str
    anchor: str
    verdict: str
    figure: str
    interval: str
    sample: str


@dataclass(frozen=True)
class Card:
    """One question's verdict for all numbers of players."""

    anchor: str
    heading: str
    measure: str
    verdict: str
    sentence: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Page:
    title: str
    subtitle: str
    author: str
    date: str
    summary: tuple[str, ...]
    cards: tuple[Card, ...]
    sections: tuple[Section, ...]
    lights: tuple[tuple[str, str], ...]  # each verdict with its meaning


def chapters_of(runs: Sequence[RunFolder]) -> list[Chapter]:
    """Runs with as many players are read together."""
    counts = sorted({run.settings["players"] for run in runs})
    chapters = []
    for players in counts:
        mine = tuple(run for run in runs if run.settings["players"] == players)
        chapters.append(Chapter(players, mine, tuple(findings_of(mine))))
    return chapters


def page_of(chapters: Sequence[Chapter], cover_title: str = "", author: str = "") -> Page:
    """The whole report."""
    first = chapters[0].runs[0]
    title = load_title(first.settings["title"])
    look = Look(_strategies(chapters))
    sections = _questions(chapters, look) + _pictures(title.name, chapters, look)
    sections += [_thresholds(first), _repeat(chapters)]
    return Page(
        title=cover_title or title.full_name,
        subtitle=f"Balance report: {title.full_name}" if cover_title else "Balance report",
        author=author,
        date=_date(chapters),
        summary=_summary(title.full_name, chapters),
        cards=tuple(_cards(chapters)),
        sections=tuple(sections),
        lights=tuple((verdict, light.meaning) for verdict, light in LIGHTS.items()),
    )


def _strategies(chapters: Sequence[Chapter]) -> tuple[str, ...]:
    """Every strategy once, in the order of the experiments, so that each keeps its colour."""
    return tuple(
        dict.fromkeys(
            name
            for chapter in chapters
            for run in chapter.runs
            for one in run.cells
            if not one.forbids
            for name in one.line_up
        )
    )


def _date(chapters: Sequence[Chapter]) -> str:
    """When the games were played, so that the same runs give the same report."""
    begun = max(run.manifest["begun"] for chapter in chapters for run in chapter.runs)
    day = datetime.fromisoformat(begun)
    return f"{day.day} {day:%B %Y}"


def _questions(chapters: Sequence[Chapter], look: Look) -> list[Section]:
    sections = []
    for k, finding in enumerate(chapters[0].findings):
        parts = tuple(_part(chapter, chapter.findings[k], look) for chapter in chapters)
        verdict = gravest([part.verdict for part in parts])
        words = HEADINGS.get(finding.name, finding.name.capitalize())
        sections.append(Section(finding.name, words, finding.question, parts, verdict))
    return sections


def _part(chapter: Chapter, finding: Finding, look: Look) -> Part:
    anchor = f"{finding.name}-{chapter.players}"
    drawings = charts.draw(finding, look)
    return Part(
        anchor=anchor,
        heading=chapter.name,
        sentence=unbroken(finding.sentence),
        verdict=finding.verdict,
        figures=_figures(anchor, drawings),
        grids=tuple(
            grid_of(table, f"{anchor}-table-{k}") for k, table in enumerate(finding.tables, 1)
        ),
        notes=tuple(unbroken(note) for note in (finding.power, *finding.notes) if note),
    )


def _figures(anchor: str, drawings: Sequence[Drawing]) -> tuple[Figure, ...]:
    return tuple(Figure(f"{anchor}-chart-{k}", one) for k, one in enumerate(drawings, 1))


def grid_of(table: Table, anchor: str) -> Grid:
    columns = tuple(
        Column(heading(name, name in table.shares), kind.is_numeric())
        for name, kind in table.frame.schema.items()
    )
    rows = tuple(
        tuple(Cell(cell(value, name in table.shares), _order(value)) for name, value in row.items())
        for row in table.frame.iter_rows(named=True)
    )
    return Grid(anchor, table.name, columns, rows)


def _order(value: Any) -> float | str:
    """What is not known sorts below all that is."""
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return -1e300
    return float(f"{value:.12g}") if isinstance(value, bool | int | float) else str(value)


def _pictures(title: str, chapters: Sequence[Chapter], look: Look) -> list[Section]:
    """What only this title can show."""
    parts = []
    for chapter in chapters:
        drawings = pictures.draw(title, chapter.findings, chapter.runs[0].components, look)
        anchor = f"pictures-{chapter.players}"
        if drawings:
            parts.append(Part(anchor, chapter.name, figures=_figures(anchor, drawings)))
    if not parts:
        return []
    words, question = pictures.heading(title)
    return [Section("pictures", words, question, tuple(parts))]


def _cards(chapters: Sequence[Chapter]) -> list[Card]:
    cards = []
    for k, finding in enumerate(chapters[0].findings):
        findings = [chapter.findings[k] for chapter in chapters]
        verdict = gravest([one.verdict for one in findings])
        told = next(one for one in findings if one.verdict == verdict)
        where = "" if len(chapters) == 1 else f"{chapters[findings.index(told)].name}: "
        cards.append(
            Card(
                anchor=finding.name,
                heading=HEADINGS.get(finding.name, finding.name.capitalize()),
                measure=MEASURES.get(finding.name, ""),
                verdict=verdict,
                sentence=unbroken(f"{where}{told.sentence}"),
                lines=tuple(
                    _line(chapter, one) for chapter, one in zip(chapters, findings, strict=True)
                ),
            )
        )
    return cards


def _line(chapter: Chapter, finding: Finding) -> Line:
    known = math.isfinite(finding.estimate)
    bounded = known and math.isfinite(finding.low) and finding.low < finding.high
    is_share = finding.unit == "share"
    unit = " %" if is_share else ""

    def words(value: float) -> str:
        return f"{100 * value:.1f}" if is_share else f"{value:.1f}"

    return Line(
        name=chapter.name,
        anchor=f"{finding.name}-{chapter.players}",
        verdict=finding.verdict,
        figure=unbroken(f"{words(finding.estimate)}{unit}") if known else "–",
        interval=f"{words(finding.low)} to {words(finding.high)}" if bounded else "",
        sample=f"{finding.games:,} games",
    )


def _summary(name: str, chapters: Sequence[Chapter]) -> tuple[str, ...]:
    """The verdict page in a few sentences."""
    games = sum(chapter.games for chapter in chapters)
    counts = _listed([str(chapter.players) for chapter in chapters])
    n = len(_strategies(chapters))
    who = "1 strategy" if n == 1 else f"{n} strategies"
    players = "player" if counts == "1" else "players"
    told = [f"{games:,} games of {name} with {counts} {players}, played by {who}."]
    for verdict, words in (
        (TILTED, "The game tilts here"),
        (WATCH, "Worth watching"),
        (LEVEL, "Level"),
        (UNKNOWN, "Too few games to say, or not asked"),
    ):
        if topics := _topics(chapters, verdict):
            told.append(f"{words}: {_listed(topics)}.")
    return tuple(told)


def _topics(chapters: Sequence[Chapter], verdict: str) -> list[str]:
    """The questions with this verdict, and for how many players where not for all."""
    topics = []
    for k, finding in enumerate(chapters[0].findings):
        where = [str(c.players) for c in chapters if c.findings[k].verdict == verdict]
        topic = HEADINGS.get(finding.name, finding.name).lower()
        if len(where) == len(chapters):
            topics.append(topic)
        elif where:
            topics.append(f"{topic} (with {_listed(where)})")
    return topics


def unbroken(text: str) -> str:
    """A number and its sign stay on one line."""
    return text.replace(" %", "\u00a0%")


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _thresholds(run: RunFolder) -> Section:
    """What the verdicts mean, in numbers."""
    scales = with_thresholds(SCALES, run.settings["thresholds"])
    columns = (
        Column("question", False),
        Column("what is measured", False),
        Column("watch from", True),
        Column("tilted from", True),
    )
    rows = tuple(
        (
            Cell(HEADINGS.get(name, name), name),
            Cell(scale.measure, scale.measure),
            Cell(f"{100 * scale.watch:g} %", scale.watch),
            Cell(f"{100 * scale.tilted:g} %", scale.tilted),
        )
        for name, scale in scales.items()
    )
    part = Part(
        anchor="verdicts-scale",
        heading="The scale",
        sentence=(
            "A verdict is given by the whole 95 % interval of the measure: level if it lies below"
            " the first threshold, tilted if above the second, unknown if it spans both."
        ),
        grids=(Grid("verdicts-table-1", "Thresholds", columns, rows),),
        notes=("An experiment file may override each threshold.",),
    )
    return Section("verdicts", "What the verdicts mean", "From which number on?", (part,))


def _repeat(chapters: Sequence[Chapter]) -> Section:
    """Everything needed to get the same numbers again."""
    parts = []
    for chapter in chapters:
        runs = chapter.runs
        parts.append(
            Part(
                anchor=f"repeat-{chapter.players}",
                heading=chapter.name,
                sentence=f"{chapter.games:,} games; each command plays one run again,"
                " bit for bit the same.",
                code=tuple(command_of(run) for run in runs),
                grids=(_provenance(chapter, f"repeat-{chapter.players}-table-1"),),
            )
        )
    return Section(
        "repeat", "How to repeat every number", "Which command, seed, versions?", tuple(parts)
    )


def _provenance(chapter: Chapter, anchor: str) -> Grid:
    names = [run.path.name for run in chapter.runs]
    columns = (Column("setting", False), *(Column(name, False) for name in names))
    facts: list[tuple[str, list[str]]] = [
        ("games", [f"{run.games_done():,}" for run in chapter.runs]),
        ("line-ups", [f"{len(run.cells):,}" for run in chapter.runs]),
    ]
    for key, words in (
        ("seed", "seed"),
        ("components", "digest of the components"),
        ("rules", "digest of the rules"),
        ("strategy_sources", "digest of the strategies"),
    ):
        facts.append((words, [str(run.settings[key]) for run in chapter.runs]))
    for key in chapter.runs[0].manifest["made_with"]:
        facts.append((key, [str(run.manifest["made_with"].get(key)) for run in chapter.runs]))
    facts.append(("key of the run", [run.manifest["key"] for run in chapter.runs]))
    rows = tuple(
        (Cell(fact, fact), *(Cell(value, value) for value in values)) for fact, values in facts
    )
    return Grid(anchor, "Settings and versions", columns, rows)
