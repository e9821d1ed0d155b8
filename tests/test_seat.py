"""Seats: text is taken apart once, and written as it was."""

from pathlib import Path

import polars as pl
import pytest

from analyses.findings.sample import Sample
from simulator.errors import UserError
from strategies.seat import Seat

TEXTS = [
    "allround",
    "allround:likes=refuse*2:never=circle:temperature=0.50",
    "search:rollouts=20:base=greedy@w.toml",
    "allround@sub/w.toml:never=refuse+circle",
    "allround:never=refuse:never=circle",
    "allround:x",
    "allround:x=",
    "allround@",
    "anna: who wins, at last",
    "",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_seat_is_written_as_it_was_said(text):
    assert str(Seat.parse(text)) == text
    assert Seat.parse(Seat.parse(text)) == Seat.parse(f" {text} ")


def test_a_seat_knows_what_it_was_told():
    one = Seat.parse("search:base=greedy:rollouts=20:never=refuse+circle:likes=dig*2+sell")
    assert (one.name, one.base, one.never) == ("search", Seat("greedy"), "refuse+circle")
    assert one.likes == (("dig", "2"), ("sell", None))
    assert one.dose is None, "it likes several"
    assert one.said["rollouts"] == one.get("rollouts") == "20"
    assert Seat.parse("allround:never=refuse:never=circle").never == "circle"
    assert Seat.parse("greedy:likes=dig*0.3").dose == 0.3
    assert Seat.parse("greedy:likes=dig").dose is None
    nobody = Seat("greedy")
    assert (nobody.base, nobody.never, nobody.likes, nobody.dose) == (None, "", (), None)


def test_a_key_without_a_value_is_told_when_it_is_asked_for():
    with pytest.raises(UserError, match="'x' in 'allround:x' should be written key=value"):
        _ = Seat.parse("allround:x").said


def test_a_seat_can_be_told_more_otherwise_or_less():
    one = Seat.parse("allround:crowd=8:never=refuse")
    assert str(one.adding("never", "circle")) == "allround:crowd=8:never=refuse:never=circle"
    assert str(one.setting({"crowd": "2", "lead": "1"})) == "allround:crowd=2:never=refuse:lead=1"
    assert str(one.without("never")) == "allround:crowd=8"


def test_files_of_weights_lie_in_a_folder_unless_their_paths_are_whole():
    here = Path("sub")
    assert str(Seat.parse("a@w.toml:x=1").beside(here)) == "a@sub/w.toml:x=1"
    assert str(Seat.parse("a@/w.toml").beside(here)) == "a@/w.toml"
    assert str(Seat.parse("s:base=a@w.toml:n=1").beside(here)) == "s:base=a@sub/w.toml:n=1"
    assert str(Seat.parse("s:base=a").beside(here)) == "s:base=a"


def test_a_sample_knows_who_is_meant_by_each_label_of_its_rows():
    who = ["allround", "allround:never=dig", "Anna: first"]
    rows = pl.DataFrame(
        {"game": [1, 2, 2], "seat": [1, 1, 2], "strategy": [who[0], *who[1:]], "win": [1.0, 0, 1]}
    ).with_columns(line_up=pl.col("game").cast(pl.String), same=pl.lit("all"), forbids=pl.lit(""))
    sample = Sample(rows.lazy())
    assert [*sample.seats] == [who[0], *sorted(who[1:])]
    assert sample.labels_of(lambda one: one.never) == ["allround:never=dig"]
    assert sample.cells_with(lambda one: one.never == "dig")["line_up"].to_list() == ["2"]
