"""Known games of examples/shelf, rule by rule, in plain Python; and that all of them are sound."""

import runpy
from pathlib import Path

import numpy as np
import pytest

from analyses.lab.verify.verifying import verify
from simulator.conformance import whimsical
from simulator.kernel import plain
from simulator.match import Match
from simulator.testing import GameTable, rules_of
from simulator.titles import load_title
from strategies.registry import line_up

SHELF = Path(__file__).parents[2] / "examples" / "shelf"
NAMES = sorted(file.stem for file in SHELF.glob("*.py"))


def at(name, players=2, **changes):
    return GameTable(load_title(str(SHELF / f"{name}.py")), players, changes)


def told(table, move):
    return table.title.words.move(table.game, table.rules, move)


@pytest.mark.parametrize("name", NAMES)
def test_every_game_keeps_its_laws_and_has_a_bot(name):
    """A random game for each number of players."""
    title = load_title(str(SHELF / f"{name}.py"))
    for players in title.players:
        rules = rules_of(title, players)
        for decision in Match(title, rules, whimsical(players), "python").tell(2, 0):
            broken = title.check.py_func(decision.game, rules)
            assert not broken, title.words.laws[broken - 1]
        assert decision.game.n_moves > 0


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_sound(name):
    """Whatever `tiltmeter verify` asks."""
    found = [*verify(load_title(str(SHELF / f"{name}.py")))]
    assert not [(one.what, one.trouble) for one in found if one.state != "ok"]


class TestNoThanks:
    def test_a_run_costs_its_lowest_card_and_chips_are_points(self):
        table = at("no_thanks", 3)
        table.game.cards[0, :5] = (4, 12, 30, 13, 14)
        table.game.chips[0] = 5
        assert table.standing(0) == 5 - 12 - 30

    def test_whoever_takes_gets_the_chips_and_is_asked_again(self):
        table = at("no_thanks", 3)
        offered = int(table.game.offered)
        table.play(1, 1, 0)
        assert table.game.chips[:3].tolist() == [10, 10, 13]
        assert table.game.cards[2, :2].tolist() == [1, offered]
        assert (table.game.player, table.game.pot) == (2, 0)

    def test_without_a_chip_nobody_can_refuse(self):
        table = at("no_thanks", 3)
        table.game.chips[0] = 0
        assert table.choices() == {0}


class TestKuhnPoker:
    def dealt(self, first, second):
        table = at("kuhn_poker")
        table.game.card[0, 1], table.game.card[1, 1] = first, second
        return table

    @pytest.mark.parametrize(
        ("moves", "won"), [((0, 0), 1), ((1, 1), 2), ((1, 0), 1), ((0, 1, 1), 2), ((0, 1, 0), -1)]
    )
    def test_the_higher_card_wins_unless_it_is_folded(self, moves, won):
        table = self.dealt(2, 0)
        table.play(*moves)
        assert table.game.ended
        assert (table.standing(0), table.standing(1)) == (won, -won)


class TestBigMoney:
    def test_a_hand_buys_one_card_and_is_laid_aside(self):
        table = at("big_money")
        table.game.hand[0] = (5, 2, 2, 1, 0, 0)  # two gold, a silver, two copper: ten coins
        assert table.choices() == {*range(7)}
        table.play(5)
        assert table.game.supply[5] == 7
        assert table.game.owned[0, 5] == 1
        assert (table.game.discards[0, 0], table.game.player) == (6, 1)

    def test_of_equal_points_the_fewer_turns_win(self):
        table = at("big_money")
        table.game.supply[5], table.game.turns[:2] = 1, (9, 9)
        table.game.owned[1, 5] = 1
        table.game.hand[0] = (5, 2, 2, 1, 0, 0)
        table.play(5)
        assert table.game.ended
        assert table.standing(0) == table.standing(1)
        assert table.game.place[:2].tolist() == [2, 1]


