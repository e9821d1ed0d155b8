"""Rules of known games, tested through the interface that tests/rulebooks/NAME.md describes.

Any file that keeps to the interface can be asked, not only the shelf's own:

    RULEBOOKS=folder python -m pytest tests/test_rulebooks.py -k no_thanks

asks folder/no_thanks.py. So it can be measured whether a rulebook was turned into a sound game.
"""

import os
import sys
from pathlib import Path

import pytest

from simulator.testing import GameTable
from simulator.titles import load_title

ROOT = Path(__file__).parents[1]
SHELF = Path(os.environ.get("RULEBOOKS", ROOT / "examples" / "shelf"))
OURS = [SHELF, ROOT / "examples" / "games", Path(__file__).parent / "rulebooks"]
PLACES = [SHELF] if "RULEBOOKS" in os.environ else OURS


class Played:
    """A table of a game in some file, and the names of the file."""

    def __init__(self, name, players=2, **changes):
        files = [folder / f"{name}.py" for folder in PLACES]
        file = next((file for file in files if file.is_file()), files[0])
        self.table = GameTable(load_title(str(file)), players, changes)
        self.game, self.module = self.table.game, sys.modules[name]
        self.Move = self.module.Move

    def can(self, *moves):
        return {*moves} <= self.table.choices()

    def only(self, *moves):
        return self.table.choices() == {*moves}

    def play(self, *moves):
        self.table.play(*moves)

    def points(self):
        return [self.table.standing(seat) for seat in range(self.game.players)]

    def places(self):
        return self.game.place[: self.game.players].tolist()

    def lay(self, pile, *cards):
        """A pile with these cards, the last one on top; a pile may be of one seat: ("hand", 0)."""
        name, *at = pile if isinstance(pile, tuple) else (pile,)
        there = self.game[name][tuple(at)] if at else self.game[name]
        there[:] = 0
        there[: len(cards) + 1] = (len(cards), *cards)

    def cards(self, name, *at):
        there = self.game[name][tuple(at)] if at else self.game[name]
        return there[1 : 1 + there[0]].tolist()


class TestPig:
    def test_holding_scores_the_pot_and_passes_the_turn(self):
        at = Played("pig")
        at.game.pot = 17
        at.play(at.Move.hold)
        assert (at.points(), at.game.pot, at.game.player) == ([17, 0], 0, 1)

    def test_a_roll_adds_to_the_pot_or_ends_the_turn(self):
        at = Played("pig", 3)
        for _ in range(60):
            pot, seat = int(at.game.pot), int(at.game.player)
            at.play(at.Move.roll)
            if at.game.player == seat:
                assert 2 <= at.game.pot - pot <= 6
            else:
                assert (at.game.pot, at.game.player) == (0, (seat + 1) % 3)
        assert at.points() == [0, 0, 0]

    def test_a_hundred_points_end_the_game_when_they_are_held(self):
        at = Played("pig")
        at.game.pot = 120
        assert not at.game.ended
        at.play(at.Move.hold)
        assert at.game.ended
        assert at.places() == [1, 2]


class TestKuhnPoker:
    def test_each_way_to_play_a_hand(self):
        for moves, won in [((0, 0), 1), ((1, 1), 2), ((1, 0), 1), ((0, 1, 1), 2), ((0, 1, 0), -1)]:
            at = Played("kuhn_poker")
            at.lay(("card", 0), 2)
            at.lay(("card", 1), 0)
            assert at.only(0, 1)
            at.play(*moves)
            assert at.game.ended, moves
            assert at.points() == [won, -won], moves

    def test_the_higher_card_wins(self):
        at = Played("kuhn_poker")
        at.lay(("card", 0), 0)
        at.lay(("card", 1), 1)
        at.play(1, 1)
        assert (at.points(), at.places()) == ([-2, 2], [2, 1])

    def test_both_players_have_different_cards(self):
        deals = {(*at.cards("card", 0), *at.cards("card", 1))
                 for at in (Played("kuhn_poker") for _ in range(3))}  # fmt: skip
        assert all(len(one) == 2 and one[0] != one[1] for one in deals)


