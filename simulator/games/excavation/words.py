"""Excavation Earth in words: names of everything, positions, and moves as sentences."""

from collections.abc import Callable, Sequence
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
from simulator.telling import (
    tell,
    tell_all,
    tell_count,
    tell_list,
    tell_name,
    tell_names,
)
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
    if rules.symbols[place]:
        symbols = "+".join(map(str, _markets(rules.symbols[place])))
        return tell("black market {symbols!s}", symbols=symbols)
    market = int(rules.market[place]) + 1
    glyphs = "".join(GLYPH_NAMES[k % GLYPHS] for k in range(RELICS) if rules.of_place[k] == place)
    if not glyphs:
        return tell("market {market}", market=market)
    colour = COLOUR_NAMES[rules.region[place]]
    if not market:
        return tell("{colour} {glyphs!s}", colour=colour, glyphs=glyphs)
    return tell(
        "market {market} with {colour} {glyphs!s}", market=market, colour=colour, glyphs=glyphs
    )


def _markets(bits: int) -> list[int]:
    return [market + 1 for market in range(MARKETS) if bits >> market & 1]


def _in_markets(text: str, bits: int, **fields: Any) -> str:
    """A sentence that names a market, or markets; in English one begins as the other does."""
    numbers = [str(market) for market in _markets(bits)]
    several = text.replace("market {markets", "markets {markets")
    return tell_count(len(numbers), text, several, markets=tell_all(numbers), **fields)


def heading(game: Any, rules: Any) -> str:
    """The round; at the start of a game also who is who."""
    who = ", ".join(
        tell("seat {seat} {faction}", seat=seat + 1, faction=faction_name(game.faction[seat]))
        for seat in range(game.players)
    )
    number = int(game.round_no)
    if game.phase == Phase.redrawing:
        return tell("Starting hands: {who!s}", who=who)
    if game.phase == Phase.drafting:
        told = "Round {round}, the draft and turn 1"
        return tell(f"{told}: {{who!s}}" if number == 1 else told, round=number, who=who)
    return tell("Round {round}, turn {turn}", round=number, turn=int(game.turns[number - 1]) + 1)


def table(game: Any, rules: Any) -> list[str]:
    """Buyers; relics; who comes when."""
    buyers = [
        _part("popularity", _popularity(game, rules)),
        _part("buyers", _queues(game)),
        _part("mothership", _counts(game.mothership, BUYER_NAMES)),
    ]
    relics = [_part("sites", _sites(game)), _part("black market", _black_market(game))]
    turns = [
        _part("soil survey", _survey(game, rules)),
        _part("turn order", _order_of_turns(game, rules)),
        _part("initiative", _initiative(game, rules)),
    ]
    if rules.tiles:
        turns.append(_tiles(game))
    return [" | ".join(line) for line in (buyers, relics, turns)]


def _part(name: str, told: str, nothing: str = "none") -> str:
    """`hold 2 red c`, or `hold none`, which is another sentence elsewhere."""
    return tell(f"{name} {{told!s}}", told=told) if told else tell(f"{name} {nothing}")


def _popularity(game: Any, rules: Any) -> str:
    """What a sale of each colour pays for it; equal ones stand together, as in `red = green 5`."""
    ranks = [plain(rank_of)(game, colour) for colour in range(COLOURS)]
    order = sorted(range(COLOURS), key=lambda colour: ranks[colour])
    names = (
        (" = ".join(tell_name(COLOUR_NAMES[colour]) for colour in equal), rank)
        for rank, equal in groupby(order, key=lambda colour: ranks[colour])
    )
    return ", ".join(f"{equal} {rules.popularity[rank]}" for equal, rank in names)


def _queues(game: Any) -> str:
    """Of every market, the first in line first."""
    queues = (game.queue[market, : game.n_queue[market]] for market in range(MARKETS))
    told = (" ".join(tell_name(BUYER_NAMES[buyer]) for buyer in queue) for queue in queues)
    return ", ".join(f"{n} {queue or tell_name('none')}" for n, queue in enumerate(told, 1))


def _counts(counts: Any, names: Sequence[str]) -> str:
    held = ((int(n), names[k]) for k, n in enumerate(counts) if n)
    return ", ".join(tell("{n} {name}", n=n, name=name) for n, name in held)


