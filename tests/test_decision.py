"""Decision: the half-time leader beside a race without memory, and the snowball."""

import re

import numpy as np
import polars as pl
import pytest
import toy

from analyses.findings.sample import Sample, sample_of
from analyses.findings.standings import standings
from analyses.findings.verdicts import LEVEL, NOT_TILTED, TILTED, UNKNOWN, WATCH
from analyses.lab.metrics import read
from analyses.questions import ask as ask_all
from analyses.questions.runaway_leader import _judged, _story, snowball_of
from analyses.statistics.alike import alike, in_one
from analyses.statistics.estimate import Estimate, Exactly
from analyses.statistics.holders import brought
from analyses.statistics.race import Race, shared_wins
from simulator.levers import Levers


def ask(frame):
    (found,) = ask_all(sample_of(frame), ["runaway_leader"])
    return found


def frame_of(points, rounds=None):
    """Games from `points[game, seat, round]`; the highest at the end of these rounds wins."""
    games, players, longest = points.shape
    rounds = np.full(games, longest) if rounds is None else rounds
    end = points[np.arange(games), :, rounds - 1]
    best = end == end.max(axis=1, keepdims=True)
    whole = pl.DataFrame(
        {
            "game": np.repeat(np.arange(games), players),
            "deal": np.repeat(np.arange(games), players),
            "seat": np.tile(np.arange(1, players + 1), games),
            "curve": points.reshape(games * players, -1),
            "rounds": np.repeat(rounds, players),
            "win": (best / best.sum(axis=1, keepdims=True)).ravel(),
            "place": np.where(best, 1, 2).ravel(),
        }
    )
    alike = dict(title="none", line_up="a", same="all", forbids="", strategy="a")
    return whole.with_columns(
        pl.col("curve").arr.to_list().list.head("rounds"),
        **{name: pl.lit(word) for name, word in alike.items()},
    )


def beside_a_race(half, later, leader, won):
    none = np.zeros(len(half), int)
    race = Race.of(half, later, none, none, np.arange(len(half)))
    return race.beside(leader[:, None] == np.arange(half.shape[1]), leader >= 0, won)


def test_who_is_ahead_and_gains_no_less_wins_surely_though_some_games_are_level():
    """What a game lends is counted by what leaders win with it, not by how many there are."""
    half, later = np.zeros((400, 2)), np.zeros((400, 2))
    half[::2, 0] = 3
    leader = np.where(np.arange(400) % 2, -1, 0)
    won = np.where(leader == 0, 1.0, 0.0)
    chance, beyond = beside_a_race(half, later, leader, won)
    assert chance.value == pytest.approx(1)
    assert chance.error == pytest.approx(0, abs=1e-9)
    assert beyond.error == pytest.approx(0, abs=1e-9)


def test_where_gains_decide_the_race_is_the_same_games_so_only_its_own_share_has_an_error():
    """A lead of one, and then five more or less: games and race win as often, whatever is drawn."""
    half, later = np.tile([1, 0], (400, 1)), np.zeros((400, 2))
    later[:, 0] = np.random.default_rng(1).choice([-5, 5], 400)
    won, none = (later[:, 0] > 0) * 1.0, np.zeros(400, int)
    chance, beyond = beside_a_race(half, later, none, won)
    assert chance.error == pytest.approx(won.std() / 20, rel=0.1)
    assert beyond.value == pytest.approx(0, abs=1e-9)
    assert beyond.error < won.std() / 20 / 3


NOTHING_DEALT = np.zeros((60, 3, 0), bool)


def race(rng, games, players, rounds=10, snowball=0.0, most=200):
    """Gains are drawn anew in every round; with a snowball, half-time leads grow by that part."""
    gains = rng.integers(0, most, (games, players, rounds))
    points = gains.cumsum(axis=2)
    half = rounds // 2
    ahead = points[:, :, half - 1] - points[:, :, half - 1].mean(axis=1, keepdims=True)
    more = np.round(snowball * ahead).astype(int)
    points[:, :, half:] += more[:, :, None]
    return points


