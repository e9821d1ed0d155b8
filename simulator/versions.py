"""A version of a game: a name, and what differs from the game as it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from simulator.components import Components

Changes = Mapping[str, Any]  # values by path; path[3] is the third value of a list


@dataclass(frozen=True)
class Version:
    name: str
    changes: Changes = field(default_factory=dict)
    about: str = ""
    members: tuple[str, ...] = ()  # of a factor, what is on the table

    def of(self, base: Components) -> Components:
        """The base with the changes."""
        return base.with_changes(self.changes, self.name)
