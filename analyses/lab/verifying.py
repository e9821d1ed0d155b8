"""Is a game sound? Every check of rules and players, each failure with a short game that shows it.

What a check of `simulator/conformance.py` or `strategies/conformance.py` finds wrong is looked for
once more in the games of random players (`analyses/lab/short_games.py`).
"""

import functools
import itertools
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from analyses.experiments.pool import CHANCE, best_of
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.soundness import note_as_sound
from analyses.lab import short_games
from analyses.lab.short_games import GAMES, SEED, Deal, Example, Wrong, shortest
from simulator import conformance, outside
from simulator.components import Components, Entry
from simulator.errors import UserError
from simulator.kernel import NotCompiled, declare, new, plain
from simulator.match import RULE_KERNELS, Match, kernel_types
from simulator.patience import patiently
from simulator.places import points_so_far
from simulator.titles import MOVE_LIMIT, Title
from strategies import conformance as of_strategies
from strategies import registry

log = logging.getLogger("tiltmeter")

PLAIN = 3  # games that plain Python plays
PLAIN_SECONDS = 10  # of processor time for those of all players, or to look for a position
PATIENCE = 30  # seconds after which a check says that it takes long
COMES_BACK = {"compiled": 10, "python": 60}  # seconds for a game, by engine
WRONG = "wrong"
STREAMS = 5  # with which a position is dealt anew, to see whether that shows


@dataclass(frozen=True)
class Verified:
    """What was checked, and what is wrong with it, or only slow or worth a hint, if anything."""

    what: str
    trouble: str = ""
    command: str = ""  # that shows it
    mark: str = WRONG  # of the trouble

    @property
    def holds(self) -> bool:
        return self.state != WRONG

    @property
    def state(self) -> str:
        return self.mark if self.trouble else "ok"

    def as_json(self) -> dict[str, Any]:
        return {"check": self.what, "holds": self.holds, "trouble": self.trouble,
                "command": self.command}  # fmt: skip


def verify(title: Title) -> Iterator[Verified]:
    """One check after the other; what most others rest on comes first, and ends them if it fails.

    What needs machine code is not asked of rules that cannot be compiled.
    """
    holds = True
    for check in _checks(title):
        try:
            made = patiently(check, PATIENCE, functools.partial(_look_for_a_loop, title))
        except Stuck as stuck:
            yield stuck.told
            return
        holds &= made.holds
        yield made
        if not made.holds and check.func in FIRST:
            return
    if holds:
        note_as_sound(title)


def _checks(title: Title) -> Iterator["functools.partial[Verified]"]:
    for first in FIRST:
        yield functools.partial(first, title)
    yield functools.partial(_compiles, title)
    yield functools.partial(_rounds_are_counted, title)
    if title.is_cooperative:
        yield functools.partial(_can_be_lost, title)
    is_compiled = _compiles(title).trouble == ""
    for check in conformance.CHECKS:
        if check not in ASKED_HERE and (is_compiled or check not in NEEDS_MACHINE_CODE):
            yield functools.partial(_asked, check, title)
    if title.careful is not None and title.worth is not points_so_far:
        yield functools.partial(_gains_count, title)
    yield functools.partial(_components_matter, title)
    for name in _own_strategies(title):
        for of_one in of_strategies.CHECKS:
            yield functools.partial(_asked, of_one, title, name)


class Stuck(Exception):
    """A check cannot go on, for the reason told."""

    def __init__(self, told: Verified) -> None:
        self.told = told


def _look_for_a_loop(title: Title) -> None:
    """While a check takes long: more random games in plain Python, where a loop has a line."""
    until = time.monotonic() + PATIENCE
    for number in itertools.count(PLAIN):
        for players in title.players:
            deal = Deal(title, title.components, players, number)
            if told := _trouble(deal):
                raise Stuck(Verified("no game goes on for ever", told, deal.command()))
        if time.monotonic() > until:
            break
    log.info("This check takes long, and no loop that never ends was found; Ctrl-C stops it.")


