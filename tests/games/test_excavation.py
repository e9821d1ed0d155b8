"""Excavation Earth, rule by rule, in the order of the rulebook, in plain Python."""

import numpy as np
import pytest
from excavation_table import (
    COMPONENTS,
    TITLE,
    Table,
    card,
    check,
    colour,
    place,
    rank_of,
    relic,
    rules,
)

from simulator.conformance import soak, whimsical
from simulator.errors import UserError
from simulator.games.excavation import hands, preparation, scoring, start, words
from simulator.games.excavation.table import (
    CARDS,
    FACTION_NAMES,
    OF_FACTION,
    PLACES,
    SURVEY_CARDS,
    WHITE,
    Ending,
    Phase,
    Source,
    Store,
    Tally,
)
from simulator.games.excavation.verbs import FINDS, NOTHING, WITH_TRADER, WITH_WHITE, Envoy, Move
from simulator.kernel import new, plain
from simulator.loop import begin
from simulator.match import Match

TRADER = len(Envoy)  # added to an order


def coloured(name):
    return 1 + colour(name)


def markets(*numbers):
    return Move.sale + sum(1 << (number - 1) for number in numbers)


class TestTheBox:
    """What the box adds up to."""

    def test_there_are_90_relics_worth_nine_less_their_copies(self):
        made = rules(2)
        assert made.copies.sum() == 90
        assert made.copies[:4].tolist() == [3, 4, 5, 6]
        assert (made.value == 9 - made.copies).all()

    def test_a_rotated_rarity_keeps_eighteen_of_each_colour(self):
        made = rules(2, setup=["rarity=rotated"])
        assert made.copies.reshape(5, 4).sum(axis=1).tolist() == [18] * 5
        assert made.copies[:8].tolist() == [3, 4, 5, 6, 6, 3, 4, 5]

    def test_sums_hold_after_every_move(self):
        """90 relics, 60 cards, 57 buyers and 22 cubes each, counted apart from the laws."""
        for players in (1, 2, 3, 4):
            at = Table(players, setup=["tiles=true"], began=False)
            game, made, stream = at.game, at.rules, np.random.default_rng(players)
            pawns = {1: 46, 2: 46, 3: 51, 4: 57}[players]
            while game.ended == 0:
                at.play(int(stream.choice(sorted(at.choices()))))
                relics = game.reserve.sum() + game.site.sum() + game.n_black.sum()
                relics += game.box.sum() + game.store.sum()
                relics += game.n_offer if game.phase in (Phase.keeping, Phase.keeping + 1) else 0
                assert relics == 90
                cards = game.n_deck + game.n_discard + game.hand.sum() + game.pack.sum()
                cards += game.n_survey + 2 * (game.phase == Phase.choosing)
                cards += game.phase == Phase.replacing
                assert cards == 60
                assert game.buyers.sum() + game.n_queue.sum() + game.mothership.sum() == pawns
                for seat in range(game.sides):
                    cubes = game.supply[seat] + game.trader[seat].sum() + game.envoy[seat].sum()
                    cubes += game.gallery[seat].sum() + (game.survey_cube == 1 + seat).sum()
                    assert cubes == (88 if players == seat == 1 else 22)
                assert check(game, made) == 0

    def test_the_map_has_21_places_14_dig_sites_6_markets_and_3_black_markets(self):
        for name in "ABC":
            made = rules(2, setup=[f"map={name}"])
            assert (made.region >= 0).sum() == 14
            assert sorted(made.market[made.market >= 0]) == list(range(6))
            assert (made.symbols > 0).sum() == 3
            assert ((made.region >= 0) & (made.market >= 0)).sum() == 2
            assert len(COMPONENTS[f"maps.{name}"]) == 39

    def test_the_south_western_site_is_next_to_two_places_in_the_east(self):
        for name in "ABC":
            made = rules(2, setup=[f"map={name}"])
            assert made.distance[place("G3"), place("O2")] == 1
            assert made.distance[place("G3"), place("BE")] == 1

    def test_map_a_is_connected_as_it_was_checked(self):
        made = rules(2)
        assert made.distance.max() == 5
        assert made.distance[place("M1"), place("M4")] == 3
        assert (made.distance == 1).sum() / PLACES == pytest.approx(3.71, abs=0.01)

    def test_the_three_maps_differ(self):
        maps = [rules(2, setup=[f"map={name}"]).distance.tolist() for name in "ABC"]
        assert maps[0] != maps[1] != maps[2] != maps[0]

    @pytest.mark.parametrize(
        ("players", "changes", "setup", "told"),
        [
            (2, ["relics.copies=[3,4,5,5]"], [], "add up to 18"),
            (2, ["maps.A[1]=M1-X9"], [], "place in maps.A"),
            (2, ["maps.A[1]=M1-Y2"], [], "look at M1"),
            (2, ["maps.places[1]=M1 market 2"], [], "lacks market 1"),
            (2, ["maps.places[1]=M1 shop 1"], [], "names no market"),
            (2, ["maps.places[1]=M1"], [], "should be written like"),
            (2, ["centres.markets=[[1,1],[3,4],[5,6]]"], [], "each market once"),
            (2, ["tiles.credits=[5,5]"], [], "no effect"),
            (2, ["maps.B[1]=M1-Y3"], [], "no effect"),
            (2, ["galleries.B.rows=[0,0,0,1,2,3]"], [], "no effect"),
            (2, ["boards.initiative=[6,5,4,3,2,1]"], [], "order=initiative"),
            (2, [], ["factions=gul,gul"], "2 different factions"),
            (3, [], ["factions=gul,aquilla"], "3 different factions"),
            (2, [], ["factions=gul,aquila"], "Did you mean 'aquilla'"),
            (2, [], ["solo=true"], "for one player against Zu"),
            (3, [], ["zu.fail_credits=15"], "for one player against Zu"),
            (1, [], ["opening_draft=true"], "not for the solo game"),
        ],
    )
    def test_what_makes_no_sense_is_refused_with_the_reason(self, players, changes, setup, told):
        with pytest.raises(UserError, match=told):
            rules(players, *changes, setup=setup)


class TestSetup:
    @pytest.mark.parametrize(
        ("players", "survey", "sites", "black", "pawns", "white"),
        [
            (1, 3, 15, 10, 40, 6),
            (2, 3, 15, 10, 40, 6),
            (3, 4, 15, 15, 45, 6),
            (4, 5, 20, 20, 50, 7),
        ],
    )
    def test_what_depends_on_the_players(self, players, survey, sites, black, pawns, white):
        game = Table(players, began=False).game
        assert game.n_survey == survey
        assert game.site.sum() == sites
        assert game.n_black.sum() == black
        queued = [(game.queue[m, : game.n_queue[m]] == WHITE).sum() for m in range(6)]
        assert game.buyers[:5].sum() + 18 - sum(queued) == pawns
        assert game.buyers[WHITE] + sum(queued) == white

    def test_everybody_has_8_credits_22_cubes_6_cards_and_3_movement_cards(self):
        game = Table(4, began=False).game
        assert game.credits.tolist() == [8] * 4
        assert game.supply.tolist() == [22] * 4
        assert game.n_hand.tolist() == [6] * 4
        assert game.tank.tolist() == [7] * 4
        assert game.points.sum(axis=1).tolist() == [8] * 4

    def test_every_market_has_three_buyers_in_its_queue(self):
        for seed in range(10):
            assert Table(3, seed=seed).game.n_queue.tolist() == [3] * 6

    def test_two_explorers_stand_in_markets_1_and_4(self):
        game = Table(2, began=False).game
        assert game.explorer[1, :2].tolist() == [place("M1"), place("M4")]

    def test_the_third_is_placed_in_the_first_turn_anywhere_without_an_own_one(self):
        at = Table(2, began=False)
        at.play(Move.done)
        assert at.game.phase == Phase.placing
        assert at.choices() == {Move.place + k for k in range(PLACES)} - {
            Move.place + place("M1"),
            Move.place + place("M4"),
        }
        at.play(Move.place + place("BE"))
        assert at.game.phase == Phase.acting
        assert at.game.explorer[0, 2] == place("BE")

    def test_factions_are_dealt_at_random_or_chosen(self):
        dealt = set()
        for seed in range(20):
            game = new(TITLE.Game)
            plain(begin)(game, 4, seed, 0)
            plain(start.setup)(game, rules(4))
            assert len(set(game.faction.tolist())) == 4
            assert game.tally[:, OF_FACTION:].sum(axis=1).tolist() == [1] * 4
            dealt.add(tuple(game.faction.tolist()))
        assert len(dealt) > 15
        chosen = Table(2, faction="gul").game
        assert [FACTION_NAMES[f] for f in chosen.faction[:2]] == ["gul", "issisinui"]

    def test_turn_order_by_seats_at_random_or_by_initiative(self):
        assert Table(4, began=False).game.order.tolist() == [0, 1, 2, 3]
        drawn = {
            tuple(Table(3, setup=["order=random"], seed=s, began=False).game.order[:3].tolist())
            for s in range(30)
        }
        assert len(drawn) == 6
        by_value = Table(3, setup=["order=initiative"], faction="dal_harrai", began=False).game
        assert by_value.order[:3].tolist() == [1, 2, 0]

    def test_four_cards_alike_may_be_redrawn_as_many_as_one_likes(self):
        at = Table(2, began=False)
        game = at.game
        at.hold("red 1", "red 1", "red 2", "red 5", "green 5", "yellow 6")
        game.redraw = plain(start.redrawable)(game, at.rules, 0)
        red = {Move.redraw + card(c) for c in ("red 1", "red 2", "red 5")}
        assert at.choices() == {Move.done, *red}
        at.play(Move.redraw + card("red 1"), Move.redraw + card("red 5"))
        assert at.choices() == {Move.done}
        at.play(Move.done)
        assert game.n_hand[0] == 6
        assert game.phase == Phase.placing
        gone = [card("red 1"), card("red 5")]
        assert game.discard[: game.n_discard].tolist() == gone, "not back into the deck"

    def test_four_symbols_alike_may_be_redrawn_too(self):
        at = Table(2, began=False)
        at.hold("red 2", "green 2", "yellow 2", "orange 2", "green 5", "yellow 6")
        at.game.redraw = plain(start.redrawable)(at.game, at.rules, 0)
        assert Move.redraw + card("orange 2") in at.choices()
        assert Move.redraw + card("green 5") not in at.choices()

    def test_three_alike_are_kept(self):
        at = Table(2, began=False)
        at.hold("red 1", "red 2", "red 3", "green 4", "green 5", "yellow 6")
        assert plain(start.redrawable)(at.game, at.rules, 0) == 0

    def test_hands_may_be_drafted_two_cards_at_a_time(self):
        at = Table(3, setup=["opening_draft=true"], began=False)
        game = at.game
        assert game.phase == Phase.drafting
        assert game.pack.sum(axis=1).tolist() == [8, 8, 8, 0]
        while game.phase == Phase.drafting:
            at.play(min(at.choices()))
        assert game.n_hand[:3].tolist() == [6, 6, 6]
        assert game.n_discard == 6
        assert check(game, at.rules) == 0


