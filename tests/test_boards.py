"""Boards, moves of several choices, tie-breaks as a list, any number of winners, 12 players."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from test_standings import rows

import tiltmeter as tm
from analyses.experiments.play import DealsToPlay
from analyses.findings.sample import sample_of
from simulator.boards import NOWHERE
from simulator.conformance import whimsical
from simulator.errors import UserError
from simulator.game import Game
from simulator.kernel import plain
from simulator.match import Match
from simulator.testing import GameTable
from strategies.playing_on import ALL, ANY, NOBODY, outcome
from tiltmeter.design import (
    choices,
    chosen,
    coded,
    count_near,
    count_on,
    each_player,
    finish,
    gain,
    grid,
    group_of,
    group_size,
    is_connected,
    line_through,
    lose,
    next_player,
    number,
    numbered,
    pile,
    regions,
    seats,
    several,
    spans,
)

made = iter(range(1000))


def game_of(moves, apply, **more):
    one = Game(f"board_{next(made)}", moves=moves, **{"players": (2,), **more})
    one.apply(apply)
    return one


def ends(game, rules, move):
    finish(game)


def beside(board, cell):
    return {board.names[k] for k in board.near[cell, : board.n_near[cell]]}


class TestBoards:
    def test_squares_touch_by_sides_or_by_corners_too(self):
        assert beside(grid(3, 3), 4) == {"b1", "a2", "c2", "b3"}
        assert beside(grid(3, 3), 0) == {"b1", "a2"}
        assert beside(grid(3, 3, diagonals=True), 0) == {"b1", "a2", "b2"}

    def test_hexagons_have_six_sides(self):
        board = grid(3, 3, hexes=True)
        assert beside(board, 4) == {"b1", "c1", "a2", "c2", "b3", "c3"}
        assert beside(board, 1) == {"a1", "c1", "a2", "b2"}
        assert board.distance[0, 8] == 3

    @pytest.mark.parametrize("more", [{}, {"hexes": True}, {"wraps": True}, {"diagonals": True}])
    def test_each_way_leads_back_and_neighbours_are_mutual(self, more):
        board = grid(4, 6, **more)
        for cell in range(board.cells):
            for way in range(2 * board.lines):
                there = board.step[cell, way]
                back = (way + board.lines) % (2 * board.lines)
                assert there == NOWHERE or board.step[there, back] == cell
            for other in board.near[cell, : board.n_near[cell]]:
                assert cell in board.near[other]
        assert (board.distance == board.distance.T).all()

    def test_edges_of_a_ring_are_joined(self):
        ring = grid(1, 8, wraps=True)
        assert beside(ring, 0) == {"b1", "h1"}
        assert ring.distance[0, 5] == 3

    def test_a_map_knows_borders_and_distances(self):
        board = regions(numbered("isle", "east_coast", "hills"), [(0, 1), (1, 2)])
        assert beside(board, 1) == {"isle", "hills"}
        assert board.distance[0, 2] == 2
        assert board.names[1] == "east coast"

    def test_lines_and_groups(self):
        board, values = grid(4, 4), np.array([1, 1, 0, 0, 0, 1, 2, 0, 1, 0, 1, 0, 1, 1, 0, 1])
        line, size = plain(line_through), plain(group_size)
        assert line(board, values, 0) == 4, "the diagonal"
        assert line(board, values, 6) == 1
        assert plain(count_on)(board, values, 8, 1) == 1
        assert plain(count_near)(board, values, 5, 1) == 1
        assert (size(board, values, 0), size(board, values, 8)) == (3, 3)
        assert plain(is_connected)(board, values, 0, 5)
        assert not plain(is_connected)(board, values, 0, 10)
        marks = np.zeros(16, int)
        assert plain(group_of)(board, values, 13, marks) == 3
        assert np.flatnonzero(marks).tolist() == [8, 12, 13]

    def test_a_board_that_is_too_large_or_holds_piles_is_refused(self):
        with pytest.raises(UserError, match="1 to 1,024 cells"):
            grid(40, 40)
        with pytest.raises(UserError, match="a cell holds a number"):
            several(grid(2, 2), pile(3))

    def test_it_is_told_and_drawn(self):
        board = grid(2, 3)
        stone = numbered("free", "black", "white")
        fields = {"stones": several(board, number(0, 2, names=stone)),
                  "own": each_player(several(board, number(0, 9)))}  # fmt: skip
        table = GameTable(game_of(spans(mark=board), ends, fields=fields).title, 2)
        table.game.stones[4], table.game.own[1, 0] = stone.white, 7
        words = table.title.words
        assert "stones b2 white" in words.position(table.game, table.rules)
        picture = words.table(table.game, table.rules)
        assert picture[:4] == ["stones", "      a     b     c", "1     .     .     .",
                               "2     . white     ."]  # fmt: skip
        assert picture[-3:] == ["  a b c", "1 7 . .", "2 . . ."]
        assert words.move(table.game, table.rules, 5) == "chooses mark c2"
        drawn = [one for one in words.pieces(table.game, table.rules) if one.kind == "board"]
        assert [(one.name, one.seat, one.columns) for one in drawn] == [
            ("stones", 0, 3), ("own", 1, 3), ("own", 2, 3),
        ]  # fmt: skip


Card = numbered("guard", "priest", "baron")
Guess = choices(who=seats(4), card=Card, bet=number(2, 5))
Move = spans(rest=1, guess=Guess, pay=number(1, 3))


class TestMoves:
    def test_parts_are_read_and_written(self):
        assert (Move.guess, Move.pay, Move.end) == (1, 1 + 4 * 3 * 4, 1 + 48 + 3)
        move = 0
        for part, value in [(Guess.who, 2), (Guess.card, 1), (Guess.bet, 4)]:
            move += plain(coded)(part, value)
        read = [plain(chosen)(move, part) for part in (Guess.who, Guess.card, Guess.bet)]
        assert read == [2, 1, 4]

    def test_words_and_kinds_come_from_the_declaration(self):
        table = GameTable(game_of(Move, ends).title, 2)
        words, kinds = table.title.words.move, table.title.levers.kinds
        told = [words(table.game, table.rules, move) for move in (0, 1 + 2 * 12 + 4 + 2, 50)]
        assert told == ["chooses rest", "chooses guess who seat 3 card priest bet 4",
                        "chooses pay 2"]  # fmt: skip
        assert kinds == ("rest", "guess_guard", "guess_priest", "guess_baron", "pay")
        bits = plain(table.title.kinds)(table.game, table.rules, 1 + 2 * 12 + 4 + 2)
        assert kinds[int(bits).bit_length() - 1] == "guess_priest"
        assert len({words(table.game, table.rules, move) for move in range(Move.end)}) == Move.end

    def test_what_a_move_cannot_say(self):
        with pytest.raises(UserError, match="say what a move chooses"):
            choices()
        with pytest.raises(UserError, match="no pile and none of several"):
            choices(what=pile(3))


TIED = {"coins": each_player(number(0, 9)), "cards": each_player(pile(4))}


class TestTieBreaks:
    def places(self, coins, cards, tie_breaks, **more):
        title = game_of(numbered("go"), ends, fields=TIED, tie_breaks=tie_breaks, **more).title
        table = GameTable(title, title.players[-1])
        n = int(table.game.players)
        table.game.coins[:n], table.game.cards[:n, 0] = coins, cards
        table.play(0)
        return table.game.place[:n].tolist()

    def test_the_first_that_differs_decides(self):
        three = {"players": (3,)}
        assert self.places([1, 2, 2], [0, 3, 1], ["coins", "-cards"], **three) == [3, 2, 1]
        assert self.places([1, 2, 2], [0, 1, 1], ["coins", "-cards"], **three) == [3, 1, 1]
        assert self.places([1, 2, 2], [0, 1, 1], ["coins", "turn_order"], **three) == [3, 2, 1]
        assert self.places([1, 2, 2], [0, 1, 1], ["-turn_order"], **three) == [1, 2, 3]

    def test_a_team_has_the_sum_of_its_seats(self):
        teams = {"players": (), "teams": {"us": 2, "them": 2}}
        assert self.places([1, 3, 4, 1], [0] * 4, ["coins"], **teams) == [1, 2, 1, 2]

    def test_a_field_that_is_not_there_is_refused(self):
        with pytest.raises(UserError, match="Did you mean 'coins'"):
            game_of(numbered("go"), ends, fields=TIED, tie_breaks=["coin"])
        with pytest.raises(UserError, match="they are a list"):
            game_of(numbered("go"), ends, fields=TIED, tie_breaks="coins")


def some_win(game, rules, move):
    if move == 2:
        lose(game)
        return
    for seat in range(game.players):
        gain(game, seat, 1 if seat % 2 == move else 0)
    finish(game)


class TestWinners:
    def test_each_winner_has_a_whole_win_and_nobody_may_have_any(self):
        title = game_of(numbered("even", "odd", "none"), some_win, players=(4,),
                        winners="any").title  # fmt: skip
        assert not title.shares_wins
        match = Match(title, title.rules_for(title.components, 4), whimsical(4), "python")
        won = DealsToPlay(match, 1, range(20)).play().win
        assert {*won.sum(axis=1).tolist()} == {0.0, 2.0}
        assert {*won.ravel().tolist()} == {0.0, 1.0}

    def test_a_fair_share_is_what_players_win_on_average(self):
        title = game_of(numbered("even", "odd"), some_win, players=(2,), winners="any").title
        both = rows([[1, 4], [2, 3]], [2]).with_columns(win=pl.Series([1.0, 0.5]))
        assert replace(sample_of(both), handed=title).even == pytest.approx(0.75)
        assert sample_of(both).even == 0.5

    def test_several_winners_are_held_against_several_losers(self):
        """A seat accuses once or twice, so winners cannot do it three times more than others."""
        game = Path(__file__).parents[1] / "examples" / "shelf" / "werewolf.py"
        frame = tm.simulate(game, games=3000, players=5, strategies=["random"])
        choices, trust = tm.analyse(frame, ["choices", "confidence"])
        assert abs(choices.tables[0].frame["winners more"][0]) < 0.2
        assert trust.frame("tests")["holds"].all()

    def test_a_look_ahead_bot_counts_whole_wins(self):
        title = game_of(numbered("even", "odd"), some_win, players=(4,), winners="any").title
        table = GameTable(title, 4)
        table.play(0)
        worth = plain(title.worth)
        told = [plain(outcome)(table.game, table.rules, 0, worth, how)[0]
                for how in (NOBODY, ALL, ANY)]  # fmt: skip
        assert told == [0.5, 1.0, 1.0]
        assert plain(outcome)(table.game, table.rules, 1, worth, ANY)[0] == 0.0

    def test_other_words_are_refused(self):
        with pytest.raises(UserError, match="winners='any' is all"):
            game_of(numbered("go"), ends, winners="all")
        with pytest.raises(UserError, match="not of teams or one side"):
            game_of(numbered("go"), ends, winners="any", cooperative=True)


def go_round(game, rules, move):
    gain(game, game.player, game.player % 5)
    next_player(game)
    if game.rounds == 2:
        finish(game)


def test_twelve_can_play():
    title = game_of(numbered("go"), go_round, players=range(2, 13)).title
    match = Match(title, title.rules_for(title.components, 12), whimsical(12), "python")
    rows = match.play(1, 0, 3)
    assert rows["points"][0, :12, 0].tolist() == [2 * (seat % 5) for seat in range(12)]
