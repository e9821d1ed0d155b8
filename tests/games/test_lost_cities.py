"""Lost Cities: Roll & Write, rule by rule, in the order of the rulebook, in plain Python."""

import pytest

from simulator import testing
from simulator.errors import UserError
from simulator.games.lost_cities import laws, moves, table
from simulator.games.lost_cities.moves import Move
from simulator.games.lost_cities.table import (
    BOXES,
    CLOSED,
    LONE_CIRCLE,
    Box,
    Bridge,
    Colour,
    Ending,
    Phase,
    Source,
    Tally,
)
from simulator.kernel import new, plain
from simulator.loop import begin
from simulator.match import Match
from simulator.names import written
from simulator.testing import rules_of
from simulator.titles import load_title
from strategies.registry import line_up

TITLE = load_title("lost_cities")
COMPONENTS, WORDS = TITLE.components, TITLE.words
RED, ORANGE, YELLOW, GREEN, BLUE, PURPLE = Colour

apply, legal, check = plain(moves.apply), plain(moves.legal), testing.check_of(TITLE)
points_on_sheet = plain(laws.points_on_sheet)


def standing(game, by, seat):
    """The score read off the sheet; that `game.points` agrees is a law of its own."""
    return sum(int(points_on_sheet(game, by, seat, source)) for source in range(len(Source)))


def rules(players=2, *changes):
    return rules_of(TITLE, players, COMPONENTS.parse(changes))


BY_THE_BOOK = rules()


def start(players=2, numbers=(), colours=(), sheet=None, by=BY_THE_BOOK):
    """A game whose first roll, and if asked whose sheet, are given."""
    game = new(TITLE.Game)
    plain(begin)(game, players, 1, 0)
    plain(table.setup)(game, by)
    if sheet is not None:
        for colour, column in enumerate([sheet] * 6 if isinstance(sheet, str) else sheet):
            game.sheet[colour] = [".AV".index(sign) for sign in column]
    if numbers or colours:
        roll(game, numbers, colours)
    return game


def roll(game, numbers, colours):
    """Puts these dice into the middle."""
    game.numbers[: len(numbers)], game.n_numbers = numbers, len(numbers)
    game.colours[: len(colours)], game.n_colours = colours, len(colours)
    plain(table.mark_new_faces)(game)


def fill(game, seat, colour, *numbers, circle=False):
    """Writes numbers into an expedition without their consequences."""
    game.circle[seat, colour] = circle
    game.written[seat, colour, : len(numbers)] = numbers
    game.filled[seat, colour] = len(numbers)
    game.tally[seat, Tally.dice_boxes] += len(numbers)
    game.floor[seat, colour] = plain(laws.floor_of)(game, seat, colour)


def settle(game, by=BY_THE_BOOK):
    """Brings the points up to date with a sheet that was filled by hand."""
    for seat in range(game.players):
        for source in range(len(Source)):
            game.points[seat, source] = points_on_sheet(game, by, seat, source)


def choices(game, by=BY_THE_BOOK):
    made = new(TITLE.Choices)
    n = legal(game, by, made)
    return set(made.move[:n].tolist())


def pair(colour, number):
    return Move.take + 10 * colour + number


def take(game, colour, number, by=BY_THE_BOOK):
    """Plays a pair that must be legal."""
    assert pair(colour, number) in choices(game, by)
    apply(game, by, pair(colour, number))


def column(game, seat, colour):
    return [int(n) for n in game.written[seat, colour] if n]


PLAIN_SHEET = "........."


class TestTheBox:
    """Matériel, fiche de jeu."""

    def test_three_number_dice_and_three_colour_dice(self):
        game = start()
        assert (game.n_numbers, game.n_colours) == (3, 3)

    def test_six_expeditions_of_nine_boxes_in_the_order_of_the_sheet(self):
        assert written(Colour) == ("red", "orange", "yellow", "green", "blue", "purple")
        assert BY_THE_BOOK.sheet.shape == (6, 9)

    def test_everybody_has_the_same_sheet_and_seat_one_begins(self):
        game = start()
        assert game.player == game.roller == 0
        assert (game.sheet == BY_THE_BOOK.sheet).all()

    def test_two_to_five_players(self):
        assert list(TITLE.players) == [2, 3, 4, 5]
        with pytest.raises(UserError, match="2 to 5 players, not 6"):
            rules(6)


