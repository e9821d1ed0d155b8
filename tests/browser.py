"""The browser that reports are opened in; tests that want one and find none are counted aloud."""

import importlib.util
import shutil

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = importlib.util.find_spec("playwright")
NO_CHROMIUM = "no Chromium was found: install one that answers to 'chromium', as Debian's package"
NO_DRIVER = "playwright is not installed: pip install -e '.[dev]'"
MISSING = NO_DRIVER if DRIVER is None else NO_CHROMIUM if CHROMIUM is None else ""


def told_of(skipped):
    """What is said at the end of all tests, of the reports of those that were skipped."""
    for reason in (NO_DRIVER, NO_CHROMIUM):
        if n := sum(reason in str(one.longrepr) for one in skipped):
            were = "browser test was" if n == 1 else "browser tests were"
            yield f"{n} {were} skipped, for {reason}."