class TestTicTacToe:
    def test_lines_win(self):
        for moves in [(0, 3, 1, 4, 2), (0, 1, 3, 2, 6), (0, 1, 4, 2, 8), (2, 0, 4, 1, 6)]:
            at = Played("tic_tac_toe")
            at.play(*moves)
            assert at.game.ended, moves
            assert at.places() == [1, 2]

    def test_no_square_is_marked_twice(self):
        at = Played("tic_tac_toe")
        at.play(4)
        assert at.only(0, 1, 2, 3, 5, 6, 7, 8)
        assert at.game.board.tolist()[4] == 1

    def test_a_full_board_is_a_draw(self):
        at = Played("tic_tac_toe")
        at.play(0, 1, 2, 4, 3, 5, 7, 6, 8)
        assert at.game.ended
        assert at.places() == [1, 1]


class TestConnectFour:
    def test_four_in_every_direction(self):
        for moves in (
            (0, 1, 0, 1, 0, 1, 0),
            (0, 0, 1, 1, 2, 2, 3),
            (0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3),
            (3, 2, 2, 1, 1, 0, 1, 0, 0, 6, 0),
        ):
            at = Played("connect_four")
            at.play(*moves[:-1])
            assert not at.game.ended, moves
            at.play(moves[-1])
            assert (bool(at.game.ended), at.places()) == (True, [1, 2]), moves

    def test_a_column_has_six_places(self):
        at = Played("connect_four")
        at.play(0, 0, 0, 0, 0, 0)
        assert at.only(1, 2, 3, 4, 5, 6)

    def test_a_line_does_not_run_round_an_edge(self):
        at = Played("connect_four", rows=4)
        at.play(0, 6, 0, 6, 1, 5, 1, 5)
        assert not at.game.ended


class TestNoThanks:
    def test_a_refusal_costs_a_chip_and_passes_the_card_on(self):
        at = Played("no_thanks", 3)
        offered = int(at.game.offered)
        at.play(at.Move.refuse, at.Move.refuse)
        assert at.game.chips[:3].tolist() == [10, 10, 11]
        assert (at.game.pot, at.game.player, at.game.offered) == (2, 2, offered)

    def test_whoever_takes_has_the_chips_and_the_next_offer(self):
        at = Played("no_thanks", 4)
        offered = int(at.game.offered)
        at.play(at.Move.refuse, at.Move.take)
        assert at.cards("cards", 1) == [offered]
        assert (at.game.chips[1], at.game.pot, at.game.player) == (12, 0, 1)
        assert at.game.offered not in (0, offered)

    def test_without_chips_one_must_take(self):
        at = Played("no_thanks", 3)
        at.game.chips[0] = 0
        assert at.only(at.Move.take)

    def test_runs_cost_their_lowest_card_and_chips_are_points(self):
        at = Played("no_thanks", 3)
        at.lay(("cards", 0), 12, 30, 13, 14)
        at.game.chips[0] = 5
        assert at.points()[0] == 5 - 12 - 30

    @pytest.mark.parametrize(("players", "chips"), [(3, 11), (5, 11), (6, 9), (7, 7)])
    def test_chips_by_players_and_cards(self, players, chips):
        at = Played("no_thanks", players)
        assert set(at.game.chips[:players].tolist()) == {chips}
        assert len(at.cards("deck")) == 33 - 9 - 1
        assert 3 <= at.game.offered <= 35

    def test_the_last_card_ends_the_game(self):
        at = Played("no_thanks", 3)
        at.lay("deck")
        at.play(at.Move.take)
        assert at.game.ended


