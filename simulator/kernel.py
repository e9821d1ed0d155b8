"""Rules as small functions on NumPy records, compiled by Numba or plain.

`@kernel` marks a function that runs in every engine. Called from Python it is machine code;
`plain(fn)` is the same function in plain Python, and so is every kernel it calls.
`record()` makes the types such functions work on, `new()` a row of one. Where machine code is kept
says `simulator/machine_code.py`.
"""

import dis
import functools
import hashlib
import itertools
import re
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import config
from numba.extending import is_jitted, overload

from simulator import numba_patches
from simulator.copies import COPIED
from simulator.doors import setting
from simulator.errors import UserError
from simulator.interrupts import heeded
from simulator.machine_code import is_kept, is_shipped, machine_code_of

LONG = 120  # signs of a name
LARGE = 400  # instructions of Python, with those of the kernels it calls
HANDED = "simulator.mechanisms"  # kernels for guests to call

if config.DISABLE_JIT:
    instead = f"debug with {setting('engine', 'python')} instead"
    raise UserError(f"NUMBA_DISABLE_JIT is set; unset it, and {instead}.")

small = np.int8  # for counts of pieces and numbers of kinds, of which there are no more than 127


def record(**fields: Any) -> np.dtype:
    """A record type: each field `int` (32 bits), `float`, a NumPy scalar type, or `(type, shape)`.

    Names that NumPy records already use would be methods in plain Python and fields in machine
    code, so they are refused.
    """
    for name in fields:
        if hasattr(np.record, name) or hasattr(np.recarray, name):
            raise ValueError(f"NumPy records already use the name '{name}'; choose another one.")
    columns = []
    for name, field in fields.items():
        kind, *shape = field if isinstance(field, tuple) else (field,)
        columns.append((name, np.int32 if kind is int else kind, *shape))
    return np.dtype((np.record, np.dtype(columns, align=True)))


@functools.cache
def wide(record_type: np.dtype) -> np.dtype:
    """The same fields for plain Python, where sums of small numbers would run over.

    Machine code reckons with 64 bits whatever it reads, and cuts what it writes.
    """
    columns = []
    for name in record_type.names or ():
        base, shape = record_type[name].base, record_type[name].shape
        columns.append((name, np.int64 if base.kind == "i" or base.itemsize < 8 else base, shape))
    return quick(np.dtype(columns, align=True))


@functools.cache
def quick(record_type: np.dtype) -> np.dtype:
    """The same record for plain Python, which finds its fields in a fifth of NumPy's time."""
    if record_type.type not in (np.record, np.void):
        return record_type  # has its own ways
    fields = {name: _field(name) for name in record_type.names or ()}
    return np.dtype((type("Quick", (np.void,), {"__slots__": (), **fields}), record_type))


def _field(name: str) -> property:
    def read(row: Any) -> Any:
        return row[name]

    def write(row: Any, value: Any) -> None:
        row[name] = value

    return property(read, write)


def row_as(record_type: np.dtype, row: Any) -> Any:
    """A copy of one row as another record with the same fields, wide or narrow."""
    made = new(record_type)
    for name in record_type.names or ():
        made[name] = row[name]
    return made


def narrowed(rows: np.ndarray, record_type: np.dtype) -> np.ndarray:
    """The same rows as another record; a number that does not fit its field is an error."""
    if rows.dtype.itemsize == record_type.itemsize:
        return rows.view(record_type)
    made = np.zeros(len(rows), record_type)
    for name in record_type.names or ():
        made[name] = rows[name]
        if not np.array_equal(made[name], rows[name]):
            raise OverflowError(f"'{name}' holds {made[name].dtype} and was given more")
    return made


def new(record_type: np.dtype) -> Any:
    """One row of zeros."""
    return np.zeros(1, quick(record_type))[0]


def room(n, kind):
    """An array of zeros for as long as a kernel runs; on a GPU in the thread's own memory."""
    return np.zeros(n, kind)


@overload(room, target="cpu")
def _room(n, kind):
    quickly = numba_patches.ours("zeros")
    zeros = quickly.zeros if quickly else np.zeros
    return lambda n, kind: zeros(n, kind)


# The forms of one function: called from Python, copied into others, passed as a value or called
# where it stands, and plain.


def kernel(function: Callable) -> Any:
    """Marks a function of rules or strategy; compiled at its first call, then kept on disk.

    Small functions cost nothing: each is copied into its callers. For those it has another form,
    made when the first of them asks (`simulator/numba_patches/copying.py`).
    """
    return _kernel(function, "called")


def _kernel(function: Callable, form: str) -> Any:
    copied_in = functools.cache(lambda: _form(function, "copied_in"))
    return numba_patches.copied_into_callers(_form(function, form), copied_in)


