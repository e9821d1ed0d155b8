"""What the README shows is what the commands print."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from tiltmeter.cli import main

pytestmark = pytest.mark.xdist_group("readme")  # a session's commands build on each other
README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
ANYTHING = "…"


def sessions():
    """Each `$ command` of a console block with the lines shown below it."""
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *shown = part.rstrip("\n").split("\n")
            yield command, shown


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("readme")


def agrees(shown, printed):
    """Line by line, but for spaces at the end; … stands for any number of lines."""
    pattern = "".join(
        r"(?:.*\n)*" if line == ANYTHING else re.escape(line.rstrip()) + "\n" for line in shown
    )
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in printed.splitlines()))


@pytest.mark.parametrize(("command", "shown"), list(sessions()), ids=lambda x: str(x)[:40])
def test_a_command_prints_what_the_readme_shows(folder, monkeypatch, command, shown):
    monkeypatch.chdir(folder)
    program, *words = shlex.split(command)
    assert program == "tiltmeter"
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    assert agrees(shown, done.stdout), done.stdout


def test_the_python_example_runs(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(code, {})
    assert "A player scores" in capsys.readouterr().out


@pytest.mark.parametrize("name", main.commands)
def test_every_command_is_in_the_readme(name):
    assert f"tiltmeter {name}" in README


def test_the_strategy_of_the_contributing_page_passes_every_check(tmp_path):
    from simulator.titles import load_title
    from strategies.conformance import CHECKS
    from strategies.registry import load_code

    text = (Path(__file__).parent.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    file = tmp_path / "mine.py"
    file.write_text("\n".join(line.removeprefix("   ") for line in code.splitlines()))
    load_code(file)
    for check in CHECKS:
        check(load_title("lost_cities"), "mine")
