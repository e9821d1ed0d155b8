"""What lies on the table: cards, boards, tracks; how a game and a season begin."""

from collections.abc import Sequence

import numpy as np

from simulator import rng
from simulator.components import Components
from simulator.errors import UserError, unknown
from simulator.kernel import kernel, new, record, small
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
Ending = numbered("running", "move_limit", "all_seasons_played")

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


# Fields of Rules that are a component as it is
COPIED = {
    "copies": "cards.copies",
    "hand_limit": "cards.hand_limit",
    "area_extra": "cards.area_extra",
    "botanist_points": "roles.botanist.points",
    "botanist_season": "roles.botanist.season",
    "linguist_lead": "roles.linguist.lead",
    "linguist_last": "roles.linguist.last",
    "rapa_nui_lead": "sites.rapa_nui_lead",
    "professor_all_tied": "rulings.professor_all_tied",
    "professor_back_mandatory": "rulings.professor_back_mandatory",
    "cartographer_chains": "rulings.cartographer_chains",
    "uluru_any_step": "rulings.uluru_any_step",
}
# Fields that are a list with some room after it
LISTED = {
    "draws": "tracks.red_advanced.draws",
    "shared_points": "tracks.blue_advanced.shared_points",
    "caps": "tracks.pink_advanced.caps",
}


def make_rules(components: Components, players: int) -> np.record:
    rules = new(Rules)
    for field, path in COPIED.items():
        rules[field] = components[path]
    for field, path in LISTED.items():
        rules[field][: len(components[path])] = components[path]
    rules.seasons = components["seasons.few_players" if players <= 3 else "seasons.many_players"]
    rules.copies[Role.student] = components["cards.student_copies"]
    rules.active[:] = [components[f"roles.{name}.active"] for name in written(Role)]
    points = components["points.expedition"]
    rules.expedition[1 : 1 + len(points)] = points
    rules.expedition[1 + len(points) :] = points[-1]
    rules.museum[1:] = components["points.museum"]
    if max(components["roles.linguist.artefacts"]) > rules.linguist_last:
        raise UserError("roles.linguist.artefacts must lie within roles.linguist.last.")
    rules.artefacts[components["roles.linguist.artefacts"]] = 1
    for colour, name in enumerate(written(Colour)):
        for side, face in enumerate(written(Side)):
            _fill_track(rules, components, colour, side, f"{name}_{face}")
    _read_roles(rules, components["setup.roles"])
    _read_sides(rules, components["setup.sites"])
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


def _read_roles(rules: np.record, text: str) -> None:
    if text in ("random", "draft"):
        rules.choice_of_roles = Choice.random if text == "random" else Choice.draft
        return
    names = role_names(text)
    for name in names:
        if name not in written(Role):
            known = (*written(Role), "first-game", "random", "draft")
            raise unknown("role in setup.roles:", name, known)
    if len(set(names)) != SLOTS or len(names) != SLOTS:
        raise UserError(f"setup.roles must name {SLOTS} different roles; '{text}' does not.")
    # In the order given: a role named in place of another gets its cards on the same deals.
    rules.roles[:] = [getattr(Role, name) for name in names]


def _read_sides(rules: np.record, text: str) -> None:
    if text in ("one-random", "draft"):
        rules.choice_of_sides = Choice.random if text == "one-random" else Choice.draft
        return
    words = {"compass": [], "scenario": ["red:advanced"]}.get(text, text.split(","))
    for word in words:
        colour, _, face = word.strip().partition(":")
        if colour not in written(Colour) or face not in written(Side):
            raise UserError(
                f"setup.sites is compass, scenario, one-random, draft or a list like"
                f" red:advanced,blue:compass; '{word}' is none of them."
            )
        rules.side[getattr(Colour, colour)] = getattr(Side, face)


@kernel
def setup(game, rules):
    """Chooses roles and sides, or begins their draft, and then the first season."""
    for role in range(ROLES):
        game.pile[role] = role
        game.slot[role] = -1
    rng.shuffle(game.deal, game.pile, ROLES)
    if rules.choice_of_roles == Choice.draft:
        for k in range(SLOTS):
            game.offer[game.pile[k]] = 1
        game.phase = Phase.pick_role
        return
    for k in range(SLOTS):
        game.roles[k] = game.pile[k] if rules.choice_of_roles == Choice.random else rules.roles[k]
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
    if rules.choice_of_sides == Choice.random:
        game.side[rng.below(game.deal, COLOURS)] = Side.advanced
    elif rules.choice_of_sides == Choice.draft:
        rng.shuffle(game.deal, game.pile, COLOURS)
        game.n_drafted = SLOTS
        game.phase = Phase.pick_side
        return
    begin_season(game, rules)


@kernel
def give_effects(game, rules):
    """What each role in play does for each hand: nothing if it is blank, or denied to the seat."""
    game.joker[AREA] = game.slot[Role.mercenary]
    for seat in range(game.players):
        game.joker[seat] = -1
        for k in range(SLOTS):
            role = game.roles[k]
            has = rules.active[role] and not game.never[seat] >> (FIRST_POWER + role) & 1
            game.effect[seat, k] = role if has else BLANK
            if has and role == Role.mercenary:
                game.joker[seat] = k


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
    game.phase = Phase.turn


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
    if game.phase == Phase.pick_role:
        shuffle_tail(game, stream, SLOTS + game.n_drafted, ROLES)
    elif game.phase == Phase.pick_side:
        shuffle_tail(game, stream, game.n_drafted - SLOTS + 1, COLOURS)
    else:
        redeal_cards(game, seat, stream)


@kernel
def redeal_cards(game, seat, stream):
    """Deck and rival hands are dealt anew, with the monkeys still to come in the lower part."""
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
    rng.reshuffle(stream, game.deck, n)
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
    """Puts the entries of the pile from `first` on, up to n, in a random order."""
    for k in range(first + 1, n):
        for at in range(k, first, -1):
            if game.pile[at - 1] > game.pile[at]:
                game.pile[at - 1], game.pile[at] = game.pile[at], game.pile[at - 1]
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
