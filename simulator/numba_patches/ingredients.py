"""What is copied into other kernels is compiled only as far as they need it.

By itself Numba optimises each function with all it calls copied in, makes machine code of it and a
way in from Python, and then does the same again for its callers. What is only copied in is never
run as it is; without all this a title is compiled in two thirds of the time.
"""

from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompileResult

from simulator.numba_patches import copying
from simulator.numba_patches.compiling import Ours
from simulator.numba_patches.patch import must


class Ingredient(JITCodeLibrary):
    """A function's code as it was written down, on disk too."""

    KIND = "ingredient"  # on disk, where Numba knows of bitcode and object code

    def _optimize_final_module(self) -> None:
        """Nothing yet: it is optimised where it is copied in."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    @property
    def codegen(self) -> "Ingredient":
        return self

    def set_env(self, name: str, env: Any) -> None:
        """Numba would write into machine code where its Python constants are; there is none."""

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        return self.name, self.KIND, self._get_module_for_linking().as_bitcode()


class ReadingTarget:
    """A target of Numba's, whose libraries are read as ingredients."""

    def __init__(self, context: Any) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def codegen(self) -> "ReadingTarget":
        return self

    def unserialize_library(self, state: tuple[str, str, bytes]) -> Ingredient:
        name, _, code = state
        library = Ingredient(self._context.codegen(), name)
        library._final_module = llvm.parse_bitcode(code)
        library._finalize_final_module()
        return library


def is_ingredient(reduced: Any) -> bool:
    """Whether a compiled function, as Numba writes it down, is one."""
    return reduced[0][1] == Ingredient.KIND


def rebuilt(context: Any, reduced: Any) -> Any:
    return CompileResult._rebuild(ReadingTarget(context), *reduced)._replace(target_context=context)


class IntoIngredient(Ours):
    """Numba's own compiler, which makes a library where it is not given one."""

    def define_pipelines(self) -> Any:
        codegen, name = self.state.targetctx.codegen(), self.state.func_id.func_qualname
        self.state.library = Ingredient(codegen, name)
        return super().define_pipelines()


def probe() -> None:
    """Written and read again too."""
    copying.probe(pipeline_class=IntoIngredient, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    form = numba.njit(pipeline_class=IntoIngredient, no_cpython_wrapper=True)(copying.next_to)
    form.compile((numba.int64,))
    (compiled,) = form.overloads.values()
    reduced = compiled._reduce()
    must(is_ingredient(reduced), True)
    again = rebuilt(form.targetctx, reduced)
    name = again.fndesc.llvm_func_name
    must(again.library._get_module_for_linking().get_function(name).name, name)
