"""Settings for all tests."""

import pytest
from hypothesis import settings

from simulator.titles import load_title, shipped_names
from strategies import registry

settings.register_profile("kernels", deadline=None)  # the first example may compile
settings.load_profile("kernels")


@pytest.fixture(autouse=True)
def forget_plug_ins():
    """Strategies that a test registers are gone after it."""
    for name in shipped_names():
        registry.strategies_of(load_title(name))
    before = dict(registry._registry)
    yield
    registry._plug_ins.clear()
    registry._registry.clear()
    registry._registry.update(before)
