"""Claims of a report asked of other players, on the toy, whose last seat can answer the others."""

from dataclasses import replace

import toy

from analyses.experiments.experiment import experiment
from analyses.experiments.plan import Sizes
from analyses.experiments.pool import searching, weaker
from analyses.experiments.runner import Runner
from analyses.findings.finding import Finding
from analyses.findings.verdicts import DEPENDS, LEVEL, NOT_TILTED
from analyses.lab.players.deviations import deviations, player_of
from analyses.lab.report import report_run
from analyses.lab.report.asked_again import OPEN, OTHERWISE, SAME, Again, _seen_by, searched
from analyses.lab.report.chapters import chapters_of
from analyses.lab.report.report_run import ReportGames, material
from analyses.questions.confidence import is_beaten, with_deviations
from reports.next_step import next_step
from strategies.seat import Seat

CLEVER = Seat.parse("search:rollouts=100")
ANSWERS = {"box.beats": 50}  # who sees what others chose, and thinks, wins


def one(**more):
    return experiment(toy.TITLE.name, players=2, **{"games": 6000, "changes": ANSWERS, **more})


def test_what_a_better_player_contradicts_depends_on_the_players(tmp_path):
    blind, clever = one(strategies=["chooser"]), one(strategies=[CLEVER], games=300)
    runs = Runner(tmp_path, 1).play([blind, clever])
    (alone,) = chapters_of(runs[:1])
    assert alone.finding("turn_order").verdict == LEVEL
    (chapter,) = chapters_of(runs)
    seats, trust = chapter.finding("turn_order"), chapter.finding("confidence")
    assert seats.verdict == DEPENDS
    assert f"The look-ahead bot {CLEVER} contradicts it in 300 games: " in seats.said
    assert "0 inconclusive" in trust.sentence
    told = trust.frame("players").filter(finding="Turn order")
    assert told["as it is", str(CLEVER)].row(0) == ("balanced", "contradicted")
    assert chapter.games == 6300
    assert [run.path for run in chapter.runs] == [runs[0].path]


def test_only_what_a_better_player_shows_too_is_confirmed():
    finding = Finding("turn_order", "?", "Told.", verdict=LEVEL)

    def seen(by, says):
        told = _seen_by(finding, [Again(by, 100, {"turn_order": says}, {"turn_order": "So."})])
        return told.is_confirmed, told.verdict

    assert seen(CLEVER, OPEN) == (False, LEVEL)
    assert seen(CLEVER, SAME) == (True, LEVEL)
    assert seen(CLEVER, OTHERWISE) == (False, DEPENDS)
    assert seen(Seat("greedy"), SAME) == (False, LEVEL)
    unasked = replace(finding, name="viable_strategies")
    assert _seen_by(unasked, [Again(CLEVER, 9, {}, {})]) == unasked


def test_weak_players_are_told_and_take_no_claim_away(tmp_path):
    runs = Runner(tmp_path, 1).play([one(strategies=["chooser"]), one(strategies=["greedy"])])
    (chapter,) = chapters_of(runs)
    assert "greedy" in chapter.finding("confidence").frame("players").columns
    assert DEPENDS not in [finding.verdict for finding in chapter.findings]


def test_who_is_asked():
    assert str(searching(toy.TITLE, Seat("chooser"), 50)) == "search:rollouts=50"  # it is the best
    assert str(searching(toy.TITLE, Seat("greedy"), 50)) == "search:base=greedy:rollouts=50"
    assert searching(toy.TITLE, Seat.parse("chooser:choice=1"), 50) is None  # it has a setting
    assert weaker(Seat("allround")) == Seat("greedy")
    assert weaker(Seat("greedy")) == Seat("random")
    assert weaker(Seat("random")) is None
    assert player_of(one(strategies=["chooser", "greedy"])) is None


