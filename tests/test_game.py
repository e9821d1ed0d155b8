"""The small way in: what follows from a declaration, and what is told of a wrong one."""

import numpy as np
import pytest

from simulator import mechanisms
from simulator.errors import UserError
from simulator.fields import each_player, number, pile, several
from simulator.game import Game, endings
from simulator.kernel import new, plain, record
from simulator.levers import Levers
from simulator.names import numbered, places, spans
from simulator.testing import GameTable
from simulator.titles import load_title

Move = numbered("pass_on", "raise_it")


def stop(game, rules, move):
    game.ended = 2


def game_of(apply=stop, **declared):
    made = Game("trial", **(dict(players=(2, 3), moves=Move) | declared))
    if apply:
        made.apply(apply)
    return made


def at(game, players=2):
    return GameTable(game.title, players)


class TestWhatFollowsFromADeclaration:
    def test_every_move_is_legal_and_a_kind_of_its_own(self):
        table = at(game_of())
        assert table.choices() == {Move.pass_on, Move.raise_it}
        assert table.title.levers.kinds == ("pass_on", "raise_it")
        assert table.title.levers.groups == {"moves": ("pass_on", "raise_it")}
        kinds = plain(table.title.kinds)
        assert [kinds(table.game, table.rules, move) for move in (0, 1)] == [1, 2]

    def test_a_span_of_moves_is_one_kind(self):
        moves = spans(bid=5, play=places(5), draw=1)
        table = at(game_of(moves=moves))
        kinds = plain(table.title.kinds)
        assert [kinds(table.game, table.rules, move) for move in (0, 4, 9, 10)] == [1, 1, 2, 4]

    def test_numbers_are_told_as_they_are_and_places_from_1(self):
        table = at(game_of(moves=spans(bid=5, play=places(5), draw=1)))
        told = [table.title.words.move(table.game, table.rules, move) for move in (0, 5, 9, 10)]
        assert told == ["chooses bid 0", "chooses play 1", "chooses play 5", "chooses draw"]

    def test_a_place_of_a_pile_is_told_by_its_card(self):
        Suit = numbered("hearts", "spades")
        fields = {"row": pile(2), "hand": each_player(pile(3, names=Suit))}
        moves = spans(play=places(3, "hand"), fetch=places(2, "row"))
        table = at(game_of(moves=moves, fields=fields))
        table.game.hand[0, :3], table.game.row[:2] = (2, 1, 0), (1, 8)
        told = [table.title.words.move(table.game, table.rules, move) for move in range(5)]
        assert told == [
            "chooses play spades", "chooses play hearts", "chooses play 3",
            "chooses fetch 8", "chooses fetch 2",
        ]  # fmt: skip
        table.game.hand[0, :4] = (3, 0, 1, 0)
        told = [table.title.words.move(table.game, table.rules, move) for move in range(3)]
        assert told == [f"chooses play {card}" for card in ("hearts", "spades", "hearts (2nd)")]
        with pytest.raises(UserError, match=r"Unknown pile in places.*'hnd'. Did you mean 'hand'"):
            game_of(moves=spans(play=places(3, "hnd")), fields=fields)

    def test_a_sign_that_python_needs_is_not_read_by_people(self):
        moves = spans(pass_=1, raise_=places(2))
        title = at(game_of(moves=moves, sources=numbered("class_"))).title
        assert title.levers.kinds == title.words.tallies == ("pass", "raise")
        assert [title.words.move(None, None, k) for k in range(3)] == [
            "chooses pass", "chooses raise 1", "chooses raise 2",
        ]  # fmt: skip
        assert title.words.sources == ("class",)

    def test_what_a_predicate_allows_is_legal(self):
        game = game_of()
        game.legal(lambda game, rules, move: move == Move.raise_it)
        assert at(game).choices() == {Move.raise_it}

    def test_moves_are_counted_by_kind(self):
        table = at(game_of(lambda game, rules, move: None))
        table.play(Move.raise_it, Move.raise_it, Move.pass_on)
        assert table.title.words.tallies == ("pass_on", "raise_it")
        assert table.game.tally[0].tolist() == [1, 2]

    def test_what_a_game_counts_itself_comes_before_its_moves(self):
        Tally = numbered("bust")

        def count(game, rules, move):
            game.tally[game.player, Tally.bust] += 1

        table = at(game_of(count, tallies=Tally))
        table.play(Move.raise_it)
        assert table.title.words.tallies == ("bust", "pass_on", "raise_it")
        assert table.game.tally[0].tolist() == [1, 0, 1]

    def test_components_are_fields_of_the_rules(self):
        game = game_of(components={
            "goal": {"value": 9, "about": "enough"},
            "card": {"values": {"value": [1, 2, 3]}, "rate": 0.5},
            "map": {"value": "B", "allowed": ["A", "B"]},
            "short": True,
        })  # fmt: skip
        rules = at(game).rules
        assert (rules.goal, rules.card_values.tolist(), rules.card_rate) == (9, [1, 2, 3], 0.5)
        assert (rules.map, rules.short) == (1, 1)

    def test_a_component_that_names_no_source_is_of_the_games_file_not_of_a_rulebook(self):
        told = {"goal": {"value": 9, "source": "rulebook"}, "tax": {"value": 1}, "toll": 2}
        entries = game_of(components=told).title.components.entries
        assert [one.source for one in entries.values()] == ["rulebook", "file", "file"]

    def test_alternatives_are_factors_and_nought_is_a_removal(self):
        entry = {"value": 3, "alternatives": [0, 5]}
        levers = game_of(components={"tax": entry, "toll": entry, "goal": 9}).title.levers
        combinations = {one.name: len(one.combinations) for one in levers.factors(2)}
        assert combinations == {"components": 9, "tax": 3, "toll": 3}
        assert levers.removals == {"tax": {"tax": 0}, "toll": {"toll": 0}}

    def test_a_game_without_components_or_kinds_has_nothing_to_pull(self):
        levers = game_of(moves=spans(bid=5)).title.levers
        assert (levers.groups, levers.removals, levers.factors(2)) == ({}, {}, ())
        assert levers.kinds != Levers().kinds

    def test_the_last_round_and_all_places_count(self):
        def win(game, rules, move):
            mechanisms.gain(game, 1, 5)
            mechanisms.finish(game)

        table = at(game_of(win), players=3)
        table.play(Move.pass_on)
        assert table.game.rounds == 1
        assert table.game.place.tolist() == [2, 1, 2]

    def test_a_round_that_ends_with_the_game_counts_once(self):
        def last(game, rules, move):
            mechanisms.next_player(game)
            if game.rounds == 2:
                mechanisms.finish(game)

        table = at(game_of(last))
        table.play(*[Move.pass_on] * 4)
        assert (table.game.ended, table.game.rounds) == (2, 2)

    def test_what_it_is_worth_at_the_end_is_the_score(self):
        game = game_of(sources=numbered("coins", "land"))
        game.worth(lambda game, rules, seat, source: 10 * seat + source)
        table = at(game)
        table.play(Move.pass_on)
        assert "seat 2: 21 points" in table.title.words.position(table.game, table.rules)
        assert table.game.points.tolist()[:2] == [[0, 1], [10, 11]]
        assert table.game.place.tolist()[:2] == [2, 1]

    def test_endings_are_named(self):
        Ending = endings("full", "empty")
        words = game_of(endings=Ending).title.words
        assert words.endings[Ending.empty] == "empty"
        assert words.endings[:2] == ("running", "round limit")

    def test_positions_read_by_their_names(self):
        fields = {
            "pot": number(0, 9),
            "hand": each_player(pile(3)),
            "row": several(2, number(0, 1)),
            "is_last_round": number(0, 1, told=False),  # the rules' own bookkeeping
            "has_passed": each_player(number(0, 1, told=False)),
        }
        table = at(game_of(fields=fields))
        table.game.hand[1, :3] = (2, 7, 8)
        told = table.title.words.position(table.game, table.rules)
        assert told.splitlines() == [
            "seat 1 to act | pot 0 | row 0 0",
            "seat 1: 0 points | hand empty",
            "seat 2: 0 points | hand 7 8",
        ]

    def test_of_a_pile_that_nobody_sees_its_size_is_told(self):
        hand = each_player(pile(3, hidden="cards"))
        table = at(game_of(fields={"deck": pile(9, hidden="cards"), "hand": hand}))
        told = []
        for n in range(3):
            table.game.deck[: 1 + n], table.game.hand[0, :2] = (n, 7, 8)[: 1 + n], (1, 5)
            told += table.title.words.position(table.game, table.rules).splitlines()[:2]
        assert told[::2] == [f"seat 1 to act | deck {n}" for n in ("empty", "1 card", "2 cards")]
        assert told[1] == "seat 1: 0 points | hand 5"  # who reads it is told all hands

    def test_cards_and_numbers_with_names_are_called_by_them(self):
        Suit, Role = numbered("hearts", "spades"), numbered("thief", "banker")
        fields = {
            "hand": each_player(pile(3, names=Suit)),
            "role": each_player(number(1, 2, names=Role)),
        }
        table = at(game_of(fields=fields))
        table.game.hand[0, :4], table.game.role[:2] = (3, 1, 0, 2), (2, 5)
        told = table.title.words.position(table.game, table.rules)
        assert told.splitlines()[1:] == [
            "seat 1: 0 points | hand spades hearts 2 | role banker",
            "seat 2: 0 points | hand empty | role 5",
        ]


