"""Excavation Earth in words: names of everything, positions, and moves as sentences."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any

from simulator.games.excavation.buyers import rank_of
from simulator.games.excavation.hands import only_payment
from simulator.games.excavation.laws import LAWS
from simulator.games.excavation.relics import NO_RELIC, visible
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
    kind_of,
)
from simulator.games.excavation.zu import Deed
from simulator.games.excavation.zu_deck import PAIRS, ZuCard
from simulator.kernel import plain
from simulator.names import span_of, written
from simulator.words import Words, an, counted, listed

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


def faction_name(faction: int) -> str:
    """As reports write it: Kutu Kuti."""
    return FACTION_NAMES[faction].replace("_", " ").title()


def relic_name(relic: int) -> str:
    return f"{COLOUR_NAMES[relic // GLYPHS]} {GLYPH_NAMES[relic % GLYPHS]}"


RELIC_NAMES = tuple(relic_name(relic) for relic in range(RELICS))


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


def _market_names(bits: int) -> str:
    """`market 2`, `markets 1, 2 and 4`, `no market`."""
    numbers = [str(market) for market in _markets(bits)]
    return f"market{'s' * (len(numbers) > 1)} {listed(numbers)}" if numbers else "no market"


def heading(game: Any, rules: Any) -> str:
    """The round; at the start of a game also who is who."""
    names = (f"seat {seat + 1} {faction_name(game.faction[seat])}" for seat in range(game.players))
    who = ", ".join(names)
    if game.phase == Phase.redrawing:
        return f"Starting hands: {who}"
    if game.phase == Phase.drafting:
        told = f"Round {game.round_no}, the draft and turn 1"
        return f"{told}: {who}" if game.round_no == 1 else told
    return f"Round {game.round_no}, turn {game.turns[game.round_no - 1] + 1}"


def table(game: Any, rules: Any) -> list[str]:
    """Buyers; relics; who comes when."""
    mothership = _counts(game.mothership, BUYER_NAMES)
    buyers = [f"popularity {_popularity(game, rules)}", f"buyers {_queues(game)}"]
    relics = [f"sites {_sites(game)}", f"black market {_black_market(game)}"]
    turns = [f"soil survey {_survey(game, rules)}", f"turn order {_order_of_turns(game, rules)}"]
    turns.append(f"initiative {_initiative(game, rules)}")
    if rules.tiles:
        turns.append(f"command tiles {_tiles(game)}")
    return [" | ".join(line) for line in ([*buyers, f"mothership {mothership}"], relics, turns)]


def _popularity(game: Any, rules: Any) -> str:
    """What a sale of each colour pays for it; equal ones stand together, as in `red = green 5`."""
    ranks = [plain(rank_of)(game, colour) for colour in range(COLOURS)]
    order = sorted(range(COLOURS), key=lambda colour: ranks[colour])
    return ", ".join(
        f"{' = '.join(COLOUR_NAMES[colour] for colour in equal)} {rules.popularity[rank]}"
        for rank, equal in groupby(order, key=lambda colour: ranks[colour])
    )


def _queues(game: Any) -> str:
    """Of every market, the first in line first."""
    return ", ".join(
        f"{m + 1} {' '.join(BUYER_NAMES[b] for b in game.queue[m, : game.n_queue[m]]) or 'none'}"
        for m in range(MARKETS)
    )


def _counts(counts: Any, names: Sequence[str]) -> str:
    return ", ".join(f"{n} {names[k]}" for k, n in enumerate(counts) if n) or "none"


def _sites(game: Any) -> str:
    """How many relics of each kind lie there, as in `yellow 2 a 1 c`."""
    lying = game.site.reshape(COLOURS, GLYPHS)
    told = (" ".join(f"{n} {GLYPH_NAMES[k]}" for k, n in enumerate(own) if n) for own in lying)
    return ", ".join(
        f"{name} {own or 'none'}" for name, own in zip(COLOUR_NAMES, told, strict=True)
    )


def _black_market(game: Any) -> str:
    """The visible relic of each pile and how many it has, as in `red c of 3`."""
    return ", ".join(_pile(game, colour) for colour in range(COLOURS))


def _pile(game: Any, colour: int) -> str:
    relic = plain(visible)(game, colour)
    if relic == NO_RELIC:
        return f"{COLOUR_NAMES[colour]} none"
    return f"{relic_name(relic)} of {game.n_black[colour]}"


def _survey(game: Any, rules: Any) -> str:
    """Its cards, and whose cubes lie on them."""
    cards = [card_name(card, rules) for card in game.survey[: game.n_survey]]
    cubes = (game.survey_cube[k] for k in range(game.n_survey))
    whose = (f" ({_side_name(rules, cube - 1)})" if cube else "" for cube in cubes)
    return ", ".join(map("".join, zip(cards, whose, strict=True))) or "none"


def _order_of_turns(game: Any, rules: Any) -> str:
    return ", ".join(_side_name(rules, side) for side in game.order[: game.sides])


def _initiative(game: Any, rules: Any) -> str:
    """Who has a marker, the first first."""
    marked = [side for side in range(game.sides) if game.marker[side]]
    marked.sort(key=lambda side: game.marker[side])
    return ", ".join(_side_name(rules, side) for side in marked) or "none"


def _tiles(game: Any) -> str:
    return ", ".join(TILE_NAMES[tile] if tile else "none" for tile in game.tile)


def _side_name(rules: Any, side: int) -> str:
    return "Zu" if rules.solo and side == ZU else f"seat {side + 1}"


def meanwhile(before: Any, move: int, game: Any, rules: Any) -> list[str]:
    """Relics given without a choice, passes without a card, what Zu did, what came to light."""
    seat = f"seat {before.player + 1}"
    given = [f"{relic} from {where}" for relic, where in _given(before, move, game)]
    told = [f"{seat} hands over {listed(given)}"] if given else []
    told += [f"seat {k + 1} passes for want of a card" for k in _out_of_cards(before, move, game)]
    told += [f"Zu {_zu_did(rules, deed)}" for deed in game.told[: game.n_told]]
    told += [f"{seat} finds {listed(found)}"] if (found := _found(before, game)) else []
    return told + _uncovered(before, game)


def _given(before: Any, move: int, game: Any) -> Iterator[tuple[str, str]]:
    """Relics that left a store for a sale, but for the one that the move itself gave."""
    verb, what = span_of(Move, move)
    if verb not in ("sale", "give") or before.action != Kind.sell:
        return
    stores = (before.store - game.store)[:, before.player].reshape(-1)
    for k, n in enumerate(stores):
        for _ in range(n - (verb == "give" and k == what)):
            yield relic_name(k % RELICS), WHERE[k // RELICS]


def _out_of_cards(before: Any, move: int, game: Any) -> list[int]:
    """The seats that passed by themselves."""
    passes = (game.tally - before.tally)[: game.players, Tally.passes]
    passes[before.player] -= move == Move.pass_
    return [seat for seat, n in enumerate(passes) if n > 0]


def _found(before: Any, game: Any) -> list[str]:
    """Relics drawn for a survey."""
    looks = game.phase in (Phase.keeping, Phase.finding) and before.phase != Phase.keeping
    return [relic_name(relic) for relic in game.offer[: game.n_offer]] if looks else []


def _uncovered(before: Any, game: Any) -> list[str]:
    """Piles of the black market that show another relic; a new round is told with all of them."""
    if game.round_no > before.round_no or game.ended:
        return []
    changed = [c for c in range(COLOURS) if plain(visible)(game, c) != plain(visible)(before, c)]
    return [f"the black market now shows {_pile(game, colour)}" for colour in changed]


def unseen(before: Any, move: int, game: Any, rules: Any) -> list[str]:
    """Cards drawn."""
    verb, what = span_of(Move, move)
    came = (game.hand - before.hand)[before.player]
    if verb == "pick" and before.phase != Phase.leaving:
        came[what] -= 1
    cards = [card_name(k, rules) for k, n in enumerate(came) for _ in range(n)]
    return [f"seat {before.player + 1} draws {listed(cards)}"] if cards else []


def move(game: Any, rules: Any, move: int) -> str:
    """What the seat to act does with this move, as the end of "seat 1 …"."""
    verb, what = span_of(Move, move)
    if verb in ACTIONS:
        told = ACTIONS[verb].format(colour=COLOUR_NAMES[what % COLOURS], number=what + 1)
        return told + _by_the_only_card(game, rules, move)
    return PARTS[verb](game, rules, what)


def public(game: Any, rules: Any, move_: int) -> str:
    """The same without cards that stay in a hand or pack."""
    verb, _ = span_of(Move, move_)
    if verb == "pick":
        return "keeps a card" if game.phase == Phase.leaving else "takes a card"
    return "replaces a card" if verb == "redraw" else move(game, rules, move_)


def masked(game: Any, rules: Any, seat: int) -> Any:
    """Without the cards of other hands; how many there are stays."""
    seen = game.copy()
    for other in range(game.players):
        if other != seat:
            seen.hand[other] = 0
    return seen


def _by_the_only_card(game: Any, rules: Any, move: int) -> str:
    """The card that pays for an action, where there is no choice."""
    if move == Move.pass_:
        return ""
    begun = game.copy()
    begun.action = plain(kind_of)(move)
    begun.what = move - Move[begun.action]
    card = plain(only_payment)(begun)
    return f", playing {card_name(card, rules)}" if card >= 0 else ""


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
    return f"{told}, {counted(rules.distance[here, place], 'step')}"


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
        parts.append(f"{an(COLOUR_NAMES[what % WITH_WHITE - 1])} buyer")
    return f"sends {listed(parts)}" if parts else "changes nothing there"


def _sale(game: Any, rules: Any, bits: int) -> str:
    markets = _markets(bits)
    buyers = sum(game.interest[market - 1, game.what] for market in markets)
    pay = rules.popularity[plain(rank_of)(game, game.what)]
    several = rules.several[len(markets)]
    total = pay + rules.buyer * buyers + several
    return (
        f"sells in {_market_names(bits)}: {pay} + {rules.buyer} × {buyers} + {several}"
        f" = {counted(total, 'credit')}"
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
    return f"adds {an(COLOUR_NAMES[colour])} buyer to market {market + 1}"


PARTS: dict[str, Callable[[Any, Any, int], str]] = {
    "pay": lambda g, r, card: f"plays {card_name(card, r)}",
    "go": _go,
    "dig": _dig,
    "done": _done,
    "bargain": _bargain,
    "sale": _sale,
    "give": _give,
    "promote": lambda g, r, bits: f"promotes traders of {_market_names(bits)}",
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
    markets = _market_names(what & (1 << MARKETS) - 1)
    done = {
        Deed.failed: "can do nothing",
        Deed.dug: f"digs {' and '.join(relics)}",
        Deed.bought: f"buys {' and '.join(relics)} on the black market",
        Deed.offloaded: f"offloads {' and '.join(relics)}",
        Deed.marketed: f"sends traders and buyers to {markets}",
        Deed.commanded: f"sends an envoy for market {what + 1}",
        Deed.sold: f"sells {COLOUR_NAMES[(what >> MARKETS) % COLOURS]} in {markets}",
    }
    told = done[deed] if deed in done else _zu_surveyed(what)
    paid = f" ({credits:+} credit{'s' * (abs(credits) != 1)})" if credits else ""
    return f"plays {zu_card_name(card)}: {told}{paid}"


def _zu_surveyed(what: int) -> str:
    relic, colour = divmod(what, COLOURS)
    told = f"surveys {COLOUR_NAMES[colour]}"
    return f"{told} and buys {relic_name(relic - 1)}" if relic else told


def position(game: Any, rules: Any) -> str:
    """The table on one line, and every player on one."""
    sides = [_player(game, rules, side) for side in range(game.sides)]
    shared = [*table(game, rules), f"seat {game.player + 1} to act"]
    return "\n".join([" | ".join(shared), *sides])


def _player(game: Any, rules: Any, side: int) -> str:
    name = _side_name(rules, side)
    faction = "" if name == "Zu" else f" ({faction_name(game.faction[side])})"
    hold, hidden = (_counts(game.store[where, side], RELIC_NAMES) for where in Store)
    samples = [RELIC_NAMES[k] for k in range(RELICS) if game.gallery[side, k]]
    stands = [place_name(rules, p) for p in game.explorer[side, :EXPLORERS] if p >= 0]
    cards = [f"{n} {card_name(k, rules)}" for k, n in enumerate(game.hand[side]) if n]
    if name != "Zu" and game.n_hand[side] > game.hand[side].sum():
        cards = [counted(int(game.n_hand[side]), "Action card")]
    cards += [card_name(CARDS + k, rules) for k in range(MOVEMENT) if game.tank[side] >> k & 1]
    traders = [
        str(market + 1) for market in range(MARKETS) for _ in range(game.trader[side, market])
    ]
    envoys = " ".join(str(game.envoy[side, centre]) for centre in range(CENTRES))
    return (
        f"{name}{faction}: {counted(game.credits[side], 'credit')}"
        f" | hand {', '.join(cards) or 'empty'}"
        f" | explorers {', '.join(stands) if name != 'Zu' else 'none'}"
        f" | hold {hold} | hidden container {hidden} | samples {', '.join(samples) or 'none'}"
        f" | traders in {', '.join(traders) or 'no market'} | envoys {envoys}"
        f" | {counted(game.supply[side], 'cube')} left"
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
    table=table,
    meanwhile=meanwhile,
    unseen=unseen,
    masked=masked,
    public=public,
    rounds="a turn of every player: the three rounds of the rulebook have several",
)
