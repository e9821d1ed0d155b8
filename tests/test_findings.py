"""Findings agree with plain arithmetic, find planted truths, and stay silent without one."""

import json
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
import tables
import toy
from ours import OURS
from scipy.stats import false_discovery_control

import tiltmeter
from analyses.findings.finding import Finding, Table
from analyses.findings.sample import Sample, sample_of
from analyses.findings.verdicts import FACT, LEVEL, NOT_TILTED, TILTED, UNKNOWN, WATCH
from analyses.lab.metrics import METRICS
from analyses.language import read_language, speaking
from analyses.questions import QUESTIONS, check_thresholds, confidence, scales
from analyses.questions import ask as ask_all
from analyses.questions.choices import tallies
from analyses.questions.scores import _scores_told
from analyses.questions.turn_order import win_shares
from analyses.statistics.estimate import Estimate
from analyses.statistics.intervals import discoveries, p_values
from analyses.statistics.ratings import plackett_luce
from analyses.statistics.sequences import FixedWidth, ShareSequence
from reports.look import LIGHTS
from reports.terminal import print_findings
from simulator.errors import UserError
from simulator.levers import Cast, Levers
from simulator.titles import load_title


def frame_of_games():
    """Three games of two players: wins, a shared win, different lengths and endings."""
    return pl.DataFrame(
        {
            "title": "none",
            "game": [0, 0, 1, 1, 2, 2],
            "deal": [0, 0, 0, 0, 1, 1],
            "line_up": "a, b",
            "same": "all",
            "forbids": "",
            "seat": [1, 2] * 3,
            "strategy": ["a", "b", "b", "a", "a", "b"],
            "score": [10, 5, 7, 7, 3, 9],
            "place": [1, 2, 1, 1, 2, 1],
            "win": [1.0, 0.0, 0.5, 0.5, 0.0, 1.0],
            "rounds": [2, 2, 2, 2, 3, 3],
            "decisions": [11, 11, 12, 12, 20, 20],
            "forced": [1, 0, 2, 2, 0, 0],
            "ending": ["x", "x", "x", "x", "y", "y"],
            "points_all": [10, 5, 7, 7, 3, 9],
            "tally_used": [1, 0, 0, 0, 0, 1],
            "curve": [[4, 10], [5, 5], [1, 7], [0, 7], [3, 3, 3], [1, 2, 9]],
        }
    )


def run(frame, only=()):
    return ask_all(sample_of(frame), only)


def ask(frame, name):
    (finding,) = run(frame, [name])
    return finding


NOT_HERE = ("win_rates", "solo", "coop")  # nothing is dealt, and nobody plays alone


def test_findings_are_plain_arithmetic():
    found = {finding.name: finding for finding in run(frame_of_games())}
    asked = [name for name, one in QUESTIONS.items() if not one.is_played_on]
    assert list(found) == [name for name in asked if name not in NOT_HERE]
    assert found["skill"].table.select("better", "other", "estimate").row(0) == ("a", "b", 0.5)
    seats = dict(found["turn_order"].table.select("seat", "estimate").iter_rows())
    assert seats == {1: 0.5, 2: 0.5}
    assert found["scores"].estimate.value == pytest.approx(41 / 6)
    assert found["length"].estimate.value == pytest.approx(7 / 3)
    assert found["endings"].estimate.value == pytest.approx(2 / 3)
    assert found["choices"].estimate.value == pytest.approx(5 / 43)
    (used,) = found["choices"].table.iter_rows(named=True)
    assert used["winners more"] == pytest.approx((1 + 0 + 1) / 3)
    # Half-way, seat 2 led game 0 and lost; seat 1 led game 1 (shared) and game 2 (lost).
    assert found["runaway_leader"].estimate.value == pytest.approx((0 + 0.5 + 0) / 3)


def test_a_single_source_of_points_is_no_tilt():
    curves = ask(frame_of_games(), "curves")
    assert curves.verdict == FACT
    told = "There is only one source of points (all), so no source can dominate."
    assert curves.sentence.startswith(told)
    half = pl.col("points_all") // 4
    two = frame_of_games().with_columns(points_all=3 * half, points_rest=half)
    assert (
        "All decides who scores more: 75% of the score gap between players ("
        in ask(two, "curves").sentence
    )
    same = two.with_columns(points_all=3, points_rest=1)
    assert ask(same, "curves").said == "Scores do not differ between players."


