"""Who or what is too strong: its win rate, for each number of players.

Of those who play together, what they win with it less without.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from analyses.findings.finding import Finding, number_range, percent
from analyses.findings.standouts import surely_off
from analyses.language import count, figure, say
from analyses.statistics.order import end_rows, sort_rows
from reports.canvas import Canvas, Drawing
from reports.charts.shapes import Found, heat_map, heat_tile, told, united
from reports.look import DIVERGING, Look

MOST = 0.5  # of a fair share more or less: the strongest colours
MOST_POINTS = 0.25  # of the games more or less, likewise
APART = 0.02  # fair shares of members: then one of them is not told for all
MANY = 16  # members: of more only the strongest and the weakest of each group are drawn
FEWEST = 4  # of a group, if it has as many


def side_by_side(found: Found, look: Look) -> list[Drawing]:
    """Numbers of players that compete in one map, those that play together in another."""
    rivals = {words: one for words, one in found.items() if not _is_together(one)}
    together = {words: one for words, one in found.items() if _is_together(one)}
    return [drawing for its in (rivals, together) if its for drawing in _map(its)]


def _is_together(finding: Finding) -> bool:
    return finding.has("win_rates") and "difference" in finding.frame("win_rates").columns


def _map(found: Found) -> list[Drawing]:
    """Group by group as the text tells them, the strongest on top; a sign says that it is sure."""
    found = {words: one for words, one in found.items() if one.has("win_rates")}
    ranked = _ranked([finding.frame("win_rates") for finding in found.values()])
    if ranked.is_empty():
        return []
    drawn = _drawn(ranked.partition_by("group", maintain_order=True))
    rows = _rows(drawn)
    is_together = any(map(_is_together, found.values()))
    tile, caption = (_tile_together, _caption_together) if is_together else (_tile, _caption)
    canvas = heat_map([member or group for group, member in rows], list(found))
    _head(canvas, [k for k, (_, member) in enumerate(rows) if not member])
    for column, (words, finding) in enumerate(found.items()):
        table = finding.frame("win_rates")
        for row in table.with_columns(is_sure=surely_off(table)).iter_rows(named=True):
            if (who := (row["group"], row["member"])) in rows:
                tile(canvas, (column, rows.index(who)), words, row)
    more = _more_told(len(ranked) - len(drawn))
    return [canvas.drawing(f"{caption(found)}{more}", _alt(drawn, is_together))]


def _ranked(tables: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """Every member once, the strongest of a group first; what they win is in even shares.

    Of those who play together it is the difference that each makes.
    """
    if not tables:
        return pl.DataFrame()
    orders = [table["group"].unique(maintain_order=True).to_list() for table in tables]
    first = {name: min(one.index(name) for one in orders if name in one) for name in united(orders)}
    every = pl.concat(tables)
    is_together = "difference" in every.columns
    share = pl.col("difference") if is_together else pl.col("estimate") / pl.col("even")
    strength = share.mean().alias("strength")
    members = every.group_by("group", "member", maintain_order=True).agg(strength)
    place = pl.col("group").replace_strict(sorted(first, key=first.__getitem__), range(len(first)))
    return sort_rows(members, place, -pl.col("strength"))


def _drawn(groups: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """As many as there is room for: of each group at least its ends, of the first ones more."""
    least = np.array([min(len(group), FEWEST) for group in groups])
    fit = max(1, int((least.cumsum() <= MANY).sum()))
    room, shown = MANY, []
    for k in range(fit):
        ends = max(least[k], room - least[k + 1 : fit].sum())
        shown.append(_ends(groups[k], int(ends)))
        room -= len(shown[-1])
    return pl.concat(shown)


def _ends(group: pl.DataFrame, room: int) -> pl.DataFrame:
    """All of it, or the strongest and the weakest."""
    if len(group) <= room:
        return group
    return pl.concat([group.head(room // 2), group.tail(room // 2)])


def _rows(drawn: pl.DataFrame) -> list[tuple[str, str]]:
    """A row for each member; above each of several groups one that only has its name."""
    groups = drawn.partition_by("group", maintain_order=True)
    heads = [[(group["group"][0], "")] if len(groups) > 1 else [] for group in groups]
    members = [group.select("group", "member").rows() for group in groups]
    return [row for both in zip(heads, members, strict=True) for part in both for row in part]


def _head(canvas: Canvas, rows: Sequence[int]) -> None:
    """The names of groups are headings."""
    labels = canvas.axes.get_yticklabels()
    for k in rows:
        labels[k].set_fontweight("bold")


def _alt(drawn: pl.DataFrame, is_together: bool) -> str:
    strongest, weakest = end_rows(drawn, "strength")
    rivals = "Heat map of {n} win rates; {strongest} wins most, {weakest} least."
    together = "Heat map of {n} differences; {strongest} brings most, {weakest} least."
    return say(
        together if is_together else rivals,
        n=len(drawn),
        strongest=strongest["member"],
        weakest=weakest["member"],
    )


def _tile(canvas: Canvas, at: tuple[int, int], players: str, row: dict[str, Any]) -> None:
    off = row["estimate"] / row["even"] - 1 if row["even"] else 0.0  # few games: nobody had it
    sign = ("+ " if off > 0 else "− ") if row["is_sure"] else ""
    tip = say(
        "{member}, {players}: {share}; a fair share is {even:.1%}",
        member=row["member"],
        players=players,
        share=told(row["estimate"], row["low"], row["high"], is_share=True),
        even=row["even"],
    )
    shade, shown = 0.5 + 0.5 * off / MOST, f"{sign}{percent(row['estimate'])}"
    heat_tile(canvas, at, shade, shown, tip, DIVERGING)


def _tile_together(canvas: Canvas, at: tuple[int, int], players: str, row: dict[str, Any]) -> None:
    more, low, high = (100 * row[name] for name in ("difference", "low", "high"))
    tip = say(
        "{member}, {players}: {share} with it, {less} without; {more} percentage points",
        member=row["member"],
        players=players,
        share=percent(row["with"]),
        less=percent(row["without"]),
        more=f"{figure(more, '+.1f')} ({number_range(low, high)})",
    )
    shown = figure(more, "+.1f") + (" *" if row["is_sure"] else "")
    heat_tile(canvas, at, 0.5 + 0.5 * row["difference"] / MOST_POINTS, shown, tip, DIVERGING)


def _caption_together(found: Found) -> str:
    return say(
        "Win rate with each minus without it, in percentage points. Orange: more, violet: less."
        " *: clearly so."
    )


def _caption(found: Found) -> str:
    evens = (
        say("{share} with {players}", share=_fair(one), players=words) if words else _fair(one)
        for words, one in found.items()
        if len(one.frame("win_rates"))
    )
    one_for_all = (
        "Win rate of each. Orange: above a fair share, violet: below. + and −: clearly so."
        " A fair share is {evens}."
    )
    several = (
        "Win rate of each. Orange: above a fair share, violet: below. + and −: clearly so."
        " Fair shares differ with the number held; the table has them."
    )
    is_one = all(map(_has_one_fair_share, found.values()))
    return say(one_for_all if is_one else several, evens=", ".join(evens))


def _has_one_fair_share(finding: Finding) -> bool:
    evens = finding.frame("win_rates")["even"].to_numpy()
    return not len(evens) or np.ptp(evens) < APART


def _fair(finding: Finding) -> str:
    return percent(finding.frame("win_rates")["even"][0])


def _more_told(left: int) -> str:
    more = count(left, "{n} more is in the table.", "{n} more are in the table.")
    return f" {more}" if left else ""
