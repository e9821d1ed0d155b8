"""How long is a game: how many end after each number of rounds."""

from analyses.findings.finding import Finding, number_range
from analyses.language import count, say
from reports.canvas import Canvas, Drawing
from reports.charts.shapes import Found, panels, percent_axis, whole_axis
from reports.look import HUES, INK, Look

ROOM = 2.5  # rounds at least on both sides of the middle


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    canvas = panels(found, 1.45)
    for finding in canvas.over(found):
        _histogram(canvas, finding)
    _make_room(canvas)
    percent_axis(canvas.axes.yaxis)
    whole_axis(canvas.axes.xaxis)
    next(iter(canvas.panels.values())).set_ylabel(say("of games"))
    ends = (
        say("{players}: half within {median:.0f}", players=words or "games", median=_median(one))
        for words, one in found.items()
    )
    return [
        canvas.drawing(
            say(
                "How many rounds games take. Line: the median; dashed: 95 of 100 games end by then"
            ),
            say("Histogram of rounds; {ends}.", ends=", ".join(ends)),
        )
    ]


def _median(finding: Finding) -> float:
    return finding.frame("length")["median"][0]


def _make_room(canvas: Canvas) -> None:
    """Where all games take as long, their bar is not as wide as the panel."""
    low, high = canvas.axes.get_xlim()
    middle = (low + high) / 2
    least = max(middle - ROOM, 0.5)  # no game takes fewer rounds than one
    canvas.axes.set_xlim(min(low, least), max(high, middle + ROOM))


def _histogram(canvas: Canvas, finding: Finding) -> None:
    axes = canvas.axes
    for row in finding.frame("games").iter_rows(named=True):
        first, last = row["from round"], row["to round"]
        (bar,) = axes.bar(
            (first + last) / 2,
            row["share"],
            width=0.9 * (last - first + 1),
            color=HUES[0],
            alpha=0.6,
        )
        several = say("{range} rounds", range=number_range(first, last, ".0f"))
        rounds = count(first, "{n} round", "{n} rounds") if first == last else several
        canvas.tip(
            bar,
            say("{rounds}: {share:.1%} of games", rounds=rounds, share=row["share"]),
        )
    axes.axvline(_median(finding), color=INK, lw=1.1)
    axes.axvline(finding.frame("length")["p95"][0], color=INK, lw=1.1, ls=(0, (3, 2)))
    axes.grid(axis="y")
    axes.set_xlabel(say("rounds"))
