"""Which guests were found sound: a mark beside their machine code, gone with any edit.

Whoever plays another one is told so, and its first game is tried in plain Python, where a mistake
has a line and a loop that never ends is noticed. So is that of a sound one with other numbers in
its box, which then is asked for its laws once more.
"""

import logging
from pathlib import Path

from analyses.experiments.pool import CHANCE
from analyses.language import say
from simulator import conformance, sources, user_files
from simulator.components import Components, as_settings
from simulator.errors import UserError
from simulator.kernel import NotCompiled
from simulator.machine_code import machine_code_of, mark
from simulator.match import Failed, Match, stopped_told
from simulator.patience import no_endless_loop
from simulator.titles import Title, spoken
from strategies.registry import line_up

ASKED = 200  # random games that a version's laws are asked of

log = logging.getLogger("tiltmeter")


def note_as_sound(title: Title) -> None:
    """`verify` has found nothing wrong with it, as it is now."""
    if _is_guest(title):
        mark(_mark(title))


def is_known_as_sound(title: Title) -> bool:
    """Of a guest, since its last edit; ours are tested."""
    return not _is_guest(title) or _mark(title).exists()


def remark_if_unverified(title: Title) -> None:
    """Once in a session."""
    if title.name not in _remarked and not is_known_as_sound(title):
        _remarked.add(title.name)
        told = "Not verified: 'tiltmeter verify {title!s}' says if its rules are sound."
        log.info(say(told, title=spoken(title.name)))


_remarked: set[str] = set()


def try_out(title: Title, box: Components, players: int, seed: int) -> None:
    """What is wrong with a guest, or with this version of a sound one, is told in a sentence."""
    if not _is_guest(title):
        return
    is_sound, is_changed = is_known_as_sound(title), bool(box.changes())
    version = _mark(title), is_sound, players, box.digest()
    if version in _tried:
        return
    if is_changed or not is_sound:
        _try_first_game(title, box, players, seed)
    if is_changed and is_sound:
        _must_keep_its_laws(title, box, players, seed)
    _tried.add(version)


_tried: set[tuple[Path, bool, int, str]] = set()  # versions that were found to go on


def _try_first_game(title: Title, box: Components, players: int, seed: int) -> None:
    """Of random players."""
    by_chance = line_up(title, [CHANCE], players)
    try:
        with no_endless_loop():
            Match(title, title.rules_for(box, players), by_chance, "python").play(seed, 0, 1)
    except Exception as error:
        if (told := user_files.told(error)) is None:
            raise
        raise UserError(box.told_with(str(told))) from None


def _must_keep_its_laws(title: Title, box: Components, players: int, seed: int) -> None:
    """A number of the box can lead where the rules were not written for: no game is found there."""
    try:
        conformance.soak(title, box, players, seed, ASKED)
    except conformance.Broken as found:
        changes = ", ".join(as_settings(box.changes()))
        raise UserError(
            f"With {changes} a law is broken that the published game keeps: {found.law}."
            " If you want to play such a value, let the rules and the ranges of fields allow it;"
            " if not, give the parameter a 'min' or 'max'."
        ) from None
    except (NotCompiled, conformance.Endless):
        pass  # how many games have no end, `endings` tells
    except Exception:
        _must_go_on(title, box, players, seed)
        law = conformance.what_stops_a_law(title, box, players, seed, ASKED)
        raise UserError(box.told_with(law or stopped_told())) from None


def _must_go_on(title: Title, box: Components, players: int, seed: int) -> None:
    """Refuses a version whose random games stop, as those that its laws are asked of did."""
    match = Match(title, title.rules_for(box, players), line_up(title, [CHANCE], players))
    try:
        match.play(seed, 0, ASKED)
    except Failed as stopped:
        raise UserError(box.told_with(str(stopped))) from None


def _is_guest(title: Title) -> bool:
    return sources.guest_home(Path(title.apply.py_func.__code__.co_filename)) is not None


def _mark(title: Title) -> Path:
    return machine_code_of(title.apply.py_func) / "verified"
