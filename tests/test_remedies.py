"""What page one says to try: checked where the right answer is known by arithmetic."""

import numpy as np
import polars as pl
import pytest
from ours import OURS
from test_first_page import chapter, first, found

from analyses.findings.finding import Table
from analyses.language import title_words
from analyses.questions import scales
from analyses.statistics.handicap import compensate, points_decide
from analyses.statistics.parts import carried, paid_less
from reports.next_step import carries
from reports.remedies import _scoring
from simulator.titles import load_title
from tiltmeter import simulate

GAMES = 20_000
JUDGED = {*scales({})} - {"confidence"}  # what an issue can be about
pytestmark = pytest.mark.usefixtures("undrawn")


@pytest.fixture(scope="module")
def dealt():
    """Scores of four alike players, one of whom holds a role that chance dealt."""
    chance = np.random.default_rng(1)
    held = np.zeros((GAMES, 4), bool)
    held[np.arange(GAMES), chance.integers(0, 4, GAMES)] = True
    return chance.integers(0, 30, (GAMES, 4)), held


@pytest.mark.parametrize("planted", [-7, -1, 0, 4])
def test_points_that_were_planted_are_taken_back(dealt, planted):
    score, held = dealt
    best = compensate(score + planted * held, held, 0.25)
    assert best.points == -planted
    assert best.share == pytest.approx(0.25, abs=0.01)


def test_points_come_in_the_steps_of_the_scores(dealt):
    score, held = dealt
    assert compensate(5 * (score + 2 * held), held, 0.25).points == -10


def test_points_decide_where_only_the_best_win():
    score = np.array([[3, 3, 1], [2, 5, 4]])
    assert points_decide(score, np.array([[1.0, 0, 0], [0, 1, 0]]))  # a tie, broken
    assert not points_decide(score, np.array([[0, 0, 1.0], [0, 1, 0]]))  # a race


def test_a_source_that_pays_less_carries_what_arithmetic_says():
    """Two independent sources, one with twice the spread: it carries 4 of 5, and at half 1 of 2."""
    chance = np.random.default_rng(2)
    amounts = chance.normal(size=(GAMES, 4, 2)) * (2.0, 1.0)
    assert carried(amounts, np.arange(GAMES), True)[0].value == pytest.approx(0.8, abs=0.01)
    pays, share = paid_less(amounts, True, 0, 0.6)
    assert pays == 0.6  # 0.36 * 4 / (0.36 * 4 + 1)
    assert share == pytest.approx(0.59, abs=0.01)
    assert paid_less(amounts, True, 0, 0.001) is None


def tried(*findings):
    (issue,) = first(chapter(4, *findings)).issues
    return issue.remedy.replace("\u00a0", " ")


def table(key, **columns):
    return Table(key, "", pl.DataFrame(columns))


def test_a_member_without_a_value_of_its_own_gets_points():
    rates = table("win_rates", group=["hands"], member=["a hand of Oceania"], estimate=[0.1],
                  low=[0.09], high=[0.11], even=[0.25], q=[0.0])  # fmt: skip
    given = table("balancing", group=["hands"], member=["a hand of Oceania"], points=[6],
                  **{"wins then": [0.24]})  # fmt: skip
    told = tried(found("win_rates", "tilted", 0.6, tables=(rates, given)))
    assert told == (
        "With 4 players, give a hand of Oceania 6 points at final scoring. By calculation,"
        " the win rate is then 24%; no other number of points comes closer to 25%."
    )


def test_the_largest_source_is_lowered_by_its_own_values():
    sources = table("sources", source=["artefacts", "refusals"], estimate=[0.9, 0.1])
    eased = table("eased", source=["artefacts"], pays=[0.5], **{"share then": [0.58]})
    told = tried(found("curves", "tilted", 0.9, tables=(sources, eased)))
    assert told.startswith("Lower the points of 1 to 9 hatched artefacts: from −40 / −30 / −20 ")
    assert " to −20 / −15 / −10 / 5 / 10 / 15 / 30 / 35 / 50." in told
    assert told.endswith("By calculation, that source then makes 58% of the score gap.")


def test_a_source_without_values_of_its_own_pays_less():
    sources = table("sources", source=["gold", "wood"], estimate=[0.9, 0.1])
    eased = table("eased", source=["gold"], pays=[0.7], **{"share then": [0.59]})
    told = tried(found("curves", "tilted", 0.9, tables=(sources, eased)))
    assert told.startswith("Let gold pay only 70% of its points.")


@pytest.mark.parametrize(("worth", "told"), [(-0.3, "pay more or cost less"), (0.3, "pay less or")])
def test_an_option_pays_more_or_less(worth, told):
    apart = table("apart", option=["refuse"], estimate=[worth])
    assert told in tried(found("option_value", "tilted", 0.9, tables=(apart,)))


STYLES = table(
    "styles", style=["allround", "racer", "racer", "digger"], estimate=[0.25, 0.18, 0.16, 0.15],
    low=[0.2, 0.1, 0.1, 0.1], even=[0.25] * 4,
    counted=["plays like another", "yes", "yes", "plays badly"],
)  # fmt: skip


def test_the_strategy_that_comes_closest_is_named():
    told = tried(found("viable_strategies", "tilted", 2, tables=(STYLES,)))
    assert told.startswith(
        "Reward the next best strategy more: the bot racer wins 18% of games and would be viable"
        " from 20%."
    )


APART = table(
    "apart", group=["a", "a", "b"], option=["swap", "draw", "pass"], estimate=[-0.3, 0.3, 0.1],
    alone=[-0.02, 0.28, 0.1], peers=[0.28, -0.02, 0.0],
)  # fmt: skip
SOLO = table("wins", strategy=["trader", "digger"], estimate=[0.16, 0.05])


@pytest.mark.parametrize(
    ("name", "known", "bars", "line"),
    [
        ("option_value", APART, "draw 28, swap −2", "dashed: the average of the others, 28"),
        ("viable_strategies", STYLES, "racer 18%, digger 15%", "dashed: viable from 20%"),
        ("solo", SOLO, "trader 16%, digger 5%", "dashed: an even match, 50%"),
    ],
)
def test_a_small_chart_shows_the_figures_of_its_sentence(name, known, bars, line):
    (issue,) = first(chapter(4, found(name, "tilted", 2, tables=(known,)))).issues
    assert issue.figure.drawing.alt == f"Bar chart: {bars}."
    assert issue.figure.drawing.caption.endswith(line)


@pytest.mark.parametrize(
    "name", sorted(JUDGED - {"option_value", "win_rates", "turn_order", "curves"})
)
def test_an_idea_says_that_it_is_not_tested(name):
    told = tried(found(name, "tilted", 3))
    assert told.endswith("Not tested yet: see “What to run next”."), "IDEAS has no entry for it"
    assert len(told) > 60


@pytest.mark.parametrize("name", OURS)
def test_each_value_that_may_be_named_has_its_words_in_french(name):
    title = load_title(name)
    rows = simulate(name, games=2, players=max(title.players), jobs=1)
    sources = [column[7:] for column in rows.columns if column.startswith("points_")]
    paying = [_scoring(title, source.replace("_", " ")) for source in sources]
    values = title.components.entries.values()
    options = [
        entry
        for entry in values
        for kind in title.levers.kinds
        if carries(entry.path, kind) and type(entry.value) is int
    ]
    words = title_words(title.home, "fr")
    named = [entry.about for entry in (*filter(None, paying), *options)]
    assert [about for about in named if about not in words] == []
    assert named
