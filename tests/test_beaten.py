"""Games against the game itself: who plays together is one side, and wins or loses as one."""

import re
from zlib import crc32

import numpy as np
import polars as pl
import pytest

from analyses.experiments.batch import frames
from analyses.experiments.experiment import experiment
from analyses.experiments.plan import QUICK, plan
from analyses.experiments.play import DealsToPlay
from analyses.experiments.progress import Leader
from analyses.experiments.story import story_of
from analyses.findings.sample import sample_of
from analyses.lab.compare.compare import compare, each
from analyses.lab.compare.differences import in_words
from analyses.lab.compare.who_wins import rates, who_wins
from analyses.lab.metrics import fits, must_fit
from analyses.lab.played import Played
from analyses.lab.playtest.real_tables import read_tables
from analyses.lab.study.tables import StudyTables, as_arrays
from analyses.questions import QUESTIONS, ask
from reports.charts import side_by_side
from reports.lab import NO_LOOK
from simulator.errors import UserError
from simulator.game import Game, endings
from simulator.kernel import plain
from simulator.mechanisms import finish, gain_together, lose, next_player, roll
from simulator.names import numbered
from simulator.titles import load_title
from strategies.playing_on import outcome

Move = numbered("dig", "rest")
Ending = endings("through", "caved_in")
tunnel = Game("tunnel", players=(1, 2, 3), moves=Move, endings=Ending, cooperative=True)


@tunnel.apply
def work(game, rules, move):
    if move == Move.dig:
        gain_together(game, 1)
    next_player(game)
    if game.points[0, 0] == 4:
        finish(game, Ending.through)
    elif roll(game.table, 6) == 1:
        lose(game, Ending.caved_in)


def rows(wins, strategy="digger", players=2, title="tunnel"):
    n = len(wins)
    return pl.DataFrame(
        {
            "title": title,
            "game": [crc32(f"{strategy} {k}".encode()) for k in range(n) for _ in range(players)],
            "deal": [k for k in range(n) for _ in range(players)],
            "line_up": strategy,
            "same": "all",
            "forbids": "",
            "seat": [*range(1, players + 1)] * n,
            "strategy": strategy,
            "score": [4 * win for win in wins for _ in range(players)],
            "win": [float(win) for win in wins for _ in range(players)],
        }
    )


def test_the_table_wins_as_often_as_its_best_strategy():
    frame = pl.concat([rows([1, 0, 0, 0], "idler"), rows([1, 1, 1, 0])])
    (finding,) = ask(sample_of(frame), ["coop"])
    assert finding.said.startswith("The best of two bots (digger) wins 75% of co-op games (")
    assert finding.table["estimate"].to_list() == [0.75, 0.25]


def test_a_table_of_several_strategies_wins_as_one():
    """All sat at every table, so none of them has won more than another."""
    mixed = rows([1, 1, 1, 0], "digger, idler").with_columns(
        strategy=pl.when(pl.col("seat") == 1).then(pl.lit("digger")).otherwise(pl.lit("idler"))
    )
    (finding,) = ask(sample_of(mixed), ["coop"])
    assert finding.sentence.startswith("A table of digger, idler wins 75% of co-op games")
    assert finding.table["line_up"].to_list() == ["digger, idler"]
    (alone,) = ask(sample_of(rows([1, 1, 1, 0])), ["coop"])
    assert finding.estimate.interval() == alone.estimate.interval()
    (drawn,) = side_by_side({"2 players": finding}, NO_LOOK)
    assert "each line-up at its own tables" in drawn.caption


def test_the_best_of_many_equals_is_not_told_as_better_than_it_is():
    rng, runs, hits = np.random.default_rng(1), 50, 0
    for _ in range(runs):
        won = rng.integers(2, size=(8, 300))
        pool = [rows(wins, f"player {k}", 1) for k, wins in enumerate(won)]
        (finding,) = ask(sample_of(pl.concat(pool)), ["coop"])
        low, high = finding.estimate.interval()
        hits += low <= 0.5 <= high  # 41 in the mean without allowance for the choice
    assert hits >= 46


@pytest.mark.parametrize(("players", "title"), [(2, "tunnel"), (1, "none")])
def test_it_is_asked_of_one_side_that_can_lose(players, title):
    assert QUESTIONS["coop"].is_asked(sample_of(rows([1, 0], players=players, title=title)))


@pytest.mark.parametrize(("wins", "players"), [([1, 0], 2), ([1, 1], 1)])
def test_it_is_not_asked_of_rivals_nor_of_who_cannot_lose(wins, players):
    assert not QUESTIONS["coop"].is_asked(sample_of(rows(wins, players=players, title="none")))


@pytest.mark.parametrize(
    "name", ["turn_order", "viable_strategies", "skill", "runaway_leader", "win_rates"]
)
def test_what_rivals_are_asked_is_not_asked_of_a_table(name):
    assert not QUESTIONS[name].is_asked(sample_of(rows([1, 0])))


def test_its_metrics_are_those_of_one_side():
    assert fits("win_rate", load_title("tunnel").sides(3), is_mixed=False)
    assert not fits("turn_order_spread", load_title("tunnel").sides(3), is_mixed=False)


