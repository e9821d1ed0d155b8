"""Excavation Earth alone against Zu: its decks, priorities, cards, fallbacks and difficulty."""

import numpy as np
import pytest
from click.testing import CliRunner
from excavation_table import ZU, Table, card, check, colour, relic, rules, solo

import tiltmeter as tm
from simulator.conformance import soak
from simulator.games.excavation import scoring, start, words, zu, zu_choices, zu_deck
from simulator.games.excavation.table import RELICS, WHITE, Phase, Source, Store, Tally
from simulator.games.excavation.verbs import Move
from simulator.games.excavation.zu_deck import ZuCard
from simulator.kernel import plain
from simulator.titles import load_title
from tiltmeter.cli import main

TITLE = load_title("excavation")
POPULAR = ZuCard.excavate  # a card for the most popular colour
RED_YELLOW = ZuCard.pair + 3
YOU = 0

influence, best_market = plain(zu_choices.influence), plain(zu_choices.best_market)


def rival(*changes, setup=(), **more):
    """A table in which nothing lies, waits or is for sale, and Zu has 20 credits."""
    at = solo(*changes, setup=setup, **more)
    at.lay()
    at.show()
    for market in range(1, 7):
        at.queue(market)
    at.game.credits[ZU] = 20
    at.popular(red=4, orange=5, green=6, yellow=7, purple=8)
    return at


def plays(at, number):
    """Zu plays one card; what the story says of it."""
    at.game.n_told = 0
    plain(zu.play_card)(at.game, at.rules, number)
    return words._zu_did(at.game.told[0]).removeprefix("Zu ")


def owned(at, where=Store.hold):
    return {words.relic_name(k) for k in range(RELICS) if at.game.store[where, ZU, k]}


def failed(at, before=20):
    return at.game.credits[ZU] == before + 10 and at.game.points[ZU, Source.failures] == 10


class TestSetup:
    def test_as_for_two_players_without_hand_or_explorers_for_zu(self):
        game = solo().game
        assert game.players == 1
        assert game.sides == 2
        assert game.n_survey == 3
        assert game.n_hand[ZU] == 0
        assert game.tank[ZU] == 0
        assert game.credits[ZU] == 8
        assert game.supply[ZU] == 88, "every colour that you do not use"

    def test_either_side_may_begin(self):
        first = {int(Table(1, seed=s, began=False).game.order[0]) for s in range(20)}
        assert first == {0, ZU}

    def test_by_initiative_zus_value_counts(self):
        values = ["boards.initiative=[2,3,4,5,6,1]"]
        for seed in range(5):
            game = Table(1, *values, setup=["order=initiative"], seed=seed, began=False).game
            assert game.order[0] == ZU

    def test_solo_true_is_what_one_player_plays_anyway(self):
        one = rules(1, setup=["solo=true"])
        assert one.tobytes() == rules(1).tobytes()

    def test_the_24_cards_go_into_three_decks(self):
        for seed in range(5):
            game = Table(1, seed=seed, began=False).game
            decks = [game.zu_deck.tolist(), game.zu_next[0].tolist(), game.zu_next[1].tolist()]
            assert sorted(number for deck in decks for number in deck) == list(range(24))
            assert [kinds(deck) for deck in decks] == [
                {"Excavate": 3, "Market": 2, "Command": 1, "Sell": 1, "Snipe": 2, "Survey": 1},
                NEW[2],
                NEW[3],
            ]

    def test_eight_excavate_cards_three_for_the_most_popular_and_five_pairs(self):
        names = [words.zu_card_name(k) for k in range(24)]
        assert names[:3] == ["Excavate"] * 3
        assert names[3:8] == [
            "Excavate orange/green",
            "Excavate green/purple",
            "Excavate purple/red",
            "Excavate red/yellow",
            "Excavate yellow/orange",
        ]
        assert names[8:14] == [f"Command {k}" for k in range(1, 7)]
        assert names[14:] == ["Sell"] * 4 + ["Market"] * 2 + ["Snipe"] * 2 + ["Survey"] * 2


NEW = {  # cards that a later round brings
    2: {"Excavate": 3, "Command": 2, "Sell": 1, "Survey": 1},
    3: {"Excavate": 2, "Command": 3, "Sell": 2},
}


def kinds(deck):
    counted = {}
    for number in deck:
        name = words.zu_card_name(number).split()[0]
        counted[name] = counted.get(name, 0) + 1
    return counted