class TestLiarsDice:
    def bid(self, at, n, face):
        return at.Move.bid + (n - 1) * 6 + face - 1

    def cups(self, at, *cups):
        for seat, cup in enumerate(cups):
            at.game.cup[seat] = cup
            at.game.left[seat] = sum(cup)

    def test_bids_rise(self):
        at = Played("liars_dice")
        assert at.Move.doubt not in at.table.choices()
        at.play(self.bid(at, 3, 4))
        assert at.can(self.bid(at, 3, 5), self.bid(at, 4, 1), at.Move.doubt)
        assert not at.can(self.bid(at, 3, 4))
        assert not at.can(self.bid(at, 2, 6))
        assert at.can(self.bid(at, 10, 1))
        assert not at.can(self.bid(at, 11, 1))

    def test_a_true_bid_costs_the_doubter(self):
        at = Played("liars_dice")
        self.cups(at, (3, 2, 0, 0, 0, 0), (1, 0, 0, 0, 0, 4))
        at.play(self.bid(at, 4, 1), at.Move.doubt)
        assert at.game.left[:2].tolist() == [5, 4]
        assert at.game.player == 1

    def test_a_lie_costs_the_bidder(self):
        at = Played("liars_dice", 3)
        self.cups(at, (5, 0, 0, 0, 0, 0), (0, 5, 0, 0, 0, 0), (0, 0, 5, 0, 0, 0))
        at.play(self.bid(at, 6, 1), at.Move.doubt)
        assert at.game.left[:3].tolist() == [4, 5, 5]
        assert at.game.player == 0
        assert at.game.cup[0].sum() == 4

    def test_the_last_with_dice_wins(self):
        at = Played("liars_dice", dice=1)
        self.cups(at, (1, 0, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0))
        at.play(self.bid(at, 2, 1), at.Move.doubt)
        assert at.game.ended
        assert at.places() == [2, 1]


class TestSixNimmt:
    def rows(self, at, *rows):
        for k, row in enumerate(rows):
            at.lay(("row", k), *row)

    def test_ten_cards_and_four_rows(self):
        at = Played("six_nimmt", 5)
        dealt = [card for seat in range(5) for card in at.cards("hand", seat)]
        rows = [at.cards("row", k) for k in range(4)]
        assert [len(row) for row in rows] == [1] * 4
        assert len({*dealt, *(row[0] for row in rows)}) == 54

    def test_cards_are_laid_the_lowest_first_where_they_are_nearest(self):
        at = Played("six_nimmt")
        self.rows(at, [10], [20], [30], [40])
        at.game.hand[0, 1], at.game.hand[1, 1] = 32, 31
        at.play(0)
        assert at.cards("row", 2) == [30]
        at.play(0)
        assert at.cards("row", 2) == [30, 31, 32]

    def test_the_sixth_card_takes_the_row(self):
        at = Played("six_nimmt")
        self.rows(at, [10], [55, 56, 57, 58, 59], [70], [80])
        at.game.hand[0, 1], at.game.hand[1, 1] = 60, 81
        at.play(0, 0)
        assert at.points() == [-(7 + 1 + 1 + 1 + 1), 0]
        assert at.cards("row", 1) == [60]

    def test_a_low_card_takes_the_cheapest_row(self):
        at = Played("six_nimmt")
        self.rows(at, [10, 11], [20], [32, 33], [43])
        at.game.hand[0, 1], at.game.hand[1, 1] = 5, 44
        at.play(0, 0)
        assert at.points() == [-1, 0]
        assert at.cards("row", 3) == [5, 44] or at.cards("row", 3) == [5]


