"""All questions on one scale: how far each is from where a game is worth watching, or tilts."""

from collections.abc import Mapping, Sequence

import matplotlib as mpl

from analyses.findings.finding import Finding
from analyses.findings.verdicts import FACT, LEVEL, TILTED, WATCH, Scale
from analyses.lab.report.chapters import Chapter
from analyses.language import count, say, word
from analyses.statistics.order import ordered
from reports.canvas import NORMAL, STYLE, WIDE, Canvas, Drawing
from reports.charts.shapes import name_rows
from reports.look import FAINT, INK, LIGHTS, MARKS
from reports.verdicts import heading_of, place_on

ROW = 0.15
START, END = 0.03, 3.0  # beyond its end a mark stands at the edge, with an arrow
BEYOND = 0.3  # from the edge, room for the arrow and its figure
Answers = Sequence[tuple[str, Sequence[tuple[Chapter, Finding]]]]


def tilt_chart(answers: Answers, scales: Mapping[str, Scale]) -> Drawing | None:
    """A row per question that judges, the gravest on top; nothing if none has been answered."""
    known = [(name, _known(found)) for name, found in answers if name in scales and _known(found)]
    if not known:
        return None
    known = ordered(
        known, lambda one: -max(place_on(scales[one[0]], f.measure.value) for _, f in one[1])
    )
    counts = sorted({chapter.players for _, found in known for chapter, _ in found})
    with mpl.rc_context(STYLE):
        canvas, narrow = (_drawn(known, scales, counts, width) for width in (WIDE, NORMAL))
        over = sum(_is_over(scales[name], f) for name, found in known for _, f in found)
        return canvas.drawing(
            say(
                "All checks on one scale, with 95% confidence intervals; what lies beyond it has an"
                " arrow and its figure"
            ),
            count(
                over,
                "Dot chart of {questions} questions; {n} answer lies where the game tilts.",
                "Dot chart of {questions} questions; {n} answers lie where the game tilts.",
                questions=len(known),
            ),
            narrow,
        )


def _drawn(
    known: Answers, scales: Mapping[str, Scale], counts: Sequence[int], width: float
) -> Canvas:
    canvas = Canvas(0.6 + ROW * max(len(known), 2), width)
    for k, (name, found) in enumerate(known):
        for chapter, finding in found:
            place = counts.index(chapter.players), len(counts)
            _mark(canvas, k, scales[name], chapter, finding, place)
        most = max(finding.measure.value for _, finding in found)
        if place_on(scales[name], most) > END:
            _beyond(canvas, k, scales[name].written(round(most, 2)))
    _zones(canvas, 8 if width == WIDE else 5.5)
    name_rows(canvas.axes, [heading_of(name) for name, _ in known])
    _legend(canvas, counts)
    return canvas


def _known(found: Sequence[tuple[Chapter, Finding]]) -> list[tuple[Chapter, Finding]]:
    return [(chapter, one) for chapter, one in found if one.is_measured and one.verdict != FACT]


def _is_over(scale: Scale, finding: Finding) -> bool:
    return place_on(scale, finding.measure.interval().low) >= 2


def _mark(
    canvas: Canvas, k: int, scale: Scale, chapter: Chapter, finding: Finding, place: tuple[int, int]
) -> None:
    n, of = place
    y = k + 0.66 * ((n + 0.5) / of - 0.5)
    value = finding.measure.value
    ends = [value if end != end else end for end in finding.measure.interval()]
    low, high, at = (_within(place_on(scale, end)) for end in (*ends, value))
    colour = LIGHTS[finding.verdict].colour
    canvas.axes.plot([low, high], [y, y], color=colour, lw=1.8, solid_capstyle="butt")
    (dot,) = canvas.axes.plot(at, y, MARKS[n], color=colour, ms=4.4, mec=INK, mew=0.5)
    dot.set_clip_on(False)
    written = scale.written(round(value, 3))
    canvas.tip(
        dot,
        say(
            "{question}, {players}: {verdict}, {figure}",
            question=heading_of(finding.name),
            players=chapter.name,
            verdict=word(finding.verdict, "verdict"),
            figure=written,
        ),
    )


def _within(place: float) -> float:
    """Where a mark stands clear of the names, and of the edge that it lies beyond."""
    return min(max(place, START), END - BEYOND)


def _beyond(canvas: Canvas, k: int, written: str) -> None:
    """An arrow at the edge, with the largest figure of a row that lies beyond it."""
    canvas.axes.annotate(
        f"\u25b6 {written}",
        (END - BEYOND, k),
        (5, 0),
        textcoords="offset points",
        va="center",
        fontsize=6,
    )


def _zones(canvas: Canvas, letters: float) -> None:
    """Named in letters that find room beside each other."""
    axes = canvas.axes
    for start, verdict in enumerate((LEVEL, WATCH, TILTED)):
        light = LIGHTS[verdict]
        axes.axvspan(start, start + 1, color=light.colour, alpha=0.13, lw=0)
        axes.annotate(
            f"{light.sign} {word(verdict, 'verdict')}",
            (start + 0.5, 1),
            (0, 3),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            ha="center",
            fontsize=letters,
            fontweight="bold",
            annotation_clip=False,
        )
    for edge in (1, 2):
        axes.axvline(edge, color=FAINT, lw=0.8)
    axes.set_xlim(0, END)
    axes.set_xticks([])
    axes.tick_params(axis="y", length=0)
    axes.spines[:].set_visible(False)


def _legend(canvas: Canvas, counts: Sequence[int]) -> None:
    """Which mark is which number of players."""
    if len(counts) < 2:
        return
    handles = [
        canvas.axes.plot([], [], MARKS[k], color=FAINT, mec=INK, mew=0.5, ms=4.4)[0]
        for k in range(len(counts))
    ]
    labels = [count(n, "{n} player", "{n} players") for n in counts]
    canvas.figure.legend(handles, labels, loc="outside lower right", ncols=len(counts))
