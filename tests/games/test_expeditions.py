"""Expéditions – Autour du Monde, rule by rule and ruling by ruling, in plain Python."""

from collections import Counter

import numpy as np
import polars as pl
import pytest

from analyses.experiments.batch import frames
from analyses.experiments.experiment import experiment
from simulator import rng, testing
from simulator.games.expeditions import arrows, cards, scoring, table, words
from simulator.games.expeditions.board import (
    ARCS,
    CARDS,
    LEAVES,
    PLACES,
    ROUTES,
    START,
    Place,
    read_board,
)
from simulator.games.expeditions.laws import Law
from simulator.games.expeditions.moves import Move
from simulator.games.expeditions.table import Colour, Ending, Phase, Source, Tally, Where
from simulator.kernel import new, plain
from simulator.loop import ALL, begin, noting
from simulator.match import Match
from simulator.testing import rules_of
from simulator.titles import load_title
from strategies.registry import line_up

TITLE = load_title("expeditions")
BOARD = read_board()
YELLOW, RED, BLUE = Colour

check = testing.check_of(TITLE)
is_far, is_free = plain(table.is_far), plain(arrows.is_free)


def place(name):
    return BOARD.names.index(name)


def arc(tail, head):
    first, last = BOARD.first[place(tail)], BOARD.first[place(tail) + 1]
    return int(first + BOARD.head[first:last].tolist().index(place(head)))


def arrow(colour, tail, head):
    return ARCS * colour + arc(tail, head)


CROWDED = ("cards.hand_many=10", "cards.commons=10", "keys.distance=4")
WRAPPING = (41, 230, 243)  # deals of six so crowded that all cards are drawn once

QUIET = (
    *("Rome", "Athens", "Timgad", "Gizeh", "Sahara", "Kush", "Virunga", "Aksum", "Banff"),
    *("Svalbard", "Thingvellir", "Stonehenge", "Newfoundland", "Crater Lake"),
    *("Zagorsk", "Putorana Plateau", "Novosibirsk", "Sakha"),
    *("Caspian Sea", "Babylon", "Petra", "Harappa"),
)


