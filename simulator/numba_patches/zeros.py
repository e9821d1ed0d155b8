"""What `np.zeros` makes, for which Numba would compile six functions of each kind."""

from typing import Any

import numba
import numpy as np
from numba.core import cgutils
from numba.core.typing.npydecl import parse_dtype
from numba.extending import intrinsic
from numba.np import arrayobj

from simulator.numba_patches.patch import must


@intrinsic
def zeros(context, n, kind):
    """An array of so many zeros."""
    made = numba.types.Array(parse_dtype(kind), 1, "C")

    def code(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        length = target.cast(builder, arguments[0], signature.args[0], numba.intp)
        array = arrayobj._empty_nd_impl(target, builder, made, [length])
        cgutils.memset(builder, array.data, builder.mul(length, array.itemsize), 0)
        return array._getvalue()

    return made(n, kind), code


def probe() -> None:
    must(numba.njit(lambda n: zeros(n, np.int32)[n - 1])(3), 0)
