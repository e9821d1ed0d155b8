"""Every title passes every check of simulator/conformance.py."""

import pytest

from simulator.conformance import CHECKS, soak, variants
from simulator.titles import load_title, title_names


@pytest.mark.parametrize("name", title_names())
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_title(name, check):
    check(load_title(name))


@pytest.mark.parametrize("name", title_names())
def test_a_broken_law_is_found(name):
    """The soak can fail: a rule that cheats is caught."""
    from dataclasses import replace

    from simulator.kernel import kernel

    title = load_title(name)
    honest = title.apply

    @kernel
    def cheat(game, rules, move):
        honest(game, rules, move)
        game.tally[:, :] = 99

    with pytest.raises(AssertionError, match="broken law"):
        soak(replace(title, apply=cheat), title.components, title.players[0], seed=1, n=5)


@pytest.mark.parametrize("name", title_names())
def test_every_title_has_variants_to_soak(name):
    assert len(list(variants(load_title(name)))) > 5