class TestPreparation:
    def test_example_of_queues(self):
        """Four lose their first, three stay, fewer are filled up."""
        at = Table()
        at.queue(1, "red", "green", "white", "yellow")
        at.queue(2, "red", "green", "green")
        at.queue(3, "orange")
        at.queue(4)
        plain(preparation.fill_queues)(at.game, at.rules, at.game.table)
        assert at.buyers(1) == ["green", "white", "yellow"]
        assert at.buyers(2) == ["red", "green", "green"]
        assert at.buyers(3)[0] == "orange"
        assert at.game.n_queue.tolist() == [3] * 6
        assert check(at.game, at.rules) == 0

    def test_all_queues_of_four_lose_their_first_before_any_is_filled(self):
        """The last red buyer leaves market 6 and comes to market 1."""
        at = Table()
        at.queue(1, "green", "green")
        at.queue(6, "red", "green", "white", "yellow")
        at.popular(yellow=0, green=0, red=0, purple=0, orange=0, white=0)
        plain(preparation.fill_queues)(at.game, at.rules, at.game.table)
        assert at.buyers(6) == ["green", "white", "yellow"]
        assert at.buyers(1) == ["green", "green", "red"]

    def test_cards_of_colours_that_are_used_up_are_drawn_past(self):
        at = Table()
        at.queue(1)
        at.popular(yellow=0, green=0, red=0, purple=8, orange=0, white=0)
        plain(preparation.fill_queues)(at.game, at.rules, at.game.table)
        assert at.buyers(1) == ["purple"] * 3

    def test_example_of_the_soil_survey(self):
        """Three relics for each card: two on their sites, the third under the black market."""
        at = Table()
        game = at.game
        at.lay()
        game.survey[:3] = [card("red 1"), card("red 2"), card("green 5")]
        game.survey_cube[:3] = [1, 0, 2]
        game.supply[:2] -= 1
        before, black = game.n_reserve.copy(), game.n_black.copy()
        game.round_no = 2
        plain(preparation.carry_out_survey)(game, at.rules)
        assert (before - game.n_reserve).tolist() == [0, 3, 6, 0, 0]
        assert game.site.reshape(5, 4).sum(axis=1).tolist() == [0, 2, 4, 0, 0]
        assert (game.n_black - black).tolist() == [0, 1, 2, 0, 0]
        assert game.supply[:2].tolist() == [22, 22]
        assert game.survey_cube.sum() == 0
        assert game.n_survey == 3

    def test_no_new_survey_cards_for_round_3(self):
        at = Table()
        at.game.round_no = 3
        plain(preparation.carry_out_survey)(at.game, at.rules)
        assert at.game.n_survey == 0

    def test_example_of_the_turn_order(self):
        """Marker 1 goes first, marker 2 second, the others follow as they were."""
        at = Table(4)
        at.game.order[:] = [2, 0, 3, 1]
        at.game.marker[:] = [0, 1, 0, 2]
        at.pass_all()
        assert at.game.order.tolist() == [1, 3, 2, 0]
        assert at.game.marker.sum() == at.game.n_markers == 0
        at.draft()
        assert at.game.player == 1

    def test_eight_cards_each_two_chosen_and_the_rest_passed_to_the_left(self):
        at = Table(3)
        at.pass_all()
        game = at.game
        kept = game.n_hand[:3].tolist()
        assert kept == [2, 2, 2]
        packs = game.pack.copy()
        assert packs.sum(axis=1).tolist() == [8, 8, 8, 0]
        chosen = []
        for seat in range(3):
            assert game.player == seat
            for _ in range(2):
                move = min(at.choices())
                assert game.pack[seat, move - Move.pick] > 0
                chosen.append(move)
                at.play(move)
        assert game.player == 0
        assert {m - Move.pick for m in at.choices()} <= set(np.flatnonzero(game.pack[2]))
        assert (packs - game.pack).sum(axis=1).tolist() == [2, 2, 2, 0]
        at.draft()
        assert game.n_hand[:3].tolist() == [8, 8, 8]
        assert game.pack.sum() == 0
        assert check(game, at.rules) == 0

    def test_no_pair_of_cards_is_offered_in_two_orders(self):
        at = Table()
        at.pass_all()
        first = max(at.choices())
        at.play(first)
        assert min(at.choices()) >= first

    def test_movement_cards_come_back(self):
        at = Table()
        at.act(Move.move, "move 1")
        assert at.game.tank[0] == 0b101
        at.play(*[Move.go + int(p) for p in at.game.explorer[0]])
        at.pass_all()
        assert at.game.tank[:2].tolist() == [7, 7]

    def test_visible_relics_of_the_black_market_go_under_their_piles(self):
        at = Table()
        at.show("red a", "red b", "red c", "green d")
        plain(preparation.renew_black_market)(at.game)
        assert at.black("red") == ["red b", "red c", "red a"]
        assert at.black("green") == ["green d"]
        assert at.black("yellow") == []

    def test_the_deck_is_made_of_the_discard_pile_when_it_is_out(self):
        at = Table(4)
        at.pass_all()
        assert check(at.game, at.rules) == 0
        assert at.game.n_deck + at.game.n_discard == 60 - 32 - 5 - 8

    def test_three_tiles_lie_at_the_centres_in_round_2_and_stay_for_round_3(self):
        at = Table(setup=["tiles=true"])
        assert at.game.tile.tolist() == [0, 0, 0]
        at.pass_all()
        tiles = at.game.tile.tolist()
        assert len(set(tiles)) == 3
        assert min(tiles) >= 1
        at.draft()
        at.pass_all()
        assert at.game.tile.tolist() == tiles

    def test_without_tiles_there_are_none(self):
        at = Table()
        at.pass_all()
        assert at.game.tile.sum() == 0


class TestTurns:
    def test_two_actions_a_turn_then_the_next_in_order(self):
        at = Table()
        at.hold("red 1", "red 2", "green 3", "move 0")
        for _ in range(2):
            assert at.game.player == 0
            at.act(Move.move, "red 1" if "red 1" in at.hand() else "red 2")
            at.play(*[Move.go + int(p) for p in at.game.explorer[0]])
        assert at.game.player == 1

    def test_passing_first_loses_the_second_action(self):
        at = Table()
        at.hold("move 0")
        at.play(Move.pass_)
        assert at.game.player == 1

    def test_who_has_passed_has_no_more_turns_and_the_others_go_on(self):
        at = Table(2)
        at.hold("move 0")
        at.play(Move.pass_, Move.place + place("O1"))
        at.hold("red 1", "red 2", "red 3", "red 4", "red 5", seat=1)
        for paid in ("red 1", "red 2", "red 3"):
            at.act(Move.move, paid)
            at.play(*[Move.go + int(p) for p in at.game.explorer[1]])
            assert at.game.player == 1
        assert at.game.round_no == 1

    def test_without_cards_one_passes_by_itself(self):
        at = Table()
        at.hold("red 1")
        at.act(Move.move)
        at.play(Move.pay + card("red 1"))
        at.play(*[Move.go + int(p) for p in at.game.explorer[0]])
        assert at.game.passed[0] == 1
        assert at.game.player == 1

    def test_two_cards_are_kept_and_the_rest_is_discarded(self):
        at = Table()
        at.hold("red 1", "red 1", "green 3", "orange 6", "move 2")
        before = at.game.n_discard
        at.play(Move.pass_)
        assert {Move.pick + card(c) for c in ("green 3", "red 1")} == at.choices()
        at.play(Move.pick + card("red 1"))
        assert at.choices() == {Move.pick + card("red 1"), Move.pick + card("orange 6")}
        at.play(Move.pick + card("orange 6"))
        assert at.hand() == {"red 1": 1, "orange 6": 1}
        assert at.game.n_discard == before + 2

    def test_rounds_are_turns_of_the_whole_table(self):
        at = Table()
        for seat in (0, 1):
            assert at.game.rounds == 0
            if seat == 1:
                at.play(Move.place + place("O1"))
            at.hold("red 1", "red 2", "red 3", "red 4", seat=seat)
            for paid in ("red 1", "red 2"):
                at.act(Move.move, paid)
                at.play(*[Move.go + int(p) for p in at.game.explorer[seat]])
        assert at.game.rounds == 1
        assert at.game.turns.tolist() == [1, 0, 0]
        at.pass_all()
        assert at.game.rounds == 2
        assert at.game.turns.tolist() == [2, 0, 0]