class TestRounds:
    def test_zu_plays_two_cards_in_turn_with_you(self):
        at = solo()
        at.hold("red 1", "red 2", "red 3", "red 4")
        for paid in ("red 1", "red 2"):
            at.act(Move.move, paid)
            at.play(*[Move.go + int(p) for p in at.game.explorer[0]])
        assert at.game.zu_played[0] == 2
        assert at.game.n_told == 2
        assert at.game.player == YOU

    def test_zu_begins_if_its_disc_is_first(self):
        at = solo(you_begin=False)
        at.play(Move.done)
        assert at.game.zu_played[0] == 2

    def test_zu_plays_on_when_you_have_passed_exactly_ten_cards_a_round(self):
        at = solo()
        for number in range(3):
            at.pass_all()
            assert at.game.zu_played[number] == 10
            if at.game.ended == 0:
                at.draft()
        assert at.game.zu_played.tolist() == [10, 10, 10]

    def test_ten_cards_a_round_in_every_random_game(self):
        games = soak(TITLE, TITLE.components, 1, seed=4, n=300)
        assert (games["zu_played"] == 10).all()

    def test_three_cards_of_the_last_round_join_the_seven_new_ones(self):
        at = solo()
        played = set(at.game.zu_deck.tolist())
        later = set(at.game.zu_next[0].tolist())
        at.pass_all()
        deck = set(at.game.zu_deck[:10].tolist())
        assert later < deck
        assert len(deck & played) == 3
        assert at.game.n_zu_discard == 0

    def test_ruling_15_nine_cards_keep_two_lose_two_keep_two_lose_one_keep_two(self):
        at = solo()
        at.hold("red 1", "move 0")
        at.play(Move.pass_)
        game = at.game
        assert game.pack[0].sum() == 9
        left = []
        while game.phase == Phase.drafting:
            at.play(min(at.choices()))
            left.append(int(game.pack[0].sum()))
        assert left == [8, 5, 4, 2, 1, 0]
        assert game.n_hand[0] == 1 + 6

    def test_laps_that_zu_plays_alone_count_once(self):
        """The curve has one row for a move of yours, however many turns of Zu's follow it."""
        at = solo()
        at.hold("move 0")
        at.play(Move.pass_)
        assert at.game.zu_played[0] == 10
        assert at.game.rounds == 1
        assert at.game.turns.tolist() == [1, 0, 0]

    def test_majorities_are_scored_between_the_two(self):
        at = solo()
        at.game.round_no = 3
        at.game.envoy[YOU] = [2, 1, 0]
        at.game.envoy[ZU] = [1, 1, 3]
        plain(scoring.score_round)(at.game, at.rules)
        assert at.credits() == 8 + 15 + 12
        assert at.credits(ZU) == 8 + 10 + 12 + 15


class TestPriorities:
    @pytest.mark.parametrize(
        ("zu_envoys", "yours", "rank"),
        [(0, 0, 4), (1, 2, 3), (0, 1, 3), (2, 2, 2), (0, 2, 1), (3, 1, 0), (1, 0, 0)],
    )
    def test_the_greatest_difference_of_influence(self, zu_envoys, yours, rank):
        """Empty; to draw level; to overtake; to reduce your lead; to increase its own."""
        at = rival()
        at.game.envoy[ZU, 0], at.game.envoy[YOU, 0] = zu_envoys, yours
        assert influence(at.game, 0) == rank

    def test_the_most_lucrative_market_has_most_interested_buyers(self):
        at = rival()
        at.queue(2, "red", "white", "green")
        at.queue(5, "red")
        assert best_market(at.game, at.rules, colour("red"), 63, 0) == 1

    def test_then_most_of_your_traders_beside_its_own(self):
        at = rival()
        at.trade(5, 5, 3, 3, 3)
        at.trade(5, 2, seat=ZU)
        for market in (2, 3, 5):
            at.queue(market, "red")
        assert best_market(at.game, at.rules, colour("red"), 63, 0) == 4

    def test_then_the_influence_of_its_centre(self):
        at = rival()
        at.game.envoy[ZU] = [3, 0, 3]
        for market in (2, 3, 5):
            at.queue(market, "red")
        assert best_market(at.game, at.rules, colour("red"), 63, 0) == 2

    def test_then_chance(self):
        at = rival()
        at.queue(2, "red")
        at.queue(1, "red")
        chosen = {int(best_market(at.game, at.rules, colour("red"), 63, 0)) for _ in range(40)}
        assert chosen == {0, 1}


