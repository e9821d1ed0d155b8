"""What two members of a factor do to a response together."""

import polars as pl
from matplotlib.patches import Rectangle

from analyses.findings.finding import Finding
from analyses.lab.study.findings import SURE
from analyses.language import say, word
from reports.canvas import Canvas, Drawing, short
from reports.charts.shapes import told
from reports.look import DIVERGING, PAPER, Look, between, ink_on

MANY = 26  # members: more make no heat map that could be read
PLUS, MINUS = "+", "−"


def draw(finding: Finding, look: Look) -> list[Drawing]:
    if not finding.has("pairs"):
        return []
    made = _pairs(finding, finding.frame("pairs"), bool(finding["effects"].shares))
    return [made] if made else []


def _pairs(finding: Finding, frame: pl.DataFrame, is_share: bool) -> Drawing | None:
    """Rows and columns in the order of the effects; a sign in a tile says that it is sure."""
    met = set(frame["first"]) | set(frame["second"])
    names = [name for name in finding.frame("effects")["member"] if name in met]
    if not 3 <= len(names) <= MANY:
        return None
    most = float(frame["effect"].abs().max())  # type: ignore[arg-type]
    canvas = Canvas(0.75 + 0.235 * len(names))
    for row in frame.iter_rows(named=True):
        places = names.index(row["first"]), names.index(row["second"])
        for at in (places, places[::-1]):
            _tile(canvas, at, row, row["effect"] / most if most else 0.0, is_share)
    _name_sides(canvas, names)
    sure = frame.filter(pl.col("q") < SURE)
    return canvas.drawing(
        say(
            "What two add together beyond each alone. Orange and {plus}: clearly more, violet and"
            " {minus}: clearly less, no sign: unclear",
            plus=PLUS,
            minus=MINUS,
        ),
        say(
            "Heat map of {n} pairs, {sure} of them clearly not 0; the table of pairs has all"
            " figures.",
            n=len(frame),
            sure=len(sure),
        ),
    )


def _tile(canvas: Canvas, at: tuple[int, int], row: dict, height: float, is_share: bool) -> None:
    column, line = at
    colour = between(DIVERGING, 0.5 + 0.5 * height)
    box = Rectangle(
        (column - 0.5, line - 0.5), 1, 1, facecolor=colour, edgecolor=PAPER, lw=0.8, clip_on=False
    )
    canvas.axes.add_patch(box)
    interval = told(row["effect"], row["low"], row["high"], is_share=is_share)
    canvas.tip(
        box,
        say(
            "{first} with {second}: {interval}",
            first=row["first"],
            second=row["second"],
            interval=interval,
        ),
    )
    if row["q"] < SURE:
        canvas.axes.text(
            column,
            line,
            PLUS if row["effect"] > 0 else MINUS,
            ha="center",
            va="center_baseline",
            fontsize=8,
            color=ink_on(colour),
        )


def _name_sides(canvas: Canvas, names: list[str]) -> None:
    axes, n = canvas.axes, len(names)
    words = [short(word(name), 14) for name in names]
    axes.set_xlim(-0.5, n - 0.5)
    axes.set_ylim(n - 0.5, -0.5)
    axes.set_yticks(range(n), words)
    axes.set_xticks(range(n), words, rotation=40, ha="right", rotation_mode="anchor")
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
