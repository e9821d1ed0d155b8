"""What an option is worth, which options are judged, and which are played at all."""

import math
import re
from zlib import crc32

import numpy as np
import polars as pl
import pytest
from ours import OURS

import tiltmeter
from analyses.experiments.experiment import experiment
from analyses.experiments.occurrence import occurring
from analyses.experiments.offered import removals, swaps
from analyses.findings.finding import Finding, Table
from analyses.findings.sample import Sample, sample_of
from analyses.findings.verdicts import LEVEL, TILTED, UNKNOWN
from analyses.questions import ask as ask_all
from analyses.questions.confidence import _faults
from analyses.questions.option_value import _beside_peers, _losses, gained, underused
from reports.charts.option_value import _rows
from simulator.levers import Levers
from simulator.titles import load_title
from simulator.versions import Version

DEALS = 400
LEVERS = Levers(
    groups={"verbs": ("walk",), "doors": ("red", "green", "blue", "black")},
    peers=("doors",),
    holders={"blue": "blue_key"},
    powers=("black",),
)


def rows(label, forbids, wins, keys=lambda deal: 1):
    """Two seats of every deal; the first wins `wins` of them, in a fixed pattern of deals."""
    one = f"a:never={forbids}" if forbids else "a"
    games = [float((7 * deal) % 10 < 10 * wins) for deal in range(DEALS)]
    return pl.DataFrame(
        {
            "title": "none",
            "game": [crc32(f"{label} {deal}".encode()) for deal in range(DEALS) for _ in range(2)],
            "deal": [deal for deal in range(DEALS) for _ in range(2)],
            "line_up": label,
            "same": "all",
            "forbids": forbids,
            "seat": [1, 2] * DEALS,
            "strategy": [one, "a"] * DEALS,
            "score": [value for win in games for value in (10.0 * win, 10.0 - 10.0 * win)],
            "win": [value for win in games for value in (win, 1.0 - win)],
            "tally_blue_key": [keys(deal) for deal in range(DEALS) for _ in range(2)],
        }
    )


def unused(kind):
    """The free games once in every seating: the player without the option plays as before."""
    free = rows(f"without {kind}", "", 0.5).with_columns(forbids=pl.lit(kind))
    seated = [
        free.with_columns(
            game=pl.col("game") + 10**6 * seat,
            strategy=pl.when(pl.col("seat") == seat)
            .then(pl.lit(f"a:never={kind}"))
            .otherwise("strategy"),
        )
        for seat in (1, 2)
    ]
    return pl.concat(seated)


def ask(monkeypatch, *more, **wins):
    """The finding of a table where who may not do something wins this share."""
    monkeypatch.setattr(Sample, "levers", LEVERS)
    without = [rows(f"without {kind}", kind, share) for kind, share in wins.items()]
    (found,) = ask_all(
        sample_of(pl.concat([rows("a ×2", "", 0.5), *without, *more])), ["option_value"]
    )
    return found


def test_an_option_worth_far_more_than_its_peers_tilts_the_game(monkeypatch):
    found = ask(monkeypatch, walk=0.0, red=0.1, green=0.5, blue=0.5)
    losses = dict(found.table.select("option", "estimate").iter_rows())
    assert losses == pytest.approx({"walk": 0.5, "red": 0.4, "green": 0.0, "blue": 0.0})
    points = dict(found.table.select("option", "points").iter_rows())
    assert points == pytest.approx({option: 10 * lost for option, lost in losses.items()})
    assert found.verdict == TILTED
    assert found.estimate.value == pytest.approx(0.4)
    low, high = found.estimate.interval()
    assert low < 0.4 < high
    assert (
        "Red is the strongest of the doors: it is worth 40 percentage points of win rate more"
        in found.sentence
    )
    assert (
        "'walk' matters most: a player barred from it wins 50 points less often" in found.sentence
    )
    assert "without effect in this setup: black" in found.notes[-1]


def test_an_option_worth_nothing_among_precious_ones_stands_out_too(monkeypatch):
    found = ask(monkeypatch, red=0.5, green=0.1, blue=0.1)
    assert found.estimate.value == pytest.approx(0.4)  # a distance; the sentence says which way
    low, high = found.estimate.interval()
    assert low < 0.4 < high
    assert found.verdict == TILTED
    assert (
        "Red is the weakest of the doors: it is worth 40 percentage points of win rate less"
        in found.sentence
    )


