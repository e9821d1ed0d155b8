"""What a user names as the subject of a verb: a title, a file, an experiment, folders."""

from collections.abc import Sequence
from pathlib import Path
from typing import Unpack

from analyses.experiments.experiment import Experiment, RunOptions, experiment
from analyses.experiments.experiment_file import read_experiment
from analyses.questions import check_thresholds
from simulator.titles import title_names
from simulator.user_files import is_folder_of_a_game


def experiment_of(subject: str | Path | Experiment, **wanted: Unpack[RunOptions]) -> Experiment:
    """Of a title, of a file, which ends in .toml, or one that is made already."""
    if isinstance(subject, Experiment):
        return subject
    if str(subject).endswith(".toml"):
        return experiment_in(Path(subject), **wanted)
    made = experiment(str(subject), **wanted)
    check_thresholds(made.thresholds)
    return made


def experiment_in(
    file: Path, defaults: RunOptions | None = None, title: str = "", **wanted: Unpack[RunOptions]
) -> Experiment:
    """Of a file; what is wanted goes before its words, defaults after them."""
    made = read_experiment(file, defaults, title, **wanted)
    check_thresholds(made.thresholds, where=file)
    return made


def is_title(subjects: Sequence[str | Path]) -> bool:
    """A single word that is no folder with a run is meant as a title, or as where one lies."""
    first, *more = subjects
    if more:
        return False
    if str(first) in title_names() or Path(first).suffix == ".py":
        return True
    if Path(first).exists():
        return is_folder_of_a_game(Path(first))
    return isinstance(first, str) and "/" not in first
