"""Moves, positions and what happens meanwhile, in French up to the last word."""

import functools
import re
from contextlib import contextmanager

import pytest
from ours import OURS

from analyses.language import read_language, speaking, word
from simulator import conformance, telling
from simulator.match import Match
from simulator.titles import load_title
from strategies.registry import line_up

DRAFT = {"setup.roles": "draft", "setup.sites": "draft"}


class Recorder:
    """Says what it is told to say, and notes what no catalogue has."""

    def __init__(self, speaker, known):
        self.speaker, self.known, self.missing = speaker, known, set()
        self.once = functools.cache(self._note_one)  # of a game the same is said again and again

    def say(self, text, **fields):
        self._note(text, fields)
        return self.speaker.say(text, **fields)

    def count(self, n, one, many, **fields):
        for text in (one, many):
            self._note(text, fields)
        return self.speaker.count(n, one, many, **fields)

    def _note(self, text, fields):
        for name in ("", *fields):
            value = fields.get(name, "")
            self.once(text, name, value if isinstance(value, str) else "")

    def _note_one(self, text, name, value):
        if text not in self.known and re.search("[a-z]{2}", re.sub(r"\{[^}]*\}", "", text)):
            self.missing.add(text)
        is_told = not re.search(rf"{{{name}[:}}]", text)  # {x!s} is a sentence of its own
        if value and not is_told and re.search("[a-z]{2}", value):
            spellings = {value, re.sub(r"\d+", "{n}", value)}
            if word(value) == value and not spellings & {*self.known}:
                self.missing.add(value)


@contextmanager
def listening(title):
    french = read_language("fr", title.home)
    with speaking(french):
        heard = Recorder(telling.speaker.get(), french.words)
        before = telling.speaker.set(heard)
        try:
            yield heard
        finally:
            telling.speaker.reset(before)


def match_of(title, players, changes=()):
    rules = title.rules_for(title.components.with_changes(dict(changes)), players)
    return Match(title, rules, line_up(title, ["random"], players), "mixed")


def told_to_others(title):
    """What `words_never_fail` does not ask."""
    for players in title.players:
        match = match_of(title, players)
        for decision in match.tell(9, 0):
            if title.words.public:
                title.words.public(decision.game, match.rules, decision.move)
            if title.words.pieces:
                title.words.pieces(decision.game, match.rules)


@pytest.mark.parametrize("name", OURS)
def test_every_sentence_of_a_title_is_known_in_french(name):
    title = load_title(name)
    with listening(title) as heard:
        conformance.words_never_fail(title)
        told_to_others(title)
    assert sorted(heard.missing) == []


def test_a_draft_is_told_in_french():
    title = load_title("archeos")
    with listening(title) as heard:
        for number in range(2):
            match, before = match_of(title, 3, DRAFT), None
            words, rules = title.words, match.rules
            for decision in match.tell(number, 0):
                game = decision.game
                [words.move(game, rules, one) for one in decision.moves]
                words.heading(game, rules), words.position(game, rules), words.pieces(game, rules)
                if before:
                    words.meanwhile(*before, game, rules), words.unseen(*before, game, rules)
                before = (game.copy(), decision.move)
    assert sorted(heard.missing) == []


@pytest.mark.parametrize("name", OURS)
def test_no_english_word_is_left(name):
    """Sentences that go around `tell` would be the same in both languages."""
    title = load_title(name)
    match = match_of(title, title.players[-1])
    decisions = [(one.game.copy(), one.move) for one in match.tell(3, 0)]

    def told():
        return [title.words.move(game, match.rules, move) for game, move in decisions]

    english = told()
    with speaking(read_language("fr", title.home)):
        french = told()
    same = {one for one, other in zip(english, french, strict=True) if one == other}
    assert same == set()
