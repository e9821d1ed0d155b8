"""What it would save to correct games of learned bots for chance, and what weak games save them.

    python benchmarks/chance_corrected.py

The deal, and each move by which chance decides something, is made again on copies with other chance
(AIVAT). What the net says of what came, less the mean of what it says of the copies, is luck; its
sum over a game is taken off the result, by as much as the other half of the games says. On average
that is nothing, whatever the net says. It costs time in which more games could be played: it pays
if the variance left times the time is below 1. Weak games on the same shuffles are played anyway;
they save so many games of the learned bots (`analyses/statistics/controls.py`).
"""

import time

import click
import numpy as np

from analyses.experiments.pool import best_of
from analyses.statistics.controls import controlled
from simulator import rng
from simulator.games.expeditions import table as expeditions
from simulator.kernel import called, declare, function_type, kernel, room, types_tuple
from simulator.loop import Mind, Order, advance, begin, decide, forbid
from simulator.match import Match, kernel_types
from simulator.titles import load_title
from strategies.net_file import shipped_net
from strategies.playing_on import base_of_title, deal_anew, leaf_of, of_title, outcome, worth_of
from strategies.registry import line_up

PLAYERS, BOT = 2, "learned:copies=1"
OTHERS, WEAK, SURE = 1 << 40, 10, 1.96  # deals of no game; times as many weak games; 95%


@kernel
def of_dice(game):  # moves with every throw
    return np.int64(game.table[0])


@kernel
def other_dice(game, stream):
    game.table[0] = rng.draw(stream)


@kernel
def of_cards(game):
    return np.int64(game.top)


@kernel
def other_cards(game, stream):  # those that nobody has seen
    game.table[0] = rng.draw(stream)
    expeditions.shuffle_rest(game)


CHANCE = {"lost_cities": (of_dice, other_dice), "expeditions": (of_cards, other_cards)}


def play_corrected(games, rules, minds, player, order, n_copies, stream, luck, spent):
    """Plays a game in each row; `luck` gets what the net holds for luck, `spent` how often."""
    choices, rows, (look, rate_all) = room(2, Choices), room(4, Game), player
    memories, seen = room(PLAYERS * MEMORY, np.int32), room(1, np.uint64)
    for row in range(len(games)):
        game, move, is_chance = games[row], -1, True
        deal(game, rules, minds, order, order.first_game + row)
        while True:
            if is_chance and n_copies > 0:
                start, others = rng.draw(stream), 0.0
                for copy in range(n_copies):
                    rows[1] = rows[0] if move >= 0 else rows[3]
                    if move >= 0:
                        chance_anew(rows[1], stream)
                        advance(rows[1], rules, apply, move, bound)
                    else:
                        deal(rows[1], rules, minds, order, OTHERS + n_copies * row + copy)
                    others += lead_of(rows[1], rules, rows, minds, choices, memories, seen, start)
                got = lead_of(game, rules, rows, minds, choices, memories, seen, start)
                luck[row] += got - others / n_copies
                spent[row] += 1
            if game.ended != 0:
                break
            _, chosen = decide(game, rules, minds[0], look, rate_all, legal, kinds, choices[0])
            if chosen < 0:
                return row
            rows[0], move = game, choices[0].move[chosen]
            advance(game, rules, apply, move, bound)
            is_chance = chance_at(game) != chance_at(rows[0])
    return -1


def deal(game, rules, minds, order, number):
    begin(game, PLAYERS, order.seed, number, 0)
    forbid(game, minds, order, 0)
    setup(game, rules)


def lead_of(game, rules, rows, minds, choices, memories, stream, start):
    """What the first player has, less what the second has: each by what it sees, after the base
    has played on to its next turn, as the bot itself looks ahead; by the same dice for all copies.
    """
    lead, moves, chosen = 0.0, choices[1], -1
    for seat in range(PLAYERS):
        rows[2], stream[0] = game, start
        deal_anew(rows[2], rules, seat, redeal, stream)
        if game.ended == 0:
            base = minds[2], base_look, base_rate_all, legal, kinds
            _, chosen = decide(rows[2], rules, *base, moves)
        if chosen < 0:
            got = worth_of(*outcome(game, rules, seat, worth, 0), MIDDLE, USUAL)
        else:
            memory = memories[seat * MEMORY : (seat + 1) * MEMORY]
            got = leaf(rows[2], rules, moves.move[chosen], minds[2], moves, seat, 1, memory)
        lead += got if seat == 0 else -got
    return lead


