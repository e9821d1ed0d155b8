"""Is a game sound? Every check of rules and players, each failure with a short game that shows it.

What a check of `simulator/conformance.py` or `strategies/conformance.py` finds wrong is looked for
once more in the games of random players, which `tiltmeter play` can tell. The shortest of them is
the example; as many of its moves as can be left out are (`analyses/lab/shrinking.py`).
"""

import functools
import itertools
import logging
import shlex
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from analyses.experiments.pool import CHANCE, best_of
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.soundness import note_as_sound
from analyses.lab.shrinking import Moves, shrunk
from simulator import conformance, outside
from simulator.components import Components, Entry, as_settings
from simulator.errors import UserError
from simulator.kernel import NotCompiled, declare, plain
from simulator.match import RULE_KERNELS, Decision, Match, kernel_types
from simulator.patience import no_endless_loop, patiently
from simulator.titles import MOVE_LIMIT, Title, spoken
from strategies import conformance as of_strategies
from strategies import registry

log = logging.getLogger("tiltmeter")

SEED = 1
GAMES = 100  # of random players in which an example is looked for
PLAIN = 3  # games that plain Python plays
PATIENCE = 30  # seconds for a game of machine code; after as many a check says that it takes long
STEPS = ("n_moves", "rounds", "tally", "forced", "points", "deal", "table", "whim")


@dataclass(frozen=True)
class Verified:
    """What was checked, and what is wrong with it, or only slow, if anything."""

    what: str
    trouble: str = ""
    command: str = ""  # that shows it
    is_grave: bool = True

    @property
    def holds(self) -> bool:
        return not self.trouble or not self.is_grave

    def as_json(self) -> dict[str, Any]:
        return {"check": self.what, "holds": self.holds, "trouble": self.trouble,
                "command": self.command}  # fmt: skip


@dataclass(frozen=True)
class Example:
    """A decision in a game of random players."""

    title: Title
    components: Components
    players: int
    number: int
    decision: int
    game: Any
    rules: Any
    moves: tuple[int, ...] = ()  # that lead here

    @property
    def position(self) -> str:
        told = self.title.words.position(self.game, self.rules)
        return "\n".join(f"  {line}" for line in told.splitlines())

    @property
    def where(self) -> str:
        return (
            f"decision {self.decision} of game {self.number} (seed {SEED}, {self.players} players)"
        )

    @property
    def command(self) -> str:
        words = ["tiltmeter", "play", spoken(self.title.name), "-p", str(self.players)]
        words += ["-s", CHANCE, "--seed", str(SEED), "--game", str(self.number)]
        words += ["--at", str(self.decision)]
        for change in as_settings(self.components.changes()):
            words += ["--set", change]
        return shlex.join(words)


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
    is_compiled = _compiles(title).trouble == ""
    for check in conformance.CHECKS:
        if check not in ASKED_HERE and (is_compiled or check not in NEEDS_MACHINE_CODE):
            yield functools.partial(_asked, check, title)
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
            if told := _trouble(title, players, CHANCE, number):
                command = _command(title, players, CHANCE, number)
                raise Stuck(Verified("no game goes on for ever", told, command))
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
    found = _example(of[0], [of[0].components], SEEN[check]) if check in SEEN else None
    if found is None:
        return Verified(what, trouble)
    return Verified(what, f"{trouble} See {found.where}:\n{found.position}", found.command)


def _sentence(text: str) -> str:
    """What an assertion says, without what pytest adds."""
    first = text.split("\n")[0]
    return first[:1].upper() + first[1:] + ("" if first.endswith(".") else ".")


def _is_misplaced(one: "Example") -> bool:
    """Whether a game is over and others than those with most points have won."""
    scores = one.game.points[: one.players].sum(axis=1)
    places = one.game.place[: one.players]
    return bool(one.game.ended) and bool(((places == 1) & (scores < scores.max())).any())


SEEN = {conformance.scores_places_and_curves_agree: _is_misplaced}


