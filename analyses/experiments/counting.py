"""How many there are of something, in words."""

from simulator.words import counted

__all__ = ["counted"]
