"""All patches of the processor at work in one tiny kernel, in a third of the time that trying each
by itself takes: most often they all fit.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np

from simulator.cache_folder import cache_root
from simulator.numba_patches import ingredients
from simulator.numba_patches.apart import Apart
from simulator.numba_patches.copying import copied_into_callers, next_to
from simulator.numba_patches.digest_cache import DigestCache
from simulator.numba_patches.direct import way_in
from simulator.numba_patches.indexing import Counting, from_0
from simulator.numba_patches.linking import called_where_it_stands, doubled
from simulator.numba_patches.patch import must
from simulator.numba_patches.zeros import zeros


def probe() -> None:
    with tempfile.TemporaryDirectory(dir=cache_root()) as folder:
        form = _kept_and_read(next_to, Path(folder), ingredients.IntoIngredient)
        declared = _kept_and_read(doubled, Path(folder), Apart)
    must(way_in(declared)(3), 6)
    copied = copied_into_callers(numba.njit(next_to), lambda: form)
    linked = called_where_it_stands(numba.njit(doubled), "called_together", lambda: declared)
    linked.link()

    @numba.njit(pipeline_class=Counting)
    def all_of_them(numbers, k):
        return copied(numbers[k]) + linked(k) + zeros(2, np.int64)[k]

    from_0(all_of_them.py_func)
    must(all_of_them(np.array([5, 7]), 1), 8 + 2)


def _kept_and_read(function: Callable, folder: Path, compiler: type) -> Any:
    """The function, compiled and written by one kernel, read by another."""
    for hits in range(2):
        made = numba.njit(pipeline_class=compiler)(function)
        made._cache = DigestCache(function, folder, ingredients)
        made.compile((numba.int64,))
        must(sum(made.stats.cache_hits.values()), hits)
    return made
