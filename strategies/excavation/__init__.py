"""Players of Excavation Earth."""

from strategies.excavation import players as players
