"""Reads TOML and writes files, with every mishap in a sentence and no file ever half written."""

import os
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

from simulator.errors import UserError


def read_toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"Cannot read {file}: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"{file} is not valid TOML: {error}.") from None


def write_whole(file: Path, content: bytes) -> None:
    """Writes beside the file and moves it into place, so that nobody ever sees half of it."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        beside.write_bytes(content)
        os.replace(beside, file)
    finally:
        with suppress(OSError):
            beside.unlink()
