"""Plays what real tables are held against: the default bot, and bots of each level of skill."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from analyses.experiments.experiment import Experiment
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.runner import Runner
from analyses.findings.finding import Finding
from analyses.findings.together import sample_of_runs
from analyses.lab.playtest import placing
from analyses.lab.playtest.playtest import beside, finding_of, q_values, simulated_tables

GAMES = 20_000


@dataclass(frozen=True)
class Playtest:
    """What real tables show beside simulated ones."""

    experiment: Experiment
    run: RunFolder
    finding: Finding
    skill: Finding | None = None  # where people stand, if the levels of the game are known

    def as_json(self) -> dict[str, Any]:
        one = self.experiment
        return {
            "game": one.title.name,
            "players": one.players,
            "seed": one.seed,
            "games": one.games,
            "run": str(self.run.path),
            "finding": self.finding.as_json(),
            **({"skill": self.skill.as_json()} if self.skill else {}),
        }


def playtest(runner: Runner, one: Experiment, real: pl.DataFrame, file: Path) -> Playtest:
    """The tables of a file beside as many simulated games as the experiment has."""
    (run,) = runner.play([one])
    members = real["member"].drop_nulls().unique().sort().to_list()
    simulated = simulated_tables(sample_of_runs([run]), members)
    scale = placing.scale_of(runner, one, members, simulated)
    placed = placing.place(real, scale, one) if scale else []
    of_levels = placing.p_values_of(placed)
    found = finding_of(real, simulated, one, str(file), of_levels)
    skill = None
    if scale and placed:
        asked = [each.p for each in beside(real, simulated, one.sides == 1)]
        skill = placing.finding_of(placed, scale, q_values(of_levels, asked))
    return Playtest(one, run, found, skill)