ASKED_HERE = (
    conformance.games_end_within_their_bound,
    conformance.same_seed_same_game,
    conformance.laws_hold_after_every_move,
)
NEEDS_MACHINE_CODE = (conformance.redeal_changes_only_what_is_hidden,)
CHANCE_ELSEWHERE = "Does it use chance that is not from game.deal or game.table?"
ADVICE = {
    conformance.same_seed_same_game: CHANCE_ELSEWHERE,
    conformance.engines_agree_bit_for_bit: CHANCE_ELSEWHERE,
    conformance.redeal_changes_only_what_is_hidden: "What a seat may do must not hang on what is"
    " hidden from it; declare hidden=… only where it is so, or write a redeal.",
    conformance.words_never_fail: "tell_move says a move in words.",
    of_strategies.cannot_peek: "It reads what its seat cannot see.",
}


def _asked(check: Callable[..., None], *of: Any) -> Verified:
    """A check of the lists, its name as a sentence."""
    what = " ".join([*of[1:], check.__name__.replace("_", " ")])
    try:
        check(*of)
    except (AssertionError, UserError) as error:
        trouble = " ".join([_sentence(str(error)), ADVICE.get(check, "")]).strip()
    else:
        return Verified(what)
    if check in PARTING:
        return _parted(Verified(what, trouble), of[0], PARTING[check])
    wrong = SEEN[check](*of) if check in SEEN else None
    found = wrong and short_games.example(of[0], [of[0].components], wrong)
    if wrong is None or found is None:
        return Verified(what, trouble)
    told = f"{trouble} See {found.where}:\n{found.position}"
    return Verified(what, f"{told}\n{_shown_by(found, wrong)}", found.command)


def _shown_by(found: Example, wrong: Wrong) -> str:
    return shortest(found.deal, found.moves, short_games.in_a_position(found, wrong))


def _parted(told: Verified, title: Title, engines: tuple[str, ...]) -> Verified:
    """With the moves after which tables that should have one game have several."""
    for players in title.players:
        for number in range(PLAIN):
            deal = Deal(title, title.components, players, number)
            shows = short_games.by_parting(number, [deal.match(engine) for engine in engines])
            moves, _ = short_games.until_stopped(deal)
            if shows(moves) is not None:
                trouble = f"{told.trouble}\n{shortest(deal, moves, shows)}"
                return Verified(told.what, trouble, deal.command())
    return told


def _sentence(text: str) -> str:
    """What an assertion says, without what pytest adds."""
    first = text.split("\n")[0]
    return first[:1].upper() + first[1:] + ("" if first.endswith(".") else ".")


def _misplaced(title: Title) -> Wrong:
    """Whether a game is over and others have won than those who should.

    Those are all or none who play together, and of rivals who have most points.
    """

    def wrong(one: Example) -> bool:
        scores = one.game.points[: one.deal.players].sum(axis=1)
        won = one.game.place[: one.deal.players] == 1
        if not one.game.ended:
            return False
        if title.is_cooperative:
            return bool(np.ptp(scores)) or won.any() != won.all()
        return bool((won & (scores < scores.max())).any()) or (len(won) > 1 and not won.any())

    return wrong


def _redealt(title: Title) -> Wrong:
    """Whether the seat to act may do something else, or a law breaks, if a game is dealt anew."""
    legal, check = plain(title.legal), plain(title.check)

    def moves(one: Example, game: Any) -> list[int]:
        choices = new(title.Choices)
        return choices.move[: legal(game, one.rules, choices)].tolist()

    def wrong(one: Example) -> bool:
        return any(
            moves(one, copy) != moves(one, one.game) or check(copy, one.rules)
            for copy in _dealt_anew(one)
        )

    return wrong


def _peeking(title: Title, name: str) -> Wrong:
    """Whether a strategy rates moves otherwise if what its seat cannot see is dealt anew."""
    by_count = {
        players: Deal(title, title.components, players, who=name).match("mixed")
        for players in title.players
    }

    def wrong(one: Example) -> bool:
        rate = by_count[one.deal.players].ratings
        return any(rate(copy) != rate(one.game) for copy in _dealt_anew(one))

    return wrong


def _dealt_anew(one: Example) -> Iterator[Any]:
    """Some ways in which a game that is not over may lie, for the seat to act."""
    for k in range(0 if one.game.ended else STREAMS):
        copy = one.game.copy()
        one.deal.title.redeal(copy, one.rules, copy.player, np.full(1, k + 1, np.uint64))
        yield copy


