"""The page that says all one needs to write a game: short, complete, and its game is sound."""

import json
import re

import pytest
from click.testing import CliRunner

from simulator.conformance import whimsical
from simulator.match import Match
from simulator.titles import CUT_OFF, load_title
from tiltmeter import design
from tiltmeter.beginning import GUIDE
from tiltmeter.cli import main

TEXT = GUIDE.read_text(encoding="utf-8")


def test_it_is_printed_and_no_longer_than_it_may_be():
    told = CliRunner().invoke(main, ["new", "--guide"])
    assert told.stdout == TEXT
    assert 2000 < len(TEXT.split()) <= 4000
    for words in ([], ["hut", "--guide"]):
        assert CliRunner().invoke(main, ["new", *words]).exit_code == 2


@pytest.mark.parametrize("name", design.__all__)
def test_every_name_that_can_be_imported_is_in_it(name):
    assert re.search(rf"\b{name}\b", TEXT)


def test_its_game_can_be_played(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (block,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    (tmp_path / "catch.py").write_text(block)
    title = load_title("catch.py")
    for players in title.players:
        rules = title.rules_for(title.components, players)
        match = Match(title, rules, whimsical(players), "python")
        assert (match.play(1, 0, 2)["ended"] > CUT_OFF).all()


def test_a_file_that_cannot_be_run_is_a_failure_with_its_line(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "torn.py").write_text("from tiltmeter.design import Game\n\nGame('torn', moves=(\n")
    told = CliRunner().invoke(main, ["verify", "torn.py", "--json"])
    assert told.exit_code == 1
    (failure,) = json.loads(told.stdout)
    assert (failure["holds"], failure["line"]) == (False, 3)
    assert failure["file"].endswith("torn.py")
    assert "declares a game" in failure["expected"]
