"""Archeos Society, rule by rule, in the order of the rulebook, in plain Python."""

import numpy as np
import pytest
from archeos_table import (
    BLUE,
    COLOUR_NAMES,
    COMPONENTS,
    FIRST,
    GREEN,
    PINK,
    RED,
    ROLE_NAMES,
    TITLE,
    VIOLET,
    YELLOW,
    Table,
    check,
    rules,
)

from simulator.conformance import soak
from simulator.errors import UserError
from simulator.games.archeos import scoring
from simulator.games.archeos.moves import Move, is_lead
from simulator.games.archeos.table import AREA, MONKEY, Side, Source
from simulator.kernel import new, plain
from simulator.loop import begin
from simulator.testing import rules_of


class TestSetup:
    def test_a_role_has_two_cards_of_each_colour_and_the_student_four(self):
        game = Table().game
        assert game.n_deck + 3 + 3 + 2 == 6 * (5 * 2 + 4) + 3
        without = Table(roles=WITHOUT_STUDENT).game
        assert without.n_deck + 3 + 3 + 2 == 72 + 3

    @pytest.mark.parametrize(("players", "seasons"), [(2, 2), (3, 2), (4, 3), (5, 3), (6, 3)])
    def test_two_seasons_for_two_or_three_players_three_for_more(self, players, seasons):
        assert rules(players).seasons == seasons

    def test_one_card_each_and_players_plus_two_in_the_recruiting_area(self):
        game = Table(5).game
        assert game.n_hand[:5].tolist() == [1] * 5
        assert game.n_hand[AREA] == 7

    def test_the_monkeys_are_in_the_lower_half(self):
        for seed in range(20):
            game = Table(seed=seed).game
            upper = game.deck[game.n_lower : game.n_deck]
            assert MONKEY not in upper
            assert (game.deck[: game.n_lower] == MONKEY).sum() == 3
            assert abs(len(upper) - (game.n_lower - 3)) <= 1

    def test_the_first_game_has_six_roles_and_chichen_itza(self):
        chosen = TITLE.rules_for(COMPONENTS, 3)
        assert [ROLE_NAMES[r] for r in chosen.roles] == FIRST.split(",")
        assert chosen.side.tolist() == [1, 0, 0, 0, 0, 0]

    def test_random_setup_draws_six_roles_and_one_advanced_side(self):
        sets = set()
        for seed in range(30):
            game = Table(roles="random", sites="one-random", seed=seed).game
            assert len(set(game.roles.tolist())) == 6
            assert game.side.sum() == 1
            sets.add(tuple(sorted(game.roles.tolist())))
        assert len(sets) > 20

    def test_the_custom_setup_drafts_roles_and_boards_in_turn(self):
        """Six cards to the first player, one chosen, five passed on and one drawn, and so on."""
        at = Table(roles="draft", sites="draft")
        game, seats = at.game, []
        for _ in range(6):
            assert len(at.choices()) == 6
            seats.append(int(game.player))
            at.play(min(at.choices()))
        assert seats == [0, 1, 2, 0, 1, 2]
        for _ in range(6):
            assert at.choices() == {
                Move.choose_side + Side.compass,
                Move.choose_side + Side.advanced,
            }
            at.play(Move.choose_side + Side.advanced)
        assert game.side.sum() == 6
        assert game.season == 1
        assert check(game, at.rules) == 0

    def test_a_role_chosen_in_the_draft_is_not_offered_again(self):
        at = Table(roles="draft")
        at.play(Move.choose_role + int(at.game.pile[0]))
        assert Move.choose_role + int(at.game.pile[0]) not in at.choices()
        assert Move.choose_role + int(at.game.pile[6]) in at.choices()

    @pytest.mark.parametrize(
        ("key", "told"),
        [
            ("roles=botanist,linguist", "6 different roles"),
            ("roles=botanist,botanist,guide,patron,student,pilot", "6 different roles"),
            ("roles=botanist,linguist,guide,patron,student,piolt", "Did you mean 'pilot'"),
            ("sites=red", "'red' is none of them"),
            ("sites=compass,red:advanced", "'compass' is none of them"),
            ("sites=red:front", "'red:front' is none of them"),
        ],
    )
    def test_illegal_sets_are_refused_with_the_reason(self, key, told):
        with pytest.raises(UserError, match=told):
            rules_of(TITLE, 3, COMPONENTS.parse([key], "setup."))

    @pytest.mark.parametrize(
        ("players", "expected"),
        [
            (2, (57.75, 68.25)),
            (3, (56, 66.5)),
            (4, (54.25, 64.75)),
            (5, (52.5, 63)),
            (6, (50.75, 61.25)),
        ],
    )
    def test_expected_cards_before_the_third_monkey(self, players, expected):
        """Exact: the upper half, and three quarters of the lower one; 72 and 84 cards."""
        for roles, mean in zip((WITHOUT_STUDENT, FIRST), expected, strict=True):
            by, drawn = rules(players, roles=roles), []
            for seed in range(1500):
                game = new(TITLE.Game)
                begin(game, players, seed, 0)
                TITLE.setup(game, by)
                monkeys = np.flatnonzero(game.deck[: game.n_deck] == MONKEY)
                drawn.append(game.n_deck - 1 - monkeys.min() - 2)
            assert np.mean(drawn) == pytest.approx(mean, abs=4.5 * np.std(drawn) / 1500**0.5)


