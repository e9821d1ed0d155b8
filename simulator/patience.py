"""Loops that never end: counted line by line in plain Python, waited for in machine code."""

import functools
import math
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

from simulator import sources
from simulator.copies import COPIED
from simulator.errors import UserError

LINES = 200_000  # that one call of a guest's function may run
TICK = 0.25  # seconds between looks at whether somebody has pressed Ctrl-C
ROUND = 10_000  # lines more, among which is the first of its loop

Made = TypeVar("Made")


@contextmanager
def no_endless_loop(most: int | None = None) -> Iterator[None]:
    """Within, a function of a guest that runs on and on in plain Python is an error."""
    before = sys.gettrace()
    _is_guests.cache_clear()
    sys.settrace(functools.partial(_count_lines, most or LINES))
    try:
        yield
    finally:
        sys.settrace(before)


def _count_lines(most: int, frame: FrameType, event: str, argument: Any) -> Any:
    """Every call has a count of its own: it is one call that does not come back."""
    code, lines, looped = frame.f_code, 0, set()
    if code.co_firstlineno > COPIED or not _is_guests(code.co_filename):
        return None

    def count(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        if lines > most:
            looped.add(frame.f_lineno)
        if lines > most + ROUND:
            raise UserError(
                f"{code.co_filename}, line {min(looped)}: '{code.co_name}' is in a loop from here"
                f" to line {max(looped)} that does not end within {most:,} lines."
            )
        return count

    return count


@functools.cache  # asked at every call of anything
def _is_guests(file: str) -> bool:
    return sources.guest_home(Path(file)) is not None


def patiently(
    task: Callable[[], Made], seconds: float | None = None, late: Callable[[], None] = lambda: None
) -> Made:
    """What a task returns; `late` is called if it takes longer, and may raise.

    Longer by the clock and in processor time: beside other load a task may only wait its turn.
    Machine code does not listen to Ctrl-C. It runs in a thread of its own, and who waits for it
    does.
    """
    made: Future[Made] = Future()

    def run() -> None:
        try:
            made.set_result(task())
        except BaseException as error:
            made.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    if not _is_done(made, math.inf if seconds is None else seconds):
        late()
        _is_done(made, math.inf)
    return made.result()


def _is_done(made: Future, seconds: float) -> bool:
    """Waits a little at a time: a signal that another thread has caught wakes nobody."""
    clocks = time.monotonic, time.process_time
    until = [clock() + seconds for clock in clocks]
    while not made.done() and any(clock() < end for clock, end in zip(clocks, until, strict=True)):
        wait([made], min(TICK, seconds))
    return made.done()
