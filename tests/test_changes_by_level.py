"""Changes at several levels of skill, on a game whose tilt goes with skill as planted.

Of 1000 games `steady` + `slips` f are handed to the first player, f being the share of poor moves:
a half at level 1, a quarter at level 3, none at level 5 (tests/panel/skilled.py).
"""

import json
import re
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

import tiltmeter as tm
from analyses.experiments.experiment import experiment
from analyses.lab.check.targets_file import read_targets
from analyses.lab.compare.compare_levels import LevelCompared, LevelComparison
from analyses.lab.search import advise_levels
from analyses.lab.search.advise_levels import LevelAdvice, LevelAdvised, unions
from analyses.lab.search.judgements import Judgement
from analyses.lab.search.nudges import Nudge
from analyses.lab.skill import at_each
from analyses.statistics.estimate import Exactly
from reports.headlines import levels_told
from simulator.errors import UserError
from simulator.files import sealed_toml
from simulator.titles import load_title
from strategies import levels
from strategies.levels import REGULAR, Level, level_for, must_be_levels, text_of
from tiltmeter.cli import main

SKILLED = Path(__file__).parent / "panel" / "skilled.py"
TILTED_FOR_EXPERTS = {"steady": 200, "slips": -400}  # 0, 10 and 20% off at levels 1, 3 and 5
FOR_BEGINNERS = {"steady": 0}  # 20, 10 and 0% off


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    """A game whose levels are known, as if it had been asked for them before."""
    file = tmp_path_factory.mktemp("levels") / "skilled.toml"
    shares = {1: 1.0, 3: 0.5}
    found = [Level(level, share, "random") for level, share in shares.items()]
    file.write_text(sealed_toml(text_of({2: [*found, Level(REGULAR, 0.0, "random")]}, "")))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(levels, "kept_file", lambda title: file)
        yield load_title(SKILLED)


@pytest.fixture(scope="module")
def shop(tmp_path_factory, known):
    return tm.Workshop(tmp_path_factory.mktemp("runs"), jobs=1)


def compared(shop, change, only=("turn_order",), **wanted):
    return shop.compare_levels(SKILLED, change, [1, 5], only, games=20_000, **wanted)


def test_a_change_that_levels_for_some_and_tilts_for_others_is_said_to(shop):
    found = compared(shop, FOR_BEGINNERS, changes=TILTED_FOR_EXPERTS)
    first, turn_order, *by_level = found.lines
    assert first == (
        "Turn order gets better at level 5 (regular), and worse at level 1 (first game)."
    )
    assert "level 1 (first game): balanced → tilted" in turn_order
    assert "level 5 (regular): tilted → balanced" in turn_order
    assert len(by_level) == 2
    assert found.as_json()["levels"][0]["harmed"] == ["turn_order"]


def test_a_change_that_does_nothing_is_said_to(shop):
    found = compared(shop, {"slips": 1})
    assert found.lines[0] == (
        "No verdict clearly changes at level 1 (first game) and level 5 (regular)."
    )


def test_a_change_that_helps_everybody_is_said_to(shop):
    found = compared(shop, {"steady": 0}, changes={"steady": 200})
    assert found.lines[0] == (
        "Turn order gets better at level 1 (first game) and level 5 (regular); nothing gets worse."
    )


def level(number, shift=None, **verdicts):
    """Of verdicts before and after, as in length=('tilted', 'balanced')."""
    one, other = (
        {name: Judgement(name, Exactly(0.1), both[k]) for name, both in verdicts.items()}
        for k in (0, 1)
    )
    shifts = {} if shift is None else {name: Exactly(shift) for name in verdicts}
    sized = SimpleNamespace(games=6000)
    return LevelCompared(number, sized, one, other, (), (), shifts)


def test_what_gets_better_and_what_worse_at_one_level_are_both_named():
    """As in kites with dice of eight: a level is not helped and harmed, but its length and its
    turn order are."""
    one = level(1, length=("borderline", "borderline"), turn_order=("borderline", "borderline"))
    five = level(5, length=("borderline", "balanced"), turn_order=("borderline", "tilted"))
    found = LevelComparison("variant", (one, five))
    assert found.lines == [
        "Game length gets better at level 5 (regular); turn order gets worse at level 5 (regular).",
        "Game length: level 5 (regular): borderline → balanced.",
        "Turn order: level 5 (regular): borderline → tilted.",
    ]


