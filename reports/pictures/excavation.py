"""Excavation Earth: popularity, queues and sales, turn by turn."""

import polars as pl

from analyses.findings.finding import Finding
from analyses.language import figure, say, word
from reports.canvas import WIDE, Canvas, Drawing
from reports.charts.shapes import in_line, label_ends, tile, whole_axis
from reports.look import DASHES, FAINT, HUES, INK, MARKS, NAMED, PAPER, Look
from simulator.components import Components

HEADING = "The markets"
PAYS = ("buyers", "popularity", "several markets")  # from the bottom
QUEUE = 4  # buyers at most


def draw(finding: Finding, components: Components, look: Look) -> list[Drawing]:
    sales, rounds = finding.frame("sales"), finding.frame("rounds")
    ends = [float(end) for end in rounds["ends after turn"][:2] if end < len(sales)]
    return [
        _lines(
            finding.frame("popularity"),
            ends,
            say("credits for popularity"),
            say("Popularity of each colour: the credits it would add to a sale, on average"),
        ),
        _lines(
            finding.frame("demand"),
            ends,
            say("buyers in all markets"),
            say("Demand: buyers in the markets who would take a colour, white ones included"),
        ),
        _queues(finding.frame("queues"), ends),
        _brings(sales, ends),
        _trade(sales, ends),
    ]


def _mark_rounds(canvas: Canvas, ends: list[float]) -> None:
    """Where the first and the second round end on average."""
    for k, end in enumerate(ends, 1):
        canvas.axes.axvline(end, color=FAINT, lw=0.8, ls=(0, (3, 2)))
        canvas.axes.annotate(
            say("round {k} ends", k=k),
            (end, 1),
            (0, 2),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            fontsize=6.5,
            color=FAINT,
            ha="center",
            annotation_clip=False,
        )


def _mean(frame: pl.DataFrame, name: str) -> float:
    return float(frame[name].to_numpy().mean())


def _lines(frame: pl.DataFrame, ends: list[float], label: str, caption: str) -> Drawing:
    """A line per colour."""
    canvas = Canvas(2.05)
    axes, last = canvas.axes, []
    names = frame.columns[1:]
    for k, name in enumerate(names):
        (line,) = axes.plot(
            frame["turn"],
            frame[name],
            color=NAMED[name],
            ls=DASHES[k % len(DASHES)],
            marker=MARKS[k],
            ms=3.2,
            mec=INK,
            mew=0.3,
            markevery=(k, 5),
        )
        canvas.tip(
            line,
            say(
                "{name}: {label} {mean:.2f} on average",
                name=name,
                label=label,
                mean=_mean(frame, name),
            ),
        )
        last.append((float(frame[name][-1]), word(name)))
    low, high = axes.get_ylim()
    axes.set_ylim(min(0, low), 1.12 * high)
    label_ends(axes, last, int(frame["turn"][-1]))
    _mark_rounds(canvas, ends)
    axes.grid(axis="y")
    whole_axis(axes.xaxis)
    axes.set_xlabel(say("turn"))
    axes.set_ylabel(label)
    return canvas.drawing(
        caption,
        say("Line chart of {n} colours; the table has all figures.", n=len(names)),
    )


def _queues(frame: pl.DataFrame, ends: list[float]) -> Drawing:
    """A heat map of markets and turns."""
    names = frame.columns[1:]
    canvas = Canvas(0.7 + 0.18 * len(names), WIDE)
    for k, name in enumerate(names):
        for turn, buyers in zip(frame["turn"], frame[name], strict=True):
            tip = say(
                "{name}, after turn {turn}: {buyers:.2f} buyers",
                name=name,
                turn=turn,
                buyers=buyers,
            )
            ink = tile(canvas, (turn - 0.5, k - 0.5), (1, 1), buyers / QUEUE, tip)
            canvas.axes.text(
                turn, k, figure(buyers, ".1f"), color=ink, fontsize=6.5, ha="center", va="center"
            )
    axes = canvas.axes
    axes.set_xlim(0.5, len(frame) + 0.5)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_yticks(range(len(names)), list(map(word, names)))
    axes.set_xticks(frame["turn"].to_list())
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_xlabel(say("turn"))
    _mark_rounds(canvas, [round(end) + 0.5 for end in ends])
    return canvas.drawing(
        say("Buyers waiting in each market after each turn, on average; at most four"),
        say("Heat map of {n} markets by turn; the table has all figures.", n=len(names)),
    )


def _brings(frame: pl.DataFrame, ends: list[float]) -> Drawing:
    """Stacked bars: what a sale of each turn pays, and for what."""
    canvas = Canvas(2.05)
    axes = canvas.axes
    below = [0.0] * len(frame)
    for k, name in enumerate(PAYS):
        parts = frame[name].fill_null(0.0).to_list()
        for turn, base, part in zip(frame["turn"], below, parts, strict=True):
            (bar,) = axes.bar(
                turn,
                part,
                bottom=base,
                width=0.8,
                color=HUES[k],
                edgecolor=PAPER,
                lw=0.4,
                label=word(name) if turn == 1 else None,
            )
            canvas.tip(
                bar,
                say(
                    "turn {turn}, {name}: {part:.1f} credits a sale",
                    turn=turn,
                    name=name,
                    part=part,
                ),
            )
        below = [base + part for base, part in zip(below, parts, strict=True)]
    _finish(canvas, ends, say("credits per sale"))
    return canvas.drawing(
        say(
            "Credits of a sale by turn: from its buyers, from the colour's popularity, and from"
            " selling to several markets at once"
        ),
        say("Stacked bars by turn; the table has all figures."),
    )


def _trade(frame: pl.DataFrame, ends: list[float]) -> Drawing:
    canvas = Canvas(2.05)
    for k, name in enumerate(("sales", "relics sold", "bought", "offloaded")):
        (line,) = canvas.axes.plot(
            frame["turn"],
            frame[name],
            color=HUES[k],
            ls=DASHES[k],
            marker=MARKS[k],
            ms=3.2,
            mec=INK,
            mew=0.3,
            label=word(name),
        )
        canvas.tip(
            line, say("{name}: {mean:.2f} a turn on average", name=name, mean=_mean(frame, name))
        )
    _finish(canvas, ends, say("per player and turn"))
    return canvas.drawing(
        say("Trade by turn: sales, and relics sold, bought and offloaded by a player"),
        say("Line chart by turn; the table has all figures."),
    )


def _finish(canvas: Canvas, ends: list[float], label: str) -> None:
    axes = canvas.axes
    _mark_rounds(canvas, ends)
    axes.set_ylim(0, None)
    axes.grid(axis="y")
    whole_axis(axes.xaxis)
    axes.set_xlabel(say("turn"))
    axes.set_ylabel(label)
    names = axes.get_legend_handles_labels()[1]
    columns = in_line(names, canvas.width)
    canvas.figure.legend(loc="outside lower center", ncols=columns)
