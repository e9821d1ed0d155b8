"""Roles, factions, maps: tick a set, see what is known of it, and what each swap would do."""

from collections.abc import AsyncGenerator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tiltmeter.studio.events import Event, events, lines_of
from tiltmeter.studio.pages.page import Page
from tiltmeter.studio.render import fragment, render
from tiltmeter.studio.studio import ask, asked_in, language_of

PAGE = Page("/roles", "Roles")


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
    return render(
        request, "roles_known.html.jinja", told=told, command=command,
        factor=words["factor"], members=words["members"],
    )  # fmt: skip


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


ROUTES = [Route("/roles", page), Route("/roles/known", known), Route("/roles/play", play)]