RANGED = {
    "pot": number(0, 9),
    "bids": each_player(number(-1, 5)),
    "rows": several(2, number(0, 1)),
    "hands": each_player(pile(2)),
}


class TestLaws:
    @pytest.mark.parametrize(
        ("name", "value", "law"),
        [
            ("pot", 10, "pot stays within 0 to 9"),
            ("bids", [0, -2, 0], "bids stays within -1 to 5"),
            ("rows", [0, 2], "rows stays within 0 to 1"),
            ("hands", [[0, 0, 0], [3, 0, 0], [0, 0, 0]], "hands holds up to 2 cards"),
        ],
    )
    def test_every_field_keeps_its_range(self, name, value, law):
        table = at(game_of(fields=RANGED))
        assert table.broken_law() == ""
        table.game[name] = value
        assert table.broken_law() == law

    def test_a_law_of_the_game_comes_after_them(self):
        game = game_of(fields=RANGED)
        game.law("the pot is even")(lambda game, rules: game.pot % 2 == 0)
        table = at(game)
        table.game.pot = 3
        assert table.broken_law() == "the pot is even"


HIDDEN = {
    "deck": pile(10, hidden="cards"),
    "hand": each_player(pile(3, hidden="cards")),
    "role": each_player(pile(1, hidden="roles")),
    "chosen": each_player(number(0, 4, hidden=True)),
    "open_row": pile(4),
}


