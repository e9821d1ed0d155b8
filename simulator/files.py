"""Reads TOML and writes files, with every mishap in a sentence and no file ever half written."""

import os
import tomllib
from collections.abc import Iterable
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from simulator.errors import UserError


def read_toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"Cannot read {file}: {error.strerror}.{near(file)}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"{file} is not valid TOML: {error}.") from None


def near(place: Path, known: Iterable[Path] | None = None) -> str:
    """The most alike of what lies beside a missing place, as a question with a space before it."""
    if place.exists():
        return ""
    beside = place.parent.glob(f"*{place.suffix}") if known is None else known
    found = get_close_matches(place.name, sorted(one.name for one in beside), n=1)
    return f" Did you mean {place.with_name(found[0])}?" if found else ""


def write_whole(file: Path, content: bytes) -> None:
    """Writes beside the file and moves it into place, so that nobody ever sees half of it."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        beside.write_bytes(content)
        os.replace(beside, file)
    finally:
        with suppress(OSError):
            beside.unlink()
