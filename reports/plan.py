"""What a report of a title plays: which numbers of players, who meets whom, how many games."""

from collections.abc import Sequence
from pathlib import Path

from analyses.experiment import Experiment, experiment
from simulator.titles import Title, load_title
from strategies.registry import strategies_of

BEST = "allround"  # the strategy that stands for the game itself
# Games per number of players: of the best strategy against itself, and of all against each other.
QUICK, THOROUGH = (8_000, 6_000), (60_000, 40_000)


def counts_of(title: Title) -> list[int]:
    """The smallest, a middle and the largest number of players."""
    counts = list(title.players)
    return sorted({counts[0], counts[len(counts) // 2], counts[-1]})


def plan(
    name: str,
    *,
    players: Sequence[int] = (),
    quick: bool = False,
    seed: int = 1,
    setup: Sequence[str] = (),
    changes: Sequence[str] = (),
    overlay: Path | None = None,
) -> list[Experiment]:
    """Two experiments on the same deals for every number of players.

    One strategy in every seat, each deal again for every source of luck, tells of the game itself;
    mirrors and tables of two strategies tell of the strategies.
    """
    title = load_title(name)
    pool = _pool(title)
    alone, together = QUICK if quick else THOROUGH
    chosen = []
    for count in players or counts_of(title):
        words = dict(players=count, seed=seed, setup=setup, changes=changes, overlay=overlay)
        meet = ["mirror"] if count == 1 else ["mirror", "round-robin"]
        chosen.append(experiment(name, strategies=pool[:1], design=["luck"], games=alone, **words))  # type: ignore[arg-type]
        if len(pool) > 1:
            chosen.append(
                experiment(name, strategies=pool, design=meet, games=together, **words)  # type: ignore[arg-type]
            )
    return chosen


def _pool(title: Title) -> list[str]:
    """Every shipped strategy but chance, the best first."""
    names = [name for name in strategies_of(title) if name not in (BEST, "random")]
    return [BEST, *names]
