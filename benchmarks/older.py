"""Today's players against those of an older commit, on the same deals:

    python benchmarks/older.py archeos 6a101a6 --players 2 --deals 2000

One new player sits among older ones, in every seat of every deal in turn. The older strategies are
taken from git and play under their names with `old_` before them; the rules are today's.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import click
import numpy as np
from joblib import Parallel, delayed

from analyses.experiments.play import DealsToPlay
from analyses.lab.players.head_to_head import Among
from analyses.lab.players.tournament import play_duel
from simulator.match import Match
from simulator.titles import load_title
from strategies import registry

ROOT = Path(__file__).parent.parent
BLOCK = 50  # deals
REGISTER = """
from strategies import registry

def strategy(title, *, name="", **settings):
    def register(rate):
        rate = rate if registry.is_kernel(rate) else registry.kernel(rate)
        called = "old_" + (name or rate.py_func.__name__)
        return registry.strategy(title, name=called, **settings)(rate)
    return register
"""


def load_old(title: str, commit: str) -> None:
    """Registers the strategies that a title had at a commit."""
    package = f"old_{title}"
    if package in sys.modules:
        return
    folder = Path(tempfile.mkdtemp())
    listed = _git("ls-tree", "-r", "--name-only", commit, f"strategies/{title}/")
    for path in (one for one in listed.split() if one.endswith((".py", ".csv"))):
        file = folder / package / Path(path).relative_to(f"strategies/{title}")
        file.parent.mkdir(parents=True, exist_ok=True)
        text = _git("show", f"{commit}:{path}").replace(f"strategies.{title}", package)
        file.write_text(text.replace("from strategies.registry", "from old_registry"))
    (folder / "old_registry.py").write_text(REGISTER)
    sys.path.insert(0, str(folder))
    __import__(package)
    for file in sorted((folder / package).glob("*.py")):
        __import__(f"{package}.{file.stem}")


def _git(*words: str) -> str:
    return subprocess.run(
        ["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=True
    ).stdout


def shares(
    title_name: str,
    commit: str,
    new: str,
    old: str,
    players: int,
    changes: dict,
    first: int,
    n: int,
    seed: int,
) -> np.ndarray:
    """Per deal: the newcomer's share of wins, its score, and the mean score of the others."""
    load_old(title_name, commit)
    title = load_title(title_name)
    rules = title.rules_for(title.components.with_changes(changes, "a change"), players)
    others = [registry.seat(title, old, players)] * (players - 1)
    match = Match(title, rules, [registry.seat(title, new, players), *others])
    match.rotations = players
    played = play_duel(DealsToPlay(match, seed, range(first, first + n)))
    own, rest = played.score[:, :, 0], played.score[:, :, 1:]
    others_mean = rest.mean(axis=(1, 2)) if players > 1 else np.zeros(n)
    return np.stack([Among(played).won, own.mean(axis=1), others_mean], axis=1)


@click.command()
@click.argument("title")
@click.argument("commit")
@click.option("--new", default="allround")
@click.option(
    "--old", default="old_allround", help="old_NAME of the commit, or a strategy of today"
)
@click.option("-p", "--players", default=2)
@click.option("-n", "--deals", default=1000)
@click.option("--set", "changes", multiple=True, help="path=value of a component")
@click.option("--seed", default=20261115)
@click.option("--jobs", default=1)
def main(title, commit, new, old, players, deals, changes, seed, jobs):
    changed = dict(change.split("=", 1) for change in changes)
    starts = range(0, deals, min(BLOCK, deals))
    blocks = Parallel(jobs)(
        delayed(shares)(title, commit, new, old, players, changed, at, min(BLOCK, deals - at), seed)
        for at in starts
    )
    rows = np.concatenate(blocks)
    mean, error = rows.mean(axis=0), 1.96 * rows.std(axis=0) / len(rows) ** 0.5
    print(
        f"{title}, {players} players {' '.join(changes)}: {new} among {old} wins"
        f" {100 * mean[0]:.2f} ± {100 * error[0]:.2f} % (even {100 / players:.0f}),"
        f" {mean[1]:.1f} points to {mean[2]:.1f}; {len(rows)} deals"
    )


if __name__ == "__main__":
    main()