class TestLoveLetter:
    def at(self, *hands, players=2, drawn=None):
        at = Played("love_letter", players)
        card = at.module.Card
        for seat, held in enumerate(hands):
            at.lay(("hand", seat), *([getattr(card, one) for one in held]))
        return at, card, at.module.Guess, at.module.Aim

    def aimed(self, at, card, seat):
        aim = at.module.Aim
        return at.Move.aim + card * aim.with_[0] + seat * aim.at[0]

    def guess(self, at, seat, card):
        made = at.module.Guess
        return at.Move.guess + seat * made.at[0] + card * made.naming[0]

    def test_a_deal(self):
        for players, left in [(2, 16 - 4 - 3), (3, 16 - 5), (4, 16 - 6)]:
            at = Played("love_letter", players)
            assert len(at.cards("deck")) == left
            assert len(at.cards("hand", 0)) == 2
            assert len(at.cards("hand", 1)) == 1
            assert len(at.cards("aside")) == 1

    def test_a_guard_that_names_the_card_knocks_out(self):
        at, card, *_ = self.at(["guard", "king"], ["baron"], ["priest"], players=3)
        at.play(self.guess(at, 1, card.baron))
        assert at.game.out[:3].tolist() == [0, 1, 0]
        assert at.game.player == 2

    def test_a_guard_cannot_name_a_guard(self):
        at, card, *_ = self.at(["guard", "king"], ["baron"])
        assert not at.can(self.guess(at, 1, card.guard))
        assert at.can(self.guess(at, 1, card.priest))

    def test_barons_knock_out_the_lower_card(self):
        at, card, *_ = self.at(["baron", "priest"], ["prince"], ["guard"], players=3)
        at.play(self.aimed(at, card.baron, 1))
        assert at.game.out[:3].tolist() == [1, 0, 0]

    def test_a_countess_leaves_with_a_king_or_prince(self):
        for other in ("king", "prince"):
            at, card, *_ = self.at(["countess", other], ["guard"])
            assert at.only(at.Move.play + card.countess)

    def test_a_handmaid_protects_until_the_next_turn(self):
        at, card, *_ = self.at(["handmaid", "king"], ["baron"], ["guard"], players=3)
        at.play(at.Move.play + card.handmaid)
        assert at.game.is_safe[0] == 1
        at.lay(("hand", 1), card.baron, card.guard)
        assert not at.can(self.aimed(at, card.baron, 0))
        assert at.can(self.aimed(at, card.baron, 2))

    def test_a_king_exchanges_cards(self):
        at, card, *_ = self.at(["king", "priest"], ["princess"], ["guard"], players=3)
        at.play(self.aimed(at, card.king, 1))
        assert at.cards("hand", 0) == [card.princess]
        assert card.priest in at.cards("hand", 1)

    def test_a_princess_that_is_discarded_knocks_out(self):
        at, card, *_ = self.at(["prince", "priest"], ["princess"], ["guard"], players=3)
        at.play(self.aimed(at, card.prince, 1))
        assert at.game.out[:3].tolist() == [0, 1, 0]

    def test_the_highest_card_wins_when_the_deck_is_empty(self):
        at, card, *_ = self.at(["handmaid", "king"], ["baron"])
        at.lay("deck")
        at.play(at.Move.play + card.handmaid)
        assert at.points() == [1, 0]
        assert at.game.player == 0
        assert len(at.cards("hand", 0)) == 2

    def test_the_seventh_letter_of_two_players_wins(self):
        at, card, *_ = self.at(["princess", "king"], ["baron"])
        at.game.points[1, 0] = 6
        at.play(at.Move.play + card.princess)
        assert at.game.ended
        assert at.places() == [2, 1]


class TestWerewolf:
    def at(self, players, *wolves, **changes):
        at = Played("werewolf", players, **changes)
        for seat in range(players):
            at.lay(("role", seat), int(seat in wolves))
        return at

    def test_most_votes_put_out_and_a_night_follows(self):
        at = self.at(7, 3)
        at.play(1, 0, 0, 0, 0, 0, 0)
        assert at.game.out[:7].tolist() == [1, 0, 0, 0, 0, 0, 0]
        assert (at.game.phase, at.game.player) == (1, 3)
        assert at.only(1, 2, 4, 5, 6)
        at.play(6)
        assert (at.game.phase, at.game.player) == (0, 1)
        assert at.only(2, 3, 4, 5)

    def test_all_villagers_win_without_wolves(self):
        at = self.at(5, 2)
        at.play(2, 2, 0, 2, 2)
        assert at.game.ended
        assert at.points() == [1, 1, 0, 1, 1]
        assert at.places()[2] > 1

    def test_as_many_wolves_as_villagers_win(self):
        at = self.at(5, 4)
        at.play(1, 0, 0, 0, 0, 1)  # the first vote goes elsewhere; then a night
        assert not at.game.ended
        at.play(3, 2, 2)
        assert at.game.ended
        assert at.points() == [0, 0, 0, 0, 1]


