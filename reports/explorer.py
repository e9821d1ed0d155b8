"""Every combination of a study in one table, which readers narrow by ticking members."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from analyses.lab.study.responses import EVEN, LOW, Asked
from analyses.lab.study.study import Study, end_of
from analyses.language import percent_sign, say, word
from reports.cells import cell
from reports.model import Column, Ends, Explorer, Grid, GridCell

MANY = 40  # members: more make no list to tick
MOST = 2_000  # combinations: of more, only those played are shown


def explorer_of(study: Study, asked: Sequence[Asked], anchor: str) -> Explorer | None:
    """Nothing to tick if all combinations have a single member, or too many are to choose from."""
    design = study.design
    present = design.present.astype(bool)[_order(study, asked[0])]
    size = int(present.sum(axis=1).max(initial=0))
    if size < 2 or len(design.members) > MANY:
        return None
    grid = grid_of_all(study, asked, f"{anchor}-all")
    rows, predicted = _predicted(study, asked)
    present = np.concatenate([present, design.population[rows].astype(bool)])
    return Explorer(
        replace(grid, rows=(*grid.rows, *predicted)),
        word(study.settings["member"]),
        tuple(
            (word(name), member_anchor(anchor, k)) for k, name in enumerate(study.design.members, 1)
        ),
        tuple(tuple(int(k) for k in row.nonzero()[0]) for row in present),
        size,
        len(grid.rows),
        tuple(_ends(one, study.settings["players"]) for one in asked),
    )


def _ends(asked: Asked, players: int) -> Ends:
    aims = {LOW: "low", EVEN: f"{100 / players:.4f}"}
    return Ends(word(end_of(asked, True)), word(end_of(asked, False)), aims.get(asked.aim, "high"))


def member_anchor(anchor: str, number: int) -> str:
    return f"{anchor}-member-{number}"


def grid_of_all(study: Study, asked: Sequence[Asked], anchor: str) -> Grid:
    """A column per response: freed from luck, and how far it may be off."""
    heads = [word(one.name.replace("_", " ")) for one in asked]
    columns = [Column(say("combination"), False), *(Column(head, True) for head in heads)]
    names = [GridCell(word(label), label) for label in study.labels]
    responses = [_cells(study.combinations(one.name), one.is_share) for one in asked]
    rows = list(zip(names, *responses, strict=True))
    ranked = tuple(rows[k] for k in _order(study, asked[0]))
    return Grid(anchor, say("All {n} combinations", n=len(rows)), tuple(columns), ranked)


def _predicted(
    study: Study, asked: Sequence[Asked]
) -> tuple[list[int], list[tuple[GridCell, ...]]]:
    """Combinations not played, unless they are too many: their rows, and what to expect of each."""
    if len(study.design.population) > MOST:
        return [], []
    frames = [study.predicted(one.name) for one in asked]
    names = [
        GridCell(say("{combination} (predicted)", combination=label), label)
        for label in frames[0]["combination"]
    ]
    columns = [
        [
            GridCell(f"≈ {told.text}", told.order, is_plain=False)
            for told in _cells(frame, one.is_share)
        ]
        for one, frame in zip(asked, frames, strict=True)
    ]
    return frames[0]["row"].to_list(), list(zip(names, *columns, strict=True))


def _order(study: Study, main: Asked) -> list[int]:
    """The rows as the main response ranks them."""
    place = {label: k for k, label in enumerate(study.labels)}
    return [place[label] for label in study.ranked(main)["combination"]]


def _cells(frame: pl.DataFrame, is_share: bool) -> list[GridCell]:
    return [
        GridCell(_with_doubt(value, low, high, is_share), value)
        for value, low, high in frame.select("estimate", "low", "high").iter_rows()
    ]


def _with_doubt(value: float, low: float, high: float, is_share: bool) -> str:
    """'94.03 ± 0.50': the longer side of the interval."""
    doubt = cell(max(value - low, high - value), is_share).removesuffix(percent_sign())
    return (
        f"{cell(value, is_share).removesuffix(percent_sign())} ± {doubt}{percent_sign() * is_share}"
    )
