"""Runs: the same bytes however they are played, stopped and taken up again."""

import json
from pathlib import Path

import polars as pl
import pytest

from analyses.experiments import batch, run_folder
from analyses.experiments.batch import frames
from analyses.experiments.experiment import experiment
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.simulation import folder_name, simulate
from analyses.questions import findings_of
from simulator.errors import UserError

LINE_UP = ("allround", "greedy", "cautious", "random")


def trial(games=600, **words):
    return experiment("lost_cities", **{"strategies": LINE_UP, "games": games, **words})


def content(folder):
    return {part.name: part.read_bytes() for part in RunFolder(folder).parts}


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr(run_folder, "PART", 256)
    monkeypatch.setitem(batch.BLOCK, "compiled", 100)


def test_the_bytes_do_not_depend_on_jobs_or_backend_or_block_size(
    tmp_path, small_parts, monkeypatch
):
    simulate(trial(), tmp_path / "one", jobs=1)
    simulate(trial(), tmp_path / "two", jobs=2)
    simulate(trial(), tmp_path / "three", jobs=2, backend="loky")
    monkeypatch.setitem(batch.BLOCK, "compiled", 37)
    simulate(trial(), tmp_path / "four", jobs=2)
    assert len(content(tmp_path / "one")) == 3
    for other in ("two", "three", "four"):
        assert content(tmp_path / other) == content(tmp_path / "one"), other


def test_the_first_games_are_identical_in_the_python_engine():
    compiled = pl.concat(frames(trial(12), jobs=1))
    python = pl.concat(frames(trial(12), engine="python", jobs=2))
    assert python.equals(compiled)


def test_a_longer_run_begins_with_the_same_games():
    few, many = pl.concat(frames(trial(40), jobs=1)), pl.concat(frames(trial(300), jobs=1))
    assert many.head(len(few)).equals(few)


def test_one_row_per_game_and_seat_with_everything_in_it():
    frame = pl.concat(frames(trial(40), jobs=1))
    assert len(frame) == 160
    points = frame.select(pl.sum_horizontal(pl.col("^points_.*$"))).to_series()
    assert (points == frame["score"]).all()
    assert (frame.group_by("game").agg(pl.col("win").sum())["win"] - 1).abs().max() < 1e-12
    assert (frame["curve"].list.last() == frame["score"]).all()
    assert (frame["curve"].list.len() == frame["rounds"]).all()
    assert {"ending", "decisions", "forced", "place", "tally_circles"} <= set(frame.columns)


def test_the_line_up_takes_every_seating_of_each_deal():
    frame = pl.concat(frames(trial(40), jobs=1))
    seatings = frame.group_by("deal", "seat").agg(pl.col("strategy").n_unique())
    assert (seatings["strategy"] == 4).all()
    mirror = pl.concat(frames(trial(40, strategies=["greedy"], players=3), jobs=1))
    assert mirror["deal"].n_unique() == 40


class Stop(Exception):
    pass


@pytest.mark.parametrize("after", [1, 3, 5])
def test_a_run_that_was_stopped_goes_on_and_ends_with_the_same_bytes(tmp_path, small_parts, after):
    simulate(trial(), tmp_path / "whole", jobs=1)

    def stop(frame, seen=[]):  # noqa: B006
        seen.append(frame)
        if len(seen) == after:
            raise Stop

    with pytest.raises(Stop):
        simulate(trial(), tmp_path / "cut", jobs=1, watch=stop)
    kept = RunFolder(tmp_path / "cut").games_done()
    assert kept == 100 * after, "finished games were lost"
    played = []
    simulate(trial(), tmp_path / "cut", jobs=1, watch=played.append)
    assert sum(map(len, played)) == 4 * (600 - kept), "games were played again"
    assert content(tmp_path / "cut") == content(tmp_path / "whole")


def test_nothing_computed_is_lost_by_a_bad_rating(tmp_path, small_parts):
    file = tmp_path / "late.py"
    file.write_text(
        "from strategies.registry import strategy\n"
        "@strategy('lost_cities')\n"
        "def late(game, rules, move, mind):\n"
        "    '''Fails in long games.'''\n"
        "    return float('nan') if game.rounds > 33 else 0.0\n"
    )
    mine = trial(strategies=("late",), players=2, code=[file])
    with pytest.raises(UserError, match="'late' gave a rating that is not a number"):
        simulate(mine, tmp_path / "run", jobs=1)
    kept = RunFolder(tmp_path / "run").games_done()
    assert 0 < kept < 600, "the games before the bad one are kept"
    assert kept % 100, "also those of its own block"


