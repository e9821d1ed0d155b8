"""A told game read as a referee reads it: from its lines alone, without the record behind them."""

import copy
import functools
import re
from collections import Counter

from tiltmeter.workshop import Workshop

TABLE = "the table"
NOW = re.compile(r"    (the table|seat \d|Zu) now: (.*)")
SEAT = re.compile(r" +(seat \d) (.*)")
EVENT = re.compile(r"scores|passes for want of a card")  # no moves
NOTHING = ("none", "nothing", "empty", "no market")


@functools.cache
def told(title, players, seed, who="allround", **changes):
    """A story and its lines, with all that a referee is told."""
    wanted = {"players": players, "strategies": [who], "seed": seed, "changes": changes}
    story = Workshop().play(title, 0, **wanted)
    return story, tuple("\n".join(story.lines(referee=True)).splitlines())


def counter(text):
    """`1 red guide, 2 blue guides`, `red a and red b`, `nothing`: how many of each, by names."""
    found = Counter()
    for part in re.split(r", | and ", text) if text not in NOTHING else ():
        n, name = re.fullmatch(r"(?:(\d+) |an? )?(.+)", part).groups()
        found[name if n in (None, "1") else singular(name)] += int(n or 1)
    return found


def singular(name):
    return f"{name[:-3]}y" if name.endswith("ries") else name.removesuffix("s")


class Referee:
    """Keeps what is told, and what follows from the moves: when a turn passes they must agree.

    A title's referee has `parts`, patterns of the parts of a position by name, with `read_…` for
    what is no count of things; and `moves`, patterns of sentences by the method that does them.
    A sentence that it does not know fails.
    """

    def __init__(self, rules):
        self.rules = rules  # the numbers of the box
        self.told, self.now = {}, {}
        self.mover, self.is_fresh, self.has_passed = "", True, True
        self.n_compared = 0

    def read(self, lines):
        for line in lines:
            if line.startswith("The game ends"):
                break
            if now := NOW.fullmatch(line):
                self.hear(now[1], now[2])
            elif move := SEAT.fullmatch(line):
                self.see(*move.groups(), is_move=line[2] != " ")
            else:
                self.hear_heading(line)
        self.compare()
        return self

    def hear(self, who, parts):
        for part in parts.split(" | "):
            for name, pattern in self.parts.items():
                if found := re.fullmatch(pattern, part):
                    self.told[who, name] = getattr(self, f"read_{name}", counter)(found[1])
                    break
            else:
                raise AssertionError(f"{who}: '{part}' is not known")

    def hear_heading(self, line):
        self.has_passed |= not line.startswith(" ")

    def see(self, seat, sentence, is_move):
        """A sentence on a seat; the first of a turn is held against what was told before."""
        if is_move and (seat != self.mover or self.has_passed) and not EVENT.match(sentence):
            self.compare()
            self.mover, self.has_passed = seat, False
        for name, pattern in self.moves.items():
            if found := re.fullmatch(pattern, sentence):
                getattr(self, name)(seat, *found.groups(default=""))
                return
        raise AssertionError(f"'{sentence}' is not known")

    def compare(self):
        """What chance has brought, as in a new round, is taken from the text."""
        if self.is_fresh:
            self.now, self.is_fresh = copy.deepcopy(self.told), False
            return
        self.work_out()
        differ = {part: (self.now[part], told) for part, told in self.told.items()
                  if self.now[part] != told}  # fmt: skip
        assert not differ, f"worked out, told: {differ}"
        self.n_compared += 1

    def work_out(self):
        """Parts that follow from others."""

    def nothing(self, seat, *_):
        """Changes nothing."""
