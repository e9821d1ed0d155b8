"""Levels of skill from 1 to 9 on one scale: `level=3` is a bot as strong in one game as in another.

Level 5 is the default bot. Each level beats the one below by 100 Elo: in 64% of games of two. Below
5 the default bot now and then moves at random, above 5 it now and then looks ahead; how often was
found by playing (`analyses/lab/players/calibrate.py`), and stands in `levels.toml` beside a title's
bots, or in the user's cache. A seat's words, spelled out, say all of it:
`level=3:share=0.14:by=random`, `level=7:share=0.6:by=search:rollouts=100`.
"""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path

from simulator.cache_folder import cache_root
from simulator.errors import UserError, did_you_mean
from simulator.files import read_sealed_toml
from simulator.sources import STRATEGIES, digest, title_files
from simulator.titles import Title, shipped_names, spoken
from strategies.level_names import NAMES
from strategies.seat import Seat

LEVEL, SHARE, BY = "level", "share", "by"  # the strategy, and what its words say
LEVELS = range(1, 10)
REGULAR = 5  # the default bot
STEP = 100  # Elo from each level to the next
ERRS = "random"  # what bots below the default one do now and then


@dataclass(frozen=True)
class Level:
    """How one level plays, and how strong it was found to be on fresh shuffles."""

    level: int
    share: float  # of its decisions that it makes otherwise than the default bot
    by: str  # a seat that says how: random, or a bot that looks ahead
    elo: float = 0.0  # above the default bot
    low: float = 0.0
    high: float = 0.0
    games: int = 0  # on fresh shuffles; 0: sought, not yet tested


Levels = Mapping[int, Level]  # those that a game has for a number of players
FAMILIES, EXPERTS = "families", "experts"  # for whom a game is meant
CASUAL, ABOVE = 3, range(9, 5, -1)  # the level of families; those of experts, the highest first


def must_be_level(text: str | int) -> int:
    """A level as a user says it."""
    told = str(text).strip()
    if not told.isdigit() or int(told) not in LEVELS:
        raise UserError(f"Levels are whole numbers from 1 to 9, as in level=3; '{text}' is none.")
    return int(told)


def named(level: int) -> str:
    """'level 3 (casual)', of those that have a name."""
    return f"level {level} ({NAMES[level]})" if level in NAMES else f"level {level}"


def must_be_levels(told: str) -> list[int]:
    """Levels in a list, as in 3,5,7; each counts once."""
    try:
        return sorted({must_be_level(one) for one in told.split(",")})
    except UserError:
        raise UserError(
            f"Levels are a list, as in 3,5,7, each from 1 to 9; not '{told}'."
        ) from None


def level_for(title: Title, counts: Sequence[int], told: str) -> int:
    """The level of those for whom a game is meant: families, experts, or a level as it is."""
    if told == FAMILIES:
        return CASUAL
    if told.strip().isdigit():
        return must_be_level(told)
    if told != EXPERTS:
        hint = did_you_mean(told, (FAMILIES, EXPERTS))
        raise UserError(f"A report is for families, experts or level 1 to 9, not '{told}'.{hint}")
    known = [levels_of(title, players) for players in counts]
    found = next((one for one in ABOVE if all(one in levels for levels in known)), None)
    if found is None:
        players = min(zip(counts, known, strict=True), key=lambda one: max(one[1]))[0]
        learn = f"'tiltmeter learn {spoken(title.name)} -p {players}'"
        raise UserError(
            f"No bot that comes with {title.name} plays above level {REGULAR} with {players}"
            f" players, so nobody stands for experts. {learn} may make one;"
            " then ask it by '-s learned:net=FILE'."
        )
    return found


def looks_ahead(who: Seat) -> bool:
    """Whether a level is one of those that play on from each decision, and so takes its time."""
    return is_level(who) and who.get(BY) not in (None, ERRS)


def is_level(who: Seat) -> bool:
    return who.name == LEVEL


def level_of(who: Seat) -> int | None:
    """Which level a seat plays at, if it is one."""
    return must_be_level(who.get(LEVEL)) if is_level(who) else None


def as_level(level: int) -> Seat:
    """The seat of a level: 'level=3'."""
    return Seat(LEVEL, ((LEVEL, str(must_be_level(level))),))


def plain(who: Seat) -> Seat:
    """A level as a user says it; what was found for it is left out."""
    return as_level(int(who.get(LEVEL))) if is_level(who) else who


