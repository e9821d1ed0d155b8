"""What Numba works out again and again while it compiles, remembered: a fifth of the time less."""

import functools
import operator
from contextlib import nullcontext
from typing import Any

import numba.core.dispatcher
import numba.core.event
import numba.core.types
import numba.core.utils
from numba.core.targetconfig import TargetConfig

event: Any = numba.core.event  # changed below, which type checkers would not have
types: Any = numba.core.types
utils: Any = numba.core.utils
Dispatcher: Any = numba.core.dispatcher.Dispatcher
BaseFunction = types.functions.BaseFunction

# The long name of a record, which every step of compiling writes down.
types.Record.__repr__ = functools.cache(types.Record.__repr__)


@functools.cache
def _defaults(kind: Any) -> dict[str, Any]:
    return {name: option.default for name, option in kind.options.items()}


def _values(flags: Any) -> dict[str, Any]:
    """All flags by name, which Numba compares with others whenever it looks a function up."""
    return {**_defaults(flags.__class__), **flags._values}


TargetConfig.values = _values


# What an operator makes of numbers, and an index of an array: asked wherever a kernel has one.

NUMBERS = types.Number, types.Boolean, types.IntegerLiteral, types.BooleanLiteral
INDEXED = operator.getitem, operator.setitem
_call_type = BaseFunction.get_call_type


def _call_type_if_unknown(function: Any, context: Any, arguments: Any, named: Any) -> Any:
    if not named and _is_plain(function, arguments):
        return _known_call_type(function, context, arguments)
    return _call_type(function, context, arguments, named)


def _is_plain(function: Any, arguments: Any) -> bool:
    """Whether nothing else, such as the flags of the moment, has a say in what comes out."""
    if function.typing_key in INDEXED and isinstance(arguments[0], types.Array):
        arguments = arguments[1:]
    return all(map(_is_number, arguments))


def _is_number(kind: Any) -> bool:
    if isinstance(kind, types.BaseTuple):
        return all(map(_is_number, kind))
    return isinstance(kind, NUMBERS)


@functools.cache
def _known_call_type(function: Any, context: Any, arguments: Any) -> Any:
    return _call_type(function, context, arguments, {})


BaseFunction.get_call_type = _call_type_if_unknown


# How long each kernel waits for LLVM: a clock for every kernel that is being compiled, looked at
# whenever one of them calls LLVM. Nobody asks for it.

event.install_timer = lambda kind, callback: nullcontext()
_start_event, _end_event = event.start_event, event.end_event


def _start_if_heard(kind: str, *more: Any, **named: Any) -> None:
    if event._registered[kind]:
        _start_event(kind, *more, **named)


def _end_if_heard(kind: str, *more: Any, **named: Any) -> None:
    if event._registered[kind]:
        _end_event(kind, *more, **named)


event.start_event, event.end_event = _start_if_heard, _end_if_heard


# What kernels handed over as values are given and give back: asked of each before every batch.

utils.get_nargs_range = functools.lru_cache(utils.get_nargs_range)
_function_type = Dispatcher.get_function_type


def _function_type_if_unknown(kernel: Any) -> Any:
    """Of one that is not compiled for other types any more; of others it may change."""
    if kernel._can_compile:
        return _function_type(kernel)
    if "known_function_type" not in vars(kernel):
        kernel.known_function_type = _function_type(kernel)
    return kernel.known_function_type


Dispatcher.get_function_type = _function_type_if_unknown