class TestBoards:
    def test_three_in_a_row_win_and_a_full_board_is_a_draw(self):
        table = at("tic_tac_toe")
        table.play(0, 4, 1, 5, 2)
        assert table.game.place[:2].tolist() == [1, 2]
        table = at("tic_tac_toe")
        table.play(0, 1, 2, 4, 3, 5, 7, 6, 8)
        assert table.game.place[:2].tolist() == [1, 1]

    @pytest.mark.parametrize(
        "moves", [(0, 1, 0, 1, 0, 1, 0), (0, 0, 1, 1, 2, 2, 3), (0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3)]
    )
    def test_four_in_a_column_a_row_and_a_diagonal_win(self, moves):
        table = at("connect_four")
        table.play(*moves[:-1])
        assert not table.game.ended
        table.play(moves[-1])
        assert table.game.place[:2].tolist() == [1, 2]

    def test_a_full_column_takes_no_disc(self):
        table = at("connect_four", rows=4)
        table.play(0, 0, 0, 0)
        assert table.choices() == {*range(1, 7)}


class TestSixNimmt:
    def rows(self, table, *rows):
        for k, row in enumerate(rows):
            table.game.row[k] = (len(row), *row, *[0] * (6 - len(row)))

    def test_cards_go_where_they_are_nearest_the_lowest_first(self):
        table = at("six_nimmt")
        self.rows(table, [10], [20], [30], [40])
        table.game.hand[0, 1], table.game.hand[1, 1] = 32, 25
        table.play(0, 0)
        assert table.game.row[1, :3].tolist() == [2, 20, 25]
        assert table.game.row[2, :3].tolist() == [2, 30, 32]

    def test_the_sixth_card_takes_the_row_and_a_low_one_the_cheapest(self):
        table = at("six_nimmt")
        self.rows(table, [10], [55, 56, 57, 58, 59], [30], [40])
        table.game.hand[0, 1], table.game.hand[1, 1] = 60, 5
        table.play(0, 0)
        assert table.standing(0) == -(7 + 1 + 1 + 1 + 1)
        assert table.standing(1) == -3, "a row with the 10"


class TestCantStop:
    def test_runners_climb_by_pairs_and_are_kept_by_stopping(self):
        table = at("cant_stop")
        table.game.die[:] = (1, 2, 6, 6)
        assert {told(table, move) for move in table.choices()} == {
            "climbs 3 and 12 (pairing 1)", "climbs 7 and 8 (pairing 2)",
        }  # fmt: skip
        table.play(3, 10)
        assert table.game.camp[0, 6:9].tolist() == [0, 1, 1]
        assert table.game.player == 1

    def test_the_last_runner_is_for_one_of_two_columns(self):
        table = at("cant_stop")
        table.game.runner[2], table.game.runner[12] = 1, 1
        table.game.die[:] = (1, 2, 3, 5)
        assert {told(table, move) for move in table.choices()} == {
            "climbs 3 (pairing 1)", "climbs 8 (pairing 1)", "climbs 4 (pairing 2)",
            "climbs 7 (pairing 2)", "climbs 6 (pairing 3)", "climbs 5 (pairing 3)",
        }  # fmt: skip

    def test_a_finished_column_counts_and_is_closed(self):
        table = at("cant_stop")
        table.game.runner[2], table.game.phase = 3, 1
        table.play(10)
        assert table.standing(0) == 1
        table.game.die[:] = (1, 1, 6, 6)
        assert "climbs 12 (pairing 1)" in {told(table, move) for move in table.choices()}


class TestLiarsDice:
    def test_bids_rise_and_whoever_is_wrong_loses_a_die(self):
        table = at("liars_dice")
        table.game.cup[0], table.game.cup[1] = (3, 2, 0, 0, 0, 0), (1, 0, 0, 0, 0, 4)
        table.play(3 * 6)  # four ones, and there are four
        assert told(table, 18 + 6) == "bids 5 × 1"
        assert min(table.choices()) == 19
        table.play(120)
        assert table.game.left[:2].tolist() == [5, 4]
        assert table.game.player == 1

    def test_the_last_one_with_dice_wins(self):
        table = at("liars_dice", dice=1)
        table.game.cup[0], table.game.cup[1] = (1, 0, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0)
        table.play(6, 120)  # two ones: a lie
        assert table.game.ended
        assert table.game.place[:2].tolist() == [2, 1]