class TestExcavate:
    def test_two_relics_of_the_most_popular_colour_with_samples(self):
        at = rival()
        at.lay("red a", "red c", "orange a")
        plays(at, POPULAR)
        assert owned(at) == {"red a", "red c"}
        assert at.game.gallery[ZU, [relic("red a"), relic("red c")]].tolist() == [1, 1]
        assert at.game.site.sum() == 1

    def test_the_next_popular_colour_if_none_of_the_first_lies_there(self):
        at = rival()
        at.lay("orange a", "green a", "green b")
        plays(at, POPULAR)
        assert owned(at) == {"orange a"}

    def test_the_more_popular_of_a_pair(self):
        at = rival()
        at.lay("yellow a", "yellow b", "red a")
        plays(at, RED_YELLOW)
        assert owned(at) == {"red a"}

    def test_a_pair_does_not_fall_back_to_its_other_colour(self):
        at = rival()
        at.lay("yellow a", "yellow b")
        at.show("red d")
        assert "buys red d" in plays(at, RED_YELLOW)
        assert owned(at, Store.hidden) == {"red d"}

    def tied(self):
        at = rival()
        at.popular(red=2, yellow=2)
        return at

    def test_equally_popular_the_colour_with_two_relics(self):
        at = self.tied()
        at.lay("yellow a", "yellow b", "red a")
        plays(at, RED_YELLOW)
        assert owned(at) == {"yellow a", "yellow b"}

    def test_two_relics_count_only_with_room_for_both(self):
        at = self.tied()
        at.store("green a", "green b", "green c", "yellow d", seat=ZU)
        at.lay("yellow a", "yellow b", "red a")
        plays(at, RED_YELLOW)
        assert "red a" in owned(at), "it has no red one"

    def test_then_a_colour_it_has_no_relic_of(self):
        at = self.tied()
        at.store("red d", seat=ZU)
        at.lay("yellow a", "red a")
        plays(at, RED_YELLOW)
        assert "yellow a" in owned(at)

    def test_then_the_colour_you_have_fewest_relics_of(self):
        at = self.tied()
        at.store("red d")
        at.lay("yellow a", "red a")
        plays(at, RED_YELLOW)
        assert owned(at) == {"yellow a"}

    def test_not_what_it_has_a_copy_or_a_sample_of(self):
        at = rival()
        at.lay("red a", "red b", "red c")
        at.store("red a", seat=ZU)
        at.samples("red b", seat=ZU)
        plays(at, POPULAR)
        assert owned(at) == {"red a", "red c"}

    def test_relics_you_have_no_sample_of_come_first(self):
        at = rival()
        at.samples("red a")
        at.store("green a", "green b", "green c", "green d", seat=ZU)
        at.lay("red a", "red d")
        plays(at, POPULAR)
        assert "red d" in owned(at)

    def test_then_the_scarcest_on_the_sites(self):
        at = rival()
        at.store("green a", "green b", "green c", "green d", seat=ZU)
        at.lay("red a", "red a", "red d")
        plays(at, POPULAR)
        assert "red d" in owned(at)

    def test_then_the_most_valuable(self):
        at = rival()
        at.store("green a", "green b", "green c", "green d", seat=ZU)
        at.lay("red a", "red d")
        plays(at, POPULAR)
        assert "red a" in owned(at)

    def test_two_sites_by_a_switch(self):
        at = rival()
        at.lay("red a", "red b")
        plays(at, POPULAR)
        assert owned(at) == {"red a", "red b"}
        at = rival("rulings.zu_two_sites=true")
        at.lay("red a", "red b")
        plays(at, POPULAR)
        assert owned(at) == {"red a"}
        at = rival("rulings.zu_two_sites=true")
        at.popular(red=2, yellow=2)
        at.lay("red a", "red b", "yellow a", "yellow c")
        plays(at, RED_YELLOW)
        assert owned(at) == {"yellow a", "yellow c"}, "where it can dig two"

    def test_hold_and_hidden_container_full_it_offloads(self):
        at = rival()
        at.store("green a", "green b", "green c", "green d", "red d", seat=ZU)
        at.store("yellow a", "yellow b", where=Store.hidden, seat=ZU)
        at.lay("red a")
        assert "offloads" in plays(at, POPULAR)

    def test_hold_full_it_buys(self):
        at = rival()
        at.store("green a", "green b", "green c", "green d", "red d", seat=ZU)
        at.lay("red a")
        at.show("red b")
        assert "buys red b" in plays(at, POPULAR)
        assert owned(at, Store.hidden) == {"red b"}

    def test_nothing_to_dig_it_buys(self):
        at = rival()
        at.lay("red a")
        at.samples("red a", seat=ZU)
        at.show("red b")
        assert "buys red b" in plays(at, POPULAR)


