"""Which files a game is made from, and a digest that names the state they are in.

The core is common to all titles; a title adds its own folder, its strategies add theirs. So an edit
of one title leaves the machine code and the runs of every other one alone. A guest's title is a
file, or a folder, anywhere.
"""

import functools
import hashlib
import os
from collections.abc import Container
from pathlib import Path

CORE = Path(__file__).parent
GAMES = CORE / "games"
STRATEGIES = CORE.parent / "strategies"
READ = (".py", ".csv")  # components.toml is named by its values, in a run's settings
# Of a title: its games are the same without them
WITHOUT_EFFECT = ("words.py", "pieces.py", "levers.py")

Files = tuple[Path, ...]

_guests: dict[Path, int] = {}  # where titles from elsewhere lie, and how often each was read


def add_guest(home: Path) -> None:
    """A title's file or folder is read, perhaps once more after an edit."""
    _guests[home] = _guests.get(home, 0) + 1


def guest_home(file: Path) -> Path | None:
    """The guest's file or folder that a file is, or lies in."""
    return next((home for home in (file, *file.parents) if home in _guests), None)


def home_of(file: Path) -> Path:
    """Of a title with this file: a folder of the package, or where a guest lies."""
    return _first_below(GAMES, file) or guest_home(file) or file


def core_files() -> Files:
    homes = CORE, CORE / "numba_patches", GAMES
    return tuple(sorted(file for home in homes for file in home.glob("*.py")))


def strategy_core_files() -> Files:
    return tuple(sorted(STRATEGIES.glob("*.py")))


def title_files(home: Path) -> Files:
    """Of a title, or of its strategies: a folder, or a file alone."""
    if home.is_file():
        return (home,)
    return tuple(f for f in files_below(home, READ) if f.name not in WITHOUT_EFFECT)


def files_below(home: Path, suffixes: Container[str]) -> list[Path]:
    """Also behind links to folders, from which Python imports too; each folder once."""
    seen: set[str] = set()
    found = []
    for here, folders, names in os.walk(home, followlinks=True):
        folders.sort()
        if os.path.basename(here) == "__pycache__" or (place := os.path.realpath(here)) in seen:
            folders.clear()
            continue
        seen.add(place)
        found += [Path(here, name) for name in names if Path(name).suffix in suffixes]
    return sorted(file for file in found if file.is_file())


def made_from(folder: Path) -> tuple[Files, ...]:
    """Everything that functions in a folder of the package, or in a guest's, can depend on."""
    if folder in _guests:
        return core_files(), title_files(folder), strategy_core_files()
    game, own = _first_below(GAMES, folder), _first_below(STRATEGIES, folder)
    if game:
        return core_files(), title_files(game)
    if own:
        title = title_files(GAMES / own.name)
        return core_files(), title, strategy_core_files(), title_files(own)
    if folder == STRATEGIES:
        return core_files(), strategy_core_files()
    return (core_files(),)


def digest(*groups: Files) -> str:
    """Names the state of groups of files, wherever they are installed."""
    states = [_digest(files, times_read(files)) for files in groups]
    if len(states) == 1:
        return states[0]
    return hashlib.sha256("".join(states).encode()).hexdigest()[:16]


def times_read(files: Files) -> int:
    """How often a guest's files were read in this session; the package's are read once."""
    home = guest_home(files[0]) if files else None
    return _guests[home] if home else 0


@functools.cache  # what was imported stays as it was, whatever happens to its file
def _digest(files: Files, times_read: int) -> str:
    state = hashlib.sha256()
    common = os.path.commonpath([file.parent for file in files]) if files else ""
    for file in files:
        state.update(f"{file.relative_to(common).as_posix()}\n".encode() + file.read_bytes())
    return state.hexdigest()[:16]


def _first_below(root: Path, folder: Path) -> Path | None:
    """The folder directly below a root that is, or holds, this one."""
    return root / folder.relative_to(root).parts[0] if root in folder.parents else None


def strategies_home(title: str) -> tuple[str, str]:
    """The module of a title's strategies, and its file; the package's if there are none.

    Machine code that is read again asks for a module that can be imported.
    """
    file = STRATEGIES / title / "__init__.py"
    return (f"strategies.{title}" if file.exists() else "strategies"), str(file)


def ladder_file(title: str) -> Path:
    """Where it is kept how good the players of a shipped title are."""
    return STRATEGIES / title / "ladder.toml"
