"""Compiles titles and their strategies once, so that test workers find the machine code."""

import sys

import checked_kernels  # noqa: F401  before Numba is imported
from ours import FEW

from simulator.conformance import soak
from simulator.match import Match
from simulator.titles import load_title
from strategies.registry import line_up, strategies_of

for name in sys.argv[1:]:
    title = load_title(name)
    players = title.players[-1]
    rules = title.rules_for(title.components, players)
    soak(title, title.components, players, 1, 1)
    for one in strategies_of(title).values():
        if one.name in ("learned", "level"):  # they need a net, or a number
            continue
        words = one.name + FEW if one.based else one.name
        Match(title, rules, line_up(title, [words], players)).play(1, 0, 1)
