"""What a designer reads first: the claim, its size, what is fair, and the number that is judged."""

import json

import polars as pl
import pytest
import toy

from analyses.findings.finding import Finding, apart, listed, signed, whole_percent, whole_range
from analyses.findings.sample import sample_of
from analyses.findings.verdicts import LEVEL, NOT_TILTED, TILTED, UNKNOWN, Scale
from analyses.language import read_language, speaking
from analyses.questions import QUESTIONS, ask
from analyses.questions.endings import LIMIT
from analyses.questions.turn_order import _handicap_told, _helped, _order_told
from analyses.statistics.estimate import Estimate, Exactly, Share
from analyses.statistics.handicap import Whole
from simulator.levers import Levers
from simulator.titles import load_title


def test_whole_percents_are_told_unless_they_hide_the_difference():
    assert apart(0.4, 1 / 3) == (whole_percent, whole_range)
    share, ends = apart(0.174, 1 / 6)
    assert (share(0.174), share(1 / 6), ends(0.17, 0.18)) == ("17.4%", "16.7%", "17.0–18.0%")
    assert apart(0.25, 0.25)[0](0.25) == "25%"


def test_figures_in_a_row_and_with_a_sign():
    assert listed(["a"]) == "a"
    assert listed(["40", "34", "26%"]) == "40, 34 and 26%"
    assert [signed(points) for points in (3, -2)] == ["+3", "−2"]
    assert whole_range(0.448, 0.49) == "45–49%"
    with speaking(read_language("fr")):
        assert whole_range(0.448, 0.49) == "45 à 49\u00a0%"
        assert listed(["40", "34", "26"]) == "40, 34 et 26"


def seats(*shares, q=0.0):
    """A table of seats, all of them clearly what they are; and who is farthest."""
    rows = pl.DataFrame({"seat": range(1, len(shares) + 1), "estimate": shares, "q": q})
    even = 1 / len(shares)
    far = max(rows.iter_rows(named=True), key=lambda row: abs(row["estimate"] - even))
    return rows, far, even


def order(*shares, q=0.0, trend=0.0, is_level=False):
    rows, far, even = seats(*shares, q=q)
    helped = _helped(rows, far, even, Estimate(trend, 0.01, 1000))
    return _order_told(rows, even, helped, far, is_level)


@pytest.mark.parametrize(
    ("shares", "trend", "told"),
    [
        ((0.4, 0.34, 0.26), -0.14, "Going first helps: players win 40, 34 and 26% in turn order"),
        ((0.4, 0.6), 0.2, "Going second helps: players win 40 and 60% in turn order"),
        ((0.3, 0.3, 0.4), 0.1, "Going last helps: players win 30, 30 and 40% in turn order"),
        ((0.28, 0.3, 0.22, 0.2), -0.1, "Going early helps: players win 28, 30, 22 and 20%"),
        ((0.2, 0.22, 0.3, 0.28), 0.1, "Going late helps: players win 20, 22, 30 and 28%"),
        ((0.2, 0.4, 0.2, 0.2), 0.0, "Player 2 of 4 wins most: players win 20, 40, 20 and 20%"),
        ((0.3, 0.1, 0.3, 0.3), 0.0, "Player 2 of 4 wins least: players win 30, 10, 30 and 30%"),
    ],
)
def test_the_headline_tells_the_whole_turn_order(shares, trend, told):
    if told.startswith("Player 2 of 4 wins least"):  # the others are no clear winners
        rows, far, even = seats(*shares)
        rows = rows.with_columns(q=pl.when(pl.col("seat") == 2).then(0.0).otherwise(0.5))
        said = _order_told(rows, even, _helped(rows, far, even, Estimate(0, 0.01, 9)), far, False)
    else:
        said = order(*shares, trend=trend)
    assert said.startswith(told)
    assert said.endswith(f" (a fair share is {100 / len(shares):.0f}%).")
    assert len(said.split()) <= 22


def test_an_order_that_makes_no_difference_says_so():
    assert order(0.26, 0.24, 0.25, 0.25, q=0.5) == (
        "Turn order makes no clear difference: players win 26, 24, 25 and 25% (a fair share is"
        " 25%)."
    )
    assert order(0.255, 0.245, 0.25, 0.25, trend=-0.1, is_level=True).startswith(
        "Turn order hardly matters: players win 26, 24, 25 and 25%"
    )


def test_a_clear_difference_is_never_rounded_away():
    told = order(0.174, 0.17, 0.167, 0.165, 0.163, 0.161, trend=-0.1)
    assert "players win 17.4, 17.0, 16.7, 16.5, 16.3 and 16.1%" in told
    assert told.endswith("(a fair share is 16.7%).")