def _own_strategies(title: Title) -> list[str]:
    return [one.name for one in registry.strategies_of(title).values() if one.title == title.name]


# Whether games can be played to their end


def _plays(title: Title) -> Verified:
    """In plain Python, where a mistake has a line; by the title's own players too."""
    what = "games are played without a mistake"
    for players in title.players:
        by_chance = [(CHANCE, number) for number in range(PLAIN)]
        for who, number in (*by_chance, *((own, 0) for own in _own_strategies(title))):
            if told := _trouble(title, players, who, number):
                return Verified(what, told, _command(title, players, who, number))
    return Verified(what)


def _trouble(title: Title, players: int, who: str, number: int) -> str:
    """What stops a game in plain Python, with the line."""
    match = _match(title, title.components, players, "python", who)
    try:
        with no_endless_loop():
            match.play(SEED, number, 1)
    except Exception as error:
        told = outside.told(error)
        if told is None:
            raise
        return f"{told}{_last_move(match, number)}"
    return ""


def _last_move(match: Match, number: int) -> str:
    """The one with which a game stopped, in words; nothing if it stopped before the first."""
    told = ""
    with suppress(Exception), no_endless_loop():
        for decision in match.tell(SEED, number):
            words = match.title.words.move(decision.game, match.rules, decision.move)
            told = (
                f" Decision {decision.game.n_moves + 1}: seat {decision.game.player + 1} {words}."
            )
    return told


def _command(title: Title, players: int, who: str, number: int) -> str:
    words = ["tiltmeter", "play", spoken(title.name), "-p", str(players), "-s", who]
    return shlex.join([*words, "--seed", str(SEED), "--game", str(number)])


def _ends(title: Title) -> Verified:
    """Games that plain Python would take too long for; if one stops, it tries that one."""
    what = "games end within their bound"
    for players in title.players:
        match, played = _match(title, title.components, players), []
        for number in range(GAMES if match.engine == "compiled" else PLAIN):
            try:
                play = functools.partial(match.play, SEED, number, 1)
                played.append(patiently(play, PATIENCE, _give_up))
            except UserError as error:
                told = _trouble(title, players, CHANCE, number) or str(error)
                return Verified(what, told, _command(title, players, CHANCE, number))
        games = np.concatenate(played)
        endless = np.flatnonzero(games["ended"] == MOVE_LIMIT)
        if len(endless):
            return _endless(what, title, players, int(endless[0]))
        most, room = games["rounds"].max(), games["curve"].shape[1]
        if most > room:
            told = f"A game has {most} rounds, and there is room for {room}"
            return Verified(what, f"{told}: say max_rounds={2 * most}.")
    return Verified(what)


def _give_up() -> None:
    raise UserError(f"A game does not come back within {PATIENCE} seconds.")


def _endless(what: str, title: Title, players: int, number: int) -> Verified:
    """With the position it comes back to, if there is one, or the last."""
    seen: dict[bytes, int] = {}
    for one in _decisions(title, title.components, players, number):
        state = _state(one.game)
        if state in seen:
            told = f"it comes back to where it was at decision {seen[state]}"
            break
        seen[state] = one.decision
    else:
        told = "at the end it stands like this"
    trouble = (
        f"Game {number} (seed {SEED}, {players} players) has no end within {title.max_moves:,}"
        f" decisions (max_moves); {told}:\n{one.position}"
    )
    return Verified(what, trouble, one.command)


def _state(game: Any) -> bytes:
    """A position without what only counts, and without the streams."""
    copy = game.copy()
    for name in STEPS:
        copy[name] = 0
    return copy.tobytes()


def _compiles(title: Title) -> Verified:
    """Others are played too, in plain Python."""
    table = title.Game, title.Rules
    types = {name: kernel_types(title)[name] for name in RULE_KERNELS}
    types |= {"check": (int, *table), "redeal": (None, *table, int, conformance.STREAM)}
    try:
        for name, of in types.items():
            declare(getattr(title, name), *of)
    except NotCompiled as reason:
        told = f"{_sentence(str(reason))[:-1]}, so its games are played in plain Python, slowly."
        return Verified("the rules can be compiled", told, is_grave=False)
    return Verified("the rules can be compiled")


