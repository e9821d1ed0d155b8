"""Equal within rounding is decided by a rule, and no edge of rounding parts what is equal."""

import math

import polars as pl
import pytest

from analyses.lab.compare.differences import figure as in_unit
from analyses.language import figure, say
from analyses.statistics.order import (
    ROUNDING,
    by_distance,
    end_rows,
    farthest_by,
    least_by,
    most_by,
    ordered,
    sort_rows,
    tied_ranks,
)

LOW, HIGH = 0.82448486570818735, 0.82448486570818713  # one spread, added up in two orders


def test_the_last_bits_do_not_decide():
    for one, two in ((LOW, HIGH), (HIGH, LOW)):
        values = {"a": one, "b": two, "c": 0.5}
        assert most_by(values, values.__getitem__) == "a"
        assert least_by(["b", "a"], values.__getitem__) == "b"  # as they stand


@pytest.mark.parametrize("bit", [-1e-16, 0.0, 1e-16])
def test_of_two_as_far_from_0_that_with_more_comes_first(bit):
    values = {"less": -0.5 + bit, "more": 0.5, "little": 0.1}
    assert farthest_by(values, values.__getitem__) == "more"
    rows = pl.DataFrame({"name": [*values], "effect": [*values.values()]})
    found = sort_rows(rows, *by_distance(pl.col("effect")))
    assert found["name"].to_list() == ["more", "less", "little"]


@pytest.mark.parametrize("digits", [6, 9, 12])
def test_no_edge_of_rounding_parts_equals(digits):
    edge = 0.5 * 10**-digits  # where so many digits are rounded up or down
    below, above = math.nextafter(edge, 0), math.nextafter(edge, 1)
    assert tied_ranks([above, below, edge, 1.0]).tolist() == [0, 0, 0, 1]


def test_what_differs_by_more_than_rounding_is_told_apart():
    apart = 3 * ROUNDING
    assert tied_ranks([1.0, 1.0 + apart, 1.0 - apart]).tolist() == [1, 2, 0]
    assert tied_ranks([1e6, 1e6 + 1e-4]).tolist() == [0, 0]  # of large numbers the share counts
    assert tied_ranks([1e6, 1e6 + 1e-2]).tolist() == [0, 1]
    assert tied_ranks([10**12, 10**12 + 1]).tolist() == [0, 1]  # whole numbers are exact


def test_no_number_comes_last_and_endless_ones_are_equal():
    assert tied_ranks([math.nan, math.inf, 1.0, math.inf, -math.inf, math.nan]).tolist() == [
        3, 2, 1, 2, 0, 3,
    ]  # fmt: skip
    rows = pl.DataFrame({"name": ["none", "one", "two"], "value": [None, 1.0, 2.0]})
    assert sort_rows(rows, -pl.col("value"))["name"].to_list() == ["two", "one", "none"]


def test_the_next_key_decides_among_equals():
    rows = pl.DataFrame({"name": ["b", "a", "c"], "share": [LOW, HIGH, 0.9]})
    assert sort_rows(rows, -pl.col("share"), "name")["name"].to_list() == ["c", "a", "b"]
    named = [row["name"] for row in end_rows(rows, "share")]
    assert named == ["c", "b"]  # the first of equals, as they stand
    found = ordered(rows.rows(), lambda row: (row[1] < 0.9, row[1]), lambda row: row[0])
    assert [name for name, _ in found] == ["c", "a", "b"]


@pytest.mark.parametrize("value", [6.25, 0.05, 47.65, 1e-12])
def test_the_last_bits_round_no_figure_up_or_down(value):
    near = [value, math.nextafter(value, 0), math.nextafter(value, 100)]
    for form in (".1f", ".2f", "g"):
        assert len({figure(one, form) for one in near}) == 1
        assert len({say(f"{{size:{form}}}", size=one) for one in near}) == 1
    assert figure(1e-12, "g") == "1e-12"
    assert len({in_unit(one, "points") for one in near}) == 1


def test_of_nothing_there_is_no_order():
    assert ordered([], lambda one: one) == []
    assert ordered([], lambda one: (one, one)) == []
    assert sort_rows(pl.DataFrame({"share": []}), "share").is_empty()
