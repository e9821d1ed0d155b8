"""What is said of games with one side: a player alone against a target, or a table together."""

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner
from counting import count
from test_reference import metrics_page

from analyses.findings.finding import Finding
from analyses.findings.sample import Sample, sample_of
from analyses.findings.verdicts import FACT, LEVEL, TILTED, UNKNOWN, WATCH
from analyses.lab.report.asked_again import with_others
from analyses.language import read_language, speaking, word
from analyses.questions import ask
from analyses.questions.confidence import UNMEASURED, _instead_of_unmeasured, is_beaten
from analyses.statistics.counts import DEALS
from reports.charts.choices import side_by_side
from reports.look import Look
from simulator.game import Game, endings
from simulator.mechanisms import finish
from simulator.names import numbered
from strategies.seat import Seat
from tiltmeter.cli import main
from tiltmeter.workshop import Workshop

Ending = endings("safe", "sunk", "too_late")
raft = Game(
    "raft", players=(1, 2, 3), moves=numbered("row", "bail"), endings=Ending, cooperative=True
)


@raft.apply
def row(game, rules, move):
    finish(game, Ending.safe)


def frame(columns, players=1, same="all", strategy="rower"):
    """Rows of games of a table, `columns` by game; what all seats have alike."""
    n = len(columns["win"])
    by_game = {name: np.repeat(np.asarray(values), players) for name, values in columns.items()}
    games = np.repeat(np.arange(n), players)
    base = {
        "title": "raft",
        "game": games + 1_000_000 * ("all", "deal", "table", "whims").index(same),
        "deal": games,
        "line_up": strategy,
        "same": same,
        "forbids": "",
        "seat": np.tile(np.arange(1, players + 1), n),
        "strategy": strategy,
        "place": np.where(by_game["win"] > 0, 1, 2),
        "forced": 0,
    }
    return pl.DataFrame(base | {"score": 1, "rounds": 1, "decisions": 1} | by_game)


def found(rows, name):
    (finding,) = ask(sample_of(rows), [name])
    return finding


class TestEndings:
    def games(self):
        """3 of 10 saved after 4 rounds, 4 sunk after 2, 2 too late after 9, one cut off."""
        ends = ["safe"] * 3 + ["sunk"] * 4 + ["too late"] * 2 + ["cut off"]
        rounds = [4] * 3 + [2] * 4 + [9] * 2 + [50]
        won = [1.0] * 3 + [0.0] * 7
        return {"ending": ends * 10, "rounds": rounds * 10, "win": won * 10}

    def test_games_won_and_lost_are_told_apart_and_when_they_end(self):
        finding = found(frame(self.games(), players=2), "endings")
        assert finding.sentence == (
            "Won: 30% by 'safe' (half of them within 4 rounds). Lost: 40% by 'sunk' (half of them"
            " within 2 rounds), 20% by 'too late' (half of them within 9 rounds). 10.0% of games"
            " hit the round limit."
        )
        assert finding.said == finding.sentence
        shown = {row["ending"]: (row["won"], row["rounds"]) for row in finding.table.to_dicts()}
        assert shown["safe"] == (1, 4)
        assert shown["sunk"] == (0, 2)
        assert "round limit" in shown
        assert "cut off" not in shown
        low, high = finding.table.filter(ending="sunk").select("low", "high").row(0)
        assert low < 0.4 < high

    def test_an_ending_may_be_won_and_lost(self):
        columns = {"ending": ["safe"] * 8, "win": [1.0, 0, 0, 0] * 2, "rounds": [5] * 8}
        finding = found(frame(columns), "endings")
        assert finding.sentence.startswith("Won: 25% by 'safe'. Lost: 75% by 'safe'.")
        assert finding.table.filter(ending="safe")["won"].item() == 0.25

    def test_no_game_won_is_said(self):
        columns = {"ending": ["sunk"] * 8, "win": [0.0] * 8}
        assert found(frame(columns), "endings").sentence.startswith("No game is won. Lost: 100%")

    def test_counted_games_tell_what_they_know(self):
        finding = ask(counted(frame(self.games())), ["endings"])[0]
        assert finding.sentence.startswith("40% of games")
        assert "won" not in finding.table.columns

    def test_it_is_said_in_french(self):
        with speaking(read_language("fr")):
            told = found(frame(self.games()), "endings").sentence
        assert "Gagnées : 30 % par « safe » (la moitié en 4 tours" in told.replace("\u00a0", " ")


