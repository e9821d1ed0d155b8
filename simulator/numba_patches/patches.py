"""The patches of Numba, and which of them are in force here."""

import functools
import hashlib
import importlib
import importlib.util
import logging
import multiprocessing
import platform
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np

from simulator.cache_folder import cache_root
from simulator.numba_patches.patch import Patch, at, failure, holder

log = logging.getLogger("tiltmeter")

COMPILER = {
    "numba.core.compiler:Compiler.compile_extra": "self func",
    "numba.core.compiler:Compiler.define_pipelines": "self",
    "numba.core.compiler_lock:global_compiler_lock": "",
}
CALLS = {
    "numba.core.dispatcher:Dispatcher.get_call_template": "self args kws",
    "numba.core.dispatcher:Dispatcher.get_overload": "self sig",
    "numba.core.errors:ForceLiteralArg": "",
}
PATCHES = (
    Patch(
        "indexing",
        "no index of our kernels counts from the end",
        "games take about a tenth longer",
        COMPILER | {"numba.np.arrayobj:fix_integer_index": "context builder idxty idx size"},
        {"numba.np.arrayobj:fix_integer_index": "as_it_is"},
    ),
    Patch(
        "copying",
        "kernels are copied into those that call them",
        "compiling takes longer",
        CALLS,
    ),
    Patch(
        "ingredients",
        "what is copied is compiled only as far as its callers need it",
        "compiling takes about half as long again",
        COMPILER
        | CALLS
        | {
            "numba.core.codegen:JITCodeLibrary._optimize_final_module": "self",
            "numba.core.codegen:JITCodeLibrary._finalize_final_module": "self",
            "numba.core.codegen:JITCodeLibrary._finalize_dynamic_globals": "self",
            "numba.core.codegen:JITCodeLibrary._get_module_for_linking": "self",
            "numba.core.codegen:JITCodeLibrary.serialize_using_object_code": "self",
            "numba.core.compiler:CompileResult._reduce": "self",
            "numba.core.compiler:CompileResult._rebuild": (
                "target_context libdata fndesc env signature objectmode lifted typeann"
                " reload_init referenced_envs"
            ),
        },
    ),
    Patch(
        "apart",
        "records that a kernel is handed are known to lie apart",
        "games take a little longer",
        COMPILER | {"numba.core.compiler:Flags.noalias": ""},
    ),
    Patch(
        "flags",
        "flags of a compilation are read all at once",
        "compiling takes a little longer",
        COMPILER | {"numba.core.targetconfig:TargetConfig.values": "self"},
        {"numba.core.targetconfig:TargetConfig.values": "values"},
    ),
    Patch(
        "linking",
        "long kernels are called where they stand",
        "compiling a look-ahead bot takes several times as long",
        CALLS
        | {
            "numba.core.codegen:JITCodeLibrary.get_pointer_to_function": "self name",
            "numba.core.base:BaseContext.insert_user_function": "self func fndesc libs",
            "numba.core.funcdesc:FunctionDescriptor.llvm_func_name": "",
            "llvmlite.binding:add_symbol": "name address",
        },
    ),
    Patch(
        "zeros",
        "arrays of zeros are made without Numba's own functions",
        "compiling takes a little longer",
        {
            "numba.core.typing.npydecl:parse_dtype": "dtype",
            "numba.np.arrayobj:_empty_nd_impl": "context builder arrtype shapes",
            "numba.core.cgutils:memset": "builder ptr size value",
        },
    ),
    Patch(
        "direct",
        "batches of games are begun without asking for types again",
        "small batches take longer",
        {"numba.core.compiler:CompileResult.entry_point": ""},
    ),
    Patch(
        "digest_cache",
        "machine code is kept on disk, with a checksum",
        "machine code is compiled again in every session",
        {
            "numba.core.caching:UserProvidedCacheLocator.get_cache_path": "self",
            "numba.core.caching:CompileResultCacheImpl.rebuild": "self target_context payload",
            "numba.core.caching:FunctionCache.load_overload": "self sig target_context",
            "numba.core.caching:FunctionCache.save_overload": "self sig data",
            "numba.core.caching:IndexDataCacheFile._dump": "self obj",
            "numba.core.caching:IndexDataCacheFile._open_for_write": "self filepath",
        },
    ),
)


FOR_GPU = Patch(
    "for_gpu",
    "kernels for a GPU give the same numbers as on a processor",
    "games are played by the processor",
    {
        "numba.cuda.cudadrv.nvvm:compile_ir": "llvmir options",
        "numba.cuda.cudadrv.driver:device_memset": "",
        "numba.cuda.np.arrayobj:fix_integer_index": "context builder idxty idx size",
        "numba.cuda.np.arrayobj:store_item": "context builder arrayty val ptr",
        "numba.cuda.target:CUDATargetContext.make_constant_array": "self builder aryty arr",
        "numba.cuda.types:maybe_literal": "value",
        "numba.cuda.typing.builtins:integer_binop_cases": "",
        "numba.cuda.typing.typeof:typeof_impl.registry": "",
        "numba.cuda.core.compiler_lock:global_compiler_lock": "",
        "numba.cuda.dispatcher:CUDACacheImpl": "",
    },
)


@functools.cache  # tried, and told, once in a session
def misfits() -> dict[str, str]:
    """By name, why a patch is not in force; those that are, are not there."""
    found = {one.name: why for one in PATCHES if (why := one.misfit())}
    found |= _tried([one for one in PATCHES if one.name not in found])
    for one in PATCHES:
        if one.name in found:
            _tell(one, found[one.name])
        else:
            _put_in_place(one)
    return found


