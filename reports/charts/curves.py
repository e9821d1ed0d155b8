"""How scores grow, and what they are made of."""

from analyses.findings.finding import Finding
from reports.canvas import WIDE, Canvas, Drawing
from reports.charts.shapes import bands
from reports.charts.sources import sources, stages
from reports.look import Look


def draw(finding: Finding, look: Look) -> list[Drawing]:
    made = (
        _by_place(finding, look),
        _by_seat(finding, look),
        _by_strategy(finding, look),
        stages(finding),
        sources(finding),
    )
    return [drawing for drawing in made if drawing]


def _by_place(finding: Finding, look: Look) -> Drawing:
    frame = finding.frame("by_place")
    names = frame["group"].unique(maintain_order=True).to_list()
    styles = {name: look.seat(int(name.split()[-1])) for name in names}
    canvas = Canvas(2.6)
    bands(canvas, frame, styles, filled=[names[0], names[-1]])
    return canvas.drawing(
        "Standing after each round by final place: mean, and the middle 80 of 100 games for the"
        " first and the last",
        f"Line chart, one line per final place. {finding.sentence}",
    )


def _by_seat(finding: Finding, look: Look) -> Drawing:
    frame = finding.frame("by_seat")
    names = frame["group"].unique(maintain_order=True).to_list()
    styles = {name: look.seat(int(name.split()[-1])) for name in names}
    canvas = Canvas(2.6)
    bands(canvas, frame, styles, filled=names[:1])
    return canvas.drawing(
        "Standing after each round by seat: mean, and the middle 80 of 100 games for seat 1",
        "Line chart, one line per seat; all figures stand in the table below.",
    )


def _by_strategy(finding: Finding, look: Look) -> Drawing | None:
    frame = finding.frame("by_strategy")
    last = frame.group_by("group", maintain_order=True).last().sort("mean", descending=True)
    names = last["group"].to_list()
    if len(names) < 2:
        return None
    canvas = Canvas(2.6, WIDE)
    styles = {name: look.strategy(name) for name in names}
    bands(canvas, frame, styles, filled=names[:1])
    return canvas.drawing(
        "Standing after each round by strategy: mean, and the middle 80 of 100 games for the best",
        "Line chart, one line per strategy; all figures stand in the table below.",
    )
