"""Page one of seven reports in docs/pages: each is drawn by a command that docs/examples.md shows.

They take minutes, so `make pages` draws them, and a test holds that none is missing.
"""

import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner
from test_docs import DOCS, commands

from tiltmeter.cli import main

PAGES = DOCS / "pages"


def drawn():
    """By name, the words of the command."""
    return {words[words.index("--export") + 1]: words for words in commands("examples")}


def test_every_picture_is_drawn_by_a_command_of_its_page():
    text = (DOCS / "examples.md").read_text(encoding="utf-8")
    assert {file.stem for file in PAGES.glob("*.png")} == {*drawn()}
    for name, (verb, *words) in drawn().items():
        main.commands[verb].make_context(verb, words)
        assert f"](pages/{name}.png)" in text


def draw(names):
    """In a folder of their own, where the examples lie as they do here."""
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        shutil.copytree(DOCS.parent / "examples", "examples")
        for name in names:
            told = CliRunner().invoke(main, [*drawn()[name], "--quiet"])
            assert told.exit_code == 0, told.output
            shutil.copy(Path(name) / "page-one.png", PAGES / f"{name}.png")
        os.chdir(DOCS)


if __name__ == "__main__":
    draw(sys.argv[1:] or drawn())
