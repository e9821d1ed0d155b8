"""Games and decisions per second beside catanatron, a simulator of another game in plain Python.

    pip install catanatron
    python benchmarks/beside_catanatron.py

Other games have other turns, so decisions are the better measure. Both play on one core, in turns
within this process, by processor time; the best round of each counts.
"""

import time
from collections.abc import Callable
from importlib.metadata import version

from catanatron import Color, Game, RandomPlayer
from catanatron.players.weighted_random import WeightedRandomPlayer

from analyses.experiments.experiment import experiment

ROUNDS, BLOCK, GAMES = 5, 2048, 10
COLOURS = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)


def ours(strategy: str, title: str = "lost_cities") -> Callable[[int], tuple[int, int]]:
    one = experiment(title, strategies=[strategy], players=4, games=1)
    match = one.match(one.cells[0], "compiled")

    def play(seed: int) -> tuple[int, int]:
        return BLOCK, int(match.play(seed, 0, BLOCK)["n_moves"].sum())

    return play


def theirs(player: type) -> Callable[[int], tuple[int, int]]:
    def play(seed: int) -> tuple[int, int]:
        made = 0
        for k in range(GAMES):
            game = Game([player(colour) for colour in COLOURS], seed=GAMES * seed + k)
            game.play()
            made += len(game.state.actions)
        return GAMES, made

    return play


def rates(play: Callable[[int], tuple[int, int]], seed: int) -> tuple[float, float]:
    started = time.process_time()
    games, decisions = play(seed)
    seconds = time.process_time() - started
    return games / seconds, decisions / seconds


def main() -> None:
    sides = {
        "catanatron, random": theirs(RandomPlayer),
        "catanatron, weighted": theirs(WeightedRandomPlayer),
        "lost_cities, random": ours("random"),
        "lost_cities, allround": ours("allround"),
    }
    for play in sides.values():
        play(0)
    rounds = [{name: rates(play, k) for name, play in sides.items()} for k in range(1, ROUNDS + 1)]
    print(f"catanatron {version('catanatron')}, tiltmeter {version('tiltmeter')}, four players")
    for name in sides:
        games, decisions = (max(one[name][k] for one in rounds) for k in (0, 1))
        print(f"{name:22} {games:12,.1f} games/s {decisions:14,.0f} decisions/s")


if __name__ == "__main__":
    main()