def _sites(game: Any) -> str:
    """How many relics of each kind lie there, as in `yellow 2 a 1 c`."""
    lying = game.site.reshape(COLOURS, GLYPHS)
    told = (" ".join(f"{n} {GLYPH_NAMES[k]}" for k, n in enumerate(own) if n) for own in lying)
    return ", ".join(
        f"{tell_name(name)} {own}" if own else tell("{colour} none", colour=name)
        for name, own in zip(COLOUR_NAMES, told, strict=True)
    )


def _black_market(game: Any) -> str:
    """The visible relic of each pile and how many it has, as in `red c of 3`."""
    return ", ".join(pile(game, colour) for colour in range(COLOURS))


def pile(game: Any, colour: int) -> str:
    relic = plain(visible)(game, colour)
    if relic == NO_RELIC:
        return tell("{colour} none", colour=COLOUR_NAMES[colour])
    return tell("{relic} of {n}", relic=relic_name(relic), n=int(game.n_black[colour]))


def _survey(game: Any, rules: Any) -> str:
    return ", ".join(survey_cards(game, rules))


def survey_cards(game: Any, rules: Any) -> list[str]:
    """Its cards, and whose cubes lie on them."""
    cards = [tell_name(card_name(card, rules)) for card in game.survey[: game.n_survey]]
    cubes = (int(game.survey_cube[k]) for k in range(game.n_survey))
    whose = (f" ({side_name(rules, cube - 1)})" if cube else "" for cube in cubes)
    return [*map("".join, zip(cards, whose, strict=True))]


def _order_of_turns(game: Any, rules: Any) -> str:
    return ", ".join(side_name(rules, side) for side in game.order[: game.sides])


def _initiative(game: Any, rules: Any) -> str:
    """Who has a marker, the first first."""
    marked = [side for side in range(game.sides) if game.marker[side]]
    marked.sort(key=lambda side: game.marker[side])
    return ", ".join(side_name(rules, side) for side in marked)


def _tiles(game: Any) -> str:
    tiles = [TILE_NAMES[tile] if tile else "none" for tile in game.tile]
    if not game.tile.any():
        return tell(f"command tiles {', '.join(tiles)}")
    return _part("command tiles", tell_names(tiles))


def side_name(rules: Any, side: int) -> str:
    return "Zu" if rules.solo and side == ZU else tell("seat {n}", n=int(side) + 1)


def meanwhile(before: Any, move: int, game: Any, rules: Any) -> list[str]:
    """Relics given without a choice, passes without a card, what Zu did, what came to light."""
    seat = int(before.player) + 1
    told = list[str]()
    if given := _given(before, move, game):
        told.append(tell("seat {seat} hands over {relics!s}", seat=seat, relics=tell_all(given)))
    for k in _out_of_cards(before, move, game):
        told.append(tell("seat {seat} passes for want of a card", seat=k + 1))
    told += [_zu_did(deed) for deed in game.told[: game.n_told]]
    if found := _found(before, game):
        told.append(_of_several("seat {seat} finds {relic!s}", "relic", found, seat=seat))
    return told + _uncovered(before, game)


def _of_several(text: str, field: str, names: Sequence[str], **fields: Any) -> str:
    """A sentence on `{relic!s}`, or on `{relics!s}`; in English one is told as the other."""
    told, several = tell_list(names), text.replace(f"{{{field}!s}}", f"{{{field}s!s}}")
    return tell_count(len(names), text, several, **{field: told, f"{field}s": told}, **fields)


