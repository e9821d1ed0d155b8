"""Runs: the same bytes however they are played, stopped and taken up again."""

import io
import json
import logging
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner
from playing import simulate
from waiting import wait_until

from analyses.experiments import batch, run_folder
from analyses.experiments.batch import frames
from analyses.experiments.experiment import experiment
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.simulation import folder_name
from analyses.lab.verify.kept import verify_kept
from analyses.questions import findings_of
from simulator.errors import UserError
from simulator.files import checksum
from tiltmeter.cli import main

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

    def stop(games, seen=[]):  # noqa: B006
        seen.append(games)
        if len(seen) == after:
            raise Stop

    with pytest.raises(Stop):
        simulate(trial(), tmp_path / "cut", jobs=1, watch=stop)
    kept = RunFolder(tmp_path / "cut").games_done()
    assert kept == 100 * after, "finished games were lost"
    played = []
    simulate(trial(), tmp_path / "cut", jobs=1, watch=played.append)
    assert sum(played) == 600 - kept, "games were played again"
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
        ({"strategies": ("random", "greedy", "nobody", "random")}, "Unknown bot of lost_cities"),
        ({"changes": {"setup.layuot": 1}}, "Unknown setup key 'layuot'. Did you mean 'layout'"),
        ({"changes": {"bridges.bonsu": 1}}, "Unknown parameter 'bridges.bonsu'"),
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


@pytest.fixture
def warned():
    """What the log says, whatever commands have made of it before."""
    told, log = io.StringIO(), logging.getLogger("tiltmeter")
    handler = logging.StreamHandler(told)
    before = log.level
    log.addHandler(handler)
    log.setLevel(logging.WARNING)
    yield told
    log.setLevel(before)
    log.removeHandler(handler)


@pytest.fixture
def stored(tmp_path, small_parts):
    """A run of three parts, and what they hold."""
    run = simulate(trial(), tmp_path / "run", jobs=1)
    return run, content(run.path)


def flip(part):
    data = bytearray(part.read_bytes())
    data[len(data) // 2] ^= 1
    part.write_bytes(data)


def truncate(part):
    part.write_bytes(part.read_bytes()[:300])


HARM = {"is damaged": flip, "is missing": Path.unlink, "is damaged.": truncate}


@pytest.mark.parametrize("which", [0, 1, 2])
@pytest.mark.parametrize("what", HARM)
def test_a_harmed_part_is_told_and_its_games_are_played_again(stored, warned, which, what):
    run, before = stored
    part, told = run.parts[which], what.rstrip(".")
    HARM[what](part)
    with pytest.raises(UserError, match=f"{part.name} {told}; the simulate that made it plays"):
        findings_of(RunFolder(run.path))
    wrong = [one.what for one in verify_kept(run.path) if not one.holds]
    assert wrong[0] == str(part)
    simulate(trial(), run.path, jobs=1)
    assert content(run.path) == before
    assert f"{part.name} {told}; its games are played again." in warned.getvalue()
    assert all(one.holds for one in verify_kept(run.path))


@pytest.mark.parametrize("typed", ["{run.path}", "{run.path}/", "./{run.path.name}"])
def test_a_run_is_verified_by_any_path(stored, monkeypatch, typed):
    run, _ = stored
    monkeypatch.chdir(run.path.parent)
    told = CliRunner().invoke(main, ["verify", typed.format(run=run)])
    assert told.exit_code == 0, told.output
    assert told.stdout.startswith("All checks pass.\nok ")


def test_a_stop_while_a_lost_part_is_played_again_loses_nothing(stored):
    run, before = stored
    run.parts[1].unlink()

    def stop(games):
        raise Stop

    with pytest.raises(Stop):
        simulate(trial(), run.path, jobs=1, watch=stop)
    assert RunFolder(run.path).damage() == {"part-000000000256.parquet": "was not finished"}
    simulate(trial(), run.path, jobs=1)
    assert content(run.path) == before


def test_who_comes_second_waits_and_finds_all_played(tmp_path, small_parts, warned):
    run = RunFolder.for_experiment(tmp_path / "run", trial())
    with ThreadPoolExecutor(1) as pool:
        with run.alone():
            second = pool.submit(simulate, trial(), tmp_path / "run", jobs=1)
            waits = "Waiting for another tiltmeter that writes into"
            wait_until(lambda: waits in warned.getvalue(), second.done)
            assert not second.done()
            assert run.games_done() == 0
        assert second.result().is_complete()


def test_a_worker_that_ends_is_replaced(tmp_path, small_parts):
    """Plain Python plays in processes; one of them is killed, once."""
    mine = trial(24, strategies=("random",), players=2)
    pid = tmp_path / "pid"
    file = tmp_path / "frail.py"
    file.write_text(
        "import os, signal\n"
        "from strategies.registry import strategy\n"
        "@strategy('lost_cities')\n"
        "def frail(game, rules, move, mind):\n"
        "    '''As random does; the first process that plays it is ended.'''\n"
        f"    if not os.path.exists({str(pid)!r}):\n"
        f"        open({str(pid)!r}, 'w').close()\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return 0.0\n"
    )
    frail = trial(24, strategies=("frail",), players=2, code=[file])
    rows = pl.concat(frames(frail, engine="python", backend="loky", jobs=2))
    assert pid.exists()
    expected = pl.concat(frames(mine, engine="python", jobs=1))
    assert rows["score"].to_list() == expected["score"].to_list()


ON_A_SMALL_DISK = """
import subprocess
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import test_runs
from analyses.experiments import batch, run_folder
run_folder.PART, batch.BLOCK["compiled"] = 256, 100
for size in ("100k", "1m"):
    subprocess.run(["mount", "-o", f"remount,size={size}", sys.argv[2]], check=True)
    try:
        run = test_runs.simulate(test_runs.trial(), Path(sys.argv[2]) / "run", jobs=1)
    except test_runs.UserError as error:
        print(error)
    print(run_folder.RunFolder(Path(sys.argv[2]) / "run").games_done())
for part in run.parts:
    print(part.name, test_runs.checksum(part.read_bytes()))
"""


def may_mount(folder):
    asked = ["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", str(folder)]
    return shutil.which("unshare") and subprocess.run(asked, capture_output=True).returncode == 0


def test_a_full_disk_is_told_and_with_more_room_the_bytes_are_the_same(stored, tmp_path):
    """A real one, in memory; what it holds is seen by nobody else."""
    disk, (_, before) = tmp_path / "disk", stored
    disk.mkdir()
    if not may_mount(disk):
        pytest.skip("nobody may mount a small disk here")
    script = 'mount -t tmpfs -o size=100k tmpfs "$1" && exec "$2" -c "$3" "$4" "$1"'
    words = [disk, sys.executable, ON_A_SMALL_DISK, Path(__file__).parent]
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", script, "sh", *map(str, words)],
        capture_output=True, text=True,
    )  # fmt: skip
    told, kept, all_games, *parts = done.stdout.splitlines()
    assert "No space left on device; what was finished before is kept" in told, done.stderr
    assert (kept, all_games) == ("256", "600")
    assert parts == [f"{name} {checksum(data)}" for name, data in before.items()]
