"""Whatever happens to the disk at any step, the same command ends with the same bytes.

`python tests/test_faults.py` tries every step of every command with every fault, and counts them.
"""

import contextlib
import logging
import sys
import tempfile
from pathlib import Path
from unittest import mock

import pytest
from faulty_disk import FAULTS, Dead, Disk
from playing import simulate

from analyses.experiments import batch, run_folder, sums
from analyses.experiments.experiment import experiment
from analyses.lab.players import deviations, ladder_file
from analyses.lab.players.ladder import Ladder, Rung
from analyses.lab.study import folder as study_folder
from analyses.lab.study.plan import plan_study
from analyses.lab.study.study_run import play_study
from analyses.lab.verify.kept import verify_kept
from simulator import files, sources
from simulator.errors import UserError
from strategies.weights_file import write_weights

STRIDE = 29  # of the steps that the suite tries, with each fault at another one
SLOW = {"simulate --keep sums": 3}  # where counting takes its time, fewer


def run(root, games=40, **more):
    one = experiment("lost_cities", players=2, strategies=["random"], games=games, **more)
    simulate(one, root / "run", jobs=1)


def study(root):
    plan = plan_study("lost_cities", "boxes", players=2, games=4, sample=5, mixed=False)
    play_study(plan, root / "study", jobs=1, by="mean_score", top=2, budget=8)


def weights(root):
    for players in (2, 3):
        entry = {"weights": {"patience": 2.5}, "found": {"seed": players}}
        write_weights(root / "w.toml", "lost_cities", "allround", {players: entry})


def ladder(root):
    with mock.patch.object(sources, "STRATEGIES", root):
        ladder_file.write_ladder(Ladder("", 2, "a", 1, (Rung("a", 10, 0.5, 0.1),)), "tiltmeter")


def kept_deviations(root):
    deviations._keep(root / "deviations" / "one.json", {"share": 0.5})


COMMANDS = {
    "simulate": run,
    "simulate --keep sums": lambda root: run(root, 24, kept="sums"),
    "study --budget": study,
    "tune": weights,
    "ladder --write": ladder,
    "report (deviations)": kept_deviations,
}


@contextlib.contextmanager
def small_parts():
    """Stored again after every block, so that there are many steps."""
    with (
        mock.patch.multiple(run_folder, PART=16, PAUSE=-1),
        mock.patch.object(sums, "SUMMED", 16),
        mock.patch.multiple(study_folder, PART=2, PAUSE=-1),
        mock.patch.dict(batch.BLOCK, compiled=8),
    ):
        yield


def data_in(root):
    """All that is kept, but for manifests, which say when a folder was made."""
    return {
        one.relative_to(root).as_posix(): one.read_bytes()
        for one in sorted(root.rglob("*"))
        if one.is_file() and one.name not in ("manifest.json", "study.json")
    }


def on(disk, command):
    """Plays on a disk; what went wrong, if anything."""
    with mock.patch.object(files, "os", disk):
        try:
            command(disk.root)
        except (Dead, UserError) as error:
            return error
        except OSError as error:  # of a single file, whose writer tells it
            assert command not in (run, study), error
            return error
    return None


def whole(command):
    """What a command leaves on a sound disk, and in how many steps."""
    with tempfile.TemporaryDirectory() as folder:
        disk = Disk(folder)
        assert on(disk, command) is None
        return data_in(Path(folder)), disk.steps


def try_fault(command, fault, at, expected):
    """One fault, then the same command again."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        disk = Disk(root, fault, at, seed=at)
        error = on(disk, command)
        if fault == "forgets":
            disk.after_the_power_cut()
        assert fault not in ("full", "fails") or not isinstance(error, Dead)
        command(root)
        assert data_in(root) == expected, (fault, at)
        assert all(one.holds for one in verify_kept(root)), (fault, at)
    return error


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", COMMANDS)
def test_after_any_fault_the_same_command_ends_with_the_same_bytes(name, fault):
    with small_parts():
        expected, steps = whole(COMMANDS[name])
        assert steps > 4
        stride = STRIDE * SLOW.get(name, 1) if steps > 20 else 1
        for at in range(1 + FAULTS.index(fault), steps + 1, stride):
            try_fault(COMMANDS[name], fault, at, expected)


@pytest.mark.parametrize("name", ["simulate", "study --budget"])
def test_a_full_disk_is_told_in_a_sentence(name):
    with small_parts():
        expected, steps = whole(COMMANDS[name])
        for at in range(1, steps, STRIDE):
            error = try_fault(COMMANDS[name], "full", at, expected)
            assert isinstance(error, UserError), at
            assert "No space left on device" in str(error)


def test_the_harness_notices_what_a_store_without_syncs_loses():
    """It can fail: a manifest that is moved into place before it is on the disk is lost."""
    careless = files.write_whole

    def unsynced(file, content, sync=True):
        careless(file, content, sync=False)

    def tried():
        with small_parts():
            expected, steps = whole(run)
            for at in range(1, steps, 3):
                try_fault(run, "forgets", at, expected)

    with (
        mock.patch("analyses.experiments.folders.write_whole", unsynced),
        pytest.raises((AssertionError, UserError)),
    ):
        tried()


def try_all():
    """Every step of every command with every fault."""
    logging.getLogger("tiltmeter").setLevel(logging.ERROR)
    total = 0
    for name, command in COMMANDS.items():
        with small_parts():
            expected, steps = whole(command)
            for fault in FAULTS:
                for at in range(1, steps + 1):
                    try_fault(command, fault, at, expected)
        total += steps * len(FAULTS)
        print(f"{name:22} {steps:4} steps × {len(FAULTS)} faults: same bytes", flush=True)
    print(f"{total} fault points")


if __name__ == "__main__":
    sys.exit(try_all())
