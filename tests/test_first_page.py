"""Page one decides: at most three issues, each once, and never bolder than its evidence."""

from dataclasses import replace
from types import SimpleNamespace

import polars as pl
import pytest

from analyses.experiments.designs import Cell
from analyses.experiments.purposes import Purpose
from analyses.findings.finding import Finding, Table
from analyses.findings.verdicts import FACT, Scale
from analyses.statistics.estimate import NOTHING, Estimate, Exactly
from reports import tilt
from reports.first_page import _sure, first_of
from reports.issues import digits_apart
from reports.model import First, Step
from reports.page import _concluded, _lines
from reports.verdicts import cards_of, found_by, gravest_of, place_on
from simulator.titles import load_title
from strategies.seat import Seat

TITLE, SEARCH = load_title("lost_cities"), Seat("search")
pytestmark = pytest.mark.usefixtures("undrawn")


def chapter(players, *findings, by_others=(), bot="allround", levels=()):
    settings = {"thresholds": {}, "title": TITLE.name, "changes": {}, "players": players}
    cells = [Cell((Seat(bot),) * players)]
    run = SimpleNamespace(title=TITLE, settings=settings | {"code": []}, cells=cells,
                          purpose=Purpose())  # fmt: skip
    known = {one.name: one for one in findings}
    return SimpleNamespace(
        players=players, name=f"{players} players", finding=known.get, findings=findings,
        runs=[run], games=1000, by_others=dict.fromkeys(by_others, run), by_chance=(),
        by_level={level: [run] for level in levels}, level=None,
    )  # fmt: skip


def found(name, verdict="balanced", measure=0.1, **more):
    shown = NOTHING if measure is None else Exactly(measure)
    return Finding(name, "?", "Told.", verdict=verdict, measure=shown, **more)


def turn_order(verdict="tilted", shares=(0.4, 0.34, 0.26), points=(-2, 0, 3), **more):
    n = len(shares)
    ends = {"low": [one - 0.01 for one in shares], "high": [one + 0.01 for one in shares]}
    seats = pl.DataFrame({"seat": range(1, n + 1), "estimate": shares, "even": [1 / n] * n} | ends)
    rise = shares[-1] - shares[0]
    trend = pl.DataFrame({"estimate": [rise], "low": [rise - 0.01], "high": [rise + 0.01]})
    handicap = pl.DataFrame({"seat": range(1, n + 1), "points": points, "wins then": [1 / n] * n})
    tables = (Table("shares", "", seats), Table("trend", "", trend))
    tables += (Table("handicap", "", handicap),)
    return found("turn_order", verdict, 0.2, tables=tables, **more)


def win_rates(member, share, verdict="tilted", fair=0.25):
    row = {"group": "factions", "member": member, "estimate": share, "low": share - 0.01,
           "high": share + 0.01, "even": fair, "q": 0.0}  # fmt: skip
    table = Table(
        "win_rates",
        "",
        pl.DataFrame(
            [
                row,
                {
                    **row,
                    "member": "fair",
                    "estimate": fair,
                    "low": fair - 0.01,
                    "high": fair + 0.01,
                },
            ]
        ),
    )
    return found("win_rates", verdict, abs(share - fair) / fair, tables=(table,))


def option_value(option, worth, verdict="tilted"):
    table = Table("apart", "", pl.DataFrame({"option": [option], "estimate": [worth]}))
    return found("option_value", verdict, 0.9, tables=(table,))


BEATEN = found("confidence", "borderline", 0.98, estimate=Exactly(0.96))
UNBEATEN = found("confidence", "balanced", 0.5, estimate=Exactly(0.5))
UNMEASURED = found("confidence", "inconclusive", None)


def first(*chapters):
    return first_of(TITLE, chapters, 3)


def lines(*chapters):
    return dict(first(*chapters).lines)


