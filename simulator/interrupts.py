"""Ctrl-C that is not swallowed: a compiler may take it for a mistake in what it compiles."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def heeded() -> Iterator[None]:
    """Whoever presses Ctrl-C within is heard at the end, whatever became of it meanwhile.

    Where Python is called by machine code, as in the midst of compiling, a KeyboardInterrupt may be
    dropped, or come out as another error.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    pressed = []

    def note(number, frame):
        pressed.append(number)
        before(number, frame)

    signal.signal(signal.SIGINT, note)
    try:
        yield
    except Exception:
        if not pressed:
            raise
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
