"""One game, told move by move."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyses.experiments.experiment import Experiment
from simulator import outside
from simulator.errors import UserError
from simulator.match import Decision, Match
from simulator.titles import CUT_OFF

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

    @property
    def sides(self) -> list[tuple[str, list[int]]]:
        """Who compete, and the seats of each: everybody has one, or a team several."""
        seating, teams = self.match.seating, self.match.title.teams
        return [
            (teams[side] if teams else f"seat {side + 1}",
             [seat for seat, its in enumerate(seating) if its == side])
            for side in range(max(seating) + 1)
        ]  # fmt: skip

    def decisions(self) -> Iterator[Decision]:
        """An error in a player's own code becomes a sentence."""
        try:
            yield from self.match.tell(self.seed, self.number)
        except Exception as error:
            raise outside.told(error) or error from None

    def decisions_at(self, at: int) -> Iterator[Decision]:
        """A decision by its number, from 1, and what follows it in its round, up to a dozen."""
        last, rounds, made = at + FOLLOWED - 1, -1, 0
        for decision in self.decisions():
            made = int(decision.game.n_moves) + 1
            if made == at:
                rounds = int(decision.game.rounds)
            if made > last or (made > at and decision.game.rounds > rounds):
                return
            if made >= at:
                yield decision
        if made < at:
            raise UserError(
                f"Game {self.number} of seed {self.seed} has {made} decisions; there is none"
                f" at {at}."
            )

    def moves(self, at: int | None = None) -> list[dict[str, Any]]:
        """Every decision as plain values, or those from one on."""
        told = self.decisions() if at is None else self.decisions_at(at)
        return [self._plain(decision) for decision in told]

    def told(self) -> dict[str, Any]:
        """The whole game as plain values: who sits where, every move, how it ends."""
        moves = self.moves()
        *_, last = self.decisions()
        game, words, teams = last.game, self.match.title.words, self.match.title.teams
        return {
            "title": self.match.title.name,
            "seed": self.seed,
            "game": self.number,
            "seats": self.seats,
            "moves": moves,
            "rounds": int(game.rounds),
            "ending": words.endings[game.ended],
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

        For a referee, what lies before a player is told whenever a turn has changed it.
        """
        yield from self._who_plays()
        rounds, before, game = -1, None, None
        for decision in self.decisions():
            game = decision.game
            if before is not None:
                yield from self._since(before, game, referee)
            if game.rounds > rounds:
                yield from self._between(game, is_first=rounds < 0)
                rounds = int(game.rounds)
            yield from self._move(decision, explain)
            before = Before(self, game)
        if before is not None:
            yield from self._since(before, game, referee)
        yield from self._end(game)

    def lines_at(self, at: int, explain: bool = False) -> Iterator[str]:
        """The position before a decision, how its choices are rated, and how it goes on."""
        words, rules, before, game = self.match.title.words, self.match.rules, None, None
        for decision in self.decisions_at(at):
            game = decision.game
            is_first = before is None
            if before is None:
                yield from self._who_plays()
                yield f"\n{words.heading(game, rules)}, before decision {at}"
                yield words.position(game, rules)
                yield ""
            else:
                yield from self._since(before, game, referee=False)
            yield from self._move(decision, explain or is_first)
            before = Before(self, game)
        if before is not None:
            yield from self._since(before, game, referee=False)

    def _who_plays(self) -> Iterator[str]:
        yield f"{self.match.title.full_name}, game {self.number} of seed {self.seed}"
        teams = self.match.title.teams
        for seat, name in enumerate(self.seats, 1):
            team = f" ({teams[self.match.seating[seat - 1]]})" if teams else ""
            yield f"  seat {seat}{team}: {name}"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _between(self, game: Any, is_first: bool) -> Iterator[str]:
        title, rules = self.match.title, self.match.rules
        if not is_first:
            yield f"  standings {self._standings(game)}"
        yield f"\n{title.words.heading(game, rules)}"
        if title.words.is_laid_out:
            yield from (f"  {line}" for line in title.words.position(game, rules).splitlines())
            yield ""

    def _standings(self, game: Any) -> str:
        title, rules = self.match.title, self.match.rules
        points = [title.standing(game, rules, seat) for seat in range(game.players)]
        if not title.teams:
            return " ".join(f"{one:4}" for one in points)
        sums = ((who, sum(points[seat] for seat in seats)) for who, seats in self.sides)
        return ", ".join(f"{who} {total}" for who, total in sums)

    def _move(self, decision: Decision, explain: bool) -> Iterator[str]:
        game = decision.game
        yield f"  seat {game.player + 1} {self._told(decision, decision.move)}"
        if explain and decision.ratings:
            yield from self._explained(decision)

    def _since(self, before: "Before", game: Any, referee: bool) -> Iterator[str]:
        """What a turn changed for its player, what then happened without a move, what it paid."""
        if referee and (game.player != before.player or game.ended):
            who, now = self.before(game, before.player)
            if changed := [part for part in now if part not in before.position]:
                yield f"    {who} now: {' | '.join(changed)}"
        for deed in self.match.title.words.meanwhile(game, self.match.rules):
            yield f"  {deed}"
        yield from (f"  seat {seat} is out" for seat in out_in(game) if seat not in before.out)
        for seat, parts in self.paid(before, game).items():
            told = ", ".join(f"{name} {points:+}" for name, points in parts.items())
            has_sources = len(self.match.title.words.sources) > 1
            yield f"  seat {seat} scores {sum(parts.values())}{f': {told}' * has_sources}"

    def before(self, game: Any, seat: int) -> tuple[str, list[str]]:
        """What lies before a player, in parts; all of a position that is not told by seats."""
        told = self.match.title.words.position(game, self.match.rules)
        if seats := seats_in(told, game.players):
            return f"seat {seat + 1}", seats[seat].partition(": ")[2].split(" | ")
        return "the table", told.splitlines()

    def paid(self, before: "Before", game: Any) -> dict[int, dict[str, int]]:
        """Points by seat and source; of the mover alone only if its title says so, or last."""
        gained = game.points[: game.players] - before.points
        is_told = game.ended or self.match.title.words.tells_gains
        if not is_told and not np.delete(gained, before.player, axis=0).any():
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
            yield f"                  and {len(order) - CONSIDERED} more"

    def _end(self, game: Any) -> Iterator[str]:
        words, is_contest = self.match.title.words, self.match.title.sides(game.players) > 1
        ending = words.endings[game.ended]
        yield f"\nThe game ends after {game.rounds} rounds: {ending}.{self._against_the_game(game)}"
        told = words.position(game, self.match.rules)
        yield told.partition("\n")[2] if seats_in(told, game.players) else told
        order = sorted(self.sides, key=lambda side: game.place[side[1][0]])
        for who, seats in order:
            names, points = (name.replace("_", " ") for name in words.sources), game.points[seats]
            parts = (f"{name} {n}" for name, n in zip(names, points.sum(axis=0), strict=False))
            place = f"{game.place[seats[0]]}. " if is_contest else ""
            yield f"{place}{who}: {points.sum()} points ({', '.join(parts)})"

        if is_contest:
            yield from self._ties(game, order)

    def _ties(self, game: Any, order: list[tuple[str, list[int]]]) -> Iterator[str]:
        """What points alone do not tell of the places."""
        for (one, its), (other, theirs) in itertools.pairwise(order):
            place, points = game.place[its[0]], game.points[its].sum()
            who = (
                f"{one} and {other}"
                if self.match.title.teams
                else f"seats {its[0] + 1} and {theirs[0] + 1}"
            )
            if place == game.place[theirs[0]]:
                yield f"{who} share place {place}"
            elif points == game.points[theirs].sum():
                yield f"{who} tie at {points} points; the tie-break puts {one} first"

    def _against_the_game(self, game: Any) -> str:
        """Whether those who do not play against each other have won; a mere score is neither."""
        title, who = self.match.title, "player" if game.players == 1 else "table"
        if title.sides(game.players) > 1 or game.ended == CUT_OFF:
            return ""
        if game.place[0] > 1:
            return f" The {who} has lost."
        return f" The {who} has won." if title.is_cooperative or title.levers.rival else ""

    def _plain(self, decision: Decision) -> dict[str, Any]:
        game = decision.game
        ratings: list[Any] = decision.ratings or [None] * len(decision.moves)
        return {
            "round": int(game.rounds) + 1,
            "seat": int(game.player) + 1,
            "meanwhile": self.match.title.words.meanwhile(game, self.match.rules),
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
    are_named = all(line.startswith(f"seat {seat}") for seat, line in enumerate(seats, 1))
    is_told_so = len(lines) == 1 + players or (are_named and len(lines) > players)
    return seats if is_told_so else []


class Before:
    """What is remembered of a game while a move is made."""

    def __init__(self, story: Story, game: Any) -> None:
        self.player = int(game.player)
        self.points = game.points[: game.players].copy()
        self.position = story.before(game, self.player)[1]
        self.out = out_in(game)


def out_in(game: Any) -> list[int]:
    """The seats, from 1, that were eliminated; in most games nobody can be."""
    is_out = game["out"][: game.players] if "out" in game.dtype.names else []
    return [seat for seat, gone in enumerate(is_out, 1) if gone]


def story_of(experiment: Experiment, number: int) -> Story:
    """A game of an experiment's only line-up."""
    if len(experiment.cells) > 1:
        raise UserError("One game has one line-up; give -s only once.")
    cell = experiment.cells[0]
    seated = cell.at(number // cell.rotations)
    return Story(experiment.match(seated, "python"), experiment.seed, number)
