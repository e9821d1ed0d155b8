"""Levels of skill: how they are seated, that they play soundly, and that they are found."""

import pytest
from ours import OURS

import tiltmeter as tm
from analyses.experiments.pool import learned_from
from analyses.experiments.runner import Runner
from analyses.findings.names import bot_called
from analyses.lab.players import calibrate as calibrating
from analyses.lab.players.calibrate import calibrate, keep
from analyses.lab.players.tournament import table_for
from analyses.language import read_language, say, speaking, word
from simulator.errors import UserError
from simulator.levers import Levers
from simulator.titles import load_title
from strategies import levels
from strategies.conformance import (
    cannot_peek,
    plays_the_same_in_every_engine,
    plays_to_the_end_and_repeats_itself,
)
from strategies.levels import LEVELS, REGULAR, Level, as_level, levels_of, read_file, read_levels
from strategies.registry import seat, spelled_out
from strategies.seat import Seat

LOST_CITIES = load_title("lost_cities")


def test_a_level_is_short_for_all_that_makes_it():
    short = Seat.parse("level=3")
    assert (short, str(short)) == (as_level(3), "level=3")
    whole = str(spelled_out(LOST_CITIES, short, 2))
    assert whole.startswith("level=3:share=0.1354:by=random")
    assert str(spelled_out(LOST_CITIES, whole, 2)) == whole
    learned = str(spelled_out(LOST_CITIES, "level=6", 2))
    assert "by=learned" in learned
    assert "net=shipped@" in learned, "a run is known by the net that played it"
    assert str(spelled_out(LOST_CITIES, "level=3:never=refuse", 2)).endswith(":never=refuse")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("level=0", "whole numbers from 1 to 9"),
        ("level=3:share=2:by=random", "from 0 to 1; '2' is none"),
        ("level=x", "whole numbers from 1 to 9"),
        ("level", "whole numbers from 1 to 9"),
        ("level=9", "no level above 8"),
        ("level=3:share=0.1:by=greedy", "'by' in"),
    ],
)
def test_what_is_no_level_is_told(words, told):
    with pytest.raises(UserError, match=told):
        seat(LOST_CITIES, words, 2)


def test_a_level_is_called_by_its_name_wherever_it_is_told():
    """In sentences, rows of names and tables; a command keeps what is typed."""
    spelled = "level=3:share=0.1354:by=random"
    assert word(spelled) == "level 3 (casual)"
    assert word(f"allround – {spelled}") == "allround – level 3 (casual)"
    assert word("level=6:share=0.4:by=search:rollouts=100 ×2") == "level 6 ×2"
    assert word(f"{spelled}:never=refuse") == "level 3 (casual):never=refuse"
    assert say("{bot} wins", bot=spelled) == "level 3 (casual) wins"
    assert say("-s {bot!s}", bot=spelled) == f"-s {spelled}"
    with speaking(read_language("fr")):
        assert word(spelled) == "niveau 3 (occasionnel)"
        assert bot_called(spelled, Levers()) == "niveau 3 (occasionnel)"


def test_a_game_without_levels_says_how_to_find_them(monkeypatch, tmp_path):
    monkeypatch.setattr(levels, "shipped_file", lambda title: None)
    monkeypatch.setattr(levels, "kept_file", lambda title: tmp_path / "none.toml")
    monkeypatch.setattr(levels, "finding", [])
    with pytest.raises(UserError, match="tiltmeter ladder lost_cities -p 2 --levels"):
        levels_of(LOST_CITIES, 2)
    found = {REGULAR: Level(REGULAR, 0.0, "random")}
    monkeypatch.setattr(levels, "finding", [lambda title, players: found])
    assert levels_of(LOST_CITIES, 2) == found


@pytest.mark.parametrize("name", OURS)
def test_every_title_has_levels_at_every_number_of_players(name):
    title = load_title(name)
    for players in title.players:
        known = read_levels(title, players)
        assert {*range(1, REGULAR + 1)} <= {*known} <= {*LEVELS}
        shares = [known[level].share for level in range(1, REGULAR + 1)]
        assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize("name", OURS)
def test_levels_that_were_tested_are_as_strong_as_their_names(name):
    """Within 30 Elo, on shuffles that did not choose them."""
    title = load_title(name)
    for players in title.players:
        for one in read_levels(title, players).values():
            if one.games:
                assert abs(one.elo - 100 * (one.level - REGULAR)) <= 30


@pytest.mark.parametrize("words", ["level=3:share=0.5:by=random"])
@pytest.mark.parametrize(
    "check", [cannot_peek, plays_to_the_end_and_repeats_itself, plays_the_same_in_every_engine]
)
def test_levels_play_soundly(check, words):
    check(LOST_CITIES, words)


def test_a_level_wins_what_its_name_says(tmp_path):
    """Level 4 against the default bot: 36%, on shuffles of another seed."""
    run = tm.Workshop(tmp_path, 1).simulate(
        "lost_cities", players=2, strategies=["level=4", "allround"], games=4000, seed=99
    )
    frame = run.frame.collect()
    mine = frame.filter(frame["strategy"].cast(str).str.starts_with("level"))
    assert 0.33 < mine["win"].mean() < 0.39


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """With the fastest of its learned bots alone."""
    table, runner = table_for("lost_cities", players=3), Runner(tmp_path_factory.mktemp("runs"), 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(calibrating, "learned_from", lambda *words: list(learned_from(*words))[:1])
        return calibrate(runner, table, 600, rollouts=())


def test_it_finds_the_levels_below_the_default_bot(found):
    below = [one for one in found.levels if one.level < REGULAR]
    assert [one.level for one in below] == [1, 2, 3, 4]
    for one in below:
        low, high = one.low - 30, one.high + 30
        assert low <= 100 * (one.level - REGULAR) <= high
    assert f"levels 1 to {found.levels[-1].level} " in found.sentence


def test_each_level_that_was_found_beats_the_one_below(found):
    assert all(step.value > 40 for step in found.steps.values())


def test_what_was_found_is_kept_beside_other_numbers_of_players(found, tmp_path):
    file = keep(found, tmp_path / "levels.toml", "a command")
    held = read_file(file)[3]
    assert [*held] == [one.level for one in found.levels]
    assert held[3].share == pytest.approx(found.levels[2].share, rel=1e-4)
