"""Machine code as tests run it: every kernel has its bounds checked.

In the processes that tests start too. What users get has not (see `simulator.kernel`), and
tests/test_speed.py plays with that.
"""

import gc
import os

os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")  # read by Numba when it is imported
os.environ.setdefault("NUMBA_OPT", "1")  # compiled in less time, and nearly as fast
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as `tiltmeter` does
gc.set_threshold(50_000)  # as `tiltmeter` does: compiling makes many objects that stay
