"""Is a seat favoured: what each wins beside an even share."""

from analyses.findings.finding import Finding
from analyses.language import say
from reports.canvas import Drawing
from reports.charts.shapes import Found, beside_even, rows_canvas, united
from reports.look import Look


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    names = {words: _seats(finding) for words, finding in found.items()}
    rows = united(names.values())
    canvas = rows_canvas(len(rows), found=found)
    for words, finding in zip(found, canvas.over(found), strict=True):
        frame = finding.frame("shares")
        styles = [look.seat(seat) for seat in frame["seat"]]
        beside_even(canvas, names[words], frame, styles, rows)
    return [
        canvas.drawing(
            say(
                "Games won by each seat in even shares, one strategy in all of them, with 95%"
                " intervals"
            ),
            say("Dot chart of {n} seats.", n=len(rows)),
        )
    ]


def _seats(finding: Finding) -> list[str]:
    return [f"seat {number}" for number in finding.frame("shares")["seat"]]