def counted(rows):
    enums = {
        name: pl.Enum(rows[name].unique().sort().to_list())
        for name in ("title", "line_up", "same", "forbids", "strategy", "ending")
        if name in rows.columns
    }
    typed = rows.cast(enums).with_columns(curve=pl.concat_list("score"))
    if "ending" not in typed.columns:
        typed = typed.with_columns(ending=pl.lit("safe").cast(pl.Enum(["safe"])))
    many = count(typed.with_columns(pl.col("place").cast(pl.Int64)), int(rows["seat"].max()))
    return Sample(many.with_columns(pl.lit(rows["deal"].n_unique()).alias(DEALS)).lazy())


def test_the_second_ending_of_a_contest_is_named_where_it_may_be_the_first():
    columns = {"win": [0.5] * 100, "ending": ["safe", "sunk"] * 49 + ["safe"] * 2}
    close = found(frame(columns, 2).with_columns(title=pl.lit("none")), "endings")
    assert close.sentence.startswith("51% of games end with 'safe' (4")
    assert " and 49% with 'sunk' (" in close.sentence
    columns["ending"] = ["safe"] * 90 + ["sunk"] * 10
    clear = found(frame(columns, 2).with_columns(title=pl.lit("none")), "endings")
    assert clear.sentence == "90% of games end with 'safe' (82–95%)."


