"""What the README shows is what the commands print, and every link of a page leads somewhere."""

import re
import shlex
import textwrap
from pathlib import Path

import pytest
from click.testing import CliRunner

from analyses.experiments.designs import DESIGNS
from analyses.experiments.plan import Sizes
from analyses.lab.report import report_run
from simulator import titles
from tiltmeter.cli import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCS = ROOT / "docs"
MANY = (DOCS / "how-to" / "many-games.md").read_text(encoding="utf-8")
ANYTHING = "…"


def sessions():
    """The console blocks: each a list of `$ command`s with the lines shown below them."""
    for block in re.findall(r"```console\n(.*?)```", README + MANY, re.DOTALL):
        parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
        yield [part.rstrip("\n").split("\n") for part in parts]


def anchors(page):
    """What links may name on a page: its headings, as they are made into links."""
    lines = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


def agrees(shown, printed):
    """Line by line, but for spaces at the end; … stands for any number of lines."""
    pattern = "".join(
        r"(?:.*\n)*" if line == ANYTHING else re.escape(line.rstrip()) + "\n" for line in shown
    )
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in printed.splitlines()))


FEW = Sizes(400, 300, 400, 200, 0, 200)


@pytest.mark.slow
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("session", list(sessions()), ids=lambda session: session[0][0])
def test_commands_print_what_the_pages_show(tmp_path, monkeypatch, session):
    """In one folder, for they build on each other, and with no title of other tests.

    A report plays few games, for what is printed says nothing of them.
    """
    monkeypatch.setattr(report_run, "QUICK", FEW)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(titles, "_guests", {})
    for command, *shown in session:
        program, *words = shlex.split(command)
        assert program == "tiltmeter"
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 0, done.output
        assert agrees(shown, done.stdout), done.stdout


def test_the_python_example_runs(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(code, {})
    compared, scores, length = capsys.readouterr().out.splitlines()
    assert "bridges.bonus=40" in compared
    assert "Players score 289.9 on average" in scores
    assert "A game takes 34 rounds" in length


@pytest.mark.parametrize("name", main.commands)
def test_every_command_is_in_the_readme(name):
    assert f"tiltmeter {name}" in README


@pytest.mark.parametrize(
    "page",
    sorted(
        str(page.relative_to(ROOT))
        for folder in (".", "docs", "docs/how-to", "notes")
        for page in (ROOT / folder).glob("*.md")
    ),
)
def test_every_link_of_a_page_leads_somewhere(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!http)([^)\s]+)\)", text):
        path, _, heading = target.partition("#")
        there = (ROOT / page).parent / path if path else ROOT / page
        assert there.exists(), target
        assert not heading or heading in anchors(there), target


def test_every_design_is_on_the_page_of_many_games():
    assert set(DESIGNS) == set(re.findall(r"^\| `([a-z-]+)` \|", MANY, re.MULTILINE))


def test_the_code_of_the_contributing_page_runs_as_it_stands(tmp_path, monkeypatch):
    """A strategy in a file of its own, and its checks."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    blocks = [textwrap.dedent(block) for block in re.findall(r"```python\n(.*?)```", text, re.S)]
    strategy, checks = blocks
    monkeypatch.chdir(tmp_path)
    Path("climber.py").write_text(strategy, encoding="utf-8")
    exec(checks, {})
