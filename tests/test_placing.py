"""People on the scale of skill: placed where they are, and compared with bots as good."""

from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest
import toy

from analyses.lab.playtest.placing import Scale, finding_of, place
from analyses.lab.playtest.real_tables import SCHEMA, read_tables
from simulator.errors import UserError

LEVELS, MEANS, SPREAD = (1, 3, 5, 7), (40.0, 50.0, 60.0, 66.0), 12.0
RIVALS = SimpleNamespace(sides=2)


def tables(stream, mean, count, first=0.5, **more):
    """Tables of two, whose first player wins so often."""
    score = stream.normal(mean, SPREAD, (count, 2))
    won = stream.random(count) < first
    win = np.stack([won, ~won], axis=1)
    return pl.DataFrame(
        {
            "deal": np.repeat(np.arange(count), 2), "seat": np.tile([1, 2], count),
            "member": None, "score": score.ravel(), "win": win.ravel() * 1.0,
            "rounds": 10, "bot": None, "rating": None, "level": None, **more,
        },
        SCHEMA,
    )  # fmt: skip


@pytest.fixture(scope="module")
def scale():
    stream = np.random.default_rng(1)
    games = {
        level: tables(stream, mean, 4000, 0.5 + level / 50)
        for level, mean in zip(LEVELS, MEANS, strict=True)
    }
    means = [games[level]["score"].mean() for level in LEVELS]
    return Scale(LEVELS, np.array(means), np.full(len(LEVELS), SPREAD / 8000**0.5), games)


def test_people_are_placed_where_they_are(scale):
    """The interval holds the true level in about 95 of 100 playtests."""
    held = 0
    for seed in range(200):
        real = tables(np.random.default_rng(seed + 10), 55.0, 25)
        (one,) = place(real, scale, RIVALS)
        held += one.low <= 4 <= one.high
    assert 0.92 <= held / 200 <= 0.99


def test_beyond_the_scale_people_stand_at_its_end(scale):
    (one,) = place(tables(np.random.default_rng(2), 90.0, 40), scale, RIVALS)
    assert (one.level, one.low, one.high) == (7, 7, 7)


def test_groups_by_rating_are_placed_apart_and_compared_with_bots_as_good(scale):
    """Weak people whose first player wins nearly always differ from bots as weak."""
    stream = np.random.default_rng(3)
    weak = tables(stream, 45.0, 60, first=0.9, rating=1200.0)
    strong = tables(stream, 63.0, 60, first=0.62, rating=1800.0).with_columns(pl.col("deal") + 60)
    placed = place(pl.concat([weak, strong]), scale, RIVALS)
    assert placed[0].name == "all people"
    groups = placed[1:]
    assert groups[0].level < 3 < 5 < groups[-1].level
    found = finding_of(placed, scale)
    assert "seat 1 (those rated 1,200 to 1,200)" in found.sentence
    assert "1,800 to 1,800" not in found.sentence.partition("clearly differ")[2]
    assert found.frame("alike")["level"].to_list()[-1] in (5, 7)


def test_groups_by_level_are_those_written_down(scale):
    stream = np.random.default_rng(4)
    real = tables(stream, 50.0, 20, level=3)
    names = [one.name for one in place(real, scale, RIVALS)]
    assert names == ["all people", "those at level 3"]


def test_scores_that_hardly_differ_place_nobody(scale):
    flat = Scale(LEVELS, np.full(4, 50.0), np.full(4, 0.2), scale.tables)
    placed = place(tables(np.random.default_rng(5), 50.0, 20), flat, RIVALS)
    assert (
        finding_of(placed, flat).claim == "Scores do not tell levels of skill apart in this game."
    )


PASTED = (
    "Table #\tPlayer\tRank\tScore\tELO\n#123\tAnna\t1st\t57 ★\t1 523 (+12)\n\tBen\t2nd\t49\t1,498\n"
    "#124\tAnna\t2nd\t40\t1535\n\tBen\t1st\t61\t1486\n"
)


def test_a_table_copied_from_a_web_page_is_read(tmp_path):
    """Tabs, cells with more than a number, a table's number that stands once."""
    file = tmp_path / "pasted.txt"
    file.write_text(PASTED)
    rows = read_tables(file, toy.TITLE)
    assert rows["deal"].to_list() == [0, 0, 1, 1]
    assert rows["score"].to_list() == [57, 49, 40, 61]
    assert rows["rating"].to_list() == [1523, 1498, 1535, 1486]
    assert rows["win"].to_list() == [1, 0, 0, 1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("table,score,rating\n1,3,good\n", "line 2: the rating 'good' is no number."),
        ("table,score,level\n1,3,12\n", "Levels are whole numbers from 1 to 9"),
        ("Table\tPlayer\n1\tAnna\n", "has no column 'score'"),
    ],
)
def test_what_is_no_rating_is_told(tmp_path, text, told):
    file = tmp_path / "tables.csv"
    file.write_text(text)
    with pytest.raises(UserError, match=told):
        read_tables(file, toy.TITLE)
