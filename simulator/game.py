"""A small way in: a title from one object and the functions of its rules.

pig = Game("pig", players=(2, 3, 4), moves=numbered("roll", "hold"), fields={"pot": number(0, 99)})

@pig.apply
def take_turn(game, rules, move): ...

Only `apply` must be written. All else follows from what is declared: every move is legal and a kind
of its own; points are what `gain` gave; components are fields of `rules`, can be swept, and make
factors of their alternatives; a seat sees everything but what is declared hidden; every field keeps
its range; moves and positions read by their names.
"""

import functools
from collections.abc import Callable, Iterable, Mapping
from math import prod
from pathlib import Path
from typing import Any

from simulator.by_names import Moves, pictures, pieces, position
from simulator.checked_record import careful, must_be_a_turn
from simulator.components import Components, Entry, components_in, read_components
from simulator.errors import UserError, unknown
from simulator.factors import Factor, levels
from simulator.fields import Field, checking, laws_of, openings, redealing, written_out
from simulator.guards import guarded, must_have_form, named_if_nothing, telling
from simulator.kernel import GUARD, is_kernel, kernel, new, record, with_kernels
from simulator.levers import Levers
from simulator.loop import MAX_KINDS, MAX_SEATS
from simulator.names import as_read, numbered
from simulator.places import points_so_far, rank, score
from simulator.teams import (
    Sizes,
    declared_teams,
    most_seats,
    rank_teams,
    seating_of,
    team_score,
)
from simulator.titles import (
    FIRST_ENDINGS,
    UNNAMED,
    Title,
    announce,
    common,
    hide_streams,
    offer,
)
from simulator.versions import Changes
from simulator.words import Words

MOST_COMBINATIONS = 256  # of components, in the factor of all of them
ONE_SIDE, ANY = "one side", "any"  # who can win a game: nobody else shares it, or anybody
ORDER = "turn_order"  # as a tie-break: who sits later is ahead
OWN = "file"  # the source of a value that names none: nothing is known of a rulebook
SAID_OF_A_VALUE = {"about", "alternatives", "allowed"}  # so a value must be there
Names = Any  # made by `numbered` or `spans`


def endings(*names: str) -> Names:
    """Names for why a game ends, to be given to `finish`."""
    return numbered(*names, start=2)


