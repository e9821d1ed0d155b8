"""A game to begin with: the two templates under a name of your own."""

import re
from pathlib import Path

from simulator.errors import UserError
from simulator.results import put
from simulator.titles import title_names
from simulator.user_files import must_be_free

TEMPLATES = Path(__file__).parent / "templates"
GUIDE = TEMPLATES / "llms.txt"  # how to write a game, on one page
OLD = "my_game"  # what the templates' game is called


def begin(name: str, folder: Path) -> list[Path]:
    """Writes NAME.py and test_NAME.py into a folder, where nothing is overwritten."""
    game, tests = folder / f"{name}.py", folder / f"test_{name}.py"
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise UserError(f"'{name}': name a game by small letters, digits and _, as in my_game.")
    if name in title_names():
        raise UserError(f"There is already a game called '{name}'; choose another name.")
    must_be_free(name, game)
    for file in (game, tests):
        if file.exists():
            raise UserError(f"{file} exists already; choose another name, or remove it.")
    _write(game, name)
    _write(tests, name)
    return [game, tests]


def _write(file: Path, name: str) -> None:
    template = "test_game.py" if file.name.startswith("test_") else "game.py"
    text = (TEMPLATES / template).read_text(encoding="utf-8").replace(OLD, name)
    title = name.replace("_", " ").capitalize()
    put(file, text.replace("My game:", f"{title}:").encode())
