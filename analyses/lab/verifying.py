"""Is a game sound? Every check of rules and players, each failure with a short game that shows it.

What a check of `simulator/conformance.py` or `strategies/conformance.py` finds wrong is looked for
once more in the games of random players, which `tiltmeter play` can tell: the shortest of them is
the example.
"""

import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyses.experiments.pool import CHANCE, best_of
from analyses.experiments.run_folder import RunFolder
from simulator import conformance, outside
from simulator.components import Components, Entry, as_settings
from simulator.errors import UserError
from simulator.kernel import NotCompiled, declare, plain
from simulator.match import RULE_KERNELS, Decision, Match, kernel_types
from simulator.titles import MOVE_LIMIT, Title, spoken
from strategies import conformance as of_strategies
from strategies import registry

SEED = 1
GAMES = 100  # of random players in which an example is looked for
PLAIN = 3  # games that plain Python plays
STEPS = ("n_moves", "rounds", "tally", "forced", "curve", "points", "deal", "table", "whim")


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
    is_compiled = _compiles(title).trouble == ""
    for first in (_plays, _ends, _repeats, _laws_hold):
        made = first(title)
        yield made
        if not made.holds:
            return
    yield _compiles(title)
    for check in conformance.CHECKS:
        if check not in ASKED_HERE and (is_compiled or check not in NEEDS_MACHINE_CODE):
            yield _asked(check, title)
    yield _components_matter(title)
    for name in _own_strategies(title):
        for of_one in of_strategies.CHECKS:
            yield _asked(of_one, title, name)


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
    """In plain Python, where a mistake has a line."""
    what = "games are played without a mistake"
    for players in title.players:
        try:
            _match(title, title.components, players, "python").play(SEED, 0, PLAIN)
        except UserError as error:
            return Verified(what, str(error), _command(title, players, 0))
        except Exception as error:
            told = outside.told(error)
            if told is None:
                raise
            return Verified(what, str(told), _command(title, players, 0))
    return Verified(what)


def _command(title: Title, players: int, number: int) -> str:
    words = ["tiltmeter", "play", spoken(title.name), "-p", str(players), "-s", CHANCE]
    return shlex.join([*words, "--seed", str(SEED), "--game", str(number)])


def _ends(title: Title) -> Verified:
    what = "games end within their bound"
    for players in title.players:
        match = _match(title, title.components, players)
        try:
            games = match.play(SEED, 0, GAMES if match.engine == "compiled" else PLAIN)
        except UserError as error:
            return Verified(what, str(error))
        endless = np.flatnonzero(games["ended"] == MOVE_LIMIT)
        if len(endless):
            return _endless(what, title, players, int(endless[0]))
        most, room = games["rounds"].max(), games["curve"].shape[1]
        if most > room:
            told = f"A game has {most} rounds, and there is room for {room}"
            return Verified(what, f"{told}: say max_rounds={2 * most}.")
    return Verified(what)


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
    return Verified(what, told, found.command)


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
    last: Decision | None = None
    for decision in match.tell(SEED, number):
        if last is not None:
            yield _after(match, components, number, last)
        last = decision
    if last is not None:
        yield _after(match, components, number, last)


def _after(match: Match, components: Components, number: int, last: Decision) -> Example:
    game = last.game
    players, made = len(match.line_up), int(game.n_moves)
    return Example(match.title, components, players, number, made, game, match.rules)


def _match(title: Title, components: Components, players: int, engine: str = "compiled") -> Match:
    """The games that random players play."""
    rules = title.rules_for(components, players)
    return Match(title, rules, registry.line_up(title, [CHANCE], players), engine)


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
    rules = title.rules_for(components, players)
    match = Match(title, rules, registry.line_up(title, [who], players))
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
