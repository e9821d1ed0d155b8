"""How high and how wide: the spread of scores."""

from analyses.findings.finding import Finding
from analyses.language import say
from reports.canvas import Canvas, Drawing
from reports.charts.shapes import Found, name_rows, rows_canvas, united
from reports.look import FAINT, INK, Look, Style


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    rows = united(finding.frame("scores")["strategy"] for finding in found.values())
    canvas = rows_canvas(len(rows), found=found)
    for finding in canvas.over(found):
        _ranges(canvas, finding, rows, look)
    return [
        canvas.drawing(
            say("Final scores: the middle 90% of games (bar), median (line) and mean (mark)"),
            say("Range chart of the scores of {n} bots.", n=len(rows)),
        )
    ]


def _ranges(canvas: Canvas, finding: Finding, rows: list[str], look: Look) -> None:
    axes = canvas.axes
    for row in finding.frame("scores").iter_rows(named=True):
        name, k = row["strategy"], rows.index(row["strategy"])
        style = Style(FAINT, "o", "-") if name == "all" else look.strategy(name)
        (bar,) = axes.barh(
            k, row["p95"] - row["p5"], left=row["p5"], height=0.5, color=style.colour, alpha=0.4
        )
        canvas.tip(
            bar,
            say(
                "{name}: {estimate:.1f} on average, median {median:.0f}, the middle 90% between"
                " {p5:.0f} and {p95:.0f}",
                name=name,
                estimate=row["estimate"],
                median=row["median"],
                p5=row["p5"],
                p95=row["p95"],
            ),
        )
        axes.plot([row["median"]] * 2, [k - 0.3, k + 0.3], color=INK, lw=1.4)
        axes.plot(row["estimate"], k, style.mark, color=style.colour, ms=5, mec=INK, mew=0.7)
    name_rows(axes, rows)
    axes.set_xlabel(say("points"))
