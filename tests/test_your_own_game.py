"""Games of your own in docs: commands print what is shown, and every game can be played."""

import re
import shlex
import shutil
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from test_docs import with_few_games
from test_readme import agrees

import tiltmeter as tm
from simulator.conformance import whimsical
from simulator.kernel import plain
from simulator.match import Match
from simulator.testing import GameTable
from simulator.titles import CUT_OFF, load_title
from tiltmeter import design
from tiltmeter.cli import main

pytestmark = pytest.mark.usefixtures("undrawn")

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
API = (DOCS / "game-api.md").read_text(encoding="utf-8")
PAGES = ("your-own-game.md", "how-to/game-mechanisms.md", "how-to/train-an-agent.md")
BLOCKS = [
    block
    for page in PAGES
    for block in re.findall(r"```python\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL)
]
GAMES = [block for block in BLOCKS if "Game(" in block]


def sessions(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    return "".join(re.findall(r"```console\n(.*?)```", text, re.DOTALL))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("page", ["first-hour.md", "your-own-game.md"])
def test_commands_print_what_the_page_shows(folder, page):
    """In one folder, for they build on each other; fewer games print as much."""
    shutil.copy(ROOT / "examples" / "games" / "kites.py", folder)
    for part in re.split(r"^\$ ", sessions(page), flags=re.MULTILINE)[1:]:
        command, *shown = part.rstrip("\n").split("\n")
        words = with_few_games(shlex.split(command)[1:])
        done = CliRunner().invoke(main, words, catch_exceptions=False)
        assert done.exit_code == 0, done.output
        assert agrees(shown, done.stdout), done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("row", "changes"),
    [
        ("60", {"clouds": 60}),
        ("100 (now)", {}),
        ("140", {"clouds": 140}),
        ("200", {"clouds": 200}),
        ("clouds 100, finish the round", {"all_finish": True}),
    ],
)
def test_the_first_hour_has_the_figures_of_its_games(row, changes):
    text = (DOCS / "first-hour.md").read_text(encoding="utf-8")
    cells = re.search(rf"^\| {re.escape(row)} \| (.*) \|$", text, re.MULTILINE)[1].split(" | ")
    kites = str(ROOT / "examples" / "games" / "kites.py")
    frame = tm.simulate(kites, games=8000, players=2, changes=changes)
    first = frame.filter(frame["seat"] == 1)
    assert cells[0] == f"{first['win'].mean():.1%}"
    assert cells[-1] == f"{first['rounds'].mean():.1f}"


@pytest.mark.parametrize("text", GAMES, ids=lambda text: re.search(r'Game\(\s*"(\w+)"', text)[1])
def test_every_game_of_the_page_is_played_to_its_end_and_keeps_its_ranges(text, folder):
    """In plain Python: what is compiled is the same."""
    (folder / "shown.py").write_text(text)
    title = load_title("shown.py")
    for players in title.players:
        rules = title.rules_for(title.components, players)
        match = Match(title, rules, whimsical(players), "python")
        assert (match.play(1, 0, 2)["ended"] > CUT_OFF).all()
        for decision in match.tell(2, 0):
            broken = title.check.py_func(decision.game, rules)
            assert not broken, title.words.laws[broken - 1]


def test_a_seat_of_the_page_imagines_other_cards_but_none_that_it_has_seen(folder):
    (folder / "shown.py").write_text(next(game for game in GAMES if '"nerve"' in game))
    table = GameTable(load_title("shown.py"), 4)
    table.game.has_seen[0] = 1
    imagined = []
    for seed in range(20):
        game = table.game.copy()
        plain(table.title.redeal)(game, table.rules, 0, np.array([seed], np.uint64))
        assert game.hand[:2].tolist() == table.game.hand[:2].tolist()
        held = [*game.hand[:, 1].tolist(), *game.deck[1:6].tolist()]
        assert sorted(held) == [*range(1, 10)]
        imagined.append(tuple(game.hand[2:, 1]))
    assert len({*imagined}) > 10


def test_an_agent_is_trained_and_plays_as_the_page_shows(folder, capsys):
    (block,) = [block for block in BLOCKS if block not in GAMES]
    shutil.copy(ROOT / "examples" / "games" / "pig.py", folder)
    exec(block, {})
    assert "careful bot finishes ahead of random" in capsys.readouterr().out


def test_pig_is_as_it_stands_on_the_page():
    pig = (ROOT / "examples" / "games" / "pig.py").read_text(encoding="utf-8")
    assert next(game for game in GAMES if '"pig"' in game) in pig


@pytest.mark.parametrize("name", design.__all__)
def test_every_name_that_can_be_imported_is_in_the_vocabulary(name):
    assert re.search(rf"\b{name}\b", API)
