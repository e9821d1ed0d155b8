"""Which files a game is made from, and a digest that names the state they are in.

The core is common to all titles; a title adds its own folder, its strategies add theirs. So an edit
of one title leaves the machine code and the runs of every other one alone.
"""

import functools
import hashlib
import os
from pathlib import Path

CORE = Path(__file__).parent
GAMES = CORE / "games"
STRATEGIES = CORE.parent / "strategies"
READ = (".py", ".csv")  # components.toml is named by its values, in a run's settings
WITHOUT_EFFECT = ("words.py", "levers.py")  # of a title: its games are the same without them

Files = tuple[Path, ...]


def core_files() -> Files:
    return tuple(sorted([*CORE.glob("*.py"), *GAMES.glob("*.py")]))


def strategy_core_files() -> Files:
    return tuple(sorted(STRATEGIES.glob("*.py")))


def title_files(home: Path) -> Files:
    """Of a title, or of its strategies: a folder, or a file alone."""
    files = sorted(home.rglob("*")) if home.is_dir() else [home]
    return tuple(f for f in files if f.suffix in READ and f.name not in WITHOUT_EFFECT)


def made_from(folder: Path) -> tuple[Files, ...]:
    """Everything that functions in a folder of the package can depend on."""
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
    if len(groups) == 1:
        return _digest(groups[0])
    return hashlib.sha256("".join(map(_digest, groups)).encode()).hexdigest()[:16]


@functools.cache  # what was imported stays as it was, whatever happens to its file
def _digest(files: Files) -> str:
    state = hashlib.sha256()
    common = os.path.commonpath([file.parent for file in files]) if files else ""
    for file in files:
        state.update(f"{file.relative_to(common).as_posix()}\n".encode() + file.read_bytes())
    return state.hexdigest()[:16]


def _first_below(root: Path, folder: Path) -> Path | None:
    """The folder directly below a root that is, or holds, this one."""
    return root / folder.relative_to(root).parts[0] if root in folder.parents else None


def ladder_file(title: str) -> Path:
    """Where it is kept how good the players of a shipped title are."""
    return STRATEGIES / title / "ladder.toml"
