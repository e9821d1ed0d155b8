"""Players of Lost Cities: Roll & Write."""

from strategies.lost_cities import players as players
