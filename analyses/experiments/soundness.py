"""Which guests were found sound: a mark beside their machine code, gone with any edit."""

import logging
from functools import cache
from pathlib import Path

from simulator import sources
from simulator.kernel import machine_code_of
from simulator.titles import Title, load_title, spoken

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


def _is_guest(title: Title) -> bool:
    return sources.guest_home(Path(title.apply.py_func.__code__.co_filename)) is not None


def _mark(title: Title) -> Path:
    return machine_code_of(title.apply.py_func) / "verified"
