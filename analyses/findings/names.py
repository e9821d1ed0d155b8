"""Kinds of moves and powers as people say them: Kutu Kuti, not power-kutu-kuti."""

from analyses.language import say, spoken, word
from simulator.levers import Levers
from strategies.levels import plain
from strategies.seat import Seat

POWER = "power"  # what a member does without a move goes by its name alone
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def called(kind: str, levers: Levers) -> str:
    """By the member that it is about, if it is about one: 'Student (lead)'.

    A game may have better words for it: "lead {member}" = "{member} as expedition leader".
    """
    what, _, rest = kind.partition("-")
    name = _members(levers).get(_bare(rest))
    if name is None:
        return word(word(spelt(kind.replace("-", " ")), "move"))
    if what == POWER:
        return word(name)
    form = word(pattern := f"{what} {{member}}")
    return f"{word(name)} ({word(what)})" if form == pattern else say(pattern, member=name)


def spelt(name: str) -> str:
    """A name of the code as people write it: 'dal harrai', not 'dal_harrai'."""
    return name.replace("_", " ")


def bot_called(label: str, levers: Levers) -> str:
    """A bot that prefers a kind of move, as people say it; others by their names."""
    who = Seat.parse(label)
    if not who.likes:
        return word(label)
    option = called(who.likes[0][0], levers)
    return say(
        "{bot!s} that favours {option!s}", bot=word(str(who.without("likes"))), option=option
    )


def bot_named(label: str) -> str:
    """A bot as a user types it; how a level is made is left out."""
    return str(plain(Seat.parse(label)))


def named(part: str, levers: Levers) -> str:
    """A part of the box by its member's name, if it is one."""
    return word(_members(levers).get(_bare(part), spelt(part)))


def player_told(part: str) -> str:
    """A seat as a sentence names it: 'player 2'; a team, a role or a card by its own name."""
    number = part.removeprefix("seat ")
    if spoken().teams or number == part:
        return word(part)
    return say("player {n}", n=int(number))


def _members(levers: Levers) -> dict[str, str]:
    cast = levers.cast.members if levers.cast else ()
    named = {_bare(name): spelt(name).title() for name in cast}
    return named | {_bare(name): name for dealt in levers.dealt.values() for name in dealt}


def _bare(name: str) -> str:
    return name.lower().replace(" ", "").replace("-", "").replace("_", "")


def number_word(n: int) -> str:
    """Small numbers in words."""
    return word(NUMBERS[n]) if n < len(NUMBERS) else str(n)


def games_of(players: int) -> str:
    """'four-player games'."""
    return say("{n!s}-player games", n=number_word(players))


def noun_of(group: str) -> str:
    """What one of a group is called, if its name is a plain plural: 'faction' of factions."""
    is_plain = group.isalpha() and group.endswith("s") and not group.endswith("ss")
    return word(group[:-1]) if is_plain else ""
