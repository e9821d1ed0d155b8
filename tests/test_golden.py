"""One annotated game per title, compared line by line; `make golden` writes them anew."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from ours import OURS

from tiltmeter.cli import main

GOLDEN = Path(__file__).parent / "golden"
LINE_UPS = {
    "archeos": "allround,rusher,builder",
    "excavation": "allround,digger,politician",
    "expeditions": "allround,hunter,blocker,greedy",
    "lost_cities": "allround,greedy,random",
}


def told(title: str) -> str:
    words = ["play", title, "-s", LINE_UPS[title], "--seed", "7", "--explain"]
    return CliRunner().invoke(main, words, catch_exceptions=False).output


@pytest.mark.parametrize("title", OURS)
def test_the_game_is_told_as_before(title):
    file = GOLDEN / f"{title}.txt"
    assert file.exists(), f"{title} has no golden game; `make golden` writes it"
    for number, (now, before) in enumerate(
        zip(told(title).splitlines(), file.read_text(encoding="utf-8").splitlines(), strict=True), 1
    ):
        assert now == before, f"line {number} of {file.name}"


if __name__ == "__main__":
    for title in OURS:
        (GOLDEN / f"{title}.txt").write_text(told(title), encoding="utf-8")