class TestEvidence:
    """From the least to the most: who has tested what the default bot shows."""

    STEPS = (
        chapter(3, turn_order(), UNMEASURED),
        chapter(3, turn_order(), BEATEN),
        chapter(3, turn_order(), BEATEN, by_others=[SEARCH]),
        chapter(3, turn_order(is_confirmed=True), BEATEN, by_others=[SEARCH]),
        chapter(3, turn_order(), UNBEATEN),
    )

    def test_less_of_it_never_gives_the_bolder_advice(self):
        pages = [first(one) for one in self.STEPS]
        bold = [page.headline.startswith("One thing to fix: ") for page in pages]
        assert bold == [False, False, False, True, True]
        assert [page.issues[0].is_provisional for page in pages] == [not one for one in bold]
        likely = (
            "One likely problem, to be confirmed by a stronger bot: going first helps too much."
        )
        assert [page.headline for page in pages[:3]] == [likely] * 3

    def test_no_share_of_games_is_rounded_to_all_of_them(self):
        always = found("confidence", "borderline", 1.0, estimate=Exactly(0.997))
        told = " ".join(first(chapter(3, turn_order(), always)).sure)
        assert "a look-ahead bot beats it in nearly all games." in told

    def test_how_sure_says_what_it_does_to_the_findings(self):
        told = [" ".join(first(one).sure) for one in self.STEPS]
        assert "nobody has measured how strong" in told[0]
        assert "is far too weak: a look-ahead bot beats it in 96% of its games." in told[1]
        assert "no stronger bot has re-tested these findings" in told[1]
        assert "has not confirmed 1" in told[2]
        assert "The look-ahead bot agrees on 1." in told[3]
        assert "rovisional" not in told[4]
        assert all(one.count("Run the full report before you decide.") == 1 for one in told[:2])

    def test_a_confirmation_counts_for_the_very_finding_it_was_asked_of(self):
        """One for three players said nothing of the tilt at five."""
        three = chapter(3, turn_order("borderline", is_confirmed=True), BEATEN)
        five = chapter(5, turn_order("tilted", (0.3, 0.25, 0.2, 0.15, 0.1), (0,) * 5), BEATEN)
        assert first(three, five).issues[0].is_provisional

    def test_what_is_fine_is_provisional_until_it_was_tested(self):
        fine = found("runaway_leader"), found("length")
        for known in (BEATEN, UNMEASURED):
            told = lines(chapter(2, *fine, known))
            assert told["Working well, provisional"] == "no runaway leader and steady game length."
            assert "Working well" not in told
        tested = [replace(one, is_confirmed=True) for one in fine]
        assert "Working well" in lines(chapter(2, *tested, BEATEN))
        assert "Working well" in lines(chapter(2, *fine, UNBEATEN))

    def test_what_is_fine_among_bots_that_stand_in_is_not_settled(self):
        """Greedy knows nothing of 41 stones, which the first player wins for sure."""
        fine = found("turn_order"), found("length")
        told = lines(chapter(2, *fine, UNMEASURED, bot="greedy"))
        assert not {"Working well", "Working well, provisional"} & {*told}
        assert told["Not settled"] == (
            "turn order and game length (balanced among greedy bots, which know nothing of this"
            " game)."
        )
        assert "Working well" in lines(chapter(2, *fine, UNBEATEN, bot="greedy"))

    def test_each_number_of_players_is_tested_for_itself(self):
        two = chapter(2, found("length"), BEATEN)
        four = chapter(4, found("length", is_confirmed=True), BEATEN)
        told = lines(two, four)
        assert told["Working well"] == "steady game length (with 4 players)."
        assert told["Working well, provisional"] == "steady game length (with 2 players)."

    def test_what_some_numbers_of_players_share_is_told_together(self):
        names = "length", "runaway_leader"
        two = chapter(2, *(found(name, is_confirmed=True) for name in names), BEATEN)
        four = chapter(4, *map(found, names), BEATEN)
        told = lines(two, four)
        shared = "no runaway leader and steady game length."
        assert told["Working well"] == f"With 2 players: {shared}"
        assert told["Working well, provisional"] == f"With 4 players: {shared}"

    def test_levels_of_skill_above_the_default_bots_are_stronger_bots(self):
        weaker = chapter(2, turn_order(), BEATEN, levels=(3,))
        assert "no stronger bot has re-tested these findings" in " ".join(first(weaker).sure)
        two = chapter(2, turn_order(), BEATEN, levels=(3, 7))
        told = first(two).sure
        assert "With 2 players, bots up to level 7 have re-tested these findings." in told
        assert not [one for one in told if "no stronger bot" in one]
        told = first(two, chapter(4, turn_order(), BEATEN, levels=(3,))).sure
        assert "With 4 players, no stronger bot has: run the full report before you decide." in told

    def test_games_that_a_question_plays_for_itself_settle_nothing_of_a_report(self):
        both = [found(name, "inconclusive", needed=240) for name in ("kingmaking", "length")]
        assert lines(chapter(3, *both, BEATEN))["Not settled"] == (
            "kingmaking; game length (about 240 games would settle it)."
        )


