"""Role sets in the studio: what is known of one is told at once, and what each swap would do."""

import re
import shutil
from pathlib import Path

import pytest

import tiltmeter as tm
from analyses.lab.compare.differences import label
from analyses.lab.metrics import METRICS
from analyses.language import read_language, speaking
from tiltmeter.studio.asked import Asked
from tiltmeter.studio.render import fragment
from tiltmeter.studio.work import pace, roles

PIG = Path(__file__).parents[1] / "examples" / "games" / "pig.py"
SET = ["issisinui", "aquilla", "kutu_kuti"]


@pytest.fixture
def shop(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(roles, "GAMES", 24)
    return tm.Workshop("runs", jobs=1)


def test_cards_are_a_games_factors(shop):
    factions, seats, *_ = roles.factors(shop, "excavation", 3)
    assert (factions["size"], factions["is_set"], len(factions["slots"])) == (3, True, 1)
    assert ["kutu_kuti", "Kutu Kuti"] in factions["slots"][0]
    assert (seats["is_set"], len(seats["slots"])) == (False, 3)
    now = roles.factors(shop, "excavation", 3, changes=["setup.factions=issisinui,aquilla,gul"])
    assert now[0]["now"] == ["issisinui", "aquilla", "gul"]


def test_swaps_of_a_cast_are_played_once_and_known_from_then_on(shop):
    about = {"game": "excavation", "factor": "factions", "members": SET, "players": 3}
    assert roles.known(shop, **about) is None
    (told,) = roles.play(shop, **about)
    assert told == roles.known(shop, **about)
    assert len(told["swaps"]) == 6
    changes = [abs(one["change"]) for one in told["swaps"]]
    assert changes == sorted(changes, reverse=True)
    assert changes[0] > 0
    by = told["offered"][1][0]
    other = roles.known(shop, **about, by=by)
    assert other["by"] == by
    assert other["swaps"] != told["swaps"]
    swap = told["swaps"][0]
    assert swap["name"]["in"] in ("Gul", "Dal Harrai")
    assert swap["name"]["out"] in ("Issisinui", "Aquilla", "Kutu Kuti")
    assert (told["games"], told["source"], told["is_whole"]) == (24, "runs", True)
    assert roles.task(shop, **about) == {"sets": 7, "each": 24}
    there = roles.known(shop, **{**about, "members": [*SET[:2], "gul"]})  # where a swap leads
    own = next(one for one in told["swaps"] if one["name"] == {"out": "Kutu Kuti", "in": "Gul"})
    first, (back,) = there["metrics"][0], there["swaps"]
    assert first["value"] == pytest.approx(own["value"])
    assert first["low"] <= first["value"] <= first["high"]
    assert back["name"] == {"out": "Gul", "in": "Kutu Kuti"}
    assert (back["change"], back["low"]) == (-own["change"], -own["high"])
    assert (there["games"], there["is_whole"]) == (24, False)
    assert roles.known(shop, **{**about, "members": [SET[0], "gul", "dal_harrai"]}) is None
    page = fragment(
        "en", "roles_known.html.jinja", told=there, command=["compare"], asked=Asked("excavation"),
        task=roles.task(shop, **about),
    )  # fmt: skip
    assert "From 24 games of this set." in page
    assert "its own other swaps were not" in page
    assert "7 sets, 24 games of each: 168 games in all" in page
    assert roles.known(shop, **about, seed=2) is None
    assert roles.command(shop, **about)[-4:] == ["--each", "swapped", "-n", "24"]


def test_a_study_tells_of_every_set_that_it_has_played(shop, tmp_path):
    shutil.copy(PIG, tmp_path)
    (factor,) = [one for one in roles.factors(shop, "pig.py", 2) if one["name"] == "goal"]
    values = [one for slot in factor["slots"] for one, _ in slot]
    about = {"game": "pig.py", "factor": factor["name"], "players": 2}
    assert roles.known(shop, **about, members=values[:1]) is None
    (told,) = roles.play(shop, **about, members=values[:1])
    assert re.match("studies/pig-", told["source"])
    assert len(told["swaps"]) == len(values) - 1
    length = roles.known(shop, **about, members=values[:1], by="length")
    mine = next(one for one in length["metrics"] if one["name"] == label("length"))
    for one in length["swaps"]:  # shorter or longer by the difference of both
        assert one["value"] == pytest.approx(mine["value"] + one["change"], rel=0.2)
        assert one["low"] < one["change"] < one["high"]
    back = roles.known(shop, **about, members=values[1:2], by="length")
    there = {one["name"]["out"]: one["change"] for one in back["swaps"]}
    assert min(there.values()) != 0
    assert roles.known(shop, **about, members=values[1:2], by="length")["metrics"]


def test_of_several_sources_the_one_with_most_games_tells_of_the_set(shop, monkeypatch):
    """A coarser study takes nobody's result away; what it alone knows is told with its games."""

    def source(games, is_whole=True):
        return [{
            "games": games, "is_whole": is_whole, "source": f"of {games}", "metrics": [games],
            "swaps": [games], "by": "", "unit": "", "offered": [],
        }]  # fmt: skip

    def known(swaps, study, into):
        found = {"_from_swaps": swaps, "_from_studies": study, "_from_swaps_into_it": into}
        for name, one in found.items():
            monkeypatch.setattr(roles, name, lambda *_, one=one: one)
        told = roles.known(shop, "excavation", "factions", SET, players=3)
        return told["source"], told["swaps_source"], told["swaps"]

    assert known(source(2000), source(400), []) == ("of 2000", "of 2000", [2000])
    assert known(source(2000), source(9000), []) == ("of 9000", "of 9000", [9000])
    assert known([], source(400), source(2000, False)) == ("of 2000", "of 400", [400])


def test_no_end_of_a_games_length_is_best_so_both_are_offered(shop, tmp_path, monkeypatch):
    monkeypatch.setattr(roles, "GAMES", 400)
    shutil.copy(PIG, tmp_path)
    [*roles.play(shop, game="pig.py", factor="goal", members=["goal=150"], players=2)]
    high = roles.ranked(shop, "pig.py", "goal", 2, by="length")
    low = roles.ranked(shop, "pig.py", "goal", 2, by="-length")
    assert {"length", "-length"} <= {name for name, _ in high["offered"]}
    assert (high["end_is"], low["end_is"]) == ("highest", "lowest")
    first = [one["best"][0]["members"] for one in (high, low)]
    assert first == [["goal=150"], ["goal=50"]]
    assert high["best"][0]["value"] > high["own"]["value"] > low["best"][0]["value"]
    assert roles.ranked(shop, "pig.py", "goal", 2, by="first_player")["fair"] == 0.5


def test_where_no_set_stands_out_none_is_named_and_none_is_listed():
    told = {
        "best": [], "by": "x", "unit": "share", "end": "", "offered": [], "about": "", "sets": 924,
        "told": 0, "games": 220, "mixed": 180, "source": "", "named": "x",
            "own": None, "end_is": "best", "fair": None, "fairest": [],
    }  # fmt: skip
    page = fragment(
        "en", "roles_ranked.html.jinja", told=told, factor="x", command=["study"], asked=Asked("x")
    )
    assert "These games do not tell which set is best." in page
    assert "Best by x" not in page
    assert "<table" not in page
    assert "The other 180 games of each, between different bots" in page


def test_what_is_asked_first_comes_first(shop):
    """Who wins stands above how long the longest games are, and swaps are ranked by it."""
    names = ["length_p95", "decisions", "mean_score", "turn_order_spread", "first_player"]
    assert roles.in_order(names)[:3] == ["first_player", "turn_order_spread", "mean_score"]
    about = {"game": "excavation", "factor": "factions", "members": SET, "players": 3}
    (told,) = roles.play(shop, **about)
    assert told["by"] == told["offered"][0][0] == "first_player"
    assert told["metrics"][0]["name"] == label("first_player")


def test_what_a_figure_of_a_set_says_is_told_without_the_words_of_statisticians(shop):
    about = {"game": "excavation", "factor": "factions", "members": SET, "players": 3}
    [*roles.play(shop, **about)]
    with speaking(read_language("fr")):
        french = roles.known(shop, **about)["metrics"]
    for one in roles.known(shop, **about, by="win_rate_imbalance")["metrics"]:
        assert "mean square" not in one["about"]
        assert "percentile" not in one["about"]
        assert one["about"] not in [other["about"] for other in french]
    assert {*roles.PLAIN} <= {*METRICS}
    same = [one for one in roles.PLAIN.values() if "mean square" in one or len(one.split()) > 22]
    assert same == []


def test_how_long_games_would_take_is_found_by_some_that_are_played(shop):
    """A first one that is compiled does not count, and too few to be timed are played again."""
    now, played = [0.0], []

    def play(n):
        played.append(n)
        now[0] += 100 if len(played) == 1 else n / 200

    assert pace.rate(play, lambda: now[0]) == pytest.approx(200)
    assert played == [1, 1, 4, 16, 64]
    took = pace.minutes(shop, "lost_cities", 6_000, players=2)
    assert 0 < took == pace.minutes(shop, "lost_cities", 12_000, players=2) / 2


@pytest.mark.parametrize(
    ("minutes", "told"),
    [
        (0, "A minute at most"), (1, "A minute at most"), (2, "About 2 minutes"),
        (90, "About 90 minutes"), (91, "About 2 hours"), (90_000, "About 1,500 hours"),
    ],
)  # fmt: skip
def test_how_long_it_takes_is_told_in_minutes_or_hours(minutes, told):
    page = fragment("en", "minutes.html.jinja", minutes=minutes)
    assert page.strip() == f"{told} on this machine."


def test_what_is_no_set_is_a_sentence(shop):
    with pytest.raises(tm.UserError, match="do not make a set of Excavation Earth: gul"):
        roles.known(shop, "excavation", "factions", ["gul"], players=3)
    with pytest.raises(tm.UserError, match="There is no 'roles' to choose"):
        roles.known(shop, "excavation", "roles", ["gul"], players=3)
