"""What a run shows and, if asked, how robust that is."""

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from analyses.experiments.progress import all_kept_in, stoppable
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.runner import Runner
from analyses.experiments.soundness import remark_if_unverified
from analyses.findings.finding import Finding
from analyses.findings.summary import COLUMNS, Summarised, row_of
from analyses.lab.compare import robust
from analyses.lab.compare.robust_run import grade_run
from analyses.lab.players.doubts import Doubts
from analyses.questions import findings_of


@dataclass(frozen=True)
class Analysis(Summarised):
    """The findings of a run; a notebook shows them as a table."""

    run: RunFolder
    answers: tuple[Finding, ...]  # one for each question
    grades: tuple[Finding, ...] = ()  # one, if robustness was asked for

    @property
    def findings(self) -> list[Finding]:
        return [*self.answers, *self.grades]

    def frame(self) -> pl.DataFrame:
        """A row per finding: its verdict, estimate and interval, and what the verdict measures."""
        players = self.run.settings["players"]
        return pl.DataFrame([row_of(one, players) for one in self.findings], COLUMNS)


def analyse_run(run: RunFolder, only: Sequence[str] = ()) -> Analysis:
    remark_if_unverified(run.title)
    with stoppable(lambda: all_kept_in(run.path)):
        return Analysis(run, tuple(findings_of(run, only)))


def analyse_robustly(
    runner: Runner, run: RunFolder, only: Sequence[str], games: int | None, doubts: Doubts
) -> Analysis:
    """Every headline is asked again under every doubt, with so many games of each."""
    run.frame()  # there must be rows, before more are played
    answers = tuple(findings_of(run, only))
    graded = grade_run(runner, run, only, games, doubts)
    return Analysis(run, answers, (robust.finding(graded, run.settings["players"]),))
