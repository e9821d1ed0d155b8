"""Three games: every seat's standing after each round, and where the game turns."""

import polars as pl

from analyses.findings.finding import Finding
from analyses.language import say, word
from reports.canvas import Canvas, Drawing
from reports.charts.shapes import panels, whole_axis
from reports.look import FAINT, INK, PAPER, Look


def draw(finding: Finding, look: Look) -> list[Drawing]:
    listed = finding.frame("list")
    told = {word(row["story"]): row for row in listed.iter_rows(named=True)}
    canvas = panels(told, 1.95)
    for row in canvas.over(told):
        _game(canvas, finding.frame(row["story"]), row, look)
    axes = next(iter(canvas.panels.values()))
    axes.set_ylabel(say("score so far"))
    whole_axis(axes.xaxis)
    handles, names = axes.get_legend_handles_labels()
    canvas.figure.legend(handles, names, loc="outside lower center", ncols=6)
    return [
        canvas.drawing(
            say(
                "Three of the games played: the score of every seat after each round. Star: the"
                " winner takes the lead for good. Ring: the winner is farthest behind."
            ),
            say("Line charts of {n} games. {sentence}", n=len(told), sentence=finding.sentence),
        )
    ]


def _game(canvas: Canvas, curve: pl.DataFrame, row: dict, look: Look) -> None:
    axes = canvas.axes
    for number, name in enumerate(curve.columns[1:], 1):
        style, is_winner = look.seat(number), number == row["seat"]
        (line,) = axes.plot(
            curve["round"],
            curve[name],
            color=style.colour,
            ls=style.dash,
            lw=2.0 if is_winner else 1.1,
            label=word(name),
        )
        canvas.tip(line, say("{seat}: {points} at the end", seat=name, points=curve[name][-1]))
    winner = f"seat {row['seat']}"
    _mark(canvas, curve, winner, row["leads from"], "*", "takes the lead for good")
    if row["low"] is not None:
        _mark(canvas, curve, winner, row["low"], "o", "farthest behind")
    axes.grid(axis="y")
    axes.set_xlabel(say("round"))


def _mark(canvas: Canvas, curve: pl.DataFrame, seat: str, at: int, sign: str, what: str) -> None:
    """A turning point and whose it is, below the line and on the side that has room."""
    y = curve[seat][at - 1]
    face = INK if sign == "*" else "none"
    (mark,) = canvas.axes.plot(at, y, sign, ms=8, mfc=face, mec=INK, mew=0.9, zorder=5)
    told = say("{seat} {what}", seat=seat, what=what)
    canvas.tip(mark, say("{round}: {told}", round=f"round {at}", told=told))
    is_late, (bottom, top) = at > len(curve) / 2, canvas.axes.get_ylim()
    is_low = y < bottom + 0.25 * (top - bottom)  # below it the words would lie on the axis
    canvas.axes.annotate(
        word(seat),
        (at, y),
        (-6 if is_late else 6, 7 if is_low else -12),
        textcoords="offset points",
        ha="right" if is_late else "left",
        fontsize=6.5,
        color=FAINT,
        bbox={"facecolor": PAPER, "alpha": 0.8, "lw": 0, "pad": 0.5},
        zorder=4,
    )
