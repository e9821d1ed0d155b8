"""Play: a person takes a seat, the bots have the others; the page draws what the seat may see."""

from collections.abc import AsyncGenerator
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from analyses.language import say
from tiltmeter.studio.asked import Asked
from tiltmeter.studio.errors import Refused
from tiltmeter.studio.events import Event, events, lines_of
from tiltmeter.studio.manners import WATCHED
from tiltmeter.studio.pages.page import Page, form_of
from tiltmeter.studio.render import fragment, render
from tiltmeter.studio.studio import ask, asked_in, language_of, studio_of

PAGE = Page("/play", "Play")


async def start(request: Request) -> Response:
    """Who sits where, and the games that were left or are over."""
    asked = asked_in(request)
    told = await ask(request, "games.described", near=asked.game, **asked.words)
    kept = await ask(request, "play.kept", near=asked.game, game=asked.game)
    return render(request, "play.html.jinja", told=told, kept=kept)


async def begin(request: Request) -> Response:
    """A new game, or the one with these people and bots that was left."""
    asked = Asked.of(await form_of(request), studio_of(request).game)
    begun = await ask(request, "play.begun", **asked.words)
    return RedirectResponse(asked.to(f"/play/{begun['name']}"), 303)


async def table(request: Request) -> Response:
    """The page of one game; its script asks for what lies on the table."""
    name = request.path_params["name"]
    return render(request, "play_table.html.jinja", name=name)


async def state(request: Request) -> Response:
    return await _answer(request, "play.shown", seat=_number(request.query_params, "who"))


async def move(request: Request) -> Response:
    said = dict(await form_of(request))
    words = {key: _number(said, key) for key in ("number", "made")}
    return await _answer(request, "play.chosen", seat=_number(said, "who"), **words)


async def undo(request: Request) -> Response:
    said = dict(await form_of(request))
    return await _answer(
        request, "play.undone", made=_number(said, "made"), seat=_number(said, "who")
    )


async def advice(request: Request) -> Response:
    """Ratings at once; a look ahead, which takes a second or compiles first, by another child."""
    looks = request.query_params.get("looks") == "1"
    made = _number(request.query_params, "made")
    steps = WATCHED if looks else 0
    return await _answer(request, "play.advised", steps, made=made, looks=looks)


async def _answer(request: Request, call: str, steps: int = 0, /, **words: Any) -> Response:
    """What a function of `work` says of this game, or a sentence that says why not."""
    game, name = asked_in(request).game, request.path_params["name"]
    try:
        found = await ask(request, call, name, steps, game=game, name=name, **words)
    except Refused as error:
        return JSONResponse({"refused": error.sentence}, error.status)
    return JSONResponse(found)


def _number(said: Any, key: str) -> int:
    text = said.get(key, "0")
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Refused(say("{word!s} is no whole number.", word=repr(text[:40])))
    return int(text)


async def review(request: Request) -> Response:
    """What each choice gave away; the figures come while one watches."""
    return render(request, "review.html.jinja", name=request.path_params["name"])


async def reviewed(request: Request) -> Response:
    game, name = asked_in(request).game, request.path_params["name"]
    return events(request, found_blunders(request, {"game": game, "record": name}))


async def found_blunders(request: Request, words: dict[str, Any]) -> AsyncGenerator[Event, None]:
    """How far the look at all choices is, then what it has found."""
    language = language_of(request)
    async for line in lines_of(request, "play.blunders", **words):
        if "item" in line:
            yield "found", fragment(language, "blunders.html.jinja", found=line["item"])
        elif "games" in line:
            text = "{done} of {games} choices looked at; {told!s}"
            yield "progress", fragment(language, "line.html.jinja", text=text, words=dict(line))


ROUTES = [
    Route("/play", start),
    Route("/play/begin", begin, methods=["POST"]),
    Route("/play/{name}", table),
    Route("/play/{name}/state", state),
    Route("/play/{name}/move", move, methods=["POST"]),
    Route("/play/{name}/undo", undo, methods=["POST"]),
    Route("/play/{name}/advice", advice),
    Route("/play/{name}/review", review),
    Route("/play/{name}/reviewed", reviewed),
]
