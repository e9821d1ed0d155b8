"""Excavation Earth in words: names of everything, positions, and moves as sentences."""

from collections.abc import Callable
from typing import Any

from simulator.games.excavation.buyers import rank_of
from simulator.games.excavation.laws import LAWS
from simulator.games.excavation.relics import visible
from simulator.games.excavation.smuggle import price_of
from simulator.games.excavation.table import (
    CARDS,
    CENTRES,
    COLOUR_NAMES,
    COLOURS,
    EXPLORERS,
    FACTION_NAMES,
    GLYPH_NAMES,
    GLYPHS,
    MARKETS,
    MOVEMENT,
    PLACES,
    QUEUE,
    RELICS,
    SURVEY_CARDS,
    ZU,
    Ending,
    Phase,
    Source,
    Store,
    Tally,
    Tile,
)
from simulator.games.excavation.verbs import (
    FINDS,
    NOTHING,
    WITH_TRADER,
    WITH_WHITE,
    Envoy,
    Kind,
    Move,
)
from simulator.games.excavation.zu import Deed
from simulator.games.excavation.zu_deck import PAIRS, ZuCard
from simulator.kernel import plain
from simulator.names import span_of, written
from simulator.words import Words

TILE_NAMES = {
    Tile.cards: "cards",
    Tile.credits: "credits",
    Tile.steps: "steps",
    Tile.traders: "traders",
    Tile.added: "new buyers",
    Tile.removed: "buyers gone",
    Tile.relic: "a black relic",
    Tile.sample: "a sample",
}
BUYER_NAMES = (*COLOUR_NAMES, "white")
WHERE = ("the hold", "the hidden container")


def relic_name(relic: int) -> str:
    return f"{COLOUR_NAMES[relic // GLYPHS]} {GLYPH_NAMES[relic % GLYPHS]}"


def card_name(card: int, rules: Any) -> str:
    if card >= CARDS:
        return f"Movement {rules.fuel[card]}"
    return f"{COLOUR_NAMES[card // MARKETS]} {card % MARKETS + 1}"


def place_name(rules: Any, place: int) -> str:
    """What stands there, as in `market 2 with green c`."""
    market = [f"market {rules.market[place] + 1}"] if rules.market[place] >= 0 else []
    glyphs = "".join(GLYPH_NAMES[k % GLYPHS] for k in range(RELICS) if rules.of_place[k] == place)
    site = [f"{COLOUR_NAMES[rules.region[place]]} {glyphs}"] if glyphs else []
    if rules.symbols[place]:
        return f"black market {'+'.join(map(str, _markets(rules.symbols[place])))}"
    return " with ".join(market + site)


def _markets(bits: int) -> list[int]:
    return [market + 1 for market in range(MARKETS) if bits >> market & 1]


def heading(game: Any, rules: Any) -> str:
    """The round, and what has become of the markets."""
    if game.phase == Phase.redrawing:
        names = (
            f"seat {seat + 1} {FACTION_NAMES[game.faction[seat]]}" for seat in range(game.players)
        )
        told = f"Starting hands: {', '.join(names)}; {_popular(game)}"
    elif game.phase == Phase.drafting:
        told = f"Round {game.round_no}, the draft and turn 1: {_popular(game)}"
    else:
        told = f"Round {game.round_no}, turn {game.turns[game.round_no - 1] + 1}: {_popular(game)}"
    return told


def meanwhile(game: Any, rules: Any) -> list[str]:
    """What Zu did since the last move."""
    return [f"Zu {_zu_did(rules, told)}" for told in game.told[: game.n_told]]


def _popular(game: Any) -> str:
    ranks = sorted(range(COLOURS), key=lambda c: plain(rank_of)(game, c))
    names = [COLOUR_NAMES[colour] for colour in ranks]
    return f"popular are {', '.join(names)}; {_queues(game)}"


def _queues(game: Any) -> str:
    lines = (
        " ".join(BUYER_NAMES[b] for b in game.queue[m, : game.n_queue[m]]) for m in range(MARKETS)
    )
    return "buyers " + " | ".join(line or "none" for line in lines)


def move(game: Any, rules: Any, move: int) -> str:
    """What the seat to act does with this move, as the end of "seat 1 …"."""
    verb, what = span_of(Move, move)
    if verb in ACTIONS:
        return ACTIONS[verb].format(colour=COLOUR_NAMES[what % COLOURS], number=what + 1)
    return PARTS[verb](game, rules, what)


