"""A referee of Expéditions: what is told is enough to play a game along on a table."""

import re

import pytest
from reading import TABLE, Referee, told

EFFECT = r"(?:: (.*?))?(?:, (?:closing a|back on a) loop)?"
PARTS = {
    "yellow": r"yellow at (.*)",
    "red": r"red at (.*)",
    "blue": r"blue at (.*)",
    "commons": r"common goals (.*)",
    "supply": r"(\d+) tickets? in the supply",
    "hand": r"(.*) in hand",
    "laid": r"(\d+) laid out",
    "tickets": r"(\d+) tickets?",
    "points": r"(-?\d+) points?",
}
MOVES = {
    "nothing": r"scores .*|ends the turn|draws .*|leaves the blue place's arrow|keeps none of .*",
    "mark": r"marks (.*) as a key place",
    "arrow": rf"(leads|goes on with|restarts) (\w+) from (.*?) to (.*?)( by ticket)?{EFFECT}",
    "remove": rf"uses a ticket to take the last (\w+) arrow off \((.*?) to (.*?)\){EFFECT}",
    "pay_first": r"uses a ticket for an arrow before the turn's own",
    "pay": r"uses a ticket to exchange a card",
    "keep": r"keeps (.*)",
    "give": r"gives (.*?) away for it(, leaving its token on the board)?",
}


class Expeditions(Referee):
    """Arrows are kept in piles, so that where an expedition stands follows from them."""

    parts, moves = PARTS, MOVES

    def __init__(self, rules):
        super().__init__(rules)
        self.piles = {"yellow": [], "red": [], "blue": []}  # (from, to) of each arrow
        self.has_paid = False

    read_supply = read_laid = read_tickets = read_points = int

    def read_hand(self, text):
        return set(text.split(", ")) if text != "nothing" else set()

    read_commons = read_hand

    def read_yellow(self, text):
        """Where it stands, and how many arrows are left."""
        place, left = re.fullmatch(r"(.*?)(?: \((\d+) arrows? left\))?", text).groups()
        return place, int(left or self.rules.arrows)

    read_red = read_blue = read_yellow

    def hear_heading(self, line):
        super().hear_heading(line)
        if heading := re.fullmatch(r"(?:Round \d+|Before the first round): (.*)", line):
            parts = re.split(r"; |(?:, )(?=red at|blue at)", heading[1])
            self.hear(TABLE, " | ".join(parts))
        elif new := re.fullmatch(r"  (.*) is a new common goal", line):
            self.now[TABLE, "commons"].add(new[1])

    def work_out(self):
        for colour, pile in self.piles.items():
            left = self.rules.arrows - len(pile)
            self.now[TABLE, colour] = pile[-1][1] if pile else "the start", left

    def mark(self, seat, place):
        self.now[seat, "hand"].remove(place)
        self.now[seat, "hand"].add(f"{place}*")
        self.now[seat, "points"] += int(self.rules.left_points)

    def pay(self, seat):
        self.now[seat, "tickets"] -= 1
        self.now[TABLE, "supply"] += 1
        assert self.now[seat, "tickets"] >= 0

    def pay_first(self, seat):
        self.pay(seat)
        self.has_paid = True

    def arrow(self, seat, verb, colour, here, there, by_ticket, effect):
        pile = self.piles[colour]
        visited = {"the start"} | {place for arrow in pile for place in arrow}
        assert (
            here in visited if verb == "restarts" else here == (pile or [("", "the start")])[-1][1]
        )
        assert (here, there) not in pile, "an arrow lies there"
        pile.append((here, there))
        if by_ticket and not self.has_paid:
            self.pay(seat)
        self.has_paid = False
        self.arrive(seat, there, effect)

    def remove(self, seat, colour, here, there, effect):
        self.pay(seat)
        assert self.piles[colour].pop() == (here, there)
        if self.piles[colour]:
            self.arrive(seat, self.piles[colour][-1][1], effect)

    def arrive(self, seat, place, effect):
        """A ticket, or a goal that somebody lays out."""
        if effect == "a ticket":
            self.now[seat, "tickets"] += 1
            self.now[TABLE, "supply"] -= 1
        elif effect == "a common goal":
            self.now[TABLE, "commons"].remove(place)
            self.lay_out(seat, int(self.rules.card_points))
        elif goal := re.fullmatch(r"(an own goal|a goal of (seat \d))(, a key place)?", effect):
            owner = goal[2] or seat
            self.now[owner, "hand"].remove(f"{place}*" if goal[3] else place)
            worth = self.rules.card_points - self.rules.unmet_points
            key = self.rules.token_points - self.rules.left_points
            self.lay_out(owner, int(worth + key * bool(goal[3])))
        else:
            assert effect in ("", "another arrow", "no ticket left")

    def lay_out(self, seat, points):
        self.now[seat, "laid"] += 1
        self.now[seat, "points"] += points

    def keep(self, seat, place):
        self.now[seat, "hand"].add(place)

    def give(self, seat, place, leaves_token):
        self.now[seat, "hand"].remove(f"{place}*" if leaves_token else place)


GAMES = [(2, 3, "allround"), (4, 1, "allround"), (3, 2, "random"), (6, 3, "random")]


@pytest.mark.parametrize(("players", "seed", "who"), GAMES)
def test_a_referee_can_play_along_from_the_text_alone(players, seed, who):
    story, lines = told("expeditions", players, seed, who)
    assert Expeditions(story.match.rules).read(lines).n_compared > 20


@pytest.mark.parametrize("gone", ["to take the last", "new common goal", "seat 1 now"])
def test_a_referee_objects_where_something_is_not_told(gone):
    story, lines = told("expeditions", 2, 3)
    lines = [line for line in lines if gone not in line]
    with pytest.raises((AssertionError, KeyError, IndexError)):
        Expeditions(story.match.rules).read(lines)
