"""Games on an NVIDIA GPU: each thread plays one, by the same kernels and with the same numbers.

There are no functions as values on a GPU, so each set of rules and players has a loop of its own,
with all of their kernels copied in. A game's row lies in its thread's own memory, which the GPU
lays out so that threads at the same field read neighbouring places, and is copied out at the end.
"""

import functools
import hashlib
import importlib
import importlib.util
import threading
from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np

from simulator.errors import UserError
from simulator.kernel import (
    copy_of,
    is_shipped,
    kernel,
    machine_code_in,
    machine_code_of,
    plain,
    room,
    with_kernels,
)
from simulator.match import Mind, advance, begin, decide, forbid
from simulator.sources import STRATEGIES, home_of

THREADS = 64  # of a block
OPTIONS = dict(
    max_registers=128,  # of a thread: with fewer, more of them run at a time, and each is slower
    lto=False,  # a second optimisation, which would fuse multiplications with additions
)

_one_at_a_time = threading.Lock()  # compiling changes Numba's settings, and a GPU is one


def play_each(games, rules, minds, order, failed):
    """The game of this thread, as `play_block` of the compiled engine plays those of its block."""
    row = cuda.grid(1)
    if row >= len(games):
        return
    rows, lists, own = room(1, Game), room(1, Choices), room(MINDS, Mind)
    game, choices, number = rows[0], lists[0], order[0].first_game + row
    players, shift = order[0].players, number % order[0].rotations
    for k in range(MINDS):
        own[k] = minds[k]
    begin(game, players, order[0].seed, number // order[0].rotations, order[0].fresh)
    forbid(game, minds, shift)
    setup(game, rules[0])
    while game.ended == 0:
        rounds, who = game.rounds, game.player + shift
        if who >= players:
            who -= players
        mind = own[who if MINDS > 1 else 0]
        _, chosen = decide(game, rules[0], mind, look, rate_all, legal, kinds, choices)
        if chosen < 0:
            cuda.atomic.min(failed, 0, row)
            break
        advance(game, rules[0], apply, choices.move[chosen], order[0].bound)
        if game.rounds > rounds:
            note(game, rules[0], order[0].figure)
    games[row] = game


cuda: Any = None  # numba.cuda, which is imported where a GPU is asked for
Game = Choices = setup = legal = apply = kinds = note = look = rate_all = others = None
MINDS = NUMBER = 0  # these of a title and its players, where the functions here become kernels


def look_by_one(game, rules, mind):
    """The look of whoever is to decide: the first of several players', or one of the others."""
    if mind.whose == NUMBER:
        look(game, rules, mind)
    else:
        others(game, rules, mind)


def rate_by_one(game, rules, mind, choices, n):
    """The same of their ratings."""
    if mind.whose == NUMBER:
        return rate_all(game, rules, mind, choices, n)
    return others(game, rules, mind, choices, n)


def play_block(games, rules, minds, looks, rates, kernels, order, choices):
    """What `play_block` of the compiled engine does, by the GPU."""
    players = int(order.players)
    seated = list(zip(looks[:players], rates[:players], strict=True))
    different = tuple(dict.fromkeys(seated))
    minds["whose"][:players] = [different.index(one) for one in seated]
    is_mirror = all(mind.tobytes() == minds[0].tobytes() for mind in minds[:players])
    own = 1 if is_mirror else players
    failed = np.array([len(games)])
    with _one_at_a_time, _tailored():
        loop = _loop(games.dtype, choices.dtype, kernels, different, own)
        played = _cuda().device_array(len(games), games.dtype)
        blocks = -(-len(games) // THREADS)
        loop[blocks, THREADS](played, _alone(rules), minds, _alone(order), failed)
        played.copy_to_host(games)
    return int(failed[0]) if failed[0] < len(games) else -1


def _alone(record: Any) -> np.ndarray:
    """An array of one: a GPU takes no records by themselves."""
    made = np.zeros(1, record.dtype)
    made[0] = record
    return made


@functools.cache
def _loop(Game: Any, Choices: Any, kernels: Any, players: Any, minds: int) -> Any:
    """The loop of these rules and players, compiled when it is first called."""
    names = ("setup", "legal", "apply", "kinds", "note")
    given = {name: _again(one) for name, one in zip(names, kernels, strict=True)}
    title = home_of(Path(kernels[2].py_func.__code__.co_filename)).name
    given["look"], given["rate_all"] = _one_of(tuple((_again(a), _again(b)) for a, b in players))
    if _is_simulated():
        given["forbid"] = plain(forbid)  # the only kernel that is handed a whole array
    made = copy_of(
        play_each, f"strategies.{title}", str(STRATEGIES / title / "__init__.py"),
        cuda=_cuda(), Game=Game, Choices=Choices, MINDS=minds, **given,
    )  # fmt: skip
    if _is_simulated():
        return _cuda().jit(made)
    parts = [(one.__module__, one.__qualname__) for one in given.values()]
    made.__qualname__ = f"play_each_{hashlib.sha256(repr((parts, minds)).encode()).hexdigest()[:16]}"
    with machine_code_in(machine_code_of(made) / "gpu", _cuda().config):
        return _cuda().jit(made, cache=True, **OPTIONS)


@functools.cache
def _again(declared: Any) -> Any:
    """The same kernel, which may still be compiled for others than it was declared for."""
    return kernel(declared.py_func)


def _one_of(players: Any) -> tuple[Any, Any]:
    """A look and ratings of several players, by `Mind.whose`."""
    look, rate = players[-1]
    for number in reversed(range(len(players) - 1)):
        first_look, first_rate = players[number]
        home = first_rate.py_func.__module__, first_rate.py_func.__code__.co_filename
        look = with_kernels(look_by_one, *home, look=first_look, others=look, NUMBER=number)
        rate = with_kernels(rate_by_one, *home, rate_all=first_rate, others=rate, NUMBER=number)
    return look, rate


# Whether there is a GPU, and what it cannot play.


def must_play(kernels: Iterable[Any]) -> None:
    """Refuses what cannot be played here, in one sentence that says why."""
    if (reason := missing()) is not None:
        raise UserError(f"--engine cuda {reason}")
    for one in kernels:
        if not is_shipped(one.py_func):
            file = Path(one.py_func.__code__.co_filename).name
            raise UserError(
                f"--engine cuda plays what is shipped only: code from elsewhere, as in {file}, has"
                " its bounds checked in every game, which a GPU does not; --engine compiled does."
            )


@functools.cache
def missing() -> str | None:
    """What there is none of here, or None if games can be played on a GPU."""
    if importlib.util.find_spec("numba_cuda") is None:
        return "needs the extra 'gpu': install tiltmeter[gpu]."
    return None if _cuda().is_available() else "needs an NVIDIA GPU, and finds none here."


@functools.cache
def _cuda() -> Any:
    made = importlib.import_module("numba.cuda")
    made.config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a few games are played now and then
    made.config.CUDA_WARN_ON_IMPLICIT_COPY = 0  # of rules and players, a few kB
    return made


def _is_simulated() -> bool:
    """Whether Numba plays the GPU, for tests; it compiles nothing then."""
    return bool(_cuda().config.ENABLE_CUDASIM)


def _tailored() -> Any:
    if _is_simulated():
        return nullcontext()
    return importlib.import_module("simulator.for_gpu").tailored()
