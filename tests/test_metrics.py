"""Metrics tell the truth, their intervals cover it, and pairs of runs on the same deals cancel."""

import math
from dataclasses import replace

import numpy as np
import pytest
from test_findings import frame_of_games

from analyses.findings.sample import sample_of
from analyses.lab.compare.differences import figure_within, moved
from analyses.lab.metrics import METRICS, Games, fits, must_fit, read, reading
from analyses.questions import ask
from analyses.statistics.estimate import in_figures
from analyses.statistics.readings import GROUPS, SPREAD, TAIL, Reading
from simulator.errors import UserError
from tiltmeter import simulate

DEALS = 400
EXPERIMENTS = 600


def games(stream, shares=(0.25, 0.25, 0.25, 0.25), luck=None, score=0.0, rounds=(8, 12)):
    """Games whose winners are drawn by seat; `luck` are the numbers that decide each deal."""
    luck = stream.random(DEALS) if luck is None else luck
    winner = np.searchsorted(np.cumsum(shares), luck, side="right").clip(0, len(shares) - 1)
    win = (np.arange(len(shares)) == winner[:, None]).astype(float)
    points = score + np.round(20 * luck)[:, None] + 5 * win
    lasts = stream.integers(rounds[0], rounds[1] + 1, DEALS)
    none = np.zeros(DEALS, int)
    names = np.full((DEALS, len(shares)), "a")
    return Games(np.arange(DEALS), points, win, points, names, lasts, none + 10, none + 1, none > 0)


def test_metrics_are_plain_arithmetic():
    sample = sample_of(frame_of_games())
    shown = {name: one.value for name, one in read(sample).items()}
    of_members = {name for name, metric in METRICS.items() if metric.is_of_members}
    assert set(shown) == set(METRICS) - {"win_rate", "score_spread"} - of_members
    assert shown["mean_score"] == pytest.approx(41 / 6)
    assert shown["winning_score"] == pytest.approx(26 / 3)
    assert shown["margin"] == pytest.approx(11 / 3)
    assert read(sample, ["score_spread"])["score_spread"].value == shown["margin"]  # of two
    assert shown["first_player"] == 0.5
    assert shown["turn_order_spread"] == 0
    assert shown["dominant_strategy"] == 0.5
    assert shown["halfway_leader_wins"] == pytest.approx(0.5 / 3)
    assert shown["comebacks"] == pytest.approx(2.5 / 3)
    assert shown["length"] == pytest.approx(7 / 3)
    assert shown["length_p95"] == 3
    assert shown["decisions"] == pytest.approx(43 / 3)
    assert shown["forced_moves"] == pytest.approx(5 / 43)
    assert shown["round_limit"] == 0


def test_where_all_are_level_half_way_nobody_comes_back():
    """Of two games the second had somebody last, who has won."""
    table = wins((0.5, 0.5), np.array([0.1, 0.1]))
    table = replace(table, half=np.array([[3, 3], [2, 3]]), rounds=np.array([4, 4]))
    assert reading("comebacks", table).value == 0.5


@pytest.mark.parametrize(
    ("metric", "question", "players"),
    [
        ("mean_score", "scores", 3),
        ("length", "length", 3),
        ("halfway_leader_wins", "runaway_leader", 3),
        ("forced_moves", "choices", 3),
        ("win_rate", "solo", 1),
    ],
)
def test_one_number_has_one_error_bar(metric, question, players):
    """As a metric, and as the estimate of a question, on the same games."""
    title = "excavation" if players == 1 else "lost_cities"
    rows = simulate(title, players=players, games=300, jobs=1, strategies=["allround"])
    sample = sample_of(rows)
    (finding,) = ask(sample, [question])
    shown = read(sample, [metric])[metric]
    assert in_figures(shown) == pytest.approx(in_figures(finding.estimate), abs=1e-9)


def test_what_a_sample_cannot_answer_is_refused_or_left_out():
    mirror = frame_of_games().with_columns(strategy=np.array(["a"] * 6))
    assert "dominant_strategy" not in read(sample_of(mirror))
    with pytest.raises(UserError, match="'dominant_strategy' needs tables of several strategies"):
        read(sample_of(mirror), ["dominant_strategy"])
    with pytest.raises(UserError, match=r"Unknown metric 'seat_spraed'.*turn_order_spread"):
        read(sample_of(mirror), ["seat_spraed"])