Game = Choices = setup = legal = apply = kinds = redeal = worth = leaf = base_look = None
base_rate_all = chance_at = chance_anew = None
MEMORY = MIDDLE = USUAL = bound = 0  # these of a title and a net, where both become kernels


class Table:
    """A title with the learned bot in both seats."""

    def __init__(self, name):
        self.title = title = load_title(name)
        self.rules = title.rules_for(title.components, PLAYERS)
        self.match, self.weak = (self.of(bot) for bot in (BOT, best_of(title)))
        self.loop = _loop(title, shipped_net(title, PLAYERS))

    def of(self, bot):
        return Match(self.title, self.rules, line_up(self.title, [bot], PLAYERS))

    def play(self, seed, n, copies):
        games, luck, spent = np.zeros(n, self.title.Game), np.zeros(n), np.zeros(n)
        order, minds = self.match._order(), np.zeros(PLAYERS + 1, Mind)
        order.seed, order.first_game = seed, 0
        for seat, player in enumerate([*self.match.line_up, self.weak.line_up[0]]):
            minds[seat] = player.mind
        stream, began = np.full(1, seed, np.uint64), time.process_time()
        bot = self.match._looks[0], self.match._rates[0]
        failed = self.loop(games, self.rules, minds, bot, order, copies, stream, luck, spent)
        assert failed < 0, f"game {failed} failed"
        return games, luck, spent, time.process_time() - began


def _loop(title, net):
    """The loop as machine code, with the title's and the net's kernels in it."""
    types, memory, (at, anew) = kernel_types(title), net.memory(title), CHANCE[title.name]
    usual = {name.upper(): float(net.about[name]) for name in ("middle", "usual")}
    base = base_of_title(title, *line_up(title, [best_of(title)], PLAYERS)[0].kernels)
    ahead = leaf_of(title, net, base)
    made = dict(MEMORY=memory, chance_at=at, chance_anew=anew)
    made["deal"] = of_title(deal, title, setup=called(title.setup, *types["setup"]))
    made["lead_of"] = of_title(lead_of, title, MEMORY=memory, leaf=ahead, **base, **usual)
    bot = types_tuple(*(function_type(*types[name]) for name in ("look", "rate")))
    passed = (title.Game, 1), title.Rules, (Mind, 1), bot, Order, int, rng.STREAM
    return declare(of_title(play_corrected, title, **made), int, *passed, (float, 1), (float, 1))


def taken_off(result, luck):
    """The result less the luck in it, by as much as the other half of the games says."""
    half, less = np.arange(len(result)) % 2, result.copy()
    for k in (0, 1):
        x, y = luck[half != k], result[half != k]
        less[half == k] -= np.cov(x, y)[0, 1] / x.var(ddof=1) * luck[half == k]
    return less


def results_of(games):
    """By name: whether the first player won, by how much it leads, and what nobody wins."""
    places, scores = games["place"][:, :PLAYERS], games["points"][:, :PLAYERS].sum(axis=2)
    won = (places[:, 0] < places[:, 1]) + 0.5 * (places[:, 0] == places[:, 1])
    lead, mean, rounds = scores[:, 0] - 1.0 * scores[:, 1], scores.mean(axis=1), games["rounds"]
    return {"first wins": won, "lead": lead, "mean score": mean, "rounds": 1.0 * rounds}


@click.command(help=__doc__)
@click.argument("titles", nargs=-1)
@click.option("--games", default=2000, show_default=True)
def main(titles, games, copies=4, seed=1):
    for name in titles or CHANCE:
        table = Table(name)
        table.play(seed, 2, copies)
        *_, plain = table.play(seed + 1, games, 0)
        played, luck, spent, slow = table.play(seed + 1, games, copies)
        click.echo(f"{name}: {games:,} games of {BOT}, {spent.mean():.0f} moves of chance each")
        weak = results_of(table.weak.play(seed + 1, 0, WEAK * games))
        for what, result in results_of(played).items():
            off = taken_off(result, luck) - result
            left, error = (off + result).var() / result.var(), SURE * off.std() / games**0.5
            saved = controlled(np.arange(games), result, np.arange(WEAK * games), weak[what]).saved
            click.echo(
                f"  {what}: variance left {left:.2f}, time x{slow / plain:.2f};"
                f" bias {off.mean():+.4f} ({off.mean() - error:+.4f} to {off.mean() + error:+.4f});"
                f" weak games save x{saved:.2f}"
            )


if __name__ == "__main__":
    main()
