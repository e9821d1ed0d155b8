"""Who wins before and after: planted changes lead the answer, and chance alone names nobody."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from test_cli import tiltmeter

import tiltmeter as tm
from analyses.findings.holdings import Group, Holdings
from analyses.lab.compare import who_wins as winners
from analyses.lab.compare.who_wins import TURN_ORDER, Rate, _won, shares_won, who_wins
from simulator import titles

DEN = """
from tiltmeter.design import (
    Game, draw, each_player, finish, gain, next_player, number, numbered, pile, put_each, roll,
    shuffle,
)

Role = numbered("lion", "fox", "owl", "wolf")
Move = numbered("play", "wait")
den = Game(
    "den",
    players=(4,),
    moves=Move,
    tallies=Role,
    fields={"box": pile(4), "role": each_player(number(0, 3, names=Role))},
    components={
        "mane": {"value": 5, "about": "points of a lion, who has 3 fewer", "min": 0, "max": 9},
        "start": {"value": 0, "about": "points of the first player", "min": 0, "max": 9},
    },
)


@den.setup
def hand_out(game, rules):
    put_each(game.box, 0, 3)
    shuffle(game.deal, game.box)
    for seat in range(game.players):
        game.role[seat] = draw(game.box)
        game.tally[seat, game.role[seat]] = 1


@den.apply
def turn(game, rules, move):
    seat = game.player
    gain(game, seat, 9 + roll(game.table, 12))
    if game.role[seat] == Role.lion:
        gain(game, seat, rules.mane - 3)
    if seat == 0:
        gain(game, seat, rules.start)
    next_player(game)
    if game.player == 0:
        finish(game)


@den.strategy(weights={"play": 1})
def plays(game, rules, move, mind):
    "Plays."
    return 1.0 if move == Move.play else 0.0