class TestHeadline:
    def test_nothing_is_the_matter_only_if_that_is_known(self):
        fine = found("length", is_confirmed=True)
        assert first(chapter(2, fine, BEATEN)).headline == "No imbalance found."
        open_ones = (
            found("turn_order", "inconclusive, not tilted"),
            found("turn_order", "skill-dependent"),
        )
        for one in open_ones:
            told = first(chapter(2, fine, one, BEATEN)).headline
            assert told == "No imbalance found so far, but not everything is settled."

    def test_what_no_stronger_bot_has_tested_is_to_be_confirmed(self):
        told = first(chapter(2, found("length"), found("turn_order"), BEATEN))
        assert told.headline == "No imbalance found so far, to be confirmed by a stronger bot."
        assert "Not settled" not in dict(told.lines)

    def test_what_is_only_borderline_is_no_serious_imbalance(self):
        page = first(chapter(3, turn_order("borderline"), UNBEATEN))
        assert page.headline == "No serious imbalance found. Worth a look: going first helps."
        page = first(chapter(3, turn_order("borderline"), BEATEN))
        assert page.headline == (
            "No serious imbalance found so far. Worth a look: going first helps."
        )

    @pytest.mark.parametrize(
        ("shares", "told"),
        [
            ((0.6, 0.4), "Going first helps too much"),
            ((0.4, 0.6), "Going last helps too much"),
            ((0.3, 0.26, 0.24, 0.2), "Going early helps too much"),
            ((0.2, 0.24, 0.26, 0.3), "Going late helps too much"),
        ],
    )
    def test_turn_order_says_who_is_helped(self, shares, told):
        page = first(chapter(len(shares), turn_order(shares=shares, points=(0,) * len(shares))))
        assert page.issues[0].heading == told

    def test_where_no_end_is_favoured_the_player_is_named(self):
        seats = turn_order(shares=(0.31, 0.38, 0.31))
        flat = pl.DataFrame({"estimate": [0.0], "low": [-0.01], "high": [0.01]})
        tables = (seats.tables[0], Table("trend", "", flat))
        page = first(chapter(3, replace(seats, tables=tables)))
        assert page.issues[0].heading == "Player 2 wins too often"