def _form(function: Callable, form: str) -> Any:
    """The function for Numba to compile, its machine code in a folder if it is kept at all.

    Where a test has not played every function with bounds checked, as it has ours, they are checked
    in every game; so they are in ours that work on whatever a guest hands them. So is what they
    divide by.
    """
    ours = is_shipped(function) and function.__module__ != HANDED
    checked = dict(error_model="numpy") if ours else dict(error_model="python", boundscheck=True)
    is_large = form == "copied_in" and not is_shipped(function) and _is_large(function)
    made = numba.njit(nogil=True, **checked, **numba_patches.options_for(form, is_large))(function)
    if is_kept(function):
        numba_patches.from_0(function)
        folder = machine_code_of(function)
        numba_patches.keep(made, folder / form if form == "copied_in" else folder)
    return made


def _is_large(function: Callable) -> bool:
    """With every kernel it calls copied in, and those that they call, at each place again.

    A guest's bot of three loops within each other, whose kernels had 1,000 instructions, was
    compiled for more than ten minutes.
    """
    n, waiting = 0, [function]
    while waiting and n <= LARGE:
        one = waiting.pop()
        for seen in dis.get_instructions(one):
            n += 1
            named: Any = one.__globals__.get(seen.argval) if seen.opname == "LOAD_GLOBAL" else None
            waiting += [named.py_func] if is_kernel(named) else []
    return n > LARGE


@functools.cache
def with_kernels(body: Callable, module: str, file: str, **given: Any) -> Any:
    """The function as a kernel in which global names stand for other kernels, copied in.

    A kernel that is handed over as a value is called through a pointer, which cost a short game a
    fifth of its time where it happened for every seat and source of points. A closure would not be
    found again on disk. The copy counts as part of a module and its file, whose sources say when
    machine code is stale. Record types and whole numbers may be given too.
    """
    return kernel(copy_of(body, module, file, **given))


def copy_of(body: Callable, module: str, file: str, **given: Any) -> Callable:
    """The function in which global names stand for what is given."""
    for one in given.values():
        if is_kernel(one) and not is_kept(one.py_func):  # and so is what it is copied into
            module, file = one.py_func.__module__, one.py_func.__code__.co_filename
    first = body.__code__.co_firstlineno + COPIED
    code = body.__code__.replace(co_filename=file, co_firstlineno=first)
    made = types.FunctionType(code, {**body.__globals__, **given}, body.__name__)
    made.__globals__.pop(TWIN, None)
    made.__module__ = module
    names = [one.__qualname__ for one in given.values() if is_kernel(one)]
    made.__qualname__ = _short("_".join([body.__qualname__, *names]))
    return made


def _short(name: str) -> str:
    """A name by which machine code is kept: a file system takes no longer ones than 255 signs."""
    if len(name) <= LONG:
        return name
    return f"{name[:LONG]}_{hashlib.sha256(name.encode()).hexdigest()[:16]}"


def is_kernel(thing: Any) -> bool:
    return is_jitted(thing)


def is_copy(function: Any) -> bool:
    """Whether a kernel was made with other kernels copied in."""
    return function.py_func.__code__.co_firstlineno > COPIED


def declare(function: Any, returns: Any, *arguments: Any) -> Any:
    """The kernel compiled for these types (see `_type`), so that other kernels can be given it."""
    declared = _declared(function, returns, *arguments)
    if isinstance(declared, NotCompiled):
        raise declared
    return declared


@functools.cache  # by the kernel itself: fetching machine code from disk for every match is slow
def _declared(function: Any, returns: Any, *arguments: Any) -> Any:
    """The compiled kernel, or what stopped the compiler, which is not asked again."""
    declared = _kernel(function.py_func, "declared")
    try:
        with heeded(), numba_patches.quiet():
            _link_called(function.py_func)
            declared.compile(_type(returns)(*map(_type, arguments)))
    except NotCompiled as error:
        return error  # of a kernel that it calls
    except Exception as error:  # Numba has many of its own, and lets others through
        other = "" if isinstance(error, numba.NumbaError) else f"{type(error).__name__}: {error}"
        return NotCompiled(function.py_func, str(error), other)
    declared.disable_compile()
    return declared


@functools.cache  # by the kernel itself, by which a copy that calls it is found again
def called(function: Any, returns: Any, *arguments: Any) -> Any:
    """The kernel declared for these types, for others to call where it stands, not copied in.

    So it is where it can be linked so (`simulator/numba_patches/linking.py`).
    """
    linking = numba_patches.ours("linking")
    if not linking:
        return function

    def declared() -> Any:
        return declare(function, returns, *arguments)

    made = _form(function.py_func, "called")
    return linking.called_where_it_stands(made, _symbol(function.py_func), declared)


