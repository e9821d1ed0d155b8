"""What must hold after every move: no card, vehicle, token or relic out of nowhere."""

from simulator.games.archeos.scoring import expedition_points, n_expeditions, photo_points
from simulator.games.archeos.table import (
    AREA,
    CARDS,
    COLOURS,
    MAX_SIZE,
    MONKEY,
    MONKEYS,
    SLOTS,
    TOKENS,
    Colour,
    Phase,
    Role,
    Side,
    Tally,
    role_of,
)
from simulator.kernel import kernel
from simulator.names import numbered

LAW_SENTENCES = {
    "cards": "every card is in the deck, the recruiting area, a hand or an expedition",
    "monkeys": "the monkeys are in the deck or revealed",
    "counts": (
        "hands and area hold as many cards as they say, by role and colour too, within the limit"
    ),
    "tracks": "vehicles stand on their tracks",
    "steps": "no vehicle is farther than its owner's steps",
    "expeditions": "the cards laid out are those of the expeditions, and no Mercenary leads",
    "tokens": "tokens and the tile belong to players, and nothing is left over at a turn's start",
    "deck": "the deck never runs out",
}
Law = numbered(*LAW_SENTENCES, start=1)


@kernel
def check(game, rules):
    """0 when every law holds, else the number of the first broken one, from 1."""
    if game.season == 0 or game.ended:
        return 0
    if game.n_deck < (1 if game.monkeys < MONKEYS else 0):
        return Law.deck
    if not are_monkeys_sound(game):
        return Law.monkeys
    if not are_cards_sound(game, rules):
        return Law.cards
    if not are_counts_sound(game, rules):
        return Law.counts
    for seat in range(game.players):
        broken = check_player(game, rules, seat)
        if broken:
            return broken
    for value in range(1, TOKENS + 1):
        if not 0 <= game.token[value] <= game.players:
            return Law.tokens
    if not 0 <= game.tile <= game.players or (game.tile == 0) != (game.tile_size == 0):
        return Law.tokens
    left_over = game.n_free + game.n_patron + game.n_dig
    for card in range(CARDS):
        left_over += abs(game.member[card]) + abs(game.keeping[card])
    return Law.tokens if game.phase == Phase.turn and left_over else 0


@kernel
def are_monkeys_sound(game):
    hidden = 0
    for k in range(game.n_deck):
        hidden += game.deck[k] == MONKEY
    return hidden + game.monkeys == MONKEYS


@kernel
def are_cards_sound(game, rules):
    """Counts each kind in the deck by adding and taking away at the same place."""
    for card in range(CARDS):
        n = game.hand[AREA, card]
        for seat in range(game.players):
            n += game.hand[seat, card] + game.played[seat, card]
        game.census[card] = rules.copies[role_of(game, card)] - n
    for k in range(game.n_deck):
        if game.deck[k] != MONKEY:
            game.census[game.deck[k]] -= 1
    sound = True
    for card in range(CARDS):
        sound = sound and game.census[card] == 0
        game.census[card] = 0
    return sound


@kernel
def are_counts_sound(game, rules):
    for seat in range(game.players):
        if not is_hand_sound(game, rules, seat) or game.n_hand[seat] > rules.hand_limit:
            return False
    return is_hand_sound(game, rules, AREA)


@kernel
def is_hand_sound(game, rules, seat):
    """The hand's size, its counts by role and by colour, and its list of kinds."""
    n, difference, kinds = 0, 0, 0
    for slot in range(SLOTS):
        of_role = 0
        for card in range(COLOURS * slot, COLOURS * slot + COLOURS):
            if game.hand[seat, card] < 0:
                return False
            of_role += game.hand[seat, card]
            kinds += game.hand[seat, card] > 0
        n += of_role
        difference += abs(game.n_role[seat, slot] - of_role)
    for colour in range(COLOURS):
        of_colour = game.n_colour[seat, colour]
        for slot in range(SLOTS):
            if slot != game.joker[seat]:
                of_colour -= game.hand[seat, COLOURS * slot + colour]
        difference += abs(of_colour)
    for k in range(game.n_kinds[seat]):
        difference += game.hand[seat, game.kinds[seat, k]] == 0
        for other in range(k):
            difference += game.kinds[seat, k] == game.kinds[seat, other]
    return difference == 0 and n == game.n_hand[seat] and kinds == game.n_kinds[seat]


@kernel
def check_player(game, rules, seat):
    steps = game.second[seat]
    for site in range(COLOURS):
        steps += game.space[seat, site]
        if not 0 <= game.space[seat, site] <= rules.last[site, game.side[site]]:
            return Law.tracks
    if not 0 <= game.linguist[seat] <= rules.linguist_last:
        return Law.tracks
    if not 0 <= game.second[seat] <= rules.last[Colour.yellow, Side.advanced]:
        return Law.tracks
    if steps > game.tally[seat, Tally.steps]:
        return Law.steps
    return 0 if are_expeditions_sound(game, rules, seat) else Law.expeditions


@kernel
def are_expeditions_sound(game, rules, seat):
    """Cards laid out, Mercenaries aside, and points are those of the expeditions by size."""
    cards, counted, may_lead = 0, 0, False
    for card in range(CARDS):
        if card // COLOURS != game.joker[seat]:
            cards += game.played[seat, card]
            may_lead |= role_of(game, card) == Role.mercenary  # a blank one
    for size in range(1, MAX_SIZE + 1):
        counted += size * n_expeditions(game, seat, size)
    photos = photo_points(game, rules, seat)
    score_well = photos == game.photos[seat]
    score_well &= photos + expedition_points(game, rules, seat) == game.laid[seat]
    led_well = game.tally[seat, Tally.led_mercenary] == 0 or may_lead
    return cards == counted and score_well and led_well
