"""A kernel that others call is copied into them: another form of it, made when the first one asks.

Whole numbers are handed on with 64 bits, so that no kernel is compiled once for each width. A tenth
of all that is compiled was such a twin.
"""

from collections.abc import Callable
from typing import Any

import numba
from numba.core.errors import ForceLiteralArg

from simulator.numba_patches.patch import must


def copied_into_callers(made: Any, copied_in: Callable[[], Any]) -> Any:
    """The same kernel, of which its callers get the other form."""

    def template(arguments: Any, named: Any) -> Any:
        whole = {name: _as_wide(kind) for name, kind in named.items()}
        try:
            return copied_in().get_call_template(tuple(map(_as_wide, arguments)), whole)
        except ForceLiteralArg:  # it asks what a number is, as `numba.literally` does
            return copied_in().get_call_template(arguments, named)

    made.get_call_template = template
    made.get_overload = lambda signature: copied_in().get_overload(signature)
    return made


def _as_wide(kind: Any) -> Any:
    number = numba.types.unliteral(kind)
    is_whole = isinstance(number, numba.types.Integer) and number != numba.types.uint64
    return numba.types.int64 if is_whole else kind


def next_to(n):
    return n + 1


def probe(**options: Any) -> None:
    """The options are those of the other form."""
    form = numba.njit(forceinline=True, **options)(next_to)
    called = copied_into_callers(numba.njit(next_to), lambda: form)
    must(numba.njit(lambda n: called(n) * 2)(3), 8)
    must([str(one[0]) for one in form.overloads], ["int64"])
