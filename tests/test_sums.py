"""Counted games: the same answers as from rows, in little room, whatever stops a run."""

import math
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
import toy
from counting import count
from playing import simulate
from polars.testing import assert_frame_equal

from analyses.experiments import batch, run_folder, sums
from analyses.experiments.experiment import experiment
from analyses.experiments.run_folder import RunFolder
from analyses.findings.sample import Sample, sample_of
from analyses.questions import QUESTIONS, ask, findings_of
from analyses.questions.choices import tallies
from analyses.statistics.counts import DEALS, TIMES, counts_of
from analyses.statistics.estimate import Estimate
from analyses.statistics.intervals import clustered
from simulator import tables
from simulator.errors import UserError
from simulator.match import Match
from simulator.tables import LineUpTables
from strategies.registry import line_up

OF_ROWS = {"handicap", "neighbours"}
DEAL = sums.GROUPS  # as many deals as groups: every deal is a group of its own


def counted(rows, deals):
    players = int(rows["seat"].max())
    return Sample(count(rows, players).with_columns(pl.lit(deals).alias(DEALS)).lazy())


def figures(finding):
    """All that a finding says in numbers, by table, without what only rows can tell."""
    tables = {table.key: table.frame for table in finding.tables if table.key not in OF_ROWS}
    return {key: frame for key, frame in tables.items() if not key.startswith("by_")}


@pytest.fixture(scope="module")
def games():
    """Mirrors, mixed tables and the luck design on as many deals as there are groups."""
    by = toy.rules(deal=9, table=5, whim=3, bonus=[3, 0, 1, 0], value=[0, 2, 4], beats=1)
    line_ups = (("a",) * 3, ("b",) * 3, ("a", "b", "c"))
    return toy.play(by, line_ups, DEAL, choices={"a": 2, "b": 1, "c": 0}, streams=("deal",))


OF_COUNTS = [name for name, one in QUESTIONS.items() if "sums" in one.needs]


@pytest.mark.parametrize("name", [name for name in OF_COUNTS if name != "curves"])
def test_counts_answer_as_rows_do(games, name):
    """Where every deal is a group of its own, to the last figure."""
    (kept,), (added,) = ask(sample_of(games), [name]), ask(counted(games, DEAL), [name])
    assert added.verdict == ("info" if name == "scores" else kept.verdict)
    assert added.estimate.value == pytest.approx(kept.estimate.value, nan_ok=True)
    assert added.estimate.interval() == pytest.approx(kept.estimate.interval(), nan_ok=True)
    assert figures(added).keys() == figures(kept).keys()
    for key, frame in figures(kept).items():
        for column in frame.columns:
            one, other = figures(added)[key][column].to_list(), frame[column].to_list()
            assert one == (pytest.approx(other, nan_ok=True) if frame[column].dtype.is_numeric()
                           else other), (key, column)  # fmt: skip


def test_counts_know_what_sources_bring_and_not_what_scores_differ_by(games):
    (kept,), (added,) = ask(sample_of(games), ["curves"]), ask(counted(games, DEAL), ["curves"])
    columns = ["source", "points", "winners"]
    one, other = (
        finding.frame("sources").select(columns).sort("source") for finding in (added, kept)
    )
    assert one.select(columns[1:]).to_numpy() == pytest.approx(other.select(columns[1:]).to_numpy())
    assert added.verdict == "info"
    assert added.sentence.startswith("Which source decides the score needs every single game (")


@pytest.mark.parametrize("players", [2, 4])
def test_the_winner_of_a_tied_game_counts_once(players):
    """Of few different scores, where games that several win have higher ones than others."""
    rows = toy.play(toy.rules(table=3), [["a"] * players], DEAL)
    of_games = rows["score"].to_numpy().reshape(-1, players)
    truth = of_games.max(axis=1).mean()
    by_player = rows.filter(pl.col("place") == 1)["score"].mean()
    assert abs(by_player - truth) > 0.05
    for sample in (sample_of(rows), counted(rows, DEAL)):
        scores, curves = ask(sample, ["scores", "curves"])
        assert f"; winners score {truth:.1f}." in scores.sentence
        assert curves.frame("sources")["winners"].sum() == pytest.approx(truth)