def test_that_nobody_can_do_without_a_verb_does_not_tilt_the_game(monkeypatch):
    found = ask(monkeypatch, walk=0.0, red=0.4, green=0.4, blue=0.4)
    assert found.verdict == LEVEL
    assert ask(monkeypatch, walk=0.0).verdict == "inconclusive"  # nothing to compare


def test_an_option_that_a_player_never_uses_is_not_worth_nothing_but_not_judged(monkeypatch):
    found = ask(monkeypatch, unused("blue"), red=0.1, green=0.1)
    assert set(found.frame("losses")["option"]) == {"red", "green"}
    assert set(found.frame("apart")["option"]) == {"red", "green"}
    assert found.verdict == LEVEL  # two equals; beside a worthless third they would stand out
    told = "Not used by the default bot, whose games are the same without: blue."
    assert told in found.notes
    assert "without effect in this setup: walk, black." in found.notes[-1]


def test_who_may_decline_is_better_without_and_who_may_not_bears_a_drawback(monkeypatch):
    found = ask(monkeypatch, walk=0.1, green=0.9, black=0.9)
    assert "wins more without these, so they are not judged: green." in found.sentence
    assert "Hurts its owner, who cannot decline it: black." in found.sentence


def test_who_never_wins_without_an_option_may_yet(monkeypatch):
    """Near 0 a sample shows hardly any spread; the intervals of all four still hold together."""
    monkeypatch.setattr(Sample, "levers", LEVERS)
    chance, truth, caught = np.random.default_rng(4), {"red": 0.005, "green": 0.01, "blue": 0.3}, 0
    for _ in range(60):
        without = [
            liking(kind, 1.0, chance.random(DEALS) < share).with_columns(
                strategy=pl.Series([f"a:never={kind}", "a"] * DEALS)
            )
            for kind, share in truth.items()
        ]
        (found,) = ask_all(
            sample_of(pl.concat([rows("a ×2", "", 0.5), *without])), ["option_value"]
        )
        mean = np.mean(list(truth.values()))
        caught += all(
            row["low"] <= 1.5 * (mean - truth[row["option"]]) <= row["high"]
            for row in found.frame("apart").iter_rows(named=True)
        )
    assert caught >= 53  # 57, and two standard errors


def liking(kind, dose, wins):
    """One player of two takes a kind of option more often."""
    frame = rows(f"{kind} {dose}", "", 0.5)
    won = pl.Series([value for win in wins for value in (float(win), 1.0 - win)])
    name = f"a:likes={kind}*{dose:g}"
    seated = pl.Series([name, "a"] * DEALS)
    return frame.with_columns(forbids=pl.lit(kind), strategy=seated, win=won, score=10 * won)


def test_a_player_who_gains_by_taking_an_option_more_often_is_told_so(monkeypatch):
    """The better dose is told, by deals that did not choose it; trust hears of both faults."""
    chance = np.random.default_rng(1)
    likes = [
        liking("red", 0.3, chance.random(DEALS) < 0.5),
        liking("red", 1.0, chance.random(DEALS) < 0.8),
        unused("green").with_columns(
            pl.col("strategy").str.replace("never=green", "likes=green*1")
        ),
    ]
    found = ask(monkeypatch, *likes, walk=0.1, blue=0.9)
    gains = found.frame("gains")
    assert gains.select("option", "dose").rows() == [("red", 1.0)]  # green plays as before
    assert gains["low"][0] > 0.1
    assert re.search(r"wins 2\d\.\d points more often if it takes 'red' more", found.sentence)
    monkeypatch.setattr(Sample, "levers", LEVERS)
    every = pl.concat([rows("a ×2", "", 0.5), rows("without blue", "blue", 0.9), *likes])
    assert _faults(sample_of(every)) == {"often": ["blue"], "seldom": ["red"]}


def test_gains_lie_in_their_intervals_though_the_dose_is_chosen(monkeypatch):
    monkeypatch.setattr(Sample, "levers", LEVERS)
    chance, caught, claimed = np.random.default_rng(2), 0, 0
    for _ in range(40):
        likes = [
            liking(kind, dose, chance.random(DEALS) < 0.5)
            for kind in ("red", "green", "blue")
            for dose in (0.3, 1.0)
        ]
        gains = gained(sample_of(pl.concat([rows("a ×2", "", 0.5), *likes])))
        caught += ((gains["low"] <= 0) & (gains["high"] >= 0)).all()
        claimed += bool(underused(gains))
    assert caught >= 34  # 38, and two standard errors
    assert claimed <= 3


