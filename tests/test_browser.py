"""Tests that found no browser say so, whoever ran them."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from browser import NO_CHROMIUM, NO_DRIVER, told_of


@pytest.mark.parametrize(
    ("reasons", "told"),
    [
        ([], []),
        (["needs a GPU"], []),
        ([NO_CHROMIUM], [f"1 browser test was skipped, for {NO_CHROMIUM}."]),
        ([NO_DRIVER, "needs a GPU", NO_DRIVER],
         [f"2 browser tests were skipped, for {NO_DRIVER}."]),
    ],
)  # fmt: skip
def test_those_without_a_browser_are_counted(reasons, told):
    reports = [SimpleNamespace(longrepr=("test_page.py", 1, f"Skipped: {r}")) for r in reasons]
    assert list(told_of(reports)) == told


def test_it_is_said_at_the_end_also_by_several_workers():
    asked = ["tests/test_page.py", "-n", "1", "-k", "dark_mode", "-p", "no:cacheprovider"]
    mine = {name: os.environ[name] for name in os.environ if not name.startswith("PYTEST")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *asked],
        cwd=Path(__file__).parents[1],
        env=mine | {"PATH": ""},
        capture_output=True,
        text=True,
    )
    assert f"1 browser test was skipped, for {NO_CHROMIUM}." in done.stdout.splitlines()
