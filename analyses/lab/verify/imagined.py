"""Whether what seats imagine of each other's hidden numbers can be so."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from analyses.lab.verify import short_games
from analyses.lab.verify.short_games import Deal
from analyses.lab.verify.verified import Verified
from analyses.language import say
from simulator.titles import Title, common

GAMES = 10  # whose every position is imagined
OWN = {*common(1, 1, 1)}  # fields of every game


def numbers_can_be(title: Title) -> Verified:
    """On average not more in all than any game has: a range alone says little of a purse."""
    what = "what seats imagine can be"
    players = title.players[-1]
    deals = [Deal(title, title.components, players, number) for number in range(GAMES)]
    for name in _numbers(title):
        there, imagined = _sums(deals, name)
        if imagined and np.mean(imagined) > max(there):
            told = (
                "Of '{name!s}', seats imagine {imagined:.0f} in all, but no game has more than"
                ' {there}. Hide it under a name (hidden="{name!s}") to keep the sum, or write a'
                " redeal."
            )
            shown = say(told, name=name, imagined=float(np.mean(imagined)), there=max(there))
            return Verified(what, shown, mark="hint")
    return Verified(what)


def cards_can_be(title: Title) -> Verified:
    """All piles together hold the same cards, however they are imagined to lie.

    A card may also stand in a number of each seat, as one that is chosen secretly.
    """
    what = "the cards that seats imagine are there"
    piles, numbers = _piles(title), _numbers(title)
    for number in range(GAMES if piles else 0):
        for one in short_games.positions(Deal(title, title.components, title.players[-1], number)):
            copy = one.game.copy()
            stream = np.full(1, one.decision + 1, np.uint64)
            title.redeal(copy, one.rules, copy.player, stream)
            before, after = _cards(one.game, piles), _cards(copy, piles)
            if before != after and not _stand_in_numbers(one.game, copy, piles, numbers):
                more = [card for card in after if after.count(card) > before.count(card)]
                told = (
                    "What a seat imagines (redeal) has other cards than the game: {cards!s} too"
                    " many. Shuffle those that it cannot see, and deal them again. See {where!s}:"
                )
                names = ", ".join(map(str, dict.fromkeys(more))) or say("none")
                shown = say(told, cards=names, where=one.where)
                return Verified(what, f"{shown}\n{one.position}", one.command, mark="hint")
    return Verified(what)


def _piles(title: Title) -> list[str]:
    """Fields of the game's own that are piles, as its careful record knows them."""
    known = vars(title.careful.type) if title.careful is not None else {}
    return [name for name in title.Game.names or () if getattr(known.get(name), "is_pile", False)]


def _stand_in_numbers(game: Any, copy: Any, piles: Sequence[str], numbers: Sequence[str]) -> bool:
    """Whether cards that piles have more or less of are those of a number of each seat."""
    return any(
        sorted([*_cards(game, piles), *game[name][game[name] > 0]])
        == sorted([*_cards(copy, piles), *copy[name][copy[name] > 0]])
        for name in numbers
    )


def _cards(game: Any, piles: Sequence[str]) -> list[int]:
    """Of all piles, in order."""
    cards = list[int]()
    for name in piles:
        field = np.asarray(game[name])
        for pile in field.reshape(-1, field.shape[-1]):
            cards += pile[1 : 1 + pile[0]].tolist()
    return sorted(cards)


def _numbers(title: Title) -> list[str]:
    """Fields of the game's own with one whole number for each seat."""
    seats = title.Game["points"].shape[0]
    return [
        name
        for name in title.Game.names or ()
        if name not in OWN
        and title.Game[name].shape == (seats,)
        and title.Game[name].base.kind == "i"
    ]


def _sums(deals: Sequence[Deal], name: str) -> tuple[list[int], list[int]]:
    """What all seats have, and what they have as the seat to act imagines it."""
    there, imagined = list[int](), list[int]()
    for deal in deals:
        for one in short_games.positions(deal):
            there.append(int(one.game[name].sum()))
            copy = one.game.copy()
            stream = np.full(1, one.decision + 1, np.uint64)
            deal.title.redeal(copy, one.rules, copy.player, stream)
            if (copy[name] != one.game[name]).any():
                imagined.append(int(copy[name].sum()))
    return there, imagined