def test_a_player_who_uses_nothing_is_told_so(monkeypatch):
    found = ask(monkeypatch, unused("walk"), unused("red"))
    assert found.sentence == "The default bot uses none of the options."
    assert found.verdict == UNKNOWN
    words = found.table.select(pl.col("option").replace({"walk": "Walk"}), "q")  # as reports do
    assert words.schema == {"option": pl.String, "q": pl.Float64}


def test_the_interval_of_the_difference_is_that_of_paired_deals(monkeypatch):
    """By hand: the mean over deals of what one loses more than the mean of the others."""
    apart = ask(monkeypatch, red=0.2, green=0.4, blue=0.3).tables[1].frame
    win = {k: rows("", k, s)["win"][::2] for k, s in (("red", 0.2), ("green", 0.4), ("blue", 0.3))}
    paired = (win["green"] + win["blue"]) / 2 - win["red"]
    row = apart.row(by_predicate=pl.col("option") == "red", named=True)
    assert row["estimate"] == pytest.approx(paired.mean())
    reach = 2.404 * paired.std() / math.sqrt(DEALS)  # Student, 95% for three at once
    assert row["high"] - row["estimate"] == pytest.approx(1.01 * reach, rel=0.01)


@pytest.mark.parametrize("differing", [1, 3, 8])
def test_what_hardly_any_deal_shows_is_held_together(differing):
    """By the spread of so few deals 3, 45 and 48 of 60 tables held it, of peers 45, 45 and 52."""
    rng, n, kinds = np.random.default_rng(5), 400, [str(k) for k in range(6)]
    held = alike = 0
    for _ in range(60):
        lost = [(rng.random(n) < differing / n) / 4 for _ in kinds]
        deals = {
            kind: pl.DataFrame(
                {"deal": range(n), "win": one, "win_without": 0.25 - one, "score": 1.0}
            )
            for kind, one in zip(kinds, lost, strict=True)
        }
        table = _losses(deals, Levers())
        held += table["low"].max() <= differing / n / 4 <= table["high"].min()
        alike += not any(one.more.interval(6).excludes(0) for one in _beside_peers("", deals))
    assert held >= 54
    assert alike >= 54


def test_only_those_who_have_a_power_are_counted(monkeypatch):
    monkeypatch.setattr(Sample, "levers", LEVERS)
    free = rows("a ×2", "", 0.5, lambda deal: deal % 2)
    without = rows("b", "blue", 0.2, lambda deal: deal % 2)
    (found,) = ask_all(sample_of(pl.concat([free, without])), ["option_value"])
    odd = pl.int_range(pl.len()) // 2 % 2 == 1
    truth = [frame.filter(odd)["win"][::2].mean() for frame in (free, without)]
    seats = [frame.filter(odd)["win"].mean() for frame in (free,)]
    assert found.table["estimate"][0] == pytest.approx(seats[0] - truth[1])
    assert "Only players who have it are counted for blue" in "".join(found.notes)


# Real titles


@pytest.mark.parametrize("name", OURS)
def test_groups_are_made_of_kinds_and_variants_can_be_played(name):
    title = load_title(name)
    levers = title.levers
    named = [kind for kinds in levers.groups.values() for kind in kinds]
    assert len(named) == len(set(named))
    assert set(named) <= set(levers.kinds)
    assert len(levers.kinds) < 64  # bits of Mind.never
    assert set(levers.peers) <= set(levers.groups)
    assert set(levers.holders.values()) <= set(title.words.tallies)
    base = experiment(name, players=2)
    variants = removals(base)
    assert variants
    for variant in variants:
        title.rules_for(variant.of(base.components), 2)


def test_roles_at_the_table_are_removed_and_swapped_in_their_place():
    first = experiment("archeos")
    assert [variant.name for variant in removals(first)] == [
        f"without {role}" for role in load_title("archeos").levers.cast.in_play(first.components)
    ]
    assert len(swaps(first)) == 6 * 6
    assert swaps(first)[0] == Version(
        "linguist for botanist",
        {"setup.roles": "linguist,doctor,guide,patron,photographer,student"},
    )
    random = experiment("archeos", changes={"setup.roles": "random"})
    assert len(removals(random)) == 12
    assert swaps(random) == []
    gone = experiment("archeos", changes={"roles.guide.active": False})
    assert "without guide" not in [variant.name for variant in removals(gone)]