class TestTalliesOfACast:
    """Two roles of three are at the table."""

    frame = frame_of_games().with_columns(
        tally_led_pilot=pl.lit(1), tally_guide=pl.lit(0), tally_led_guide=pl.lit(0),
        tally_led_doctor=pl.lit(0), title=pl.lit("lost_cities"),
    )  # fmt: skip

    def told(self, monkeypatch, in_play):
        cast = Cast("setup.roles", ("pilot", "guide", "doctor"), lambda box: in_play)
        monkeypatch.setattr(Sample, "levers", Levers(cast=cast))
        return ask(self.frame, "choices")

    def test_who_is_not_at_the_table_is_not_called_unseen(self, monkeypatch):
        found = self.told(monkeypatch, ("pilot", "doctor"))
        assert set(found.table["option"]) == {"used", "led pilot", "led doctor"}
        assert "Hardly ever used: led doctor." in found.sentence
        on_page_one = "of all decisions (0–96%). Hardly ever used: led doctor."
        assert found.said.endswith(on_page_one)

    def test_where_chance_deals_them_all_are_asked_about(self, monkeypatch):
        found = self.told(monkeypatch, None)
        assert "Hardly ever used: guide, led guide, led doctor." in found.sentence


def test_findings_can_be_asked_one_by_one_and_as_json():
    (only,) = run(frame_of_games(), ("length",))
    assert (
        json.loads(json.dumps(only.as_json()))["question"]
        == "How long is a game, in minutes and rounds?"
    )
    for finding in run(frame_of_games()):
        json.loads(json.dumps(finding.as_json(), allow_nan=False))


def test_one_game_is_enough_for_findings_that_claim_nothing():
    frame = frame_of_games().filter(pl.col("game") == 0)
    for finding in run(frame):
        assert finding.sentence
        assert finding.verdict in (UNKNOWN, WATCH, FACT) or finding.name in (
            "length",
            "runaway_leader",
            "confidence",
        )


def test_where_every_game_was_cut_off_nothing_else_is_told():
    cut = {"ending": pl.lit("cut off"), "place": pl.lit(0), "win": pl.lit(0.0)}
    found = {one.name: one for one in run(frame_of_games().with_columns(**cut))}
    (told,) = (one for one in found.values() if one.is_asked)
    assert told.name == "endings"
    assert told.sentence.startswith("Every game hit the round limit: none ends by itself")
    for name in ("turn_order", "skill", "length", "confidence"):
        assert found[name].sentence == "Not run: every game hit the round limit, so nobody wins."
        assert found[name].verdict in (UNKNOWN, FACT)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_sentences_stand_below_each_other_whatever_the_verdicts(language, capsys):
    findings = [Finding("x", "", f"Sentence {v}.", verdict=v) for v in LIGHTS]
    with speaking(read_language(language)):
        print_findings(findings, tables=False)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(LIGHTS) > 4
    assert len({line.index("Sentence") for line in lines}) == 1


@pytest.mark.parametrize(("rows", "shown"), [(12, 12), (14, 14), (15, 12)])
def test_a_line_on_rows_left_out_does_not_take_the_place_of_one_or_two(capsys, rows, shown):
    table = Table("list", "", pl.DataFrame({"name": [f"row {k}" for k in range(rows)]}))
    print_findings([Finding("rows", "", "", tables=(table,))])
    told = capsys.readouterr().out
    assert sum(line.startswith("row ") for line in told.splitlines()) == shown
    assert ("… and 3 more rows" in told) == (shown < rows)


def test_what_was_not_asked_is_named_last_and_once(capsys):
    print_findings(run(frame_of_games()), tables=False)
    told = capsys.readouterr().out
    assert "design=" not in told
    assert (
        told.splitlines()[-1] == "Not run with these games: viable strategies, luck, option value."
    )
    print_findings(run(frame_of_games(), ["viable_strategies"]), tables=False)
    told = capsys.readouterr().out
    assert "Not run: it needs games of the design one-vs-field (simulate(…, design=" in told


def test_rows_that_cannot_be_asked_are_refused_in_a_sentence():
    games = frame_of_games()
    with pytest.raises(UserError, match="no column 'deal'"):
        run(games.drop("deal"))
    with pytest.raises(UserError, match="no games to analyse"):
        run(games.clear())
    two = pl.concat([games, games.with_columns(title=pl.lit("other"), game=pl.col("game") + 9)])
    with pytest.raises(UserError, match="of different games; analyse them one by one"):
        run(two)
    with pytest.raises(UserError, match="Did you mean 'turn_order'"):
        run(games, ["turn_ordre"])


# Planted truths