class TestWhatIsHidden:
    def dealt(self):
        table = at(game_of(fields=HIDDEN), players=3)
        game = table.game
        game.deck[:7] = (6, 0, 1, 2, 3, 4, 5)
        game.open_row[:3] = (2, 20, 21)
        game.chosen[:] = (1, 0, 2)
        for seat in range(3):
            game.hand[seat] = (2, 10 + seat, 13 + seat, 0)
            game.role[seat] = (1, 30 + seat)
        return table

    def redealt(self, seed):
        table, stream = self.dealt(), np.array([seed], np.uint64)
        plain(table.title.redeal)(table.game, table.rules, 0, stream)
        return table.game

    def test_a_seat_keeps_what_it_sees(self):
        game = self.redealt(1)
        assert game.hand[0].tolist() == [2, 10, 13, 0]
        assert game.role[0].tolist() == [1, 30]
        assert game.open_row.tolist() == [2, 20, 21, 0, 0]
        assert game.chosen[:2].tolist() == [1, 0]

    def test_chance_to_come_is_hidden_by_a_redeal_of_ones_own_too(self):
        def redeal(game, rules, seat, stream):
            """Thinks of the choices alone."""
            game.chosen[1] = 4

        own = game_of(fields=HIDDEN)
        own.redeal(redeal)
        table = at(own, players=3)
        before = table.game.copy()
        plain(table.title.redeal)(table.game, table.rules, 0, np.array([1], np.uint64))
        assert table.game.chosen[1] == 4
        assert table.game.table[0] != before.table[0]
        assert table.game.deal[0] != before.deal[0]
        assert (table.game.whim[:3, 0] != before.whim[:3, 0]).tolist() == [False, True, True]

    def test_what_it_does_not_see_may_lie_otherwise_but_nothing_is_lost(self):
        seen = set()
        for seed in range(40):
            game = self.redealt(seed)
            cards = [*game.deck[1:7], *game.hand[1, 1:3], *game.hand[2, 1:3]]
            assert sorted(cards) == [0, 1, 2, 3, 4, 5, 11, 12, 14, 15]
            assert sorted([game.role[1, 1], game.role[2, 1]]) == [31, 32]
            seen.add((int(game.hand[1, 1]), int(game.role[1, 1]), int(game.chosen[2])))
        cards, roles, choices = map(set, zip(*seen, strict=True))
        assert len(cards) > 5
        assert roles == {31, 32}
        assert choices == {1, 2, 3, 4}

    def test_numbers_under_a_name_keep_their_sum_and_their_range(self):
        fields = {"chips": each_player(number(1, 40, hidden="chips"))}
        seen = set()
        for seed in range(60):
            table = at(game_of(fields=fields, players=(4,)), players=4)
            table.game.chips[:] = (7, 1, 20, 12)
            plain(table.title.redeal)(table.game, table.rules, 0, np.array([seed], np.uint64))
            chips = table.game.chips.tolist()
            assert chips[0] == 7
            assert sum(chips) == 40
            assert min(chips) >= 1
            seen.add(tuple(chips))
        assert len(seen) > 50
        assert {max(range(1, 4), key=lambda k: chips[k]) for chips in seen} == {1, 2, 3}

    def test_what_one_rival_has_is_known_by_the_sum(self):
        table = at(game_of(fields={"chips": each_player(number(0, 40, hidden="chips"))}), players=2)
        table.game.chips[:2] = (7, 11)
        plain(table.title.redeal)(table.game, table.rules, 0, np.array([1], np.uint64))
        assert table.game.chips[:2].tolist() == [7, 11]


