"""Players of Expéditions."""

from strategies.expeditions import players as players
