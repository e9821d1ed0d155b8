"""The nets that come with the titles: small, of the published rules, and as good as they say."""

import pytest
from ours import OURS

from analyses.experiments.experiment import experiment
from analyses.experiments.other_rules import share_of
from analyses.experiments.pool import best_of, learned_from
from simulator.titles import load_title
from strategies.net import load
from strategies.net_file import shipped_file, shipped_net
from strategies.registry import spelled_out
from strategies.seat import Seat

SMALL = 10_000_000  # bytes, all of them together
NETS = [
    pytest.param(name, n, id=f"{name}-{n}")
    for name in OURS
    for n in load_title(name).players
    if shipped_net(load_title(name), n)
]


def test_they_are_small():
    files = [shipped_file(load_title(name)) for name in OURS]
    assert sum(file.stat().st_size for file in files if file) <= SMALL


@pytest.mark.parametrize(("name", "players"), NETS)
def test_they_learned_the_published_rules_from_the_default_bot(name, players):
    """With more wins on fresh shuffles, and the command that made them."""
    title = load_title(name)
    about = load(shipped_file(title))[players].about
    assert (about["title"], about["players"]) == (name, players)
    assert about["changes"] == {}
    assert about["base"] == best_of(title)
    assert about["duels"][str(about["copies"])]["gain_low"] > 0
    assert about["command"].startswith(f"tiltmeter learn {name} ")


@pytest.mark.parametrize(("name", "players"), NETS)
def test_they_still_win_what_they_say(name, players):
    """On shuffles of another seed: an interval that reaches the lower end of the claim."""
    title = load_title(name)
    if title.sides(players) == 1:
        pytest.skip("nobody is there to be beaten")
    fastest = learned_from(title, Seat(best_of(title)), players)[0]
    who = spelled_out(title, fastest, players)
    claimed = shipped_net(title, players).about["duels"][who.get("copies")]
    one = experiment(name, players=players, games=2, seed=77)
    assert share_of(one, who, Seat(best_of(title))).interval().high >= claimed["low"]
