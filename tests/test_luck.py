"""Luck: what the deal decides before the first move, and what is left to chance."""

import re

import numpy as np
import polars as pl
import pytest
import tables
import toy

from analyses.findings.sample import sample_of
from analyses.findings.verdicts import LEVEL, TILTED, UNKNOWN, WATCH
from analyses.questions import ask as ask_all
from analyses.questions import luck
from analyses.questions.luck import DEALT, LEFT, distance_of
from analyses.statistics.estimate import Share

STREAMS = ("deal", "table", "whims")


def ask(frame):
    (found,) = ask_all(sample_of(frame), ["luck"])
    return found


def parts(found):
    return dict(found.frame("parts").select("source", "estimate").iter_rows())


def with_chance(rules, deals=1500):
    """Equal players, each deal again for every stream; then one of random moves among them."""
    values = {"a": 0, "random": -1}
    return toy.play(rules, [["a", "a"], ["random", "a"]], deals, choices=values, streams=STREAMS)


def test_pure_dice_are_luck_though_the_deal_decides_nothing():
    found = ask(with_chance(toy.rules(table=50)))
    assert parts(found)[DEALT] < 0.2
    assert parts(found)[LEFT] > 0.9
    assert found.verdict == TILTED
    assert "The starting deal gives nobody a clear edge (" in found.sentence


def test_pure_dice_are_not_called_level_where_nobody_moves_at_random():
    """Nothing is dealt; whether dice or players decide, equal players do not show."""
    found = ask(toy.play(toy.rules(table=50), [["a", "a"]], 4000, streams=STREAMS))
    assert parts(found)[DEALT] < 0.2
    assert found.verdict == UNKNOWN
    assert "In-game luck was not run" in found.sentence
    assert found.needed is None  # more games of the same kind tell no more


@pytest.mark.parametrize(("dice", "verdict"), [(20, TILTED), (60, WATCH), (150, UNKNOWN)])
def test_the_deal_alone_may_be_luck_enough(dice, verdict):
    """Beside dice of so many sides, a deal of 50 decides 0.82, 0.51 and 0.25 of what it could."""
    rules = toy.rules(deal=50, table=dice)
    found = ask(toy.play(rules, [["a", "a"]], 4000, streams=STREAMS))
    assert found.verdict == verdict, found.frame("parts")


def test_what_is_dealt_and_decides_is_luck():
    found = ask(toy.play(toy.rules(deal=50), [["a", "a"]], 1500, streams=STREAMS))
    assert parts(found)[DEALT] > 0.95
    assert found.verdict == TILTED
    assert re.search("win rate of 50% by (49|50) points", found.sentence)


def test_where_play_decides_there_is_little_luck():
    found = ask(with_chance(toy.rules(table=20, value=[100, 0, 0])))
    assert parts(found)[LEFT] < 0.4  # random moves choose the best in one game of three
    assert found.verdict == LEVEL


def one_winner(rng, deals, chance=0.04):
    """Of four seats one wins, of random moves by a chance; all other places are anybody's."""
    frames = []
    for same in ("all", *STREAMS):
        frames.append(ranked(rng, ["a"] * 4, [0.25] * 4, deals, same))
    chances = [chance, *[(1 - chance) / 3] * 3]
    frames.append(ranked(rng, ["random", "a", "a", "a"], chances, deals, "all"))
    return pl.concat(frames)


def ranked(rng, seated, chances, deals, same, in_order=False):
    """Games of one line-up, whose winners are drawn by chances.

    The others' places are drawn evenly, or are those of their seats.
    """
    rows = []
    for deal in range(deals):
        winner = rng.choice(4, p=chances)
        others = iter([2, 3, 4] if in_order else rng.permutation([2, 3, 4]))
        for seat, name in enumerate(seated):
            place = 1 if seat == winner else int(next(others))
            row = {"title": "toy", "players": 4, "game": deal, "deal": deal, "forbids": ""}
            row |= {"line_up": ", ".join(seated), "same": same, "seat": seat + 1, "strategy": name}
            rows.append(row | {"place": place, "win": float(place == 1), "score": 5 - place})
    return pl.DataFrame(rows)


