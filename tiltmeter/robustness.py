"""Plays the variants of some experiments one after the other, each asked as soon as it is played."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tiltmeter import options

if TYPE_CHECKING:
    from analyses.experiment import Experiment
    from analyses.robust import Claim, Graded
    from analyses.sample import Sample
    from analyses.variants import Variant


def grade_over_variants(
    claims: "Sequence[Claim]",
    experiments: "Sequence[Experiment]",
    sample: "Sample",
    folder: Path,
    workers: int,
    quiet: bool,
) -> "list[Graded]":
    """The claims that a sample of some experiments supports, re-asked of all their variants."""
    from analyses.robust import grade
    from analyses.variants import variants

    chosen = variants(experiments, sample)
    return grade(claims, sample, _played(chosen, folder, workers, quiet), len(chosen))


def _played(
    chosen: "Sequence[Variant]", folder: Path, workers: int, quiet: bool
) -> "Iterator[tuple[str, Sample]]":
    from analyses.together import sample_of_runs
    from tiltmeter.playing import play_all

    for k, variant in enumerate(chosen, 1):
        if not quiet:
            options.say(f"Variant {k} of {len(chosen)}: {variant.name}")
        runs = play_all(variant.experiments, folder, workers, quiet)
        yield variant.name, variant.sample(sample_of_runs(runs))
