"""Games per second of today's `allround` players beside those of an older commit:

    python benchmarks/speed_beside.py excavation 6a101a6 -p 4

Both play the same number of games in turn, each with its own rules, loop and players, on one core.
What counts is processor time and the best of several blocks: other programs may be at work.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import click

ROOT = Path(__file__).parent.parent
PLAY = """
import sys, time
from simulator.match import Match
from simulator.titles import load_title
from strategies.registry import line_up
title, players, games = load_title(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
rules = title.rules_for(title.components, players)
match = Match(title, rules, line_up(title, ["allround"], players))
match.play(1, 0, 8)
for _ in sys.stdin:
    started = time.process_time()
    match.play(1, 0, games)
    print(time.process_time() - started, flush=True)
"""


class Tree:
    """A checkout, and a process that plays with it whenever it is asked."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", PLAY, *words], cwd=folder, text=True,
            env=os.environ | {"PYTHONPATH": str(folder)},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def seconds(self) -> float:
        """Of processor time that a block takes."""
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        if not (told := self.process.stdout.readline()):
            raise click.ClickException("one of the two could not play; above stands why")
        return float(told)


@click.command()
@click.argument("title")
@click.argument("commit")
@click.option("-p", "--players", type=int, default=4, show_default=True)
@click.option("-n", "--games", type=int, default=1000, show_default=True, help="Of a block.")
@click.option("--blocks", type=int, default=8, show_default=True)
def main(title: str, commit: str, players: int, games: int, blocks: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(
            ["git", "-C", ROOT, "archive", commit], capture_output=True, check=False
        )
        if packed.returncode:
            raise click.ClickException(f"there is no commit '{commit}' here")
        subprocess.run(["tar", "-x", "-C", folder], input=packed.stdout, check=True)
        trees = [Tree(at, title, str(players), str(games)) for at in (Path(folder), ROOT)]
        taken = [[tree.seconds() for tree in trees] for _ in range(blocks)]
    old, new = (games / min(seconds) for seconds in zip(*taken, strict=True))
    told = f"{title}, {players} players: {old:,.0f} games/s at {commit}, {new:,.0f} today"
    click.echo(f"{told}, {new / old:.2f} times as many")


if __name__ == "__main__":
    main()
