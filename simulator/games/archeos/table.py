"""What lies on the table: cards, boards, tracks."""

from simulator.kernel import kernel, record, small
from simulator.names import numbered, written
from simulator.titles import common

MAX_PLAYERS = 6

Colour = numbered("red", "green", "blue", "yellow", "pink", "violet")
Role = numbered(
    "botanist",
    "linguist",
    "doctor",
    "pilot",
    "cartographer",
    "curator",
    "guide",
    "mercenary",
    "patron",
    "photographer",
    "professor",
    "student",
)
COLOURS, ROLES = len(Colour), len(Role)
BLANK = ROLES  # what a role that is switched off does: nothing

SLOTS = 6  # roles in play
CARDS = SLOTS * COLOURS  # kinds of cards in play: COLOURS * slot + colour
AREA = MAX_PLAYERS  # the recruiting area is the hand after the last player's
HANDS = MAX_PLAYERS + 1
MONKEY = CARDS
MONKEYS = 3
MAX_DECK = 90
MAX_HAND = 10  # the highest limit
MAX_SIZE = MAX_HAND  # of an expedition
SPACES = 8  # room on a site track
LINGUIST_SPACES = 31
TOKENS = 6  # of the Professor, worth 1 to 6
SIZES = 6  # that are tallied: an expedition of more cards counts as the last

Side = numbered("compass", "advanced")  # of a board
Choice = numbered("fixed", "random", "draft")  # how roles and sides are chosen

Source = numbered(*written(Colour), "expeditions", "botanist", "linguist", "museum", "photographer")
Tally = numbered(
    *(f"led_{role}" for role in written(Role)),
    *(f"size_{size}" for size in range(1, SIZES + 1)),
    "taken",
    "drawn",
    "returned",
    "steps",
)
FIRST_LED, FIRST_SIZE = Tally.led_botanist, Tally.size_1  # + role; + size - 1
Ending = numbered("running", "round_limit", "all_seasons_played")

# What restricted play forbids: kinds of moves, and what a role does without a move
Kind = numbered(
    "take",
    "draw",
    "go",
    "leave_out",
    "use_role",
    "done",
    "cash_in",
    "keep",
    "token",
    "return_hand",
    "step_back",
    "choose_role",
    "choose_side",
    "dig",
    *(f"lead_{role}" for role in written(Role)),
    *(f"step_{colour}" for colour in written(Colour)),
    *(f"power_{role}" for role in written(Role)),
)
FIRST_LEAD, FIRST_POWER = Kind.lead_botanist, Kind.power_botanist  # + role
FIRST_STEP = Kind.step_red  # + site

# Which kind of decision
Phase = numbered(
    "pick_role",  # the draft of roles
    "pick_side",  # the draft of boards
    "turn",  # take, draw, or lead an expedition
    "members",  # leave matching cards out, or go
    "effects",  # the leader's two effects, in any order
    "token",  # which Professor token
    "free_step",  # where a Linguist's artefact leads
    "cash",  # cash in at Uluru, or stay
    "extra",  # the Cartographer's further expedition
    "keep",  # what the Doctor keeps
    "dig",  # draw after a step on Chichén Itzá
    "ur",  # an expedition at the season's end
    "step_up",  # the Professor's best
    "step_back",  # the Professor's worst
)

Rules = record(
    seasons=int,
    copies=(int, ROLES),  # cards of each colour, by role
    active=(int, ROLES),  # 0: its cards are blank
    hand_limit=int,
    area_extra=int,
    expedition=(int, MAX_SIZE + 2),  # points by size
    museum=(int, COLOURS + 1),  # points by relics
    botanist_points=int,
    botanist_season=int,
    linguist_lead=int,
    linguist_last=int,
    artefacts=(int, LINGUIST_SPACES),  # 1: the space has an artefact
    rapa_nui_lead=int,
    last=(int, (COLOURS, len(Side))),  # last space of each track
    thresholds=(int, (COLOURS, len(Side), SPACES)),
    points=(int, (COLOURS, len(Side), SPACES)),
    draws=(int, SPACES),  # Chichén Itzá, by the space left
    shared_points=(int, SPACES),  # Tantallon Castle
    caps=(int, SPACES),  # Ur
    professor_all_tied=int,
    professor_back_mandatory=int,
    cartographer_chains=int,
    uluru_any_step=int,
    choice_of_roles=int,  # a Choice
    roles=(int, SLOTS),
    choice_of_sides=int,  # a Choice; random: one advanced side
    side=(int, COLOURS),
)

