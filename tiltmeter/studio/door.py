"""Where a studio is found: an address of this machine alone, with a token that is its key.

It is open before the server is loaded, so that a browser that comes early waits for no refusal.
"""

import importlib.util
import secrets
import socket
from dataclasses import dataclass, field

from simulator.errors import UserError

HOST = "127.0.0.1"
TOKEN = "token"
PACKAGES = ("starlette", "uvicorn")


@dataclass(frozen=True)
class Door:
    """What listens, and the token that opens it."""

    listening: socket.socket
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.listening.getsockname()[1]}/?{TOKEN}={self.token}"


def opened(port: int) -> Door:
    """On this machine alone, before anybody is told of it."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((HOST, port))
    except OSError:
        made.close()
        raise UserError(f"Port {port} is taken; choose another one, or leave --port out.") from None
    made.listen()
    return Door(made)


def must_have_packages() -> None:
    """Asked without loading them."""
    if not all(importlib.util.find_spec(name) for name in PACKAGES):
        raise UserError("The studio needs two packages: pip install 'tiltmeter[studio]'.")