class TestTakingDice:
    """Lancer les dés et choisir; refuser des dés."""

    def test_the_active_player_takes_one_number_and_one_colour_and_four_dice_stay(self):
        game = start(numbers=[3, 5, 7], colours=[RED, BLUE, GREEN])
        take(game, BLUE, 5)
        assert sorted(game.numbers[: game.n_numbers]) == [3, 7]
        assert sorted(game.colours[: game.n_colours]) == [RED, GREEN]

    def test_all_nine_pairs_are_offered_and_refusing(self):
        game = start(numbers=[3, 5, 7], colours=[RED, BLUE, GREEN])
        assert len(choices(game)) == 9 + 1

    def test_equal_dice_are_one_choice(self):
        game = start(numbers=[3, 3, 7], colours=[RED, RED, RED])
        assert choices(game) == {pair(RED, 3), pair(RED, 7), Move.refuse}

    def test_only_one_of_two_equal_dice_is_taken_away(self):
        game = start(numbers=[3, 3, 7], colours=[RED, RED, BLUE])
        take(game, RED, 3)
        assert choices(game) == {pair(c, n) for c in (RED, BLUE) for n in (3, 7)} | {Move.refuse}

    def test_the_others_leave_their_dice_so_several_may_choose_the_same(self):
        game = start(3, numbers=[3, 5, 7], colours=[RED, BLUE, GREEN], by=rules(3))
        take(game, BLUE, 5)
        take(game, RED, 3)
        assert game.player == 2
        take(game, RED, 3)
        assert column(game, 1, RED) == column(game, 2, RED) == [3]

    def test_after_the_active_players_refusal_all_six_dice_stay(self):
        game = start(numbers=[3, 5, 7], colours=[RED, BLUE, GREEN])
        apply(game, BY_THE_BOOK, Move.refuse)
        assert (game.n_numbers, game.n_colours) == (3, 3)
        assert len(choices(game)) == 10

    def test_each_of_the_others_may_refuse_too(self):
        game = start(numbers=[3, 5, 7], colours=[RED, BLUE, GREEN])
        take(game, RED, 3)
        apply(game, BY_THE_BOOK, Move.refuse)
        assert list(game.refusals[:2]) == [0, 1]

    def test_when_all_have_chosen_the_next_player_rolls(self):
        game = start(3, numbers=[3, 5, 7], colours=[RED, BLUE, GREEN], by=rules(3))
        for _ in range(3):
            apply(game, BY_THE_BOOK, Move.refuse)
        assert (game.rounds, game.roller, game.player, game.n_numbers) == (1, 1, 1, 3)

    def test_the_others_choose_in_turn_order_from_the_active_player(self):
        game = start(3, by=rules(3))
        order = []
        for _ in range(6):
            order.append(int(game.player))
            apply(game, BY_THE_BOOK, Move.refuse)
        assert order == [0, 1, 2, 1, 2, 0]

    def test_whoever_rolled_takes_the_dice_away_and_nobody_else(self):
        game = start(3, by=rules(3))
        for _ in range(3):
            apply(game, BY_THE_BOOK, Move.refuse)
        assert game.roller == 1
        roll(game, [3, 5, 7], [RED, BLUE, GREEN])
        take(game, BLUE, 5)
        assert game.n_numbers == game.n_colours == 2
        take(game, RED, 3)
        take(game, RED, 3)
        assert game.roller == 2

    def test_the_roll_goes_round_the_table(self):
        game = start(3, by=rules(3))
        rollers = []
        for _ in range(5):
            rollers.append(int(game.roller))
            for _ in range(3):
                apply(game, BY_THE_BOOK, Move.refuse)
        assert rollers == [0, 1, 2, 0, 1]

    def test_dice_show_all_ten_numbers_and_six_colours_and_equal_ones_are_marked(
        self,
    ):
        game = start()
        numbers, colours = set(), set()
        for _ in range(300):
            plain(table.roll)(game, BY_THE_BOOK)
            numbers |= set(game.numbers[:3].tolist())
            colours |= set(game.colours[:3].tolist())
            marks = [game.numbers[:die].tolist().count(game.numbers[die]) == 0 for die in range(3)]
            assert game.new_number[:3].tolist() == marks
        assert numbers == set(range(10))
        assert colours == set(range(6))

    def test_a_pair_that_cannot_be_written_cannot_be_taken_to_deny_it(self):
        game = start(numbers=[2, 2, 2], colours=[RED, RED, RED])
        fill(game, 0, RED, 5)
        assert choices(game) == {Move.refuse}


class TestDoubleCircles:
    """Cases compte double."""

    def test_a_zero_ticks_the_circle_of_an_untouched_expedition_and_is_never_a_ten(self):
        game = start(numbers=[0, 0, 0], colours=[RED, RED, RED])
        take(game, RED, 0)
        assert game.circle[0, RED] == 1
        assert column(game, 0, RED) == []

    def test_the_circle_must_come_first(self):
        game = start(numbers=[0, 0, 0], colours=[RED, RED, RED])
        fill(game, 0, RED, 2)
        take(game, RED, 0)
        assert game.circle[0, RED] == 0
        assert column(game, 0, RED) == [2, 10]

    def test_an_expedition_may_begin_without_its_circle(self):
        game = start(numbers=[4, 4, 4], colours=[RED, RED, RED])
        take(game, RED, 4)
        assert (game.circle[0, RED], column(game, 0, RED)) == (0, [4])

    def test_every_player_has_every_circle(self):
        game = start(numbers=[0, 0, 0], colours=[RED, RED, RED])
        take(game, RED, 0)
        take(game, RED, 0)
        assert list(game.circle[:2, RED]) == [1, 1]

    def test_ruling_a_second_zero_writes_a_ten_into_box_one(self):
        game = start(numbers=[0, 0, 0], colours=[RED, RED, RED])
        fill(game, 0, RED, circle=True)
        take(game, RED, 0)
        assert column(game, 0, RED) == [10]
        assert standing(game, BY_THE_BOOK, 0) == -40

    def test_switch_second_zero_off_forbids_it(self):
        strict = rules(2, "rulings.second_zero=false")
        game = start(numbers=[0, 0, 0], colours=[RED, RED, RED], by=strict)
        fill(game, 0, RED, circle=True)
        assert choices(game, strict) == {Move.refuse}


class TestExpeditions:
    """Mener des expéditions."""

    def test_boxes_are_filled_from_the_bottom(self):
        game = start(numbers=[4, 4, 4], colours=[RED, RED, RED])
        fill(game, 0, RED, 1, 2)
        take(game, RED, 4)
        assert list(game.written[0, RED]) == [1, 2, 4, 0, 0, 0, 0, 0, 0]

    def test_the_next_number_is_equal_or_higher(self):
        game = start(numbers=[4, 5, 6], colours=[RED, RED, RED])
        fill(game, 0, RED, 5)
        assert choices(game) == {pair(RED, 5), pair(RED, 6), Move.refuse}

    def test_a_zero_counts_ten_once_the_expedition_has_begun(self):
        game = start(numbers=[0, 9, 9], colours=[RED, RED, RED])
        fill(game, 0, RED, 10)
        assert choices(game) == {pair(RED, 0), Move.refuse}
        take(game, RED, 0)
        assert column(game, 0, RED) == [10, 10]


