"""A real Dask cluster: a lost worker's games are played again, by the files that travel."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from playing import simulate
from waiting import HANG, wait_until

from analyses.experiments import batch, cluster
from analyses.experiments.experiment import experiment
from simulator.errors import UserError

GUEST = """
from tiltmeter.design import Game, finish, gain, next_player, numbered, roll

Move = numbered("toss", "take")
penny = Game("penny", players=(1, 2), moves=Move, components={"rounds": 3})


@penny.apply
def play(game, rules, move):
    gain(game, game.player, 2 * roll(game.table, 2) - 2 if move == Move.toss else 1)
    next_player(game)
    if game.rounds == rules.rounds:
        finish(game)
"""
PLUG_IN = """
from strategies.registry import strategy


@strategy("penny")
def rash(game, rules, move, mind):
    '''Always tosses.'''
    return -1.0 * move
"""


@pytest.fixture
def trial(tmp_path):
    files = {"penny.py": GUEST, "rash.py": PLUG_IN}
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    return experiment(
        tmp_path / "penny.py", code=[tmp_path / "rash.py"], strategies=("rash", "random"), games=200
    )


def test_a_worker_with_other_sources_is_refused_by_name(trial):
    sent = cluster.packed(trial)
    there = replace(sent, process=("elsewhere", 1), settings={**sent.settings, "rules": "others"})
    with pytest.raises(
        UserError, match=rf"process {os.getpid()}\) was refused: it has other rules"
    ):
        there._must_be_same(trial.settings())
    (rows,), complaint = batch.play_elsewhere(sent, "python", 0, 1, 0)
    assert len(rows) == 4
    assert not complaint


def test_an_address_is_of_a_cluster():
    with pytest.raises(UserError, match="say backend='dask' or backend='ray' too"):
        cluster.connect("threading", "localhost:1")


class Dask:
    """A scheduler and some workers, each a process of its own."""

    def __init__(self, folder):
        pytest.importorskip("distributed")
        self.folder, self.workers, self.file = folder, [], folder / "scheduler.json"
        self.scheduler = self._started("scheduler", "--port", "0", "--no-dashboard")

    def _started(self, what, *more):
        words = [f"distributed.cli.dask_{what}", "--scheduler-file", str(self.file), *more]
        place = self.folder / f"{what}-{len(self.workers)}"
        place.mkdir()
        return subprocess.Popen(
            [sys.executable, "-m", *words],
            cwd=place,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
        )

    def hire(self):
        self.workers.append(
            self._started("worker", "--no-nanny", "--nthreads", "1", "--no-dashboard")
        )

    @property
    def address(self):
        wait_until(self._is_written, lambda: self.scheduler.poll() is not None)
        return json.loads(self.file.read_text())["address"]

    def _is_written(self):
        """To the end, which takes a moment."""
        try:
            return bool(json.loads(self.file.read_text()))
        except (FileNotFoundError, ValueError):
            return False

    def wait_for(self, n):
        """Until so many workers are known, of as many as live."""
        from distributed import get_client

        def is_over():
            return sum(worker.poll() is None for worker in self.workers) < n

        wait_until(lambda: len(get_client().ncores()) == n, is_over)

    def close(self):
        from distributed import get_client

        get_client().close()
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def dask(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "WAIT", HANG)
    found = Dask(tmp_path)
    found.hire()
    found.hire()
    yield found
    found.close()


@pytest.mark.long
def test_a_cluster_that_loses_a_worker_ends_with_the_same_bytes(trial, dask, tmp_path):
    from distributed import get_client

    killed = []

    def plug_ins():
        from strategies import registry

        return [str(file) for file in registry._plug_ins]

    def kill_one(games):
        if not killed:
            killed.append(dask.workers[0])
            dask.workers[0].send_signal(signal.SIGKILL)

    means = {"engine": "python", "backend": "dask", "address": dask.address}
    cluster.connect("dask", dask.address)
    dask.wait_for(2)  # or one may have played all before the other came
    run = simulate(trial, tmp_path / "cluster", kill_one, **means)
    here = simulate(trial, tmp_path / "here", jobs=1, engine="python")
    assert killed
    assert killed[0].wait() == -signal.SIGKILL
    assert [part.read_bytes() for part in run.parts] == [part.read_bytes() for part in here.parts]
    dask.wait_for(1)
    simulate(trial, tmp_path / "alone", **means)  # or the one that is left may have played nothing
    (files,) = get_client().run(plug_ins).values()
    assert [Path(file).parts[-2:] for file in files] == [("code", "rash.py")]


def test_a_scheduler_that_does_not_answer_is_a_sentence(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "WAIT", 1)
    with pytest.raises(UserError, match=r"No Dask cluster answers at tcp://127\.0\.0\.1:9 "):
        cluster.connect("dask", "tcp://127.0.0.1:9")