WITHOUT_STUDENT = "botanist,doctor,guide,patron,photographer,pilot"


class TestAcquiring:
    def test_a_card_taken_from_the_area_is_not_replaced(self):
        at = Table()
        before = int(at.game.n_hand[AREA])
        at.play(min(at.choices()))
        assert at.game.n_hand[AREA] == before - 1
        assert at.game.n_hand[0] == 2

    def test_drawing_gives_one_card_and_two_while_the_area_is_empty(self):
        at = Table()
        at.play(Move.draw)
        assert at.game.n_hand[0] == 2
        at.recruit()
        at.play(Move.draw)
        assert at.game.n_hand[1] == 3

    def test_nine_cards_and_an_empty_area_give_one(self):
        at = Table()
        at.hold(*[("student", RED)] * 4, *[("student", BLUE)] * 4, ("guide", RED))
        at.recruit()
        at.play(Move.draw)
        assert at.game.n_hand[0] == 10

    def test_with_ten_cards_an_expedition_must_be_played(self):
        at = Table()
        at.hold(*[("student", RED)] * 4, *[("student", BLUE)] * 4, ("guide", RED), ("guide", BLUE))
        assert all(is_lead(move) for move in at.choices())

    def test_a_monkey_is_revealed_and_another_card_drawn(self):
        at = Table()
        at.stack(None, ("guide", RED))
        at.play(Move.draw)
        assert (at.game.monkeys, at.game.n_hand[0]) == (1, 2)

    def test_the_third_monkey_ends_the_season_at_once_and_its_finder_begins_the_next(self):
        at = Table()
        at.play(Move.draw)
        at.end_season()
        assert (at.game.season, at.game.player, at.game.starter) == (2, 1, 1)