def spelled(who: Seat, title: Title, players: int) -> Seat:
    """With the share and the bot that make the level what it is."""
    said = who.said
    level = must_be_level(said.get(LEVEL, ""))
    if BY in said:
        _must_be_share(said.get(SHARE, ""))
        return who
    if level == REGULAR:
        more: tuple[tuple[str, str | None], ...] = ((SHARE, "0"), (BY, ERRS))
    else:
        found = known_level(title, players, level)
        by = Seat.parse(found.by)
        more = ((SHARE, f"{found.share:g}"), (BY, by.name), *by.settings)
    rest = tuple(pair for pair in who.settings if pair[0] != LEVEL)
    return replace(who, settings=((LEVEL, str(level)), *more, *rest))


def _must_be_share(told: str) -> None:
    try:
        is_one = 0 <= float(told) <= 1
    except ValueError:
        is_one = False
    if not is_one:
        raise UserError(f"'{SHARE}' is a part of all decisions, from 0 to 1; '{told}' is none.")


def known_level(title: Title, players: int, level: int) -> Level:
    """A level of a game; a sentence where the game has none so high, or so low."""
    known = levels_of(title, players)
    if level not in known:
        raise UserError(f"{missing(title, players, known)} '{LEVEL}={level}' cannot be seated.")
    return known[level]


def missing(title: Title, players: int, known: Levels) -> str:
    """Which levels a game has with so many players."""
    where = f"{title.name} with {players} players" if players > 1 else f"{title.name} with 1 player"
    others = [level for level in known if level != REGULAR]
    if not others:
        return f"{where} has no levels of skill: the bots known do not differ enough."
    low, high = min(known), max(known)
    if low == LEVELS[0]:
        return f"{where} has no level above {high} with the bots known."
    return f"{where} has levels {low} to {high} with the bots known."


finding: list[Callable[[Title, int], Levels]] = []  # who finds the levels of a game that has none


def levels_of(title: Title, players: int) -> Levels:
    """Those that a game has: shipped, kept in the cache, or found now."""
    players = players or min(title.players)
    known = read_levels(title, players)
    if known is None and finding:
        known = finding[-1](title, players)
    if known is None:
        raise UserError(
            f"The levels of {title.name} with {players} players are not known yet:"
            f" 'tiltmeter ladder {spoken(title.name)} -p {players} --levels' finds them."
        )
    return known


def read_levels(title: Title, players: int) -> Levels | None:
    """What is kept of a game, if anything is."""
    for file in (shipped_file(title), kept_file(title)):
        if file is not None and file.is_file():
            read = read_file(file)
            if players in read:
                return read[players]
    return None


def read_file(file: Path) -> Mapping[int, Levels]:
    """What a file holds, by number of players."""
    return _read(file, file.stat().st_mtime_ns)


@functools.cache
def _read(file: Path, _: int) -> dict[int, Levels]:
    """With the default bot, which every game has."""
    found: dict[int, dict[int, Level]] = {}
    for table in read_sealed_toml(file).get("levels", ()):
        one = dict(table)
        players = one.pop("players")
        own = found.setdefault(players, {REGULAR: Level(REGULAR, 0.0, ERRS)})
        own[one["level"]] = Level(**one)
    return {players: dict(sorted(levels.items())) for players, levels in found.items()}


def shipped_file(title: Title) -> Path | None:
    """Beside the bots of a title that comes with the package."""
    is_shipped = title.name in shipped_names()
    return STRATEGIES / title.name / "levels.toml" if is_shipped else None


def kept_file(title: Title) -> Path:
    """In the user's cache, for the files of this very game."""
    return cache_root() / "levels" / f"{title.name}-{digest(title_files(title.home))}.toml"


def text_of(found: Mapping[int, Sequence[Level]], command: str) -> str:
    """What is kept, as TOML."""
    lines = [f"# Made by: {command}"] if command else []
    for players, levels in sorted(found.items()):
        for one in sorted(levels, key=attrgetter("level")):
            lines += ["", "[[levels]]", f"players = {players}", f"level = {one.level}"]
            lines += [f"share = {one.share:.5g}", f'by = "{one.by}"']
            lines += [f"{key} = {getattr(one, key):.1f}" for key in ("elo", "low", "high")]
            lines += [f"games = {one.games}"]
    return "\n".join([*lines, ""])
