"""The table: which game, who sits where, and what is changed."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tiltmeter.studio.pages.page import Page
from tiltmeter.studio.render import render
from tiltmeter.studio.studio import ask, asked_in, studio_of

PAGE = Page("/", "Table")


async def page(request: Request) -> Response:
    asked = asked_in(request)
    games = await ask(request, "games.listed")
    told = await ask(request, "games.described", near=asked.game, **asked.words)
    own = studio_of(request).own_games()
    return render(request, "table.html.jinja", games=games, own=own, told=told)


ROUTES = [Route("/", page)]
