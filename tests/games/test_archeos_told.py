"""A referee of Archeos Society: what is told is enough to play a game along on a table."""

import re
from collections import Counter

import pytest
from reading import TABLE, Referee, counter, told

from simulator.games.archeos.table import Colour, Side
from simulator.names import written

CARD = r"an? (\w+ \w+)"
PARTS = {
    "area": r"(.*) in the recruiting area",
    "monkeys": r"(\d) monkeys? out",
    "deck": r"(\d+) cards? in the deck",
    "tile": r"botanist tile (.*)",
    "hand": r"(.*) in hand",
    "expeditions": r"expeditions (.*)",
    "linguist": r"linguist track (\d+)",
    "relics": r"relics (.*)",
    "tokens": r"tokens (.*)",
    "points": r"(-?\d+) points?",
    "vehicles": r"(\D.*\d)",
}
MOVES = {
    "draft": r"(?:chooses the|lays out) .*",
    "score": r"scores .*",
    "nothing": r"draws from the deck|draws for Chichén Itzá|leaves (?:it at that|an? .* out)",
    "token": r"takes the professor's token (\d)",
    "take": rf"takes {CARD}",
    "draw": r"draws (.*)",
    "reveal": r"reveals the (\w+) monkey(?:: the season ends)?",
    "lead": rf"leads an? (?:\w+ expedition|expedition of \w+) with {CARD}",
    "set_out": r"sets out with (.*)",
    "use": r"uses the (\w+)",
    "keep": rf"keeps {CARD}",
    "give_back": r"returns a hand of mercenaries",
    "second": r"(advances|steps back with) the second vehicle at (.*)",
    "step": r"(advances|steps back) at (.*)",
    "cash_in": r"cashes in at Uluru",
}


class Archeos(Referee):
    parts, moves = PARTS, MOVES

    def __init__(self, rules):
        super().__init__(rules)
        self.leader, self.is_alone, self.has_led = "", False, False
        self.season, self.is_ending = "", False
        self.kept = Counter()

    read_monkeys = read_deck = read_linguist = read_points = int
    read_tile = str

    def read_expeditions(self, text):
        """Sizes, those with a photographer apart, and what they pay; `2, 1 with a … (3 points)`."""
        sizes, _, pays = text.partition(" (")
        found = [] if text == "none" else sizes.split(", ")
        return sorted(found), int(re.match(r"-?\d+|", pays)[0] or 0)

    def read_vehicles(self, text):
        spaces = re.findall(r"(\D+?) (\d+)(?:\+(\d+))? ?", text)
        return {site: [int(space), int(second or 0)] for site, space, second in spaces}

    def hear_heading(self, line):
        super().hear_heading(line)
        if area := re.search(r"begins: (.*)", line):
            self.hear(TABLE, area[1])
        elif season := re.match(r"Season (\d), round \d+: (.*), (\d monkeys? out)", line):
            self.hear(TABLE, f"{season[2]} | {season[3]}")
            self.is_fresh |= season[1] != self.season
            self.season, self.is_ending = season[1], False

    def see(self, seat, sentence, is_move):
        """A leader goes alone unless the next sentence is about followers."""
        if self.is_alone and not sentence.startswith(("sets out", "leaves a")):
            self.set_out(self.mover, f"1 {self.leader}")
        super().see(seat, sentence, is_move)

    def compare(self):
        if self.is_alone:
            self.set_out(self.mover, f"1 {self.leader}")
        self.is_fresh |= self.is_ending  # a season's end is not played along
        super().compare()
        self.has_led = False
        self.kept.clear()

    def work_out(self):
        self.return_hand(self.mover)

    def draft(self, seat):
        self.is_fresh = True

    def score(self, seat):
        assert self.is_ending

    def take(self, seat, card):
        self.now[TABLE, "area"] -= counter(card)
        self.now[seat, "hand"] += counter(card)

    def draw(self, seat, cards):
        """After an expedition the Patron or Chichén Itzá gives them, once the hand is returned."""
        self.return_hand(seat)
        self.now[seat, "hand"] += counter(cards)
        self.now[TABLE, "deck"] -= counter(cards).total()

    def reveal(self, seat, which):
        self.return_hand(seat)
        self.now[TABLE, "monkeys"] += 1
        self.now[TABLE, "deck"] -= 1
        assert ("first", "second", "third")[self.now[TABLE, "monkeys"] - 1] == which
        self.is_ending = which == "third"

    def lead(self, seat, card):
        self.leader, self.is_alone, self.has_led = card, True, True

    def set_out(self, seat, cards):
        self.is_alone, going = False, counter(cards)
        assert going <= self.now[seat, "hand"]
        self.now[seat, "hand"] -= going
        self.size = going.total()
        mercenaries = sum(n for card, n in going.items() if card.endswith("mercenary"))
        extra, (sizes, pays) = self.leader.endswith("photographer"), self.now[seat, "expeditions"]
        real = self.size - mercenaries
        sizes = sorted([*sizes, f"{real}{' with a photographer' * extra}"])
        self.now[seat, "expeditions"] = sizes, pays + int(self.rules.expedition[real + extra])

    def return_hand(self, seat):
        if self.has_led:
            self.has_led = False
            self.now[TABLE, "area"] += self.now[seat, "hand"] - self.kept
            self.now[seat, "hand"] = +self.kept

    def give_back(self, seat):
        self.has_led = True

    def keep(self, seat, card):
        self.kept[card] += 1

    def use(self, seat, role):
        if role == "botanist":
            self.now[TABLE, "tile"] = f"{seat} with {self.size} card{'s' * (self.size > 1)}"
            self.now[seat, "points"] += int(self.rules.botanist_points)
        elif role == "linguist":
            last = int(self.rules.linguist_last)
            self.now[seat, "linguist"] = min(self.now[seat, "linguist"] + self.size, last)
        elif role == "curator":
            self.now[seat, "relics"][self.leader.split()[0]] += 1

    def token(self, seat, value):
        self.now[seat, "tokens"][value] += 1

    def step(self, seat, how, site):
        self.now[seat, "vehicles"][site][0] += 1 if how == "advances" else -1

    def second(self, seat, how, site):
        self.now[seat, "vehicles"][site][1] += 1 if how == "advances" else -1

    def cash_in(self, seat):
        vehicle = self.now[seat, "vehicles"]["Uluru"]
        pays = self.rules.points[Colour.violet, Side.advanced, vehicle[0]]
        self.now[seat, "points"] += int(pays)
        vehicle[0] = 0


ROLES = "mercenary,patron,curator,linguist,professor,cartographer"
SITES = ",".join(f"{colour}:advanced" for colour in written(Colour))
GAMES = {
    "first game": (4, 5, "allround", {}),
    "other roles and sides": (3, 2, "allround", {"setup.roles": ROLES, "setup.sites": SITES}),
    "a draft, at random": (2, 3, "random", {"setup.roles": "draft", "setup.sites": "draft"}),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_referee_can_play_along_from_the_text_alone(name):
    players, seed, who, changes = GAMES[name]
    story, lines = told("archeos", players, seed, who, **changes)
    assert Archeos(story.match.rules).read(lines).n_compared > 50


@pytest.mark.parametrize("gone", [" draws a", "reveals", "sets out", " the table now: "])
def test_a_referee_objects_where_something_is_not_told(gone):
    story, lines = told("archeos", 2, 5)
    lines = [line for line in lines if gone not in line]
    with pytest.raises((AssertionError, KeyError)):
        Archeos(story.match.rules).read(lines)
