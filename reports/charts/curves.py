"""How scores grow, and what they are made of."""

from reports.canvas import Drawing
from reports.charts.shapes import Found
from reports.charts.sources import sources, stages
from reports.look import Look


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    made = (stages(found), sources(found))
    return [drawing for drawing in made if drawing]
