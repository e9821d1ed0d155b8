"""What users get: machine code as it is shipped, its cold and warm starts, and what is said."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from pace import slowness

sys.path.append(str(Path(__file__).parent.parent / "benchmarks"))

import pig_by_hand

SHIPPED = {name: os.environ[name] for name in os.environ if not name.startswith("NUMBA_")}


def simulate(folder, environment):
    """Plays a batch into a folder: the seconds of processor time it takes, and what is said."""
    command = [sys.executable, "-m", "tiltmeter", "simulate", "lost_cities", "-n", "1000"]
    command += ["-p", "4", "-s", "allround", "--out", str(folder)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stderr


def parts(folder):
    return [file.read_bytes() for file in sorted(Path(folder).glob("part-*"))]


@pytest.mark.slow
@pytest.mark.long
def test_the_first_compile_says_so_once_and_takes_20_seconds_a_warm_batch_3(tmp_path):
    shipped = SHIPPED | {"TILTMETER_CACHE": str(tmp_path / "cache")}
    cold, said = simulate(tmp_path / "cold", shipped)
    assert "this happens once" in said
    assert cold < 3 * 20 * slowness()
    warm, said = simulate(tmp_path / "warm", shipped)
    assert warm < 3 * 3 * slowness()
    assert said == ""
    simulate(tmp_path / "checked", os.environ)
    assert parts(tmp_path / "cold") == parts(tmp_path / "warm") == parts(tmp_path / "checked") != []


def test_a_game_of_one_file_takes_less_than_twice_as_long_as_its_rules_by_hand():
    assert pig_by_hand.ratio() < 2