class TestExpeditions:
    def test_the_sample_hand_of_the_rulebook(self):
        """A pink Doctor, a pink Patron, a green, a blue … what may lead what."""
        at = Table()
        at.hold(("doctor", PINK), ("patron", PINK), ("botanist", GREEN), ("botanist", BLUE))
        leads = {move for move in at.choices() if is_lead(move)}
        assert leads == {
            Move.by_colour + at.card("doctor", PINK),
            Move.by_colour + at.card("patron", PINK),
            Move.by_colour + at.card("botanist", GREEN),
            Move.by_colour + at.card("botanist", BLUE),
            Move.by_role + at.card("botanist", GREEN),
            Move.by_role + at.card("botanist", BLUE),
        }
        at.lead("doctor", PINK)
        assert at.game.n_cards == 2

    def test_the_sample_hand_makes_four_expeditions_of_two_cards_and_any_of_one(self):
        cards = [("doctor", PINK), ("patron", PINK), ("botanist", GREEN), ("botanist", BLUE)]
        for lone in (False, True):
            led = {}
            for role, colour in cards:
                at = Table()
                at.hold(*cards)
                at.lead(role, colour, by="role" if role == "botanist" else "colour")
                if lone:
                    at.play(*(at.choices() - {Move.go}))
                else:
                    assert Move.go in at.choices()
                led[role, colour] = at.game.n_cards
            assert led == dict.fromkeys(cards, 1 if lone else 2)

    def test_a_yellow_linguist_leads_linguists_of_any_colour(self):
        at = Table(roles=TestRoles.ALL)
        at.hold(("linguist", YELLOW), ("linguist", RED), ("linguist", BLUE), ("pilot", YELLOW))
        at.lead("linguist", YELLOW, by="role")
        assert at.game.n_cards == 3
        assert at.game.member[at.card("pilot", YELLOW)] == 0

    def test_all_cards_share_the_chosen_trait_of_the_leader(self):
        """A blue Guide leads blue cards or Guides, never a mixture."""
        at = Table()
        at.hold(("guide", BLUE), ("doctor", BLUE), ("guide", RED))
        at.lead("guide", BLUE)
        assert at.game.n_cards == 2
        again = Table()
        again.hold(("guide", BLUE), ("doctor", BLUE), ("guide", RED))
        again.lead("guide", BLUE, by="role")
        assert again.game.member[again.card("guide", RED)] == 1
        assert again.game.member[again.card("doctor", BLUE)] == 0

    def test_identical_cards_may_join(self):
        at = Table()
        at.hold(("photographer", GREEN), ("photographer", GREEN), ("doctor", GREEN))
        at.lead("photographer", GREEN)
        assert at.game.n_cards == 3

    def test_any_subset_of_the_matching_cards(self):
        at = Table()
        at.hold(("guide", BLUE), ("doctor", BLUE), ("patron", BLUE))
        at.lead("guide", BLUE)
        at.play(Move.leave_out + at.card("doctor", BLUE))
        assert at.game.n_cards == 2
        assert Move.leave_out + at.card("guide", BLUE) not in at.choices()

    def test_what_is_not_played_goes_to_the_recruiting_area(self):
        at = Table()
        at.recruit()
        at.hold(("student", BLUE), ("doctor", RED), ("patron", RED))
        at.lead("student", BLUE)
        assert at.game.n_hand[AREA] == 2
        assert at.hand() == {}
        assert at.game.player == 1

    def test_the_advance_example_five_cards_pass_a_threshold_of_three(self):
        at = Table()
        at.game.space[0, GREEN] = 2
        assert at.rules.thresholds[GREEN, 0, 2] == 3
        at.hold(*[("photographer", GREEN)] * 2, *[("doctor", GREEN)] * 2, ("guide", GREEN))
        at.lead("photographer", GREEN)
        at.play(Move.go, Move.step + GREEN)
        assert at.game.space[0, GREEN] == 3, "one space at most, whatever the size"

    def test_a_small_expedition_may_be_played_without_advancing(self):
        at = Table()
        at.hold(("photographer", BLUE))
        at.lead("photographer", BLUE)
        assert at.game.space[0, BLUE] == 0
        assert at.game.player == 1

    def test_effects_are_optional(self):
        at = Table()
        at.hold(("botanist", GREEN))
        at.lead("botanist", GREEN)
        assert at.choices() == {Move.step + GREEN, Move.use_role, Move.done}
        at.play(Move.done)
        assert (at.game.space[0, GREEN], at.game.tile) == (0, 0)

    @pytest.mark.parametrize(
        "order", [(Move.step + GREEN, Move.use_role), (Move.use_role, Move.step + GREEN)]
    )
    def test_effects_come_in_either_order(self, order):
        at = Table()
        at.hold(("botanist", GREEN))
        at.lead("botanist", GREEN)
        at.play(*order)
        assert (at.game.space[0, GREEN], at.game.tile) == (1, 1)