class TestOhHell:
    def test_nobody_bids_more_than_there_are_and_the_dealer_is_restricted(self):
        at = Played("oh_hell", 3)
        assert (at.game.cards, at.game.dealer, at.game.player) == (5, 2, 0)
        assert at.only(*range(6))
        at.play(2, 1)
        assert at.only(0, 1, 3, 4, 5)
        free = Played("oh_hell", 3, hook=False)
        free.play(2, 1)
        assert free.only(*range(6))

    def hand(self, *hands, trump=0):
        """The last trick of a hand with three players, who bid none, one and none."""
        at = Played("oh_hell", 3, most=1)
        at.game.trump = trump
        for seat, held in enumerate(hands):
            at.lay(("hand", seat), *held)
        return at

    def test_suit_is_followed(self):
        at = Played("oh_hell", 3)
        at.lay(("hand", 0), 13, 14, 15, 16, 17)
        at.lay(("hand", 1), 0, 20, 40, 21, 5)
        at.play(0, 0, 1, at.Move.lay)
        assert at.only(at.Move.lay + 1, at.Move.lay + 3)

    def test_trumps_win_and_exact_bids_pay(self):
        at = self.hand([51], [13], [0], trump=0)  # an ace, and a two of trumps
        at.play(0, 1, 1, at.Move.lay, at.Move.lay, at.Move.lay)
        assert at.game.ended
        assert at.points() == [10, 0, 11]

    def test_without_trumps_the_highest_of_the_suit_wins(self):
        at = self.hand([14], [51], [20], trump=0)
        at.play(1, 0, 1, at.Move.lay, at.Move.lay, at.Move.lay)
        assert at.points() == [0, 10, 11]

    def test_hands_shrink_and_the_deal_passes(self):
        at = Played("oh_hell", 4, most=3)
        at.play(0, 0, 0, 0)
        for _ in range(12):
            at.play(min(at.table.choices()))
        assert (at.game.cards, at.game.dealer, at.game.player) == (2, 0, 1)
        assert sum(at.points()) >= 3


