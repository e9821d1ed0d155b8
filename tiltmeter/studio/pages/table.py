"""The table: which game, who sits where, and what is changed; in and out as files."""

import json
import re
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from analyses.language import say
from tiltmeter.studio.asked import LEVEL, PERSON, Asked
from tiltmeter.studio.errors import Refused
from tiltmeter.studio.pages.page import Fields, Page, form_of
from tiltmeter.studio.render import render
from tiltmeter.studio.studio import ask, asked_in, asked_of, language_of, studio_of

PAGE = Page("/", "Table")
NAME = re.compile(r"[\w][\w .-]{0,60}")
VALUE = "value:"  # before the path, in the names of a form's fields


async def page(request: Request) -> Response:
    """Forms made of what the game declares."""
    asked, studio = asked_in(request), studio_of(request)
    games = await ask(request, "games.listed")
    told = await ask(request, "games.described", asked.game, **asked.words)
    presets = await ask(request, "games.presets", asked.game, **asked.words)
    saved = request.query_params.get("saved", "")
    return render(
        request, "table.html.jinja", games=games, own=studio.own_games(), told=told,
        presets=presets, commands=commands(asked, language_of(request)), value=VALUE,
        was_saved=saved if saved in studio.saved_tables() else "",
    )  # fmt: skip


def commands(asked: Asked, language: str) -> list[tuple[str, list[str]]]:
    """What can be done with this table, at the command line."""
    spoken = ["--language", language] if language != "en" else []
    seats = [word for one in asked.people for word in ("--seat", str(one))]
    told = [(say("Play it"), asked.command("play", *(seats or ["--seat", "1"])))]
    told.append((say("Write a report"), asked.command("report", "--quick", *spoken)))
    return told


async def laid(request: Request) -> Response:
    """What a form says, as an address: only what differs from the printed game is kept in it."""
    fields = await form_of(request)
    asked = asked_of(request, fields)
    printed = await ask(request, "games.described", asked.game, game=asked.game)
    changes = _changes(fields, printed)
    bots = {PERSON, LEVEL, *(one["name"] for one in printed["bots"])}
    players = asked.players if asked.players in printed["counts"] else None
    seats = _seats(asked.seats, players or printed["players"], printed["default"])
    if odd := [one for one in seats if re.split("[:@=]", one)[0] not in bots]:
        raise Refused(say("There is no bot called {name!s}.", name=odd[0][:60]))
    made = Asked(asked.game, players, seats, tuple(changes), asked.seed)
    await ask(request, "games.described", asked.game, **made.words)  # a mistake is told here
    return RedirectResponse(made.to("/"), 303)


def _seats(said: tuple[str, ...], players: int, default: str) -> tuple[str, ...]:
    """One for each player; nothing if the default bot has them all."""
    if not said or {*said} == {default}:
        return ()
    return (*said[:players], *[default] * (players - len(said)))


def _changes(fields: Fields, printed: dict[str, Any]) -> list[str]:
    """Fields whose value is another than the printed one; a mistake is told by the game."""
    entries = {one["path"]: one for one in [*printed["setup"], *printed["parameters"]]}
    found = {}
    for key, said in fields:
        path = key.removeprefix(VALUE)
        if key.startswith(VALUE) and path in entries:
            before = entries[path]["printed"]
            if said.strip() != (before if isinstance(before, str) else json.dumps(before)):
                found[path] = f"{path}={said.strip()}"
    return [*found.values()]


async def save(request: Request) -> Response:
    """As an experiment file in tables/."""
    fields = await form_of(request)
    asked, name = asked_of(request, fields), dict(fields).get("name", "").strip()
    if not NAME.fullmatch(name):
        raise Refused(say("Give it a name of letters, digits, blanks and hyphens."))
    studio_of(request).within("tables", f"{name}.toml")
    await ask(request, "tables.put_experiment", folder="tables", name=name, **asked.words)
    return RedirectResponse(f"{asked.to('/', saved=name)}#save", 303)


async def load(request: Request) -> Response:
    """A table that was saved, on the page that asks for it."""
    from tiltmeter.studio.pages import PAGES

    name, to = (request.query_params.get(key, "") for key in ("name", "to"))
    file = studio_of(request).within("tables", f"{name}.toml")
    if not file.is_file():
        raise Refused(say("There is no table called {name!s}.", name=name[:60]), 404)
    told = await ask(request, "tables.read_experiment", name=f"{name}.toml")
    game = studio_of(request).known(told["game"].removeprefix("../"))
    made = Asked(game, told["players"], tuple(told["seats"]), tuple(told["changes"]), told["seed"])
    return RedirectResponse(made.to(to if to in [one.path for one in PAGES] else "/"), 303)


async def levels(request: Request) -> Response:
    """Finds a game's levels of skill, as a command."""
    asked = asked_of(request, await form_of(request))
    told = await ask(request, "games.described", asked.game, **asked.words)
    words = ["ladder", asked.game, "-p", str(told["players"]), "--levels"]
    job = studio_of(request).jobs.begin(words, told["name"], asked.query)
    return RedirectResponse(asked.to(f"/jobs/{job.number}"), 303)


async def sheet(request: Request) -> Response:
    """parameters.csv, which spreadsheets open."""
    text = await ask(request, "tables.sheet", **asked_in(request).words)
    headers = {"content-disposition": 'attachment; filename="parameters.csv"'}
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


async def read_sheet(request: Request) -> Response:
    """What a sheet changes; its text was read by the page."""
    fields = await form_of(request)
    asked, said = asked_of(request, fields), dict(fields)
    words = {**asked.words, "text": said.get("text", "")}
    changes = await ask(request, "tables.read_sheet", asked.game, **words)
    made = Asked(asked.game, asked.players, asked.seats, tuple(changes), asked.seed)
    return RedirectResponse(made.to("/"), 303)


ROUTES = [
    Route("/", page),
    Route("/table", laid, methods=["POST"]),
    Route("/table/save", save, methods=["POST"]),
    Route("/table/load", load),
    Route("/table/levels", levels, methods=["POST"]),
    Route("/parameters.csv", sheet),
    Route("/parameters.csv", read_sheet, methods=["POST"]),
]
