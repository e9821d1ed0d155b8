"""What a designer can pull in Lost Cities: options, the sheet, and parts to do without."""

from simulator.factors import Factor, levels
from simulator.games.lost_cities.moves import Kind
from simulator.games.lost_cities.table import BOXES, Colour, Layout
from simulator.levers import Levers, Values
from simulator.names import written

KINDS, EXPEDITIONS = written(Kind, "-"), written(Colour)
COUNTS = range(4)  # of arrows or artefacts in a column, as components.toml allows
NOTHING = [0] * BOXES  # a ladder without points


def factors(players: int) -> tuple[Factor, ...]:
    return (
        levels(
            "layouts", "how the special boxes lie on the sheet", "layout",
            {name: {"setup.layout": name} for name in written(Layout)},
        ),
        levels(
            "boxes", "arrows and artefacts of a column, on random sheets", "count",
            {f"arrows {n}": {"setup.arrows": n} for n in COUNTS},
            {f"artefacts {n}": {"setup.artefacts": n} for n in COUNTS},
            always={"setup.layout": "random"},
        ),
    )  # fmt: skip


SHEETS = Values("the layouts of the sheet", ("layouts",))

LEVERS = Levers(
    kinds=KINDS,
    groups={
        # Writing is what every turn is made of.
        "options": tuple(kind for kind in KINDS if kind not in ("write", *EXPEDITIONS)),
        "expeditions": EXPEDITIONS,
    },
    peers=("expeditions",),
    removals={
        "circles": {"circles.active": False},
        "arrows": {"arrows.active": False},
        "artefacts": {"ladders.artefacts": NOTHING, "rulings.no_artefact": 0},
        "refusals": {"ladders.refusals": NOTHING, "rulings.no_refusal": 0},
        "bridges": {"bridges.bonus": 0},
    },
    factors=factors,
    rests_on={"setup.layout": SHEETS, "expeditions": SHEETS},
)
