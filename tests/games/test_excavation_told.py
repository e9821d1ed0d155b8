"""A referee of Excavation Earth: what is told is enough to play a game along on a table."""

import re
from collections import Counter

import pytest
from reading import TABLE, Referee, counter, told

from analyses.language import read_language, speaking
from simulator.games.excavation.table import COLOUR_NAMES, GLYPH_NAMES
from simulator.match import Match
from simulator.titles import load_title
from strategies.registry import line_up

RELIC = r"(\w+ [abcd])"
SAMPLED = r"( and takes a sample)?"
CARD = r"(\w+ \d)"
PAID = rf"(?:, playing {CARD})?"
BUYERS = (*COLOUR_NAMES, "white")
STORES = {"hold": "hold", "hidden container": "hidden"}


PARTS = {
    "popularity": r"popularity (.*)",
    "buyers": r"buyers (.*)",
    "mothership": r"mothership (.*)",
    "sites": r"sites (.*)",
    "black": r"black market (.*)",
    "survey": r"soil survey (.*)",
    "order": r"turn order (.*)",
    "initiative": r"initiative (.*)",
    "tiles": r"command tiles (.*)",
    "credits": r"(\d+) credits?",
    "hand": r"hand (.*)",
    "explorers": r"explorers (.*)",
    "hold": r"hold (.*)",
    "hidden": r"hidden container (.*)",
    "samples": r"samples (.*)",
    "traders": r"traders in (.*)",
    "envoys": r"envoys (.*)",
    "cubes": r"(\d+) cubes? left",
}
MOVES = {
    "score": r"scores -?\d+: (.*)",
    "nothing": r"keeps the (?:hand|explorer on .*)|leaves it at that|changes nothing there",
    "passes": r"passes(?: for want of a card)?",
    "keep": rf"keeps {CARD}",
    "take": rf"takes {CARD}",
    "draw": r"draws (.*)",
    "survey_card": rf"replaces {CARD}, card (\d) of the soil survey(, with a guard's cube)?",
    "put_back": rf"replaces {CARD}",
    "pay": rf"plays {CARD}",
    "act": rf"(moves|excavates \w+|surveys for \w+|\w+ relics with symbol \d){PAID}",
    "act_at": rf"(?:deals in|commands at) market (\d){PAID}",
    "offer": rf"sells (\w+) relics{PAID}",
    "place": r"places the third explorer on (.*)",
    "go": r"(?:steps|flies) from (.*?) to (.*?)(?:, \d steps?)?",
    "dig": rf"digs {RELIC}{SAMPLED}",
    "recall": r"(sends a trader and )?recalls an envoy for (.*)",
    "trade": r"sends a trader to market (\d)",
    "add": r"adds an? (\w+) buyer to market (\d)",
    "remove": r"removes buyer (\d) \((\w+)\) of market (\d)",
    "sample": rf"takes a sample of {RELIC}",
    "send": r"sends (.*)",
    "sell": r"sells in markets? ([\d, and]+): (\d+) \+ (\d+) × (\d+) \+ (\d+) = (\d+) credits?",
    "hand_over": r"hands over (.*)",
    "offload": rf"offloads {RELIC} from the (.*) for (\d+)",
    "buy": rf"buys {RELIC} for (\d+) into the (hold|hidden container){SAMPLED}",
    "find": r"finds (.*)",
    "put": rf"puts {RELIC} on its site(?: and buys {RELIC} for (\d+))?{SAMPLED}",
    "store": rf"stores {RELIC} for nothing{SAMPLED}",
    "lift": rf"lifts the guard of {RELIC}",
}


