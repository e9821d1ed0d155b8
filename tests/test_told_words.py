"""Words of told games: nothing that a program would say and a person would not."""

import re

import pytest
from ours import OURS

from analyses.experiments.story import Story
from simulator.conformance import whimsical
from simulator.games.archeos.table import Role
from simulator.match import Match
from simulator.names import written
from simulator.testing import rules_of
from simulator.titles import load_title
from simulator.words import plural

THINGS = (
    *("point", "round", "card", "monkey", "step", "credit", "cube", "arrow", "ticket"),
    *written(Role),
)
ONE, MANY = "|".join(THINGS), "|".join(map(plural, THINGS))
OF = "(?:red |green |blue |yellow |pink |violet )?"
WRONG = {
    "an identifier": r"\w_\w",
    "a list or a value of Python": r"\[|\bNone\b|\bTrue\b|\bFalse\b",
    "several of one": rf"(?<![\w,.-])(?<!seat )1 {OF}(?:{MANY})\b",
    "one of several": rf"\b(?:0|[2-9]|\d\d+) {OF}(?:{ONE})\b",
    "a before a vowel": r"\ba (?!and\b)[aeiou]\w\w",
    "an before a consonant": r"(?<![\w’])an [^aeiou]",
}
SHORT = {"archeos": {"seasons.few_players": 1, "seasons.many_players": 1}}
SETUPS = {  # beside the usual one, with most players
    "archeos": [{"setup.roles": "draft", "setup.sites": "draft"}],
    "excavation": [{"setup.tiles": True}],
}


def wrong_in(line):
    return [name for name, pattern in WRONG.items() if re.search(pattern, line)]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("seat 1 dal_harrai", "an identifier"),
        ("promotes traders of [1, 2]", "a list or a value of Python"),
        ("flies to red c, 1 steps", "several of one"),
        ("1 red guides in hand", "several of one"),
        ("2 pink photographer in hand", "one of several"),
        ("0 monkey out", "one of several"),
        ("sends a orange buyer", "a before a vowel"),
        ("takes an red guide", "an before a consonant"),
    ],
)
def test_a_slip_is_found(line, wrong):
    assert wrong_in(line) == [wrong]


@pytest.mark.parametrize("title", OURS)
def test_told_games_have_words_for_people(title):
    """Random games, with all that a referee is told and the best alternatives to each move."""
    loaded, others = load_title(title), SETUPS.get(title, [])
    for players in loaded.players:
        for changes in (SHORT.get(title, {}), *others * (players == loaded.players[-1])):
            rules = rules_of(loaded, players, changes)
            story = Story(Match(loaded, rules, whimsical(players), "mixed"), 11, players)
            lines = {line.strip() for line in story.lines(explain=True, referee=True)}
            assert not [(wrong, line) for line in lines if (wrong := wrong_in(line))]
