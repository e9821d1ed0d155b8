"""Tiltmeter: plays a board game thousands of times and reports what is unbalanced.

import tiltmeter as tm

shop = tm.Workshop("runs")
run = shop.simulate("lost_cities", games=2000, players=3, strategies=["allround"])
for finding in shop.analyse(run).findings:
    print(finding.sentence)

`simulate` and `analyse` do the same without a folder; `environment` and `player` are for agents
that are trained elsewhere. What else there is: see `Workshop`, and docs/python.md.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from tiltmeter.hidden import require_parts

if TYPE_CHECKING:
    import polars as pl

    from analyses.experiments.experiment import RunOptions
    from analyses.findings.finding import Finding
    from analyses.lab.players.learn import Learning as Learning
    from analyses.lab.players.tune import Tuning as Tuning
    from analyses.lab.study.study_run import Ranking as Ranking
    from simulator.errors import UserError as UserError
    from simulator.versions import Changes
    from simulator.versions import Version as Version
    from strategies.callables import player as player
    from tiltmeter.training import Environment
    from tiltmeter.workshop import Workshop as Workshop
    from tiltmeter.writing import Cover as Cover

require_parts()

__version__: str
__all__ = [
    "Cover",
    "Learning",
    "Ranking",
    "Tuning",
    "UserError",
    "Version",
    "Workshop",
    "__version__",
    "analyse",
    "environment",
    "player",
    "simulate",
    "titles",
]

LATER = {  # what is imported when it is used, and where it lies
    "Cover": "tiltmeter.writing",
    "Ranking": "analyses.lab.study.study_run",
    "Learning": "analyses.lab.players.learn",
    "Tuning": "analyses.lab.players.tune",
    "UserError": "simulator.errors",
    "Version": "simulator.versions",
    "Workshop": "tiltmeter.workshop",
    "player": "strategies.callables",
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "__version__":
        return _version()
    if name not in LATER:
        raise AttributeError(f"module 'tiltmeter' has no attribute '{name}'")
    return getattr(import_module(LATER[name]), name)


def __dir__() -> list[str]:
    return __all__


def _version() -> str:
    """Of what is installed; a bare checkout has none."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("tiltmeter")
    except PackageNotFoundError:
        return "0+unknown"


def titles() -> list[str]:
    """The games that can be played."""
    from simulator.titles import title_names

    return title_names()


def simulate(
    title: str, *, engine: str = "compiled", jobs: int = -1, **wanted: "Unpack[RunOptions]"
) -> "pl.DataFrame":
    """Plays a batch; one row per game and seat."""
    import polars as pl

    from analyses.experiments.batch import frames
    from analyses.experiments.experiment import experiment, must_be_engine

    must_be_engine(engine)
    return pl.concat(frames(experiment(title, **wanted), engine=engine, jobs=jobs))


def analyse(
    frame: "pl.DataFrame | pl.LazyFrame",
    only: Sequence[str] = (),
    *,
    thresholds: Mapping[str, Mapping[str, float]] | None = None,
) -> "list[Finding]":
    """Answers every question, or `only` these, from the rows of a run."""
    from analyses.findings.sample import sample_of
    from analyses.questions import ask, check_thresholds

    check_thresholds(thresholds or {})
    return ask(sample_of(frame, thresholds=thresholds), only)


def environment(
    title: str | Path,
    players: int | None = None,
    *,
    seed: int = 1,
    changes: "Changes | None" = None,
    reward: str = "wins",
) -> "Environment":
    """A game as a PettingZoo AEC environment; rewards are `wins` or `points`, at the end."""
    from importlib.util import find_spec

    from simulator.errors import UserError
    from simulator.titles import load_title

    if find_spec("pettingzoo") is None:
        raise UserError("An environment needs the extra 'rl': install tiltmeter[rl].")
    from tiltmeter.training import Environment

    return Environment(load_title(title), players, seed, changes or {}, reward)
