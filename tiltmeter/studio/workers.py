"""Children that wait for work: each keeps its games loaded, so that an answer takes no second.

`ask` waits for one answer, `lines` hands on what is found on the way. Whoever stops listening
stops the work. What takes longer is done by children of another kind, which give way to those that
a page waits for: no move waits for a slider. A child that dies is replaced; what it had played is
kept in its run folder.
"""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from analyses.language import say
from tiltmeter.studio.errors import Broken, Refused, Unopened
from tiltmeter.studio.manners import WATCHED

MOST = 3  # children of a kind at once; who comes later waits
LONGEST_LINE = 2**26  # bytes of one answer
COMING, TRIES = 60.0, 3  # seconds that a child has to come up, which takes some; how many try
PATIENCE = 5.0  # seconds that work has to stop, when nobody listens any more

Line = Mapping[str, Any]
COMMAND = (sys.executable, "-P", "-m", "tiltmeter.studio.child")  # -P: imports nothing from here


class Worker:
    """One child; `near` is what it was asked for last, which it may still have at hand.

    `steps` says how far it steps back for others.
    """

    def __init__(self, process: asyncio.subprocess.Process, steps: int) -> None:
        self.process, self.steps, self.near = process, steps, ""
        self.is_at_work = self.is_ended = False

    @classmethod
    async def begun(cls, folder: Path, steps: int) -> "Worker":
        """In a session of its own, so that Ctrl-C at the terminal reaches the studio alone.

        `line` tells first that it is ready.
        """
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *COMMAND, str(steps), cwd=folder, stdin=pipe, stdout=pipe, limit=LONGEST_LINE,
            start_new_session=True,
        )  # fmt: skip
        return cls(process, steps)

    @property
    def is_alive(self) -> bool:
        return not self.is_ended and self.process.returncode is None

    async def send(self, request: Line) -> None:
        assert self.process.stdin is not None
        self.is_at_work = True
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        await self.process.stdin.drain()

    async def line(self) -> Line:
        assert self.process.stdout is not None
        read = await self.process.stdout.readline()
        if not read.endswith(b"\n"):
            self.end()
            raise Broken(say("The work has ended before its time; what was played is kept."))
        line = json.loads(read)
        self.is_at_work = self.is_at_work and not is_last(line)
        return line

    async def stop(self) -> None:
        """The work at hand; a child that does not listen is ended."""
        with suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGINT)
        try:
            async with asyncio.timeout(PATIENCE):
                while self.is_at_work:
                    await self.line()
        except (TimeoutError, Refused):
            self.end()

    def end(self) -> None:
        """What it plays is written by parts, so nothing that was kept is harmed."""
        self.is_ended = True  # the system tells it later, and another request may come before
        if self.process.returncode is None:  # else its number may be another's by now
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)


def is_last(line: Line) -> bool:
    return not line.keys() & {"item", "games", "ready"}