def test_a_measure_that_clearly_moves_counts_though_its_verdict_stays_open():
    open_ = level(5, shift=-0.06, turn_order=("borderline", "inconclusive"))
    still = level(3, shift=-0.02, turn_order=("tilted", "tilted"))
    first, told = LevelComparison("variant", (still, open_)).lines
    assert first.startswith("Turn order gets better at level 3 (casual) and level 5 (regular);")
    assert "level 3 (casual): still tilted; level 5 (regular): borderline → inconclusive" in told


def test_one_level_of_which_nothing_changes_is_named():
    found = LevelComparison("variant", (level(3, turn_order=("tilted", "tilted")),))
    assert found.lines == ["No verdict clearly changes at level 3 (casual)."]


def test_a_part_of_a_tilt_mended_is_help_at_the_level_that_stays_tilted(shop):
    """20% handed to the first player become 18%: tilted both times, and clearly less."""
    found = compared(shop, {"steady": 180}, changes={"steady": 200})
    assert "at level 1 (first game) and level 5 (regular); nothing" in found.headline
    (by_question,) = [line for line in found.lines if line.startswith("Turn order:")]
    assert "still tilted" in by_question
    assert "player" not in by_question, "each level tells of its seats once"
    told = levels_told(found)
    assert "20,000 games of each version at each level" in told


def test_values_that_meet_a_target_at_every_level_are_named(shop):
    """The spread is what is handed: at level 1 it is a fifth of it at 400 slips."""
    found = shop.sweep_levels(
        SKILLED, {"steady": [0, 200]}, [1, 5], target="turn_order_spread<5%", games=20_000
    )
    assert found.everywhere == ["steady=0"]
    assert "At every level asked, steady=0 clearly brings" in found.lines[0]
    none = shop.sweep_levels(
        SKILLED, {"steady": [0, 200]}, [1, 5], target="turn_order_spread<5%", games=20_000,
        changes={"slips": -400},
    )  # fmt: skip
    assert none.everywhere == []
    assert none.lines[0].startswith("No value brings")
    first, fifth = none.lines[1:]
    assert re.fullmatch(r"Level 1 \(first game\): steady=200 \d\.\d% \(0\.0–\d\.\d%\)\.", first)
    assert fifth.startswith("Level 5 (regular): steady=0 ")
    (table,) = none.finding.tables
    assert table.shares == ("estimate", "low", "high"), "written as percents, as the target is"


def test_values_that_may_meet_a_target_are_told_as_open(shop):
    """20% at both levels, and a target of 20%: nobody can tell; with one of 5% none is near."""
    asked = SKILLED, {"steady": [200, 400]}, [1, 5]
    open_ = shop.sweep_levels(*asked, target="turn_order_spread<20%", games=4000)
    assert "inconclusive" in open_.verdict
    told = r"Level 5 \(regular\): none clearly\. Open: steady=200 \d+\.\d% \(.*%\)\."
    assert re.fullmatch(told, open_.lines[2])
    none = shop.sweep_levels(*asked, target="turn_order_spread<5%", games=4000)
    assert "level 5 (regular): none; the nearest is steady=200 " in none.lines[2].lower()


def test_metrics_that_go_opposite_ways_are_told_first(shop):
    found = shop.sweep_levels(
        SKILLED, {"steady": [0, 200]}, [1, 5], ["turn_order_spread", "length"], games=20_000,
        changes={"slips": -400},
    )  # fmt: skip
    told = "from steady=0 to steady=200 goes opposite ways: level 1 (first game) 20"
    assert told in found.lines[0].lower()
    shares = {table.key: bool(table.shares) for table in found.finding.tables}
    assert shares == {"turn_order_spread_by_level": True, "length_by_level": False}


def test_a_target_is_checked_at_every_level(shop, tmp_path, known):
    file = tmp_path / "targets.toml"
    file.write_text(
        f'game = "{SKILLED}"\nplayers = 2\ngames = 20000\nset = {{steady = 200, slips = -400}}\n'
        '[targets]\nturn_order_spread = "<= 5%"\n'
    )
    found = shop.check(file, levels=[1, 5])
    states = {one.level: one.state for one in found.checked}
    assert states == {1: "met", 5: "missed"}
    assert "at level 5" in found.lines[0]
    told = CliRunner().invoke(main, ["check", str(file), "--levels", "1", "--json", "--quiet"])
    assert told.exit_code == 0, told.output
    assert json.loads(told.stdout)["targets"][0]["level"] == 1


