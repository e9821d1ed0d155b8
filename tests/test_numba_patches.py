"""Where a patch does not fit Numba, games are the same and one line says what is slower."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numba
import pytest
from click.testing import CliRunner
from numba.core import dispatcher
from numba.np import arrayobj
from test_fingerprints import SEARCH, kept, told

from simulator import numba_patches, sources
from simulator.kernel import kernel
from simulator.numba_patches import FOR_GPU, PATCHES
from simulator.numba_patches.compiling import Ours
from simulator.numba_patches.patch import Patch
from tiltmeter.cli import main

PLAY = """
from simulator.numba_patches import misfits
from test_fingerprints import SEARCH, digest, played
for words in (["random"], [SEARCH]):
    if words == ["random"] or {*sys.argv[1].split()} & {"copying", "linking", "zeros"}:
        print(digest(played("pig", 2, words, "compiled", 2 if words == ["random"] else 20)))
print(*misfits())
"""
FAILING = """
from simulator.numba_patches import patch, patches
import sys

def failure(name, as_it_is=patch.failure):
    return "Failed" if name in (*sys.argv[1].split(), "together") else as_it_is(name)

patch.failure = patches.failure = failure
"""
OTHER_ARGUMENTS = """
import functools, sys
from simulator.numba_patches.patch import holder
import numba

def changed(place):
    where, name = holder(place)
    before = getattr(where, name)

    def another(*given, added=None, **named):
        return before(*given, **named)

    setattr(where, name, another)

changed(sys.argv[1])
"""
NOT_THERE = """
from simulator.numba_patches import patch
import sys

def holder(place, as_it_is=patch.holder):
    if place == sys.argv[1]:
        raise AttributeError(place)
    return as_it_is(place)

patch.holder = holder
"""
INDEX = "numba.np.arrayobj:fix_integer_index"
CHANGED = {  # a place in Numba, and the patches that use it
    "numba.core.caching:FunctionCache.save_overload": ["digest_cache"],
}


def session(begin, word, folder):
    """What games of a session were, which patches it was without, and what was said."""
    here = Path(__file__).parent
    done = subprocess.run(
        [sys.executable, "-c", begin + PLAY, word],
        env=os.environ
        | {"PYTHONPATH": os.pathsep.join([str(here), str(here.parent)])}
        | {"TILTMETER_CACHE": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    *games, without = done.stdout.splitlines()
    return games, without.split(), re.findall("Numba .* is not as expected.*", done.stderr)


def are_those_of_before(games):
    """By machine code with all patches."""
    before = kept("pig")
    return (
        games == [before[told(2, ["random"])]["2"], before[told(2, [SEARCH])]["20"]][: len(games)]
    )


def must_be_the_same_without(names, folder):
    played, without, said = session(FAILING, " ".join(names), folder)
    assert are_those_of_before(played)
    assert without == [*names]
    assert len(said) == len(names)
    for name, line in zip(names, said, strict=True):
        assert f"{name} was tried and fails" in line
        assert line.endswith("games are the same.")


@pytest.mark.slow
def test_games_are_the_same_without_patches_whose_probes_fail(tmp_path):
    """All of them at once; `python tests/test_numba_patches.py` tries each alone."""
    must_be_the_same_without([one.name for one in PATCHES], tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("place", CHANGED)
@pytest.mark.long
def test_games_are_the_same_with_a_numba_that_takes_other_arguments(place, tmp_path):
    played, without, said = session(OTHER_ARGUMENTS, place, tmp_path)
    assert are_those_of_before(played)
    assert (without, len(said)) == (CHANGED[place], len(CHANGED[place]))
    assert all(f"{place} takes other arguments" in line for line in said)


@pytest.mark.slow
@pytest.mark.long
def test_games_are_the_same_with_a_numba_that_has_no_such_place(tmp_path):
    played, without, said = session(NOT_THERE, INDEX, tmp_path)
    assert are_those_of_before(played)
    assert (without, len(said)) == (["indexing"], 1)
    assert f"{INDEX} is not there" in said[0]


def test_nothing_of_numba_is_changed_but_while_a_kernel_of_ours_is_compiled():
    seen = []

    class Watched(Ours):
        def define_pipelines(self):
            seen.append(arrayobj.fix_integer_index)
            return super().define_pipelines()

    numba.njit(pipeline_class=Watched)(lambda n: n + 1)(3)
    assert [one.__module__ for one in seen] == ["simulator.numba_patches.indexing"]
    assert arrayobj.fix_integer_index.__module__ == "numba.np.arrayobj"

    class Stopped(Ours):
        def define_pipelines(self):
            raise RuntimeError

    with pytest.raises(RuntimeError):
        numba.njit(pipeline_class=Stopped)(lambda n: n + 1)(3)
    assert arrayobj.fix_integer_index.__module__ == "numba.np.arrayobj"


def test_all_patches_fit_the_numba_that_is_tested_with():
    assert numba_patches.misfits() == {}
    assert [one.tried() for one in PATCHES] == [""] * len(PATCHES)


def test_a_patch_that_asks_for_what_is_not_there_says_what():
    assert Patch("none", "", "", {"numba.nowhere:f": ""}).misfit() == "numba.nowhere:f is not there"
    taking = Patch("none", "", "", {INDEX: "context"})
    assert taking.misfit() == f"{INDEX} takes other arguments"


def test_one_package_alone_reaches_into_numba():
    inside = re.compile(r"numba\.(core|np|cuda\.)|llvmlite|mock")
    found = {
        str(file.relative_to(sources.CORE))
        for folder in (sources.CORE, sources.STRATEGIES)
        for file in folder.rglob("*.py")
        if inside.search("".join(re.findall(r"^ *(?:from|import) .*", file.read_text(), re.M)))
    }
    assert found
    assert {Path(file).parts[0] for file in found} == {"numba_patches"}


def test_kernels_are_known_to_numba_as_jitted_functions():
    assert isinstance(kernel(lambda n: n), dispatcher.Dispatcher)


def test_verify_tells_which_patches_are_in_force(monkeypatch):
    told = CliRunner().invoke(main, ["verify", "--machine"])
    assert told.exit_code == 0
    first, *lines = told.output.splitlines()
    assert f"Numba {numba.__version__}, llvmlite " in first
    assert [line.split()[1] for line in lines[: len(PATCHES)]] == [one.name for one in PATCHES]
    assert all(line.startswith("yes") for line in lines[: len(PATCHES)])
    monkeypatch.setattr(
        "simulator.numba_patches.patches.misfits", lambda: {"zeros": "it is not there"}
    )
    found = json.loads(CliRunner().invoke(main, ["verify", "--machine", "--json"]).output)
    missing = {one["name"]: one["missing"] for one in found["patches"] if one["missing"]}
    missing.pop(FOR_GPU.name, None)
    assert missing == {"zeros": "it is not there"}
    assert found["versions"]["Numba"] == numba.__version__


@pytest.mark.parametrize("words", [[], ["lost_cities", "--machine"]])
def test_verify_asks_for_a_game_or_the_machine(words):
    told = CliRunner().invoke(main, ["verify", *words])
    assert told.exit_code == 2
    assert "or --machine alone" in told.output


if __name__ == "__main__":
    for one in PATCHES:
        with TemporaryDirectory() as cache:
            must_be_the_same_without([one.name], Path(cache))
        print(f"The same games without {one.name}.", flush=True)
