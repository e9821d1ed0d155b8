"""Powers of a game of one's own: what acts without a move can be taken from one player."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from analyses.experiments.experiment import experiment
from analyses.findings.sample import sample_of_run
from analyses.lab.metrics import read
from simulator.errors import UserError
from simulator.game import Game
from simulator.kernel import plain
from simulator.match import Match
from simulator.mechanisms import has_power
from simulator.names import numbered
from simulator.titles import load_title
from strategies.registry import line_up
from tiltmeter import Workshop
from tiltmeter.cli import main

PAGE = Path(__file__).parent.parent / "docs" / "how-to" / "game-mechanisms.md"


@pytest.fixture
def market(tmp_path, monkeypatch):
    """The game of the page for designers."""
    monkeypatch.chdir(tmp_path)
    blocks = PAGE.read_text("utf-8").split("```python\n")
    (block,) = [one.partition("```")[0] for one in blocks if '"market"' in one]
    (tmp_path / "market.py").write_text(block)
    return load_title("market.py")


def test_powers_come_before_the_kinds_of_moves(market):
    assert market.levers.kinds == ("power-banker", "power-thief", "trade", "wait")
    assert market.levers.powers == market.levers.groups["powers"] == market.levers.kinds[:2]
    assert market.levers.holders == {"power-banker": "banker", "power-thief": "thief"}
    assert [plain(market.kinds)(None, None, move) for move in (0, 1)] == [4, 8]


def test_only_who_must_do_without_lacks_a_power(market):
    rules = market.rules_for(market.components, 2)
    seated = line_up(market, ["random:never=power-thief", "random"], 2)
    game = Match(market, rules, seated, "python").dealt(1, 0)
    has = [[plain(has_power)(game, seat, power) for power in (0, 1)] for seat in (0, 1)]
    assert has == [[True, False], [True, True]]


def test_what_a_power_is_worth_is_told_of_those_who_have_it(market, tmp_path):
    """A banker who trades in all of six rounds gains twelve by it, a thief three on average."""
    asked = experiment(
        "market.py", strategies=["random:never=wait"], design=["ablation"], games=900
    )
    shop = Workshop(tmp_path, jobs=1, engine="python")
    (found,) = shop.analyse(shop.simulate(asked), ["option_value"]).findings
    losses = {row["option"]: row for row in found.frame("losses").iter_rows(named=True)}
    for option, points in (("power-banker", 12), ("power-thief", 3)):
        assert losses[option]["from"] <= points <= losses[option]["to"]
    assert found.sentence.startswith("Power banker is the strongest of the powers: it is worth ")


def test_who_has_a_power_is_no_option(market, tmp_path):
    asked = experiment("market.py", strategies=["random"], games=60)
    shop = Workshop(tmp_path, jobs=1, engine="python")
    (found,) = shop.analyse(shop.simulate(asked), ["choices"]).findings
    assert found.frame("choices")["option"].to_list() == ["trade", "wait"]


def test_metrics_of_members_read_the_roles_that_are_dealt(market, tmp_path):
    """The spread of two roles is what parts the metrics that name them."""
    asked = experiment("market.py", strategies=["random:never=wait"], games=400)
    run = Workshop(tmp_path, jobs=1, engine="python").simulate(asked)
    names = ["win_rate_spread", "win_rate_imbalance", "win:banker", "win:thief"]
    shown = read(sample_of_run(run.run), names)
    spread, uneven, banker, thief = (shown[name].value for name in names)
    assert spread == pytest.approx(banker - thief)
    assert banker > 0.55
    assert uneven > 0.01
    assert {"win_rate_spread"}.isdisjoint(read(sample_of_run(run.run))), (
        "read where it is asked for"
    )


def test_roles_have_a_budget(market, tmp_path):
    budget = tmp_path / "budget.toml"
    budget.write_text(
        'title = "market.py"\nplayers = 2\ngames = 100\nstrategies = ["random"]\n'
        '[bands]\nmember_spread = "<= 90%"\n'
    )
    told = CliRunner().invoke(main, ["check", str(budget), "-j", "1", "--engine", "python"])
    assert told.exit_code == 0, told.output
    assert "the highest and the lowest win rate" in told.output


def test_a_sweep_reads_them_where_they_are_named(market, tmp_path):
    text = Path("market.py").read_text().replace("=role,", '=role, components={"pay": 3},')
    text = text.replace("any_of(game.table, 3)", "any_of(game.table, rules.pay)")
    Path("market.py").write_text(text)
    shop = Workshop(tmp_path, jobs=1, engine="python")
    words = {"players": 2, "games": 60, "strategies": ["random"]}
    swept = shop.sweep("market.py", {"pay": [3, 9]}, only=["win_rate_spread"], **words)
    assert "win_rate_spread" in str(swept.as_json())


def test_a_move_of_the_same_name_does_not_count_who_has_a_power():
    strike = numbered("strike")
    made = Game("duel", players=(2,), moves=numbered("strike", "wait"), powers=strike)
    made.apply(lambda game, rules, move: None)
    assert made.title.levers.holders == {}


def test_too_many_powers_are_refused():
    with pytest.raises(UserError, match="40 powers and 30 kinds of moves are too many"):
        Game(
            "crowd",
            players=(2,),
            moves=numbered(*(f"move_{k}" for k in range(30))),
            powers=numbered(*(f"power_{k}" for k in range(40))),
        )
