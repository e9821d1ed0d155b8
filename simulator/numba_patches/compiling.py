"""Numba's own compiler, with what patches put in its place while it works for us."""

from typing import Any, ClassVar

from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock

from simulator.numba_patches.patch import all_replaced


class Ours(Compiler):
    """Where nothing is asked of it, it is Numba's.

    One thread compiles at a time, so nobody else's functions are compiled meanwhile but those that
    ours call.
    """

    replacements: ClassVar[list[tuple[Any, str, Any]]] = []  # of the patches in force

    def compile_extra(self, func: Any) -> Any:
        with global_compiler_lock, all_replaced(self.replacements):
            return super().compile_extra(func)
