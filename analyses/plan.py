"""What is played to know a title: which numbers of players, who meets whom, how many games."""

from collections.abc import Sequence
from pathlib import Path

from analyses.experiment import Experiment, experiment
from simulator.titles import Title, load_title
from strategies.registry import strategies_of

BEST = "allround"  # the strategy that stands for the game itself
# Games per number of players: of the best strategy against itself, of all against each other, and
# of the best with an option forbidden to one player; 0 leaves a part out.
QUICK, THOROUGH = (8_000, 6_000, 4_000), (60_000, 40_000, 40_000)


def counts_of(title: Title) -> list[int]:
    """The smallest, a middle and the largest number of players."""
    return sorted({title.players[0], middle_count(title), title.players[-1]})


def middle_count(title: Title) -> int:
    return title.players[len(title.players) // 2]


def plan(
    name: str,
    *,
    players: Sequence[int] = (),
    games: tuple[int, int, int] = THOROUGH,
    seed: int = 1,
    setup: Sequence[str] = (),
    changes: Sequence[str] = (),
    overlay: Path | None = None,
) -> list[Experiment]:
    """Three experiments on the same deals for every number of players.

    One strategy in every seat, each deal again for every source of luck, tells of the game itself;
    mirrors and tables of two strategies tell of the strategies; an option forbidden to one player
    tells what it is worth.
    """
    title = load_title(name)
    pool = pool_of(title)
    alone, together, forbidden = games
    chosen = []
    for count in players or counts_of(title):
        meet = ("mirror",) if count == 1 else ("mirror", "round-robin")
        designs = [
            (pool[:1], ("luck",), alone),
            (pool, meet, together if len(pool) > 1 else 0),
            (pool[:1], ("restricted",), forbidden if count > 1 else 0),
        ]
        for strategies, design, n in designs:
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
                    setup=setup,
                    changes=changes,
                    overlay=overlay,
                )
            )
    return chosen


def pool_of(title: Title) -> list[str]:
    """Every shipped strategy but chance, the best first."""
    names = [name for name in strategies_of(title) if name not in (BEST, "random")]
    return [BEST, *names]