class TestBridges:
    def dice(self, at, colours, numbers):
        at.game.colours[:], at.game.numbers[:] = colours, numbers

    def write(self, at, colour, n):
        """With dice that allow nothing else."""
        self.dice(at, [colour] * 2, [n] * 2)
        at.play(at.Move.write + colour * 6 + n - 1)

    def refuse(self, at, times):
        at.play(*[at.Move.refuse] * times)

    def test_any_colour_goes_with_any_number(self):
        at = Played("bridges")
        self.dice(at, [0, 2], [3, 5])
        write = at.Move.write
        assert at.only(write + 2, write + 4, write + 12 + 2, write + 12 + 4, at.Move.refuse)

    def test_numbers_never_fall_and_a_full_column_takes_none(self):
        at = Played("bridges")
        self.write(at, 1, 4)
        self.refuse(at, 1)
        self.dice(at, [1, 3], [3, 4])
        write = at.Move.write
        assert at.only(write + 6 + 3, write + 18 + 2, write + 18 + 3, at.Move.refuse)
        at.game.boxes[0, 1] = 6
        assert not at.can(write + 6 + 3)

    def test_dice_are_rolled_anew_each_turn_and_the_turn_passes(self):
        at = Played("bridges", 3)
        rolled = set()
        for turn in range(12):
            assert at.game.player == turn % 3
            assert {*at.game.colours.tolist()} <= {0, 1, 2, 3}
            assert {*at.game.numbers.tolist()} <= {1, 2, 3, 4, 5, 6}
            rolled.add((*at.game.colours.tolist(), *at.game.numbers.tolist()))
            self.refuse(at, 1)
        assert len(rolled) > 6

    def test_columns_bridges_and_refusals_score(self):
        at = Played("bridges")
        assert at.points() == [0, 0]
        for boxes, points in enumerate([-3, -1, 1, 3 + 8, 6 + 8, 10 + 8], 1):
            self.write(at, 2, boxes)
            assert at.points()[0] == points
            at.game.player = 0
        for refusals, points in enumerate([1, 2, 2, 0], 1):
            at.game.player = 1
            self.refuse(at, 1)
            assert at.points()[1] == points, refusals
        assert at.game.bridge.tolist() == [0, 0, 1, 0]

    def test_only_the_first_crosses_a_bridge(self):
        at = Played("bridges", bonus=20)
        for n in range(1, 5):
            self.write(at, 0, n)
            self.write(at, 0, n)
        assert at.points() == [23, 3]

    def test_the_fifth_refusal_ends_the_game_at_once(self):
        at = Played("bridges")
        self.refuse(at, 8)
        assert not at.game.ended
        self.refuse(at, 1)
        assert at.game.ended
        assert at.points() == [-3, 0]
        assert at.places() == [2, 1]

    def test_the_last_bridge_ends_the_game_at_once(self):
        at = Played("bridges")
        for colour in range(4):
            for n in range(1, 5):
                assert not at.game.ended
                self.write(at, colour, n)
                at.game.player = 0
        assert at.game.ended
        assert at.points()[0] == 4 * (3 + 8)


class TestGuilds:
    def at(self, *hands, players=2, **changes):
        at = Played("guilds", players, **changes)
        for seat, hand in enumerate(hands):
            at.lay(("hand", seat), *hand)
        return at

    def test_a_deal(self):
        at = Played("guilds", 4)
        cards = [card for seat in range(4) for card in at.cards("hand", seat)]
        cards += at.cards("deck") + at.cards("market")
        assert [len(at.cards("hand", seat)) for seat in range(4)] == [3] * 4
        assert len(at.cards("market")) == 4
        assert sorted(cards) == sorted([*range(15)] * 3)

    def test_one_draws_or_takes_unless_the_hand_is_full(self):
        at = self.at([0, 1, 2], [3])
        at.lay("market", 7, 11)
        move = at.Move
        assert at.can(move.draw, move.take + 7, move.take + 11)
        assert not at.can(move.take + 3)
        at.play(move.take + 7)
        assert sorted(at.cards("hand", 0)) == [0, 1, 2, 7]
        assert (at.cards("market"), at.game.player) == ([11], 1)
        top = at.cards("deck")[-1]
        at.play(move.draw)
        assert sorted(at.cards("hand", 1)) == sorted([3, top])
        at.lay(("hand", 0), 0, 1, 2, 3, 4, 5)
        assert at.only(*(base + card for base in (move.by_colour, move.by_role)
                         for card in range(6)))  # fmt: skip

    def test_a_guild_of_a_colour_goes_a_step_up_and_the_rest_to_the_market(self):
        at = self.at([0, 1, 2, 4, 13], [3])  # three reds; merchants of green and rose
        at.lay("market", 7)
        at.play(at.Move.by_colour + 2)
        assert at.points() == [3 + 1, 0]
        assert at.game.steps[0].tolist() == [1, 0, 0, 0, 0]
        assert sorted(at.cards("played")) == [0, 1, 2]
        assert sorted(at.cards("market")) == [4, 7, 13]
        assert at.cards("hand", 0) == []

    def test_a_merchant_keeps_the_other_cards(self):
        at = self.at([1, 4, 7, 0, 2], [3])
        at.play(at.Move.by_role + 4)
        assert at.points() == [3, 0]
        assert at.game.steps[0].tolist() == [0, 1, 0, 0, 0]
        assert sorted(at.cards("hand", 0)) == [0, 2]

    def test_a_scout_draws(self):
        at = self.at([0, 3, 7], [3])
        top = at.cards("deck")[-1]
        at.play(at.Move.by_role + 3)
        assert at.points() == [1, 0]
        assert at.cards("hand", 0) == [top]
        assert 7 in at.cards("market")

    def test_a_guild_must_be_larger_than_the_steps(self):
        at = self.at([0, 1, 6], [3])
        at.game.steps[0, 0] = 2
        at.play(at.Move.by_colour + 1)
        assert at.game.steps[0, 0] == 2
        assert at.points() == [1, 0]

    def test_sizes_score(self):
        for size, points in [(1, 0), (2, 1), (3, 3), (4, 5), (5, 8), (6, 8)]:
            at = self.at([4, 7, 1, 10, 13, 4][:size], [3])
            at.play(at.Move.by_role + 4)
            assert at.points()[0] == points, size

    def test_an_empty_deck_ends_the_game_and_colours_score(self):
        at = self.at([0], [3])
        at.lay("deck", 9)
        at.game.steps[0], at.game.steps[1] = [3, 1, 0, 0, 2], [1, 1, 0, 2, 2]
        at.play(at.Move.draw)
        assert at.game.ended
        assert at.points() == [4 + 2 + 2, 2 + 4 + 2]
        assert at.places() == [2, 1]  # one card against two


