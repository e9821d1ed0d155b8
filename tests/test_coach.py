"""The coach names the flaw that was planted in a strategy, and sees none where there is none."""

import json
import re
import shlex
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import caravan
import numpy as np
import pytest
import toy
from click.testing import CliRunner
from test_language import left_in_english
from test_reports import solid, text_of_html

import tiltmeter as tm
from analyses.experiments.designs import Cell
from analyses.experiments.experiment import experiment
from analyses.lab.players.coach import WORST, _in_sum, command_of, finding_of
from analyses.lab.players.examine import Draw, ExamineTable, caution_among, choices_in, drawn
from analyses.lab.players.regret import Ledger, ledger_of, rows
from analyses.language import read_language, speaking
from analyses.statistics.estimate import Estimate, Exactly, in_figures
from reports.html import render
from reports.lab import coach_page
from simulator.errors import UserError
from simulator.kernel import plain
from strategies import search
from strategies.seat import Seat
from tiltmeter.cli import main

FLAWED = """
from simulator.kernel import kernel
from simulator.titles import load_title
from strategies.registry import strategy, strategy_called

title = load_title("{title}")
base = strategy_called(title, "allround")
rate, kinds = base.rate, title.kinds
KIND = title.levers.kinds.index("{kind}")


@strategy("{title}", look=base.look, weights=base.weights, tuned=base.tuned)
@kernel
def flawed(game, rules, move, mind):
    '''As allround, but moves of one kind it makes whenever it can.'''
    return rate(game, rules, move, mind) + 1000.0 * (kinds(game, rules, move) >> KIND & 1)
"""
CARAVAN = caravan.TITLE.name
DUEL = {"box.beats": 2, "box.value": [0, 0, 0], "box.deal": 1, "box.table": 1}

FEW = ["coach", "lost_cities", "-p", 2, "-n", 40, "--rollouts", 40]
GAME = ["play", "lost_cities", "-p", 2, "-s", "allround", "--game", 3]


