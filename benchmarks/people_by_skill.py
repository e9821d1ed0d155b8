"""Whose win it is, by level of skill, held against a published record of people:

    tiltmeter learn examples/shelf/big_money.py -p 2 --copies 1 --copies 4 --out big_money.net
    tiltmeter ladder examples/shelf/big_money.py -p 2 --levels --net big_money.net
    python benchmarks/people_by_skill.py

Prints how often the first player wins of two-player games that are not tied, with a 95% CI.
"""

from pathlib import Path

import click

from analyses.experiments.experiment import experiment
from analyses.experiments.runner import Runner
from simulator.titles import load_title
from strategies.levels import REGULAR, levels_of

GAME = Path(__file__).parent.parent / "examples" / "shelf" / "big_money.py"
GAMES, LOOKING_AHEAD = 40_000, 4_000
SURE = 1.96


@click.command(help=__doc__)
def main() -> None:
    title = load_title(str(GAME))
    for level in sorted({REGULAR, *levels_of(title, 2)}):
        games = GAMES if level <= REGULAR else LOOKING_AHEAD
        one = experiment(str(GAME), players=2, games=games, strategies=[f"level={level}"])
        (run,) = Runner().play([one])
        won = run.frame().filter(seat=1).select("win").collect()["win"]
        decided = won.filter((won == 0) | (won == 1))
        share = float(decided.mean())
        half = SURE * (share * (1 - share) / len(decided)) ** 0.5
        click.echo(f"level {level}: {share:.1%} ± {half:.1%} of {len(decided):,} games")


if __name__ == "__main__":
    main()