class TestDiggers:
    def at(self, players=2, **changes):
        at = Played("diggers", players, **changes)
        return at, at.Move

    def test_begin(self):
        at, move = self.at(4)
        assert at.game.at[:4].tolist() == [0, 4, 0, 4]
        assert at.game.left.tolist() == [0, 3, 3, 3, 0, 3, 3, 3]
        assert at.game.price.tolist() == [5] * 6
        assert at.only(move.go + 1, move.go + 7, move.rest)

    def test_a_turn_has_two_actions(self):
        at, move = self.at()
        at.play(move.go + 7)
        assert (at.game.player, at.game.actions) == (0, 1)
        at.play(move.dig)
        assert (at.game.player, at.game.actions) == (1, 2)
        assert at.game.held[0].tolist() == [0, 0, 1]
        assert at.game.left[7] == 2

    def test_a_hand_holds_four_and_a_place_three(self):
        at, move = self.at()
        at.play(move.go + 1, move.dig, move.rest, move.rest, move.dig, move.dig)
        assert at.game.held[0].tolist() == [3, 0, 0]
        at.play(move.rest, move.rest)
        assert not at.can(move.dig)
        at.play(move.go + 2, move.dig, move.rest, move.rest)
        assert at.game.left[2] == 2
        assert at.only(move.go + 1, move.go + 3, move.rest)

    def test_each_find_sold_lowers_the_price(self):
        at, move = self.at()
        at.play(move.go + 1, move.dig, move.rest, move.rest, move.dig, move.go)
        assert not at.can(move.sell)
        at.play(move.rest, move.rest)
        assert at.can(move.sell)
        assert not at.can(move.sell + 1)
        at.play(move.sell)
        assert at.points() == [5 + 4, 0]
        assert at.game.price.tolist() == [3, 5, 5, 5, 5, 5]
        assert at.game.held[0].tolist() == [0, 0, 0]

    def test_prices_stay_at_one_and_markets_differ(self):
        at, move = self.at(price=2)
        at.play(move.rest, move.rest, move.go + 3, move.dig, move.rest, move.rest)
        at.play(move.dig, move.dig, move.rest, move.rest, move.go + 4, move.sell + 2)
        assert at.points() == [0, 2 + 1 + 1]
        assert at.game.price.tolist() == [2, 2, 2, 2, 2, 1]

    def test_the_round_of_the_last_find_is_the_last(self):
        at, move = self.at()
        at.game.left[:] = [0, 1, 0, 0, 0, 0, 0, 0]
        at.play(move.go + 1, move.dig)
        assert not at.game.ended
        at.play(move.rest, move.rest)
        assert at.game.ended
        assert at.places() == [2, 1]  # no money; one find in hand against none

    def test_a_find_dug_by_the_last_seat_ends_the_game(self):
        at, move = self.at()
        at.game.left[:] = [0, 0, 0, 1, 0, 0, 0, 0]
        at.play(move.rest, move.rest, move.go + 3)
        assert not at.game.ended
        at.play(move.dig)
        assert at.game.ended
        assert at.places() == [1, 2]

    def test_the_last_round_and_the_later_seat(self):
        at, move = self.at(3, rounds=2)
        at.play(*[move.rest] * 11)
        assert not at.game.ended
        at.play(move.rest)
        assert at.game.ended
        assert at.places() == [3, 2, 1]


