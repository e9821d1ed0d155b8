"""A command that the studio has begun, in a process of its own: the very one that its page shows.

It lies in a folder: job.json (the words), progress.json (how games come along), out.txt and err.txt
(what it prints), and at the end its exit status. When the studio is gone it stops as by Ctrl-C.
"""

import json
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

from simulator.results import put
from tiltmeter import progress
from tiltmeter.studio.manners import LEFT, give_way

BROKEN = 70  # the exit status of what ends in no way that a command has
OFTEN = 0.3  # seconds between two words on how games come along


class Noted:
    """Progress as a small file, which whoever looks at the page reads."""

    def __init__(self, folder: Path, what: str) -> None:
        self.file, self.what, self.last = folder / "progress.json", what, 0.0

    def begun(self, games: int, done: int) -> None:
        self.games, self.done = games, done
        self.first, self.since = done, time.monotonic()
        self._note("")

    def advanced(self, games: int, told: str) -> None:
        self.done += games
        if time.monotonic() > self.last + OFTEN or self.done >= self.games:
            self._note(told)

    def ended(self) -> None: ...

    def left(self) -> float | None:
        """Seconds up to the end, if the rest goes on like this."""
        played = self.done - self.first
        spent = time.monotonic() - self.since
        return spent * (self.games - self.done) / played if played else None

    def _note(self, told: str) -> None:
        self.last = time.monotonic()
        values = {"games": self.games, "done": self.done, "told": told, "left": self.left()}
        put(self.file, json.dumps(values, ensure_ascii=False).encode())


def main() -> None:
    give_way(LEFT)
    folder = Path(sys.argv[1])
    words = json.loads((folder / "job.json").read_text(encoding="utf-8"))["words"]
    progress.watcher = lambda what: Noted(folder, what)
    threading.Thread(target=_until_alone, daemon=True).start()
    status: Any = BROKEN
    try:
        from tiltmeter.cli import main as tiltmeter

        tiltmeter(words)
        status = 0
    except SystemExit as ended:
        status = ended.code or 0
    finally:
        put(folder / "status", str(status).encode())


def _until_alone() -> None:
    """The studio holds the other end of this pipe."""
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