class TestSmuggle:
    def test_it_pays_one_above_value_and_takes_a_sample(self):
        at = rival()
        at.show("red a")
        plays(at, POPULAR)
        assert at.credits(ZU) == 20 - 7
        assert at.game.gallery[ZU, relic("red a")] == 1

    def test_hidden_container_first_then_the_hold(self):
        at = rival()
        at.store("yellow a", "yellow b", where=Store.hidden, seat=ZU)
        at.show("red a")
        plays(at, POPULAR)
        assert owned(at, Store.hold) == {"red a"}

    def test_the_next_colour_from_left_to_right_round_the_corner(self):
        """Yellow, green, red, purple, orange: after red come purple, orange, and yellow again."""
        at = rival()
        at.show("yellow d", "green d")
        assert "buys yellow d" in plays(at, POPULAR)

    def test_not_what_it_owns_or_cannot_pay(self):
        at = rival()
        at.game.credits[ZU] = 5
        at.samples("purple d", seat=ZU)
        at.show("red a", "purple d", "orange c")
        assert "buys orange c" in plays(at, POPULAR)

    def test_only_the_visible_relic(self):
        at = rival()
        at.samples("red d", seat=ZU)
        at.show("red d", "red c")
        assert failed(at) or "can do nothing" in plays(at, POPULAR)

    def test_nothing_to_buy_it_offloads(self):
        at = rival()
        at.game.credits[ZU] = 0
        at.store("green a", seat=ZU)
        at.show("red a")
        assert "offloads green a" in plays(at, POPULAR)
        assert at.credits(ZU) == 6
        assert at.black("green") == ["green a"]

    def offload(self, *hold, hidden=()):
        at = rival()
        at.store(*hold, seat=ZU)
        at.store(*hidden, where=Store.hidden, seat=ZU)
        at.game.credits[ZU] = 0
        plays(at, POPULAR)
        return set(hold + tuple(hidden)) - owned(at) - owned(at, Store.hidden)

    def test_ruling_10_two_relics_of_different_colours_of_the_highest_value(self):
        assert self.offload("green a", "green b", "yellow d", "purple c") == {"green a", "purple c"}

    def test_one_if_it_has_only_one_or_only_one_colour(self):
        assert self.offload("green b") == {"green b"}
        assert self.offload("green b", "green a") == {"green a"}

    def test_of_equal_value_those_of_the_hold_first(self):
        gone = self.offload("green b", "orange d", hidden=("purple b",))
        assert "green b" in gone
        at = rival()
        at.store("yellow b", "orange b", seat=ZU)
        at.store("purple b", where=Store.hidden, seat=ZU)
        at.game.credits[ZU] = 0
        plays(at, POPULAR)
        assert owned(at, Store.hidden) == {"purple b"}

    def test_then_the_least_popular(self):
        assert self.offload("red b", "purple b", "yellow b") == {"purple b", "yellow b"}

    def test_with_nothing_to_offload_the_action_fails(self):
        at = rival()
        plays(at, POPULAR)
        assert failed(at)


class TestMarket:
    def test_traders_for_two_markets_with_a_white_and_a_coloured_buyer_each(self):
        at = rival()
        at.store("red a", seat=ZU)
        plays(at, ZuCard.market)
        assert at.game.trader[ZU].sum() == 2
        assert at.game.trader[ZU].max() == 1
        for market in range(6):
            expected = ["white", "red"] if at.game.trader[ZU, market] else []
            assert at.buyers(market + 1) == expected

    def test_most_buyers_for_its_most_popular_relics_first(self):
        at = rival()
        at.store("red a", "yellow a", seat=ZU)
        at.queue(3, "red", "white")
        at.queue(5, "red")
        at.queue(6, "yellow", "yellow", "yellow")
        plays(at, ZuCard.market)
        assert np.flatnonzero(at.game.trader[ZU]).tolist() == [2, 4]

    def test_then_influence(self):
        at = rival()
        at.game.envoy[ZU] = [1, 0, 1]
        plays(at, ZuCard.market)
        assert np.flatnonzero(at.game.trader[ZU]).tolist() == [2, 3]

    def test_only_markets_without_its_trader_one_if_there_is_no_other(self):
        at = rival()
        at.trade(1, 2, 3, 4, 5, seat=ZU)
        plays(at, ZuCard.market)
        assert at.game.trader[ZU].tolist() == [1] * 6

    def test_with_a_trader_everywhere_it_fails(self):
        at = rival()
        at.trade(1, 2, 3, 4, 5, 6, seat=ZU)
        plays(at, ZuCard.market)
        assert failed(at)

    def test_the_colour_is_the_most_popular_it_can_sell_then_the_one_it_has_most_of(self):
        at = rival()
        at.popular(green=3, orange=3)
        at.store("green a", "orange a", "orange b", "purple a", seat=ZU)
        plays(at, ZuCard.market)
        assert at.game.interest[:, colour("orange")].sum() == 4
        assert at.game.interest[:, colour("green")].sum() == 2

    def test_without_relics_only_white_buyers_come(self):
        at = rival()
        plays(at, ZuCard.market)
        assert at.game.n_queue.sum() == 2
        assert at.game.buyers[WHITE] == at.rules.buyers[WHITE] - 2

    def test_buyers_that_are_used_up_are_left_out(self):
        at = rival()
        at.popular(white=1, red=1)
        at.store("red a", seat=ZU)
        plays(at, ZuCard.market)
        assert at.game.n_queue.sum() == 2


class TestCommand:
    def test_a_trader_where_it_has_none_and_an_envoy(self):
        at = rival()
        plays(at, ZuCard.command + 3)
        assert at.game.trader[ZU].tolist() == [0, 0, 0, 1, 0, 0]
        assert at.game.envoy[ZU].tolist() == [0, 1, 0]

    def test_only_an_envoy_where_it_has_a_trader(self):
        at = rival()
        at.trade(4, seat=ZU)
        plays(at, ZuCard.command + 3)
        assert at.game.trader[ZU].tolist() == [0, 0, 0, 1, 0, 0]
        assert at.game.envoy[ZU].tolist() == [0, 1, 0]


