"""What lies on the table: cards, boards, tracks; how a game and a season begin."""

from collections.abc import Sequence

import numpy as np

from simulator import rng
from simulator.components import Components
from simulator.errors import UserError, unknown
from simulator.kernel import kernel, new, record
from simulator.titles import common

MAX_PLAYERS = 6
COLOURS = 6
COLOUR_NAMES = ("red", "green", "blue", "yellow", "pink", "violet")
RED, GREEN, BLUE, YELLOW, PINK, VIOLET = range(COLOURS)

ROLES = 12
ROLE_NAMES = (
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
(
    BOTANIST,
    LINGUIST,
    DOCTOR,
    PILOT,
    CARTOGRAPHER,
    CURATOR,
    GUIDE,
    MERCENARY,
    PATRON,
    PHOTOGRAPHER,
    PROFESSOR,
    STUDENT,
) = range(ROLES)

BLANK = ROLES  # what a role that is switched off does: nothing
POWER = 32  # + role: the number in words.KINDS of what a role does, which a seat may do without

SLOTS = 6  # roles in play
CARDS = SLOTS * COLOURS  # kinds of cards in play: COLOURS * slot + colour
AREA = MAX_PLAYERS  # the recruiting area is the hand after the last player's
HANDS = MAX_PLAYERS + 1
MONKEY = CARDS
MONKEYS = 3
MAX_DECK = 90
MAX_SIZE = 10  # of an expedition
SPACES = 8  # room on a site track
LINGUIST_SPACES = 31
TOKENS = 6  # of the Professor, worth 1 to 6

COMPASS, ADVANCED = range(2)  # sides of a board
FIXED, RANDOM, DRAFT = range(3)  # how roles and sides are chosen

# Sources of points: the six boards, then
EXPEDITION_POINTS, BOTANIST_POINTS, LINGUIST_POINTS, MUSEUM_POINTS, PHOTO_POINTS = range(6, 11)
SOURCES = 11

# Tallies: each role led (0 to 11), expeditions of 1 to 6 and more cards (12 to 17), then
TAKEN, DRAWN, RETURNED, STEPS = range(18, 22)
SIZES = 12
TALLIES = 22

# Phases: which kind of decision
(
    PICK_ROLE,  # the draft of roles
    PICK_SIDE,  # the draft of boards
    TURN,  # take, draw, or lead an expedition
    MEMBERS,  # leave matching cards out, or go
    EFFECTS,  # the leader's two effects, in any order
    TOKEN,  # which Professor token
    FREE_STEP,  # where a Linguist's artefact leads
    CASH,  # cash in at Uluru, or stay
    EXTRA,  # the Cartographer's further expedition
    KEEP,  # what the Doctor keeps
    DIG,  # draw after a step on Chichén Itzá
    UR,  # an expedition at the season's end
    STEP_UP,  # the Professor's best
    STEP_BACK,  # the Professor's worst
) = range(14)

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
    last=(int, (COLOURS, 2)),  # last space of each track
    thresholds=(int, (COLOURS, 2, SPACES)),
    points=(int, (COLOURS, 2, SPACES)),
    draws=(int, SPACES),  # Chichén Itzá, by the space left
    shared_points=(int, SPACES),  # Tantallon Castle
    caps=(int, SPACES),  # Ur
    professor_all_tied=int,
    professor_back_mandatory=int,
    cartographer_chains=int,
    uluru_any_step=int,
    choice_of_roles=int,  # FIXED, RANDOM or DRAFT
    roles=(int, SLOTS),
    choice_of_sides=int,  # FIXED, RANDOM (one advanced side) or DRAFT
    side=(int, COLOURS),
)

ROUNDS = 400  # room in the scoring curve; rounds after that are played but not drawn