@pytest.mark.parametrize(
    ("declared", "told"),
    [
        (lambda: several(5, several(4, number(0, 3))), r"write several\(20, …\) and read place"),
        (lambda: several(5, each_player(number(0, 3))), r"write each_player\(several\(5, …\)\)"),
    ],
)
def test_a_field_within_a_field_is_refused_where_it_is_declared(declared, told):
    with pytest.raises(UserError, match=told):
        declared()


MISTAKES = {
    "no apply": (dict(apply=None), "does not say what a move does"),
    "a gap": (dict(players=(2, 4)), r"in a row, as in \(2, 3, 4\)"),
    "nobody": (dict(players=()), "in a row"),
    "too many": (dict(players=range(2, 14)), "1 to 12 players"),
    "no moves": (dict(moves=()), "needs moves"),
    "a bare number": (dict(fields={"pot": 9}), "say what 'pot' is"),
    "a field of every game": (dict(fields={"points": number(0, 1)}), "every game has a field"),
    "a name of NumPy's": (dict(fields={"size": number(0, 1)}), "NumPy records already use"),
    "no name": (dict(fields={"my pot": number(0, 1)}), "'my pot' is no name"),
    "a text": (dict(components={"map": "A"}), "name those it may be with 'allowed'"),
    "a text with a bound": (
        dict(components={"boom": {"value": "seven", "min": 4}}),
        "trial: 'boom' has a min or max, so its value is a number; \"seven\" is a text.",
    ),
    "a misspelt key": (dict(components={"x": {"value": 1, "abuot": ""}}), "Did you mean 'about'"),
    "an odd alternative": (
        dict(components={"x": {"value": 1, "alternatives": ["a"]}}),
        "'x' must be a whole number",
    ),
    "a tally called as a move": (dict(tallies=numbered("pass_on")), "rename the tally"),
    "a wrong form": (dict(apply=lambda game, move: None), r"must take \(game, rules, move\)"),
}