def _tell(patch: Patch, why: str) -> None:
    """Not by those that a session starts to play for it."""
    if multiprocessing.parent_process() is None:
        log.warning(
            f"Numba {numba.__version__} is not as expected ({why}), so {patch.without};"
            " games are the same."
        )


def _put_in_place(patch: Patch) -> None:
    """While kernels of ours are compiled."""
    for place, name in patch.replaces.items():
        compiling = importlib.import_module(f"{__package__}.compiling")  # not where none fits
        compiling.Ours.replacements.append((*holder(place), getattr(patch.module(), name)))


def _tried(patches: list[Patch]) -> dict[str, str]:
    """Why some of them do not work; that all of a Numba do is written down, and not tried again."""
    done = cache_root() / f"numba-{_state(patches)}"
    if done.exists():
        return {}
    found: dict[str, str] = {}
    if patches != [*PATCHES] or failure("together"):
        found = {one.name: why for one in patches if (why := one.tried())}
    if not found:
        with suppress(OSError):
            done.touch()
    return found


def _state(patches: list[Patch]) -> str:
    """Names what was tried: versions, the code of Numba that patches use, and their own."""
    ours = [file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py"))]
    parts = repr((versions(), [(one.name, one.state()) for one in patches], ours))
    return hashlib.sha256(parts.encode()).hexdigest()[:16]


def versions() -> dict[str, str]:
    """Of what machine code depends on."""
    return {
        "Python": platform.python_version(),
        "NumPy": np.__version__,
        "Numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
    }


@functools.cache
def gpu_misfit() -> str:
    """Why games cannot be compiled for the GPU that is here; nothing if they can."""
    why = FOR_GPU.misfit() or _tried([FOR_GPU]).get(FOR_GPU.name, "")
    if why:
        _tell(FOR_GPU, why)
    return why


def in_force() -> list[str]:
    """The names of the patches that are."""
    return [one.name for one in PATCHES if one.name not in misfits()]


def machine() -> dict[str, Any]:
    """What machine code is made with here: versions, and each patch with why it is not in force.

    Whether the one for GPUs works is tried only where there is one.
    """
    why = misfits()
    if importlib.util.find_spec("numba_cuda"):
        why = why | {FOR_GPU.name: FOR_GPU.misfit()}
    else:
        why = why | {FOR_GPU.name: "the extra 'gpu' is not installed"}
    patches = [
        dict(name=one.name, purpose=one.purpose, missing=why.get(one.name, ""))
        for one in (*PATCHES, FOR_GPU)
    ]
    return dict(versions=versions(), patches=patches)


@functools.cache
def ours(name: str) -> Any:
    """The module of a patch, or None where it is not in force."""
    patch = next(one for one in PATCHES if one.name == name)
    return None if name in misfits() else patch.module()


# How kernels are made, with the patches that are in force.


def options_for(form: str, is_large: bool = False) -> dict[str, Any]:
    """What Numba is told of one form of a kernel: `called` from Python, `declared` or `copied_in`.

    Where kernels are not copied in by us, LLVM is told to do it. Whether a large one is worth it,
    LLVM decides.
    """
    made: dict[str, Any] = {}
    if form == "copied_in":
        made = dict(no_cpython_wrapper=True, no_cfunc_wrapper=True)
        made |= {} if is_large else dict(forceinline=True)
    elif not ours("copying"):
        made = dict(forceinline=True)
    if compiler := _compiler_for(form):
        made["pipeline_class"] = compiler
    return made


def _compiler_for(form: str) -> Any:
    if form == "copied_in" and (ingredients := ours("ingredients")):
        return ingredients.IntoIngredient
    if form == "declared" and (apart := ours("apart")):
        return apart.Apart
    return indexing.Ours if (indexing := ours("indexing")) else None


def copied_into_callers(made: Any, copied_in: Callable[[], Any]) -> Any:
    """The kernel, of which its callers get the other form."""
    copying = ours("copying")
    return copying.copied_into_callers(made, copied_in) if copying else made


def keep(made: Any, folder: Path) -> None:
    """The machine code of a kernel is kept in a folder from now on, if it can be."""
    if digest_cache := ours("digest_cache"):
        made._cache = digest_cache.DigestCache(made.py_func, folder, ours("ingredients"))


def from_0(function: Callable) -> None:
    """No index is negative in this kernel."""
    if indexing := ours("indexing"):
        indexing.from_0(function)


def way_in(declared: Any) -> Callable:
    """By which a declared kernel that is handed kernels is called from Python.

    It is handed what it is declared for: nothing asks it again.
    """
    direct = ours("direct")
    return direct.way_in(declared) if direct else _quietly(declared)


def _quietly(declared: Any) -> Callable:
    def call(*arguments: Any) -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", numba.NumbaExperimentalFeatureWarning)
            return declared(*arguments)

    return call


@contextmanager
def quiet() -> Iterator[None]:
    """Within, what is compiled is not warned of: what matters comes as an error.

    Numba would warn of kernels that are handed over as values, as of an experiment. What is warned
    of holds for all threads, so only one that may compile changes it.
    """
    with _compiler_lock(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _compiler_lock() -> Any:
    """By which one thread compiles at a time."""
    try:
        return at("numba.core.compiler_lock:global_compiler_lock")
    except (ImportError, AttributeError):
        return nullcontext()
