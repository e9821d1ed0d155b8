"""Parts of a game that are switched off, for everybody or for one seat, leave no trace."""

import numpy as np
import pytest
from archeos_table import BLUE, COMPONENTS, GREEN, RED, ROLE_NAMES, TITLE, Table

from simulator.conformance import soak
from simulator.games.archeos.moves import Move
from simulator.games.archeos.table import BLANK, FIRST_POWER, Role, Source, Tally
from simulator.games.excavation.table import FACTION_NAMES, POWERLESS
from simulator.games.excavation.verbs import POWER
from simulator.match import Match
from simulator.testing import rules_of
from simulator.titles import load_title
from strategies.registry import seat

RESULT = ("points", "place", "rounds", "n_moves", "forced")
SETS = (
    "botanist,linguist,doctor,pilot,cartographer,curator",
    "guide,mercenary,patron,photographer,professor,student",
)


def played(title, changes, strategy="allround", players=3, games=30, line_up=None):
    rules = rules_of(title, players, title.components.parse(changes))
    seats = [seat(title, words) for words in line_up or [strategy] * players]
    return Match(title, rules, seats).play(7, 0, games)


def same(one, other):
    return all(np.array_equal(one[field], other[field]) for field in RESULT)


# Roles


def test_kinds_of_roles_and_factions_stand_where_the_rules_look_for_them():
    assert TITLE.levers.kinds[FIRST_POWER:] == tuple(f"power-{role}" for role in ROLE_NAMES)
    factions = load_title("excavation").levers.kinds[POWER:]
    assert factions == tuple(f"power-{name.replace('_', '-')}" for name in FACTION_NAMES)


@pytest.mark.parametrize("role", ROLE_NAMES)
def test_laws_hold_without_any_role(role):
    roles = next(names for names in SETS if role in names)
    changes = {"setup.roles": roles, f"roles.{role}.active": False, "setup.sites": "one-random"}
    for players in (2, 5):
        soak(TITLE, COMPONENTS.with_changes(changes), players, seed=3, n=30)


def in_place_of(first, name):
    return f"setup.roles={name},{first.partition(',')[2]}"


@pytest.mark.parametrize(
    ("rest", "one", "other"),
    [
        ("_,doctor,guide,patron,mercenary,student", "botanist", "linguist"),
        ("_,doctor,guide,patron,botanist,student", "mercenary", "pilot"),
        ("_,doctor,linguist,patron,mercenary,student", "professor", "curator"),
        ("_,doctor,linguist,pilot,mercenary,professor", "photographer", "guide"),
        ("_,botanist,linguist,pilot,curator,professor", "doctor", "cartographer"),
        ("_,botanist,linguist,pilot,curator,professor", "patron", "cartographer"),
    ],
)
def test_two_roles_without_effect_are_the_same_role(rest, one, other):
    """A pure relabelling: on the same deals, the same moves and the same points."""
    blank = [f"roles.{role}.active=false" for role in (one, other)]
    with_one = played(TITLE, [in_place_of(rest, one), *blank])
    with_other = played(TITLE, [in_place_of(rest, other), *blank])
    assert same(with_one, with_other)
    led = [with_one["tally"][:, :, getattr(Tally, f"led_{role}")].sum() for role in (one, other)]
    assert led[0] > 0 == led[1]
    assert not same(with_one, played(TITLE, [in_place_of(rest, one)]))


@pytest.mark.parametrize("role", ["botanist", "doctor", "pilot", "cartographer", "guide", "patron"])
def test_a_power_denied_to_all_is_a_role_switched_off(role):
    roles = next(names for names in SETS if role in names)
    off = played(TITLE, [f"setup.roles={roles}", f"roles.{role}.active=false"])
    assert same(off, played(TITLE, [f"setup.roles={roles}"], f"allround:never=power-{role}"))


def test_a_power_is_denied_to_its_seat_only_and_moves_round_with_the_player():
    games = played(TITLE, [], players=2, line_up=["allround:never=power-guide", "allround"])
    guide = games["slot"][0, Role.guide]
    denied = games["effect"][:, :2, guide] == BLANK
    assert (denied.argmax(axis=1) == np.arange(30) % 2).all()
    assert (denied.sum(axis=1) == 1).all()


