"""What reports say, in the language of who reads them.

The sources are written in English. Another language is a catalogue beside this file, `fr.toml`:
whole sentences with the same named fields, and how its figures are written. The words of a game
lie with it: `words.fr.toml` in its folder, or `pig.fr.toml` beside `pig.py`; `words.en.toml` gives
readable names for what its code calls shortly. Where teams play, teams take the place of seats:
`teams/en.toml`, `teams/fr.toml`. Co-op and solo games have no winners among others:
`alone/en.toml`, `alone/fr.toml`.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from pathlib import Path
from string import Formatter
from typing import Any

from simulator import telling
from simulator.errors import UserError, unknown
from strategies.level_names import NAMES, SPELLED

CATALOGUES = Path(__file__).parent
ENGLISH = "en"
NUMBER = re.compile(r"\d+")
VOWELS = (*"aeiouyàâéèêîôû",)


@dataclass(frozen=True)
class Language:
    """How sentences and figures are written; English says what stands in the sources."""

    code: str = ENGLISH
    words: Mapping[str, str] = field(default_factory=dict)
    thousands: str = ","
    decimal: str = "."
    percent: str = "%"
    singular_below: float = 0  # numbers below it take the singular; 0: only a 1 does, not a 1.0
    elided: Sequence[str] = ()  # words that lose their last letter before a vowel
    teams: Sequence[str] = ()  # the names of those who play in the place of seats
    is_alone: bool = False  # whether one side plays, without rivals

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
def speaking(language: Language) -> Iterator[None]:
    """Until it is left, everything is said in a language."""
    before = _spoken.set(language)
    teller = telling.speaker.set(telling.English() if language.code == ENGLISH else _Teller())
    try:
        yield
    finally:
        telling.speaker.reset(teller)
        _spoken.reset(before)


def speaking_of(teams: Sequence[str], is_alone: bool = False) -> AbstractContextManager[None]:
    """Until it is left, seats are these teams, if there are any, or one side that plays alone.

    Names as they were, if they are spoken.
    """
    now = _spoken.get()
    if not (teams and not now.teams) and not (is_alone and not now.is_alone):
        return nullcontext()
    words = {**now.words, **_of_whom(now.code, teams, is_alone)}
    return speaking(replace(now, words=words, teams=teams, is_alone=is_alone))


def read_language(
    code: str, home: Path | None = None, teams: Sequence[str] = (), is_alone: bool = False
) -> Language:
    """A language with the words of the game that lies there, and of those who play it."""
    must_be_language(code)
    of_whom = _of_whom(code, teams, is_alone)
    of_game = title_words(home, code) if home else {}
    if code == ENGLISH:
        return Language(words=of_whom | of_game, teams=teams, is_alone=is_alone)
    catalogue = _read(CATALOGUES / f"{code}.toml")
    words = catalogue["words"] | of_whom | of_game
    words = {key: _set(told) for key, told in words.items()}
    return Language(code, words, **catalogue["figures"], teams=teams, is_alone=is_alone)


def _of_whom(code: str, teams: Sequence[str], is_alone: bool) -> dict[str, str]:
    """What is said otherwise where teams play, or one side."""
    if is_alone:
        return _read(CATALOGUES / "alone" / f"{code}.toml")
    return _of_teams(code, teams) if teams else {}


def _of_teams(code: str, teams: Sequence[str]) -> dict[str, str]:
    """What is said of seats, and each seat's name in tables and charts."""
    names = {f"seat {k}": name for k, name in enumerate(teams, 1)}
    return _read(CATALOGUES / "teams" / f"{code}.toml") | names


def _set(text: str) -> str:
    """A mark stays on the line of the word before it, a quotation mark by its word; ' is a ’."""
    return re.sub(" (?=[:;?!%»])|(?<=«) ", "\u00a0", text).replace("'", "’")


def title_words(home: Path, code: str) -> dict[str, str]:
    """What a game's own words are called in a language; none if nobody has said."""
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


def spoken() -> Language:
    """The language that is spoken, for pages that are drawn later."""
    return _spoken.get()


