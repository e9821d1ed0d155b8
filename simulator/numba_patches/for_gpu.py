"""How Numba compiles kernels for a GPU, so that they give the same numbers as on a processor.

By itself it fuses multiplications with additions, which rounds once instead of twice; writes loops
out, until a title is more code than a GPU has at hand; reckons with 64 bits, of which a GPU takes
32 at a time; copies records byte by byte; keeps tables where 64 kB is all there is; and has no
arrays that are made while a kernel runs. Within `tailored` none of this holds.
"""

import functools
import hashlib
import itertools
import operator
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from llvmlite import ir
from numba import cuda
from numba.core.datamodel.models import IntegerModel
from numba.core.datamodel.registry import register_default
from numba.cuda import cgutils, types
from numba.cuda.core.compiler_lock import global_compiler_lock
from numba.cuda.core.errors import NumbaError
from numba.cuda.cudadecl import registry as typings
from numba.cuda.cudadrv import nvvm
from numba.cuda.cudadrv.driver import CudaAPIError, device_memset
from numba.cuda.cudaimpl import registry as lowerings
from numba.cuda.descriptor import cuda_target
from numba.cuda.dispatcher import CUDACache, CUDACacheImpl
from numba.cuda.np import arrayobj
from numba.cuda.target import CUDATargetContext
from numba.cuda.typing import builtins, typeof
from numba.cuda.typing.npydecl import parse_dtype
from numba.cuda.typing.templates import CallableTemplate, ConcreteTemplate, signature

from simulator.doors import setting
from simulator.errors import UserError
from simulator.kernel import room
from simulator.numba_patches.digest_cache import ChecksummedFiles, kept_in
from simulator.numba_patches.patch import all_replaced, must

ALIGNED = 16  # bytes: what the widest access asks for
AT_ONCE = 8  # words that are on their way together when a record is copied
BYTE, WORD = ir.IntType(8), ir.IntType(32)  # threads' own memory is laid out in words of 32 bits

_compile, _store = nvvm.compile_ir, arrayobj.store_item


def _as_it_stands(code: Any, **options: Any) -> Any:
    """Nothing is fused, and loops stay loops."""
    modules = [code] if isinstance(code, str) else code
    size = _size_of(modules)
    return _compile([_with_loops(module, size) for module in modules], **options, fma=0)


FUNCTION = re.compile(r'^define [^\n]*?@"?([^"(\n]+)"?\(.*?^}', re.M | re.S)
CALL = re.compile(r' call [^@\n]*@"?([^"(\n]+)"?\(')
TARGET = re.compile(r'label %"?([^",]+)')
LOOP = 1_000_000  # the number of the first of our marks: Numba has fewer of its own
AS_IT_IS, IF_FIXED = f"!{LOOP}", f"!{LOOP + 1}"
MARKS = (
    f'{AS_IT_IS} = !{{!"llvm.loop.unroll.disable"}}',
    f'{IF_FIXED} = !{{!"llvm.loop.unroll.runtime.disable"}}',
)
SHORT_LOOP = 145  # lines before anything is optimised, with those of what it calls


def _size_of(modules: list[str]) -> Callable[[str], int]:
    """How many lines a function has, with those of all it calls."""
    bodies = {one[1]: one[0] for module in modules for one in FUNCTION.finditer(module)}

    @functools.cache
    def size(name: str) -> int:
        body = bodies.get(name, "")
        return body.count("\n") + sum(map(size, CALL.findall(body)))

    return size


def _with_loops(code: str, size: Callable[[str], int]) -> str:
    """The same, with a mark at every jump back: its loop is not to be unrolled, unless it is short
    and the number of its rounds is fixed.

    Unrolled, `excavation` took twice the time, for want of instructions to go on with; short ones
    that are not keep waiting, round by round, for what they could have asked for at once.
    """
    lines, passed, marks = list[str](), dict[str, int](), list[str]()
    for line in code.splitlines():
        if line.startswith("define"):
            passed.clear()
        elif line.endswith(":"):
            passed[line[:-1].strip('"')] = len(lines)
        elif line.startswith("  br ") and (back := passed.keys() & TARGET.findall(line)):
            body = lines[min(passed[one] for one in back) :]
            long = len(body) + sum(map(size, CALL.findall("\n".join(body)))) > SHORT_LOOP
            mark = f"!{LOOP + len(MARKS) + len(marks)}"
            marks.append(f"{mark} = distinct !{{{mark}, {AS_IT_IS if long else IF_FIXED}}}")
            line += f", !llvm.loop {mark}"
        lines.append(line)
    return "\n".join([*lines, *MARKS, *marks])


# Whole numbers of up to 32 bits are reckoned with as such; as of Numba they would all have 64.

BITS = 32
WHOLE = types.int32, types.int64, types.uint32, types.uint64  # the first that fits is taken


class Constant(types.IntegerLiteral):
    """A whole number that stands in the code, of 32 bits."""

    literal_type = types.int32

    def __init__(self, value: int) -> None:
        self._literal_init(value)
        types.Integer.__init__(self, f"Constant({value})", BITS, signed=True)


register_default(Constant)(IntegerModel)

_type_of_whole, _literal = typeof.typeof_impl.registry[int], types.maybe_literal


def _is_short(value: Any) -> bool:
    return type(value) is int and value.bit_length() < BITS