class TestRoles:
    ALL = "linguist,pilot,cartographer,curator,mercenary,professor"

    def test_botanist_takes_the_tile_with_an_equal_or_larger_expedition(self):
        at = Table()
        at.hold(("botanist", BLUE), ("guide", BLUE))
        at.lead("botanist", BLUE)
        at.play(Move.go, Move.use_role)
        assert at.game.points[0, Source.botanist] == 2
        at.hold(("botanist", BLUE), seat=1)
        at.lead("botanist", BLUE)
        assert at.game.player == 2, "one card is too few, so there was nothing to decide"
        at.hold(("botanist", RED), ("guide", RED), seat=2)
        at.lead("botanist", RED)
        at.play(Move.go, Move.use_role)
        assert (at.game.tile, at.game.tile_size) == (3, 2)

    def test_botanist_holder_gets_two_more_at_the_seasons_end(self):
        at = Table()
        at.game.tile, at.game.tile_size = 2, 3
        at.end_season()
        assert at.game.points[1, Source.botanist] == 2
        assert at.game.tile == 0

    def test_linguist_moves_by_size_and_each_artefact_is_a_free_step(self):
        at = Table(roles=self.ALL)
        at.hold(("linguist", BLUE), *[("pilot", BLUE)] * 2)
        at.lead("linguist", BLUE)
        at.play(Move.go, Move.use_role)
        assert at.game.linguist[0] == 3
        assert {Move.step + site for site in range(6)} <= at.choices()
        at.play(Move.step + PINK)
        assert at.game.space[0, PINK] == 1
        at.play(Move.step + BLUE)
        assert at.game.space[0, BLUE] == 1

    def test_linguist_two_artefacts_in_one_move_are_two_steps(self):
        at = Table(roles=self.ALL)
        at.game.linguist[0] = 2
        at.hold(("linguist", BLUE), *[("pilot", BLUE)] * 2, *[("curator", BLUE)] * 2)
        at.lead("linguist", BLUE)
        at.play(Move.go, Move.use_role, Move.step + PINK, Move.step + PINK)
        assert at.game.space[0, PINK] == 2

    def test_linguist_leaders_get_two_at_the_seasons_end_and_stay(self):
        at = Table(roles=self.ALL)
        at.game.linguist[:3] = 4, 4, 1
        at.game.token[1] = 3
        at.game.space[:3] = 0
        at.end_season()
        while at.game.season == 1:
            at.play(Move.done)
        assert at.game.points[:3, Source.linguist].tolist() == [2, 2, 0]
        assert at.game.linguist[0] == 4

    def test_doctor_keeps_as_many_cards_as_the_expedition_has(self):
        at = Table()
        at.recruit()
        at.hold(("doctor", BLUE), ("guide", BLUE), *[("student", RED)] * 3)
        at.lead("doctor", BLUE)
        at.play(Move.go)
        keep = Move.keep + at.card("student", RED)
        at.play(keep, keep)
        assert at.hand() == {("student", RED): 2}
        assert at.game.n_hand[AREA] == 1

    def test_doctor_may_keep_fewer(self):
        at = Table()
        at.hold(("doctor", BLUE), *[("student", RED)] * 3)
        at.lead("doctor", BLUE)
        at.play(Move.done)
        assert at.hand() == {}

    def test_pilot_advances_on_any_site_the_size_allows(self):
        at = Table(roles=self.ALL)
        at.hold(("pilot", BLUE), ("linguist", BLUE))
        at.lead("pilot", BLUE)
        at.play(Move.go)
        assert Move.step + GREEN in at.choices()
        assert Move.step + BLUE not in at.choices(), "Grotta Azzurra asks for three"
        at.play(Move.step + GREEN)
        assert at.game.player == 1, "one step only"

    def test_cartographer_after_an_advance_another_expedition_from_the_hand(self):
        at = Table(roles=self.ALL)
        at.recruit()
        at.hold(("cartographer", GREEN), ("pilot", VIOLET), ("curator", RED))
        at.lead("cartographer", GREEN)
        at.play(Move.step + GREEN)
        assert at.game.player == 0
        at.lead("pilot", VIOLET)
        at.play(Move.step + VIOLET)
        assert (at.game.player, at.game.n_hand[AREA]) == (1, 1)

    def test_cartographer_without_an_advance_gives_nothing(self):
        at = Table(roles=self.ALL)
        at.hold(("cartographer", GREEN), ("pilot", VIOLET))
        at.lead("cartographer", GREEN)
        at.play(Move.done)
        assert at.game.player == 1

    def test_curator_puts_one_relic_of_each_colour_into_the_museum(self):
        at = Table(roles=self.ALL)
        at.hold(("curator", BLUE))
        at.lead("curator", BLUE)
        at.play(Move.use_role)
        assert at.game.relic[0, BLUE] == 1
        at.game.player = 0
        at.hold(("curator", BLUE))
        at.lead("curator", BLUE)
        assert at.game.player == 1, "a second blue relic has no place"

    def test_guide_counts_one_more_for_the_step(self):
        at = Table()
        at.hold(("guide", BLUE), ("doctor", BLUE))
        at.lead("guide", BLUE)
        at.play(Move.go, Move.step + BLUE)
        assert at.game.space[0, BLUE] == 1

    def test_mercenaries_join_anything_but_never_lead(self):
        at = Table(roles=self.ALL)
        at.hold(("mercenary", RED), ("mercenary", GREEN), ("pilot", BLUE))
        leads = {move for move in at.choices() if is_lead(move)}
        assert leads == {Move.by_colour + at.card("pilot", BLUE)}
        at.lead("pilot", BLUE)
        assert at.game.n_cards == 3

    def test_mercenaries_are_removed_before_expeditions_score(self):
        at = Table(roles=self.ALL)
        at.hold(("mercenary", RED), ("mercenary", GREEN), ("pilot", BLUE), ("curator", BLUE))
        at.lead("pilot", BLUE)
        at.play(Move.go, Move.done)
        assert plain(scoring.expedition_points)(at.game, at.rules, 0) == at.rules.expedition[2] == 1

    def test_fewer_mercenaries_alone_must_acquire(self):
        at = Table(roles=self.ALL)
        at.hold(("mercenary", RED))
        assert all(move <= Move.draw for move in at.choices())

    def test_patron_draws_as_many_cards_after_the_hand_is_returned(self):
        at = Table()
        at.recruit()
        at.hold(("patron", BLUE), ("guide", BLUE), ("student", RED))
        at.lead("patron", BLUE)
        at.play(Move.go, Move.use_role)
        assert at.game.n_hand[0] == 2
        assert at.game.n_hand[AREA] == 1

    def test_patron_a_third_monkey_in_the_middle_ends_the_season(self):
        at = Table()
        at.game.monkeys = 2
        at.stack(("guide", RED), None)
        at.hold(("patron", BLUE), ("guide", BLUE))
        at.lead("patron", BLUE)
        at.play(Move.go, Move.use_role)
        assert (at.game.season, at.game.starter) == (2, 0)

    def test_photographer_scores_as_one_card_more(self):
        at = Table()
        at.hold(*[("photographer", GREEN)] * 2, *[("doctor", GREEN)] * 2)
        at.lead("photographer", GREEN)
        at.play(Move.go, Move.done)
        points = plain(scoring.expedition_points)(at.game, at.rules, 0)
        assert points + plain(scoring.photo_points)(at.game, at.rules, 0) == 8

    def test_professor_takes_a_token_not_above_the_size(self):
        at = Table(roles=self.ALL)
        at.game.token[2] = 3
        at.hold(("professor", BLUE), *[("pilot", BLUE)] * 2)
        at.lead("professor", BLUE)
        at.play(Move.go, Move.use_role)
        assert at.choices() == {Move.token + 1, Move.token + 3, Move.done}
        at.play(Move.token + 3)
        assert at.game.token[3] == 1

    def test_professor_highest_advances_lowest_steps_back(self):
        at = Table(roles=self.ALL)
        at.game.space[:3, GREEN] = 1
        at.game.token[6], at.game.token[2] = 2, 3
        at.end_season()
        assert at.game.player == 1
        at.play(Move.step + PINK)
        assert at.game.player == 0
        assert at.choices() == {Move.step_back + GREEN}, "mandatory if a vehicle can step back"
        at.play(Move.step_back + GREEN)
        assert at.game.space[:3, GREEN].tolist() == [0, 1, 1]
        assert (at.game.token == 0).all()

    def test_student_advances_no_vehicle(self):
        at = Table()
        at.hold(*[("student", GREEN)] * 4)
        at.lead("student", GREEN)
        at.play(Move.go)
        assert at.game.space[0, GREEN] == 0
        assert at.game.player == 1