class Game:
    """One game; `title` is what all commands know of it."""

    def __init__(
        self,
        name: str,
        *,
        moves: Names,
        players: Iterable[int] = (),
        teams: Sizes | None = None,
        about: str = "",
        full_name: str = "",
        fields: Mapping[str, Field] | None = None,
        components: Mapping[str, Any] | Path | None = None,
        sources: Names = None,
        endings: Names = None,
        tallies: Names = None,
        phases: Names = None,
        powers: Names = None,
        tie_breaks: Iterable[str] = (),
        cooperative: bool = False,
        winners: str = ONE_SIDE,
        max_moves: int = 2000,
        max_rounds: int = 100,
    ) -> None:
        self.name, self.about = name, about
        self.full_name = full_name or name.replace("_", " ").capitalize()
        self.teams = declared_teams(name, teams or {})
        self.players = _players(name, players, self.teams)
        self.fields = dict(fields or {})
        self.moves = Moves(moves, self.fields, len(powers or ()))
        self.components = _components(name, components or {})
        self.sources = as_read(sources) if sources else ("points",)
        self.endings = as_read(endings, " ") if endings else (UNNAMED,)
        self.tallies = _tallies(name, as_read(tallies) if tallies else (), self.moves.kinds)
        self.phases = as_read(phases, " ") if phases else ()
        self.powers = _powers(name, as_read(powers) if powers else (), self.moves.kinds)
        self.is_cooperative = cooperative
        if cooperative and teams:
            raise UserError(f"{name}: in a co-operative game all are one team; say no teams.")
        self.any_may_win = _any_may_win(name, winners, cooperative or bool(teams))
        self.max_moves, self.max_rounds = max_moves, max_rounds
        self._kernels: dict[str, Any] = {}
        self._laws: dict[str, Any] = {}
        self._tie_breaks: list[Any] = []
        self.tie_breaks = _tie_breaks(name, tie_breaks, self.fields)
        self._words: dict[str, Callable] = {}
        announce(name, lambda: self.title)

    # The functions of a game, each given by a decorator

    def setup(self, function: Callable) -> Any:
        """setup(game, rules): what lies on the table before the first move."""
        return self._rule("setup", function)

    def apply(self, function: Callable) -> Any:
        """apply(game, rules, move): what a move does, up to the next decision."""
        return self._rule("apply", function)

    def legal(self, function: Callable) -> Any:
        """legal(game, rules, move): whether the seat to act, game.player, may make a move."""
        return self._rule("legal", function)

    def worth(self, function: Callable) -> Any:
        """worth(game, rules, seat, source): the points of a source if the game ended now."""
        return self._rule("worth", function)

    def redeal(self, function: Callable) -> Any:
        """redeal(game, rules, seat, stream): draws anew what a seat cannot see."""
        return self._rule("redeal", function)

    def kernel(self, function: Callable) -> Any:
        """Any function that rules or strategies call."""
        made = kernel(function)
        setattr(made, GUARD, named_if_nothing)
        return made

    def law(self, sentence: str) -> Callable[[Callable], Any]:
        """A function (game, rules): whether what the sentence says holds after every move."""

        def register(function: Callable) -> Any:
            self._laws[sentence] = self._kernel("law", function)
            return self._laws[sentence]

        return register

    def tie_break(self, function: Callable) -> Any:
        """tie_break(game, rules, seat): of equal points, who has more of it is ahead.

        A game may have several: the first that differs decides. A team has the sum of its seats.
        """
        self._tie_breaks.append(self._kernel("tie_break", function))
        return self._tie_breaks[-1]

    def tell_move(self, function: Callable) -> Callable:
        """tell_move(game, rules, move): the end of "seat 1 …", in plain Python."""
        self._words["move"] = telling("tell_move", function)
        return function

    def tell_position(self, function: Callable) -> Callable:
        """tell_position(game, rules): any text; best a line on the table, then one a seat."""
        self._words["position"] = telling("tell_position", function)
        return function

    def _rule(self, name: str, function: Callable) -> Any:
        self._kernels[name] = self._kernel(name, function)
        return self._kernels[name]

    def _kernel(self, name: str, function: Callable) -> Any:
        body = function.py_func if is_kernel(function) else function  # type: ignore[attr-defined]
        must_have_form(name, body)
        made = function if is_kernel(function) else kernel(function)
        setattr(made, GUARD, functools.partial(guarded, name))
        return made

    # The title

    @functools.cached_property
    def title(self) -> Title:
        if "apply" not in self._kernels:
            raise UserError(
                f"{self.name} does not say what a move does: write a function (game, rules, move)"
                " under @….apply, where … is the game."
            )
        Rules, made, table = self._rules(), self._kernels, self._record()
        rank_all = self._rank_all()
        piles = {name: field.size for name, field in self.fields.items() if field.size}
        return Title(
            name=self.name,
            full_name=self.full_name,
            about=self.about,
            players=self.players,
            components=self.components,
            Rules=Rules,
            Game=table,
            make_rules=functools.partial(make_rules, careful(Rules, {}), self.teams),
            setup=self._copy(lay_out, lay=made.get("setup", nothing)),
            legal=self._legal(),
            apply=self._copy(
                settle,
                play=made["apply"],
                worth=self._worth,
                rank_all=rank_all,
                kind_of=self._kind_of,
                own=len(self.tallies) - len(self.moves.kinds),
            ),
            words=self._own_words(),
            max_moves=self.max_moves,
            max_rounds=self.max_rounds,
            max_choices=self.moves.n,
            levers=self._levers(),
            worth=self._worth,
            kinds=self._copy(kind_bit, kind_of=self._kind_of, n_powers=len(self.powers)),
            redeal=self._redeal(),
            check=checking(self.fields, [*self._all_laws.values()], self._body),
            is_cooperative=self.is_cooperative,
            any_may_win=self.any_may_win,
            teams=tuple(self.teams),
            ranked=rank_all,
            careful=careful(table, piles),
        )

    @property
    def _body(self) -> Callable:
        return self._kernels["apply"].py_func

    @functools.cached_property
    def _kind_of(self) -> Any:
        return self.moves.kind_of(self._body)

    @functools.cached_property
    def _all_laws(self) -> dict[str, Any]:
        return self.moves.laws(self._body) | self._laws

    @property
    def _worth(self) -> Any:
        return self._kernels.get("worth", points_so_far)

    def _copy(self, body: Callable, **given: Any) -> Any:
        """A function of this file as a kernel of the game."""
        return with_kernels(body, self._body.__module__, self._body.__code__.co_filename, **given)

    def _legal(self) -> Any:
        if "legal" not in self._kernels:
            return self._copy(all_moves, n_moves=self.moves.n)
        return self._copy(legal_moves, n_moves=self.moves.n, may=self._kernels["legal"])

    def _rank_all(self) -> Any:
        breaks = [*self._tie_breaks, *(self._named_tie_break(one) for one in self.tie_breaks)]
        if not breaks:
            return rank_teams if self.teams else rank_seats
        given = {f"tie_{k}": one for k, one in enumerate(breaks)}
        lines = ["def is_ahead(game, rules, other, seat):"]
        for name in given:
            both = [self._of_side(name, one) for one in ("other", "seat")]
            lines += [f"    by = {both[0]} - {both[1]}"]
            lines += ["    if by != 0:", "        return by > 0"]
        if self.teams:
            given |= {
                name_of(f"{name}_of"): self._of_team(name, one) for name, one in given.items()
            }
        ahead = written_out([*lines, "    return False"], self._body, **given)
        return self._copy(rank_teams_too if self.teams else rank_equals_too, is_ahead=ahead)

    def _of_side(self, name: str, side: str) -> str:
        return f"{name}_of(game, rules, {side})" if self.teams else f"{name}(game, rules, {side})"

    def _of_team(self, name: str, tie_break: Any) -> Any:
        lines = ["def of_team(game, rules, team):", "    total = 0",
                 "    for seat in range(game.players):", "        if rules.team[seat] == team:",
                 f"            total += {name}(game, rules, seat)", "    return total"]  # fmt: skip
        return written_out(lines, self._body, **{name: tie_break})

    def _named_tie_break(self, told: str) -> Any:
        """The kernel of a field's name: more of it is ahead, or with a minus before it less."""
        name, sign = told.removeprefix("-"), "-" if told.startswith("-") else ""
        of = "seat" if name == ORDER else f"game.{name}[seat]"
        if name != ORDER and self.fields[name].size:
            of += "[0]"
        return written_out(["def tie(game, rules, seat):", f"    return {sign}{of}"], self._body)

    def _redeal(self) -> Any:
        if "redeal" not in self._kernels:
            return redealing(self.fields, self._seats, self._body)
        return self._copy(redeal_all, drawn_anew=self._kernels["redeal"])

    @property
    def _seats(self) -> int:
        """As many as there can be at a table."""
        return most_seats(self.teams) or self.players[-1]

    def _record(self) -> Any:
        players = self._seats
        known = common(players, len(self.sources), len(self.tallies))
        known["out"] = (int, players)
        for name, field in self.fields.items():
            if name in known:
                raise UserError(f"{self.name}: every game has a field '{name}'; choose another.")
            if not isinstance(field, Field):
                raise UserError(f"{self.name}: say what '{name}' is, as in number(0, 100).")
            known[name] = field.type(players)
        return _record(self.name, known)

    def _rules(self) -> Any:
        """A record with a field for each component."""
        types = {name_of(path): _type(entry) for path, entry in self.components.entries.items()}
        if self.teams:
            _must_know_sizes(self.name, self.teams, types)
            types |= dict(teams=int, seats=int, team=(int, MAX_SEATS))
        return _record(self.name, types or {"nothing": int})

    def _own_words(self) -> Words:
        told: dict[str, Any] = dict(move=self.moves.told, position=self._position) | self._words
        return Words(
            sources=self.sources,
            endings=(*FIRST_ENDINGS, *self.endings),
            tallies=self.tallies,
            laws=(*laws_of(self.fields), *self._all_laws),
            phases=self.phases,
            is_laid_out="position" in self._words
            or any(one.is_each_players and one.is_told for one in self.fields.values()),
            tells_gains=True,
            table=functools.partial(pictures, self.fields),
            pieces=lambda game, rules: pieces(self.fields, game),
            **told,
        )

    def _position(self, game: Any, rules: Any) -> str:
        return position(self.fields, game, lambda seat: self.title.standing(game, rules, seat))

    @property
    def _counted(self) -> tuple[str, ...]:
        """The game's own tallies, without those of moves."""
        return self.tallies[: len(self.tallies) - len(self.moves.kinds)]

    def _levers(self) -> Levers:
        powers, factors = tuple(self.powers), tuple(_factors(self.components))
        return Levers(
            kinds=(*powers, *self.moves.kinds),
            powers=powers,
            groups=self._groups | ({"powers": powers} if powers else {}),
            peers=(*self.moves.groups, *(["powers"] if len(powers) > 1 else [])),
            holders={kind: name for kind, name in self.powers.items() if name in self._counted},
            opening=openings(self.fields),
            removals=_removals(self.components),
            factors=lambda players: factors,
        )

    @property
    def _groups(self) -> dict[str, tuple[str, ...]]:
        """Moves with names of their own by their span, and all others together."""
        groups, every = self.moves.groups, self.moves.kinds
        others = tuple(kind for kind in every if not any(kind in one for one in groups.values()))
        return groups | ({"moves": others} if others and len(every) > 1 else {})


