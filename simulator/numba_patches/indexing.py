"""Numba lets a negative index count from the end, as Python does; in our kernels none is negative.

Not asking saves a tenth of a game's time. Tests run all rules and strategies with bounds checked,
where a negative index is an error; so it is in every game of a guest, where it is a mistake in the
rules. Plug-ins are asked.
"""

from collections.abc import Callable
from typing import Any, ClassVar

import numba
import numpy as np
from numba.np import arrayobj

from simulator.numba_patches.compiling import Ours
from simulator.numba_patches.patch import must

_from_0: set[tuple[str, str]] = set()  # kernels by module and name
_from_the_end = arrayobj.fix_integer_index


def from_0(function: Callable) -> None:
    """No index is negative in this function."""
    _from_0.add((function.__module__, function.__qualname__))


def as_it_is(context: Any, builder: Any, kind: Any, index: Any, length: Any) -> Any:
    """In the place of Numba's: functions that ours call, and are not ours, are left alone."""
    lowered = context.fndesc  # the function whose machine code is being written
    if lowered is None or (lowered.modname, lowered.qualname) not in _from_0:
        return _from_the_end(context, builder, kind, index, length)
    return context.cast(builder, index, kind, numba.intp if kind.signed else numba.uintp)


class Counting(Ours):
    """With this patch alone, whatever else is in force: for probes."""

    replacements: ClassVar[list[Any]] = [(arrayobj, "fix_integer_index", as_it_is)]


def _at(numbers, k):
    return numbers[k]


def probe() -> None:
    from_0(_at)
    must(numba.njit(pipeline_class=Counting)(_at)(np.arange(3), 1), 1)
    must(arrayobj.fix_integer_index, _from_the_end)