class TestSites:
    def test_chichen_itza_gives_cards_after_the_hand_is_returned(self):
        at = Table(sites="red:advanced")
        at.recruit()
        at.game.space[0, RED] = 1
        at.hold(("guide", RED), ("photographer", BLUE))
        at.lead("guide", RED)
        at.play(Move.step + RED)
        assert at.game.n_hand[AREA] == 1
        at.play(Move.dig, Move.dig)
        assert (at.game.n_hand[0], at.game.player) == (2, 1)

    def test_chichen_itza_up_to_that_many(self):
        at = Table(sites="red:advanced")
        at.hold(("guide", RED))
        at.lead("guide", RED)
        at.play(Move.step + RED, Move.done)
        assert (at.game.n_hand[0], at.game.player) == (0, 1)

    def test_rapa_nui_leaders_get_three_and_go_back(self):
        at = Table(sites="green:advanced")
        at.game.space[:3, GREEN] = 3, 3, 1
        at.end_season()
        assert at.game.points[:3, GREEN].tolist() == [3 + 3, 3 + 3, 1]
        assert at.game.space[:3, GREEN].tolist() == [0, 0, 1]

    def test_ta_sekhet_has_two_vehicles_and_the_rear_one_scores(self):
        at = Table(sites="yellow:advanced")
        at.game.space[0, YELLOW], at.game.second[0] = 3, 1
        at.game.space[1, YELLOW] = 1
        at.hold(("guide", YELLOW), ("doctor", YELLOW), seat=1)
        at.game.player = 1
        at.lead("guide", YELLOW)
        at.play(Move.go)
        assert {Move.step + YELLOW, Move.second_step} <= at.choices()
        at.play(Move.second_step)
        at.end_season()
        assert at.game.points[:3, YELLOW].tolist() == [2, 2, 0]

    def test_tantallon_pays_more_to_a_vehicle_alone(self):
        at = Table(sites="blue:advanced")
        at.game.space[:3, BLUE] = 2, 2, 3
        at.end_season()
        assert at.game.points[:3, BLUE].tolist() == [2, 2, 7]

    def test_uluru_pays_only_when_cashed_in_after_a_step(self):
        at = Table(sites="violet:advanced")
        at.game.space[0, VIOLET] = 1
        at.hold(("guide", VIOLET), ("doctor", VIOLET))
        at.lead("guide", VIOLET)
        at.play(Move.go, Move.step + VIOLET, Move.cash_in)
        assert at.game.points[0, VIOLET] == 5
        assert at.game.space[0, VIOLET] == 0
        at.game.space[1, VIOLET] = 3
        at.end_season()
        assert at.game.points[1, VIOLET] == 0

    def test_ur_gives_an_expedition_at_the_seasons_end_in_order_of_play(self):
        at = Table(sites="pink:advanced")
        at.play(Move.draw)
        for seat in range(3):
            at.hold(("photographer", GREEN), ("guide", GREEN), seat=seat)
        at.game.space[1, PINK] = 1
        at.end_season()
        assert at.game.player == 1, "the finder of the third monkey first"
        at.lead("photographer", GREEN)
        assert Move.go in at.choices()
        at.play(Move.go, Move.step + GREEN)
        assert at.game.player == 2
        at.lead("photographer", GREEN)
        assert Move.go not in at.choices(), "at the start of Ur one card is the most"
        at.play(Move.leave_out + at.card("guide", GREEN), Move.done)
        assert at.game.player == 0
        at.play(Move.done)
        assert at.game.season == 2