@pytest.mark.parametrize(("declared", "told"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_in_one_sentence(declared, told):
    with pytest.raises(UserError, match=told):
        _ = game_of(**declared).title


def test_a_range_is_no_longer_than_its_names():
    with pytest.raises(UserError, match=r"10 numbers have 2 names; say number\(0, 1, names=…\)"):
        number(0, 9, names=numbered("thief", "banker"))


@pytest.mark.parametrize("wrong", [lambda: number(3, 1), lambda: pile(0)])
def test_a_range_that_cannot_be_is_refused(wrong):
    with pytest.raises(UserError):
        wrong()


def test_a_game_is_known_by_its_name_as_soon_as_it_is_made():
    made = game_of()
    assert load_title("trial") is made.title


# Mechanisms, in plain Python


def of(name):
    return plain(getattr(mechanisms, name))


def pile_of(*cards, room=8):
    made = np.zeros(room + 1, np.int32)
    made[: len(cards) + 1] = (len(cards), *cards)
    return made


def cards_of(pile):
    return pile[1 : 1 + pile[0]].tolist()


def test_the_last_card_put_is_the_first_drawn():
    cards = pile_of(4, 5)
    of("put")(cards, 6)
    assert of("top")(cards) == 6
    assert [of("draw")(cards) for _ in range(4)] == [6, 5, 4, mechanisms.NONE]
    assert of("count")(cards) == 0


def test_a_card_taken_from_the_middle_leaves_the_others_in_order():
    cards = pile_of(4, 5, 6)
    assert of("take")(cards, of("find")(cards, 5)) == 5
    assert cards_of(cards) == [4, 6]
    assert not of("holds")(cards, 5)


def test_nothing_is_left_where_a_card_lay():
    cards = pile_of(4, 5, 6, 7)
    of("take")(cards, 1)
    of("draw")(cards)
    assert cards.tolist() == [2, 4, 6, 0, 0, 0, 0, 0, 0]
    of("clear")(cards)
    assert not cards.any()


@pytest.mark.parametrize("place", [-1, 2])
def test_a_card_that_does_not_lie_there_cannot_be_taken(place):
    with pytest.raises(IndexError, match="no card lies at this place"):
        of("take")(pile_of(4, 5), place)


def test_what_an_empty_pile_gives_is_no_card_to_put():
    with pytest.raises(IndexError, match="there is no card to put"):
        of("put")(pile_of(4, 5), of("draw")(pile_of()))


def test_a_shuffle_loses_nothing_and_every_order_comes_up():
    stream, seen = np.ones(1, np.uint64), set()
    for _ in range(200):
        cards = pile_of(1, 2, 3)
        of("shuffle")(stream, cards)
        seen.add(tuple(cards_of(cards)))
    assert len(seen) == 6


def test_discards_are_shuffled_into_an_empty_pile():
    cards, discards = pile_of(), pile_of(7, 8, 9)
    drawn = of("draw_or_reshuffle")(np.ones(1, np.uint64), cards, discards)
    assert sorted([drawn, *cards_of(cards)]) == [7, 8, 9]
    assert of("count")(discards) == 0


@pytest.mark.parametrize(("step", "after"), [(1, [3, 1, 2]), (-1, [2, 3, 1]), (3, [1, 2, 3])])
def test_hands_go_round(step, after):
    hands = np.array([pile_of(1), pile_of(2), pile_of(3)])
    of("pass_hands")(hands, 3, step)
    assert [cards_of(hand)[0] for hand in hands] == after


def test_choices_are_complete_when_everybody_has_made_one():
    table = at(game_of(fields={"chosen": each_player(number(0, 3, hidden=True))}), players=3)
    game = table.game
    told = [of("choose_secretly")(game, game.chosen, choice) for choice in (2, 1, 3)]
    assert told == [False, False, True]
    assert game.chosen.tolist() == [2, 1, 3]


def test_who_is_out_has_no_more_turns():
    table = at(game_of(), players=3)
    assert of("eliminate")(table.game, 1) == 2
    of("next_player")(table.game)
    assert table.game.player == 2


def test_of_equal_bids_the_first_is_the_highest():
    assert of("highest")([1, 4, 4], 3) == 1
    assert of("lowest")([2, 1, 1, 0], 3) == 1


def test_a_die_has_all_its_sides():
    stream = np.ones(1, np.uint64)
    assert {of("roll")(stream, 4) for _ in range(99)} == {1, 2, 3, 4}


@pytest.mark.parametrize("players", [1, 3])
def test_who_loses_to_the_game_has_not_won(players):
    table = at(game_of(lambda game, rules, move: mechanisms.lose(game), players=(1, 2, 3)), players)
    table.play(Move.pass_on)
    assert table.game.ended == 2
    assert 1 not in table.game.place[:players]


def test_who_play_together_are_one_side():
    assert game_of(cooperative=True).title.sides(3) == 1
    assert game_of().title.sides(3) == 3


def test_all_gain_together():
    game = new(record(players=int, points=(int, (3, 1))))
    game.players = 3
    of("gain_together")(game, 4)
    assert game.points.tolist() == [[4], [4], [4]]