@pytest.mark.parametrize(("players", "known"), [(2, 0.750), (4, 0.582), (6, 0.507)])
def test_where_gains_are_many_a_race_without_memory_is_that_of_the_books(players, known):
    """Of two players three games of four: half plus the arc sine of the correlation over pi."""
    found = ask(frame_of(race(np.random.default_rng(1), 6000, players)))
    assert found.frame("race")["estimate"][1] == pytest.approx(known, abs=0.02)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_race_without_memory_is_level_for_any_number_of_players(players):
    found = ask(frame_of(race(np.random.default_rng(players), 3000, players)))
    assert found.verdict == LEVEL
    assert not found.measure.interval().excludes(0)
    assert "neither clearly grows nor shrinks" in found.sentence


GAMES = 4000


def tricks(rng, players, rounds):
    """Each round a fair lot gives one point to one player."""
    return (rng.integers(players, size=(GAMES, 1, rounds)) == np.arange(players)[:, None]) * 1


def small_points(rng, players):
    return rng.integers(0, 2, (GAMES, players, 6)), None


def better_seat(rng, players):
    gains = rng.integers(1, 101, (GAMES, players, 10))
    gains[:, 0] += 20
    return gains, None


def growing(rng, players):
    return rng.integers(1, 7, (GAMES, players, 14)) * np.arange(1, 15), rng.integers(6, 15, GAMES)


def shrinking(rng, players):
    return rng.integers(1, 7, (GAMES, players, 12)) * np.arange(12, 0, -1), None


def half_at_the_end(rng, players):
    gains, rounds = rng.integers(1, 7, (GAMES, players, 14)), rng.integers(4, 15, GAMES)
    gains[np.arange(GAMES), :, rounds - 1] += 9 * rng.integers(1, 7, (GAMES, players))
    return gains, rounds


MEMORYLESS = {
    "7 tricks": lambda rng, players: (tricks(rng, players, 7), None),
    "13 tricks": lambda rng, players: (tricks(rng, players, 13), None),
    "0 or 1 point": small_points,
    "a better seat": better_seat,
    "gains that grow": growing,
    "gains that shrink": shrinking,
    "half of the points at the end": half_at_the_end,
}


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("name", MEMORYLESS)
def test_no_game_without_memory_is_blamed(name, players):
    gains, rounds = MEMORYLESS[name](np.random.default_rng(players), players)
    found = ask(frame_of(gains.cumsum(axis=2), rounds))
    assert found.verdict == LEVEL
    assert not found.measure.interval(tests=10).excludes(0)


@pytest.mark.parametrize(("players", "tricks"), [(2, 7), (4, 13)])
def test_who_won_more_of_the_last_tricks_and_wins_more_of_the_next_runs_away(players, tricks):
    """An urn of one ball each, to which every draw adds one of its kind."""
    rng, games = np.random.default_rng(1), np.arange(GAMES)
    balls, points = np.ones((GAMES, players), int), []
    for _ in range(tricks):
        shares = balls.cumsum(axis=1) / balls.sum(axis=1, keepdims=True)
        balls[games, (rng.random((GAMES, 1)) >= shares).sum(axis=1)] += 1
        points.append(balls - 1)
    found = ask(frame_of(np.stack(points, axis=2)))
    assert found.measure.interval().low > 0.05


def test_chance_in_the_race_is_in_the_interval():
    """Of seven tricks, whose truth is 0: as many intervals hold it as should."""
    rng, runs, hits = np.random.default_rng(4), 400, 0
    for _ in range(runs):
        first, rest = (rng.binomial(tricks, 0.5, 200) for tricks in (4, 3))
        half, later = (np.stack([n, of - n], axis=1) for n, of in ((first, 4), (rest, 3)))
        leader = np.where(half[:, 0] == half[:, 1], -1, half.argmax(axis=1))
        won = shared_wins(half + later)[np.arange(200), leader]
        _, beyond = beside_a_race(half, later, leader, won)
        hits += not beyond.interval().excludes(0)
    assert hits / runs == pytest.approx(0.95, abs=0.033)