class TestArrows:
    """Case d'accélération."""

    def arrow_turn(self, *changes):
        """Red's second box is an arrow, and seat 1 is about to write a 2 there."""
        by = rules(2, *changes)
        game = start(
            numbers=[2, 2, 2],
            colours=[RED, RED, RED],
            by=by,
            sheet=[".A.......", *[PLAIN_SHEET] * 5],
        )
        fill(game, 0, RED, 2)
        take(game, RED, 2, by)
        return game, by

    def test_it_writes_the_last_number_again_in_any_expedition(self):
        game, by = self.arrow_turn()
        fill(game, 0, BLUE, 1, 7)
        assert game.phase == Phase.accelerate
        assert choices(game, by) == {Move.arrow + c for c in range(6)} | {Move.decline}
        apply(game, by, Move.arrow + BLUE)
        assert column(game, 0, BLUE) == [1, 7, 7]
        assert game.player == 1

    def test_rulebook_example_a_second_two_above_the_two_and_a_third_on_another_arrow(self):
        game = start(
            numbers=[2, 2, 2],
            colours=[BLUE, BLUE, BLUE],
            sheet=[".AA......", *[PLAIN_SHEET] * 3, "A........", PLAIN_SHEET],
        )
        fill(game, 0, RED, 2)
        take(game, BLUE, 2)
        apply(game, BY_THE_BOOK, Move.arrow + RED)
        assert column(game, 0, RED) == [2, 2]
        assert (game.phase, game.player) == (Phase.accelerate, 0)
        apply(game, BY_THE_BOOK, Move.arrow + RED)
        assert column(game, 0, RED) == [2, 2, 2]

    def test_a_chain_chooses_its_expedition_freely_at_each_link(self):
        game = start(numbers=[2, 2, 2], colours=[RED, RED, RED], sheet="A........")
        take(game, RED, 2)
        for colour in (BLUE, GREEN, PURPLE):
            apply(game, BY_THE_BOOK, Move.arrow + colour)
            assert (game.phase, game.player) == (Phase.accelerate, 0)
        apply(game, BY_THE_BOOK, Move.arrow + RED)
        assert [column(game, 0, c) for c in (RED, BLUE, GREEN, PURPLE)] == [[2, 2], [1], [1], [1]]
        assert game.player == 1

    def test_it_may_be_declined(self):
        game, by = self.arrow_turn()
        apply(game, by, Move.decline)
        assert (game.phase, game.player) == (Phase.pick, 1)

    def test_it_begins_an_expedition_with_a_one_and_the_circle_is_lost(self):
        game, by = self.arrow_turn()
        apply(game, by, Move.arrow + GREEN)
        assert (column(game, 0, GREEN), game.circle[0, GREEN]) == ([1], 0)

    def test_ruling_into_a_lone_circle_it_writes_a_one_and_the_circle_stays_good(self):
        game, by = self.arrow_turn()
        fill(game, 0, GREEN, circle=True)
        apply(game, by, Move.arrow + GREEN)
        assert (column(game, 0, GREEN), game.circle[0, GREEN]) == ([1], 1)

    def test_after_it_began_an_expedition_a_zero_is_a_ten_there(self):
        game, by = self.arrow_turn()
        apply(game, by, Move.arrow + GREEN)
        roll(game, [0, 0, 0], [GREEN, GREEN, GREEN])
        game.player = 0
        take(game, GREEN, 0)
        assert (column(game, 0, GREEN), game.circle[0, GREEN]) == ([1, 10], 0)

    def test_into_an_artefact_box_it_hatches_an_artefact(self):
        sheet = ["A........", "V........", *[PLAIN_SHEET] * 4]
        game = start(numbers=[2, 2, 2], colours=[RED, RED, RED], sheet=sheet)
        take(game, RED, 2)
        apply(game, BY_THE_BOOK, Move.arrow + ORANGE)
        assert game.artefacts[0] == 1

    def test_an_exhausted_player_uses_arrows_too(self):
        game = start(numbers=[2, 2, 2], colours=[RED, RED, RED], sheet="A........")
        game.refusals[0] = BOXES
        take(game, RED, 2)
        assert game.phase == Phase.accelerate

    def test_switch_not_into_a_lone_circle(self):
        game, by = self.arrow_turn("rulings.arrow_into_circle=false")
        fill(game, 0, GREEN, circle=True)
        assert Move.arrow + GREEN not in choices(game, by)
        assert Move.arrow + BLUE in choices(game, by)

    def test_it_ticks_the_top_of_a_full_expedition(self):
        game, by = self.arrow_turn()
        fill(game, 0, BLUE, *[3] * 9)
        apply(game, by, Move.arrow + BLUE)
        assert (game.top[0, BLUE], game.artefacts[0]) == (1, 1)
        assert Move.arrow + BLUE not in choices_of_arrow(game)

    def test_it_cannot_tick_a_top_when_all_artefacts_are_hatched(self):
        game, by = self.arrow_turn()
        game.artefacts[0] = BOXES
        fill(game, 0, BLUE, *[3] * 9)
        assert Move.arrow + BLUE not in choices(game, by)

    def test_with_nowhere_to_write_nothing_happens(self):
        game = start(
            numbers=[9, 9, 9], colours=[RED, RED, RED], sheet=["........A", *[PLAIN_SHEET] * 5]
        )
        game.artefacts[0] = BOXES
        for colour in range(1, 6):
            fill(game, 0, colour, *[3] * 9)
        fill(game, 0, RED, *[3] * 8)
        take(game, RED, 9)
        assert (game.phase, game.player) == (Phase.pick, 1)

    def test_switch_only_in_its_own_column(self):
        game, by = self.arrow_turn("rulings.arrow_any_column=false")
        assert choices(game, by) == {Move.arrow + RED, Move.decline}
        game = start(numbers=[2, 2, 2], colours=[BLUE, BLUE, BLUE], by=by, sheet="A........")
        take(game, BLUE, 2, by)
        assert choices(game, by) == {Move.arrow + BLUE, Move.decline}

    def test_switch_arrows_must_be_used(self):
        game, by = self.arrow_turn("rulings.arrow_optional=false")
        assert choices(game, by) == {Move.arrow + c for c in range(6)}


def choices_of_arrow(game):
    """Where an arrow of seat 1 could write."""
    game.phase, game.player = Phase.accelerate, 0
    return choices(game)


