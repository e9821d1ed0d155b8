"""What winners use: the difference is told that says most of who wins."""

import numpy as np
import polars as pl
import tables

from analyses.findings.sample import sample_of
from analyses.questions import ask
from analyses.questions.choices import _winners_told, surely_more, tallies
from reports.charts.choices import MOST, _chosen, _worth_telling


def games(seed=1, n=2_000):
    """Winners have one more of what everybody uses, and thrice as often what one in 25 has."""
    rng = np.random.default_rng(seed)
    rows = tables.rows(rng, ("a", "a"), n, [0.5, 0.5])
    won = rows["win"].to_numpy() == 1
    return rows.with_columns(
        tally_dug=rng.poisson(9, 2 * n) + won,
        tally_relics=(rng.random(2 * n) < np.where(won, 0.06, 0.02)).astype(int),
        forced=0,
        decisions=10,
    )


def test_what_few_have_does_not_hide_what_tells_of_the_winner():
    """Relics differ by all of their mean, but few have any: they tell less of who wins."""
    table = tallies(games().lazy(), 2)
    told = {row["option"]: row for row in surely_more(table).iter_rows(named=True)}
    relative = {name: row["winners more"] / row["mean"] for name, row in told.items()}
    assert relative["relics"] > 5 * relative["dug"]
    assert told["dug"]["telling"] > 1.3 * told["relics"]["telling"] > 0
    (found,) = ask(sample_of(games()), ["choices"])
    assert "more of 'dug' than others." in found.sentence
    assert "largest compared with the spread among players" in found.notes[0]


def test_the_spread_is_that_of_what_players_have():
    spread = dict(tallies(games().lazy(), 2).select("option", "spread").iter_rows())
    assert abs(spread["dug"] - np.sqrt(9 + 0.25)) < 0.15
    assert abs(spread["relics"] - np.sqrt(0.04 * 0.96)) < 0.02


def test_winners_do_not_have_nothing_less_of_what_nobody_has():
    """What reads 0.00 is not told, however sure."""
    names = ("option", "mean", "spread", "winners more", "q")
    rows = [("keys given away", 0.001, 0.001, -0.002, 0.0), ("loops", 3.0, 1.0, 0.5, 0.0)]
    told = _winners_told(pl.DataFrame(rows, schema=names, orient="row"), is_alone=False)
    assert told == "Winners have 0.50 more of 'loops' than others."


def test_the_chart_has_what_the_sentence_names_beside_all_that_few_use():
    few = {f"tally_few_{k}": (pl.col("deal") % 97 == k).cast(pl.Int64) for k in range(MOST + 5)}
    (found,) = ask(sample_of(games().with_columns(**few)), ["choices"])
    shown = _chosen(_worth_telling(found))["option"].to_list()
    assert len(shown) == MOST
    assert "dug" in shown