ACTIONS = {
    "move": "moves",
    "excavate": "excavates {colour}",
    "market": "deals in market {number}",
    "sell": "sells {colour} relics",
    "command": "commands at market {number}",
    "offload": "offloads relics with symbol {number}",
    "smuggle": "smuggles relics with symbol {number}",
    "survey": "surveys for {colour}",
    "pass_": "passes",
}


def _go(game: Any, rules: Any, place: int) -> str:
    here = game.explorer[game.player, game.mover]
    if here == place:
        return f"keeps the explorer on {place_name(rules, here)}"
    told = f"flies from {place_name(rules, here)} to {place_name(rules, place)}"
    return f"{told}, {rules.distance[here, place]} steps"


def _dig(game: Any, rules: Any, what: int) -> str:
    return f"digs {relic_name(int(GLYPHS * game.what + what // 2))}{_sampled(what)}"


def _done(game: Any, rules: Any, what: int) -> str:
    keeps = game.phase == Phase.redrawing and not game.n_done
    return "keeps the hand" if keeps else "leaves it at that"


def _sampled(what: int) -> str:
    return " and takes a sample" if what & 1 else ""


def _bargain(game: Any, rules: Any, what: int) -> str:
    parts = ["a trader"] * (what >= WITH_TRADER)
    parts += ["a white buyer"] * (what % WITH_TRADER >= WITH_WHITE)
    if what % WITH_WHITE:
        parts.append(f"a {COLOUR_NAMES[what % WITH_WHITE - 1]} buyer")
    return f"sends {', '.join(parts)}" if parts else "changes nothing there"


def _sale(game: Any, rules: Any, bits: int) -> str:
    markets = _markets(bits)
    buyers = sum(game.interest[market - 1, game.what] for market in markets)
    pay = rules.popularity[plain(rank_of)(game, game.what)]
    several = rules.several[len(markets)]
    total = pay + rules.buyer * buyers + several
    where = " and ".join(map(str, markets))
    return (
        f"sells in market {where}: {pay} + {rules.buyer} × {buyers} + {several} = {total} credits"
    )


def _give(game: Any, rules: Any, k: int) -> str:
    verb = "offloads" if game.action == Kind.offload else "hands over"
    worth = f" for {rules.value[k % RELICS]}" if game.action == Kind.offload else ""
    return f"{verb} {relic_name(k % RELICS)} from {WHERE[k // RELICS]}{worth}"


def _order(game: Any, rules: Any, what: int) -> str:
    trader, envoy = divmod(what, len(Envoy))
    parts = ["a trader"] * trader + ["an envoy"] * (envoy == Envoy.send)
    told = [f"sends {' and '.join(parts)}"] if parts else []
    if envoy == Envoy.recall:
        tile = TILE_NAMES[game.tile[rules.centre[game.what]]]
        told.append(f"recalls an envoy for {tile}")
    return " and ".join(told)


