"""What machine code and runs are named by: an edit is felt where it can matter, and only there."""

import ast
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import toy
from ours import OURS

from analyses.experiments.digests import digests
from analyses.experiments.experiment import experiment
from simulator import machine_code, sources
from simulator.titles import Title, load_title

TITLES = OURS
CORE, EVERY_TITLE = "simulator/rng.py", "strategies/registry.py"


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A copy of all sources that counts as the package."""
    for package in (sources.CORE, sources.STRATEGIES):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(package, tmp_path / package.name, ignore=ignored)
    monkeypatch.setattr(sources, "CORE", tmp_path / "simulator")
    monkeypatch.setattr(sources, "GAMES", tmp_path / "simulator" / "games")
    monkeypatch.setattr(sources, "STRATEGIES", tmp_path / "strategies")
    monkeypatch.setattr(Title, "home", property(lambda title: sources.GAMES / title.name))
    return tmp_path


def state(title):
    """What names the machine code of its rules and strategies, its runs, and the core's code."""
    sources._digest.cache_clear()
    homes = (sources.GAMES / title, sources.STRATEGIES / title, sources.STRATEGIES, sources.CORE)
    code = [machine_code.digest(*sources.made_from(home)) for home in homes]
    names = ("rules", "strategies", "strategies of every title", "core")
    return dict(zip(names, code, strict=True)) | {"run": experiment(title, seed=3).key}


def changed_by(tree, file, text="# a remark\n"):
    """Which names change for which title when a file is edited."""
    before = {title: state(title) for title in TITLES}
    with (tree / file).open("a") as edited:
        edited.write(text)
    after = {title: state(title) for title in TITLES}
    return {
        title: {what for what, name in after[title].items() if name != before[title][what]}
        for title in TITLES
    }


RULES = {"rules", "strategies", "run"}
EDITS = {
    "simulator/games/{}/__init__.py": RULES,
    "simulator/games/{}/table.py": RULES,
    "simulator/games/{}/laws.py": RULES,
    "strategies/{}/players.py": {"strategies", "run"},
    "simulator/games/{}/words.py": set(),
    "simulator/games/{}/levers.py": set(),
    "simulator/games/{}/rules.md": set(),
    "simulator/games/{}/components.toml": set(),  # its values are named by a digest of their own
}


@pytest.mark.parametrize("file", EDITS)
def test_an_edit_of_one_title_is_felt_by_no_other(tree, file):
    edited = changed_by(tree, file.format("lost_cities"))
    assert edited == {title: EDITS[file] if title == "lost_cities" else set() for title in TITLES}


def test_data_beside_the_code_count(tree):
    edited = changed_by(tree, "simulator/games/expeditions/routes.csv", "0,1,2\n")
    assert edited == {title: RULES if title == "expeditions" else set() for title in TITLES}


def test_an_edit_of_the_core_is_felt_by_all(tree):
    everything = {*RULES, "core", "strategies of every title"}
    assert changed_by(tree, CORE) == dict.fromkeys(TITLES, everything)
    players = {"strategies", "run", "strategies of every title"}
    assert changed_by(tree, EVERY_TITLE) == dict.fromkeys(TITLES, players)


def test_all_six_names_differ_and_none_depends_on_the_place_of_the_files(tree, monkeypatch):
    copied = state("lost_cities")
    assert len({*copied.values(), *state("archeos").values()}) == len(copied) * 2 - 2
    monkeypatch.undo()
    assert state("lost_cities") == copied


@pytest.mark.parametrize(
    ("part", "field", "names"),
    [
        ("words", "sources", ("gold",)),
        ("words", "tallies", ("jumps",)),
        ("words", "endings", ("running", "round_limit", "won")),
        ("levers", "kinds", ("hop",)),
    ],
)
def test_names_that_rows_are_written_with_count(part, field, names):
    title = load_title("lost_cities")
    renamed = replace(title, **{part: replace(getattr(title, part), **{field: names})})
    assert digests(renamed)["rules"] != digests(title)["rules"]


def test_a_title_knows_where_it_is_written():
    assert load_title("lost_cities").home == sources.GAMES / "lost_cities"
    assert toy.TITLE.home == Path(toy.__file__)


def test_a_title_may_be_a_file_alone(tmp_path):
    file = tmp_path / "pig.py"
    file.write_text("GOAL = 100\n")
    assert sources.title_files(file) == (file,)
    assert sources.title_files(tmp_path) == (file,)
    assert sources.title_files(tmp_path / "none") == ()


def imports(file):
    """Every module that a file names, and every name it takes from one."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module
            yield from (f"{node.module}.{one.name}" for one in node.names)


@pytest.mark.parametrize("title", TITLES)
def test_what_counts_reads_nothing_that_does_not(title):
    """Other titles, words and levers are in no digest of a title, so no kernel may use them."""
    files = [
        file
        for home in (sources.GAMES / title, sources.STRATEGIES / title)
        for file in sources.title_files(home)
        if file.suffix == ".py"
    ]
    assert files
    for file in files:
        read = {name for name in imports(file) if name.startswith("simulator.games.")}
        assert {name.split(".")[2] for name in read} <= {title}, file
        if file != sources.GAMES / title / "__init__.py":
            without_effect = {f"simulator.games.{title}.{one}" for one in ("words", "levers")}
            assert not read & without_effect, file
