"""A table of Excavation Earth in plain Python, with helpers that speak of its pieces by name."""

from simulator import testing
from simulator.games.excavation import buyers, words
from simulator.games.excavation.table import (
    CARDS,
    COLOUR_NAMES,
    FACTION_NAMES,
    GLYPH_NAMES,
    MARKETS,
    PILE,
    WHITE,
    ZU,
    Phase,
    Store,
)
from simulator.games.excavation.verbs import Move
from simulator.kernel import plain
from simulator.titles import load_title

TITLE = load_title("excavation")
COMPONENTS = TITLE.components
PLACE_NAMES = [text.split()[0] for text in COMPONENTS["maps.places"]]
BUYERS = (*COLOUR_NAMES, "white")

check, rank_of = testing.check_of(TITLE), plain(buyers.rank_of)


def place(name):
    return PLACE_NAMES.index(name)


def colour(name):
    return COLOUR_NAMES.index(name)


def relic(name):
    """`red a` as a number."""
    of_colour, glyph = name.split()
    return 4 * colour(of_colour) + GLYPH_NAMES.index(glyph)


def card(name):
    """`red 3` is the red card of market 3, `move 0` the first Movement card."""
    first, number = name.split()
    if first == "move":
        return CARDS + int(number)
    return MARKETS * colour(first) + int(number) - 1


def changed(changes, setup):
    return COMPONENTS.with_changes(COMPONENTS.parse(setup, "setup.") | COMPONENTS.parse(changes))


def rules(players=2, *changes, setup=()):
    return TITLE.rules_for(changed(changes, setup), players)


class Table(testing.GameTable):
    """A game that has begun: seat 0 is about to act, with its third explorer on O1."""

    def __init__(self, players=2, *changes, setup=(), seed=1, faction="aquilla", began=True):
        rest = [name for name in FACTION_NAMES if name != faction]
        factions = ",".join([faction, *rest][:players])
        chosen = changed(changes, [f"factions={factions}", *setup])
        super().__init__(TITLE, players, chosen.changes(), seed)
        if began:
            self.begin()

    def begin(self):
        game = self.game
        while game.phase == Phase.redrawing:
            self.play(Move.done)
        if game.player == 0:
            self.play(Move.place + place("O1"))

    def act(self, action, paid=None):
        """An action and the card it is paid with, where there is a choice."""
        self.play(action)
        if paid is not None and Move.pay + card(paid) in self.choices():
            self.play(Move.pay + card(paid))

    def hold(self, *names, seat=0):
        """Gives a seat exactly these cards; they come from nowhere."""
        game = self.game
        game.hand[seat] = 0
        game.n_hand[seat] = game.tank[seat] = 0
        game.of_colour[seat] = game.of_symbol[seat] = 0
        for name in names:
            kind = card(name)
            if kind >= CARDS:
                game.tank[seat] |= 1 << (kind - CARDS)
            else:
                game.hand[seat, kind] += 1
                game.n_hand[seat] += 1
                game.of_colour[seat, kind // MARKETS] += 1
                game.of_symbol[seat, kind % MARKETS] += 1

    def hand(self, seat=0):
        named = {}
        for kind, n in enumerate(self.game.hand[seat]):
            if n:
                named[f"{COLOUR_NAMES[kind // MARKETS]} {kind % MARKETS + 1}"] = int(n)
        return named

    def stand(self, *names, seat=0):
        self.game.explorer[seat] = [place(name) for name in names]

    def store(self, *names, where=Store.hold, seat=0):
        """Puts exactly these relics into a hold or hidden container."""
        game = self.game
        game.held[seat] -= game.store[where, seat].reshape(5, 4).sum(axis=1)
        game.store[where, seat] = 0
        for name in names:
            game.store[where, seat, relic(name)] += 1
            game.held[seat, relic(name) // 4] += 1
        game.n_store[where, seat] = len(names)

    def lay(self, *names):
        """Exactly these relics lie on the dig sites."""
        game = self.game
        game.site[:] = game.lying[:] = 0
        for name in names:
            game.site[relic(name)] += 1
            game.lying[self.rules.of_place[relic(name)]] += 1

    def show(self, *names):
        """The black market has these relics, the first of each colour on top; and no others."""
        game = self.game
        game.n_black[:] = game.black_top[:] = 0
        for name in names:
            of_colour = relic(name) // 4
            game.black[of_colour, game.n_black[of_colour]] = relic(name)
            game.n_black[of_colour] += 1

    def black(self, name):
        game, c = self.game, colour(name)
        ring = [game.black[c, (game.black_top[c] + k) % PILE] for k in range(game.n_black[c])]
        return [words.relic_name(k) for k in ring]

    def samples(self, *names, seat=0):
        game = self.game
        game.gallery[seat] = 0
        for name in names:
            game.gallery[seat, relic(name)] = 1
        game.supply[seat] += game.guards[seat] - len(names)
        game.guards[seat] = len(names)

    def queue(self, market, *names):
        """The buyers of a market, from the first in line; taken from the board."""
        game, m = self.game, market - 1
        while game.n_queue[m]:
            plain(buyers.remove_buyer)(game, m, 0)
        for name in names:
            plain(buyers.add_buyer)(game, m, BUYERS.index(name))

    def buyers(self, market):
        m = market - 1
        return [BUYERS[b] for b in self.game.queue[m, : self.game.n_queue[m]]]

    def popular(self, **waiting):
        """How many buyers of each colour wait on the board: the fewer, the more popular."""
        for name, n in waiting.items():
            self.game.buyers[BUYERS.index(name)] = n

    def trade(self, *markets, seat=0):
        """One trader in each of these markets, and no others."""
        game = self.game
        game.supply[seat] += game.trader[seat].sum()
        game.trader[seat] = 0
        game.traders[seat] = 0
        for market in markets:
            game.trader[seat, market - 1] += 1
            game.traders[seat] |= 1 << (market - 1)
            game.supply[seat] -= 1

    def credits(self, seat=0):
        return int(self.game.credits[seat])

    def pass_all(self):
        """Everybody passes, keeping any cards; the round is scored and the next prepared."""
        number = self.game.round_no
        while self.game.ended == 0 and self.game.round_no == number:
            wanted = Move.pass_ if self.game.phase == Phase.acting else min(self.choices())
            self.play(wanted)

    def draft(self):
        """Plays through the draft, or whatever comes before the next action."""
        while self.game.phase != Phase.acting:
            self.play(min(self.choices()))


def solo(*changes, setup=(), seed=1, faction="aquilla", you_begin=True):
    """A solo game in which Zu has not moved yet and has nothing but its credits."""
    for number in range(seed, seed + 100):
        made = Table(1, *changes, setup=setup, seed=number, faction=faction, began=False)
        if (made.game.order[0] == 0) == you_begin:
            break
    if you_begin:
        made.begin()
    return made


__all__ = ["WHITE", "ZU"]