@pytest.fixture
def shop(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tm.Workshop("runs", jobs=1)


def tiltmeter(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.mark.parametrize(
    ("title", "kind"),
    [("lost_cities", "decline"), (CARAVAN, "high"), (CARAVAN, "cart")],
)
@pytest.mark.long
def test_a_planted_blunder_is_named_first(shop, title, kind):
    """A move of nothing, cards kept in the wrong order, the wrong vehicle."""
    Path("flawed.py").write_text(FLAWED.format(title=title, kind=kind))
    words = {"strategies": ["flawed"], "code": ["flawed.py"], "players": 2}
    found = shop.coach(title, choices=300, rollouts=100, **words)
    assert found.finding.frame("kind")["kind"][0] == kind
    assert found.finding.frame("kind")["low"][0] > 0
    assert found.finding.sentence.startswith(f"The bot flawed gives away most with {kind}: ")
    assert found.finding.frame("instead")["instead"][0].startswith(f"{kind} → ")


@pytest.fixture(scope="module")
def found():
    """A duel at the toy, by whim."""
    words = {"strategies": ["chooser:choice=-1"], "players": 2, "changes": DUEL}
    return tm.Workshop("runs", jobs=1).coach("toy", choices=600, rollouts=64, **words)


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """A report's folder and what --json says."""
    folder = tmp_path_factory.mktemp("coach")
    done = tiltmeter(*FEW, "-j", 1, "--report", folder, "--json")
    assert done.exit_code == 0, done.output
    return folder, json.loads(done.stdout)


class TestTruth:
    """Two choose in turn by whim, and what beats the other wins: the first cannot choose well."""

    def test_a_second_choice_gives_away_exactly_what_it_does(self, found):
        for one in found.examination.examined:
            game = one.game
            if game.player == 1:
                ahead = (one.own - game.chosen[0]) % 3
                assert one.won.value == {1: 0.0, 0: 0.5, 2: 1.0}[ahead] or one.own == one.better

    def test_among_equal_moves_none_surely_gives_away_anything(self, found):
        ledger, examined = ledger_of(found.examination), found.examination.examined
        first = np.array([one.game.player == 0 for one in examined])
        assert sum(one.better != one.own for one in np.array(examined)[first]) <= 0.1 * first.sum()
        given = ledger.per_game(ledger.won * first)
        low, high = given.interval(20)  # of seeds, one in twenty would miss it
        assert low <= 0 <= high

    def test_equal_ratings_are_decided_as_in_the_game(self, found):
        match = found.examination.match
        for one in found.examination.examined[:40]:
            told = list(match.tell(1, one.draw.number))
            assert one.own == told[one.decision - 1].move

    def test_all_choices_are_examined_if_there_are_no_more(self, found):
        assert found.examination.choices == 300
        assert len(found.examination.examined) == 300

    def test_the_worst_are_told_with_what_would_have_been_better(self, found):
        worst = found.worst[0]
        assert worst.won.value == 1.0
        assert worst.seat == 2
        assert worst.did != worst.better
        assert worst.cost.startswith("100.0 ± 0.0 points of win chance and ")
        assert "--set box.deal=1 --set box.table=1" in worst.command


def test_the_page_has_the_command_of_each_of_the_worst(found):
    text = text_of_html(render(coach_page(found, "tiltmeter")))
    commands = [solid(one.command) for one in found.worst]
    assert len(set(commands)) == WORST
    assert [command for command in commands if command not in text] == []


def test_a_page_in_french_keeps_nothing_of_the_english_one(found):
    """But for positions and moves, which are told as `play` tells them."""
    pages = []
    for language in ("en", "fr"):
        with speaking(read_language(language, toy.TITLE.home)):
            finding = finding_of(found.strategy, found.examination)
            pages.append(render(coach_page(replace(found, finding=finding), "tiltmeter")))
    assert left_in_english(*pages, toy.TITLE.home) == set()


def test_choices_are_drawn_evenly_and_stand_for_all():
    counts = np.array([5, 0, 40, 15, 40])
    draws = drawn(counts, 30, 7)
    assert len(draws) == 30
    assert sum(draw.weight for draw in draws) == 100
    assert draws == sorted(draws, key=lambda draw: (draw.number, draw.place))
    assert all(draw.place < counts[draw.number] for draw in draws)
    hits = np.zeros(100)
    for seed in range(2000):
        for draw in drawn(counts, 30, seed):
            hits[counts[: draw.number].sum() + draw.place] += draw.weight
    assert abs(hits / 2000 - 1).max() < 0.2


def test_figures_of_a_table_by_hand():
    ledger = Ledger(
        game=np.array([0, 0, 1]),
        weight=np.array([10, 10, 10]),
        won=np.array([0.1, 0.0, 0.2]),
        lead=np.array([1.0, 0.0, 4.0]),
        games=2,
        players=2,
    )
    frame = rows(ledger, "kind", ["a", "b", "c"], [{"a"}, {"a", "b"}, {"a"}])
    assert frame["kind"].to_list() == ["a", "b"]
    line = frame.row(0, named=True)
    assert line["per game"] == pytest.approx(30 / 4)
    assert line["regret"] == pytest.approx(0.1)
    assert line["given away"] == pytest.approx(10 * 0.3 / 4)
    assert line["points"] == pytest.approx(10 * 5 / 4)
    assert line["of all"] == pytest.approx(1.0)


def test_a_choice_that_stands_for_more_counts_for_more():
    """One for 30 choices and one for 10: 0.1 and 0.5 are 0.2 on average."""
    two, won = np.array([0, 1]), np.array([0.1, 0.5])
    ledger = Ledger(game=two, weight=np.array([30, 10]), won=won, lead=won, games=2, players=2)
    assert rows(ledger, "kind", ["a"], [{"a"}] * 2)["regret"].item() == pytest.approx(0.2)


def tried(values):
    """What a search sums up of candidates after the base's move, from a row of values each."""
    sums = np.zeros(1 + len(values), search.Sums).view(np.recarray)
    for one, row in zip(sums[1:], values, strict=True):
        one.n, one.value, one.value_2 = len(row), row.sum(), (row**2).sum()
    sums.n[0] = 1
    return sums


class TestTaken:
    """Of 15 other moves, on 60 copies each: most are a little worse, as those of good players."""

    def taken(self, means, seed):
        values = np.random.default_rng(seed).normal(means, 0.7, (60, 15)).T
        order = np.arange(16)
        plain(search.keep_best)(tried(values), order, 16, caution_among(15))
        return order[1]

    def test_none_is_taken_for_better_by_chance(self):
        assert np.mean([self.taken(np.full(15, -0.02), seed) > 0 for seed in range(300)]) < 0.06

    def test_one_that_is_much_better_is_taken(self):
        means = np.full(15, -0.02)
        means[4] = 0.5
        assert np.mean([self.taken(means, seed) == 5 for seed in range(100)]) > 0.95


class TestSum:
    def told(self, found, won):
        """What is said if every choice of the first seat gives away so much."""
        examined = [replace(one, won=won) for one in found.examination.examined if one.decision < 2]
        return finding_of("mine", replace(found.examination, examined=tuple(examined)))

    def test_what_is_given_away_is_the_least_of_it(self, found):
        told = self.told(found, Exactly(0.25)).sentence
        assert (
            "In all, the bot mine gives away at least 12.5 points of win chance (12.5–12.5)" in told
        )

    @pytest.mark.parametrize("won", [Exactly(0.0), Estimate(-0.2, 0.05, 32)])
    def test_nobody_gives_away_less_than_nothing(self, found, won):
        told = self.told(found, won)
        assert told.sentence.startswith(
            "These rollouts show no clear mistake of the bot mine. A better move was confirmed in 0"
            " of 150 choices; a player has 1.0 a game."
        )
        assert in_figures(told.estimate) == (0, 0, 0)
        assert told.frame("kind")["given away"].to_list() in ([0.0], [])

    def test_only_what_fresh_copies_confirm_is_counted(self, found):
        told = self.told(found, Estimate(0.2, 0.15, 32))
        assert "A better move was confirmed in 0 of 150 choices" in told.sentence


def test_confirmed_moves_are_not_told_to_give_away_nothing():
    """A few may be sure, and what they add up to not."""
    seen = SimpleNamespace(is_confirmed=True)
    of = SimpleNamespace(
        choices=60, games=1, examined=[seen] * 2, match=SimpleNamespace(line_up="ab")
    )
    told = _in_sum("mine", of, Estimate(0.3, 0.3, 32), Exactly(1.0))
    assert "no clear mistake" not in told
    assert told.startswith("The bot mine makes mistakes, but these choices are too few to say what")


def test_more_moves_make_the_coach_more_cautious():
    assert caution_among(1) == pytest.approx(1.645, abs=0.001)
    assert caution_among(15) == pytest.approx(2.713, abs=0.001)


class TestCommand:
    def test_workers_make_no_difference(self, told):
        again = json.loads(tiltmeter(*FEW, "-j", 2, "--json").stdout)
        assert again == told[1]

    def test_the_report_says_the_same(self, told):
        folder, values = told
        text = text_of_html((folder / "report.html").read_text())
        (finding,) = values["findings"]
        assert solid(finding["sentence"]) in text
        assert (folder / "report.pdf").stat().st_size > 10_000

    def test_figures_belong_together(self, told):
        values = told[1]
        assert values["examined"] == 40
        assert values["games"] == 10
        (finding,) = values["findings"]
        assert [table["key"] for table in finding["tables"]][:3] == ["kind", "group", "phase"]
        phases = finding["tables"][2]["rows"]
        total = sum(row["given away"] for row in phases)
        assert total == pytest.approx(finding["estimate"])
        assert sum(row["per game"] for row in phases) == pytest.approx(values["choices"] / 10 / 2)

    @pytest.mark.parametrize(
        ("words", "sentence"),
        [
            (["-s", "search"], "'search' is a look-ahead bot"),
            (["-s", "allround,greedy"], "one bot in every seat"),
            (["-s", "allround", "-s", "greedy"], "one bot in every seat"),
            (["-s", "allround:temperature=2"], "takes no 'temperature'"),
            (["--rollouts", 3], "--rollouts must be at least 16, not 3"),
            (["-n", 0], "-n must be at least 1, not 0"),
        ],
    )
    def test_mistakes_get_a_sentence(self, words, sentence):
        done = tiltmeter("coach", "lost_cities", "-p", 2, *words)
        assert done.exit_code == 2
        assert sentence in done.output

    def test_where_nobody_has_a_choice_there_is_none_to_examine(self):
        with pytest.raises(UserError, match="leaves a choice"):
            drawn(np.zeros(2, int), 4, seed=1)


class TestPlayAt:
    def test_a_game_is_told_from_a_decision_to_the_end_of_its_round(self):
        whole = json.loads(tiltmeter(*GAME, "--json").stdout)["moves"]
        part = json.loads(tiltmeter(*GAME, "--at", 21, "--json").stdout)
        assert part == whole[20 : 20 + len(part)]
        assert 1 <= len(part) <= 12
        assert {move["round"] for move in part} == {part[0]["round"]}

    def test_position_and_ratings_come_first(self):
        told = tiltmeter(*GAME, "--at", 21).stdout
        assert "before decision 21\n" in told
        assert re.search(r"^seat 2: .* points$", told, re.M)
        assert re.search(r"^ +-?\d+\.\d\d  → ", told, re.M)

    def test_what_the_moves_pay_is_told_as_in_the_whole_game(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        assert tiltmeter("new", "meadows").exit_code == 0
        whole = tiltmeter("play", "meadows.py", "-p", 2).stdout.partition("  scores so far")[0]
        part = tiltmeter("play", "meadows.py", "-p", 2, "--at", 1).stdout
        first, again = (re.findall(r"^  seat \d (?!to act).*", one, re.M) for one in (whole, part))
        assert any(" scores " in line for line in first)
        assert again == first

    def test_beyond_the_end_there_is_none(self):
        done = tiltmeter(*GAME, "--at", 9999)
        assert done.exit_code == 2
        assert re.search(
            r"Game 3 of seed 1 has \d+ decisions; there is none at 9999\.", done.output
        )

    def test_the_command_of_a_position_plays_it(self, shop):
        found = shop.coach("lost_cities", players=2, choices=4, rollouts=16, seed=5)
        match = found.examination.match
        for one in found.examination.examined:
            number = one.draw.number
            words = shlex.split(command_of(found.experiment, number, one.decision))
            told = tiltmeter(*words[1:]).stdout
            made = match.title.words.move(one.game, match.rules, one.own)
            assert f"before decision {one.decision}\n" in told
            assert f"  seat {one.game.player + 1} {made}\n" in told


def test_positions_are_those_of_the_games_told():
    """The choices of a game, laid out one by one, are its decisions with several legal moves."""
    match = experiment("lost_cities", players=2).match(Cell((Seat("allround"),) * 2), "compiled")
    table, place = ExamineTable(match, 1, 4, 16), 0
    for decision in match.tell(1, 3):
        if len(decision.moves) > 1:
            game = table.position(Draw(3, place, 1))
            for field in ("n_moves", "player", "phase", "points", "filled", "never"):
                assert (game[field] == decision.game[field]).all(), (place, field)
            assert game.ended == 0
            place += 1
    assert place == choices_in(table.ends)[3]


def test_the_toy_has_no_phases():
    assert toy.TITLE.words.phases == ()
