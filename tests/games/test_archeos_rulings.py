"""Where the rulebook of Archeos Society is silent or unclear: the numbered rulings, each tested.

The rulings themselves are told in simulator/games/archeos/rules.md.
"""

import pytest
from archeos_table import BLUE, GREEN, PINK, RED, TITLE, VIOLET, YELLOW, Table

from simulator.conformance import soak
from simulator.games.archeos import scoring
from simulator.games.archeos.moves import Move
from simulator.games.archeos.table import AREA, Source
from simulator.kernel import plain
from simulator.match import Match
from simulator.titles import CUT_OFF
from strategies.registry import line_up

ODD = "linguist,pilot,cartographer,curator,mercenary,professor"
HANDY = "cartographer,doctor,mercenary,patron,photographer,student"


def test_ruling_01_the_deck_never_runs_out():
    drawing = {"cards.hand_limit": 10, "tracks.red_advanced.draws[1]": 3}
    chosen = TITLE.components.with_changes({**drawing, "setup.sites": "red:advanced"})
    soak(TITLE, chosen, 6, seed=1, n=300)
    at = Table()
    at.game.n_deck = 0
    assert at.broken_law() == "the deck never runs out"


@pytest.mark.parametrize("chains", [True, False])
def test_ruling_02_cartographers_chain_without_limit(chains):
    at = Table(3, f"rulings.cartographer_chains={str(chains).lower()}", roles=ODD)
    at.hold(("cartographer", GREEN), ("cartographer", VIOLET), ("pilot", RED))
    at.lead("cartographer", GREEN)
    at.play(Move.step + GREEN)
    at.lead("cartographer", VIOLET)
    at.play(Move.step + VIOLET)
    assert (at.game.player == 0) == chains


@pytest.mark.parametrize("why", ["declined", "at the end of the track", "too small"])
def test_ruling_03_the_cartographers_vehicle_must_really_advance(why):
    at = Table(roles=ODD)
    colour = BLUE if why == "too small" else GREEN
    at.hold(("cartographer", colour), ("pilot", VIOLET))
    at.game.space[0, GREEN] = 6 if why == "at the end of the track" else 0
    at.lead("cartographer", colour)
    if why == "declined":
        at.play(Move.done)
    assert at.game.player == 1


def test_ruling_04_only_the_last_expedition_of_a_chain_decides_about_the_hand():
    at = Table(roles=HANDY)
    at.recruit()
    at.hold(("cartographer", GREEN), ("doctor", RED), ("student", BLUE))
    at.lead("cartographer", GREEN)
    at.play(Move.step + GREEN)
    at.lead("doctor", RED)
    at.play(Move.keep + at.card("student", BLUE))
    assert (at.hand(), at.game.n_hand[AREA]) == ({("student", BLUE): 1}, 0)


def test_ruling_04_a_chain_that_ends_with_another_role_returns_the_hand():
    at = Table(roles=HANDY)
    at.recruit()
    at.hold(("cartographer", GREEN), ("student", RED), ("doctor", BLUE))
    at.lead("cartographer", GREEN)
    at.play(Move.step + GREEN)
    at.lead("student", RED)
    assert (at.hand(), at.game.n_hand[AREA], at.game.player) == ({}, 1, 1)


def test_ruling_05_the_pilots_step_replaces_that_of_its_colour():
    at = Table(roles=ODD)
    at.hold(("pilot", GREEN), ("linguist", GREEN))
    at.lead("pilot", GREEN)
    at.play(Move.go)
    assert Move.use_role not in at.choices(), "the Linguist does not lead"
    at.play(Move.step + VIOLET)
    assert (at.game.space[0].sum(), at.game.linguist[0], at.game.player) == (1, 0, 1)


@pytest.mark.parametrize("free", [BLUE, GREEN])
def test_ruling_06_an_artefacts_step_ignores_thresholds_and_may_be_on_the_leaders_site(free):
    at = Table(roles=ODD)
    at.game.linguist[0] = 2
    at.hold(("linguist", GREEN))
    at.lead("linguist", GREEN)
    at.play(Move.step + GREEN, Move.use_role, Move.step + free)
    assert at.game.space[0, GREEN] + at.game.space[0, BLUE] == 2


