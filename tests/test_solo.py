"""The solo rival: wins, margins and switches, on rows small enough to work out by hand."""

import numpy as np
import polars as pl
import pytest

from analyses.experiments.plan import QUICK, plan
from analyses.experiments.purposes import SWITCH, Purpose
from analyses.findings.sample import sample_of
from analyses.findings.verdicts import FACT
from analyses.questions import QUESTIONS
from analyses.questions import ask as ask_all
from analyses.questions.choices import tallies
from analyses.questions.solo import with_switches
from simulator.titles import load_title

SWITCHES = load_title("excavation").levers.rival.switches


def rows(scores, rival, *, strategy="allround", first=0):
    n = len(scores)
    return pl.DataFrame(
        {
            "title": ["excavation"] * n,
            "game": range(first, first + n),
            "deal": range(n),
            "line_up": [strategy] * n,
            "same": ["all"] * n,
            "forbids": [""] * n,
            "seat": [1] * n,
            "strategy": [strategy] * n,
            "score": scores,
            "tally_zu_score": rival,
            "win": [float(a > b) for a, b in zip(scores, rival, strict=True)],
            "rounds": [15] * n,
        }
    )


def ask(frame):
    (finding,) = ask_all(sample_of(frame), ["solo"])
    return finding


def test_what_counts_as_a_round_is_said_where_the_rulebook_means_something_else():
    frame = rows([100, 90], [90, 95]).with_columns(decisions=80, forced=20)
    (length,) = ask_all(sample_of(frame), ["length"])
    assert any("three rounds of the rulebook have several" in note for note in length.notes)
    (length,) = ask_all(sample_of(frame.with_columns(title=pl.lit("archeos"))), ["length"])
    assert not any("Counted as a round" in note for note in length.notes)


def test_wins_and_margins_are_plain_arithmetic():
    frame = pl.concat(
        [
            rows([100, 90, 80, 120], [90, 95, 100, 60]),
            rows([10, 20, 30, 40], [50, 50, 50, 50], strategy="digger", first=4),
        ]
    )
    finding = ask(frame)
    best, worst = finding.table.iter_rows(named=True)
    assert (best["strategy"], best["estimate"]) == ("allround", 0.5)
    assert best["margin"] == (10 - 5 - 20 + 60) / 4
    assert (best["p5"], best["p95"]) == (-20, 60)
    assert best["Zu's score"] == 345 / 4
    assert (worst["strategy"], worst["estimate"], worst["margin"]) == ("digger", 0, -25)
    assert "The best of two bots (allround) wins 50% of solo games against Zu (" in finding.sentence


@pytest.mark.parametrize(
    ("won", "verdict"), [(50, "balanced"), (97, "tilted"), (3, "tilted"), (80, "borderline")]
)
def test_a_rival_is_level_where_either_side_may_win(won, verdict):
    scores = [60 if k % 100 < won else 40 for k in range(4000)]
    assert ask(rows(scores, [50] * 4000)).verdict == verdict


def test_a_switch_is_compared_deal_by_deal():
    base = rows([40, 60, 40, 60] * 5, [50] * 20)
    frames = {
        "zu.credits=0": rows([60, 60, 40, 60] * 5, [50] * 20),
        "zu.fail_credits=15": rows([35, 45, 35, 60] * 5, [50] * 20),
    }
    sample = sample_of(base)
    found = with_switches(ask(base), sample, {w: frame.lazy() for w, frame in frames.items()})
    easy, hard = found.tables[-1].frame.iter_rows(named=True)
    assert (easy["switch"], easy["estimate"], easy["margin"]) == ("zu.credits=0", 0.25, 5)
    assert (hard["switch"], hard["estimate"], hard["margin"]) == (
        "zu.fail_credits=15",
        -0.25,
        -6.25,
    )
    assert easy["Zu has"] == "no credits at the start"
    assert easy["low"] < 0.25 < easy["high"]
    assert "'no credits at the start' makes it easiest (+25.0 points of win rate)" in found.sentence


def test_what_is_dealt_and_what_a_rival_scores_is_no_option():
    frame = rows([100, 90], [90, 95]).with_columns(
        decisions=80, forced=20, tally_moves=3, tally_aquilla=1
    )
    (options,) = ask_all(sample_of(frame), ["choices"])
    assert options.table["option"].to_list() == ["moves"]


def test_nobody_is_asked_who_does_not_play_alone():
    two = rows([1, 2], [3, 4]).with_columns(game=pl.lit(0), seat=pl.Series([1, 2]))
    assert "Not run" in ask(two).sentence
    assert ask(rows([1], [2]).drop("tally_zu_score")).tables == ()


def test_alone_nobody_is_asked_of_seats_and_leaders():
    for name in ("viable_strategies", "skill", "turn_order", "runaway_leader", "option_value"):
        assert not QUESTIONS[name].is_asked(sample_of(rows([1, 2], [3, 4])))
        two = rows([1, 2], [3, 4]).with_columns(game=pl.lit(0), seat=pl.Series([1, 2]))
        assert QUESTIONS[name].is_asked(sample_of(two))


def test_alone_scores_are_described_and_not_judged():
    """Nobody leads anybody there, and of two the margin is all that they differ by."""
    alone, two = rows([1, 2], [3, 4]), rows([1, 2], [3, 4])
    two = two.with_columns(game=pl.lit(0), seat=pl.Series([1, 2]), place=pl.Series([2, 1]))
    verdicts = [
        ask_all(sample_of(one), ["scores"])[0].verdict
        for one in (alone.with_columns(place=pl.lit(1)), two)
    ]
    assert verdicts == [FACT, FACT]


def test_a_report_plays_every_switch_on_the_deals_of_the_base_game():
    chosen = plan("excavation", [1], QUICK)
    base = chosen[0]
    switched = [one for one in chosen if one.components.changes()]
    assert {one.purpose for one in switched} == {
        Purpose(SWITCH, switch.name) for switch in SWITCHES
    }
    assert len(switched) == len(SWITCHES) == 10
    assert {one.games for one in switched} == {QUICK.switched}
    assert QUICK.switched <= base.games // base.games_per_deal, "every deal has its partner"
    assert {one.seed for one in chosen} == {base.seed}


def test_of_one_player_games_won_are_held_against_games_lost():
    """Nobody else is there whom a winner could have more than; 1 wins all, and 3 in each won."""
    won = np.arange(400) % 4 > 0
    rows = pl.DataFrame(
        {
            "game": np.arange(400),
            "deal": np.arange(400) // 2,
            "win": won.astype(float),
            "tally_steps": np.where(won, 3, 1),
            "tally_falls": np.arange(400) % 3,
        }
    )
    table = tallies(rows.lazy(), 1)
    assert table["winners more"][0] == pytest.approx(2)
    assert table["q"][0] < 0.05 < table["q"][1]
    always = tallies(rows.with_columns(win=1.0).lazy(), 1)
    assert always["q"].to_list() == [1, 1]
