"""Several runs of one table as one sample: runs with the same seed share their deals."""

from collections.abc import Sequence

import polars as pl

from analyses.experiments.designs import Cell
from analyses.experiments.openings import seed_of
from analyses.experiments.run_folder import RunFolder
from analyses.findings.sample import Sample, as_told, sample_of
from analyses.renamed import current_thresholds
from simulator.errors import UserError

SHARED = ("title", "players", "seed", "changes", "components", "rules", "thresholds")
WORDS = ("title", "line_up", "same", "forbids", "strategy", "ending")  # lists differ between runs
IN_MEMORY = 3_000_000  # rows: more are read from disk again for every question


def sample_of_runs(runs: Sequence[RunFolder]) -> Sample:
    """The games of all runs, with the components and thresholds they were played with."""
    first = runs[0]
    thresholds = current_thresholds(first.settings["thresholds"])
    sample = sample_of(rows_of(runs), first.components, thresholds, seed_of(first), first.title)
    return as_told(sample, first)


def rows_of(runs: Sequence[RunFolder]) -> pl.LazyFrame:
    """The rows of all runs, games counted on; a cell counts where it was played on most deals."""
    if len(runs) == 1:
        return _at_hand(runs[0].frame(), runs)
    frames, known, count = [], set[Cell](), 0
    for run in sorted(runs, key=_deals, reverse=True):
        _must_match(runs[0], run)
        cells = set(run.cells)
        named = run.frame().with_columns(pl.col(WORDS).cast(pl.String))
        new = named.with_columns(game=pl.col("game") + count)
        for cell in cells & known:
            its = (pl.col("line_up") == cell.label) & (pl.col("same") == cell.same)
            new = new.filter(~(its & (pl.col("forbids") == cell.forbids)))
        frames.append(new)
        known |= cells
        count += run.games_done()
    return _at_hand(pl.concat(frames), runs)


def _deals(run: RunFolder) -> float:
    return run.games_done() / sum(cell.rotations for cell in run.cells)


def _at_hand(rows: pl.LazyFrame, runs: Sequence[RunFolder]) -> pl.LazyFrame:
    n_rows = sum(run.games_done() * run.settings["players"] for run in runs)
    return rows.collect().rechunk().lazy() if n_rows <= IN_MEMORY else rows


def _must_match(one: RunFolder, other: RunFolder) -> None:
    for name in SHARED:
        if one.settings[name] != other.settings[name]:
            raise UserError(f"{one.path} and {other.path} cannot be read together: other {name}.")