def test_ruling_06_the_track_may_come_before_the_step():
    at = Table(roles=ODD)
    at.game.linguist[0] = 2
    at.hold(("linguist", GREEN))
    at.lead("linguist", GREEN)
    at.play(Move.use_role, Move.step + BLUE, Move.step + GREEN)
    assert (at.game.space[0, GREEN], at.game.space[0, BLUE]) == (1, 1)


def test_ruling_06_the_linguist_stops_on_the_last_space():
    at = Table(roles=ODD)
    at.game.linguist[0] = at.rules.linguist_last - 1
    at.hold(("linguist", BLUE), *[("pilot", BLUE)] * 2)
    at.lead("linguist", BLUE)
    at.play(Move.go, Move.use_role)
    assert at.game.linguist[0] == at.rules.linguist_last


def test_ruling_07_the_linguist_track_is_not_reset_between_seasons():
    at = Table(3, "rulings.professor_all_tied=false", roles=ODD)
    at.game.linguist[:3] = 4, 2, 1
    at.end_season()
    assert at.game.season == 2
    assert at.game.linguist[:3].tolist() == [4, 2, 1]


def test_ruling_08_the_patron_stops_at_the_hand_limit():
    at = Table(3, "cards.hand_limit=4")
    at.hold(*[("patron", BLUE)] * 2, *[("student", BLUE)] * 4)
    at.lead("patron", BLUE)
    at.play(Move.go, Move.use_role, Move.done)
    assert at.game.n_hand[0] == 4


def test_ruling_08_the_patron_has_no_bonus_for_an_empty_area():
    at = Table()
    at.recruit()
    at.hold(("patron", BLUE))
    at.lead("patron", BLUE)
    at.play(Move.use_role)
    assert at.game.n_hand[0] == 1


def test_ruling_08_a_monkey_is_replaced_and_the_third_ends_the_season_in_the_middle():
    at = Table()
    at.stack(None, ("guide", RED), ("guide", BLUE))
    at.hold(*[("patron", BLUE)] * 2)
    at.lead("patron", BLUE)
    at.play(Move.go, Move.use_role)
    assert (at.game.monkeys, at.game.n_hand[0]) == (1, 2)
    last = Table()
    last.game.monkeys = 2
    last.stack(("guide", RED), None)
    last.hold(*[("patron", BLUE)] * 2)
    last.lead("patron", BLUE)
    last.play(Move.go, Move.use_role)
    assert (last.game.season, last.game.starter) == (2, 0)


def test_ruling_09_several_steps_on_chichen_itza_add_up_whoever_makes_them():
    at = Table(roles=ODD, sites="red:advanced")
    at.recruit()
    at.game.linguist[0] = 2
    at.hold(("linguist", RED))
    at.lead("linguist", RED)
    at.play(Move.step + RED, Move.use_role, Move.step + RED)
    at.play(Move.dig, Move.dig, Move.dig)
    assert (at.game.n_hand[0], at.game.player) == (1 + 2, 1)


def test_ruling_09_a_pilots_step_on_chichen_itza_gives_cards():
    at = Table(roles=ODD, sites="red:advanced")
    at.hold(("pilot", BLUE))
    at.lead("pilot", BLUE)
    at.play(Move.step + RED)
    assert at.choices() == {Move.dig, Move.done}


def test_ruling_09_the_professors_step_on_chichen_itza_gives_none():
    at = Table(roles=ODD, sites="red:advanced")
    at.game.token[6] = 1
    at.end_season()
    at.play(Move.step + RED)
    assert at.game.n_dig == 0


def test_ruling_10_ten_mercenaries_cost_the_turn_and_go_to_the_area():
    at = Table(roles=ODD)
    at.recruit()
    at.hold(*[("mercenary", colour) for colour in range(5)] * 2)
    assert at.choices() == {Move.return_hand}
    at.play(Move.return_hand)
    assert (at.game.n_hand[AREA], at.game.player) == (10, 1)


def test_ruling_10_fewer_must_acquire():
    at = Table(roles=ODD)
    at.hold(*[("mercenary", colour) for colour in range(4)] * 2)
    assert all(move <= Move.draw for move in at.choices())


def test_ruling_11_mercenaries_count_for_thresholds():
    at = Table(roles=HANDY)
    at.hold(("photographer", BLUE), ("mercenary", RED), ("mercenary", GREEN))
    at.lead("photographer", BLUE)
    at.play(Move.go)
    assert Move.step + BLUE in at.choices(), "Grotta Azzurra asks for three"


