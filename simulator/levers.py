"""What a designer can pull in a title: options to forbid, parts to remove, factors to vary."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from simulator.components import Components
from simulator.factors import Factor
from simulator.versions import Changes, Version


def no_factors(players: int) -> tuple[Factor, ...]:
    return ()


@dataclass(frozen=True)
class Cast:
    """Members of which only some are in play, six of twelve roles: who they are, who plays."""

    path: str  # the component that chooses, a list of names with commas
    members: tuple[str, ...]
    in_play: Callable[[Components], tuple[str, ...] | None]  # None: chance deals them
    chance: str = ""  # the value of the path that lets chance deal them


@dataclass(frozen=True)
class Opening:
    """What lies there before the first move: members, and who begins with which of them."""

    members: tuple[str, ...]
    held: Callable[[np.ndarray], np.ndarray]  # of dealt games: [game, seat, member]
    # or, of what lies there for the whole table: [game, member]
    unnamed: int = 0  # so many of the last members are numbers that nobody gave a name


@dataclass(frozen=True)
class Rival:
    """Who plays against a player alone."""

    name: str
    tally: str  # of its score
    switches: tuple[Version, ...] = ()  # that make it easier or harder
    endings: tuple[str, ...] = ()  # of games against it, and of no others


@dataclass(frozen=True)
class Values:
    """A part of the box that a choice or an option brings into play."""

    name: str  # as it stands in a sentence
    paths: tuple[str, ...]  # components, or groups of them


@dataclass(frozen=True)
class Levers:
    """All of them may be missing; every command works without."""

    kinds: tuple[str, ...] = ("move",)  # of moves and powers, what `never=` can forbid
    powers: tuple[str, ...] = ()  # those that are no moves: nobody decides whether to have them
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # kinds to ask about
    peers: tuple[str, ...] = ()  # groups whose members compete with each other
    holders: Mapping[str, str] = field(default_factory=dict)  # of a power: tally of who has it
    dealt: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # to seats: name, tally
    opening: Mapping[str, Opening] = field(default_factory=dict)  # groups of what chance deals
    removals: Mapping[str, Changes] = field(default_factory=dict)  # parts to do without
    factors: Callable[[int], tuple[Factor, ...]] = no_factors  # by number of players
    cast: Cast | None = None
    rival: Rival | None = None
    maps: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # fields of counts: names
    figures: tuple[str, ...] = ()  # what Title.figure can follow
    # By the path of a choice, or by a group, option or member: whether its values are assumed.
    rests_on: Mapping[str, Values] = field(default_factory=dict)

    def kinds_called(self, word: str) -> tuple[str, ...]:
        """A kind by its name, or all of a group; none if nothing is called so."""
        return (word,) if word in self.kinds else self.groups.get(word, ())
