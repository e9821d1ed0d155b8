"""How often is the game beaten: the share of games that each strategy wins."""

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
    names = frame["strategy"].to_list()
    canvas = rows_canvas(len(names))
    bars(canvas, names, frame, [look.strategy(name) for name in names])
    told = say(
        "Games won with {players}, one strategy in every seat, with 95 % intervals", players=players
    )
    return canvas.drawing(told, say("Bar chart. {sentence}", sentence=finding.sentence))
