"""Opening a game of one's own, which is a program; and choosing a language."""

from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tiltmeter.studio.pages.page import form_of
from tiltmeter.studio.studio import studio_of

PAGE = None
YEAR = 365 * 24 * 3600


async def opened(request: Request) -> Response:
    """Its user has said that it may be run."""
    said = dict(await form_of(request))
    studio, game = studio_of(request), said.get("game", "")
    studio.may_open(game)
    studio.workers.opened.add(game)
    return RedirectResponse(_local(said.get("back", "/")), 303)


async def language(request: Request) -> Response:
    said = dict(await form_of(request))
    answer = RedirectResponse(_local(said.get("back", "/")), 303)
    answer.set_cookie("language", said.get("to", "")[:8], YEAR, samesite="strict", httponly=True)
    return answer


def _local(address: str) -> str:
    """A page of this server, whatever the form says."""
    parts = urlsplit(address)
    return "/" + parts.path.lstrip("/\\") + (f"?{parts.query}" if parts.query else "")


ROUTES = [
    Route("/open", opened, methods=["POST"]),
    Route("/language", language, methods=["POST"]),
]