class TestIssues:
    def test_points_at_the_end_of_a_race_are_no_handicap(self):
        """So the finding has no table of them."""
        seats = turn_order()
        raced = replace(seats, tables=tuple(t for t in seats.tables if t.key != "handicap"))
        (issue,) = first(chapter(3, raced)).issues
        assert issue.remedy.replace("\u00a0", " ") == (
            "Give late players a head start, or let everybody finish the last round. Not tested"
            " yet: see “What to run next”."
        )

    def test_the_whole_turn_order_is_told_and_the_points_that_level_it(self):
        four = turn_order("borderline", (0.29, 0.26, 0.24, 0.21), (-1, 0, 0, 1))
        (issue,) = first(chapter(3, turn_order()), chapter(4, four)).issues
        told = issue.sentence.replace("\u00a0", " ")
        assert told == (
            "With 3 players, win rates in turn order are 40 / 34 / 26% (±1); a fair share is 33%."
            " With 4 players, win rates in turn order are 29 / 26 / 24 / 21% (±1); a fair"
            " share is 25%."
        )
        remedy = issue.remedy.replace("\u00a0", " ")
        assert "adjust final scores by \u22122 / 0 / +3 points in turn order" in remedy
        assert "adjust final scores by \u22121 / 0 / 0 / +1 points in turn order" in remedy
        assert issue.figure is not None

    def test_a_handicap_that_is_not_enough_says_so(self):
        shares = pl.DataFrame({"seat": [1, 2], "points": [-9, 9], "wins then": [0.6, 0.4]})
        seats = turn_order(shares=(0.9, 0.1), points=(-9, 9))
        tables = (*seats.tables[:2], Table("handicap", "", shares))
        (issue,) = first(chapter(2, replace(seats, tables=tables))).issues
        assert issue.remedy.startswith("With 2 players, no handicap is enough: with \u22129")

    def test_a_faction_is_one_card_though_two_questions_name_it(self):
        both = win_rates("Fox", 0.5), option_value("Fox", 0.3)
        page = first(chapter(4, *both))
        assert [one.heading for one in page.issues] == ["Fox is too strong"]
        assert "Fox wins 50% of games (49–51%; a fair share is 25%)." in page.issues[0].sentence

    def test_another_option_is_another_card(self):
        page = first(chapter(4, win_rates("Fox", 0.5), option_value("Owl", -0.3)))
        told = {one.heading for one in page.issues}
        assert told == {"Fox is too strong", "Owl is too weak an option"}

    def test_the_gravest_comes_first_by_the_near_end_of_its_interval(self):
        """Among equal verdicts it is how far beyond its limit each surely lies."""
        sure = found("length", "tilted", 4.0)
        vague = replace(found("luck", "tilted", 9.0), measure=Estimate(9.0, 4.0, 1000))
        slight = found("choices", "tilted", 0.6)
        page = first(chapter(3, slight, vague, sure))
        places = [one.anchor for one in page.issues]
        assert places[0] == "length"
        assert {*places} == {"length", "luck", "choices"}

    def test_three_at_most_and_the_others_in_a_line(self):
        grave = [
            found(name, "tilted", 3)
            for name in ("length", "endings", "choices", "luck", "runaway_leader")
        ]
        page = first(chapter(3, *grave))
        assert len(page.issues) == 3
        assert dict(page.lines)["Also"].count("(tilted)") == 2

    def test_whole_percents_unless_they_hide_the_tilt(self):
        assert digits_apart([0.40, 0.34, 0.26], 1 / 3) == 0
        assert digits_apart([0.168, 0.171], 1 / 6) == 1


@pytest.mark.parametrize(
    ("value", "place"), [(0.0, 0.0), (0.05, 0.5), (0.1, 1.0), (0.2, 1.5), (0.3, 2.0), (0.5, 3.0)]
)
def test_a_mark_of_the_overview_stands_in_the_zone_of_its_verdict(value, place):
    """Balanced lies between 0 and 1, borderline up to 2, tilted beyond."""
    scale = Scale("off", 0.1, 0.3)
    assert place_on(scale, value) == pytest.approx(place)


def test_the_overview_counts_what_surely_tilts_and_draws_each_where_it_lies(monkeypatch):
    drawn = []
    monkeypatch.setattr(tilt, "_mark", lambda canvas, k, scale, *rest: drawn.append((k, rest[1])))
    answers = [
        (name, [(chapter(3, one), one)])
        for name, one in (("length", found("length")), ("luck", found("luck", "tilted", 0.9)))
    ]
    scales = {"length": Scale("longer", 0.5, 1.0), "luck": Scale("luck", 0.4, 0.6)}
    chart = tilt.tilt_chart(answers, scales)
    assert "1 answer lies where the game tilts" in chart.alt
    assert [(k, one.name) for k, one in drawn[:2]] == [(0, "luck"), (1, "length")]


