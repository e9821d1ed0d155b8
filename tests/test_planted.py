"""Effects planted in a real game come out: a strong role, a role that does nothing, another name.

The toy of `toy.py` has exact truths; here the whole lab is asked of Archeos Society.
"""

import re

import polars as pl
import pytest

import tiltmeter
from analyses.experiments.plan import Sizes, plan
from analyses.experiments.runner import Runner
from analyses.lab.compare.compare import compare
from analyses.lab.played import play_versions

STRONG = {"roles.botanist.points": 6, "roles.botanist.season": 6}
CAST = "botanist,patron,photographer,pilot,curator,cartographer"


def power_of(roles, changes, games):
    frame = tiltmeter.simulate(
        "archeos",
        games=games,
        players=2,
        design=["ablation"],
        changes={"setup.roles": roles, **changes},
    )
    (power,) = tiltmeter.analyse(frame, ["option_value"])
    return power


def beside_peers(power, group):
    """The options of a group, the one worth most first."""
    return power.frame("apart").filter(pl.col("group") == group).sort("estimate", descending=True)


@pytest.mark.parametrize("roles", ["first-game", CAST])
def test_a_botanist_worth_six_points_is_the_most_powerful_role_of_its_sets(roles):
    """First of its leaders and of its effects; which of the two is farther is up to the players."""
    power = power_of(roles, STRONG, games=8_000)
    assert re.search(r"Botanist( \(lead\))? is the strongest of the", power.sentence)
    assert power.verdict == "tilted"
    for group, best in (("leaders", "lead-botanist"), ("role effects", "power-botanist")):
        first, *others = beside_peers(power, group).iter_rows(named=True)
        assert first["option"] == best
        assert first["low"] > max(row["high"] for row in others)


def test_a_role_that_does_nothing_is_the_weakest():
    """The Professor, whose set has no other weak leader; the Mercenary never leads."""
    roles = "botanist,patron,photographer,curator,professor,mercenary"
    power = power_of(roles, {"roles.professor.active": False}, games=6_000)
    *others, last = beside_peers(power, "leaders").iter_rows(named=True)
    assert last["option"] == "lead-professor"
    assert last["high"] < min(row["low"] for row in others) < 0
    assert "Professor (lead) is the weakest of the" in power.sentence
    assert "Professor" in power.notes[-1]  # what makes no difference is not even played


def test_another_name_for_a_role_makes_no_difference(tmp_path):
    """Two roles without effect, the same in all but name: every metric differs by exactly 0."""
    roles = ("guide", "student", "doctor")
    plans = [experiments(role) for role in roles]
    guide, student, doctor = play_versions(Runner(tmp_path, 2), roles, plans)
    same = compare(guide, [student])[0].top
    assert "every game is the same" in same.sentence
    assert same.notes == ()
    metrics = [row for table in same.tables for row in table.frame.iter_rows(named=True)]
    assert len(metrics) >= 13
    assert {row["difference"] for row in metrics} == {0.0}
    exact = [row for row in metrics if row.get("metric") != "length_p95"]
    assert {row["high"] - row["low"] for row in exact} == {0.0}
    other = compare(guide, [doctor])[0].top  # with an effect it is another game
    assert "every game is the same" not in other.sentence


def experiments(role):
    changes = {
        "roles.guide.active": False,
        "roles.student.active": False,
        "cards.student_copies": 2,
        "setup.roles": f"{role},botanist,linguist,pilot,curator,professor",
    }
    return plan("archeos", [2], Sizes(800, 0, 0), changes=changes)
