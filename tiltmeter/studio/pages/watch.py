"""Watch: a whole game, move by move, with the table drawn; any seat can be taken over."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from analyses.language import say
from reports.pieces import text_of
from tiltmeter.studio.errors import Refused
from tiltmeter.studio.events import events
from tiltmeter.studio.manners import WATCHED
from tiltmeter.studio.pages.page import Page, form_of
from tiltmeter.studio.pages.play import _number, found_blunders
from tiltmeter.studio.render import render
from tiltmeter.studio.studio import ask, asked_in

PAGE = Page("/watch", "Watch")
DRAWN = {  # of reports, whose pages draw tables in the same way
    "table.js": "text/javascript", "game.js": "text/javascript", "table.css": "text/css",
    "game.css": "text/css",
}  # fmt: skip


async def watch(request: Request) -> Response:
    asked, said = asked_in(request), request.query_params
    told = await ask(request, "games.described", near=asked.game, **asked.words)
    number, record = _number(said, "number"), said.get("record", "")
    return render(request, "watch.html.jinja", told=told, number=number, record=record)


async def film(request: Request) -> Response:
    try:
        return JSONResponse(await ask(request, "play.filmed", **_words(request)))
    except Refused as error:
        return JSONResponse({"refused": error.sentence}, error.status)


async def blunders(request: Request) -> Response:
    return events(request, found_blunders(request, _words(request)))


async def advice(request: Request) -> Response:
    """Ratings of every move of one choice; and a look ahead, by a child that may take longer."""
    looks = request.query_params.get("looks") == "1"
    words = {**_words(request), "at": _number(request.query_params, "at"), "looks": looks}
    try:
        return JSONResponse(
            await ask(request, "play.advised_at", steps=WATCHED if looks else 0, **words)
        )
    except Refused as error:
        return JSONResponse({"refused": error.sentence}, error.status)


async def page(request: Request) -> Response:
    """The game as one file."""
    text, name = await ask(request, "play.page", **_words(request)), "game.html"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/octet-stream", headers=headers)


async def take(request: Request) -> Response:
    """From here a person has a seat; a game of its own, so that nothing is lost."""
    said, words = dict(await form_of(request)), _words(request)
    people = [_number(said, "take")]
    taken = await ask(
        request, "play.taken", at=_number(said, "at"), seats_of_people=people, **words
    )
    return RedirectResponse(asked_in(request).to(f"/play/{taken['name']}"), 303)


def _words(request: Request) -> dict[str, Any]:
    said = request.query_params
    more = {"number": _number(said, "number"), "record": said.get("record", "")}
    return {**asked_in(request).words, **more}


async def drawn(request: Request) -> Response:
    """The scripts and styles that draw tables, of pages of the studio and of single files."""
    name = request.path_params["name"]
    if name not in DRAWN:
        raise Refused(say("There is no such page."), 404)
    return Response(str(text_of(name)), media_type=DRAWN[name])


async def look(request: Request) -> Response:
    """Colours, and the places of a map."""
    game = asked_in(request).game
    return JSONResponse(await ask(request, "play.look", near=game, game=game))


ROUTES = [
    Route("/watch", watch),
    Route("/watch/film", film),
    Route("/watch/blunders", blunders),
    Route("/watch/advice", advice),
    Route("/watch/game.html", page),
    Route("/watch/take", take, methods=["POST"]),
    Route("/drawn/look.json", look),
    Route("/drawn/{name}", drawn),
]
