"""Whether everybody has turns, and whether those that make up a round are counted."""

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from analyses.experiments.experiment import players_told
from analyses.findings.finding import begun, listed
from analyses.lab.verify import short_games
from analyses.lab.verify.endings import PLAIN, games_from
from analyses.lab.verify.short_games import SEED, Deal
from analyses.lab.verify.verified import Verified
from analyses.language import count, say, word
from simulator.titles import Title

ASKED = 20  # games, in some of which everybody should have a turn


def all_have_turns(title: Title) -> Verified:
    """Each seat that is still in; of a team one may act for all."""
    what = "everybody has a turn"
    for players in title.players:
        deal = Deal(title, title.components, players)
        n, waiting = _without_turns(deal)
        if waiting:
            return Verified(what, _never_told(title, waiting, n, players), deal.command())
    return Verified(what)


def _never_told(title: Title, waiting: Sequence[str], games: int, players: int) -> str:
    return count(
        len(waiting),
        "{who!s} never has a turn in {games} games (seed {seed}, {players}): call next_player when"
        " a turn is over; or, where the rules set game.player themselves, let it become each"
        " player in turn.",
        "{who!s} never have a turn in {games} games (seed {seed}, {players}): call next_player when"
        " a turn is over; or, where the rules set game.player themselves, let it become each"
        " player in turn.",
        who=begun(listed([*map(word, waiting)])),
        games=games,
        seed=SEED,
        players=players_told(title, players),
    )


def _without_turns(deal: Deal) -> tuple[int, list[str]]:
    """So many games, and which seats or teams never act in them, though still in."""
    match, teams = deal.match("mixed"), deal.title.teams
    n = ASKED if match.engine == "mixed" else PLAIN
    waiting = dict(enumerate(teams or [f"seat {k + 1}" for k in range(deal.players)]))
    for number in range(n):
        out: list[int] = []
        for decision in match.tell(SEED, number):
            waiting.pop(match.seating[decision.game.player], None)
            if not waiting:
                return n, []
            out = _out(decision.game)
        for seat in out:
            waiting.pop(match.seating[seat], None)
    return n, list(waiting.values())


def _out(game: Any) -> list[int]:
    """Seats that have no more turns."""
    known = "out" in game.dtype.names
    return np.flatnonzero(game["out"][: game.players]).tolist() if known else []


def rounds_are_counted(title: Title) -> Verified:
    """Where turns go round and round, questions about rounds have no answer without."""
    what = "rounds are counted"
    for players in title.players:
        games = games_from(Deal(title, title.components, players))
        longest = Deal(title, title.components, players, int(games["n_moves"].argmax()))
        if games["rounds"].max() == 1 and _turns(longest) >= 2 * players:
            told = say(
                "No round is ever completed, although game {game} (seed {seed}, {players}) has"
                " {decisions:,} decisions: call next_player; or, where the rules set game.player"
                " themselves, write game.rounds += 1 when a round is over.",
                game=longest.number,
                seed=SEED,
                players=players_told(title, players),
                decisions=int(games["n_moves"].max()),
            )
            return Verified(what, told, longest.command())
    return Verified(what)


def _turns(deal: Deal) -> int:
    """How often another seat comes to act."""
    seats = [int(one.game.player) for one in short_games.positions(deal)]
    return sum(one != other for one, other in itertools.pairwise(seats))
