"""A bot between two others: it plays as its base would, and in a share of its decisions otherwise.

There it makes any legal move, or looks ahead first. So its strength is as fine as the share, and a
look ahead that is made seldom costs little. Which decisions these are its own whims say, the same
ones for the same shuffle as long as the game goes on as it did.
"""

from typing import Any

import numpy as np

from simulator import rng
from simulator.kernel import called, kernel, room
from simulator.loop import MAX_SETTINGS, Mind
from simulator.match import kernel_types
from simulator.titles import Title
from strategies.playing_on import base_of_title, of_title, rated_by_base, seed_of
from strategies.search import HEAD, MOST

SHARE = MAX_SETTINGS - 1  # of the settings, behind those of the bot that looks ahead
TURN = np.uint64(0x6C62272E07BB0142)  # so that chances differ from those of a look ahead


@kernel
def turn_of(game):
    """The chances of this decision."""
    return rng.mix(seed_of(game) ^ TURN)


@kernel
def note_one(mind, move):
    """Only this one was looked at, so it is made."""
    mind.notes[0], mind.notes[HEAD], mind.notes[HEAD + MOST] = 1.0, move, 0.0


def look_or_err(game, rules, mind):
    """Notes the base's own move, or any legal one."""
    rows, lists, minds, stream = room(2, Game), room(1, Choices), room(1, Mind), room(1, np.uint64)
    stream[0] = turn_of(game)
    errs = rng.between_0_and_1(stream) < mind.settings[SHARE]
    base = (legal, apply, kinds, base_look, base_rate_all)
    n = rated_by_base(game, rules, mind, rows, minds[0], lists[0], base)
    note_one(mind, lists[0].move[rng.below(stream, n) if errs else 0])


def look_or_look_ahead(game, rules, mind):
    """Notes the base's own move, or what a look ahead finds of several."""
    rows, lists, minds, stream = room(2, Game), room(1, Choices), room(1, Mind), room(1, np.uint64)
    stream[0] = turn_of(game)
    if rng.between_0_and_1(stream) < mind.settings[SHARE]:
        ahead_look(game, rules, mind)
        return
    base = (legal, apply, kinds, base_look, base_rate_all)
    rated_by_base(game, rules, mind, rows, minds[0], lists[0], base)
    note_one(mind, lists[0].move[0])


Game = Choices = legal = apply = kinds = base_look = base_rate_all = ahead_look = None
# These of a title, a base and a bot that looks ahead, where a function becomes a kernel.


def mixing(title: Title, base_look: Any, base_rate: Any, ahead: Any = None) -> Any:
    """The kernel that plays as a base, and now and then as `ahead` looks, or at random."""
    base = base_of_title(title, base_look, base_rate)
    if ahead is None:
        return of_title(look_or_err, title, **base)
    looks = called(ahead, *kernel_types(title)["look"])
    return of_title(look_or_look_ahead, title, ahead_look=looks, **base)


def looks_ahead(mind: Any) -> bool:
    """Whether it has settings of a bot that does: one that only errs is as fast as its base."""
    return bool(mind.settings[:SHARE].any())
