"""Designs, cells that share deals, stopping when it is known well enough, and experiment files."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import toy
from click.testing import CliRunner
from playing import simulate

from analyses.experiments import batch
from analyses.experiments.batch import frames
from analyses.experiments.designs import MOST_ORDERS, Cell, cells_of, orders
from analyses.experiments.experiment import experiment
from analyses.experiments.experiment_file import read_experiment
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.simulation import LOOK, watched
from analyses.experiments.story import story_of
from simulator.errors import UserError
from simulator.match import Match
from strategies.seat import Seat
from tiltmeter.cli import main

POOL = ("allround", "greedy", "cautious")


def labels(design, players, pool=POOL):
    return [cell.label for cell in cells_of(design, [pool], players)]


def test_designs_say_who_meets_whom():
    assert labels(["self-play"], 2) == ["allround ×2", "greedy ×2", "cautious ×2"]
    assert labels(["round-robin"], 2) == [
        "allround, greedy",
        "allround, cautious",
        "greedy, cautious",
    ]
    assert len(labels(["round-robin"], 4)) == 6
    assert "greedy, allround ×3" in labels(["round-robin"], 4)
    assert labels(["focus"], 3) == ["allround, greedy, cautious"]
    assert labels(["focus"], 4) == [
        "allround, greedy ×3",
        "allround, greedy ×2, cautious",
        "allround, greedy, cautious ×2",
        "allround, cautious ×3",
    ]


def test_a_cell_that_two_designs_want_is_played_once():
    cells = cells_of(["self-play", "luck"], [POOL], 3)
    assert len(cells) == 3 + 3
    assert [cell.same for cell in cells[3:]] == ["deal", "table", "whims"]
    assert [cell.fresh for cell in cells[3:]] == [0b110, 0b101, 0b011]


@pytest.mark.parametrize(
    ("design", "line_ups", "told"),
    [
        (["self-pay"], [POOL], "Did you mean 'self-play'"),
        (["round-robin"], [["greedy"]], "at least two different"),
        (["self-play"], [["greedy"], ["random"]], "one list of bots"),
    ],
)
def test_wrong_designs_are_told(design, line_ups, told):
    with pytest.raises(UserError, match=told):
        cells_of(design, line_ups, 3)


def rows_of(**words):
    return pl.concat(frames(experiment("lost_cities", **words), jobs=1))


def test_cells_share_their_deals_and_keep_their_games_wherever_they_are_played():
    both = rows_of(players=2, strategies=[["greedy"], ["random"]], games=40)
    alone = rows_of(players=2, strategies=["greedy"], games=20)
    same = both.filter(pl.col("line_up") == "greedy ×2")
    assert same["deal"].to_list() == alone["deal"].to_list()
    assert same["score"].to_list() == alone["score"].to_list()
    assert both["game"].to_list() == [g for g in range(40) for _ in range(2)]


def test_a_kept_stream_is_the_same_and_the_others_are_not():
    rows = rows_of(players=2, strategies=["random"], design=["luck"], games=4 * 30)
    by = {name: part["score"].to_list() for (name,), part in rows.group_by("same")}
    assert len({tuple(scores) for scores in by.values()}) == 4
    again = rows_of(players=2, strategies=["random"], design=["luck"], games=4 * 30)
    assert again.equals(rows)


def test_a_design_plays_and_stops_anywhere_with_the_same_bytes(tmp_path):
    chosen = experiment(
        "lost_cities", players=3, strategies=POOL, design=["self-play", "round-robin"], games=500
    )
    whole = pl.concat(frames(chosen, jobs=2))
    later = pl.concat(frames(chosen, jobs=1, start=333))
    assert later.equals(whole.filter(pl.col("game") >= 333))
    assert whole["game"].n_unique() == 500


def test_until_stops_when_every_share_is_known_that_well(tmp_path):
    chosen = experiment(
        "lost_cities", players=2, strategies=["allround", "greedy"], games=200_000, until=0.01
    )
    run = simulate(chosen, tmp_path / "one", jobs=1)
    played = run.games_done()
    assert run.is_complete()
    assert 0 < played < 200_000
    assert played % (LOOK * chosen.games_per_deal) == 0
    two = simulate(chosen, tmp_path / "two", jobs=2)
    assert two.games_done() == played
    assert [p.read_bytes() for p in two.parts] == [p.read_bytes() for p in run.parts]
    # The same command again plays nothing.
    assert simulate(chosen, tmp_path / "one").games_done() == played
    peeked = simulate(replace(chosen, peek=True), tmp_path / "peek", jobs=1)
    assert 1.5 * played < peeked.games_done() < 4 * played


def test_until_goes_on_after_a_stop(tmp_path, monkeypatch):
    monkeypatch.setitem(batch.BLOCK, "compiled", 300)
    chosen = experiment(
        "lost_cities", players=2, strategies=["allround", "greedy"], games=200_000, until=0.01
    )
    whole = simulate(chosen, tmp_path / "whole", jobs=1).games_done()

    class Stop(Exception):
        pass

    def watch(games):
        raise Stop

    with pytest.raises(Stop):
        simulate(chosen, tmp_path / "cut", jobs=1, watch=watch)
    assert RunFolder(tmp_path / "cut").games_done() < whole
    assert simulate(chosen, tmp_path / "cut", jobs=1).games_done() == whole


def test_what_is_watched_is_one_number_per_deal():
    rows = rows_of(players=2, strategies=["allround", "greedy"], games=40)
    shares = dict(watched(rows))
    assert {who for _, who in shares} == {"allround", "greedy"}
    for values in shares.values():
        assert len(values) == 20
        assert np.isin(values, [0, 0.25, 0.5, 0.75, 1]).all()


FILE = """
title = "lost_cities"
players = 3
strategies = ["allround", "greedy"]
design = ["self-play", "round-robin"]
games = 90
seed = 5