class TestArtefacts:
    """Case artefact; atteindre la case la plus haute."""

    def test_an_artefact_box_hatches_an_artefact_whether_one_likes_it_or_not(self):
        game = start(numbers=[2, 2, 2], colours=[RED, RED, RED], sheet="V........")
        take(game, RED, 2)
        assert game.artefacts[0] == 1
        assert game.player == 1

    def test_with_all_hatched_the_number_is_written_and_nothing_hatched(self):
        game = start(numbers=[2, 2, 2], colours=[RED, RED, RED], sheet="V........")
        game.artefacts[0] = BOXES
        take(game, RED, 2)
        assert (column(game, 0, RED), game.artefacts[0]) == ([2], BOXES)

    def test_on_a_full_expedition_a_fitting_pair_ticks_the_top(self):
        game = start(numbers=[7, 8, 8], colours=[RED, RED, RED], sheet=PLAIN_SHEET)
        fill(game, 0, RED, *[8] * 9)
        assert choices(game) == {pair(RED, 8), Move.refuse}
        take(game, RED, 8)
        assert (game.top[0, RED], game.artefacts[0], column(game, 0, RED)) == (1, 1, [8] * 9)

    def test_a_zero_fits_any_full_expedition_as_a_ten(self):
        game = start(numbers=[0, 9, 9], colours=[RED, RED, RED])
        fill(game, 0, RED, *[10] * 9)
        assert choices(game) == {pair(RED, 0), Move.refuse}

    def test_the_top_is_ticked_once(self):
        game = start(numbers=[8, 8, 8], colours=[RED, RED, RED])
        fill(game, 0, RED, *[8] * 9)
        game.top[0, RED] = 1
        game.floor[0, RED] = CLOSED
        assert choices(game) == {Move.refuse}

    def test_not_when_all_artefacts_are_hatched(self):
        game = start(numbers=[8, 8, 8], colours=[RED, RED, RED])
        game.artefacts[0] = BOXES
        fill(game, 0, RED, *[8] * 9)
        assert choices(game) == {Move.refuse}

    def test_the_ninth_artefact_closes_the_tops_of_full_expeditions(self):
        game = start(numbers=[8, 8, 8], colours=[RED, RED, RED], sheet="V........")
        fill(game, 0, BLUE, *[8] * 9)
        game.artefacts[0] = BOXES - 1
        take(game, RED, 8)
        assert game.floor[0, BLUE] == CLOSED

    def test_a_ninth_artefact_from_a_top_closes_the_other_tops(self):
        game = start(numbers=[8, 8, 8], colours=[RED, RED, RED], sheet=PLAIN_SHEET)
        fill(game, 0, RED, *[8] * 9)
        fill(game, 0, BLUE, *[8] * 9)
        game.artefacts[0] = BOXES - 1
        take(game, RED, 8)
        assert (game.artefacts[0], game.floor[0, BLUE]) == (BOXES, CLOSED)

    def test_a_ninth_artefact_on_box_nine_leaves_no_top(self):
        game = start(numbers=[8, 8, 8], colours=[RED, RED, RED], sheet="........V")
        fill(game, 0, RED, *[8] * 8)
        game.artefacts[0] = BOXES - 1
        take(game, RED, 8)
        assert (game.artefacts[0], game.floor[0, RED]) == (BOXES, CLOSED)

    def test_the_top_is_a_choice_one_may_refuse_instead(self):
        game = start(numbers=[8, 8, 8], colours=[RED, RED, RED])
        fill(game, 0, RED, *[8] * 9)
        assert Move.refuse in choices(game)


class TestRefusing:
    """Refuser les dés."""

    def test_a_refusal_hatches_one_dice_symbol(self):
        game = start()
        apply(game, BY_THE_BOOK, Move.refuse)
        assert game.refusals[0] == 1

    def test_an_exhausted_player_refuses_free_of_charge(self):
        game = start()
        game.refusals[0] = BOXES
        apply(game, BY_THE_BOOK, Move.refuse)
        assert game.refusals[0] == BOXES

    def test_an_exhausted_player_keeps_playing(self):
        game = start(numbers=[3, 3, 3], colours=[RED, RED, RED])
        game.refusals[0] = BOXES
        take(game, RED, 3)
        assert column(game, 0, RED) == [3]

    def test_ruling_no_pair_to_write_is_a_refusal_like_any_other(self):
        game = start(numbers=[1, 1, 1], colours=[RED, RED, RED])
        fill(game, 0, RED, 5)
        assert choices(game) == {Move.refuse}
        apply(game, BY_THE_BOOK, Move.refuse)
        assert game.refusals[0] == 1


