"""Credits at a round's and at the game's end: majorities, galleries, ties and places."""

from simulator.games.excavation.relics import earn, n_relics
from simulator.games.excavation.table import (
    CENTRES,
    COLOURS,
    GLYPHS,
    RELICS,
    ZU,
    Source,
    Store,
    Tally,
)
from simulator.kernel import kernel


@kernel
def majority(game, rules, side, centre):
    """What a side's envoys earn: equal groups share the credits of their ranks, rounded down."""
    mine = game.envoy[side, centre]
    if mine == 0:
        return 0
    before, equal, pool = 0, 0, 0
    for other in range(game.sides):
        before += game.envoy[other, centre] > mine
        equal += game.envoy[other, centre] == mine
    for rank in range(before, before + equal):
        pool += rules.majority[game.round_no - 1, rank]
    return pool // equal


@kernel
def score_round(game, rules):
    for side in range(game.sides):
        for centre in range(CENTRES):
            credits = majority(game, rules, side, centre)
            earn(game, side, Source.majorities_1 + game.round_no - 1, credits)


@kernel
def row_points(game, rules, side):
    """Samples of one glyph, over all colours."""
    points = 0
    for glyph in range(GLYPHS):
        n = 0
        for colour in range(COLOURS):
            n += game.gallery[side, GLYPHS * colour + glyph]
        points += rules.row[n]
    return points


@kernel
def column_points(game, rules, side):
    """Samples of one colour."""
    points = 0
    for colour in range(COLOURS):
        points += rules.column[n_samples(game, side, colour)]
    return points


@kernel
def n_samples(game, side, colour):
    n = 0
    for relic in range(GLYPHS * colour, GLYPHS * colour + GLYPHS):
        n += game.gallery[side, relic]
    return n


@kernel
def stored_value(game, rules, side):
    value = 0
    for relic in range(RELICS):
        n = game.store[Store.hold, side, relic] + game.store[Store.hidden, side, relic]
        value += n * rules.value[relic]
    return value


@kernel
def left_points(game, rules, side):
    """Relics left at the end: worth nothing to players, their value to Zu, a cost by a switch."""
    if rules.solo and side == ZU:
        return stored_value(game, rules, side)
    return -stored_value(game, rules, side) if rules.leftover_costs else 0


@kernel
def worth(game, rules, seat, source):
    """What a source has given, and what gallery and relics would add if the game ended now."""
    credits = game.points[seat, source]
    if game.ended:
        return credits
    if source == Source.gallery_rows:
        return credits + row_points(game, rules, seat)
    if source == Source.gallery_columns:
        return credits + column_points(game, rules, seat)
    return credits + left_points(game, rules, seat) if source == Source.relics_left else credits


@kernel
def finish(game, rules):
    for side in range(game.sides):
        earn(game, side, Source.gallery_rows, row_points(game, rules, side))
        earn(game, side, Source.gallery_columns, column_points(game, rules, side))
        earn(game, side, Source.relics_left, left_points(game, rules, side))
        for k in range(3):
            game.tally[side, Tally.turns_in_round_1 + k] = game.turns[k]
    if rules.solo:
        game.tally[0, Tally.zu_score] = game.credits[ZU]
        game.place[0] = 1 if game.credits[0] > game.credits[ZU] else 2
        return
    for seat in range(game.players):
        game.place[seat] = 1
        for other in range(game.players):
            game.place[seat] += is_better(game, other, seat)


@kernel
def is_better(game, one, other):
    """More credits; if equal, more relics in store."""
    if game.credits[one] != game.credits[other]:
        return game.credits[one] > game.credits[other]
    return n_relics(game, one) > n_relics(game, other)
