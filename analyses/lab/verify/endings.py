"""Whether games can be played, by machine code and in plain Python, and come to an end."""

import functools
import time
from dataclasses import replace

import numpy as np

from analyses.experiments.pool import CHANCE
from analyses.lab.verify import short_games
from analyses.lab.verify.short_games import GAMES, SEED, Deal, shortest
from analyses.lab.verify.verified import Verified
from analyses.language import say
from simulator import user_files
from simulator.errors import UserError
from simulator.match import Match
from simulator.patience import patiently
from simulator.titles import CUT_OFF, Title
from simulator.words import counted
from strategies import registry

PLAIN = 3  # games that plain Python plays
PLAIN_SECONDS = 10  # of processor time for those of all players, or to look for a position
NO_END = "No move ends the game: in none of {n} games is finish called. "
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
    told = user_files.told(error)
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
    found = (_ends(what, Deal(title, title.components, players)) for players in title.players)
    return next((one for one in found if not one.holds), Verified(what))


def _ends(what: str, first: Deal) -> Verified:
    """This game and those after it; where one has no end, the others say whether any has."""
    match, played, endless_ones = first.match(), list[np.ndarray](), list[Deal]()
    deals = [replace(first, number=number) for number in range(_games_of(match))]
    for deal in deals:
        try:
            game = _waited_for(match, deal.number)
        except Exception as error:
            if (complaint := user_files.told(error)) is None:
                raise
            return Verified(what, what_stops(deal) or str(complaint), deal.command())
        if game["ended"][0] == CUT_OFF:
            endless_ones.append(deal)
        else:
            played.append(game)
        if endless_ones and played:
            return endless(what, endless_ones[0])
    if not played:
        return endless(what, first, NO_END.format(n=len(deals)))
    return Verified(what, _too_long(first.title, np.concatenate(played)))


def _waited_for(match: Match, number: int) -> np.ndarray:
    patience = COMES_BACK[match.engine]
    play = functools.partial(match.play, SEED, number, 1)
    return patiently(play, patience, functools.partial(_give_up, patience))


def _too_long(title: Title, games: np.ndarray) -> str:
    """A bound may be too low; or what should end games before does not."""
    most, room = games["rounds"].max(), games["curve"].shape[1]
    if most <= room:
        return ""
    told = f"A game has {most} rounds, and there is room for {room}"
    unseen = [name for k, name in enumerate(title.words.endings)
              if k > CUT_OFF and not (games["ended"] == k).any()]  # fmt: skip
    if not unseen:
        return f"{told}: say max_rounds={2 * most}."
    names = ", ".join(f"'{name}'" for name in unseen)
    return (
        f"{told}. None of {len(games)} games ends with {names}: is finish called for it? If games"
        f" are as long as they should be, say max_rounds={2 * most}."
    )


def games_from(deal: Deal) -> np.ndarray:
    """This game and those after it."""
    match = deal.match()
    return match.play(SEED, deal.number, _games_of(match))


def _games_of(match: Match) -> int:
    return GAMES if match.engine == "compiled" else PLAIN


def _give_up(seconds: int) -> None:
    raise UserError(f"A game does not come back within {seconds} seconds.")


def endless(what: str, deal: Deal, first: str = "") -> Verified:
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
        f"{first}Game {deal.number} (seed {SEED}, {counted(deal.players, 'player')}) has no end"
        f" within {deal.title.max_moves:,} decisions (max_moves); {told}:\n{one.position}{short}"
    )
    return Verified(what, trouble, one.command)


def can_be_lost(title: Title) -> Verified:
    """Random players are as bad as any: what they always win is hardly a game."""
    what = "a game can be lost"
    games = [games_from(Deal(title, title.components, players)) for players in title.players]
    if any((one["place"][:, 0] > 1).any() for one in games):
        return Verified(what)
    told = "Random players win all of {n} games: do the rules call lose?"
    return Verified(what, say(told, n=sum(map(len, games))), mark="hint")


def endings_come(title: Title) -> Verified:
    """Random players and the game's own come to each ending that it declares."""
    what, seen, n = "every ending comes", set[int](), 0
    for players in title.players:
        for who in (CHANCE, *own_strategies(title)):
            games = games_from(Deal(title, title.components, players, who=who))
            seen |= {*games["ended"].tolist()}
            n += len(games)
    names = [name for k, name in enumerate(title.words.endings) if k > CUT_OFF and k not in seen]
    if not names:
        return Verified(what)
    told = "None of {n} games ends with {names!s}: is finish or lose called for it?"
    return Verified(what, say(told, n=n, names=", ".join(names)), mark="hint")


def own_strategies(title: Title) -> list[str]:
    return [one.name for one in registry.strategies_of(title).values() if one.title == title.name]
