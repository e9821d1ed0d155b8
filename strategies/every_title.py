"""Bots that need to know nothing about the game."""

from simulator.kernel import kernel
from strategies import learned, search
from strategies.levels import LEVEL
from strategies.registry import EVERY_TITLE, strategy


@strategy(EVERY_TITLE)
@kernel
def random(game, rules, move, mind):
    """Any legal move, each as likely as any other."""
    return 0.0


strategy(
    EVERY_TITLE,
    name="greedy",
    doc="The move after which it would lead by most if the game ended there.",
    makes=search.looking_one_move_ahead,
)(search.rate)

strategy(
    EVERY_TITLE,
    name="search",
    doc="""Looks ahead: plays promising moves on as its base would, and makes one clearly better.

    `leaf`: a file that `tiltmeter learn` has written, whose net is asked before the game ends.
    """
    + "\n".join(f"`{name}`: {about}." for name, about in search.ABOUT.items()),
    weights=search.SETTINGS,
    makes=search.looking,
    based=True,
)(search.rate)

strategy(
    EVERY_TITLE,
    name="learned",
    doc="""Plays promising moves on to its own next turn, and asks a net learned from games.

    `net`: the file that `tiltmeter learn` has written, as in learned:net=mine.net.
    """
    + "\n".join(f"`{name}`: {about}." for name, about in learned.ABOUT.items()),
    weights=learned.SETTINGS,
    makes=learned.looking,
    based=True,
)(search.rate)

strategy(
    EVERY_TITLE,
    name=LEVEL,
    doc="""As strong as people of a level, from 1 to 9: level=3; 5 is the default bot.

    Each level beats the one below in 64% of two-player games. Below 5 it now and then moves at
    random, above 5 it now and then looks ahead (docs/levels.md).
    """,
    based=True,
)(search.rate)
