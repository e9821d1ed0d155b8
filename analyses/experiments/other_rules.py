"""Whether bots that have learned still serve where the rules are not those they learned.

A net knows what positions are worth under its own rules. Under others it is tried first, against
the bot it learned from, and what it wins there is told; nobody is left to find out by wrong
figures.
"""

import logging

from analyses.experiments.designs import Cell
from analyses.experiments.experiment import Experiment
from analyses.experiments.play import DealsToPlay
from analyses.language import figure, say
from analyses.statistics.estimate import Share
from analyses.statistics.intervals import clustered_mean
from strategies.net import Net
from strategies.net_file import asked_by, brief, net_of
from strategies.seat import Seat

DEALS = 100
FIRST = 1 << 40  # of shuffles that nothing else is played on

log = logging.getLogger("tiltmeter")
_remarked: set[tuple[str, str, int]] = set()


def remark_if_rules_are_new(one: Experiment) -> None:
    """Once in a session for every bot and version."""
    for who in one.seats:
        if not asked_by(who):
            continue
        net = net_of(who, one.title, one.players)
        asked = str(who), one.components.digest(), one.players
        if asked not in _remarked and net.about["changes"] != one.components.changes():
            _remarked.add(asked)
            _remark(one, who, net)


def _remark(one: Experiment, who: Seat, net: Net) -> None:
    if one.sides == 1:
        told = "{bot!s} learned other rules than these; 'tiltmeter learn' with --set learns them."
        log.warning(say(told, bot=brief(who)))
        return
    share = share_of(one, who, Seat.parse(net.about["base"]))
    low, high = share.interval()
    told = "{bot!s} learned other rules; under these it still wins {share} ({low} to {high})."
    serves = low > 1 / one.sides
    if not serves:
        told = (
            "{bot!s} learned other rules; under these it wins only {share} ({low} to {high})."
            " Learn it again with --set."
        )
    ends = dict(share=share.value, low=low, high=high)
    shown = {name: figure(value, ".0%") for name, value in ends.items()}
    log.log(logging.INFO if serves else logging.WARNING, say(told, bot=brief(who), **shown))


def share_of(one: Experiment, who: Seat, base: Seat) -> Share:
    """What one bot wins among copies of another, in every seat of some fresh deals."""
    match = one.match(Cell((who, *(base,) * (one.sides - 1))), "compiled")
    played = DealsToPlay(match, one.seed, range(FIRST, FIRST + DEALS)).play()
    return Share.of(clustered_mean(played.deal, played.by_member(played.win)[:, :, 0].ravel()))