class TestCurve:
    def test_a_season_that_was_just_scored_is_not_counted_twice(self):
        at = Table()
        at.game.space[0, GREEN] = 3
        at.end_season()
        assert at.standing(0) == at.game.points[0].sum() == 4 - 2

    def test_a_round_is_counted_once_when_a_season_ends_with_it(self):
        at = Table()
        at.play(Move.draw, Move.draw)
        before = int(at.game.rounds)
        at.end_season()
        assert at.game.rounds == before + 1

    def test_the_drafts_cards_to_come_are_hidden(self):
        at = Table(roles="draft", sites="draft")
        stream = np.zeros(1, np.uint64)
        piles = set()
        for _ in range(10):
            game = at.game.copy()
            plain(TITLE.redeal)(game, at.rules, 0, stream)
            assert game.pile[:6].tolist() == at.game.pile[:6].tolist()
            piles.add(tuple(game.pile.tolist()))
        assert len(piles) > 5


class TestSeasonEnd:
    def test_white_gets_ten_and_brown_eight_site_points(self):
        """2, 0, 0, 0, 2, 6 and 2, 1, 3, 4, -2, 0, in the order of the rulebook's example."""
        at = Table(sites="red:advanced")
        order = (GREEN, RED, YELLOW, BLUE, VIOLET, PINK)
        for seat, wanted in enumerate([(2, 0, 0, 0, 2, 6), (2, 1, 3, 4, -2, 0)]):
            for site, points in zip(order, wanted, strict=True):
                row = at.rules.points[site, at.game.side[site]].tolist()
                at.game.space[seat, site] = row.index(points)
        at.end_season()
        assert at.game.points[:2, :6].sum(axis=1).tolist() == [10, 8]

    @pytest.mark.parametrize("tracks", "AB")
    def test_both_reconstructions_hold_every_value_the_examples_force(self, tracks):
        by = rules_of(TITLE, 3, {"setup.tracks": tracks})
        forced = {
            (GREEN, 0): {2},
            (RED, 1): {0, 1},
            (YELLOW, 0): {0, 3},
            (BLUE, 0): {0, 4},
            (VIOLET, 0): {2, -2},
            (PINK, 0): {0, 6},
        }
        for (site, side), values in forced.items():
            row = by.points[site, side, : by.last[site, side] + 1].tolist()
            assert values <= set(row)
        assert (by.thresholds == 3).any()

    def test_expedition_points_25_and_2_for_the_tile(self):
        """Six cards; four led by a Photographer; four led by a Botanist; one."""
        at = Table()
        at.game.sizes[0, 0, 6] = at.game.sizes[0, 1, 4] = 1
        at.game.sizes[0, 0, 4] = at.game.sizes[0, 0, 1] = 1
        at.game.tile, at.game.tile_size = 1, 4
        at.end_season()
        earned = at.game.points[0, Source.expeditions] + at.game.points[0, Source.photographer]
        assert earned == 12 + 8 + 5 + 0
        assert at.game.points[0, Source.botanist] == 2

    @pytest.mark.parametrize(
        ("cards", "points"), [(1, 0), (2, 1), (3, 3), (4, 5), (5, 8), (6, 12), (7, 12), (10, 12)]
    )
    def test_points_by_size(self, cards, points):
        assert rules().expedition[cards] == points

    def test_vehicles_stay_for_the_next_season(self):
        at = Table()
        at.game.space[0, GREEN] = 2
        at.end_season()
        assert at.game.space[0, GREEN] == 2

    def test_the_museum_counts_once_at_the_end(self):
        at = Table(roles=TestRoles.ALL)
        at.game.relic[0, :4] = 1
        for season in range(2):
            assert (at.game.season, at.game.points[0, Source.museum]) == (1 + season, 0)
            at.end_season()
            while at.game.n_professor and not at.game.ended:
                at.play(min(at.choices()))
        assert at.game.ended
        assert at.game.points[0, Source.museum] == 10

    def test_ties_are_broken_by_the_largest_expedition_then_the_next(self):
        at = Table()
        at.game.season = 2
        at.game.sizes[:2, 0, 4] = 1
        at.game.sizes[2, 0, 3], at.game.sizes[2, 0, 2] = 1, 2
        at.game.sizes[1, 0, 1] = 1
        at.end_season()
        assert at.game.points[:3].sum(axis=1).tolist() == [3, 3, 3]
        assert at.game.place[:3].tolist() == [2, 1, 3]

    def test_equal_expeditions_share_the_victory(self):
        at = Table()
        at.game.season = 2
        at.end_season()
        assert at.game.place[:3].tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (["tracks.green_compass.points[1]=5", "setup.tracks=B"], "has no effect with tracks=B"),
        (["tracks_b.green_compass=[[2,3,4,5,6],[0,2,4,6,8,12]]"], "has no effect with tracks=A"),
    ],
)
def test_a_change_that_the_other_tracks_would_swallow_is_refused(changes, told):
    with pytest.raises(UserError, match=told):
        rules_of(TITLE, 3, COMPONENTS.parse(changes))


