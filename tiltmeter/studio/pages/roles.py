"""Roles, factions, maps: tick a set, see what is known of it, and what each swap would do."""

import math
from collections.abc import AsyncGenerator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from analyses.language import say
from tiltmeter.studio.asked import Asked
from tiltmeter.studio.errors import Refused
from tiltmeter.studio.events import Event, events, lines_of
from tiltmeter.studio.manners import WATCHED
from tiltmeter.studio.pages.page import Page, form_of
from tiltmeter.studio.pages.reports import written
from tiltmeter.studio.render import fragment, render
from tiltmeter.studio.studio import ask, asked_in, asked_of, language_of

PAGE = Page("/roles", "Roles and maps")
EACH = 400  # games of every set
MOST_DIGITS = 12  # of a number of games


async def page(request: Request) -> Response:
    """The cards of one factor; those of the table, or of the address, are ticked."""
    asked, query = asked_in(request), request.query_params
    told = await ask(request, "games.described", asked.game, **asked.words)
    factors = await ask(request, "roles.factors", asked.game, **asked.words)
    chosen = next((one for one in factors if one["name"] == query.get("factor")), None)
    chosen = chosen or (factors[0] if factors else None)
    ticked = query.getlist("member") or (chosen["now"] if chosen else [])
    return render(
        request, "roles.html.jinja", told=told, factors=factors, factor=chosen, ticked=ticked
    )


async def known(request: Request) -> Response:
    """What is known at once, or a button that plays it."""
    words = _words(request)
    near = words["game"]
    told = await ask(request, "roles.known", near, **words)
    words.pop("by")
    command = await ask(request, "roles.command", near, **words)
    task = await ask(request, "roles.task", near, **words)
    return render(
        request, "roles_known.html.jinja", told=told, command=command, task=task,
        factor=words["factor"], members=words["members"],
    )  # fmt: skip


async def ranked(request: Request) -> Response:
    """All sets that were played, the best first, or a button that plays them."""
    asked, query = asked_in(request), request.query_params
    factor, by = query.get("factor", ""), query.get("by", "")
    told = await ask(request, "roles.ranked", asked.game, factor=factor, by=by, **asked.words)
    sets = 0 if told else await _sets(request, asked, factor)
    return render(
        request, "roles_ranked.html.jinja", told=told, factor=factor, sets=sets, each=EACH,
        command=_study(asked, factor),
    )  # fmt: skip


async def _sets(request: Request, asked: Asked, factor: str) -> int:
    factors = await ask(request, "roles.factors", asked.game, **asked.words)
    return next((one["count"] for one in factors if one["name"] == factor), 0)


async def minutes(request: Request) -> Response:
    """How long so many games of this table would take here; told behind the number of them."""
    asked, said = asked_in(request), request.query_params.get("games", "")
    games = int(said) if said.isdecimal() and len(said) < MOST_DIGITS else 0
    found = await ask(
        request, "pace.minutes", asked.game, WATCHED, games=games, **asked.words
    )  # fmt: skip
    return render(request, "minutes.html.jinja", minutes=math.ceil(found))


async def study(request: Request) -> Response:
    """Plays every set and writes what was found as HTML and PDF, as a command."""
    fields = await form_of(request)
    asked, factor = asked_of(request, fields), dict(fields).get("factor", "")
    factors = await ask(request, "roles.factors", asked.game, **asked.words)  # mistakes come first
    if factor not in [one["name"] for one in factors]:
        raise Refused(say("There is no {factor!s} to choose here.", factor=repr(factor[:40])))
    return await written(request, asked, _study(asked, factor))


def _study(asked: Asked, factor: str) -> list[str]:
    command = asked.command("study", "-n", str(EACH), bots=False)
    return [*command[:2], factor, *command[2:]]


async def play(request: Request) -> Response:
    """Plays the set and its swaps, told while it does."""
    return events(request, _played(request))


async def _played(request: Request) -> AsyncGenerator[Event, None]:
    words, language = _words(request), language_of(request)
    async for line in lines_of(request, "roles.play", words["game"], **words):
        if "games" in line:
            yield "progress", fragment(language, "progress.html.jinja", **line)
    yield "played", ""


def _words(request: Request) -> dict[str, Any]:
    query = request.query_params
    return {
        **asked_in(request).words, "factor": query.get("factor", ""),
        "members": query.getlist("member"), "by": query.get("by", ""),
    }  # fmt: skip


ROUTES = [
    Route("/roles", page),
    Route("/roles/known", known),
    Route("/roles/play", play),
    Route("/roles/ranked", ranked),
    Route("/roles/minutes", minutes),
    Route("/roles/study", study, methods=["POST"]),
]
