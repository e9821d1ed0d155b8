"""kill -9 at some step, or at any moment: the same command ends with the same bytes.

`python tests/test_kills.py 50 [SEED [COMMAND …]]` kills every command that keeps something, or
those named, 50 times: half at random steps of writing, half at random moments; and counts.
"""

import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from test_faults import data_in

HERE = Path(__file__).parent
LOST = ["lost_cities", "-p", "2", "-j", "1"]
KEPT = {
    "simulate": ["simulate", *LOST, "-n", "600", "-s", "random", "--out", "run"],
    "study": ["study", "lost_cities", "boxes", "-p", "2", "-n", "8", "--sample", "5", "-j", "1",
              "--out", "study"],
    "tune": ["tune", *LOST[:1], "greedy", *LOST[1:], "-n", "40", "--generations", "2", "--confirm",
             "40", "--keep", "--out", "w.toml"],
}  # fmt: skip
MORE = {
    "simulate --keep sums": [*KEPT["simulate"], "--keep", "sums"],
    "compare": ["compare", *LOST, "--set", "bridges.bonus=40", "-n", "60"],
    "sweep": ["sweep", LOST[0], "bridges.bonus=0,20,40", *LOST[1:], "-n", "60"],
    "advise": ["advise", *LOST, "-n", "100", "--only", "bridges"],
    "report": ["report", *LOST, "--quick", "--only", "html"],
}
DAY = rb'<time datetime="[\d-]*">[^<]*</time>'
BLOCK = {"report": 1024}  # games that are stored at once; it plays so many
DRIVER = """
import sys
sys.path[:0] = [sys.argv[1], sys.argv[2]]
from faulty_disk import Disk
from analyses.experiments import batch, run_folder
from analyses.lab.study import folder as study_folder
from simulator import files
at, block = int(sys.argv[3]), int(sys.argv[4])
run_folder.PART, run_folder.PAUSE, study_folder.PART = 4 * block, 0, 2
batch.BLOCK["compiled"] = block
files.os = disk = Disk(".", "killed", at)
from tiltmeter.cli import main
try:
    main(sys.argv[5:])
finally:
    print("steps", disk.steps, file=sys.stderr)
"""


def start(words, folder, at=0):
    """The command in a process of its own, which is killed at a step."""
    numbers = [str(at), str(BLOCK.get(words[0], 32))]
    driver = [sys.executable, "-c", DRIVER, str(HERE), str(HERE.parent), *numbers]
    return subprocess.Popen(
        [*driver, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def ended(process):
    _, told = process.communicate()
    assert "Traceback" not in told, told
    return process.returncode, told


def kept_in(folder):
    """But for the day that a report tells, which may be over meanwhile."""
    return {name: re.sub(DAY, b"", content) for name, content in data_in(folder).items()}


def steps_and_bytes(words, folder):
    """Of a command that nobody kills."""
    code, told = ended(start(words, folder))
    assert code in (0, 1), told
    return int(told.rpartition("steps ")[2]), kept_in(folder), code


LONG = [pytest.param(one, marks=pytest.mark.long) for one in KEPT if one != "simulate"]


@pytest.mark.parametrize("name", ["simulate", *LONG])
def test_a_command_that_is_killed_ends_with_the_same_bytes(tmp_path, name):
    words = KEPT[name]
    for folder in ("whole", "killed"):
        (tmp_path / folder).mkdir()
    steps, whole, _ = steps_and_bytes(words, tmp_path / "whole")
    assert steps >= 5
    code, told = ended(start(words, tmp_path / "killed", at=2 * steps // 3))
    assert code == -signal.SIGKILL, told
    assert kept_in(tmp_path / "killed") != whole
    assert ended(start(words, tmp_path / "killed"))[0] == 0
    assert kept_in(tmp_path / "killed") == whole


def kill_many(times, seed=1, *names):
    chance, known = random.Random(seed), KEPT | MORE
    for name in names or known:
        words = known[name]
        with tempfile.TemporaryDirectory() as folder:
            began = time.monotonic()
            steps, whole, end = steps_and_bytes(words, Path(folder))
            seconds = time.monotonic() - began
        killed = 0
        for k in range(times):
            with tempfile.TemporaryDirectory() as folder:
                killed += _kill(words, Path(folder), steps, seconds, k % 2, chance)
                code, told = ended(start(words, folder))
                assert code == end, told
                assert kept_in(Path(folder)) == whole, name
                shutil.rmtree(folder, ignore_errors=True)
                Path(folder).mkdir()
        print(f"{name:22} {steps:4} steps, {times} tries, {killed} killed: same bytes", flush=True)


def _kill(words, folder, steps, seconds, by_time, chance):
    if not by_time:
        return ended(start(words, folder, at=chance.randint(1, max(1, steps))))[0] < 0
    process = start(words, folder)
    time.sleep(chance.uniform(0, seconds))
    process.kill()
    return ended(process)[0] < 0


if __name__ == "__main__":
    kill_many(*map(int, sys.argv[1:3]), *sys.argv[3:])