def test_factions_are_swapped_where_they_are_chosen():
    chosen = experiment("excavation", players=2, changes={"setup.factions": "gul,aquilla"})
    assert [variant.name for variant in removals(chosen)] == ["without aquilla", "without gul"]
    assert Version("kutu_kuti for gul", {"setup.factions": "kutu_kuti,aquilla"}) in swaps(chosen)
    assert swaps(experiment("excavation", players=2)) == []


def test_options_that_cannot_occur_are_not_played():
    title = load_title("lost_cities")

    def found(*without):
        changes = dict.fromkeys(without, False)
        rules = title.rules_for(title.components.with_changes(changes), 2)
        return set(occurring(title, rules, 2))

    every = {kind for kinds in title.levers.groups.values() for kind in kinds}
    assert found() == every
    assert found("circles.active") == every - {"circle"}
    arrows = {"arrow", "arrow-top", "decline", "to-arrow"}
    assert found("arrows.active") == every - arrows
    assert found("rulings.arrow_optional") == every - {"decline"}
    chosen = experiment(
        "lost_cities", players=2, design=["ablation"], changes={"circles.active": False}
    )
    assert {cell.forbids for cell in chosen.cells} == every - {"circle"} | {""}


def test_one_line_up_with_and_one_without_an_option_are_restricted_play():
    with_it, without = ["greedy"], ["greedy:never=circle", "greedy"]

    def forbidden(*line_ups):
        chosen = experiment("lost_cities", players=2, strategies=line_ups)
        return [cell.forbids for cell in chosen.cells]

    assert forbidden(with_it, without) == ["", "circle"]
    assert forbidden(without) == [""]  # nobody plays with it
    assert forbidden(with_it, without[::-1]) == ["", "circle"]  # they change seats anyway
    assert forbidden(with_it, ["greedy:never=circle+refuse", "greedy"]) == ["", ""]
    assert forbidden(with_it, ["allround:never=circle", "greedy"]) == ["", ""]


def test_roles_that_are_not_in_play_are_not_played():
    title = load_title("archeos")
    rules = title.rules_for(title.components.with_changes({"roles.guide.active": False}), 2)
    found = occurring(title, rules, 2)
    assert "lead-guide" in found  # blank cards still lead
    assert "power-guide" not in found
    assert "lead-linguist" not in found
    assert "power-patron" in found


def test_the_power_of_an_option_is_what_its_absence_costs():
    frame = tiltmeter.simulate(
        "lost_cities", games=12_000, players=2, strategies=["random"], design=["ablation"]
    )
    (power,) = ask_all(sample_of(frame), ["option_value"])
    losses = {row["option"]: row for row in power.table.iter_rows(named=True)}
    # A random player who never refuses dice plays better; who may not use arrows plays worse.
    assert losses["refuse"]["high"] < 0
    assert "refuse" in power.sentence.split("wins more without these")[1]
    assert losses["refuse"]["group"] == "options"
    # It begins every expedition and finishes none: that is its fault, and no colour's.
    assert all(losses[colour]["high"] < 0 for colour in ("red", "blue"))
    assert power.verdict == UNKNOWN
    assert any(note.startswith("No verdict") for note in power.notes)


def test_an_option_that_nobody_surely_misses_is_not_told_to_be_needed(monkeypatch):
    """Without it players win as often, or more often: never 'minus one percentage point less'."""
    found = ask(monkeypatch, walk=0.52, red=0.5)
    assert "matters most" not in found.sentence
    assert "No option is clearly needed" in found.sentence


def test_the_chart_has_the_options_that_the_text_names():
    """However many others are worth more."""
    kinds = [f"door {k}" for k in range(14)]
    losses = pl.DataFrame({"group": ["doors"] * 14, "option": kinds})
    losses = losses.with_columns(estimate=pl.Series([0.3 - 0.02 * k for k in range(14)]))
    apart = pl.DataFrame({"group": ["doors"], "option": ["door 13"]})
    tables = (Table("losses", "", losses), Table("apart", "", apart))
    shown = _rows({"": Finding("option_value", "", "", tables=tables)})["option"].to_list()
    assert shown == [f"door {k}" for k in (*range(10), 13)]