class TestSell:
    def test_in_as_many_markets_as_possible(self):
        at = rival()
        at.store("green a", "green b", "green c", "red a", seat=ZU)
        at.trade(1, 2, 3, seat=ZU)
        at.queue(1, "green", "red")
        at.queue(2, "green")
        at.queue(3, "white")
        at.popular(red=0, orange=1, green=2, yellow=3, purple=4)
        plays(at, ZuCard.sell)
        assert owned(at) == {"red a"}
        assert at.credits(ZU) == 20 + 3 + 6 + 8
        assert at.game.envoy[ZU].tolist() == [2, 1, 0]
        assert at.game.mothership[colour("green")] == 2
        assert at.game.n_hand[ZU] == 0, "no bonus card"
        counted = [Tally.sales, Tally.sales_in_2, Tally.sales_in_3, Tally.idle]
        assert at.game.tally[ZU, counted].tolist() == [1, 0, 1, 0]

    def test_no_more_markets_than_relics_and_the_most_lucrative(self):
        at = rival()
        at.store("green a", "green b", seat=ZU)
        at.trade(1, 2, 3, seat=ZU)
        at.queue(1, "green")
        at.queue(2, "green", "green")
        at.queue(3, "white", "green", "green")
        plays(at, ZuCard.sell)
        assert at.buyers(1) == ["green"]

    def test_three_of_four_markets_are_the_most_lucrative(self):
        at = rival()
        at.store("green a", "green b", "green c", "green d", seat=ZU)
        at.trade(1, 2, 3, 4, seat=ZU)
        at.popular(green=8)
        at.queue(1, "green", "green")
        at.queue(2, "green", "green")
        at.queue(3, "green")
        at.queue(4, "green", "green")
        plays(at, ZuCard.sell)
        assert at.buyers(3) == ["green"]
        assert owned(at) == {"green a"}, "the least valuable were sold"

    def test_equal_colours_by_popularity(self):
        at = rival()
        at.store("green a", "purple a", seat=ZU)
        at.trade(1, seat=ZU)
        at.queue(1, "white")
        plays(at, ZuCard.sell)
        assert owned(at) == {"purple a"}

    def test_without_relics_or_buyers_where_it_has_traders_it_fails(self):
        at = rival()
        at.trade(1, seat=ZU)
        at.queue(1, "green")
        plays(at, ZuCard.sell)
        assert failed(at)
        assert at.game.tally[ZU, [Tally.sales, Tally.idle]].tolist() == [0, 1]
        at = rival()
        at.store("green a", seat=ZU)
        at.trade(2, seat=ZU)
        at.queue(1, "green")
        plays(at, ZuCard.sell)
        assert failed(at)


class TestSnipe:
    def test_one_relic_of_the_colour_it_has_fewest_of_where_most_buyers_are(self):
        at = rival()
        at.store("green a", "green b", "purple d", seat=ZU)
        at.queue(1, "green", "green")
        at.queue(4, "purple")
        at.queue(5, "white", "purple")
        at.popular(purple=8)
        plays(at, ZuCard.snipe)
        assert owned(at) == {"green a", "green b"}
        assert at.buyers(5) == []
        assert at.game.trader[ZU].sum() == 0
        assert at.game.envoy[ZU].tolist() == [0, 0, 1], "a trader was sent and promoted"
        assert at.credits(ZU) == 20 + 4

    def test_equal_colours_by_popularity(self):
        at = rival()
        at.store("green a", "purple d", seat=ZU)
        at.queue(1, "white")
        plays(at, ZuCard.snipe)
        assert owned(at) == {"purple d"}

    def test_equal_markets_by_buyers_for_its_most_popular_relics(self):
        for seed in range(1, 9):
            at = rival(seed=seed)
            at.store("green a", "red a", "red b", seat=ZU)
            at.queue(1, "green")
            at.queue(3, "green", "red")
            plays(at, ZuCard.snipe)
            assert owned(at) == {"red a", "red b"}
            assert at.buyers(1) == ["green"]
            assert at.buyers(3) == ["red"]

    def test_a_colour_that_nobody_wants_is_passed_over(self):
        at = rival()
        at.store("green a", "green b", "purple d", seat=ZU)
        at.queue(1, "green")
        plays(at, ZuCard.snipe)
        assert owned(at) == {"green a", "purple d"}, "the less valuable green one was sold"

    def test_its_own_trader_there_is_used(self):
        at = rival()
        at.store("green a", seat=ZU)
        at.trade(1, 1, seat=ZU)
        at.queue(1, "green")
        before = at.game.supply[ZU]
        plays(at, ZuCard.snipe)
        assert at.game.trader[ZU, 0] == 1
        assert at.game.supply[ZU] == before

    def test_without_relics_or_any_buyer_it_fails(self):
        at = rival()
        at.queue(1, "green")
        plays(at, ZuCard.snipe)
        assert failed(at)
        at = rival()
        at.store("red a", seat=ZU)
        at.queue(1, "green")
        plays(at, ZuCard.snipe)
        assert failed(at)


