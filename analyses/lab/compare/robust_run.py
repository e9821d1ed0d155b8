"""Plays what else a game might be, one doubt after the other, and asks whether findings hold."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace

from analyses.experiments.experiment import Experiment
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.runner import Runner
from analyses.findings.sample import Sample
from analyses.findings.together import sample_of_runs
from analyses.lab.compare.robust import Claim, Graded, grade, headlines
from analyses.lab.players.doubts import Doubt, Doubts
from analyses.language import say

GAMES = 20_000  # of a run, and of each doubt

log = logging.getLogger("tiltmeter")


def grade_claims(
    runner: Runner,
    claims: Sequence[Claim],
    experiments: Sequence[Experiment],
    sample: Sample,
    doubts: Doubts,
) -> list[Graded]:
    """The claims that a sample of some experiments supports, re-asked under every doubt."""
    chosen = doubts.of(experiments, sample) if claims else []
    by = frozenset(doubt.name for doubt in chosen if doubt.by)
    return grade(claims, sample, _played(runner, chosen), len(chosen), by)


def grade_run(
    runner: Runner,
    run: RunFolder,
    only: Sequence[str] = (),
    games: int | None = None,
    doubts: Doubts = Doubts(),  # noqa: B008  it never changes
) -> list[Graded]:
    """The headlines of a run, or of its first games, re-asked; new games go into its folder."""
    n = min(GAMES if games is None else games, run.games_done())
    base = replace(run.experiment, games=n, until=None, peek=False)
    inside = runner.within(run.inside("robust"))
    runs = [run] if base.key == run.manifest["key"] else inside.play([base])
    sample = sample_of_runs(runs)
    return grade_claims(inside, headlines(sample, only), [base], sample, doubts)


def _played(runner: Runner, chosen: Sequence[Doubt]) -> Iterator[tuple[str, Sample]]:
    for k, doubt in enumerate(chosen, 1):
        told = "Variant {n} of {of}: {variant!s}"
        log.info(say(told, n=k, of=len(chosen), variant=doubt.name))
        runs = runner.play(doubt.experiments)
        yield doubt.name, doubt.sample(sample_of_runs(runs))
