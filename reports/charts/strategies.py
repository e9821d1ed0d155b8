"""Who wins: shares with intervals, who beats whom, ratings."""

import polars as pl

from analyses.findings.finding import Finding
from reports.canvas import WIDE, Canvas, Drawing, short
from reports.charts.shapes import around, bars, dots, even_line, rows_canvas, tile
from reports.look import Look


def draw(finding: Finding, look: Look) -> list[Drawing]:
    if finding.has("names"):  # each meets only itself
        return []
    if finding.has("won"):  # one player alone
        return [_shares(finding, finding.frame("won"), look)]
    made = [_shares(finding, finding.frame("shares"), look), _ratings(finding, look)]
    return [*made, _payoffs(finding)] if finding.has("payoffs") else made


def _shares(finding: Finding, frame: pl.DataFrame, look: Look) -> Drawing:
    names = frame["strategy"].to_list()
    canvas = rows_canvas(len(names))
    bars(canvas, names, frame, [look.strategy(name) for name in names])
    if "even" in frame.columns:
        even_line(canvas.axes, frame["even"][0])
    return canvas.drawing(
        "Share of games won per seat, with 95 % intervals", f"Bar chart. {finding.sentence}"
    )


def _ratings(finding: Finding, look: Look) -> Drawing:
    frame = finding.frame("ratings")
    names = frame["strategy"].to_list()
    canvas = rows_canvas(len(names))
    dots(canvas, names, frame, [look.strategy(name) for name in names], ("rating", "from", "to"))
    best, worst = frame.row(0, named=True), frame.row(-1, named=True)
    return canvas.drawing(
        "Ratings from whole finishing orders (Plackett–Luce, in chess points; 0 is the average)",
        f"Dot chart: from {best['strategy']} at {best['rating']:.0f}"
        f" down to {worst['strategy']} at {worst['rating']:.0f}.",
    )


def _payoffs(finding: Finding) -> Drawing:
    frame = finding.frame("payoffs")
    names = frame["strategy"].to_list()
    n, even = len(names), frame[f"against {names[0]}"][0]  # against itself
    canvas = Canvas(0.9 + 0.26 * n, WIDE)
    for i, name in enumerate(names):
        for j, other in enumerate(names):
            share = frame[f"against {other}"][i]
            tip = f"{name} alone at a table of {other}: wins {100 * share:.1f} %"
            ink = tile(canvas, (j - 0.5, i - 0.5), (1, 1), around(share, even), tip)
            canvas.axes.text(
                j, i, f"{100 * share:.0f}", color=ink, ha="center", va="center", fontsize=7
            )
    axes = canvas.axes
    axes.set_xlim(-0.5, n - 0.5)
    axes.set_ylim(n - 0.5, -0.5)
    axes.set_yticks(range(n), [short(name) for name in names])
    axes.set_xticks(
        range(n),
        [short(name, 16) for name in names],
        rotation=35,
        ha="left",
        rotation_mode="anchor",
    )
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_ylabel("one of")
    return canvas.drawing(
        "Who beats whom: wins in 100 games of one (row) at a table of another (column); the"
        " middle tone is an even share, lighter is more",
        f"Heat map of {n} by {n} strategies; all figures stand in the table below.",
    )