def test_games_go_on_as_others_of_the_same_players():
    """Of two styles one always gains twice as much: that is no reason to run away."""
    points = race(np.random.default_rng(6), 2000, 2)
    gentle = frame_of(points)
    wild = frame_of(10 * points).with_columns(
        pl.col("game", "deal") + 2000, line_up=pl.lit("b"), strategy=pl.lit("b")
    )
    one, both = ask(gentle), ask(pl.concat([gentle, wild]))
    assert both.measure.value == pytest.approx(one.measure.value, abs=0.02)


def test_a_handful_of_games_tells_nothing():
    """Where all leaders win, and would in any other game, there is no spread to go by."""
    points = np.tile([[9, 10], [1, 2]], (5, 1, 1))
    assert ask(frame_of(points)).verdict == UNKNOWN


@pytest.mark.parametrize("players", [2, 4])
def test_a_snowball_tilts_and_is_told(players):
    found = ask(frame_of(race(np.random.default_rng(1), 3000, players, snowball=3.0)))
    assert found.verdict == TILTED
    assert re.search(r"A halfway lead grows by (29\d|30\d)%", found.sentence)


ROLES = ("Fox", "Owl", "Hare", "Toad")


@pytest.fixture
def roles(monkeypatch):
    levers = Levers(dealt={"roles": {name: name for name in ROLES}})
    monkeypatch.setattr(Sample, "levers", levers)


def with_roles(rng, players, bonus, most=200, snowball=0.0):
    """Roles dealt anew in every game; what each adds to every round's gains, on average."""
    held = np.argsort(rng.random((GAMES, len(ROLES))), axis=1)[:, :players]
    more = np.asarray(bonus)[held][:, :, None] + rng.random((GAMES, players, 10))
    points = race(rng, GAMES, players, most=most, snowball=snowball) + more.astype(int).cumsum(
        axis=2
    )
    return frame_with(held, points)


def frame_with(held, points):
    tallies = [pl.Series(f"tally_{name}", (held == k).ravel() * 1) for k, name in enumerate(ROLES)]
    return frame_of(points).with_columns(*tallies, score=pl.Series(points[:, :, -1].ravel()))


@pytest.mark.usefixtures("roles")
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(("bonus", "most"), [([40, 0, 0, 0], 200), ([0.5, 0, 0.2, 0], 3)])
def test_a_strong_role_is_no_leader_that_runs_away(bonus, most, players):
    found = ask(with_roles(np.random.default_rng(players), players, bonus, most))
    assert found.verdict == LEVEL
    assert abs(found.measure.value) < 0.025
    assert "neither clearly grows nor shrinks" in found.sentence


@pytest.mark.usefixtures("roles")
def test_a_leader_who_runs_away_is_seen_beside_strong_roles():
    found = ask(with_roles(np.random.default_rng(1), 3, [40, 0, 0, 0], snowball=1.0))
    assert found.verdict in (WATCH, TILTED)
    assert "A halfway lead grows" in found.sentence


def with_a_rare_bonus(rng, chance, points, kinds=4, games=1500, snowball=0.0):
    """Four of several roles are dealt; the first of them pays at the end, seldom but well."""
    held = np.argsort(rng.random((games, kinds)), axis=1)[:, :4]
    ends = race(rng, games, 4, most=20, snowball=snowball)
    ends[:, :, -1] += points * ((held == 0) & (rng.random((games, 4)) < chance))
    return frame_with(held, ends)


def difference(found):
    """The difference alone, without what else keeps an alarm back."""
    one = found.measure
    while not isinstance(one, Estimate):
        one = one.of[0] if isinstance(one.of, tuple) else one.of
    return one


@pytest.mark.usefixtures("roles")
@pytest.mark.parametrize(
    ("chance", "points", "kinds"), [(0.2, 60, 4), (0.1, 10_000, 4), (0.1, 10_000, 12)]
)
def test_a_role_that_seldom_pays_well_is_no_leader_who_runs_away(chance, points, kinds):
    """The bonus knows nothing of leads, so the truth is 0: by its mean, up to 24% were blamed."""
    found = [
        ask(with_a_rare_bonus(np.random.default_rng(seed), chance, points, kinds))
        for seed in range(40)
    ]
    shown = [difference(one) for one in found]
    assert np.mean([one.value for one in shown]) == pytest.approx(0, abs=0.005)
    assert sum(not one.interval().excludes(0) for one in shown) >= 35
    assert {one.verdict for one in found} <= {LEVEL, NOT_TILTED}