def _type_of(value: int, context: Any) -> Any:
    return types.int32 if _is_short(value) else _type_of_whole(value, context)


def _constant(value: Any) -> Any:
    return Constant(value) if _is_short(value) else _literal(value)


def _whole(*given: Any) -> Any:
    """What is made of whole numbers: as long as the longest of them, and 32 bits at least."""
    bits = max(BITS, *(one.bitwidth for one in given))
    return types.Integer.from_bitwidth(bits, any(one.signed for one in given))


def _of_two(cases: list[Any]) -> list[Any]:
    """What an operator with two operands takes and gives; the first that fits is taken."""
    pairs = itertools.product(WHOLE, repeat=2)
    others = [case for case in cases if case not in builtins.integer_binop_cases]
    return [signature(_whole(*pair), *pair) for pair in pairs] + others


def _of_the_first(cases: list[Any]) -> list[Any]:
    """The same of an operator whose result is as long as its first operand."""
    return [
        signature(_whole(case.args[0]), *case.args) if _is_whole(case) else case for case in cases
    ]


def _is_whole(case: Any) -> bool:
    return all(isinstance(one, types.Integer) for one in (case.return_type, case.args[0]))


# To the left nothing is shifted out: `1 << place` has 64 bits, as ever.
OPERATORS = {
    _of_two: "add iadd sub isub mul imul mod imod floordiv ifloordiv and_ iand or_ ior xor ixor",
    _of_the_first: "rshift irshift neg pos invert",
}


@functools.cache
def _operators() -> list[tuple[Any, str, list[Any]]]:
    """What each of them takes and gives, wherever Numba says so for GPUs."""
    context = cuda_target.typing_context
    context.refresh()
    return [
        (template, "cases", ours(template.cases))
        for ours, names in OPERATORS.items()
        for name in names.split()
        for template in context.resolve_value_type(getattr(operator, name)).templates
        if issubclass(template, ConcreteTemplate)
    ]


def _index_as_it_is(context: Any, builder: Any, kind: Any, index: Any, length: Any) -> Any:
    """As in `indexing`: in our kernels none is negative."""
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
    return _array_at(context, builder, kind, start, array.shape, array.strides)


def _array_at(
    context: Any, builder: Any, kind: Any, start: Any, shape: Sequence[int], strides: Sequence[int]
) -> Any:
    made = context.make_array(kind)(context, builder)
    context.populate_array(
        made,
        data=builder.bitcast(start, made.data.type),
        shape=[context.get_constant(types.intp, n) for n in shape],
        strides=[context.get_constant(types.intp, n) for n in strides],
        itemsize=made.itemsize,
        meminfo=None,
    )
    return made._getvalue()


@contextmanager
def tailored() -> Iterator[None]:
    """Within, kernels for a GPU are compiled as games need it, and nobody else's are."""
    replacements = [
        (nvvm, "compile_ir", _as_it_stands),
        (arrayobj, "fix_integer_index", _index_as_it_is),
        (arrayobj, "store_item", _store_in_words),
        (CUDATargetContext, "make_constant_array", _table),
        (types, "maybe_literal", _constant),
        *_operators(),
    ]
    with global_compiler_lock, all_replaced(replacements):
        typeof.typeof_impl.register(int, _type_of)
        try:
            yield
        except (CudaAPIError, NumbaError) as error:
            said = str(error).strip().splitlines()[0]
            cuda, compiled = (setting("engine", name) for name in ("cuda", "compiled"))
            raise UserError(
                f"{cuda} fails here ({said}); {compiled} plays the same games."
            ) from error
        finally:
            typeof.typeof_impl.register(int, _type_of_whole)


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
    """Zeros in the thread's own memory, written where they are asked for; Numba's own way would
    write them at the beginning, too."""
    kind, n = signature.return_type, signature.args[0].literal_value
    size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    words = _words(n * size)
    with builder.goto_entry_block():
        start = builder.alloca(ir.ArrayType(WORD, words), name="room")
        start.align = ALIGNED
    first = builder.bitcast(start, WORD.as_pointer())
    with cgutils.for_range(builder, ir.Constant(WORD, words)) as loop:
        builder.store(ir.Constant(WORD, 0), builder.gep(first, [loop.index]), align=4)
    return _array_at(context, builder, kind, start, (n,), (size,))


class KeptForGpu(CUDACache):
    """The machine code of a loop on disk, checked as that of other kernels is."""

    def __init__(self, function: Callable, folder: Path) -> None:
        self._impl_class = kept_in(folder, CUDACacheImpl)
        super().__init__(function)
        self._cache_file: Any = ChecksummedFiles(self._cache_file)


def zeros(n: int, kind: np.dtype) -> Any:
    """Rows on the GPU. Threads that write zeros each into its own wait for each other's."""
    made = cuda.device_array(n, kind)
    device_memset(made, 0, n * kind.itemsize)
    return made


def _reckon(given, found):
    rows = room(2, np.int32)
    found[0] = given[0] * given[0] - given[1] + rows[1]


def probe() -> None:
    """On a GPU: nothing is fused, or a last bit would be left."""
    given, found = np.array([1 + 2.0**-27, 1 + 2.0**-26]), np.ones(1)
    with tailored():
        cuda.jit(_reckon, lto=False)[1, 1](given, found)  # as games are: lto would fuse
    must(found[0], 0.0)