def say(text: str, **fields: Any) -> str:
    """A sentence, whose fields are figures and names; those known to the catalogue are said too.

    What is typed in a command stays as it is: {name!s}.
    """
    return _writer.vformat(_spoken.get().words.get(text, text), (), fields)


def count(n: int, one: str, many: str, **fields: Any) -> str:
    """A sentence about so many of something, in the singular or the plural: its field is `n`."""
    return say(one if is_singular(str(n)) else many, n=n, **fields)


class _Teller:
    """Tells moves and positions as all else is said."""

    def say(self, text: str, **fields: Any) -> str:
        return say(text, **fields)

    def count(self, n: int, one: str, many: str, **fields: Any) -> str:
        return count(n, one, many, **fields)


def is_singular(number: str) -> bool:
    """Whether a number takes the singular, as Python has written it."""
    below = _spoken.get().singular_below
    return abs(float(number)) < below if below else number == "1"


def word(name: str, sense: str = "") -> str:
    """A name as the catalogue has it, or a row of names; what it has not stays as it is.

    A title may use a word in another sense; so 'level', the verdict, is 'level (verdict)' there.
    Bots of a level of skill are called by it.
    """
    name = SPELLED.sub(lambda found: level_called(int(found[1])), name)
    if not _spoken.get().words and not sense:
        return name
    if sense:
        return _known(f"{name} ({sense})") or name.replace("_", " ")
    told = [_known(one) for one in name.split(", ")]
    return _known(name) or (", ".join(told) if all(told) else name)


def level_called(level: int) -> str:
    """'level 3 (casual)', of those that have a name."""
    if level not in NAMES:
        return say("level {n}", n=level)
    return say("level {n} ({name})", n=level, name=word(NAMES[level], "skill"))


def _known(name: str) -> str:
    """As it stands, in small letters, or with any number; nothing if no catalogue has it."""
    words, spelt = _spoken.get().words, name.replace("_", " ")
    for as_it_stands in (name, spelt):
        if as_it_stands in words:
            return words[as_it_stands]
    if spelt.istitle() and spelt.lower() in words:
        told = words[spelt.lower()]
        return told[:1].upper() + told[1:]
    numbers = NUMBER.findall(spelt)
    told = words.get(NUMBER.sub("{n}", spelt), "") if len(numbers) == 1 else ""
    return told.replace("{n}", *numbers) if told else ""


def words_of(names: Iterable[str]) -> str:
    """Names in a row."""
    return ", ".join(word(name) for name in names)


def figure(value: float, form: str) -> str:
    """A number as `format` writes it, with the language's own marks."""
    return marked(format(without_last_bits(value), form))


def without_last_bits(value: float) -> float:
    """Those of a sum are anything, and would decide which way 6.25 is rounded."""
    return float(f"{value:.12g}") if isinstance(value, float) else value


def marked(text: str) -> str:
    """A figure written by Python, with the language's own marks."""
    return text.translate(_spoken.get().marks)


def percent_sign() -> str:
    """With the blank before it, where the language has one."""
    return _spoken.get().percent


class _Writer(Formatter):
    """Figures by `figure`, names by `word`; a word before a name may lose its last letter."""

    def vformat(self, text: str, args: Sequence[Any], fields: Mapping[str, Any]) -> str:
        told = ""
        for before, name, form, as_typed in self.parse(text):
            if name is None:
                value = ""
            else:
                value = (
                    str(fields[name]) if as_typed else self.format_field(fields[name], form or "")
                )
                if name == "seat" and isinstance(fields[name], int) and _spoken.get().teams:
                    value = _spoken.get().teams[fields[name] - 1]
            told += (_elided(before) if value[:1].lower() in VOWELS else before) + value
        return told

    def format_field(self, value: Any, format_spec: str) -> Any:
        if isinstance(value, str):
            return format(word(value), format_spec)
        if isinstance(value, int | float) and format_spec:
            return figure(value, format_spec)
        return super().format_field(value, format_spec)


def _elided(text: str) -> str:
    for word in _spoken.get().elided:
        if re.search(rf"\b{word} $", text, re.IGNORECASE):
            return f"{text[:-2]}’"
    return text


_writer = _Writer()
