"""How many there are of something, in words."""

from analyses.language import count, speaking_of
from simulator.titles import Title
from simulator.words import counted

__all__ = ["counted", "players_told"]


def players_told(title: Title, players: int) -> str:
    """'4 players'; of a game of teams '2 teams'."""
    with speaking_of(title.teams):
        return count(players, "{n} player", "{n} players")