Game = record(
    **common(MAX_PLAYERS, SOURCES, TALLIES, ROUNDS),
    roles=(int, SLOTS),  # in play
    slot=(int, ROLES),  # where a role is in `roles`, -1 = not in play or switched off
    effect=(int, (MAX_PLAYERS, SLOTS)),  # the role whose effect a seat's leader has, or BLANK
    joker=(int, HANDS),  # the slot whose cards join any expedition of this hand, -1 = none
    side=(int, COLOURS),  # of each board
    n_drafted=int,  # roles and boards chosen so far
    offer=(int, ROLES),  # 1: the drafting player may choose this role
    pile=(int, ROLES),  # roles or boards in random order
    season=int,  # from 1
    starter=int,  # first player of the season
    fresh=int,  # 1: nobody has moved yet in this season
    deck=(int, MAX_DECK),  # the top card is the last of n_deck
    n_deck=int,
    n_lower=int,  # size of the lower part, where the monkeys are
    monkeys=int,  # revealed this season
    revealer=int,  # the seat that revealed the third
    hand=(int, (HANDS, CARDS)),  # cards of each seat, by kind; row AREA: the recruiting area
    n_hand=(int, HANDS),
    n_colour=(int, (HANDS, COLOURS)),  # by colour, Mercenaries aside
    n_role=(int, (HANDS, SLOTS)),  # by slot
    kinds=(int, (HANDS, CARDS)),  # the kinds a hand has, in any order
    n_kinds=(int, HANDS),
    played=(int, (MAX_PLAYERS, CARDS)),  # cards in this season's expeditions
    sizes=(int, (MAX_PLAYERS, 2, MAX_SIZE + 1)),  # expeditions by photographer or not, real cards
    laid=(int, MAX_PLAYERS),  # points of this season's expeditions
    space=(int, (MAX_PLAYERS, COLOURS)),  # vehicles on the sites
    second=(int, MAX_PLAYERS),  # the second vehicle on Ta-sekhet-ma'at
    linguist=(int, MAX_PLAYERS),
    relic=(int, (MAX_PLAYERS, COLOURS)),  # 1: in the museum
    token=(int, TOKENS + 1),  # 1 + the seat that has this Professor token, 0 = nobody
    tile=int,  # 1 + the seat that has the Botanist tile, 0 = nobody
    tile_size=int,  # of the expedition below it
    leader=int,  # kind of the card that leads the expedition being played
    by_role=int,  # 1: its cards share the role, else the colour
    member=(int, CARDS),  # its cards
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
    keeping=(int, CARDS),
    kept=int,  # the last kind kept
    n_ur=int,  # seats asked for their expedition at the season's end; 0 = the season runs
    n_professor=int,  # seats asked for the Professor's moves
    census=(int, CARDS),  # scratch of the laws, else zero
    back_to=int,  # the phase that a decision at Uluru interrupts
)


def make_rules(components: Components, players: int) -> np.record:
    rules = new(Rules)
    rules.seasons = components["seasons.few_players" if players <= 3 else "seasons.many_players"]
    rules.copies[:] = components["cards.copies"]
    rules.copies[STUDENT] = components["cards.student_copies"]
    rules.active[:] = [components[f"roles.{name}.active"] for name in ROLE_NAMES]
    rules.hand_limit = components["cards.hand_limit"]
    rules.area_extra = components["cards.area_extra"]
    points = components["points.expedition"]
    rules.expedition[1 : 1 + len(points)] = points
    rules.expedition[1 + len(points) :] = points[-1]
    rules.museum[1:] = components["points.museum"]
    rules.botanist_points = components["roles.botanist.points"]
    rules.botanist_season = components["roles.botanist.season"]
    rules.linguist_lead = components["roles.linguist.lead"]
    rules.linguist_last = components["roles.linguist.last"]
    if max(components["roles.linguist.artefacts"]) > rules.linguist_last:
        raise UserError("roles.linguist.artefacts must lie within roles.linguist.last.")
    rules.artefacts[components["roles.linguist.artefacts"]] = 1
    rules.rapa_nui_lead = components["sites.rapa_nui_lead"]
    for colour, name in enumerate(COLOUR_NAMES):
        for side, face in enumerate(("compass", "advanced")):
            _fill_track(rules, components, colour, side, f"{name}_{face}")
    rules.draws[:6] = components["tracks.red_advanced.draws"]
    rules.shared_points[:7] = components["tracks.blue_advanced.shared_points"]
    rules.caps[:7] = components["tracks.pink_advanced.caps"]
    for switch in ("professor_all_tied", "professor_back_mandatory"):
        rules[switch] = components[f"rulings.{switch}"]
    rules.cartographer_chains = components["rulings.cartographer_chains"]
    rules.uluru_any_step = components["rulings.uluru_any_step"]
    _choose_roles(rules, components["setup.roles"])
    _choose_sides(rules, components["setup.sites"])
    return rules


