"""What reports say, in the language of who reads them.

The sources are written in English. Another language is a catalogue beside this file, `fr.toml`: whole
sentences with the same named fields, and how its figures are written. The words of a title lie
beside the title: `words.fr.toml` in its folder, or `pig.fr.toml` beside `pig.py`.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from string import Formatter
from typing import Any

from simulator.errors import UserError, unknown

CATALOGUES = Path(__file__).parent
ENGLISH = "en"
NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Language:
    """How sentences and figures are written; English says what stands in the sources."""

    code: str = ENGLISH
    words: Mapping[str, str] = field(default_factory=dict)
    thousands: str = ","
    decimal: str = "."
    percent: str = "%"
    singular: tuple[int, ...] = (1,)  # numbers that take it

    @property
    def marks(self) -> dict[int, str]:
        """For `str.translate`."""
        return str.maketrans({",": self.thousands, ".": self.decimal, "%": self.percent})


_spoken: ContextVar[Language] = ContextVar("language", default=Language())  # noqa: B039


def languages() -> list[str]:
    return [ENGLISH, *sorted(file.stem for file in CATALOGUES.glob("*.toml"))]


def must_be_language(code: str) -> None:
    if code not in languages():
        raise unknown("language", code, languages())


@contextmanager
def speaking(code: str, home: Path | None = None) -> Iterator[None]:
    """Until it is left, everything is said in a language, and with the words of the title there."""
    before = _spoken.set(read_language(code, home))
    try:
        yield
    finally:
        _spoken.reset(before)


def read_language(code: str, home: Path | None = None) -> Language:
    must_be_language(code)
    if code == ENGLISH:
        return Language()
    catalogue = _read(CATALOGUES / f"{code}.toml")
    own = title_words(home, code) if home else {}
    figures = catalogue["figures"]
    figures["singular"] = tuple(figures["singular"])
    return Language(code, catalogue["words"] | own, **figures)


def title_words(home: Path, code: str) -> dict[str, str]:
    """What a title's own words are called in a language; none if nobody has translated them."""
    file = home / f"words.{code}.toml" if home.is_dir() else home.with_suffix(f".{code}.toml")
    words = _read(file) if file.is_file() else {}
    for word, told in words.items():
        if not isinstance(told, str):
            raise UserError(f"{file}: '{word}' must be a text.")
    return words


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"{file}: {error}") from None


def spoken() -> str:
    """The code of the language that is spoken, as pages are marked with."""
    return _spoken.get().code


def say(text: str, **fields: Any) -> str:
    """A sentence, whose fields are figures and names; those known to the catalogue are said too."""
    return _writer.vformat(_spoken.get().words.get(text, text), (), fields)


def count(n: int, one: str, many: str, **fields: Any) -> str:
    """A sentence about so many of something, in the singular or the plural: its field is `n`."""
    return say(one if n in _spoken.get().singular else many, n=n, **fields)


def word(name: str) -> str:
    """A name as the catalogue has it, with or without its number; others stay as they are."""
    words = _spoken.get().words
    if name in words or not words:
        return words.get(name, name)
    numbers = NUMBER.findall(name)
    told = words.get(NUMBER.sub("{n}", name)) if len(numbers) == 1 else None
    return told.replace("{n}", numbers[0]) if told else name


def words_of(names: Any) -> str:
    """Names in a row."""
    return ", ".join(word(name) for name in names)


def figure(value: float, form: str) -> str:
    """A number as `format` writes it, with the language's own marks."""
    return format(value, form).translate(_spoken.get().marks)


class _Writer(Formatter):
    """Figures by `figure`, names by `word`."""

    def format_field(self, value: Any, format_spec: str) -> Any:
        if isinstance(value, str):
            return format(word(value), format_spec)
        if isinstance(value, int | float) and format_spec:
            return figure(value, format_spec)
        return super().format_field(value, format_spec)


_writer = _Writer()
