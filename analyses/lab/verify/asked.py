"""A check of `simulator/conformance.py` or `strategies/conformance.py`, and where it fails.

What it finds wrong is looked for once more in the games of random players, so that it can be told
with a short one.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from analyses.lab.verify import short_games
from analyses.lab.verify.endings import PLAIN
from analyses.lab.verify.short_games import Deal, Example, Wrong, shortest
from analyses.lab.verify.verified import Verified, sentence
from simulator import conformance
from simulator.errors import UserError
from simulator.kernel import new, plain
from simulator.teams import summed
from simulator.titles import Title
from strategies import conformance as of_strategies

STREAMS = 5  # with which a position is dealt anew, to see whether that shows
CHANCE_ELSEWHERE = "Does it use chance that is not from game.deal or game.table?"
ADVICE = {
    conformance.same_seed_same_game: CHANCE_ELSEWHERE,
    conformance.engines_agree_bit_for_bit: CHANCE_ELSEWHERE,
    conformance.redeal_changes_only_what_is_hidden: "What a seat may do must not hang on what is"
    " hidden from it; declare hidden=… only where it is so, or write a redeal.",
    conformance.words_never_fail: "tell_move says a move in words, and of equal cards which one.",
    of_strategies.cannot_peek: "It reads what its seat cannot see.",
}
IMAGINED = (
    'Numbers that add up to something known are hidden under a name, as in hidden="chips"; else'
    " write a redeal."
)


def asked(check: Callable[..., None], *of: Any) -> Verified:
    """A check of the lists, its name as a sentence."""
    bot = of[1] if len(of) > 1 else ""
    what = " ".join([*of[1:], check.__name__.replace("_", " ")])
    try:
        check(*of)
    except UserError as error:
        return Verified(what, str(error), bot=bot)
    except AssertionError as error:
        is_imagined = isinstance(error, conformance.Impossible)
        advice = IMAGINED if is_imagined else ADVICE.get(check, "")
        trouble = " ".join([sentence(str(error)), advice]).strip()
    else:
        return Verified(what, bot=bot)
    if check in PARTING:
        return _parted(Verified(what, trouble), of[0], PARTING[check])
    wrong = SEEN[check](*of) if check in SEEN else None
    found = wrong and short_games.example(of[0], [of[0].components], wrong)
    if wrong is None or found is None:
        return Verified(what, trouble, bot=bot)
    told = f"{trouble} See {found.where}:\n{found.position}"
    return Verified(what, f"{told}\n{shown_by(found, wrong)}", found.command, bot=bot)


def shown_by(found: Example, wrong: Wrong) -> str:
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


def _misplaced(title: Title) -> Wrong:
    """Whether a game is over and others have won than those who should.

    Those are all or none who play together, and of rivals who have most points.
    """

    def wrong(one: Example) -> bool:
        scores = one.game.points[: one.game.players].sum(axis=1)
        won = one.game.place[: one.game.players] == 1
        if not one.game.ended:
            return False
        if title.teams:
            seating = title.seating(one.rules, one.deal.players)
            both = zip(seating, won, strict=True)
            if len({*both}) > len(title.teams):  # partners part ways
                return True
            scores, won = summed(scores, seating), summed(won, seating) > 0
        if title.is_cooperative:
            return bool(np.ptp(scores)) or won.any() != won.all()
        if title.ranked is not None and won.any() and _ranked_otherwise(one):
            return True
        is_lost = len(won) > 1 and not won.any() and not title.any_may_win
        return is_lost or bool((won & (scores < scores.max())).any())

    return wrong


def _ranked_otherwise(one: Example) -> bool:
    """Whether rules that set places themselves forget a tie-break, or share none of equals."""
    copy, seats = one.game.copy(), one.game.players
    copy.place[:] = 0
    plain(one.deal.title.ranked)(copy, one.rules)
    return not np.array_equal(copy.place[:seats] == 1, one.game.place[:seats] == 1)


def _told_alike(title: Title) -> Wrong:
    """Whether two moves of the seat to act read the same."""
    legal = plain(title.legal)

    def wrong(one: Example) -> str:
        choices = new(title.Choices)
        n = 0 if one.game.ended else legal(one.game, one.rules, choices)
        return conformance.told_alike(title, one.game, one.rules, choices.move[:n].tolist())

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
    conformance.words_never_fail: _told_alike,
    of_strategies.cannot_peek: _peeking,
}
PARTING = {  # the engines of the tables that part ways; chance can be the same for a while
    conformance.same_seed_same_game: ("python",) * 5,
    conformance.engines_agree_bit_for_bit: ("python", "mixed"),
}
