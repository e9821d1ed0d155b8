"""Which guests were found sound: a mark beside their machine code, gone with any edit.

Whoever plays another one is told so, and its first game is tried in plain Python, where a mistake
has a line. A sound one with other numbers in its box is asked for its laws once more.
"""

import logging
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from analyses.experiments.experiment import Experiment
from analyses.experiments.pool import CHANCE
from simulator import conformance, outside, sources
from simulator.components import as_settings
from simulator.errors import UserError
from simulator.kernel import NotCompiled
from simulator.machine_code import machine_code_of
from simulator.match import Failed, Match
from simulator.patience import no_endless_loop
from simulator.titles import Title, load_title, spoken
from strategies.registry import line_up

ASKED = 200  # random games that a version's laws are asked of

log = logging.getLogger("tiltmeter")


def note_as_sound(title: Title) -> None:
    """`verify` has found nothing wrong with it, as it is now."""
    if _is_guest(title):
        _mark(title).touch()


def is_known_as_sound(title: Title) -> bool:
    """Of a guest, since its last edit; ours are tested."""
    return not _is_guest(title) or _mark(title).exists()


@cache  # said once in a session
def remark_if_unverified(name: str) -> None:
    title = load_title(name)
    if not is_known_as_sound(title):
        log.info("Not verified: 'tiltmeter verify %s' says if its rules are sound.", spoken(name))


def try_all_out(experiments: Iterable[Experiment]) -> None:
    """Each version once, so that nobody plays one for minutes before another is refused."""
    distinct = {(one.title, one.players, one.components.digest()): one for one in experiments}
    for one in distinct.values():
        if one.place:
            try_out(one)


def try_out(experiment: Experiment) -> None:
    """What is wrong with a guest, or with this version of a sound one, is told in a sentence."""
    if not is_known_as_sound(load_title(experiment.title)):
        _try_first_game(experiment)
    elif experiment.components.changes():
        _must_keep_its_laws(experiment)


def _must_keep_its_laws(experiment: Experiment) -> None:
    """A number of the box can lead where the rules were not written for: no game is found there."""
    if law := _broken_law(experiment):
        changes = ", ".join(as_settings(experiment.components.changes()))
        raise UserError(
            f"With {changes} a law is broken that the game keeps as printed: {law}."
            " If such a number is to be played, the rules and the ranges of fields must allow"
            " for it; if not, give it a 'min' or 'max' in the box."
        )


def _broken_law(experiment: Experiment) -> str:
    """The first, or nothing; what else goes wrong is told with its line."""
    title, box = load_title(experiment.title), experiment.components
    try:
        conformance.soak(title, box, experiment.players, experiment.seed, ASKED)
    except conformance.Broken as found:
        return found.law
    except NotCompiled:
        return ""
    except Exception:
        _must_go_on(experiment)
    return ""


def _must_go_on(experiment: Experiment) -> None:
    """Refuses a version whose random games stop, as those that its laws are asked of did."""
    title, players, box = load_title(experiment.title), experiment.players, experiment.components
    match = Match(title, title.rules_for(box, players), line_up(title, [CHANCE], players))
    try:
        match.play(experiment.seed, 0, ASKED)
    except Failed as stopped:
        raise UserError(box.told_with(str(stopped))) from None


def _try_first_game(experiment: Experiment) -> None:
    """Of random players."""
    title, players = load_title(experiment.title), experiment.players
    rules, chance = (
        title.rules_for(experiment.components, players),
        line_up(title, [CHANCE], players),
    )
    try:
        with no_endless_loop():
            Match(title, rules, chance, "python").play(experiment.seed, 0, 1)
    except Exception as error:
        if (told := outside.told(error)) is None:
            raise
        raise UserError(experiment.components.told_with(str(told))) from None


def _is_guest(title: Title) -> bool:
    return sources.guest_home(Path(title.apply.py_func.__code__.co_filename)) is not None


def _mark(title: Title) -> Path:
    return machine_code_of(title.apply.py_func) / "verified"
