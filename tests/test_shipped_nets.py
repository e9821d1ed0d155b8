"""The nets that ship: small, of today's rules, and as much better than their base as they say."""

import pytest
from ours import OURS

from analyses.experiments.experiment import experiment
from analyses.experiments.pool import best_of, learned_from
from analyses.experiments.runner import Runner
from analyses.lab.players.tournament import ring_for, table_for
from simulator.titles import load_title, shipped_names
from strategies.net import load
from strategies.net_file import shipped_file
from strategies.seat import Seat

MOST = 10_000_000  # bytes of all together
DEALS = 120  # fresh ones: learning and its duels had others of seed 1
NETS = [
    (name, players)
    for name in shipped_names()
    if (file := shipped_file(load_title(name)))
    for players in load(file)
]


def net_of(name, players):
    return load(shipped_file(load_title(name)))[players]


def test_all_together_are_small():
    files = [shipped_file(load_title(name)) for name in OURS]
    assert sum(file.stat().st_size for file in files) <= MOST


@pytest.mark.parametrize("name", OURS)
def test_one_comes_for_every_number_of_players(name):
    title = load_title(name)
    assert sorted(load(shipped_file(title))) == sorted(title.players)
    for players in title.players:
        assert learned_from(title, Seat(best_of(title)), players), "of the default bot"


@pytest.mark.parametrize(("name", "players"), NETS)
def test_each_is_seated_at_its_number_of_players(name, players):
    """Its digest is that of the net for so many, alone and in a pool, and when it is read again."""
    digest, base = net_of(name, players).digest, best_of(load_title(name))
    alone = experiment(name, players=players, games=1, strategies=["learned"])
    assert digest in str(alone.strategies[0])
    assert experiment(name, players=players, games=1, strategies=alone.strategies) == alone
    if players > 1:
        pool = ["learned", base]
        both = experiment(name, players=players, games=1, strategies=pool, design=["focus"])
        assert any(digest in one for one in both.strategies)


@pytest.mark.parametrize(("name", "players"), NETS)
def test_each_says_how_it_was_made_and_what_it_won(name, players):
    about = net_of(name, players).about
    assert about["command"].startswith(f"tiltmeter learn {name} -p {players}")
    assert (about["players"], about["changes"], about["seed"]) == (players, {}, 1)
    assert about["duels"][str(about["copies"])]["gain_low"] > 0


@pytest.mark.parametrize(
    ("name", "players"),
    [
        pytest.param(*one, marks=() if one == ("lost_cities", 2) else pytest.mark.long)
        for one in NETS
    ],
)
def test_each_beats_its_base_by_what_it_claims(name, players):
    """At its usual pace, on shuffles that nobody has seen; within four standard errors."""
    about, table = net_of(name, players).about, table_for(name, players=players, seed=77)
    claimed = about["duels"][str(about["copies"])]
    asked = [(Seat("learned"), Seat(about["base"]), range(DEALS))]
    (duel,) = ring_for(table, Runner(jobs=2)).fight(asked)
    found = duel.shown().gain
    low, high = found.interval()
    assert low > 0
    assert claimed["gain_low"] - (high - low) <= found.value <= claimed["gain_high"] + (high - low)