class TestBridges:
    """Ponts bonus."""

    def before_the_bridge(self, players=2, by=BY_THE_BOOK):
        """Everybody has six boxes of red, and there are threes for all."""
        game = start(players, numbers=[3, 3, 3], colours=[RED, RED, RED], by=by, sheet=PLAIN_SHEET)
        for seat in range(players):
            fill(game, seat, RED, *[3] * 6)
        return game

    def test_the_seventh_box_crosses_and_the_first_gets_twenty(self):
        game = self.before_the_bridge()
        before = standing(game, BY_THE_BOOK, 0)
        take(game, RED, 3)
        assert game.bonus[0, RED] == 1
        assert standing(game, BY_THE_BOOK, 0) == before + (30 - 15) + 20

    def test_all_who_cross_in_the_same_turn_get_it(self):
        game = self.before_the_bridge()
        take(game, RED, 3)
        take(game, RED, 3)
        assert list(game.bonus[:2, RED]) == [1, 1]

    def test_who_crosses_in_a_later_turn_gets_nothing(self):
        game = self.before_the_bridge()
        take(game, RED, 3)
        apply(game, BY_THE_BOOK, Move.refuse)
        roll(game, [3, 3, 3], [RED, RED, RED])
        take(game, RED, 3)
        assert game.player == 0
        assert list(game.bonus[:2, RED]) == [1, 0]

    def test_a_turn_is_one_roll_not_a_round_of_rolls(self):
        """Of three players the second rolls next, and is too late in the same round of rolls."""
        game = self.before_the_bridge(3, by=rules(3))
        take(game, RED, 3)
        apply(game, BY_THE_BOOK, Move.refuse)
        take(game, RED, 3)
        roll(game, [3, 3, 3], [RED, RED, RED])
        take(game, RED, 3)
        assert list(game.bonus[:3, RED]) == [1, 0, 1]

    def test_three_may_share_also_across_the_end_of_the_seats_and_by_an_arrow(self):
        by = rules(3)
        sheet = [PLAIN_SHEET, "A........", *[PLAIN_SHEET] * 4]
        game = start(3, by=by, sheet=sheet)
        for _ in range(3):
            apply(game, by, Move.refuse)
        for seat in range(3):
            fill(game, seat, RED, *[3] * 6)
        roll(game, [3, 3, 3], [RED, ORANGE, RED])
        take(game, RED, 3)
        take(game, RED, 3)
        take(game, ORANGE, 3)
        apply(game, by, Move.arrow + RED)
        assert list(game.bonus[:3, RED]) == [1, 1, 1]

    def test_the_artefact_bridge_is_shared_too(self):
        game = start(numbers=[3, 3, 3], colours=[RED, RED, RED], sheet="V........")
        game.artefacts[:2] = 6
        take(game, RED, 3)
        take(game, RED, 3)
        assert list(game.bonus[:2, Bridge.artefact]) == [1, 1]

    def test_the_dice_bridge_is_shared_too(self):
        game = start()
        game.refusals[:2] = 6
        apply(game, BY_THE_BOOK, Move.refuse)
        apply(game, BY_THE_BOOK, Move.refuse)
        assert list(game.bonus[:2, Bridge.dice]) == [1, 1]

    def test_an_artefact_from_a_top_crosses_its_bridge(self):
        game = start(numbers=[8, 8, 8], colours=[RED, RED, RED], sheet=PLAIN_SHEET)
        fill(game, 0, RED, *[8] * 9)
        game.artefacts[0] = 6
        take(game, RED, 8)
        assert game.bonus[0, Bridge.artefact] == 1

    def test_an_exhausted_player_crosses_bridges(self):
        game = self.before_the_bridge()
        game.refusals[0] = BOXES
        take(game, RED, 3)
        assert game.bonus[0, RED] == 1

    def test_the_sixth_box_does_not_cross(self):
        game = start(numbers=[3, 3, 3], colours=[RED, RED, RED], sheet=PLAIN_SHEET)
        fill(game, 0, RED, *[3] * 5)
        take(game, RED, 3)
        assert game.crossed[RED] == 0

    def test_the_seventh_artefact_crosses_its_bridge(self):
        game = start(numbers=[3, 3, 3], colours=[RED, RED, RED], sheet="V........")
        game.artefacts[0] = 6
        take(game, RED, 3)
        assert game.bonus[0, Bridge.artefact] == 1

    def test_the_seventh_dice_symbol_crosses_its_bridge(self):
        game = start()
        game.refusals[0] = 6
        apply(game, BY_THE_BOOK, Move.refuse)
        assert game.bonus[0, Bridge.dice] == 1

    def test_an_arrow_crosses_at_once_in_the_middle_of_a_chain(self):
        game = start(
            numbers=[3, 3, 3],
            colours=[RED, RED, RED],
            sheet=["A........", "......A..", *[PLAIN_SHEET] * 4],
        )
        fill(game, 0, ORANGE, *[3] * 6)
        take(game, RED, 3)
        apply(game, BY_THE_BOOK, Move.arrow + ORANGE)
        assert game.phase == Phase.accelerate
        assert game.bonus[0, ORANGE] == 1

    def test_the_bonus_is_not_doubled_by_the_circle(self):
        game = self.before_the_bridge()
        game.circle[0, RED] = 1
        take(game, RED, 3)
        assert standing(game, BY_THE_BOOK, 0) == 2 * 30 + 20

    def test_an_exhausted_player_keeps_the_bonus(self):
        game = start()
        game.refusals[0] = 6
        for _ in range(3):
            game.player = 0
            apply(game, BY_THE_BOOK, Move.refuse)
        assert game.refusals[0] == 9
        assert game.bonus[0, Bridge.dice] == 1
        assert standing(game, BY_THE_BOOK, 0) == 0 + 20

    def test_switch_only_the_very_first_gets_it(self):
        by = rules(2, "rulings.bridges_shared=false")
        game = self.before_the_bridge(by=by)
        take(game, RED, 3, by)
        take(game, RED, 3, by)
        assert list(game.bonus[:2, RED]) == [1, 0]


