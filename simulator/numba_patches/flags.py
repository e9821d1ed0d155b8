"""All flags of a compilation by name, which Numba compares whenever it looks a function up.

Those that were not set are the same each time; asked for one by one they took a twentieth of the
time of compiling.
"""

import functools
from typing import Any

from numba.core.compiler import Flags

from simulator.numba_patches.patch import must


def values(flags: Any) -> dict[str, Any]:
    """In the place of Numba's."""
    return {**_defaults(flags.__class__), **flags._values}


@functools.cache
def _defaults(kind: Any) -> dict[str, Any]:
    return {name: option.default for name, option in kind.options.items()}


def probe() -> None:
    flags = Flags()
    must(values(flags), flags.values())
    flags.noalias = True
    must(values(flags), flags.values())
