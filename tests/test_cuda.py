"""Games on a GPU are those of the compiled engine: on a simulated GPU, and on a real one."""

import importlib.util
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import toy
from ours import OURS

from analyses.experiments.experiment import (
    WORTH_A_GPU,
    WORTH_SEARCHING,
    engine_for,
    experiment,
)
from simulator import gpu
from simulator.conformance import whimsical
from simulator.errors import UserError
from simulator.kernel import plain
from simulator.match import Match
from simulator.tables import LineUpTables
from simulator.titles import load_title
from strategies.net import Net, save
from strategies.net_training import Pupil, plan_of
from strategies.numbers import numbering
from strategies.registry import line_up

ASKING = ("learned:net=shipped:copies=2", "search:leaf=shipped:rollouts=40")

IN_A_SIMULATOR = """
import sys

import toy
from simulator import gpu, match as matches
from simulator.machine_code import digest
from simulator.match import Match
from simulator.tables import LineUpTables
from strategies.registry import line_up


def totals(match):
    parts, tables = [range(2), range(2, 6)], LineUpTables(match, [0, 1, 2, 1], 16, 3)
    is_gpu = match.engine == "cuda"
    parts = tables.there(parts, 1, 3, 6) if is_gpu else tables.here(parts, match.play(1, 3, 6))
    return [[(table.low, table.counts.tolist()) for table in part] for part in parts]


before = digest()
for words in (["chooser:choice=-1"], ["chooser:choice=1", "random", "chooser:choice=2", "random"]):
    match = Match(toy.TITLE, toy.rules(table=6), line_up(toy.TITLE, words, 4), "mixed")
    played, counted = match.play(1, 3, 6), totals(match)
    match._loop, match.engine = gpu.play_block, "cuda"
    assert match.play(1, 3, 6).tobytes() == played.tobytes(), words
    assert totals(match) == counted, words
assert digest() == before, "machine code for processors is another one where a GPU was looked for"

gpu.LANES = 4, 4  # four threads play a game together, and share the rollouts of a decision
matches.declare = lambda function, *types: function  # nothing is compiled: all is plain here
seated_words = ["search:rollouts=48:caution=0", "random", "chooser", "random"]
rules = toy.rules(table=30, value=[0, 1, 1])
asks = f"search:leaf={sys.argv[1]}:rollouts=24:caution=0"
now_and_then = "level=7:share=0.5:by=search:rollouts=24:caution=0"
learned = f"learned:net={sys.argv[1]}"
for words in (
    seated_words,
    [learned, "random", asks, "random"],
    [now_and_then, "random", "chooser", now_and_then],
    [learned, "random", f"level=6:share=0.5:by={learned}", "chooser"],
):
    seated = line_up(toy.TITLE, words, 4)
    expected, match = (Match(toy.TITLE, rules, seated, by) for by in ("python", "mixed"))
    match._loop, match.engine = gpu.play_block, "cuda"
    assert match.play(1, 3, 4).tobytes() == expected.play(1, 3, 4).tobytes(), words
print("the same games")
"""


def net_of_toy(file):
    """Of weights that mean nothing."""
    read = numbering(toy.TITLE, toy.TITLE.components, 4)
    rows = Match(toy.TITLE, toy.rules(), whimsical(4)).play(1, 0, 200)
    numbers = np.zeros((len(rows), read.size), np.int32)
    for k, row in enumerate(rows):
        plain(read.kernel)(row, toy.rules(), k % 4, numbers[k])
    made = plan_of(numbers, np.zeros(read.size), read.of_seats, 4)
    settings = {"1": dict(candidates=3, turns=1, edge=0.0, caution=0.0)}
    about = dict(title=toy.TITLE.name, players=4, seats=4, base="chooser", turned=read.turned,
                 middle=0.0, usual=3.0, settings=settings, copies=2, changes={})  # fmt: skip
    save({4: Net(Pupil(*made, seed=1).arrays(), about)}, file)


@pytest.mark.skipif(not importlib.util.find_spec("numba_cuda"), reason="needs the extra 'gpu'")
def test_a_simulated_gpu_plays_the_same_games_and_shares_rollouts(tmp_path):
    net_of_toy(tmp_path / "toy.net")
    simulated = os.environ | {
        "NUMBA_ENABLE_CUDASIM": "1",
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path]),
    }
    command = [sys.executable, "-c", IN_A_SIMULATOR, str(tmp_path / "toy.net")]
    done = subprocess.run(command, env=simulated, capture_output=True, text=True)
    assert done.stdout == "the same games\n", done.stderr