class Excavation(Referee):
    parts, moves = PARTS, MOVES

    def __init__(self, rules):
        super().__init__(rules)
        self.sold = Counter()

    def read_popularity(self, text):
        ranks = (part.rpartition(" ") for part in text.split(", "))
        return {name: int(pays) for names, _, pays in ranks for name in names.split(" = ")}

    def read_buyers(self, text):
        return [[b for b in part.split()[1:] if b != "none"] for part in text.split(", ")]

    def read_sites(self, text):
        lying = Counter()
        for part in text.split(", "):
            colour, _, rest = part.partition(" ")
            for n, glyph in re.findall(r"(\d) (\w)", rest):
                lying[f"{colour} {glyph}"] = int(n)
        return lying

    def read_black(self, text):
        return dict(self.read_pile(part) for part in text.split(", "))

    def read_pile(self, text):
        if text.endswith(" none"):
            return text.split()[0], ("", 0)
        relic, n = text.split(" of ")
        return relic.split()[0], (relic, int(n))

    def read_survey(self, text):
        found = (re.fullmatch(rf"{CARD}(?: \((.*)\))?", part) for part in text.split(", "))
        return [] if text == "none" else [(one[1], one[2] or "") for one in found]

    def read_order(self, text):
        return text.split(", ")

    def read_initiative(self, text):
        return [] if text == "none" else text.split(", ")

    read_tiles = read_order

    def read_envoys(self, text):
        return [int(n) for n in text.split()]

    read_credits = read_cubes = int

    def hear_heading(self, line):
        super().hear_heading(line)
        if shown := re.fullmatch(r"  the black market now shows (.*)", line):
            colour, pile = self.read_pile(shown[1])
            assert pile[1] == self.of(TABLE, "black")[colour][1]
            self.of(TABLE, "black")[colour] = pile
        elif line.startswith(("  popularity", "  sites", "  soil survey")):
            self.hear(TABLE, line.strip())
        elif round_no := re.match(r"Round (\d)", line):
            self.round_no = int(round_no[1])
        self.is_fresh |= "the draft" in line  # relics, buyers and cards came by chance

    def of(self, who, part):
        return self.now[who, part]

    def change(self, who, part, by):
        self.now[who, part] += by

    def lose(self, who, part, things):
        lost = counter(things)
        assert lost <= self.of(who, part), f"{who} has no {things} in {part}"
        self.now[who, part] = self.of(who, part) - lost

    def gain(self, who, part, things):
        self.now[who, part] = self.of(who, part) + counter(things)

    def score(self, seat, sources):
        for source in sources.split(", "):
            name, _, credits = source.rpartition(" ")
            if name.startswith(("majorities", "gallery", "relics")):
                self.change(seat, "credits", int(credits))

    def passes(self, seat):
        self.kept = Counter()

    def keep(self, seat, card):
        self.kept[card] += 1
        if self.kept.total() == self.rules.kept:
            hand = self.of(seat, "hand")
            assert self.kept <= hand
            movement = {name: n for name, n in hand.items() if name.startswith("Movement")}
            self.now[seat, "hand"] = self.kept + Counter(movement)

    def take(self, seat, card):
        self.gain(seat, "hand", card)

    draw = take

    def put_back(self, seat, card):
        self.lose(seat, "hand", card)

    def pay(self, seat, card):
        if card:
            self.paid = card
            self.lose(seat, "hand", card)

    def act(self, seat, action, card):
        self.pay(seat, card)

    def act_at(self, seat, market, card):
        self.market = int(market)
        self.pay(seat, card)

    def offer(self, seat, colour, card):
        self.colour = colour
        self.pay(seat, card)

    def survey_card(self, seat, card, k, with_guard):
        survey = self.of(TABLE, "survey")
        assert survey[int(k) - 1] == (card, "")
        has_cube = self.of(seat, "cubes") > 0 or with_guard
        survey[int(k) - 1] = (self.paid, seat if has_cube else "")
        self.change(seat, "cubes", -bool(has_cube))
        if seat not in self.of(TABLE, "initiative"):
            self.of(TABLE, "initiative").append(seat)

    def place(self, seat, where):
        self.gain(seat, "explorers", where)

    def go(self, seat, here, there):
        self.lose(seat, "explorers", here)
        self.gain(seat, "explorers", there)

    def dig(self, seat, relic, sample):
        self.lose(TABLE, "sites", relic)
        self.store(seat, relic, sample)

    def store(self, seat, relic, sample, where="hold"):
        self.gain(seat, where, relic)
        if sample:
            self.sample(seat, relic)

    def sample(self, seat, relic):
        self.gain(seat, "samples", relic)
        self.change(seat, "cubes", -1)

    def lift(self, seat, relic):
        self.lose(seat, "samples", relic)
        self.change(seat, "cubes", 1)

    def send(self, seat, whom):
        for one in re.split(r", | and ", whom):
            _, _, name = one.partition(" ")
            if name == "trader":
                self.gain(seat, "traders", str(self.market))
            elif name == "envoy":
                self.of(seat, "envoys")[self.rules.centre[self.market - 1]] += 1
            else:
                self.come(name.removesuffix(" buyer"))
            self.change(seat, "cubes", -(name in ("trader", "envoy")))

    def recall(self, seat, sends, tile):
        centre = self.rules.centre[self.market - 1]
        assert self.of(TABLE, "tiles")[centre] == tile
        self.of(seat, "envoys")[centre] -= 1
        self.change(seat, "cubes", 1)
        if sends:
            self.send(seat, "a trader")
        if tile == "credits":
            self.change(seat, "credits", int(self.rules.tile_credits[self.round_no - 2]))

    def trade(self, seat, market):
        self.market = int(market)
        self.send(seat, "a trader")

    def add(self, seat, buyer, market):
        self.market = int(market)
        self.come(buyer)

    def remove(self, seat, k, buyer, market):
        assert self.of(TABLE, "buyers")[int(market) - 1].pop(int(k) - 1) == buyer

    def come(self, buyer):
        """A full queue loses its first; a buyer comes only if one waits."""
        queue = self.of(TABLE, "buyers")[self.market - 1]
        if self.waiting()[buyer]:
            queue.append(buyer)
            del queue[:-4]

    def waiting(self):
        """Who is neither in a market nor on the mothership."""
        board = Counter(dict(zip(BUYERS, self.rules.buyers.tolist(), strict=True)))
        board.subtract(self.of(TABLE, "mothership"))
        for queue in self.of(TABLE, "buyers"):
            board.subtract(queue)
        assert min(board.values()) >= 0
        return board

    def popularity(self):
        board = self.waiting()
        ranks = {one: sum(board[other] < board[one] for other in COLOUR_NAMES)
                 for one in COLOUR_NAMES}  # fmt: skip
        return {one: int(self.rules.popularity[rank]) for one, rank in ranks.items()}

    def sell(self, seat, markets, pays, each, n, several, total):
        """The price follows from what was told: popularity, buyers in line, how many markets."""
        numbers = [int(market) for market in re.findall(r"\d", markets)]
        assert int(pays) == self.popularity()[self.colour]
        queues = [self.of(TABLE, "buyers")[market - 1] for market in numbers]
        come = [b for queue in queues for b in queue if b in (self.colour, "white")]
        assert (int(n), int(each)) == (len(come), self.rules.buyer)
        assert int(several) == self.rules.several[len(numbers)]
        assert int(total) == int(pays) + int(each) * int(n) + int(several)
        for queue in queues:
            queue[:] = [b for b in queue if b not in (self.colour, "white")]
        self.now[TABLE, "mothership"] = Counter(come)
        self.change(seat, "credits", int(total))
        self.promote(seat, numbers)

    def promote(self, seat, markets):
        for market in markets:
            if self.of(seat, "traders")[str(market)]:
                self.lose(seat, "traders", str(market))
                self.of(seat, "envoys")[self.rules.centre[market - 1]] += 1

    def hand_over(self, seat, relics):
        for relic, where in re.findall(rf"{RELIC} from the (hold|hidden container)", relics):
            assert relic.split()[0] == self.colour
            self.lose(seat, STORES[where], relic)
            self.sold[relic] += 1

    def offload(self, seat, relic, where, worth):
        self.lose(seat, STORES[where], relic)
        self.change(seat, "credits", int(worth))
        shown, n = self.of(TABLE, "black")[relic.split()[0]]
        self.of(TABLE, "black")[relic.split()[0]] = shown, n + 1

    def buy(self, seat, relic, price, where, sample):
        """Only what is visible can be bought."""
        shown, n = self.of(TABLE, "black")[relic.split()[0]]
        assert shown == relic
        self.of(TABLE, "black")[relic.split()[0]] = (shown, n - 1)
        self.change(seat, "credits", -int(price))
        self.store(seat, relic, sample, STORES[where])

    def find(self, seat, relics):
        self.found = counter(relics)

    def put(self, seat, relic, bought, price, sample):
        self.found -= counter(relic)
        self.gain(TABLE, "sites", relic)
        if bought:
            assert bought in self.found
            self.change(seat, "credits", -int(price))
            self.store(seat, bought, sample)

    def work_out(self):
        self.now[TABLE, "popularity"] = self.popularity()
        self.count_relics()

    def count_relics(self):
        """Those that are told to be somewhere are never more than the box has."""
        copies = zip(
            (f"{c} {g}" for c in COLOUR_NAMES for g in GLYPH_NAMES), self.rules.copies, strict=True
        )
        somewhere = self.sold + Counter(shown for shown, n in self.of(TABLE, "black").values() if n)
        for (_, part), things in self.now.items():
            somewhere += things if part in ("sites", "hold", "hidden") else Counter()
        assert somewhere <= Counter({name: int(n) for name, n in copies})