class TestEndOfTheGame:
    """Fin de la partie."""

    def test_it_ends_when_all_players_are_exhausted(self):
        game = start()
        game.refusals[:2] = 8
        apply(game, BY_THE_BOOK, Move.refuse)
        assert game.ended == 0
        apply(game, BY_THE_BOOK, Move.refuse)
        assert game.ended == Ending.all_exhausted

    def test_it_goes_on_while_one_is_not(self):
        game = start()
        game.refusals[:2] = 8, 7
        apply(game, BY_THE_BOOK, Move.refuse)
        apply(game, BY_THE_BOOK, Move.refuse)
        assert game.ended == 0

    def test_it_ends_when_all_eight_bridges_are_crossed_by_anybody(self):
        game = start()
        game.crossed[:7], game.n_crossed = 1, 7
        game.refusals[1] = 6
        apply(game, BY_THE_BOOK, Move.refuse)
        apply(game, BY_THE_BOOK, Move.refuse)
        assert game.crossed[Bridge.dice] == 1
        assert game.ended == Ending.all_bridges_crossed

    def test_seven_bridges_do_not_end_it(self):
        game = start()
        game.crossed[:6], game.n_crossed = 1, 6
        game.refusals[1] = 6
        apply(game, BY_THE_BOOK, Move.refuse)
        apply(game, BY_THE_BOOK, Move.refuse)
        assert (game.n_crossed, game.ended) == (7, 0)

    def test_all_eight_bridges_may_be_crossed_by_one_person(self):
        """Played out: six expeditions of seven boxes, the last with the seventh artefact."""
        game = start(sheet="......V..")
        game.artefacts[0], game.refusals[0] = 1, 6
        apply(game, BY_THE_BOOK, Move.refuse)
        apply(game, BY_THE_BOOK, Move.refuse)
        for colour in range(6):
            fill(game, 0, colour, *[3] * 6)
        for colour in range(6):
            assert game.ended == 0
            while game.player != 0:
                apply(game, BY_THE_BOOK, Move.refuse)
            roll(game, [3, 3, 3], [colour] * 3)
            take(game, colour, 3)
            while game.player != 0 and not game.ended:
                game.refusals[1] = 0
                apply(game, BY_THE_BOOK, Move.refuse)
        assert (game.artefacts[0], game.ended) == (7, Ending.all_bridges_crossed)
        assert game.bonus[0].tolist() == [1] * 8

    def test_the_turn_is_finished_first(self):
        game = start()
        game.crossed[:7], game.n_crossed = 1, 7
        game.refusals[0] = 6
        apply(game, BY_THE_BOOK, Move.refuse)
        assert game.ended == 0
        assert game.player == 1

    def test_both_reasons_at_once_are_told(self):
        game = start()
        game.crossed[:7], game.n_crossed = 1, 7
        game.refusals[:2] = 8
        game.crossed[Bridge.dice], game.n_crossed = 1, 8
        apply(game, BY_THE_BOOK, Move.refuse)
        apply(game, BY_THE_BOOK, Move.refuse)
        assert game.ended == Ending.both_at_once


class TestScoring:
    """Décompte des points."""

    def scored(self, *numbers, circle=False, by=BY_THE_BOOK):
        game = start(by=by)
        fill(game, 0, RED, *numbers, circle=circle)
        return standing(game, by, 0)

    def test_rulebook_example_ten_in_the_eighth_box_is_35_points(self):
        assert self.scored(1, 2, 3, 4, 5, 6, 7, 10) == 35

    @pytest.mark.parametrize(
        ("boxes", "points"), list(enumerate([-20, -15, -10, 5, 10, 15, 30, 35, 50], start=1))
    )
    def test_ladder(self, boxes, points):
        assert self.scored(*[1] * boxes) == points
        assert self.scored(*[1] * boxes, circle=True) == 2 * points

    def test_three_or_fewer_are_negative_four_or_more_positive(self):
        assert all(self.scored(*[1] * n) < 0 for n in (1, 2, 3))
        assert all(self.scored(*[1] * n) > 0 for n in range(4, 10))

    def test_nothing_written_gives_nothing(self):
        assert self.scored() == 0

    def test_a_lone_circle_costs_a_hundred(self):
        assert self.scored(circle=True) == -100

    def test_the_top_gives_no_expedition_points_but_an_artefact(self):
        game = start(numbers=[9, 9, 9], colours=[RED, RED, RED])
        fill(game, 0, RED, *[9] * 9)
        before = standing(game, BY_THE_BOOK, 0)
        take(game, RED, 9)
        assert standing(game, BY_THE_BOOK, 0) - before == -40

    @pytest.mark.parametrize(
        ("marks", "points"), list(enumerate([0, -40, -30, -20, 10, 20, 30, 60, 70, 100]))
    )
    def test_artefacts(self, marks, points):
        game = start()
        game.artefacts[0] = marks
        assert standing(game, BY_THE_BOOK, 0) == points

    @pytest.mark.parametrize(
        ("marks", "points"), list(enumerate([0, -40, -30, -20, 10, 20, 30, 60, 70, 0]))
    )
    def test_dice_symbols_eight_are_70_and_nine_nothing(self, marks, points):
        game = start()
        game.refusals[0] = marks
        assert standing(game, BY_THE_BOOK, 0) == points

    def test_switch_minus_forty_for_none(self):
        by = rules(2, "rulings.no_artefact=-40", "rulings.no_refusal=-40")
        assert standing(start(by=by), by, 0) == -80
        for ruling, source in (("no_artefact", "artefacts"), ("no_refusal", "refusals")):
            by = rules(2, f"rulings.{ruling}=-40")
            game = start(by=by)
            assert game.points[0, WORDS.sources.index(source)] == game.points[0].sum() == -40

    def test_the_highest_possible_score_is_930(self):
        game = start()
        for colour in range(6):
            fill(game, 0, colour, *[1] * 9, circle=True)
        game.artefacts[0], game.refusals[0] = 9, 8
        game.bonus[0] = 1
        game.tally[0, Tally.bridge_bonuses] = 8
        assert standing(game, BY_THE_BOOK, 0) == 930

    def test_points_are_told_by_source_and_add_up(self):
        game = start()
        fill(game, 0, RED, 1, 1, 1, 1, circle=True)
        game.artefacts[0], game.refusals[:2] = 4, 8
        settle(game)
        apply(game, BY_THE_BOOK, Move.refuse)
        apply(game, BY_THE_BOOK, Move.refuse)
        assert game.ended
        told = {
            name: int(game.points[0, k])
            for k, name in enumerate(WORDS.sources)
            if game.points[0, k]
        }
        assert told == {"red": 10, "artefacts": 10}

    def test_a_tie_shares_the_victory(self):
        game = start(3, by=rules(3))
        game.refusals[:3] = 8
        fill(game, 2, RED, 1)
        settle(game)
        for _ in range(3):
            apply(game, BY_THE_BOOK, Move.refuse)
        assert list(game.place[:3]) == [1, 1, 3]


