"""How scores grow, and what they are made of."""

from reports.canvas import Drawing
from reports.charts.shapes import Found
from reports.charts.sources import sources, stages
from reports.look import Look


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    """Where there is one source there is nothing that points are made of."""
    several = {words: one for words, one in found.items() if len(one.frame("sources")) > 1}
    made = (stages(found), sources(several) if several else None)
    return [drawing for drawing in made if drawing]
