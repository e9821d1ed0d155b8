"""Words of a sweep become values of a component, and several of them a grid."""

import pytest

from analyses.lab.search.axes import Axis, axes_of, grid, parse_values
from simulator.titles import load_title

BOX = load_title("lost_cities").components


def axes_from(words, base=BOX):
    return axes_of(parse_values(words, base), base)


@pytest.mark.parametrize(
    ("word", "values", "at"),
    [
        ("bridges.bonus=0,20,40", (0, 20, 40), 1),
        ("bridges.bonus=40, 0,40", (0, 40), None),
        ("bridges.bonus=18..21", (18, 19, 20, 21), 2),
        ("bridges.bonus=-10..10:10", (-10, 0, 10), None),
        ("ladders.artefacts[4]=5,10", (5, 10), 1),
        ("setup.layout=random,heritage", ("random", "heritage"), None),
        ("rulings.second_zero=true,false", (True, False), 0),
        ("bridges.bonus=0;20", (0, 20), 1),
    ],
)
def test_words_become_values(word, values, at):
    (axis,) = axes_from([word])
    assert axis.values == values
    assert axis.at == at


def test_lists_and_texts_with_commas_are_one_value():
    ladder = BOX["ladders.artefacts"]
    (axis,) = axes_from([f"ladders.artefacts={ladder},{[*ladder[:-1], 90]}"])
    assert axis.values == (ladder, [*ladder[:-1], 90])
    roles = load_title("archeos").components
    six = "botanist,linguist,doctor,patron,photographer,student"
    (axis,) = axes_from([f"setup.roles={six};random"], roles)
    assert axis.values == (six, "random")


def test_a_grid_is_every_combination():
    assert grid([Axis("a", (1, 2), 0), Axis("b", (1, 2), 0)]) == [
        (0, 0),
        (0, 1),
        (1, 0),
        (1, 1),
    ]


def test_only_numbers_are_numeric():
    switch, layout, bonus = axes_of(
        {
            "rulings.second_zero": [True, False],
            "setup.layout": ["random", "heritage"],
            "bridges.bonus": [1, 2],
        },
        BOX,
    )
    assert switch.words == ("true", "false")
    assert [switch.is_numeric, layout.is_numeric, bonus.is_numeric] == [False, False, True]
