"""Ways to win: how many are found does not hang on clones or weak players in a pool."""

from dataclasses import replace
from functools import partial

import numpy as np
import polars as pl
import pytest
import tables
import toy

from analyses.experiments import occurrence
from analyses.experiments.designs import Cell, cells_of
from analyses.experiments.pool import challengers, leanings
from analyses.findings.sample import sample_of
from analyses.findings.verdicts import LEVEL, TILTED, UNKNOWN, WATCH
from analyses.lab.check.balance_targets import BalanceTargets
from analyses.lab.check.target_range import target
from analyses.questions import ask as ask_all
from analyses.questions import check_thresholds
from analyses.questions.viable_strategies import TooFewWays, Ways, stronger
from analyses.statistics.estimate import Monotone, Share
from analyses.statistics.intervals import clustered
from reports.charts import side_by_side
from reports.look import Look
from simulator.errors import UserError
from simulator.game import Game
from simulator.levers import Levers
from simulator.match import Match
from simulator.mechanisms import finish, gain, next_player
from simulator.names import spans
from simulator.titles import load_title
from strategies.seat import Seat

STRONG = {"digger": 1.0, "trader": 1.05}


def ask(frame):
    (found,) = ask_all(sample_of(frame), ["viable_strategies"])
    return found


def leaning(worth, seed=1, **words):
    return tables.leaning(np.random.default_rng(seed), worth, **words)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(
    ("worth", "verdict"),
    [
        ({"digger": 1.0, "trader": 1.05, "odd": 0.6}, LEVEL),
        ({"digger": 1.0, "trader": 0.6}, WATCH),
        ({"digger": 0.6, "trader": 0.6}, TILTED),
    ],
)
def test_three_ways_are_level_and_one_alone_tilts(players, worth, verdict):
    found = ask(leaning(worth, players=players, deals=1500))
    assert found.verdict == verdict
    assert found.estimate.value == 1 + sum(value >= 0.8 for value in worth.values())


def test_five_weak_players_beside_a_strong_one_say_nothing_of_the_game():
    weak = {f"weak{k}": 0.1 * k for k in range(5)}
    found = ask(leaning(weak, players=4))
    assert found.verdict == UNKNOWN
    assert "No other bot plays well enough" in found.sentence
    assert ask(leaning(STRONG | weak, players=4, deals=1500)).verdict == LEVEL


def copies(frame, name, other):
    """A strategy once more under another name."""
    table = frame.filter(pl.col("line_up").str.starts_with(f"{name},"))
    renamed = table.with_columns(
        pl.col("line_up", "strategy").str.replace(name, other), game=pl.col("game") + 10**6
    )
    return pl.concat([frame, renamed])


def test_a_strategy_under_two_names_is_one_way():
    frame = leaning({"digger": 1.0}, deals=1500)
    twice = ask(copies(frame, "digger", "digger:likes=dig*0.3"))
    assert twice.verdict == ask(frame).verdict == UNKNOWN  # one style is too few to say
    level = leaning(STRONG, deals=1500)
    before, after = ask(level), ask(copies(level, "digger", "copy"))
    assert (after.verdict, after.sentence) == (before.verdict, before.sentence)
    assert "they play like strong or another bot: copy." in after.notes[-1]


def test_a_setting_that_changes_nothing_is_no_way_of_its_own():
    values = {"a": 0, "a:patience=3": 0, "a:boldness=9": 0}
    line_ups = [["a", "a"], ["a:patience=3", "a"], ["a:boldness=9", "a"]]
    found = ask(toy.play(toy.rules(table=20), line_ups, 400, choices=values))
    assert found.verdict == UNKNOWN
    assert found.sentence.startswith("No bot plays differently from a")


def test_a_style_that_changes_nothing_is_not_drawn_nor_told_to_play_badly():
    values = {"a": 0, "a:patience=3": 0, "b": 2}
    line_ups = [["a", "a"], ["a:patience=3", "a"], ["b", "a"]]
    found = ask(toy.play(toy.rules(table=10, beats=6), line_ups, 400, choices=values))
    assert "viable strategies besides a." in found.sentence
    assert "play like a or another bot: a:patience=3." in found.notes[1]
    (drawn,) = side_by_side({"": found}, Look(("a", "a:patience=3", "b")))
    assert drawn.alt == "Dot chart: b."
    same = ask(toy.play(toy.rules(table=10, beats=6), line_ups[:2], 400, choices=values))
    (beside,) = side_by_side({"2": same, "3": found}, Look(("a", "a:patience=3", "b")))
    assert beside.alt == drawn.alt
    assert side_by_side({"2": same}, Look(("a", "a:patience=3"))) == []


def test_the_table_says_who_counts_and_the_text_speaks_of_those():
    """The worst of all plays too badly to count: another one costs most."""
    found = ask(leaning({"digger": 1.0, "trader": 0.7, "bungler": 0.1}, deals=1500))
    assert dict(found.table.select("style", "counted").rows()) == {
        "digger": "yes",
        "trader": "yes",
        "bungler": "plays badly",
    }
    assert "The weakest counted is trader: it wins 35% of games" in found.sentence