def _fill_track(
    rules: np.record, components: Components, colour: int, side: int, name: str
) -> None:
    thresholds = components[f"tracks.{name}.thresholds"]
    points = components[f"tracks.{name}.points"]
    other = f"tracks_b.{name}"
    if other in components.entries and components["setup.tracks"] == "A":
        if components.entry(other).source == "changed":
            raise UserError(f"'{other}' has no effect with tracks=A; add setup tracks=B.")
    elif other in components.entries:
        for path in (f"tracks.{name}.thresholds", f"tracks.{name}.points"):
            if components.entry(path).source == "changed":
                raise UserError(f"'{path}' has no effect with tracks=B; change '{other}'.")
        thresholds, points = components[other]
    rules.last[colour, side] = len(thresholds)
    rules.thresholds[colour, side, : len(thresholds)] = thresholds
    rules.points[colour, side, : len(points)] = points


FIRST_GAME = ("botanist", "doctor", "guide", "patron", "photographer", "student")


def role_names(text: str) -> Sequence[str]:
    """The roles that setup.roles names."""
    return FIRST_GAME if text == "first-game" else [word.strip() for word in text.split(",")]


def _choose_roles(rules: np.record, text: str) -> None:
    if text in ("random", "draft"):
        rules.choice_of_roles = RANDOM if text == "random" else DRAFT
        return
    names = role_names(text)
    for name in names:
        if name not in ROLE_NAMES:
            raise unknown(
                "role in setup.roles:", name, (*ROLE_NAMES, "first-game", "random", "draft")
            )
    if len(set(names)) != SLOTS or len(names) != SLOTS:
        raise UserError(f"setup.roles must name {SLOTS} different roles; '{text}' does not.")
    # In the order given: a role named in place of another gets its cards on the same deals.
    rules.roles[:] = [ROLE_NAMES.index(name) for name in names]


def _choose_sides(rules: np.record, text: str) -> None:
    if text in ("one-random", "draft"):
        rules.choice_of_sides = RANDOM if text == "one-random" else DRAFT
        return
    words = {"compass": [], "scenario": ["red:advanced"]}.get(text, text.split(","))
    for word in words:
        colour, _, face = word.strip().partition(":")
        if colour not in COLOUR_NAMES or face not in ("compass", "advanced"):
            raise UserError(
                f"setup.sites is compass, scenario, one-random, draft or a list like"
                f" red:advanced,blue:compass; '{word}' is none of them."
            )
        rules.side[COLOUR_NAMES.index(colour)] = face == "advanced"


@kernel
def setup(game, rules):
    """Chooses roles and sides, or begins their draft, and then the first season."""
    for role in range(ROLES):
        game.pile[role] = role
        game.slot[role] = -1
    rng.shuffle(game.deal, game.pile, ROLES)
    if rules.choice_of_roles == DRAFT:
        for k in range(SLOTS):
            game.offer[game.pile[k]] = 1
        game.phase = PICK_ROLE
        return
    for k in range(SLOTS):
        game.roles[k] = game.pile[k] if rules.choice_of_roles == RANDOM else rules.roles[k]
    choose_sides(game, rules)


@kernel
def choose_sides(game, rules):
    for k in range(SLOTS):
        if rules.active[game.roles[k]]:
            game.slot[game.roles[k]] = k
    give_effects(game, rules)
    for colour in range(COLOURS):
        game.side[colour] = rules.side[colour]
        game.pile[colour] = colour
    if rules.choice_of_sides == RANDOM:
        game.side[rng.below(game.deal, COLOURS)] = ADVANCED
    elif rules.choice_of_sides == DRAFT:
        rng.shuffle(game.deal, game.pile, COLOURS)
        game.n_drafted = SLOTS
        game.phase = PICK_SIDE
        return
    begin_season(game, rules)


@kernel
def give_effects(game, rules):
    """What each role in play does for each hand: nothing if it is blank, or denied to the seat."""
    game.joker[AREA] = game.slot[MERCENARY]
    for seat in range(game.players):
        game.joker[seat] = -1
        for k in range(SLOTS):
            role = game.roles[k]
            has = rules.active[role] and not game.never[seat] >> (POWER + role) & 1
            game.effect[seat, k] = role if has else BLANK
            if has and role == MERCENARY:
                game.joker[seat] = k


