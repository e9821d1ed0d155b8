"""How a page is made: a template with words, in the reader's language; all text is escaped."""

import functools
import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from analyses.language import (
    Language,
    count,
    figure,
    percent_sign,
    read_language,
    say,
    speaking,
    word,
)
from tiltmeter.studio.asked import Asked
from tiltmeter.studio.studio import FIRST, Studio, asked_in, language_of, studio_of

HERE = Path(__file__).parent
TEMPLATES, STATIC = HERE / "templates", HERE / "static"


@functools.cache
def templates() -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    made.globals |= {"say": say, "count": count, "word": word, "figure": figure}
    made.filters |= {"typed": typed, "percent": percent, "sentence": sentence}
    made.filters["as_json"] = json.dumps  # still escaped
    return made


def typed(words: Sequence[str]) -> str:
    """A command as it is typed."""
    return shlex.join(["tiltmeter", *words])


def begun(studio: Studio) -> str:
    """The command that opens this studio once more."""
    return typed(["studio", *([studio.game] if studio.game != FIRST else [])])


def sentence(text: str) -> str:
    """Words that describe, as a sentence of their own."""
    return f"{text[:1].upper()}{text[1:]}."


def percent(share: float, form: str = ".0f") -> str:
    return figure(100 * share, form) + percent_sign()


@functools.cache
def language_called(code: str) -> Language:
    """Read once: catalogues are long."""
    return read_language(code)


def fragment(language: str, template: str, /, **data: Any) -> str:
    """A part of a page, as text."""
    with speaking(language_called(language)):
        return templates().get_template(template).render(**data)


def address_of(request: Request, asked: Asked) -> str:
    """Of this very page; of a form that was sent, of a page about its table."""
    is_page = request.method == "GET"
    return f"{request.url.path}?{request.url.query}" if is_page else asked.to("/")


def render(
    request: Request, template: str, status: int = 200, asked: Asked | None = None, **data: Any
) -> HTMLResponse:
    """A whole page: `data`, and what every page has (`asked`, `pages`, `here`, `language`)."""
    from tiltmeter.studio.pages import PAGES

    language, studio = language_of(request), studio_of(request)
    asked = asked_in(request) if asked is None else asked
    page = fragment(
        language, template, asked=asked, pages=PAGES, here=request.url.path, language=language,
        address=address_of(request, asked),
        folder=str(studio.folder), begun=begun(studio), saved=studio.saved_tables(), **data,
    )  # fmt: skip
    return HTMLResponse(page, status)
