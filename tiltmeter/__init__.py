"""Tiltmeter: plays a board game millions of times and says where it tilts.

import tiltmeter as tm

frame = tm.simulate("lost_cities", games=2000, players=3, strategies=["allround"])
for finding in tm.analyse(frame):
    print(finding.sentence)
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulator.errors import UserError as UserError

if TYPE_CHECKING:
    import polars as pl

    from analyses.findings.finding import Finding


def titles() -> list[str]:
    """The games that can be played."""
    from simulator.titles import title_names

    return title_names()


def simulate(
    title: str,
    *,
    games: int = 1000,
    players: int | None = None,
    strategies: Sequence[str] | Sequence[Sequence[str]] = ("allround",),
    design: Sequence[str] = (),
    seed: int = 1,
    setup: Mapping[str, Any] | None = None,
    changes: Mapping[str, Any] | None = None,
    components: str | Path | None = None,
    code: Sequence[str | Path] = (),
    engine: str = "compiled",
    jobs: int = -1,
) -> "pl.DataFrame":
    """Plays a batch; one row per game and seat."""
    import json

    import polars as pl

    from analyses.experiments.batch import frames
    from analyses.experiments.experiment import experiment, must_be_engine

    def words(values: Mapping[str, Any] | None) -> list[str]:
        return [
            f"{key}={value if isinstance(value, str) else json.dumps(value)}"
            for key, value in (values or {}).items()
        ]

    must_be_engine(engine)
    chosen = experiment(
        title,
        players=players,
        strategies=strategies,
        design=design,
        games=games,
        seed=seed,
        setup=words(setup),
        changes=words(changes),
        overlay=Path(components) if components else None,
        code=[Path(file) for file in code],
    )
    return pl.concat(frames(chosen, engine=engine, jobs=jobs))


def analyse(
    frame: "pl.DataFrame | pl.LazyFrame",
    only: Sequence[str] = (),
    *,
    thresholds: Mapping[str, Mapping[str, float]] | None = None,
) -> "list[Finding]":
    """Asks every question, or `only` these, of the rows of a run."""
    from analyses.findings.sample import sample_of
    from analyses.questions import ask, check_thresholds

    check_thresholds(thresholds or {})
    return ask(sample_of(frame, thresholds=thresholds), only)