class Table(testing.GameTable):
    """A game in plain Python that speaks of places by name; laws are checked after every move."""

    def __init__(self, players=4, *changes, hands=(), commons=(), keys=(), marked=True, seed=1):
        super().__init__(TITLE, players, TITLE.components.parse(changes), seed)
        wanted = [place(name) for name in (*[n for hand in hands for n in hand], *commons)]
        if marked:
            self._hush()
        for seat, hand in enumerate(hands):
            self._swap_in(self.game.hand[seat, : self.game.n_hand[seat]], hand, wanted)
        self._swap_in(self.game.commons[: self.game.n_commons], commons, wanted)
        if marked:
            self._mark(keys or [()] * players, wanted)

    def _hush(self):
        """The places that tests visit are nobody's goal, unless a test says so."""
        quiet = [place(name) for name in QUIET]
        spare = [card for card in self.deck() if card not in quiet]
        for card in quiet:
            if self.game.where[card] != Where.deck and spare:
                self.swap(card, spare.pop())

    def _swap_in(self, row, names, wanted):
        """Brings cards to a row by swapping each with one that no test asked for."""
        for name in names:
            if place(name) not in row:
                other = next(card for card in row if card not in wanted)
                self.swap(int(other), place(name))

    def swap(self, one, other):
        where = self.game.where
        spots = [self._spot(one), self._spot(other)]
        where[one], where[other] = where[other], where[one]
        for (row, k), card in zip(spots, (other, one), strict=True):
            row[k] = card

    def _spot(self, card):
        game, where = self.game, int(self.game.where[card])
        row = game.deck if where == Where.deck else game.commons if where == Where.common else None
        row = game.hand[where - Where.hand] if row is None else row
        start = game.top if where == Where.deck else 0
        order = [(start + k) % len(row) for k in range(len(row))]
        return row, next(k for k in order if row[k] == card)

    def _mark(self, keys, wanted):
        """Each seat marks the places asked for; else those that no test asked for, or any."""
        for turn in range(self.rules.tokens):
            for seat in range(self.game.players):
                free = [move - Move.mark for move in self.choices()]
                asked = [place(name) for name in keys[seat][turn : turn + 1]]
                rest = [card for card in free if card not in wanted]
                self.play(Move.mark + (asked or rest or free)[0])

    def stack(self, *names):
        """Puts these cards of the deck on its top, the first to be drawn first."""
        for depth, name in enumerate(names):
            self.swap(int(self.game.deck[(self.game.top + depth) % CARDS]), place(name))

    def play(self, *moves):
        for move in moves:
            super().play(move)
            assert not self.broken_law()

    def lead(self, colour, *names):
        """Extends an expedition place by place, whoever's turn it is; ends turns on the way."""
        for name in names:
            self.end_turn()
            self.play(arrow(colour, BOARD.names[self.game.tip[colour]], name))

    def end_turn(self):
        """Ends the turn, unless it has ended by itself."""
        if self.game.phase == Phase.rest:
            self.play(Move.end_turn)

    def hold(self, seat, name):
        """Gives a seat this card for one without a token."""
        hand = self.game.hand[seat, : self.game.n_hand[seat]]
        self.swap(next(int(card) for card in hand if not self.game.token[card]), place(name))

    def restart(self, colour, tail, head):
        self.play(arrow(colour, tail, head))

    def heads(self, colour):
        """Where the legal arrows of a colour lead."""
        arcs = [move - ARCS * colour for move in self.choices() if move // ARCS == colour]
        return {BOARD.names[BOARD.head[a]] for a in arcs if a < ARCS}

    def hand(self, seat):
        return {BOARD.names[c] for c in self.game.hand[seat, : self.game.n_hand[seat]]}

    def whose(self, name):
        return int(self.game.where[place(name)])

    def tally(self, what, seat=0):
        return int(self.game.tally[seat, what])

    def deck(self):
        game = self.game
        return [int(game.deck[(game.top + k) % CARDS]) for k in range(game.n_deck)]


class TestBoard:
    """What is known of the printed board as a graph."""

    def test_122_places_and_206_routes(self):
        assert Counter(BOARD.kinds) == {"green": 80, "start": 1, "blue": 20, "red": 21}
        assert (len(BOARD.names), len(BOARD.ends)) == (PLACES, ROUTES)
        assert len(set(BOARD.names)) == PLACES
        assert len({tuple(sorted(ends)) for ends in BOARD.ends.tolist()}) == ROUTES

    def test_a_place_is_numbered_by_its_kind(self):
        assert set(BOARD.kinds[:CARDS]) == {"green"}
        assert BOARD.kinds[START] == "start"
        assert set(BOARD.kinds[Place.blue : Place.red]) == {"blue"}
        assert set(BOARD.kinds[Place.red :]) == {"red"}

    def test_degrees(self):
        degrees = np.diff(BOARD.first)
        assert Counter(degrees.tolist()) == {2: 15, 3: 63, 4: 29, 5: 13, 6: 2}
        assert {BOARD.names[k] for k in np.flatnonzero(degrees == 6)} == {"Compass rose", "red 1"}
        kinds = np.array(BOARD.kinds)
        for kind, mean in (("green", 3.29), ("blue", 3.25), ("red", 3.71)):
            assert degrees[kinds == kind].mean() == pytest.approx(mean, abs=0.005)

    def test_kinds_of_routes(self):
        kinds = Counter("-".join(sorted(BOARD.kinds[p] for p in e)) for e in BOARD.ends.tolist())
        assert kinds == {
            "green-green": 90,
            "green-red": 44,
            "blue-green": 34,
            "blue-red": 28,
            "green-start": 5,
            "blue-start": 1,
            "red-red": 3,
            "blue-blue": 1,
        }

    def test_distances(self):
        distance = BOARD.distance
        assert distance.max() == 13
        assert distance[np.triu_indices(PLACES, 1)].mean() == pytest.approx(5.96, abs=0.005)
        assert (distance == distance.T).all()
        farthest = {BOARD.names[k] for k in np.flatnonzero(distance[START] == 11)}
        assert farthest == {"Fiordland National Park", "blue 1"}
        counts = np.bincount(distance[START, :CARDS]).tolist()
        assert counts[1:] == [5, 7, 10, 9, 12, 12, 7, 8, 8, 1, 1]
        assert distance[START, :CARDS].mean() == pytest.approx(5.29, abs=0.005)

    def test_the_distance_table_is_that_of_a_search(self):
        """Breadth first from every place, by hand."""
        for source in range(PLACES):
            found, edge = {source: 0}, [source]
            while edge:
                here = edge.pop(0)
                for arc_ in range(BOARD.first[here], BOARD.first[here + 1]):
                    there = int(BOARD.head[arc_])
                    if there not in found:
                        found[there] = found[here] + 1
                        edge.append(there)
            assert [found[k] for k in range(PLACES)] == BOARD.distance[source].tolist()

    def test_the_twelve_near_places(self):
        near = {BOARD.names[card] for card in range(CARDS) if BOARD.distance[START, card] < 3}
        assert near == {
            "Newfoundland",
            "Greenland",
            "Svalbard",
            "Thingvellir",
            "Stonehenge",
            "Rome",
            "Athens",
            "Timgad",
            "Gizeh",
            "Petra",
            "Caspian Sea",
            "Zagorsk",
        }

    def test_six_places_are_linked_to_the_start(self):
        linked = {BOARD.names[k] for k in BOARD.head[BOARD.first[START] : BOARD.first[START + 1]]}
        assert linked == {"Svalbard", "Thingvellir", "Stonehenge", "Rome", "Athens", "blue 11"}

    @pytest.mark.parametrize(
        ("crossing", "left", "right"),
        [
            ("red 1", "Denali, Crater Lake, Grand Canyon", "Amur River, Bering Strait, Mount Fuji"),
            ("red 2", "Teotihuacan, Galápagos Islands", "red 21, blue 19, blue 20"),
            ("red 3", "Rapa Nui, blue 1", "Great Barrier Reef, Fiordland National Park"),
        ],
    )
    def test_the_three_crossings_join_the_edges(self, crossing, left, right):
        k = place(crossing)
        assert k in BOARD.crossings
        heads = {BOARD.names[h] for h in BOARD.head[BOARD.first[k] : BOARD.first[k + 1]]}
        assert heads == {*left.split(", "), *right.split(", ")}
        assert all(BOARD.positions[place(name)][0] < 0.4 for name in left.split(", "))
        assert all(BOARD.positions[place(name)][0] > 0.6 for name in right.split(", "))

    def test_no_bridge_no_dead_end_21_triangles(self):
        near = np.zeros((PLACES, PLACES), int)
        near[BOARD.tail, BOARD.head] = 1
        assert np.trace(near @ near @ near) == 6 * 21
        assert ROUTES - PLACES + 1 == 85
        for one, other in BOARD.ends:
            cut = near.copy()
            cut[one, other] = cut[other, one] = 0
            assert (np.linalg.matrix_power(cut + np.eye(PLACES, dtype=int) > 0, 40)).all()

    def test_continents_of_the_cards(self):
        assert Counter(BOARD.continents[:CARDS]) == {
            "Asia": 24,
            "Africa": 12,
            "North America": 12,
            "South America": 12,
            "Oceania": 8,
            "Europe": 6,
            "Central America": 1,
            "Arctic Ocean": 1,
            "Antarctica": 1,
            "Pacific Ocean": 1,
            "Atlantic Ocean": 1,
            "Indian Ocean": 1,
        }

    def test_arcs_lie_on_their_routes(self):
        for k in range(ARCS):
            assert {BOARD.tail[k], BOARD.head[k]} == set(BOARD.ends[BOARD.route[k]].tolist())
            assert BOARD.first[BOARD.tail[k]] <= k < BOARD.first[BOARD.tail[k] + 1]


class TestSetup:
    @pytest.mark.parametrize(
        ("players", "dealt", "deck", "supply"),
        [(2, 24, 50, 34), (3, 36, 38, 31), (4, 36, 38, 28), (5, 45, 29, 25), (6, 54, 20, 22)],
    )
    def test_cards_and_tickets(self, players, dealt, deck, supply):
        game = Table(players, marked=False).game
        assert game.n_hand[:players].tolist() == [12 if players <= 3 else 9] * players
        assert (game.n_hand.sum(), game.n_commons, game.n_deck) == (dealt, 6, deck)
        assert game.tickets[:players].tolist() == [3] * players
        assert game.ticket_supply == supply

    def test_all_three_expeditions_wait_at_the_start(self):
        at = Table(players=2, marked=False)
        assert at.game.tip.tolist() == [START] * 3
        assert at.game.n_arrows.tolist() == [0, 0, 0]
        assert at.rules.arrows == 45

    def test_first_common_goals_and_key_places_are_three_segments_away(self):
        for seed in range(40):
            at = Table(6, marked=False, seed=seed)
            assert all(is_far(at.rules, card) for card in at.game.commons[:6])
            assert all(is_far(at.rules, move - Move.mark) for move in at.choices())

    def test_points_begin_with_the_penalties(self):
        at = Table(2)
        assert at.game.points[0].tolist() == [0, 0, 0, -12, -4]
        assert at.standing(0) == -16


class TestOpeningExample:
    """The five steps of the rulebook's last pages; the three rings without names are blue 11."""

    PHILIPPE, MORGANE, BERNARD, CHARLES = range(4)

    def test_the_five_steps(self):
        at = Table(
            4,
            hands=[["Petra"], [], ["Harappa"], []],
            commons=["Putorana Plateau"],
            keys=[(), (), ["Harappa"], ()],
        )
        game, supply = at.game, int(at.game.ticket_supply)
        assert game.player == self.PHILIPPE
        assert at.heads(YELLOW) == {
            "Svalbard",
            "Thingvellir",
            "Stonehenge",
            "Rome",
            "Athens",
            "blue 11",
        }

        # Step 1: Philippe launches the yellow expedition towards Rome.
        at.play(arrow(YELLOW, "Compass rose", "Rome"), Move.end_turn)

        # Step 2: Morgane could go on with yellow from Rome but starts red, over the blue place.
        assert game.player == self.MORGANE
        assert at.heads(YELLOW) == {"blue 6"}, "not back to the start"
        at.play(arrow(RED, "Compass rose", "blue 11"))
        assert game.phase == Phase.bonus
        at.play(arrow(RED, "blue 11", "Caspian Sea"), Move.end_turn)

        # Step 3: Bernard goes to Babylon and, with a ticket, to Harappa, his key place.
        assert game.player == self.BERNARD
        at.play(arrow(RED, "Caspian Sea", "Babylon"))
        assert at.game.phase == Phase.rest
        at.play(arrow(RED, "Babylon", "Harappa"))
        assert (game.tickets[self.BERNARD], game.ticket_supply) == (2, supply + 1)
        assert at.whose("Harappa") == Where.laid + self.BERNARD
        assert game.token[place("Harappa")] == 0
        assert game.points[self.BERNARD].tolist() == [1, 1, 0, -8, -3]
        at.play(Move.end_turn)

        # Step 4: Charles launches blue to Zagorsk and takes the Putorana Plateau with a ticket.
        assert game.player == self.CHARLES
        at.play(arrow(BLUE, "Compass rose", "blue 11"), arrow(BLUE, "blue 11", "Zagorsk"))
        assert at.whose("Putorana Plateau") == Where.common
        at.play(arrow(BLUE, "Zagorsk", "Putorana Plateau"))
        assert at.whose("Putorana Plateau") == Where.laid + self.CHARLES
        assert game.n_commons == 6, "a new card is turned up"
        assert game.points[self.CHARLES, Source.commons] == 1
        at.play(Move.end_turn)

        # Step 5: Philippe removes the arrow to Harappa and leads red to Petra, his secret goal.
        assert game.player == self.PHILIPPE
        at.play(Move.remove + RED)
        assert BOARD.names[game.tip[RED]] == "Babylon"
        assert at.whose("Harappa") == Where.laid + self.BERNARD, "what is met stays met"
        at.play(arrow(RED, "Babylon", "Petra"))
        assert at.whose("Petra") == Where.laid + self.PHILIPPE
        assert game.tickets[:4].tolist() == [2, 3, 2, 2]
        assert at.tally(Tally.removals) == 1
        assert game.n_arrows.tolist() == [1, 4, 3]


NO_TICKETS = "tickets.start=0"
TRIANGLE = ("Thingvellir", "Stonehenge", "Compass rose")  # a loop of three arrows over the start
BLUE_LOOP = ("blue 11", "Caspian Sea", "Novosibirsk", "Putorana Plateau", "Zagorsk", "blue 11")
RED_LOOP = ("Svalbard", "red 13", "Zagorsk", "Putorana Plateau", "red 13")


def pumped_by(at):
    """Yellow has closed a loop on a red place and set out from a green one for another red one."""
    at.lead(YELLOW, "blue 11", "Zagorsk", "red 13", "Svalbard", "Compass rose")
    at.restart(YELLOW, "Zagorsk", "Putorana Plateau")
    at.lead(YELLOW, "red 13")
    at.restart(YELLOW, "Putorana Plateau", "red 16")
    at.end_turn()


class TestLoopExample:
    """The pictures of a loop: the expedition sets out again from Iguazú Falls."""

    WAY = ("Athens", "Timgad", "Timbuktu", "red 8", "Puerto Rico", "Tikal", "Angel Falls")
    LOOP = ("Marajó", "Aripuanã", "Iguazú Falls", "Salvador de Bahia", "Marajó")

    def test_it_goes_on_from_the_loop_or_from_angel_falls_before_it(self):
        at = Table(2, NO_TICKETS)
        at.lead(RED, *self.WAY, *self.LOOP)
        assert (at.game.phase, at.game.loop) == (Phase.loop, 1 + RED)
        bases = {BOARD.names[BOARD.tail[move - ARCS * RED]] for move in at.choices()}
        assert {"Iguazú Falls", "Angel Falls"} <= bases <= {"Compass rose", *self.WAY, *self.LOOP}
        at.restart(RED, "Iguazú Falls", "Atacama")
        at.lead(RED, "Altiplano")
        assert (at.game.loop, BOARD.names[at.game.tip[RED]]) == (0, "Altiplano")


class TestRulings:
    """The numbered rulings, each by its own number."""

    def test_ruling_01_a_colour_never_uses_a_segment_again_in_either_direction(self):
        at = Table(2, NO_TICKETS)
        at.lead(RED, "Rome")
        assert at.heads(RED) == {"blue 6"}
        at.lead(RED, "blue 6", "Timgad", "Athens", "Compass rose")
        assert at.game.phase == Phase.loop
        assert arrow(RED, "Compass rose", "Rome") not in at.choices()
        assert arrow(RED, "Rome", "blue 6") not in at.choices()

    def test_ruling_02_other_colours_share_a_segment_in_any_direction(self):
        at = Table(2, NO_TICKETS)
        at.lead(RED, "Thingvellir", "Stonehenge")
        at.lead(YELLOW, "Thingvellir", "Stonehenge")
        at.lead(BLUE, "Stonehenge", "Thingvellir")
        for way in (arc("Thingvellir", "Stonehenge"), arc("Stonehenge", "Thingvellir")):
            place = BOARD.tail[way]
            k = way - BOARD.first[place]
            assert not any(is_free(at.game, colour, place, k) for colour in (YELLOW, RED, BLUE))

    def test_ruling_03_a_loop_is_a_tip_on_a_visited_place_the_start_included(self):
        at = Table(2, NO_TICKETS)
        at.lead(RED, *TRIANGLE)
        assert (at.game.phase, at.game.loop) == (Phase.loop, 1 + RED)
        other = Table(2, NO_TICKETS)
        other.lead(RED, *RED_LOOP)
        assert other.game.phase == Phase.loop
        assert other.tally(Tally.loops, 0) == 1

    def test_ruling_03_a_place_another_colour_visited_makes_no_loop(self):
        at = Table(2, NO_TICKETS)
        at.lead(RED, "Rome")
        at.lead(BLUE, "Rome")
        assert at.game.loop == 0

    def test_ruling_03_a_place_is_unvisited_once_its_arrow_is_removed(self):
        at = Table(2)
        at.lead(RED, "Thingvellir", "Stonehenge")
        at.play(Move.remove + RED)
        at.lead(RED, "Stonehenge")
        assert (at.game.loop, at.game.tally[:, Tally.loops].sum()) == (0, 0)

    def test_ruling_04_the_loop_arrow_must_be_placed_before_anything_else(self):
        at = Table(2)
        at.lead(RED, *TRIANGLE)
        assert at.game.phase == Phase.loop
        assert all(move // ARCS == RED for move in at.choices())

    def test_ruling_05_the_new_arrow_starts_from_any_visited_place(self):
        at = Table(2, NO_TICKETS)
        at.lead(RED, *TRIANGLE)
        bases = {BOARD.names[BOARD.tail[move % ARCS]] for move in at.choices()}
        assert bases == {"Compass rose", "Thingvellir", "Stonehenge"}
        at.restart(RED, "Stonehenge", "Newfoundland")
        assert BOARD.names[at.game.tip[RED]] == "Newfoundland"
        assert at.game.loop == 0

    def test_ruling_05_between_two_visited_places_the_player_picks_the_direction(self):
        at = Table(2, NO_TICKETS)
        at.lead(RED, "Athens", "Timgad", "Gizeh", "Athens")
        at.restart(RED, "Gizeh", "Sahara")
        at.lead(RED, "Kush", "Virunga", "Aksum", "Gizeh")
        assert at.game.phase == Phase.loop
        both = {arrow(RED, "Sahara", "Timgad"), arrow(RED, "Timgad", "Sahara")}
        assert both <= at.choices()
        at.restart(RED, "Timgad", "Sahara")
        assert at.game.phase == Phase.loop, "which closes another loop"

    def test_ruling_05_no_list_of_restarts_is_too_long(self):
        """45 arrows leave at most 105 ways to go on; 60, the most the box may hold, 120."""
        degrees = np.sort(np.diff(BOARD.first))[::-1]
        for box, most in ((45, 105), (60, 120)):
            bound = max(degrees[:n].sum() - 2 * n for n in range(3, box))
            assert bound == most < TITLE.max_choices
        assert TITLE.max_choices == 120 + 1, "with one that is written and not counted"

    def test_ruling_06_the_loop_arrow_is_not_the_turns_arrow(self):
        at = Table(2)
        at.lead(RED, "Thingvellir", "Stonehenge")
        at.play(Move.end_turn, Move.pay_first, arrow(RED, "Stonehenge", "Compass rose"))
        assert at.game.phase == Phase.loop
        at.restart(RED, "Compass rose", "Rome")
        assert (at.game.phase, at.game.main_done) == (Phase.turn, 0)

    def test_ruling_07_on_a_blue_place_the_loop_arrow_first_then_the_blue_one(self):
        at = Table(2, NO_TICKETS)
        at.lead(RED, *BLUE_LOOP)
        assert (at.game.phase, at.game.n_bonus) == (Phase.loop, 1)
        at.restart(RED, "Putorana Plateau", "Sakha")
        assert at.game.phase == Phase.bonus
        at.play(arrow(YELLOW, "Compass rose", "Rome"))
        assert at.game.phase == Phase.turn

    def test_ruling_07_blue_bonuses_add_up(self):
        at = Table(2, NO_TICKETS)
        at.lead(RED, *BLUE_LOOP)
        at.restart(RED, "Novosibirsk", "blue 15")
        assert (at.game.phase, at.game.n_bonus) == (Phase.bonus, 2)
        before = int(at.game.player)
        at.play(arrow(YELLOW, "Compass rose", "Rome"), arrow(YELLOW, "Rome", "blue 6"))
        assert (at.game.phase, at.game.n_bonus) == (Phase.bonus, 1)
        at.play(Move.decline)
        assert at.game.player != before
        assert at.tally(Tally.declined_blue, before) == 1

    def test_ruling_08_a_loop_closed_on_red_gives_its_ticket(self):
        at = Table(2, NO_TICKETS)
        at.lead(RED, *RED_LOOP)
        assert at.game.tickets[:2].sum() == 2, "one at the first visit, one at the second"
        assert at.game.phase == Phase.loop

    def test_ruling_08_a_loop_closed_on_green_meets_goals(self):
        at = Table(2, NO_TICKETS, hands=[[], []])
        at.lead(RED, "Athens", "Timgad", "Gizeh")
        at.hold(1, "Athens")
        at.lead(RED, "Athens")
        assert at.whose("Athens") == Where.laid + 1
        assert at.game.phase == Phase.loop

    def test_ruling_09_several_loops_in_one_turn(self):
        at = Table(2, NO_TICKETS)
        at.lead(RED, "Athens", "Timgad", "Sahara", "Gizeh")
        seat = int(at.game.player)
        at.lead(RED, "Athens")
        at.restart(RED, "Timgad", "Gizeh")
        assert (at.game.phase, at.game.player) == (Phase.loop, seat)
        assert at.tally(Tally.loops, seat) == 2

    def test_ruling_10_a_loop_with_the_last_arrow_gives_nothing(self):
        at = Table(2, NO_TICKETS, "arrows.each=5")
        at.lead(RED, *RED_LOOP)
        assert at.game.n_arrows[RED] == 5
        assert (at.game.phase, at.game.loop) == (Phase.rest, 0), "and the turn goes on"
        assert at.heads(RED) == set()

    def test_ruling_11_that_last_looping_arrow_cannot_be_taken_off(self):
        at = Table(2, "arrows.each=5")
        at.lead(RED, *RED_LOOP)
        assert Move.remove + RED not in at.choices()
        free = Table(2, "arrows.each=5", "rulings.last_loop_removable=true")
        free.lead(RED, *RED_LOOP)
        free.play(Move.remove + RED)
        assert BOARD.names[free.game.tip[RED]] == "Putorana Plateau"

    def test_ruling_12_the_blue_arrow_may_be_left(self):
        at = Table(2, NO_TICKETS)
        at.lead(RED, "blue 11")
        at.play(Move.decline)
        assert (at.game.player, at.game.n_arrows[RED]) == (1, 1)
        assert at.tally(Tally.declined_blue) == 1

    def test_ruling_12_who_declines_leaves_all_that_are_pending(self):
        at = Table(2, NO_TICKETS)
        at.lead(RED, *BLUE_LOOP)
        at.restart(RED, "Novosibirsk", "blue 15")
        seat = int(at.game.player)
        at.play(Move.decline)
        assert at.game.player != seat
        assert at.tally(Tally.declined_blue, seat) == 2

    def test_ruling_12_switch_blue_mandatory(self):
        at = Table(2, NO_TICKETS, "rulings.blue_mandatory=true")
        at.lead(RED, "blue 11")
        assert Move.decline not in at.choices()

    def test_ruling_13_blue_gives_an_arrow_of_any_colour_that_has_one(self):
        at = Table(2, NO_TICKETS, "arrows.each=5")
        at.lead(RED, "Svalbard", "red 13", "Putorana Plateau", "Zagorsk", "blue 11")
        assert at.game.phase == Phase.bonus
        assert at.heads(RED) == set()
        assert at.heads(YELLOW)

    def test_ruling_14_tickets_before_and_after_but_not_while_an_arrow_is_pending(self):
        at = Table(2)
        assert {Move.pay_first, Move.exchange} <= at.choices()
        at.play(arrow(RED, "Compass rose", "blue 11"))
        assert at.game.phase == Phase.bonus
        assert not {Move.pay_first, Move.exchange, Move.remove + RED} & at.choices()
        at.play(Move.decline)
        assert {Move.exchange, Move.remove + RED, Move.end_turn} <= at.choices()

    def test_ruling_14_one_before_and_one_after_make_two(self):
        at = Table(2)
        at.play(Move.pay_first)
        assert at.game.phase == Phase.paid
        at.play(arrow(RED, "Compass rose", "Rome"), arrow(YELLOW, "Compass rose", "Athens"))
        assert at.game.phase == Phase.rest
        at.play(Move.remove + YELLOW)
        assert at.game.player == 1, "two tickets are the most, so the turn is over"
        assert at.game.tickets[0] == 1

    def test_ruling_15_a_ticket_gained_can_be_used_at_once(self):
        at = Table(2, NO_TICKETS)
        at.lead(RED, "Svalbard")
        at.play(arrow(RED, "Svalbard", "red 13"))
        assert at.game.phase == Phase.rest
        at.play(arrow(RED, "red 13", "Zagorsk"))
        assert at.game.player == 0

    @pytest.mark.parametrize("by", ["ticket", "blue", "loop", "turn"])
    def test_ruling_16_every_arrow_can_take_a_common_goal(self, by):
        at = Table(2, commons=["Harappa", "Novosibirsk"])
        if by == "blue":
            at.stack("Zagorsk")
            at.swap(place("Zagorsk"), place("Novosibirsk"))
            at.lead(RED, "blue 11")
            at.play(arrow(RED, "blue 11", "Zagorsk"))
            assert at.whose("Zagorsk") == Where.laid
            return
        if by == "loop":
            at.swap(place("Harappa"), place("Newfoundland"))
            at.lead(RED, *TRIANGLE)
            at.restart(RED, "Stonehenge", "Newfoundland")
            assert at.whose("Newfoundland") == Where.laid + 0
            return
        at.lead(RED, "blue 11", "Caspian Sea")
        if by == "turn":
            at.play(Move.end_turn)
        at.play(arrow(RED, "Caspian Sea", "Novosibirsk"))
        assert at.whose("Novosibirsk") == Where.laid + (1 if by == "turn" else 0)

    def test_ruling_17_a_removal_meets_goals_at_the_new_end(self):
        at = Table(2, hands=[[], []])
        at.lead(RED, "blue 11", "Caspian Sea", "Babylon", "Petra")
        at.hold(0, "Babylon")
        at.end_turn()
        seat = int(at.game.player)
        at.play(Move.remove + RED)
        assert at.whose("Babylon") == Where.laid + 0
        assert at.tally(Tally.goals_met if seat == 0 else Tally.goals_met_by_rivals) == 1

    def test_ruling_17_a_removal_gives_the_remover_blue_arrows_and_red_tickets(self):
        at = Table(2)
        at.lead(RED, "blue 11", "Zagorsk")
        at.play(Move.end_turn, Move.remove + RED)
        assert (at.game.phase, at.game.player) == (Phase.bonus, 1)
        red = Table(2)
        red.lead(RED, "Svalbard", "red 13", "Zagorsk")
        red.play(Move.end_turn)
        before = int(red.game.tickets[1])
        red.play(Move.remove + RED)
        assert red.game.tickets[1] == before, "one spent, one gained"

    def test_ruling_18_a_removal_takes_no_common_goal(self):
        for switch, taken in (("false", Where.common), ("true", Where.laid + 1)):
            at = Table(2, f"rulings.removal_takes_common={switch}")
            at.lead(RED, "Athens", "Timgad", "Sahara")
            at.swap(int(at.game.commons[0]), place("Timgad"))
            at.end_turn()
            at.play(Move.remove + RED)
            assert at.whose("Timgad") == taken
            assert at.game.n_commons == 6, "refilled at once"

    def test_ruling_19_a_removal_can_reopen_a_loop(self):
        at = Table(2)
        at.lead(RED, *TRIANGLE)
        at.restart(RED, "Stonehenge", "Newfoundland")
        at.play(Move.end_turn)
        seat = int(at.game.player)
        at.play(Move.remove + RED)
        assert (at.game.phase, at.game.loop, at.game.player) == (Phase.loop, 1 + RED, seat)
        at.restart(RED, "Thingvellir", "blue 5")
        assert at.tally(Tally.reopened_loops, seat) == 1
        assert at.game.n_bonus == 1

    def test_ruling_20_the_place_that_counts_is_the_tip_of_the_new_last_arrow(self):
        """The loop closed on a red place; the arrow removed had started from another one."""
        at = Table(2, NO_TICKETS)
        at.lead(RED, *RED_LOOP)
        at.restart(RED, "Putorana Plateau", "Sakha")
        at.end_turn()
        at.game.tickets[at.game.player] += 1
        at.game.tally[at.game.player, Tally.tickets_gained] += 1
        at.game.ticket_supply -= 1
        before, seat = int(at.game.tickets[at.game.player]), int(at.game.player)
        at.play(Move.remove + RED)
        assert BOARD.names[at.game.tip[RED]] == "red 13"
        assert at.game.tickets[seat] == before, "spent one, and the red place gave one"
        assert at.game.phase == Phase.loop

    def test_ruling_20_switch_the_place_that_the_removed_arrow_began_at(self):
        """A loop closed on a green place; the arrow removed had started from a red one."""
        for reading, gained in (("tip", 0), ("base", 1)):
            at = Table(2, f"rulings.removal_effect_at={reading}")
            at.lead(RED, "blue 11", "Zagorsk", "red 13", "Svalbard", "Compass rose")
            at.restart(RED, "red 13", "Putorana Plateau")
            assert self.tickets_of_removal(at) == gained
            assert at.game.phase == Phase.loop, "by either reading"

    def test_ruling_20_switch_goals_are_met_at_the_base_too(self):
        for reading, met in (("tip", False), ("base", True)):
            at = Table(2, f"rulings.removal_effect_at={reading}")
            at.lead(RED, *RED_LOOP)
            at.restart(RED, "Putorana Plateau", "Sakha")
            at.hold(0, "Putorana Plateau")
            at.end_turn()
            at.play(Move.remove + RED)
            assert (at.whose("Putorana Plateau") == Where.laid) == met

    def test_ruling_20_switch_without_a_loop_both_readings_agree(self):
        for reading in ("tip", "base"):
            at = Table(2, f"rulings.removal_effect_at={reading}")
            at.lead(RED, "Svalbard", "red 13", "Zagorsk")
            assert self.tickets_of_removal(at) == 1

    def tickets_of_removal(self, at):
        """Those that the next player gains by taking the last red arrow off."""
        at.end_turn()
        seat = int(at.game.player)
        before = at.tally(Tally.tickets_gained, seat)
        at.play(Move.remove + RED)
        return at.tally(Tally.tickets_gained, seat) - before

    def pump(self, at):
        """Tickets that taking the last yellow arrow off and putting it back brings."""
        seat, arrows = int(at.game.player), at.game.stack.tolist()
        before, last = (
            int(at.game.tickets[seat]),
            at.game.stack[YELLOW, at.game.n_arrows[YELLOW] - 1],
        )
        at.play(Move.remove + YELLOW, ARCS * YELLOW + int(last))
        assert at.game.stack.tolist() == arrows
        return int(at.game.tickets[seat]) - before

    @pytest.mark.parametrize(("reading", "brought"), [("tip", 1), ("base", 0)])
    def test_ruling_20_by_the_tip_a_loop_closed_on_red_brings_two_tickets_for_one(
        self, reading, brought
    ):
        """Yellow as before decision 26 of `tiltmeter play expeditions -p 2 --seed 3 --at 26`."""
        at = Table(2, f"rulings.removal_effect_at={reading}")
        pumped_by(at)
        assert [self.pump(at), self.pump(at)] == [brought, brought]

    @pytest.mark.parametrize(("reading", "brought"), [("tip", 0), ("base", 1)])
    def test_ruling_20_by_the_base_only_a_segment_between_two_red_places_does(
        self, reading, brought
    ):
        at = Table(2, f"rulings.removal_effect_at={reading}")
        at.lead(YELLOW, "Athens", "Timgad", "Timbuktu", "Elmina", "red 9", "blue 7", "Elmina")
        at.restart(YELLOW, "red 9", "red 11")
        at.end_turn()
        assert self.pump(at) == brought

    def test_ruling_21_without_its_only_arrow_a_colour_has_not_started(self):
        at = Table(2)
        at.lead(RED, "blue 11")
        at.play(Move.decline, Move.remove + RED)
        assert (at.game.tip[RED], at.game.phase) == (START, Phase.rest)
        assert len(at.heads(RED)) == 6

    def test_ruling_22_an_arrow_taken_off_and_its_segment_can_be_used_again(self):
        at = Table(2, "arrows.each=5")
        at.lead(RED, "Svalbard", "red 13", "Zagorsk", "Putorana Plateau", "Sakha")
        assert at.heads(RED) == set()
        at.play(Move.end_turn, Move.remove + RED)
        assert "Sakha" in at.heads(RED)

    def test_ruling_23_all_arrows_can_be_removed_one_after_the_other(self):
        at = Table(2, "tickets.per_turn=6", "tickets.start=6")
        at.lead(RED, "Athens", "Timgad", "Sahara", "Kush", "Virunga")
        at.play(Move.end_turn)
        for left in (4, 3, 2, 1, 0):
            at.play(Move.remove + RED)
            assert at.game.n_arrows[RED] == left
        assert at.game.used[RED].sum() == 0
        assert at.game.reached[RED].sum() == at.game.reached[RED, START] == 1

    def test_ruling_24_goals_met_stay_met_after_a_removal(self):
        at = Table(2, hands=[["Babylon"], []])
        at.lead(RED, "blue 11", "Caspian Sea", "Babylon")
        at.play(Move.end_turn, Move.remove + RED)
        assert at.whose("Babylon") == Where.laid

    def test_ruling_25_the_owner_lays_the_card_whoever_placed_the_arrow(self):
        at = Table(3, hands=[[], [], ["Athens"]])
        at.lead(RED, "Athens")
        assert at.whose("Athens") == Where.laid + 2
        assert (at.tally(Tally.goals_met_by_rivals, 2), at.tally(Tally.goals_met, 0)) == (1, 0)
        assert at.game.points[2, Source.own] == 1

    def test_ruling_26_the_active_player_takes_a_common_goal_by_itself(self):
        at = Table(2, commons=["Babylon"])
        at.lead(RED, "blue 11", "Caspian Sea")
        at.play(Move.end_turn, arrow(RED, "Caspian Sea", "Babylon"))
        assert at.whose("Babylon") == Where.laid + 1

    def test_ruling_27_common_goals_are_replaced_at_once_without_a_test_of_distance(self):
        at = Table(2, commons=["Babylon"])
        at.stack("Rome")
        at.lead(RED, "blue 11", "Caspian Sea", "Babylon")
        assert at.game.n_commons == 6
        assert at.whose("Rome") == Where.common

    def test_ruling_28_a_goal_whose_place_was_visited_needs_a_new_arrival(self):
        at = Table(2, NO_TICKETS, commons=["Sahara"])
        at.stack("Timgad")
        at.lead(RED, "Athens", "Timgad", "Sahara")
        assert at.whose("Timgad") == Where.common
        at.lead(BLUE, "Athens", "Timgad")
        assert at.whose("Timgad") >= Where.laid

    def test_ruling_28_nor_is_a_swapped_card_met_by_a_tip_that_is_there(self):
        at = Table(2)
        at.lead(RED, "Athens", "Timgad")
        at.stack("Timgad")
        seat = int(at.game.player)
        at.play(Move.exchange, Move.keep + place("Timgad"))
        given = next(c for c in at.game.hand[seat, :12] if not at.game.token[c])
        at.play(Move.give + int(given))
        assert at.whose("Timgad") == Where.hand + seat

    def test_ruling_29_a_first_common_goal_too_near_goes_under_the_deck(self):
        """The cards after the hands, in the order in which they were shuffled."""
        passed_over = 0
        for seed in range(20):
            at = Table(6, marked=False, seed=seed)
            order, game = np.arange(CARDS, dtype=np.uint8), new(TITLE.Game)
            plain(begin)(game, 6, seed, 0)
            plain(rng.shuffle)(game.deal, order, CARDS)
            left = order[54:].tolist()
            far = [card for card in left if is_far(at.rules, card)][:6]
            near = [c for c in left[: left.index(far[-1])] if not is_far(at.rules, c)]
            assert at.game.commons[:6].tolist() == far
            assert at.deck()[len(at.deck()) - len(near) :] == near
            passed_over += len(near)
        assert passed_over > 10

    def test_ruling_29_with_no_far_card_left_near_ones_are_common_goals_too(self):
        rows = []
        for seed in WRAPPING:
            at = Table(6, *CROWDED, marked=False, seed=seed)
            assert at.game.n_commons == 10
            rows.append([is_far(at.rules, card) for card in at.game.commons[:10]])
            if not all(rows[-1]):
                assert not any(is_far(at.rules, card) for card in at.deck())
        assert not all(map(all, rows))

    def test_ruling_29_a_deck_drawn_through_has_every_card_once(self):
        for seed in WRAPPING:
            at = Table(6, *CROWDED, marked=False, seed=seed)
            assert at.game.top < 60, "more than 80 cards were drawn"
            assert check(at.game, at.rules) == 0
            assert len({*at.deck()}) == at.game.n_deck == 10

    def test_ruling_30_a_hand_with_too_few_far_places_exchanges_near_ones(self):
        replaced = 0
        for seed in range(10):
            at = Table(2, "cards.hand_few=4", "cards.commons=0", marked=False, seed=seed)
            assert all(is_far(at.rules, card) for seat in (0, 1) for card in at.game.hand[seat, :4])
            under = at.game.top - 8  # as many as were drawn besides the hands
            assert all(not is_far(at.rules, card) for card in at.deck()[at.game.n_deck - under :])
            assert check(at.game, at.rules) == 0
            replaced += under
        assert replaced > 5

    def test_ruling_30_enough_far_places_are_enough(self):
        """Near cards are kept by whoever can place all tokens."""
        kept = 0
        for seed in range(10):
            at = Table(2, marked=False, seed=seed)
            kept += sum(not is_far(at.rules, card) for card in at.game.hand[0, :12])
        assert kept > 5

    def test_ruling_31_hands_are_dealt_before_the_common_goals(self):
        """The same deal with no common goals gives the same hands."""
        with_goals, without = Table(4, marked=False), Table(4, "cards.commons=0", marked=False)
        assert with_goals.game.hand.tolist() == without.game.hand.tolist()

    def test_ruling_32_tokens_are_placed_one_each_in_four_rounds_then_the_first_player_starts(self):
        at = Table(3, marked=False)
        seats = []
        while at.game.phase == Phase.mark:
            seats.append(int(at.game.player))
            at.play(min(at.choices()))
        assert seats == [0, 1, 2] * 4
        assert (at.game.player, at.game.phase) == (0, Phase.turn)
        assert at.game.points[:3, Source.keys_left].tolist() == [-4, -4, -4]
        assert (at.game.token > 0).sum() == 12

    def test_ruling_32_a_token_goes_on_an_own_far_card_without_one(self):
        at = Table(2, marked=False)
        first = min(at.choices())
        own = {Move.mark + int(c) for c in at.game.hand[0, :12] if is_far(at.rules, c)}
        assert at.choices() == own
        at.play(first)
        at.play(min(at.choices()))
        assert at.choices() == own - {first}

    def test_ruling_33_leftovers_of_an_exchange_go_under_the_deck(self):
        at = Table(2)
        one, two = at.deck()[:2]
        at.play(Move.exchange)
        assert at.game.phase == Phase.keep
        assert at.choices() == {Move.keep + one, Move.keep + two, Move.keep_none}
        at.play(Move.keep + two)
        assert at.game.phase == Phase.give
        given = next(int(c) for c in at.game.hand[0, :12] if not at.game.token[c])
        at.play(Move.give + given)
        assert at.deck()[-2:] == [one, given]
        assert BOARD.names[two] in at.hand(0)
        assert at.game.n_hand[0] == 12
        assert at.game.tickets[0] == 2

    def test_ruling_33_none_may_be_kept(self):
        at = Table(2)
        one, two = at.deck()[:2]
        before = at.hand(0)
        at.play(Move.exchange, Move.keep_none)
        assert at.deck()[-2:] == [one, two]
        assert at.hand(0) == before
        assert at.game.phase == Phase.turn

    def test_ruling_34_a_key_card_given_away_leaves_its_token(self):
        at = Table(2, hands=[["Babylon"], []], keys=[["Babylon"], []])
        kept = at.deck()[0]
        at.play(Move.exchange, Move.keep + kept, Move.give + place("Babylon"))
        assert at.game.token[place("Babylon")] == 1
        assert at.tally(Tally.keys_given_away) == 1
        at.hold(1, "Babylon")
        at.lead(RED, "blue 11", "Caspian Sea", "Babylon")
        assert at.whose("Babylon") == Where.laid + 1
        assert at.game.points[1].tolist() == [1, 0, 0, -11, -4], "nobody else gains the token"
        assert at.game.points[0, Source.keys_left] == -4
        assert at.game.token[place("Babylon")] == 1

    def test_ruling_34_the_token_is_lost_even_if_the_card_comes_back(self):
        at = Table(2, hands=[["Babylon"], []], keys=[["Babylon"], []])
        at.play(Move.exchange, Move.keep + at.deck()[0], Move.give + place("Babylon"))
        at.hold(0, "Babylon")
        at.lead(RED, "blue 11", "Caspian Sea", "Babylon")
        assert at.whose("Babylon") == Where.laid
        assert at.game.points[0].tolist() == [1, 0, 0, -11, -4]

    def test_ruling_34_a_key_card_is_given_away_once(self):
        at = Table(2, hands=[["Babylon"], []], keys=[["Babylon"], []])
        at.play(Move.exchange, Move.keep + at.deck()[0], Move.give + place("Babylon"))
        at.hold(0, "Babylon")
        at.play(Move.exchange, Move.keep + at.deck()[0], Move.give + place("Babylon"))
        assert at.tally(Tally.keys_given_away) == 1
        assert at.game.orphan[place("Babylon")] == 1

    def test_ruling_35_no_exchange_with_an_empty_hand(self):
        at = Table(2)
        assert Move.exchange in at.choices()
        at.game.n_hand[0] = 0
        assert Move.exchange not in at.choices()

    def test_ruling_36_an_empty_deck_replaces_nothing_and_an_exchange_draws_what_is_left(
        self,
    ):
        at = Table(2, commons=["Babylon"])
        self.lay_out(at, at.game.n_deck - 1)
        at.play(Move.exchange)
        assert at.game.n_offer == 1
        at.play(Move.keep_none)
        self.lay_out(at, 1)
        assert Move.exchange not in at.choices()
        at.lead(RED, "blue 11", "Caspian Sea", "Babylon")
        assert at.game.n_commons == 5

    @staticmethod
    def lay_out(at, n):
        """Seat 1 has taken the next cards of the deck as common goals."""
        for _ in range(n):
            at.game.where[plain(table.draw)(at.game)] = Where.laid + 1
        at.game.points[1, Source.commons] += n
        at.game.tally[1, Tally.commons] += n

    def test_ruling_37_the_end_is_near_when_a_turn_ends_with_an_empty_hand_of_anybody(self):
        at = Table(3, "tickets.start=0", hands=[[], ["Rome"], []])
        self.empty(at, 1, "Rome")
        at.lead(RED, "Rome")
        assert at.game.n_hand[1] == 0
        assert (at.game.last_round, at.game.ended) == (Ending.a_hand_was_emptied, 0)

    def test_ruling_38_the_round_is_finished_so_that_all_have_as_many_turns(self):
        at = Table(3, "tickets.start=0", hands=[[], ["Rome"], []])
        self.empty(at, 1, "Rome")
        at.lead(RED, "Rome")
        at.lead(YELLOW, "Athens")
        assert (at.game.player, at.game.ended) == (2, 0)
        at.lead(BLUE, "Athens")
        assert at.game.ended == Ending.a_hand_was_emptied
        assert at.game.tally[:3, Tally.turns].tolist() == [1, 1, 1]
        assert at.game.rounds == 1

    @staticmethod
    def empty(at, seat, name):
        """Leaves a seat only one card; the others count as laid out, with their tokens."""
        game = at.game
        for card in game.hand[seat, : game.n_hand[seat]].tolist():
            if card != place(name):
                plain(cards.meet)(game, at.rules, seat, card)

    def test_ruling_39_the_last_arrow_ends_the_game_at_once(self):
        at = Table(2, "tickets.start=0", "arrows.each=5")
        self.spend_arrows(at)
        assert at.game.ended == Ending.all_arrows_placed
        assert at.game.n_arrows.sum() == 15
        assert (at.game.rounds, at.game.player) == (8, 0), "in the middle of the eighth round"
        assert at.game.tally[:2, Tally.turns].tolist() == [8, 7]

    def test_ruling_39_the_round_cut_short_is_the_last_of_the_curve(self):
        rules = rules_of(TITLE, 4, {"arrows.each": 5})
        games = Match(TITLE, rules, line_up(TITLE, ["random"], 4)).play(1, 0, 50)
        cut_short = 0
        for game in games[games["ended"] == Ending.all_arrows_placed]:
            cut_short += len({*game["tally"][:4, Tally.turns].tolist()}) > 1
            scores = game["points"][:4].sum(axis=1).tolist()
            assert game["curve"][game["rounds"] - 1, :4].tolist() == scores
            assert not game["curve"][game["rounds"] :].any()
        assert cut_short > 10

    def test_ruling_39_switch_blue_arrows_lapse_with_the_last_arrow(self):
        at = Table(2, NO_TICKETS, "arrows.each=5", "rulings.last_arrow_ends=false")
        at.lead(RED, "Athens", "Timgad", "Sahara", "Kush", "Virunga")
        at.lead(YELLOW, "Athens", "Timgad", "Sahara", "Kush", "Virunga")
        at.lead(BLUE, "Athens", "Gizeh", "Sahara", "Timgad", "blue 6")
        assert (at.game.player, at.game.n_bonus) == (1, 0)
        assert at.choices() == {Move.end_turn}

    def test_ruling_39_switch_a_hand_emptied_before_the_last_arrow_is_what_ended_the_game(self):
        at = Table(3, NO_TICKETS, "arrows.each=5", "rulings.last_arrow_ends=false")
        at.lead(RED, "Athens", "Timgad", "Sahara", "Kush", "Virunga")
        at.lead(YELLOW, "Athens", "Timgad", "Sahara", "Kush", "Virunga")
        at.lead(BLUE, "Athens", "Timgad")
        at.stack("Sahara")
        at.hold(1, "Sahara")
        self.empty(at, 1, "Sahara")
        at.lead(BLUE, "Sahara")
        assert at.game.last_round == Ending.a_hand_was_emptied
        at.lead(BLUE, "Kush", "Virunga")
        assert at.game.n_arrows.sum() == 15
        assert at.game.ended == Ending.a_hand_was_emptied

    def test_ruling_39_switch_the_round_is_finished_with_what_tickets_allow(self):
        at = Table(2, "arrows.each=5", "rulings.last_arrow_ends=false")
        self.spend_arrows(at)
        assert (at.game.ended, at.game.last_round) == (0, Ending.all_arrows_placed)
        while at.game.player == 0:
            at.play(Move.end_turn)
        assert Move.end_turn in at.choices()
        assert Move.remove + YELLOW in at.choices()
        at.play(Move.remove + YELLOW)
        assert at.heads(YELLOW), "an arrow taken off can be placed again"
        at.play(min(at.choices()))
        while not at.game.ended:
            at.play(Move.end_turn if Move.end_turn in at.choices() else min(at.choices()))
        assert at.game.ended == Ending.all_arrows_placed
        assert at.game.tally[:2, Tally.turns].tolist() == [at.game.rounds] * 2

    @staticmethod
    def spend_arrows(at):
        """Fourteen arrows without loops or bonuses, then one more by seat 0."""
        at.lead(RED, "Athens", "Timgad", "Sahara", "Kush", "Virunga")
        at.lead(YELLOW, "Athens", "Timgad", "Sahara", "Kush", "Virunga")
        at.lead(BLUE, "Athens", "Timgad", "Sahara", "Kush")
        at.lead(BLUE, "Virunga")

    def test_ruling_40_with_a_colour_exhausted_the_others_go_on(self):
        at = Table(2, NO_TICKETS, "arrows.each=5")
        at.lead(RED, "Athens", "Timgad", "Sahara", "Kush", "Virunga")
        assert {move // ARCS for move in at.choices()} == {YELLOW, BLUE}

    def test_ruling_41_forty_tickets_in_all_and_none_when_they_are_out(self):
        at = Table(6, "tickets.start=6", "tickets.box=36")
        assert at.game.ticket_supply == 0
        at.lead(RED, "Svalbard")
        at.play(Move.end_turn, arrow(RED, "Svalbard", "red 13"))
        assert at.game.tickets[1] == 6
        at.play(arrow(RED, "red 13", "Zagorsk"))
        assert (at.game.tickets[1], at.game.ticket_supply) == (5, 1), "used ones go back"

    def test_ruling_42_scoring(self):
        """A card laid 1, a token back 1, a card in hand -1, a token on the board -1."""
        at = Table(4, hands=[["Babylon"], [], [], []], keys=[["Babylon"], (), (), ()])
        before = at.game.points[0].tolist()
        assert before == [0, 0, 0, -9, -4]
        at.lead(RED, "blue 11", "Caspian Sea", "Babylon")
        assert at.game.points[0].tolist() == [1, 1, 0, -8, -3]
        assert at.standing(0) == -9

    def test_ruling_43_ties_are_broken_by_tickets_then_shared(self):
        game = Table(4).game
        game.points[:4, 0] = 5, 5, 5, 4
        game.points[:4, 1:] = 0
        game.tickets[:4] = 2, 3, 3, 9
        plain(scoring.rank)(game)
        assert game.place[:4].tolist() == [3, 1, 1, 4]

    @pytest.mark.parametrize("players", TITLE.players)
    def test_ruling_44_the_first_player_is_whoever_sits_first(self, players):
        """Chance decides who that is: a line-up takes every seating of a deal in turn."""
        rules = TITLE.rules_for(TITLE.components, players)
        seated = line_up(TITLE, ["greedy", *["random"] * (players - 1)], players)
        match, hands = Match(TITLE, rules, seated, "mixed"), set()
        for number in range(players):
            told = match.tell(1, number)
            first = next(told).game
            hands.add(first.hand[0].tobytes())
            assert (first.player, first.phase) == (0, Phase.mark)
            turn = next(decision.game for decision in told if decision.game.phase != Phase.mark)
            assert (turn.player, turn.phase) == (0, Phase.turn)
            assert match.who(0, number) == number
        assert len(hands) == 1, "of the same deal"

    def test_ruling_45_the_turns_arrow_cannot_be_skipped(self):
        at = Table(2)
        assert Move.end_turn not in at.choices()
        at.play(Move.exchange, Move.keep_none)
        assert Move.end_turn not in at.choices()
        at.play(arrow(RED, "Compass rose", "Rome"))
        assert Move.end_turn in at.choices()


class TestTurns:
    """What the rulebook says besides the rulings."""

    def test_an_expedition_goes_on_from_its_tip_whatever_the_continent(self):
        at = Table(2, NO_TICKETS)
        at.lead(RED, "Stonehenge", "Newfoundland")
        assert at.heads(RED) == {"red 7", "blue 3", "blue 5", "blue 6"}

    def test_the_edge_crossings_give_a_ticket_and_lead_to_the_other_side(self):
        at = Table(2, NO_TICKETS)
        at.lead(RED, "Stonehenge", "Newfoundland", "red 7", "Banff", "Crater Lake")
        at.end_turn()
        seat, before = int(at.game.player), int(at.game.tickets[at.game.player])
        at.lead(RED, "red 1")
        assert at.game.tickets[seat] == before + 1
        assert {"Amur River", "Bering Strait", "Mount Fuji"} <= at.heads(RED)

    def test_at_most_two_tickets_a_turn(self):
        at = Table(2)
        at.play(arrow(RED, "Compass rose", "Rome"), Move.remove + RED)
        at.play(Move.exchange, Move.keep_none)
        assert (at.game.player, at.game.tickets[0]) == (1, 1)

    def test_a_turn_without_tickets_ends_with_its_arrow(self):
        at = Table(2, NO_TICKETS)
        at.lead(RED, "Rome")
        assert at.game.player == 1

    def test_a_card_of_a_rivals_token_is_no_ones_else(self):
        """A token lies where its owner's card is, so no place has two."""
        at = Table(6)
        places = [int(k) for seat in range(6) for k in at.game.key[seat]]
        assert len(set(places)) == 24
        for seat in range(6):
            assert all(at.game.where[k] == Where.hand + seat for k in at.game.key[seat])


class TestTallies:
    def test_arrows_by_kind(self):
        at = Table(2)
        at.lead(RED, "blue 11", "Caspian Sea")
        at.play(arrow(RED, "Caspian Sea", "Babylon"), Move.end_turn)
        kinds = (Tally.main_arrows, Tally.blue_arrows, Tally.ticket_arrows, Tally.loop_arrows)
        assert [at.tally(kind) for kind in kinds] == [1, 1, 1, 0]

    def test_blocks_are_expeditions_led_away_from_a_rivals_token_ahead(self):
        at = Table(2, NO_TICKETS, hands=[[], ["Babylon"]], keys=[[], ["Babylon"]])
        at.lead(RED, "blue 11", "Caspian Sea")
        assert (at.game.player, at.game.token[place("Babylon")]) == (1, 2)
        at.lead(YELLOW, "Rome")
        at.lead(RED, "Novosibirsk")
        assert at.tally(Tally.blocks, 0) == 1
        assert at.tally(Tally.blocks, 1) == 0

    def test_nor_does_who_leads_it_there_or_owns_the_token_block(self):
        at = Table(2, NO_TICKETS, hands=[[], ["Babylon"]], keys=[[], ["Babylon"]])
        at.lead(RED, "blue 11", "Caspian Sea")
        owner, leader = Table(2, NO_TICKETS), Table(2, NO_TICKETS)
        owner.game, leader.game = at.game.copy(), at.game.copy()
        owner.lead(RED, "Novosibirsk")
        leader.lead(YELLOW, "Rome")
        leader.lead(RED, "Babylon")
        assert owner.game.tally[:, Tally.blocks].sum() == 0
        assert leader.game.tally[:, Tally.blocks].sum() == 0

    def test_a_removal_blocks_likewise(self):
        at = Table(2, hands=[[], ["Babylon"]], keys=[[], ["Babylon"]])
        at.lead(RED, "blue 11", "Caspian Sea")
        at.lead(YELLOW, "Rome")
        at.play(Move.end_turn, Move.remove + RED)
        assert at.game.tally[:2, Tally.blocks].tolist() == [1, 0]

    def test_a_removal_from_an_exhausted_colour_blocks_nobody(self):
        at = Table(2, "arrows.each=5", hands=[[], ["Babylon"]], keys=[[], ["Babylon"]])
        at.lead(RED, "Svalbard", "red 13", "Zagorsk", "blue 11", "Caspian Sea")
        at.end_turn()
        assert at.game.player == 0
        before = at.tally(Tally.blocks)
        at.play(Move.remove + RED)
        assert at.tally(Tally.blocks) == before

    def test_a_removal_that_goes_back_to_the_token_blocks_nobody(self):
        """The arrow removed led from Gizeh to Athens, the one before closed a loop at Timgad."""
        at = Table(2, NO_TICKETS)
        at.lead(RED, "Rome", "blue 6", "Timgad", "Sahara", "Gizeh", "Timgad")
        at.restart(RED, "Gizeh", "Athens")
        for name, blocks in (("Timgad", 0), ("Petra", 1)):
            game = at.game.copy()
            game.token[place(name)] = 2 - game.player
            blocks += game.tally[game.player, Tally.blocks]
            plain(arrows.retract)(game, at.rules, RED)
            assert game.tip[RED] == place("Timgad")
            assert game.tally[game.player, Tally.blocks] == blocks

    def test_an_arrow_after_a_loop_blocks_nobody(self):
        """There was no free tip, though Rome is one segment from where the loop closed."""
        at = Table(2, NO_TICKETS, "keys.distance=0", hands=[[], ["Rome"]], keys=[[], ["Rome"]])
        at.lead(RED, *TRIANGLE)
        assert (at.game.phase, at.game.player) == (Phase.loop, 0)
        before = at.tally(Tally.blocks)
        at.restart(RED, "Stonehenge", "Newfoundland")
        assert at.tally(Tally.blocks) == before == 1, "the first arrow was a block"

    def test_a_segment_in_use_blocks_nobody(self):
        """The token stays at Rome, its card is given away, and red cannot go back there."""
        at = Table(2, "keys.distance=0", hands=[["Rome"], []], keys=[["Rome"], []])
        at.play(Move.exchange, Move.keep + at.deck()[0], Move.give + place("Rome"))
        at.lead(RED, "Rome")
        at.lead(RED, "blue 6", "Timgad")
        assert at.game.token[place("Rome")] == 1
        assert at.tally(Tally.blocks, 1) == 0

    def test_only_removals_reopen_loops(self):
        at = Table(2, NO_TICKETS)
        at.lead(RED, *TRIANGLE)
        assert (at.tally(Tally.loops), at.tally(Tally.reopened_loops)) == (1, 0)

    def test_a_loop_closed_by_a_colours_last_arrow_is_counted(self):
        at = Table(2, NO_TICKETS, "arrows.each=5")
        at.lead(RED, *RED_LOOP)
        assert (at.tally(Tally.loops), at.game.loop) == (1, 0)

    @pytest.mark.parametrize(
        ("what", "dead"),
        [("an own goal", 0), ("a common goal", 0), ("a ticket", 0), ("a rival's", 1), ("none", 1)],
    )
    def test_a_dead_turn_gives_its_player_neither_goal_nor_ticket(self, what, dead):
        at = Table(2, NO_TICKETS)
        at.lead(RED, "Svalbard")
        at.lead(BLUE, "Athens")
        if what == "a common goal":
            at.swap(int(at.game.commons[0]), place("Timgad"))
        elif what in ("an own goal", "a rival's"):
            at.hold(0 if what == "an own goal" else 1, "Timgad")
        assert at.game.tally[:2, Tally.dead_turns].tolist() == [1, 1]
        at.lead(*((RED, "red 13") if what == "a ticket" else (BLUE, "Timgad")))
        at.end_turn()
        assert at.game.tally[:2, Tally.dead_turns].tolist() == [1 + dead, 1]

    def test_visits_and_travels_count_arrows_for_the_map(self):
        at = Table(2)
        at.lead(RED, "Rome")
        at.play(Move.remove + RED, Move.end_turn)
        at.lead(RED, "Rome")
        at.lead(BLUE, "Rome")
        assert at.game.visits[place("Rome")] == 3
        assert at.game.travels[BOARD.route[arc("Compass rose", "Rome")]] == 3

    def test_visits_and_travels_of_a_whole_game_are_its_arrows_place_by_place(self):
        match = Match(TITLE, Table(3).rules, line_up(TITLE, ["random"], 3), "mixed")
        visits, travels = Counter(), Counter()
        for decision in match.tell(1, 0):
            game = decision.game
            if decision.move < Move.end_turn:
                visits[int(BOARD.head[decision.move % ARCS])] += 1
                travels[int(BOARD.route[decision.move % ARCS])] += 1
        assert game.tally[:, Tally.removals].sum() > 0
        assert {k: n for k, n in enumerate(game.visits.tolist()) if n} == visits
        assert {k: n for k, n in enumerate(game.travels.tolist()) if n} == travels

    def test_the_rows_hold_visits_and_travels_once_a_game(self):
        trial = experiment("expeditions", strategies=("greedy",), games=30, players=3)
        frame = pl.concat(frames(trial, jobs=1))
        games = Match(TITLE, Table(3).rules, line_up(TITLE, ["greedy"], 3)).play(trial.seed, 0, 30)
        for name, names in TITLE.levers.maps.items():
            first = frame.filter(pl.col("seat") == 1)[name].to_list()
            assert first == games[name].tolist()
            assert len(first[0]) == len(names)
            assert frame.filter(pl.col("seat") > 1)[name].null_count() == 60

    def test_the_curve_holds_every_game_without_removals_and_the_end_of_any_other(self):
        """Two players with the most arrows there can be place one of them a turn."""
        most = TITLE.components.entries["arrows.each"].max
        assert table.LONGEST == 3 * most // 2 == TITLE.Row["curve"].shape[0]
        at, curve = Table(2), new(TITLE.Curve)
        at.game.rounds = table.LONGEST + 7
        plain(noting(TITLE.worth))(at.game, at.rules, curve, ALL)
        assert curve.standing[-1, :2].tolist() == [-16, -16]
        assert not curve.standing[:-1].any()


class TestHiddenCards:
    def redealt(self, at, seat):
        """Sixty redeals of a position, each a copy."""
        stream = np.zeros(1, np.uint64)
        for _ in range(60):
            game = at.game.copy()
            plain(table.redeal)(game, at.rules, seat, stream)
            assert check(game, at.rules) == 0
            yield game

    def test_own_cards_open_cards_and_tokens_stay_the_rest_is_dealt_anew(self):
        at = Table(4)
        hands = set()
        for game in self.redealt(at, 1):
            assert game.hand[1].tolist() == at.game.hand[1].tolist()
            assert game.commons.tolist() == at.game.commons.tolist()
            assert game.token.tolist() == at.game.token.tolist()
            assert all(game.where[k] == Where.hand + 0 for k in at.game.key[0])
            hands.add(tuple(sorted(game.hand[0, :9].tolist())))
        assert len(hands) == 60

    def test_drawn_cards_are_seen_by_who_draws_them(self):
        at = Table(2)
        at.play(Move.exchange)
        for game in self.redealt(at, 0):
            assert game.offer.tolist() == at.game.offer.tolist()

    def test_after_an_exchange_nobody_knows_whether_a_key_card_was_given(self):
        at = Table(2, hands=[["Babylon"], []], keys=[["Babylon"], []])
        at.play(Move.exchange, Move.keep + at.deck()[0], Move.give + place("Babylon"))
        at.lead(RED, "Rome")
        at.play(Move.end_turn)
        lost = Counter(
            tuple(int(game.orphan[k]) for k in at.game.key[0]) for game in self.redealt(at, 1)
        )
        assert {sum(orphans) for orphans in lost} == {0, 1}
        assert len(lost) == 5, "any one of the four, or none"

    def test_a_key_card_seen_elsewhere_is_known_to_be_given_away(self):
        at = Table(2, hands=[["Babylon"], []], keys=[["Babylon"], []])
        at.play(Move.exchange, Move.keep + at.deck()[0], Move.give + place("Babylon"))
        at.hold(1, "Babylon")
        at.lead(RED, "Rome")
        at.play(Move.end_turn)
        for game in self.redealt(at, 1):
            assert game.orphan[place("Babylon")] == 1

    def test_the_deck_to_come_has_its_own_luck(self):
        """The same deal with another table stream: same hands and goals, another deck."""
        decks = set()
        for table_seed in range(5):
            game, rules = new(TITLE.Game), Table(4, marked=False).rules
            plain(begin)(game, 4, 1, 0)
            game.table[0] = table_seed
            plain(table.setup)(game, rules)
            assert game.hand.tolist() == Table(4, marked=False).game.hand.tolist()
            assert game.commons.tolist() == Table(4, marked=False).game.commons.tolist()
            decks.add(tuple(game.deck.tolist()))
        assert len(decks) == 5

    def test_a_rival_holds_no_more_key_cards_than_cards(self):
        """Three of four key cards were given away in secret, and one card is left."""
        at = Table(2, "tickets.start=6", "tickets.per_turn=6")
        for k in range(3):
            given = int(at.game.key[0, k])
            at.play(Move.exchange, Move.keep + at.deck()[0], Move.give + given)
        at.lead(RED, "Rome")
        TestRulings.empty(at, 0, BOARD.names[at.game.key[0, 3]])
        at.play(Move.end_turn)
        assert at.game.n_hand[0] == 1
        for game in self.redealt(at, 1):
            assert sum(int(game.orphan[k]) for k in at.game.key[0]) in (3, 4)


class TestWords:
    def test_a_move_tells_its_consequences(self):
        at = Table(2, hands=[["Babylon"], []], keys=[["Babylon"], []], commons=["Sahara"])

        def told(move):
            return words.move(at.game, at.rules, move)

        assert told(arrow(RED, "Compass rose", "blue 11")) == (
            "leads red from the start to blue 11: another arrow"
        )
        at.lead(RED, "blue 11", "Caspian Sea")
        assert told(arrow(RED, "Caspian Sea", "Babylon")) == (
            "leads red from Caspian Sea to Babylon by ticket: an own goal, a key place"
        )
        at.play(Move.end_turn)
        assert told(arrow(RED, "Caspian Sea", "Babylon")) == (
            "leads red from Caspian Sea to Babylon: a goal of seat 1, a key place"
        )
        at.lead(BLUE, "Athens", "Timgad")
        assert told(arrow(BLUE, "Timgad", "Sahara")).endswith("by ticket: a common goal")

    def test_loops_and_removals_are_told(self):
        at = Table(2)
        at.lead(RED, "Thingvellir", "Stonehenge")
        assert words.move(at.game, at.rules, Move.remove + RED) == (
            "uses a ticket to take the last red arrow off (Thingvellir to Stonehenge)"
        )
        at.play(Move.end_turn)
        closing = words.move(at.game, at.rules, arrow(RED, "Stonehenge", "Compass rose"))
        assert closing.endswith("closing a loop")

    def test_a_removal_tells_the_place_whose_effect_it_has(self):
        for reading, gift in (("tip", ": a ticket"), ("base", "")):
            at = Table(2, f"rulings.removal_effect_at={reading}")
            pumped_by(at)
            assert words.move(at.game, at.rules, Move.remove + YELLOW) == (
                "uses a ticket to take the last yellow arrow off (Putorana Plateau to red 16)"
                f"{gift}, back on a loop"
            )


def test_laws_can_be_broken():
    """Each law notices a game that was tampered with."""

    at = Table(3)
    at.lead(RED, *RED_LOOP)
    at.restart(RED, "Zagorsk", "blue 11")
    at.play(Move.decline)
    at.end_turn()

    def broken(tamper):
        game = at.game.copy()
        tamper(game)
        return check(game, at.rules)

    def set_(field, index, value):
        def tamper(game):
            game[field][index] = value

        return tamper

    def lose_a_segment(game):
        lost = arc("Zagorsk", "blue 11")
        game.used[RED, BOARD.tail[lost]] ^= LEAVES[lost]

    def bend_the_chain(game):
        game.stack[RED, 1] = arc("Svalbard", "Compass rose")

    def swap_points(game):
        game.points[0, Source.own] += 1
        game.points[0, Source.commons] -= 1

    def lay_out_for_nothing(game):
        game.where[plain(table.draw)(game)] = Where.laid + 1

    def visit_elsewhere(game):
        game.visits[place("Zagorsk")] -= 1
        game.visits[place("Rome")] += 1

    assert broken(lambda game: None) == 0
    assert broken(set_("where", 3, Where.laid)) == Law.cards
    assert broken(set_("n_arrows", BLUE, 1)) == Law.arrows
    assert broken(lose_a_segment) == Law.segments
    assert broken(bend_the_chain) in (Law.segments, Law.chain, Law.closings)
    assert broken(set_("tip", RED, START)) == Law.chain
    assert broken(set_("closed", (RED, 4), 0)) == Law.closings
    assert broken(set_("tickets", 0, 9)) == Law.tickets
    assert broken(set_("key", (0, 0), place("Rome"))) == Law.tokens
    assert broken(swap_points) == Law.points
    assert broken(lay_out_for_nothing) == Law.points
    for what in (Tally.goals_met, Tally.goals_met_by_rivals, Tally.commons, Tally.keys):
        assert broken(set_("tally", (1, what), 9)) == Law.goals
    assert broken(visit_elsewhere) == Law.visits
    assert broken(set_("visits", 0, 99)) == Law.visits
    assert broken(set_("tally", (2, Tally.turns), 7)) == Law.turns

    def leave_a_bonus(game):
        game.n_bonus = 1

    def lose_a_common(game):
        plain(table.put_under)(game, game.commons[5])
        game.n_commons = 5

    def forget_to_end(game):
        game.last_round, game.player = Ending.a_hand_was_emptied, 0
        game.rounds += 1
        game.tally[:3, Tally.turns] = game.rounds

    assert broken(leave_a_bonus) == Law.pending
    assert broken(lose_a_common) == Law.commons
    assert broken(forget_to_end) == Law.ended


@pytest.mark.parametrize(
    ("players", "expected"), [(2, 21.5), (3, 18.5), (4, 12.7), (5, 11.6), (6, 11.0)]
)
def test_greedy_tables_score_about_as_in_an_independent_simulation(players, expected):
    rules = TITLE.rules_for(TITLE.components, players)
    games = Match(TITLE, rules, line_up(TITLE, ["greedy"], players)).play(1, 0, 1000)
    assert games["points"][:, :players].sum(axis=2).mean() == pytest.approx(expected, rel=0.12)


class TestStrategies:
    """Each plays as its docstring says."""

    OTHERS = ("greedy", "planner", "hunter", "saver", "blocker")

    def tallies(self, *names, games=300):
        rules = TITLE.rules_for(TITLE.components, 4)
        return Match(TITLE, rules, line_up(TITLE, names, 4)).play(2, 0, games)["tally"][:, :4]

    def mean(self, name, what):
        return self.tallies(name)[:, :, what].mean()

    def test_hunter_takes_the_most_common_goals(self):
        hunted = self.mean("hunter", Tally.commons)
        for name in ("allround", "planner", "saver", "blocker"):
            assert hunted > 1.3 * self.mean(name, Tally.commons)

    def ratings(self, name):
        """A red tip at Timgad: two own goals lie beyond the Sahara, one beyond Timbuktu."""
        at = Table(2, NO_TICKETS, commons=[])
        at.lead(RED, "Athens", "Timgad")
        at.game.n_hand[0], at.game.n_commons = 3, 0
        at.game.hand[0, :3] = place("Kush"), place("Douala"), place("Elmina")
        at.game.where[:], at.game.token[:] = Where.deck, 0
        at.game.where[at.game.hand[0, :3]] = Where.hand
        match = Match(TITLE, at.rules, line_up(TITLE, [name], 2), "mixed")
        made = new(TITLE.Choices)
        n = plain(TITLE.legal)(at.game, at.rules, made)
        rated = dict(zip(made.move[:n].tolist(), match.ratings(at.game), strict=True))
        return [rated[arrow(RED, "Timgad", head)] for head in ("Sahara", "Timbuktu", "Gizeh")]

    def test_greedy_goes_for_the_nearest_goal_planner_for_several(self):
        sahara, timbuktu, gizeh = self.ratings("greedy")
        assert sahara == timbuktu > gizeh
        sahara, timbuktu, gizeh = self.ratings("planner")
        assert sahara > timbuktu > gizeh

    def rated(self, at, move, name="allround"):
        made = new(TITLE.Choices)
        n = plain(TITLE.legal)(at.game, at.rules, made)
        match = Match(TITLE, at.rules, line_up(TITLE, [name], 2), "mixed")
        return match.ratings(at.game)[made.move[:n].tolist().index(move)]

    def removal_rated(self, reading):
        at = Table(2, f"rulings.removal_effect_at={reading}")
        pumped_by(at)
        return self.rated(at, Move.remove + YELLOW)

    @pytest.mark.parametrize(("reading", "cost"), [("tip", 0.0), ("base", 0.5)])
    def test_bait_speaks_against_a_loops_arrow_from_blue_by_the_base_only(self, reading, cost):
        at = Table(2, f"rulings.removal_effect_at={reading}")
        at.lead(RED, "blue 11", "Zagorsk", "red 13", "Svalbard", "Compass rose")
        from_blue = arrow(RED, "blue 11", "Caspian Sea")
        from_green = arrow(RED, "Zagorsk", "Putorana Plateau")
        for move, told in ((from_blue, cost), (from_green, 0.0)):
            baited, other = (self.rated(at, move, f"allround:bait={w}") for w in (0.5, 0))
            assert other - baited == pytest.approx(told)

    def test_allround_expects_the_effect_of_a_removal_that_the_ruling_gives(self):
        ticket = self.removal_rated("tip") - self.removal_rated("base")
        assert 0.5 < ticket < 4.0, "the worth of the ticket that only one reading gives"

    def test_saver_uses_no_ticket_before_somebody_is_about_to_finish(self):
        rules = TITLE.rules_for(TITLE.components, 3)
        match, used = Match(TITLE, rules, line_up(TITLE, ["saver"], 3), "mixed"), 0
        for decision in match.tell(1, 0):
            if decision.game.phase == Phase.rest and decision.move != Move.end_turn:
                used += 1
                assert decision.game.n_hand[:3].min() <= 3
        assert used > 0

    def test_planner_lays_no_arrow_for_the_sake_of_common_goals(self):
        assert self.mean("planner", Tally.commons) < 0.5 * self.mean("allround", Tally.commons)

    def test_blocker_leaves_rivals_fewer_key_places(self):
        assert self.mean("blocker", Tally.keys) < self.mean("allround", Tally.keys) - 0.2

    def test_allround_exchanges_cards(self):
        assert self.mean("allround", Tally.exchanges) > 0

    @pytest.mark.parametrize("players", [3, 4, 5, 6])
    def test_allround_holds_more_than_its_share_at_mixed_tables(self, players):
        rules = TITLE.rules_for(TITLE.components, players)
        seated = line_up(TITLE, ["allround", *self.OTHERS[: players - 1]], players)
        place = Match(TITLE, rules, seated).play(3, 0, 600)["place"][:, :players]
        won = place == 1
        its_seat = (-np.arange(600)) % players
        share = (won / won.sum(axis=1, keepdims=True))[np.arange(600), its_seat].mean()
        assert share > 1.3 / players
