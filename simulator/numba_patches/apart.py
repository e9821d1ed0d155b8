"""No two records that a kernel is handed lie in one another.

So what was read of a game is not read again after every note that a player writes.
"""

from typing import Any

import numba

from simulator.numba_patches.compiling import Ours
from simulator.numba_patches.patch import must


class Apart(Ours):
    """Numba's own compiler, told so."""

    def define_pipelines(self) -> Any:
        records = numba.types.Record, numba.types.Integer
        self.state.flags.noalias = all(isinstance(kind, records) for kind in self.state.args)
        return super().define_pipelines()


def probe() -> None:
    tried = numba.njit(pipeline_class=Apart)(lambda n: n + 1)
    must(tried(3), 4)