def test_wins_over_a_rival_are_asked_of_one_player_only():
    assert "win_rate" in [name for name in METRICS if fits(name, 1, False)]
    with pytest.raises(UserError, match="The metric 'win_rate' needs one player"):
        must_fit("win_rate", 2, True)
    alone = games(np.random.default_rng(1), shares=(1.0,))
    alone.win[: DEALS // 4] = 0
    assert reading("win_rate", alone).value == 0.75


def test_nothing_seen_is_not_surely_nothing():
    """No game of 400 was cut off: the share may still be one in a hundred, not more."""
    stream = np.random.default_rng(1)
    shown = reading("round_limit", games(stream))
    low, high = shown.interval()
    assert shown.value == low == 0
    assert 0.005 < high < 0.015


def coverage(truth, shown):
    return np.mean([not one.interval().excludes(truth) for one in shown])


@pytest.mark.parametrize(
    ("name", "shares", "truth", "most"),
    [
        ("first_player", (0.4, 0.3, 0.2, 0.1), 0.4, 0.97),
        ("turn_order_spread", (0.4, 0.3, 0.2, 0.1), 0.3, 1.0),
        ("turn_order_spread", (0.25, 0.25, 0.25, 0.25), 0.0, 1.0),
        ("turn_order_imbalance", (0.4, 0.3, 0.2, 0.1), 0.2, 0.97),
        ("turn_order_imbalance", (0.28, 0.26, 0.24, 0.22), 0.008, 1.0),
        ("turn_order_imbalance", (0.55, 0.45), 0.01, 1.0),
        ("mean_score", (0.4, 0.3, 0.2, 0.1), 10 + 5 / 4, 0.97),
        ("length_p95", (0.5, 0.5), 12, 1.0),
    ],
)
def test_intervals_cover_the_truth(name, shares, truth, most):
    stream = np.random.default_rng(7)
    shown = [reading(name, games(stream, shares)) for _ in range(EXPERIMENTS)]
    assert 0.935 <= coverage(truth, shown) <= most
    assert not any(one.interval().excludes(one.value) for one in shown)


def width(shown):
    return np.mean([np.ptp(one.interval()) for one in shown])


def game_difference(name, stream, first, second):
    """Of two runs whose deals have nothing in common."""
    return reading(name, games(stream, second)).minus(reading(name, games(stream, first)))


@pytest.mark.parametrize(
    ("name", "first", "second", "truth"),
    [
        ("first_player", (0.4, 0.3, 0.3), (0.45, 0.3, 0.25), 0.05),
        ("turn_order_spread", (0.5, 0.3, 0.2), (0.6, 0.25, 0.15), 0.15),
        ("turn_order_spread", (1 / 3, 1 / 3, 1 / 3), (1 / 3, 1 / 3, 1 / 3), 0.0),
        ("length_p95", (0.5, 0.5), (0.5, 0.5), 0.0),
    ],
)
def test_paired_differences_cover_the_truth(name, first, second, truth):
    stream, shown = np.random.default_rng(11), []
    for _ in range(EXPERIMENTS):
        luck = stream.random(DEALS)
        one, other = games(stream, first, luck), games(stream, second, luck)
        shown.append(reading(name, other).minus(reading(name, one)))
    assert coverage(truth, shown) >= 0.935
    if name != "length_p95":
        apart = [game_difference(name, stream, first, second) for _ in range(50)]
        assert width(shown) < 0.8 * width(apart)


def test_a_spread_that_two_ways_bound_pays_for_both():
    """Each of the two intervals is as wide as for two claims, so both hold together."""
    stream = np.random.default_rng(8)
    luck = stream.random(DEALS)
    gap = reading("turn_order_spread", wins((0.5, 0.3, 0.2), luck)).minus(
        reading("turn_order_spread", wins((0.4, 0.3, 0.3), luck))
    )
    low, high = gap.interval()
    for way in (gap._paired, gap._alone):
        for_two, for_one = way(2), way(1)
        assert for_two.low < for_one.low
        assert for_two.high > for_one.high
        assert low >= for_two.low
        assert high <= for_two.high
    ends = [way(2) for way in (gap._paired, gap._alone)]
    assert (low, high) == (max(one.low for one in ends), min(one.high for one in ends))


@pytest.mark.parametrize(
    ("name", "tilted"),
    [
        ("turn_order_imbalance", (0.29, 0.26, 0.24, 0.21)),
        ("turn_order_spread", (0.4, 0.2, 0.2, 0.2)),
    ],
)
def test_a_mended_seat_is_seen(name, tilted):
    """Where all are level, anybody may be farthest off: pairs alone never saw a spread mended."""
    stream, seen = np.random.default_rng(5), 0
    for _ in range(40):
        luck, other = stream.random((2, 6 * DEALS))
        before, after = reading(name, wins(tilted, luck)), reading(name, wins((0.25,) * 4, other))
        seen += after.minus(before).interval().excludes(0)
    assert seen >= 20


def test_a_spread_is_seen_to_fall_though_another_seat_is_ahead_then():
    stream = np.random.default_rng(6)
    before, after = ((0.9, 0.1), (0.35, 0.65))
    read = [reading("turn_order_spread", wins(one, stream.random(2000))) for one in (before, after)]
    low, high = read[1].minus(read[0]).interval()
    assert -0.65 < low <= -0.5 <= high < -0.35
    shown = []
    for _ in range(EXPERIMENTS):
        luck = stream.random(DEALS)
        one, other = (
            reading("turn_order_spread", wins(shares, luck))
            for shares in ((0.53, 0.47), (0.46, 0.54))
        )
        shown.append(other.minus(one))
    assert coverage(0.02, shown) >= 0.935


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_trend_is_how_much_more_the_last_of_a_line_wins(seats):
    rising = np.arange(1.0, seats + 1)
    shown = reading("turn_order_trend", wins(rising / rising.sum(), np.linspace(0, 1, 3000)))
    assert shown.value == pytest.approx((seats - 1) / rising.sum(), abs=0.002)


def wins(shares, luck, **more):
    winner = np.searchsorted(np.cumsum(shares), luck, side="right").clip(0, len(shares) - 1)
    win, none = (np.arange(len(shares)) == winner[:, None]).astype(float), np.zeros(len(luck), int)
    deal, names = np.arange(len(luck)), np.full(win.shape, "a")
    return Games(deal, win, win, win, names, none + 1, none + 1, none, none > 0, **more)


def test_members_are_read_off_their_holders_and_compared_member_by_member():
    held = {"Alder": np.array([[1, 0], [0, 1], [1, 0], [0, 0]]), "Birch": np.eye(2)[[1, 0, 1, 1]]}
    held = {name: np.tile(at > 0, (20, 1)) for name, at in held.items()}
    table = wins((0.5, 0.5), np.tile([0.1, 0.1, 0.1, 0.9], 20), held=held)
    shown = reading("win_rate_spread", table)
    assert dict(zip(shown.parts, shown.mean, strict=True)) == pytest.approx(
        {"Alder": 2 / 3, "Birch": 1 / 2}
    )
    assert shown.value == pytest.approx(1 / 6)
    for name in ("Alder", "Birch"):
        assert in_figures(shown.part(name).minus(shown.part(name))) == (0, 0, 0)


def test_the_interval_of_one_member_covers_the_truth():
    """Held by one seat of three in half of the games: its holder wins 45 of 100."""
    stream, shown = np.random.default_rng(9), []
    for _ in range(EXPERIMENTS):
        at = np.eye(3)[stream.integers(0, 3, DEALS)] * (stream.random((DEALS, 1)) < 0.5) > 0
        table = wins((0.45, 0.3, 0.25), stream.random(DEALS))
        order = np.argsort(~at, axis=1, kind="stable")  # who holds it sits where 45 are won
        table = replace(table, win=np.take_along_axis(table.win, np.argsort(order), axis=1))
        shown.append(reading("win:Alder", replace(table, named={"win:Alder": at})))
    assert 0.935 <= coverage(0.45, shown) <= 0.98


def test_a_change_that_adds_five_points_to_everyone_is_seen_exactly():
    stream = np.random.default_rng(3)
    luck = stream.random(DEALS)
    base, more = games(stream, luck=luck), games(stream, luck=luck, score=5)
    paired = reading("mean_score", more).minus(reading("mean_score", base))
    assert in_figures(paired) == pytest.approx((5, 5, 5))
    apart = reading("mean_score", games(stream, score=5)).minus(reading("mean_score", base))
    assert width([apart]) > 1


def test_the_tail_is_a_length_that_was_seen():
    shares = np.array([0.5, 0.44, 0.06])
    influence = np.zeros((GROUPS, 3))
    influence[0], influence[1] = (0.01, 0.0, -0.01), (-0.01, 0.0, 0.01)
    groups, seen = np.arange(GROUPS), np.full(3, GROUPS)
    tail = Reading(TAIL, False, ("10", "9", "30"), shares, influence, 4000, groups, seen)
    assert tail.value == 30
    assert tail.interval().low == 10
    level, none = np.array([0.5, 0.5]), np.zeros((GROUPS, 2))
    even = Reading(SPREAD, True, ("a", "b"), level, none, 4000, groups, seen[:2])
    assert even.value == 0


@pytest.mark.parametrize("n", [30, 100, 1000])
def test_the_tail_of_few_games_is_not_called_short(n):
    """6 of 100 games take 12 rounds; where none was seen, the longest seen is no upper end."""
    stream, beyond, opened = np.random.default_rng(n), 0, 0
    for _ in range(200):
        rounds = np.where(stream.random(n) < 0.06, 12, stream.integers(6, 9, n))
        ends = reading("length_p95", replace(wins((0.5, 0.5), stream.random(n)), rounds=rounds))
        low, high = ends.interval()
        beyond += not low <= 12 <= high
        opened += math.isinf(high)
    assert beyond <= 0.05 * 200
    assert opened == (200 if n == 30 else 0)


def test_a_tail_without_an_upper_end_is_told_and_compared():
    stream = np.random.default_rng(1)
    few, many = (
        reading("length_p95", replace(wins((0.5, 0.5), stream.random(n)), rounds=np.arange(n) % 9))
        for n in (30, 3000)
    )
    assert in_figures(few) == (8, 7, math.inf)
    assert figure_within(few.value, few.interval(), "rounds") == "8.00 rounds (at least 7.00)"
    assert in_figures(few.minus(many)) == (0, -1, math.inf)
    assert few.chance_of(many) == pytest.approx(1)
    assert moved(many.minus(few), "rounds") == "stays (at most 1.00)"
