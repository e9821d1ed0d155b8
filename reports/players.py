"""Tuned, exploited and compared players in the terminal."""

from collections.abc import Sequence
from typing import Any

from rich.markup import escape
from rich.table import Table

from analyses.experiments.counting import counted
from analyses.findings.finding import number_range, percent, percent_range, percent_told
from analyses.lab.exploiting import Exploited, Tried
from analyses.lab.ladder import Ladder, Rung
from analyses.lab.tuning import Tuned
from reports.terminal import console


def print_tuned(found: Sequence[Tuned]) -> None:
    """What the match at the end shows, and the weights, where they moved."""
    out = console()
    for one in found:
        out.print(one.sentence, markup=False)
        out.print(f"  {one.after}", markup=False, soft_wrap=True)


def print_exploited(found: Exploited, tables: bool) -> None:
    """What beats it; as a table all that was confirmed, or all that was tried."""
    out = console()
    for sentence in found.sentences:
        out.print(sentence, markup=False)
    shown = _table(("change", "share", "from", "to", "confirmed"))
    for one in (*found.confirmed, *_dropped(found)) if tables else found.confirmed:
        low, high = one.share.interval()
        shares = (percent(value) for value in (one.share.value, low, high))
        shown.add_row(escape(one.change.told), *shares, "yes" if one.is_confirmed else "no")
    out.print(shown)


def _dropped(found: Exploited) -> list[Tried]:
    return [one for one in found.single if not one.is_confirmed]


def print_ladder(found: Ladder) -> None:
    """A row per player; then what each doubling of a search gains."""
    out = console()
    out.print(
        f"{found.title}, {counted(found.players, 'player')}, seed {found.seed}: one of each among"
        f" {found.base}, which has rating 0; even is {percent(found.even)}.",
        markup=False,
    )
    shown = _table(("player", "wins", "interval", "rating", "interval", "deals"))
    for rung in found.rungs:
        shown.add_row(*_row(rung, found.base))
    out.print(shown)
    for rung in found.rungs:
        if rung.gains is not None:
            told = (
                f"{rung.strategy} wins {percent_told(rung.gains)} more than the search before it."
            )
            out.print(told, markup=False)


def _row(rung: Rung, base: str) -> list[str]:
    if rung.strategy == base:
        return [rung.strategy, percent(rung.share), "by design", "0", "", ""]
    wins, rated = rung.wins.interval(), rung.rated.interval()
    return [
        rung.strategy,
        percent(rung.share),
        percent_range(*wins),
        f"{rung.rating:.0f}",
        number_range(*rated, ".0f"),
        f"{rung.deals:,}",
    ]


def _table(headings: Sequence[str]) -> Any:
    made = Table(box=None, padding=(0, 2, 0, 0))
    for heading in headings:
        made.add_column(heading, header_style="dim", overflow="fold")
    return made
