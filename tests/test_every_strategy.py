"""Every strategy of every title passes every check of strategies/conformance.py."""

import pytest
from ours import FEW

from simulator.titles import load_title, shipped_names
from strategies.conformance import CHECKS, cannot_peek, rates_with_numbers_and_touches_nothing
from strategies.registry import load_code, strategies_of


def words(one):
    return one.name + FEW if one.based else one.name


PLAYERS = [
    (title, words(one))
    for title in shipped_names()
    for one in strategies_of(load_title(title)).values()
    if one.name not in ("learned", "level")  # tests/test_learned.py, tests/test_skill_levels.py
]


@pytest.mark.parametrize(("title", "name"), PLAYERS)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_strategy(title, name, check):
    check(load_title(title), name)


def test_a_strategy_that_reads_the_dice_to_come_is_caught(tmp_path):
    file = tmp_path / "peeker.py"
    file.write_text(
        "from strategies.registry import strategy\n"
        "@strategy('lost_cities')\n"
        "def peeker(game, rules, move, mind):\n"
        "    '''Reads the stream of the dice.'''\n"
        "    return float(game.table[0] % (move + 2))\n"
    )
    load_code(file)
    with pytest.raises(AssertionError, match="peeks"):
        cannot_peek(load_title("lost_cities"), "peeker")


def test_a_strategy_that_counts_its_decisions_is_caught(tmp_path):
    """How far it has counted would depend on the games that its worker played before."""
    file = tmp_path / "counter.py"
    file.write_text(
        "from strategies.registry import strategy\n"
        "def count(game, rules, mind):\n"
        "    mind.notes[0] += 1.0\n"
        "@strategy('lost_cities', look=count)\n"
        "def counter(game, rules, move, mind):\n"
        "    '''Rates by how often it was asked.'''\n"
        "    return mind.notes[0] * move\n"
    )
    load_code(file)
    with pytest.raises(AssertionError, match="notes that it has not written"):
        rates_with_numbers_and_touches_nothing(load_title("lost_cities"), "counter")