SEEN: dict[
    Callable, Callable[..., Wrong]
] = {  # what makes of a title, and of a strategy, whether a position shows it
    conformance.scores_places_and_curves_agree: _misplaced,
    conformance.redeal_changes_only_what_is_hidden: _redealt,
    of_strategies.cannot_peek: _peeking,
}
PARTING = {  # the engines of the tables that part ways; chance can be the same for a while
    conformance.same_seed_same_game: ("python",) * 5,
    conformance.engines_agree_bit_for_bit: ("python", "mixed"),
}


def _own_strategies(title: Title) -> list[str]:
    return [one.name for one in registry.strategies_of(title).values() if one.title == title.name]


# Whether games can be played to their end


def _plays(title: Title) -> Verified:
    """In plain Python, where a mistake has a line; by the title's own players too.

    It is slow, so a long game is left when it has used its share of the time and what shorter ones
    before it have not: whether games end, machine code says sooner.
    """
    what = "games are played without a mistake"
    by_chance = [(CHANCE, number) for number in range(PLAIN)]
    played = [*by_chance, *((own, 0) for own in _own_strategies(title))]
    deals = [
        Deal(title, title.components, players, number, who)
        for players in title.players
        for who, number in played
    ]
    began = time.thread_time()
    for k, deal in enumerate(deals, 1):
        until = began + k * PLAIN_SECONDS / len(deals)
        if told := _trouble(deal, until - time.thread_time()):
            return Verified(what, told, deal.command())
    return Verified(what)


def _trouble(deal: Deal, seconds: float = PLAIN_SECONDS) -> str:
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


def _ends(title: Title) -> Verified:
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
                return Verified(what, _trouble(one) or str(complaint), one.command())
            if game["ended"][0] == MOVE_LIMIT:
                return _endless(what, one)
            played.append(game)
        games = np.concatenate(played)
        most, room = games["rounds"].max(), games["curve"].shape[1]
        if most > room:
            told = f"A game has {most} rounds, and there is room for {room}"
            return Verified(what, f"{told}: say max_rounds={2 * most}.")
    return Verified(what)


def _played(deal: Deal) -> np.ndarray:
    """This game and those after it."""
    match = deal.match()
    return match.play(SEED, deal.number, _games_of(match))


def _games_of(match: Match) -> int:
    return GAMES if match.engine == "compiled" else PLAIN


def _give_up(seconds: int) -> None:
    raise UserError(f"A game does not come back within {seconds} seconds.")


def _endless(what: str, deal: Deal) -> Verified:
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


def _rounds_are_counted(title: Title) -> Verified:
    """Where turns go round and round, questions about rounds have no answer without."""
    what = "rounds are counted"
    for players in title.players:
        games = _played(Deal(title, title.components, players))
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


def _can_be_lost(title: Title) -> Verified:
    """Random players are as bad as any: what they always win is hardly a game."""
    what = "a game can be lost"
    games = [_played(Deal(title, title.components, players)) for players in title.players]
    if any((one["place"][:, 0] > 1).any() for one in games):
        return Verified(what)
    told = f"Random players win all of {sum(map(len, games))} games: do the rules call lose?"
    return Verified(what, told, mark="hint")


def _turns(deal: Deal) -> int:
    """How often another seat comes to act."""
    seats = [int(one.game.player) for one in short_games.positions(deal)]
    return sum(one != other for one, other in itertools.pairwise(seats))


def _compiles(title: Title) -> Verified:
    """Others are played too, in plain Python."""
    types = kernel_types(title)
    try:
        for name in (*RULE_KERNELS, "check", "redeal"):
            declare(getattr(title, name), *types[name])
    except NotCompiled as reason:
        told = f"{_sentence(str(reason))[:-1]}, so its games are played in plain Python, slowly."
        return Verified("the rules can be compiled", told, mark="slow")
    return Verified("the rules can be compiled")


def _repeats(title: Title) -> Verified:
    return _asked(conformance.same_seed_same_game, title)


# Laws


