"""What every title must pass: an importable list of checks, run by tests/test_every_title.py.

Each check takes a title and raises AssertionError with a sentence. A new title runs them all with

    from simulator.conformance import CHECKS
    for check in CHECKS:
        check(load_title("my_title"))
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from simulator import rng, user_files
from simulator.components import Components
from simulator.errors import UserError, must
from simulator.kernel import declare, function_type, kernel, new, plain, wide
from simulator.loop import Mind, begin
from simulator.match import Match, Player, deal, kernel_types
from simulator.teams import summed
from simulator.titles import CUT_OFF, Title

GAMES = 20  # per check where plain Python plays
MANY = 200  # per variant where machine code plays
REDEALT = 3  # per variant where every position is dealt anew


def variants(title: Title) -> Iterator[tuple[str, Components]]:
    """The shipped components, and each of them with one alternative in place of a default."""
    base = title.components
    yield "as shipped", base
    for path, entry in base.entries.items():
        for value in entry.alternatives:
            yield f"{path}={value}", base.with_value(path, value, "an alternative")


def counts_for(title: Title, components: Components) -> list[int]:
    """The player counts a variant is for: some rules concern only some of them."""
    counts = []
    for players in title.players:
        with suppress(UserError):
            title.rules_for(components, players)
            counts.append(players)
    return counts


@kernel
def _look(game, rules, mind):
    pass


@kernel
def _rate(game, rules, move, mind):
    return 0.0


def whimsical(players: int) -> list[Player]:
    """Players that make any legal move."""
    return [Player("whimsical", _look, _rate, new(Mind))] * players


class Endless(AssertionError):
    """A game goes on beyond its bound."""


class Broken(AssertionError):
    """A law of a title does not hold after some move."""

    def __init__(self, title: Title, law: str) -> None:
        super().__init__(f"broken law of {title.name}: {law}")
        self.law = law


class Impossible(AssertionError):
    """What a seat imagines breaks a law of a title."""


@kernel
def play_checked(rules, setup, legal, apply, check, games, seed, seats, bound, choices):
    """Random games with `check` after every move; the first broken law, or 0; -1 for no end."""
    found = 0
    for number in range(len(games)):
        game = games[number]
        begin(game, seats, seed, number)
        setup(game, rules)
        while game.ended == 0:
            n = legal(game, rules, choices)
            apply(game, rules, choices.move[rng.below(game.whim[game.player], n)])
            game.n_moves += 1
            broken = check(game, rules)
            if broken:
                return broken
            if game.n_moves > bound:
                found = -1
                break
    return found


def soak(title: Title, components: Components, players: int, seed: int, n: int) -> np.ndarray:
    """Plays n random games at full speed and checks every law after every move."""
    rules = title.rules_for(components, players)
    types = kernel_types(title)
    names = ("setup", "legal", "apply", "check")
    kernels = [declare(getattr(title, name), *types[name]) for name in names]
    passed = [function_type(*types[name]) for name in names]
    loop = declare(
        play_checked, int, title.Rules, *passed, (title.Game, 1), int, int, int, title.Choices
    )
    games = np.zeros(n, title.Game)
    seats = len(title.seating(rules, players))
    broken = loop(rules, *kernels, games, seed, seats, title.max_moves, new(title.Choices))
    if broken < 0:
        raise Endless(f"a game of {title.name} with {players} players does not end")
    if broken > 0:
        raise Broken(title, title.words.laws[broken - 1])
    return games


def what_stops_a_law(title: Title, components: Components, players: int, seed: int, n: int) -> str:
    """The same games in plain Python, where a law that fails itself has a line; or nothing."""
    rules, check = title.rules_for(components, players), plain(title.check)
    stopped: list[Exception] = []

    def asked(game: Any, rules: Any) -> int:
        try:
            return check(game, rules)
        except Exception as error:
            stopped.append(error)
            return 1

    kernels = [*(plain(getattr(title, name)) for name in ("setup", "legal", "apply")), asked]
    games = np.zeros(n, title.careful or wide(title.Game))
    seats, choices = len(title.seating(rules, players)), new(title.Choices)
    with suppress(Exception):  # of the rules, which others tell
        plain(play_checked)(rules, *kernels, games, seed, seats, title.max_moves, choices)
    return str(user_files.told(stopped[0]) or "") if stopped else ""


def laws_hold_after_every_move(title: Title) -> None:
    """Every player count, every alternative of every component."""
    for variant, components in variants(title):
        counts = counts_for(title, components)
        must(counts, f"nobody can play {title.name} with {variant}")
        for players in counts:
            n = MANY if variant == "as shipped" else MANY // 8
            soak(title, components, players, seed=1, n=n)


def same_seed_same_game(title: Title) -> None:
    players = title.players[-1]
    match = _match(title, players)
    again = match.play(3, 0, MANY).tobytes()
    must(match.play(3, 0, MANY).tobytes() == again, "the same seed gives another game")
    must(match.play(3, 0, 1).tobytes() != match.play(4, 0, 1).tobytes(), "the seed has no effect")


def game_does_not_depend_on_its_batch(title: Title) -> None:
    match = _match(title, title.players[0])
    batch = match.play(3, 0, GAMES)
    alone = match.play(3, 7, 5).tobytes()
    must(batch[7:12].tobytes() == alone, "a game depends on those before it")


def engines_agree_bit_for_bit(title: Title) -> None:
    for players in (title.players[0], title.players[-1]):
        compiled = _match(title, players).play(5, 0, 2)
        for engine in ("python", "mixed"):
            other = _match(title, players, engine).play(5, 0, 2)
            must(other.tobytes() == compiled.tobytes(), f"the {engine} engine plays another game")


def games_end_within_their_bound(title: Title) -> None:
    for players in title.players:
        games = _match(title, players).play(6, 0, MANY)
        must((games["ended"] > CUT_OFF).all(), f"{title.name} reached the move limit")
        must(games["rounds"].max() <= games["curve"].shape[1], "more rounds than the curve holds")


def scores_places_and_curves_agree(title: Title) -> None:
    for players in title.players:
        match = _match(title, players).by_seats()
        for number, game in enumerate(match.play(7, 0, GAMES)):
            seats = game.players
            scores = game.points[:seats].sum(axis=1)
            standings = [title.standing(game, match.rules, seat) for seat in range(seats)]
            for seat, (score, standing) in enumerate(zip(scores, standings, strict=True), 1):
                must(
                    score == standing,
                    f"seat {seat} ends game {number} (seed 7, {players} players) with a score of"
                    f" {score}, but worth says {standing}",
                )
            must(
                list(scores) == list(game.curve[game.rounds - 1, :seats]),
                "the curve does not end with the score: is the round in which a game ends counted?",
            )
            places, of_sides = game.place[:seats], summed(scores, match.seating)
            if title.is_cooperative:
                must(
                    len({*scores}) == len({*places}) == 1,
                    "all win or lose together, but not with the same points (gain_together)",
                )
                continue
            must(
                players == 1 or 1 in places or title.any_may_win,
                "nobody won: if all win or lose together, say cooperative=True; if any number of"
                " players may win, winners='any'",
            )
            must(
                len({*zip(match.seating, places, strict=True)}) == len({*match.seating}),
                "partners have different places",
            )
            for side, place in zip(match.seating, places, strict=True):
                must(place > 1 or of_sides[side] == of_sides.max(), "a lower score won")
            must(_wins_as_ranked(title, game, match.rules), "tie-breaks say that others have won")


def _wins_as_ranked(title: Title, game: Any, rules: Any) -> bool:
    """Whether those have won whom points and tie-breaks put first; nobody may have."""
    won = game.place[: game.players] == 1
    if title.ranked is None or not won.any():
        return True
    copy = new(wide(title.Game))
    for name in title.Game.names or ():
        copy[name] = game[name]
    plain(title.ranked)(copy, rules)
    return np.array_equal(copy.place[: game.players] == 1, won)


def sources_add_up_to_the_standing(title: Title) -> None:
    """After every round, and at the end to the points of every source."""
    for variant, components in variants(title):
        counts = counts_for(title, components)
        for players in counts if variant == "as shipped" else counts[-1:]:
            rules = title.rules_for(components, players)
            match = Match(title, rules, whimsical(players))
            games = match.play(11, 0, GAMES)
            total = np.zeros_like(games["curve"][:, :, :players])
            last = np.arange(GAMES), games["rounds"] - 1
            for source in range(len(title.words.sources)):
                curve = match.follow(title.worth, source, 11, 0, GAMES)["curve"][:, :, :players]
                final = games["points"][:, :players, source]
                must(
                    (curve[last] == final).all(),
                    f"worth says other points of '{title.words.sources[source]}' at the end of a"
                    " game than it ends with",
                )
                total += curve
            must(
                (total == games["curve"][:, :, :players]).all(),
                "sources do not add up to the standing",
            )


def moves_are_distinct_and_have_a_kind(title: Title) -> None:
    for players in title.players:
        rules = _rules(title, players)
        for decision in _match(title, players, "mixed").tell(8, 0):
            must(len(set(decision.moves)) == len(decision.moves), "a move is listed twice")
            for move in decision.moves:
                kinds = title.kinds(decision.game, rules, move)
                must(0 < kinds < 1 << len(title.levers.kinds), "a kind without a name")


def told_alike(title: Title, game: Any, rules: Any, moves: Sequence[int]) -> str:
    """What is wrong with the words of some moves, if anything: each has its own."""
    seen: dict[str, int] = {}
    for move in moves:
        told = title.words.move(game, rules, move)
        if not told:
            return f"move {move} is told in no words"
        if told in seen:
            return f"moves {seen[told]} and {move} read the same: '{told}'"
        seen[told] = move
    return ""


def words_never_fail(title: Title) -> None:
    words = title.words
    for number, players in enumerate((*title.players, title.players[-1])):
        rules, made = _rules(title, players), list[tuple[Any, int]]()
        for decision in _match(title, players, "mixed").tell(9, number):
            told = [words.heading(decision.game, rules), words.position(decision.game, rules)]
            told += words.table(decision.game, rules)
            for before, move in made:
                told += words.meanwhile(before, move, decision.game, rules)
                told += words.unseen(before, move, decision.game, rules)
            must(all(told), "an empty sentence")
            alike = told_alike(title, decision.game, rules, decision.moves)
            must(not alike, alike)
            made = [(decision.game.copy(), decision.move)]
        must(words.position(decision.game, rules), "an empty sentence")
    for field, names in (("points", words.sources), ("tally", words.tallies)):
        room = title.Game[field].shape[1]
        must(len(names) == room, f"{len(names)} names for {room} columns of game.{field}")
    for field, names in title.levers.maps.items():
        must((len(names),) == title.Game[field].shape, f"{field} has other entries than names")


@kernel
def play_redealt(rules, setup, legal, apply, check, redeal, games, seed, seats, stream, choices):
    """Random games; before every move a copy of the game is dealt anew and played on.

    What a redeal did wrong: CHANGED the legal moves, or broke a law, by its number; else 0.
    """
    copy = games[len(games) - 1]
    for number in range(len(games) - 1):
        game = games[number]
        begin(game, seats, seed, number)
        setup(game, rules)
        while game.ended == 0:
            games[len(games) - 1] = game
            redeal(copy, rules, copy.player, stream)
            n = legal(game, rules, choices[0])
            if legal(copy, rules, choices[1]) != n:
                return CHANGED
            for k in range(n):
                if choices[0].move[k] != choices[1].move[k]:
                    return CHANGED
            broken = check(copy, rules)
            if broken:
                return broken
            move = choices[0].move[rng.below(game.whim[game.player], n)]
            apply(copy, rules, move)
            apply(game, rules, move)
    return 0


CHANGED = -1


def redeal_changes_only_what_is_hidden(title: Title) -> None:
    """After a redeal the same moves are legal, every law holds and the game can be played on."""
    types = kernel_types(title)
    names = ("setup", "legal", "apply", "check", "redeal")
    kernels = [declare(getattr(title, name), *types[name]) for name in names]
    passed = [function_type(*types[name]) for name in names]
    lists = (title.Game, 1), int, int, rng.STREAM, (title.Choices, 1)
    loop = declare(play_redealt, int, title.Rules, *passed, *lists)
    for _, components in variants(title):
        for players in counts_for(title, components):
            rules, games = title.rules_for(components, players), np.zeros(REDEALT + 1, title.Game)
            found = loop(
                rules, *kernels, games, 10, len(title.seating(rules, players)),
                np.ones(1, np.uint64),
                np.zeros(2, title.Choices),
            )  # fmt: skip
            must(found != CHANGED, "a redeal changed the legal moves")
            if found:
                law = title.words.laws[found - 1]
                raise Impossible(f"what a seat imagines (redeal) breaks the law: {law}")


def _rules(title: Title, players: int) -> Any:
    return title.rules_for(title.components, players)


def _match(title: Title, players: int, engine: str = "compiled") -> Match:
    return Match(title, _rules(title, players), whimsical(players), engine)


def levers_name_what_is_there(title: Title) -> None:
    levers = title.levers
    grouped = {kind for kinds in levers.groups.values() for kind in kinds}
    must(grouped <= {*levers.kinds}, "a group has a kind that no move can have")
    must({*levers.peers} <= {*levers.groups}, "peers are groups")
    must({*levers.holders} <= grouped, "a power that is held is in a group")
    must({*levers.holders.values()} <= {*title.words.tallies}, "who holds a power is a tally")
    dealt = {tally for members in levers.dealt.values() for tally in members.values()}
    must(dealt <= {*title.words.tallies}, "who holds what is dealt is a tally")
    for players in title.players if levers.opening else ():
        games = deal(title, _rules(title, players), players, 1, 0, 2)
        for one in levers.opening.values():
            held = one.held(games)
            shape = held.shape[0], held.shape[-1]
            must(shape == (2, len(one.members)), "what is held has other members than names")
    for changes in levers.removals.values():
        title.components.with_changes(changes, "a removal")
    for players in title.players:
        for factor in levers.factors(players):
            factor.combinations[0].of(title.components)


CHECKS = (
    levers_name_what_is_there,
    laws_hold_after_every_move,
    same_seed_same_game,
    game_does_not_depend_on_its_batch,
    engines_agree_bit_for_bit,
    games_end_within_their_bound,
    scores_places_and_curves_agree,
    sources_add_up_to_the_standing,
    moves_are_distinct_and_have_a_kind,
    words_never_fail,
    redeal_changes_only_what_is_hidden,
)