def test_artefacts_lie_on_the_linguist_track():
    with pytest.raises(UserError, match="must lie within"):
        rules_of(TITLE, 3, {"roles.linguist.last": 10})


def test_nan_madol_starts_below_zero():
    at = Table()
    assert at.standing(0) == -2


def kinds_of(at):
    bits = 0
    for move in at.choices():
        bits |= plain(TITLE.kinds)(at.game, at.rules, move)
    return {kind for k, kind in enumerate(TITLE.levers.kinds) if bits >> k & 1}


def test_kinds_tell_leaders_and_sites_apart():
    at = Table(sites="yellow:advanced")
    at.game.second[0] = 1
    at.hold(("guide", YELLOW), ("doctor", RED))
    assert kinds_of(at) == {"take", "draw", "lead-guide", "lead-doctor"}
    at.lead("guide", YELLOW)
    assert kinds_of(at) == {"step-yellow", "done"}


ROLE_SETS = [
    "linguist,doctor,pilot,cartographer,curator,mercenary",
    "professor,student,mercenary,cartographer,linguist,botanist",
    "random",
    "draft",
]
ALL_ADVANCED = ",".join(f"{colour}:advanced" for colour in COLOUR_NAMES)


@pytest.mark.parametrize("roles", ROLE_SETS)
@pytest.mark.parametrize("sites", ["draft", ALL_ADVANCED])
@pytest.mark.parametrize("tracks", "AB")
def test_a_slice_of_the_soak(roles, sites, tracks):
    """Every law after every move, for every player count."""
    chosen = {"setup.roles": roles, "setup.sites": sites, "setup.tracks": tracks}
    for players in TITLE.players:
        soak(TITLE, COMPONENTS.with_changes(chosen), players, seed=4, n=40)