class TestMove:
    def test_an_action_card_has_three_fuel_movement_cards_two_three_and_four(self):
        assert rules(2).fuel.tolist() == [3] * 30 + [2, 3, 4]

    def test_steps_are_shared_out_among_explorers(self):
        at = Table()
        at.stand("M1", "M4", "O1")
        at.hold("red 1", "move 0")
        at.act(Move.move, "red 1")
        at.play(Move.go + place("Y1"))
        assert at.game.fuel == 2
        at.play(Move.go + place("R1"))
        at.play(Move.go + place("O3"))
        assert at.game.explorer[0].tolist() == [place("Y1"), place("R1"), place("O3")]
        assert at.game.phase == Phase.acting

    def test_nobody_goes_farther_than_the_fuel(self):
        at = Table()
        at.stand("M1", "M4", "O1")
        at.act(Move.move, "move 0")
        reach = {p for p in range(PLACES) if at.rules.distance[place("M1"), p] <= 2}
        assert at.choices() == {Move.go + p for p in reach - {place("M4"), place("O1")}}

    def test_an_explorer_passes_through_but_does_not_end_with_another(self):
        at = Table()
        at.stand("Y1", "Y2", "O1")
        at.act(Move.move, "move 1")
        assert Move.go + place("R1") in at.choices(), "through Y2"
        assert Move.go + place("Y2") in at.choices(), "if the other leaves"
        at.play(Move.go + place("Y2"))
        assert Move.go + place("Y2") not in at.choices()
        at.play(Move.go + place("M1"))
        assert at.game.explorer[0, :2].tolist() == [place("Y2"), place("M1")]

    def test_an_explorer_cannot_take_a_place_that_the_other_could_not_leave(self):
        at = Table()
        at.stand("M1", "R1", "O1")
        at.act(Move.move, "move 0")
        assert Move.go + place("R1") not in at.choices(), "no fuel is left for the other"

    def test_fuel_for_one_that_must_leave_is_not_spent_elsewhere(self):
        at = Table()
        at.stand("Y1", "O1", "Y2")
        at.act(Move.move, "move 0")
        at.play(Move.go + place("Y2"))
        assert at.choices() == {Move.go + place("O1")}
        at.play(Move.go + place("O1"))
        assert Move.go + place("Y2") not in at.choices()
        assert Move.go + place("M1") in at.choices()

    def test_a_move_without_a_step_is_an_idle_action(self):
        at = Table()
        at.act(Move.move, "move 0")
        at.play(*[Move.go + int(p) for p in at.game.explorer[0]])
        assert at.game.tally[0, Tally.idle] == 1


class TestExcavate:
    def dig(self, *lying, stands=("R1", "R2", "M1"), cards=("red 1",), **more):
        at = Table(**more)
        at.stand(*stands)
        at.lay(*lying)
        at.hold(*cards, "move 0", "move 1")
        return at

    def test_a_card_of_the_region_and_an_explorer_on_the_site(self):
        at = self.dig("red a", "green d", "yellow d")
        assert Move.excavate + colour("red") in at.choices()
        assert Move.excavate + colour("green") not in at.choices()
        at.hold("green 1")
        assert Move.excavate + colour("red") not in at.choices()

    def test_two_relics_come_from_two_sites(self):
        at = self.dig("red a", "red b", "red c")
        at.act(Move.excavate + colour("red"))
        assert at.choices() == {Move.dig + k for k in range(6)}
        at.play(Move.dig)
        assert at.choices() == {Move.dig + 4, Move.dig + 5, Move.done}, "not b, from the site of a"
        at.play(Move.dig + 5)
        assert at.game.store[Store.hold, 0, [relic("red a"), relic("red c")]].tolist() == [1, 1]
        assert at.game.gallery[0, [relic("red a"), relic("red c")]].tolist() == [0, 1]
        assert at.game.phase == Phase.acting

    def test_one_is_enough(self):
        at = self.dig("red a", "red c")
        at.act(Move.excavate + colour("red"))
        at.play(Move.dig, Move.done)
        assert at.game.n_store[Store.hold, 0] == 1

    def test_the_hold_must_have_room_and_the_hidden_container_does_not_count(self):
        at = self.dig("red a", "red c")
        at.store(*["green a"] * 4)
        at.act(Move.excavate + colour("red"))
        at.play(Move.dig)
        assert at.game.n_store[:, 0].tolist() == [5, 0]
        assert at.game.actions == 1
        at.hold("red 1", "red 2")
        assert Move.excavate + colour("red") not in at.choices()

    def test_a_sample_needs_a_free_place_in_the_gallery(self):
        at = self.dig("red a")
        at.samples("red a")
        at.act(Move.excavate + colour("red"))
        assert at.choices() == {Move.dig}

    def test_without_cubes_another_guard_is_lifted(self):
        at = self.dig("red a")
        at.samples("green a", "orange d")
        at.game.supply[0] = 0
        at.act(Move.excavate + colour("red"))
        at.play(Move.dig + 1)
        assert at.game.phase == Phase.lifting
        assert at.choices() == {Move.lift + relic("green a"), Move.lift + relic("orange d")}
        at.play(Move.lift + relic("green a"))
        assert at.game.supply[0] == 0
        assert np.flatnonzero(at.game.gallery[0]).tolist() == [relic("red a"), relic("orange d")]

    def test_without_cubes_and_guards_there_is_no_sample(self):
        at = self.dig("red a")
        at.game.supply[0] = 0
        at.act(Move.excavate + colour("red"))
        assert at.choices() == {Move.dig}

    def test_a_full_column_draws_a_card_once(self):
        at = self.dig("red a", "red d", cards=("red 1", "red 2"))
        at.samples("red b", "red c", "red d")
        at.act(Move.excavate + colour("red"), "red 1")
        at.play(Move.dig + 1)
        assert at.game.n_hand[0] == 2, "one paid, one drawn"
        at.samples("red b", "red c", "red d")
        at.lay("red a")
        at.hold("red 1", "red 2")
        at.act(Move.excavate + colour("red"), "red 1")
        at.play(Move.dig + 1)
        assert at.game.n_hand[0] == 1

    def test_a_column_that_loses_a_guard_at_the_same_time_is_not_full(self):
        at = self.dig("red a", cards=("red 1", "red 2"))
        at.samples("red b", "red c", "red d")
        at.game.supply[0] = 0
        at.act(Move.excavate + colour("red"), "red 1")
        at.play(Move.dig + 1, Move.lift + relic("red b"))
        assert at.game.n_hand[0] == 1


class TestMarket:
    def market(self, *queue, number=1, supply=22, **more):
        at = Table(**more)
        at.stand("M1", "M4", "O1")
        at.queue(number, *queue)
        at.hold(f"red {number}", "move 0")
        at.game.supply[0] = supply
        return at

    def test_example_a(self):
        """A trader, a white and an orange buyer: purple and yellow are ejected."""
        at = self.market("purple", "yellow", "green", "red")
        names = ("purple", "yellow", "orange")
        before = at.game.buyers[[colour(n) for n in names]].copy()
        ranks = [rank_of(at.game, colour(n)) for n in names]
        at.act(Move.market)
        at.play(Move.bargain + WITH_TRADER + WITH_WHITE + coloured("orange"))
        assert at.buyers(1) == ["green", "red", "white", "orange"]
        assert at.game.trader[0, 0] == 1
        after = at.game.buyers[[colour(n) for n in names]]
        assert (after - before).tolist() == [1, 1, -1]
        now = [rank_of(at.game, colour(n)) for n in names]
        assert now[0] >= ranks[0]
        assert now[1] >= ranks[1]
        assert now[2] <= ranks[2]

    def test_example_b(self):
        """A trader and a green buyer without a white one, so that the first green one stays."""
        at = self.market("green", "red", "yellow")
        at.act(Move.market)
        at.play(Move.bargain + WITH_TRADER + coloured("green"))
        assert at.buyers(1) == ["green", "red", "yellow", "green"]
        assert at.game.interest[0, colour("green")] == 2

    @pytest.mark.parametrize(("white", "more_popular"), [(0, 1), (WITH_WHITE, 0)])
    def test_example_b_a_white_buyer_would_eject_the_green_one(self, white, more_popular):
        at = self.market("green", "red", "yellow")
        before = int(at.game.buyers[colour("green")])
        at.act(Move.market)
        at.play(Move.bargain + WITH_TRADER + white + coloured("green"))
        assert before - at.game.buyers[colour("green")] == more_popular

    def test_the_card_has_the_markets_symbol_and_an_explorer_stands_there(self):
        at = self.market("red")
        assert Move.market + 0 in at.choices()
        at.stand("Y1", "M4", "O1")
        assert Move.market + 0 not in at.choices()
        at.stand("M1", "M4", "O1")
        at.hold("red 2")
        assert Move.market + 0 not in at.choices()

    def test_every_step_is_optional(self):
        at = self.market("red")
        at.act(Move.market)
        assert at.choices() == {Move.bargain + k for k in range(24)}
        at.play(Move.bargain)
        assert at.buyers(1) == ["red"]
        assert at.game.tally[0, Tally.idle] == 1

    def test_a_white_buyer_alone(self):
        at = self.market("red")
        at.act(Move.market)
        at.play(Move.bargain + WITH_WHITE)
        assert at.buyers(1) == ["red", "white"]

    def test_no_white_buyer_when_none_is_left(self):
        at = self.market("red")
        at.popular(white=0)
        at.act(Move.market)
        assert Move.bargain + WITH_WHITE not in at.choices()

    def test_no_buyer_of_a_colour_that_is_used_up_unless_the_white_one_ejects_it(self):
        at = self.market("green", "red", "yellow", "red")
        at.popular(green=0)
        at.act(Move.market)
        assert Move.bargain + coloured("green") not in at.choices()
        at.play(Move.bargain + WITH_WHITE + coloured("green"))
        assert at.buyers(1) == ["yellow", "red", "white", "green"]

    def test_without_cubes_a_guard_becomes_the_trader(self):
        at = self.market("red", supply=0)
        at.game.supply[0] = 1
        at.samples("red a")
        at.act(Move.market)
        at.play(Move.bargain + WITH_TRADER, Move.lift + relic("red a"))
        assert at.game.trader[0, 0] == 1
        assert at.game.gallery[0].sum() == 0

    def test_traders_and_envoys_are_never_taken_back_for_it(self):
        at = self.market("red", supply=0)
        at.game.trader[0, 3] = 1
        at.game.envoy[0, 0] = 1
        at.act(Move.market)
        assert all(move < Move.bargain + WITH_TRADER for move in at.choices())