def test_in_rock_paper_scissors_all_three_are_ways_to_win():
    """The strong player mixes, and none of the three loses to it."""
    values = {"mixed": -1, "rock": 0, "paper": 1, "scissors": 2}
    line_ups = [["mixed", "mixed"], *([name, "mixed"] for name in values if name != "mixed")]
    found = ask(toy.play(toy.rules(table=10, beats=6), line_ups, 2000, choices=values))
    assert found.verdict == LEVEL
    assert found.estimate.value == 4
    assert "At least four viable strategies: mixed, rock, paper and scissors." in found.sentence


def test_where_a_style_beats_the_reference_player_its_tables_are_not_strong():
    found = ask(leaning(STRONG | {"better": 1.6}, deals=1500))
    assert found.verdict == UNKNOWN
    assert "better beats the default bot strong at its own tables: it wins" in found.sentence
    assert stronger(found)["style"] == "better"
    assert stronger(ask(leaning(STRONG))) is None


def test_chance_is_no_style():
    found = ask(leaning({"digger": 1.0, "random": 1.0}))
    assert found.table["style"].to_list() == ["digger"]


def test_where_random_moves_do_as_well_viable_styles_say_nothing():
    """In a game of pure chance every style is viable, whatever one does."""
    rng, lights = np.random.default_rng(3), []
    for _ in range(20):
        lights.append(ask(tables.leaning(rng, STRONG | {"random": 1.0}, deals=800)).verdict)
    assert lights.count(UNKNOWN) >= 18
    found = ask(leaning(STRONG | {"random": 1.0}, deals=1500))
    assert found.sentence.startswith("Random moves do as well as strong, so viable strategies say")
    assert ask(leaning(STRONG | {"random": 0.5}, deals=1500)).verdict == LEVEL


def test_a_style_above_its_fair_share_is_not_told_as_the_weakest():
    gaining = ask(leaning({"digger": 1.1, "trader": 1.15}, deals=3000))
    assert "weakest" not in gaining.sentence
    losing = ask(leaning({"digger": 1.1, "trader": 0.9}, deals=3000))
    assert "The weakest counted is trader: it wins 4" in losing.sentence


def test_the_best_dose_of_a_liking_tells_what_it_is_worth():
    likes = {f"strong:likes={kind}*{dose}": 1.0 if dose == 0.3 else 0.6
             for kind in ("dig", "sell") for dose in (0.3, 1)}  # fmt: skip
    found = ask(leaning(likes, deals=2500))
    assert found.estimate.value == 3
    assert found.table["dose"].to_list() == [0.3, 0.3, 1, 1]
    assert found.verdict == LEVEL


def test_without_mirrors_or_other_players_it_is_not_asked():
    rng = np.random.default_rng(1)
    alone = tables.together(tables.rows(rng, ("a", "a"), 50, [0.5, 0.5]))
    how = "simulate(…, design=['one-vs-field'])"
    told = f"Not run: it needs games of the design one-vs-field ({how})."
    assert ask(alone).sentence == told
    mixed = tables.together(tables.rows(rng, ("a", "b"), 50, [0.5, 0.5]))
    assert ask(mixed).verdict == UNKNOWN


def test_what_is_counted_as_sure_and_possible_holds_in_95_of_100_samples():
    """Four styles, two of them on the edge, where it is hardest."""
    rng = np.random.default_rng(5)
    truth, even, runs, missed = [0.8, 0.8, 1.0, 0.6], 0.25, 400, 0
    ways = 1 + sum(value >= 0.8 for value in truth)
    for _ in range(runs):
        wins = rng.random((500, 4)) < np.array(truth) * even
        error = wins.std(axis=0, ddof=1) / 500**0.5
        shares = [Share(float(w), float(e), 500) for w, e in zip(wins.mean(0), error, strict=True)]
        counted = Ways([Monotone(share, lambda won: won / even) for share in shares])
        low, high = counted.interval()
        # A style on the edge that is not called viable is missed by its upper end alone.
        missed += not (low <= ways and high >= ways)
        few, many = TooFewWays(counted).interval()
        assert (few, many) == (max(0, 3 - high), max(0, 3 - low))
    assert missed / runs <= 0.05


def test_the_intervals_of_all_styles_hold_together_those_of_weak_ones_among_them():
    """Had only the two that count been held together, a fifth of such tables would miss one."""
    rng, weak = np.random.default_rng(6), {f"weak{k}": 0.2 for k in range(10)}
    worth, missed = STRONG | weak, 0
    for _ in range(25):
        table = ask(tables.leaning(rng, worth, deals=100)).table
        truth = table["style"].replace_strict(worth, return_dtype=pl.Float64) / 2
        missed += not ((table["low"] <= truth) & (truth <= table["high"])).all()
    assert missed <= 3  # 5 of 100, and chance on top


