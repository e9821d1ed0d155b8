"""What all page modules are made of."""

from dataclasses import dataclass
from urllib.parse import parse_qsl

from starlette.requests import Request

from analyses.language import say
from tiltmeter.studio.errors import Refused

Fields = list[tuple[str, str]]


@dataclass(frozen=True)
class Page:
    """A place in the menu; `name` is said in the reader's language."""

    path: str
    name: str


async def form_of(request: Request) -> Fields:
    """The fields of a form that was sent (no files: scripts send their text)."""
    body = await request.body()
    try:
        return parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=5000)
    except ValueError:
        raise Refused(say("What was sent is no form.")) from None
