"""Each member of a study on its own: what it does, with whom, and in which combinations."""

from collections.abc import Sequence
from typing import Any

import polars as pl

from analyses.findings.finding import Table
from analyses.lab.compare.differences import in_words, label
from analyses.lab.study.findings import EFFECT, SURE, VALUE
from analyses.lab.study.responses import Asked
from analyses.lab.study.study import Study, end_of
from analyses.language import say, word
from analyses.statistics.order import sort_rows
from reports.cells import ENDS, cell, written
from reports.explorer import member_anchor
from reports.model import Column, Grid, GridCell, SectionPart, cell_of, grid_of, unbroken

PARTNERS, SETS = 3, 3  # at each end


def member_parts(
    study: Study, asked: Sequence[Asked], main: Asked, anchor: str
) -> list[SectionPart]:
    effects = {one.name: _by_member(study.members(one.name)) for one in asked}
    leading = {best: study.leading(main, best) for best in (True, False)}
    pairs = study.pairs(main.name)
    return [
        _part(study, asked, main, name, member_anchor(anchor, k), effects, leading, pairs)
        for k, name in enumerate(study.design.members, 1)
    ]


def _by_member(frame: pl.DataFrame) -> dict[str, dict[str, Any]]:
    return {row["member"]: row for row in frame.iter_rows(named=True)}


def _part(
    study: Study,
    asked: Sequence[Asked],
    main: Asked,
    name: str,
    anchor: str,
    effects: dict[str, dict[str, dict[str, Any]]],
    leading: dict[bool, pl.DataFrame],
    pairs: pl.DataFrame,
) -> SectionPart:
    mine = {one.name: effects[one.name][name] for one in asked}
    column = list(study.design.members).index(name)
    labels = pl.Series(study.labels).filter(pl.Series(study.design.present[:, column].astype(bool)))
    tables = [*_partners(name, main, pairs), *_sets(labels, leading, main)]
    return SectionPart(
        anchor=anchor,
        heading=word(name),
        sentence=unbroken(_sentence(name, asked, mine)),
        grids=(
            _effects(asked, mine, f"{anchor}-table-1"),
            *(grid_of(table, f"{anchor}-table-{k}") for k, table in enumerate(tables, 2)),
        ),
    )


def _sentence(name: str, asked: Sequence[Asked], mine: dict[str, dict[str, Any]]) -> str:
    """What it surely raises and lowers."""
    up, down = (
        ", ".join(
            in_words(one.name)
            for one in asked
            if sign * mine[one.name]["effect"] > 0 and _is_sure(mine[one.name])
        )
        for sign in (1, -1)
    )
    if up and down:
        told = "{name} clearly raises {up} and lowers {down}."
    elif up:
        told = "{name} clearly raises {up}."
    elif down:
        told = "{name} clearly lowers {down}."
    else:
        told = "{name} has no clear effect on these metrics."
    return say(told, name=name, up=up, down=down)


def _is_sure(row: dict[str, Any]) -> bool:
    return bool(row["q"] < SURE)


def _effects(asked: Sequence[Asked], mine: dict[str, dict[str, Any]], anchor: str) -> Grid:
    """A row per response, each in its own unit."""
    names = [name for name in EFFECT if name in next(iter(mine.values()))]
    heads = {"low": "95% from", "high": "to", "shapley": "Shapley value"}
    heads |= {f"shapley_{end}": heads[end] for end in ("low", "high")}
    columns = (
        Column(say("metric"), False),
        *(Column(word(heads.get(name, name)), True, name in ENDS) for name in names),
        Column(say("clear"), False),
    )
    rows = []
    for one in asked:
        row = mine[one.name]
        figures = [cell_of(written(row[name], one.is_share), row[name]) for name in names]
        sure = cell(_is_sure(row), is_share=False)
        rows.append((GridCell(label(one.name), one.name), *figures, GridCell(sure, sure)))
    return Grid(anchor, say("Effect instead of another, on every metric"), columns, tuple(rows))


def _partners(name: str, main: Asked, pairs: pl.DataFrame) -> list[Table]:
    """Who brings most and least together with it, beyond what each does alone."""
    mine = pairs.filter((pl.col("first") == name) | (pl.col("second") == name))
    partner = pl.when(pl.col("first") == name).then("second").otherwise("first")
    known = mine.select(partner.alias("partner"), "effect", "low", "high", "q")
    known = sort_rows(known, -pl.col("effect"), "partner")
    if known.is_empty():
        return []
    if len(known) > 2 * PARTNERS:
        known = pl.concat([known.head(PARTNERS), known.tail(PARTNERS)])
    title = say("Best and worst partners: {response} beyond each alone", response=label(main.name))
    return [_table("partners", title, known, main)]


def _sets(labels: pl.Series, leading: dict[bool, pl.DataFrame], main: Asked) -> list[Table]:
    """Of the combinations that are clearly better or worse than a typical one, those with it."""
    tables = []
    for best, frame in leading.items():
        mine = frame.filter(pl.col("combination").is_in(labels.implode())).head(SETS)
        if not mine.is_empty():
            told = "Combinations with it: {response} {end}"
            name = say(told, response=label(main.name), end=end_of(main, best))
            shown = mine.select("combination", "estimate", "low", "high")
            tables.append(_table("best" if best else "worst", name, shown, main))
    return tables


def _table(key: str, name: str, frame: pl.DataFrame, main: Asked) -> Table:
    shares = [column for column in frame.columns if column in (*EFFECT, *VALUE)]
    return Table(key, name, frame, tuple(shares) if main.is_share else ())
