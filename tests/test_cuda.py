"""On an NVIDIA GPU the same kernels give the same numbers; skipped where there is none."""

import numpy as np
import pytest

from simulator import rng
from simulator.conformance import soak
from simulator.match import begin
from simulator.titles import load_title

cuda = pytest.importorskip("numba.cuda", reason="needs numba")
if not cuda.is_available():
    pytest.skip("needs an NVIDIA GPU and the extra 'gpu'", allow_module_level=True)

N = 1000


def test_streams_are_exact_on_the_gpu():
    @cuda.jit
    def draw(whole, real):
        i = cuda.grid(1)
        if i < whole.shape[0]:
            stream = cuda.local.array(1, np.uint64)
            rng.start(stream, 5, i, rng.TABLE)
            for k in range(whole.shape[1]):
                whole[i, k] = rng.below(stream, 3 + 7 * k)
                real[i, k] = rng.between_0_and_1(stream)

    whole, real = np.zeros((N, 20), np.int64), np.zeros((N, 20))
    draw[(N + 127) // 128, 128](whole, real)
    for i in range(N):
        stream = np.zeros(1, np.uint64)
        rng.start(stream, 5, i, rng.TABLE)
        for k in range(20):
            assert whole[i, k] == rng.below(stream, 3 + 7 * k)
            assert real[i, k] == rng.between_0_and_1(stream)


def test_games_of_chance_are_bit_identical_on_the_gpu():
    title = load_title("lost_cities")
    rules = np.zeros(1, title.Rules)
    rules[0] = title.rules_for(title.components, 4)
    setup, legal, apply = title.setup, title.legal, title.apply

    @cuda.jit
    def play(games, rules, choices):
        i = cuda.grid(1)
        if i < games.shape[0]:
            game = games[i]
            begin(game, 4, 1, i)
            setup(game, rules[0])
            while game.ended == 0:
                n = legal(game, rules[0], choices[i])
                move = choices[i].move[rng.below(game.whim[game.player], n)]
                apply(game, rules[0], move)
                game.n_moves += 1

    games = np.zeros(N, title.Game)
    play[(N + 127) // 128, 128](games, rules, np.zeros(N, title.Choices))
    assert games.tobytes() == soak(title, title.components, 4, 1, N).tobytes()
