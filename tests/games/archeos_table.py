"""A table of Archeos Society in plain Python, with helpers that speak of cards by name."""

from simulator import testing
from simulator.games.archeos.cards import empty_hand, hold
from simulator.games.archeos.moves import Move
from simulator.games.archeos.table import AREA, COLOURS, MONKEY, Colour, Role
from simulator.kernel import plain
from simulator.names import written
from simulator.titles import load_title

TITLE = load_title("archeos")
COMPONENTS = TITLE.components
FIRST = "botanist,doctor,guide,patron,photographer,student"
COLOUR_NAMES, ROLE_NAMES = written(Colour), written(Role)
RED, GREEN, BLUE, YELLOW, PINK, VIOLET = Colour

apply, check = plain(TITLE.apply), testing.check_of(TITLE)


def changed(changes, roles, sites):
    settings = [f"setup.roles={roles}", f"setup.sites={sites}", *changes]
    return COMPONENTS.parse(settings)


def rules(players=3, *changes, roles=FIRST, sites="compass"):
    return testing.rules_of(TITLE, players, changed(changes, roles, sites))


class Table(testing.GameTable):
    """A game that has just begun."""

    def __init__(self, players=3, *changes, roles=FIRST, sites="compass", seed=1):
        super().__init__(TITLE, players, changed(changes, roles, sites), seed)

    def card(self, role, colour):
        return COLOURS * self.game.roles.tolist().index(ROLE_NAMES.index(role)) + colour

    def hold(self, *cards, seat=0):
        """Gives a seat exactly these cards; what it held before is gone from the table."""
        game = self.game
        plain(empty_hand)(game, seat)
        for role, colour in cards:
            plain(hold)(game, seat, self.card(role, colour), 1)

    def recruit(self, *cards):
        """Lays out exactly these cards in the recruiting area."""
        self.hold(*cards, seat=AREA)

    def stack(self, *cards):
        """Puts these on top of the deck, the first to be drawn first; None is a monkey."""
        for depth, card in enumerate(cards):
            kind = MONKEY if card is None else self.card(*card)
            self.game.deck[self.game.n_deck - 1 - depth] = kind

    def lead(self, role, colour, by="colour"):
        self.play((Move.by_colour if by == "colour" else Move.by_role) + self.card(role, colour))

    def hand(self, seat=0):
        return {
            (ROLE_NAMES[self.game.roles[k // COLOURS]], k % COLOURS): int(n)
            for k, n in enumerate(self.game.hand[seat])
            if n
        }

    def end_season(self):
        """Three monkeys on top, and somebody draws."""
        self.game.monkeys = 0
        self.stack(None, None, None)
        self.play(Move.draw)