def test_a_search_plays_as_many_games_as_some_minutes_allow(tmp_path, monkeypatch):
    first = one(strategies=["chooser"], games=100)
    (run,) = Runner(tmp_path, 1).play([first])
    (asked,) = searched(first, run)
    assert (asked.games, asked.cells[0].line_up) == (150, (CLEVER, CLEVER))
    monkeypatch.setattr("analyses.lab.report.asked_again.MOVES", 100 * 2**2 / 2 * 40)
    assert searched(first, run)[0].games == 40
    monkeypatch.setattr("analyses.lab.report.asked_again.MOVES", 100 * 2**2 / 2 * 29)
    assert searched(first, run) == []


def test_a_search_that_looks_less_far_plays_more_games(tmp_path, monkeypatch):
    other = {"setup.tracks": "B"}  # rules that no net has learned
    first = experiment("archeos", players=2, changes=other, games=20)
    (run,) = Runner(tmp_path, 1).play([first])
    rows = run.frame().collect()
    decisions, horizon = rows["decisions"].mean(), 10 / rows["rounds"].mean()
    monkeypatch.setattr(
        "analyses.lab.report.asked_again.MOVES", 100 * decisions**2 * horizon * 40.5
    )
    assert searched(first, run)[0].games == 40


def test_trust_tells_what_single_changes_win(tmp_path, monkeypatch):
    monkeypatch.setattr("analyses.lab.players.deviations.GAMES", 200)
    weak = one(strategies=["chooser:choice=0"], changes={"box.value": [0, 5, 40]}, games=1000)
    runner = Runner(tmp_path, 1)
    tried = deviations(runner, weak)
    assert tried["robust"] is False
    (_,) = tmp_path.glob("*.json")
    monkeypatch.setattr("analyses.lab.players.deviations.exploit", None)
    assert deviations(runner, weak) == tried  # read again
    found = material(ReportGames(tuple(runner.play([weak])), (), {2: tried}))
    trust = found.chapters[0].finding("confidence")
    bare = chapters_of(runner.play([weak]))[0].finding("confidence")
    assert not is_beaten(bare)
    assert "chooser:choice=1 beats the default bot: alone at its tables it wins" in trust.sentence
    assert trust.frame("deviations")["strategy"][0] == "chooser:choice=1"
    assert is_beaten(trust)
    assert not is_beaten(with_deviations(bare, {**tried, "even": 0.99}))


def test_what_a_few_times_as_many_games_decide_is_decided(tmp_path, monkeypatch):
    monkeypatch.setattr(report_run, "THOROUGH", Sizes(2000, 0, 0))
    monkeypatch.setattr(report_run, "searched", lambda one, run: [])
    monkeypatch.setattr(report_run, "deviations", lambda runner, one: None)
    monkeypatch.setattr(report_run, "telling_study", lambda title, **wanted: None)
    runner = Runner(tmp_path, 1)
    played = report_run.play_for_report(runner, toy.TITLE.name, [2], seed=2)
    wanted = one(games=2000, changes={}, design=["luck"], seed=2)
    (first,) = runner.within(tmp_path / "runs").play([wanted])
    (short,) = chapters_of([first], report_run.LOOKS)
    (chapter,) = chapters_of(played.runs, played.looks)
    assert short.finding("turn_order").verdict == NOT_TILTED
    needed = short.finding("turn_order").needed
    assert 4800 < needed <= 8000
    assert chapter.games == needed
    assert chapter.finding("turn_order").verdict == LEVEL
    assert report_run._wanted(first, needed + 100) == needed
    assert report_run._wanted(first, 4800) == 4800  # a fair chance
    assert report_run._wanted(first, needed // 3) == 0


def test_the_next_step_is_asked_of_the_same_players(tmp_path):
    usual, odd = one(games=20, changes={}), one(strategies=["chooser:choice=1"], games=20)
    runs = Runner(tmp_path, 1).play([usual, odd])
    seats, luck = (Finding(name, "?", "So it is.") for name in ("turn_order", "luck"))
    _, plainly = next_step(toy.TITLE, seats, runs[0])
    _, command = next_step(toy.TITLE, seats, runs[1])
    assert plainly == "tiltmeter advise toy -p 2"
    assert command == "tiltmeter advise toy --set box.beats=50 -p 2 -s chooser:choice=1"
    assert "advise" not in next_step(toy.TITLE, luck, runs[0])[1]  # it needs other tables
