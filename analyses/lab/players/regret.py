"""What a strategy gives away, by kind of move, by phase and by what would have been better."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from analyses.findings.chart import Chart
from analyses.findings.finding import Table
from analyses.lab.players.examine import Examination, Examined
from analyses.statistics.estimate import Estimate, Monotone, Quantity, in_figures
from analyses.statistics.order import sort_rows

FEWEST = 5  # choices of a sort that make a line of the table of swaps
NAMES = {
    "kind": "By kind of move, per player and game",
    "group": "By group of kinds, per player and game",
    "phase": "By phase, per player and game",
    "instead": "What should have been done instead, per player and game",
}
CHART = Chart(
    "What each kind of move gives away, with simultaneous 95% CIs; pale: nothing clear."
    " A move can be of several kinds.",
    by=("kind",),
    marks="bars",
    figures=("given away", "low", "high"),
    pale=pl.col("low") <= 0,
    axis="win chance given away per player and game",
    is_wide=True,
)
SHARES = ("regret", "given away", "low", "high", "of all")


@dataclass(frozen=True)
class Ledger:
    """What was given away at each examined choice, and in which game."""

    game: np.ndarray
    weight: np.ndarray  # so many choices it stands for
    won: np.ndarray
    lead: np.ndarray
    games: int
    players: int

    def per_game(self, values: np.ndarray) -> Estimate:
        """A sum over a game's choices, as a mean per player and game; games are the sample."""
        totals = self._totals(values) / self.players
        return Estimate(float(totals.mean()), float(_error(totals)), self.games)

    def given_away(self, where: np.ndarray | float = 1.0) -> Quantity:
        """Wins per player and game, of all choices or some: never less than nothing.

        A choice can be left as it was made, so what falls below 0 is the error of the rollouts.
        """
        return Monotone(self.per_game(self.won * where), _at_least_nothing)

    def per_choice(self, values: np.ndarray, where: np.ndarray) -> float:
        return float(np.average(values[where], weights=self.weight[where]))

    def _totals(self, values: np.ndarray) -> np.ndarray:
        return np.bincount(self.game, self.weight * values, self.games)


def _at_least_nothing(wins: float) -> float:
    return max(0.0, wins)


def _error(values: np.ndarray) -> float:
    return values.std(ddof=1) / np.sqrt(len(values))


def ledger_of(examination: Examination) -> Ledger:
    examined = examination.examined
    return Ledger(
        game=np.array([one.draw.number for one in examined]),
        weight=np.array([one.draw.weight for one in examined]),
        won=np.array([one.won.value for one in examined]),
        lead=np.array([one.lead.value for one in examined]),
        games=examination.games,
        players=len(examination.match.line_up),
    )


def tables_of(examination: Examination) -> list[Table]:
    """By kind of move, by group of kinds, by phase, and what should have been done instead."""
    title, examined = examination.match.title, examination.examined
    kinds, phases = title.levers.kinds, title.words.phases
    kinds_of = examination.match.kinds
    own = [kinds_of(one.game, one.own) for one in examined]
    better = [kinds_of(one.game, one.better) for one in examined]
    groups = {name: set(members) for name, members in title.levers.groups.items()}
    often, swaps = _swaps(examined, own, better)
    ledger = ledger_of(examination)
    frames = {
        "kind": rows(ledger, "kind", kinds, own),
        "group": rows(ledger, "group", groups, [_meeting(groups, one) for one in own]),
        "phase": rows(ledger, "phase", phases, [_phase(phases, one) for one in examined]),
        "instead": rows(ledger, "instead", often, swaps),
    }
    return [
        Table(key, NAMES[key], frame, SHARES, CHART if key == "kind" else None)
        for key, frame in frames.items()
        if len(frame) > 1 or key == "kind"
    ]


def _meeting(groups: Mapping[str, set[str]], kinds: set[str]) -> set[str]:
    return {name for name, members in groups.items() if members & kinds}


def _phase(phases: Sequence[str], one: Examined) -> set[str]:
    return {phases[one.game.phase]} if phases else set()


def _swaps(
    examined: Sequence[Examined], own: Sequence[set[str]], better: Sequence[set[str]]
) -> tuple[list[str], list[set[str]]]:
    """What only the move made was, and what only the better one is; rare swaps are left out."""
    swaps = [
        _swapped(mine, theirs) if one.own != one.better else set()
        for one, mine, theirs in zip(examined, own, better, strict=True)
    ]
    often = Counter(name for names in swaps for name in names)
    return [name for name, n in often.items() if n >= FEWEST], swaps


def _swapped(own: set[str], better: set[str]) -> set[str]:
    """Every kind that only one of two moves is of, beside every one that only the other is of."""
    if own == better:
        return {f"{kind} → another {kind}" for kind in own}
    return {
        f"{mine} → {theirs}" for mine in own - better or own for theirs in better - own or better
    }


def rows(ledger: Ledger, key: str, names: Iterable[str], has: Sequence[set[str]]) -> pl.DataFrame:
    """A line for each name that some choices have: what surely gives away comes first, then most.

    The intervals of a table hold together.
    """
    having = {name: np.array([name in one for one in has]) for name in names}
    seen = {name: where for name, where in having.items() if where.any()}
    lines = [{key: name, **_line(ledger, where, len(seen))} for name, where in seen.items()]
    frame = pl.DataFrame(lines, schema=_schema(key))
    return sort_rows(frame, ~(pl.col("low") > 0), -pl.col("given away"))


def _schema(key: str) -> dict[str, Any]:
    numbers = ("per game", "regret", "given away", "low", "high", "of all", "points")
    return {key: pl.String, **dict.fromkeys(numbers, pl.Float64)}


def _line(ledger: Ledger, where: np.ndarray, tests: int) -> dict[str, Any]:
    given, low, high = in_figures(ledger.given_away(where), tests)
    everything = ledger.given_away().value
    return {
        "per game": ledger.per_game(where).value,
        "regret": ledger.per_choice(ledger.won, where),
        "given away": given,
        "low": low,
        "high": high,
        "of all": given / everything if everything else None,
        "points": ledger.per_game(ledger.lead * where).value,
    }
