"""Curves have the planted slope, a target finds the planted threshold, mistakes are told."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import toy
from test_cli import folder as folder
from test_cli import tiltmeter
from test_compare import PAIR, measured

from analyses.findings.sample import sample_of
from analyses.lab.metrics import MetricSums, read
from analyses.lab.played import Measured
from analyses.lab.search.axes import Axis
from analyses.lab.search.sweep import Series, sweep
from analyses.lab.search.target import BUDGET, LOOKS, Search, search, target_of
from analyses.statistics.estimate import Interval, Share, Unpaired
from reports.terminal import spark
from simulator.errors import UserError


def numbers(path, values, at=0):
    return Axis(path, tuple(values), at)


def spread_of_six(rng, spread):
    """What 24,000 games show of it; the first seat wins more than even, the last one less."""
    share = np.full(6, 1 / 6) + np.array([spread, 0, 0, 0, 0, -spread]) / 2
    total = rng.multinomial(600, share, size=40)
    seats = tuple(f"seat {k + 1}" for k in range(6))
    return MetricSums("turn_order_spread", seats, total, np.full((40, 6), 600), 24_000).reading


def with_bonus(points, other=0):
    return measured(f"bonus={points}", deals=400, bonus=[points, other, 0, 0])


class TestCurves:
    def test_a_planted_slope_is_found(self):
        """One of two seats gets the bonus: the mean rises by half of it, no length moves."""
        axis = numbers("bonus", [0, 2, 4])
        top, *curves = sweep([axis], [with_bonus(points) for points in axis.values])
        by_name = {curve.name: curve for curve in curves}
        mean = by_name["mean_score"]
        assert "mean score rises with bonus, " in mean.sentence
        assert "by 1.00 points per 2 (1.00–1.00)" in mean.sentence
        assert mean.table["difference"].to_list() == pytest.approx([0, 1, 2])
        assert mean.table["bonus"].to_list() == [0, 2, 4]
        assert spark(mean.table, "bonus") == "▁▅█"
        assert "does not clearly change" in by_name["length"].sentence
        assert top.sentence.startswith(
            "As bonus goes from 0 to 4, the first player's win rate rises "
        )
        assert "length" not in top.sentence
        moving = [curve.name for curve in curves if "does not clearly" not in curve.sentence]
        assert [curve.name for curve in curves][: len(moving)] == moving

    def test_differences_are_taken_from_the_base(self):
        axis = numbers("bonus", [0, 2, 4], at=1)
        curves = sweep([axis], [with_bonus(points) for points in axis.values], ["mean_score"])
        assert len(curves) == 2
        assert curves[1].table["difference"].to_list() == pytest.approx([-1, 0, 1])
        assert "bonus=2" in curves[1].notes[0]

    def test_a_curve_that_turns_is_said_to_turn(self):
        axis = numbers("x", [0, 1, 2])
        _, curve = sweep([axis], [with_bonus(points) for points in (0, 6, 2)], ["mean_score"])
        assert "goes up and down with x: lowest" in curve.sentence
        assert "at 0, highest" in curve.sentence

    def test_a_step_that_is_sure_makes_no_slope(self):
        """Surely up from the second level to the third, but a flat line fits as well."""
        influences = np.zeros((3, 40))
        for k in range(3):
            influences[k, k::3] = 0.0566 / 13**0.5
        line = Series(np.array([0.5, 0.35, 0.6]), influences, 40, np.zeros(3))
        told = line.told("first_player", numbers("x", [0, 1, 2]))
        assert told == "changes with x: lowest 35.0% at 1, highest 60.0% at 2"
        steep = Series(np.array([0.35, 0.5, 0.6]), influences, 40, np.zeros(3))
        told = steep.told("first_player", numbers("x", [0, 1, 2]))
        assert told.startswith("rises with x, 35.0 → 60.0%, by 12.50 percentage points per 1 (")

    def test_the_slope_of_a_mended_spread_is_covered(self):
        """Even seats look a little uneven, so the spread seems to fall by less than it does."""
        rng, axis, runs, hits = np.random.default_rng(1), numbers("x", range(5)), 30, 0
        for _ in range(runs):
            versions = [
                Measured(f"x={k}", {"turn_order_spread": spread_of_six(rng, spread)})
                for k, spread in enumerate((0.06, 0.03, 0, 0, 0))
            ]
            _, curve = sweep([axis], versions)
            low, high = re.search(r"by .* per 1 \((.*)(?:–| to )(.*)\)", curve.sentence).groups()
            hits += float(low) <= 1.5 <= float(high)
        assert hits >= 27

    def test_a_grid_tells_each_path_on_average_over_the_other(self):
        axes = [numbers("one", [0, 2]), numbers("two", [0, 4])]
        versions = [with_bonus(one, two) for one in (0, 2) for two in (0, 4)]
        _, curve = sweep(axes, versions, ["mean_score"])
        assert "rises with one, " in curve.sentence
        assert "by 1.00 points per 2" in curve.sentence
        assert "rises with two, " in curve.sentence
        assert "by 2.00 points per 4" in curve.sentence
        assert curve.table.columns[:2] == ["one", "two"]


def shares(metric="first_player", size=21):
    """Plays the toy with a bonus for seat 1; each adds a number below `size`."""

    def play(places, games):
        frames = [toy.play(toy.rules(deal=size, bonus=[k, 0, 0, 0]), [PAIR], games) for k in places]
        return [read(sample_of(frame), [metric])[metric] for frame in frames]

    return play


@dataclass(frozen=True)
class Planted:
    """A reading with an interval that is given."""

    value: float
    reach: float

    def interval(self, tests=1):
        return Interval(self.value - self.reach, self.value + self.reach)

    def minus(self, other):
        return Unpaired(self, other)


class NewcombeDifference(Share):
    minus = Planted.minus


def scripted(shown):
    """Shows planted values and reaches, by place and by thousands of games; else as with fewer."""

    def play(places, games):
        return [Planted(*shown[k][max(n for n in shown[k] if 1000 * n <= games)]) for k in places]

    return play


class TestTarget:
    def test_words_become_a_target(self):
        assert (
            target_of("turn_order_spread<1%").bound
            == target_of("turn_order_spread < 0.01").bound
            == 0.01
        )
        assert target_of("length>30").bound == 30
        assert target_of("length>=30") == target_of("length>30")
        assert target_of("margin=-2.5").sign == "="
        assert target_of("turn_order_trend>-2%").bound == -0.02
        assert target_of("win:Kutu Kuti < 20%").metric == "win:Kutu Kuti"

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("turn_spread<1%", "Did you mean 'turn_order_spread'"),
            ("turn_order_spread", "should be written metric<value"),
            ("turn_order_spread<", "should be written metric<value"),
            ("turn_order_spread=<1%", "should be written metric<value"),
            ("WIN:seat 2<26%", "Unknown metric 'WIN:seat 2'"),
            ("turn_order_spread<few", "'few' is no share"),
            ("turn_order_spread<1", "is a share below 1; write 1% or 0.01"),
            ("win:seat 2<26", "is a share below 1; write 26% or 0.26"),
            ("turn_order_spread<150%", "is a share below 1; 150% is none"),
            ("length<1%", "length is a number of rounds; '1%' is not"),
        ],
    )
    def test_a_target_that_is_none_is_refused(self, text, told):
        with pytest.raises(UserError, match=r"^[^\n]*$") as error:
            target_of(text)
        assert told in str(error.value)

    @pytest.mark.parametrize("sign", ["<", ">"])
    def test_it_finds_the_planted_threshold(self, sign):
        """The first bonus from which seat 1 wins more than 70%, exactly computed."""
        truth = [toy.chance_to_win(21, k) for k in range(21)]
        edge = next(k for k, share in enumerate(truth) if share > 0.7)
        axis = numbers("bonus", range(21), at=20 if sign == "<" else 0)
        found = search(target_of(f"first_player{sign}70%"), axis, shares(), 4000)
        assert found.verdict == "balanced"
        wanted = edge if sign == ">" else edge - 1
        assert f"bonus={wanted} brings " in found.sentence
        assert "The value before it clearly does not" in found.sentence
        for row in found.table.iter_rows(named=True):
            assert row["low"] <= truth[row["bonus"]] <= row["high"]
        assert len(found.table) < 14

    def test_an_equation_is_crossed_between_neighbours(self):
        found = search(target_of("first_player=70%"), numbers("bonus", range(21)), shares(), 4000)
        assert "comes nearest to" in found.sentence
        above = found.table.filter(pl.col("above") == "yes")
        assert len(above)
        assert (above["estimate"] > 0.7).all()
        assert found.verdict == "balanced"

    @pytest.mark.parametrize("at_the_end", [0.2502, 0.2498])
    def test_the_end_of_a_range_may_be_right(self, at_the_end):
        """Beyond it there is nothing, on whichever side of the target chance puts it."""
        shown = {k: {1: (0.25 + 0.05 * k, 0.004)} for k in range(1, 4)} | {
            0: {1: (at_the_end, 0.012), 16: (at_the_end, 0.006)}
        }
        axis = numbers("extra", range(4), at=3)
        found = search(target_of("first_player=25%"), axis, scripted(shown), 1000)
        assert found.verdict == "balanced"
        assert found.claim.startswith("extra=0 brings ")
        assert "it is the end of the range, and within 0.6 percentage points" in found.claim

    def test_no_value_and_every_value_are_said(self):
        axis = numbers("bonus", range(5))
        none = search(target_of("first_player>95%"), axis, shares(), 1000)
        assert none.verdict == "tilted"
        assert "No value of " in none.sentence
        every = search(target_of("first_player>5%"), axis, shares(), 1000)
        assert every.verdict == "balanced"
        assert "Every value of " in every.sentence

    def test_what_the_sample_cannot_tell_is_said(self):
        """Without a bonus the share is 50% in truth: no number of games puts it off that."""
        axis = numbers("other", range(2))

        def play(places, games):
            return shares()([0 for _ in places], 1000)

        found = search(target_of("first_player>50%"), axis, play, 1000)
        assert found.verdict == "inconclusive"
        assert "nconclusive" in found.sentence
        assert found.table["games"].max() == 16_000

    def test_a_flat_response_near_the_bound_does_not_play_for_ever(self):
        """The metric is 50% everywhere in truth: every value looks like a crossing."""
        axis = numbers("x", range(200))

        def play(places, games):
            rules = toy.rules(deal=21)
            frames = [toy.play(rules, [PAIR], games, seed=place + games) for place in places]
            return [read(sample_of(frame), ["first_player"])["first_player"] for frame in frames]

        found = search(target_of("first_player>50%"), axis, play, 100)
        assert found.verdict == "inconclusive"
        assert found.games <= BUDGET * 100

    def test_a_response_that_turns_is_searched_near_the_base(self):
        """It goes up to place 10 and down again: both crossings exist, one is near the base."""
        axis = numbers("x", range(21), at=20)

        def play(places, games):
            return shares()([10 - abs(k - 10) for k in places], games)

        found = search(target_of("first_player>70%"), axis, play, 4000)
        truth = [toy.chance_to_win(21, 10 - abs(k - 10)) for k in range(21)]
        assert f"x={max(k for k in range(21) if truth[k] > 0.7)} brings " in found.sentence
        assert "the nearest to the present value" in found.sentence

    def test_every_value_is_sure_only_if_each_of_them_is(self):
        """The nearest was played until it was sure; one farther off, by too few games, is not."""
        play = scripted({0: {1: (0.52, 0.03), 4: (0.53, 0.01)}, 1: {1: (0.54, 0.06)}})
        found = search(target_of("first_player>50%"), numbers("x", range(2)), play, 1000)
        assert found.verdict == "balanced"
        assert found.sentence == (
            "x=0 brings the first player's win rate above 50%: 53.0% (52.0–54.0%) at 0."
            " 1 other value tried is inconclusive: 54.0% (48.0–60.0%) at 1."
        )
        assert found.table.filter(x=1)["games"].to_list() == [1000, 4000, 16_000]

    def test_one_value_on_the_bound_does_not_hide_those_that_surely_meet_it(self):
        play = scripted({0: {1: (0.501, 0.01)}, 1: {1: (0.6, 0.01)}, 2: {1: (0.7, 0.01)}})
        found = search(target_of("first_player>50%"), numbers("x", range(3)), play, 1000)
        assert found.verdict == "balanced"
        assert found.sentence.startswith("x=1 brings ")

    def test_a_value_is_sure_by_as_many_games_as_the_one_before_it_had(self):
        """After a few games the last one seemed to meet the target, after as many it does not."""
        few = {1: (0.505, 0.03), 16: (0.504, 0.01)}
        play = scripted({0: {1: (0.4, 0.01)}, 1: few, 2: {1: (0.56, 0.04), 16: (0.505, 0.01)}})
        found = search(target_of("first_player>50%"), numbers("x", range(3)), play, 1000)
        assert found.verdict == "inconclusive"
        assert found.table.filter(x=2)["games"].to_list() == [1000, 16_000]

    def test_the_value_named_is_the_one_beside_the_sure_one(self):
        """2 is crossed but not sure, 3 is: what was missed at 1 is not just before it."""
        shown = {0: (0.3, 0.01), 1: (0.4, 0.01), 2: (0.504, 0.01), 3: (0.6, 0.01), 4: (0.7, 0.01)}
        play = scripted({place: {1: one} for place, one in shown.items()})
        found = search(target_of("first_player>50%"), numbers("x", range(5)), play, 1000)
        assert "x=3 brings " in found.sentence
        assert "The value before it is inconclusive: 50.4% (49.4–51.4%) at 2." in (found.sentence)

    def test_of_sure_values_the_nearest_to_the_base_is_named(self):
        """With more games 3, at first a miss, surely meets it, and the base may: 1 is crossed."""
        shown = {
            0: {1: (0.56, 0.07)},
            1: {1: (0.51, 0.04), 16: (0.48, 0.03)},
            2: {1: (0.51, 0.04), 4: (0.56, 0.02)},
            3: {1: (0.49, 0.03), 4: (0.53, 0.04), 16: (0.54, 0.01)},
            4: {1: (0.48, 0.04), 16: (0.505, 0.01)},
        }
        axis = numbers("x", range(5), at=4)
        found = search(target_of("first_player>50%"), axis, scripted(shown), 1000)
        assert found.sentence.startswith("x=3 brings "), found.sentence
        assert "The value before it is inconclusive: 50.5%" in found.sentence
        assert "the nearest to the present value" in found.sentence

    def test_values_that_were_not_played_are_no_neighbours(self):
        """More values than games can be paid for: those between a miss and a hit stay open."""
        shown = {k: {1: (0.4 if k < 5 else 0.6, 0.01)} for k in range(9)}
        begun = Search(target_of("first_player>50%"), numbers("x", range(9)), scripted(shown), 1000)
        begun._try([0, 4, 8])
        assert begun._edge(4, 8)[1][-1] == (
            "Values just before it were not played; the next one gives 40.0% (39.0–41.0%) at 4."
        )

    def test_the_nearest_to_an_equation_is_told_by_as_many_games_of_both(self):
        """One lies 2 points below, one 1.9 above: that the second is nearer is chance."""
        play = scripted({0: {1: (0.48, 0.015)}, 1: {1: (0.519, 0.015), 16: (0.521, 0.004)}})
        found = search(target_of("first_player=50%"), numbers("x", range(2)), play, 1000)
        assert "A value between x=0 and 1 would bring " in (found.sentence)
        assert found.verdict == "balanced"
        assert sorted(found.table["games"]) == [1000, 1000, 4000, 4000, 16_000, 16_000]
        sure = scripted({0: {1: (0.48, 0.01)}, 1: {1: (0.52, 0.01), 4: (0.54, 0.005)}})
        found = search(target_of("first_player=50%"), numbers("x", range(2)), sure, 1000)
        assert found.sentence.startswith("x=0 comes nearest to")

    def test_a_value_that_does_not_meet_the_target_is_hardly_ever_called_sure(self):
        """All values are on the bound; were each look the only one, 12 of 100 would be named."""
        rng, named = np.random.default_rng(2), 0

        def play(places, games):
            shares = rng.binomial(games, 0.4999, len(places)) / games
            return [NewcombeDifference(p, (p * (1 - p) / games) ** 0.5, games) for p in shares]

        for _ in range(100):
            found = search(target_of("first_player>50%"), numbers("x", range(41)), play, 400)
            named += " brings " in found.sentence and found.verdict == "balanced"
        assert named <= 8  # 5 of 100, and chance on top

    def test_intervals_of_a_search_hold_together(self):
        reading = shares()([3], 2000)[0]
        assert np.ptp(reading.interval(LOOKS)) > 1.3 * np.ptp(reading.interval())


EXAMPLES = Path(__file__).parent.parent / "examples" / "games"
QUICK = ["-p", 2, "-n", 120, "--jobs", 1]


def test_a_sweep_in_the_terminal_and_as_json(folder):
    words = ["sweep", "lost_cities", "bridges.bonus=0,20,40", *QUICK]
    told = tiltmeter(*words)
    assert told.exit_code == 0, told.output
    assert told.stdout.startswith("As bridges.bonus goes from 0 to 40, the ")
    assert "bridges.bonus: 0, 20 (base), 40" in told.output
    assert "█  the mean score rises with bridges.bonus" in told.output
    shown = json.loads(tiltmeter(*words, "--json").stdout)
    assert shown["paths"] == {"bridges.bonus": [0, 20, 40]}
    curves = {one["name"]: one for one in shown["findings"][1:]}
    assert [row["bridges.bonus"] for row in curves["dominant_strategy"]["tables"][0]["rows"]] == [
        0,
        20,
        40,
    ]
    assert "margin" in curves
    assert "score_spread" not in curves  # of two players it is the margin
    assert (
        "points between the first and the last player"
        in tiltmeter(*words, "--tables", "--only", "score_spread").output
    )
    tables = tiltmeter(*words, "--tables", "--only", "first_player,mean_score").output
    assert "points of a player" in tables
    assert "does not clearly change" in tables
    assert "margin" not in tables
    named = tiltmeter(*words, "--only", "first_player").output
    assert "first player's win rate does not clearly change; at bridges.bonus=20 it is" in named


def test_a_target_on_the_command_line(folder):
    words = ["sweep", "lost_cities", "bridges.bonus=0..40:20", *QUICK, "--target"]
    assert tiltmeter(*words, "mean_score>100").exit_code == 0
    told = tiltmeter(*words, "mean_score>9999")
    assert told.exit_code == 1
    assert told.stdout.startswith("No value of bridges.bonus from ")
    assert (
        "120 games at each point on the same shuffles, seed 1, played by allround ×2" in told.stdout
    )
    shown = tiltmeter(*words, "first_player>50%", "--json", "-q")
    assert shown.exit_code in (0, 3)
    assert json.loads(shown.stdout)["findings"][0]["name"] == "target"
    assert json.loads(shown.stdout)["line_ups"] == ["allround ×2"]


def test_a_member_of_ones_own_game_has_a_curve_and_a_target(folder):
    """A crop is a card of the hand that a player begins with."""
    words = ["sweep", EXAMPLES / "harvest.py", "fair=0..3", *QUICK]
    shown = json.loads(tiltmeter(*words, "--only", "win:wheat,win:seat_2", "--json").stdout)
    assert {one["name"] for one in shown["findings"][1:]} == {"win:wheat", "win:seat_2"}
    told = tiltmeter(*words, "--target", "win:wheat>1%")
    assert told.exit_code == 0, told.output
    assert "brings the win rate of wheat above 1%" in told.output


SWEEP = ["sweep", "lost_cities"]
DYKE = EXAMPLES / "dyke.py"
WRONG = {
    "title": (["sweep", "lost_citis", "a=1,2"], "Did you mean 'lost_cities'"),
    "nothing": (SWEEP, "Missing argument"),
    "path": ([*SWEEP, "bridge.bonus=1,2"], "Did you mean 'bridges.bonus'"),
    "no equals": ([*SWEEP, "bridges.bonus"], "should be written path=value,value"),
    "no value": ([*SWEEP, "bridges.bonus="], "has an empty value"),
    "empty value": ([*SWEEP, "bridges.bonus=1,,2"], "has an empty value"),
    "no number": ([*SWEEP, "bridges.bonus=1,many"], "must be a whole number"),
    "half": ([*SWEEP, "bridges.bonus=0..2:0.5"], "must be a whole number"),
    "out of range": ([*SWEEP, "circles.factor=1,99"], "at most 10"),
    "setup value": ([*SWEEP, "setup.layout=random,x"], "reconstructed, random"),
    "falls": ([*SWEEP, "bridges.bonus=40..0"], "should rise"),
    "too long": ([*SWEEP, "bridges.bonus=0..999999"], "low..high:step"),
    "too many": ([*SWEEP, "bridges.bonus=0..99", "circles.factor=1..9"], "900 points"),
    "single": ([*SWEEP, "bridges.bonus=20"], "takes two or more"),
    "twice": ([*SWEEP, "bridges.bonus=1,2", "bridges.bonus=3,4"], "given twice"),
    "metric": (
        [*SWEEP, "bridges.bonus=1,2", "--only", "turn_spread"],
        "Did you mean 'turn_order_spread'",
    ),
    "target": (
        [*SWEEP, "bridges.bonus=1..9", "--target", "turn_order<1%"],
        "Unknown metric 'turn_order'",
    ),
    "target words": ([*SWEEP, "bridges.bonus=1..9", "--target", "1%"], "metric<value"),
    "target text": (
        [*SWEEP, "setup.layout=random,heritage", "--target", "length<9"],
        "'setup.layout' is no number",
    ),
    "target switch": (
        [*SWEEP, "rulings.second_zero=true,false", "--target", "length<9"],
        "is no number",
    ),
    "target alone": ([*SWEEP, "bridges.bonus=20", "--target", "length<9"], "needs a range"),
    "target grid": (
        [*SWEEP, "bridges.bonus=1..9", "circles.factor=1..9", "--target", "length<9"],
        "along one parameter",
    ),
    "member": (
        ["sweep", "archeos", "cards.hand_limit=8,9", "--only", "win:dokter"],
        "Nothing is called 'dokter'. Did you mean 'Doctor'? Known: seat 1, ",
    ),
    "member of a target": (
        [*SWEEP, "bridges.bonus=1..9", "--target", "win:doctor<9%"],
        "Known: seat 1, seat 2, seat 3, seat 4.",
    ),
    "all together": (
        ["sweep", DYKE, "load=2..3", "-p", 2, "--target", "win:seat 1<9%"],
        "at least two players against each other",
    ),
    "solo": (
        ["sweep", "excavation", "setup.zu.credits=0,8", "-p", 1, "--only", "margin"],
        "two pl",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_mistakes_are_told_in_one_sentence(folder, case):
    words, expected = WRONG[case]
    told = tiltmeter(*words)
    assert told.exit_code == 2, told.output
    assert expected in told.stderr
    assert len(told.stderr.splitlines()) == 1
    assert not list(folder.iterdir())


def test_shares_are_read_in_one_way():
    from analyses.statistics.shares import share_of

    assert share_of("0.5%") == share_of("0.005") == share_of(0.005) == pytest.approx(0.005)
    with pytest.raises(UserError, match="'soon' is no share"):
        share_of("soon")
