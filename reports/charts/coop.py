"""How often is the game beaten: the share of games that each strategy, or line-up, wins."""

from analyses.findings.finding import Finding
from analyses.language import say
from reports.canvas import Drawing
from reports.charts.shapes import Found, bars, rows_canvas
from reports.look import Look


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    """A chart for each number of players."""
    return [_wins(words, finding, look) for words, finding in found.items()]


def _wins(players: str, finding: Finding, look: Look) -> Drawing:
    frame = finding.frame("wins")
    names = frame.to_series(0).to_list()
    canvas = rows_canvas(len(names))
    bars(canvas, names, frame, [look.strategy(name) for name in names])
    told = (
        "Win rate with {players}, the same bot in every seat, with 95% CIs"
        if "strategy" in frame.columns
        else "Win rate with {players}, each line-up at its own tables, with 95% CIs"
    )
    alt = say("Bar chart. {sentence}", sentence=finding.sentence)
    return canvas.drawing(say(told, players=players), alt)
