"""Where the values of the game come from."""

from analyses.language import say
from reports.canvas import Drawing
from reports.charts.shapes import Found, name_rows, rows_canvas, whole_axis
from reports.look import HUES, Look
from simulator.components import ASSUMED, CALLED

GUESSES = {CALLED.get(one, one) for one in ASSUMED}


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    """They are the same for every number of players."""
    frame = next(iter(found.values())).frame("origins")
    if frame.is_empty():  # rows whose title is not known
        return []
    canvas = rows_canvas(len(frame))
    axes = canvas.axes
    for k, row in enumerate(frame.iter_rows(named=True)):
        is_guess = row["source"] in GUESSES
        (bar,) = axes.barh(
            k,
            row["components"],
            height=0.62,
            color=HUES[1 if is_guess else 0],
            alpha=0.6,
        )
        canvas.tip(
            bar,
            say(
                "{source}: {n} values, {meaning}",
                source=row["source"],
                n=row["components"],
                meaning=row["meaning"],
            ),
        )
        axes.annotate(
            str(row["components"]),
            (row["components"], k),
            (4, 0),
            textcoords="offset points",
            va="center",
            fontsize=7,
        )
    name_rows(axes, frame["source"].to_list())
    whole_axis(axes.xaxis)
    axes.set_xlabel(say("game values"))
    return [
        canvas.drawing(
            say("Where the values of the game come from. Orange: assumed, no source confirms them"),
            say("Bar chart of {n} kinds of sources.", n=len(frame)),
        )
    ]
