"""People on the scale of skill: placed where they are, and compared with bots as good."""

from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest
import toy

from analyses.lab.playtest import placing
from analyses.lab.playtest.placing import Scale, finding_of, p_values_of, place
from analyses.lab.playtest.playtest import beside, q_values
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


def test_people_are_placed_where_they_are(scale, monkeypatch):
    """The interval holds the true level in about 95 of 100 playtests."""
    monkeypatch.setattr(placing, "_compared", lambda placed, *_: placed)  # only where they stand
    held = 0
    for seed in range(200):
        real = tables(np.random.default_rng(seed + 10), 55.0, 25)
        (one,) = place(real, scale, RIVALS)
        held += one.low <= 4 <= one.high
    assert 0.92 <= held / 200 <= 0.99


def found_of(placed, scale):
    return finding_of(placed, scale, q_values(p_values_of(placed), []))


@pytest.mark.parametrize(("mean", "told"), [(90.0, "above level 7"), (10.0, "below level 1")])
def test_beyond_the_scale_people_are_said_to_be(scale, mean, told):
    """No level of any bot is theirs, and no interval without a width."""
    placed = place(tables(np.random.default_rng(2), mean, 40), scale, RIVALS)
    (one,) = placed
    assert np.isnan(one.level)
    found = found_of(placed, scale)
    assert found.claim.endswith(f"than bots of any level: {told}.")
    assert found.frame("placed")["level"].to_list() == [None]
    assert one.nearest == (7 if mean > 50 else 1)


def test_an_interval_that_reaches_an_end_of_the_scale_has_none_there(scale):
    (one,) = place(tables(np.random.default_rng(8), 40.0, 10), scale, RIVALS)
    assert one.low == -np.inf
    assert 1.2 < one.high < 5
    assert "(at most " in one.where


def test_so_few_games_that_they_fit_any_level_place_nobody(scale):
    placed = place(tables(np.random.default_rng(8), 52.0, 2), scale, RIVALS)
    found = found_of(placed, scale)
    assert found.claim == ("Your players are not placed: too few games to rule out any level.")
    assert not placed[0].compared


KITES = (72.9, 70.9, 71.5), (0.19, 0.19, 0.19)


@pytest.mark.parametrize("means", [KITES[0], (70.0, 74.0, 71.0), (71.0, 71.2, 71.4)])
def test_scores_that_do_not_rise_with_skill_place_nobody(scale, means):
    """As in kites: bots of level 1 score most, people far less than any."""
    levels = (1, 3, 5)
    odd = Scale(levels, np.array(means), np.array(KITES[1]), scale.tables)
    placed = place(tables(np.random.default_rng(9), 63.9, 25), odd, RIVALS)
    found = found_of(placed, odd)
    assert odd.rising is None
    assert "do not clearly rise with skill" in found.sentence
    assert "level " not in found.sentence.replace("levels", "")
    assert [table.key for table in found.tables] == ["scale"]


def test_levels_above_the_default_bot_that_score_less_are_told(scale):
    """As in Lost Cities, where bots that look ahead deny each other points."""
    odd = Scale(LEVELS, np.array([40.0, 50.0, 60.0, 45.0]), scale.error, scale.tables)
    placed = place(tables(np.random.default_rng(9), 47.0, 40), odd, RIVALS)
    assert placed[0].low < 2.4 < placed[0].high < 4
    assert "Above level 5 scores do not rise" in found_of(placed, odd).sentence
    assert "do not rise" not in found_of(placed, scale).sentence


def test_a_level_written_down_is_believed(scale):
    """They score as bots of level 7 do; whoever sat there is of level 1."""
    real = tables(np.random.default_rng(4), 66.0, 20, level=1)
    everybody, those = place(real, scale, RIVALS)
    assert those.level > 4
    assert (those.nearest, everybody.compared) == (1, ())
    assert found_of([everybody, those], scale).frame("alike")["level"].to_list() == [1, 1]
    flat = Scale(LEVELS, np.full(4, 50.0), np.full(4, 0.2), scale.tables)
    assert place(real, flat, RIVALS)[1].nearest == 1, "though scores place nobody"


def test_both_findings_of_a_sheet_say_the_same_of_the_same_people(scale):
    """Six of six for the first player: what is clear beside bots of a level is clear beside the
    default ones, if both kinds of bots win as often."""
    for mean in (50.0, 60.0):
        for count in range(4, 12):
            real = tables(np.random.default_rng(count), mean, count, first=1.1)
            alike = dict.fromkeys(LEVELS, scale.tables[5])
            one = Scale(LEVELS, scale.value, scale.error, alike)
            numbers = [each.p for each in beside(real, alike[5])]
            of_levels = p_values_of(place(real, one, RIVALS))
            first = q_values(numbers, of_levels)[-2:]
            assert [q < 0.05 for q in first] == [q < 0.05 for q in q_values(of_levels, numbers)]


def test_groups_by_rating_are_placed_apart_and_compared_with_bots_as_good(scale):
    """Weak people whose first player wins nearly always differ from bots as weak."""
    stream = np.random.default_rng(3)
    weak = tables(stream, 45.0, 60, first=0.9, rating=1200.0)
    strong = tables(stream, 63.0, 60, first=0.62, rating=1800.0).with_columns(pl.col("deal") + 60)
    placed = place(pl.concat([weak, strong]), scale, RIVALS)
    assert placed[0].name == "all people"
    groups = placed[1:]
    assert groups[0].level < 3 < 5 < groups[-1].level
    found = found_of(placed, scale)
    assert "seat 1 (those rated 1,200)" in found.sentence
    assert "Those rated 1,200: level " in found.sentence
    assert "those rated 1,800)" not in found.sentence.partition("clearly differ")[2]
    assert found.frame("alike")["level"].to_list()[-1] in (5, 7)


def test_groups_by_level_are_those_written_down(scale):
    stream = np.random.default_rng(4)
    real = tables(stream, 50.0, 20, level=3)
    names = [one.name for one in place(real, scale, RIVALS)]
    assert names == ["all people", "those at level 3"]


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
