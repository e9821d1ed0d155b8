"""What a strategy gives away per game, by kind of move."""

from matplotlib.ticker import FuncFormatter

from analyses.findings.finding import Finding
from analyses.language import say
from reports.canvas import WIDE, Drawing
from reports.charts.shapes import bars, in_percent, rows_canvas
from reports.look import GRID, HUES, Look, Style

MOST = 24  # rows of a chart


def draw(finding: Finding, look: Look) -> list[Drawing]:
    frame = finding.frame("kind").head(MOST)
    canvas = rows_canvas(len(frame), WIDE)
    sure, pale = Style(HUES[0], "o", "-"), Style(GRID, "o", "-")
    styles = [sure if low > 0 else pale for low in frame["low"]]
    bars(canvas, frame["kind"].to_list(), frame, styles, columns=("given away", "low", "high"))
    canvas.axes.xaxis.set_major_formatter(FuncFormatter(_per_cent))
    canvas.axes.set_xlabel(say("win chance given away per player and game"))
    return [
        canvas.drawing(
            say(
                "What each kind of move gives away, with simultaneous 95% CIs; pale: nothing clear."
                " A move can be of several kinds."
            ),
            say(
                "Bar chart of {n} kinds of moves. {sentence}",
                n=len(frame),
                sentence=finding.sentence,
            ),
        )
    ]


def _per_cent(share: float, place: int) -> str:
    """A sum can be more than a win."""
    return in_percent(share)
