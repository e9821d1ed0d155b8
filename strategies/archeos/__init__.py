"""Players of Archeos Society."""

from strategies.archeos import players as players