class TestSell:
    def sale(self, *relics, faction="kutu_kuti", changes=(), cards=("red 1", "red 2"), **queues):
        at = Table(2, *changes, faction=faction)
        for number in range(1, 7):
            at.queue(number, *queues.get(f"m{number}", ()))
        at.store(*relics)
        at.hold(*cards, "move 0")
        return at

    def test_example_of_popularity(self):
        """Red is first and pays 9; yellow, green and orange are second, 5; purple is fifth, 0."""
        at = Table()
        at.popular(red=2, yellow=4, green=4, orange=4, purple=6)
        pays = {n: at.rules.popularity[rank_of(at.game, colour(n))] for n in at_colours()}
        assert pays == {"red": 9, "yellow": 5, "green": 5, "orange": 5, "purple": 0}

    def test_example_of_a_sale(self):
        """Two purple relics, six buyers in two markets, purple second: 5 + 12 + 3 = 20."""
        at = self.sale(
            "purple a", "purple b", "purple c",
            m1=("purple", "white", "purple", "green"), m3=("red",), m4=("purple", "purple"),
            m6=("purple", "purple", "white"),
        )  # fmt: skip
        at.trade(1, 3, 6)
        at.popular(red=1, purple=2, green=5, yellow=5, orange=6)
        at.game.mothership[:] = [0, 0, 2, 0, 0, 1]
        at.act(Move.sell + colour("purple"), "move 0")
        assert at.choices() == {markets(1), markets(6), markets(1, 6)}
        hand = at.game.n_hand[0]
        at.play(markets(1, 6), Move.give + relic("purple b"))
        assert at.credits() == 8 + 20
        assert at.game.n_hand[0] == hand + 1
        assert at.buyers(1) == ["green"]
        assert at.buyers(6) == []
        assert at.buyers(4) == ["purple", "purple"]
        assert at.game.mothership.tolist() == [0, 0, 0, 4, 0, 2]
        assert at.game.buyers[colour("red")] == 1 + 2, "those of the last sale are back"
        assert at.game.envoy[0].tolist() == [1, 0, 1]
        assert at.game.trader[0].tolist() == [0, 0, 1, 0, 0, 0]
        assert at.game.box[[relic("purple b"), relic("purple c")]].tolist() == [1, 1]
        assert at.game.held[0, colour("purple")] == 1

    def test_a_market_needs_a_trader_and_a_buyer_white_ones_included(self):
        at = self.sale("red a", m1=("white",), m2=("green",), m3=("red",))
        at.trade(1, 2)
        at.act(Move.sell + colour("red"), "move 0")
        assert at.choices() == {markets(1)}

    def test_without_such_a_market_there_is_no_sale(self):
        at = self.sale("red a", m2=("green",), m3=("red",))
        at.trade(2)
        assert Move.sell + colour("red") not in at.choices()

    def test_ruling_01_any_card_pays_for_a_sale_movement_cards_for_moves_and_sales_only(self):
        at = self.sale("red a", m1=("red",))
        at.trade(1)
        at.play(Move.sell + colour("red"))
        assert at.choices() == {Move.pay + card(c) for c in ("red 1", "red 2", "move 0")}
        at = self.sale("red a", m1=("red",))
        at.trade(1)
        at.hold("move 0")
        assert at.choices() == {Move.pass_, Move.move, Move.sell + colour("red")}

    def test_ruling_03_one_relic_for_each_market_of_one_colour_three_at_most(self):
        at = self.sale(
            *["red a"] * 2,
            *(f"green {g}" for g in "abc"),
            **{f"m{k}": ("white",) for k in (1, 2, 3, 4)},
        )
        at.trade(1, 2, 3, 4)
        at.act(Move.sell + colour("red"), "move 0")
        assert max(at.rules.bits[move - Move.sale] for move in at.choices()) == 2
        at = self.sale(*["red a"] * 4, **{f"m{k}": ("white",) for k in (1, 2, 3, 4)})
        at.trade(1, 2, 3, 4)
        at.act(Move.sell + colour("red"), "move 0")
        assert max(at.rules.bits[move - Move.sale] for move in at.choices()) == 3
        assert len(at.choices()) == 4 + 6 + 4

    def test_three_markets_pay_8_and_one_of_two_cards(self):
        at = self.sale(*["red a"] * 3, m1=("red",), m2=("red",), m3=("red",))
        at.trade(1, 2, 3)
        at.popular(red=9, green=0, yellow=0, purple=0, orange=0)
        hand, gone = at.game.n_hand[0], at.game.n_discard
        at.act(Move.sell + colour("red"), "move 0")
        at.play(markets(1, 2, 3))
        assert at.credits() == 8 + 0 + 6 + 8
        assert at.game.phase == Phase.choosing
        at.play(min(at.choices()))
        assert at.game.n_hand[0] == hand + 1
        assert at.game.n_discard == gone + 1
        assert check_cards(at)

    def test_one_market_pays_no_bonus_and_no_card(self):
        at = self.sale("red a", m1=("red",))
        at.trade(1)
        at.popular(red=9, green=0, yellow=0, purple=0, orange=0)
        hand = at.game.n_hand[0]
        at.act(Move.sell + colour("red"), "move 0")
        at.play(markets(1))
        assert at.credits() == 8 + 2
        assert at.game.n_hand[0] == hand

    def test_ruling_04_promotion_is_compulsory_or_by_a_switch_a_choice(self):
        at = self.sale("red a", m1=("red",))
        at.trade(1)
        at.act(Move.sell + colour("red"), "move 0")
        at.play(markets(1))
        assert at.game.envoy[0].tolist() == [1, 0, 0]
        changes = ["rulings.promotion_compulsory=false"]
        at = self.sale("red a", "red b", m1=("red",), m3=("red",), changes=changes)
        at.trade(1, 3)
        at.act(Move.sell + colour("red"), "move 0")
        at.play(markets(1, 3))
        assert at.choices() == {Move.promote + k for k in (0, 1, 4, 5)}
        at.play(Move.promote + 4)
        assert at.game.envoy[0].tolist() == [0, 1, 0]
        assert at.game.trader[0].tolist() == [1, 0, 0, 0, 0, 0]

    def test_ruling_05_popularity_counts_before_buyers_move(self):
        """Red is second only because its buyers stand in the queue and on the mothership."""
        at = self.sale("red a", m1=("red", "red"))
        at.trade(1)
        at.popular(red=3, green=2, yellow=4, purple=4, orange=4)
        at.game.mothership[:] = [0, 0, 2, 0, 0, 0]
        at.act(Move.sell + colour("red"), "move 0")
        at.play(markets(1))
        assert at.credits() == 8 + 5 + 4
        assert at.game.buyers[colour("red")] == 5

    def test_relics_are_sold_from_hold_or_hidden_container(self):
        at = self.sale("red a", m1=("red",))
        at.store("red b", where=Store.hidden)
        at.trade(1)
        at.act(Move.sell + colour("red"), "move 0")
        at.play(markets(1))
        assert at.choices() == {Move.give + relic("red a"), Move.give + 20 + relic("red b")}
        at.play(Move.give + 20 + relic("red b"))
        assert at.game.n_store[:, 0].tolist() == [1, 0]

    def test_no_set_of_relics_is_offered_in_two_orders(self):
        at = self.sale("red a", "red b", "red c", m1=("red",), m2=("red",))
        at.trade(1, 2)
        at.act(Move.sell + colour("red"), "move 0")
        at.play(markets(1, 2))
        assert at.choices() == {Move.give + relic("red a"), Move.give + relic("red b")}
        at.play(Move.give + relic("red b"))
        assert at.game.phase != Phase.giving, "only c is left to go with b"
        assert at.game.store[Store.hold, 0, relic("red a")] == 1


def at_colours():
    return ("red", "yellow", "green", "orange", "purple")


def check_cards(at):
    """All sixty cards, but for those that a test gave from nowhere."""
    game = at.game
    return (game.hand >= 0).all() and game.n_discard >= 0


