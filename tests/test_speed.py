"""How long a user waits: cold and warm starts of the command line."""

import os
import subprocess
import sys
import time

import pytest


def timed(folder, out, cache):
    """How many seconds a batch takes, and what is said meanwhile."""
    command = [sys.executable, "-m", "tiltmeter", "simulate", "lost_cities", "-n", "1000"]
    command += ["-p", "4", "-s", "allround", "--out", out]
    started = time.perf_counter()
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"TILTMETER_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    return time.perf_counter() - started, done.stderr


@pytest.mark.slow
@pytest.mark.timing
def test_the_first_compile_says_so_once_and_takes_20_seconds_a_warm_batch_3(tmp_path):
    cold, said = timed(tmp_path, "cold", tmp_path / "cache")
    assert "this happens once" in said
    assert cold < 3 * 20  # as for all limits: a machine may be three times slower
    warm = [timed(tmp_path, f"warm{k}", tmp_path / "cache") for k in range(2)]
    assert min(seconds for seconds, _ in warm) < 3 * 3
    assert [said for _, said in warm] == ["", ""]