class TestSurvey:
    def survey(self, number=1, *reserve, credits=20, setup=()):
        at = rival(setup=setup)
        game = at.game
        game.round_no = number
        game.credits[ZU] = credits
        game.deck[0], game.n_deck = card("red 2"), 1
        game.reserve[8:12] = 0
        for name in reserve:
            game.reserve[relic(name)] += 1
        game.n_reserve[2] = len(reserve)
        return at

    def test_the_leftmost_card_without_a_cube_is_replaced(self):
        at = self.survey(1, "red a", "red d")
        at.game.survey_cube[0] = 1
        gone = at.game.survey[1]
        plays(at, ZuCard.survey)
        assert at.game.survey[1] == card("red 2")
        assert at.game.survey_cube[:3].tolist() == [1, 1 + ZU, 0]
        assert gone in at.game.discard[: at.game.n_discard]
        assert at.game.marker.sum() == 0, "Zu takes no initiative marker"

    def test_in_round_3_no_card_is_replaced(self):
        at = self.survey(3, "red a", "red d")
        at.game.n_survey = 0
        plays(at, ZuCard.survey)
        assert at.game.discard[at.game.n_discard - 1] == card("red 2")
        assert at.game.site.sum() == 1

    def test_the_dearer_relic_is_bought_at_double_value_the_other_put_out(self):
        at = self.survey(1, "red a", "red d")
        plays(at, ZuCard.survey)
        assert owned(at) == {"red a"}
        assert at.credits(ZU) == 20 - 12
        assert at.game.site[relic("red d")] == 1
        assert at.game.gallery[ZU, relic("red a")] == 1

    def test_the_dearer_one_whichever_is_drawn_first(self):
        at = self.survey()
        one, other = relic("red a"), relic("red d")
        for drawn in ((one, other), (other, one)):
            assert plain(zu.relic_to_buy)(at.game, at.rules, *drawn) == one

    def test_with_a_cube_on_every_card_relics_are_still_drawn(self):
        at = self.survey(1, "red a", "red d")
        at.game.survey_cube[:3] = 1
        plays(at, ZuCard.survey)
        assert at.game.discard[at.game.n_discard - 1] == card("red 2")
        assert owned(at) == {"red a"}

    def test_the_one_it_can_pay(self):
        at = self.survey(1, "red a", "red d", credits=8)
        plays(at, ZuCard.survey)
        assert owned(at) == {"red d"}
        assert at.game.site[relic("red a")] == 1

    def test_not_what_it_owns(self):
        at = self.survey(1, "red a", "red d")
        at.samples("red a", seat=ZU)
        plays(at, ZuCard.survey)
        assert owned(at) == {"red d"}

    def test_without_a_purchase_one_is_put_out_and_the_other_shuffled_back(self):
        at = self.survey(1, "red a", "red d", credits=0)
        plays(at, ZuCard.survey)
        assert at.game.site.sum() == 1
        assert at.game.n_reserve[2] == 1

    def test_the_hold_must_have_room(self):
        at = self.survey(1, "red a", "red d")
        at.store("green a", "green b", "green c", "green d", "yellow a", seat=ZU)
        plays(at, ZuCard.survey)
        assert at.game.n_store[Store.hidden, ZU] == 0
        assert at.game.site.sum() == 1

    def test_a_last_relic_is_bought_or_put_out(self):
        at = self.survey(1, "red a")
        plays(at, ZuCard.survey)
        assert owned(at) == {"red a"}
        at = self.survey(1, "red a", credits=0)
        plays(at, ZuCard.survey)
        assert at.game.site[relic("red a")] == 1

    def test_in_round_3_without_relics_it_fails(self):
        at = self.survey(3)
        at.game.n_survey = 0
        plays(at, ZuCard.survey)
        assert failed(at)


class TestTheEnd:
    def end(self, yours, zus, setup=(), your_relics=(), zus_relics=()):
        at = solo(setup=setup)
        at.game.credits[YOU], at.game.credits[ZU] = yours, zus
        at.store(*your_relics)
        at.store(*zus_relics, seat=ZU)
        plain(scoring.finish)(at.game, at.rules)
        return at.game

    def test_you_win_with_more_credits_only(self):
        assert self.end(51, 50).place[0] == 1
        assert self.end(50, 50).place[0] == 2
        assert self.end(49, 50).place[0] == 2

    def test_zus_relics_count_for_it(self):
        game = self.end(55, 50, zus_relics=("red a",))
        assert game.credits[ZU] == 56
        assert game.points[ZU, Source.relics_left] == 6
        assert game.place[0] == 2
        assert game.tally[0, Tally.zu_score] == 56

    def test_its_gallery_counts_as_yours(self):
        at = solo()
        at.samples("red a", "red b", seat=ZU)
        plain(scoring.finish)(at.game, at.rules)
        assert at.game.credits[ZU] == 8 + 4

    def test_a_game_is_won_or_lost_and_its_ending_tells(self):
        games = soak(TITLE, TITLE.components, 1, seed=5, n=300)
        won = games["place"][:, 0] == 1
        scores = games["points"].sum(axis=2)
        assert (won == (scores[:, 0] > scores[:, ZU])).all()
        assert (games["ended"] == np.where(won, 3, 4)).all()
        assert (games["tally"][:, 0, Tally.zu_score] == scores[:, ZU]).all()


