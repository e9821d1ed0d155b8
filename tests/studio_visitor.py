"""Somebody who visits a studio without a browser: calls of the application itself, no network."""

import asyncio
import re
from dataclasses import dataclass
from urllib.parse import urlencode

from tiltmeter.studio.server import create_app
from tiltmeter.studio.studio import Studio

HOST = "127.0.0.1:8000"
OWN = {"sec-fetch-site": "same-origin", "origin": f"http://{HOST}"}


@dataclass
class Answer:
    status: int
    headers: dict
    body: bytes

    @property
    def text(self):
        return self.body.decode()


class Visitor:
    """With the cookie of the first address, unless it is thrown away."""

    def __init__(self, folder, **more):
        self.studio = Studio(folder, **more)
        self.app = create_app(self.studio)
        self.cookie = ""

    async def enter(self):
        answer = await self.get("/", token=self.studio.token)
        self.cookie = answer.headers["set-cookie"].partition(";")[0]
        return answer

    async def get(self, path, headers=None, **query):
        return await self.ask("GET", path, headers, query=urlencode(query, doseq=True))

    async def post(self, path, headers=None, **fields):
        headers = OWN if headers is None else headers
        return await self.ask("POST", path, headers, urlencode(fields, doseq=True).encode())

    async def ask(self, method, path, headers=None, body=b"", query="", parts=None):
        path, _, more = path.partition("?")
        told = {"host": HOST, "cookie": self.cookie, **(headers or {})}
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http",
            "method": method, "path": path, "raw_path": path.encode(), "root_path": "",
            "query_string": (query or more).encode(), "server": ("127.0.0.1", 8000),
            "client": ("127.0.0.1", 1),
            "headers": [(k.encode(), v.encode("latin-1")) for k, v in told.items()],
        }  # fmt: skip
        waiting = list(parts or [body])
        sent, gone = [], asyncio.Event()

        async def receive():
            if waiting:
                part = waiting.pop(0)
                return {"type": "http.request", "body": part, "more_body": bool(waiting)}
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            sent.append(message)

        await self.app(scope, receive, send)
        first = next(one for one in sent if one["type"] == "http.response.start")
        found = {key.decode(): value.decode("latin-1") for key, value in first["headers"]}
        return Answer(first["status"], found, b"".join(one.get("body", b"") for one in sent))


def visit(folder, story, **more):
    """What a story of a visitor returns; the studio is closed behind it."""

    async def told():
        visitor = Visitor(folder, **more)
        try:
            await visitor.enter()
            return await story(visitor)
        finally:
            await visitor.studio.closed()

    return asyncio.run(told())


def events_in(answer):
    """The events of a stream: their names and texts."""
    found = []
    for block in answer.text.strip().split("\n\n"):
        name, *data = block.split("\n")
        text = "\n".join(re.sub("^data: ?", "", line) for line in data)
        found.append((name.removeprefix("event: "), text))
    return found
