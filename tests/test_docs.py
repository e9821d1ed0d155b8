"""Every command shown in docs/ can be given as it stands: its words, paths and files are right.

The pages play hundreds of thousands of games. So the commands of the cheapest title are played with
few games, and those of the others stop where playing would begin, when every word is understood.
"""

import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from ours import FEW as SHALLOW
from ours import OURS

import analyses.experiments.experiment
import analyses.experiments.runner
import analyses.lab.study.study_run
from analyses.questions import QUESTIONS
from tiltmeter.cli import main

pytestmark = pytest.mark.usefixtures("undrawn")

DOCS = Path(__file__).parent.parent / "docs"
CHEAP, FEW = "lost_cities", "60"
HOW_TO = sorted(f"how-to/{page.stem}" for page in (DOCS / "how-to").glob("*.md"))


class Understood(Exception):
    """Nothing is left to do but to play."""


def commands(page):
    """Each `$ tiltmeter …` of the console blocks, as words."""
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    lines = re.findall(r"^\$ tiltmeter (.*)$", "\n".join(blocks), re.MULTILINE)
    return [shlex.split(line) for line in lines]


def write_files(page, folder):
    """The files that a page shows, named in their first line: # budget.toml."""
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    for name, rest in re.findall(r"```toml\n# (\S+\.toml)\n(.*?)```", text, re.DOTALL):
        (folder / name).write_text(rest, encoding="utf-8")


def with_few_games(words):
    """The same command with few games; a budget says in its file how many, so they are added."""
    if "--by" in words:
        return [*words[: words.index("--by")], "--by", f"search{SHALLOW}", "--by-games", "8"]
    if "-n" in words:
        at = words.index("-n") + 1
        return [*words[:at], FEW, *words[at + 1 :]]
    return [*words, "-n", FEW] if words[0] == "check" else words


def stop(*args, **options):
    raise Understood


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", OURS)
def test_every_title_has_a_case_made_by_commands(page):
    shown = [words[0] for words in commands(page)]
    assert {"simulate", "analyse"} <= set(shown)
    assert set(shown) & {"study", "compare", "sweep"}
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    assert "--robust" in text
    assert "holds in all" in text
    assert f"[{page}.md]({page}.md)" in (DOCS / "index.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", OURS)
def test_a_decision_has_the_figures_of_its_evidence(page):
    """The table comes first, and each of its decimals stands again in the text below it."""
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert headings[0] == "Decision"
    decision, evidence = re.search(r"^## Decision\n(.*?)^## (.*)", text, re.M | re.S).groups()
    table = "\n".join(line for line in decision.splitlines() if line.startswith("|"))
    decimals = re.compile(r"(?<![\d.])\d+\.\d+")
    assert len(decimals.findall(table)) > 10
    assert {*decimals.findall(table)} - {*decimals.findall(evidence)} == set()


def test_the_commands_of_the_cheapest_title_play(folder):
    write_files(CHEAP, folder)
    for words in commands(CHEAP):
        done = CliRunner().invoke(main, [*with_few_games(words), "--jobs", "1"])
        assert done.exit_code in (0, 1, 3), (words, done.output)
        assert done.exception is None or isinstance(done.exception, SystemExit), words


@pytest.mark.parametrize("page", [name for name in OURS if name != CHEAP])
def test_the_commands_of_a_page_are_understood(folder, monkeypatch, page):
    understand(page, folder, monkeypatch)


@pytest.mark.parametrize("page", HOW_TO)
def test_the_commands_of_a_how_to_page_are_understood(folder, monkeypatch, page):
    """Files that a page shows, and games of the examples, lie where they are looked for."""
    shutil.copytree(DOCS.parent / "examples", folder / "examples")
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    for sheet in re.findall(r"```csv\n(.*?)```", text, re.DOTALL):
        (folder / "tables.csv").write_text(sheet, encoding="utf-8")
    understand(page, folder, monkeypatch)