def test_a_file_names_levels_for_all_targets_and_for_some(shop, tmp_path, known):
    """Turn order is held at two levels, to a looser range among beginners; length at the file's."""
    file = tmp_path / "targets.toml"
    file.write_text(
        f'game = "{SKILLED}"\nplayers = 2\ngames = 20000\nlevels = [5]\n'
        "set = {steady = 200, slips = -400}\n[targets]\n"
        'turn_order_spread = [{max = 0.05, levels = [1]}, {range = "<= 30%", levels = [5, 1, 5]}]\n'
        'length_p95 = "<= 40"\nturn_order = {range = "balanced", levels = [1]}\n'
    )
    found = shop.check(file)
    states = {(one.target.name, one.level, one.target.high): one.state for one in found.checked}
    spread = "turn_order_spread"
    assert {key: state for key, state in states.items() if key[0] == spread} == {
        (spread, 1, 0.05): "met", (spread, 1, 0.3): "met", (spread, 5, 0.3): "met"
    }  # fmt: skip
    assert [key[:2] for key in states if key[0] != spread] == [("turn_order", 1), ("length_p95", 5)]
    assert {one.claims for one in found.checked} == {5}, "all of them hold together"
    asked = shop.check(file, levels=[3])
    assert {one.level for one in asked.checked if one.target.name == "length_p95"} == {3}
    with pytest.raises(UserError, match="do not go with levels"):
        shop.check(file, robust=True)


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("{max = 0.05, levels = 3}", "list of levels of skill, as in levels = \\[3, 5\\]"),
        ("{max = 0.05, levels = [12]}", "from 1 to 9"),
        ('{range = "<= 5%", min = 0.1, levels = [1]}', "leave min and max out"),
        ("{levels = [1]}", "must be written"),
    ],
)
def test_a_target_with_levels_that_cannot_be_read_is_told(target, told, tmp_path):
    file = tmp_path / "targets.toml"
    game = f'game = "{SKILLED}"\nplayers = 2\n[targets]\nturn_order_spread = {target}\n'
    file.write_text(game)
    with pytest.raises(UserError, match=told):
        read_targets(file)


def advice(size, **verdicts):
    """By level, as in l1='tilted'."""
    after = {
        int(level[1:]): {"turn_order": Judgement("turn_order", Exactly(0.1), verdict)}
        for level, verdict in verdicts.items()
    }
    return LevelAdvice({"steady": size}, "…", size, after)


def test_the_best_advice_is_that_which_suits_all_levels():
    some = advice(1, l1="tilted", l5="balanced"), advice(2, l1="borderline", l5="borderline")
    every = advice(3, l1="balanced", l5="balanced")
    best = sorted([*some, every], key=lambda one: one.rank(["turn_order"]))
    assert [one.size for one in best] == [3, 2, 1], "the worst level counts before their number"
    assert every.is_good(["turn_order"])
    assert not advice(1, l1="balanced", l5="inconclusive").is_good(["turn_order"])


def test_of_two_changes_that_leave_nothing_clear_the_surer_one_comes_first():
    small = advice(1, l1="inconclusive", l5="inconclusive")
    large = advice(2, l1="inconclusive", l5="balanced")
    assert large.rank(["turn_order"]) < small.rank(["turn_order"])


def test_what_other_changes_leave_is_told_where_none_suits_every_level():
    near = advice(1, l1="balanced", l5="borderline")
    far = advice(2, l1="tilted", l5="balanced")
    before = advice(0, l1="tilted", l5="tilted")
    alone = {1: SimpleNamespace(answer="Nothing.", out=[]), 5: SimpleNamespace(answer="…", out=[])}
    found = LevelAdvised({1: None, 5: None}, alone, before, (near, replace(far, told="goal=9")))
    assert found.lines[0].startswith("No change tried suits every level")
    assert found.lines[3] == "Level 1 (first game) alone: Nothing."
    assert found.lines[-1] == (
        "Another one, goal=9, leaves turn order tilted at level 1 (first game)."
    )
    assert not any(line.startswith("Another") for line in replace(found, advice=(near,)).lines)