@pytest.mark.usefixtures("roles")
def test_a_snowball_is_seen_though_a_role_seldom_pays_well():
    found = ask(with_a_rare_bonus(np.random.default_rng(1), 0.1, 100, snowball=1.0))
    assert found.verdict in (WATCH, TILTED)
    assert "A halfway lead grows" in found.sentence


def test_a_game_goes_on_as_one_that_was_dealt_the_same():
    """Where all that matters is a role, the race gives each game back what its own role brings."""
    rng = np.random.default_rng(1)
    held = (rng.integers(2, size=(400, 1)) == np.arange(2))[:, :, None]
    later = 50 * held[:, :, 0] + rng.integers(0, 3, (400, 2))
    none = np.zeros(400, int)
    stratum, kept = alike(later, held, np.arange(400), none)
    assert not kept.any()
    assert (stratum == in_one(held[:, 0, 0])).all() or (stratum == 1 - in_one(held[:, 0, 0])).all()
    ends = Race.of(later * 0, later, stratum, none, np.arange(400))
    assert (ends.wins == held[:, :, 0]).all()


def test_what_changes_nothing_makes_no_strata():
    rng = np.random.default_rng(2)
    held = rng.random((600, 3, 20)) < 0.5
    stratum, _ = alike(rng.normal(0, 9, (600, 3)), held, np.arange(600), np.zeros(600, int))
    assert len(np.unique(stratum)) <= 8


def test_games_of_one_deal_lend_each_other_nothing():
    """Four games of a deal have their dice in common."""
    deal, none = np.repeat(np.arange(50), 4), np.zeros(200, int)
    race = Race.of(np.zeros((200, 2)), np.zeros((200, 2)), none, none, deal)
    assert (deal[race.other] != deal).all()


@pytest.mark.parametrize(("slope", "is_held"), [(0.3, False), (0.05, True), (-0.3, True)])
def test_no_alarm_while_no_lead_clearly_grows(slope, is_held):
    found = _judged(Estimate(0.2, 0.01, 1000), Estimate(slope, 0.05, 1000))
    assert (found.interval().low <= 0) == is_held
    assert _judged(Exactly(-0.1), Estimate(0.0, 0.1, 1000)).interval() == (-0.1, -0.1)


@pytest.mark.parametrize("players", [2, 4])
def test_catch_up_is_told_next_to_the_baseline(players):
    """Without memory both are the same; where leads shrink, more come back than the baseline."""
    for snowball, more in ((0.0, False), (-0.8, True)):
        found = ask(frame_of(race(np.random.default_rng(1), 4000, players, snowball=snowball)))
        shown, neutral = found.frame("race")["estimate"][3:]
        assert (shown > neutral + 0.03) == more
        assert shown == pytest.approx(neutral, abs=0.02) or more
        assert "Catch-up: players who are last at halfway still win" in found.sentence


@pytest.mark.usefixtures("roles")
@pytest.mark.parametrize(("players", "rounds"), [(2, 8), (3, 6)])
def test_a_head_start_among_few_points_leaves_ties_as_they_are(players, rounds):
    """Each round a fair lot gives a point; one role begins with two."""
    off = 0
    for seed in range(10):
        rng = np.random.default_rng(seed)
        held = np.argsort(rng.random((2000, len(ROLES))), axis=1)[:, :players]
        gains = (rng.integers(players, size=(2000, 1, rounds)) == np.arange(players)[:, None]) * 1
        points = gains.cumsum(axis=2) + 2 * (held == 0)[:, :, None]
        marks = [
            pl.Series(f"tally_{name}", (held == k).ravel() * 1) for k, name in enumerate(ROLES)
        ]
        frame = frame_of(points).with_columns(*marks, score=pl.Series(points[:, :, -1].ravel()))
        off += ask(frame).measure.interval().excludes(0)
    assert off <= 2