class TestLayouts:
    """The sheet is reconstructed, so others can be played."""

    def test_the_default_meets_every_known_constraint(self):
        sheet = BY_THE_BOOK.sheet
        assert all(
            (column == Box.arrow).sum() == 2 and (column == Box.artefact).sum() == 2
            for column in sheet
        )
        assert len({tuple(column) for column in sheet}) == 6
        assert all(plain(table.looks_real)(column) for column in sheet)
        pairs = sum(
            (c[i] == Box.arrow) and (c[i + 1] == Box.arrow) for c in sheet for i in range(8)
        )
        assert pairs == 1

    @pytest.mark.parametrize("arrows", range(4))
    @pytest.mark.parametrize("artefacts", range(4))
    def test_random_sheets_have_the_wanted_counts_and_look_real(self, arrows, artefacts):
        by = rules(
            2, "setup.layout=random", f"setup.arrows={arrows}", f"setup.artefacts={artefacts}"
        )
        for deal in range(3):
            game = new(TITLE.Game)
            plain(begin)(game, 2, 1, deal)
            plain(table.setup)(game, by)
            for column in game.sheet:
                assert (column == Box.arrow).sum() == arrows
                assert (column == Box.artefact).sum() == artefacts
                assert plain(table.looks_real)(column)

    def test_random_sheets_differ_from_game_to_game(self):
        by = rules(2, "setup.layout=random")
        match = Match(TITLE, by, line_up(TITLE, ["random"], 2), "python")
        games = match.play(1, 0, 6)
        assert len({game.sheet.tobytes() for game in games}) == 6

    @pytest.mark.parametrize("column", ["A........", "........A", ".AAA.....", ".AV......"])
    def test_what_does_not_look_real(self, column):
        assert not plain(table.looks_real)([".AV".index(sign) for sign in column])

    def test_heritage_sheets_use_the_parent_games_steps(self):
        by = rules(2, "setup.layout=heritage")
        game = start(by=by)
        steps = [set(path) for path in by.steps.tolist()]
        for column in game.sheet:
            special = {box for box in range(9) if column[box] != Box.plain}
            assert (column == Box.arrow).sum() == (column == Box.artefact).sum() == 2
            assert any(special <= path for path in steps)

    def test_heritage_sheets_have_room_for_five_marks_only(self):
        with pytest.raises(UserError, match="5 special boxes"):
            rules(2, "setup.layout=heritage", "setup.arrows=3", "setup.artefacts=3")

    def test_heritage_steps_are_five_different_boxes(self):
        with pytest.raises(UserError, match="5 different boxes"):
            rules(2, "layouts.heritage_steps[1]=[3,3,3,3,3]")

    @pytest.mark.parametrize("count", ["arrows", "artefacts"])
    def test_counts_are_refused_where_they_would_do_nothing(self, count):
        with pytest.raises(UserError, match=f"'setup.{count}' needs layout=random"):
            rules(2, f"setup.{count}=3")
        assert rules(2, f"setup.{count}=2").layout == 0

    def test_a_sheet_of_ones_own(self):
        column = '["A........","A........","A........","A........","A........","A........"]'
        by = rules(2, f"layouts.reconstructed={column}")
        assert (by.sheet[:, 0] == Box.arrow).all()

    @pytest.mark.parametrize("column", ["A.......", "X........"])
    def test_a_malformed_sheet_is_refused(self, column):
        with pytest.raises(UserError, match="9 of the signs"):
            rules(2, f"layouts.reconstructed[1]={column}")


class TestNumbersOfTheBoxAreData:
    def test_bridges_can_lie_elsewhere_and_pay_otherwise(self):
        by = rules(2, "bridges.mark=2", "bridges.bonus=50")
        game = start(numbers=[3, 3, 3], colours=[RED, RED, RED], by=by, sheet=PLAIN_SHEET)
        fill(game, 0, RED, 3)
        take(game, RED, 3, by)
        assert standing(game, by, 0) == -15 + 50

    def test_more_dice(self):
        by = rules(2, "dice.numbers=6", "dice.colours=4")
        game = start(by=by)
        assert (game.n_numbers, game.n_colours) == (6, 4)

    def test_no_decision_has_more_choices_than_six_different_dice_of_each_sort(self):
        by = rules(2, "dice.numbers=6", "dice.colours=6")
        game = start(numbers=[1, 2, 3, 4, 5, 6], colours=list(Colour), by=by)
        assert len(choices(game, by)) == TITLE.max_choices

    def test_circles_can_triple(self):
        by = rules(2, "circles.factor=3")
        game = start(by=by)
        fill(game, 0, RED, 1, 1, 1, 1, circle=True)
        assert standing(game, by, 0) == 15

    def test_what_a_zero_counts(self):
        by = rules(2, "dice.zero_counts=9")
        game = start(numbers=[0, 0, 0], colours=[RED, RED, RED], by=by, sheet=PLAIN_SHEET)
        fill(game, 0, RED, 9)
        take(game, RED, 0, by)
        assert column(game, 0, RED) == [9, 9]

    def test_what_an_arrow_begins_with(self):
        by = rules(2, "arrows.first_number=4")
        game = start(numbers=[2, 2, 2], colours=[RED, RED, RED], by=by, sheet="A........")
        take(game, RED, 2, by)
        apply(game, by, Move.arrow + BLUE)
        assert column(game, 0, BLUE) == [4]

    def test_what_a_lone_circle_costs(self):
        by = rules(2, "circles.alone=-5")
        game = start(by=by)
        fill(game, 0, RED, circle=True)
        assert standing(game, by, 0) == -10

    @pytest.mark.parametrize("ladder", ["artefacts", "refusals"])
    def test_the_ladders_of_the_right_hand_columns(self, ladder):
        by = rules(2, f"ladders.{ladder}[1]=7")
        game = start(by=by)
        game[ladder][0] = 1
        assert standing(game, by, 0) == 7

    def test_a_rung_of_a_ladder(self):
        by = rules(2, "ladders.expedition[4]=6")
        game = start(by=by)
        fill(game, 0, RED, 1, 1, 1, 1)
        assert standing(game, by, 0) == 6