@kernel
def role_of(game, card):
    """What is printed on it."""
    return game.roles[card // COLOURS]


@kernel
def effect_of(game, card):
    """The role whose effect it has for the seat to act."""
    return game.effect[game.player, card // COLOURS]


@kernel
def begin_season(game, rules):
    """A card each, the recruiting area, and the monkeys in the lower half of the deck."""
    game.season += 1
    game.monkeys, game.n_ur, game.n_professor = 0, 0, 0
    game.fresh = 1
    game.n_deck = 0
    for card in range(CARDS):
        for _ in range(rules.copies[role_of(game, card)]):
            game.deck[game.n_deck] = card
            game.n_deck += 1
    rng.shuffle(game.table, game.deck, game.n_deck)
    for seat in range(game.players):
        hold(game, seat, pop(game), 1)
    for _ in range(game.players + rules.area_extra):
        hold(game, AREA, pop(game), 1)
    put_monkeys(game, game.table)
    game.player = game.starter
    game.phase = TURN


@kernel
def put_monkeys(game, stream):
    """Shuffles the monkeys into the lower half; the upper half stays on top."""
    lower = game.n_deck // 2
    for k in range(game.n_deck - 1, lower - 1, -1):
        game.deck[k + MONKEYS] = game.deck[k]
    for k in range(MONKEYS):
        game.deck[lower + k] = MONKEY
    game.n_lower = lower + MONKEYS
    game.n_deck += MONKEYS
    rng.shuffle(stream, game.deck, game.n_lower)


@kernel
def pop(game):
    game.n_deck -= 1
    return game.deck[game.n_deck]


@kernel
def hold(game, seat, card, n):
    """A hand gains n cards of a kind, or loses them if n is below zero."""
    slot = card // COLOURS
    if game.hand[seat, card] == 0:
        game.kinds[seat, game.n_kinds[seat]] = card
        game.n_kinds[seat] += 1
    game.hand[seat, card] += n
    if game.hand[seat, card] == 0:
        forget_kind(game, seat, card)
    game.n_hand[seat] += n
    game.n_role[seat, slot] += n
    game.n_colour[seat, card % COLOURS] += n * (slot != game.joker[seat])


@kernel
def forget_kind(game, seat, card):
    """The last kind of the list takes the place of the one that is gone."""
    k = 0
    while game.kinds[seat, k] != card:
        k += 1
    game.n_kinds[seat] -= 1
    game.kinds[seat, k] = game.kinds[seat, game.n_kinds[seat]]
    game.kinds[seat, game.n_kinds[seat]] = 0


@kernel
def empty_hand(game, seat):
    for k in range(game.n_kinds[seat]):
        game.kinds[seat, k] = 0
    game.n_hand[seat], game.n_kinds[seat] = 0, 0
    for card in range(CARDS):
        game.hand[seat, card] = 0
    for slot in range(SLOTS):
        game.n_role[seat, slot] = 0
    for colour in range(COLOURS):
        game.n_colour[seat, colour] = 0


@kernel
def n_jokers(game, seat):
    """Mercenaries in hand."""
    return game.n_role[seat, game.joker[seat]] if game.joker[seat] >= 0 else 0


@kernel
def redeal(game, rules, seat, stream):
    """What the seat to act cannot see: the other hands, the deck, and the draft's cards to come.

    Cards that rivals took face up are dealt anew too: nobody is asked to remember them.
    """
    game.table[0] = rng.draw(stream)
    game.deal[0] = rng.draw(stream)
    for other in range(game.players):
        if other != seat:
            game.whim[other, 0] = rng.draw(stream)
    if game.season == 0:
        first = SLOTS + game.n_drafted if game.phase == PICK_ROLE else game.n_drafted - SLOTS + 1
        shuffle_tail(game, stream, first, ROLES if game.phase == PICK_ROLE else COLOURS)
        return
    n = 0
    for k in range(game.n_deck):
        if game.deck[k] != MONKEY:
            game.deck[n] = game.deck[k]
            n += 1
    for other in range(game.players):
        if other != seat:
            for card in range(CARDS):
                for _ in range(game.hand[other, card]):
                    game.deck[n] = card
                    n += 1
    rng.shuffle(stream, game.deck, n)
    for other in range(game.players):
        if other != seat:
            held = game.n_hand[other]
            empty_hand(game, other)
            for _ in range(held):
                n -= 1
                hold(game, other, game.deck[n], 1)
    hide_monkeys(game, stream, n)


@kernel
def shuffle_tail(game, stream, first, n):
    """Puts the entries of the pile from `first` on, up to n, in random order."""
    for last in range(n - 1, first, -1):
        other = first + rng.below(stream, last - first + 1)
        game.pile[last], game.pile[other] = game.pile[other], game.pile[last]


@kernel
def hide_monkeys(game, stream, n):
    """Puts the monkeys still to come anywhere among the cards left of the lower part."""
    for k in range(game.n_deck - n):
        game.deck[n + k] = game.deck[k]
        game.deck[k] = MONKEY
    rng.shuffle(stream, game.deck, min(game.n_deck, game.n_lower))
