"""Reports are handed on: nothing in them says where their owner keeps files, or is called."""

import re
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_outside import COIN

from analyses.language import Language
from reports.handed_on import handed_on
from reports.model import Page, Section, SectionPart
from tiltmeter.cli import main

pytestmark = pytest.mark.usefixtures("undrawn")

NAME = "zz_somebody"
SMALL = ("-n", 40, "-p", 2, "-j", 1, "-q")
PLUG_IN = """
from strategies.registry import strategy
@strategy("lost_cities", weights=dict(height=1.0))
def climber(game, rules, move, mind):
    '''Takes the highest number.'''
    return mind.weights[0] * move
"""


def tiltmeter(*words):
    told = CliRunner().invoke(main, [str(word) for word in words])
    assert told.exit_code == 0, told.output


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Files of somebody, who works elsewhere."""
    made = tmp_path / "home" / NAME
    made.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(made))
    for one in ("USER", "LOGNAME"):
        monkeypatch.setenv(one, NAME)
    (tmp_path / "desk").mkdir()
    monkeypatch.chdir(tmp_path / "desk")
    return made


def text_of(folder):
    """All that a browser, a spreadsheet or a search would find."""
    kinds = ("*.html", "*.svg", "*.csv")
    return "\n".join(file.read_text() for kind in kinds for file in folder.rglob(kind))


def must_be_silent(folder, *expected):
    text = text_of(folder)
    assert NAME not in text
    assert str(Path(__file__).parent.parent) not in text
    assert not re.search(r"(?<![\w.:/<])/(?:home|root|tmp|Users|private)/", text)
    for words in expected:
        assert words in re.sub("<[^>]*>", "", text)


def test_of_a_shipped_title_with_a_plug_in(home):
    (home / "climber.py").write_text(PLUG_IN)
    who = ("-s", "climber", "--code", home / "climber.py")
    tiltmeter("simulate", "lost_cities", *SMALL, *who, "--out", home / "run")
    tiltmeter("report", home / "run", "--only", "html", "--export", home / "out", "-q")
    must_be_silent(home, "--code climber.py")


def test_of_a_game_of_ones_own(home):
    (home / "coin.py").write_text(COIN)
    tiltmeter("simulate", home / "coin.py", *SMALL, "--out", home / "run")
    tiltmeter("report", home / "run", "--only", "html", "-q")
    must_be_silent(home / "run", "tiltmeter simulate coin.py -p 2")
    prize = ("--set", "prize=3", "--out", home / "runs")
    tiltmeter("compare", home / "coin.py", *prize, *SMALL, "--report", home / "compared")
    must_be_silent(home / "compared", "tiltmeter compare coin.py --set prize=3 --out runs -n 40")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("-s allround@/home/me/best.toml,b@/x/y.toml", "-s allround@best.toml,b@y.toml"),
        ("--out=/home/me/runs", "--out=runs"),
        ("'/home/me/my games/pig.py'", "'my games/pig.py'"),
        ("games/pig.py and/or 3/4 ../pig.py", "games/pig.py and/or 3/4 ../pig.py"),
        ("https://boardgamegeek.com/a/b", "https://boardgamegeek.com/a/b"),
        ("<g></g><svg/>", "<g></g><svg/>"),
    ],
)
def test_files_are_called_by_their_names(text, told):
    parts = (SectionPart("a", "b", code=(text,)),)
    page = Page("t", "s", "a", date(2026, 1, 1), (text,), (Section("a", "b", "c", parts),), ())
    done = handed_on(page)
    assert (done.summary, done.sections[0].parts[0].code) == ((told,), (told,))
    assert isinstance(done.language, Language)
