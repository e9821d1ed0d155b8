"""A declared kernel is called from Python without Numba asking what it is handed.

It asks of each kernel in a line-up, before every batch of games; and warns of such kernels as of an
experiment.
"""

from collections.abc import Callable
from typing import Any

import numba

from simulator.numba_patches.patch import must


def way_in(declared: Any) -> Callable:
    """What a declared kernel is in machine code; it takes the declared types, and trusts them."""
    (compiled,) = declared.overloads.values()
    return compiled.entry_point


def probe() -> None:
    must(way_in(numba.njit("int64(int64)")(lambda n: n + 1))(3), 4)