[setup]
layout = "random"

[set]
"bridges.bonus" = 40

[verdicts.turn_order]
borderline = 0.5
tilted = 0.9
"""
FLAGS = """
-p 3 -s allround,greedy --design self-play,round-robin -n 90 --seed 5
--setup layout=random --set bridges.bonus=40
"""


def test_a_file_is_the_same_experiment_as_the_flags(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(FILE)
    by_flags = CliRunner().invoke(
        main,
        ["simulate", "lost_cities", *FLAGS.split(), "--out", str(tmp_path / "flags"), "--json"],
    )
    by_file = CliRunner().invoke(
        main, ["simulate", "--experiment", str(file), "--out", str(tmp_path / "file"), "--json"]
    )
    assert by_file.exit_code == by_flags.exit_code == 0, by_file.output + by_flags.output
    parts = [RunFolder(tmp_path / name).parts for name in ("flags", "file")]
    assert parts[0][0].read_bytes() == parts[1][0].read_bytes()
    findings = {found["name"]: found for found in json.loads(by_file.stdout)["findings"]}
    assert findings["turn_order"]["verdict"] != "tilted"


def test_flags_that_are_given_go_before_the_file(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(FILE)
    assert read_experiment(file, seed=9).seed == 9
    assert read_experiment(file).seed == 5
    assert read_experiment(file).cells[0] == Cell((Seat("allround"),) * 3)


def test_until_in_a_file_plays_as_many_games_as_it_takes(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("title = 'lost_cities'")
    assert read_experiment(file).games == 1000
    file.write_text("title = 'lost_cities'\nuntil = '1%'")
    assert read_experiment(file).games == 10_000_000


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("gane = 'archeos'", "Did you mean 'game'"),
        ("players = 2", "must name a game"),
        ("title = 'lost_cities'\nplayers = 'two'", "'players' must be a whole number"),
        ("title = 'lost_cities'\nuntil = 'soon'", "'soon' is no share"),
        ("title = 'lost_cities'\nuntil = 2.0", "share between 0 and 1"),
        ("title = 'lost_cities'\n[set]\nbridges.bonsu = 1", "Did you mean 'bridges.bonus'"),
        ("title = ", "not valid TOML"),
    ],
)
def test_a_wrong_file_is_told_in_one_sentence(tmp_path, text, told):
    file = tmp_path / "wrong.toml"
    file.write_text(text)
    with pytest.raises(UserError, match=told) as error:
        read_experiment(file)
    assert "wrong.toml" in str(error.value)
    with pytest.raises(UserError, match="Cannot read"):
        read_experiment(tmp_path / "nowhere.toml")


@pytest.mark.parametrize("command", [["simulate", "--experiment"], ["compare", "mine.toml"]])
def test_wrong_thresholds_are_told_in_one_sentence_that_names_the_file(
    tmp_path, monkeypatch, command
):
    monkeypatch.chdir(tmp_path)
    text = "title = 'lost_cities'\nplayers = 2\n"
    Path("mine.toml").write_text(text)
    Path("wrong.toml").write_text(f"{text}[verdicts.turn_ordr]\nborderline = 1")
    told = CliRunner().invoke(main, [*command, "wrong.toml"])
    assert told.exit_code == 2
    assert told.stderr.startswith(
        "error: wrong.toml: Unknown verdict 'turn_ordr'. Did you mean 'turn_order'"
    )


def test_a_line_up_sits_in_every_way_round_the_table_one_deal_after_the_other():
    assert orders(("a", "b", "c")) == (("a", "b", "c"), ("a", "c", "b"))
    assert len(orders(tuple("abcd"))) == 6
    assert len(orders(tuple("abcdef"))) == MOST_ORDERS  # of 120
    assert orders(("a", "b", "b", "b")) == (("a", "b", "b", "b"),)
    assert orders(("a", "b", "a", "b")) == (("a", "b", "a", "b"),)  # the other has more seatings
    assert orders(tuple("abcd"))[0] == tuple("abcd")
    words = ["chooser:choice=0", "chooser:choice=1", "chooser:choice=2"]
    one = experiment(toy.TITLE.name, players=3, strategies=words, games=18)
    rows = pl.concat(frames(one, jobs=1)).with_columns(pl.col("strategy").cast(pl.String))
    seats = rows.group_by("game", maintain_order=True).agg("strategy")["strategy"].to_list()
    assert [tuple(names) for names in seats] == [
        tuple(order[(seat + k) % 3] for seat in range(3))
        for deal in range(6)
        for order in [[*map(str, one.cells[0].at(deal).line_up)]]
        for k in range(3)
    ]
    assert (rows["tally_choice"].cast(pl.String) == rows["strategy"].str.tail(1)).all()
    for number in (4, 9, 14):
        assert story_of(one, number).seats == seats[number]


def test_the_deals_of_an_order_are_played_at_once(monkeypatch):
    """Every second of them, which are the same games as one by one."""
    calls, play = [], Match.play
    monkeypatch.setattr(Match, "play", lambda *words: calls.append(words[2:]) or play(*words))
    words = ["chooser:choice=0", "chooser:choice=1", "chooser:choice=2"]
    one = experiment(toy.TITLE.name, players=3, strategies=words, games=60)
    (frame,) = frames(one, jobs=1)
    assert len(frame) == 180
    assert calls == [(0, 30, 0, 2), (3, 30, 0, 2)]
    match = one.match(one.cells[0].at(1), "compiled")
    alone = [play(match, one.seed, 3 * deal, 3) for deal in range(1, 20, 2)]
    together = play(match, one.seed, 3, 30, 0, 2)
    assert together.tobytes() == b"".join(games.tobytes() for games in alone)
