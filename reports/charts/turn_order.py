"""Who wins in which seat, beside a fair share."""

from analyses.findings.finding import Finding
from analyses.language import say
from reports.canvas import Drawing
from reports.charts.shapes import Found, Shares, beside_fair
from reports.look import Look


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    shown = {words: _shares(finding, look) for words, finding in found.items()}
    seats = max(len(one.names) for one in shown.values())
    return [
        beside_fair(shown).drawing(
            say("Win rate of each seat with the same bot in every seat, and 95% CIs"),
            say("Dot chart of {n} seats.", n=seats),
        )
    ]


def _shares(finding: Finding, look: Look) -> Shares:
    frame = finding.frame("shares")
    names = [f"seat {number}" for number in frame["seat"]]
    return Shares(names, frame, [look.seat(number) for number in frame["seat"]])
