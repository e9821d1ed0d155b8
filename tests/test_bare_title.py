"""A title that has rules and words and nothing else works in every command."""

import json
from dataclasses import replace

import pytest
import toy
from click.testing import CliRunner

from simulator import titles
from simulator.factors import levels
from simulator.levers import Levers
from strategies.registry import strategy
from tiltmeter.cli import main

pytestmark = pytest.mark.usefixtures("undrawn")

FEW = ("-p", "2", "-n", "60")
SESSION = [
    ("games", "toy"),
    ("strategies", "toy"),
    ("play", "toy", "-s", "chooser:choice=1,random", "--explain"),
    ("simulate", "toy", *FEW, "--out", "run"),
    ("simulate", "toy", *FEW, "-s", "chooser,chooser:choice=1", "--design", "round-robin"),
    ("analyse", "run"),
    ("analyse", "run", "--robust"),
    ("report", "run", "--only", "html"),
    ("report", "toy", "-p", "2,4", "--quick", "--only", "html", "--out", "report"),
    ("compare", "toy", "--set", "box.beats=5", *FEW),
    ("sweep", "toy", "box.beats=0,4", *FEW),
    ("sweep", "toy", "box.beats=0..4", "--target", "mean_score>90", *FEW),
    ("study", "toy"),
]
REFUSED = {  # commands that need what it does not have, and the sentence that says so
    ("study", "toy", "roles"): "toy",
    ("simulate", "toy", *FEW, "--design", "ablation"): "nothing to forbid",
    ("compare", "toy", "--each", "removed", *FEW): "nothing",
    ("compare", "toy", "--each", "swapped", *FEW): "nothing",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("bare")


def tiltmeter(folder, words, monkeypatch):
    monkeypatch.chdir(folder)
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


def test_it_has_no_levers():
    assert toy.TITLE.levers == Levers()


@pytest.mark.parametrize("words", SESSION, ids=lambda words: " ".join(words))
def test_every_command_works(words, folder, monkeypatch):
    if words[0] in ("analyse", "report") and words[1] == "run":
        tiltmeter(folder, SESSION[3], monkeypatch)
    told = tiltmeter(folder, words, monkeypatch)
    assert told.exit_code in (0, 1, 3), told.output
    assert told.stdout.strip()


@pytest.mark.parametrize("words", REFUSED, ids=lambda words: " ".join(words))
def test_what_it_does_not_have_is_told_in_a_sentence(words, folder, monkeypatch):
    told = tiltmeter(folder, words, monkeypatch)
    assert told.exit_code == 2
    assert REFUSED[words] in told.output.lower()
    assert len(told.output.strip().splitlines()) == 1


@pytest.mark.parametrize(("moves", "counts"), [(1, "2"), (2, "2,3")])
def test_games_that_never_end_have_a_page_that_says_so(folder, monkeypatch, moves, counts):
    """With one number of players, or with one of two."""
    endless = replace(toy.TITLE, name="endless", max_moves=moves)
    monkeypatch.setitem(titles._guests, "endless", lambda: endless)
    words = ("-p", counts, "--quick", "--only", "html", "--out", f"endless-{counts}")
    told = tiltmeter(folder, ("report", "endless", *words), monkeypatch)
    assert told.exit_code == 0, told.output
    assert "Every game hit the round limit" in told.stdout
    compared = tiltmeter(
        folder, ("compare", "endless", "-p", "3", "--set", "box.beats=5", "-n", "60"), monkeypatch
    )
    assert compared.exit_code == 0, compared.output


def test_a_budget_of_it_is_checked(folder, monkeypatch):
    (folder / "budget.toml").write_text(
        'title = "toy"\nplayers = 2\ngames = 200\n'
        '[bands]\nturn_order = "borderline"\nround_limit = "<= 1%"\n'
    )
    told = tiltmeter(folder, ("check", "budget.toml", "--json"), monkeypatch)
    assert {one["target"] for one in json.loads(told.stdout)["targets"]} == {
        "turn_order",
        "round_limit",
    }


def test_a_study_by_a_single_strategy_asks_nothing_of_mixed_tables(folder, monkeypatch):
    sizes = levels("sizes", "what beating is worth", "size",
                   {f"beats {n}": {"box.beats": n} for n in range(3)})  # fmt: skip
    lone = replace(toy.TITLE, name="lone", levers=Levers(factors=lambda players: (sizes,)))
    monkeypatch.setitem(titles._guests, "lone", lambda: lone)
    # its own takes the place of every title's greedy, which would be a second
    strategy("lone", name="greedy", doc="Always makes one choice.")(toy.chooser)
    told = tiltmeter(folder, ("study", "lone", "sizes", *FEW, "--json"), monkeypatch)
    assert told.exit_code == 0, told.output
    names = {one["name"] for one in json.loads(told.stdout)["findings"]}
    assert "mean_score" in names
    assert "dominant_strategy" not in names


def test_as_many_games_are_played_as_are_told(folder, monkeypatch):
    words = ("compare", "toy", "--set", "box.beats=5", *FEW, "--out", "compared", "--json")
    told = json.loads(tiltmeter(folder, words, monkeypatch).stdout)
    runs = [
        json.loads((folder / run / "manifest.json").read_text()) for run in told["base"]["runs"]
    ]
    assert sum(run["experiment"]["games"] for run in runs) == int(FEW[-1])
