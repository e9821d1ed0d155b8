"""Records, kernels in their three forms, and machine code that is never stale."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

import simulator
from simulator import kernel as kernels
from simulator import rng
from simulator.kernel import NotCompiled, declare, kernel, new, plain, record

HERE = Path(simulator.__file__).parent


@pytest.mark.parametrize("name", ["round", "size", "take", "sum", "all", "field", "dtype", "min"])
def test_record_refuses_names_that_numpy_records_use(name):
    with pytest.raises(ValueError, match=f"the name '{name}'"):
        record(**{name: int})


def test_record_fields_read_and_write_like_attributes_in_both_forms():
    Pair = record(a=int, b=(float, (2, 3)))

    @kernel
    def change(pair):
        pair.a += 2
        pair.b[1, 2] = pair.a / 4

    for function in (change, plain(change)):
        pair = new(Pair)
        function(pair)
        assert (pair.a, pair.b[1, 2]) == (2, 0.5)


def test_new_rows_are_zero():
    assert (
        new(record(a=int, s=rng.STREAM)).tobytes().count(0) == record(a=int, s=rng.STREAM).itemsize
    )


def test_plain_functions_call_plain_functions_also_through_modules():
    @kernel
    def caller(stream):
        return rng.below(stream, 6)

    twin = plain(caller)
    inner = twin.__wrapped__.__globals__["rng"].below
    assert not kernels.is_kernel(inner)
    assert not kernels.is_kernel(inner.__globals__["draw"])


def test_kernels_within_functions_have_plain_twins_too():
    @kernel
    def twice(x):
        return 2 * x

    @kernel
    def six(x):
        return 3 * twice(x)

    assert six(5) == plain(six)(5) == 30


def test_a_function_numba_cannot_compile_names_its_line():
    @kernel
    def wordy(x):
        y = x + 1
        return {1: "a", "b": y}

    with pytest.raises(NotCompiled) as caught:
        declare(wordy, float, int)
    first = wordy.py_func.__code__.co_firstlineno
    assert first < caught.value.line <= first + 3


def test_old_digests_are_dropped_and_the_latest_kept(tmp_path):
    for age in range(kernels.KEPT_DIGESTS + 3):
        (tmp_path / str(age)).mkdir()
        os.utime(tmp_path / str(age), (1000 - age, 1000 - age))
    for number in range(kernels.KEPT_DIGESTS + 3):  # somebody may be at work in them
        (tmp_path / "new" / str(number)).mkdir(parents=True)
    kernels._drop_old_digests(tmp_path / "new")
    assert len(list((tmp_path / "new").iterdir())) == kernels.KEPT_DIGESTS + 3
    shutil.rmtree(tmp_path / "new")
    kernels._drop_old_digests(tmp_path)
    assert sorted(f.name for f in tmp_path.iterdir()) == [
        str(n) for n in range(kernels.KEPT_DIGESTS)
    ]


def run_copy(folder, code, **settings):
    """Runs Python on a copy of the package, with a cache of its own."""
    environment = (
        os.environ
        | {"PYTHONPATH": str(folder), "TILTMETER_CACHE": str(folder / "cache")}
        | settings
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


@pytest.fixture
def copy(tmp_path):
    shutil.copytree(HERE, tmp_path / "simulator", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


BEGIN = """
from simulator.kernel import plain, new
from simulator.match import begin
from simulator.titles import load_title
compiled, python = (new(load_title("lost_cities").Game) for _ in range(2))
begin(compiled, 2, 1, 0)
plain(begin)(python, 2, 1, 0)
print(compiled.table[0], python.table[0], sum(begin.stats.cache_hits.values()))
"""


def test_after_an_edit_of_an_imported_file_stale_machine_code_is_impossible(copy):
    """`begin` stands in match.py; what changes is a constant of rng.py."""
    before, _, hits = run_copy(copy, BEGIN)
    assert hits == "0"
    again, _, hits = run_copy(copy, BEGIN)
    assert (again, hits) == (before, "1"), "machine code was not kept"
    file = copy / "simulator" / "rng.py"
    stamp = file.stat()
    file.write_text(file.read_text().replace("0x9E3779B97F4A7C15", "0x9E3779B97F4A7C17"))
    os.utime(file, (stamp.st_atime, stamp.st_mtime))
    compiled, python, hits = run_copy(copy, BEGIN)
    assert compiled == python != before
    assert hits == "0"


def test_other_numba_settings_have_machine_code_of_their_own(copy):
    code = "from simulator.kernel import digest; print(digest())"
    plainly, bounds = run_copy(copy, code), run_copy(copy, code, NUMBA_BOUNDSCHECK="1")
    assert plainly != bounds
    assert plainly == run_copy(copy, code)
    assert plainly == run_copy(copy, code, NUMBA_NUM_THREADS="1"), (
        "a thread count is no reason to compile"
    )


def test_numba_switched_off_is_told():
    told = subprocess.run(
        [sys.executable, "-m", "tiltmeter", "games"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 2
    assert told.stderr.startswith("error: NUMBA_DISABLE_JIT is set")


def test_editing_a_strategy_does_not_recompile_the_rules():
    strategies = HERE.parent / "strategies"
    assert kernels.digest(HERE) != kernels.digest(strategies)
    assert kernels._package_of(rng.below.py_func) == HERE


def test_plug_ins_are_never_stored():
    assert kernels._package_of(test_plug_ins_are_never_stored) is None


def test_plain_arithmetic_wraps_around_without_a_warning():
    stream = np.array([2**64 - 1], np.uint64)
    assert plain(rng.draw)(stream) == rng.draw(np.array([2**64 - 1], np.uint64))


def last_of(module):
    """A function of this module that reads the last of three numbers by a negative index."""
    names = {"__name__": module, "njit": numba.njit}
    exec("@njit\ndef last(numbers, k):\n    return numbers[k]", names)
    return names["last"]


def test_other_peoples_numba_functions_still_count_from_the_end():
    assert last_of("elsewhere")(np.arange(3), -1) == 2


def test_a_negative_index_in_our_own_kernels_is_an_error_when_bounds_are_checked():
    code = (
        "import numba, numpy as np, simulator.kernel\n"
        "names = {'__name__': 'simulator.probe', 'njit': numba.njit}\n"
        "exec('@njit\\ndef last(numbers, k):\\n    return numbers[k]', names)\n"
        "print(names['last'](np.arange(3), -1))"
    )
    checked = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
    )
    assert "IndexError" in checked.stderr
