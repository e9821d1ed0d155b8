"""A wheel built from the tree, installed in an empty environment, plays from any folder."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def run(*command, **options):
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, check=False, **options
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_a_wheel_plays_from_any_folder(tmp_path):
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", tmp_path / "dist", ROOT)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    venv.create(tmp_path / "empty", with_pip=True)
    python = tmp_path / "empty" / "bin" / "python"
    constraints = ROOT / "constraints.txt"
    run(
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-compile",
        "--disable-pip-version-check",
        "-c",
        constraints,
        wheel,
    )
    away = tmp_path / "elsewhere"
    away.mkdir()
    alone = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    alone["TILTMETER_CACHE"] = str(tmp_path / "cache")
    tiltmeter = tmp_path / "empty" / "bin" / "tiltmeter"
    where = run(python, "-c", "import simulator; print(simulator.__file__)", cwd=away, env=alone)
    assert str(tmp_path) in where, "the tree was imported instead of the wheel"
    assert "Lost Cities" in run(tiltmeter, "games", cwd=away, env=alone)
    assert "The game ends" in run(tiltmeter, "play", "lost_cities", cwd=away, env=alone)
    words = ("simulate", "lost_cities", "-n", "200", "-p", "3")
    assert "200 games" in run(tiltmeter, *words, cwd=away, env=alone)
    (made,) = (away / "runs").iterdir()
    assert "report.html" in run(tiltmeter, "report", made, "--quiet", cwd=away, env=alone)
    assert (made / "report.pdf").read_bytes().startswith(b"%PDF")
