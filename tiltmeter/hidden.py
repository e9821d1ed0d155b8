"""Finds what hides a part of Tiltmeter: a user's own `strategies.py` beside a script, for example.

The parts are packages beside this one, with plain names that users also choose. Nothing of theirs
is run to find out.
"""

import os
import sys
from importlib.util import find_spec

PARTS = ("simulator", "strategies", "analyses", "reports")
HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class HiddenPart(ImportError):
    """Its text is one sentence that names the file or folder to rename."""


def require_parts() -> None:
    """Refuses to go on where Python would import something else in the place of a part."""
    for name in PARTS:
        place = _place_of(name)
        if place is not None and not _is_same(place, os.path.join(HOME, name)):
            told = place or f"A module called '{name}' that was imported earlier"
            raise HiddenPart(f"{told} hides a part of Tiltmeter; rename it.", name=name)


def _place_of(name: str) -> str | None:
    """The file or folder that Python imports by a name, or has imported; None: there is none.

    An empty text is a module that lies nowhere.
    """
    module = sys.modules.get(name)
    if module is not None:
        file, folders = getattr(module, "__file__", None), getattr(module, "__path__", ())
    elif spec := find_spec(name):
        file, folders = spec.origin, spec.submodule_search_locations or ()
    else:
        return None
    return next(iter(folders), file or "")


def _is_same(place: str, part: str) -> bool:
    """By their names, which is quick; else by where links lead."""
    return place == part or os.path.realpath(place) == os.path.realpath(part)