@pytest.mark.parametrize(("leader", "points"), [("doctor", 0), ("photographer", 1)])
def test_ruling_11_a_leader_left_alone_scores_as_one_card_then_the_photographer_adds_one(
    leader, points
):
    at = Table(roles=HANDY)
    at.hold((leader, BLUE), ("mercenary", RED), ("mercenary", GREEN))
    at.lead(leader, BLUE)
    at.play(Move.go, Move.done)
    earned = plain(scoring.expedition_points)(at.game, at.rules, 0)
    assert earned + plain(scoring.photo_points)(at.game, at.rules, 0) == points
    assert at.game.laid[0] == points


def test_ruling_12_the_tile_compares_sizes_as_played_mercenaries_included():
    at = Table(roles="botanist,guide,mercenary,patron,photographer,student")
    at.hold(("botanist", BLUE), ("mercenary", RED))
    at.lead("botanist", BLUE)
    at.play(Move.go, Move.use_role)
    assert (at.game.tile, at.game.tile_size) == (1, 2)


def test_ruling_12_an_equal_expedition_takes_the_tile_even_from_oneself_for_two_points():
    at = Table()
    at.game.tile, at.game.tile_size = 1, 1
    at.hold(("botanist", BLUE))
    at.lead("botanist", BLUE)
    at.play(Move.use_role)
    assert (at.game.tile, at.game.points[0, Source.botanist]) == (1, 2)


def test_ruling_13_the_guides_card_counts_for_the_site_only():
    at = Table()
    at.hold(("guide", BLUE), ("doctor", BLUE))
    at.lead("guide", BLUE)
    at.play(Move.go, Move.step + BLUE)
    assert at.game.space[0, BLUE] == 1
    assert plain(scoring.expedition_points)(at.game, at.rules, 0) == 1, "two cards, not three"


@pytest.mark.parametrize("mandatory", [True, False])
def test_ruling_14_the_professors_step_back_is_mandatory(mandatory):
    at = Table(3, f"rulings.professor_back_mandatory={str(mandatory).lower()}", roles=ODD)
    at.game.space[:3, GREEN] = 1
    at.game.token[6], at.game.token[2] = 2, 3
    at.end_season()
    at.play(Move.done)
    assert at.choices() == (
        {Move.step_back + GREEN} if mandatory else {Move.step_back + GREEN, Move.done}
    )


def test_ruling_15_when_all_tie_everyone_advances_and_then_steps_back():
    at = Table(roles=ODD)
    at.end_season()
    for seat in range(3):
        assert at.game.player == seat
        at.play(Move.step + PINK)
    for seat in range(3):
        assert at.game.player == seat
        at.play(Move.step_back + PINK)
    assert at.game.season == 2


def test_ruling_15_or_by_switch_nothing_happens():
    at = Table(3, "rulings.professor_all_tied=false", roles=ODD)
    at.game.space[:3, GREEN] = 1
    at.end_season()
    assert at.game.season == 2


def test_ruling_16_any_free_token_not_above_the_size_none_is_stolen():
    at = Table(roles=ODD)
    at.game.token[1] = 3
    at.hold(*[("professor", BLUE)] * 2)
    at.lead("professor", BLUE)
    at.play(Move.go, Move.use_role)
    assert at.choices() == {Move.token + 2, Move.done}


def test_ruling_16_no_token_left_no_effect():
    at = Table(roles=ODD)
    at.game.token[1], at.game.token[2] = 3, 2
    at.hold(*[("professor", BLUE)] * 2)
    at.lead("professor", BLUE)
    at.play(Move.go)
    assert at.game.player == 1


def test_ruling_17_ur_before_the_hands_go_and_the_professor_before_the_sites_score():
    at = Table(roles=ODD, sites="pink:advanced")
    at.hold(("pilot", GREEN))
    at.hold(seat=1)
    at.hold(seat=2)
    at.game.token[6] = 1
    at.end_season()
    assert (at.game.season, Move.by_colour + at.card("pilot", GREEN) in at.choices()) == (1, True)
    at.lead("pilot", GREEN)
    at.play(Move.step + GREEN)
    at.play(Move.step + GREEN)
    assert at.game.season == 2, "the others' vehicles cannot step back"
    assert at.game.points[0, GREEN] == at.rules.points[GREEN, 0, 2], "both steps scored"