def test_what_is_not_settled_says_how_many_games_it_needs():
    told = lines(
        chapter(1, found("scores", "inconclusive", None)),
        chapter(
            4,
            found("turn_order", "inconclusive, not tilted", needed=9000),
            found("scores"),
            found("luck", "inconclusive", games=900),
            found("option_value", "inconclusive", None, is_asked=False),
        ),
    )["Not settled"]
    assert told == "turn order (about 9,000 games would settle it); luck and skill."
    assert "scores" not in told  # which has no meaning alone
    assert "option" not in told  # which was not run


def test_what_no_number_of_games_would_settle_soon_says_so():
    near = found("turn_order", "inconclusive, not tilted", needed=1_500_000)
    told = lines(chapter(2, near), chapter(4, turn_order()))["Not settled"]
    assert told == "turn order (with 2 players; too near a limit to settle)."


def test_a_report_for_one_level_asks_for_no_better_bot():
    """Who plays better is not meant; without a level the same finding comes first."""
    table = Table("styles", "", pl.DataFrame(
        {"style": ["steady"], "estimate": [0.59], "low": [0.55], "even": [0.33],
         "counted": ["alone"]}))  # fmt: skip
    beaten = found("viable_strategies", "tilted", tables=(table,))
    asked = chapter(3, beaten, turn_order(), UNMEASURED)
    assert first(asked).issues[0].anchor == "viable_strategies"
    asked.level = 3
    assert first(asked).issues[0].anchor == "turn_order"
    assert "better bot" not in first(asked).headline


def test_win_rates_that_are_not_settled_say_of_what():
    told = lines(chapter(4, found("win_rates", "inconclusive", needed=9000)))["Not settled"]
    assert told == "win rates of what is dealt (about 9,000 games would settle it)."


def test_other_sets_are_tested_for_win_rates_and_for_nothing_else():
    archeos = load_title("archeos")
    sets = Table("sets", "", pl.DataFrame({"set": ["one", "other"]}))
    one = chapter(4, found("win_rates", tables=(sets,)))
    one.runs[0].components = archeos.components
    one.by_chance = [SimpleNamespace(games_done=lambda: 6000)]
    told = " ".join(_sure(archeos, [one], 9, []))
    assert "Win rates come from 6,000 other games, with sets drawn from all 12." in told
    assert "sets with the 6 others (but for their win rates)." in told


def test_steps_with_the_same_words_say_what_each_is_about():
    issue = SimpleNamespace(step=Step("Turn order", "Search", "advise -p 6"))
    other = SimpleNamespace(step=Step("Scoring curves", "Search", "advise -p 2"))
    both = First("", (issue, other), (), (), None).steps
    assert [one.words for one in both] == ["Search (turn order)", "Search (scoring curves)"]
    assert [one.words for one in First("", (issue,), (), (), None).steps] == ["Search"]


def test_beside_figures_that_are_judged_stands_no_other():
    """Of two players the margin is not judged, and its points are no percentages."""
    scale = Scale("margin", 0.2, 0.35, in_points=True)
    judged = found("scores", scale=scale, measured="margin")
    plain = found("scores", FACT, None, estimate=Exactly(127.7), unit="points")
    (card,) = cards_of([chapter(2, plain), chapter(4, judged)])
    assert [one.figure for one in card.lines] == ["not judged", "10.0"]
    (alone,) = cards_of([chapter(2, plain)])
    assert [one.figure for one in alone.lines] == ["127.7"]


def test_what_was_not_tested_is_said():
    told = first(chapter(2, found("length"), UNBEATEN)).sure[-2:]
    assert told == ("No human playtests.", "Not tested: 3, 4 and 5 players.")


@pytest.mark.parametrize("objection", ["", "Not so."])
def test_a_conclusion_is_not_said_again_below_it(objection):
    """Nor what a stronger player objects to it, which stands in the conclusion."""
    told = found("turn_order", "tilted", opening="First.")
    told = replace(told, details=tuple(filter(None, ("More.", objection, "Last."))))
    chapters = [chapter(2, replace(told, objection=objection))]
    spoken = gravest_of("turn_order", chapters)
    lines = _lines(found_by("turn_order", chapters), spoken)
    assert [line.sentence for line in lines] == ["First. More. Last."]
    assert _concluded(lines, spoken) == f"Told. {objection}".strip()
