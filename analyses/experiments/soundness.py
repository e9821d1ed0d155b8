"""Which guests were found sound: a mark beside their machine code, gone with any edit.

Whoever plays another one is told so, and its first game is tried in plain Python, where a mistake
has a line.
"""

import logging
from functools import cache
from pathlib import Path

from analyses.experiments.experiment import Experiment
from analyses.experiments.pool import CHANCE
from simulator import outside, sources
from simulator.machine_code import machine_code_of
from simulator.match import Match
from simulator.patience import no_endless_loop
from simulator.titles import Title, load_title, spoken
from strategies.registry import line_up

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


def try_out(experiment: Experiment) -> None:
    """Random players' first game; what is wrong with it is told in a sentence."""
    title, players = load_title(experiment.title), experiment.players
    if is_known_as_sound(title):
        return
    rules, chance = (
        title.rules_for(experiment.components, players),
        line_up(title, [CHANCE], players),
    )
    try:
        with no_endless_loop():
            Match(title, rules, chance, "python").play(experiment.seed, 0, 1)
    except Exception as error:
        raise outside.told(error) or error from None


def _is_guest(title: Title) -> bool:
    return sources.guest_home(Path(title.apply.py_func.__code__.co_filename)) is not None


def _mark(title: Title) -> Path:
    return machine_code_of(title.apply.py_func) / "verified"
