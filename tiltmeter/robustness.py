"""Plays the variants of a game one after the other and asks each whether the findings hold."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tiltmeter import options

if TYPE_CHECKING:
    from analyses.experiments.experiment import Experiment
    from analyses.experiments.run_folder import RunFolder
    from analyses.findings.sample import Sample
    from analyses.lab.robust import Claim, Graded
    from analyses.lab.variants import Variant

GAMES = 20_000  # of a run and of each of its variants


def grade_over_variants(
    claims: "Sequence[Claim]",
    experiments: "Sequence[Experiment]",
    sample: "Sample",
    folder: Path,
    workers: int,
    quiet: bool,
) -> "list[Graded]":
    """The claims that a sample of some experiments supports, re-asked of all their variants."""
    from analyses.lab.robust import grade
    from analyses.lab.variants import variants

    chosen = variants(experiments, sample) if claims else []
    return grade(claims, sample, _played(chosen, folder, workers, quiet), len(chosen))


def grade_run(
    run: "RunFolder", only: Sequence[str], games: int | None, workers: int, quiet: bool
) -> "list[Graded]":
    """The headlines of a run, or of its first games, re-asked; new games go into its folder."""
    from analyses.findings.together import sample_of_runs
    from analyses.lab.robust import headlines
    from tiltmeter.playing import play_all

    n = min(GAMES if games is None else games, run.games_done())
    base = replace(run.experiment, games=n, until=None)
    folder = run.path / "robust"
    runs = [run] if base.key == run.manifest["key"] else play_all([base], folder, workers, quiet)
    sample = sample_of_runs(runs)
    return grade_over_variants(headlines(sample, only), [base], sample, folder, workers, quiet)


def _played(
    chosen: "Sequence[Variant]", folder: Path, workers: int, quiet: bool
) -> "Iterator[tuple[str, Sample]]":
    from analyses.findings.together import sample_of_runs
    from tiltmeter.playing import play_all

    for k, variant in enumerate(chosen, 1):
        if not quiet:
            options.say(f"Variant {k} of {len(chosen)}: {variant.name}")
        runs = play_all(variant.experiments, folder, workers, quiet)
        yield variant.name, variant.sample(sample_of_runs(runs))