@pytest.mark.parametrize("games", [3, 10, 20])
def test_members_of_a_few_games_are_said_to_bring_nothing(games):
    rng = np.random.default_rng(games)
    held = rng.random((games, 2, 80)) < 0.3
    assert not brought(rng.normal(0, 4, (games, 2)), held).any()


def test_one_role_for_each_seat_is_fitted_whatever_the_rounding():
    """Who has it has no other one, so that one of them follows from the others."""
    for seed in range(30):
        rng = np.random.default_rng(seed)
        role = np.argsort(rng.random((500, 3)), axis=1)
        found = brought(rng.normal(0, 2, (500, 3)) + (role == 0), role[:, :, None] == np.arange(3))
        assert np.abs(found).max() < 1.2


def test_what_members_bring_is_found_and_chance_is_not():
    """Of several at once too; and what only seems to bring something is shrunk."""
    rng = np.random.default_rng(5)
    held = rng.random((3000, 3, 6)) < 0.5
    true = held @ np.array([3.0, -2.0, 0, 0, 0, 0])
    noise = rng.normal([10, 0, -10], 4, (3000, 3))
    found = brought(true + noise, held)
    assert np.abs(found - (true - true.mean(axis=0))).mean() < 0.2
    by_chance = [np.std(brought(rng.normal(0, 4, (300, 3)), held[:300])) for _ in range(50)]
    assert np.mean(by_chance) < 0.15  # unshrunk 0.33


def test_catching_up_is_no_fault_and_is_told():
    found = ask(frame_of(race(np.random.default_rng(1), 3000, 3, snowball=-0.5)))
    assert found.verdict == LEVEL
    assert re.search(r"A halfway lead shrinks by (4|5)\d%", found.sentence)


def test_points_for_everyone_change_nothing():
    points = race(np.random.default_rng(2), 500, 3)
    plain, raised = ask(frame_of(points)), ask(frame_of(points + 1000))
    assert plain.sentence == raised.sentence


@pytest.mark.parametrize("truth", [0.0, -0.6, 0.5])
def test_the_snowball_s_interval_covers_it(truth):
    rng = np.random.default_rng(3)
    runs, hits = 300, 0
    for _ in range(runs):
        frame = frame_of(race(rng, 60, 3, rounds=2, snowball=truth))
        low, high = snowball_of(standings(frame.lazy(), 3), NOTHING_DEALT).interval()
        hits += low <= truth <= high
    assert hits / runs >= 0.95 - 3 * (0.05 * 0.95 / runs) ** 0.5


def test_the_half_time_leader_wins_what_was_planted():
    keeps = np.random.default_rng(1).random(4000) < 0.7
    early = np.tile([10, 5], (4000, 1))
    late = np.where(keeps[:, None], [30, 20], [20, 30])
    found = ask(frame_of(np.stack([early, early, early, late], axis=2)))
    low, high = found.estimate.interval()
    assert low < 0.7 < high
    story = dict(found.frame("stories").iter_rows())
    assert story["led from start to finish"] == pytest.approx(keeps.mean())
    assert story["won from last place at halfway"] == pytest.approx(1 - keeps.mean())


def test_games_that_nobody_ever_leads_are_no_crash():
    found = ask(frame_of(np.ones((20, 2, 12), int)))
    assert found.verdict == UNKNOWN
    assert found.sentence.startswith("Nobody leads alone at halfway in")


def test_games_that_stay_level_are_not_led_from_start_to_finish():
    level, led = ([3, 5, 7, 9], [3, 5, 7, 8]), ([4, 6, 8, 10], [3, 5, 7, 9])
    rows = []
    for game, seats in enumerate([level] * 9 + [led]):
        for seat, curve in enumerate(seats, 1):
            row = {"game": game, "deal": game, "line_up": "one", "seat": seat, "strategy": "one"}
            row |= {"win": float(seat == 1), "place": seat, "rounds": 4, "curve": curve}
            rows.append(row | {"score": curve[-1]})
    story = _story(standings(pl.DataFrame(rows).lazy(), 2))
    assert story["led from start to finish"] == 0.1