class TestDifficulty:
    """The ten adjustments of the rulebook, five easier and five harder."""

    def test_easier_1_zu_begins_without_credits(self):
        assert solo(setup=["zu.credits=0"]).game.credits[ZU] == 0

    def test_easier_2_no_credits_for_failures(self):
        at = rival(setup=["zu.fail_credits=0"])
        plays(at, ZuCard.snipe)
        assert at.credits(ZU) == 20

    def test_easier_3_no_coloured_buyers(self):
        at = rival(setup=["zu.coloured_buyers=false"])
        at.store("red a", seat=ZU)
        plays(at, ZuCard.market)
        assert at.game.n_queue.sum() == 2
        assert at.game.interest[:, colour("red")].sum() == 2, "white ones"

    @pytest.mark.parametrize(
        ("number", "lost"),
        [
            (POPULAR, 1),
            (ZuCard.snipe, 1),
            (ZuCard.survey, 1),
            (ZuCard.pair, 0),
            (ZuCard.sell, 0),
            (ZuCard.market, 0),
            (ZuCard.command, 0),
        ],
    )
    def test_easier_4_some_cards_cost_zu_its_next(self, number, lost):
        at = rival(setup=["zu.discards=true"])
        plays(at, number)
        assert at.game.n_zu_deck == 10 - lost
        assert at.game.n_zu_discard == lost

    def test_easier_4_zu_plays_fewer_cards_but_never_more_than_ten(self):
        components = TITLE.components.with_changes({"setup.zu.discards": True})
        games = soak(TITLE, components, 1, seed=6, n=200)
        assert games["zu_played"].max() <= 10
        assert games["zu_played"].mean() < 9

    def test_easier_5_without_a_second_crew_actions_fail(self):
        for number in (ZuCard.market, ZuCard.command, ZuCard.snipe):
            at = rival(setup=["zu.second_crew=false"])
            assert at.game.supply[ZU] == 22
            at.game.supply[ZU] = 0
            at.store("green a", seat=ZU)
            at.queue(1, "green")
            plays(at, number)
            assert failed(at)

    def test_easier_5_a_command_needs_a_cube_for_each_step(self):
        at = rival(setup=["zu.second_crew=false"])
        at.game.supply[ZU] = 1
        plays(at, ZuCard.command)
        assert failed(at)
        assert at.game.supply[ZU] == 1

    def test_easier_5_market_sends_one_trader_with_one_cube(self):
        at = rival(setup=["zu.second_crew=false"])
        at.game.supply[ZU] = 1
        plays(at, ZuCard.market)
        assert at.game.trader[ZU].sum() == 1

    def test_easier_5_it_digs_on_without_samples(self):
        at = rival(setup=["zu.second_crew=false"])
        at.game.supply[ZU] = 0
        at.lay("red a")
        plays(at, POPULAR)
        assert owned(at) == {"red a"}
        assert at.game.gallery[ZU].sum() == 0

    def test_harder_1_a_relic_of_each_colour_of_a_pair(self):
        at = rival(setup=["zu.both_colours=true"])
        at.lay("red a", "red b", "yellow a")
        plays(at, RED_YELLOW)
        assert owned(at) == {"red a", "yellow a"}
        at = rival(setup=["zu.both_colours=true"])
        at.lay("red a", "red c")
        plays(at, POPULAR)
        assert owned(at) == {"red a", "red c"}

    def test_harder_2_fifteen_credits_for_failures(self):
        at = rival(setup=["zu.fail_credits=15"])
        plays(at, ZuCard.snipe)
        assert at.credits(ZU) == 35

    def test_harder_3_any_relic_goes_anywhere(self):
        at = rival(setup=["zu.any_storage=true"])
        at.store("green a", "green b", "green c", "green d", "yellow a", seat=ZU)
        at.lay("red a", "red c")
        plays(at, POPULAR)
        assert owned(at, Store.hidden) == {"red a", "red c"}
        at = TestSurvey().survey(1, "red a", "red d", setup=["zu.any_storage=true"])
        at.store("green a", "green b", "green c", "green d", "yellow a", seat=ZU)
        plays(at, ZuCard.survey)
        assert owned(at, Store.hidden) == {"red a"}

    def test_harder_4_your_relics_left_cost_their_value(self):
        end = TestTheEnd().end
        game = end(60, 50, setup=["zu.leftover_costs=true"], your_relics=("red a", "red b"))
        assert game.credits[YOU] == 60 - 11
        assert game.place[0] == 2
        assert end(60, 50, your_relics=("red a", "red b")).credits[YOU] == 60

    def test_harder_5_a_second_relic_from_the_black_market(self):
        at = rival(setup=["zu.second_purchase=true"])
        at.show("red d", "red c", "purple d")
        plays(at, POPULAR)
        assert owned(at, Store.hidden) == {"red c", "red d"}
        at = rival(setup=["zu.second_purchase=true"])
        at.show("red d", "red d")
        plays(at, POPULAR)
        assert owned(at, Store.hidden) == {"red d"}


