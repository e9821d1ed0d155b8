"""For whom a finding holds, on a toy whose tilt goes with skill as planted."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
import toy
from toy import PLAYERS, rules

from analyses.experiments.experiment import experiment
from analyses.experiments.purposes import GAME, Purpose
from analyses.findings.sample import Sample
from analyses.findings.verdicts import LEVEL
from analyses.lab.report import for_whom as for_whom_module
from analyses.lab.report.figures_by_level import KEY as FIGURES
from analyses.lab.report.figures_by_level import with_figures
from analyses.lab.report.for_whom import NotTested, at_levels, for_whom, not_tested, with_levels
from analyses.questions import ask
from analyses.statistics.by_level import BEGINNERS, EXPERTS, FADES, GROWS, HOLDS, TURNS
from reports import first_page
from reports.charts import by_level
from reports.issues import by_skill
from simulator.titles import load_title
from strategies import registry
from strategies.levels import ERRS, REGULAR, Level
from strategies.seat import Seat

DEALS = 1500


def sample(bonus, seed):
    """Seat 1 gets points for nothing; then luck decides."""
    by = rules(deal=6, table=6, whim=6, bonus=[bonus] + [0] * (PLAYERS - 1))
    rows = toy.play(by, [("a",) * PLAYERS], DEALS, seed=seed)
    return Sample(rows.lazy(), handed=toy.TITLE)


@pytest.fixture(scope="module")
def by_bonus():
    return {bonus: sample(bonus, 10 + bonus) for bonus in (-3, -1, 0, 1, 2, 4)}


@pytest.mark.parametrize(
    ("bonuses", "words"),
    [
        ((2, 2, 2), (HOLDS,)),
        ((1, 2, 4), (GROWS,)),
        ((4, 2, 1), (FADES,)),
        ((-3, 0, 4), (TURNS,)),
        ((4, 0, 0), (BEGINNERS, FADES)),
        ((0, 0, 4), (EXPERTS, GROWS)),
    ],
)
def test_turn_order_goes_with_skill_as_planted(by_bonus, bonuses, words):
    samples = dict(zip((3, 5, 7), (by_bonus[one] for one in bonuses), strict=True))
    (found,) = ask(samples[5], ["turn_order"])
    assert for_whom(found, samples).word in words


def test_the_finding_says_so_and_has_the_curve_as_a_table(by_bonus):
    found = ask(by_bonus[2], ["turn_order"])
    (told,) = with_levels(found, by_bonus[2], {3: by_bonus[2], 7: by_bonus[2]})
    assert told.skill == HOLDS
    assert told.is_confirmed
    assert "It holds at every level of skill tested (3 to 7)." in told.sentence
    frame = told.frame("levels")
    assert frame["level"].unique().sort().to_list() == [3, 5, 7]
    assert ((frame["low"] <= frame["value"]) & (frame["value"] <= frame["high"])).all()


def test_the_curve_is_of_how_often_each_wins(by_bonus):
    """The figures of its own level, as the finding tells them, and neighbours hardly move them."""
    found = ask(by_bonus[2], ["turn_order"])
    (told,) = with_levels(found, by_bonus[2], {3: by_bonus[1], 7: by_bonus[4]})
    shares = told.frame("shares")["estimate"].to_list()
    curve = told.frame("levels").filter(level=5)
    assert curve["about"].to_list() == [f"seat {k}" for k in range(1, PLAYERS + 1)]
    assert curve["value"].to_list() == pytest.approx(shares, abs=0.002)


def test_page_one_says_how_its_issue_goes_with_skill(by_bonus):
    found = ask(by_bonus[2], ["turn_order"])
    (told,) = with_levels(found, by_bonus[2], {3: by_bonus[1], 7: by_bonus[4]})
    strip = by_skill(told, "3 players")
    assert [name for name, _ in strip.levels] == ["casual", "regular", "strong"]
    shares = [float(share.removesuffix("%")) for _, share in strip.levels]
    assert shares == sorted(shares)
    assert shares[-1] > shares[0] + 10
    assert strip.word in (GROWS, EXPERTS)
    assert strip.told.startswith("Player 1 by skill (3 players): casual ")
    assert by_skill(found[0], "3 players") is None


def test_a_picture_is_drawn_where_skill_matters(by_bonus):
    found = ask(by_bonus[2], ["turn_order"])
    (told,) = with_levels(found, by_bonus[2], {3: by_bonus[1], 7: by_bonus[4]})
    (drawing,) = by_level({"3 players": told})
    assert "seat 1, level 7" in drawing.svg
    fair = replace(told, verdict=LEVEL, skill=HOLDS)
    assert by_level({"3 players": fair}) == []


def test_scores_are_told_at_every_level_and_a_length_that_is_the_same_is_not(by_bonus):
    """A point more for one of four players is a quarter of a point on average."""
    found = with_figures(
        ask(by_bonus[2], ["length", "scores"]), by_bonus[2], {3: by_bonus[1]}, REGULAR
    )
    tables = {one.name: one.frame(FIGURES) for one in found}
    score = tables["scores"].filter(figure="mean score")
    assert score["level"].to_list() == [3, 5]
    assert score["mean"][1] - score["mean"][0] == pytest.approx(0.25, abs=0.15)
    assert set(tables["length"]["figure"]) == {"rounds", "minutes"}
    assert all("By skill" not in one.sentence for one in found)


def test_what_fades_is_objected_to(by_bonus):
    found = ask(by_bonus[2], ["turn_order"])
    (told,) = with_levels(found, by_bonus[2], {3: by_bonus[4], 7: by_bonus[0]})
    assert not told.is_confirmed
    assert "fades" in told.objection or "only among beginners" in told.objection


def test_without_other_levels_nothing_is_said(by_bonus):
    found = ask(by_bonus[2], ["turn_order"])
    assert with_levels(found, by_bonus[2], {}) == found


def test_length_has_its_strip_too(by_bonus):
    found = ask(by_bonus[2], ["length"])
    (told,) = with_levels(found, by_bonus[2], {3: by_bonus[1], 7: by_bonus[4]})
    strip = by_skill(told, "3 players")
    assert strip.about == "Longest games beyond the median, by skill (3 players)"
    assert [name for name, _ in strip.levels] == ["casual", "regular", "strong"]
    assert all(figure.endswith("%") for _, figure in strip.levels)


def test_a_full_report_asks_five_levels_if_the_game_has_them(monkeypatch):
    one = experiment("lost_cities", players=3, games=100)
    monkeypatch.setattr(registry, "spelled_out", lambda title, who, players: who)
    for known, asked in (
        (range(1, 6), [1, 2, 3, 4]),
        (range(1, 7), [1, 3, 4, 6]),
        (range(1, 10), [1, 3, 7, 9]),
        ((3, 5, 6), [3, 6]),
    ):
        levels = {n: Level(n, 0.1, ERRS if n < 6 else "learned:copies=1") for n in known}
        monkeypatch.setattr(for_whom_module, "read_levels", lambda *_, levels=levels: levels)
        assert [int(each.purpose.of) for each in at_levels(one, is_quick=False)] == asked


def test_it_is_known_which_stronger_levels_were_left_out_and_why(monkeypatch):
    """Level 6 learns, so that a full report has time; 7 searches so far that none has."""
    bots = {3: ERRS, 5: ERRS, 6: "learned:copies=4", 7: "search:rollouts=400"}
    levels = {n: Level(n, 0.1, by) for n, by in bots.items()}
    monkeypatch.setattr(for_whom_module, "read_levels", lambda *_: levels)
    title = load_title("lost_cities")
    assert not_tested(title, 2, 5) == NotTested(for_full=6, highest=7)
    assert not_tested(title, 2, 6) == NotTested(too_slow=7, highest=7)
    levels[9] = Level(9, 0.1, "learned:copies=1")
    assert not_tested(title, 2, 9) == NotTested()
    monkeypatch.setattr(for_whom_module, "read_levels", lambda *_: None)
    assert not_tested(title, 2, 5) is None


def test_page_one_says_why_stronger_levels_were_left_out(monkeypatch):
    """In one sentence for all numbers of players of which it is true."""
    title = load_title("lost_cities")
    run = SimpleNamespace(purpose=Purpose(GAME))
    chapters = [
        SimpleNamespace(players=n, runs=[run], by_level={3: [], n: []}) for n in range(6, 10)
    ]
    found = {6: NotTested(for_full=7, highest=7), 8: NotTested(too_slow=9)}
    monkeypatch.setattr(first_page, "player_of", lambda run: Seat("allround"))
    monkeypatch.setattr(
        first_page,
        "not_tested",
        lambda title, players, tested: found.get(tested, NotTested(highest=7)),
    )
    assert [*first_page._not_tested(title, chapters)] == [
        "A full report tests stronger bots too, up to level 7 with 6 players.",
        "With 8 players, games of stronger bots take too long to test.",
        "Experts may play otherwise: no stronger bot is known.",
    ]
    run.purpose = Purpose()
    assert not [*first_page._not_tested(title, chapters)], "games of one's own were not planned"


def test_a_quick_report_asks_one_level_below_and_one_above():
    one = experiment("lost_cities", players=2, games=100)
    asked = at_levels(one, is_quick=True)
    assert asked[0].purpose.of == "3"
    assert all(other.games >= 100 for other in asked)
    mine = experiment("lost_cities", players=2, games=100, strategies=["greedy"])
    assert at_levels(mine, is_quick=True) == [], "levels are those of the default bot"
