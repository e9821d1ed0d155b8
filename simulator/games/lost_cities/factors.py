"""What can be varied in Lost Cities: the sheet, and how many special boxes it has."""

from simulator.factors import Factor, levels


def factors(players: int) -> tuple[Factor, ...]:
    return (
        levels(
            "layouts", "how the special boxes lie on the sheet", "layout",
            {name: f"setup.layout={name}" for name in ("reconstructed", "random", "heritage")},
        ),
        levels(
            "boxes", "arrows and artefacts of a column, on random sheets", "count",
            {f"arrows {n}": f"setup.arrows={n}" for n in range(4)},
            {f"artefacts {n}": f"setup.artefacts={n}" for n in range(4)},
            always=["setup.layout=random"],
        ),
    )  # fmt: skip
