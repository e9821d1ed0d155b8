"""One question per file, each with its `QUESTION`; the list of them is the files of this folder."""

import pkgutil
from collections.abc import Mapping, Sequence
from importlib import import_module

from analyses.experiments.run_folder import RunFolder
from analyses.findings.finding import Finding
from analyses.findings.question import Question
from analyses.findings.sample import Sample, sample_of_run
from analyses.findings.verdicts import Scale, Thresholds
from analyses.language import speaking_of
from analyses.renamed import current_names, current_thresholds, not_found
from simulator.errors import UserError


def found() -> dict[str, Question]:
    """Every question by its name, in their order."""
    files = [import_module(f"{__name__}.{file.name}") for file in pkgutil.iter_modules(__path__)]
    for file in files:
        if (name := file.QUESTION.name) != file.__name__.rpartition(".")[2]:
            raise ValueError(
                f"{file.__file__} calls its question '{name}'; it has the file's name."
            )
    questions = sorted((file.QUESTION for file in files), key=lambda one: one.place)
    return {one.name: one for one in questions}


QUESTIONS = found()


def ask(sample: Sample, only: Sequence[str] = (), plays_on: bool = False) -> list[Finding]:
    """Asks every question that fits, or `only` these; those that play games again if told to."""
    only = questions_named(only)
    usual = [one for one in QUESTIONS.values() if plays_on or not one.is_played_on]
    asked = [QUESTIONS[name] for name in QUESTIONS if name in only] if only else usual
    with speaking_of(sample.teams, sample.sides == 1):
        return [one.answer(sample) for one in asked if only or one.is_asked(sample)]


def questions_named(only: Sequence[str]) -> tuple[str, ...]:
    """The names that a user gives to questions, as they are called now."""
    names = current_names(only)
    for name in names:
        if name not in QUESTIONS:
            raise not_found("question", name, QUESTIONS)
    return names


def findings_of(run: RunFolder, only: Sequence[str] = ()) -> list[Finding]:
    """What the games of a run show, by the components and thresholds they were played with."""
    return ask(sample_of_run(run), only)


def scales(thresholds: Thresholds) -> dict[str, Scale]:
    """The scale of every question that has a verdict, with a user's thresholds."""
    judged = {name: question for name, question in QUESTIONS.items() if question.is_judged}
    told = current_thresholds(thresholds)
    for name, values in told.items():
        if name not in judged:
            raise not_found("verdict", name, judged)
        if not isinstance(values, Mapping):
            raise UserError(f"The thresholds of '{name}' are a table with borderline and tilted.")
    return {name: question.scale_with(told.get(name, {})) for name, question in judged.items()}


def check_thresholds(thresholds: Thresholds, where: object = "") -> None:
    """Tells mistakes in a user's thresholds in one sentence, which may begin with their file."""
    try:
        scales(thresholds)
    except UserError as error:
        raise UserError(f"{where}: {error}" if where else str(error)) from None
