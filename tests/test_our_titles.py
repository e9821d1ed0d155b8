"""What our four titles have beyond what every title must: laws, alternatives, levers, players."""

from dataclasses import replace

import pytest
from ours import OURS

from simulator.conformance import soak, variants
from simulator.kernel import kernel
from simulator.titles import load_title
from strategies.registry import strategies_of


@pytest.mark.parametrize("name", OURS)
def test_a_broken_law_is_found(name):
    """The soak can fail: a rule that cheats is caught."""
    title = load_title(name)
    honest = title.legal

    @kernel
    def cheat(game, rules, choices):
        game.tally[:, :] = 99
        return honest(game, rules, choices)

    with pytest.raises(AssertionError, match="broken law"):
        soak(replace(title, legal=cheat), title.components, title.players[0], seed=1, n=5)


@pytest.mark.parametrize("title", OURS)
def test_every_title_has_the_three_that_all_have(title):
    assert {"random", "greedy", "allround"} <= set(strategies_of(load_title(title)))


@pytest.mark.parametrize("name", OURS)
def test_there_are_variants_to_soak(name):
    assert len(list(variants(load_title(name)))) > 5


@pytest.mark.parametrize("name", OURS)
def test_there_are_parts_to_remove_groups_to_forbid_and_factors_to_vary(name):
    title = load_title(name)
    assert title.levers.removals
    assert title.levers.groups
    assert all(title.levers.factors(players) for players in title.players)
