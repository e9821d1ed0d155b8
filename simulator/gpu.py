"""Games on an NVIDIA GPU: each thread plays one, by the same kernels and with the same numbers.

Where somebody searches, a block of threads plays one: each of them plays all of it, but for the
rollouts, which they share (`Mind.lane`). They take the same steps, so nothing else has to be told.
Who looks ahead without such sharing, as one that has learned, has one thread a game, as all others.

There are no functions as values on a GPU, so each set of rules and players has a loop of its own,
with all of their kernels copied in. A game lies in its thread's own memory, which the GPU lays out
so that threads at the same field read neighbouring places, and is copied out at the end; its curve,
written once a round, lies outside.
"""

import functools
import hashlib
import importlib
import importlib.util
import inspect
import threading
from collections import namedtuple
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np

from simulator import numba_patches, tables
from simulator.doors import setting
from simulator.errors import UserError
from simulator.kernel import copy_of, kernel, plain, room, with_kernels
from simulator.loop import MAX_NOTES, NONE, Mind, advance, begin, decide, forbid, number_in
from simulator.machine_code import is_shipped, machine_code_of
from simulator.sources import home_of, strategies_home
from simulator.tables import Step

THREADS = 64  # of a block; as many games wait for the longest of them
WARP = 32  # threads that go step by step together
LANES = 32, 128  # least and most threads that play a game together, where somebody searches
AT_WORK = 1 << 15  # threads; beyond these, more games are the better use of a GPU than more lanes
OPTIONS = dict(
    max_registers=80,  # of a thread: with more of them fewer threads run at a time
    lto=False,  # a second optimisation, which would fuse multiplications with additions
)

ASKED = "ahead_look"  # what a look calls another one that it asks now and then

Number = np.dtype(np.float64)

# A mind whose notes are its thread's own; the rest is read where it lies for all.
Own = namedtuple("Own", [*(Mind.names or ())])  # type: ignore[misc]

_one_at_a_time = threading.RLock()  # compiling changes Numba's settings, and there is one GPU