def test_who_wins_is_no_luck_though_places_behind_the_winner_are():
    """By places random moves are behind in 64 of 100 games; of two seats they win in 1 of 9."""
    found = ask(one_winner(np.random.default_rng(1), 1500))
    truth = 2 * 0.04 / (0.04 + 0.32)
    part = found.frame("parts").filter(pl.col("source") == LEFT).row(0, named=True)
    assert part["low"] < truth < part["high"]
    assert found.verdict == LEVEL
    assert re.search(
        "the a bot wins (88|89|90)% of the games that it or random moves win", found.sentence
    )


def test_few_games_do_not_make_a_tilt_of_places_that_more_take_back():
    """Half is left to chance by wins, four fifths by places, from which on it would be tilted."""
    rng, verdicts = np.random.default_rng(2), []
    for _ in range(20):
        verdicts.append(ask(one_winner(rng, 100, chance=0.1)).verdict)
    assert verdicts.count("tilted") <= 2


def test_places_tell_of_luck_where_wins_would_leave_more_to_chance():
    """Random moves win as often as others, and are last in all other games: behind in 3 of 4."""
    rng = np.random.default_rng(3)
    frames = [ranked(rng, ["a"] * 4, [0.25] * 4, 300, same) for same in ("all", *STREAMS)]
    frames.append(ranked(rng, ["a", "a", "a", "random"], [0.25] * 4, 300, "all", in_order=True))
    found = ask(pl.concat(frames))
    assert parts(found)[LEFT] == pytest.approx(2 * 0.25, abs=0.15)
    assert "the a bot finishes ahead of random moves in 7" in found.sentence


def test_the_strongest_bot_that_meets_random_moves_tells_of_luck():
    """a, who plays every seat first, is no better than random moves; b wins all games of both."""
    rng = np.random.default_rng(1)
    frames = [ranked(rng, ["a"] * 4, [0.25] * 4, 300, same) for same in ("all", *STREAMS)]
    frames.append(ranked(rng, ["random", "a", "b", "b"], [0, 0, 0.5, 0.5], 300, "all"))
    found = ask(pl.concat(frames))
    assert "the b bot wins 100% of the games that it or random moves win" in found.sentence
    assert parts(found)[LEFT] == 0


def beside_random(value, table=0, deals=1500):
    """The first of three choices, whose points are told, beside random ones."""
    return with_chance(toy.rules(table=table, value=value), deals)


@pytest.mark.parametrize("value", [[0, 50, 100], [50, 0, 100]])
def test_a_bot_that_is_no_better_than_random_moves_says_nothing_of_luck(value):
    """The worst choice, or one that is as good as chance: 100% luck was told."""
    found = ask(beside_random(value, table=20))
    assert found.verdict == UNKNOWN
    assert "In-game luck is unknown: the a bot does no better than random moves" in found.sentence
    assert LEFT not in parts(found)


def test_where_a_stronger_bot_is_known_luck_is_at_most_what_is_told(monkeypatch):
    """Half of the games may be luck, or nothing: better play could win them all."""
    frame = beside_random([100, 50, 0], table=120)
    alone = ask(frame)
    assert "luck at most" not in alone.sentence
    monkeypatch.setattr(luck, "search_share", lambda sample: Share(0.9, 0.01, 1000))
    found = ask(frame)
    assert found.sentence.endswith("That is luck at most: a stronger bot is known, and better play"
                                   " leaves less to chance.")  # fmt: skip
    dealt_low = found.frame("parts").filter(pl.col("source") == DEALT)["low"][0]
    assert found.measure.interval().low <= max(dealt_low, 0) < alone.measure.interval().low
    assert found.measure.interval().high == alone.measure.interval().high
    assert luck.with_stronger(alone).verdict == found.verdict
    assert luck.with_stronger(found) == found