@pytest.mark.parametrize(
    ("name", "words"),
    [
        *[(name, "allround") for name in OURS],
        ("lost_cities", "search:rollouts=16"),
        ("lost_cities", "allround,greedy:temperature=2,search:rollouts=16"),
        *[(name, f"{bot},allround") for name in OURS for bot in ASKING],
    ],
)
def test_a_gpu_plays_the_same_games(name, words):
    if reason := gpu.missing():
        pytest.skip(f"needs {reason}")
    title, words = load_title(name), words.split(",")
    players = 2 if any("=shipped" in one for one in words) else 3
    n = 1000 if words == ["allround"] else 50
    rules, seated = title.rules_for(title.components, players), line_up(title, words, players)
    compiled, cuda = (Match(title, rules, seated, engine) for engine in ("compiled", "cuda"))
    assert cuda.play(5, 7, n).tobytes() == compiled.play(5, 7, n).tobytes()
    (ours,), (theirs,) = (
        tables
        for tables in (
            LineUpTables(cuda, range(players), 128, 7).there([range(n)], 5, 7, n),
            LineUpTables(compiled, range(players), 128, 7).here([range(n)], compiled.play(5, 7, n)),
        )
    )
    for one, other in zip(ours, theirs, strict=True):
        assert one.low == other.low
        assert np.array_equal(one.counts, other.counts)


def test_auto_takes_a_gpu_where_there_is_one_and_it_pays(monkeypatch):
    few, many = (experiment("lost_cities", games=n) for n in (WORTH_A_GPU - 1, WORTH_A_GPU))
    monkeypatch.setattr(gpu, "missing", lambda: "a GPU")
    assert engine_for(many, "auto") == "compiled"
    monkeypatch.setattr(gpu, "missing", lambda: "")
    assert [engine_for(one, "auto") for one in (few, many)] == ["compiled", "cuda"]
    assert engine_for(few, "python") == "python"
    searched = experiment("lost_cities", strategies=["search"], games=WORTH_SEARCHING)
    assert engine_for(searched, "auto") == "cuda"
    assert engine_for(replace(searched, games=WORTH_SEARCHING - 1), "auto") == "compiled"
    learned = experiment("lost_cities", players=2, strategies=["learned"], games=WORTH_A_GPU)
    assert engine_for(learned, "auto") == "compiled", "cores are about as fast"


def test_code_from_elsewhere_is_refused_on_a_gpu(monkeypatch):
    monkeypatch.setattr(gpu, "missing", lambda: "")
    title = load_title("lost_cities")
    gpu.must_play([title.apply])
    with pytest.raises(UserError, match=r"not test_cuda\.py: code from elsewhere"):
        gpu.must_play([title.apply, test_code_from_elsewhere_is_refused_on_a_gpu])


ON_A_GPU = """
import operator

from numba.core.target_extension import target_override
from numba.cuda import types
from numba.cuda.descriptor import cuda_target

from simulator.numba_patches.for_gpu import Constant, tailored

context = cuda_target.typing_context
context.refresh()


def made_of(operator, *kinds):
    with target_override("cuda"):
        return context.resolve_function_type(operator, kinds, {}).return_type


small, large, one = types.int8, types.int64, Constant(1)
with tailored():
    for how in (operator.add, operator.mul, operator.mod, operator.floordiv, operator.and_):
        assert made_of(how, small, types.int32) == types.int32, how
        assert made_of(how, small, one) == types.int32, how
        assert made_of(how, large, one) == large, how
        assert made_of(how, types.uint64, one) == large, how
    assert made_of(operator.lshift, one, small) == large  # bit 40, for example
    assert made_of(operator.rshift, types.int32, one) == types.int32
    assert made_of(operator.neg, small) == types.int32
    assert context.resolve_value_type((1, 2)) == types.UniTuple(types.int32, 2)
    assert context.resolve_value_type(1 << 40) == large
assert context.resolve_value_type(1) == large
print("as long as they need to be")
"""


@pytest.mark.skipif(not importlib.util.find_spec("numba_cuda"), reason="needs the extra 'gpu'")
def test_whole_numbers_of_a_gpu_are_as_long_as_they_need_to_be():
    done = subprocess.run([sys.executable, "-c", ON_A_GPU], capture_output=True, text=True)
    assert done.stdout == "as long as they need to be\n", done.stderr


LOOPS = """
define i32 @"short"(i32%"x") {
a:
  br label %"b"
b:
  br i1%"y", label %"b", label %"c"
c:
  ret i32 0
}
define i32 @"long"(i32%"x") {
a:
  br label %"b"
b:
  %"z" = call i32 @"many"(i32%"x")
  br i1%"y", label %"b", label %"c"
c:
  ret i32 0
}
define i32 @"many"(i32%"x") {
MANY
}
"""


@pytest.mark.skipif(not importlib.util.find_spec("numba_cuda"), reason="needs the extra 'gpu'")
def test_only_short_loops_may_be_unrolled_for_a_gpu():
    """The lines of what a loop calls are counted with its own."""
    code = LOOPS.replace("MANY", "\n".join(["  nothing"] * 200))
    print_marks = (
        "import sys; from simulator.numba_patches.for_gpu import _size_of, _with_loops;"
        "code = sys.stdin.read(); print(_with_loops(code, _size_of([code])))"
    )
    done = subprocess.run(
        [sys.executable, "-c", print_marks], input=code, capture_output=True, text=True
    )
    marked = [line.split()[-1] for line in done.stdout.splitlines() if "!llvm.loop" in line]
    first, second = marked
    kinds = dict(line.split(" = ", 1) for line in done.stdout.splitlines() if line.startswith("!"))
    assert kinds[first].endswith("!1000001}"), done.stderr
    assert kinds[second].endswith("!1000000}")
    assert "runtime" in kinds["!1000001"]
    assert "runtime" not in kinds["!1000000"]