def understand(page, folder, monkeypatch):
    monkeypatch.setattr(analyses.experiments.runner, "play_missing", stop)
    monkeypatch.setattr(analyses.lab.study.study_run, "play_study", stop)
    monkeypatch.setattr(
        analyses.experiments.experiment, "kinds_of", lambda *table: {}
    )  # found by playing
    write_files(page, folder)
    runs = set()
    for words in commands(page):
        command = main.commands[words[0]]
        if words[0] == "analyse":
            given = command.make_context("analyse", words[1:]).params
            assert str(given["run"]) in runs, words
            assert set(filter(None, given["only"].split(","))) <= set(QUESTIONS)
            continue
        if words[0] == "advise" or words[1] in runs:  # they read what others play
            command.make_context(words[0], words[1:])
            continue
        done = CliRunner().invoke(main, words)
        assert isinstance(done.exception, Understood), (words, done.output)
        if words[0] == "simulate":
            runs.add(str(command.make_context("simulate", words[1:]).params["out"]))


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.stem)
def test_files_that_a_page_names_are_there(page):
    """Tests, examples, scripts and other pages, in code or not."""
    text = page.read_text(encoding="utf-8")
    folders = "docs|tests|examples|benchmarks|analyses|simulator"
    named = re.findall(rf"\b((?:{folders})/[\w/.]+\.\w+)", text)
    assert [file for file in named if not (DOCS.parent / file).exists()] == []


def test_the_python_page_runs_and_its_columns_are_those_of_the_tables(folder):
    text = (DOCS / "python.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    made = {}
    exec(code.replace("games=400", f"games={FEW}"), made)
    told = re.findall(r"^\| (`.*?) \|", text[text.index("| column |") :], re.MULTILINE)
    named = {name for names in told for name in re.findall(r"`(\w+)`", names)}
    assert named == {*made["table"].columns, *made["compared"].frame().columns}
    assert list(made["clear"].columns) == made["compared"].frame().columns


def test_every_page_is_on_the_map():
    text = (DOCS / "index.md").read_text(encoding="utf-8")
    pages = {str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")} - {"index.md"}
    assert [page for page in sorted(pages) if f"]({page})" not in text] == []


SHORTER = {
    "coach": ["-n", "120", "--rollouts", "300", "-q"],
    "tune": ["-n", "200", "--generations", "4", "--confirm", "400", "--keep", "-q"],
    "exploit": ["-n", "40", "--single", "-q"],
}


def named_first(told):
    """The kind of move by which most is given away, if the coach names any."""
    found = re.search(r"gives\s+away\s+most\s+with\s+(\w+)", told)
    return found and found.group(1)


class TestFifteenMinutes:
    """The strategy of docs/bots.md, by its own commands with fewer choices and games."""

    @pytest.fixture
    def page(self, folder):
        text = (DOCS / "bots.md").read_text(encoding="utf-8")
        text = text[text.index("## Write your own in 15 minutes") :]
        (code,) = re.findall(r"Save this as `mine.py`:\n\n```python\n(.*?)```", text, re.DOTALL)
        (folder / "mine.py").write_text(code, encoding="utf-8")
        return text

    def run(self, page, name, *instead):
        (line,) = re.findall(rf"`tiltmeter ({name} lost_cities .*?)`", page, re.DOTALL)
        words = line.replace(*instead) if instead else line
        done = CliRunner().invoke(main, [*shlex.split(words), *SHORTER[name], "-j", "1"])
        assert done.exit_code == 0, done.output
        return done.stdout

    def test_the_coach_names_the_blunder_and_its_fix_wins(self, page):
        told = self.run(page, "coach")
        assert named_first(told) == "declining", told
        assert "`mine:decline=-10`" in page
        mended = self.run(page, "coach", "-s mine", "-s mine:decline=-10")
        assert named_first(mended) != "declining", mended
        self.run(page, "tune")
        assert "wins" in self.run(page, "exploit")
