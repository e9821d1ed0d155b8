"""A table of Archeos Society in plain Python, for tests that set up positions by name."""

from simulator.games.archeos import choices, play, table, words
from simulator.games.archeos.moves import BY_COLOUR, BY_ROLE, DRAW
from simulator.games.archeos.table import AREA, MONKEY, ROLE_NAMES
from simulator.kernel import new, plain
from simulator.match import Choices, begin
from simulator.titles import load_title

TITLE = load_title("archeos")
COMPONENTS = TITLE.components
FIRST = "botanist,doctor,guide,patron,photographer,student"

apply, legal = plain(play.apply), plain(choices.legal)


def rules(players=3, *changes, roles=FIRST, sites="compass"):
    chosen = COMPONENTS.with_settings([f"roles={roles}", f"sites={sites}"], under="setup.")
    return TITLE.rules_for(chosen.with_settings(changes), players)


class Table:
    """A game in plain Python with helpers that speak of cards by name."""

    def __init__(self, players=3, *changes, roles=FIRST, sites="compass", seed=1):
        self.rules = rules(players, *changes, roles=roles, sites=sites)
        self.game = new(TITLE.Game)
        plain(begin)(self.game, players, seed, 0)
        plain(table.setup)(self.game, self.rules)

    def card(self, role, colour):
        return 6 * self.game.roles.tolist().index(ROLE_NAMES.index(role)) + colour

    def hold(self, *cards, seat=0):
        """Gives a seat exactly these cards; what it held before is gone from the table."""
        game = self.game
        plain(table.empty_hand)(game, seat)
        for role, colour in cards:
            plain(table.hold)(game, seat, self.card(role, colour), 1)

    def recruit(self, *cards):
        """Lays out exactly these cards in the recruiting area."""
        self.hold(*cards, seat=AREA)

    def stack(self, *cards):
        """Puts these on top of the deck, the first to be drawn first; None is a monkey."""
        for depth, card in enumerate(cards):
            kind = MONKEY if card is None else self.card(*card)
            self.game.deck[self.game.n_deck - 1 - depth] = kind

    def choices(self):
        made = new(Choices)
        return set(made.move[: legal(self.game, self.rules, made)].tolist())

    def play(self, *wanted):
        for move in wanted:
            assert move in self.choices(), words.move(self.game, self.rules, move)
            apply(self.game, self.rules, move)

    def lead(self, role, colour, by="colour"):
        self.play((BY_COLOUR if by == "colour" else BY_ROLE) + self.card(role, colour))

    def hand(self, seat=0):
        return {
            (ROLE_NAMES[self.game.roles[k // 6]], k % 6): int(n)
            for k, n in enumerate(self.game.hand[seat])
            if n
        }

    def end_season(self):
        """Three monkeys on top, and somebody draws."""
        self.game.monkeys = 0
        self.stack(None, None, None)
        self.play(DRAW)
