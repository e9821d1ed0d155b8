"""Waiting for what another process or thread does: load makes it late, and late is no failure."""

import time

HANG = 1800  # seconds: no load makes anything as late, so it will never come


def wait_until(is_so, is_over=lambda: False):
    """Until it is so; it never will be once those who should see to it are gone."""
    began = time.monotonic()
    while not is_so() and not is_over():
        assert time.monotonic() - began < HANG, "nothing has come of it, and nobody has given up"
        time.sleep(0.02)
    assert is_so(), "those who should have seen to it are gone"
