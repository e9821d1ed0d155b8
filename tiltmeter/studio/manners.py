"""Who goes first on the processor: the server and what a person waits for, then all the rest."""

import os

WATCHED, LEFT = 5, 15  # how far steps back what a person watches, and what is left to itself


def give_way(steps: int) -> None:
    """Its own children do so too; Windows has no such order."""
    if steps and hasattr(os, "nice"):
        os.nice(steps)
