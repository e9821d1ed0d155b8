"""Machine code on disk: kept as long as it is right, never stale, and never run if damaged."""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from simulator import cache_folder, machine_code, rng, sources
from simulator import kernel as kernels
from simulator.game import all_moves
from simulator.kernel import new, with_kernels
from simulator.numba_patches import digest_cache
from simulator.titles import choices_of


def test_a_copy_may_be_part_of_a_file_that_is_not_there():
    """A shipped title without strategies of its own is searched all the same."""
    copy = with_kernels(all_moves, *sources.strategies_home("nobody"), n_moves=2)
    assert machine_code.is_kept(copy.py_func)
    assert copy(None, None, new(choices_of(3))) == 2


def test_old_digests_are_dropped_and_the_latest_kept(tmp_path):
    for age in range(machine_code.KEPT_DIGESTS + 3):
        (tmp_path / str(age)).mkdir()
        os.utime(tmp_path / str(age), (1000 - age, 1000 - age))
    for number in range(machine_code.KEPT_DIGESTS + 3):  # somebody may be at work in them
        (tmp_path / "new" / str(number)).mkdir(parents=True)
    machine_code._drop_old_digests(tmp_path / "new")
    assert len(list((tmp_path / "new").iterdir())) == machine_code.KEPT_DIGESTS + 3
    shutil.rmtree(tmp_path / "new")
    machine_code._drop_old_digests(tmp_path)
    kept = {int(folder.name) for folder in tmp_path.iterdir()}
    assert kept == set(range(machine_code.KEPT_DIGESTS))


def test_a_digest_that_another_session_drops_meanwhile_is_no_matter(tmp_path):
    assert machine_code._last_used(tmp_path / "gone") == 0.0


def session(folder, code, *words, **settings):
    """Runs Python on a copy of the package, with a cache of its own."""
    environment = (
        os.environ
        | {"PYTHONPATH": str(folder), "TILTMETER_CACHE": str(folder / "cache")}
        | {"PYTHONDONTWRITEBYTECODE": "1"}  # Python itself trusts time stamps
        | settings
    )
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )


def run_copy(folder, code, *words, **settings):
    return session(folder, code, *words, **settings).stdout.split()


@pytest.fixture
def copy(tmp_path):
    for package in (sources.CORE, sources.STRATEGIES):
        shutil.copytree(
            package, tmp_path / package.name, ignore=shutil.ignore_patterns("__pycache__")
        )
    return tmp_path


def edit(file, *changes):
    """Replaces text in a file that keeps its time stamp."""
    stamp, text = file.stat(), file.read_text()
    for old, new_text in changes:
        assert old in text
        text = text.replace(old, new_text)
    file.write_text(text)
    os.utime(file, (stamp.st_atime, stamp.st_mtime))


BEGIN = """
from simulator.kernel import declare, plain, new
from simulator.loop import begin
from simulator.match import kernel_types
from simulator.titles import load_title
title = load_title("lost_cities")
compiled, python = (new(title.Game) for _ in range(2))
begin(compiled, 2, 1, 0)
plain(begin)(python, 2, 1, 0)
kinds = declare(title.kinds, *kernel_types(title)["kinds"])
hits = [sum(one.stats.cache_hits.values()) for one in (begin, kinds)]
print(compiled.table[0], python.table[0], *hits)
"""


def test_machine_code_is_kept_as_long_as_it_is_right(copy):
    """`begin` stands in the core and works on the title's record, `kinds` in the title."""
    games = copy / "simulator" / "games"
    before, _, *hits = run_copy(copy, BEGIN)
    assert hits == ["0", "0"]
    with (games / "archeos" / "moves.py").open("a") as another_title:
        another_title.write("# a remark\n")
    with (games / "lost_cities" / "words.py").open("a") as words:
        words.write("# a remark\n")
    again, _, *hits = run_copy(copy, BEGIN)
    assert (again, hits) == (before, ["1", "1"]), "machine code was not kept"

    edit(games / "lost_cities" / "table.py", ("Game = record(", "Game = record(\n    early=int,"))
    compiled, python, *hits = run_copy(copy, BEGIN)
    assert compiled == python == before
    assert hits == ["0", "0"], "another record needs other machine code, of the core too"

    edit(copy / "simulator" / "rng.py", ("0x9E3779B97F4A7C15", "0x9E3779B97F4A7C17"))
    compiled, python, *hits = run_copy(copy, BEGIN)
    assert compiled == python != before
    assert hits == ["0", "0"], "a constant of an imported file changed"


COMPILED = """
import sys
from numba.core import event
from simulator.kernel import new
from simulator.loop import begin
from simulator.titles import load_title
game = new(load_title(sys.argv[1]).Game)
with event.install_recorder("numba:compile") as seen:
    begin(game, 2, 1, 0)
print(*{one.data["dispatcher"].__name__ for _, one in seen.buffer})
"""


