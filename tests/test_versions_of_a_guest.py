"""A sound game with other numbers in its box: what its rules were not written for is no game."""

import pytest
from click.testing import CliRunner

from analyses.experiments.soundness import note_as_sound
from simulator.conformance import Broken, soak
from simulator.titles import load_title
from tiltmeter.cli import main

WRECK = '''"""Wreck: who has no coin for the crew is out; the last crate ends it."""

from tiltmeter.design import (
    Game, count, draw, each_player, eliminate, finish, gain, next_player, number, numbered, pile,
    put, put_each, still_in,
)

Move = numbered("buy", "pass_")
wreck = Game(
    "wreck", players=(3,), moves=Move,
    fields={"box": pile(9), "crates": pile(9), "coins": each_player(number(0, 9))},
    components={"coins": 5, "crates": 7, "share": 1, "tide": 2, "pace": 2},
)


@wreck.setup
def lay_out(game, rules):
    put_each(game.box, 1, 8)
    for _ in range(rules.crates):
        put(game.crates, draw(game.box))
    for seat in range(game.players):
        game.coins[seat] = rules.coins


@wreck.legal
def may(game, rules, move):
    return move == Move.pass_ or game.coins[game.player] > 1


@wreck.apply
def act(game, rules, move):
    seat = game.player
    game.coins[seat] -= 1 + (move == Move.buy)
    if move == Move.buy:
        gain(game, seat, draw(game.crates) // rules.share)
    if game.coins[seat] == 0:
        eliminate(game, seat)
    if count(game.crates) == 0 or still_in(game) == 0:
        finish(game)
    left = 4
    while left > 0:
        left -= rules.tide
    next_player(game)


@wreck.law("nobody has more than a pace allows")
def is_slow(game, rules):
    return game.points.max() <= 99 // rules.pace
'''
LULL = '''"""Lull: by the deal a game either has no end, or counts beyond what there is."""

from tiltmeter.design import Game, finish, next_player, number, numbered, roll

Move = numbered("wait")
lull = Game(
    "lull", players=(2,), moves=Move, max_moves=9,
    fields={"is_loud": number(0, 1), "calls": number(0, 3)},
)


@lull.setup
def listen(game, rules):
    game.is_loud = roll(game.deal, 2) - 1


@lull.apply
def wait(game, rules, move):
    game.calls += game.is_loud
    if game.calls > 5:
        finish(game)
    next_player(game)
'''


@pytest.fixture(scope="module")
def called(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wreck")
    (folder / "wreck.py").write_text(WRECK)

    def call(verb, *words):
        with pytest.MonkeyPatch.context() as patched:
            patched.chdir(folder)
            return CliRunner().invoke(main, [verb, "wreck.py", *words], catch_exceptions=False)

    note_as_sound(load_title(folder / "wreck.py"))
    return call


def test_a_number_that_leads_out_of_a_range_is_refused(called):
    told = called("simulate", "-n", "20", "-j", "1", "--set", "coins=12")
    assert told.exit_code == 2
    assert "With coins=12 a law is broken that the published game keeps: coins stays" in told.stderr
    assert called("simulate", "-n", "20", "-j", "1", "--set", "coins=6").exit_code == 0


@pytest.mark.parametrize("verb", [["simulate"], ["simulate", "--design", "ablation"]])
def test_an_empty_pile_deals_no_card_and_the_number_is_named(called, verb):
    told = called(*verb, "-n", "20", "-j", "1", "--set", "crates=9")
    assert told.exit_code == 2
    assert "wreck.py, line 20: there is no card to put" in told.stderr
    assert told.stderr.strip().endswith("It is played with crates=9.")


REFUSED = {
    "coins=12": "coins stays within 0 to 9",
    "crates=9": "there is no card to put",
    "pace=0": "line 48: this divides by zero; ask first",
    "share=0": "this divides by zero",
    "tide=0": "'act' is in a loop from here to line 42 that does not end",
}


@pytest.mark.parametrize("change", REFUSED)
def test_a_version_that_is_no_game_is_refused_before_the_base_is_played(called, change):
    told = called("compare", "-n", "200", "-j", "1", "-s", "random", "--set", change)
    assert told.exit_code == 2
    assert REFUSED[change] in told.stderr
    assert change in told.stderr
    assert "Run 1 of" not in told.stderr


@pytest.mark.parametrize("points", ["coins=4,6,12", "crates=4,9", "share=1,2,0"])
@pytest.mark.parametrize("wanted", [[], ["--target", "margin<1"]])
def test_a_sweep_refuses_a_value_before_it_plays_those_before_it(called, points, wanted):
    path, _, values = points.partition("=")
    told = called("sweep", points, "-n", "20", "-j", "1", *wanted)
    assert told.exit_code == 2
    assert f"ith {path}={values.split(',')[-1]}" in told.stderr
    assert "Run 1 of" not in told.stderr


def test_what_else_goes_wrong_is_told_with_the_line_and_the_value(called):
    """The laws are asked first, and a game that stops there is no broken law."""
    told = called("sweep", "share=1,0", "-n", "20", "-j", "1")
    assert "line 35: this divides by zero" in told.stderr
    assert told.stderr.strip().endswith("It is played with share=0.")


def test_a_game_without_an_end_hides_no_law_that_another_breaks(tmp_path):
    (tmp_path / "lull.py").write_text(LULL)
    lull = load_title(tmp_path / "lull.py")
    for seed in range(6):
        with pytest.raises(Broken, match="calls stays within 0 to 3"):
            soak(lull, lull.components, 2, seed, 20)


def test_what_can_be_played_is_played(called):
    told = called("sweep", "coins=4,6", "-n", "20", "-j", "1", "--seed", "2")
    assert told.exit_code == 0
    assert "Run 1 of 2" in told.stderr


def test_play_tells_who_is_out(called):
    told = called("play").stdout.splitlines()
    assert told.count("  seat 1 is out") == 1
    assert any(line.startswith("seat 1: ") and " | out | " in line for line in told)