"""
ROLES = ("lion", "fox", "owl", "wolf")


@pytest.fixture
def den(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(titles, "_guests", dict(titles._guests))
    (tmp_path / "den.py").write_text(DEN)
    return tmp_path


def compared(*words, n=1500):
    return tiltmeter("compare", "den.py", *words, "-n", n, "-s", "plays", "--jobs", 1)


def test_a_fall_that_no_index_shows_is_the_first_sentence(den):
    """A lion wins 42%, then 8%: as far above a fair share as below it, so no index moves."""
    told = json.loads(compared("--set", "mane=0", "--json", n=3000).stdout)
    top, by_name = told["findings"][0], {row["name"]: row for row in told["who_wins"]}
    before, after = (
        np.mean([(by_name[name][when] / 0.25 - 1) ** 2 for name in ROLES])
        for when in ("before", "after")
    )
    assert before == pytest.approx(after, rel=0.3)
    first = top["sentence"].split(". ")[0]
    assert first.startswith("With mane=0 (was 5): lion ")
    assert all(name in first for name in ROLES)
    assert first.endswith("(a fair share is 25%)")
    assert "imbalance" not in top["sentence"].split("Better")[0].split("Worse")[0]
    assert {*by_name["lion"]} == {
        "version", "name", "kind", "before", "after", "low", "high", "fair", "clear"
    }  # fmt: skip
    assert by_name["lion"]["before"] == pytest.approx(0.416, abs=0.05)
    assert by_name["lion"]["after"] == pytest.approx(0.079, abs=0.03)
    assert all(by_name[name]["clear"] for name in ROLES)
    assert not any(row["clear"] for row in told["who_wins"] if row["kind"] == "turn order")
    (answer,) = [one for one in told["findings"] if one["name"] == "win_rates"]
    assert "no clear" not in answer["sentence"]
    assert "lion" in answer["sentence"]


def test_the_terminal_begins_with_who_wins_then_better_and_worse(den):
    lines = compared("--set", "mane=3", n=3000).stdout.splitlines()
    assert lines[0].startswith("With mane=3 (was 5): lion ")
    assert any(line.startswith("Better: win rates goes from tilted to ") for line in lines[1:4])
    assert not any(line.startswith("Worse") for line in lines)


def test_the_first_player_is_named_by_the_place(den):
    told = compared("--set", "start=4").stdout
    assert told.startswith("With start=4 (was 0): first player 2")
    assert "last player 2" in told.partition(".\n")[0]


class TestPlantedSeat:
    """Handed 40 of 1000 games, the first player of four wins 3 points more."""

    @staticmethod
    def answer(folder, seed, games):
        """Of turn order, and who is told to change; the random streams differ after it."""
        game = Path(__file__).parent / "panel" / "planted.py"
        found = tm.Workshop(folder, jobs=1).compare(
            game, {"handed": 40, "drawn": 3}, only=["turn_order"], players=4,
            strategies=["plays"], games=games, seed=seed,
        )  # fmt: skip
        (compared,) = found.compared
        return compared.answers[0], [one for one in compared.who_wins if one.is_clear]

    def test_it_is_the_answer_though_no_index_sees_it(self, tmp_path):
        answer, clear = self.answer(tmp_path, 1, 6000)
        assert answer.sentence.startswith("turn order: ")
        assert "first player 25 → 28%" in answer.sentence
        assert [one.name for one in clear] == ["player 1"]
        assert clear[0].interval.low < 0.03 < clear[0].interval.high

    @pytest.mark.long
    def test_it_is_told_by_nearly_all_seeds(self, tmp_path):
        told = [self.answer(tmp_path, seed, 6000)[1] for seed in range(1, 12)]
        assert sum("player 1" in {one.name for one in clear} for clear in told) >= 9


def test_where_nothing_changes_it_is_said_what_is_ruled_out(den):
    told = " ".join(compared("--set", "mane=5").stdout.split())
    assert told.startswith("With mane=5 (the same values), no win rate changes. ")
    told = " ".join(compared("--set", "start=1", "--only", "win_rates").stdout.split())
    assert re.match(
        r"With start=1 \(was 0\), no win rate clearly changes, none by more than \d+ p", told
    )


def test_only_the_questions_that_are_asked_are_told(den):
    told = compared("--set", "mane=0", "--only", "length").stdout
    assert "lion" not in told.splitlines()[0], "who asks for the length is told of it"


def test_in_french_too(den):
    told = compared("--set", "mane=0", "--language", "fr").stdout
    assert told.startswith("Avec mane=0 (au lieu de 5)\u00a0: lion ")
    assert "part équitable" in told.partition(".\n")[0]


def dealt(stream, games, strong=0.0, luck=None):
    """Four seats, each with one of five roles and one of eight cards; all win by luck alone."""
    role = stream.permuted(np.tile(np.arange(5), (games, 1)), axis=1)[:, :4]
    card = stream.integers(0, 8, (games, 4))
    score = (stream if luck is None else luck).gumbel(size=(games, 4)) + strong * (role == 0)
    win = (score == score.max(axis=1, keepdims=True)).astype(float)
    groups = (
        Group("hand", tuple(f"hand {k}" for k in range(8)), card[..., None] == np.arange(8)),
        Group("role", tuple("abcde"), role[..., None] == np.arange(5)),
    )
    return Holdings(np.arange(games), win, score, groups)


def rates_of(games):
    """Of all that is dealt, and of the seats."""
    found = shares_won(games, 0.25)
    for k, win in enumerate(games.win.T, 1):
        one = _won(games.deal, win[:, None], np.ones((len(win), 1), bool))
        found[TURN_ORDER, f"player {k}"] = Rate(one, len(win), 0.25)
    return found


@pytest.mark.parametrize("games", [60, 400])
def test_a_game_compared_with_itself_names_nobody(games):
    """The same deals, luck thrown anew: in 5 of 100 comparisons at most, and two errors."""
    runs, alarms = 100, 0
    for k in range(runs):
        one, two = (
            rates_of(dealt(np.random.default_rng(k), games, luck=np.random.default_rng([k, j])))
            for j in (1, 2)
        )
        alarms += any(each.is_clear for each in who_wins(one, two, "itself"))
    assert alarms <= 9


def test_a_role_is_not_hidden_by_the_cards_beside_it():
    one, two = (
        rates_of(dealt(np.random.default_rng(4), 3000, strong, np.random.default_rng(5)))
        for strong in (0.6, 0.0)
    )
    first, *rest = who_wins(one, two, "a version")
    assert (first.name, first.is_clear) == ("a", True)
    assert not any(each.is_clear for each in rest if each.group != "role")
    assert winners.told([first, *rest]).startswith("a 38 → 2")


def test_intervals_cover_the_change_of_all_together():
    """Strong by 0.6: its holders win e^0.6 of e^0.6 + 3 where they sit, each at one of four."""
    truth = 0.25 - np.exp(0.6) / (np.exp(0.6) + 3)
    missed = 0
    for k in range(100):
        one, two = (
            rates_of(dealt(np.random.default_rng(k), 1000, strong, np.random.default_rng([k, 9])))
            for strong in (0.6, 0.0)
        )
        (role,) = [each for each in who_wins(one, two, "x") if each.name == "a"]
        missed += not role.interval.low <= truth <= role.interval.high
    assert missed <= 5


def test_what_few_shuffles_have_is_never_clear():
    one, two = (rates_of(dealt(np.random.default_rng(k), 20, 9.0 * (k == 1))) for k in (1, 2))
    found = who_wins(one, two, "a version")
    assert not any(each.is_clear for each in found)
    assert "too few games to tell" in winners.told(found)


def test_more_versions_ask_for_wider_intervals():
    one, two = (rates_of(dealt(np.random.default_rng(k), 500)) for k in (1, 2))
    widths = [np.ptp(who_wins(one, two, "x", versions)[0].interval) for versions in (1, 50)]
    assert widths[1] > 1.2 * widths[0]
