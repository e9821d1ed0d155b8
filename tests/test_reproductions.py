"""What went wrong once, done again as a user would: by commands and by edits of their files.

Nothing of the project is imported, so that this file runs on any version of it: with PYTHONPATH
where that version lies, and a copy of the file in a folder without a conftest.
"""

import contextlib
import io
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time

import polars as pl
import pytest

HANG = 1800  # seconds: no load makes anything as late
SMALL = ("lost_cities", "-p", 2, "-s", "random", "-j", 1)
PLAYED = ("simulate", *SMALL, "-n", 40, "-q")
SHORT = ("--only", "mean_score", "--out", "study")


def environment(**settings):
    paths = os.pathsep.join(path for path in sys.path if path)
    return os.environ | {"PYTHONPATH": paths, "TERM": "xterm"} | settings


def started(folder, *words, program=("-m", "tiltmeter"), **means):
    """A command under way."""
    command = [sys.executable, *program, *(os.fsencode(str(word)) for word in words)]
    means = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": environment()} | means
    return subprocess.Popen(command, cwd=folder, text=True, **means)


def tiltmeter(folder, *words, **means):
    """A command that has ended."""
    running = started(folder, *words, **means)
    out, told = running.communicate()
    return subprocess.CompletedProcess(words, running.returncode, out, told)


def done(folder, *words, **means):
    """What a command prints, which does what it is asked."""
    ended = tiltmeter(folder, *words, **means)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def refused(folder, *words, **means):
    """What a command says that does not."""
    ended = tiltmeter(folder, *words, **means)
    assert "Traceback" not in ended.stderr, ended.stderr
    assert ended.returncode in (1, 2), (ended.returncode, ended.stdout, ended.stderr)
    return ended.stdout + ended.stderr


class Terminal:
    """Where a command shows how far it is."""

    def __init__(self):
        self._ours, self.theirs = pty.openpty()
        self._text = ""

    def shows(self, pattern):
        """What a command shows, once it does; nothing if it ends before."""
        with contextlib.suppress(OSError):
            os.close(self.theirs)
        while not (found := re.search(pattern, self._text)):
            if not (more := self._more()):
                return None
            self._text += more
        return found[1]

    def _more(self):
        try:
            return os.read(self._ours, 4096).decode(errors="replace")
        except OSError:  # nobody is left who could write
            return ""

    def close(self):
        while self._more():
            pass
        os.close(self._ours)


PLAYED_SO_FAR = r"\b([1-9][\d,]*)/[\d,]+ "


def wait_until(is_so):
    began = time.monotonic()
    while not is_so():
        assert time.monotonic() - began < HANG
        time.sleep(0.02)


def rewrite(file, change):
    """A manifest as somebody would forge it who knows of no seals."""
    values = json.loads(file.read_text())
    values.pop("seal", None)
    change(values)
    file.write_text(json.dumps(values))


SYNCED = """
import os, sys
synced, moved = set(), []
sync, move = os.fsync, os.replace

def noted(handle):
    synced.add(os.fstat(handle).st_ino)
    sync(handle)

def moving(one, other, **more):
    moved.append((os.path.basename(other), os.stat(one).st_ino in synced))
    move(one, other, **more)

os.fsync, os.replace = noted, moving
from tiltmeter.cli import main
try:
    main(sys.argv[1:])
finally:
    print(*{name for name, is_synced in moved if is_synced})
    print(*{name for name, is_synced in moved if not is_synced})
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A run, and beside it what was told of its files: those on the disk in time, and others."""
    folder = tmp_path_factory.mktemp("played")
    told = done(folder, *PLAYED, "--out", "run", program=("-c", SYNCED))
    (folder / "told").write_text(told)
    return folder / "run"


@pytest.fixture
def run(played, tmp_path):
    return shutil.copytree(played, tmp_path / "run")


def findings_in(told):
    """Without the line that says how many games were played."""
    return [line for line in told.splitlines() if not re.search(r"games in |nothing to play", line)]