class TestCommand:
    def command(self, number=3, supply=22, **more):
        at = Table(**more)
        at.hold(f"red {number}", "move 0")
        at.game.supply[0] = supply
        return at

    def test_ruling_07_a_trader_and_or_an_envoy_for_the_centre_of_the_symbol(self):
        at = self.command(3)
        at.act(Move.command + 2)
        both = Move.order + TRADER + Envoy.send
        assert at.choices() == {Move.order + TRADER, Move.order + Envoy.send, both}
        at.play(Move.order + TRADER + Envoy.send)
        assert at.game.trader[0].tolist() == [0, 0, 1, 0, 0, 0]
        assert at.game.envoy[0].tolist() == [0, 1, 0]
        assert at.game.supply[0] == 20

    def test_only_a_trader(self):
        at = self.command(6)
        at.act(Move.command + 5)
        at.play(Move.order + TRADER)
        assert at.game.trader[0, 5] == 1
        assert at.game.envoy[0].sum() == 0

    def test_only_an_envoy(self):
        at = self.command(6)
        at.act(Move.command + 5)
        at.play(Move.order + Envoy.send)
        assert at.game.envoy[0].tolist() == [0, 0, 1]
        assert at.game.trader[0].sum() == 0

    def test_no_explorer_is_needed(self):
        at = self.command(6)
        at.stand("M1", "M4", "O1")
        assert Move.command + 5 in at.choices()

    def test_ruling_08_without_cubes_guards_are_lifted_never_traders_or_envoys(self):
        at = self.command(3, supply=1)
        at.samples("red a", "green b", "yellow c")
        at.game.supply[0] = 0
        at.game.trader[0, 0] = at.game.envoy[0, 0] = 3
        at.act(Move.command + 2)
        at.play(Move.order + TRADER + Envoy.send)
        guards = {Move.lift + relic(n) for n in ("red a", "green b", "yellow c")}
        assert at.choices() == guards - {Move.lift + relic("red a")}, "two, in the gallery's order"
        at.play(Move.lift + relic("green b"))
        assert at.choices() == {Move.lift + relic("red a")}
        at.play(Move.lift + relic("red a"))
        assert at.game.supply[0] == 0
        assert at.game.guards[0] == 1

    def test_with_nothing_to_send_there_is_no_command(self):
        at = self.command(3, supply=0)
        assert Move.command + 2 not in at.choices()

    def test_with_one_cube_one_step(self):
        at = self.command(3, supply=1)
        at.act(Move.command + 2)
        assert at.choices() == {Move.order + TRADER, Move.order + Envoy.send}

    def test_centres_may_have_other_markets(self):
        changes = ["centres.markets=[[1,4],[2,5],[3,6]]"]
        assert rules(2, *changes).centre.tolist() == [0, 1, 2, 0, 1, 2]

    def test_an_envoy_is_recalled_only_for_a_tile(self):
        at = self.command(3)
        at.game.envoy[0, 1] = 1
        at.act(Move.command + 2)
        assert Move.order + Envoy.recall not in at.choices()


class TestTiles:
    def tile(self, number, yellow=False, supply=10):
        at = Table(setup=["tiles=true"])
        game = at.game
        game.round_no = 3 if yellow else 2
        game.tile[1] = number
        game.envoy[0, 1] = 2
        game.supply[0] = supply
        at.stand("M1", "M4", "O1")
        at.hold("red 3", "move 0")
        at.play(Move.command + 2)
        return at

    def test_a_recalled_envoy_is_a_cube_again_and_may_become_the_trader(self):
        at = self.tile(2, supply=0)
        assert at.choices() == {Move.order + Envoy.recall, Move.order + TRADER + Envoy.recall}
        at.play(Move.order + TRADER + Envoy.recall)
        assert at.game.envoy[0, 1] == 1
        assert at.game.trader[0, 2] == 1
        assert at.game.supply[0] == 0

    @pytest.mark.parametrize(("yellow", "cards"), [(False, 1), (True, 2)])
    def test_tile_1_draws_cards(self, yellow, cards):
        at = self.tile(1, yellow)
        at.play(Move.order + Envoy.recall)
        assert at.game.n_hand[0] == cards

    @pytest.mark.parametrize(("yellow", "credits"), [(False, 4), (True, 7)])
    def test_tile_2_pays_credits(self, yellow, credits):
        at = self.tile(2, yellow)
        at.play(Move.order + Envoy.recall)
        assert at.credits() == 8 + credits

    def test_tile_3_gives_three_steps(self):
        at = self.tile(3)
        at.play(Move.order + Envoy.recall)
        at.play(*[Move.go + place(name) for name in ("Y1", "R2", "O3")])
        assert at.game.explorer[0].tolist() == [place("Y1"), place("R2"), place("O3")]

    def test_a_command_is_never_idle_and_a_jump_counts_as_a_step(self):
        for yellow in (False, True):
            at = self.tile(3, yellow)
            at.play(Move.order + Envoy.recall)
            if yellow:
                at.play(Move.step + place("BE"))
            at.play(*[Move.go + int(p) for p in at.game.explorer[0]])
            assert at.game.tally[0, [Tally.idle, Tally.steps]].tolist() == [0, yellow]

    def test_tile_3_yellow_lets_an_explorer_jump_first(self):
        at = self.tile(3, yellow=True)
        at.play(Move.order + Envoy.recall)
        assert len(at.choices()) == 1 + 3 * 18 == TITLE.max_choices - 1, "no decision has more"
        at.play(Move.step + place("G3"))
        assert at.game.explorer[0, 0] == place("G3")
        at.play(Move.go + place("BE"), Move.go + place("M4"), Move.go + place("O1"))
        assert at.game.explorer[0].tolist() == [place("BE"), place("M4"), place("O1")]

    def test_tile_4_sends_a_trader_anywhere(self):
        at = self.tile(4)
        at.play(Move.order + Envoy.recall)
        assert at.choices() == {Move.done, *(Move.trade + m for m in range(6))}
        at.play(Move.trade + 5)
        assert at.game.trader[0].tolist() == [0, 0, 0, 0, 0, 1]

    def test_tile_4_yellow_sends_two_to_different_markets(self):
        at = self.tile(4, yellow=True)
        at.play(Move.order + Envoy.recall, Move.trade + 2)
        assert at.choices() == {Move.done, Move.trade + 3, Move.trade + 4, Move.trade + 5}
        at.play(Move.trade + 4)
        assert at.game.trader[0].tolist() == [0, 0, 1, 0, 1, 0]

    def test_tile_5_adds_a_coloured_buyer_anywhere(self):
        at = self.tile(5)
        at.queue(2, "red")
        at.play(Move.order + Envoy.recall, Move.add + 5 * 1 + colour("green"))
        assert at.buyers(2) == ["red", "green"]

    def test_tile_5_yellow_adds_two(self):
        at = self.tile(5, yellow=True)
        at.queue(2, "red")
        at.play(Move.order + Envoy.recall)
        at.play(*[Move.add + 5 * 1 + colour(name) for name in ("green", "yellow")])
        assert at.buyers(2) == ["red", "green", "yellow"]

    def test_tile_6_removes_a_buyer(self):
        at = self.tile(6)
        at.queue(2, "red", "green", "white")
        at.play(Move.order + Envoy.recall, Move.remove + 4 * 1 + 1)
        assert at.buyers(2) == ["red", "white"]

    def test_tile_6_yellow_removes_up_to_two(self):
        at = self.tile(6, yellow=True)
        at.queue(2, "red", "green", "white")
        at.play(Move.order + Envoy.recall, Move.remove + 4 * 1 + 1, Move.done)
        assert at.buyers(2) == ["red", "white"]

    @pytest.mark.parametrize(("yellow", "price"), [(False, 4), (True, 0)])
    def test_tile_7_sells_a_visible_relic_cheap_or_gives_it(self, yellow, price):
        at = self.tile(7, yellow)
        at.show("red a", "red b")
        at.play(Move.order + Envoy.recall, Move.buy + 4 * colour("red") + 2 * Store.hidden + 1)
        assert at.credits() == 8 - price
        assert at.game.store[Store.hidden, 0, relic("red a")] == 1
        assert at.game.gallery[0, relic("red a")] == 1
        assert at.game.actions == 1

    def test_tile_8_samples_a_relic_in_store(self):
        at = self.tile(8)
        at.store("red a", "green b")
        at.samples("green b")
        at.play(Move.order + Envoy.recall)
        assert at.choices() == {Move.done, Move.sample + relic("red a")}
        at.play(Move.sample + relic("red a"))
        assert at.game.gallery[0, relic("red a")] == 1

    def test_tile_8_yellow_samples_next_to_a_guard(self):
        at = self.tile(8, yellow=True)
        at.samples("green a")
        at.play(Move.order + Envoy.recall)
        wanted = {Move.sample + relic(n) for n in ("green b", "yellow a", "red a")}
        assert at.choices() == {Move.done, *wanted}