class Workers:
    """All of them; `opened` are the games of one's own that were opened here."""

    def __init__(self, folder: Path, most: int = MOST) -> None:
        self.folder = folder
        self.opened: set[str] = set()
        self.idle: list[Worker] = []
        self.busy: set[Worker] = set()
        self.begun: list[Worker] = []  # those too that are gone: their pipes are closed at the end
        self.coming: list[Worker] = []  # those that nobody has waited for yet
        self.room = {steps: asyncio.Semaphore(most) for steps in (0, WATCHED)}
        self.beginning = {steps: asyncio.Lock() for steps in self.room}
        self.has_answered, self.is_over = asyncio.Event(), False
        self.stopping: set[asyncio.Task] = set()

    async def ask(
        self, call: str, words: Mapping[str, Any], language: str = "en", near: str = "",
        steps: int = 0,
    ) -> Any:  # fmt: skip
        """What a function of `work` returns."""
        answer = None
        async with aclosing(self.lines(call, words, language, near, steps)) as lines:
            async for line in lines:
                answer = line.get("answer")
        return answer

    async def lines(
        self, call: str, words: Mapping[str, Any], language: str = "en", near: str = "",
        steps: int = WATCHED,
    ) -> AsyncGenerator[Line, None]:  # fmt: skip
        """All of them as they come; whoever closes it (`aclosing`) stops the work."""
        async with self._taken(near, steps) as worker:
            request = {
                "call": call, "words": dict(words), "language": language,
                "opened": sorted(self.opened),
            }  # fmt: skip
            await worker.send(request)
            while worker.is_at_work:
                line = await worker.line()
                _must_be_fine(line)
                yield line

    @asynccontextmanager
    async def _taken(self, near: str, steps: int = 0) -> AsyncIterator[Worker]:
        async with self.room[steps]:
            worker = await self._ready(near, steps)
            worker.near = near
            try:
                yield worker
            finally:
                self._laid_down(worker)

    async def _ready(self, near: str, steps: int) -> Worker:
        """One that waits; one after the other they begin, for the first may serve the next."""
        async with self.beginning[steps]:
            if self.is_over:
                raise Broken(say("The studio is closed."))
            if (worker := self._idle(near, steps)) is None:
                worker = await self._begun(steps)
            self.busy.add(worker)
            return worker

    async def begin(self) -> None:
        """The first of them comes up, while the caller does something else."""
        self.coming.append(await self._process(0))

    async def _process(self, steps: int) -> Worker:
        """It is among the busy ones from the start, so that `end` finds it."""
        worker = await Worker.begun(self.folder, steps)
        self.begun.append(worker)
        self.busy.add(worker)
        return worker

    async def _begun(self, steps: int) -> Worker:
        """A new one, which is ready; one that does not come up is replaced."""
        for _ in range(TRIES):
            is_coming = self.coming and not steps
            worker = self.coming.pop() if is_coming else await self._process(steps)
            try:
                async with asyncio.timeout(COMING):
                    await worker.line()
                return worker
            except TimeoutError:
                worker.end()
            except BaseException:  # nobody waits for it any more, or it has ended
                worker.end()
                raise
        raise Broken(
            say("A program that the studio needs does not start; close and reopen the studio.")
        )

    def _laid_down(self, worker: Worker) -> None:
        """Ready for others, at once or when it has stopped what nobody waits for any more."""
        if not worker.is_at_work:
            self._is_idle(worker)
            if worker.near:
                self.has_answered.set()
            return
        task = asyncio.ensure_future(worker.stop())
        self.stopping.add(task)
        task.add_done_callback(self.stopping.discard)
        task.add_done_callback(lambda _: self._is_idle(worker))

    def _is_idle(self, worker: Worker) -> None:
        self.busy.discard(worker)
        if worker.is_alive:
            self.idle.append(worker)

    def _idle(self, near: str, steps: int) -> Worker | None:
        """The one that was asked for the same, or the one that was used last."""
        self.idle = [one for one in self.idle if one.is_alive]
        fit = [one for one in self.idle if one.steps == steps]
        if not fit:
            return None
        found = next((one for one in fit if near and one.near == near), fit[-1])
        self.idle.remove(found)
        return found

    async def warm(self) -> None:
        """A child of each kind before anybody wants it; the first page does not wait for both."""
        for steps in self.room:
            async with self._taken("", steps):
                pass
            await self.has_answered.wait()

    def end(self) -> None:
        """All of them, at once; no other begins."""
        self.is_over = True
        for one in [*self.idle, *self.busy]:
            one.end()

    async def ended(self) -> None:
        """Until all of them are gone, with their pipes."""
        for task in self.stopping:
            task.cancel()
        gone = (one.process.communicate() for one in self.begun)
        await asyncio.gather(*gone, *self.stopping, return_exceptions=True)


def _must_be_fine(line: Line) -> None:
    if "unopened" in line:
        raise Unopened(line["unopened"])
    if "error" in line:
        raise Refused(line["error"])
    if "broken" in line:
        text = "Something went wrong here ({error!s}); the terminal has the details."
        raise Broken(say(text, error=line["broken"]))
