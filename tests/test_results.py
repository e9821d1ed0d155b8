"""Results that cannot be written: told in one sentence, early if it can be, and never lost."""

import errno
import os
from pathlib import Path

import pytest
import toy
from click.testing import CliRunner

from analyses.lab.players import ladder_file
from simulator import results
from simulator.errors import UserError
from strategies.weights_file import write_weights
from tiltmeter.cli import main

pytestmark = pytest.mark.usefixtures("undrawn")

FULL = "No space left on device"


def tiltmeter(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def full(monkeypatch):
    """The disk is full from now on, but for empty files."""

    def no_room(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    return lambda: monkeypatch.setattr("simulator.files.os.replace", no_room)


def error_of(told):
    """What a command that failed says of it, after all its remarks."""
    assert told.exit_code == 2, told.output
    return told.stderr[told.stderr.index("error: ") :]


class TestWeights:
    WORDS = ("tune", "lost_cities", "greedy:temperature=1", "-p", 2, "--against", "", "-n", 8)
    SHORT = (*WORDS, "--generations", 1, "--confirm", 8, "--keep", "-j", 1, "-q")

    def test_tuning_on_a_full_disk_prints_the_file_that_it_cannot_write(self, full):
        assert tiltmeter(*self.SHORT, "--out", "w.toml").exit_code == 0
        whole = Path("w.toml").read_text()
        Path("w.toml").unlink()
        full()
        first, _, text = error_of(tiltmeter(*self.SHORT, "--out", "w.toml")).partition("\n\n")
        assert first == f"error: Cannot write w.toml: {FULL}; this is what it would hold:"
        assert text.strip() == whole.strip()
        assert os.listdir() == []

    def test_a_place_that_takes_no_file_is_refused_before_anything_is_played(self, monkeypatch):
        monkeypatch.setattr("analyses.lab.players.tune.climb", None)
        told = tiltmeter(*self.SHORT, "--out", "/proc/w.toml")
        assert error_of(told).startswith("error: Cannot write to /proc: ")

    def test_a_file_that_became_another_meanwhile_costs_nothing(self):
        Path("w.toml").write_text('title = "archeos"\n')
        with pytest.raises(UserError) as told:
            write_weights(Path("w.toml"), "toy", "pusher", {2: {"weights": {"push": 2.5}}})
        assert "w.toml holds weights of archeos" in str(told.value)
        assert "[players.2.weights]\npush = 2.5\n" in str(told.value)


class TestLadder:
    def test_a_ladder_that_cannot_be_written_is_printed(self, full, monkeypatch, folder):
        monkeypatch.setattr(ladder_file, "ladder_file", lambda title: folder / "ladder.toml")
        words = ("ladder", toy.TITLE.name, "--rollouts", "", "-j", 1, "-q")
        shown = tiltmeter(*words).stdout
        full()
        told = tiltmeter(*words, "--write")
        assert told.stdout == shown
        assert f"ladder.toml: {FULL}; this is what it would hold:\n\nseal =" in error_of(told)

    def test_a_title_without_a_place_for_one_is_told_so_before_anything_is_played(
        self, monkeypatch
    ):
        monkeypatch.setattr("analyses.lab.players.ladder.ladder", None)
        told = tiltmeter("ladder", toy.TITLE.name, "--write")
        assert "is not included" in error_of(told)


SMALL = ("-n", 8, "-p", 2, "-s", "random", "-j", 1)
REPORTED = {
    "analyse": ("run",),
    "compare": ("lost_cities", "--set", "bridges.bonus=1", *SMALL),
    "sweep": ("lost_cities", "bridges.bonus=0,1", "--only", "length", *SMALL),
    "study": ("lost_cities", "layouts", "--sample", 2, *SMALL),
    "coach": ("lost_cities", "-p", 2, "-s", "random", "-n", 8, "--rollouts", 16, "-j", 1),
    "check": ("budget.toml", "--junit", "junit.xml", "-j", 1),
}


@pytest.fixture
def played(folder):
    budget = 'title = "lost_cities"\nplayers = 2\ngames = 8\nstrategies = "random"\n[bands]\n'
    (folder / "budget.toml").write_text(budget + 'length = "<= 1"\n')
    assert tiltmeter("simulate", "lost_cities", *SMALL, "-q", "--out", "run").exit_code == 0


@pytest.mark.parametrize("verb", REPORTED)
def test_what_was_found_is_printed_though_no_report_can_be_written(played, full, verb):
    words = (verb, *REPORTED[verb], "--json")
    tiltmeter(*words)  # which tells how much it plays, and later that it plays no more
    shown = tiltmeter(*words)
    assert shown.exit_code in (0, 1, 3), shown.output
    full()
    told = tiltmeter(*words, "--report", "report")
    assert told.stdout == shown.stdout
    assert error_of(told) == f"error: Cannot write report/report.html: {FULL}.\n"


@pytest.mark.parametrize("flag", ["--report", "--junit"])
def test_a_place_for_results_is_tried_before_anything_is_played(played, flag, monkeypatch):
    monkeypatch.setattr("analyses.lab.check.check_run.check_targets", None)
    Path("file").touch()
    for place in ("file/below", "/proc/nowhere/x", "x" * 300 + "/x"):
        told = tiltmeter("check", "budget.toml", flag, place)
        assert error_of(told).startswith("error: Cannot write to ")


def test_a_file_is_no_folder_and_a_folder_no_file(played):
    assert "budget.toml: Not a dir" in error_of(
        tiltmeter("analyse", "run", "--report", "budget.toml")
    )
    assert "run is a folder" in error_of(tiltmeter("check", "budget.toml", "--junit", "run"))


def test_trying_a_place_leaves_nothing_there(folder):
    results.must_take(folder / "not" / "there")
    assert list(folder.iterdir()) == []


def test_a_game_to_begin_with_is_told_why_it_cannot_be_written(full):
    full()
    assert error_of(tiltmeter("new", "hut")) == f"error: Cannot write hut.py: {FULL}.\n"


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (
            PermissionError(errno.EACCES, "Permission denied", "/there"),
            "/there: Permission denied.",
        ),
        (OSError(errno.EIO, "Input/output error"), "Input/output error."),
        (MemoryError(), "There is not enough memory for so much at once."),
    ],
)
def test_whatever_else_the_system_refuses_is_one_sentence(monkeypatch, error, sentence):
    def refused(*_):
        raise error

    monkeypatch.setattr("simulator.titles.load_title", refused)
    assert error_of(tiltmeter("games", "lost_cities")) == f"error: {sentence}\n"
