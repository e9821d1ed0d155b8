"""Words of told games: nothing that a program would say and a person would not."""

import re

import pytest
from ours import OURS

from analyses.experiments.story import Story
from analyses.findings.names import called, named
from analyses.language import read_language, speaking, title_words, word
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
            assert not [line for line in lines if kinds_in(line, loaded)]


def kinds_in(text, title):
    """Kinds of moves by the names that only `never=` takes, as in power-gul."""
    return [kind for kind in title.levers.kinds if "-" in kind and kind in text]


def labels_of(title):
    """All that reports and answers name of a game, as English says it."""
    words, levers = title.words, title.levers
    yield from (called(kind, levers) for kind in levers.kinds)
    yield from (named(part, levers) for part in levers.removals)
    for name in (*words.sources, *words.tallies, *words.endings[1:], *levers.groups):
        yield word(name.replace("_", " "))
    yield from (word(name, "phase") for name in words.phases)
    for players in title.players:
        for factor in levers.factors(players):
            yield from (word(one.replace("_", " ")) for one in factor.members)
            yield word(factor.about)
    for opening in levers.opening.values():
        yield from map(word, opening.members)


def setups_of(title):
    """What the players choose at setup, and what they can choose."""
    for path, entry in title.components.entries.items():
        yield from map(word, (path, *(f"{path}={one}" for one in entry.alternatives)))
        yield word(f"{path}={entry.value}")


@pytest.mark.parametrize("title", OURS)
def test_what_a_game_names_is_named_as_people_do(title):
    loaded = load_title(title)
    with speaking(read_language("en", loaded.home)):
        labels = [*labels_of(loaded)]
    assert len(labels) > 30
    assert [label for label in labels if "_" in label or kinds_in(label, loaded)] == []


@pytest.mark.parametrize(
    ("title", "before", "now"),
    [
        ("excavation", "power-kutu-kuti", "Kutu Kuti"),
        ("excavation", "trader", "sending a trader"),
        ("archeos", "step-violet", "a step on the violet site"),
        ("expeditions", "to-blue", "an arrow to a blue place"),
        ("lost_cities", "arrow-top", "reaching a top by arrow"),
    ],
)
def test_kinds_of_moves_have_names(title, before, now):
    loaded = load_title(title)
    with speaking(read_language("en", loaded.home)):
        assert called(before, loaded.levers) == now


@pytest.mark.parametrize(
    ("title", "tally", "now"),
    [("excavation", "dug", "relics dug"), ("archeos", "led patron", "led by the Patron")],
)
def test_what_is_counted_has_a_name(title, tally, now):
    with speaking(read_language("en", load_title(title).home)):
        assert word(tally) == now


@pytest.mark.parametrize("title", OURS)
def test_readable_names_are_of_something_and_are_said_once(title):
    """A name that is looked up twice stays what it is."""
    loaded = load_title(title)
    names = title_words(loaded.home, "en")
    assert {*names.values()}.isdisjoint(names)
    with speaking(read_language("en", loaded.home)):
        labels = {*labels_of(loaded), *setups_of(loaded)}
    plain = {label for label in names.values() if "{" not in label}
    assert plain <= labels
