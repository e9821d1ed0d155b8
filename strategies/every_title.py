"""Players that need to know nothing about the game."""

from simulator.kernel import kernel
from strategies.registry import EVERY_TITLE, strategy


@strategy(EVERY_TITLE)
@kernel
def random(game, rules, move, mind):
    """Any legal move, each as likely as any other."""
    return 0.0
