"""The page model: all that a report says, in plain values, before any file format.

HTML and PDF render a `Page`, terminals its tables; they add nothing, so that all say the same.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from analyses.findings.assumed import assumed_told
from analyses.findings.finding import Finding, Table, number_range, percent_range
from analyses.language import Language, say, word
from reports.cells import ENDS, NOTHING, Written, cells_in, heading

if TYPE_CHECKING:  # terminals draw nothing
    from reports.canvas import Drawing

SLASH = "\u00a0/\u00a0"  # between figures that stay on one line
LEAST = -1e300  # what is not known sorts below all that is


@dataclass(frozen=True)
class GridCell:
    text: str
    order: float | str  # what sorting compares
    ends: tuple[str, str] | None = None  # of an interval, each as it is written alone
    decimals: int = 0  # that the text shows of it
    is_share: bool = False  # and shows it in percent
    is_plain: bool = True  # whether the text itself tells what sorting compares


@dataclass(frozen=True)
class Column:
    heading: str
    is_number: bool
    begins: bool = False  # whether it has the lower ends of intervals that end in the next column
    ends: tuple[str, str] | None = None  # of intervals in one column, what each end is called


@dataclass(frozen=True)
class Grid:
    """A table of texts."""

    anchor: str
    name: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[GridCell, ...], ...]


@dataclass(frozen=True)
class Ends:
    """What the ends of a response are called, and what its best figures are near to."""

    best: str
    worst: str
    aim: str  # "high", "low", or a figure as the table shows it


@dataclass(frozen=True)
class Explorer:
    """A table of combinations that readers of the page narrow by ticking members.

    The first column names a combination, each of the others is a response.
    """

    grid: Grid
    member: str  # what one member is called
    members: tuple[tuple[str, str], ...]  # each with the anchor of its own part
    has: tuple[tuple[int, ...], ...]  # of each row the members, by their places above
    size: int  # members of the largest combination
    played: int  # rows; those after them are predicted
    ends: tuple[Ends, ...]  # of each response


@dataclass(frozen=True)
class Figure:
    """A chart with the name it has in the page."""

    anchor: str
    drawing: "Drawing"


@dataclass(frozen=True)
class SectionPart:
    """One finding, the pictures of a title, or one member of a study."""

    anchor: str
    heading: str
    sentence: str = ""
    verdict: str = ""
    figures: tuple[Figure, ...] = ()
    grids: tuple[Grid, ...] = ()
    notes: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    explorer: Explorer | None = None


@dataclass(frozen=True)
class Line:
    """A question's answer for one number of players, or for several that have the same."""

    name: str
    anchor: str
    verdict: str
    figure: str
    interval: str
    sample: str
    sentence: str
    also: tuple[str, ...] = ()  # anchors of the others that it speaks for


@dataclass(frozen=True)
class Card:
    """One question's verdict for all numbers of players."""

    anchor: str
    heading: str
    measure: str
    verdict: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Section:
    """What everyone reads, and more, which is folded in the page and left to the appendix."""

    anchor: str
    heading: str
    question: str
    parts: tuple[SectionPart, ...] = ()
    verdict: str = ""
    conclusion: str = ""
    figures: tuple[Figure, ...] = ()
    lines: tuple[Line, ...] = ()
    more: tuple[SectionPart, ...] = ()


@dataclass(frozen=True)
class Step:
    """A command that goes on from a finding: what it is about, what it does, and how to type it."""

    about: str
    words: str
    command: str

    @property
    def named(self) -> "Step":
        """With what it is about, where others have the same words."""
        told = say("{words} ({topic})", words=self.words, topic=self.about.lower())
        return replace(self, words=told)


@dataclass(frozen=True)
class BySkill:
    """A figure at several levels of skill, and how it goes with them."""

    about: str  # 'Player 1 by skill (4 players)'
    levels: tuple[tuple[str, str], ...]  # what each is called, and the figure
    word: str

    @property
    def told(self) -> str:
        told = ", ".join(f"{name} {figure}" for name, figure in self.levels)
        return say("{about}: {levels}; {word}.", about=self.about, levels=told, word=self.word)


@dataclass(frozen=True)
class Issue:
    """One thing that page one names: what was found, how large it is, and what to try."""

    anchor: str
    heading: str
    verdict: str
    is_provisional: bool
    sentence: str
    remedy: str  # in the words of the table
    figure: Figure | None
    step: Step
    by_skill: BySkill | None = None


@dataclass(frozen=True)
class First:
    """Page one: enough to decide by. Page two begins with its steps and all verdicts at once."""

    headline: str
    issues: tuple[Issue, ...]
    lines: tuple[tuple[str, str], ...]  # what each is about, and what it says
    sure: tuple[str, ...]  # how sure all this is, sentence by sentence
    figure: Figure | None
    more: tuple[Step, ...] = ()  # to run next, whatever the issues are

    @property
    def steps(self) -> tuple[Step, ...]:
        every = (*(one.step for one in self.issues), *self.more)
        apart = {step.command: step for step in every}.values()
        words = Counter(step.words for step in apart)
        return tuple(one.named if words[one.words] > 1 else one for one in apart)

    @property
    def told(self) -> tuple[str, ...]:
        """The same in sentences, for terminals."""
        issues = (
            say("{n}. {issue}", n=n, issue=_issue_told(one)) for n, one in enumerate(self.issues, 1)
        )
        lines = (say("{name}: {words}", name=name, words=words) for name, words in self.lines)
        sure = say("{name}: {words}", name=say("How sure?"), words=" ".join(self.sure))
        steps = (say("{name}: {words}", name=one.words, words=one.command) for one in self.steps)
        told = (self.headline, *issues, *lines, sure, *steps)
        return tuple(text.replace("\u00a0", " ") for text in told)


