"""A kernel may be called where it stands, not copied in: where machine code is long it is then made
once, not once more in every caller. They know it by a name, of which the linker is told before they
are linked.
"""

import copy
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core.dispatcher import Dispatcher

from simulator.numba_patches.patch import must


def called_where_it_stands(made: Any, name: str, declared: Callable[[], Any]) -> Any:
    """The kernel `made`, by which others call the declared one; `link` is to come before that."""

    def link() -> None:
        (compiled,) = declared().overloads.values()
        described = copy.copy(compiled.fndesc)
        place = compiled.library.get_pointer_to_function(described.llvm_func_name)
        described.mangled_name = name
        llvm.add_symbol(name, place)
        compiled.target_context.insert_user_function(made, described)

    made.get_call_template = lambda *given: Dispatcher.get_call_template(declared(), *given)
    made.get_overload = lambda signature: made
    made.link = link
    return made


def doubled(n):
    return n * 2


def probe() -> None:
    declared = numba.njit("int64(int64)")(doubled)
    called = called_where_it_stands(numba.njit(doubled), "called_probe", lambda: declared)
    called.link()
    must(numba.njit(lambda n: called(n) + 1)(3), 7)
