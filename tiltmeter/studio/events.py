"""Server-sent events: what a page is told while work goes on.

A page opens one stream (`stream` in static/studio.js) and gets events with a name and a text,
mostly a part of the page. `end` is the last, or `gone` when the studio is closed; the stream ends
too when the page is left, which stops the work.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import StreamingResponse

from tiltmeter.studio.errors import Refused
from tiltmeter.studio.render import fragment
from tiltmeter.studio.studio import language_of, studio_of

Event = tuple[str, str]  # its name, and its text
END, ERROR, GONE = "end", "refused", "gone"


def events(request: Request, found: AsyncGenerator[Event, None]) -> StreamingResponse:
    """The answer to a page that listens; `found` is closed when nobody does any more."""
    return StreamingResponse(
        _written(request, found),
        media_type="text/event-stream",
        headers={"X-Accel-Buffering": "no"},
    )


async def _written(request: Request, found: AsyncGenerator[Event, None]) -> AsyncIterator[str]:
    is_closing = studio_of(request).is_closing
    closing = asyncio.ensure_future(is_closing.wait())
    try:
        async with aclosing(found):
            while (event := await _next(found, closing)) is not None:
                yield as_text(*event)
        yield as_text(GONE if is_closing.is_set() else END, "")
    except Refused as error:
        told = fragment(language_of(request), "refused.html.jinja", sentence=error.sentence)
        if not is_closing.is_set():  # a closed studio has ended the work, which is no mistake
            yield as_text(ERROR, told)
        yield as_text(GONE if is_closing.is_set() else END, "")
    finally:
        closing.cancel()


async def _next(found: AsyncGenerator[Event, None], closing: asyncio.Future) -> Event | None:
    """The next event; none if there is no more, or if the studio closes first."""
    coming = asyncio.ensure_future(anext(found, None))
    try:
        await asyncio.wait([coming, closing], return_when=asyncio.FIRST_COMPLETED)
        if closing.done():
            return None
        return await coming
    finally:
        if not coming.done():
            coming.cancel()
            with suppress(asyncio.CancelledError, Refused):
                await coming


def as_text(name: str, text: str) -> str:
    """As it is sent: a line per line."""
    data = "".join(f"data: {line}\n" for line in text.split("\n"))
    return f"event: {name}\n{data}\n"


async def lines_of(request: Request, call: str, near: str = "", **words: Any) -> Any:
    """What a function of `work` finds on the way, line by line; see `Workers.lines`."""
    workers, language = studio_of(request).workers, language_of(request)
    async with aclosing(workers.lines(call, words, language, near)) as lines:
        async for line in lines:
            yield line
