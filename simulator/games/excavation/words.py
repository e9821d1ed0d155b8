"""Excavation Earth in words: names of everything, positions, and moves as sentences."""

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
    DRAFTING,
    EXPLORERS,
    FACTION_NAMES,
    GLYPH_NAMES,
    GLYPHS,
    HIDDEN,
    HOLD,
    LEAVING,
    MARKETS,
    MOVEMENT,
    PLACES,
    QUEUE,
    REDRAWING,
    RELICS,
    SURVEY_CARDS,
    ZU,
)
from simulator.games.excavation.verbs import (
    ADD,
    BARGAIN,
    BUY,
    COMMAND,
    DIG,
    DONE,
    EXCAVATE,
    FIND,
    GIVE,
    GO,
    KEEP,
    LIFT,
    MARKET,
    MOVE,
    NOTHING,
    OFFLOAD,
    ORDER,
    PASS,
    PAY,
    PICK,
    PLACE,
    PROMOTE,
    RECALL,
    REDRAW,
    REMOVE,
    REPLACE,
    SALE,
    SAMPLE,
    SELL,
    SEND,
    SMUGGLE,
    STEP,
    SURVEY,
    TRADE,
)
from simulator.games.excavation.zu import (
    BOUGHT_ONE,
    COMMANDED,
    DIGGED,
    FAILED,
    MARKETED,
    OFFLOADED_SOME,
    SOLD_SOME,
)
from simulator.games.excavation.zu_deck import (
    COMMAND_CARD,
    MARKET_CARD,
    PAIR,
    PAIRS,
    SELL_CARD,
    SNIPE_CARD,
    SURVEY_CARD,
)
from simulator.kernel import plain
from simulator.words import Words