def test_counts_without_wins_beside_scores_go_by_place():
    rows = toy.play(toy.rules(table=3), [["a"] * 2], DEAL)
    place = pl.when(pl.col("win") > 0).then(1).otherwise(2).cast(pl.Int8)
    old = counted(rows, DEAL).rows.with_columns(place=place, win=pl.lit(None, pl.Float64))
    (scores,) = ask(Sample(old), ["scores"])
    mean = rows.filter(pl.col("place") == 1)["score"].mean()
    assert f"; winners score {mean:.1f}." in scores.sentence


def test_what_games_won_have_more_of_is_told_by_counts(games):
    kept, added = (tallies(one.typical, 1) for one in (sample_of(games), counted(games, DEAL)))
    assert len(kept) > 0
    assert added["option"].to_list() == kept["option"].to_list()
    for column in kept.columns[1:]:
        assert added[column].to_list() == pytest.approx(kept[column].to_list(), nan_ok=True), column


def test_what_needs_single_games_says_so(games):
    for name in ("win_rates", "runaway_leader", "viable_strategies", "luck", "confidence"):
        (found,) = ask(counted(games, DEAL), [name])
        assert "simulate(…, kept=" in found.sentence
    (found,) = ask(sample_of(games.drop("curve")), ["runaway_leader"])
    assert found.sentence.endswith("the scores after every round (simulate(…, kept='curves')).")
    (found,) = ask(sample_of(games.drop("curve")), ["confidence"])
    assert "The self-test passes." in found.sentence


def test_intervals_of_groups_cover_as_often_as_they_say():
    """Of 200 samples of 500 deals, whose two games are alike; a group has about four deals."""
    rng, missed = np.random.default_rng(1), 0
    whole = {"who": "all", "deal": np.arange(500) % sums.GROUPS, TIMES: 2, DEALS: 500}
    for _ in range(200):
        rows = pl.DataFrame({**whole, "x": rng.normal(size=500)}).lazy()
        estimate = Estimate.of(clustered(rows, "who", pl.col("x")).row(0, named=True))
        missed += estimate.interval().excludes(0)
    assert 2 <= missed <= 20  # ten on average


def test_a_share_that_was_never_seen_is_known_from_all_deals(games):
    (found,) = ask(counted(games, 10_000_000), ["endings"])
    never = next(row for row in found.table.iter_rows(named=True) if row["estimate"] == 0)
    assert never["high"] < 0.05


@pytest.mark.parametrize("values", [[5], [1, 2], [3, 1, 1, 9, 9, 9, 4], list(range(40))])
def test_ranks_are_those_of_the_values_one_by_one(values):
    rows = pl.DataFrame({"x": values, "who": "all"})
    counts = counts_of(rows.lazy(), "x", "who")["all"]
    for rank in (0.05, 0.1, 0.5, 0.9, 0.95, 1.0):
        assert counts.quantile(rank) == rows["x"].quantile(rank, "nearest")
    assert counts.median == rows["x"].median()
    assert counts.mean == rows["x"].mean()
    assert math.isclose(counts.deviation or 0.0, rows["x"].std() or 0.0)


def trial(**words):
    return experiment("toy", strategies=["random"], players=2, games=700, kept="sums", **words)


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(sums, "SUMMED", 256)
    monkeypatch.setitem(batch.BLOCK, "compiled", 150)


class Stop(Exception):
    pass


def content(run):
    return {part.name: part.read_bytes() for part in run.parts}