def test_what_is_copied_in_is_kept_for_other_callers(copy):
    """Another title's record needs another `begin`, but the same functions in it."""
    assert {"begin", "start", "mix"} <= {*run_copy(copy, COMPILED, "lost_cities")}
    assert run_copy(copy, COMPILED, "archeos") == ["begin"]


def test_other_numba_settings_have_machine_code_of_their_own(copy):
    code = "from simulator.machine_code import digest; print(digest())"
    checked, shipped = run_copy(copy, code), run_copy(copy, code, NUMBA_BOUNDSCHECK="0")
    assert checked != shipped
    assert checked == run_copy(copy, code, NUMBA_NUM_THREADS="1"), (
        "a thread count is no reason to compile"
    )


def test_plug_ins_are_never_stored():
    assert machine_code.is_shipped(rng.below.py_func)
    assert not machine_code.is_shipped(test_plug_ins_are_never_stored)


DAMAGES = [
    lambda content: flipped(content, 3),  # in its checksum
    lambda content: flipped(content, digest_cache.SUM),
    lambda content: flipped(content, len(content) // 2),
    lambda content: flipped(content, -1),
    lambda content: content[:-7],
    lambda content: content[:5],
    lambda content: b"",
    lambda content: content + b".",
]
TOLD = "Machine code was damaged; it is compiled again."


def flipped(content, place):
    changed = bytearray(content)
    changed[place] ^= 0x10
    return bytes(changed)


@pytest.fixture
def new_session(monkeypatch):
    """Starts a session whose cache lies elsewhere, and which has said nothing yet."""
    known = machine_code._machine_code_of, cache_folder._writable, cache_folder.remark

    def begin(place):
        monkeypatch.setenv(cache_folder.PLACE, str(place))
        for one in known:
            one.cache_clear()

    yield begin
    for one in known:
        one.cache_clear()


SEVEN = np.uint64(7)


def mixed(number=SEVEN):
    """What a kernel reckons that was not called before, and whether it was found on disk."""
    fresh = kernels.kernel(rng.mix.py_func)
    return int(fresh(number)), bool(fresh.stats.cache_hits)


def test_damaged_machine_code_is_told_and_compiled_again(tmp_path, new_session, caplog):
    """It would be run as it is: a process dies of it, or reckons something else."""
    new_session(tmp_path)
    value, _ = mixed()
    (file,) = tmp_path.rglob("*.nbc")
    whole = file.read_bytes()
    for damage in DAMAGES:
        file.write_bytes(damage(whole))
        assert mixed() == (value, False), "damaged, and used"
        assert mixed() == (value, True), "not compiled again and kept"
    assert caplog.messages.count(TOLD) == 1, "told once in a session"


def test_machine_code_for_other_types_is_not_taken(tmp_path, new_session):
    new_session(tmp_path)
    mixed()
    (of_unsigned,) = tmp_path.rglob("*.nbc")
    value, _ = mixed(-7)
    (of_signed,) = {*tmp_path.rglob("*.nbc")} - {of_unsigned}
    shutil.copy(of_unsigned, of_signed)
    assert mixed(-7) == (value, False)


def places(folder):
    """Where nothing can be kept: a file, below a file, too long a name, somebody else's, ~."""
    (folder / "file").touch()
    return [folder / "file", folder / "file" / "below", folder / ("x" * 300), "/proc/nowhere"]


def test_a_cache_that_cannot_be_written_is_replaced_for_the_session(tmp_path, new_session, caplog):
    for place in places(tmp_path):
        caplog.clear()
        new_session(place)
        elsewhere = cache_folder.cache_root()
        assert elsewhere.is_dir()
        assert os.environ[cache_folder.PLACE] == str(elsewhere), "workers find it too"
        assert [mixed()[1], mixed()[1]] == [False, True]
        assert len(caplog.messages) == 1
        assert f"cannot be kept in {place} (" in caplog.messages[0]


def test_without_a_home_folder_none_called_so_is_made(tmp_path, new_session, monkeypatch, caplog):
    def unknown(name):
        raise RuntimeError("could not determine the home directory")

    monkeypatch.chdir(tmp_path)
    for told in (unknown, lambda name: Path("~/.cache") / name):  # by other versions
        caplog.clear()
        new_session("")
        monkeypatch.setattr(cache_folder, "user_cache_path", told)
        assert cache_folder.cache_root().is_absolute()
        assert not list(tmp_path.iterdir())
        assert "(there is no home folder)" in caplog.text


def test_on_a_full_disk_games_are_played_all_the_same(tmp_path, new_session, monkeypatch, caplog):
    """Full from the beginning, the folder for temporary files too; or full in the midst of it."""
    new_session(tmp_path)
    value, _ = mixed()
    monkeypatch.setattr(Path, "mkdir", full)
    monkeypatch.setattr("tempfile.mkdtemp", full)
    assert mixed(-7)[1] is False
    new_session(tmp_path / "another")
    assert mixed() == (value, False)
    machine_code.mark(tmp_path / "another" / "verified")
    told = [one for one in caplog.messages if "(No space left on device)" in one]
    assert len(told) == len(caplog.messages) == 3  # of each of the places


def full(*more, **named):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
