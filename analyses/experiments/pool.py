"""Who plays a title when nobody says otherwise: the strategy that stands for the game, and all."""

from collections.abc import Sequence

from analyses.experiments.designs import DOSES, liking
from simulator.titles import Title
from strategies import registry
from strategies.registry import BEST, is_plug_in, must_fill, seat, strategies_of

CHANCE, GREEDY, SEARCH = "random", "greedy", "search"  # of every title

Strategies = Sequence[str] | Sequence[Sequence[str]]  # a line-up or pool, or several line-ups


def line_ups_of(strategies: Strategies) -> list[list[str]]:
    """A plain list of names is one line-up."""
    if strategies and all(isinstance(one, str) for one in strategies):
        return [[str(one) for one in strategies]]
    return [[one] if isinstance(one, str) else list(one) for one in strategies]


def spelled_out(title: Title, strategies: Strategies, players: int) -> list[list[str]]:
    """The line-ups in plain words, with what their files of weights say for so many players."""
    return [
        [registry.spelled_out(title, words, players) for words in line_up]
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


def pool_of(title: Title, first: str = "") -> list[str]:
    """Every shipped strategy but chance, after the one that stands for the game."""
    first = first or best_of(title)
    return [first, *(name for name in shipped(title) if name not in (first, CHANCE))]


def searching(title: Title, first: str, rollouts: int) -> str:
    """A player that searches with the first as its base; nobody, if that one has settings."""
    base = "" if first == best_of(title) else f":base={first}"
    return "" if ":" in first or is_search(first) else f"{SEARCH}{base}:rollouts={rollouts}"


def weaker(first: str) -> str:
    """Whom every title has and who is weaker than the first; nobody is than chance."""
    return {GREEDY: CHANCE, CHANCE: ""}.get(first, GREEDY)


def is_search(words: str) -> bool:
    return words.partition(":")[0] == SEARCH


def challengers(title: Title, first: str) -> list[str]:
    """Who sits down alone at a table of the first: all others, its own leanings, chance.

    A title that ships a player or two has no styles; there its leanings take their place.
    """
    others, known = pool_of(title, first)[1:], strategies_of(title)
    has_styles = any(known[name].title == title.name for name in others)
    chance = [CHANCE] if first != CHANCE else []
    return [*others, *([] if has_styles else leanings(title, first)), *chance]


def leanings(title: Title, first: str) -> list[str]:
    """A player with a liking for one kind of option, in every dose; none if there is one kind.

    To buy more is a way to play, whatever there is to buy; what to take is, where that is all.
    """
    levers = title.levers
    groups = {name: kinds for name, kinds in levers.groups.items() if {*kinds} - {*levers.powers}}
    whole = levers.peers if len(groups) > 1 else ()
    named = [one for name in groups for one in ((name,) if name in whole else groups[name])]
    liked = [kind for kind in named or levers.kinds if kind not in levers.powers]
    if len(liked) < 2 or ":likes=" in first:
        return []
    return [liking(first, kind, dose) for kind in liked for dose in DOSES]


def standing_for(title: Title, strategies: Strategies, design: Sequence[str] = ()) -> str | None:
    """The one strategy that stands for the game; None if a user has set tables of his own."""
    line_ups = line_ups_of(strategies) or [[best_of(title)]]
    names = {name for line_up in line_ups for name in line_up}
    return names.pop() if len(names) == 1 and len(line_ups) == 1 and not design else None


def must_know_how_to_play(title: Title, line_ups: Sequence[Sequence[str]], players: int) -> None:
    """Looks at every strategy once; line-ups must fill the seats, if it says how many there are."""
    for line_up in line_ups if players else ():
        must_fill(line_up, players)
    for name in dict.fromkeys(name for line_up in line_ups for name in line_up):
        seat(title, name)
