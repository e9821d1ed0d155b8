"""Decisions per second on one GPU beside pgx, whose games are written for that in JAX.

    pip install pgx "jax[cuda13]"
    python benchmarks/beside_pgx.py

The games differ: pgx plays backgammon, where a step moves one checker, tiltmeter `lost_cities` with
four players. pgx takes random legal moves, many boards at a time, a new game where one has ended;
which number of boards is best is tried. Both are compiled before, the best round of each counts,
and games are left on the GPU.
"""

import time
from collections.abc import Callable
from importlib.metadata import version

import jax
import pgx
from pgx.experimental import act_randomly, auto_reset

from analyses.experiments.experiment import experiment

ROUNDS, STEPS, GAMES = 5, 100, 1 << 19
BOARDS = [1 << k for k in range(12, 20, 2)]


def ours(strategy: str, title: str = "lost_cities") -> tuple[int, Callable[[], None]]:
    """How many decisions there are in some games, and what plays them."""
    one = experiment(title, strategies=[strategy], players=4, games=1)
    match = one.match(one.cells[0], "cuda")
    decisions = int(match.play(7, 0, GAMES)["n_moves"].sum())
    return decisions, lambda: match.leaving_rows().play(7, 0, GAMES)


def theirs(boards: int) -> tuple[int, Callable[[], None]]:
    env = pgx.make("backgammon")
    step = jax.vmap(auto_reset(env.step, env.init))

    def one_step(state, key):
        of_moves, of_dice = jax.random.split(key)
        move = act_randomly(of_moves, state.legal_action_mask)
        return step(state, move, jax.random.split(of_dice, boards)), None

    @jax.jit
    def steps(state, key):
        return jax.lax.scan(one_step, state, jax.random.split(key, STEPS))[0]

    begun = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), boards))
    begun = steps(begun, jax.random.PRNGKey(1))  # no longer all at the same move
    return boards * STEPS, lambda: jax.block_until_ready(steps(begun, jax.random.PRNGKey(2)))


def per_second(decisions: int, play: Callable[[], None]) -> float:
    play()
    return max(decisions / _seconds(play) for _ in range(ROUNDS))


def _seconds(play: Callable[[], None]) -> float:
    started = time.perf_counter()
    play()
    return time.perf_counter() - started


def main() -> None:
    print(f"pgx {version('pgx')}, jax {version('jax')}, tiltmeter {version('tiltmeter')}")
    for boards in BOARDS:
        rate = per_second(*theirs(boards))
        print(f"pgx, backgammon, random, {boards:9,} boards {rate:16,.0f} decisions/s")
    for strategy in ("random", "allround"):
        rate = per_second(*ours(strategy))
        print(f"lost_cities, {strategy:8}, {GAMES:9,} games   {rate:16,.0f} decisions/s")


if __name__ == "__main__":
    main()
