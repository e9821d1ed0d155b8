"""How long a user waits: cold and warm starts of the command line."""

import os
import subprocess
import sys
import time

import pytest


def seconds(folder, out, cache):
    command = [sys.executable, "-m", "tiltmeter", "simulate", "lost_cities", "-n", "1000"]
    command += ["-p", "4", "-s", "allround", "--out", out]
    started = time.perf_counter()
    subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"TILTMETER_CACHE": str(cache)},
        capture_output=True,
        check=True,
    )
    return time.perf_counter() - started


@pytest.mark.slow
@pytest.mark.timing
def test_a_cold_compile_takes_under_20_seconds_and_a_warm_batch_under_3(tmp_path):
    assert seconds(tmp_path, "cold", tmp_path / "cache") < 20
    warm = min(seconds(tmp_path, f"warm{k}", tmp_path / "cache") for k in range(2))
    assert warm < 3