def test_whatever_stops_a_run_its_sums_end_with_the_same_bytes(tmp_path, small, monkeypatch):
    whole = content(simulate(trial(), tmp_path / "whole", jobs=1))
    assert len(whole) == 3
    monkeypatch.setitem(batch.BLOCK, "compiled", 110)
    monkeypatch.setattr(sums, "WAITING", 0)
    monkeypatch.setattr(run_folder, "PAUSE", 0)
    for stop_after in (1, 4):
        frames = iter(range(stop_after))

        def watch(games, left=frames):
            if next(left, None) is None:
                raise Stop

        with pytest.raises(Stop):
            simulate(trial(), tmp_path / "stopped", watch, jobs=1)
    run = simulate(trial(), tmp_path / "stopped", jobs=2)
    assert content(run) == whole
    run.parts[1].write_bytes(b"nonsense")
    with pytest.raises(UserError, match="is damaged; the simulate that made it plays its games"):
        findings_of(RunFolder(run.path))
    assert content(simulate(trial(), run.path, jobs=1)) == whole
    assert sum(one.games for one in findings_of(run, ["endings"])) == 700


def test_a_run_of_sums_has_no_rows_and_no_end_but_its_games(tmp_path):
    run = simulate(trial(), tmp_path / "run", jobs=1)
    with pytest.raises(UserError, match="keeps sums, no rows"):
        run.frame()
    with pytest.raises(UserError, match="with kept='sums' say 'games'"):
        trial(until=0.01)
    with pytest.raises(UserError, match=r"Unknown keep 'sum'\. Did you mean 'sums'"):
        experiment("toy", strategies=["random"], players=2, kept="sum")


def test_curves_end_in_the_middle_of_a_block(tmp_path, monkeypatch):
    """Three players sit in two orders, of which the second begins a deal later."""
    monkeypatch.setattr(sums, "CURVED", 5)
    monkeypatch.setitem(batch.BLOCK, "compiled", 12)  # deals 4 to 7 are one
    three = [["random", "chooser", "chooser:choice=2"]]
    few = experiment("toy", strategies=three, players=3, games=36, kept="sums")
    counts = simulate(few, tmp_path / "run", jobs=1).sums()
    ends = counts.filter((pl.col("about") == "curve") & pl.col("is_last"))
    assert ends[TIMES].sum() == 5 * 3 * 3  # of each seating a row for every seat


@pytest.mark.parametrize(
    "words",
    [
        dict(strategies=["chooser"], players=2),
        dict(strategies=[["random", "chooser", "chooser:choice=2"]], players=3),
        dict(strategies=["random", "chooser"], players=4, design=["self-play", "luck"]),
    ],
)
def test_counts_are_those_of_the_rows_however_they_are_made(tmp_path, monkeypatch, words):
    """Parts and blocks end in the middle of a deal; in tables, and by places written down."""
    monkeypatch.setattr(sums, "SUMMED", 100)
    monkeypatch.setattr(sums, "CURVED", 7)
    monkeypatch.setitem(batch.BLOCK, "compiled", 10)
    monkeypatch.setitem(batch.COUNTED, "compiled", 64)
    one = experiment("toy", games=331, **words)
    sparing = replace(one, keep="sums")
    run = simulate(sparing, tmp_path / "counted", jobs=1)
    rows = simulate(one, tmp_path / "rows", jobs=1).frame().collect()
    drawn = pl.when(pl.col("deal") < 7).then("curve").otherwise([])
    expected = count(rows.with_columns(curve=drawn), one.players)
    assert_frame_equal(run.sums(), expected.select(run.sums().columns))
    monkeypatch.setattr(tables, "ROOM", 0)
    assert content(simulate(sparing, tmp_path / "listed", jobs=1)) == content(run)


def test_who_loses_alone_is_second_of_one():
    match = Match(toy.TITLE, toy.rules(), line_up(toy.TITLE, ["random"], 2))
    rows = match.play(1, 0, 3)
    rows["place"] = 2
    (made,) = LineUpTables(match, [0], 4, 0).here([range(3)], rows)
    win = made[tables.After.win - len(tables.After)]
    assert win.counts[:3, 0, 0, 2, 0].tolist() == [1, 1, 1]


def test_games_can_be_kept_without_their_curves(tmp_path):
    few = experiment("toy", strategies=["random"], players=2, games=40, kept="games")
    run = simulate(few, tmp_path / "run", jobs=1)
    assert "curve" not in run.frame().collect_schema()
    assert any(one.name == "turn_order" and one.is_asked for one in findings_of(run))