# Kernels that every such game has a copy of


@kernel
def nothing(game, rules):
    pass


@kernel
def turn_is_somebodys(game):
    """Machine code stops here; in plain Python, where a turn has a line, it is told."""
    if game.player < 0 or game.player >= game.players:
        raise IndexError("game.player is no seat")


setattr(turn_is_somebodys, GUARD, lambda function: must_be_a_turn)


def lay_out(game, rules):
    lay(game, rules)
    turn_is_somebodys(game)


def all_moves(game, rules, choices):
    for move in range(n_moves):
        offer(choices, move, move)
    return n_moves


def legal_moves(game, rules, choices):
    n = 0
    for move in range(n_moves):
        if may(game, rules, move):
            n = offer(choices, n, move)
    return n


def redeal_all(game, rules, seat, stream):
    """Nobody sees what chance will bring, whatever a redeal thinks of."""
    drawn_anew(game, rules, seat, stream)
    hide_streams(game, rules, seat, stream)


def kind_bit(game, rules, move):
    return 1 << n_powers + kind_of(game, move)  # powers have the first bits (`has_power`)


@kernel
def rank_seats(game, rules):
    rank(game)


def rank_equals_too(game, rules):
    """Gives place 1 to the highest score; of equal scores, to who is ahead by the tie-breaks."""
    for seat in range(game.players):
        game.place[seat], own = 1, score(game, seat)
        for other in range(game.players):
            points = score(game, other)
            if points > own or (points == own and is_ahead(game, rules, other, seat)):
                game.place[seat] += 1