def _given(before: Any, move: int, game: Any) -> list[str]:
    """Relics that left a store for a sale, but for the one that the move itself gave."""
    verb, what = span_of(Move, move)
    if verb not in ("sale", "give") or before.action != Kind.sell:
        return []
    stores = (before.store - game.store)[:, before.player].reshape(-1)
    return [
        tell("{relic} from {where}", relic=relic_name(k % RELICS), where=WHERE[k // RELICS])
        for k, n in enumerate(stores)
        for _ in range(n - (verb == "give" and k == what))
    ]


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
    return [_now_visible(game, colour) for colour in changed]


def _now_visible(game: Any, colour: int) -> str:
    if plain(visible)(game, colour) == NO_RELIC:
        return tell("the black market now shows {colour} none", colour=COLOUR_NAMES[colour])
    return tell("the black market now shows {pile!s}", pile=pile(game, colour))


def unseen(before: Any, move: int, game: Any, rules: Any) -> list[str]:
    """Cards drawn."""
    verb, what = span_of(Move, move)
    came = (game.hand - before.hand)[before.player]
    if verb == "pick" and before.phase != Phase.leaving:
        came[what] -= 1
    cards = [card_name(k, rules) for k, n in enumerate(came) for _ in range(n)]
    seat = int(before.player) + 1
    return [_of_several("seat {seat} draws {card!s}", "card", cards, seat=seat)] if cards else []


def move(game: Any, rules: Any, move: int) -> str:
    """What the seat to act does with this move, as the end of "seat 1 …"."""
    verb, what = span_of(Move, move)
    if verb in ACTIONS:
        text = ACTIONS[verb].replace("{colour}", COLOUR_NAMES[what % COLOURS])
        return tell(text, number=what + 1, paid=_by_the_only_card(game, rules, move))
    return PARTS[verb](game, rules, what)


def public(game: Any, rules: Any, move_: int) -> str:
    """The same without cards that stay in a hand or pack."""
    verb, _ = span_of(Move, move_)
    if verb == "pick":
        return tell("keeps a card") if game.phase == Phase.leaving else tell("takes a card")
    return tell("replaces a card") if verb == "redraw" else move(game, rules, move_)


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
    return tell(", playing {card}", card=card_name(card, rules)) if card >= 0 else ""


ACTIONS = {  # a colour is a part of the sentence: elsewhere its form depends on what it colours
    "move": "moves{paid!s}",
    "excavate": "excavates {colour}{paid!s}",
    "market": "deals in market {number}{paid!s}",
    "sell": "sells {colour} relics{paid!s}",
    "command": "commands at market {number}{paid!s}",
    "offload": "offloads relics with symbol {number}{paid!s}",
    "smuggle": "smuggles relics with symbol {number}{paid!s}",
    "survey": "surveys for {colour}{paid!s}",
    "pass_": "passes{paid!s}",
}


def _go(game: Any, rules: Any, place: int) -> str:
    here = game.explorer[game.player, game.mover]
    if here == place:
        return tell("keeps the explorer on {place!s}", place=place_name(rules, here))
    return tell_count(
        int(rules.distance[here, place]),
        "flies from {here!s} to {there!s}, {n:,} step",
        "flies from {here!s} to {there!s}, {n:,} steps",
        here=place_name(rules, here),
        there=place_name(rules, place),
    )


def _dig(game: Any, rules: Any, what: int) -> str:
    relic = relic_name(int(GLYPHS * game.what + what // 2))
    return _sampled(tell("digs {relic}", relic=relic), what)


def _done(game: Any, rules: Any, what: int) -> str:
    keeps = game.phase == Phase.redrawing and not game.n_done
    return tell("keeps the hand") if keeps else tell("leaves it at that")


def _sampled(told: str, what: int) -> str:
    return tell("{told!s} and takes a sample", told=told) if what & 1 else told


def _bargain(game: Any, rules: Any, what: int) -> str:
    parts = [tell("a trader")] * (what >= WITH_TRADER)
    parts += [_buyer("white")] * (what % WITH_TRADER >= WITH_WHITE)
    if what % WITH_WHITE:
        parts.append(_buyer(COLOUR_NAMES[what % WITH_WHITE - 1]))
    return tell("sends {whom!s}", whom=tell_all(parts)) if parts else tell("changes nothing there")


def _buyer(colour: str) -> str:
    return tell("an {colour} buyer" if colour == "orange" else "a {colour} buyer", colour=colour)


def _sale(game: Any, rules: Any, bits: int) -> str:
    markets = _markets(bits)
    buyers = int(sum(game.interest[market - 1, game.what] for market in markets))
    pay, each = int(rules.popularity[plain(rank_of)(game, game.what)]), int(rules.buyer)
    several = int(rules.several[len(markets)])
    total = pay + each * buyers + several
    credits = tell_count(total, "{n:,} credit", "{n:,} credits")
    return _in_markets(
        "sells in market {markets!s}: {pay} + {each} × {buyers} + {several} = {credits!s}",
        bits,
        pay=pay,
        each=each,
        buyers=buyers,
        several=several,
        credits=credits,
    )


def _give(game: Any, rules: Any, k: int) -> str:
    relic, where = relic_name(k % RELICS), WHERE[k // RELICS]
    if game.action != Kind.offload:
        return tell("hands over {relic} from {where}", relic=relic, where=where)
    worth = int(rules.value[k % RELICS])
    return tell("offloads {relic} from {where} for {worth}", relic=relic, where=where, worth=worth)


def _promote(game: Any, rules: Any, bits: int) -> str:
    if not bits:
        return tell("promotes traders of no market")
    return _in_markets("promotes traders of market {markets!s}", bits)


def _order(game: Any, rules: Any, what: int) -> str:
    trader, envoy = divmod(what, len(Envoy))
    parts = [tell("a trader")] * trader + [tell("an envoy")] * (envoy == Envoy.send)
    told = [tell("sends {whom!s}", whom=tell_all(parts))] if parts else []
    if envoy == Envoy.recall:
        tile = TILE_NAMES[game.tile[rules.centre[game.what]]]
        told.append(tell(f"recalls an envoy for {tile}"))
    return tell_all(told)


def _buy(game: Any, rules: Any, what: int) -> str:
    relic = plain(visible)(game, what // 4)
    told = tell(
        "buys {relic} for {price} into {where}",
        relic=relic_name(relic),
        price=int(plain(price_of)(game, rules, relic)),
        where=WHERE[what // 2 % 2],
    )
    return _sampled(told, what)


def _find(game: Any, rules: Any, what: int) -> str:
    put, bought = relic_name(game.offer[what // FINDS]), what % FINDS // 2
    if bought == NOTHING:
        return tell("puts {relic} on its site", relic=put)
    relic = game.offer[bought]
    told = tell(
        "puts {relic} on its site and buys {bought} for {price}",
        relic=put,
        bought=relic_name(relic),
        price=int(rules.price * rules.value[relic]),
    )
    return _sampled(told, what)


def _store(game: Any, rules: Any, what: int) -> str:
    relic = relic_name(game.offer[what // 2])
    return _sampled(tell("stores {relic} for nothing", relic=relic), what)


def _step(game: Any, rules: Any, what: int) -> str:
    here = place_name(rules, game.explorer[game.player, what // PLACES])
    there = place_name(rules, what % PLACES)
    return tell("steps from {here!s} to {there!s}", here=here, there=there)


def _remove(game: Any, rules: Any, what: int) -> str:
    market, position = divmod(what, QUEUE)
    return tell(
        "removes buyer {position} ({colour}) of market {market}",
        position=position + 1,
        colour=BUYER_NAMES[game.queue[market, position]],
        market=market + 1,
    )


def _replace(game: Any, rules: Any, k: int) -> str:
    lifts, k = divmod(k, SURVEY_CARDS)
    text = "replaces {card}, card {k} of the soil survey"
    text += ", with a guard's cube" if lifts else ""
    return tell(text, card=card_name(game.survey[k], rules), k=k + 1)


def _pick(game: Any, rules: Any, card: int) -> str:
    text = "keeps {card}" if game.phase == Phase.leaving else "takes {card}"
    return tell(text, card=card_name(card, rules))


def _add(game: Any, rules: Any, what: int) -> str:
    market, colour = divmod(what, COLOURS)
    buyer = _buyer(COLOUR_NAMES[colour])
    return tell("adds {buyer!s} to market {market}", buyer=buyer, market=market + 1)


PARTS: dict[str, Callable[[Any, Any, int], str]] = {
    "pay": lambda g, r, card: tell("plays {card}", card=card_name(card, r)),
    "go": _go,
    "dig": _dig,
    "done": _done,
    "bargain": _bargain,
    "sale": _sale,
    "give": _give,
    "promote": _promote,
    "order": _order,
    "buy": _buy,
    "replace": _replace,
    "find": _find,
    "keep": _store,
    "lift": lambda g, r, relic: tell("lifts the guard of {relic}", relic=relic_name(relic)),
    "pick": _pick,
    "redraw": lambda g, r, card: tell("replaces {card}", card=card_name(card, r)),
    "place": lambda g, r, place: tell(
        "places the third explorer on {place!s}", place=place_name(r, place)
    ),
    "step": _step,
    "trade": lambda g, r, market: tell("sends a trader to market {market}", market=market + 1),
    "add": _add,
    "remove": _remove,
    "sample": lambda g, r, relic: tell("takes a sample of {relic}", relic=relic_name(relic)),
}


def zu_card_name(card: int) -> str:
    name, what = span_of(ZuCard, card)
    if name == "pair":
        colours = "/".join(tell_name(COLOUR_NAMES[colour]) for colour in PAIRS[what])
        return tell("Excavate {colours!s}", colours=colours)
    if name == "command":
        return tell("Command {number}", number=what + 1)
    return tell_name(name.capitalize())


def _zu_did(told: Any) -> str:
    """A card of Zu's and what came of it."""
    card, deed, what, credits = (int(number) for number in told)
    fields = {"card": zu_card_name(card), "done": _zu_deed(deed, what)}
    if not credits:
        return tell("Zu plays {card!s}: {done!s}", **fields)
    return tell_count(
        abs(credits),
        "Zu plays {card!s}: {done!s} ({credits:+} credit)",
        "Zu plays {card!s}: {done!s} ({credits:+} credits)",
        credits=credits,
        **fields,
    )


ZU_WITH_RELICS = {
    Deed.dug: "digs {relic!s}",
    Deed.bought: "buys {relic!s} on the black market",
    Deed.offloaded: "offloads {relic!s}",
}


def _zu_deed(deed: int, what: int) -> str:
    if deed in ZU_WITH_RELICS:
        return _of_several(ZU_WITH_RELICS[deed], "relic", _relics_in(what))
    if deed == Deed.failed:
        return tell("can do nothing")
    if deed == Deed.commanded:
        return tell("sends an envoy for market {market}", market=what + 1)
    markets, colour = what & (1 << MARKETS) - 1, (what >> MARKETS) % COLOURS
    if deed == Deed.marketed:
        return _in_markets("sends traders and buyers to market {markets!s}", markets)
    if deed == Deed.sold:
        return _in_markets(f"sells {COLOUR_NAMES[colour]} in market {{markets!s}}", markets)
    return _zu_surveyed(what)


def _relics_in(what: int) -> list[str]:
    """As Zu's deeds note them."""
    relics: list[str] = []
    while what:
        what, relic = divmod(what, RELICS + 1)
        relics.insert(0, relic_name(relic - 1))
    return relics


def _zu_surveyed(what: int) -> str:
    relic, colour = divmod(what, COLOURS)
    told = tell(f"surveys {COLOUR_NAMES[colour]}")
    if not relic:
        return told
    return tell("{told!s} and buys {relic}", told=told, relic=relic_name(relic - 1))


def position(game: Any, rules: Any) -> str:
    """The table on one line, and every player on one."""
    sides = [_player(game, rules, side) for side in range(game.sides)]
    shared = [*table(game, rules), tell("seat {n} to act", n=int(game.player) + 1)]
    return "\n".join([" | ".join(shared), *sides])


def _player(game: Any, rules: Any, side: int) -> str:
    is_zu = bool(rules.solo and side == ZU)
    faction = f" ({tell_name(faction_name(game.faction[side]))})" if not is_zu else ""
    samples = [RELIC_NAMES[k] for k in range(RELICS) if game.gallery[side, k]]
    stands = [place_name(rules, p) for p in game.explorer[side, :EXPLORERS] if p >= 0]
    credits = tell_count(int(game.credits[side]), "{n:,} credit", "{n:,} credits")
    parts = [
        tell("{name!s}: {told!s}", name=side_name(rules, side) + faction, told=credits),
        _part("hand", ", ".join(_hand(game, rules, side)), "empty"),
        _part("explorers", "" if is_zu else ", ".join(stands)),
        _part("hold", _counts(game.store[Store.hold, side], RELIC_NAMES)),
        _part("hidden container", _counts(game.store[Store.hidden, side], RELIC_NAMES)),
        _part("samples", tell_names(samples)),
        _traders(game, side),
        _part("envoys", " ".join(str(game.envoy[side, centre]) for centre in range(CENTRES))),
        tell_count(int(game.supply[side]), "{n:,} cube left", "{n:,} cubes left"),
    ]
    return " | ".join(parts)


def _hand(game: Any, rules: Any, side: int) -> list[str]:
    """How many of each card, of a masked hand only how many; then the Movement cards."""
    n_hidden = int(game.n_hand[side] - game.hand[side].sum())
    held = ((int(n), card_name(k, rules)) for k, n in enumerate(game.hand[side]) if n)
    cards = [tell("{n} {name}", n=n, name=name) for n, name in held]
    if n_hidden > 0 and not (rules.solo and side == ZU):
        n = int(game.n_hand[side])
        cards = [tell_count(n, "{n:,} Action card", "{n:,} Action cards")]
    open_ones = [CARDS + k for k in range(MOVEMENT) if game.tank[side] >> k & 1]
    return cards + [tell_name(card_name(card, rules)) for card in open_ones]


def _traders(game: Any, side: int) -> str:
    """The market of each."""
    places = [str(m + 1) for m in range(MARKETS) for _ in range(game.trader[side, m])]
    if not places:
        return tell("traders in no market")
    told = ", ".join(places)
    one, many = "traders in {market!s}", "traders in {markets!s}"
    return tell_count(len({*places}), one, many, market=told, markets=told)


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