SOURCES = (
    "start",
    "popularity",
    "buyers",
    "several_markets",
    "smuggling",
    "majorities_1",
    "majorities_2",
    "majorities_3",
    "gallery_rows",
    "gallery_columns",
    "tiles",
    "costs",
    "relics_left",
    "failures",
)
TALLIES = (
    "moves",
    "excavations",
    "markets",
    "sales",
    "commands",
    "smuggles",
    "surveys",
    "passes",
    "idle",
    "steps",
    "dug",
    "bought",
    "sold",
    "offloaded",
    "samples",
    "sales_in_2",
    "sales_in_3",
    "bonus_cards",
    "traders",
    "envoys",
    "promoted",
    "survey_cubes",
    "lifted",
    "turns_in_round_1",
    "turns_in_round_2",
    "turns_in_round_3",
    "zu_score",
    *FACTION_NAMES,
)
ENDINGS = ("running", "move limit", "three rounds played", "Zu beaten", "Zu won")
TILE_NAMES = (
    "cards",
    "credits",
    "steps",
    "traders",
    "new buyers",
    "buyers gone",
    "a black relic",
    "a sample",
)
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
    if game.phase == REDRAWING:
        names = (
            f"seat {seat + 1} {FACTION_NAMES[game.faction[seat]]}" for seat in range(game.players)
        )
        told = f"Starting hands: {', '.join(names)}; {_popular(game)}"
    elif game.phase == DRAFTING:
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
    if move < PAY:
        return _action(game, rules, move)
    if move < GO:
        return f"plays {card_name(move - PAY, rules)}"
    if move < DIG:
        here = game.explorer[game.player, game.mover]
        if here == move - GO:
            return f"keeps the explorer on {place_name(rules, here)}"
        told = f"flies from {place_name(rules, here)} to {place_name(rules, move - GO)}"
        return f"{told}, {rules.distance[here, move - GO]} steps"
    if move < DONE:
        relic = int(GLYPHS * game.what + (move - DIG) // 2)
        return f"digs {relic_name(relic)}{_sampled(move)}"
    if move == DONE:
        return _done(game)
    for first, tell in reversed(_PARTS):
        if move >= first:
            return tell(game, rules, move - first)
    raise AssertionError(move)


def _action(game: Any, rules: Any, move: int) -> str:
    first, what = move - move % 10, move % 10
    if move == MOVE:
        return "moves"
    if move == PASS:
        return "passes"
    told = {
        EXCAVATE: "excavates {colour}",
        SELL: "sells {colour} relics",
        SURVEY: "surveys for {colour}",
        MARKET: "deals in market {number}",
        COMMAND: "commands at market {number}",
        OFFLOAD: "offloads relics with symbol {number}",
        SMUGGLE: "smuggles relics with symbol {number}",
    }[first]
    return told.format(colour=COLOUR_NAMES[what % COLOURS], number=what + 1)


def _done(game: Any) -> str:
    return "keeps the hand" if game.phase == REDRAWING and not game.n_done else "leaves it at that"


def _sampled(move: int) -> str:
    return " and takes a sample" if move & 1 else ""


def _bargain(game: Any, rules: Any, steps: int) -> str:
    parts = ["a trader"] * (steps >= 12) + ["a white buyer"] * (steps % 12 >= 6)
    if steps % 6:
        parts.append(f"a {COLOUR_NAMES[steps % 6 - 1]} buyer")
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
    verb = "offloads" if game.action == OFFLOAD else "hands over"
    worth = f" for {rules.value[k % RELICS]}" if game.action == OFFLOAD else ""
    return f"{verb} {relic_name(k % RELICS)} from {WHERE[k // RELICS]}{worth}"


def _order(game: Any, rules: Any, what: int) -> str:
    parts = ["a trader"] * (what >= 3) + ["an envoy"] * (what % 3 == SEND)
    told = [f"sends {' and '.join(parts)}"] if parts else []
    if what % 3 == RECALL:
        tile = TILE_NAMES[game.tile[rules.centre[game.what]] - 1]
        told.append(f"recalls an envoy for {tile}")
    return " and ".join(told)


def _buy(game: Any, rules: Any, what: int) -> str:
    relic = plain(visible)(game, what // 4)
    price = plain(price_of)(game, rules, relic)
    return f"buys {relic_name(relic)} for {price} into {WHERE[what // 2 % 2]}{_sampled(what)}"


def _find(game: Any, rules: Any, what: int) -> str:
    put, bought = what // 8, what % 8 // 2
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
    return f"{'keeps' if game.phase == LEAVING else 'takes'} {card_name(card, rules)}"


_PARTS = (
    (BARGAIN, _bargain),
    (SALE, _sale),
    (GIVE, _give),
    (PROMOTE, lambda g, r, bits: f"promotes traders of {_markets(bits) or 'no market'}"),
    (ORDER, _order),
    (BUY, _buy),
    (REPLACE, _replace),
    (FIND, _find),
    (KEEP, lambda g, r, k: f"stores {relic_name(g.offer[k // 2])} for nothing{_sampled(k)}"),
    (LIFT, lambda g, r, k: f"lifts the guard of {relic_name(k)}"),
    (PICK, _pick),
    (REDRAW, lambda g, r, k: f"replaces {card_name(k, r)}"),
    (PLACE, lambda g, r, k: f"places the third explorer on {place_name(r, k)}"),
    (STEP, _step),
    (TRADE, lambda g, r, k: f"sends a trader to market {k + 1}"),
    (
        ADD,
        lambda g, r, k: f"adds a {COLOUR_NAMES[k % COLOURS]} buyer to market {k // COLOURS + 1}",
    ),
    (REMOVE, _remove),
    (SAMPLE, lambda g, r, k: f"takes a sample of {relic_name(k)}"),
)


def zu_card_name(card: int) -> str:
    if card < PAIR:
        return "Excavate"
    if card < COMMAND_CARD:
        return "Excavate " + "/".join(COLOUR_NAMES[colour] for colour in PAIRS[card - PAIR])
    if card < SELL_CARD:
        return f"Command {card - COMMAND_CARD + 1}"
    names = {SELL_CARD: "Sell", MARKET_CARD: "Market", SNIPE_CARD: "Snipe", SURVEY_CARD: "Survey"}
    return next(name for first, name in reversed(names.items()) if card >= first)


def _zu_did(rules: Any, told: Any) -> str:
    """A card of Zu's and what came of it."""
    card, deed, what, credits = (int(number) for number in told)
    relics: list[str] = []
    while deed in (DIGGED, BOUGHT_ONE, OFFLOADED_SOME) and what:
        what, relic = divmod(what, RELICS + 1)
        relics.insert(0, relic_name(relic - 1))
    markets = " and ".join(map(str, _markets(what & 63)))
    done = {
        FAILED: "can do nothing",
        DIGGED: f"digs {' and '.join(relics)}",
        BOUGHT_ONE: f"buys {' and '.join(relics)} on the black market",
        OFFLOADED_SOME: f"offloads {' and '.join(relics)}",
        MARKETED: f"sends traders and buyers to market {markets}",
        COMMANDED: f"sends an envoy for market {what + 1}",
        SOLD_SOME: f"sells {COLOUR_NAMES[(what >> MARKETS) % COLOURS]} in market {markets}",
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
    zu = meanwhile(game, rules) if game.ended else []
    return "\n".join([f"{_queues(game)} | seat {game.player + 1} to act", *zu, *sides])


def _player(game: Any, rules: Any, side: int) -> str:
    name = "Zu" if rules.solo and side == ZU else f"seat {side + 1}"
    faction = "" if name == "Zu" else f" ({FACTION_NAMES[game.faction[side]]})"
    relics = [
        f"{n} {relic_name(k)}"
        for k in range(RELICS)
        if (n := game.store[HOLD, side, k] + game.store[HIDDEN, side, k])
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
    sources=SOURCES,
    endings=ENDINGS,
    tallies=TALLIES,
    laws=LAWS,
    heading=heading,
    move=move,
    position=position,
    meanwhile=meanwhile,
)
