"""Archeos Society between the rules: nothing is left over, and every choice can be made once."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from archeos_table import BLUE, GREEN, PINK, RED, TITLE, VIOLET, YELLOW, Table, apply, check

from simulator.games.archeos.laws import Law
from simulator.games.archeos.moves import Move
from simulator.games.archeos.table import AREA, CARDS, COLOURS, FIRST_SIZE, MONKEY, SIZES, Phase
from simulator.kernel import plain

ROLES = "cartographer,doctor,linguist,mercenary,patron,professor"
MIXED = [
    ("patron", BLUE),
    ("doctor", BLUE),
    ("doctor", BLUE),
    ("linguist", BLUE),
    ("mercenary", RED),
    ("mercenary", RED),
    ("mercenary", BLUE),
]


def expeditions(at):
    """Every way to set out from here, as the cards that go, counted by sequences of moves."""
    found = Counter()
    for move in at.choices():
        before = at.game.copy()
        leader = np.arange(CARDS) == before.leader
        apply(at.game, at.rules, move)
        if move == Move.go:
            found[tuple(before.member.tolist())] += 1
        elif at.game.phase == Phase.members:
            found += expeditions(at)
        else:  # a leader alone sets out at once
            found[tuple(leader.astype(int).tolist())] += 1
        at.game = before
    return found


def subsets(at, leader, cards, largest):
    """All selections of at most `largest` of the cards that contain the leader."""
    counts = Counter(at.card(*card) for card in cards)
    chosen = product(*[range(kind == leader, n + 1) for kind, n in counts.items()])
    for numbers in chosen:
        if sum(numbers) <= largest:
            member = np.zeros(CARDS, int)
            member[list(counts)] = numbers
            yield tuple(member.tolist())


def test_every_subset_of_the_matching_cards_can_go_in_exactly_one_way():
    at = Table(roles=ROLES)
    at.hold(*reversed(MIXED), ("doctor", RED))
    at.lead("doctor", BLUE)
    assert expeditions(at) == Counter(subsets(at, at.card("doctor", BLUE), MIXED, 10))


@pytest.mark.parametrize("space", [0, 1, 3, 5])
def test_at_ur_every_subset_within_the_limit_can_go_in_exactly_one_way(space):
    at = Table(roles=ROLES, sites="pink:advanced")
    at.game.space[0, PINK] = space
    at.hold(*MIXED, ("doctor", RED))
    at.end_season()
    at.lead("doctor", BLUE)
    limit = at.rules.caps[space]
    assert expeditions(at) == Counter(subsets(at, at.card("doctor", BLUE), MIXED, limit))


def test_every_selection_of_kept_cards_can_be_made_in_exactly_one_way():
    at = Table(roles=ROLES)
    cards = [("patron", RED), ("patron", GREEN), ("patron", GREEN), ("linguist", RED)]
    at.hold(("doctor", BLUE), ("doctor", BLUE), *cards)
    at.lead("doctor", BLUE)
    at.play(Move.go)
    kept = Counter()

    def keep():
        for move in at.choices():
            game = at.game.copy()
            apply(at.game, at.rules, move)
            if at.game.player == 0:
                keep()
            else:
                kept[tuple(at.hand().items())] += 1
            at.game = game

    keep()
    assert set(kept.values()) == {1}
    assert len(kept) == 1 + 3 + 4, "none, one of three kinds, two of four cards with a pair"


def test_the_largest_decision_is_a_turn_with_nine_kinds_in_hand_and_every_kind_to_take():
    at = Table(roles=ROLES.replace("mercenary", "pilot"))
    kinds = list(product(ROLES.replace("mercenary", "pilot").split(","), range(COLOURS)))
    at.recruit(*kinds)
    at.hold(*kinds[:9])
    assert len(at.choices()) == TITLE.max_choices


def test_what_an_expedition_left_out_does_not_bind_the_next_one():
    at = Table(roles=ROLES)
    at.hold(("doctor", BLUE), ("linguist", BLUE), ("patron", BLUE))
    at.lead("linguist", BLUE)
    at.play(Move.leave_out + at.card("patron", BLUE), Move.go, Move.done)
    at.game.player = 0
    at.hold(("doctor", BLUE), ("linguist", BLUE))
    at.lead("linguist", BLUE)
    assert Move.leave_out + at.card("doctor", BLUE) in at.choices()


def test_what_a_doctor_kept_does_not_bind_the_next_doctor():
    at = Table(roles=ROLES)
    at.hold(("doctor", BLUE), ("professor", RED))
    at.lead("doctor", BLUE)
    at.play(Move.keep + at.card("professor", RED))
    at.game.player = 0
    at.hold(("doctor", BLUE), ("cartographer", RED))
    at.lead("doctor", BLUE)
    assert Move.keep + at.card("cartographer", RED) in at.choices()


def test_an_advance_of_the_last_expedition_does_not_count_for_the_next():
    at = Table(roles=ROLES)
    at.hold(("patron", GREEN))
    at.lead("patron", GREEN)
    at.play(Move.step + GREEN, Move.done)
    at.hold(("cartographer", VIOLET), ("patron", RED), seat=1)
    at.lead("cartographer", VIOLET)
    at.play(Move.done)
    assert at.game.player == 2


def test_mercenaries_alone_make_no_extra_expedition():
    at = Table(roles=ROLES)
    at.hold(("cartographer", GREEN), ("mercenary", RED))
    at.lead("cartographer", GREEN)
    at.play(Move.leave_out + at.card("mercenary", RED), Move.step + GREEN)
    assert at.game.player == 1


def test_no_digging_after_a_patrons_third_monkey():
    at = Table(roles=ROLES, sites="red:advanced")
    at.game.monkeys = 2
    at.stack(None)
    at.hold(("patron", RED))
    at.lead("patron", RED)
    at.play(Move.step + RED, Move.use_role)
    while at.game.season == 1:  # the Professor's moves
        assert Move.dig not in at.choices()
        at.play(min(at.choices()))
    assert at.game.n_dig == 0


def test_digging_ends_with_a_full_hand_and_with_the_third_monkey():
    at = Table(3, "cards.hand_limit=4", roles=ROLES, sites="red:advanced")
    at.game.space[0, RED] = 3
    at.hold(*[("doctor", RED)] * 2, *[("patron", RED)] * 2, *[("linguist", BLUE)] * 2)
    at.lead("doctor", RED)
    at.play(Move.go, Move.step + RED)
    at.play(*[Move.keep + at.card("linguist", BLUE)] * 2)
    at.play(Move.dig, Move.dig)
    assert (at.game.n_hand[0], at.game.player) == (4, 1), "the third card finds no room"


def test_the_professors_moves_begin_with_the_finder_of_the_third_monkey():
    at = Table(roles=ROLES)
    at.play(Move.draw)
    at.end_season()
    order = []
    for _ in range(3):
        order.append(int(at.game.player))
        at.play(Move.step + PINK)
    assert order == [1, 2, 0]


def test_the_second_vehicle_moves_where_the_first_cannot():
    at = Table(roles=ROLES, sites="yellow:advanced")
    for site in range(6):
        at.game.space[0, site] = at.rules.last[site, at.game.side[site]]
    at.game.linguist[0] = 2
    at.hold(("linguist", YELLOW))
    at.lead("linguist", YELLOW)
    at.play(Move.use_role)
    assert at.choices() == {Move.second_step, Move.done}
    at.play(Move.second_step)
    at.game.player = 0
    at.game.space[0] = 0
    at.game.token[6], at.game.token[5] = 2, 3
    at.end_season()
    at.play(Move.done)
    assert at.choices() == {Move.second_back}


def test_a_leader_of_yellow_may_move_the_second_vehicle_at_the_end_of_the_track():
    at = Table(roles=ROLES, sites="yellow:advanced")
    at.game.space[0, YELLOW] = at.rules.last[YELLOW, 1]
    at.hold(("doctor", YELLOW))
    at.lead("doctor", YELLOW)
    assert at.choices() == {Move.second_step, Move.done}


def test_who_declines_a_free_step_declines_the_rest():
    at = Table(roles=ROLES)
    at.game.linguist[0] = 2
    at.hold(("linguist", BLUE), *[("patron", BLUE)] * 2, *[("doctor", BLUE)] * 2)
    at.lead("linguist", BLUE)
    at.play(Move.go, Move.use_role)
    assert at.game.n_free == 2
    at.play(Move.done)
    assert at.game.n_free == 0


def test_the_standing_counts_expeditions_tile_and_rapa_nui():
    at = Table(sites="green:advanced")
    before = at.standing()
    at.hold(*[("botanist", BLUE)] * 2, *[("student", BLUE)] * 2)
    at.lead("botanist", BLUE)
    at.play(Move.go, Move.use_role, Move.done)
    assert at.standing() == before + 5 + 2 + 2
    at.game.space[0, GREEN] = 2
    assert at.standing() == before + 5 + 2 + 2 + 2 + 3


def test_sizes_and_rounds_are_counted():
    at = Table()
    at.hold(*[("student", BLUE)] * 3)
    at.lead("student", BLUE)
    at.play(Move.go)
    assert at.game.tally[0, FIRST_SIZE : FIRST_SIZE + SIZES].tolist() == [0, 0, 1, 0, 0, 0]
    at.play(Move.draw, Move.draw)
    assert at.game.rounds == 1


def test_a_redeal_leaves_the_monkeys_in_the_lower_part():
    at = Table()
    stream = np.zeros(1, np.uint64)
    for _ in range(20):
        plain(TITLE.redeal)(at.game, at.rules, 0, stream)
        deck = at.game.deck[: at.game.n_deck]
        assert (deck[at.game.n_lower :] != MONKEY).all()
        assert (deck == MONKEY).sum() == 3


def test_a_hand_that_lists_a_kind_twice_breaks_a_law():
    at = Table()
    at.game.kinds[AREA, 1] = at.game.kinds[AREA, 0]
    assert check(at.game, at.rules) == Law.counts
