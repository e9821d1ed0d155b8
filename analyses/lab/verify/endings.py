"""Whether games can be played, by machine code and in plain Python, and come to an end."""

import functools
import itertools
import time
from dataclasses import replace

import numpy as np

from analyses.experiments.pool import CHANCE
from analyses.lab import short_games
from analyses.lab.short_games import GAMES, SEED, Deal, shortest
from analyses.lab.verify.verified import Verified
from simulator import outside
from simulator.errors import UserError
from simulator.match import Match
from simulator.patience import patiently
from simulator.titles import CUT_OFF, Title
from strategies import registry

PLAIN = 3  # games that plain Python plays
PLAIN_SECONDS = 10  # of processor time for those of all players, or to look for a position
COMES_BACK = {"compiled": 10, "python": 60}  # seconds for a game, by engine


def plays(title: Title) -> Verified:
    """In plain Python, where a mistake has a line; by the title's own players too.

    It is slow, so a long game is left when it has used its share of the time and what shorter ones
    before it have not: whether games end, machine code says sooner.
    """
    what = "games are played without a mistake"
    by_chance = [(CHANCE, number) for number in range(PLAIN)]
    played = [*by_chance, *((own, 0) for own in own_strategies(title))]
    deals = [
        Deal(title, title.components, players, number, who)
        for players in title.players
        for who, number in played
    ]
    began = time.thread_time()
    for k, deal in enumerate(deals, 1):
        until = began + k * PLAIN_SECONDS / len(deals)
        if told := what_stops(deal, until - time.thread_time()):
            return Verified(what, told, deal.command())
    return Verified(what)


def what_stops(deal: Deal, seconds: float = PLAIN_SECONDS) -> str:
    """What stops a game in plain Python, with the line, and the fewest moves that do."""
    moves, error = short_games.until_stopped(deal, seconds)
    if error is None:
        return ""
    told = outside.told(error)
    if told is None:
        raise error
    return _stopped(deal, moves, str(told))


def _stopped(deal: Deal, moves: list[int], told: str) -> str:
    """With the last move in words, if there was one."""
    if not moves:
        return told
    match = deal.match("python")
    *_, game = match.dealt(SEED, deal.number), *match.replay(SEED, deal.number, moves[:-1])
    words = deal.title.words.move(game, match.rules, moves[-1])
    last = f"Decision {len(moves)}: seat {game.player + 1} {words}."
    return f"{told} {last}\n{shortest(deal, moves, short_games.by_stopping(deal, told))}"


def ends(title: Title) -> Verified:
    """Games that plain Python would take too long for; if one stops, it tries that one."""
    what = "games end within their bound"
    for players in title.players:
        deal = Deal(title, title.components, players)
        match, played = deal.match(), []
        patience = COMES_BACK[match.engine]
        for number in range(_games_of(match)):
            one = replace(deal, number=number)
            try:
                play = functools.partial(match.play, SEED, number, 1)
                game = patiently(play, patience, functools.partial(_give_up, patience))
            except Exception as error:
                if (complaint := outside.told(error)) is None:
                    raise
                return Verified(what, what_stops(one) or str(complaint), one.command())
            if game["ended"][0] == CUT_OFF:
                return endless(what, one)
            played.append(game)
        games = np.concatenate(played)
        most, room = games["rounds"].max(), games["curve"].shape[1]
        if most > room:
            told = f"A game has {most} rounds, and there is room for {room}"
            return Verified(what, f"{told}: say max_rounds={2 * most}.")
    return Verified(what)


def games_from(deal: Deal) -> np.ndarray:
    """This game and those after it."""
    match = deal.match()
    return match.play(SEED, deal.number, _games_of(match))


def _games_of(match: Match) -> int:
    return GAMES if match.engine == "compiled" else PLAIN


def _give_up(seconds: int) -> None:
    raise UserError(f"A game does not come back within {seconds} seconds.")


def endless(what: str, deal: Deal) -> Verified:
    """With the shortest way back to a position, if one is soon found, or the last."""
    seen: dict[bytes, int] = {}
    short, until = "", time.thread_time() + PLAIN_SECONDS
    for one in short_games.positions(deal):
        told = f"after decision {one.decision} it stands like this"
        state = short_games.state(one.game)
        if state in seen:
            told = (
                f"it comes back to where it was at decision {seen[state]}"
                " (rounds, tallies and chance aside)"
            )
            short = f"\n{shortest(deal, one.moves, short_games.by_coming_back(deal))}"
            break
        if time.thread_time() > until:
            break
        seen[state] = one.decision
    trouble = (
        f"Game {deal.number} (seed {SEED}, {deal.players} players) has no end within"
        f" {deal.title.max_moves:,} decisions (max_moves); {told}:\n{one.position}{short}"
    )
    return Verified(what, trouble, one.command)


def rounds_are_counted(title: Title) -> Verified:
    """Where turns go round and round, questions about rounds have no answer without."""
    what = "rounds are counted"
    for players in title.players:
        games = games_from(Deal(title, title.components, players))
        longest = Deal(title, title.components, players, int(games["n_moves"].argmax()))
        if games["rounds"].max() == 1 and _turns(longest) >= 2 * players:
            return Verified(
                what,
                f"No round is ever completed, although game {longest.number} (seed {SEED},"
                f" {players} players) has {games['n_moves'].max():,} decisions: call next_player;"
                " or, where the rules set game.player themselves, write game.rounds += 1 when a"
                " round is over.",
                longest.command(),
            )
    return Verified(what)


def can_be_lost(title: Title) -> Verified:
    """Random players are as bad as any: what they always win is hardly a game."""
    what = "a game can be lost"
    games = [games_from(Deal(title, title.components, players)) for players in title.players]
    if any((one["place"][:, 0] > 1).any() for one in games):
        return Verified(what)
    told = f"Random players win all of {sum(map(len, games))} games: do the rules call lose?"
    return Verified(what, told, mark="hint")


def _turns(deal: Deal) -> int:
    """How often another seat comes to act."""
    seats = [int(one.game.player) for one in short_games.positions(deal)]
    return sum(one != other for one, other in itertools.pairwise(seats))


def own_strategies(title: Title) -> list[str]:
    return [one.name for one in registry.strategies_of(title).values() if one.title == title.name]