def _buy(game: Any, rules: Any, what: int) -> str:
    relic, where = plain(visible)(game, what // 4), WHERE[what // 2 % 2]
    price = plain(price_of)(game, rules, relic)
    return f"buys {relic_name(relic)} for {price} into {where}{_sampled(what)}"


def _find(game: Any, rules: Any, what: int) -> str:
    put, bought = what // FINDS, what % FINDS // 2
    told = f"puts {relic_name(game.offer[put])} on its site"
    if bought == NOTHING:
        return told
    relic = game.offer[bought]
    price = rules.price * rules.value[relic]
    return f"{told} and buys {relic_name(relic)} for {price}{_sampled(what)}"


def _step(game: Any, rules: Any, what: int) -> str:
    here = game.explorer[game.player, what // PLACES]
    return f"steps from {place_name(rules, here)} to {place_name(rules, what % PLACES)}"


def _remove(game: Any, rules: Any, what: int) -> str:
    market, position = divmod(what, QUEUE)
    name = BUYER_NAMES[game.queue[market, position]]
    return f"removes buyer {position + 1} ({name}) of market {market + 1}"


def _replace(game: Any, rules: Any, k: int) -> str:
    lifts, k = divmod(k, SURVEY_CARDS)
    told = f"replaces {card_name(game.survey[k], rules)}, card {k + 1} of the soil survey"
    return f"{told}, with a guard's cube" if lifts else told


def _pick(game: Any, rules: Any, card: int) -> str:
    return f"{'keeps' if game.phase == Phase.leaving else 'takes'} {card_name(card, rules)}"


def _add(game: Any, rules: Any, what: int) -> str:
    market, colour = divmod(what, COLOURS)
    return f"adds a {COLOUR_NAMES[colour]} buyer to market {market + 1}"


PARTS: dict[str, Callable[[Any, Any, int], str]] = {
    "pay": lambda g, r, card: f"plays {card_name(card, r)}",
    "go": _go,
    "dig": _dig,
    "done": _done,
    "bargain": _bargain,
    "sale": _sale,
    "give": _give,
    "promote": lambda g, r, bits: f"promotes traders of {_markets(bits) or 'no market'}",
    "order": _order,
    "buy": _buy,
    "replace": _replace,
    "find": _find,
    "keep": lambda g, r, k: f"stores {relic_name(g.offer[k // 2])} for nothing{_sampled(k)}",
    "lift": lambda g, r, relic: f"lifts the guard of {relic_name(relic)}",
    "pick": _pick,
    "redraw": lambda g, r, card: f"replaces {card_name(card, r)}",
    "place": lambda g, r, place: f"places the third explorer on {place_name(r, place)}",
    "step": _step,
    "trade": lambda g, r, market: f"sends a trader to market {market + 1}",
    "add": _add,
    "remove": _remove,
    "sample": lambda g, r, relic: f"takes a sample of {relic_name(relic)}",
}


def zu_card_name(card: int) -> str:
    name, what = span_of(ZuCard, card)
    if name == "pair":
        return "Excavate " + "/".join(COLOUR_NAMES[colour] for colour in PAIRS[what])
    return f"Command {what + 1}" if name == "command" else name.capitalize()


def _zu_did(rules: Any, told: Any) -> str:
    """A card of Zu's and what came of it."""
    card, deed, what, credits = (int(number) for number in told)
    relics: list[str] = []
    while deed in (Deed.dug, Deed.bought, Deed.offloaded) and what:
        what, relic = divmod(what, RELICS + 1)
        relics.insert(0, relic_name(relic - 1))
    markets = " and ".join(map(str, _markets(what & (1 << MARKETS) - 1)))
    done = {
        Deed.failed: "can do nothing",
        Deed.dug: f"digs {' and '.join(relics)}",
        Deed.bought: f"buys {' and '.join(relics)} on the black market",
        Deed.offloaded: f"offloads {' and '.join(relics)}",
        Deed.marketed: f"sends traders and buyers to market {markets}",
        Deed.commanded: f"sends an envoy for market {what + 1}",
        Deed.sold: f"sells {COLOUR_NAMES[(what >> MARKETS) % COLOURS]} in market {markets}",
    }
    told = done[deed] if deed in done else _zu_surveyed(what)
    return f"plays {zu_card_name(card)}: {told}" + (f" ({credits:+} credits)" if credits else "")


def _zu_surveyed(what: int) -> str:
    relic, colour = divmod(what, COLOURS)
    told = f"surveys {COLOUR_NAMES[colour]}"
    return f"{told} and buys {relic_name(relic - 1)}" if relic else told


def position(game: Any, rules: Any) -> str:
    """The table on one line, and every player on one."""
    sides = [_player(game, rules, side) for side in range(game.sides)]
    return "\n".join([f"{_queues(game)} | seat {game.player + 1} to act", *sides])


def _player(game: Any, rules: Any, side: int) -> str:
    name = "Zu" if rules.solo and side == ZU else f"seat {side + 1}"
    faction = "" if name == "Zu" else f" ({FACTION_NAMES[game.faction[side]]})"
    relics = [
        f"{n} {relic_name(k)}"
        for k in range(RELICS)
        if (n := game.store[Store.hold, side, k] + game.store[Store.hidden, side, k])
    ]
    samples = [relic_name(k) for k in range(RELICS) if game.gallery[side, k]]
    stands = [place_name(rules, p) for p in game.explorer[side, :EXPLORERS] if p >= 0]
    cards = [f"{n} {card_name(k, rules)}" for k, n in enumerate(game.hand[side]) if n]
    cards += [card_name(CARDS + k, rules) for k in range(MOVEMENT) if game.tank[side] >> k & 1]
    envoys = " ".join(str(game.envoy[side, centre]) for centre in range(CENTRES))
    return (
        f"{name}{faction}: {game.credits[side]} credits | hand {', '.join(cards) or 'empty'}"
        f" | explorers {', '.join(stands) if name != 'Zu' else 'none'}"
        f" | relics {', '.join(relics) or 'none'} | samples {', '.join(samples) or 'none'}"
        f" | traders in {_markets(game.traders[side]) or 'no market'} | envoys {envoys}"
    )


WORDS = Words(
    sources=written(Source),
    endings=written(Ending, " "),
    tallies=written(Tally),
    laws=tuple(LAWS.values()),
    phases=written(Phase, " "),
    heading=heading,
    move=move,
    position=position,
    meanwhile=meanwhile,
    rounds="a turn of every player: the three rounds of the rulebook have several",
)
