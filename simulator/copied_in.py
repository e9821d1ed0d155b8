"""How Numba compiles a kernel that is copied into others: only as far as they need it.

By itself Numba optimises each function with all it calls copied in, makes machine code of it and a
way in from Python, and then does the same again for its callers. What is only copied in is never
run as it is; without all this a title is compiled in two thirds of the time.
"""

from typing import Any

from numba.core.codegen import JITCodeLibrary, ll
from numba.core.compiler import Compiler


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


def _read(codegen: Any, state: tuple[str, str, bytes]) -> Any:
    name, kind, code = state
    if kind != Ingredient.KIND:
        return _read_machine_code(codegen, state)
    library = Ingredient(codegen, name)
    library._final_module = ll.parse_bitcode(code)
    library._finalize_final_module()
    return library


_read_machine_code = JITCodeLibrary._unserialize
JITCodeLibrary._unserialize = _read


class IntoIngredient(Compiler):
    """Numba's own compiler, which makes a library where it is not given one."""

    def define_pipelines(self) -> Any:
        codegen, name = self.state.targetctx.codegen(), self.state.func_id.func_qualname
        self.state.library = Ingredient(codegen, name)
        return super().define_pipelines()


COPIED_IN = dict(
    pipeline_class=IntoIngredient,
    forceinline=True,
    no_cpython_wrapper=True,
    no_cfunc_wrapper=True,
)