def test_ruling_17_a_limit_of_zero_at_ur_forbids_a_cartographers_extra_expedition():
    caps = "tracks.pink_advanced.caps=[1,0,0,0,0,0,0]"
    at = Table(3, caps, "rulings.professor_all_tied=false", roles=ODD, sites="pink:advanced")
    at.hold(("cartographer", PINK), ("pilot", GREEN))
    at.hold(seat=1)
    at.hold(seat=2)
    at.end_season()
    at.lead("cartographer", PINK)
    at.play(Move.step + PINK)
    assert at.game.season == 2


def test_ruling_18_an_expedition_of_ur_draws_nothing():
    at = Table(sites="pink:advanced,red:advanced")
    at.hold(("patron", RED))
    at.end_season()
    at.lead("patron", RED)
    assert Move.use_role not in at.choices()
    at.play(Move.step + RED)
    assert at.game.n_dig == 0


def test_ruling_19_rapa_nui_scores_then_rewards_and_resets_its_leaders():
    at = Table(sites="green:advanced")
    at.game.space[:3, GREEN] = 3, 3, 1
    at.end_season()
    assert at.game.points[:3, GREEN].tolist() == [3 + 3, 3 + 3, 1]
    assert at.game.space[:3, GREEN].tolist() == [0, 0, 1]


def test_ruling_19_rapa_nui_gives_nothing_while_all_stand_at_the_start():
    at = Table(sites="green:advanced")
    at.end_season()
    assert at.game.points[:3, GREEN].tolist() == [0, 0, 0]


@pytest.mark.parametrize("any_step", [True, False])
def test_ruling_20_uluru_can_be_cashed_in_after_a_linguists_free_step(any_step):
    at = Table(
        3, f"rulings.uluru_any_step={str(any_step).lower()}", roles=ODD, sites="violet:advanced"
    )
    at.game.linguist[0] = 2
    at.hold(("linguist", BLUE))
    at.lead("linguist", BLUE)
    at.play(Move.use_role, Move.step + VIOLET)
    assert (Move.cash_in in at.choices()) == any_step


def test_ruling_20_uluru_can_be_cashed_in_after_the_professors_step():
    at = Table(roles=ODD, sites="violet:advanced")
    at.game.token[6] = 1
    at.end_season()
    at.play(Move.step + VIOLET, Move.cash_in)
    assert at.game.points[0, VIOLET] == 2


def test_ruling_21_either_vehicle_of_ta_sekhet_may_step_back():
    at = Table(roles=ODD, sites="yellow:advanced,blue:advanced")
    at.game.space[0, YELLOW], at.game.second[0], at.game.space[0, BLUE] = 3, 1, 2
    at.game.token[6], at.game.token[2] = 2, 3
    at.end_season()
    at.play(Move.done)
    assert at.choices() == {Move.step_back + YELLOW, Move.second_back, Move.step_back + BLUE}
    at.play(Move.second_back)
    assert (at.game.space[0, YELLOW], at.game.second[0]) == (3, 0)


def test_ruling_22_one_relic_of_each_colour_for_everyone():
    at = Table(roles=ODD)
    for seat in range(3):
        at.hold(("curator", BLUE), seat=seat)
        at.lead("curator", BLUE)
        at.play(Move.use_role)
    assert at.game.relic[:3, BLUE].tolist() == [1, 1, 1]


def test_ruling_23_ties_compare_the_last_seasons_expeditions_without_mercenaries_or_photo_card():
    at = Table(roles=HANDY)
    at.game.season = 2
    at.game.sizes[0, 1, 2] = 1  # a Photographer with one companion: 3 points
    at.game.sizes[1, 0, 3] = 1  # three cards: 3 points
    at.end_season()
    assert at.game.points[0].sum() == at.game.points[1].sum()
    assert at.game.place[:2].tolist() == [2, 1]


def test_ruling_24_two_players_have_two_seasons_and_four_cards_to_take():
    at = Table(2)
    assert (at.rules.seasons, at.game.n_hand[AREA]) == (2, 4)


def test_ruling_25_a_game_that_would_not_end_is_cut_at_the_move_limit():
    short = TITLE.__class__(**{**TITLE.__dict__, "max_moves": 50})
    rules = TITLE.rules_for(TITLE.components, 2)
    match = Match(short, rules, line_up(TITLE, ["random"], 2), "mixed")
    assert match.play(1, 0, 1)["ended"][0] == CUT_OFF
