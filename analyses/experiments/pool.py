"""Who plays a title when nobody says otherwise: the strategy that stands for the game, and all."""

from collections.abc import Sequence

from analyses.experiments.designs import DOSES, liking
from simulator.titles import Title
from strategies import registry
from strategies.net_file import NET, SHIPPED, known_net
from strategies.registry import BEST, is_plug_in, must_fill, seat, strategies_of
from strategies.seat import Seat

CHANCE, GREEDY, SEARCH, LEARNED = "random", "greedy", "search", "learned"  # of every title

# A line-up or pool, or several line-ups, as a user or a plan says them.
Strategies = Sequence[str | Seat] | Sequence[Sequence[str | Seat]]


def line_ups_of(strategies: Strategies) -> list[list[Seat]]:
    """A plain list of names is one line-up."""
    tables = [[one] if isinstance(one, str | Seat) else list(one) for one in strategies]
    if all(isinstance(one, str | Seat) for one in strategies):
        tables = [[one for table in tables for one in table]] if tables else []
    return [[Seat.parse(one) for one in table] for table in tables]


def spelled_out(title: Title, strategies: Strategies, players: int) -> list[list[Seat]]:
    """The line-ups in plain words, with what their files of weights say for so many players."""
    return [
        [registry.spelled_out(title, one, players) for one in line_up]
        for line_up in line_ups_of(strategies)
    ]


def best_of(title: Title) -> str:
    """What stands for the game: allround, the first of the title's own, or every title's."""
    names, known = shipped(title), strategies_of(title)
    own = [name for name in names if known[name].title == title.name]
    if BEST in names:
        return BEST
    return next((name for name in (*own, *names) if name != CHANCE), CHANCE)


def shipped(title: Title) -> list[str]:
    """All but what a user's own files brought, and searches, which take their time."""
    known = strategies_of(title).values()
    return [one.name for one in known if not is_plug_in(one) and not one.based]


def pool_of(title: Title, first: Seat | None = None) -> list[Seat]:
    """Every shipped strategy but chance, after the one that stands for the game."""
    first = first or Seat(best_of(title))
    others = [Seat(name) for name in shipped(title) if name != CHANCE]
    return [first, *(one for one in others if one != first)]


def searching(title: Title, first: Seat, rollouts: int) -> Seat | None:
    """A player that searches with the first as its base; nobody, if that one has settings."""
    if first.settings or looks_ahead(first):
        return None
    one = Seat(SEARCH)
    based = one if first.name == best_of(title) else one.adding("base", first.name)
    return based.adding("rollouts", str(rollouts))


def weaker(first: Seat) -> Seat | None:
    """Whom every title has and who is weaker than the first; nobody is than chance."""
    if first == Seat(CHANCE):
        return None
    return Seat(CHANCE) if first == Seat(GREEDY) else Seat(GREEDY)


def learned_from(title: Title, first: Seat, players: int) -> list[Seat]:
    """The bots that beat the first, who taught them; the fastest first.

    They come with the title, or their net is kept for the levels of a game of one's own.
    """
    name, net = known_net(title, players) or ("", None)
    if net is None or net.about["base"] != str(first):
        return []
    who = Seat(LEARNED) if name == SHIPPED else Seat(LEARNED).adding(NET, name)
    return [who.adding("copies", copies) for copies in sorted(net.about["duels"], key=int)]


def looks_ahead(one: Seat) -> bool:
    return one.name in (SEARCH, LEARNED)


def challengers(title: Title, first: Seat) -> list[Seat]:
    """Who sits down alone at a table of the first: all others, its own leanings, chance.

    A title that ships a player or two has no styles; there its leanings take their place.
    """
    others, known = pool_of(title, first)[1:], strategies_of(title)
    has_styles = any(known[one.name].title == title.name for one in others)
    chance = [Seat(CHANCE)] if first != Seat(CHANCE) else []
    return [*others, *([] if has_styles else leanings(title, first)), *chance]


def leanings(title: Title, first: Seat) -> list[Seat]:
    """A player with a liking for one kind of option, in every dose; none if there is one kind.

    To buy more is a way to play, whatever there is to buy; what to take is, where that is all.
    """
    levers = title.levers
    groups = {name: kinds for name, kinds in levers.groups.items() if {*kinds} - {*levers.powers}}
    whole = levers.peers if len(groups) > 1 else ()
    named = [one for name in groups for one in ((name,) if name in whole else groups[name])]
    liked = [kind for kind in named or levers.kinds if kind not in levers.powers]
    if len(liked) < 2 or first.likes:
        return []
    return [liking(first, kind, dose) for kind in liked for dose in DOSES]


def standing_for(title: Title, strategies: Strategies, design: Sequence[str] = ()) -> Seat | None:
    """The one strategy that stands for the game; None if a user has set tables of his own."""
    line_ups = line_ups_of(strategies) or [[Seat(best_of(title))]]
    seats = {one for line_up in line_ups for one in line_up}
    return seats.pop() if len(seats) == 1 and len(line_ups) == 1 and not design else None


def must_know_how_to_play(
    title: Title, line_ups: Sequence[Sequence[Seat]], players: int, is_pool: bool
) -> None:
    """Looks at every strategy once; line-ups must fill the seats, unless they are a pool."""
    for line_up in () if is_pool else line_ups:
        must_fill(line_up, players)
    for one in dict.fromkeys(one for line_up in line_ups for one in line_up):
        seat(title, one, players)
