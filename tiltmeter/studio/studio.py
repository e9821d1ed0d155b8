"""What all pages share: the chosen folder, the children that work, the jobs, the words."""

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from starlette.requests import Request

from analyses.language import say
from tiltmeter.studio.asked import Asked, fields_of
from tiltmeter.studio.errors import Refused
from tiltmeter.studio.jobs import Jobs
from tiltmeter.studio.workers import Workers

KEPT = (
    "runs",
    "studies",
    "plays",
    "reports",
    "tables",
    "versions",
)  # what the folder holds, by sort
FIRST = "archeos"  # the game of a page whose address names none


@dataclass
class Studio:
    """`folder` keeps all that is played; nothing outside of it is read or written for a page."""

    folder: Path
    game: str = FIRST
    language: str = "en"
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))

    begun: Workers | None = None  # children that came up before the studio

    def __post_init__(self) -> None:
        self.folder = self.folder.resolve()
        self.is_closing = asyncio.Event()

    @cached_property
    def workers(self) -> Workers:
        return self.begun or Workers(self.folder)

    @cached_property
    def jobs(self) -> Jobs:
        return Jobs(self.folder)

    def within(self, *parts: str) -> Path:
        """A path in the folder, whatever the words say; links do not lead out of it."""
        try:
            path = self.folder.joinpath(*parts).resolve()
        except (OSError, ValueError):  # a loop of links, a name that no system takes
            path = Path("/")
        if not path.is_relative_to(self.folder):
            raise Refused(say("The studio reads and writes in its own folder only."), 403)
        return path

    def saved_tables(self) -> list[str]:
        """By name, as they were saved."""
        return sorted(one.stem for one in self.within("tables").glob("*.toml"))

    def own_games(self) -> list[str]:
        """Python files of the folder that may be games; none of them is run to find out."""
        found = [one.name for one in sorted(self.folder.glob("*.py")) if not one.is_symlink()]
        named = [self.game] if self.game.endswith(".py") or "/" in self.game else []
        return [*dict.fromkeys([*named, *found])]

    def known(self, game: str) -> str:
        """A game by its name, or a file of the folder; nothing else is a game here."""
        if Path(game).name != game and game != self.game:
            raise Refused(say("The studio opens games of its own folder only."), 403)
        return game

    def may_open(self, game: str) -> None:
        """Refuses a game that lies elsewhere, unless the studio was begun with it."""
        if game not in self.own_games():
            raise Refused(say("The studio opens games of its own folder only."), 403)

    def close(self) -> None:
        """Ends all streams, and what was done for them."""
        self.is_closing.set()
        self.workers.end()
        self.jobs.end()

    async def closed(self) -> None:
        """With nothing of it left."""
        self.close()
        await self.workers.ended()


def studio_of(request: Request) -> Studio:
    return request.app.state.studio


def asked_in(request: Request) -> Asked:
    """The table that the address of a page names."""
    return asked_of(request, fields_of(request.query_params))


def asked_of(request: Request, fields: Sequence[tuple[str, str]]) -> Asked:
    """The table that an address or a form names; its game lies in the studio's folder."""
    studio = studio_of(request)
    made = Asked.of(fields, studio.game)
    studio.known(made.game)
    request.state.asked = made  # of a form too: a refusal leads back to it
    return made


def language_of(request: Request) -> str:
    """As the reader has chosen, or as the studio was begun."""
    from analyses.language import languages

    chosen = request.cookies.get("language", "")
    return chosen if chosen in languages() else studio_of(request).language


async def ask(request: Request, call: str, near: str = "", steps: int = 0, **words: Any) -> Any:
    """What a function of `work` answers, in the reader's language; `steps` back for others."""
    return await studio_of(request).workers.ask(call, words, language_of(request), near, steps)