class TestStudies:
    def test_two_at_once_in_one_folder_find_what_one_finds(self, tmp_path):
        """The first is stopped while it plays; the second waits for it, or ends."""
        words = ("study", "archeos", "sites", *SMALL[1:], "-n", 100, "--sample", 34, *SHORT)
        screen = Terminal()
        found, told = [tmp_path / "first", tmp_path / "second"], tmp_path / "told"
        with found[0].open("w") as out:
            first = started(tmp_path, *words, stdout=out, stderr=screen.theirs)
        assert screen.shows(PLAYED_SO_FAR)
        first.send_signal(signal.SIGSTOP)
        with found[1].open("w") as out, told.open("w") as errors:
            second = started(tmp_path, *words, stdout=out, stderr=errors)
        wait_until(lambda: second.poll() is not None or told.stat().st_size)
        first.send_signal(signal.SIGCONT)
        screen.close()
        assert (first.wait(), second.wait()) == (0, 0)
        one, other = (findings_in(file.read_text()) for file in found)
        assert one == other
        rows = pl.concat(map(pl.read_parquet, (tmp_path / "study").glob("part-*.parquet")))
        assert not rows.select("combination", "metric", "part").is_duplicated().any()

    def test_a_flipped_bit_is_told_and_never_read_as_another_number(self, tmp_path):
        words = ("study", SMALL[0], "boxes", *SMALL[1:], "-n", 8, "--sample", 4, *SHORT, "--json")
        sound = json.loads(done(tmp_path, *words))["findings"]
        (part,) = (tmp_path / "study").glob("part-*.parquet")
        part.write_bytes(with_a_flipped_bit(part.read_bytes()))
        shutil.copytree(tmp_path / "study", tmp_path / "harmed")
        assert json.loads(done(tmp_path, *words))["findings"] == sound
        assert part.name in refused(tmp_path, "verify", "harmed")


def with_a_flipped_bit(table):
    """One that can be read all the same, as other numbers."""
    totals = totals_in(table)
    for place in range(len(table) // 8, len(table)):
        harmed = table[:place] + bytes([table[place] ^ 16]) + table[place + 1 :]
        if totals_in(harmed) not in (totals, None):
            return harmed
    raise AssertionError("every bit is noticed by those who read tables")


def totals_in(table):
    try:
        rows = pl.read_parquet(io.BytesIO(table)).filter(pl.col("metric") == "mean_score")
        return rows["total"].to_list()
    except KeyboardInterrupt:
        raise
    except BaseException:  # a panic of those who read tables is no Exception
        return None


@pytest.mark.parametrize(
    ("verb", "key", "value"),
    [
        ("verify", "seed", 99),
        ("analyse", "changes", {"bridges.bonus": 40}),
    ],
)
def test_settings_that_were_edited_are_told(run, verb, key, value):
    rewrite(run / "manifest.json", lambda values: values["experiment"].update({key: value}))
    refused(run.parent, verb, "run")


def test_a_folder_made_but_not_yet_written_is_taken_up_by_the_same_command(tmp_path):
    """As a kill leaves it before the manifest is in its place."""
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / ".manifest.json.0123abcd").write_text('{"format"')
    done(tmp_path, *PLAYED, "--out", "run")
    kept = {one.name for one in (tmp_path / "run").iterdir()}
    assert kept == {"manifest.json", "part-000000000000.parquet"}


def test_no_manifest_has_a_file_outside_its_folder_removed(run):
    precious = run.parent / "precious.txt"
    precious.write_text("…")
    entry = {"../precious.txt": {"games": 0, "sha256": ""}}
    rewrite(run / "manifest.json", lambda values: values["parts"].update(entry))
    told = tiltmeter(run.parent, *PLAYED, "--out", "run")
    assert precious.exists()
    assert told.returncode == 2, told.stderr


@pytest.mark.parametrize("verb", ["verify", "analyse"])
def test_no_manifest_has_a_program_run(run, verb):
    ran = run.parent / "ran"
    (run / "evil.py").write_text(f"open({str(ran)!r}, 'w').close()\n")

    def forge(values):
        values["experiment"]["title"], values["place"] = "evil", str(run / "evil.py")

    rewrite(run / "manifest.json", forge)
    refused(run.parent, verb, "run")
    assert not ran.exists()


