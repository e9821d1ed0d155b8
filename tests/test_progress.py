"""How a batch is coming along, on a screen of 80 columns."""

import io
import re

import pytest
from rich.console import Console

from tiltmeter.progress import BAR, Screen


@pytest.mark.parametrize("told", ["seat 1 wins 51.2%", f"allround:{'gift=0.31:' * 9} wins 51.2%"])
def test_bar_count_and_time_left_are_whole_whatever_is_told(told, monkeypatch):
    console = Console(width=80, force_terminal=True, file=io.StringIO(), color_system=None)
    monkeypatch.setattr("rich.console.Console", lambda **_: console)
    screen = Screen("combinations")
    screen.begun(1_200_000, 0)
    screen.advanced(600_000, told)
    screen.bar.refresh()
    screen.ended()
    lines = re.split(r"[\r\n]+", re.sub(r"\x1b\[[\d?;]*[A-Za-z]", "", console.file.getvalue()))
    last = next(line for line in lines if "600,000/1,200,000 combinations" in line)
    assert len(last) <= 80
    assert last.count("━") == BAR / 2
    assert re.search(r"\d:\d\d:\d\d|-:--:--", last)