ROUNDS = 400  # room in the scoring curve; rounds after that are played but not drawn

Game = record(
    **common(MAX_PLAYERS, len(Source), len(Tally)),
    roles=(small, SLOTS),  # in play
    slot=(small, ROLES),  # where a role is in `roles`, -1 = not in play or switched off
    effect=(small, (MAX_PLAYERS, SLOTS)),  # the role whose effect a seat's leader has, or BLANK
    joker=(small, HANDS),  # the slot whose cards join any expedition of this hand, -1 = none
    side=(small, COLOURS),  # of each board
    n_drafted=int,  # roles and boards chosen so far
    offer=(small, ROLES),  # 1: the drafting player may choose this role
    pile=(small, ROLES),  # roles or boards in random order
    season=int,  # from 1
    starter=int,  # first player of the season
    fresh=int,  # 1: nobody has moved yet in this season
    deck=(small, MAX_DECK),  # the top card is the last of n_deck
    n_deck=int,
    n_lower=int,  # size of the lower part, where the monkeys are
    monkeys=int,  # revealed this season
    revealer=int,  # the seat that revealed the third
    hand=(small, (HANDS, CARDS)),  # cards of each seat, by kind; row AREA: the recruiting area
    n_hand=(small, HANDS),
    n_colour=(small, (HANDS, COLOURS)),  # by colour, Mercenaries aside
    n_role=(small, (HANDS, SLOTS)),  # by slot
    kinds=(small, (HANDS, CARDS)),  # the kinds a hand has, in any order
    n_kinds=(small, HANDS),
    played=(small, (MAX_PLAYERS, CARDS)),  # cards in this season's expeditions
    sizes=(small, (MAX_PLAYERS, 2, MAX_SIZE + 1)),  # expeditions by photographer or not, real cards
    laid=(int, MAX_PLAYERS),  # points of this season's expeditions
    photos=(int, MAX_PLAYERS),  # of these, for the Photographers' extra cards
    space=(small, (MAX_PLAYERS, COLOURS)),  # vehicles on the sites
    second=(small, MAX_PLAYERS),  # the second vehicle on Ta-sekhet-ma'at
    linguist=(small, MAX_PLAYERS),
    relic=(small, (MAX_PLAYERS, COLOURS)),  # 1: in the museum
    token=(small, TOKENS + 1),  # 1 + the seat that has this Professor token, 0 = nobody
    tile=int,  # 1 + the seat that has the Botanist tile, 0 = nobody
    tile_size=int,  # of the expedition below it
    leader=int,  # kind of the card that leads the expedition being played
    by_role=int,  # 1: its cards share the role, else the colour
    member=(small, CARDS),  # its cards
    n_cards=int,  # in it
    dropped=int,  # the last kind left out: later ones only, so that no order counts twice
    stepped=int,  # 1: the colour effect is used
    used=int,  # 1: the role effect is used
    advanced=int,  # 1: a vehicle has advanced by this expedition
    extra=int,  # 1: it is a Cartographer's further expedition
    n_free=int,  # free steps still to make
    n_patron=int,  # cards to draw when the hand is returned
    n_dig=int,  # cards that may be drawn for Chichén Itzá
    n_keep=int,  # cards a Doctor may still keep
    keeping=(small, CARDS),
    kept=int,  # the last kind kept
    n_ur=int,  # seats asked for their expedition at the season's end; 0 = the season runs
    n_professor=int,  # seats asked for the Professor's moves
    census=(small, CARDS),  # scratch of the laws, else zero
    back_to=int,  # the phase that a decision at Uluru interrupts
)


@kernel
def is_advanced(game, site):
    """Does the board show its advanced side?"""
    return game.side[site] == Side.advanced


@kernel
def role_of(game, card):
    """What is printed on it."""
    return game.roles[card // COLOURS]


@kernel
def effect_of(game, card):
    """The role whose effect it has for the seat to act."""
    return game.effect[game.player, card // COLOURS]


@kernel
def n_jokers(game, seat):
    """Mercenaries in hand."""
    return game.n_role[seat, game.joker[seat]] if game.joker[seat] >= 0 else 0