def test_of_games_of_one_round_it_is_not_asked_when_they_are_decided():
    found = ask(toy.play(toy.rules(deal=6), [["a", "a"]], 20))
    assert not found.is_asked
    assert found.verdict == UNKNOWN
    assert "these games have one round" in found.sentence
    assert not read(sample_of(toy.play(toy.rules(deal=6), [["a", "a"]], 20))).keys() & {
        "halfway_leader_wins",
        "comebacks",
    }


@pytest.mark.parametrize("rounds", [2, 3, 5, 9, 10, 14])
def test_nobody_leads_before_points_that_all_fall_in_the_last_round(rounds):
    """The last round is the result: who leads after it has won, and that tells nothing."""
    points = np.zeros((400, 3, rounds), int)
    points[:, :, -1] = np.random.default_rng(rounds).integers(0, 6, (400, 3))
    found = ask(frame_of(points))
    for table in ("by_time", "by_round"):
        assert found.frame(table)["games"].sum() == 0


@pytest.mark.parametrize(("rounds", "middle"), [(2, 1), (3, 2), (4, 2), (9, 5)])
def test_where_rounds_are_few_half_way_is_told_by_its_round(rounds, middle):
    """A fair lot by round; who leads after the last but one is caught up with by a known share."""
    found = ask(frame_of(race(np.random.default_rng(1), 3000, 2, rounds, most=1000)))
    assert f"the leader at halfway (round {middle} of {rounds}) wins" in found.sentence
    times, by_round = found.frame("by_time"), found.frame("by_round")
    assert times["progress"].to_list() == [k / rounds for k in range(1, rounds)]
    assert times["estimate"].to_list() == by_round["estimate"].to_list()
    truth = [0.5 + np.arcsin((k / rounds) ** 0.5) / np.pi for k in range(1, rounds)]
    assert times["estimate"].to_list() == pytest.approx(truth, abs=0.03)


def test_games_that_end_at_a_time_tell_nothing_of_it():
    """Half of them have one round and half twelve: of these alone it is told who leads."""
    rng = np.random.default_rng(2)
    points = rng.integers(1, 100, (2000, 2, 12)).cumsum(axis=2)
    rounds = np.where(np.arange(2000) % 2, 12, 1)
    both, long = ask(frame_of(points, rounds)), ask(frame_of(points[1::2]))
    assert both.estimate.value == long.estimate.value
    assert both.frame("stories").equals(long.frame("stories"))
    assert both.frame("race").select("estimate").rows() == pytest.approx(
        np.array(long.frame("race").select("estimate").rows()), abs=0.02
    )


def test_tied_winners_share_what_is_told_of_them():
    """Of four games one is tied by who was last half-way and who led: half a comeback."""
    tie, led = ([1, 2, 9, 9], [5, 6, 7, 9]), ([5, 6, 7, 9], [1, 2, 3, 4])
    frame = frame_of(np.array([tie, led, led, led] * 50))
    story = _story(standings(frame.lazy(), 2))
    assert story["won from last place at halfway"] == 0.125
    assert story["won from behind at halfway"] == 0.125
    assert story["led from start to finish"] == 0.75
    games = frame.with_columns(
        score=pl.col("curve").list.last(), decisions=4, forced=0, ending=pl.lit("over")
    )
    assert read(sample_of(games), ["comebacks"])["comebacks"].value == 0.125


def test_joint_last_is_last_and_never_behind_may_be_joint():
    """Three: two of them last together half-way, one of whom wins; one level at first, then led."""
    back, led = ([1, 1, 9], [1, 1, 2], [5, 6, 7]), ([3, 6, 9], [3, 5, 6], [1, 2, 3])
    story = _story(standings(frame_of(np.array([back, led] * 20)).lazy(), 3))
    assert story["won from last place at halfway"] == 0.5
    assert story["led from start to finish"] == 0.5