class TestLaws:
    """The checks find what they are for."""

    @pytest.mark.parametrize(
        ("cheat", "law"),
        [
            (lambda g: g.written[0, RED].__setitem__(slice(0, 2), [5, 3]), "never fall"),
            (lambda g: g.artefacts.__setitem__(0, 1), "hatched artefact"),
            (lambda g: g.top.__setitem__((0, RED), 1), "above nine boxes"),
            (lambda g: g.circle.__setitem__((0, RED), 1), "last number, circle and top"),
            (lambda g: g.refusals.__setitem__(0, 1), "refusals alone"),
            (lambda g: g.crossed.__setitem__(0, 1), "bridge"),
            (lambda g: g.numbers.__setitem__(0, 10), "dice in the middle"),
            (lambda g: g.tally.__setitem__((0, Tally.dice_boxes), 1), "paid for"),
            (lambda g: g.tally.__setitem__((0, Tally.refusals), 1), "refusals alone"),
            (lambda g: setattr(g, "rounds", 1), "used each turn once"),
            (lambda g: setattr(g, "roller", 1), "rolls in turn"),
            (lambda g: setattr(g, "ended", Ending.all_exhausted), "ends with the turn"),
            (lambda g: g.new_number.__setitem__(0, 0), "dice in the middle"),
            (lambda g: g.tally.__setitem__((0, Tally.declined_arrows), 1), "used once at most"),
            (lambda g: g.points.__setitem__((0, 0), 5), "what the sheet says"),
        ],
    )
    def test_broken(self, cheat, law):
        game = start()
        assert check(game, BY_THE_BOOK) == 0
        cheat(game)
        assert law in WORDS.laws[check(game, BY_THE_BOOK) - 1]


class TestKinds:
    """Which moves restricted play can forbid."""

    def test_each_kind(self):
        game = start(numbers=[0, 4, 9], colours=[RED, BLUE, BLUE])
        fill(game, 0, BLUE, *[8] * 9)
        fill(game, 0, YELLOW, 1)
        fill(game, 0, GREEN, 1, 1)

        def named(move):
            bits = plain(moves.kinds)(game, BY_THE_BOOK, move)
            return {kind for k, kind in enumerate(TITLE.levers.kinds) if bits >> k & 1}

        assert named(pair(RED, 0)) == {"circle", "red"}
        assert named(pair(RED, 4)) == {"write", "red"}
        assert named(pair(BLUE, 9)) == {"top", "to-artefact", "blue"}
        assert named(pair(YELLOW, 9)) == {"write", "to-arrow", "yellow"}
        assert named(pair(GREEN, 9)) == {"write", "to-artefact", "green"}
        assert named(Move.refuse) == {"refuse"}
        game.phase = Phase.accelerate
        assert named(Move.arrow + RED) == {"arrow", "red"}
        assert named(Move.arrow + BLUE) == {"arrow-top", "to-artefact", "blue"}
        assert named(Move.decline) == {"decline"}

    def test_floors(self):
        game = start()
        assert game.floor[0, RED] == 0
        fill(game, 0, RED, circle=True)
        assert game.floor[0, RED] == LONE_CIRCLE


class TestWords:
    def test_a_position_reads_like_a_sheet(self):
        game = start(numbers=[0, 4, 9], colours=[RED, BLUE, BLUE])
        fill(game, 0, RED, 1, 3, circle=True)
        settle(game)
        assert WORDS.position(game, BY_THE_BOOK) == (
            "dice 0 4 9 and red blue blue | seat 1 to act\n"
            "seat 1: red ×2 1 3 | artefacts 0 | refusals 0 | bridges none | -30 points\n"
            "seat 2: empty sheet | artefacts 0 | refusals 0 | bridges none | 0 points"
        )

    def test_a_heading_says_what_was_rolled_or_what_is_left_of_it(self):
        game = start(3, numbers=[4, 5, 7], colours=[RED, BLUE, GREEN], by=rules(3))
        assert WORDS.heading(game, rules(3)) == "Turn 1: seat 1 rolls 4 5 7 and red green blue"
        take(game, RED, 4)
        left = "Turn 1: seat 1 has taken a pair, which leaves 5 7 and green blue"
        assert WORDS.heading(game, rules(3)) == left
        apply(game, rules(3), Move.refuse)
        assert WORDS.heading(game, rules(3)) == left

    def test_moves_read_like_sentences(self):
        game = start(numbers=[0, 4, 9], colours=[RED, BLUE, BLUE])
        fill(game, 0, BLUE, 1, 3)

        def told(move):
            return WORDS.move(game, BY_THE_BOOK, move)

        assert told(pair(RED, 0)) == "ticks the double circle of red"
        assert told(pair(BLUE, 4)) == "writes 4 in blue, box 3 on an arrow"
        assert told(pair(BLUE, 0)) == "writes 10 in blue, box 3 on an arrow"
        assert told(Move.refuse) == "refuses the dice (1 of 9)"
        assert told(Move.arrow + BLUE) == "writes 3 by the arrow in blue, box 3 on an arrow"
        assert told(Move.decline) == "leaves the arrow unused"

    def test_bridges_and_exhaustion_are_announced(self):
        game = start(numbers=[0, 4, 9], colours=[RED, BLUE, BLUE])
        fill(game, 0, RED, *[3] * 6)

        def told(move):
            return WORDS.move(game, BY_THE_BOOK, move)

        assert told(pair(RED, 4)) == "writes 4 in red, box 7, crossing the red bridge"
        game.crossed[RED] = 1
        game.rounds = 4
        assert told(pair(RED, 4)).endswith("crossing the red bridge too late")
        game.refusals[0] = 6
        assert told(Move.refuse) == "refuses the dice (7 of 9), crossing the dice bridge"
        game.refusals[0] = 8
        assert told(Move.refuse) == "refuses the dice (9 of 9) and is exhausted"
        game.artefacts[0] = 6
        fill(game, 0, RED, *[3] * 7)
        assert told(pair(RED, 4)).endswith("on an artefact, crossing the artefact bridge")
