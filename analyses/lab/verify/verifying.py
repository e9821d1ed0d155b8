"""Is a game sound? Every check of its rules and players."""

import functools
import itertools
import logging
import time
from collections.abc import Iterator

from analyses.experiments.soundness import note_as_sound
from analyses.lab.verify.asked import asked
from analyses.lab.verify.components import components_matter
from analyses.lab.verify.endings import (
    PLAIN,
    can_be_lost,
    endings_come,
    ends,
    own_strategies,
    plays,
    what_stops,
)
from analyses.lab.verify.imagined import cards_can_be, numbers_can_be
from analyses.lab.verify.laws import gains_count, laws_hold
from analyses.lab.verify.short_games import Deal
from analyses.lab.verify.turns import all_have_turns, rounds_are_counted
from analyses.lab.verify.verified import Verified, sentence
from analyses.language import say
from simulator import conformance
from simulator.kernel import NotCompiled, declare
from simulator.match import RULE_KERNELS, kernel_types
from simulator.patience import patiently
from simulator.places import points_so_far
from simulator.titles import Title
from strategies import conformance as of_strategies

log = logging.getLogger("tiltmeter")

PATIENCE = 30  # seconds after which a check says that it takes long
ASKED_HERE = (
    conformance.games_end_within_their_bound,
    conformance.same_seed_same_game,
    conformance.laws_hold_after_every_move,
)
NEEDS_MACHINE_CODE = (conformance.redeal_changes_only_what_is_hidden,)


def verify(title: Title) -> Iterator[Verified]:
    """One check after the other; what most others rest on comes first, and ends them if it fails.

    What needs machine code is not asked of rules that cannot be compiled.
    """
    holds = True
    for check in _checks(title):
        try:
            made = patiently(check, PATIENCE, functools.partial(_look_for_a_loop, title))
        except Stuck as stuck:
            yield stuck.told
            return
        holds &= made.holds
        yield made
        if not made.holds and check.func in FIRST:
            return
    if holds:
        note_as_sound(title)


def _checks(title: Title) -> Iterator["functools.partial[Verified]"]:
    for first in (plays, ends, _repeats, all_have_turns, rounds_are_counted, laws_hold):
        yield functools.partial(first, title)
    yield functools.partial(_compiles, title)
    if title.is_cooperative:
        yield functools.partial(can_be_lost, title)
    is_compiled = _compiles(title).trouble == ""
    for check in conformance.CHECKS:
        if check not in ASKED_HERE and (is_compiled or check not in NEEDS_MACHINE_CODE):
            yield functools.partial(asked, check, title)
    if title.careful is not None and is_compiled:
        yield functools.partial(numbers_can_be, title)
        yield functools.partial(cards_can_be, title)
    if title.careful is not None and title.worth is not points_so_far:
        yield functools.partial(gains_count, title)
    yield functools.partial(endings_come, title)
    yield functools.partial(components_matter, title)
    for name in own_strategies(title):
        for of_one in of_strategies.CHECKS:
            yield functools.partial(asked, of_one, title, name)


class Stuck(Exception):
    """A check cannot go on, for the reason told."""

    def __init__(self, told: Verified) -> None:
        self.told = told


def _look_for_a_loop(title: Title) -> None:
    """While a check takes long: more random games in plain Python, where a loop has a line."""
    until = time.thread_time() + PATIENCE
    for number in itertools.count(PLAIN):
        for players in title.players:
            deal = Deal(title, title.components, players, number)
            if told := what_stops(deal):
                raise Stuck(Verified("no game goes on for ever", told, deal.command()))
        if time.thread_time() > until:
            break
    log.info(say("This check takes long, and no loop that never ends was found; Ctrl-C stops it."))


def _compiles(title: Title) -> Verified:
    """Others are played too, in plain Python."""
    types = kernel_types(title)
    try:
        for name in (*RULE_KERNELS, "check", "redeal"):
            declare(getattr(title, name), *types[name])
    except NotCompiled as reason:
        told = say(
            "{reason!s}, so its games are played in plain Python, slowly.",
            reason=sentence(str(reason))[:-1],
        )
        return Verified("the rules can be compiled", told, mark="slow")
    return Verified("the rules can be compiled")


def _repeats(title: Title) -> Verified:
    return asked(conformance.same_seed_same_game, title)


FIRST = (plays, ends, _repeats, laws_hold)  # what all others rest on
