"""How long is a game: how many end after each number of rounds."""

from analyses.findings.finding import Finding
from reports.canvas import WIDE, Canvas, Drawing
from reports.charts.shapes import percent_axis, whole_axis
from reports.look import HUES, INK, Look


def draw(finding: Finding, look: Look) -> list[Drawing]:
    frame, length = finding.frame("games"), finding.frame("length")
    canvas = Canvas(2.1, WIDE)
    axes = canvas.axes
    for row in frame.iter_rows(named=True):
        first, last = row["from round"], row["to round"]
        (bar,) = axes.bar(
            (first + last) / 2,
            row["share"],
            width=0.9 * (last - first + 1),
            color=HUES[0],
            alpha=0.6,
        )
        rounds = f"{first} rounds" if first == last else f"{first} to {last} rounds"
        canvas.tip(bar, f"{rounds}: {100 * row['share']:.1f} % of the games")
    spread = length.row(0, named=True)
    for name, words, dash, side in (
        ("median", "half end before", "-", "right"),
        ("p95", "95 in 100", (0, (3, 2)), "left"),
    ):
        axes.axvline(spread[name], color=INK, lw=1.1, ls=dash)
        axes.annotate(
            words,
            (spread[name], 1),
            (0, 2),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            fontsize=7,
            ha=side,
            annotation_clip=False,
        )
    axes.grid(axis="y")
    percent_axis(axes.yaxis)
    whole_axis(axes.xaxis)
    axes.set_xlabel("rounds")
    axes.set_ylabel("of the games")
    return [canvas.drawing("How many games take how many rounds", f"Histogram. {finding.sentence}")]
