"""Workflows and hooks run the commands that contributors run, on all that is promised."""

import re
import shlex
import tomllib
from pathlib import Path

import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def read(file):
    return yaml.safe_load((ROOT / file).read_text(encoding="utf-8"))


def steps(job):
    return [step["run"] for step in job["steps"] if "run" in step]


def test_what_is_installed_is_pinned_within_what_is_declared():
    """On every system: no pin has a condition."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [Requirement(line.partition("#")[0]) for line in lines if not line.startswith("#")]
    known = {canonicalize_name(pin.name): str(pin.specifier).removeprefix("==") for pin in pins}
    extras = PROJECT["optional-dependencies"]
    asked = [Requirement(one) for one in (*PROJECT["dependencies"], *extras["rl"], *extras["dev"])]
    asked = [one for one in asked if one.name != PROJECT["name"]]
    assert len(asked) > 20
    assert all(one.specifier.contains(known[canonicalize_name(one.name)]) for one in asked)
    assert [
        str(pin) for pin in pins if pin.marker or not re.fullmatch("==[0-9.]+", str(pin.specifier))
    ] == []


class TestWorkflow:
    JOBS = read(".github/workflows/test.yml")["jobs"]

    def test_every_system_meets_every_python(self):
        matrix = self.JOBS["test"]["strategy"]["matrix"]
        assert [name.partition("-")[0] for name in matrix["os"]] == ["ubuntu", "macos", "windows"]
        assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]
        assert PROJECT["requires-python"] == f">={matrix['python'][0]}"
        assert self.JOBS["test"]["runs-on"] == "${{ matrix.os }}"

    def test_it_installs_and_tests_as_contributing_says(self):
        text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
        install, test = steps(self.JOBS["test"])
        assert install == "python -m pip install -e .[dev] -c constraints.txt"
        assert test == 'python -m pytest -m "not slow"'
        assert install in text
        assert test in text

    def test_once_a_week_the_newest_numba_is_tried(self):
        whole = read(".github/workflows/test.yml")
        assert [one["cron"].split()[-1] for one in whole[True]["schedule"]] == ["1"]  # on: is true
        assert "schedule" in self.JOBS["newest-numba"]["if"]
        assert any(
            "--upgrade" in step and "numba" in step for step in steps(self.JOBS["newest-numba"])
        )


def test_hooks_run_the_linters_of_make_and_download_nothing():
    (repo,) = read(".pre-commit-config.yaml")["repos"]
    assert repo["repo"] == "local"
    assert {hook["language"] for hook in repo["hooks"]} == {"system"}
    lint = re.search(r"^lint:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.M)[1]
    of_make = [shlex.split(line.replace("$(BIN)/", "")) for line in lint.splitlines()]
    without = [[word for word in words if word not in ("--quiet", ".")] for words in of_make]
    assert [shlex.split(hook["entry"]) for hook in repo["hooks"]] == without
