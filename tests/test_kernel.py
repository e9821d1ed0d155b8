"""Records, and kernels in their three forms."""

import os
import signal
import subprocess
import sys

import numba
import numpy as np
import pytest
from numba.core.event import install_recorder
from test_machine_code import copy as copy
from test_machine_code import run_copy

from simulator import rng
from simulator.game import all_moves
from simulator.kernel import (
    NotCompiled,
    called,
    declare,
    is_kernel,
    kernel,
    narrowed,
    new,
    plain,
    record,
    small,
    wide,
    with_kernels,
)


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
    assert not is_kernel(inner)
    assert not is_kernel(inner.__globals__["draw"])


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


def test_arrays_that_a_declared_kernel_is_given_may_overlap():
    """Only records are said to lie apart, since games and their curves are parts of one array."""

    @kernel
    def count_on(before, after):
        for k in range(len(after)):
            after[k] = before[k] + 1

    numbers = np.zeros(65, np.int64)
    declare(count_on, None, (np.int64, 1), (np.int64, 1))(numbers[:-1], numbers[1:])
    assert numbers.tolist() == list(range(65))


def third(numbers, k):
    return numbers[k] // 3


def sum_of_thirds(numbers, n):
    return third(numbers, 0) + third(numbers, n)


def calling(one):
    """The sum as a kernel that calls what it needs where that stands."""
    taken = int, (np.int64, 1), int
    there = with_kernels(sum_of_thirds, __name__, __file__, third=called(kernel(one), *taken))
    return there, declare(there, *taken)


def test_whole_numbers_of_every_width_share_one_kernel_unless_it_asks_which():
    Row = record(a=small, b=int, c=np.int64, d=np.uint64)

    @kernel
    def doubled(n):
        return n + n

    @kernel
    def exactly(n):
        return numba.literally(n) * 2

    @kernel
    def both(row):
        found = doubled(row.a) + doubled(row.b) + doubled(row.c) + doubled(3) + exactly(3)
        return found, doubled(row.d)

    row = new(Row)
    row.a, row.b, row.c, row.d = 127, 2**31 - 1, 5, 2**64 - 1
    assert both(row) == (2 * (127 + 2**31 - 1 + 5 + 3 + 3), 2**64 - 2)
    kinds = doubled.get_overload.__closure__[0].cell_contents().overloads
    assert [str(one[0]) for one in kinds] == ["int64", "uint64"]


@kernel
def step_0(n):
    return n % 7


for k in range(1, 13):
    exec(f"def step_{k}(n): return step_{k - 1}(n) + step_{k - 1}(3 * n // 2 + {k})")
    globals()[f"step_{k}"] = kernel(globals()[f"step_{k}"])


def test_kernels_that_would_be_copied_in_a_thousand_times_are_not():
    """Each calls the one before twice, so the last would hold the first 4096 times."""
    last = globals()["step_12"]
    assert last(5) == plain(last)(5)
    (code,) = last.inspect_llvm().values()
    assert 1 < code.count(" urem ") + code.count(" srem ") + code.count(" mul ") < 300


def test_a_kernel_may_be_called_where_it_stands():
    """It is not in the caller, and what happens in it is told there."""
    there, compiled = calling(third)
    assert compiled(np.array([9, 7]), 1) == plain(there)(np.array([9, 7]), 1) == 5
    (code,) = compiled.inspect_llvm().values()
    assert "sdiv" not in code
    with pytest.raises(IndexError):
        compiled(np.array([9, 7]), 2)


def test_a_kernel_that_calls_one_numba_cannot_compile_names_its_line():
    def wordy(numbers, k):
        return {1: "a", "b": numbers[k]}

    with pytest.raises(NotCompiled) as caught:
        calling(wordy)
    assert caught.value.line == wordy.__code__.co_firstlineno + 1


def test_what_stops_the_compiler_and_is_not_numbas_own_error_is_told(monkeypatch):
    @kernel
    def treble(n):
        return 3 * n

    def stop(function):
        raise OSError("no memory\nat all")

    monkeypatch.setattr("simulator.kernel._link_called", stop)
    with pytest.raises(NotCompiled, match=r"cannot be compiled \(OSError: no memory\)$"):
        declare(treble, int, int)


def test_a_copy_has_no_line_of_its_own():
    copy = with_kernels(all_moves, __name__, __file__, n_moves=2)
    told = str(NotCompiled(copy.py_func, "no line at all"))
    assert told == "test_kernel.py cannot be compiled"


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


