"""Replays: the same games again, and what they show round by round."""

import shutil

import numpy as np
import polars as pl
import pytest
import toy
from click.testing import CliRunner
from playing import rewrite

from analyses.experiments.replay import replay_of
from analyses.experiments.run_folder import RunFolder
from analyses.findings.sample import sample_of
from analyses.findings.stories import stages, with_stages
from analyses.questions import findings_of
from simulator.match import Match
from tiltmeter.cli import main

DEALS = 30


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    out = tmp_path_factory.mktemp("runs") / "run"
    words = ["simulate", "lost_cities", "-n", "120", "-p", "2", "-s", "allround,greedy"]
    words += ["--design", "self-play,round-robin", "--set", "bridges.bonus=35", "--out", str(out)]
    told = CliRunner().invoke(main, [*words, "--seed", "4", "--quiet"])
    assert told.exit_code == 0, told.output
    return RunFolder(out)


@pytest.fixture(scope="module")
def replay(run):
    return replay_of(run, DEALS)


@pytest.fixture(scope="module")
def rows(run, replay):
    """The rows of the games that are played again."""
    sample = sample_of(run.frame())
    deals = sample.typical.filter(pl.col("deal") < replay.deals)
    return deals.collect().sort("game", "seat")


def test_the_games_are_those_of_the_run(replay, rows):
    assert replay.cell.label == "allround ×2"
    assert replay.games == len(rows) // 2 == DEALS
    assert replay.ends["points"][:, :2].sum(axis=2).reshape(-1).tolist() == rows["score"].to_list()
    assert replay.ends["rounds"].repeat(2).tolist() == rows["rounds"].to_list()


def test_no_more_deals_are_replayed_than_were_played(run):
    assert replay_of(run, 10**6).deals == 120 // 4


def test_sources_after_every_round_add_up_to_the_curve(replay, rows):
    total = replay.follow(replay.match.title.worth, range(9)).sum(axis=0)
    for k, curve in enumerate(rows["curve"]):
        game, seat = divmod(k, 2)
        assert total[game, : len(curve), seat].tolist() == curve.to_list()
        assert (total[game, len(curve) :, seat] == curve[-1]).all(), "a game's last value stays"


def test_stages_are_means_over_players_of_what_rows_hold(replay, rows):
    frame = stages(replay)
    assert frame.columns == ["round", "source", "points", "games running"]
    first = frame.filter(pl.col("round") == 1)["points"].sum()
    assert first == pytest.approx(rows["curve"].list.first().mean())
    last = frame["round"].max()
    per_game = rows["rounds"].gather_every(2)  # a row per seat; each game counts once
    assert last == int(np.percentile(per_game, 95))
    held = rows["curve"].list.get(last - 1, null_on_oob=True).fill_null(rows["score"])
    told = frame.filter(pl.col("round") == last)
    assert told["points"].sum() == pytest.approx(held.mean())
    assert told["games running"][0] == (rows["rounds"] >= last).mean()


def test_the_finding_on_curves_gains_a_table_and_a_note(run, replay):
    (curves,) = findings_of(run, ["curves"])
    more = with_stages(curves, replay)
    assert more.tables[:-1] == curves.tables
    table = more.tables[-1]
    assert table.key == "by_round"
    assert table.frame.columns[:2] == ["round", "games running"]
    assert len(table.frame.columns) == 2 + 9
    assert "30 games of allround ×2, replayed" in more.notes[-1]


@pytest.mark.parametrize(
    ("key", "value"),
    [("rules", "0" * 16), ("strategy_sources", "0" * 16), ("cells", [[["mine"] * 2, "all", ""]])],
)
def test_what_other_sources_or_strategies_played_is_not_played_again(run, tmp_path, key, value):
    shutil.copy(run.file, tmp_path)
    rewrite(tmp_path / "manifest.json", lambda values: values["experiment"].update({key: value}))
    assert replay_of(RunFolder(tmp_path)) is None


def test_any_figure_can_be_followed_and_changes_no_game():
    match = Match(toy.TITLE, toy.rules(table=6), [toy.player("a", 1), toy.player("b", 2)])
    games = match.play(3, 0, 20)
    for source in range(4):
        again = match.follow(toy.TITLE.worth, source, 3, 0, 20)
        assert (again["curve"][:, 0] == games["points"][:, :, source]).all()
        assert (again["points"] == games["points"]).all()