def _symbol(function: Callable) -> str:
    """A name for the linker: the same in every session where machine code that has it is kept."""
    if not is_kept(function):
        return f"called_{next(_others)}"
    code = function.__code__.co_firstlineno, function.__code__.co_code
    parts = machine_code_of(function).name, function.__module__, function.__qualname__, code
    return f"called_{hashlib.sha256(repr(parts).encode()).hexdigest()}"


_others = itertools.count()


def _link_called(function: Callable) -> None:
    """Tells the linker where those kernels are that the function calls where they stand.

    Or that kernels copied into it call.
    """
    for one in function.__globals__.values():
        if not is_kernel(one):
            continue
        if hasattr(one, "link"):
            one.link()
        elif is_copy(one) and one.py_func is not function:
            _link_called(one.py_func)


def function_type(returns: Any, *arguments: Any) -> Any:
    """The type of a kernel declared for these types."""
    return numba.types.FunctionType(_type(returns)(*map(_type, arguments)))


def tuple_type(kind: Any, n: int) -> Any:
    """The type of a tuple of `n` values of one type."""
    with numba_patches.quiet():
        return numba.types.UniTuple(_type(kind), n)


def types_tuple(*kinds: Any) -> Any:
    """The type of a tuple with a value of each of these types."""
    with numba_patches.quiet():
        return numba.types.Tuple(tuple(map(_type, kinds)))


@functools.cache  # by the type itself: a record of many fields takes milliseconds to translate
def _type(kind: Any) -> Any:
    """None, `int`, `float` or a record type; `(type, n)` is an array of it with n dimensions.

    `(type, n, "A")` is one whose entries may lie apart.
    """
    if isinstance(kind, numba.types.Type):
        return kind
    if kind is None:
        return numba.void
    if isinstance(kind, tuple):
        return numba.types.Array(_type(kind[0]), kind[1], *(kind[2:] or "C"))
    return numba.from_dtype(np.dtype(kind))


def plain(function: Any) -> Callable:
    """The same function in plain Python, for debugging and for the python engine."""
    if not is_kernel(function):
        return function
    # Whole numbers wrap around, as in machine code; to divide by zero is a mistake.
    reckoning = np.errstate(over="ignore", divide="raise", invalid="raise")
    return reckoning(_plain(function))


@functools.cache  # by the kernel itself: two that call each other would be twinned for ever
def _plain(function: Any) -> Callable:
    body = function.py_func
    closure = tuple(types.CellType(plain(cell.cell_contents)) for cell in body.__closure__ or ())
    names = _plain_names(body.__globals__)
    made = types.FunctionType(body.__code__, names, body.__name__, body.__defaults__, closure)
    return getattr(function, GUARD, _as_it_is)(made)


GUARD = "guard"  # of a kernel: what its plain form is put into, where something is asked of it


def _as_it_is(function: Callable) -> Callable:
    return function


TWIN = "__plain__"  # where a module keeps its names with every kernel plain


def _plain_names(names: dict[str, Any]) -> dict[str, Any]:
    """A module's names with every kernel in them plain, also those of modules it imports.

    Records are wide there.
    """
    if TWIN not in names:
        twin = names[TWIN] = dict(names)
        for name, value in tuple(names.items()):
            if is_kernel(value):
                twin[name] = _plain(value)
            elif isinstance(value, np.dtype) and value.names:
                twin[name] = wide(value)
            elif isinstance(value, types.ModuleType) and any(map(is_kernel, vars(value).values())):
                twin[name] = types.SimpleNamespace(**_plain_names(vars(value)))
    return names[TWIN]


class NotCompiled(UserError):
    """Numba could not compile a function; `line` of `file` stopped it, 0 if it is not known."""

    def __init__(self, function: Callable, message: str, other: str = "") -> None:
        """An error that is not Numba's own is told as `other`: it may not be the function's."""
        self.file = function.__code__.co_filename
        name = re.escape(Path(self.file).name)
        said = re.findall(rf'{name}(?:", line | \()(\d+)', message)  # Numba's two ways to say it
        lines = [function.__code__.co_firstlineno, *map(int, said)]
        self.line = next((line for line in reversed(lines) if line < COPIED), 0)
        place = f"line {self.line} of " if self.line else ""
        unmarked = re.search(r"Untyped global name '(\w+)'.*\n?.*<class 'function'>", message)
        why = f" ('{unmarked[1]}' is called there and is no kernel)" if unmarked else ""
        why = f" ({other.splitlines()[0]})" if other else why
        super().__init__(f"{place}{Path(self.file).name} cannot be compiled{why}")

    def __reduce__(self) -> Any:
        """Worker processes hand it over: as its sentence, for a function cannot be."""
        return UserError, (str(self),)
