"""One game, told move by move."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyses.experiments.experiment import Experiment
from analyses.language import count, say
from simulator import user_files
from simulator.doors import by_door
from simulator.errors import UserError
from simulator.match import Decision, Match
from simulator.telling import tell, tell_all, tell_count
from simulator.titles import CUT_OFF, UNNAMED
from simulator.words import counted, seat_does, seat_name, seat_to_act

TABLE = "the table"
TO_ACT = re.compile(r"seat \d+ to act")  # as authors of games write it, in every language
RATED = (
    "Each number is the bot's own rating of a choice: higher is better. The scale is the bot's own,"
    " so a rating is not a score."
)
CONSIDERED = 6  # alternatives shown with a move
FOLLOWED = 12  # moves told from one decision on, if its round is that long


@dataclass(frozen=True)
class Story:
    """A game of a seed; it is played while it is told, and as text it is the whole of it."""

    match: Match
    seed: int
    number: int

    @property
    def seats(self) -> list[str]:
        """Who sits where."""
        line_up, seats = self.match.line_up, range(len(self.match.seating))
        return [line_up[self.match.who(seat, self.number)].name for seat in seats]

    def seat_name(self, seat: int) -> str:
        """A seat, from 1, and its team."""
        teams = self.match.title.teams
        team = f" ({teams[self.match.seating[seat - 1]]})" if teams else ""
        return seat_name(seat) + team

    @property
    def about(self) -> str:
        """Which game it is."""
        return say("game {n!s} of seed {seed!s}", n=self.number, seed=self.seed)

    def who(self, seat: int) -> str:
        """Who plays a seat, from 1, in words."""
        return say("the bot {name!s}", name=self.seats[seat - 1])

    def seated(self, seat: int) -> str:
        """A seat, from 1, and who plays it."""
        return tell("{name!s}: {who!s}", name=self.seat_name(seat), who=self.who(seat))

    @property
    def sides(self) -> list[tuple[str, list[int]]]:
        """Who compete, and the seats of each: everybody has one, or a team several."""
        seating, teams = self.match.seating, self.match.title.teams
        return [
            (teams[side] if teams else say("seat {n}", n=side + 1),
             [seat for seat, its in enumerate(seating) if its == side])
            for side in range(max(seating) + 1)
        ]  # fmt: skip

    def decisions(self) -> Iterator[Decision]:
        """An error in a player's own code becomes a sentence."""
        try:
            yield from self.match.tell(self.seed, self.number)
        except Exception as error:
            raise user_files.told(error) or error from None

    def _steps(self) -> Iterator[tuple["Before | None", Decision]]:
        """Every decision, and what was there before the move that led to it."""
        before = None
        for decision in self.decisions():
            yield before, decision
            before = Before(decision)

    def _steps_at(self, at: int) -> Iterator[tuple["Before | None", Decision]]:
        """A decision by its number, from 1, and what follows it in its round, up to a dozen."""
        last, rounds, made = at + FOLLOWED - 1, -1, 0
        for before, decision in self._steps():
            made = int(decision.game.n_moves) + 1
            if made == at:
                rounds = int(decision.game.rounds)
            if made > last or (made > at and decision.game.rounds > rounds):
                return
            if made >= at:
                yield before, decision
        if made < at:
            raise UserError(
                f"Game {self.number} of seed {self.seed} has {counted(made, 'decision')};"
                f" there is none at {at}."
            )

    def moves(self, at: int | None = None) -> list[dict[str, Any]]:
        """Every decision as plain values, or those from one on."""
        steps = self._steps() if at is None else self._steps_at(at)
        return [self._plain(before, decision) for before, decision in steps]

    def told(self) -> dict[str, Any]:
        """The whole game as plain values: who sits where, every move, how it ends."""
        moves: list[dict[str, Any]] = []
        game: Any = None
        for before, decision in self._steps():
            moves.append(self._plain(before, decision))
            game = decision.game  # it goes on to the end
        words, teams = self.match.title.words, self.match.title.teams
        return {
            "title": self.match.title.name,
            "seed": self.seed,
            "game": self.number,
            "seats": self.seats,
            "moves": moves,
            "rounds": int(game.rounds),
            "ending": words.endings[game.ended],
            "position": self.laid_out(game),
            "result": [
                {
                    "seat": seat + 1,
                    **({"team": teams[self.match.seating[seat]]} if teams else {}),
                    "place": int(game.place[seat]),
                    "points": int(game.points[seat].sum()),
                    "sources": dict(zip(words.sources, game.points[seat].tolist(), strict=False)),
                }
                for seat in range(game.players)
            ],
        }

    def lines(self, explain: bool = False, referee: bool = False) -> Iterator[str]:
        """Who plays, every move, how it ends; explained, with the alternatives to each move.

        A referee is told everything at the start, and whatever a turn has changed when it passes.
        """
        yield from self._who_plays(explain)
        rounds, before, game = -1, None, None
        watching = Referee(self) if referee else None
        for decision in self.decisions():
            game = decision.game
            if before is not None:
                yield from self._since(before, game, watching)
            if game.rounds > rounds:
                yield from self._between(game, rounds < 0, watching)
                rounds = int(game.rounds)
            yield from self._move(decision, explain)
            before = Before(decision)
        if before is not None:
            yield from self._since(before, game, watching, is_last=True)
        yield from self.end(game)

    def lines_at(self, at: int, explain: bool = False, referee: bool = False) -> Iterator[str]:
        """The position before a decision, how its choices are rated, and how it goes on."""
        words, rules, before, game = self.match.title.words, self.match.rules, None, None
        watching = Referee(self) if referee else None
        for _, decision in self._steps_at(at):
            game = decision.game
            is_first = before is None
            if before is None:
                yield from self._who_plays(explain=True)
                heading = words.heading(game, rules)
                yield f"\n{tell('{heading!s}, before decision {at}', heading=heading, at=at)}"
                yield words.position(game, rules)
                yield ""
                if watching:
                    watching.sees(game)
            else:
                yield from self._since(before, game, watching)
            yield from self._move(decision, explain or is_first)
            before = Before(decision)
        if before is not None:
            yield from self._since(before, game, watching, is_last=True)

    def _who_plays(self, explain: bool) -> Iterator[str]:
        yield f"{self.match.title.full_name}, {self.about}"
        for seat in range(1, len(self.seats) + 1):
            yield f"  {self.seated(seat)}"
        if explain:
            yield f"  {tell(RATED)}"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _between(self, game: Any, is_first: bool, watching: "Referee | None") -> Iterator[str]:
        words, rules = self.match.title.words, self.match.rules
        if not is_first:
            standings = self._standings(game)
            yield f"  {tell('scores so far {standings!s}', standings=standings)}"
        told = [words.heading(game, rules), *words.table(game, rules)]
        yield f"\n{told[0]}"
        yield from (f"  {line}" for line in told[1:])
        if words.is_laid_out:
            yield from (f"  {line}" for line in words.position(game, rules).splitlines())
            yield ""
        if watching:
            yield from watching.hears("\n".join(told), game)

    def _standings(self, game: Any) -> str:
        title, rules = self.match.title, self.match.rules
        points = [title.standing(game, rules, seat) for seat in range(game.players)]
        if not title.teams:
            return " ".join(f"{one:4}" for one in points)
        sums = ((who, sum(points[seat] for seat in seats)) for who, seats in self.sides)
        return ", ".join(f"{who} {total}" for who, total in sums)

    def _move(self, decision: Decision, explain: bool) -> Iterator[str]:
        game = decision.game
        yield f"  {seat_does(int(game.player) + 1, self._told(decision, decision.move))}"
        if explain and decision.ratings:
            yield from self._explained(decision)

    def _since(
        self, before: "Before", game: Any, watching: "Referee | None", is_last: bool = False
    ) -> Iterator[str]:
        """What a move brought about, what it paid, and for a referee what its turn changed."""
        words, made = self.match.title.words, (before.game, before.move, game, self.match.rules)
        yield from (f"  {deed}" for deed in words.meanwhile(*made))
        if watching:
            yield from (f"    {deed}" for deed in words.unseen(*made))
        yield from (f"  {told}" for told in before.newly_out(game))
        yield from (f"  {told}" for told in self.paid_told(before, game))
        if watching and (is_last or before.has_passed(game)):
            has_heading = not is_last and game.rounds > before.game.rounds
            yield from watching.tells(game, is_table_told=not has_heading)

    def paid_told(self, before: "Before", game: Any) -> Iterator[str]:
        """Who scores how much, and by what, where that is told."""
        for seat, parts in self.paid(before, game).items():
            by = (tell("{name} {points:+}", name=one, points=n) for one, n in parts.items())
            deed, total = ", ".join(by), sum(parts.values())
            if len(self.match.title.words.sources) > 1:
                deed = tell("scores {points}: {parts!s}", points=total, parts=deed)
            else:
                deed = tell("scores {points}", points=total)
            yield seat_does(seat, deed)

    def laid_out(self, game: Any) -> dict[str, list[str]]:
        """What lies on the table and before every seat, in parts."""
        told = self.match.title.words.position(game, self.match.rules)
        return self.parts_of(told, game.players)

    def parts_of(self, told: str, players: int) -> dict[str, list[str]]:
        """A position that was told, in parts."""
        if not seats_in(told, players):
            return {TABLE: told.splitlines()}
        first, *rest = told.splitlines()
        acting = {seat_to_act(seat) for seat in range(1, 1 + players)}
        found = {
            TABLE: [
                part for part in first.split(" | ")
                if not TO_ACT.fullmatch(part) and part not in acting
            ]
        }  # fmt: skip
        for seat, line in enumerate(rest, 1):
            who, colon, parts = line.partition(": ")
            if seat <= players:
                found[f"seat {seat}"] = (parts or line).split(" | ")
            elif colon:
                found[who] = parts.split(" | ")
            else:
                found[TABLE].append(line)
        return found

    def paid(self, before: "Before", game: Any) -> dict[int, dict[str, int]]:
        """Points by seat and source; of the mover alone only if its title says so, or last."""
        gained = (game.points - before.game.points)[: game.players]
        is_told = game.ended or self.match.title.words.tells_gains
        if not is_told and not np.delete(gained, before.game.player, axis=0).any():
            return {}
        names = [name.replace("_", " ") for name in self.match.title.words.sources]
        return {
            seat + 1: {
                name: int(gained[seat, k]) for k, name in enumerate(names) if gained[seat, k]
            }
            for seat in range(game.players)
            if gained[seat].any()
        }

    def _explained(self, decision: Decision) -> Iterator[str]:
        """The best alternatives with their ratings, the chosen one first among equals."""
        rated = zip(decision.ratings or [], decision.moves, strict=True)
        order = sorted(rated, key=lambda pair: (-pair[0], pair[1] != decision.move))
        for rating, move in order[:CONSIDERED]:
            mark = "→" if move == decision.move else " "
            yield f"        {rating:z8.2f}  {mark} {self._told(decision, move)}"
        if len(order) > CONSIDERED:
            yield f"                  {tell('and {n} more', n=len(order) - CONSIDERED)}"

    def end(self, game: Any) -> Iterator[str]:
        yield f"\n{self.ended(game)}"
        told = self.match.title.words.position(game, self.match.rules)
        yield told.partition("\n")[2] if seats_in(told, game.players) else told
        yield from self.placed(game)

    def ended(self, game: Any) -> str:
        ending = self.match.title.words.endings[game.ended]
        after = count(int(game.rounds), "{n} round", "{n} rounds")
        if ending == UNNAMED:
            told = say("The game ends after {after!s}.", after=after)
        else:
            told = say("The game ends after {after!s}: {ending}.", after=after, ending=ending)
        return f"{told}{self._against_the_game(game)}"

    def placed(self, game: Any) -> Iterator[str]:
        """Who is where, with how many points, and how ties were decided."""
        is_contest = self.match.title.sides(game.players) > 1
        order = sorted(self.sides, key=lambda side: game.place[side[1][0]])
        for who, seats in order:
            place = f"{game.place[seats[0]]}. " if is_contest else ""
            yield place + say("{name}: {words}", name=who, words=self._scored(game, seats))
        if is_contest:
            yield from self._ties(game, order)

    def _scored(self, game: Any, seats: list[int]) -> str:
        """The sum, and where it comes from if that says more."""
        sources, points = self.match.title.words.sources, game.points[seats]
        total = count(int(points.sum()), "{n:,} point", "{n:,} points")
        by_name = zip(sources, points.sum(axis=0), strict=False)
        parts = ", ".join(
            tell("{name} {n}", name=name.replace("_", " "), n=n) for name, n in by_name
        )
        return f"{total} ({parts})" if len(sources) > 1 else total

    def _ties(self, game: Any, order: list[tuple[str, list[int]]]) -> Iterator[str]:
        """What points alone do not tell of the places."""
        for (one, its), (other, theirs) in itertools.pairwise(order):
            place, points = game.place[its[0]], game.points[its].sum()
            if self.match.title.teams:
                who = tell_all([one, other])
            else:
                who = tell("seats {one} and {other}", one=its[0] + 1, other=theirs[0] + 1)
            if place == game.place[theirs[0]]:
                yield tell("{who!s} share place {place}", who=who, place=place)
            elif points == game.points[theirs].sum():
                yield tell_count(
                    int(points), "{who!s} tie at {n:,} point; the tie-break puts {first!s} first",
                    "{who!s} tie at {n:,} points; the tie-break puts {first!s} first",
                    who=who, first=one,
                )  # fmt: skip

    def _against_the_game(self, game: Any) -> str:
        """Whether those who do not play against each other have won; a mere score is neither."""
        title, is_alone = self.match.title, game.players == 1
        if title.sides(game.players) > 1 or game.ended == CUT_OFF:
            return ""
        if game.place[0] > 1:
            return " " + (say("The player has lost.") if is_alone else say("The table has lost."))
        if not (title.is_cooperative or title.levers.rival):
            return ""
        return " " + (say("The player has won.") if is_alone else say("The table has won."))

    def _plain(self, before: "Before | None", decision: Decision) -> dict[str, Any]:
        game, words = decision.game, self.match.title.words
        ratings: list[Any] = decision.ratings or [None] * len(decision.moves)
        return {
            "round": int(game.rounds) + 1,
            "seat": int(game.player) + 1,
            "meanwhile": words.meanwhile(before.game, before.move, game, self.match.rules)
            if before
            else [],
            "position": self.laid_out(game),
            "standings": [
                self.match.title.standing(game, self.match.rules, seat)
                for seat in range(game.players)
            ],
            "move": self._told(decision, decision.move),
            "choices": [
                {"move": self._told(decision, move), "rating": rating}
                for move, rating in zip(decision.moves, ratings, strict=True)
            ],
        }

    def _told(self, decision: Decision, move: int) -> str:
        return self.match.title.words.move(decision.game, self.match.rules, move)


