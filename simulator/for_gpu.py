"""How Numba compiles kernels for a GPU, so that they give the same numbers as on a processor.

By itself it fuses multiplications with additions, which rounds once instead of twice; writes loops
out, until a title is more code than a GPU has at hand; copies records byte by byte; keeps tables
where 64 kB is all there is; and has no arrays that are made while a kernel runs. Within `tailored`
none of this holds.
"""

import hashlib
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np
from llvmlite import ir
from numba.cuda import cgutils, types
from numba.cuda.core.errors import NumbaError
from numba.cuda.cudadecl import registry as typings
from numba.cuda.cudadrv import nvvm
from numba.cuda.cudadrv.driver import CudaAPIError
from numba.cuda.cudaimpl import _generic_array
from numba.cuda.cudaimpl import registry as lowerings
from numba.cuda.np import arrayobj
from numba.cuda.target import CUDATargetContext
from numba.cuda.typing.npydecl import parse_dtype
from numba.cuda.typing.templates import CallableTemplate

from simulator.errors import UserError
from simulator.kernel import room

ALIGNED = 16  # bytes: what the widest access asks for
AT_ONCE = 8  # words that are on their way together when a record is copied
BYTE, WORD = ir.IntType(8), ir.IntType(32)  # threads' own memory is laid out in words of 32 bits

_compile, _store = nvvm.compile_ir, arrayobj.store_item


def _as_it_stands(code: Any, **options: Any) -> Any:
    """Nothing is fused, and loops stay loops."""
    modules = [code] if isinstance(code, str) else code
    return _compile([_with_loops(module) for module in modules], **options, fma=0)


TARGET = re.compile(r'label %"?([^",]+)')
LOOP = 1_000_000  # the number of the first of our marks: Numba has fewer of its own


def _with_loops(code: str) -> str:
    """The same, with a mark at every jump back that its loop is not to be unrolled.

    Unrolled, `excavation` took twice the time, for want of instructions to go on with.
    """
    lines, passed, marks = [], set[str](), list[str]()
    for line in code.splitlines():
        if line.startswith("define"):
            passed.clear()
        elif line.endswith(":"):
            passed.add(line[:-1].strip('"'))
        elif line.startswith("  br ") and passed.intersection(TARGET.findall(line)):
            mark = f"!{LOOP + len(marks) + 1}"
            marks.append(f"{mark} = distinct !{{{mark}, !{LOOP}}}")
            line += f", !llvm.loop {mark}"
        lines.append(line)
    return "\n".join([*lines, f'!{LOOP} = !{{!"llvm.loop.unroll.disable"}}', *marks])


def _index_as_it_is(context: Any, builder: Any, kind: Any, index: Any, length: Any) -> Any:
    """As in `simulator.kernel`: in our kernels none is negative."""
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


def _store_in_words(context: Any, builder: Any, array: Any, value: Any, place: Any) -> None:
    """A record is copied by words, several at a time; all else as ever."""
    if not isinstance(array.dtype, types.Record):
        return _store(context, builder, array, value, place)
    to, source = (builder.bitcast(one, WORD.as_pointer()) for one in (place, value))
    times, rest = divmod(_words(array.dtype.size), AT_ONCE)
    with cgutils.for_range(builder, ir.Constant(WORD, times)) as loop:
        _copy(builder, source, to, builder.mul(loop.index, ir.Constant(WORD, AT_ONCE)), AT_ONCE)
    _copy(builder, source, to, ir.Constant(WORD, times * AT_ONCE), rest)
    return None


def _copy(builder: Any, source: Any, to: Any, first: Any, n: int) -> None:
    """Some words from the first on: all are asked for before the first has come."""
    places = [builder.add(first, ir.Constant(WORD, k)) for k in range(n)]
    words = [builder.load(builder.gep(source, [place]), align=4) for place in places]
    for word, place in zip(words, places, strict=True):
        builder.store(word, builder.gep(to, [place]), align=4)


def _words(size: int) -> int:
    """How many there are in so many bytes."""
    return -(-size // 4)


def _table(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    """A constant array in the memory of the whole GPU, once however many functions read it."""
    array = np.ascontiguousarray(array)
    data, module = array.tobytes(), builder.module
    name = f"table_{hashlib.sha256(data).hexdigest()[:16]}"
    if name not in module.globals:
        value = ir.Constant(ir.ArrayType(BYTE, len(data)), bytearray(data))
        table = cgutils.add_global_variable(module, value.type, name, nvvm.ADDRSPACE_GLOBAL)
        table.linkage, table.global_constant = "linkonce_odr", True
        table.initializer, table.align = value, ALIGNED
    start = builder.addrspacecast(module.globals[name], BYTE.as_pointer(), "generic")
    made = context.make_array(kind)(context, builder)
    context.populate_array(
        made,
        data=builder.bitcast(start, made.data.type),
        shape=[context.get_constant(types.intp, n) for n in array.shape],
        strides=[context.get_constant(types.intp, n) for n in array.strides],
        itemsize=made.itemsize,
        meminfo=None,
    )
    return made._getvalue()


@contextmanager
def tailored() -> Iterator[None]:
    """Within, kernels for a GPU are compiled as games need it."""
    with ExitStack() as settings:
        for place, name, ours in (
            (nvvm, "compile_ir", _as_it_stands),
            (arrayobj, "fix_integer_index", _index_as_it_is),
            (arrayobj, "store_item", _store_in_words),
            (CUDATargetContext, "make_constant_array", _table),
        ):
            settings.enter_context(patch.object(place, name, ours))
        try:
            yield
        except (CudaAPIError, NumbaError) as error:
            said = str(error).strip().splitlines()[0]
            raise UserError(
                f"--engine cuda fails here ({said}); --engine compiled plays the same games."
            ) from error


@typings.register_global(room)
class _Room(CallableTemplate):
    key = room

    def generic(self) -> Any:
        def typer(n: Any, kind: Any) -> Any:
            if isinstance(n, types.IntegerLiteral):
                return types.Array(parse_dtype(kind), 1, "C")
            return None

        return typer


@lowerings.lower(room, types.IntegerLiteral, types.Any)
def _room(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Zeros in the thread's own memory."""
    kind, n = signature.return_type, signature.args[0].literal_value
    made = _generic_array(
        context, builder, (n,), kind.dtype, "room", nvvm.ADDRSPACE_LOCAL, alignment=ALIGNED
    )
    start = context.make_array(kind)(context, builder, made).data
    size = n * context.get_abi_sizeof(context.get_data_type(kind.dtype))
    start = builder.bitcast(start, WORD.as_pointer())
    with cgutils.for_range(builder, ir.Constant(WORD, _words(size))) as loop:
        builder.store(ir.Constant(WORD, 0), builder.gep(start, [loop.index]), align=4)
    return made
