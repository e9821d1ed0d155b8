"""Final places: who won, and who shares it."""

from simulator.kernel import kernel


@kernel
def score(game, seat):
    """The sum of a seat's points from every source."""
    total = 0
    for source in range(game.points.shape[1]):
        total += game.points[seat, source]
    return total


@kernel
def points_so_far(game, rules, seat, source):
    """What a seat has from a source, where points are kept up to date."""
    return game.points[seat, source]


@kernel
def rank(game):
    """Gives place 1 to the highest score, and equal places to equal scores."""
    for seat in range(game.players):
        game.place[seat] = 1
        for other in range(game.players):
            if score(game, other) > score(game, seat):
                game.place[seat] += 1
