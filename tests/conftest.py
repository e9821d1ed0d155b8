"""Settings for all tests."""

from hypothesis import settings

settings.register_profile("kernels", deadline=None)  # the first example may compile
settings.load_profile("kernels")
