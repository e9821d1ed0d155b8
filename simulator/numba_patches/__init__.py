"""All that reaches into Numba, or changes it while a kernel of ours is compiled.

Each patch is used only where it fits the Numba that is installed; elsewhere games are played
the slow way, which Numba promises, and one line says so. Nothing here has a say in other people's
functions. `tiltmeter verify --machine` prints the list.
"""

from simulator.numba_patches.patches import (
    FOR_GPU,
    PATCHES,
    copied_into_callers,
    from_0,
    gpu_misfit,
    in_force,
    keep,
    machine,
    misfits,
    options_for,
    ours,
    quiet,
    versions,
    way_in,
)

__all__ = [
    "FOR_GPU",
    "PATCHES",
    "copied_into_callers",
    "from_0",
    "gpu_misfit",
    "in_force",
    "keep",
    "machine",
    "misfits",
    "options_for",
    "ours",
    "quiet",
    "versions",
    "way_in",
]