def test_an_exact_seat_advantage_is_found_within_its_interval_and_levelled():
    ahead, size = 3, 20
    frame = toy.play(toy.rules(table=size, bonus=[ahead, 0, 0, 0]), [["a", "a"]], 20_000)
    seats = ask(frame, "turn_order")
    first = seats.table.row(0, named=True)
    truth = toy.chance_to_win(size, ahead)
    assert first["low"] < truth < first["high"]
    assert seats.verdict == TILTED
    handicap = seats.frame("handicap")
    assert handicap["exactly"][0] == pytest.approx(-ahead / 2, abs=0.1)
    assert handicap["to"][0] - handicap["from"][0] < 0.2
    assert handicap["exactly"].sum() == pytest.approx(0, abs=1e-9)
    assert handicap["points"].to_list() == [0, ahead]
    assert seats.said == (
        "Going first helps: players win 64 and 36% in turn order (a fair share is 50%)."
    )
    assert "Suggested handicap at final scoring: player 2 +3 points. In" in seats.sentence
    assert seats.sentence.endswith(
        "In these games every player then wins within a point of the fair share."
    )
    assert handicap["wins then"].to_list() == pytest.approx([0.5, 0.5], abs=0.01)


def test_level_seats_are_called_level():
    frame = toy.play(toy.rules(table=20), [["a"] * 4], 30_000)
    assert ask(frame, "turn_order").verdict == LEVEL


def test_a_title_that_counts_nothing_has_an_empty_table_of_options():
    frame = toy.play(toy.rules(table=20), [["a"] * 2], 20).lazy()
    table = tallies(frame.drop(pl.selectors.starts_with("tally_")), 2)
    assert (len(table), table.schema["option"]) == (0, pl.String)


def test_where_nobody_met_the_first_games_are_none_without_a_warning():
    sample = sample_of(frame_of_games())
    assert sample.some(sample.of("met nobody"), games=2).collect().is_empty()
    assert sample.some(sample.rows, games=2).collect()["game"].unique().to_list() == [0, 1]


def test_two_names_for_one_strategy_are_no_discovery():
    """A planted null, many times: seats and options raise a false alarm in at most 5% of runs."""
    runs, alarms = 200, 0
    frame = toy.play(toy.rules(table=50, whim=7), [["a", "b"]], 100 * runs)
    for k in range(runs):
        part = frame.filter(pl.col("deal").is_between(100 * k, 100 * k + 99)).lazy()
        found = [win_shares(part, 0.5)["q"], tallies(part, 2)["q"]]
        alarms += any((q < 0.05).any() for q in found)
    assert alarms / runs <= 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5


# Methods


def test_plackett_luce_recovers_planted_strengths():
    rng = np.random.default_rng(2)
    strengths = np.array([0.8, 0.0, -0.8])
    noise = rng.gumbel(size=(20_000, 3))
    orders = np.argsort(-(strengths + noise), axis=1)
    found = plackett_luce(orders, np.ones(len(orders)), 3)
    assert found == pytest.approx(strengths, abs=0.05)


def test_plackett_luce_stays_finite_for_who_never_loses():
    orders = np.array([[0, 1], [0, 2], [1, 2]])
    found = plackett_luce(orders, np.full(3, 100.0), 3)
    assert np.isfinite(found).all()
    assert found[0] > found[1] > found[2]


def test_discoveries_by_the_textbook():
    """Benjamini and Hochberg, four p-values: p × 4 / rank, never falling."""
    assert discoveries([0.01, 0.04, 0.03, 0.5]) == pytest.approx([0.04, 0.16 / 3, 0.16 / 3, 0.5])
    p = np.random.default_rng(8).random(60) ** 3
    assert discoveries(p) == pytest.approx(false_discovery_control(p))


def test_p_values_are_uniform_when_nothing_is_there():
    rng = np.random.default_rng(3)
    samples = rng.normal(size=(4000, 30))
    p = p_values(samples.mean(1), samples.std(1, ddof=1) / 30**0.5, np.full(4000, 30), 0.0)
    assert abs((p < 0.05).mean() - 0.05) < 0.012


@pytest.mark.parametrize("truth", [0.5, 0.25, 0.02])
def test_anytime_share_intervals_hold_under_continuous_looking(truth):
    """95 of 100 experiments, at least, never leave the truth outside, looking after every game."""
    rng = np.random.default_rng(4)
    missed = 0
    for _ in range(800):
        low, high = ShareSequence(0.03).update((rng.random(2000) < truth).astype(float))
        missed += bool(((low > truth) | (high < truth)).any())
    assert missed / 800 <= 0.05


def stopped(begun, values, width=0.03, look=64):
    """How many values were enough, and the interval then."""
    for k in range(0, len(values), look):
        low, high = begun.update(values[k : k + look])
        if high[-1] - low[-1] <= 2 * width:
            return k + look, low[-1], high[-1]
    raise AssertionError("never narrow enough")


