"""Games whose points are lost rather than won read as well as others."""

import math
import re
from pathlib import Path

import polars as pl
import pytest
from test_standings import rows

import tiltmeter as tm
from analyses.findings.sample import sample_of
from analyses.findings.verdicts import FACT
from analyses.questions.curves import find

NO_THANKS = str(Path(__file__).parent.parent / "examples" / "shelf" / "no_thanks.py")


@pytest.fixture(scope="module")
def findings(tmp_path_factory):
    """Of the game as it is; the chips are points, the cards cost some."""
    folder = tmp_path_factory.mktemp("no_thanks")
    shop = tm.Workshop(jobs=1)
    run = shop.simulate(NO_THANKS, players=4, games=400, design=["luck"], out=folder / "run").run
    return {one.name: one for one in shop.analyse(run).findings}


def test_no_figure_is_out_of_all_proportion(findings):
    for one in findings.values():
        for figure in re.findall(r"-?[\d,]+(?:\.\d+)?", one.sentence):
            number = float(figure.replace(",", "") or 0)
            assert abs(number) < 1e6, one.sentence
            assert math.isfinite(number)


def test_scores_below_zero_are_told_in_points(findings):
    told = findings["curves"].sentence
    assert re.search(r"At halfway.*players stand at -\d+\.\d points, at the end at -\d+\.\d", told)


def test_costs_are_no_source_that_decides_the_score(findings):
    curves = findings["curves"]
    assert curves.verdict == FACT
    assert "only one source of points (chips)" in curves.sentence
    assert "cards" not in curves.sentence
    assert any("Costs only take points away" in note and "cards" in note for note in curves.notes)
    assert curves.frame("sources")["source"].to_list() == ["chips", "cards"]


def of_sources(**points):
    """Four games of two seats, with these points by source."""
    frame = rows([[1, 4], [2, 3]] * 4, [2] * 4).drop("points_all")
    return find(sample_of(frame.with_columns(**{f"points_{k}": v for k, v in points.items()})))


def test_several_costs_alone_have_none_that_dominates():
    found = of_sources(bulls=rows_of(-1, -5), late=rows_of(0, -1))
    assert found.verdict == FACT
    assert "Points are only taken away" in found.sentence


def test_of_two_gains_and_a_cost_only_gains_are_compared():
    found = of_sources(goods=rows_of(2, 1), towns=rows_of(6, 1), debt=rows_of(-90, -1))
    assert found.claim.startswith("No single source decides who scores more: the largest is")
    assert "debt" not in found.claim


def rows_of(one, other):
    return pl.Series([one, other] * 4)
