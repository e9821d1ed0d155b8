"""Machine code on disk, in the folder of its digest and with a checksum in front.

Numba alone would watch only the file a function stands in, not the files it imports; and it would
run whatever became of its files.
"""

import hashlib
import pickle
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator

from simulator.cache_folder import cache_root, remark, unkept
from simulator.numba_patches.patch import must

SUM, NAMED = 32, 32  # bytes of a checksum, letters of a name


class DigestLocator(UserProvidedCacheLocator):
    """Machine code lies in the folder of its digest, wherever its source file lies.

    A copy may count as part of a file that is not there: a title need not have strategies.
    """

    folder = ""

    def __init__(self, function: Callable, file: str) -> None:
        self._py_file, self._lineno = file, function.__code__.co_firstlineno
        self._cache_path = self.folder

    @classmethod
    def from_function(cls, function: Callable, file: str) -> Any:
        return cls(function, file)

    def ensure_cache_path(self) -> None:
        """Not before something is written there: perhaps nothing can be."""

    def get_source_stamp(self) -> str:
        return ""  # the folder's digest is of all sources


def kept_in(folder: Path, impl: type, **more: Any) -> type:
    """How Numba keeps machine code, `impl`, for this folder."""
    here = type("Here", (DigestLocator,), {"folder": str(folder)})
    return type("KeptHere", (impl,), {"_locator_classes": (here,), **more})


class ChecksummedFiles:
    """The files of a kernel: one for each list of types, named by it, with a checksum in front.

    Numba's own have an index beside them: two sessions that write at once can leave it naming the
    machine code of other types.
    """

    def __init__(self, files: Any) -> None:
        self._files = files  # Numba's, which know how they are written, those for GPUs too

    def load(self, key: Any) -> Any:
        try:
            content = self._file(key).read_bytes()
        except OSError:
            return None  # not compiled yet, or of another user
        if hashlib.sha256(content[SUM:]).digest() != content[:SUM]:
            remark("Machine code was damaged; it is compiled again.")
            return None
        held, data = pickle.loads(content[SUM:])
        return data if held == key else None

    def save(self, key: Any, data: Any) -> None:
        file, content = self._file(key), self._files._dump((key, data))
        try:
            file.parent.mkdir(parents=True, exist_ok=True)  # another session may have tidied up
            with self._files._open_for_write(str(file)) as opened:
                opened.write(hashlib.sha256(content).digest() + content)
        except OSError as error:
            remark(unkept(file.parent, error))

    def _file(self, key: Any) -> Path:
        name = hashlib.sha256(repr(key).encode()).hexdigest()[:NAMED]
        return Path(self._files._index_path).with_suffix(f".{name}.nbc")


class Impl(CompileResultCacheImpl):
    """What is only copied in is read in its own way, by the module that knows it."""

    ingredients: Any = None

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        if self.ingredients and self.ingredients.is_ingredient(payload):
            return self.ingredients.rebuilt(target_context, payload)
        return super().rebuild(target_context, payload)


class DigestCache(FunctionCache):
    """The machine code of a kernel on disk."""

    def __init__(self, function: Callable, folder: Path, ingredients: Any = None) -> None:
        self._impl_class = kept_in(folder, Impl, ingredients=ingredients)
        super().__init__(function)
        self._cache_file: Any = ChecksummedFiles(self._cache_file)

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """What is compiled for kernels among its arguments is not kept on disk by itself.

        It is copied into its callers, and kept with them. By itself it would be kept under kernels
        that other sessions do not have, and after a hundred of those Numba can keep nothing more.
        """
        if "CPUDispatcher(" not in str(signature):
            super().save_overload(signature, compiled)


def _less_one(n):
    return n - 1


def probe() -> None:
    """Written by one kernel, read by another."""
    with tempfile.TemporaryDirectory(dir=cache_root()) as folder:
        for hits in range(2):
            tried = numba.njit(_less_one)
            tried._cache = DigestCache(_less_one, Path(folder))
            must(tried(3), 2)
            must(sum(tried.stats.cache_hits.values()), hits)
