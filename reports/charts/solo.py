"""How hard is the solo game: margins by bot, and what each difficulty option changes."""

import polars as pl

from analyses.findings.finding import Finding
from analyses.language import say, word
from analyses.statistics.intervals import SURE
from reports.canvas import WIDE, Canvas, Drawing
from reports.charts.shapes import ROW, Found, dots, name_rows, percent_axis, rows_canvas
from reports.look import FAINT, HUES, INK, Look, Style


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    """There is a single number of players who are alone."""
    (finding,) = found.values()
    frame = finding.frame("wins")
    made = [_margins(frame, look), _switches(finding)]
    return [drawing for drawing in made if drawing]


def _margins(frame: pl.DataFrame, look: Look) -> Drawing:
    """A thin line for nine games in ten, a thick one for half of them, a mark in the middle."""
    names = frame["strategy"].to_list()
    canvas = rows_canvas(len(names))
    axes = canvas.axes
    axes.axvline(0, color=INK, lw=0.9, ls=(0, (3, 2)))
    for k, row in enumerate(frame.iter_rows(named=True)):
        style = look.strategy(row["strategy"])
        axes.plot([row["p5"], row["p95"]], [k, k], color=style.colour, lw=1.2)
        axes.plot([row["p25"], row["p75"]], [k, k], color=style.colour, lw=6, solid_capstyle="butt")
        (dot,) = axes.plot(row["p50"], k, style.mark, color=style.colour, ms=5.5, mec=INK, mew=0.7)
        canvas.tip(
            dot,
            say(
                "{strategy}: median {p50:+.0f}, half of games between {p25:+.0f} and"
                " {p75:+.0f}, the middle 90% between {p5:+.0f} and {p95:+.0f}",
                strategy=row["strategy"],
                p50=row["p50"],
                p25=row["p25"],
                p75=row["p75"],
                p5=row["p5"],
                p95=row["p95"],
            ),
        )
    name_rows(axes, names)
    axes.set_xlabel(say("behind ← points → ahead"))
    return canvas.drawing(
        say(
            "The player's score minus the solo opponent's. Mark: median; thick: the middle half of"
            " games; thin: the middle 90%"
        ),
        say("Chart of margins; the table has all figures."),
    )


def _switches(finding: Finding) -> Drawing | None:
    """Left what a switch does to wins, right to the margin."""
    if not finding.has("switches"):
        return None
    frame = finding.frame("switches")
    canvas = Canvas(0.75 + 0.72 * ROW * max(len(frame), 2), WIDE)
    left, both = canvas.axes, canvas.figure.add_gridspec(1, 2)
    left.set_subplotspec(both[0])
    names = [word(name) for name in frame[frame.columns[1]]]  # what the rival then has or does
    styles = [
        Style(HUES[0] if row["q"] < SURE else "#ffffff", "o", "-")
        for row in frame.iter_rows(named=True)
    ]
    dots(canvas, names, frame, styles, ("estimate", "low", "high"), is_share=True)
    canvas.axes = canvas.figure.add_subplot(both[1], sharey=left)
    dots(canvas, names, frame, styles, ("margin", "from", "to"))
    canvas.axes.tick_params(axis="y", labelleft=False)
    for axes in (left, canvas.axes):
        axes.grid(axis="x")
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
    left.set_yticks(range(len(names)), names, fontsize=7)
    percent_axis(left.xaxis)
    left.set_xlabel(say("harder ← win rate → easier"), color=FAINT)
    canvas.axes.set_xlabel(say("harder ← margin in points → easier"), color=FAINT)
    easy, hard = names[0], names[-1]
    return canvas.drawing(
        say(
            "What each difficulty option changes, on the same shuffles, with 95% CIs. Filled: a"
            " clear difference"
        ),
        say(
            "Dot chart in two parts: {easy} helps the player most, {hard} least.",
            easy=easy,
            hard=hard,
        ),
    )
