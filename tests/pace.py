"""How fast the machine is, so that limits of processor time hold on slower ones too."""

import time

USUAL = 0.11  # seconds of processor time that the work takes where limits were written


def slowness():
    """How many times longer than there plain Python takes here; 1 on faster machines."""
    return max(1.0, min(_seconds() for _ in range(5)) / USUAL)


def _seconds():
    started = time.process_time()
    sum(k * k % 7 for k in range(1_000_000))
    return time.process_time() - started
