"""What is played to know a title: which numbers of players, who meets whom, how many games."""

from collections.abc import Callable, Sequence
from pathlib import Path

from analyses.experiments.experiment import Experiment, experiment
from simulator.titles import Title, load_title
from strategies.registry import strategies_of

BEST = "allround"  # the strategy that stands for the game itself
# Games per number of players: of the best strategy against itself, of all against each other, of
# the best with an option forbidden to one player, and, alone, for each switch of the rival. 0, or
# nothing, leaves a part out.
QUICK, THOROUGH = (8_000, 6_000, 9_000, 2_000), (60_000, 40_000, 40_000, 15_000)
PARTS = len(QUICK)


def counts_of(title: Title) -> list[int]:
    """The smallest, a middle and the largest number of players."""
    return sorted({title.players[0], middle_count(title), title.players[-1]})


def middle_count(title: Title) -> int:
    return title.players[len(title.players) // 2]


def plan(
    name: str,
    *,
    players: Sequence[int] = (),
    games: Sequence[int] = THOROUGH,
    seed: int = 1,
    setup: Sequence[str] = (),
    changes: Sequence[str] = (),
    overlay: Path | None = None,
    say: Callable[[str], None] = lambda text: None,
) -> list[Experiment]:
    """Three experiments on the same deals for every number of players.

    One strategy in every seat, each deal again for every source of luck, tells of the game itself;
    mirrors and tables of two strategies tell of the strategies; an option forbidden to one player
    tells what it is worth. One player alone meets the rival of the rules instead, once more with
    each switch of its difficulty.
    """
    title = load_title(name)
    pool, rival = pool_of(title), title.levers.rival
    alone, together, forbidden, switched = (*games, *[0] * PARTS)[:PARTS]
    chosen = []
    for count in players or counts_of(title):
        designs: list[tuple[list[str], tuple[str, ...], int, tuple[str, ...]]]
        designs = [(pool[:1], ("luck",), alone, ())]
        if count > 1:
            designs.append((pool, ("mirror", "round-robin"), together * (len(pool) > 1), ()))
            designs.append((pool[:1], ("restricted",), forbidden, ()))
        else:
            designs.append((pool, ("mirror",), together, ()))
            switches = rival.switches if rival else ()
            designs += [(pool[:1], ("mirror",), switched, (one.name,)) for one in switches]
        for strategies, design, n, more in designs:
            if n == 0:
                continue
            chosen.append(
                experiment(
                    name,
                    players=count,
                    strategies=strategies,
                    design=design,
                    games=n,
                    seed=seed,
                    setup=(*setup, *more),
                    changes=changes,
                    overlay=overlay,
                    say=say,
                )
            )
    return chosen


def pool_of(title: Title) -> list[str]:
    """Every shipped strategy but chance, the best first."""
    names = [name for name in strategies_of(title) if name not in (BEST, "random")]
    return [BEST, *names]