def test_its_words_are_not_those_of_rivals():
    (finding,) = ask(sample_of(rows([1, 0]).with_columns(place=1, curve=[4])), ["confidence"])
    assert "(tiltmeter ladder)" in finding.sentence
    assert Leader(tunnel.title, 3).after(rows([1, 0], players=3)) == "the table wins 50.0%"
    assert Leader(tunnel.title, 1).after(rows([1, 0], players=1)) == "the player wins 50.0%"
    assert Leader(load_title("lost_cities"), 2).after(rows([1, 1])) == "seat 1 wins 100.0%"
    assert in_words("win_rate") == "the win rate"
    with pytest.raises(UserError, match="needs one player, or a co-op table"):
        must_fit("win_rate", 2, False)


def test_real_tables_that_lost_are_read_and_have_no_seats(tmp_path):
    file = tmp_path / "tables.csv"
    file.write_text("table,seat,score,place\n1,1,3,2\n1,2,3,2\n2,1,4,1\n2,2,4,1\n")
    assert read_tables(file, load_title("tunnel"))["seat"].is_null().all()


def test_every_strategy_plays_a_table_of_its_own():
    cells = [cell for one in plan("tunnel", [3], QUICK) for cell in one.cells if not cell.forbids]
    assert all(len({*cell.line_up}) == 1 for cell in cells)


def test_all_have_the_whole_win_and_the_same_reward():
    frame = pl.concat(frames(experiment("tunnel", players=3, games=40), engine="python", jobs=1))
    by_game = frame.group_by("game").agg(pl.col("win").min(), most=pl.col("win").max())
    assert (by_game["win"] == by_game["most"]).all()
    assert {*by_game["win"]} == {0.0, 1.0}


def test_search_looks_at_the_result_of_the_table():
    game = next(iter(tunnel_match().tell(1, 0))).game
    gain_together(game, 3)
    worth = plain(load_title("tunnel").worth)
    assert plain(outcome)(game, None, 1, worth, 1) == (0.0, 3.0)
    game.ended, game.place[:] = Ending.through, 1
    assert plain(outcome)(game, None, 1, worth, 1) == (1.0, 3.0)
    lose(game, Ending.caved_in)
    assert plain(outcome)(game, None, 1, worth, 1) == (0.0, 3.0)


def tunnel_match():
    made = experiment("tunnel", players=2, games=1)
    return made.match(made.cells[0], "python")


@pytest.fixture(scope="module")
def printed():
    """Greedy players, who dig, then random ones, as often at tables of their own."""
    made = experiment(
        "tunnel", players=2, strategies=["greedy", "random"], design=["self-play"], games=240
    )
    return pl.concat(frames(made, engine="python", jobs=1))


def easier(frame, who, of=3):
    """As if these players won one deal in so many, whatever they do."""
    is_lost = pl.col("strategy").cast(pl.String).is_in(who) & (pl.col("deal") % of == 0)
    return frame.with_columns(win=pl.when(is_lost).then(1.0).otherwise("win"))


def played(name, frame):
    return Played(name, (), sample_of(frame))


def test_a_comparison_begins_with_the_games_that_are_won(printed):
    both = played("base", printed), [played("easier", easier(printed, ["greedy", "random"]))]
    (found,) = compare(*both)
    top, beaten = found.top, found.answers[0]
    assert re.match(r"With easier: the table wins \d+ → \d+% of games \(greedy\)\. ", top.sentence)
    assert top.sentence.endswith("No other metric clearly changes.")
    (row,) = top.frame("who_wins").filter(group="table").iter_rows(named=True)
    assert row["clear"]
    assert row["difference"] > 0
    assert "Metrics are read off the games of greedy." in top.notes
    won = r"the win rate of greedy \S+ → \S+%, rises by .*"
    assert re.search(won, beaten.sentence), beaten.sentence
    one, *more = (one.measured() for one in (both[0], *both[1]))
    fared = [who_wins(rates(both[0]), rates(both[1][0]), "easier")]
    told = each(one, more, 240, fared).top.sentence
    assert told.startswith("Largest changes of win rates: easier: the table ")


def test_games_won_are_told_first_though_they_do_not_move(printed):
    (found,) = compare(played("base", printed), [played("easier", easier(printed, ["random"], 1))])
    told = r"With easier, the table wins \d+% of games \(greedy\), no clear change \(at most 0 poi"
    assert re.match(told, found.top.sentence), found.top.sentence
    assert found.top.sentence.endswith("No other metric clearly changes.")
    assert "best bot (greedy, then random) " in found.answers[0].sentence


def test_where_nobody_can_lose_games_won_are_not_told(printed):
    always = printed.with_columns(win=1.0)
    (found,) = compare(played("base", always), [played("longer", always)])
    assert found.top.sentence == "With longer, no metric clearly changes. No verdict changes."


def test_a_study_counts_games_won_and_nothing_of_rivals():
    match = tunnel_match()
    assert {*as_arrays(DealsToPlay(match, 1, range(40)).play()).win.ravel()} == {0.0, 1.0}
    metrics = StudyTables(match, [], (40, 0), 1).metrics
    assert "win_rate" in metrics
    assert "turn_order_spread" not in metrics


@pytest.mark.parametrize("players", [1, 3])
def test_a_story_says_whether_the_game_was_beaten(players):
    made = experiment("tunnel", players=players, strategies=["random"], games=30)
    told = [str(story_of(made, number)) for number in range(30)]
    who = "player" if players == 1 else "table"
    assert any(f"caved in. The {who} has lost." in one for one in told)
    assert any(f"through. The {who} has won." in one for one in told)
    assert not any("1. seat" in one for one in told)