def whims(sizes):
    """Bots that choose among equal moves by whim, with nothing dealt and no dice, or with some."""
    return toy.play(toy.rules(**sizes), [["a", "a"]], 300, streams=STREAMS)


def test_a_game_whose_shuffles_and_dice_change_nothing_has_no_chance():
    found = ask(whims({"whim": 20}))
    assert found.sentence == "No chance in this game: other shuffles and dice change nothing."
    assert found.verdict == LEVEL
    for chance in ({"deal": 2}, {"table": 2}):
        assert "No chance" not in ask(whims({"whim": 20, **chance})).sentence


@pytest.mark.parametrize("bonus", [[0, 0, 0, 0], [9, 0, 0, 0]])
def test_a_game_without_chance_has_no_luck_even_if_the_first_seat_always_wins(bonus):
    found = ask(with_chance(toy.rules(bonus=bonus), 300))
    assert found.sentence == "No luck: between equal players every game ends alike."
    assert found.verdict == LEVEL


def test_the_seat_is_not_luck():
    """Dice, and a first seat that is far ahead: nothing is dealt."""
    found = ask(
        toy.play(toy.rules(table=20, bonus=[8, 0, 0, 0]), [["a", "a"]], 4000, streams=STREAMS)
    )
    assert parts(found)[DEALT] < 0.15


def test_no_share_is_negative_and_the_score_s_are_the_planted_ones():
    sizes = {"deal": 10, "table": 20, "whim": 5}
    frame = toy.play(toy.rules(**sizes), [["a"] * 3], 20_000, streams=STREAMS)
    found = ask(frame)
    variance = {name: (size**2 - 1) / 12 for name, size in sizes.items()}
    score = {row["source"]: row for row in found.frame("score").iter_rows(named=True)}
    for stream, name in zip(STREAMS, sizes, strict=True):
        truth = variance[name] / sum(variance.values())
        assert score[stream]["low"] < truth < score[stream]["high"], stream
    for table in found.tables:
        assert (table.frame["estimate"] >= 0).all()
        assert "interplay" not in table.frame["source"]


def dealt(rng, chances, deals):
    """Two games of each deal: who wins is drawn by chances that the deal has fixed."""
    players = len(chances)
    order = rng.permuted(np.tile(chances, (deals, 1)), axis=1)
    games = []
    for _ in range(2):
        winner = (rng.random((deals, 1)) > order.cumsum(axis=1)).sum(axis=1)
        games.append(np.eye(players)[np.minimum(winner, players - 1)])
    return games


@pytest.mark.parametrize("chances", [(0.5, 0.5), (0.7, 0.3), (0.95, 0.05), (0.6, 0.3, 0.1)])
def test_the_distance_s_interval_covers_it_however_few_games_a_deal_has(chances):
    rng = np.random.default_rng(7)
    truth, runs, hits = float(np.std(chances)), 400, 0
    for _ in range(runs):
        low, high = distance_of(*dealt(rng, chances, 300)).interval()
        hits += low <= truth + 1e-12 and truth <= high
    assert hits / runs >= 0.95 - 3 * (0.05 * 0.95 / runs) ** 0.5


def test_the_distance_is_no_farther_with_fewer_games():
    """Two games of a deal, not their noise: the mean square over many samples is the truth."""
    rng = np.random.default_rng(8)
    squares = [distance_of(*dealt(rng, (0.7, 0.3), 50)).of.value for _ in range(2000)]
    assert np.mean(squares) == pytest.approx(0.2**2, abs=0.004)


def test_a_sample_without_the_design_is_not_asked():
    rng = np.random.default_rng(1)
    frame = tables.together(tables.rows(rng, ("a", "a"), 50, [0.5, 0.5]))
    assert (
        ask(frame).sentence
        == "Not run: it needs games of the design luck (simulate(…, design=['luck']))."
    )