class TestArrows:
    def at(self, *goals, players=2, **changes):
        """With these goals and no others."""
        at = Played("arrows", players, **changes)
        for seat in range(players):
            at.lay(("goals", seat), *(goals[seat] if seat < len(goals) else [24]))
        return at

    def go(self, at, colour, *places):
        at.play(*(at.Move.go + colour * 25 + place for place in places))

    def test_a_deal(self):
        at = Played("arrows", 4, goals=3)
        dealt = [place for seat in range(4) for place in at.cards("goals", seat)]
        assert sorted(dealt + at.cards("box")) == [*range(12), *range(13, 25)]
        assert len(dealt) == 12
        assert at.game.tip.tolist() == [12, 12, 12]

    def test_an_expedition_goes_to_neighbours_where_it_has_not_been(self):
        at = self.at()
        go = at.Move.go
        around = [place + colour * 25 + go for place in (7, 11, 13, 17) for colour in range(3)]
        assert at.only(*around)
        self.go(at, 1, 13)
        assert at.game.tip.tolist() == [12, 13, 12]
        assert at.game.player == 1
        assert at.can(go + 25 + 14, go + 25 + 8, go + 25 + 18, go + 13)
        assert not at.can(go + 25 + 12)
        self.go(at, 1, 14)
        assert not at.can(go + 25 + 15), "the edge"

    def test_goals_of_all_players_are_reached(self):
        at = self.at([8, 1], [3, 8, 2], [13, 4], players=3)
        self.go(at, 0, 13)
        assert at.points() == [0, 0, 1]
        self.go(at, 0, 8)
        assert at.points() == [1, 1, 1]
        assert sorted(at.cards("goals", 1)) == [2, 3]
        assert at.cards("reached", 2) == [13]

    def test_a_corner_gives_another_arrow(self):
        at = self.at(players=3)
        self.go(at, 2, 7, 2, 1)
        assert at.game.player == 0
        self.go(at, 2, 0)
        assert at.game.player == 0
        assert at.points() == [0, 0, 0]
        self.go(at, 0, 13)
        assert at.game.player == 1

    def test_the_last_goal_ends_the_game_at_once(self):
        at = self.at([14], [13, 7])
        at.lay(("reached", 0), 1, 2, 3)
        at.game.points[0, 0] = 3
        self.go(at, 0, 13)
        assert not at.game.ended
        self.go(at, 0, 14)
        assert at.game.ended
        assert at.places() == [1, 2]

    def test_the_later_seat_wins_ties(self):
        at = self.at([13], [13], players=2)
        for seat, shown in enumerate(([1, 2, 3], [5, 6, 8])):
            at.lay(("reached", seat), *shown)
            at.game.points[seat, 0] = 3
        self.go(at, 0, 13)
        assert at.game.ended
        assert at.places() == [2, 1]

    def test_without_a_way_on_the_game_ends(self):
        at = self.at()
        at.game.been[:] = 1
        at.game.been[13] = 0
        self.go(at, 0, 13)
        assert at.game.ended
        assert at.places() == [2, 1]
