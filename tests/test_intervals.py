"""Intervals cover what they claim, checked by simulation; findings agree with plain arithmetic."""

import numpy as np
import polars as pl
import pytest

import analyses
from analyses.intervals import clustered, mean_interval, share_interval, with_interval

EXPERIMENTS = 2000


def made_up(rng, deals, games_per_deal, truth, tilt):
    """Win shares whose chance differs from deal to deal, so games of a deal hang together."""
    chance = np.clip(truth + tilt * rng.standard_normal(deals), 0, 1)
    won = rng.random((deals, games_per_deal)) < chance[:, None]
    return pl.DataFrame(
        {
            "deal": np.repeat(np.arange(deals), games_per_deal),
            "win": won.ravel().astype(float),
            "who": "one",
        }
    ).lazy()


def coverage(interval, experiments, truth, value="win"):
    hits = 0
    for frame in experiments:
        table = with_interval(clustered(frame, "who", pl.col(value)), interval)
        hits += table["low"][0] <= truth <= table["high"][0]
    return hits / EXPERIMENTS


@pytest.mark.slow
@pytest.mark.parametrize(("truth", "tilt"), [(0.25, 0.0), (0.5, 0.15)])
def test_share_intervals_cover_94_to_96_percent(truth, tilt):
    rng = np.random.default_rng(1)
    trials = (made_up(rng, 250, 4, truth, tilt) for _ in range(EXPERIMENTS))
    assert 0.94 <= coverage(share_interval, trials, truth) <= 0.96


@pytest.mark.slow
def test_mean_intervals_cover_94_to_96_percent():
    rng = np.random.default_rng(2)

    def scores():
        luck = np.repeat(rng.normal(0, 30, 40), 3)
        points = 100 + luck + rng.normal(0, 50, 120)
        deal = np.repeat(np.arange(40), 3)
        return pl.DataFrame({"deal": deal, "score": points, "who": "one"}).lazy()

    trials = (scores() for _ in range(EXPERIMENTS))
    assert 0.94 <= coverage(mean_interval, trials, 100, "score") <= 0.96


def test_ignoring_the_deals_would_be_too_narrow():
    """Why intervals are clustered: games of one deal repeat each other."""
    rng = np.random.default_rng(3)
    frame = made_up(rng, 200, 10, 0.5, 0.3).collect()
    honest = clustered(frame.lazy(), "who", pl.col("win"))["error"][0]
    alone = frame.with_columns(deal=pl.arange(len(frame)))
    naive = clustered(alone.lazy(), "who", pl.col("win"))["error"][0]
    assert honest > 1.5 * naive


def test_a_share_of_none_or_all_keeps_an_interval():
    frame = pl.DataFrame({"deal": range(50), "win": [0.0] * 50, "who": "one"}).lazy()
    table = with_interval(clustered(frame, "who", pl.col("win")), share_interval)
    assert table["low"][0] == 0
    assert 0.03 < table["high"][0] < 0.12


def test_one_deal_has_no_error_bar():
    frame = pl.DataFrame({"deal": [0], "win": [1.0], "who": "one"}).lazy()
    table = clustered(frame, "who", pl.col("win"))
    assert mean_interval(table["estimate"], table["error"], table["deals"])[1][0] == np.inf
    low, high = share_interval(table["estimate"], table["error"], table["deals"])
    assert 0 <= low[0] < high[0] <= 1


def frame_of_games():
    """Three games of two players: wins, a shared win, different lengths and endings."""
    return pl.DataFrame(
        {
            "game": [0, 0, 1, 1, 2, 2],
            "deal": [0, 0, 0, 0, 1, 1],
            "seat": [1, 2] * 3,
            "strategy": ["a", "b", "b", "a", "a", "b"],
            "score": [10, 5, 7, 7, 3, 9],
            "place": [1, 2, 1, 1, 2, 1],
            "win": [1.0, 0.0, 0.5, 0.5, 0.0, 1.0],
            "rounds": [5, 5, 6, 6, 10, 10],
            "decisions": [11, 11, 12, 12, 20, 20],
            "ending": ["x", "x", "x", "x", "y", "y"],
        }
    )


def test_findings_are_plain_arithmetic():
    found = {finding.name: finding for finding in analyses.run(frame_of_games())}
    assert list(found) == list(analyses.QUESTIONS)
    shares = dict(found["strategies"].table.select("strategy", "estimate").iter_rows())
    assert shares == {"a": 0.5, "b": 0.5}
    seats = dict(found["seats"].table.select("seat", "estimate").iter_rows())
    assert seats == {1: 0.5, 2: 0.5}
    assert found["scores"].estimate == pytest.approx(41 / 6)
    assert found["length"].estimate == pytest.approx(7)
    assert found["endings"].estimate == pytest.approx(2 / 3)


def test_findings_can_be_asked_one_by_one_and_as_json():
    import json

    (only,) = analyses.run(frame_of_games(), ("length",))
    assert json.loads(json.dumps(only.as_json()))["question"] == "How long is a game?"


def test_seats_of_a_symmetric_title_of_chance_are_level():
    """Random players in Lost Cities: every seat at a quarter, within its interval."""
    import tiltmeter

    frame = tiltmeter.simulate("lost_cities", games=8000, players=4, strategies=["random"], seed=5)
    (seats,) = tiltmeter.analyse(frame, ["seats"])
    for row in seats.table.iter_rows(named=True):
        assert abs(row["estimate"] - 0.25) < 0.02


def test_one_game_is_enough_for_findings_that_claim_nothing():
    frame = frame_of_games().filter(pl.col("game") == 0)
    for finding in analyses.run(frame):
        assert finding.sentence