def rank_teams_too(game, rules):
    """The same for teams: all seats of a team have its place."""
    for seat in range(game.players):
        team = rules.team[seat]
        game.place[seat], own = 1, team_score(game, rules, team)
        for other in range(rules.teams):
            points = team_score(game, rules, other)
            if points > own or (points == own and is_ahead(game, rules, other, team)):
                game.place[seat] += 1


def settle(game, rules, move):
    """Plays and counts a move; if it was the last one, its round and everybody's place count."""
    game.tally[game.player, own + kind_of(game, move)] += 1
    rounds = game.rounds
    play(game, rules, move)
    if game.ended == 0:
        turn_is_somebodys(game)
        return
    if game.rounds == rounds:
        game.rounds += 1
    for seat in range(game.players):
        for source in range(game.points.shape[1]):
            game.points[seat, source] = worth(game, rules, seat, source)
    if game.place[0] == 0:
        rank_all(game, rules)


# These of a game, where the functions above become kernels.
n_moves, own, n_powers = 0, 0, 0
may = lay = play = worth = drawn_anew = rank_all = kind_of = is_ahead = None


# Components


def make_rules(Rules: Any, teams: Sizes, components: Components, players: int) -> Any:
    """The values of all components in a record; and who is in which team, where there are any."""
    made = new(Rules)
    for path, entry in components.entries.items():
        made[name_of(path)] = _number(entry)
    if teams:
        seating = seating_of(teams, components)
        made.teams, made.seats = len(teams), len(seating)
        made.team[: len(seating)] = seating
    return made


def name_of(path: str) -> str:
    """The field of `rules` for a component."""
    return path.replace(".", "_")


def _components(name: str, told: Mapping[str, Any] | Path) -> Components:
    if isinstance(told, Path):
        return read_components(told)
    return components_in(_group(name, told), name)


def _group(name: str, told: Mapping[str, Any]) -> dict[str, Any]:
    return {path: _entry(f"{name}: '{path}'", one) for path, one in told.items()}


def _entry(where: str, told: Any) -> dict[str, Any]:
    """A value alone is an entry too, and a table without one is a group of entries."""
    if not isinstance(told, Mapping):
        return {"value": told, "source": OWN}
    if "value" in told:
        return {"source": OWN, **told}
    if told.keys() & SAID_OF_A_VALUE:
        raise UserError(f"{where} has no 'value'; it has {', '.join(told)}.")
    return _group(where, told)


def _type(entry: Entry) -> Any:
    shape, value = [], entry.value
    while isinstance(value, list):
        shape.append(len(value))
        value = value[0]
    if isinstance(value, str) and not entry.allowed:
        raise UserError(f"'{entry.path}' is a text; name those it may be with 'allowed'.")
    kind = float if isinstance(value, float) else int
    return (kind, tuple(shape)) if shape else kind


