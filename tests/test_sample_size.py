"""How many games show an effect: as many as arithmetic says, and in four of five runs."""

import json
from pathlib import Path

import numpy as np
import pytest
from test_cli import tiltmeter

import tiltmeter as tm
from analyses.lab.sample_size import Scatter, effect_of
from analyses.statistics.estimate import Share

PLANTED = Path(__file__).parent / "panel" / "planted.py"


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    return tm.Workshop(tmp_path_factory.mktemp("plan"), jobs=1)


def test_of_a_fair_race_it_is_what_arithmetic_says(shop):
    """A seat wins a quarter: (2.498 + 0.842)² · 0.1875 / 0.02² games show two points of four."""
    found = shop.plan(PLANTED, "turn_order", "2%", players=4, strategies=["plays"])
    assert found.games == pytest.approx(5230, rel=0.05)
    assert found.games_each == pytest.approx(2 * found.games, rel=0.05)
    one = shop.plan(PLANTED, "first_player", 0.02, players=4, strategies=["plays"])
    assert one.games == pytest.approx(7.849 * 0.1875 / 0.02**2, rel=0.05)
    assert one.rate > 0


def test_so_many_games_show_it_in_four_of_five_runs():
    players, effect, pilot = 4, 0.02, 4000
    scatter = Scatter("", "share", (0.25 * 0.75 / pilot) ** 0.5, players)
    games = round(pilot * scatter.times(effect))
    won = np.random.default_rng(1).binomial(games, 0.25 + effect, 2000) / games
    error = (0.25 * 0.75 / games) ** 0.5
    clear = [Share(share, error, games).interval(players).excludes(0.25) for share in won]
    assert 0.77 < np.mean(clear) < 0.83


def test_what_never_happened_is_planned_for_as_often_as_it_would(shop):
    found = shop.plan(PLANTED, "round_limit", "1%", players=2, games=300, strategies=["plays"])
    assert found.games == pytest.approx(7.849 * 0.0099 / 0.01**2, rel=0.05)


def test_sizes_are_shares_or_numbers():
    assert effect_of("2%", "first_player") == pytest.approx(0.02)
    assert effect_of(0.02, "first_player") == 0.02
    assert effect_of("1.5", "margin") == 1.5
    for see, metric in (("3%", "margin"), ("x", "length")):
        with pytest.raises(tm.UserError, match="size of an effect"):
            effect_of(see, metric)
    for see in ("0%", "-2%", "100%", "nan"):
        with pytest.raises(tm.UserError, match="above 0%"):
            effect_of(see, "first_player")


def test_what_no_game_tells_is_refused(shop):
    with pytest.raises(tm.UserError, match="No metric measures 'luck'"):
        shop.plan(PLANTED, "luck", "2%", players=4)
    with pytest.raises(tm.UserError, match="Unknown metric or question 'lenght'"):
        shop.plan(PLANTED, "lenght", "2%", players=4)
    with pytest.raises(tm.UserError, match="is the same in all"):
        shop.plan(PLANTED, "length", 1, players=4, games=300)


def test_the_command_tells_games_and_minutes_in_both_languages():
    words = "plan", PLANTED, "seats", "--see", "2%", "-p", 4, "-s", "plays", "-j", 1
    told = tiltmeter(*words).stdout
    assert "games (less than a minute) show an effect of 2 percentage points in four of" in told
    assert "parties (moins d’une minute) montrent" in tiltmeter(*words, "--language", "fr").stdout
    found = json.loads(tiltmeter(*words, "--json").stdout)
    assert (found["of"], found["unit"], found["see"]) == ("turn_order", "share", 0.02)
    assert found["compare"]["games_each"] > found["games"] > 4000
    assert found["minutes"] == pytest.approx(found["games"] / found["games_per_second"] / 60, abs=1)