def test_advice_balances_a_game_at_every_level(shop):
    """Handed 200 at both levels, it must go down far; half of it would not do."""
    found = shop.advise_levels(
        SKILLED, [1, 5], only=["steady"], games=20_000, changes={"steady": 200}
    )
    assert found.issues == ["turn_order"]
    assert found.best is not None
    assert abs(found.best.changes["steady"]) < 60
    assert found.verdict in ("balanced", "inconclusive")


def test_levels_and_audiences_are_read(known):
    assert must_be_levels("5, 3,5") == [3, 5]
    assert level_for(known, [2], "families") == 3
    assert level_for(known, [2], "4") == 4
    with pytest.raises(UserError, match=r"above level 5 with 2 .* learn \S*skilled.py -p 2'"):
        level_for(known, [2], "experts")
    with pytest.raises(UserError, match="not 'familes'"):
        level_for(known, [2], "familes")
    for told in ("3,x", "3-5", "", "3,,5"):
        with pytest.raises(UserError, match=f"as in 3,5,7, each from 1 to 9; not '{told}'"):
            must_be_levels(told)


def test_levels_do_not_go_with_bots_of_ones_own(shop):
    with pytest.raises(UserError, match="leave 'strategies' out"):
        compared(shop, FOR_BEGINNERS, strategies=["random"])


def test_a_report_for_families_is_judged_by_their_level(known, tmp_path, undrawn):
    """Its figures are those of level 3, its issues are firm, and page one says for whom."""
    shop = tm.Workshop(tmp_path, jobs=1)
    made = shop.report(
        SKILLED, out=tmp_path / "report", only="html", quick=True, counts=[2],
        audience="families", changes={"steady": 400, "slips": -400},
    )  # fmt: skip
    text = made.files[0].read_text()
    assert "for players at level 3 of 9 (casual)" in text
    assert "Provisional" not in text.partition("<main")[2].partition("</main")[0][:20_000]
    assert "Measure how strong" not in text
    (order,) = [one.sentence for one in made.page.first.issues if one.anchor == "turn_order"]
    assert re.search(r"6[456]\W+3[456]%", order), "50% plus half of 300 of 1000"


def advised(*changes):
    return SimpleNamespace(advice=[SimpleNamespace(changes=one) for one in changes])


def test_the_best_changes_of_levels_are_joined():
    """Where two move the same parameter the first level's word holds."""
    found = unions(
        {1: advised({"slips": 1}), 3: advised(), 5: advised({"steady": 2}, {"slips": 4})}
    )
    assert found == [{"slips": 1, "steady": 2}]
    found = unions({1: advised({"a": 1, "b": 2}), 5: advised({"a": 3}, {"b": 4}, {"a": 5})})
    assert found == [{"a": 1, "b": 2}, {"a": 3, "b": 4}]
    assert unions({1: advised(), 5: advised()}) == []


def test_what_the_nearest_change_leaves_is_mended_by_one_more(known, monkeypatch):
    """Of two ways that may be joined with it one helps; what helps less is not confirmed."""
    seen = []

    def left(desks, changes):
        seen.append(changes)
        grave = 2.0 - ("steady" in changes) - (changes.get("slips") == -4)
        return grave, grave

    desk = SimpleNamespace(
        version=lambda *asked: SimpleNamespace(games=1), watched=lambda *told: nullcontext()
    )
    monkeypatch.setattr(advise_levels, "_left", left)
    monkeypatch.setattr(advise_levels, "_desks", lambda *asked: [desk])
    at = {5: experiment(known, players=2, games=10)}
    ways = [Nudge(({"slips": 4},)), Nudge(({"slips": -4},)), Nudge(({"steady": 9},))]
    found = advise_levels._joined(None, at, {5: advised({"steady": 7})}, ways)
    assert found == [{"steady": 7}, {"steady": 7, "slips": -4}]
    assert {"steady": 9} not in seen, "it moves what the nearest moves"


def test_a_joined_change_is_confirmed_with_as_many_claims_as_there_are(shop, known):
    """The verdicts of several candidates hold together, those of the game as it is for itself."""
    at = dict(at_each(known, [1, 5], 2000, players=2, changes={"steady": 200}))
    (before, alone), (_, one, _) = (
        [*advise_levels._confirmed(shop.runner, at, changes)]
        for changes in ([{"steady": 0}], [{"steady": 0}, {"steady": 50}])
    )
    narrow, wide = (each.after[5]["turn_order"].measure.interval() for each in (alone, one))
    assert wide.high > narrow.high
    assert before.after[5]["turn_order"].is_out
