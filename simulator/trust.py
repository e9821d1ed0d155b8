"""Which games from outside a user has run here by naming them: no manifest runs any other.

A mark in the cache names the state of a game's files and where they lie. A folder from somebody
else can name a file, and can bring one along, but cannot set a mark.
"""

import hashlib
from pathlib import Path
from typing import Any

from simulator import user_files
from simulator.errors import UserError
from simulator.machine_code import cache_root, mark

HOME = "~"


def asked_for(home: Path) -> None:
    """Its user has named the game that lies there."""
    mark(_mark(home))


def is_asked_for(home: Path) -> bool:
    """Whether its user has run the game that lies there, as it is now."""
    return _mark(home).exists()


def must_be_asked_for(home: Path, state: str, folder: Path) -> None:
    """Refuses a file that a folder's manifest names, unless its user has run this very one."""
    if state != state_of(home):
        raise UserError(
            f"{home} has changed since {folder} was played, so it is not run for it;"
            " play its games again."
        )
    if not is_asked_for(home):
        raise UserError(
            f"{folder} names {home}, which you have never run yourself. It is a program: if you"
            f" trust it, run it once with 'tiltmeter verify {home}'."
        )


def noted(place: str) -> dict[str, Any]:
    """Where a guest's game lies, as a manifest says it: without the name of its user."""
    if not place:
        return {}
    home = Path(place)
    return {"place": _without_user(home), "place_sha256": state_of(home)}


def home_of(place: str) -> Path | None:
    """The place that a manifest names, if something lies there."""
    try:
        home = Path(place).expanduser() if place else None
        return home.resolve() if home and home.is_absolute() and home.exists() else None
    except (OSError, RuntimeError, ValueError):  # no such user, no home, no such name
        return None


def state_of(home: Path) -> str:
    """Names all that is read when the game is run."""
    try:
        return user_files.state_of(user_files.file_at(home))
    except (OSError, UserError):
        return ""


def _mark(home: Path) -> Path:
    which = hashlib.sha256(f"{home.resolve()}\n{state_of(home)}".encode()).hexdigest()
    return cache_root() / f"asked-for-{which[:32]}"


def _without_user(place: Path) -> str:
    try:
        inside = place.relative_to(Path.home().resolve())
    except (RuntimeError, ValueError):
        return str(place)
    return str(Path(HOME) / inside)
