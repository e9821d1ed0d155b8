"""How high and how wide: the spread of scores."""

from analyses.findings.finding import Finding
from reports.canvas import WIDE, Drawing
from reports.charts.shapes import name_rows, rows_canvas
from reports.look import FAINT, INK, Look, Style


def draw(finding: Finding, look: Look) -> list[Drawing]:
    frame = finding.frame("scores")
    names = frame["strategy"].to_list()
    canvas = rows_canvas(len(names), WIDE)
    axes = canvas.axes
    for k, row in enumerate(frame.iter_rows(named=True)):
        style = Style(FAINT, "o", "-") if row["strategy"] == "all" else look.strategy(names[k])
        (bar,) = axes.barh(
            k, row["p95"] - row["p5"], left=row["p5"], height=0.5, color=style.colour, alpha=0.4
        )
        canvas.tip(
            bar,
            f"{names[k]}: {row['estimate']:.1f} on average, median {row['median']:.0f},"
            f" nine in ten between {row['p5']:.0f} and {row['p95']:.0f}",
        )
        axes.plot([row["median"]] * 2, [k - 0.3, k + 0.3], color=INK, lw=1.4)
        axes.plot(row["estimate"], k, style.mark, color=style.colour, ms=5, mec=INK, mew=0.7)
    name_rows(axes, names)
    axes.set_xlabel("points")
    return [
        canvas.drawing(
            "Final scores: nine in ten games (bar), median (line) and mean (mark)",
            f"Range chart. {finding.sentence}",
        )
    ]
