"""How often reports give the right word to a tilt that goes with skill as planted.

python benchmarks/words_by_level.py [REPORTS] [TRUTH...]

Each report plays tests/panel/skilled.py by bots of levels 1, 3 and 5, with as many games as a quick
report has. The truth is 50% plus half of what is handed to the first player.
"""

import sys
from collections import Counter
from pathlib import Path

import polars as pl

from analyses.experiments.batch import frames
from analyses.experiments.experiment import experiment
from analyses.findings.sample import sample_of
from analyses.lab.report.for_whom import with_levels
from analyses.questions import ask
from analyses.statistics.by_level import BEGINNERS, EXPERTS, FADES, GROWS, HOLDS, OPEN, TURNS

GAME = Path(__file__).parent.parent / "tests" / "panel" / "skilled.py"
SHARES = {1: "1.0", 3: "0.5", 5: "0"}  # of moves at random: poor in half of these
GAMES = {1: 4000, 3: 4000, 5: 8000}
PLANTED = {  # what is handed to the first player of 1000 games: always, and for poor moves
    "holds": (200, 0, (HOLDS,)),
    "balanced": (0, 0, (HOLDS, OPEN)),
    "grows": (300, -400, (GROWS,)),
    "fades": (100, 400, (FADES,)),
    "turns round": (200, -800, (TURNS,)),
    "only among beginners": (0, 400, (BEGINNERS, FADES)),
    "only among experts": (200, -400, (EXPERTS, GROWS)),
}
CHECKED = ("turn_order", "runaway_leader", "decided_early", "scores", "length", "choices")


def sample(changes, level, seed):
    who = f"level={level}:share={SHARES[level]}:by=random"
    one = experiment(
        GAME, players=2, games=GAMES[level], seed=seed, changes=changes, strategies=[who]
    )
    rows = pl.concat(frames(one, jobs=1, engine="compiled"))
    return sample_of(rows, one.components, one.thresholds, one.seed)


def words(steady, slips, seed):
    """Of every finding of a report."""
    changes = {"steady": steady, "slips": slips}
    levels = {level: sample(changes, level, seed) for level in SHARES}
    base = levels.pop(5)
    found = with_levels(ask(base, CHECKED), base, levels)
    return {one.name: one.skill for one in found if one.skill}


def main(reports, names):
    for name in names:
        steady, slips, right = PLANTED[name]
        told = [words(steady, slips, seed) for seed in range(1, reports + 1)]
        of_order = Counter(one["turn_order"] for one in told)
        others = [one for each in told for name, one in each.items() if name != "turn_order"]
        print(
            f"{name}: right in {sum(of_order[word] for word in right)} of {reports}"
            f" ({dict(of_order)}); turns among {len(others)} other findings:"
            f" {others.count(TURNS)}",
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, sys.argv[2:] or PLANTED)