def play_row(games, curves, rules, minds, order, failed):
    """Plays the game of this thread's row, as `play_block` of `simulator.loop` plays many.

    Where somebody searches, every lane of a block plays the same one, and the first writes it down.
    """
    row = cuda.blockIdx.x * cuda.blockDim.y + cuda.threadIdx.y
    if row >= len(games):
        return
    thread, board = cuda.threadIdx.x, cuda.shared.array(0, Number)
    board = board[2 * cuda.blockDim.x * cuda.threadIdx.y :]
    lane = thread % WARP * -(-cuda.blockDim.x // WARP) + thread // WARP  # dealt out to all warps
    rows, lists, notes = room(1, Game), room(1, Choices), room(MAX_NOTES, np.float64)
    game, choices, number = rows[0], lists[0], number_in(order[0], row)
    players, shift = order[0].players, number % order[0].rotations
    draws = order[0].figure != NONE and lane == 0
    curve = curves[row if draws else 0]
    begin(game, order[0].seats, order[0].seed, number // order[0].rotations, order[0].fresh)
    forbid(game, minds, order[0], shift)
    setup(game, rules[0])
    while game.ended == 0:
        rounds, who = game.rounds, order[0].side[game.player] + shift
        if who >= players:
            who -= players
        mind = minds[who if MINDS > 1 else 0]
        own = Own(
            mind.weights, mind.settings, notes, mind.temperature, mind.never, mind.liked,
            mind.likes, mind.asked, mind.whose, lane, cuda.blockDim.x - 1, board,
        )  # fmt: skip
        _, chosen = decide(game, rules[0], own, look, rate_all, legal, kinds, choices)
        if chosen < 0:
            cuda.atomic.min(failed, 0, row)
            break
        advance(game, rules[0], apply, choices.move[chosen], order[0].bound)
        if game.rounds > rounds and draws:
            note(game, rules[0], curve, order[0].figure)
    if lane == 0:
        games[row] = game


def meet():
    cuda.syncthreads()


def look_by_one(game, rules, mind):
    """The look of whoever is to decide: of one player, or of the others."""
    if mind.whose == NUMBER:
        look(game, rules, mind)
    else:
        others(game, rules, mind)


def rate_by_one(game, rules, mind, choices, n):
    """The ratings of whoever is to decide."""
    if mind.whose == NUMBER:
        return rate_all(game, rules, mind, choices, n)
    return others(game, rules, mind, choices, n)


def see_row(games, plan, steps, out):
    """What a pass of `simulator.tables` does with the game of this thread's row."""
    row = plan[0].first + cuda.grid(1)
    if row < plan[0].last:
        see(games[row], plan[0], number_in(plan[0], row), steps, out)


def add(counts, steps, table, at, value, n):
    cuda.atomic.add(counts, steps[table, Step.start] + at + value, n)


def widen(reach, steps, table, at, value, n):
    """As a rule it is neither: only then do others have to wait."""
    if value < reach[table, 0]:
        cuda.atomic.min(reach, (table, 0), value)
    if value > reach[table, 1]:
        cuda.atomic.max(reach, (table, 1), value)


cuda: Any = None  # numba.cuda, which is imported where a GPU is asked for
Game = Choices = setup = legal = apply = kinds = note = look = rate_all = others = see = None
MINDS = NUMBER = 0  # these of a title and its players, where the functions above are copied


def play_block(
    games, curves, rules, minds, looks, rates, kernels, order, choices, bring_back=True, tell=None
):
    """What `play_block` of `simulator.loop` does, by the GPU; rows can be left there.

    `tell` is told where they are and how they can be seen, row by row (`simulator/tables.py`).
    """
    players = int(order.players)
    seated = list(zip(looks[:players], rates[:players], strict=True))
    different = tuple(dict.fromkeys(seated))
    minds["whose"][:players] = [different.index(one) for one in seated]
    is_mirror = all(mind.tobytes() == minds[0].tobytes() for mind in minds[:players])
    is_shared = any(_is_shared(look) for look, _ in different)
    lanes, in_block = (lanes_for(len(games)), 1) if is_shared else (1, THREADS)
    failed, blocks = np.array([len(games)]), -(-len(games) // in_block)
    with _one_at_a_time, _tailored():
        loop = _loop(games.dtype, choices.dtype, kernels, different, 1 if is_mirror else players)
        loop = loop[blocks, (lanes, in_block), 0, 2 * lanes * in_block * Number.itemsize]
        played = _cuda().device_array(len(games), games.dtype)
        drawn = _rows_of_zeros(1 if order.figure == NONE else len(games), curves.dtype)
        loop(played, drawn, _alone(rules), minds, _alone(order), failed)
        if bring_back:
            for rows, of_gpu in ((games, played), (curves, drawn)):
                _as_bytes(rows)[:] = _as_bytes(of_gpu.copy_to_host())
        if tell is not None and failed[0] == len(games):
            tell(played, _passes())
    return int(failed[0]) if failed[0] < len(games) else -1


def lanes_for(games: int) -> int:
    """How many threads play each of so many games together."""
    fewest, most = LANES
    return max(fewest, min(most, AT_WORK // games // WARP * WARP))


def _as_bytes(rows: np.ndarray) -> np.ndarray:
    """Rows to be copied whole, not field by field."""
    return rows.view(f"V{rows.dtype.itemsize}")


def _alone(record: Any) -> np.ndarray:
    """An array of one: a GPU takes no records by themselves."""
    made = np.zeros(1, record.dtype)
    made[0] = record
    return made


@functools.cache
def _loop(Game: Any, Choices: Any, kernels: Any, players: Any, minds: int) -> Any:
    """The loop of these rules and players, compiled when it is first called, then kept on disk."""
    names = ("setup", "legal", "apply", "kinds", "note")
    given = {name: _again(one) for name, one in zip(names, kernels, strict=True)}
    given["look"], given["rate_all"] = _one_of([(_meeting(a), _again(b)) for a, b in players])
    given["decide"] = kernel(copy_of(decide.py_func, __name__, __file__))  # a search has its own
    parts = repr(([(one.__module__, one.__qualname__) for one in given.values()], minds))
    if _is_simulated():
        given |= {one.__name__: one for one in (begin, forbid, decide, advance, number_in)}
        given = {name: plain(one) for name, one in given.items()}
    title = home_of(Path(kernels[0].py_func.__code__.co_filename)).name
    made = copy_of(
        play_row, *strategies_home(title),
        cuda=_cuda(), Game=Game, Choices=Choices, MINDS=minds, **given,
    )  # fmt: skip
    made.__qualname__ = f"play_row_{hashlib.sha256(parts.encode()).hexdigest()[:16]}"
    return _jitted(made)


@functools.cache
def _passes() -> tuple[Any, Any]:
    """Those of `simulator.tables`, in which all rows are seen at once."""
    names = {"cuda": _cuda(), "number_in": _for_gpu(number_in.py_func)}
    made = []
    for write in (widen, add):
        seen = _for_gpu(tables.see, note=_for_gpu(write, cuda=_cuda()))
        loop = copy_of(see_row, __name__, __file__, see=seen, **names)
        loop.__qualname__ = f"see_row_{write.__name__}"
        made.append(functools.partial(_see_all, _jitted(loop)))
    return made[0], made[1]


def _see_all(loop: Any, games: Any, plan: Any, *arrays: np.ndarray) -> None:
    blocks = -(-int(plan.last - plan.first) // THREADS)
    loop[blocks, THREADS](games, _alone(plan), *arrays)


def _for_gpu(body: Any, **given: Any) -> Any:
    """The function as a kernel for a GPU; for a simulated one it is plain, as all it calls."""
    if _is_simulated():
        body = inspect.unwrap(plain(kernel(body)))
        return _cuda().jit(copy_of(body, __name__, __file__, **given), device=True)
    return kernel(copy_of(body, __name__, __file__, **given))


def _jitted(loop: Any) -> Any:
    if _is_simulated():
        return _cuda().jit(loop)
    made = _cuda().jit(loop, **OPTIONS)
    made._cache = _tailoring().KeptForGpu(loop, machine_code_of(loop) / "gpu")
    return made


@functools.cache
def _again(declared: Any) -> Any:
    """The same kernel, which may be compiled for a GPU; as it was declared it may not."""
    return declared if _is_simulated() else kernel(declared.py_func)


@functools.cache
def _meeting(look: Any) -> Any:
    """The same look, whose lanes wait for each other; so do those of a look that it asks."""
    function, given = look.py_func, {}
    if (asked := _asked_by(function)) is not None:
        given[ASKED] = _meeting(asked)
    if "meet" in function.__code__.co_names:
        given["meet"] = _for_gpu(meet, cuda=_cuda())
    return kernel(copy_of(function, function.__module__, function.__code__.co_filename, **given))


def _is_shared(look: Any) -> bool:
    """Whether lanes share what it does, or what a look that it asks does."""
    asked = _asked_by(look.py_func)
    return "meet" in look.py_func.__code__.co_names or (asked is not None and _is_shared(asked))


def _asked_by(function: Callable) -> Any:
    """The other look that a look asks, if it does."""
    return function.__globals__.get(ASKED) if ASKED in function.__code__.co_names else None


def _one_of(players: list[tuple[Any, Any]]) -> tuple[Any, Any]:
    """A look and ratings that are those of several players, by `Mind.whose`."""
    look, rate = players[-1]
    for number in reversed(range(len(players) - 1)):
        first_look, first_rate = players[number]
        home = first_rate.py_func.__module__, first_rate.py_func.__code__.co_filename
        look = with_kernels(look_by_one, *home, look=first_look, others=look, NUMBER=number)
        rate = with_kernels(rate_by_one, *home, rate_all=first_rate, others=rate, NUMBER=number)
    return look, rate


# Whether there is a GPU, and what it does not play.


def must_play(kernels: Iterable[Any]) -> None:
    """Refuses what a GPU does not play, in one sentence that says why."""
    must_be_here()
    for one in kernels:
        function = getattr(one, "py_func", one)
        if not is_shipped(function):
            file = Path(function.__code__.co_filename).name
            cuda, compiled = (setting("engine", name) for name in ("cuda", "compiled"))
            raise UserError(
                f"{cuda} plays what is shipped, not {file}: code from elsewhere has its bounds"
                f" checked in every game, which a GPU does not; {compiled} does."
            )


def must_be_here() -> None:
    if reason := missing():
        cuda, compiled = (setting("engine", name) for name in ("cuda", "compiled"))
        raise UserError(f"{cuda} needs {reason}; {compiled} plays the same games.")


@functools.cache
def missing() -> str:
    """What a GPU's games need and is not here; nothing if they can be played."""
    if importlib.util.find_spec("numba_cuda") is None:
        return "the extra 'gpu' (install tiltmeter[gpu])"
    if not _cuda().is_available():
        return "an NVIDIA GPU, and there is none here"
    misfit = not _is_simulated() and numba_patches.gpu_misfit()
    return f"another numba-cuda ({misfit})" if misfit else ""


def _is_simulated() -> bool:
    """Whether Numba plays the GPU, for tests; it compiles nothing then."""
    return bool(_cuda().config.ENABLE_CUDASIM)


def _rows_of_zeros(n: int, kind: np.dtype) -> Any:
    return _cuda().to_device(np.zeros(n, kind)) if _is_simulated() else _tailoring().zeros(n, kind)


def _tailored() -> Any:
    if _is_simulated():
        return nullcontext()
    return _tailoring().tailored()


def _tailoring() -> Any:
    """Not imported where there is no GPU: it takes long."""
    return importlib.import_module("simulator.numba_patches.for_gpu")


@functools.cache
def _cuda() -> Any:
    made = importlib.import_module("numba.cuda")
    made.config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a few games are played now and then
    made.config.CUDA_WARN_ON_IMPLICIT_COPY = 0  # of rules and players, a few kB
    return made
