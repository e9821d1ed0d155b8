"""Commands that take longer: each is a process with a folder, found again by whoever looks.

What they play lies in ordinary run folders, so a job that was stopped goes on by the same command.
"""

import json
import math
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyses.language import count, say
from tiltmeter.studio.errors import Refused

PLACE = "studio-jobs"  # in the studio's folder
FORM = re.compile(r"\d{4,9}")
RUNNING, STOPPING, DONE = "running", "stopping", "done"
STOPPED, FAILED = "stopped", "failed"
MOST = 3  # at once: they share the machine's cores
LAST = 100_000  # signs of what a job prints


@dataclass(frozen=True)
class Job:
    """A command that was begun here, as its folder tells it."""

    number: str
    folder: Path
    is_alive: bool

    @property
    def told(self) -> dict[str, Any]:
        return _json(self.folder / "job.json")

    @property
    def words(self) -> list[str]:
        return [str(word) for word in self.told.get("words", [])]

    @property
    def name(self) -> str:
        """What it does, in words, or the command itself."""
        name, words = str(self.told.get("name", "")), self.words
        texts = {
            "report": say("Report of {name!s}", name=name),
            "study": say("Every set of {name!s}", name=name),
            "compare": say("Comparison of {name!s}", name=name),
            "ladder": say("Levels of skill of {name!s}", name=name),
        }  # fmt: skip
        if not name or words[0] not in texts:
            return " ".join(["tiltmeter", *words])
        players = words[words.index("-p") + 1] if "-p" in words[:-1] else ""
        told = count(int(players), "{n} player", "{n} players") if players.isdecimal() else ""
        return ", ".join([texts[words[0]], *([told] if told else [])])

    @property
    def about(self) -> str:
        """The table that it was begun at."""
        return str(self.told.get("about", ""))

    @property
    def last_remark(self) -> str:
        return self.remarks.strip().rpartition("\n")[2]

    @property
    def begun(self) -> str:
        return str(self.told.get("begun", ""))

    @property
    def progress(self) -> dict[str, Any]:
        return _json(self.folder / "progress.json")

    @property
    def minutes_left(self) -> int | None:
        """Of the games that are played now; none at their beginning, and at their end."""
        left = self.progress.get("left")
        return math.ceil(left / 60) if left else None

    @property
    def state(self) -> str:
        if self.is_alive:
            return STOPPING if (self.folder / STOPPING).is_file() else RUNNING
        status = _text(self.folder / "status")
        if status.isdecimal() and int(status) < 2:  # a verdict is no failure
            return DONE
        return STOPPED if status == "" or status in ("130", "143", "129") else FAILED

    @property
    def printed(self) -> str:
        return _text(self.folder / "out.txt")

    @property
    def remarks(self) -> str:
        return _text(self.folder / "err.txt")


class Jobs:
    """All of a studio's folder; those that run were begun by this studio."""

    def __init__(self, folder: Path) -> None:
        self.home, self.place = folder, folder / PLACE
        self.running: dict[str, subprocess.Popen] = {}

    def begin(self, words: list[str], name: str = "", about: str = "") -> Job:
        """Runs `tiltmeter` with these words; the same words that run already are that job.

        `name` is the game's, for people; `about` the table's, as an address has it.
        """
        for job in self.all():
            if job.is_alive and job.words == words:
                return job
        if sum(job.is_alive for job in self.all()) >= MOST:
            text = "{n} commands are running already; wait for one of them, or stop it."
            raise Refused(say(text, n=MOST))
        number = self._next()
        place = self.place / number
        told = {"words": words, "name": name, "about": about}
        told["begun"] = time.strftime("%Y-%m-%d %H:%M")
        (place / "job.json").write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")
        with open(place / "out.txt", "wb") as out, open(place / "err.txt", "wb") as err:
            self.running[number] = subprocess.Popen(
                [sys.executable, "-P", "-m", "tiltmeter.studio.job", str(place)],
                cwd=self.home, stdin=subprocess.PIPE, stdout=out, stderr=err,
                start_new_session=True,
            )  # fmt: skip
        return self.job(number)

    def _next(self) -> str:
        """A folder of its own, whoever else makes one now."""
        self.place.mkdir(exist_ok=True)
        number = max((int(one.name) for one in self._folders()), default=0)
        while True:
            number += 1
            try:
                (self.place / f"{number:04d}").mkdir()
            except FileExistsError:
                continue
            return f"{number:04d}"

    def _folders(self) -> list[Path]:
        if not self.place.is_dir() or self.place.is_symlink():
            return []
        return [
            one for one in sorted(self.place.iterdir(), reverse=True)
            if FORM.fullmatch(one.name) and one.is_dir() and not one.is_symlink()
        ]  # fmt: skip

    def all(self) -> list[Job]:
        """The newest first."""
        return [self._of(one) for one in self._folders()]

    def job(self, number: str) -> Job:
        if not FORM.fullmatch(number) or not (self.place / number).is_dir():
            raise Refused(say("There is no such command."), 404)
        return self._of(self.place / number)

    def _of(self, folder: Path) -> Job:
        process = self.running.get(folder.name)
        return Job(folder.name, folder, process is not None and process.poll() is None)

    def stop(self, number: str) -> None:
        """As Ctrl-C does: what was played is kept."""
        job = self.job(number)
        if job.is_alive:
            (job.folder / STOPPING).touch()
            self.running[number].terminate()

    def end(self) -> None:
        """All of them; each writes down what it has played, even when the studio is gone."""
        for process in self.running.values():
            assert process.stdin is not None
            process.stdin.close()  # which says that the studio is gone


def _json(file: Path) -> dict[str, Any]:
    """What is not there yet, or is harmed, tells nothing."""
    try:
        told = json.loads(_text(file))
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def _text(file: Path) -> str:
    """The end of it, if it is long."""
    if file.is_symlink() or not file.is_file():
        return ""
    return file.read_text(encoding="utf-8", errors="replace")[-LAST:]