class TestSmuggle:
    def smuggle(self, *stands, cards=("red 5",), faction="aquilla"):
        at = Table(faction=faction)
        at.stand(*(stands or ("BE", "M4", "O1")))
        at.hold(*cards, "move 0")
        return at

    def test_the_card_has_a_symbol_of_a_black_market_with_an_explorer(self):
        at = self.smuggle()
        at.store("red a")
        assert Move.offload + 4 in at.choices()
        at.hold("red 3")
        assert not {Move.offload + 2, Move.smuggle + 2} & at.choices()
        at.stand("BC", "M4", "O1")
        assert Move.offload + 2 in at.choices()

    def test_ruling_09_two_relics_of_any_colours_are_offloaded_at_their_value(self):
        at = self.smuggle()
        at.store("red a", "red d", "green c")
        at.show("red b")
        at.act(Move.offload + 4)
        at.play(Move.give + relic("red a"), Move.give + relic("red d"))
        assert at.credits() == 8 + 6 + 3
        assert at.black("red") == ["red b", "red a", "red d"]
        assert at.game.n_store[Store.hold, 0] == 1

    def test_one_may_be_offloaded(self):
        at = self.smuggle()
        at.store("red a", "red d")
        at.act(Move.offload + 4)
        at.play(Move.give + relic("red a"), Move.done)
        assert at.credits() == 8 + 6

    def test_ruling_09_two_visible_relics_of_different_regions_are_bought_at_one_above_value(self):
        at = self.smuggle()
        at.game.credits[0] = 20
        at.show("green d", "green a", "red d", "red d")
        at.act(Move.smuggle + 4)
        assert {(m - Move.buy) // 4 for m in at.choices()} == {colour("green"), colour("red")}
        at.play(Move.buy + 4 * colour("green") + 2 * Store.hidden)
        options = at.choices() - {Move.done}
        assert {(m - Move.buy) // 4 for m in options} == {colour("red")}
        at.play(Move.buy + 4 * colour("red") + 2 * Store.hold + 1)
        assert at.game.credits[0] == 20 - 4 - 4
        assert at.game.points[0, Source.costs] == -8
        assert at.game.n_store[:, 0].tolist() == [1, 1]
        assert at.black("green") == ["green a"]
        assert at.game.gallery[0].sum() == 1

    def test_what_cannot_be_paid_is_not_offered(self):
        at = self.smuggle()
        at.game.credits[0] = 6
        at.show("green a", "red c")
        at.act(Move.smuggle + 4)
        assert {(m - Move.buy) // 4 for m in at.choices()} == {colour("red")}

    def test_no_second_sample_of_a_relic(self):
        at = self.smuggle()
        at.show("red d")
        at.samples("red d")
        at.game.credits[0] = 20
        at.act(Move.smuggle + 4)
        buy_red = Move.buy + 4 * colour("red")
        assert at.choices() == {buy_red, buy_red + 2 * Store.hidden}

    def test_without_room_nothing_is_bought(self):
        at = self.smuggle()
        at.store(*["green a"] * 5)
        at.store(*["green d"] * 2, where=Store.hidden)
        at.show("red d")
        assert Move.smuggle + 4 not in at.choices()
        at.store("green d", where=Store.hidden)
        at.act(Move.smuggle + 4)
        assert at.choices() == {Move.buy + 4 * colour("red") + 2, Move.buy + 4 * colour("red") + 3}

    def test_no_pair_is_offered_in_two_orders(self):
        at = self.smuggle()
        at.game.credits[0] = 50
        at.show("green d", "red d", "orange d")
        at.act(Move.smuggle + 4)
        at.play(Move.buy + 4 * colour("red"))
        assert {(m - Move.buy) // 4 for m in at.choices() - {Move.done}} == {colour("orange")}


class TestSurvey:
    def survey(self, number=1, faction="aquilla", credits=30):
        at = Table(faction=faction)
        game = at.game
        game.round_no = number
        if number == 3:
            game.n_survey = 0
        game.credits[0] = credits
        game.reserve[8:12] = [1, 1, 0, 0]
        game.n_reserve[2] = 2
        at.hold("red 2", "red 5", "move 0")
        return at

    def test_three_steps(self):
        """A card of the survey is replaced, the best marker taken, two relics are drawn."""
        at = self.survey()
        game = at.game
        game.survey[:3] = [card("green 1"), card("green 2"), card("green 3")]
        game.survey_cube[1] = 2
        before = game.n_discard
        at.act(Move.survey + colour("red"), "red 5")
        assert at.choices() == {Move.replace, Move.replace + 2}
        at.play(Move.replace + 2)
        assert game.survey[:3].tolist() == [card("green 1"), card("green 2"), card("red 5")]
        assert game.survey_cube[:3].tolist() == [0, 2, 1]
        assert game.discard[before] == card("green 3")
        assert game.marker[0] == 1
        put = game.offer[:2].tolist().index(relic("red a"))
        lying = game.site[relic("red a")]
        at.play(Move.find + FINDS * put + 2 * NOTHING)
        assert game.site[relic("red a")] == lying + 1
        assert game.reserve[8:12].tolist() == [0, 1, 0, 0]

    def test_the_other_relic_may_be_bought_at_double_value_with_a_sample(self):
        at = self.survey()
        at.act(Move.survey + colour("red"), "red 5")
        at.play(Move.replace)
        put = at.game.offer[:2].tolist().index(relic("red a"))
        at.play(Move.find + FINDS * put + 2 * (1 - put) + 1)
        assert at.credits() == 30 - 10
        assert at.game.store[Store.hold, 0, relic("red b")] == 1
        assert at.game.gallery[0, relic("red b")] == 1

    def test_it_is_not_for_sale_without_credits_or_without_room_in_the_hold(self):
        at = self.survey(credits=9)
        at.act(Move.survey + colour("red"), "red 5")
        at.play(Move.replace)
        assert len(at.choices()) == 2
        at = self.survey()
        at.store(*["green a"] * 5)
        at.act(Move.survey + colour("red"), "red 5")
        at.play(Move.replace)
        assert len(at.choices()) == 2

    def test_markers_are_taken_in_turn_one_for_each_player(self):
        at = self.survey()
        at.act(Move.survey + colour("red"), "red 5")
        at.play(Move.replace)
        at.play(min(at.choices()))
        at.act(Move.survey + colour("red"))
        at.play(Move.replace + 1)
        if at.game.phase != Phase.acting and at.game.player == 0:
            at.play(min(at.choices()))
        assert at.game.marker[0] == 1
        assert at.game.n_markers == 1
        at.play(Move.place + place("O1"))
        at.hold("green 1", "green 2", seat=1)
        at.act(Move.survey + colour("green"), "green 1")
        at.play(Move.replace + 2)
        assert at.game.marker[1] == 2

    def test_ruling_11_in_round_3_only_relics_are_drawn(self):
        at = self.survey(3)
        before = at.game.n_discard
        at.act(Move.survey + colour("red"), "red 5")
        assert at.game.n_discard == before + 1
        assert at.game.marker[0] == 0
        assert at.game.n_offer == 2

    def test_ruling_08_who_has_no_cube_may_lift_a_guard_for_the_survey(self):
        at = self.survey()
        game = at.game
        at.samples("green a", "orange d")
        game.supply[0] = 0
        at.act(Move.survey + colour("red"), "red 5")
        assert at.choices() == {Move.replace + k for k in (0, 1, 2, 5, 6, 7)}
        with_guard = Move.replace + SURVEY_CARDS + 1
        assert words.move(game, at.rules, with_guard).endswith("survey, with a guard's cube")
        at.play(with_guard)
        assert game.phase == Phase.lifting
        assert at.choices() == {Move.lift + relic("green a"), Move.lift + relic("orange d")}
        at.play(Move.lift + relic("green a"))
        assert game.survey[1] == card("red 5")
        assert game.survey_cube[:3].tolist() == [0, 1, 0]
        assert game.supply[0] == 0
        assert game.guards[0] == 1
        assert game.n_offer == 2, "the survey goes on"

    def test_without_cubes_and_guards_the_card_is_replaced_without_one(self):
        at = self.survey()
        at.game.supply[0] = 0
        at.act(Move.survey + colour("red"), "red 5")
        assert at.choices() == {Move.replace, Move.replace + 1, Move.replace + 2}
        at.play(Move.replace)
        assert at.game.survey_cube.sum() == 0
        assert at.game.marker[0] == 1

    def test_ruling_12_without_a_free_card_there_is_no_survey_in_rounds_1_and_2(self):
        at = self.survey(2)
        at.game.survey_cube[:3] = [1, 2, 2]
        assert Move.survey + colour("red") not in at.choices()

    def test_ruling_13_what_is_used_up_is_ignored(self):
        at = self.survey()
        at.game.reserve[8:12] = 0
        at.game.n_reserve[2] = 0
        at.act(Move.survey + colour("red"), "red 5")
        at.play(Move.replace)
        assert at.game.actions == 1
        at = self.survey()
        at.game.supply[0] = 0
        at.act(Move.survey + colour("red"), "red 5")
        at.play(Move.replace)
        assert at.game.survey_cube[0] == 0
        at = self.survey(3)
        at.game.reserve[8:12] = 0
        at.game.n_reserve[2] = 0
        assert Move.survey + colour("red") not in at.choices()

    def test_a_last_relic_goes_to_its_site(self):
        at = self.survey()
        at.game.reserve[8:12] = [1, 0, 0, 0]
        at.game.n_reserve[2] = 1
        at.act(Move.survey + colour("red"), "red 5")
        at.play(Move.replace)
        assert at.choices() == {Move.find + 2 * NOTHING}


class TestPass:
    def test_ruling_14_movement_cards_are_set_aside_and_two_action_cards_kept(self):
        at = Table()
        at.hold("red 1", "green 2", "move 0", "move 2")
        at.play(Move.pass_)
        assert at.hand() == {"red 1": 1, "green 2": 1}
        assert at.game.player == 1, "the second action is lost"


class TestScoring:
    def scored(self, number, *centres):
        """Credits of each seat for these envoys."""
        at = Table(4)
        at.game.round_no = number
        for centre, envoys in enumerate(centres):
            at.game.envoy[:, centre] = envoys
        plain(scoring.score_round)(at.game, at.rules)
        return (at.game.credits - 8).tolist()

    def test_example_of_the_three_centres(self):
        """Black, pink, yellow, brown: 15 and twice 7; 15, 10 and 5; twice 12, and 5."""
        assert self.scored(3, [4, 2, 2, 0]) == [15, 7, 7, 0]
        assert self.scored(3, [0, 1, 3, 2]) == [0, 5, 15, 10]
        assert self.scored(3, [1, 2, 0, 2]) == [5, 12, 0, 12]
        assert self.scored(3, [4, 2, 2, 0], [0, 1, 3, 2], [1, 2, 0, 2]) == [20, 24, 22, 22]

    def test_round_1_pays_the_first_and_round_2_two(self):
        assert self.scored(1, [3, 2, 1, 0]) == [5, 0, 0, 0]
        assert self.scored(2, [3, 2, 1, 0]) == [10, 5, 0, 0]

    def test_ties_share_the_credits_of_their_ranks_rounded_down(self):
        assert self.scored(1, [2, 2, 0, 0]) == [2, 2, 0, 0]
        assert self.scored(2, [1, 1, 1, 1]) == [3, 3, 3, 3]
        assert self.scored(3, [2, 1, 1, 1]) == [15, 5, 5, 5]

    def test_without_an_envoy_nothing_is_earned(self):
        assert self.scored(3, [0, 0, 0, 0]) == [0, 0, 0, 0]
        assert self.scored(3, [1, 0, 0, 0]) == [15, 0, 0, 0]

    def test_majorities_are_told_by_round(self):
        at = Table(4)
        at.game.round_no = 3
        at.game.envoy[0, 0] = 1
        plain(scoring.score_round)(at.game, at.rules)
        assert at.game.points[0, Source.majorities_3] == 15
        assert at.game.points[0, Source.majorities_1] == 0

    def test_example_of_a_gallery(self):
        """13 for the first row; 4, 9 and 15 for columns 1, 3 and 5: 41 credits."""
        at = Table()
        at.samples(
            "yellow a", "yellow b", "red a", "red c", "red d", "orange a", "orange b", "orange c",
            "orange d", "purple a",
        )  # fmt: skip
        assert plain(scoring.row_points)(at.game, at.rules, 0) == 13
        assert plain(scoring.column_points)(at.game, at.rules, 0) == 4 + 9 + 15
        assert at.standing() == 8 + 41

    @pytest.mark.parametrize(
        ("gallery", "rows"),
        [
            ("A", ("ya ra pa oa", "yb ob", "rc oc", "rd od")),
            ("B", ("ya ra oa", "rb ob", "oc", "")),
            ("C", ("ya ga ra pa oa", "yb ob", "rc oc", "rd od")),
            ("D", ("ya ra pa oa", "yb ob", "rc oc", "rd od")),
        ],
    )
    def test_every_reading_of_the_gallery_fits_the_example(self, gallery, rows):
        at = Table(setup=[f"gallery={gallery}"])
        names = {name[0]: name for name in at_colours()}
        at.samples(*(f"{names[sample[0]]} {sample[1]}" for row in rows for sample in row.split()))
        columns = [int(at.rules.column[plain(scoring.n_samples)(at.game, 0, k)]) for k in range(5)]
        assert columns == [4, 0, 9, 0, 15]
        assert plain(scoring.row_points)(at.game, at.rules, 0) == 13
        assert at.standing() == 8 + 41

    @pytest.mark.parametrize(("gallery", "full"), [("A", 159), ("B", 230), ("C", 127), ("D", 159)])
    def test_other_readings_of_the_gallery(self, gallery, full):
        at = Table(setup=[f"gallery={gallery}"])
        at.game.gallery[0] = 1
        rows = plain(scoring.row_points)(at.game, at.rules, 0)
        assert rows + plain(scoring.column_points)(at.game, at.rules, 0) == full

    def finish(self, credits, relics, players=2):
        at = Table(players)
        for seat, (money, n) in enumerate(zip(credits, relics, strict=True)):
            at.game.credits[seat] = money
            at.store(*["red a"] * n, seat=seat)
        plain(scoring.finish)(at.game, at.rules)
        return at.game.place[:players].tolist()

    def test_the_richest_wins_and_relics_left_are_worth_nothing(self):
        assert self.finish([50, 49], [0, 5]) == [1, 2]

    def test_ruling_16_ties_are_broken_by_relics_held_then_shared(self):
        assert self.finish([50, 50], [1, 2]) == [2, 1]
        assert self.finish([50, 50], [2, 2]) == [1, 1]
        assert self.finish([40, 50, 50], [5, 2, 2], 3) == [3, 1, 1]

    def test_ruling_16_relics_of_the_hidden_container_count_too(self):
        at = Table()
        at.store("red a")
        at.store("red b", "red c", where=Store.hidden, seat=1)
        plain(scoring.finish)(at.game, at.rules)
        assert at.game.place[:2].tolist() == [2, 1]

    def test_the_game_ends_after_three_rounds_with_the_gallery(self):
        at = Table()
        at.samples("red a", "red b")
        for _ in range(2):
            at.pass_all()
            at.draft()
        assert at.game.ended == 0
        at.pass_all()
        assert at.game.ended == Ending.three_rounds_played
        assert at.game.points[0, Source.gallery_columns] == 4
        assert at.game.points[0, Source.gallery_rows] == 0
        assert at.game.rounds == 3
        assert check(at.game, at.rules) == 0


class TestRows:
    """What a finished game tells the analyses."""

    def test_points_tallies_and_curve_of_random_games_fit_together(self):
        for players in (2, 3, 4):
            games = soak(TITLE, COMPONENTS, players, seed=3, n=200)
            tally = dict(zip(TITLE.words.tallies, games["tally"].transpose(2, 0, 1), strict=True))
            turns = sum(tally[f"turns_in_round_{k}"] for k in (1, 2, 3))
            assert (turns[:, :players] == games["rounds"][:, None]).all()
            assert (tally["passes"][:, :players] == 3).all()
            assert (tally["dug"] + tally["bought"] >= tally["sold"] + tally["offloaded"]).all()
            assert (tally["promoted"] <= tally["traders"]).all()
            assert (games["points"][:, :players].sum(axis=2) == games["credits"][:, :players]).all()
            assert (games["points"][:, :players, Source.costs] <= 0).all()
            assert games["points"][:, :players, Source.majorities_3].max() <= 45


class TestFactions:
    def test_issisinui_draws_three_relics_stores_one_and_may_buy_another(self):
        at = Table(faction="issisinui")
        game = at.game
        game.credits[0] = 30
        game.reserve[8:12] = [1, 1, 1, 0]
        game.n_reserve[2] = 3
        at.hold("red 2", "red 5", "move 0")
        at.act(Move.survey + colour("red"), "red 5")
        at.play(Move.replace)
        assert game.phase == Phase.keeping
        assert game.n_offer == 3
        kept = game.offer[:3].tolist().index(relic("red a"))
        at.play(Move.keep + 2 * kept + 1)
        assert game.credits[0] == 30
        assert game.gallery[0, relic("red a")] == 1
        put = game.offer[:2].tolist().index(relic("red c"))
        at.play(Move.find + FINDS * put + 2 * (1 - put))
        assert game.credits[0] == 30 - 10
        assert game.n_store[Store.hold, 0] == 2
        assert game.n_reserve[2] == 0

    def test_issisinui_may_decline_and_then_put_one_of_three(self):
        at = Table(faction="issisinui")
        game = at.game
        game.reserve[8:12] = [1, 1, 1, 0]
        game.n_reserve[2] = 3
        at.hold("red 2", "red 5", "move 0")
        at.act(Move.survey + colour("red"), "red 5")
        at.play(Move.replace, Move.done)
        assert {m for m in at.choices() if (m - Move.find) % FINDS // 2 == NOTHING} == {
            Move.find + FINDS * k + 2 * NOTHING for k in range(3)
        }
        at.play(Move.find + 2 * NOTHING)
        assert game.n_reserve[2] == 2

    def test_issisinui_needs_room_in_the_hold(self):
        at = Table(faction="issisinui")
        at.store(*["green a"] * 5)
        at.hold("red 2", "red 5", "move 0")
        at.act(Move.survey + colour("red"), "red 5")
        at.play(Move.replace)
        assert at.game.phase != Phase.keeping

    def aquilla(self):
        at = Table(faction="aquilla")
        at.queue(1, "red")
        at.queue(2, "red")
        at.store("red a", "red b")
        at.popular(red=0)
        return at

    def test_aquilla_sells_where_its_card_says_without_a_trader(self):
        at = self.aquilla()
        at.trade(1)
        at.hold("green 2", "green 3")
        at.act(Move.sell + colour("red"), "green 2")
        assert markets(1, 2) in at.choices()
        at.play(markets(1, 2))
        assert at.game.envoy[0].tolist() == [1, 0, 0], "no trader, no envoy"
        assert at.credits() == 8 + 9 + 4 + 3

    def test_aquilla_without_any_trader_pays_with_a_card_that_sells(self):
        at = self.aquilla()
        at.queue(3, "green")
        at.hold("green 2", "green 3", "move 0")
        at.act(Move.sell + colour("red"))
        assert at.choices() == {Move.pay + card("green 2")}

    def test_ruling_02_a_movement_card_does_nothing_for_aquilla(self):
        at = self.aquilla()
        at.hold("move 0", "move 1")
        assert Move.sell + colour("red") not in at.choices()
        at.trade(1)
        at.act(Move.sell + colour("red"), "move 0")
        assert at.choices() == {markets(1)}

    def test_others_need_a_trader(self):
        at = Table(faction="gul")
        at.queue(1, "red")
        at.store("red a")
        at.hold("green 1")
        assert Move.sell + colour("red") not in at.choices()

    def kutu_kuti(self, *lying, stands=("R1", "M4", "O1"), faction="kutu_kuti", changes=()):
        at = Table(2, *changes, faction=faction)
        at.stand(*stands)
        at.lay(*lying)
        at.hold("red 1", "move 0", "move 1")
        at.act(Move.excavate + colour("red"))
        return at

    def test_example_of_kutu_kuti(self):
        """One explorer digs a second red relic of its site or of the adjacent one."""
        at = self.kutu_kuti("red a", "red b", "red c")
        at.play(Move.dig)
        assert at.choices() == {Move.done, Move.dig + 2, Move.dig + 3, Move.dig + 4, Move.dig + 5}
        at.play(Move.dig + 4)
        assert at.game.n_store[Store.hold, 0] == 2

    def test_kutu_kuti_digs_the_same_relic_twice_if_two_lie_there(self):
        at = self.kutu_kuti("red a", "red a")
        at.play(Move.dig)
        assert Move.dig in at.choices()

    def test_kutu_kuti_does_not_reach_farther_than_one_place(self):
        at = self.kutu_kuti("red a", "red d")
        assert at.rules.distance[place("R1"), place("R3")] > 1
        at.play(Move.dig)
        assert at.game.phase != Phase.digging

    @pytest.mark.parametrize(("reach", "adjacent"), [(1, {Move.dig + 4, Move.dig + 5}), (0, set())])
    def test_kutu_kuti_reaches_the_same_site_only_if_the_box_says_so(self, reach, adjacent):
        changes = [f"factions.kutu_kuti.reach={reach}"]
        at = self.kutu_kuti("red a", "red b", "red c", changes=changes)
        at.play(Move.dig)
        assert at.choices() == {Move.done, Move.dig + 2, Move.dig + 3} | adjacent

    def test_kutu_kuti_needs_an_explorer_for_the_first_relic(self):
        at = self.kutu_kuti("red a", "red c")
        assert at.choices() == {Move.dig, Move.dig + 1}

    def test_kutu_kuti_reaches_a_lower_glyph_where_nobody_stands(self):
        at = self.kutu_kuti("red a", "red c", stands=("R2", "M4", "O1"))
        assert at.choices() == {Move.dig + 4, Move.dig + 5}
        at.play(Move.dig + 4)
        assert at.choices() == {Move.done, Move.dig, Move.dig + 1}
        at.play(Move.dig)
        assert at.game.n_store[Store.hold, 0] == 2

    def test_kutu_kuti_counts_no_pair_twice(self):
        at = self.kutu_kuti("red a", "red b")
        at.play(Move.dig + 2)
        assert at.game.phase != Phase.digging

    def test_others_dig_one_with_one_explorer(self):
        at = self.kutu_kuti("red a", "red b", "red c", faction="gul")
        at.play(Move.dig)
        assert at.game.phase != Phase.digging

    def gul(self, *stands, faction="gul", credits=8):
        at = Table(faction=faction)
        at.stand(*(stands or ("BW", "M4", "O1")))
        at.queue(1, "red")
        at.trade(1)
        at.show("red a", "green d")
        at.popular(red=0)
        at.game.credits[0] = credits
        at.hold("green 5", "move 0")
        return at

    def test_gul_buys_at_face_value_before_a_sale_and_sells_it_at_once(self):
        at = self.gul()
        at.act(Move.sell + colour("red"), "move 0")
        assert at.game.phase == Phase.buying
        bought = {(m - Move.buy) // 4 for m in at.choices()}
        assert bought == {colour("red")}, "there is none to sell"
        at.play(Move.buy + 4 * colour("red") + 2 * Store.hidden + 1)
        assert at.game.credits[0] == 8 - 6
        at.play(markets(1))
        assert at.game.credits[0] == 2 + 9 + 2
        assert at.game.box[relic("red a")] == 1
        assert at.game.gallery[0, relic("red a")] == 1

    def test_gul_may_buy_another_colour_or_nothing(self):
        at = self.gul()
        at.store("red b")
        at.act(Move.sell + colour("red"), "move 0")
        bought = {(m - Move.buy) // 4 for m in at.choices() - {Move.done}}
        assert bought == {colour("red"), colour("green")}
        at.play(Move.done)
        assert at.game.phase == Phase.selling

    def test_gul_needs_an_explorer_on_a_black_market_credits_and_room(self):
        assert Move.sell + colour("red") not in self.gul("M1", "M4", "O1").choices()
        assert Move.sell + colour("red") not in self.gul(credits=5).choices()
        at = self.gul()
        at.store(*["green a"] * 5)
        at.store(*["green b"] * 2, where=Store.hidden)
        assert Move.sell + colour("red") not in at.choices()
        assert Move.sell + colour("red") not in self.gul(faction="kutu_kuti").choices()

    def test_dal_harrai_steps_at_the_start_of_each_turn(self):
        at = Table(faction="dal_harrai")
        assert at.game.phase == Phase.piloting
        options = at.choices()
        for move in options - {Move.done}:
            explorer, to = divmod(move - Move.step, PLACES)
            assert at.rules.distance[at.game.explorer[0, explorer], to] == 1
            assert to not in at.game.explorer[0]
        at.play(Move.step + 2 * PLACES + place("O3"))
        assert at.game.explorer[0, 2] == place("O3")
        assert at.game.phase == Phase.acting
        assert at.game.actions == 2
        at.hold("red 1", "red 2", "red 3")
        for paid in ("red 1", "red 2"):
            at.act(Move.move, paid)
            at.play(*[Move.go + int(p) for p in at.game.explorer[0]])
        assert at.game.player == 1

    def test_dal_harrai_may_stay(self):
        at = Table(faction="dal_harrai")
        at.play(Move.done)
        assert at.game.phase == Phase.acting

    def test_others_have_no_free_step(self):
        assert Table(faction="gul").game.phase == Phase.acting


class TestMoreRulings:
    """Those that stand in no chapter above; 10 and 15 are Zu's."""

    def test_ruling_06_white_then_coloured_and_either_may_be_skipped(self):
        for steps, queue in ((7, ["white", "yellow"]), (6, ["white"]), (1, ["yellow"])):
            at = Table()
            at.queue(1)
            at.hold("red 1")
            at.act(Move.market)
            at.play(Move.bargain + steps)
            assert at.buyers(1) == queue

    def test_ruling_17_the_archaeologists_are_called_kutu_kuti(self):
        at = Table(faction="kutu_kuti")
        assert "seat 1 (Kutu Kuti)" in words.position(at.game, at.rules)
        with pytest.raises(UserError, match="Did you mean 'kutu_kuti'"):
            rules(2, setup=["factions=kuti_kuti,gul"])

    def test_a_position_tells_the_movement_cards(self):
        at = Table()
        at.hold("red 1", "move 0", "move 2")
        assert "hand 1 red 1, Movement 2, Movement 4 |" in words.position(at.game, at.rules)

    def test_a_bonus_card_that_cannot_be_drawn_is_not_counted(self):
        for left, counted in ((0, 0), (1, 1)):
            at = Table(faction="gul")
            at.trade(1, 2)
            at.queue(1, "red")
            at.queue(2, "red")
            at.store("red a", "red b")
            at.hold("move 0", "move 1")
            at.game.n_deck, at.game.n_discard = left, 0
            at.act(Move.sell + colour("red"), "move 0")
            at.play(markets(1, 2))
            assert at.game.tally[0, Tally.bonus_cards] == at.game.n_hand[0] == counted

    def test_only_one_card_pays_by_itself(self):
        at = Table()
        at.hold("red 3", "move 0")
        at.play(Move.command + 2)
        assert at.hand() == {}
        at = Table()
        at.hold("red 3", "green 3")
        at.play(Move.command + 2)
        assert at.choices() == {Move.pay + card("red 3"), Move.pay + card("green 3")}

    def test_no_decision_has_more_than_128_moves(self):
        for setup in (["tiles=true"], ["opening_draft=true"]):
            made = rules(4, setup=setup)
            most = max(
                len(decision.moves)
                for number in range(3)
                for decision in Match(TITLE, made, whimsical(4), "mixed").tell(1, number)
            )
            assert most <= 60

    def test_a_redeal_keeps_what_a_seat_sees(self):
        at = Table(3)
        game = at.game
        before = game.copy()
        plain(start.redeal)(game, at.rules, 0, np.array([5], np.uint64))
        assert (game.hand[0] == before.hand[0]).all()
        assert (game.hand[1] != before.hand[1]).any()
        assert game.n_hand.tolist() == before.n_hand.tolist()
        assert (game.survey == before.survey).all()
        assert check(game, at.rules) == 0

    def test_the_pick_of_a_draft_hides_nothing_of_the_own_pack(self):
        at = Table(3)
        at.pass_all()
        at.play(min(at.choices()))
        at.play(min(at.choices()))
        game = at.game
        own = int(plain(start.pack_of)(game, game.player))
        before = game.pack.copy()
        plain(start.redeal)(game, at.rules, int(game.player), np.array([5], np.uint64))
        assert (game.pack[own] == before[own]).all()
        assert (game.pack.sum(axis=1) == before.sum(axis=1)).all()
        assert check(game, at.rules) == 0
        assert plain(hands.legal_pick)(game, at.rules, new(TITLE.Choices)) > 0


def test_a_card_kind_has_a_name():
    made = rules(2)
    names = [words.card_name(k, made) for k in (0, CARDS - 1, CARDS, CARDS + 2)]
    assert names == ["yellow 1", "orange 6", "Movement 2", "Movement 4"]
