"""How long all findings of ten million rows take, and how much memory.

    python benchmarks/analyse_rows.py

plays 131,072 four-player games of Lost Cities, copies them until there are ten million rows (one
per game and seat) under new numbers, and asks every question of them.
"""

import resource
import tempfile
import time
from pathlib import Path

import polars as pl

from analyses.experiments.experiment import experiment
from analyses.experiments.run_folder import PART, RunFolder
from analyses.experiments.runner import Runner
from analyses.questions import QUESTIONS, findings_of

ROWS = 10_000_000
POOL = ("allround", "greedy", "cautious", "random")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        chosen = experiment("lost_cities", strategies=POOL, games=131_072)
        run = Runner().simulate(chosen, Path(folder) / "run").run
        copies = multiply(run)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        started = time.perf_counter()
        for name in QUESTIONS:
            findings_of(RunFolder(run.path), [name])
            print(f"{time.perf_counter() - started:6.1f} s  {name}")
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(f"{copies:,} rows; peak memory {peak / 2**20:.2f} GB, {before / 2**20:.2f} before")


def multiply(run: RunFolder) -> int:
    """Writes every part again with later numbers until there are enough rows."""
    games, deals = run.games_done(), run.games_done() // len(POOL)
    copies = -(-ROWS // (games * len(POOL)))
    frames = (
        pl.read_parquet(part).with_columns(
            game=pl.col("game") + copy * games, deal=pl.col("deal") + copy * deals
        )
        for copy in range(1, copies)
        for part in run.parts[: -(-games // PART)]
    )
    return games * len(POOL) + sum(len(frame) for frame in run.write(frames, None))


if __name__ == "__main__":
    main()
