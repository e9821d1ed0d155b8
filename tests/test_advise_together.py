"""Advice on a game of one side: roles by games won with and without them, and who is asked."""

from dataclasses import replace

import pytest
from test_advise_aims import shop as shop
from test_together import brings, played

from analyses.experiments.experiment import experiment
from analyses.experiments.runner import Runner
from analyses.findings.finding import Finding
from analyses.findings.holdings import holdings
from analyses.findings.tables_with import tables_with
from analyses.lab.compare.versions import Base
from analyses.lab.search import advise_run
from analyses.lab.search.advise import Advice, Retuned
from analyses.lab.search.judgements import Aim, aims_of, judgements_of, measures
from analyses.lab.search.shown_again import elsewhere
from analyses.questions import QUESTIONS
from analyses.statistics.estimate import Estimate
from reports.next_step import next_step
from simulator.errors import UserError
from simulator.titles import load_title
from strategies.seat import Seat

MEMBERS = [QUESTIONS["win_rates"]]


@pytest.fixture(scope="module")
def strong():
    return played()


@pytest.fixture(scope="module")
def judgements(strong):
    """With a seer who wins six of ten games, and one who wins four; without it is three."""
    return [judgements_of(one, MEMBERS) for one in (strong, played(sight=4))]


def test_a_role_is_held_against_the_tables_without_it(strong):
    rates, won = QUESTIONS["win_rates"].fared(strong), 0.45
    for k, name in enumerate(("seer", "smith", "cook", "idler")):
        low, high = rates[name].off.interval(4)
        assert low <= brings(k) / won <= high
    low, high = rates["seer"].wins.interval()
    assert low <= 0.6 <= high
    assert rates["seer"].even == pytest.approx(0.3, abs=0.03)


def test_whoever_is_followed_is_measured_as_the_verdict_measures(strong, judgements):
    (first, *_) = aims = aims_of(judgements[0]["win_rates"], {})
    assert first == Aim("win_rates", "seer")
    found = measures([Aim("win_rates"), *aims], strong)
    assert found[first].value == pytest.approx(found[Aim("win_rates")].value)


def test_it_is_told_as_games_won_with_it_and_without(judgements):
    before, after = (one["win_rates"] for one in judgements)
    assert before.told.startswith("win rates are tilted: tables with seer win 59.6% (")
    assert before.told.endswith("%), without 31.2%")
    said = before.told_to(after)
    assert "tables with seer win 59.6 → " in said
    assert ", without 31.2 → " in said
    assert "even" not in before.told + said
    assert before.as_json()["without"] == pytest.approx(0.312, abs=0.001)


def test_one_player_alone_has_no_table():
    (alone,) = judgements_of(played(players=1), MEMBERS).values()
    assert "the player with seer wins 58.4% (" in alone.told
    assert alone.told.endswith("%), without 30.7%")


def test_what_comes_nearer_comes_nearer_to_what_is_won_without(judgements):
    before, after = judgements
    out = replace(after["win_rates"], verdict="tilted")
    hidden = {"win_rates": Estimate(0.0, 1.0, 100)}
    one = Advice({}, "sight=4", 0.3, before, {"win_rates": out}, hidden, [], Retuned("", {}, {}),
                 "",
                 nearer=["seer"])  # fmt: skip
    assert one.state.startswith("brings seer (59.6 → ")
    assert "% without) nearer to the win rate without it, leaves win rates tilted" in one.state


def test_no_game_won_tells_nothing_of_any_role(strong):
    games = holdings(strong)
    assert tables_with(replace(games, win=0 * games.win)).rates(2) == {}


def test_a_change_is_shown_again_where_the_contest_is_of_the_same_kind():
    """Zu plays against one only."""
    alone, two = (
        elsewhere(Base(experiment("excavation", players=n), (Seat("allround"),)), {})
        for n in (1, 2)
    )
    assert alone == ""
    assert two.startswith("Not tested with 3 and 4 players: tiltmeter compare excavation -p 3 ")
    together = Base(experiment("cave", players=2), (Seat("random"),))
    assert elsewhere(together, {}).startswith("Not tested with 1, 3 and 4 players: ")


@pytest.mark.parametrize("words", [{"only": ["dangr"]}, {"keep": ["dangr"]}, {"keep": ["danger"]}])
def test_what_cannot_be_moved_is_refused_before_anything_is_played(shop, monkeypatch, words):
    monkeypatch.setattr(advise_run, "best_player", lambda runner, base: pytest.fail("it played"))
    with pytest.raises(UserError, match=r"Unknown parameter or group|nothing to advise"):
        shop.advise("shaft", players=2, games=60, **words)


def test_the_next_step_names_the_player_whose_games_were_asked(tmp_path):
    """By itself `advise` would ask the digger, who wins more."""
    (run,) = Runner(tmp_path, 1).play(
        [experiment("shaft", players=2, games=20, strategies=["allround"])]
    )
    _, command = next_step(load_title("shaft"), Finding("win_rates", "?", "So it is."), run)
    assert command == "tiltmeter advise shaft -s allround -p 2"