@pytest.mark.parametrize(("kind", "least", "most"), [("fixed", 1.0, 1.1), ("peek", 1.8, 2.6)])
@pytest.mark.parametrize("truth", [0.5, 0.25])
def test_a_run_stops_where_it_should_and_its_interval_covers(truth, kind, least, most):
    """95 in 100 runs cover, within three standard errors, at so many times the least sample."""
    rng = np.random.default_rng(5)
    needed, covered, n = truth * (1 - truth) * (1.96 / 0.03) ** 2, 0, []
    for _ in range(500):
        begun = FixedWidth() if kind == "fixed" else ShareSequence(0.03)
        games, low, high = stopped(begun, (rng.random(8192) < truth).astype(float))
        covered += low <= truth <= high
        n.append(games)
    assert covered / 500 >= 0.95 - 3 * (0.05 * 0.95 / 500) ** 0.5
    assert least <= np.mean(n) / needed <= most + 64 / needed


def test_peeking_at_a_fixed_interval_would_miss_far_more_often():
    """Why --peek does not look at ordinary intervals."""
    rng = np.random.default_rng(6)
    missed = 0
    for _ in range(300):
        values = (rng.random(2000) < 0.5).astype(float)
        low, high = FixedWidth().update(values)
        missed += bool(((low > 0.5) | (high < 0.5))[30:].any())
    assert missed / 300 > 0.2


@pytest.mark.parametrize("kind", [FixedWidth, lambda: ShareSequence(0.05)])
def test_a_sequence_is_the_same_in_one_piece_or_in_many(kind):
    values = np.random.default_rng(7).random(500)
    whole, parts = kind(), kind()
    low, high = whole.update(values)
    for part in np.array_split(values, 7):
        last = parts.update(part)
    assert (last[0][-1], last[1][-1]) == pytest.approx((low[-1], high[-1]))
    assert high[-1] - low[-1] < 0.12


# Verdicts


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.0, 0.04, LEVEL),
        (0.06, 0.1, WATCH),
        (0.04, 0.1, NOT_TILTED),
        (0.06, 0.2, WATCH),
        (0.2, 0.3, TILTED),
        (0.0, 0.2, UNKNOWN),
        (float("nan"), 0.2, UNKNOWN),
    ],
)
def test_a_verdict_says_what_the_interval_allows(low, high, verdict):
    assert QUESTIONS["turn_order"].scale.verdict(low, high) == verdict


def test_thresholds_can_be_overridden_and_mistakes_are_told():
    thresholds = {"turn_order": {"borderline": 0.5, "tilted": 0.9}}
    assert scales(thresholds)["turn_order"].verdict(0.2, 0.3) == LEVEL
    sample = sample_of(frame_of_games(), thresholds=thresholds)
    assert QUESTIONS["turn_order"].scale_for(sample) == scales(thresholds)["turn_order"]
    for wrong, told in [
        ({"turn_ordr": {"borderline": 1}}, "Did you mean 'turn_order'"),
        ({"turn_order": {"borderlin": 1}}, "Did you mean 'borderline'"),
        ({"turn_order": {"borderline": "much"}}, "must be a number"),
        ({"turn_order": {"borderline": 0.9}}, "must rise"),
        ({"turn_order": 0.9}, "are a table"),
    ]:
        with pytest.raises(UserError, match=told):
            check_thresholds(wrong)
        with pytest.raises(UserError, match=f"mine.toml: .*{told}"):
            check_thresholds(wrong, where="mine.toml")


def test_every_question_is_named_by_its_file_has_a_place_and_a_metric_that_names_it():
    for name, question in QUESTIONS.items():
        assert question.find.__module__ == f"analyses.questions.{name}"
        asks = "solo" if name == "coop" else name  # they share the games that were won
        assert not question.metric or METRICS[question.metric].question == asks
    places = [question.place for question in QUESTIONS.values()]
    assert len(places) == len(set(places))
    assert list(QUESTIONS)[:3] == ["win_rates", "viable_strategies", "skill"]


# The titles


@pytest.mark.parametrize("name", OURS)
def test_random_players_find_hardly_any_seat_better(name):
    """Whims ignore seats, so what is left is the title's own asymmetry: small."""
    players = load_title(name).players[-1]
    frame = tiltmeter.simulate(name, games=6000, players=players, strategies=["random"], seed=5)
    seats = ask(frame, "turn_order").table
    assert (seats["estimate"] - 1 / players).abs().max() < 0.03


