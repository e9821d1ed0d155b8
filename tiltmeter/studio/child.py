"""A child process of the studio: it has the games loaded, and does one piece of work at a time.

It reads a line of JSON per request, {"call": "games.listed", "words": {...}}, and answers with
lines: {"item": …} for each thing that was found on the way, {"games": 3, "done": 1, …} while games
are played, and {"answer": …}, {"error": sentence} or {"stopped": true} at the end. A call names a
function of `tiltmeter.studio.work`, whose first argument is the `Workshop`.

SIGINT stops the work at hand; what was played is kept. When the studio is gone, so is the child.
Its argument says how far it steps back for others.
"""

import importlib
import inspect
import json
import logging
import os
import signal
import sys
import time
import traceback
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, TextIO

from simulator.doors import by_flags
from simulator.errors import UserError
from tiltmeter.studio.errors import Unopened
from tiltmeter.studio.manners import give_way
from tiltmeter.workshop import Workshop

OFTEN = 0.15  # seconds between two words on how games come along


class Told(logging.Handler):
    """Progress as lines, with the last remark on what is played."""

    def __init__(self, out: TextIO) -> None:
        super().__init__(logging.INFO)
        self.out, self.last = out, 0.0
        self.forget()

    def forget(self) -> None:
        """What was remarked on other work."""
        self.remark = ""

    def emit(self, record: logging.LogRecord) -> None:
        self.remark = self.format(record)

    def begun(self, games: int, done: int) -> None:
        self.games, self.done, self.since = games, done, time.monotonic()
        self._tell("")

    def advanced(self, games: int, told: str) -> None:
        self.done += games
        if time.monotonic() > self.last + OFTEN or self.done >= self.games:
            self._tell(told)

    def ended(self) -> None: ...

    def _tell(self, told: str) -> None:
        self.last = time.monotonic()
        line(self.out, games=self.games, done=self.done, told=told, remark=self.remark)


def line(out: TextIO, **values: Any) -> None:
    out.write(json.dumps(values, ensure_ascii=False, default=str) + "\n")
    out.flush()


class Interrupts:
    """SIGINT stops work, and nothing else: one that comes too late is not heard."""

    def __init__(self) -> None:
        self.is_heard = False
        signal.signal(signal.SIGINT, self._heard)

    def _heard(self, number: int, frame: Any) -> None:
        if self.is_heard:
            self.is_heard = False
            raise KeyboardInterrupt

    @contextmanager
    def heard(self) -> Iterator[None]:
        self.is_heard = True
        try:
            yield
        finally:
            self.is_heard = False


def main() -> None:
    """Until the studio closes the pipe."""
    steps = int(sys.argv[1])
    give_way(steps)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # where a game may print what it likes
    interrupts = Interrupts()
    told = Told(out)
    log = logging.getLogger("tiltmeter")
    log.addHandler(told)
    log.setLevel(logging.INFO)
    shop = Workshop("runs", watch=told)
    for module in ["games", "turn"] if steps else ["games"]:  # what each is asked first
        importlib.import_module(f"tiltmeter.studio.work.{module}")
    line(out, ready=True)
    with by_flags():
        serve(shop, sys.stdin, told, interrupts)


def serve(shop: Workshop, requests: Iterable[str], told: Told, interrupts: Interrupts) -> None:
    """One after the other; what was remarked on one is not told with the next."""
    for request in requests:
        told.forget()
        line(told.out, **_answered(shop, json.loads(request), told.out, interrupts))


def _answered(
    shop: Workshop, request: Mapping[str, Any], out: TextIO, interrupts: Interrupts
) -> dict[str, Any]:
    """The last line of the answer."""
    try:
        with interrupts.heard():
            return {"answer": _called(shop, request, out)}
    except KeyboardInterrupt:
        return {"stopped": True}
    except Unopened as error:
        return {"unopened": error.game}
    except UserError as error:
        return {"error": str(error)}
    except OSError as error:
        return {"error": f"{error.filename or ''} {error.strerror or error}.".strip()}
    except Exception as error:
        traceback.print_exc()
        return {"broken": f"{type(error).__name__}: {error}"}


def _called(shop: Workshop, request: Mapping[str, Any], out: TextIO) -> Any:
    """What a function of `work` returns; of a generator, after all that it has found."""
    module, _, name = request["call"].partition(".")
    function = getattr(importlib.import_module(f"tiltmeter.studio.work.{module}"), name)
    words = dict(request["words"])
    _must_be_opened(words.get("game"), request.get("opened", ()))
    with _speaking(shop, request.get("language", "en"), words.get("game"), words.get("players")):
        found = function(shop, **words)
        if inspect.isgenerator(found):
            for item in found:
                line(out, item=item)
            return None
        return found


def _speaking(shop: Workshop, language: str, game: Any, players: Any) -> Any:
    from analyses.language import read_language, speaking

    if game:
        return shop.speaking(language, game, [players] if players else [])
    return speaking(read_language(language)) if language != "en" else nullcontext()


def _must_be_opened(game: Any, opened: Any) -> None:
    """A game of one's own is a program: it is run if its user has run it, or has said so here."""
    from simulator.trust import is_asked_for
    from simulator.user_files import is_place

    if not game or not is_place(game) or game in opened or is_asked_for(Path(game)):
        return
    if not Path(game).exists():
        raise UserError(f"There is no {game}.")
    raise Unopened(game)


if __name__ == "__main__":
    main()
