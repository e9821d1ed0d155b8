"""Whether the laws of a game hold after every move, and its points count."""

from dataclasses import replace

import numpy as np

from analyses.lab.verify import short_games
from analyses.lab.verify.asked import shown_by
from analyses.lab.verify.endings import PLAIN, endless, games_from, what_stops
from analyses.lab.verify.short_games import GAMES, SEED, Deal, Example
from analyses.lab.verify.verified import Verified, sentence
from simulator import conformance
from simulator.components import Components
from simulator.kernel import NotCompiled, plain
from simulator.titles import CUT_OFF, Title


def laws_hold(title: Title) -> Verified:
    what, trouble, games = "laws hold after every move", "", GAMES
    try:
        conformance.laws_hold_after_every_move(title)
    except conformance.Endless as error:
        deal = _without_end(title)
        return endless(what, deal) if deal else Verified(what, sentence(str(error)))
    except AssertionError as error:
        trouble = sentence(str(error))
    except (IndexError, ZeroDivisionError):
        return _stopped(what, title)
    except NotCompiled:
        games = PLAIN
    else:
        return Verified(what)
    found = short_games.example(title, _variants(title), _broken, games)
    if found is None:
        return Verified(what, trouble)
    law = title.words.laws[_broken(found) - 1]
    told = f"Not so: {law}. After {found.where} it stands like this:\n{found.position}"
    return Verified(what, f"{told}\n{shown_by(found, _broken)}", found.command)


def _without_end(title: Title) -> Deal | None:
    """The first game without one, of the first variant of the box that has such games."""
    for components in _variants(title):
        for players in conformance.counts_for(title, components):
            deal = Deal(title, components, players)
            endless = np.flatnonzero(games_from(deal)["ended"] == CUT_OFF)
            if len(endless):
                return replace(deal, number=int(endless[0]))
    return None


def _stopped(what: str, title: Title) -> Verified:
    """A variant of the box in which a law fails itself, or the rules leave a field."""
    for components in _variants(title):
        for players in conformance.counts_for(title, components):
            law = conformance.what_stops_a_law(title, components, players, SEED, GAMES)
            if law:
                return Verified(what, components.told_with(law))
            for number in range(GAMES):
                deal = Deal(title, components, players, number)
                if told := what_stops(deal):
                    return Verified(what, told, deal.command())
    return Verified(
        what, "The rules, or a law, divide by zero or read or write beyond the end of a field."
    )


def _broken(one: Example) -> int:
    return int(plain(one.deal.title.check)(one.game, one.rules))


def _variants(title: Title) -> list[Components]:
    return [components for _, components in conformance.variants(title)]


def gains_count(title: Title) -> Verified:
    """A game that says itself what it is worth forgets at its end what `gain` gave."""
    what, worth = "points that are gained count", plain(title.worth)

    def wrong(one: Example) -> bool:
        points = one.game.points[: one.game.players]
        return not one.game.ended and any(
            points[at] != worth(one.game, one.rules, *at)
            for at in zip(*points.nonzero(), strict=True)
        )

    found = short_games.example(title, [title.components], wrong, PLAIN)
    if found is None:
        return Verified(what)
    told = f"gain has given points that worth does not: use one of them. See {found.where}:"
    return Verified(what, f"{told}\n{found.position}\n{shown_by(found, wrong)}", found.command)