@pytest.mark.parametrize("name", ["archeos", "lost_cities"])
def test_good_players_make_the_first_seat_count(name):
    """A real seat effect, found: who begins has the advantage in both."""
    frame = tiltmeter.simulate(name, games=20_000, players=4, strategies=["allround"])
    seats = ask(frame, "turn_order")
    assert seats.table["low"][0] > 0.25
    handicap = seats.frame("handicap")
    assert handicap["to"][0] <= 0 <= handicap["from"][3]
    assert handicap["points"][0] < handicap["points"][3]
    before, then = (
        (shares - 0.25).abs().max() for shares in (seats.table["estimate"], handicap["wins then"])
    )
    assert then < before / 2


def test_trust_fails_when_rows_are_broken():
    frame = toy.play(toy.rules(table=20), [["a", "b"]], 400)
    assert "The self-test passes" in ask(frame, "confidence").sentence
    doubled = frame.with_columns(win=pl.col("win") * 2)
    assert "exactly one win to share" in ask(doubled, "confidence").sentence
    assert ask(doubled, "confidence").verdict == TILTED
    drifting = frame.with_columns(
        win=pl.when(pl.col("deal") % 2 == 0)
        .then((pl.col("strategy").cast(pl.String) == "a").cast(pl.Float64))
        .otherwise(pl.col("win"))
    )
    assert "two halves" in ask(drifting, "confidence").sentence


def test_halves_of_a_few_deals_raise_no_alarm():
    """Two deals that end alike have no spread; it was taken for certainty in one run of seven."""
    for seed in range(30):
        chance = np.random.default_rng(seed)
        frame = tables.leaning(chance, {"x": 1.0, "y": 0.5}, players=3, deals=5)
        assert "The self-test passes" in ask(frame, "confidence").sentence


@pytest.mark.parametrize(
    ("share", "told"), [(0.9, "may change these"), (0.55, "of two-player games (")]
)
def test_trust_says_what_a_search_wins_against_the_players(tmp_path, monkeypatch, share, told):
    file = tmp_path / "ladder.toml"
    rung = f'[[rungs]]\nstrategy = "search"\nshare = {share}\nerror = 0.02\ndeals = 300\n'
    file.write_text(f'base = "a"\n{rung}', encoding="utf-8")
    monkeypatch.setattr(confidence, "ladder_file", lambda title: file)
    found = ask(toy.play(toy.rules(table=20), [["a", "a"]], 400), "confidence")
    assert found.said.startswith(f"A look-ahead bot beats the default bot in {100 * share:.0f}% of")
    assert told in found.sentence
    assert found.verdict == (WATCH if share > 0.65 else LEVEL)


def test_a_player_alone_has_no_winner_beside_it():
    overall = {"p5": 43.0, "p95": 54.0}
    told = _scores_told(Estimate(51.7, 0.05, 500), overall, 51.7, sides=1)
    assert told == "Players score 51.7 on average (51.6–51.8), nine in ten between 43 and 54."
    assert "winners score 51.9" in _scores_told(Estimate(51.7, 0.05, 500), overall, 51.9, sides=2)


class TestClaimAndDetails:
    """What a verdict is about, and what else is said, are two fields; nobody cuts sentences."""

    TOLD = Finding("luck", "?", "Luck vs. skill: 1 to 3.", ("Then this.", "And that."))

    def test_a_sentence_is_the_claim_and_the_details(self):
        assert self.TOLD.sentence == "Luck vs. skill: 1 to 3. Then this. And that."
        assert self.TOLD.said == "Luck vs. skill: 1 to 3."
        assert self.TOLD.besides == "Then this. And that."

    def test_a_claim_may_stand_behind_an_opening(self):
        told = replace(self.TOLD, opening="First.", details=("Then this.",))
        assert told.sentence == "First. Luck vs. skill: 1 to 3. Then this."
        assert (told.said, told.besides) == ("Luck vs. skill: 1 to 3.", "First. Then this.")

    def test_an_objection_belongs_to_the_claim(self):
        told = replace(self.TOLD, details=("Then this.", "Not so.", "And that."))
        told = replace(told, objection="Not so.")
        assert told.sentence == "Luck vs. skill: 1 to 3. Then this. Not so. And that."
        assert (told.said, told.besides) == (
            "Luck vs. skill: 1 to 3. Not so.",
            "Then this. And that.",
        )

    def test_every_question_makes_a_claim(self):
        for finding in run(frame_of_games()):
            assert finding.claim, finding.name
            assert all(finding.details), finding.name
            assert finding.sentence.count(finding.claim) == 1
