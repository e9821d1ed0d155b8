"""Turn a number: a slider, and who wins now, which settles while one watches."""

from collections.abc import AsyncGenerator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from analyses.language import say
from tiltmeter.studio.errors import Refused
from tiltmeter.studio.events import Event, events, lines_of
from tiltmeter.studio.pages.page import Page, form_of
from tiltmeter.studio.pages.reports import written
from tiltmeter.studio.render import fragment, render
from tiltmeter.studio.studio import ask, asked_in, asked_of, language_of

PAGE = Page("/turn", "Turn a number")
MOST = 4  # versions beside each other


async def page(request: Request) -> Response:
    """The slider of one parameter; versions that were kept stand beside it."""
    asked = asked_in(request)
    told = await ask(request, "games.described", near=asked.game, **asked.words)
    turnable = [one for one in told["parameters"] if one["slider"]]
    if not turnable:
        raise Refused(say("{name!s} has no number to turn.", name=told["name"]))
    wanted = request.query_params.get("path", "")
    chosen = next((one for one in turnable if one["path"] == wanted), turnable[0])
    kept = request.query_params.getlist("version")
    names = await ask(request, "turn.names", asked.game, **{**asked.words, "versions": kept})
    return render(
        request, "turn.html.jinja", told=told, turnable=turnable, chosen=chosen,
        kept=[*zip(kept, names, strict=True)], most=MOST,
        value=_turned(request.query_params.get("value", ""), chosen),
    )  # fmt: skip


def _turned(said: str, chosen: dict[str, Any]) -> Any:
    """Where the slider stands: where the address says, if it can stand there."""
    low, high, _ = chosen["slider"]
    try:
        return said if low <= float(said) <= high else chosen["value"]
    except ValueError:
        return chosen["value"]


async def watch(request: Request) -> Response:
    """What each look at ever more games shows."""
    return events(request, _looks(request))


async def _looks(request: Request) -> AsyncGenerator[Event, None]:
    asked, language = asked_in(request), language_of(request)
    versions = _few(request.query_params.getlist("version"))
    words = {**asked.words, "versions": versions}
    async for line in lines_of(request, "turn.looks", asked.game, **words):
        if "item" in line:
            yield "look", fragment(language, "turn_look.html.jinja", look=line["item"])
        elif "games" in line:
            yield "progress", fragment(language, "progress.html.jinja", **line)
    command = await ask(request, "turn.command", asked.game, **words)
    yield (
        "command",
        fragment(
            language, "turn_command.html.jinja", words=command, asked=asked, versions=versions
        ),
    )


def _few(versions: list[str]) -> list[str]:
    if not 1 <= len(versions) <= MOST:
        raise Refused(say("Compare 1 to {n} versions.", n=MOST))
    return versions


async def report(request: Request) -> Response:
    """What the page shows as HTML and PDF: the very command, whose games were played already."""
    fields = await form_of(request)
    asked = asked_of(request, fields)
    versions = _few([value for key, value in fields if key == "version"])
    command = await ask(request, "turn.command", asked.game, **asked.words, versions=versions)
    return await written(request, asked, command)


ROUTES = [
    Route("/turn", page),
    Route("/turn/looks", watch),
    Route("/turn/report", report, methods=["POST"]),
]