def test_a_blank_pilot_flies_nowhere_and_is_asked_nothing():
    at = Table(3, "roles.pilot.active=false", roles=SETS[0])
    at.hold(("pilot", GREEN))
    at.lead("pilot", GREEN)
    assert at.choices() == {Move.step + GREEN, Move.done}
    at = Table(3, "roles.pilot.active=false", roles=SETS[0])
    at.hold(("pilot", BLUE))
    at.lead("pilot", BLUE)  # too small for any step there
    assert at.game.player == 1


def test_a_blank_mercenary_is_a_card_like_any_other():
    at = Table(3, "roles.mercenary.active=false", roles=SETS[1])
    at.hold(("mercenary", RED), ("guide", RED), ("patron", GREEN))
    leads = {move for move in at.choices() if move >= Move.by_colour}
    assert leads == {Move.by_colour + at.card(*card) for card in at.hand()}
    at.lead("patron", GREEN)
    assert at.game.sizes[0, 0, 1] == 1  # it goes alone


def test_a_blank_student_steps():
    at = Table(3, "roles.student.active=false", roles=SETS[1])
    at.hold(("student", GREEN))
    at.lead("student", GREEN)
    assert Move.step + GREEN in at.choices()


def test_without_professor_nobody_is_moved_at_a_seasons_end():
    at = Table(2, "roles.professor.active=false", roles=SETS[1])
    at.game.space[:2, GREEN] = 2
    at.end_season()
    assert at.game.season == 2
    assert at.game.space[:2, GREEN].tolist() == [2, 2]


def test_without_linguist_nobody_leads_its_track():
    points = played(TITLE, [f"setup.roles={SETS[0]}", "roles.linguist.active=false"])["points"]
    assert points[:, :, Source.linguist].sum() == 0


def test_a_role_named_in_place_of_another_has_its_cards():
    game = Table(3, roles="student,patron,guide,doctor,botanist,photographer").game
    assert [ROLE_NAMES[k] for k in game.roles][:2] == ["student", "patron"]


def test_by_role_is_offered_to_blank_cards_too():
    at = Table(3, "roles.guide.active=false")
    at.hold(("guide", RED), ("guide", GREEN))
    assert Move.by_role + at.card("guide", RED) in at.choices()


# Factions

EXCAVATION = load_title("excavation")


@pytest.mark.parametrize("name", FACTION_NAMES)
def test_two_factions_without_power_are_the_same_faction(name):
    other = FACTION_NAMES[(FACTION_NAMES.index(name) + 1) % 5]
    third = FACTION_NAMES[(FACTION_NAMES.index(name) + 3) % 5]
    blank = [f"factions.{one}.active=false" for one in (name, other)]
    with_one = played(EXCAVATION, [f"setup.factions={name},{third}", *blank], players=2)
    with_other = played(EXCAVATION, [f"setup.factions={other},{third}", *blank], players=2)
    assert same(with_one, with_other)
    free = [f"setup.factions={name},{third}"]
    assert not same(with_one, played(EXCAVATION, free, players=2))
    never = f"allround:never=power-{name.replace('_', '-')}"
    assert same(with_one, played(EXCAVATION, free, never, players=2))


def test_a_faction_keeps_its_name_without_its_power():
    games = played(EXCAVATION, ["factions.gul.active=false"], "random", players=4)
    gul = games["faction"] == FACTION_NAMES.index("gul")
    assert gul.any()
    assert (games["power"][gul] == POWERLESS).all()
    assert (games["power"][~gul] == games["faction"][~gul]).all()


# Sheets and boards


@pytest.mark.parametrize(
    ("name", "change", "gone"),
    [
        ("lost_cities", "circles.active=false", ["circles"]),
        ("lost_cities", "arrows.active=false", ["arrow_boxes", "arrow_tops", "declined_arrows"]),
        ("expeditions", "places.blue=false", ["blue_arrows", "declined_blue"]),
        ("expeditions", "places.red=false", ["tickets_gained"]),
    ],
)
def test_what_is_switched_off_is_never_done(name, change, gone):
    title = load_title(name)
    columns = [title.words.tallies.index(tally) for tally in gone]
    for strategy in ("random", "allround"):
        assert played(title, [change], strategy)["tally"][:, :, columns].sum() == 0
    assert played(title, [])["tally"][:, :, columns[0]].sum() > 0
