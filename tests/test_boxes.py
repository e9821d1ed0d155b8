"""Boxes altered at random are refused with a sentence or played sensibly: a slice of the fuzzer."""

import random
import sys
from pathlib import Path

import pytest
from ours import OURS

from simulator.errors import UserError
from simulator.titles import load_title

sys.path.append(str(Path(__file__).parent.parent / "benchmarks"))

import fuzz_boxes

BOXES = 120


@pytest.mark.parametrize("title", OURS)
def test_no_box_is_played_wrongly(title):
    loaded, states = load_title(title), set()
    for number in range(BOXES):
        state, box = fuzz_boxes.try_box(loaded, random.Random(f"5-{number}"), ["allround"])
        assert state in ("refused", "played"), (number, state, box)
        states.add(state)
    assert states == {"refused", "played"}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"maps.places": lambda v: ["", *v[1:]]}, "should be written like"),
        ({"maps.A": lambda v: ["G1", *v[1:]]}, "should be written like 'G1-G2'"),
        ({"buyers.cards": lambda v: [0, 0]}, "must be more than 0"),
        ({"sales.buyer": lambda v: -1}, "at least 0"),  # a sale would leave debts
        ({"sales.markets": lambda v: [-9, 0, 0]}, "at least 0"),
    ],
)
def test_what_once_ended_in_a_traceback_or_debts_or_never_is_refused(change, told):
    title = load_title("excavation")
    changes = {path: make(title.components[path]) for path, make in change.items()}
    with pytest.raises(UserError, match=told):
        title.rules_for(title.components.with_changes(changes), 2)