GAMES = [
    (2, 1, "allround"),
    (3, 2, "allround"),
    (4, 3, "allround"),
    (3, 4, "random"),
    (4, 5, "random"),
]


@pytest.mark.parametrize(("players", "seed", "who"), GAMES)
def test_a_referee_can_play_along_from_the_text_alone(players, seed, who):
    setup = {"setup.tiles": True, "setup.opening_draft": True, "setup.order": "random"}
    story, lines = told("excavation", players, seed, who, **(setup if who == "random" else {}))
    assert Excavation(story.match.rules).read(lines).n_compared > 20


@pytest.mark.parametrize("gone", [" digs ", "hands over", " draws ", "sites ", "black market"])
def test_a_referee_objects_where_something_is_not_told(gone):
    story, lines = told("excavation", 3, 2)
    lines = [line for line in lines if gone not in line]
    with pytest.raises((AssertionError, KeyError)):
        Excavation(story.match.rules).read(lines)


def test_prices_follow_from_ties_of_popularity_that_are_told_as_ties():
    """Round 1, turn 2: orange shares the second rank with red and purple and pays as they do."""
    _, lines = told("excavation", 3, 2)
    assert "  popularity yellow 9, red = purple = orange 5, green 0 | " in "\n".join(lines)
    sold = next(k for k, line in enumerate(lines) if "sells orange relics" in line)
    assert "5 + 2 × 3 + 3 = 14 credits" in lines[sold + 2]


def test_tiles_drafts_and_promotions_are_told_in_french():
    """Choices of these settings, which other games do not know."""
    title, settings = load_title("excavation"), {"setup.tiles": True, "setup.opening_draft": True}
    settings["rulings.promotion_compulsory"] = False
    rules = title.rules_for(title.components.with_changes(settings), 3)
    match = Match(title, rules, line_up(title, ["random"], 3), "mixed")
    games = (one for number in range(3) for one in match.tell(2, number))
    made = [(one.game.copy(), [*one.moves]) for one in games]

    def sentences():
        return [title.words.move(game, rules, int(k)) for game, moves in made for k in moves]

    english = sentences()
    with speaking(read_language("fr", title.home)):
        french = sentences()
    assert "ne promeut aucun vendeur" in french
    assert any("rappelle un émissaire pour la tuile" in one for one in french)
    assert not {*english} & {*french}
