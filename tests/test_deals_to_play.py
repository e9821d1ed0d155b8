"""Deals that are played: which games they are, and which member of a line-up did what."""

import numpy as np
import pytest
import toy

from analyses.experiments.play import DealsToPlay
from simulator.match import Match
from strategies.registry import line_up


@pytest.fixture(scope="module")
def match():
    three = line_up(toy.TITLE, ["random", "chooser", "chooser:choice=2"], 3)
    return Match(toy.TITLE, toy.rules(deal=9, table=5), three)


def test_every_third_deal_is_the_same_as_alone(match):
    third = DealsToPlay(match, 5, range(4, 17, 3)).play()
    alone = [DealsToPlay(match, 5, range(deal, deal + 1)).play() for deal in third.deal[::3]]
    assert third.deal.tolist() == np.repeat([4, 7, 10, 13, 16], 3).tolist()
    assert third.ends.tobytes() == b"".join(one.ends.tobytes() for one in alone)


def test_members_sit_in_every_seat_and_keep_what_is_theirs(match):
    played = DealsToPlay(match, 5, range(7, 12)).play()
    assert (
        np.sort(played.by_member(np.tile(range(3), (15, 1))), axis=1) == np.arange(3)[:, None]
    ).all()
    assert (played.by_member(played.member) == np.arange(3)).all()
    assert played.by_member(played.score).sum() == played.score.sum()


def test_a_win_is_shared_by_those_in_the_first_place(match):
    played = DealsToPlay(match, 5, range(60)).play()
    assert (played.win.sum(axis=1) == 1).all()
    assert ((played.win > 0) == (played.place == 1)).all()
    assert len(np.unique(played.win)) > 2  # some are shared