def seats_in(position: str, players: int) -> list[str]:
    """The lines of a position that tell of one seat each; none if it is told in another way."""
    lines = position.splitlines()
    seats = lines[1 : 1 + players]
    are_named = all(
        line.startswith((f"seat {seat}", seat_name(seat))) for seat, line in enumerate(seats, 1)
    )
    is_told_so = len(lines) == 1 + players or (are_named and len(lines) > players)
    return seats if is_told_so else []


class Before:
    """What is remembered of a game while a move is made."""

    def __init__(self, decision: Decision) -> None:
        self.game, self.move = decision.game.copy(), decision.move
        self.out = out_in(self.game)

    def newly_out(self, game: Any) -> list[str]:
        """Who was eliminated since."""
        gone = [seat for seat in out_in(game) if seat not in self.out]
        return [seat_does(seat, tell("is out")) for seat in gone]

    def has_passed(self, game: Any) -> bool:
        """Is the turn over? Who ends a round and begins the next one has two."""
        return bool(game.player != self.game.player or game.rounds > self.game.rounds)


class Referee:
    """Knows what was told of a position, and tells what has changed since."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.known: dict[str, list[str]] = {}

    def sees(self, game: Any) -> None:
        """Everything was told."""
        self.known = self.story.laid_out(game)

    def hears(self, heading: str, game: Any) -> Iterator[str]:
        """A round begins: what its heading leaves out of the table, and at first of the seats."""
        if self.story.match.title.words.is_laid_out:
            self.sees(game)
            return
        on_table = self.story.laid_out(game)[TABLE]
        self.known.setdefault(TABLE, []).extend(part for part in on_table if part in heading)
        yield from self.tells(game)

    def tells(self, game: Any, is_table_told: bool = True) -> Iterator[str]:
        """What has changed since; the table later, where a heading will tell most of it."""
        for who, parts in self.story.laid_out(game).items():
            if who == TABLE and not is_table_told:
                continue
            if changed := [part for part in parts if part not in self.known.get(who, [])]:
                yield f"    {tell('{who} now: {parts!s}', who=who, parts=' | '.join(changed))}"
            self.known[who] = parts


def out_in(game: Any) -> list[int]:
    """The seats, from 1, that were eliminated; in most games nobody can be."""
    is_out = game["out"][: game.players] if "out" in game.dtype.names else []
    return [seat for seat, gone in enumerate(is_out, 1) if gone]


def story_of(experiment: Experiment, number: int) -> Story:
    """A game of an experiment's only line-up."""
    if len(experiment.cells) > 1:
        raise UserError(
            f"One game has one table of bots; give {by_door('-s only once', 'one list')}."
        )
    cell = experiment.cells[0]
    seated = cell.at(number // cell.rotations)
    return Story(experiment.match(seated, "python"), experiment.seed, number)