class TestOptions:
    def games(self, rng, players=3, n=3_000, most=6, more=0.0):
        """Each move rows or bails alike; one in nine saves the raft, else it is lost in the end.

        So the last round of a game won is cut short. Who bails `more` is more often saved.
        """
        bails = rng.random(n) < 0.5
        chance = 1 / 9 * (1 + more * bails)
        moves = np.minimum(rng.geometric(chance), players * most)
        won = moves < players * most
        often = np.where(bails & (more > 0), 0.6, 0.5)
        turns = moves[:, None] // players + (np.arange(players) < (moves % players)[:, None])
        bailed = rng.binomial(turns, often[:, None])
        columns = {"win": won.astype(float), "decisions": moves, "rounds": -(-moves // players)}
        return frame(columns, players).with_columns(
            tally_bail=bailed.ravel(),
            tally_row=(turns - bailed).ravel(),
            tally_captain=(np.arange(n * players) % players == 0).astype(int),
        )

    @pytest.mark.parametrize("players", [1, 3])
    def test_an_option_used_at_one_rate_in_short_won_and_long_lost_games_is_not_told(self, players):
        told = [
            found(self.games(np.random.default_rng(seed), players), "choices").sentence
            for seed in range(12)
        ]
        assert sum("Games won do not clearly have more" in one for one in told) >= 10

    def test_one_used_more_at_each_decision_is_told_by_the_round(self):
        finding = found(self.games(np.random.default_rng(1), more=3.0), "choices")
        assert "more of 'bail' per round than games lost." in finding.sentence
        assert finding.tables[0].name == "Choices per round, and what games won have more of"
        mean = dict(finding.table.select("option", "mean").iter_rows())
        assert mean["bail"] + mean["row"] == pytest.approx(3, rel=0.2)  # moves of a round

    def test_games_of_one_length_are_compared_as_they_are(self):
        won = np.arange(400) % 4 > 0
        rows = frame({"win": won.astype(float), "rounds": [7] * 400, "decisions": [7] * 400})
        finding = found(rows.with_columns(tally_row=np.where(won, 3, 1)), "choices")
        assert "Games won have 2.00 more of 'row' than games lost." in finding.sentence

    def test_counted_games_of_many_lengths_tell_nothing_of_it(self):
        (finding,) = ask(counted(self.games(np.random.default_rng(1), 1)), ["choices"])
        assert "Games won" not in finding.sentence
        assert finding.table["winners more"].is_nan().all()
        assert side_by_side({"1 player": finding}, Look(("rower",)))

    def test_counted_seats_of_a_table_tell_only_what_adds_up_to_games(self):
        """Each seat rows once in a game won; in which games bails fell together is not known."""
        won = np.arange(400) % 4 > 0
        rows = frame({"win": won.astype(float)}, 3).with_columns(
            tally_row=np.where(np.repeat(won, 3), 1, 0), tally_bail=(pl.int_range(pl.len()) < 10)
        )
        (finding,) = ask(counted(rows.cast({"tally_bail": pl.Int64})), ["choices"])
        assert "Games won" not in finding.sentence
        assert "Hardly ever seen" not in finding.sentence  # 10 of 1200 seats, in 1 of 100 games
        assert finding.table.columns == ["option", "mean"]
        assert dict(finding.table.iter_rows())["row"] == pytest.approx(2.25)
        assert side_by_side({"3 players": finding}, Look(("rower",))) == []


class TestLuck:
    def games(self, rng, deal, table, n=1_500):
        """Points are dealt and rolled; who has as many as half of them has won."""
        dealt, rolled = rng.normal(0, deal, n), rng.normal(0, table, n)
        rows = []
        for same in ("all", "deal", "table", "whims"):
            points = dealt if same in ("all", "deal") else rng.normal(0, deal, n)
            points = points + (rolled if same in ("all", "table") else rng.normal(0, table, n))
            columns = {"win": (points > 0).astype(float), "score": np.round(100 * points)}
            rows.append(frame(columns, same=same))
        return pl.concat(rows)

    def test_dice_alone_are_told_and_no_deal_is_called_level(self):
        finding = found(self.games(np.random.default_rng(1), 0, 1), "luck")
        assert finding.verdict == FACT
        assert finding.said.startswith("In-game luck causes 100% of score differences (")
        assert ", the starting deal " in finding.said
        assert "The starting deal makes no clear difference (" in finding.sentence

    def test_a_deal_that_decides_is_still_judged(self):
        finding = found(self.games(np.random.default_rng(1), 1, 0.1), "luck")
        assert finding.verdict == TILTED
        assert finding.said.startswith(
            "Setup luck: the starting deal moves the win rate of 49% by 48 points"
        )

    def test_scores_owe_to_each_chance_what_it_brings(self):
        finding = found(self.games(np.random.default_rng(1), 1, 2), "luck")
        parts = dict(finding.frame("score").select("source", "estimate").iter_rows())
        assert parts["deal"] == pytest.approx(0.2, abs=0.08)
        assert parts["table"] == pytest.approx(0.8, abs=0.08)
        assert "alone" not in finding.sentence
        assert finding.verdict in (LEVEL, UNKNOWN, "inconclusive, not tilted")

    def test_what_chances_bring_together_is_told(self):
        """The score is their product: neither says anything without the other."""
        rows = self.games(np.random.default_rng(1), 1, 1)
        sides = np.random.default_rng(2).choice([-1, 1], (2, 5, 1_500))
        pairs = {"all": (0, 0), "deal": (0, 1), "table": (2, 0), "whims": (3, 3)}
        product = [sides[0][deal] * sides[1][table] for deal, table in pairs.values()]
        finding = found(rows.with_columns(score=pl.Series(np.concatenate(product))), "luck")
        assert "; both together cause the rest." in finding.sentence

    def test_games_that_all_are_won_still_tell_of_scores(self):
        rows = self.games(np.random.default_rng(1), 0, 1).with_columns(win=1.0, place=1)
        finding = found(rows, "luck")
        assert finding.verdict == FACT
        assert "In-game luck causes" in finding.sentence
        assert "starting deal moves" not in finding.sentence


class TestLength:
    @pytest.mark.parametrize(("n", "verdict"), [(80, LEVEL), (40, UNKNOWN)])
    def test_games_of_one_length_say_so_and_enough_of_them_are_level(self, n, verdict):
        finding = found(frame({"win": [1.0] * n, "rounds": [10] * n}), "length")
        assert finding.sentence.startswith("Every game takes 10 rounds, ")
        assert finding.verdict == verdict

    def test_a_handful_tells_nothing(self):
        finding = found(frame({"win": [1.0] * 5, "rounds": [10] * 5}), "length")
        assert "too few games for an interval" in finding.sentence

    def test_one_in_twenty_longer_games_is_seldom_missed_by_as_many_as_are_level(self):
        assert 0.95**59 < 0.05 < 0.95**58


class TestTrust:
    def asked(self, mine, theirs):
        rng = np.random.default_rng(1)
        own = sample_of(frame({"win": (rng.random(3_000) < mine).astype(float)}))
        won = (rng.random(150) < theirs).astype(float)
        other = sample_of(frame({"win": won}, strategy="search:rollouts=100"))
        trust = ask(sample_of(frame({"win": [1.0, 0]}).with_columns(curve=[1])), ["confidence"])
        assert UNMEASURED in trust[0].sentence
        return with_others(trust, own, {Seat.parse("search:rollouts=100"): other}, [])[0]

    def test_a_search_that_wins_much_more_is_told_and_makes_all_doubtful(self):
        finding = self.asked(0.3, 0.8)
        assert UNMEASURED not in finding.sentence
        assert finding.said.startswith("The look-ahead bot search:rollouts=100 wins ")
        assert "Better play may change these findings." in finding.sentence
        assert finding.verdict == WATCH
        assert is_beaten(finding)

    def test_one_that_wins_no_more_confirms_the_player(self):
        finding = self.asked(0.5, 0.5)
        assert finding.verdict in (LEVEL, UNKNOWN)
        assert "may change" not in finding.sentence
        assert not is_beaten(finding)

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            (("Sound.", UNMEASURED, ("Rest.",)), "Sound. Won. Doubt. Rest."),
            (("", "Failed.", (UNMEASURED, "Rest.")), "Failed. Won. Doubt. Rest."),
            (("Sound.", "Two play.", ("Rest.",)), "Sound. Two play. Won. Rest."),
            (("", "Failed.", ("Two play.", "Rest.")), "Failed. Two play. Rest."),
        ],
    )
    def test_it_stands_where_nothing_was_known_of_the_player(self, before, after):
        """Or after what games of two say of it; a failed self-test is told before all."""
        opening, claim, details = before
        finding = Finding("confidence", "?", claim, details, opening=opening)
        told = _instead_of_unmeasured(finding, "Won.", "Doubt.")
        assert told.sentence == after
        assert told.claim == ("Won." if opening else "Failed.")