def test_a_handicap_is_an_instruction_in_points():
    third = [Share(share, 0.01, 900) for share in (0.331, 0.335, 0.334)]
    assert _handicap_told(Whole((-2, 0, 3), third, 1), 1 / 3) == [
        "Suggested handicap at final scoring: player 1 −2 points, player 3 +3.",
        "In these games every player then wins within a point of the fair share.",
    ]
    apart_still = [Share(share, 0.01, 900) for share in (0.36, 0.33, 0.31)]
    assert _handicap_told(Whole((-1, 0, 0), apart_still, 1), 1 / 3) == [
        "Suggested handicap at final scoring: player 1 −1 point.",
        "In these games every player then wins within 3 points of the fair share.",
    ]


def test_the_points_of_a_handicap_are_a_table():
    frame = toy.play(toy.rules(table=20, bonus=[3, 0, 0, 0]), [["a", "a"]], 4000)
    (found,) = ask(sample_of(frame), ["turn_order"])
    assert found.frame("handicap").select("seat", "points").rows() == [(1, 0), (2, 3)]


def test_the_judged_number_is_told_with_its_limits():
    scale = Scale("games that hit the round limit", 0.02, 0.05)
    cut = Finding("endings", "", "", measure=Exactly(0.031), measured=scale.measure, scale=scale)
    assert cut.judged == ("games that hit the round limit", "3.1%", "3.1–3.1%", "2%", "5%")
    assert cut.as_json()["measure"] == {
        "value": 0.031,
        "low": 0.031,
        "high": 0.031,
        "label": "games that hit the round limit",
        "borderline": 0.02,
        "tilted": 0.05,
    }
    leader = Scale("ahead, in percentage points", 0.05, 0.15, in_points=True)
    found = Finding("", "", "", measure=Exactly(-0.016), measured="ahead", scale=leader)
    assert found.judged[1:] == ("-1.6", "-1.6 to -1.6", "5", "15")
    assert leader.written(0.05) == "5 percentage points"
    few = Scale("viable strategies short of three", 0.5, 1.5, unit="strategies")
    assert (few.written(1), few.written(1.5)) == ("1 strategy", "1.5 strategies")
    assert Finding("", "", "").judged is None


def test_every_answer_with_a_verdict_shows_what_it_is_of():
    frame = toy.play(toy.rules(table=20), [["a", "a"]], 400)
    for found in ask(sample_of(frame)):
        told = json.loads(json.dumps(found.as_json()))
        is_judged = found.is_measured and QUESTIONS[found.name].is_judged
        assert (told["measure"] is not None) == (found.judged is not None) == is_judged
        assert "power" not in told
        assert "detectable" in told
    assert {one.name for one in ask(sample_of(frame)) if one.judged} >= {"turn_order", "endings"}


def test_what_is_inconclusive_says_what_is_ruled_out_and_how_many_games_settle_it():
    half = Finding("", "", "", verdict=NOT_TILTED, needed=370_000)
    assert half.undecided == ("Inconclusive: tilted is ruled out. About 370,000 games settle it.")
    assert Finding("", "", "", verdict=UNKNOWN, needed=900).undecided == (
        "Inconclusive: about 900 games settle it."
    )
    assert Finding("", "", "", verdict=NOT_TILTED).undecided == "Inconclusive: tilted is ruled out."
    assert [Finding("", "", "", verdict=one).undecided for one in (LEVEL, TILTED)] == ["", ""]


def test_win_rates_have_the_noun_of_a_title_in_their_heading():
    of_excavation = load_title("excavation").levers
    assert QUESTIONS["win_rates"].heading_for(of_excavation) == "Faction win rates"
    assert QUESTIONS["win_rates"].heading_for(Levers()) == "Win rates"
    assert QUESTIONS["scores"].heading_for(of_excavation) == "Scores"
    with speaking(read_language("fr", load_title("excavation").home)):
        assert QUESTIONS["win_rates"].heading_for(of_excavation) == "Taux de victoire (faction)"


def test_a_game_that_does_not_end_ends_by_the_round_limit():
    frame = toy.play(toy.rules(table=20), [["a", "a"]], 60)
    is_cut = pl.when(pl.col("deal") < 12)
    cut = frame.with_columns(
        title=pl.lit("none"), ending=is_cut.then(pl.lit("cut off")).otherwise(pl.lit("over"))
    )
    (found,) = ask(sample_of(cut), ["endings"])
    assert LIMIT in found.table["ending"].to_list()
    assert "cut off" not in found.table["ending"].to_list()
    assert "of games hit the round limit." in found.sentence
