"""Moves of a game of one's own by names: what there is to buy, or the cards at places of a pile."""

from functools import partial

import pytest

import tiltmeter as tm
from analyses.experiments import occurrence
from analyses.experiments.plan import _likes_each
from analyses.experiments.pool import leanings
from simulator.errors import UserError
from simulator.game import Game
from simulator.kernel import plain
from simulator.match import Match
from simulator.testing import GameTable
from strategies.registry import seat
from strategies.seat import Seat
from tiltmeter.design import (
    any_of,
    card_at,
    clear,
    each_player,
    finish,
    gain,
    next_player,
    numbered,
    pile,
    places,
    put,
    spans,
)

Card = numbered("hut", "old_mill", "feast")
ROW = {"row": pile(3, names=Card)}
HAND = {"hand": each_player(pile(3, names=Card))}
made = iter(range(1000))


def game_of(moves, fields=ROW, **more):
    one = Game(f"named_{next(made)}", players=(2,), moves=moves, fields=fields, **more)
    one.apply(lambda game, rules, move: finish(game))
    return one


def kinds_of(table, moves):
    """The names of the kinds of these moves."""
    kinds, known = plain(table.title.kinds), table.title.levers.kinds
    bits = [int(kinds(table.game, table.rules, move)) for move in moves]
    return [known[bit.bit_length() - 1] for bit in bits]


def test_each_name_of_a_span_is_a_kind_and_all_are_peers():
    table = GameTable(game_of(spans(buy=Card, rest=1)).title, 2)
    levers, tell = table.title.levers, table.title.words.move
    assert levers.kinds == ("buy_hut", "buy_old_mill", "buy_feast", "rest")
    assert levers.groups == {"buy": levers.kinds[:3], "moves": ("rest",)}
    assert levers.peers == ("buy",)
    assert kinds_of(table, range(4)) == [*levers.kinds]
    assert [tell(table.game, table.rules, move) for move in (1, 3)] == [
        "chooses buy old mill", "chooses rest",
    ]  # fmt: skip


@pytest.mark.parametrize("fields", [ROW, HAND])
def test_a_place_is_the_kind_of_the_card_that_lies_there(fields):
    (name,) = fields
    table = GameTable(game_of(spans(rest=1, buy=places(3, name)), fields).title, 2)
    cards = table.game.row if name == "row" else table.game.hand[0]
    cards[:4] = 3, Card.feast, Card.hut, Card.feast
    assert kinds_of(table, range(4)) == ["rest", "buy_feast", "buy_hut", "buy_feast"]
    cards[:4] = 1, Card.old_mill, 0, 0
    assert kinds_of(table, [1]) == ["buy_old_mill"]


def test_a_group_stands_for_all_of_its_kinds():
    title = game_of(spans(rest=1, buy=Card)).title
    assert seat(title, "random:never=buy").mind.never == 0b1110
    liking = seat(title, "random:likes=buy*2").mind
    assert (liking.liked, liking.likes[:5].tolist()) == (0b1110, [0, 2, 2, 2, 0])
    with pytest.raises(UserError, match=r"'bui'. Did you mean 'buy'"):
        seat(title, "random:never=bui")


def test_to_buy_more_is_a_way_to_play_and_what_to_take_where_that_is_all():
    both = leanings(game_of(spans(buy=Card, rest=1)).title, Seat("greedy"))
    assert [*map(str, both)] == [
        f"greedy:likes={one}*{dose}" for one in ("buy", "rest") for dose in ("0.3", 1)
    ]
    alone = leanings(game_of(spans(buy=Card)).title, Seat("greedy"))
    assert {one.get("likes") for one in alone} >= {"buy_hut*1", "buy_feast*0.3"}


def test_what_names_cannot_be():
    with pytest.raises(UserError, match=r"spans\(buy=…\): its names must count from 0, not from 1"):
        spans(buy=numbered("hut", "mill", start=1))
    with pytest.raises(UserError, match="Two kinds of moves are called 'buy_hut'"):
        game_of(spans(buy=Card, buy_hut=1))
    with pytest.raises(UserError, match="Moves with names cannot be called 'moves'"):
        game_of(spans(moves=Card, rest=1))


def test_where_names_are_too_many_the_longest_span_is_one_kind():
    """Of more than 24 names none is a kind, and all kinds together are 62 at most."""
    many = numbered(*(f"card_{k}" for k in range(25)))
    table = GameTable(game_of(spans(buy=many, rest=1)).title, 2)
    assert table.title.levers.kinds == ("buy", "rest")
    assert table.title.words.move(table.game, table.rules, 18) == "chooses buy card 18"
    few = numbered(*(f"card_{k}" for k in range(20)))
    three = game_of(spans(buy=Card, sell=few, trade=few, give=few), powers=numbered("thief"))
    assert [*three.title.levers.groups] == ["buy", "trade", "give", "moves", "powers"]
    assert len(three.title.levers.kinds) == 3 + 1 + 20 + 20 + 1


def test_single_cards_are_taken_more_often_where_only_groups_are_liked():
    title = game_of(spans(buy=Card, rest=1)).title
    one = Seat("greedy")
    groups = [one, one.adding("likes", "buy*1"), one.adding("likes", "rest*1")]
    assert not _likes_each(title, groups)
    assert _likes_each(title, [one, one.adding("likes", "buy_hut*1")])
    assert not _likes_each(title, [one, Seat("random")])


def test_a_card_without_a_name_breaks_a_law():
    table = GameTable(game_of(spans(buy=places(3, "row"))).title, 2)
    law = "every card of row has a name"
    number = 1 + table.title.words.laws.index(law)
    table.game.row[:2] = 1, Card.feast
    assert plain(table.title.check)(table.game, table.rules) == 0
    table.game.row[:2] = 1, 3
    assert plain(table.title.check)(table.game, table.rules) == number


def test_a_card_that_is_too_good_is_named(monkeypatch):
    """A feast brings nine points, all else three at most; two cards are there to choose from."""
    monkeypatch.setattr(occurrence, "Match", partial(Match, engine="python"))
    monkeypatch.setattr(occurrence, "BLOCKS", ((0, 3),))
    Goods = numbered("hut", "mill", "barn", "feast")
    row, name = {"row": pile(2, names=Goods)}, f"market_{next(made)}"
    market = Game(name, players=(2,), moves=spans(buy=places(2, "row")), fields=row)

    @market.setup
    @market.kernel
    def lay_out(game, rules):
        clear(game.row)
        for _ in range(2):
            put(game.row, any_of(game.table, 4))

    @market.apply
    def buy(game, rules, place):
        card = card_at(game.row, place)
        gain(game, game.player, 9 if card == Goods.feast else 1 + card)
        lay_out(game, rules)
        next_player(game)
        if game.rounds == 3:
            finish(game)

    wanted = {"games": 240, "strategies": ["greedy"], "design": ["ablation"]}
    frame = tm.simulate(name, players=2, engine="python", jobs=1, **wanted)
    (power,) = tm.analyse(frame, ["option_value"])
    assert power.sentence.startswith("Buy feast is the strongest of the 'buy' moves: it is worth ")
    assert "of win rate more than the others on average" in power.sentence
