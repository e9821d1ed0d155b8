"""The gate that every request passes: this machine only, this browser only, this page only.

One gate for all routes, so that none can be forgotten. It lets through what comes to a loopback
name (a foreign name may point here too), with the cookie that only the first address gives, and,
where something is changed or played, from a page of this very server.
"""

import secrets
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from analyses.language import say
from tiltmeter.studio.door import TOKEN

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
SAFE = ("GET", "HEAD")
LARGEST = 2_000_000  # bytes of whatever is sent here
POLICY = (
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
    " object-src 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class TooLarge(Exception):
    """More was sent than is read."""


class Gate:
    """In front of an application; `token` is what the first address must bring."""

    def __init__(self, app: ASGIApp, token: str, largest: int = LARGEST) -> None:
        self.app, self.token, self.largest = app, token, largest
        self.secret = secrets.token_urlsafe(32)  # of the cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        send = _with_headers(send)
        if (refused := self._refused(scope)) is not None:
            await refused(scope, receive, send)
            return
        try:
            await self.app(scope, self._limited(receive), send)
        except TooLarge:
            await self._too_large()(scope, receive, send)

    def _refused(self, scope: Scope) -> Response | None:
        """The answer to who may not come in."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if _name(host) not in LOOPBACK:
            return _no(say("The studio answers to this machine only."), 421)
        if not _is_from_here(scope, headers, host):
            return _no(say("This was asked by a page that is not the studio's."))
        if (given := self._first_visit(scope, headers)) is not None:
            return given
        if not self._has_cookie(scope, headers):
            return _no(say("Open the address that the terminal has printed; it has the token."))
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.largest:
            return self._too_large()
        return None

    def _first_visit(self, scope: Scope, headers: Headers) -> Response | None:
        """The token of the first address buys the cookie; the address loses it."""
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = dict(query).get(TOKEN)
        if given is None or scope["method"] not in SAFE:
            return None
        if not _same(given, self.token):
            return _no(say("Open the address that the terminal has printed; it has the token."))
        rest = urlencode([(key, value) for key, value in query if key != TOKEN])
        path = "/" + scope["path"].lstrip("/")  # two of them would name another host
        answer = RedirectResponse(path + ("?" if rest else "") + rest, 303)
        answer.set_cookie(_cookie(scope), self.secret, httponly=True, samesite="strict")
        return answer

    def _has_cookie(self, scope: Scope, headers: Headers) -> bool:
        cookies = cookie_parser(headers.get("cookie", ""))
        return _same(cookies.get(_cookie(scope), ""), self.secret)

    def _limited(self, receive: Receive) -> Receive:
        """Counts what is sent, whatever its header says."""
        read = 0

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > self.largest:
                raise TooLarge
            return message

        return counted

    def _too_large(self) -> Response:
        text = "This is too large: the studio reads files of up to {size:,} kB."
        return _no(say(text, size=self.largest // 1000), 413)


def _no(sentence: str, status: int = 403) -> Response:
    return PlainTextResponse(sentence + "\n", status)


def _same(given: str, wanted: str) -> bool:
    return secrets.compare_digest(given.encode("utf-8", "replace"), wanted.encode())


def _name(host: str) -> str:
    """Of a Host header, without its port."""
    before, _, port = host.rpartition(":")
    name = before if port.isdecimal() else host
    return name.lower()


def _cookie(scope: Scope) -> str:
    """Cookies are shared by all ports of a machine, so each server has one of its own."""
    return f"tiltmeter-{(scope.get('server') or ('', 0))[1]}"


def _is_from_here(scope: Scope, headers: Headers, host: str) -> bool:
    """Whether a page of this server asks, or a person who opens a page.

    Another server on this machine is another origin, though browsers send it the cookie.
    """
    site = headers.get("sec-fetch-site")
    origin = headers.get("origin")
    if origin is not None and origin != f"{scope['scheme']}://{host}":
        return False
    if scope["method"] not in SAFE:
        if site is None and origin is None:
            return False
        return site in (None, "same-origin")
    is_visit = headers.get("sec-fetch-mode", "navigate") == "navigate"
    return is_visit or site in (None, "same-origin", "none")


def _with_headers(send: Send) -> Send:
    """What a page may do, said with every answer that does not say it itself."""

    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return wrapped
