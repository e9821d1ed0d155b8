"""Games whose truth is known get the lights they must, and fair ones hardly ever a false alarm.

The games are made of random numbers, not played: what is tested is what is said of them.
"""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from analyses.experiments import plan
from analyses.findings.holdings import Group, Holdings
from analyses.findings.sample import Sample, sample_of
from analyses.findings.verdicts import LEVEL, NOT_TILTED, TILTED, UNKNOWN, WATCH
from analyses.questions import QUESTIONS, ask, win_rates
from analyses.questions.choices import tallies
from analyses.questions.turn_order import _trend_told, largest_distance, trend, win_shares
from analyses.statistics.estimate import Estimate, MaxDistance, Monotone, Share
from analyses.statistics.holders import beside_peers, peers_of
from simulator.levers import Levers

QUICK, FULL = 8_000, 60_000  # mirror games of a report
CELLS = ("all", "deal", "table", "whims")  # of the luck design: each deal is played so often


def games(scores, half=None, **more):
    """Rows of mirror games from scores [game, seat], and those half-way; four share a deal."""
    n, players = scores.shape
    won = scores == scores.max(axis=1, keepdims=True)
    order = (-scores).argsort(axis=1, kind="stable").argsort(axis=1)
    each = np.arange(n)
    columns = {
        "game": np.repeat(each, players),
        "deal": np.repeat(each // len(CELLS), players),
        "seat": np.tile(np.arange(1, players + 1), n),
        "score": scores.reshape(-1),
        "place": np.where(won, 1, order + 1).reshape(-1),
        "win": (won / won.sum(axis=1, keepdims=True)).reshape(-1),
        "points_all": scores.reshape(-1),
        **{name: np.asarray(values).reshape(-1) for name, values in more.items()},
    }
    half = scores // 2 if half is None else half
    curve = np.stack([half.reshape(-1), scores.reshape(-1)], axis=1)
    alike = dict(title="none", line_up="a", forbids="", strategy="a", ending="over")
    return pl.DataFrame(columns).with_columns(
        same=pl.Series(CELLS).gather(np.repeat(each % len(CELLS), players)),
        curve=pl.Series(curve).arr.to_list(),
        **{name: pl.lit(word) for name, word in alike.items()},
        **{name: pl.lit(n) for name, n in dict(rounds=2, decisions=2 * players, forced=0).items()},
    )


def fair(rng, n, players):
    return games(rng.integers(0, 1000, (n, players)))


def seats(frame):
    (finding,) = ask(sample_of(frame), ["turn_order"])
    return finding


def light(frame):
    """The verdict on seats alone, without the handicaps beside it."""
    even = 1 / frame["seat"].max()
    shown = largest_distance(win_shares(frame.lazy(), even), even)
    return QUESTIONS["turn_order"].scale.verdict(*shown.interval())


class TestSeats:
    @pytest.mark.parametrize(("players", "n"), [(2, QUICK), (4, FULL), (6, FULL)])
    def test_a_fair_game_is_level(self, players, n):
        rng = np.random.default_rng(players)
        lights = [light(fair(rng, n, players)) for _ in range(8)]
        assert lights.count(LEVEL) >= 7
        assert {*lights} <= {LEVEL, NOT_TILTED}

    @pytest.mark.parametrize("players", [3, 4, 6])
    def test_quick_reports_show_that_a_fair_order_is_balanced(self, players):
        """Even where dice alone matter, so two and two games of a shuffle are alike."""
        rng, more = np.random.default_rng(players), plan.QUICK.equals * (players - 1)
        lights = []
        for _ in range(10):
            played = rng.integers(0, 1000, (plan.QUICK.alone, players))
            played[2::4], played[3::4] = played[::4], played[1::4]
            rows = games(played).filter(pl.col("same") != "all")
            own = fair(rng, more, players).with_columns(deal="game", same=pl.lit("all"))
            same = games(played[::4]).with_columns(deal="game", same=pl.lit("all"))
            own = pl.concat([same, own.filter(pl.col("deal") >= len(played) // 4)])
            lights.append(light(pl.concat([rows, own])))
        assert lights.count(LEVEL) >= 8
        assert {*lights} <= {LEVEL, NOT_TILTED}

    def test_on_the_edge_hardly_any_game_is_called_level(self):
        """A seat that is 5% off its even share is the first that is not level."""
        rng, lights = np.random.default_rng(1), []
        for _ in range(150):
            first = rng.random(2000) < 0.525
            lights.append(light(games(np.stack([first, ~first], axis=1).astype(int))))
        assert lights.count(LEVEL) <= 15  # 5% of them, and chance on top
        assert lights.count(WATCH) + lights.count(TILTED) <= 15

    def test_who_always_wins_first_tilts_the_game(self):
        found = seats(games(np.tile([1, 0, 0], (200, 1))))
        assert found.verdict == TILTED
        assert "From the first player to the last, the win rate falls" in found.sentence

    def test_a_trend_is_seen_where_no_seat_stands_out(self):
        rng = np.random.default_rng(3)
        share = np.array([0.265, 0.255, 0.245, 0.235])
        frames = [games(_winner(rng, share, 12_000)).lazy() for _ in range(10)]
        told = sum(trend(frame, 4).interval().high < 0 for frame in frames)
        single = sum(win_shares(frame, 0.25)["q"].min() < 0.05 for frame in frames)
        assert told >= 8
        assert told >= single

    def test_the_trend_lies_in_its_interval(self):
        rng, share = np.random.default_rng(4), np.array([0.3, 0.25, 0.25, 0.2])
        slope = 3 * (share @ (np.arange(4) - 1.5)) / 5
        caught = 0
        for _ in range(200):
            low, high = trend(games(_winner(rng, share, 800)).lazy(), 4).interval()
            caught += low <= slope <= high
        assert caught >= 180

    @pytest.mark.parametrize(("sign", "word"), [(-1, "falls"), (1, "rises")])
    def test_a_fall_is_told_by_its_size_from_the_smaller_end_to_the_larger(self, sign, word):
        told = _trend_told(Estimate(sign * 0.26, 0.05, 100_000))
        assert f"{word} by 26.0 percentage points (16.2–35.8)." in told

    def test_few_games_of_a_fair_game_say_how_many_would_tell(self):
        found = seats(fair(np.random.default_rng(5), 400, 6))
        assert found.verdict in (UNKNOWN, NOT_TILTED)
        assert found.undecided.startswith("Inconclusive: ")
        assert found.needed > 400

    def test_it_is_so_many_as_show_balance_whatever_these_have_seen(self):
        """About 16,000 show it with four players, for (1.645 + 1.925)² · 0.1875 / 0.0125²."""
        rng = np.random.default_rng(8)
        told = [seats(fair(rng, 8000, 4)) for _ in range(12)]
        needed = [one.needed for one in told if one.verdict in (UNKNOWN, NOT_TILTED)]
        assert needed
        assert all(14_000 <= games <= 18_000 for games in needed)
        assert "If it is balanced, about 16,000 games show it." in {
            one.undecided.removeprefix("Inconclusive: tilted is ruled out. ") for one in told
        }

    def test_what_is_balanced_says_what_it_rules_out_in_games_of_100(self):
        found = seats(fair(np.random.default_rng(9), FULL, 4))
        most = 100 * found.measure.interval().high / 4
        assert found.verdict == LEVEL
        assert most < 1.25
        assert found.certainty == (
            f"Ruled out: a win rate more than {np.ceil(10 * most) / 10:.1f} games in 100 from its"
            " fair share."
        )
        assert found.as_json()["ruled_out"] == found.certainty

    def test_two_looks_call_what_is_not_balanced_so_no_more_often_than_one(self):
        """On the threshold, looking again where it is open at four times the games."""
        rng, wrong, question = np.random.default_rng(10), {1: 0, 2: 0}, QUESTIONS["turn_order"]
        frame = games(np.stack([np.arange(4) % 2, 1 - np.arange(4) % 2], axis=1))
        samples = {looks: replace(sample_of(frame), looks=looks) for looks in wrong}

        def judged(won, n, looks):
            shares = [Share(p, (p * (1 - p) / n) ** 0.5, n) for p in (won / n, 1 - won / n)]
            far = Monotone(MaxDistance(shares, 0.5), lambda off: 2 * off)
            return question.verdict_of(samples[looks], far) == LEVEL

        for _ in range(1000):
            first = rng.binomial(4000, 0.525)
            both = first + rng.binomial(12_000, 0.525)
            for looks in wrong:
                wrong[looks] += judged(first, 4000, looks) or judged(both, 16_000, looks)
        assert wrong[1] > 65
        assert wrong[2] <= 60

    @pytest.mark.parametrize(("players", "n"), [(2, 3), (4, 10), (6, 10), (6, 40)])
    def test_who_never_wins_in_a_few_games_is_no_discovery(self, players, n):
        """By the spread of those games it would be sure: there is none."""
        rng, alarms = np.random.default_rng(6), 0
        for _ in range(100):
            rows = games(_winner(rng, np.full(players, 1 / players), n)).with_columns(deal="game")
            alarms += (win_shares(rows.lazy(), 1 / players)["q"] < 0.05).any()
        assert alarms <= 11  # 5 of 100, and chance on top


def _winner(rng, share, n):
    winner = rng.choice(len(share), n, p=share)
    return (winner[:, None] == np.arange(len(share))).astype(int)


SIX = np.arange(6)[:, None]  # players
NAMES = ("Alder", "Birch", "Cedar", "Dogwood", "Elm")


def with_factions(rng, n, bonus, players=3):
    """Five factions, some seated by chance; what each adds to a score of 0 to 99."""
    held = np.argsort(rng.random((n, 5)), axis=1)[:, :players]
    scores = rng.integers(0, 100, (n, players)) + np.asarray(bonus)[held]
    holding = {f"tally_{name}": (held == k).astype(int) for k, name in enumerate(NAMES)}
    return games(scores, **holding)


@pytest.fixture
def dealt(monkeypatch):
    levers = Levers(dealt={"factions": {name: name for name in NAMES}})
    monkeypatch.setattr(Sample, "levers", levers)


def members(frame):
    (finding,) = ask(sample_of(frame), ["win_rates"])
    return finding


@pytest.mark.usefixtures("dealt")
class TestMembers:
    def test_a_faction_with_twenty_points_more_is_named(self):
        found = members(with_factions(np.random.default_rng(1), QUICK, [0, 0, 20, 0, 0]))
        assert found.verdict == TILTED
        assert found.sentence.startswith("Cedar wins ")
        assert found.table["member"][0] == "Cedar"
        assert found.table["points"][0] == pytest.approx(20 * 2 / 3, abs=1.5)

    def test_equal_factions_are_level(self):
        rng = np.random.default_rng(2)
        lights = [members(with_factions(rng, FULL, [0] * 5)).verdict for _ in range(6)]
        assert lights.count(LEVEL) >= 5
        assert {*lights} <= {LEVEL, NOT_TILTED}

    def test_false_alarms_are_rare(self):
        rng = np.random.default_rng(3)
        alarms = 0
        for _ in range(100):
            found = members(with_factions(rng, 1000, [0] * 5))
            alarms += not found.sentence.startswith("No faction is clearly above or below")
        assert alarms <= 11  # 5 of 100, and chance on top

    def test_shares_lie_in_their_intervals_together(self):
        rng, bonus = np.random.default_rng(4), [10, 0, 0, 0, -10]
        truth = members(with_factions(rng, 300_000, bonus)).table
        truth = dict(truth.select("member", "estimate").iter_rows())
        caught = 0
        for _ in range(100):
            table = members(with_factions(rng, 1200, bonus)).table
            caught += all(
                row["low"] <= truth[row["member"]] <= row["high"]
                for row in table.iter_rows(named=True)
            )
        assert caught >= 88

    def test_a_role_that_one_seat_suits_is_told_with_that_seat(self):
        """Sixty points for Birch in the first of three seats, and nothing else."""
        rng = np.random.default_rng(6)
        held = np.argsort(rng.random((QUICK, 5)), axis=1)[:, :3]
        scores = rng.integers(0, 100, (QUICK, 3)) + 60 * ((held == 1) & (np.arange(3) == 0))
        holding = {f"tally_{name}": (held == k).astype(int) for k, name in enumerate(NAMES)}
        found = members(games(scores, **holding))
        assert "Birch wins " in found.sentence
        assert "of three-player games as player 1 (" in found.sentence
        birch = found.frame("by_seat").filter(member="Birch").row(0, named=True)
        assert birch["seat 1"] > 0.7
        assert birch["seat 2"] == pytest.approx(1 / 3, abs=0.04)  # nobody has the points

    def test_seats_and_factions_that_know_nothing_of_each_other_are_not_told_together(self):
        rng, told = np.random.default_rng(7), 0
        for _ in range(60):
            frame = with_factions(rng, 1000, [10, 0, 0, 0, -10])
            rows = frame.with_columns(score=pl.col("score") + 10 * (pl.col("seat") == 1))
            won = pl.col("score") == pl.col("score").max().over("game")
            win = won.cast(float) / won.sum().over("game")
            told += "as player" in members(rows.with_columns(win=win)).sentence
        assert told <= 7  # 3 of 60, and chance on top

    def test_few_who_all_lose_are_no_discovery(self):
        """By their own spread it would be sure."""
        rng, alarms = np.random.default_rng(8), 0
        for _ in range(100):
            held = rng.random((400, 3, 5)) < 0.007
            holding = {f"tally_{name}": held[:, :, k].astype(int) for k, name in enumerate(NAMES)}
            found = members(games(rng.integers(0, 100, (400, 3)), **holding))
            alarms += (found.frame("win_rates")["q"] < 0.05).any()
        assert alarms <= 11  # 5 of 100, and chance on top

    def test_few_of_six_players_who_all_lose_are_no_discovery(self):
        rng, alarms = np.random.default_rng(9), 0
        for _ in range(60):
            held = (rng.random((400, 1, 5)) < 0.04) & (rng.integers(6, size=(400, 1, 5)) == SIX)
            holding = {f"tally_{name}": held[:, :, k].astype(int) for k, name in enumerate(NAMES)}
            found = members(games(rng.integers(0, 100, (400, 6)), **holding))
            alarms += (found.frame("win_rates")["q"] < 0.05).any()
        assert alarms <= 8

    def test_what_is_seldom_dealt_is_named_and_not_judged(self):
        frame = with_factions(np.random.default_rng(9), 500, [0] * 5)
        frame = frame.with_columns(tally_Elm=(pl.col("game") < 3).cast(int) * (pl.col("seat") == 1))
        found = members(frame)
        assert "Elm" not in found.table["member"]
        assert "Not judged, because fewer than 1% of games have it: Elm." in found.notes

    def test_what_all_or_none_hold_is_not_compared(self):
        rng = np.random.default_rng(5)
        frame = fair(rng, 100, 2).with_columns(
            **{f"tally_{name}": pl.lit(int(name == "Elm")) for name in NAMES}
        )
        assert members(frame).sentence == "Every player holds the same in all games."
        assert members(frame).verdict == UNKNOWN


KINDS = tuple(f"kind {letter}" for letter in "abcdefghijkl")


def with_hands(rng, n, worth=0, chosen=False):
    """Two to eight cards of twelve kinds each: ten points a card, and what the first is worth."""
    size = rng.integers(2, 9, (n, 4))
    cards = rng.integers(12, size=(n, 4, 8))
    cards[np.arange(8) >= size[..., None]] = -1
    held = (cards[..., None] == np.arange(12)).any(axis=2)
    scores = 10 * size + rng.integers(0, 60, (n, 4)) + worth * held[..., 0]
    return held, size, scores


class TestHands:
    @pytest.fixture
    def holdings_of(self, monkeypatch):
        """What a question finds of hands whose sizes are known, as those that are laid out."""

        def ask_of(held, size, scores):
            group = Group("kinds", KINDS, held, number=size)
            frame = games(scores)
            wide = frame.sort("game", "seat")
            arrays = (wide[name].to_numpy().reshape(-1, 4) for name in ("deal", "win", "score"))
            deal, win, score = arrays
            laid = Holdings(deal[:, 0], win, score, (group,))
            monkeypatch.setattr(win_rates, "holdings", lambda sample, games=0: laid)
            return win_rates.find(sample_of(frame))

        return ask_of

    def test_kinds_that_do_nothing_are_level_though_their_holders_win_more(self, holdings_of):
        """Who holds a kind at all mostly holds more cards, and these win."""
        rng, alarms = np.random.default_rng(1), 0
        for _ in range(20):
            found = holdings_of(*with_hands(rng, 4000))
            table = found.frame("win_rates")
            assert table["estimate"].min() > 0.27
            alarms += found.verdict not in (LEVEL, NOT_TILTED) or table["q"].min() < 0.05
        assert alarms <= 3

    def test_a_kind_that_does_something_is_named(self, holdings_of):
        found = holdings_of(*with_hands(np.random.default_rng(2), QUICK, worth=8))
        assert found.sentence.startswith("Players with kind a win ")
        assert found.frame("win_rates")["points"][0] == pytest.approx(8 * 2 / 3, abs=2)
        assert any("Players do not always hold as many (kinds)." in note for note in found.notes)

    def test_best_guesses_of_kinds_that_do_nothing_are_nearly_fair(self, holdings_of):
        found = holdings_of(*with_hands(np.random.default_rng(4), 4000))
        both = found.frame("guesses").join(found.frame("win_rates"), on=["group", "member"])
        guessed, measured = (
            np.sqrt(((both[name] - both["even"]) ** 2).mean())
            for name in ("best guess", "estimate")
        )
        assert guessed < 0.5 * measured
        assert (both["low"] <= both["even"]).all()
        assert (both["high"] >= both["even"]).all()

    def test_what_is_won_beyond_a_fair_share_lies_in_its_interval(self, holdings_of):
        """Fair shares by size are as uncertain as what is won: both move together."""
        rng, z = np.random.default_rng(3), []
        for _ in range(150):
            held, size, scores = with_hands(rng, 600)
            win = (scores == scores.max(axis=1, keepdims=True)) * 1.0
            win /= win.sum(axis=1, keepdims=True)
            off = beside_peers(win, held, np.arange(600), peers_of(size))
            z.append(off.mean / off.error)
        assert np.std(z) == pytest.approx(1, abs=0.08)
        assert np.mean(np.abs(z) < 1.96) == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize("players", [1, 6])
def test_what_few_have_is_hardly_ever_said_of_winners(players):
    """Eight options that change nothing, each in about ten games, of which nobody may have won."""
    rng, alarms, n = np.random.default_rng(11), 0, 400
    for _ in range(25):
        one = rng.integers(6, size=(n, 1))
        win = one == np.arange(players)  # alone one wins a sixth of the games
        game = np.repeat(np.arange(n), players)
        held = {f"tally_{k}": (rng.random(len(game)) < 0.025 / players) * 1 for k in range(8)}
        rows = pl.DataFrame({"game": game, "deal": game, "win": win.ravel() * 1.0, **held})
        alarms += (tallies(rows.lazy(), players)["q"] < 0.05).any()
    assert alarms <= 4


def test_what_few_have_is_said_of_winners_where_it_helps():
    rng, n = np.random.default_rng(12), 400
    game, win = np.repeat(np.arange(n), 4), rng.integers(4, size=(n, 1)) == np.arange(4)
    held = (rng.random((n, 4)) < np.where(win, 0.12, 0.02)).ravel() * 1
    rows = pl.DataFrame({"game": game, "deal": game, "win": win.ravel() * 1.0, "tally_a": held})
    assert tallies(rows.lazy(), 4)["q"][0] < 0.05


@pytest.mark.parametrize("players", [2, 4])
def test_the_halves_of_a_few_games_agree(players):
    """Two games won by one seat and two by another have no spread, and are nothing strange."""
    rng = np.random.default_rng(13)
    for _ in range(60):
        rows = games(_winner(rng, np.full(players, 1 / players), 4)).with_columns(
            deal="game", same=pl.lit("all")
        )
        (found,) = ask(sample_of(rows), ["confidence"])
        assert found.sentence.startswith("The self-test passes.")


@pytest.mark.long
def test_hundred_reports_of_a_fair_race_hardly_ever_alarm():
    """Two halves that know nothing of each other, the same for every seat."""
    rng, alarms = np.random.default_rng(7), 0
    for _ in range(100):
        first, second = rng.integers(0, 1000, (2, 400, 3))
        frame = games(first + second, first)
        found = ask(sample_of(frame), ["runaway_leader", "endings", "length"])
        alarms += any(one in (WATCH, TILTED) for one in (light(frame), *(f.verdict for f in found)))
    assert alarms <= 5


def test_a_constant_on_every_score_changes_no_light():
    scores = np.random.default_rng(6).integers(0, 100, (4000, 3))
    for name in ("scores", "curves"):
        one, other = (
            ask(
                sample_of(games(s, points_rest=(0 * s + c), points_gain=s // 2 - 20)), [name]
            )[0]
            for s, c in ((scores, 0), (scores + 500, 500))
        )  # fmt: skip
        assert one.verdict == other.verdict
        assert one.measure.value == pytest.approx(other.measure.value)
