"""Win rates by level of skill, as a full report asks them, and what control variates save.

python benchmarks/curves_by_level.py GAME PLAYERS [FOLDER]

Plays 60,000 games of the default bot and those of every level that a full report would; a second
run finds them in FOLDER.
"""

import sys
import tempfile
import time
from pathlib import Path

from analyses.experiments.experiment import experiment
from analyses.experiments.runner import Runner
from analyses.findings.together import sample_of_runs
from analyses.lab.report.figures_by_level import KEY, with_figures
from analyses.lab.report.for_whom import at_levels, with_levels
from analyses.questions import ask
from strategies.levels import REGULAR

GAMES = 60_000
JUDGED, MEANS = ("turn_order", "win_rates"), ("length", "scores", "curves")


def main(game, players, folder):
    started = time.monotonic()
    one = experiment(game, players=players, games=GAMES, design=["self-play"])
    asked = at_levels(one, is_quick=False)
    base, *others = Runner(folder, 1).play([one, *asked])
    sample = sample_of_runs([base])
    named = zip(asked, others, strict=True)
    levels = {int(each.purpose.of): sample_of_runs([run]) for each, run in named}
    for found in with_levels(ask(sample, JUDGED), sample, levels):
        print(f"{found.name}: {found.verdict}, {found.skill}")
        for row in found.frame("levels").iter_rows() if found.has("levels") else ():
            print("  {:<20} level {}: {:6.1%} ({:.1%} to {:.1%}), {}".format(*row))
    for found in with_figures(ask(sample, MEANS), sample, levels, REGULAR):
        for row in found.frame(KEY).iter_rows() if found.has(KEY) else ():
            told = (
                "  {:<20} level {}, {} games: {:.2f} ({:.2f} to {:.2f}), variance reduction {:.2f}"
            )
            print(told.format(*row))
    print(f"{time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    place = Path(sys.argv[3]) if len(sys.argv) > 3 else Path(tempfile.mkdtemp())
    main(sys.argv[1], int(sys.argv[2]), place)