def _repeats(title: Title) -> Verified:
    return _asked(conformance.same_seed_same_game, title)


# Laws


def _laws_hold(title: Title) -> Verified:
    what, trouble, games = "laws hold after every move", "", GAMES
    try:
        conformance.laws_hold_after_every_move(title)
    except AssertionError as error:
        trouble = _sentence(str(error))
    except IndexError:
        trouble = "The rules read or write beyond the end of a field."
    except NotCompiled:
        games = PLAIN
    else:
        return Verified(what)
    found = _example(title, _variants(title), _broken, games)
    if found is None:
        return Verified(what, trouble)
    law = title.words.laws[_broken(found) - 1]
    told = f"Not so: {law}. After {found.where} it stands like this:\n{found.position}"
    return Verified(what, f"{told}\n{_shortest(found, _broken)}", found.command)


def _shortest(found: Example, wrong: Callable[[Example], Any]) -> str:
    """The shortest way to it from the same deal, move by move."""
    match = _match(found.title, found.components, found.players, "mixed")
    replay = functools.partial(match.replay, SEED, found.number)

    def shows(moves: Moves) -> int:
        """After how many of the moves it is wrong; 0: never."""
        for n, game in enumerate(replay(moves), 1):
            if wrong(replace(found, game=game)):
                return n
        return 0

    lines, words = [], found.title.words
    game = match.dealt(SEED, found.number)
    for move in shrunk(found.moves, shows):
        lines.append(f"  seat {game.player + 1} {words.move(game, match.rules, move)}")
        match.carry_out(game, move)
    return "\n".join([f"From the deal of game {found.number} it takes no more than:", *lines])


def _broken(one: Example) -> int:
    return int(plain(one.title.check)(one.game, one.rules))


def _variants(title: Title) -> list[Components]:
    return [components for _, components in conformance.variants(title)]


def _example(
    title: Title,
    variants: Sequence[Components],
    wrong: Callable[[Example], Any],
    games: int = GAMES,
) -> Example | None:
    """The shortest of so many games in which something is wrong, of the first variant with one."""
    for components in variants:
        found = [
            one
            for players in conformance.counts_for(title, components)
            for number in range(games)
            if (one := _first_wrong(title, components, players, number, wrong))
        ]
        if found:
            return min(found, key=lambda one: one.decision)
    return None


def _first_wrong(
    title: Title,
    components: Components,
    players: int,
    number: int,
    wrong: Callable[[Example], Any],
) -> Example | None:
    return next((one for one in _decisions(title, components, players, number) if wrong(one)), None)


def _decisions(
    title: Title, components: Components, players: int, number: int
) -> Iterator[Example]:
    """The position after each decision of a game; the same row, which goes on."""
    match = _match(title, components, players, "mixed")
    moves: list[int] = []
    last: Decision | None = None
    for decision in match.tell(SEED, number):
        if last is not None:
            yield _after(match, components, number, last, moves)
        last = decision
        moves.append(decision.move)
    if last is not None:
        yield _after(match, components, number, last, moves)


def _after(
    match: Match, components: Components, number: int, last: Decision, moves: Sequence[int]
) -> Example:
    game = last.game
    players, made = len(match.line_up), int(game.n_moves)
    led_here = tuple(moves[:made])
    return Example(match.title, components, players, number, made, game, match.rules, led_here)


def _match(
    title: Title, components: Components, players: int, engine: str = "compiled", who: str = CHANCE
) -> Match:
    """The games that random players play, or others."""
    rules = title.rules_for(components, players)
    return Match(title, rules, registry.line_up(title, [who], players), engine)


FIRST = (_plays, _ends, _repeats, _laws_hold)  # what all others rest on


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
    match = _match(title, components, players, who=who)
    return match.play(SEED, 0, GAMES if match.engine == "compiled" else PLAIN).tobytes()


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