class TestHidden:
    def test_a_redeal_changes_zus_cards_to_come_and_keeps_their_types(self):
        at = solo()
        game = at.game
        before = game.copy()
        plain(start.redeal)(game, at.rules, 0, np.array([3], np.uint64))
        assert kinds(game.zu_deck) == kinds(before.zu_deck)
        assert kinds(game.zu_next[1]) == kinds(before.zu_next[1])
        cards = [*game.zu_deck, *game.zu_next.reshape(-1)]
        assert sorted(cards) == list(range(24))
        assert cards != [*before.zu_deck, *before.zu_next.reshape(-1)]
        assert check(game, at.rules) == 0

    def test_what_was_played_stays_known(self):
        at = solo()
        at.game.phase = Phase.turn_over
        plain(zu.play_turn)(at.game, at.rules)
        played = at.game.zu_discard[:2].tolist()
        plain(start.redeal)(at.game, at.rules, 0, np.array([3], np.uint64))
        assert at.game.zu_discard[:2].tolist() == played
        assert not set(played) & set(at.game.zu_deck[: at.game.n_zu_deck].tolist())

    @pytest.mark.parametrize(("number", "turns"), [(2, 0), (2, 2), (2, 4), (3, 0), (3, 2), (3, 4)])
    def test_in_later_rounds_a_redeal_draws_anew_what_came_back(self, number, turns):
        """Any three of the last round's ten; the new cards are those nobody has seen."""
        at, seen = solo(), set()
        for _ in range(1, number):
            seen |= set(at.game.zu_deck.tolist())
            at.pass_all()
            at.draft()
        for _ in range(turns):
            plain(zu.play_turn)(at.game, at.rules)
        played = at.game.zu_discard[: at.game.n_zu_discard].tolist()
        old = set(at.game.zu_before.tolist())
        hidden = [k for k in at.game.zu_deck[: at.game.n_zu_deck].tolist() if k in old]
        back, truth = set(), at.game.copy()
        for seed in range(60):
            game = truth.copy()
            plain(start.redeal)(game, at.rules, 0, np.array([seed + 1], np.uint64))
            assert game.zu_discard[: game.n_zu_discard].tolist() == played
            deck = game.zu_deck[: game.n_zu_deck].tolist()
            later = game.zu_next[1].tolist() if number == 2 else []
            assert len({*deck, *played, *later}) == len(deck + played + later)
            assert sum(k in old for k in deck + played) == 3
            new = [k for k in deck + played if k not in old]
            assert not seen & {*new, *later}
            assert kinds(new) == NEW[number]
            assert kinds(later) == (NEW[3] if number == 2 else {})
            back |= {k for k in deck if k in old}
            assert check(game, at.rules) == 0
        assert back == (old - set(played) if hidden else set())

    def test_all_cards_have_a_story(self):
        at = solo()
        for number in range(24):
            assert plays(at, number).startswith("plays ")

    def test_pairs_are_of_five_colours(self):
        assert sorted(sum(zu_deck.PAIRS, start=())) == sorted(2 * list(range(5)))


class TestStory:
    @pytest.mark.parametrize("seed", ["3", "4", "5"])
    def test_all_thirty_cards_of_zu_are_told_once(self, seed):
        words = ["play", "excavation", "-p", "1", "-s", "greedy", "--seed", seed]
        told = CliRunner().invoke(main, words, catch_exceptions=False).output
        assert told.count("Zu plays ") == 30
        assert told.count("Zu won") + told.count("Zu beaten") == 1


class TestFindings:
    """A lone player's run: one seat, and a rival that is no seat."""

    def test_findings_of_a_solo_run_make_sense(self):
        frame = tm.simulate("excavation", games=60, players=1, strategies=["random"])
        told = {finding.name: finding.sentence for finding in tm.analyse(frame)}
        assert not told.keys() & {
            "viable_strategies",
            "skill",
            "turn_order",
            "runaway_leader",
            "option_value",
        }
        assert told["solo"].startswith("The random bot wins 0% of solo games against Zu ")
        assert "no game is won" in told["scores"]
        assert "Zu won" in told["endings"]
        assert frame["place"].to_list() == [2] * 60
        assert (frame["tally_zu_score"] >= frame["score"]).all()

    def test_setup_keys_reach_the_rules(self):
        harder = {"solo": True, "zu.fail_credits": 15, "zu.second_purchase": True}
        changes = {f"setup.{key}": value for key, value in harder.items()}
        frame = tm.simulate("excavation", games=40, strategies=["random"], changes=changes)
        base = tm.simulate("excavation", games=40, strategies=["random"])
        assert frame["tally_zu_score"].mean() > base["tally_zu_score"].mean()
