"""The server: all routes behind one gate, on a loopback address, until Ctrl-C."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from types import FrameType

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from analyses.language import speaking
from tiltmeter.studio.asked import Asked
from tiltmeter.studio.errors import Refused, Unopened
from tiltmeter.studio.gate import Gate
from tiltmeter.studio.pages import routes
from tiltmeter.studio.render import STATIC, fragment, language_called, render
from tiltmeter.studio.studio import Studio, asked_in, language_of, studio_of


def create_app(studio: Studio) -> Starlette:
    """The application of one studio: its pages, and nothing without its token."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        warming = asyncio.ensure_future(studio.workers.warm())
        try:
            yield
        finally:
            warming.cancel()
            await studio.closed()

    app = Starlette(
        routes=[*routes(), Mount("/static", StaticFiles(directory=STATIC), name="static")],
        middleware=[Middleware(Gate, token=studio.token), Middleware(Spoken)],
        exception_handlers={Unopened: _unopened, Refused: _refused},
        lifespan=lifespan,
    )
    app.state.studio = studio
    return app


class Spoken:
    """All that is said for a request is said in its reader's language."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        with speaking(language_called(language_of(Request(scope)))):
            await self.app(scope, receive, send)


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    sentence, asked = error.sentence, _asked(request)
    if request.headers.get("sec-fetch-mode", "navigate") != "navigate":  # asked by a script
        text = fragment(language_of(request), "refused.html.jinja", sentence=sentence)
        return HTMLResponse(text, error.status)
    return render(request, "refused_page.html.jinja", error.status, asked, sentence=sentence)


def _asked(request: Request) -> Asked:
    """Of a form or an address that says it, if it does."""
    if (asked := getattr(request.state, "asked", None)) is not None:
        return asked
    try:
        return asked_in(request)
    except Refused:
        return Asked(studio_of(request).game)


def _unopened(request: Request, error: Exception) -> Response:
    """A game of one's own is a program, which is said before it is opened."""
    assert isinstance(error, Unopened)
    back = f"{request.url.path}?{request.url.query}" if request.method == "GET" else "/"
    return render(request, "open.html.jinja", error.status, game=error.game, back=back)


class Server(uvicorn.Server):
    """Closes the studio's streams first: uvicorn waits for them, up to a second Ctrl-C."""

    def __init__(self, config: uvicorn.Config, studio: Studio) -> None:
        super().__init__(config)
        self.studio = studio

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.studio.close()
        super().handle_exit(sig, frame)


def server_of(studio: Studio) -> Server:
    """What serves it, until somebody stops it."""
    config = uvicorn.Config(
        create_app(studio), log_level="warning", access_log=False, server_header=False,
        timeout_graceful_shutdown=1, ws="none", proxy_headers=False,
    )  # fmt: skip
    return Server(config, studio)