def _number(entry: Entry) -> Any:
    """Texts are numbered in the order in which they are allowed."""
    if isinstance(entry.value, str):
        return entry.allowed.index(entry.value)
    return entry.value


def _factors(components: Components) -> Iterable[Factor]:
    """All components that have alternatives together, and each of them."""
    slots = {
        path: {f"{path}={value}": {path: value} for value in (entry.value, *entry.alternatives)}
        for path, entry in components.entries.items()
        if entry.alternatives
    }
    if len(slots) > 1 and prod(map(len, slots.values())) <= MOST_COMBINATIONS:
        about = "every parameter with each of its alternatives"
        yield levels("components", about, "value", *slots.values())
    for path, slot in slots.items():
        yield levels(path, components.entry(path).about or path, "value", slot)


def _removals(components: Components) -> dict[str, Changes]:
    """What can be done without: 0 or false is among its alternatives."""
    return {
        path: {path: type(entry.value)(0)}
        for path, entry in components.entries.items()
        if any(value in (0, False) for value in entry.alternatives if not isinstance(value, list))
    }


# Mistakes, each told in one sentence


def _must_know_sizes(name: str, teams: Sizes, components: Any) -> None:
    for team, size in teams.items():
        if isinstance(size, str) and components.get(name_of(size)) is not int:
            raise UserError(f"{name}: '{team}' has '{size}' seats, which is no parameter.")
    if twice := {*components} & {"teams", "seats", "team"}:
        raise UserError(f"{name}: rules of teams have a '{min(twice)}'; rename that parameter.")


def _players(name: str, players: Iterable[int], teams: Sizes) -> range:
    if teams and (players or len(teams) < 2):
        told = "two or more of them" if len(teams) < 2 else "they say who plays, so no players"
        raise UserError(f"{name}: teams={{'us': 2, 'them': 2}}: {told}.")
    if teams:
        return range(len(teams), len(teams) + 1)
    counts = sorted(players) if isinstance(players, Iterable) else [players]
    if not counts or counts != [*range(counts[0], counts[-1] + 1)]:
        raise UserError(f"{name}: players are numbers in a row, as in (2, 3, 4), not {players}.")
    if counts[0] < 1 or counts[-1] > MAX_SEATS:
        raise UserError(f"{name}: a game is for 1 to {MAX_SEATS} players, not {players}.")
    return range(counts[0], counts[-1] + 1)


def _any_may_win(name: str, winners: str, is_one_side: bool) -> bool:
    if winners not in (ONE_SIDE, ANY):
        raise UserError(f"{name}: winners='{ANY}' is all that winners can be, not '{winners}'.")
    if winners == ANY and is_one_side:
        raise UserError(
            f"{name}: winners='{ANY}' is for games of players, not of teams or one side."
        )
    return winners == ANY


def _tie_breaks(name: str, told: Iterable[str], fields: Mapping[str, Field]) -> tuple[str, ...]:
    """Fields with one number or pile for each player; the first that differs decides."""
    of_players = {one: field for one, field in fields.items() if isinstance(field, Field)}
    known = [one for one, field in of_players.items()
             if field.is_each_players and not field.several]  # fmt: skip
    if isinstance(told, str):
        raise UserError(f"{name}: tie_breaks=['{told}']: they are a list.")
    for one in told:
        if one.removeprefix("-") not in (*known, ORDER):
            where = "tie-break, a field of each player:"
            raise UserError(f"{name}: {unknown(where, one.removeprefix('-'), [*known, ORDER])}")
    return tuple(told)


def _tallies(name: str, own: tuple[str, ...], kinds: tuple[str, ...]) -> tuple[str, ...]:
    """A game's own come first, then how often each kind of move was made."""
    if twice := {*own} & {*kinds}:
        raise UserError(f"{name}: moves are counted as '{min(twice)}' already; rename the tally.")
    return (*own, *kinds)


def _powers(name: str, powers: tuple[str, ...], kinds: tuple[str, ...]) -> dict[str, str]:
    """By what `never=` calls them."""
    if len(powers) + len(kinds) > MAX_KINDS - 2:
        raise UserError(
            f"{name}: {len(powers)} powers and {len(kinds)} kinds of moves are too many."
        )
    return {f"power-{power.replace('_', '-')}": power for power in powers}


def _record(name: str, fields: Mapping[str, Any]) -> Any:
    for field in fields:
        if not field.isidentifier():
            raise UserError(f"{name}: '{field}' is no name; use letters, digits and _.")
    try:
        return record(**fields)
    except ValueError as error:
        raise UserError(f"{name}: {error}") from None