def test_scores_and_curves_are_the_tables():
    rows = frame({"win": [1.0, 0] * 20, "score": [9, 5] * 20}, players=3)
    rows = rows.with_columns(points_all=pl.col("score"), curve=pl.concat_list(2, "score"))
    scores, curves = ask(sample_of(rows), ["scores", "curves"])
    assert scores.sentence.startswith("The score is 7.0 on average")
    assert scores.question == "How high are the scores, and how far apart?"
    assert "the score is 29% of the final one." in curves.said
    assert np.isnan(curves.estimate.value)
    assert "estimate" not in curves.frame("sources").columns


def test_the_page_of_questions_promises_one_side_no_more_than_is_asked():
    rows = {
        line.split("`")[1]: line for line in metrics_page().splitlines() if line.startswith("| `")
    }
    assert "all games (no verdict for fewer than three)" in rows["scores"]
    assert "one player against an automa" in rows["solo"]
    assert "| solo and co-op games | `coop`, `solo` |" in rows["win_rate"]


def test_the_example_of_a_budget_names_a_band_of_one_side():
    assert "# win_rate = " in CliRunner().invoke(main, ["check", "--example"]).output


def test_a_report_gives_one_share_of_the_games_won():
    """Games of the luck design are asked by how they end and by how many are won alike."""
    plain = frame({"win": [1.0, 0, 0, 0] * 25, "ending": ["safe", "sunk", "sunk", "sunk"] * 25}, 2)
    again = frame({"win": [1.0, 0] * 50, "ending": ["safe", "sunk"] * 50}, 2, same="deal")
    beaten, endings = ask(sample_of(pl.concat([plain, again])), ["endings", "coop"])[::-1]
    assert "38%" in beaten.sentence
    assert "Won: 38% by 'safe'." in endings.sentence


def test_a_game_played_twice_makes_no_share_surer():
    columns = {"win": [1.0, 0, 0, 0] * 25}
    once, again = frame(columns, 2), frame(columns, 2, same="deal")
    single, double = (found(rows, "coop") for rows in (once, pl.concat([once, again])))
    assert double.estimate.interval() == pytest.approx(single.estimate.interval())


def test_standings_of_one_side_are_of_games_won_and_lost():
    rows = frame({"win": [1.0, 0] * 20, "score": [9, 5] * 20}, players=3)
    rows = rows.with_columns(points_all=pl.col("score"), curve=pl.concat_list(2, "score"))
    for sample in (sample_of(rows), counted(rows)):
        (finding,) = ask(sample, ["curves"])
        assert finding.frame("by_seat")["group"].unique().to_list() == ["all games"]
        won = finding.frame("by_place").group_by("group", maintain_order=True).agg(pl.last("mean"))
        assert won.rows() == [("games won", 9), ("games lost", 5)]
        assert "by seat" not in finding.notes[0]


def test_half_way_through_few_rounds_the_score_is_the_tables():
    rows = frame({"win": [1.0, 0] * 20, "score": [9, 5] * 20, "rounds": [2] * 40}, players=3)
    rows = rows.with_columns(points_all=pl.col("score"), curve=pl.concat_list(2, "score"))
    (finding,) = ask(sample_of(rows), ["curves"])
    assert "At halfway (round 1 of 2), the score is 29% of the final one." in finding.sentence


def test_words_are_those_of_the_players_who_play():
    """Excavation is for several, too: a run of one player is told as one side."""
    shop = Workshop("runs")
    for players, told in (((), "winners"), ((1,), "games won"), ((1, 2), "winners")):
        with shop.speaking("en", "excavation", players):
            assert word("winners") == told
    with shop.speaking("fr", "excavation", [1]):
        assert word("games lost") == "parties perdues"
