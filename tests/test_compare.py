"""Versions on the same deals: no change is exactly none, planted ones are found, pairing pays."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import toy
from playing import simulate
from test_cli import folder as folder
from test_cli import tiltmeter
from test_examples import GAMES
from test_metrics import DEALS, games

from analyses.experiments.experiment import experiment
from analyses.experiments.run_folder import RunFolder
from analyses.findings.finding import Finding
from analyses.findings.sample import Sample, sample_of
from analyses.findings.together import sample_of_runs
from analyses.lab.compare.compare import (
    Answer,
    _answer,
    compare,
    each,
    no_effect_told,
    pairing_told,
    same_play,
)
from analyses.lab.compare.differences import differences
from analyses.lab.compare.versions import metric_plan, must_pair, name_of, whole_plan
from analyses.lab.compare.who_wins import rates, who_wins
from analyses.lab.metrics import reading
from analyses.lab.played import Played
from analyses.questions import QUESTIONS
from analyses.statistics.estimate import NOTHING, Exactly
from simulator import titles
from simulator.errors import UserError
from simulator.titles import load_title
from strategies.seat import Seat

PAIR = ["a", "a"]
POOL = [Seat("allround"), Seat("greedy")]


def toy_version(name="base", deals=1000, seed=1, **rules):
    by = toy.rules(**({"deal": 11, "whim": 3} | rules))
    return Played(name, (), sample_of(toy.play(by, [PAIR], deals, seed=seed)))


def measured(*words, **rules):
    return toy_version(*words, **rules).measured()


def metrics_of(top):
    """The rows of its tables, by metric."""
    rows = [row for table in top.tables for row in table.frame.iter_rows(named=True)]
    return {row["metric"]: row for row in rows if "metric" in row}


def test_no_change_differs_by_exactly_nothing():
    (found,) = compare(toy_version(), [toy_version("the same")])
    top, answers = found.top, found.answers
    assert top.sentence == (
        "With the same, no win rate changes. No verdict changes. No other metric clearly changes."
    )
    rows = pl.concat([table.frame for table in top.tables if table.key != "who_wins"])
    assert len(rows) == 12  # of one round: nobody leads before the end, or comes back
    for column in ("difference", "low", "high"):
        assert set(rows[column]) == {0.0}
    assert set(rows["q"]) == {1.0}
    asked = {name for name, one in QUESTIONS.items() if not one.is_played_on}
    assert {answer.name for answer in answers} == asked - {"win_rates", "solo", "coop"}
    assert not any("was " in answer.sentence for answer in answers)
    exact = [answer for answer in answers if answer.name in ("turn_order", "scores")]
    assert [answer.estimate.interval().low for answer in exact] == [0, 0]


def test_a_change_of_what_is_not_in_play_is_explained(monkeypatch):
    """The Linguist is not one of the six roles of the first game."""
    box = load_title("archeos").components
    monkeypatch.setattr(Sample, "levers", load_title("archeos").levers)
    rows = toy_version().sample.rows

    def version(**changes):
        return Played("a version", (), Sample(rows, box.with_changes(changes)))

    told = no_effect_told(version(), version(**{"roles.linguist.lead": 9}))
    assert told == "every game is the same, for Linguist is not in play"
    told = no_effect_told(version(), version(**{"seasons.few_players": 1}))
    assert told.endswith("in this setup nothing that these bots do depends on it")
    assert no_effect_told(version(), version()) == ""
    other = toy_version(bonus=[3, 0, 0, 0]).sample.rows
    moved = Played("moved", (), Sample(other, box.with_changes({"seasons.few_players": 1})))
    assert no_effect_told(version(), moved) == ""


def test_a_planted_change_is_found_and_told():
    """Seat 1 gets 3 points: the mean rises by 1.5 exactly, its win share as computed."""
    (found,) = compare(toy_version(), [toy_version("the gift", bonus=[3, 0, 0, 0])])
    top, answers = found.top, found.answers
    rows = metrics_of(top)
    score, first = rows["mean_score"], rows["first_player"]
    assert (score["low"], score["difference"], score["high"]) == pytest.approx((1.5, 1.5, 1.5))
    steps = np.add.outer(np.arange(11), np.arange(3)).ravel()
    gap = 3 + steps[:, None] - steps[None]
    truth = ((gap > 0) + 0.5 * (gap == 0)).mean() - 0.5
    assert first["low"] < truth < first["high"]
    assert first["q"] < 0.05
    (seats,) = (answer for answer in answers if answer.name == "turn_order")
    assert seats.verdict == "tilted"
    assert re.match(
        r"With the gift: first player \d+ → \d+% \(a fair share is 50%\)\. ", top.sentence
    )
    assert "Worse: turn order goes from" in top.sentence
    assert "the mean score rises by 1.50 points (1.50–1.50)" in top.sentence
    assert "was " in seats.sentence


@pytest.mark.parametrize(
    ("before", "after", "is_changed"),
    [
        ("balanced", "inconclusive, not tilted", False),  # perhaps as level as before
        ("inconclusive", "tilted", False),
        ("balanced", "borderline", True),
        ("tilted", "inconclusive, not tilted", True),
    ],
)
def test_a_verdict_changes_only_if_both_cannot_be_true(before, after, is_changed):
    base, other = (Finding("turn_order", "?", "", verdict=verdict) for verdict in (before, after))
    answer = Answer(base, other, "", NOTHING, is_sure=False, figures=(0.0, 0.0))
    assert answer.is_changed == is_changed
    assert "was " in answer.sentence


def test_several_versions_at_once_answer_each_for_itself():
    names = ["up", "same", "down"]
    gifts = zip(names, (2, 0, -2), strict=True)
    others = [toy_version(name, bonus=[k, k, 0, 0]) for name, k in gifts]
    tops = [one.top for one in compare(toy_version(), others)]
    assert [one.question for one in tops] == [f"What does {name} change?" for name in names]
    assert "rises by 2.00" in tops[0].sentence
    assert "No other metric clearly changes" in tops[1].sentence
    assert "falls by 2.00 points (2.00–2.00)" in tops[2].sentence


def test_a_question_is_paired_through_the_metric_nearest_to_its_verdict():
    (both,) = compare(toy_version(), [toy_version("gift", bonus=[2, 2, 0, 0])])
    found = {one.name: one for one in both.answers}
    assert "scores: the winning margin " in found["scores"].sentence
    assert found["turn_order"].sentence == "turn order: no win rate changes."
    assert {*found["turn_order"].frame("who_wins")["name"]} == {"player 1", "player 2"}
    assert "length: the length of a long game (95th percentile) " in found["length"].sentence
    estimate = found["curves"].estimate
    assert estimate.interval().low < estimate.value < estimate.interval().high
    assert found["luck"].sentence == "luck: not answered for both."


def test_a_p_value_agrees_with_the_interval_and_is_seldom_small_by_chance():
    stream, small, agree = np.random.default_rng(5), 0, 0
    names = ("first_player", "turn_order_spread", "mean_score", "length_p95")
    for k in range(160):
        luck, name = stream.random(DEALS), names[k % len(names)]
        one, two = (reading(name, games(stream, luck=x)) for x in (luck, stream.random(DEALS)))
        p = two.chance_of(one)
        small += p < 0.05
        agree += (p < 0.05) == two.minus(one).interval().excludes(0)
    assert agree == 160
    assert small <= 14


def test_the_gain_is_the_ratio_of_the_widths_of_intervals():
    """Points of the deal are common to both; those of whims differ by seed and are not."""
    paired = differences(measured(), [measured("gift", bonus=[1, 0, 0, 0])])[0]
    first = next(one for one in paired if one.metric == "first_player")
    alone, far = (measured(seed=seed).readings["first_player"] for seed in (1, 2))
    apart = far.minus(alone)
    ratio = np.ptp(apart.interval()) / np.ptp(first.change.interval())
    assert 1.5 < first.gain == pytest.approx(ratio, rel=0.25)
    assert far.gain_over(alone) == pytest.approx(1, rel=0.25)


class TestVersions:
    base = experiment("lost_cities", players=2, games=70)

    def test_a_version_is_named_by_what_differs(self):
        other = self.base.changed({"bridges.bonus": 40, "setup.layout": "random"})
        assert name_of(self.base.components) == "the published game"
        told = name_of(other.components, self.base.components)
        assert told == "bridges.bonus=40 (was 20), setup.layout=random (was reconstructed)"
        assert name_of(self.base.components, self.base.components) == ""

    def test_games_are_split_over_the_parts_of_the_plan(self):
        plan = whole_plan(self.base.changed({"bridges.bonus": 40}), POOL)
        assert [one.games for one in plan] == [30, 20, 20]
        assert {one.components["bridges.bonus"] for one in plan} == {40}

        assert [one.games for one in whole_plan(experiment("lost_cities", games=1), POOL)] == [1]

    def test_versions_meet_the_same_tables_whatever_a_liking_changes_in_each(self, monkeypatch):
        """In Pig none does; where one did in one version only, dominance seemed to fall."""
        monkeypatch.setattr(titles, "_guests", {})
        pig = experiment(GAMES / "pig.py", players=2, games=70)
        _, leaning, *_ = whole_plan(pig, [Seat("cautious"), Seat("greedy")])
        liked = {kind for one in leaning.seats for kind, _ in one.likes}
        assert liked == {"roll", "hold"}

    def test_a_comparison_hands_its_title_on(self, folder, monkeypatch):
        """Loaded by name where a word is read: the subject, changes, language, and the base."""
        loaded, mine = [], replace(toy.TITLE, name="handed")

        def make():
            loaded.append(mine)
            return mine

        monkeypatch.setattr(titles, "_guests", {**titles._guests, "handed": make})
        done = tiltmeter("compare", "handed", "--set", "box.beats=50", "-n", 60, "-p", 2)
        assert done.exit_code == 0, done.output
        assert len(loaded) <= 4

    def test_alone_nothing_is_forbidden_so_all_games_go_to_the_other_parts(self):
        plan = whole_plan(experiment("excavation", players=1, games=100), [Seat("allround")])
        assert [one.games for one in plan] == [60, 40]

    def test_named_line_ups_are_played_as_they_are(self):
        own = experiment("lost_cities", players=2, strategies=["greedy", "allround"], games=70)
        assert whole_plan(own, []) == [own]

    def test_metrics_need_tables_of_several_strategies_only_for_some(self):
        assert metric_plan(self.base, POOL, False) == [self.base]
        assert len(metric_plan(self.base, POOL, True)) == 2
        assert metric_plan(self.base, POOL[:1], True) == [self.base]

    def test_games_that_cannot_be_put_side_by_side_are_refused(self):
        other = experiment("lost_cities", players=3, games=70)
        with pytest.raises(UserError, match=r"differ in players \(2 and 3\)"):
            must_pair(self.base, other, ("a", "b"))


class TestSomeQuestionsOnly:
    base = experiment("lost_cities", players=3, games=140)

    def plan(self, *only):
        """By design: the games, and how many line-ups they are of."""
        played = whole_plan(self.base, POOL, only)
        return [(one.games, len(one.cells)) for one in played]

    def test_only_the_tables_that_they_need_are_played(self):
        whole, only = self.plan(), self.plan("length")
        assert [games for games, _ in whole] == [60, 40, 40]
        assert sum(cells for _, cells in whole) > 20
        assert only == self.plan("turn_order", "length", "confidence") == [(140, 1)]
        luck, leaning, restricted = (cells for _, cells in whole)
        assert self.plan("option_value") == [(140, restricted)]
        assert self.plan("viable_strategies", "skill") == [(140, leaning)]
        assert self.plan("luck") == [(84, luck), (56, leaning)]  # random moves sit there
        assert self.plan("option_value", "skill", "length") == [
            (60, 1),
            (40, leaning),
            (40, restricted),
        ]

    def test_against_a_rival_the_best_of_all_is_asked_for(self):
        alone = experiment("excavation", players=1, games=100)
        pool = POOL
        assert [one.games for one in whole_plan(alone, pool, ["solo"])] == [60, 40]
        assert [one.games for one in whole_plan(alone, pool, ["length"])] == [100]

    def test_where_no_table_can_answer_the_game_itself_is_played(self):
        assert [one.games for one in whole_plan(self.base, POOL[:1], ["length"])] == [140]
        assert [
            len(one.cells) for one in whole_plan(self.base, POOL[:1], ["viable_strategies"])
        ] == [1]

    def test_they_alone_are_told_with_their_metrics(self):
        (found,) = compare(toy_version(), [toy_version("gift", bonus=[3, 0, 0, 0])], ["turn_order"])
        assert [one.name for one in found.answers] == ["turn_order"]
        won, table = found.top.tables
        assert {*won.frame["name"]} == {"player 1", "player 2"}
        told = {"turn_order_imbalance", "turn_order_spread", "turn_order_trend", "first_player"}
        assert {*table.frame["metric"]} <= told
        (curves,) = compare(toy_version(), [toy_version("the same")], ["curves"])
        assert curves.top.tables == ()
        assert curves.top.sentence == "With the same, no verdict changes."

    def test_the_command_plays_one_line_up_for_one_figure(self, folder):
        words = [*TITLE, "--set", "bridges.bonus=40", "-p", 2, "-n", 40, "--jobs", 1]
        answer = json.loads(tiltmeter(*words, "--only", "length", "--json").stdout)
        assert [one["name"] for one in answer["findings"]] == ["compare", "length"]
        rows = [row["metric"] for one in answer["findings"][0]["tables"] for row in one["rows"]]
        assert {*rows} == {"length", "length_p95", "decisions"}
        runs = [run for one in (answer["base"], *answer["versions"]) for run in one["runs"]]
        played = [RunFolder(Path(run)) for run in runs]
        assert [(one.games_done(), len(one.cells)) for one in played] == [(40, 1), (40, 1)]

    def test_each_part_is_told_by_their_metrics(self, folder):
        words = [*TITLE, "--each", "removed", "-p", 2, "-n", 20, "--jobs", 1]
        answer = json.loads(tiltmeter(*words, "--only", "length", "--json").stdout)
        assert {len(one["runs"]) for one in answer["versions"]} == {1}
        (table,) = answer["findings"][0]["tables"]
        assert {row["metric"] for row in table["rows"]} == {"length", "length_p95", "decisions"}


@pytest.fixture(scope="module")
def bridges(tmp_path_factory):
    """The same change of a real title, by flags: five points more for a bridge."""
    out = tmp_path_factory.mktemp("bridges")
    words = ["compare", "lost_cities", "--set", "bridges.bonus=25", "-p", 2, "-n", 1400]
    return out, [*words, "--jobs", 1, "--out", out]


def test_pairing_makes_a_small_change_of_a_real_title_three_times_surer(bridges):
    """Five points more for nine artefacts: few reach them, so players seldom heed the change.

    The bonus of a bridge they weigh all the time, and with another one most games go another way.
    """
    small = "ladders.artefacts[9]=105"
    words = [small if word == "bridges.bonus=25" else word for word in bridges[1]]
    told = json.loads(tiltmeter(*words, "--json").stdout)
    assert told["base"]["name"] == "the published game"
    assert told["versions"][0]["changes"] == {
        "ladders.artefacts": [-40, -30, -20, 10, 20, 30, 60, 70, 105]
    }
    assert len(told["base"]["runs"]) == 3
    top = told["findings"][0]
    rows = {row.get("metric"): row for table in top["tables"] for row in table["rows"]}
    for metric in ("mean_score", "winning_score", "margin"):
        assert rows[metric]["variance reduction"] > 3, metric
    assert rows["mean_score"]["low"] > 0
    (same,) = re.findall(r"The bots do the same in (\d+)% of games\.", top["notes"][0])
    assert int(same) >= 95


def test_it_reads_well_and_is_played_once(bridges):
    tiltmeter(*bridges[1])
    told = tiltmeter(*bridges[1])
    assert told.exit_code == 0, told.output
    assert "With bridges.bonus=25 (was 20), " in told.output
    assert "Run 1" not in told.stderr
    assert "mean_score" in told.output
    tables = tiltmeter(*bridges[1], "--tables").output
    assert "Each by itself" in tables
    assert "Base: " in tables


def test_a_change_that_changes_nothing_is_said(bridges):
    words = ["bridges.bonus=20" if word == "bridges.bonus=25" else word for word in bridges[1]]
    told = tiltmeter(*words)
    assert "Note: bridges.bonus=20 equals the value of the base." in told.stderr
    same = "With bridges.bonus=20 (the same values), no win rate changes.\nNo verdict changes.\n"
    assert told.stdout.startswith(same)


def test_files_are_compared_with_each_other(folder):
    base = "title='lost_cities'\nplayers=2\ngames=60\nstrategies='greedy'\n"
    (folder / "base.toml").write_text(base)
    (folder / "more.toml").write_text(f"{base}set={{'bridges.bonus'=40}}\n")
    words = ["compare", "base.toml", "more.toml", "--jobs", 1, "--json"]
    told = json.loads(tiltmeter(*words).stdout)
    assert told["versions"][0]["name"] == "bridges.bonus=40 (was 20)"
    assert len(told["base"]["runs"]) == 1


def test_json_has_no_word_that_other_readers_refuse(folder):
    """With one deal an interval has no ends: null, not Infinity."""
    words = [*TITLE, "--set", "bridges.bonus=25", "-p", 2, "-n", 7, "--jobs", 1, "--json"]
    told = tiltmeter(*words).stdout
    assert json.loads(told, parse_constant=pytest.fail)["players"] == 2


def test_play_that_a_change_alters_is_counted():
    """Half the players choose otherwise once the first choice is worth less."""
    one, two = (
        Played("", (), sample_of(toy.play(toy.rules(deal=5), [PAIR], 40, choices={"a": choice})))
        for choice in (0, 1)
    )
    assert same_play(one, one) == 1
    assert same_play(one, two) == 0


TITLE = ["compare", "lost_cities"]
WRONG = {
    "no change": (TITLE, "Name a change, as in --set path=value"),
    "title": (["compare", "lost_citis", "--set", "a=1"], "Did you mean 'lost_cities'"),
    "path": ([*TITLE, "--set", "bridge.bonus=1"], "Did you mean 'bridges.bonus'"),
    "base path": ([*TITLE, "--base-set", "bridge=1"], "parameter 'bridge'"),
    "value": ([*TITLE, "--set", "bridges.bonus=much"], "must be a whole number"),
    "setup": ([*TITLE, "--setup", "layot=x"], "Did you mean 'layout'"),
    "players": (
        [*TITLE, "-p", "9", "--set", "bridges.bonus=1"],
        "2 to 5 players",
    ),
    "games": ([*TITLE, "-n", "0", "--set", "bridges.bonus=1"], "at least 1"),
    "one file": (["compare", "a.toml"], "with what?"),
    "no file": (["compare", "a.toml", "no.toml"], "Cannot read no.toml"),
    "file and title": (["compare", "a.toml", "archeos"], "'archeos' does not"),
    "file and change": (
        ["compare", "a.toml", "b.toml", "--set", "a=1"],
        "--set goes with",
    ),
    "two titles": (
        ["compare", "a.toml", "other.toml"],
        "title (lost_cities and archeos)",
    ),
    "two counts": (["compare", "a.toml", "three.toml"], "differ in players (2 and 3)"),
    "two seeds": (["compare", "a.toml", "seed.toml"], "differ in seed (1 and 2)"),
    "line-ups": (["compare", "a.toml", "greedy.toml"], "differ in line-ups"),
    "until": (["compare", "a.toml", "until.toml"], "has 'until'"),
    "each": ([*TITLE, "--each", "removd"], "Did you mean 'removed'?"),
    "each of nothing": ([*TITLE, "--each", "swapped"], "Nothing of lost_cities can be swapped"),
    "each and a change": ([*TITLE, "--each", "removed", "--set", "bridges.bonus=1"], "--base-set"),
    "question": ([*TITLE, "--set", "bridges.bonus=1", "--only", "lenght"], "Did you mean 'length'"),
    "question of others": (
        [*TITLE, "--set", "bridges.bonus=1", "--only", "solo"],
        "'solo' does not apply to lost_cities with 4 players",
    ),
    "each of no metric": (
        [*TITLE, "--each", "removed", "--only", "option_value"],
        "no metric answers option_value",
    ),
    "each of files": (["compare", "a.toml", "b.toml", "--each", "removed"], "a single game"),
}


@pytest.mark.parametrize("case", WRONG)
def test_mistakes_are_told_in_one_sentence(folder, case):
    files = {
        "a": "title='lost_cities'\nplayers=2",
        "b": "title='lost_cities'\nplayers=2",
        "other": "title='archeos'\nplayers=2",
        "three": "title='lost_cities'\nplayers=3",
        "seed": "title='lost_cities'\nplayers=2\nseed=2",
        "greedy": "title='lost_cities'\nplayers=2\nstrategies='greedy'",
        "until": "title='lost_cities'\nplayers=2\nuntil='1%'",
    }
    for name, words in files.items():
        (folder / f"{name}.toml").write_text(words)
    words, expected = WRONG[case]
    told = tiltmeter(*words)
    assert told.exit_code == 2, told.output
    assert expected in told.stderr
    assert len(told.stderr.splitlines()) == 1


def test_the_game_without_each_of_its_parts(folder):
    words = [*TITLE, "-p", "2", "--each", "removed", "-n", "300", "-j", "1"]
    told = json.loads(tiltmeter(*words, "--json").stdout)
    names = [one["name"] for one in told["versions"]]
    assert {"without bridges", "without arrows", "without dice refused"} <= set(names)
    (finding,) = told["findings"]
    won, points, shares = (table["rows"] for table in finding["tables"])
    assert {row["version"] for row in won} == set(names)
    assert {row["version"] for row in points} == {row["version"] for row in shares} == set(names)
    fewer = [r for r in points if r["version"] == "without bridges" and r["metric"] == "mean_score"]
    assert fewer[0]["high"] < 0
    clearest = tiltmeter(*words, "--quiet").stdout
    assert "Clearest of the other metrics: without arrows: the mean score falls by" in clearest


def test_versions_that_change_nothing_are_named():
    base, others = toy_version(), [toy_version("same"), toy_version("more", bonus=(9, 0, 0, 0))]
    fared = [who_wins(rates(base), rates(one), one.name, 2) for one in others]
    found = each(base.measured(), [one.measured() for one in others], 2000, fared).top
    assert found.sentence.startswith("Largest changes of win rates: more: first player 49 → 9")
    assert "Clearest of the other metrics: more: " in found.sentence
    assert found.sentence.endswith("No clear change: same.")
    told = each(base.measured(), [others[0].measured()], 2000, fared[:1]).top.sentence
    assert told.startswith("No win rate clearly changes: turn order by at most 0 points.")


SMALL = {  # what scores, but seldom sways a player; all weigh what they read in the rules
    "lost_cities": {"ladders.artefacts[9]": 105},
    "archeos": {"tracks.violet_compass.points[7]": 11},
    "excavation": {"sales.markets[3]": 9},
    "expeditions": {"points.token": 2},
}


def paired(title, changes, folder):
    """How many times surer the mean score is on the same deals, and whether a note says why not."""
    base = experiment(title, players=4, games=800)
    runs = [simulate(v, folder / v.key, jobs=1) for v in (base, base.changed(changes))]
    one, two = (Played(run.path.name, (run,), sample_of_runs([run])) for run in runs)
    metrics = differences(one.measured(), [two.measured()])[0]
    gain = next(metric.gain for metric in metrics if metric.metric == "mean_score")
    return gain, "go their own way" in pairing_told(one, two, metrics)


@pytest.mark.parametrize("title", SMALL)
def test_a_small_change_is_three_times_surer(title, tmp_path):
    gain, why = paired(title, SMALL[title], tmp_path)
    assert gain > 3
    assert not why


def test_where_players_do_otherwise_from_the_start_the_note_says_why_it_is_not(tmp_path):
    gain, why = paired("expeditions", {"tickets.start": 4}, tmp_path)
    assert gain < 3
    assert why


def test_where_the_farthest_may_be_another_it_is_named_and_how_far_it_is():
    """A share of 41% of one holder and of 20% of another are no change of one number."""
    one, two = (
        Finding("win_rates", "Who?", "So it is.", estimate=Exactly(share), measure=Exactly(off),
                unit="share", stands={"fox": Exactly(fox), "owl": Exactly(owl)})
        for share, off, fox, owl in ((0.41, 0.24, 0.08, -0.05), (0.2, 0.39, 0.02, -0.13))
    )  # fmt: skip
    answer = _answer(one, two, [])
    told = "in percent of that share (fox, then owl) 24.0 → 39.0%, rises by 15.0"
    assert told in answer.sentence
    assert "that share (fox) 24.0%" in _answer(one, one, []).sentence


def test_a_figure_without_a_metric_says_what_it_is_of():
    """So does the table below it, whose figures are those of each finding, not of the metric."""
    one, two = (
        Finding("luck", "How?", "So.", estimate=Exactly(share), unit="share")
        for share in (0.1, 0.2)
    )
    answer = _answer(one, two, [])
    measure = QUESTIONS["luck"].measure
    assert answer.sentence.startswith(f"luck: {measure} 10.0 → 20.0%, rises by 10.0")
    assert answer.as_finding("other").tables[0].name == f"Each by itself: {measure}"
