"""Is a seat favoured: shares by seat, and the handicap that would level them."""

import polars as pl

from analyses.findings.finding import Finding
from reports.canvas import WIDE, Canvas, Drawing, short
from reports.charts.shapes import bars, dots, even_line, finite, percent_axis, rows_canvas
from reports.look import FAINT, INK, Look


def draw(finding: Finding, look: Look) -> list[Drawing]:
    made = (_shares(finding, look), _handicap(finding, look), _by_strategy(finding, look))
    return [drawing for drawing in made if drawing]


def _shares(finding: Finding, look: Look) -> Drawing:
    frame = finding.frame("shares")
    seats = frame["seat"].to_list()
    canvas = rows_canvas(len(seats))
    bars(canvas, [f"seat {s}" for s in seats], frame, [look.seat(s) for s in seats])
    even_line(canvas.axes, frame["even"][0])
    return canvas.drawing(
        "Share of games won by each seat, one strategy in all of them, with 95 % intervals",
        f"Bar chart. {finding.sentence}",
    )


def _handicap(finding: Finding, look: Look) -> Drawing:
    frame = finding.frame("handicap")
    seats = frame["seat"].to_list()
    canvas = rows_canvas(len(seats))
    names, styles = [f"seat {s}" for s in seats], [look.seat(s) for s in seats]
    dots(canvas, names, frame, styles, ("estimate", "low", "high"))
    canvas.axes.set_xlabel("points to add at the end")
    most = frame.sort(pl.col("estimate").abs(), descending=True).row(0, named=True)
    return canvas.drawing(
        "Points that would level the seats, with 95 % intervals",
        f"Dot chart; the largest handicap is {most['estimate']:+.1f} points, for seat"
        f" {most['seat']}.",
    )


def _by_strategy(finding: Finding, look: Look) -> Drawing | None:
    """Every mirror beside the others: a tilt of the seat shows in all, a quirk in one."""
    if not finding.has("by_strategy"):
        return None
    frame = finding.frame("by_strategy")
    line_ups = frame["line_up"].unique(maintain_order=True).to_list()
    seats = frame["seat"].n_unique()
    canvas = Canvas(2.5, WIDE)
    axes = canvas.axes
    axes.axhline(1 / seats, color=INK, lw=0.9, ls=(0, (3, 2)))
    for k, line_up in enumerate(line_ups):
        for row in frame.filter(pl.col("line_up") == line_up).iter_rows(named=True):
            style = look.seat(row["seat"])
            x = k + 0.8 * ((row["seat"] - 0.5) / seats - 0.5)
            low, high = finite((row["low"], row["high"]), row["estimate"])
            axes.plot([x, x], [low, high], color=style.colour, lw=1.8, solid_capstyle="butt")
            (dot,) = axes.plot(x, row["estimate"], style.mark, color=style.colour, ms=4)
            dot.set_markeredgecolor(INK)
            dot.set_markeredgewidth(0.5)
            canvas.tip(dot, f"{line_up}, seat {row['seat']}: {100 * row['estimate']:.1f} %")
    axes.set_xticks(range(len(line_ups)), [short(name, 18) for name in line_ups])
    if len(line_ups) > 5:
        axes.tick_params(axis="x", rotation=25)
        for label in axes.get_xticklabels():
            label.set_horizontalalignment("right")
    axes.tick_params(axis="x", length=0)
    axes.grid(axis="y")
    percent_axis(axes.yaxis)
    handles = [
        axes.plot([], [], look.seat(s).mark, color=look.seat(s).colour, mec=INK, mew=0.5, ms=4)[0]
        for s in range(1, seats + 1)
    ]
    labels = [f"seat {s + 1}" for s in range(len(handles))]
    canvas.figure.legend(handles, labels, loc="outside upper right", ncols=6, labelcolor=FAINT)
    return canvas.drawing(
        "The same for each strategy in every seat: a favoured seat is favoured in all of them",
        "Dot chart of win shares by strategy and seat; all figures stand in the table below.",
    )
