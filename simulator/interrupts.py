"""Signals that stop a program: none is swallowed, and all of them keep what Ctrl-C keeps.

A compiler may take a KeyboardInterrupt for a mistake in what it compiles.
"""

import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

# Ctrl-C, `kill` or a shutdown, and a closed terminal, where the system has them.
STOPS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
Handler = Callable[[int, Any], Any]


@contextmanager
def as_ctrl_c() -> Iterator[list[int]]:
    """Within, whatever asks the program to end does so as Ctrl-C does; those that came are listed.

    What is ignored stays ignored, as a closed terminal is by who began with `nohup`.
    """
    came: list[int] = []

    def stop(number: int, frame: Any) -> None:
        came.append(number)
        raise KeyboardInterrupt

    ours = {number: stop for number in _heard() if signal.getsignal(number) is signal.SIG_DFL}
    with _handled(ours):
        yield came


@contextmanager
def heeded() -> Iterator[None]:
    """Whoever stops the program within is heard at the end, whatever became of it meanwhile.

    Where Python is called by machine code, as in the midst of compiling, a KeyboardInterrupt may be
    dropped, or come out as another error.
    """
    pressed: list[int] = []

    def noting(before: Handler) -> Handler:
        def note(number: int, frame: Any) -> None:
            pressed.append(number)
            before(number, frame)

        return note

    known = {number: signal.getsignal(number) for number in _heard()}
    ours = {number: noting(before) for number, before in known.items() if callable(before)}
    try:
        with _handled(ours):
            yield
    except Exception:
        if not pressed:
            raise
    if pressed:
        raise KeyboardInterrupt


def _heard() -> list[int]:
    """Signals come to the main thread only."""
    return STOPS if threading.current_thread() is threading.main_thread() else []


@contextmanager
def _handled(handlers: Mapping[int, Handler]) -> Iterator[None]:
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