def test_the_design_sets_each_other_one_at_a_table_of_the_first():
    a, b, c = map(Seat, "abc")
    cells = cells_of(["one-vs-field"], [[a, b, c]], 3)
    assert cells == (Cell((a, a, a)), Cell((b, a, a)), Cell((c, a, a)))
    with pytest.raises(UserError, match="'one-vs-field' needs at least two different bots"):
        cells_of(["one-vs-field"], [[a]], 3)


def test_titles_without_styles_lean_by_likings():
    every = challengers(load_title("lost_cities"), Seat("allround"))
    assert every[-1] == Seat("random")
    assert not any(one.likes for one in every)
    chooser = Seat("chooser")
    assert challengers(toy.TITLE, chooser) == [Seat("greedy"), Seat("random")]  # one kind of move
    two = replace(toy.TITLE, levers=Levers(kinds=("dig", "sell")))
    assert [*map(str, leanings(two, chooser))] == [
        f"chooser:likes={kind}*{dose}" for kind in ("dig", "sell") for dose in ("0.3", "1")
    ]
    assert leanings(two, chooser.adding("likes", "dig")) == []


def test_likings_that_change_nothing_are_not_played(monkeypatch):
    """Greedy digs anyway, never waits, and of what is picked there is no other choice."""
    monkeypatch.setattr(occurrence, "Match", partial(Match, engine="python"))
    monkeypatch.setattr(occurrence, "BLOCKS", ((0, 2),))
    Move = spans(pick=2, dig=1, rest=1, wait=1)
    tried = Game("tried", players=(2,), moves=Move)

    @tried.legal
    def may(game, rules, move):
        return (move < Move.dig) == (game.rounds % 2 == 0)

    @tried.apply
    def act(game, rules, move):
        gain(game, game.player, 3 if move == Move.dig else 2 if move == Move.rest else 0)
        next_player(game)
        if game.rounds == 4:
            finish(game)

    def left(first, others):
        rules = tried.title.rules_for(tried.title.components, 2)
        seats = [*map(Seat.parse, [first, *others])]
        found = occurrence.without_idle_likings(tried.title, rules, 2, seats[0], seats[1:])
        return [*map(str, found)]

    def shunned(first, others):
        """Who takes what the first never does: to pick is no choice, and it digs anyway."""
        rules = tried.title.rules_for(tried.title.components, 2)
        return [*map(str, occurrence.takers(tried.title, rules, 2, Seat(first), others))]

    every = challengers(tried.title, Seat("greedy"))
    assert len([one for one in every if one.likes]) == 8
    assert left("greedy", every) == ["greedy:likes=rest*1", "random"]
    assert shunned("greedy", every) == ["greedy:likes=wait*3", "greedy:likes=wait*100"]
    beside_styles = shunned("greedy", [Seat("random")])  # nobody pushes what it never takes
    assert beside_styles == [f"greedy:likes={k}*{n}" for k in ("rest", "wait") for n in (3, 100)]
    assert left("search", ["search:likes=pick*1", "search:likes=dig*1"]) == ["search:likes=dig*1"]
    assert left("greedy", ["greedy"]) == ["greedy"]


def test_where_no_liking_changes_a_game_only_chance_sits_down():
    finding = ask(leaning({"random": 0.5}))
    assert finding.is_asked
    assert finding.sentence.startswith("No bot plays differently from strong,")
    assert side_by_side({"3 players": finding}, Look(())) == []


def test_of_chance_at_tables_of_its_own_it_is_not_asked():
    rng = np.random.default_rng(1)
    alone = (tables.rows(rng, (name,) * 2, 60, [0.5] * 2) for name in ("strong", "random"))
    assert not ask(tables.together(*alone)).is_asked


def test_a_budget_asks_for_ways_by_the_same_tables():
    budget = BalanceTargets(
        load_title("lost_cities"),
        60,
        ("allround", "doubler"),
        {3: (target("viable_strategies", "balanced"),)},
        {},
    )
    (one,) = budget.experiments(3)
    assert one.cells == cells_of(["one-vs-field"], [[Seat("allround"), Seat("doubler")]], 3)


def test_the_old_name_is_an_unknown_one():
    with pytest.raises(UserError, match="Unknown question 'strategies'"):
        target("strategies", "balanced")
    with pytest.raises(UserError, match="Unknown verdict 'strategies'"):
        check_thresholds({"strategies": {"borderline": 2}})
    with pytest.raises(UserError, match="Unknown question 'strategies'"):
        ask_all(sample_of(leaning(STRONG)), ["strategies"])


def test_shares_are_plain_arithmetic():
    frame = leaning({"digger": 0.9}, players=3, deals=40)
    alone = frame.filter(pl.col("strategy") == "digger").lazy()
    row = clustered(alone, "strategy", pl.col("win")).row(0, named=True)
    assert ask(frame).table["estimate"][0] == row["estimate"]