LITTLE_ROOM = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))  # bytes of a file
from tiltmeter.cli import main
main()
"""


def test_weights_that_find_no_room_on_the_disk_are_printed(tmp_path):
    """Those of others, found before, fill the file."""
    head = 'title = "lost_cities"\nstrategy = "greedy"\n[players.3.weights]\nstep = 2.0\n'
    (tmp_path / "w.toml").write_text(f'{head}[players.3.found]\ncommand = "{"x" * 5000}"\n')
    words = ("tune", "lost_cities", "greedy:temperature=1", "-p", 2, "--against", "", "-n", 8)
    short = ("--generations", 1, "--confirm", 8, "--keep", "-j", 1, "-q", "--out", "w.toml")
    told = refused(tmp_path, *words, *short, program=("-c", LITTLE_ROOM))
    assert re.search(r"^\[players\.2\.weights\]\nstep = [\d.]+$", told, re.MULTILINE)
    assert (tmp_path / "w.toml").read_text().startswith(head)


def test_a_cache_that_cannot_be_written_is_no_reason_not_to_play(tmp_path):
    (tmp_path / "file").touch()
    below = environment(TILTMETER_CACHE=str(tmp_path / "file" / "below"))
    assert "points" in done(tmp_path, "play", *SMALL[:-2], env=below)


@pytest.mark.parametrize("words", [("verify", "run"), (*PLAYED, "--out", "run")])
def test_a_manifest_that_lacks_keys_is_answered_with_a_sentence(run, words):
    kept = json.loads((run / "manifest.json").read_text())["format"]
    (run / "manifest.json").write_text(json.dumps({"format": kept}))
    refused(run.parent, *words)


IN_A_TERMINAL = """
import signal
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever runs tests may have it ignored
from tiltmeter.cli import main
main()
"""


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_whatever_asks_a_run_to_end_leaves_what_was_played(tmp_path, name):
    """All games that were shown as played are kept."""
    words, screen = ("simulate", *SMALL, "-n", 20000, "--engine", "python"), Terminal()
    running = started(
        tmp_path, *words, "--out", "run", stderr=screen.theirs, program=("-c", IN_A_TERMINAL)
    )
    shown = screen.shows(PLAYED_SO_FAR)
    running.send_signal(getattr(signal, name))
    screen.close()
    running.communicate()
    parts = json.loads((tmp_path / "run" / "manifest.json").read_text()).get("parts", {})
    assert sum(part["games"] for part in parts.values()) >= int(shown)
    assert running.returncode == 128 + getattr(signal, name)
    assert {*parts} == {one.name for one in (tmp_path / "run").glob("part-*.parquet")} != set()


COIN = '''"""Toss a coin, or take one point."""

from tiltmeter.design import Game, finish, gain, next_player, numbered, roll

Move, Ending = numbered("toss", "take"), numbered("over")
type(Ending)._fields = ("=1+1",)
coin = Game("coin", players=(1, 2), moves=Move, endings=Ending, components={"rounds": 3})


@coin.apply
def play(game, rules, move):
    gain(game, game.player, roll(game.table, 2) if move == Move.toss else 1)
    next_player(game)
    if game.rounds == rules.rounds:
        finish(game)
'''
TOSSED = ("simulate", "coin.py", *SMALL[1:], "-n", 20, "-q")


def of_alice(home, cache="cache"):
    return environment(HOME=str(home), TILTMETER_CACHE=str(home / cache))


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """Of Alice, who has played a game of her own and keeps its machine code there."""
    home = tmp_path_factory.mktemp("home") / "alice"
    home.mkdir()
    (home / "coin.py").write_text(COIN)
    done(home, *TOSSED, "--out", "run", env=of_alice(home))
    return home


@pytest.fixture(scope="module")
def report(home):
    done(home, "report", "run", "--only", "html", "--export", "tables", "-q", env=of_alice(home))
    return home


def with_other_instructions(content):
    """Those behind the head of the machine code, if there is any."""
    head, code, rest = content.partition(b"\x7fELF")
    return head + code + rest[:60] + bytes(one ^ 255 for one in rest[60:124]) + rest[124:]


def test_damaged_machine_code_is_not_run(home):
    shutil.copytree(home / "cache", home / "damaged")
    for file in (home / "damaged").rglob("coin.*.nbc"):
        file.write_bytes(with_other_instructions(file.read_bytes()))
    done(home, *TOSSED, "--out", "again", env=of_alice(home, "damaged"))
    one, two = (next((home / name).glob("part-*")) for name in ("run", "again"))
    assert one.read_bytes() == two.read_bytes()


def test_no_manifest_tells_who_its_user_is(home):
    assert "alice" not in (home / "run" / "manifest.json").read_text()


def test_no_name_in_a_table_is_a_formula(report):
    texts = [file.read_text() for file in (report / "tables").glob("*.csv")]
    assert any("=1+1" in text for text in texts)
    assert not any(re.search(r"(^|,)=", text, re.MULTILINE) for text in texts)


def test_a_browser_is_told_what_a_page_may_do(report):
    page = (report / "run" / "report.html").read_text()
    assert '<meta http-equiv="Content-Security-Policy"' in page


def test_bytes_that_are_no_text_are_answered_with_a_sentence(run):
    refused(run.parent, "report", "run", "--only", "html", "-q", "--author", "\udcff\udcfe")


def test_too_long_a_name_is_answered_with_a_sentence(tmp_path):
    refused(tmp_path, "new", "a" * 300)


def test_no_games_of_every_change_are_refused_and_not_played(tmp_path):
    screen = Terminal()
    running = started(tmp_path, "exploit", *SMALL, "-n", 0, stderr=screen.theirs)
    shown = screen.shows(r"(error|\d/\d)")
    running.kill()
    screen.close()
    running.communicate()
    assert shown == "error"


def test_what_is_kept_is_on_the_disk_before_it_takes_its_place(played):
    synced, others = (
        line.split() for line in played.with_name("told").read_text().splitlines()[1:]
    )
    assert {"manifest.json", "part-000000000000.parquet"} <= {*synced} - {*others}