def test_who_listens_to_numba_still_hears_it():
    with install_recorder("numba:run_pass") as heard:
        numba.njit(lambda n: n + 1)(3)
    assert len(heard.buffer) > 10


def test_other_peoples_functions_are_compiled_as_ever():
    """While ours are compiled, and after it."""

    @numba.njit
    def theirs(numbers, k):
        return numbers[k]

    def whole(numbers, k):
        return theirs(numbers, k)

    @kernel
    def ours(numbers, k):
        return called_by_ours(numbers, k)

    called_by_ours = numba.njit(whole)
    assert ours(np.arange(3), -1) == theirs(np.arange(3), -1) == 2
    assert "timers" in theirs.get_metadata(theirs.signatures[0])
    with pytest.warns(numba.NumbaExperimentalFeatureWarning):
        numba.typeof((theirs, called_by_ours))


def test_plain_arithmetic_wraps_around_without_a_warning():
    stream = np.array([2**64 - 1], np.uint64)
    assert plain(rng.draw)(stream) == rng.draw(np.array([2**64 - 1], np.uint64))


@pytest.mark.parametrize("module", ["elsewhere", "simulator.rng"])
def test_other_peoples_numba_functions_still_count_from_the_end(module):
    names = {"__name__": module, "njit": numba.njit}
    exec("@njit\ndef last(numbers, k):\n    return numbers[k]", names)
    assert names["last"](np.arange(3), -1) == 2


PROBE = """
import numpy as np
from simulator.kernel import kernel

@kernel
def last(numbers, k):
    return numbers[k]

try:
    print(last(np.arange(3), -1))
except IndexError:
    print("refused")
"""


def test_no_index_is_negative_in_our_kernels_and_plug_ins_count_from_the_end(copy):
    """One file, first as a plug-in and then as a part of the package, with bounds checked."""
    file = copy / "strategies" / "lost_cities" / "probe.py"
    file.write_text(PROBE)
    code = (
        "from pathlib import Path\n"
        "from strategies.registry import load_code\n"
        f"load_code(Path({str(file)!r}))\n"
        "import strategies.lost_cities.probe"
    )
    assert run_copy(copy, code) == ["2", "refused"]


def test_plain_python_reckons_with_wide_rows_and_what_does_not_fit_is_an_error():
    Count = record(n=small, steps=(small, 2))

    @kernel
    def climb(count):
        count.n = (count.n * 100 + count.steps[0] - count.steps[1]) // 10

    narrow, row = np.zeros(1, Count), np.zeros(1, wide(Count))
    narrow[0] = row[0] = (3, (0, 9))
    climb(narrow[0])
    plain(climb)(row[0])
    assert narrowed(row, Count) == narrow
    assert row[0].n == 29
    plain(climb)(row[0])
    with pytest.raises(OverflowError, match="'n' holds int8"):
        narrowed(row, Count)


@pytest.mark.usefixtures("as_in_a_terminal")
@pytest.mark.parametrize("becomes", [None, ValueError("lost")], ids=["dropped", "another error"])
def test_ctrl_c_while_a_kernel_is_compiled_is_not_swallowed(monkeypatch, becomes):
    """Numba may drop it, or tell it as a mistake in the kernel."""

    @kernel
    def double(n):
        return 2 * n

    def swallow(function):
        try:
            os.kill(os.getpid(), signal.SIGINT)
        except KeyboardInterrupt:
            if becomes:
                raise becomes from None

    with monkeypatch.context() as patched:
        patched.setattr("simulator.kernel._link_called", swallow)
        with pytest.raises(KeyboardInterrupt):
            declare(double, int, int)
    assert declare(double, int, int)(4) == 8  # what was stopped is not kept as a failure
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_machine_code_of_kernels_with_long_names_can_be_kept():
    """A file system takes no longer names than 255 signs, and search is made of many kernels."""

    def made_of(name):
        def no_offer(choices, n, move):
            return n

        no_offer.__qualname__ = name
        return with_kernels(all_moves, __name__, __file__, offer=kernel(no_offer)).__qualname__

    names = [made_of("draw_a_card_from_the_deck" * n) for n in (1, 8, 9)]
    assert names[0] == "all_moves_draw_a_card_from_the_deck"
    assert max(map(len, names)) < 140
    assert len({*names}) == 3