class TestForSale:
    def test_whoever_passes_takes_the_cheapest_for_half(self):
        table = at("for_sale", 3)
        houses = table.game.offer[1:4].tolist()
        assert houses == sorted(houses)
        table.play(3, 4, 19)  # seat 3 passes without a bid
        assert table.game.owned[2, 1] == houses[0]
        assert table.game.coins[2] == 18
        table.play(19)  # seat 1 gets back one of three
        assert table.game.coins[:2].tolist() == [16, 14]
        assert [table.game.owned[k, 1] for k in (0, 1)] == houses[1:]
        assert table.game.player == 1, "whoever has won bids first"

    def test_the_highest_house_gets_the_highest_cheque(self):
        table = at("for_sale", 3)
        game = table.game
        game.phase, game.player = 1, 0
        game.offer[:4] = (3, 2, 9, 15)
        for seat, house in enumerate((7, 30, 1)):
            game.owned[seat, :2] = (1, house)
        table.play(20 + 7, 20 + 30, 20 + 1)
        assert game.won[:3].tolist() == [9, 15, 2]


class TestColoretto:
    def test_three_colours_count_and_the_others_cost_as_much(self):
        table = at("coloretto", 3)
        table.game.owned[0] = (5, 3, 2, 2, 1, 0, 0, 1, 0)
        assert table.standing(0) == 15 + 6 + 3 - 3 - 1 + 2

    def test_a_joker_joins_the_largest_colour_that_has_room(self):
        table = at("coloretto", 3)
        table.game.owned[0] = (6, 3, 0, 0, 0, 0, 0, 0, 1)
        assert table.standing(0) == 21 + 10

    def test_a_drawn_card_must_be_laid_and_a_row_is_taken_once(self):
        table = at("coloretto", 3)
        assert table.choices() == {0}
        table.play(0)
        assert table.choices() == {0, 1, 2}
        table.play(1, 6)
        assert table.game.has_taken[:3].tolist() == [0, 1, 0]
        assert table.game.is_taken[:3].tolist() == [0, 1, 0]
        assert table.choices() == {0}, "nothing lies in the others"


class TestHanabi:
    def test_a_hint_is_known_of_every_card(self):
        table = at("hanabi")
        table.game.hand[1, 1:6] = (0, 1, 5, 6, 0)  # white 1, white 2, yellow 1, yellow 2, white 1
        move = next(m for m in table.choices() if told(table, m).endswith("to seat 2 rank 1"))
        table.play(move)
        assert table.game.hints == 7
        assert table.game.ranks[1].tolist() == [1, 30, 1, 30, 1]

    def test_a_card_that_fits_is_built_and_another_is_a_mistake(self):
        table = at("hanabi")
        table.game.hand[0, 1], table.game.hand[1, 1] = 0, 3
        table.play(0, 0)
        assert table.game.built.tolist() == [1, 0, 0, 0, 0]
        assert (table.game.mistakes, table.standing(1)) == (1, 1)

    def test_the_third_mistake_loses(self):
        table = at("hanabi")
        table.game.mistakes, table.game.hand[0, 1] = 2, 4
        table.play(0)
        assert table.game.ended
        assert table.game.place[:2].tolist() == [2, 2]

    def test_after_the_last_card_everybody_has_one_turn(self):
        table = at("hanabi", 3)
        table.game.deck[0], table.game.hints = 1, 2
        table.play(5, 5, 5)
        assert not table.game.ended
        table.play(5)
        assert table.game.ended

    def test_own_cards_are_imagined_as_hints_allow(self):
        table = at("hanabi")
        table.game.ranks[0, 0] = 1  # a one
        table.game.hand[0, 1] = 5
        seen = set()
        for seed in range(30):
            game = table.game.copy()
            plain(table.title.redeal)(game, table.rules, 0, np.array([seed], np.uint64))
            assert game.hand[1].tolist() == table.game.hand[1].tolist()
            seen.add(int(game.hand[0, 1]))
        assert len(seen) > 2
        assert all(card % 5 == 0 for card in seen)


