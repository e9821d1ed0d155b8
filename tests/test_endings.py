"""How games end, and what the rules name that no game has shown."""

import polars as pl
import pytest

from analyses.findings.sample import sample_of
from analyses.language import read_language, speaking
from analyses.questions import ask
from simulator.game import Game, endings
from simulator.mechanisms import finish
from simulator.names import numbered

Ending = endings("deck_empty", "harbour_full", "storm")
harbour = Game("harbour", players=(1, 2), moves=numbered("sail", "wait"), endings=Ending)


@harbour.apply
def sail(game, rules, move):
    finish(game, Ending.storm)


def asked(ends, title="harbour", players=2):
    """Of games that end so, one after the other."""
    n = len(ends)
    rows = {
        "title": title,
        "game": [k for k in range(n) for _ in range(players)],
        "deal": [k for k in range(n) for _ in range(players)],
        "line_up": "anybody",
        "same": "all",
        "forbids": "",
        "seat": [*range(1, players + 1)] * n,
        "strategy": "anybody",
        "score": 1,
        "rounds": 3,
        "win": 1 / players,
        "ending": [one for one in ends for _ in range(players)],
    }
    (found,) = ask(sample_of(pl.DataFrame(rows)), ["endings"])
    return found


def never(found):
    return found.sentence.partition("Never seen ")[2]


def test_an_ending_that_never_happened_is_named_with_how_seldom_it_must_be():
    found = asked(["storm"] * 6_000 + ["harbour full"] * 4_000)
    assert never(found) == "in 10,000 games, so rarer than 0.04%: deck empty."
    (row,) = found.table.filter(ending="deck empty").iter_rows(named=True)
    assert (row["estimate"], row["low"]) == (0, 0)
    assert row["high"] == pytest.approx(1.96**2 / (10_000 + 1.96**2), rel=0.001)


def test_what_is_said_of_several_endings_holds_for_all_of_them():
    found = asked(["storm"] * 10_000)
    assert never(found) == "in 10,000 games, so rarer than 0.06%: deck empty, harbour full."


@pytest.mark.parametrize("n", [6, 20, 200, 2_000])
def test_an_ending_as_frequent_as_the_bound_is_seldom_missed(n):
    (row,) = asked(["storm"] * n).table.filter(ending="deck empty").iter_rows(named=True)
    assert (1 - row["high"]) ** n < 0.025


def test_nothing_is_said_where_every_ending_was_seen_or_no_game_ended():
    assert never(asked(["storm", "harbour full", "deck empty"] * 10)) == ""
    assert never(asked(["cut off"] * 10)) == ""


def test_games_against_a_rival_have_endings_of_their_own():
    assert never(asked(["three rounds played"] * 50, "excavation")) == ""
    assert never(asked(["Zu won"] * 50, "excavation", 1)).endswith(": Zu beaten.")


def test_it_is_said_in_french():
    with speaking(read_language("fr")):
        assert "Jamais vu en 50 parties, donc plus rare que" in asked(["storm"] * 50).sentence