def _laws_hold(title: Title) -> Verified:
    what, trouble, games = "laws hold after every move", "", GAMES
    try:
        conformance.laws_hold_after_every_move(title)
    except conformance.Endless as error:
        deal = _without_end(title)
        return _endless(what, deal) if deal else Verified(what, _sentence(str(error)))
    except AssertionError as error:
        trouble = _sentence(str(error))
    except IndexError:
        return _beyond(what, title)
    except NotCompiled:
        games = PLAIN
    else:
        return Verified(what)
    found = short_games.example(title, _variants(title), _broken, games)
    if found is None:
        return Verified(what, trouble)
    law = title.words.laws[_broken(found) - 1]
    told = f"Not so: {law}. After {found.where} it stands like this:\n{found.position}"
    return Verified(what, f"{told}\n{_shown_by(found, _broken)}", found.command)


def _without_end(title: Title) -> Deal | None:
    """The first game without one, of the first variant of the box that has such games."""
    for components in _variants(title):
        for players in conformance.counts_for(title, components):
            deal = Deal(title, components, players)
            endless = np.flatnonzero(_played(deal)["ended"] == MOVE_LIMIT)
            if len(endless):
                return replace(deal, number=int(endless[0]))
    return None


def _beyond(what: str, title: Title) -> Verified:
    """A variant of the box in which the rules leave a field."""
    for components in _variants(title):
        for players in conformance.counts_for(title, components):
            for number in range(GAMES):
                deal = Deal(title, components, players, number)
                if told := _trouble(deal):
                    return Verified(what, told, deal.command())
    return Verified(what, "The rules read or write beyond the end of a field.")


def _broken(one: Example) -> int:
    return int(plain(one.deal.title.check)(one.game, one.rules))


def _variants(title: Title) -> list[Components]:
    return [components for _, components in conformance.variants(title)]


FIRST = (_plays, _ends, _repeats, _laws_hold)  # what all others rest on


def _gains_count(title: Title) -> Verified:
    """A game that says itself what it is worth forgets at its end what `gain` gave."""
    what, worth = "points that are gained count", plain(title.worth)

    def wrong(one: Example) -> bool:
        points = one.game.points[: one.deal.players]
        return not one.game.ended and any(
            points[at] != worth(one.game, one.rules, *at)
            for at in zip(*points.nonzero(), strict=True)
        )

    found = short_games.example(title, [title.components], wrong, PLAIN)
    if found is None:
        return Verified(what)
    told = f"gain has given points that worth does not: use one of them. See {found.where}:"
    return Verified(what, f"{told}\n{found.position}\n{_shown_by(found, wrong)}", found.command)


# Components


def _components_matter(title: Title) -> Verified:
    what = "every component matters"
    idle = [entry.path for entry in title.components.entries.values() if not _matters(title, entry)]
    if not idle:
        return Verified(what)
    names = ", ".join(f"'{path}'" for path in idle)
    return Verified(what, f"Other values of {names} change no game: do the rules read them?")


def _matters(title: Title, entry: Entry) -> bool:
    others = [title.components.with_value(entry.path, value, "another value")
              for value in _others(entry)]  # fmt: skip
    return not others or any(
        _games(title, one, players, who) != _games(title, title.components, players, who)
        for who in dict.fromkeys((CHANCE, best_of(title)))
        for one in others
        for players in conformance.counts_for(title, one)
    )


def _games(title: Title, components: Components, players: int, who: str) -> bytes:
    return _played(Deal(title, components, players, who=who)).tobytes()


def _others(entry: Entry) -> list[Any]:
    """Its alternatives; where it has none, what lies beside it."""
    if entry.alternatives:
        return list(entry.alternatives)
    value = entry.value
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        near = [value + 1, value - 1]
        least = -np.inf if entry.min is None else entry.min
        most = np.inf if entry.max is None else entry.max
        return [one for one in near if least <= one <= most]
    return [one for one in entry.allowed if one != value]


def verify_run(run: RunFolder) -> Iterator[Verified]:
    """Whether every part of a run is as it was written, and whether none is missing."""
    wrong = run.damage()
    for name in sorted({*run.written, *wrong}):
        again = f"It {wrong.get(name)}; the simulate that made it plays its games again."
        yield Verified(str(run.path / name), again if name in wrong else "")
    done, wanted = run.games_done(), run.games_wanted
    rest = f"Only {done:,} of them are here; the simulate that made it goes on."
    yield Verified(f"{run.path}: {wanted:,} games", rest if done < wanted else "")