class TestSkull:
    def laid(self, *piles):
        table = at("skull", 3)
        table.play(*(pile[0] for pile in piles))
        return table

    def test_own_cards_are_turned_first_and_flowers_win_the_bid(self):
        table = self.laid([0], [0], [0])
        bid = next(move for move in table.choices() if told(table, move) == "chooses bid 2")
        table.play(bid, 26, 26)  # both pass
        assert (table.game.phase, table.game.player) == (2, 0)
        assert {told(table, move) for move in table.choices()} == {
            "chooses turn seat 2", "chooses turn seat 3",
        }  # fmt: skip
        table.play(27 + 1)
        assert (table.standing(0), table.game.phase) == (1, 0)

    def test_a_skull_costs_a_card(self):
        table = self.laid([0], [1], [0])
        bid = next(move for move in table.choices() if told(table, move) == "chooses bid 2")
        table.play(bid, 26, 26, 27 + 1)
        assert table.game.lost[0, 0] == 1
        assert (table.standing(0), table.game.phase, table.game.player) == (0, 0, 0)

    def test_whoever_meets_the_own_skull_chooses_what_to_lose(self):
        table = self.laid([1], [0], [0])
        bid = next(move for move in table.choices() if told(table, move) == "chooses bid 1")
        table.play(bid, 26, 26)
        assert {told(table, move) for move in table.choices()} == {
            "chooses lose flower", "chooses lose skull",
        }  # fmt: skip

    def test_the_last_one_in_wins(self):
        table = self.laid([1], [0], [0])
        table.game.lost[1:3, 0] = 4
        table.game.out[2] = 1
        table.game.hand[0, 0] = 0
        bid = next(move for move in table.choices() if told(table, move) == "chooses bid 1")
        table.game.passed[2] = 1
        table.play(bid, 26)
        assert table.game.ended
        assert table.game.place[:3].tolist() == [2, 1, 2]


class TestCopsAndRobber:
    """Three cops are needed on this map, the Petersen graph: Aigner and Fromme (1984)."""

    @pytest.mark.parametrize(("cops", "winner"), [(2, 0), (3, 1)])
    def test_perfect_play_ends_as_is_known(self, cops, winner):
        title = load_title(str(SHELF / "cops_and_robber.py"))
        match = Match(title, rules_of(title, 2, {"cops": cops}), line_up(title, ["allround"], 2),
                      "python")  # fmt: skip
        assert (match.play(1, 0, 4)["place"][:, winner] == 1).all()

    def test_two_cops_can_be_placed_so_that_a_robber_is_lost_at_once_but_never_for_good(self):
        solved = runpy.run_path(str(SHELF / "cops_and_robber.py"), run_name="solved_alone")
        free = solved["TWO"][1]  # the first cop's turn: by robber and cops
        assert (free.max(axis=0) == solved["FAR"]).all(), "some place is always safe"
        assert (solved["THREE"][1].max(axis=0).min()) < solved["FAR"]

    def test_nobody_jumps(self):
        table = at("cops_and_robber")
        table.play(0, 1, 2, 7)
        places = {told(table, move) for move in table.choices()}
        assert places == {f"chooses go {name}" for name in ("dock", "mill", "gate", "inn")}


def test_optimal_pig_first_holds_at_21_and_dares_if_behind():
    """Neller and Presser (2004), Optimal play of the dice game Pig."""
    solved = runpy.run_path(str(SHELF / "pig_solved.py"), run_name="solved_alone")
    holds = solved["HOLDS"]
    assert int(np.argmax(holds[:, 0, 0])) == 21
    assert int(np.argmax(holds[:, 20, 80])) > 25
    assert solved["WINS"][0, 0, 0] == pytest.approx(0.5306, abs=5e-5)