def _issue_told(one: Issue) -> str:
    head = f"{one.heading} ({say('provisional')})." if one.is_provisional else f"{one.heading}."
    remedy = say("Try: {remedy}", remedy=one.remedy) if one.remedy else ""
    skill = one.by_skill.told if one.by_skill else ""
    return " ".join(filter(None, (head, one.sentence, skill, remedy)))


@dataclass(frozen=True)
class Page:
    title: str
    subtitle: str
    author: str
    date: date
    summary: tuple[str, ...]
    sections: tuple[Section, ...]
    lights: tuple[tuple[str, str], ...]  # each verdict with its meaning
    first: First | None = None
    cards: tuple[Card, ...] = ()
    kind: str = "balance report"
    language: Language = field(default_factory=Language)

    @property
    def parts(self) -> Iterator[SectionPart]:
        for section in self.sections:
            yield from (*section.parts, *section.more)

    @property
    def figures(self) -> Iterator[Figure]:
        """Every chart."""
        if self.first:
            yield from (one.figure for one in self.first.issues if one.figure)
            if self.first.figure:
                yield self.first.figure
        for section in self.sections:
            yield from section.figures
        for part in self.parts:
            yield from part.figures

    @property
    def grids(self) -> Iterator[Grid]:
        """Every table."""
        for part in self.parts:
            yield from part.grids
            if part.explorer:
                yield part.explorer.grid


def counts_of(page: Page) -> list[str]:
    """The numbers of players that have a column among the verdicts."""
    names = {line.name for card in page.cards for line in card.lines}
    return sorted(names, key=lambda name: int(name.split()[0]))


def part_of(
    anchor: str, words: str, finding: Finding, drawings: "Sequence[Drawing]", verdict: str
) -> SectionPart:
    """A finding with its charts."""
    return SectionPart(
        anchor=anchor,
        heading=words,
        sentence=unbroken(finding.sentence),
        verdict=verdict,
        figures=figures_of(anchor, drawings),
        grids=tuple(
            grid_of(table, f"{anchor}-table-{k}") for k, table in enumerate(finding.tables, 1)
        ),
        notes=tuple(unbroken(note) for note in notes_of(finding) if note),
    )


def notes_of(finding: Finding) -> tuple[str, ...]:
    return (finding.certainty, finding.power, *finding.notes, assumed_told([finding]))


def figures_of(anchor: str, drawings: "Sequence[Drawing]") -> tuple[Figure, ...]:
    return tuple(Figure(f"{anchor}-chart-{k}", one) for k, one in enumerate(drawings, 1))


def grid_of(table: Table, anchor: str) -> Grid:
    names = table.frame.columns
    columns = tuple(
        Column(
            heading(name, name in table.shares),
            kind.is_numeric(),
            ENDS.get(name, "") in names[k + 1 : k + 2],
        )
        for k, (name, kind) in enumerate(table.frame.schema.items())
    )
    shown = [cells_in(name, table.frame[name], name in table.shares) for name in names]
    rows = tuple(
        tuple(cell_of(one, _order(value)) for one, value in zip(line, row, strict=True))
        for line, row in zip(zip(*shown, strict=True), table.frame.iter_rows(), strict=True)
    )
    return Grid(anchor, word(table.name), columns, rows)


def grid_of_texts(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Grid:
    """A table without a name, of what is written already."""
    columns = tuple(Column(word(name), is_number=False) for name in headings)
    cells = (tuple(GridCell(text, text) for text in row) for row in rows)
    return Grid("", "", columns, tuple(cells))


def cell_of(shown: Written, order: float | str) -> GridCell:
    return GridCell(shown.text, order, None, shown.decimals, shown.is_share, shown.is_plain)


def as_read(grid: Grid) -> Grid:
    """With both ends of an interval in one column, as people read them; files keep two."""
    starts = [k for k, column in enumerate(grid.columns) if column.begins]
    if not starts:
        return grid
    kept = [k for k in range(len(grid.columns)) if k - 1 not in starts]
    columns = tuple(
        Column(say("95% CI"), True, ends=(grid.columns[k].heading, grid.columns[k + 1].heading))
        if k in starts
        else grid.columns[k]
        for k in kept
    )
    rows = tuple(
        tuple(_interval(row[k], row[k + 1]) if k in starts else row[k] for k in kept)
        for row in grid.rows
    )
    return replace(grid, columns=columns, rows=rows)


def _interval(low: GridCell, high: GridCell) -> GridCell:
    ends = low.text, high.text
    orders = low.order, high.order
    if NOTHING in ends or any(isinstance(order, str) for order in orders):
        text = NOTHING if set(ends) == {NOTHING} else f"{low.text} … {high.text}"
        return GridCell(text, low.order, ends, is_plain=low.text != NOTHING or text == NOTHING)
    first, last = map(float, orders)
    if high.is_share:
        return GridCell(percent_range(first, last), first, ends)
    decimals = max(low.decimals, high.decimals)
    return GridCell(number_range(first, last, f"z,.{decimals}f"), first, ends)


def _order(value: Any) -> float | str:
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return LEAST
    return float(f"{value:.7g}") if isinstance(value, bool | int | float) else str(value)


def unbroken(text: str) -> str:
    """A number and its sign stay on one line."""
    return text.replace(" %", "\u00a0%")