def test_no_half_written_file_is_ever_seen(tmp_path, small_parts, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("simulator.files.os.replace", full)
    with pytest.raises(UserError, match="No space left"):
        RunFolder.for_experiment(tmp_path / "run", trial())
    assert list((tmp_path / "run").iterdir()) == []


def test_a_folder_of_another_run_is_left_alone(tmp_path):
    simulate(trial(8), tmp_path / "run", jobs=1)
    with pytest.raises(UserError, match=r"holds another run \(other seed\)"):
        simulate(trial(8, seed=2), tmp_path / "run", jobs=1)


def test_a_foreign_folder_is_left_alone(tmp_path):
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("…")
    with pytest.raises(UserError, match="not a run of tiltmeter"):
        simulate(trial(8), tmp_path / "letters", jobs=1)
    (tmp_path / "file").write_text("…")
    with pytest.raises(UserError, match="not a run of tiltmeter"):
        simulate(trial(8), tmp_path / "file", jobs=1)


def test_an_unwritable_folder_is_told():
    with pytest.raises(UserError, match="Cannot write to"):
        simulate(trial(8), Path("/proc/nowhere/run"), jobs=1)


def test_the_manifest_says_all_that_is_needed_to_repeat_the_run(tmp_path):
    run = simulate(trial(8, changes={"bridges.bonus": 40}), tmp_path / "run", jobs=1)
    kept = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert kept["experiment"]["changes"] == {"bridges.bonus": 40}
    assert kept["experiment"]["cells"] == [[list(LINE_UP), "all", ""]]
    assert {"seed", "games", "players", "components", "rules"} <= set(kept["experiment"])
    assert {"tiltmeter", "python", "numba", "polars"} <= set(kept["made_with"])
    assert run.is_complete()


@pytest.mark.parametrize(
    ("manifest", "told"),
    [("{", "damaged"), ('{"format": 99}', "another version"), ("[]", "another version")],
)
def test_a_manifest_that_cannot_be_read_is_told(tmp_path, manifest, told):
    (tmp_path / "manifest.json").write_text(manifest)
    with pytest.raises(UserError, match=told):
        RunFolder(tmp_path)


def test_equal_experiments_share_a_folder_and_others_do_not():
    assert folder_name(trial()) == folder_name(trial())
    for other in (
        trial(601),
        trial(seed=2),
        trial(changes={"bridges.bonus": 0}),
        trial(changes={"setup.layout": "random"}),
    ):
        assert folder_name(other) != folder_name(trial())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"games": 0}, "at least 1"),
        ({"seed": -1}, "seed must lie"),
        ({"seed": 2**63}, "seed must lie"),
        ({"players": 7, "strategies": ("random",)}, "2 to 5 players"),
        ({"strategies": ("random", "greedy", "nobody", "random")}, "Unknown strategy"),
        ({"changes": {"setup.layuot": 1}}, "Unknown setup key 'layuot'. Did you mean 'layout'"),
        ({"changes": {"bridges.bonsu": 1}}, "Unknown component 'bridges.bonsu'"),
        ({"playrs": 2}, "Unknown word 'playrs'. Did you mean 'players'"),
    ],
)
def test_a_wrong_experiment_is_told_before_anything_is_played(words, told):
    with pytest.raises(UserError, match=told):
        trial(**words)


def test_clusters_need_their_extra():
    for backend in ("dask", "ray"):
        try:
            __import__("distributed" if backend == "dask" else "ray")
        except ImportError:
            with pytest.raises(UserError, match="needs the extra 'cluster'"):
                batch.must_be_backend(backend)
    with pytest.raises(UserError, match="Unknown backend 'clowd'"):
        batch.must_be_backend("clowd")


def test_a_damaged_part_is_named(tmp_path):
    run = simulate(trial(8), tmp_path / "run", jobs=1)
    run.parts[0].write_bytes(run.parts[0].read_bytes()[:300])
    with pytest.raises(UserError, match=r"part-0.*parquet is damaged"):
        findings_of(RunFolder(tmp_path / "run"))
