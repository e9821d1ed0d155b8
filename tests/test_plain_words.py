"""README and docs in plain words: short sentences, and the words that the field already has.

`mean_words`, `longest` and `banned_in` take any text, so that other tests can hold sentences of
the program and of reports against the same list. `prose` and `told` take Markdown to pieces first.
"""

import ast
import re
from pathlib import Path

import pytest
import test_language

from tiltmeter.cli import main

ROOT = Path(__file__).parent.parent
PAGES = sorted(str(page.relative_to(ROOT)) for page in (ROOT / "docs").rglob("*.md"))
LONG, LONGEST, BULLET = 18, 40, 15

BANNED = {  # what is not said any more: how to find it, and what is said instead
    "win share": (r"\bwin shares?\b|\bshares? of (the )?wins\b", "win rate"),
    "even share": (r"\beven shares?\b|% is even\b|\beven is \d", "fair share"),
    "members": (r"\bmembers?\b", "the group's own noun: faction, role, card"),
    "holders": (r"\bholders?\b", "the faction or role itself: it wins"),
    "the box": (r"\b(the|this|every|altered) box\b|\bnumbers? of the box\b", "game value"),
    "component": (r"\bcomponents?\b", "parameter"),
    "reconstructed": (r"\breconstruct\w*|\bha(s|ve) no source\b", "assumed"),
    "metric": (r"\bgauges?\b", "metric"),
    "band": (r"\bbands?\b", "target range"),
    "budget": (r"\bbudgets?\b", "balance targets"),
    "surely": (r"\bsurely\b|\bno sure\b", "clearly"),
    "95 % interval": (r"95 ?% intervals?\b|intervals? that hold together", "95% CI"),
    "a space before %": (r"\d %", "47%"),
    "(44.8 to 49.0 %)": (r"\(\d[\d.,]* ?%? to \d[\d.,]* ?%?\)", "(45–49%)"),
    "would tell": (r"\bwould tell\b|\bcannot tell\b", "needs about N games to settle"),
    "title": (r"\btitles?\b", "game"),
    "watch": (r"\bwatch(ed|ing)?\b", "borderline"),
    "level": (r"\*level\*|\b(is|are|was|were|stays?|becomes?|nearly|of|a) level\b", "balanced"),
    "not tilted": (
        r"(?<!inconclusive, )\bnot tilted\b|\bnot decided\b|\*unknown\*",
        "inconclusive",
    ),
    "fact": (r"\*facts?\*|\ba fact without\b", "info"),
    "depends on the players": (r"\bdepends on the players\b", "skill-dependent"),
    "race without memory": (r"\brace without memory\b", "no-snowball baseline"),
    "cut off": (r"\bcut off\b", "hit the round limit"),
    "decided by the deal": (r"\bdecided by the deal\b|\bleft to chance\b", "setup luck"),
    "dead turns": (r"\bdead turns?\b", "forced moves"),
    "what scores differ by": (r"\bscores differ (most )?by\b", "where points come from"),
    "decision": (r"\bdecisiveness\b|\*decision\*", "runaway leader"),
    "seats": (r"\bfirst_seat\b|\bseat_spread\b", "turn order"),
    "numbers without source": (r"\bno source of\b|\bwithout sources?\b", "assumed values"),
    "gain": (r"\bgains? of ×|×\s?\d[\d.]* gain\b", "variance reduction ×1.9"),
    "ways to win": (r"\bways to win\b", "viable strategies"),
    "power of options": (r"\bpower of (the |an )?options?\b", "value of each option"),
    "trust": (r"\*trust\*", "how sure is this?"),
    "mend": (r"\bmend(s|ed|ing)?\b", "fix"),
    "beside": (r"\bbeside\b", "compared with, next to"),
    "deals": (
        r"\b(same|fresh|other|own|new|these|those|few|many|each|every|\d+|of|on|by) deals?\b",
        "shuffles",
    ),
    "rival": (r"\brivals?\b", "opponent, automa"),
    "house": (r"\bthe house\b", "layout"),
    "room": (r"\brooms\b|\bthe room\b", "package"),
    "light": (r"\b(every|each|which|other|a|the|tilted|all) lights?\b(?! (theme|mode))", "issue"),
    "the one asked": (r"\bthe (one|player) asked\b|\basked (of|again)\b", "the bot used here"),
    "a player that searches": (
        r"\bplayers? (that|who) search(es)?\b|\bsearching players?\b|\bplayers? that thinks?\b",
        "look-ahead bot",
    ),
    "mirror": (r"\bmirror (games?|tables?)\b|\brestricted play\b|\bleaning\b", "self-play"),
    "go by": (r"\b(go|goes|went|going) by\b", "use"),
}
ALLOWED = {  # where a word is meant otherwise: page, word, and what it is in
    ("docs/renamed.md", "*"): "the page that says what old names are called now",
    ("docs/levels.md", "level"): "a level of skill",
    ("docs/how-to/human-playtests.md", "level"): "a level of skill",
    ("docs/studio.md", "watch"): "to look at a game that is played",
}


def without_code(markdown):
    """Blocks of code go; a piece of code in a line counts as one word."""
    text = re.sub(r"^( *)```.*?^\1```$", "", markdown, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`]*`|<code>.*?</code>", "code", text)


def told(markdown):
    """All words that a reader sees, those of tables, headings and links among them."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", without_code(markdown))
    return re.sub(r"<[^>]+>", "", text)


def prose(markdown):
    """The paragraphs and points of lists, each a text of its own, without headings and tables."""
    lines = [line for line in told(markdown).splitlines() if not re.match(r"\s*(\||#)", line)]
    blocks = re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )", "\n".join(lines))
    blocks = [re.sub(r"^\s*(?:[-*]|\d+\.) ", "", block) for block in blocks]
    return [" ".join(re.sub(r"[*_]{1,2}", "", block).split()) for block in blocks if block.strip()]


def sentences(text):
    """Of one paragraph; a point within a number or before a small letter ends none."""
    parts = re.split(r"(?<=[.!?])[\"”)]?\s+(?=[\"“(]?[A-ZÉ0-9−-]|code\b)", text.strip())
    return [part for part in parts if re.search(r"\w", part)]


def lengths(text):
    return [len(re.findall(r"\S*\w\S*", one)) for one in sentences(text)]


def mean_words(text):
    """Words of a sentence, on average."""
    counted = lengths(text)
    return sum(counted) / len(counted) if counted else 0.0


def banned_in(text):
    """What of the list a text says, with what to say instead."""
    return [
        f"{found.group(0)!r}: say {instead}"
        for pattern, instead in BANNED.values()
        for found in re.finditer(pattern, text, re.IGNORECASE)
    ]


def allowed_in(page):
    return {word for where, word in ALLOWED if where == page}


def read(page):
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", ["README.md", *PAGES])
def test_sentences_of_a_page_are_short(page):
    counted = [length for block in prose(read(page)) for length in lengths(block)]
    assert not counted or sum(counted) / len(counted) <= LONG
    long = [one for b in prose(read(page)) for one in sentences(b) if lengths(one)[0] > LONGEST]
    assert not long


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", *PAGES])
def test_no_page_says_the_words_of_before(page):
    allowed = allowed_in(page)
    text = told(read(page))
    said = {word: re.findall(p[0], text, re.IGNORECASE) for word, p in BANNED.items()}
    assert "*" in allowed or not {word: n for word, n in said.items() if n and word not in allowed}


@pytest.mark.parametrize("page", ["README.md", *PAGES])
def test_no_sentence_begins_with_a_pronoun_that_asks_but_questions(page):
    begun = [
        one for b in prose(read(page)) for one in sentences(b) if re.match(r"(Who|Of|What) ", one)
    ]
    assert [one for one in begun if not one.endswith("?")] == []


@pytest.mark.parametrize("page", ["README.md", *PAGES])
def test_a_game_is_called_a_game_in_commands_too(page):
    assert not re.search(r"\bTITLE\b", read(page))


def test_every_exception_is_still_needed():
    for page, word in ALLOWED:
        text = told(read(page))
        assert any(re.search(BANNED[w][0], text, re.I) for w in BANNED if word in ("*", w)), page


def test_the_readme_fits_two_screens():
    assert len(read("README.md").splitlines()) <= 120


def bullets(release):
    blocks = re.split(r"^- ", release, flags=re.MULTILINE)[1:]
    return [" ".join(told(block).split("\n\n")[0].split("\n#")[0].split()) for block in blocks]


def test_the_changelog_has_short_points_under_the_usual_headings():
    text = read("CHANGELOG.md")
    assert re.search(r"^## \[Unreleased\]$", text, re.MULTILINE)
    headings = re.findall(r"^### (.*)$", text, re.MULTILINE)
    assert {*headings} <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert len(bullets(text)) > 20
    assert [one for one in bullets(text) if len(re.findall(r"\S*\w\S*", one)) > BULLET] == []


def test_the_version_is_the_newest_release():
    (version,) = re.findall(r'^version = "(.*)"$', read("pyproject.toml"), re.MULTILINE)
    assert re.findall(r"^## \[(\d[\d.]*)\]", read("CHANGELOG.md"), re.MULTILINE)[0] == version


class TestCounting:
    TEXT = (
        "# A heading\n\nOne two three. Four `tiltmeter play` six!\n\n| a | table |\n\n- a point\n"
    )

    def test_prose_leaves_out_headings_tables_and_code(self):
        assert prose(self.TEXT + "\n```sh\nnot counted here\n```\n") == [
            "One two three. Four code six!", "a point",
        ]  # fmt: skip

    def test_words_of_a_sentence(self):
        assert mean_words("One two three. Four five.") == 2.5
        assert lengths("It wins 47.5% (45–49%). Then e.g. this.") == [4, 3]

    def test_links_are_read_by_their_words(self):
        assert told("See [the glossary](glossary.md#win-rate).") == "See the glossary."

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("Holders of Gul win 46.9 % where 25.0 % is even.", 4),
            ("The band of a gauge is surely out.", 3),
            ("Kutu Kuti wins 47% (45–49%); a fair share is 25%.", 0),
            ("It wins 46.9 (44.8 to 49.0 %).", 1 + 1),
            ("Both versions use the same deals.", 1),
            ("Chance deals each player a role.", 0),
        ],
    )
    def test_words_of_before_are_found(self, text, found):
        assert len(banned_in(text)) == found


ERRORS = ("UserError", "Misuse", "unknown", "not_found", "info", "warning", "echo")
NAMES = r"\{[^}]*\}|--[\w-]+"  # what a program fills in, and options as they are typed
MEANT = {  # where a word is meant otherwise, in the program
    "percent of players fill the box": "a box of the sheet of Lost Cities",
    "Title on the cover": "the title of a cover",
    "has no source": "the key 'source' of a value",
    "layouts.reconstructed": "the name of a layout",
    "member": "a name that columns of a sheet may have",
    "atch it again": "to look at a game that was played",
    "Watch": "to look at a game that is played",
}


def said_by_program():
    """Every sentence of findings and reports, every help text, and every error."""
    for file in test_language.sources():
        yield from (text for text in test_language.texts_said(file) if text[:1] != "?")
    for folder in ("reports", "tiltmeter"):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in (".jinja", ".js"):
                yield from re.findall(r'\bsay\("([^"]*)"', file.read_text(encoding="utf-8"))
    for command in main.commands.values():
        yield command.help or ""
        yield from (getattr(one, "help", None) or "" for one in command.params)
    for package in ("simulator", "strategies", "analyses", "reports", "tiltmeter"):
        for file in sorted((ROOT / package).rglob("*.py")):
            yield from errors_in(ast.parse(file.read_text(encoding="utf-8")))


def errors_in(module):
    for call in (node for node in ast.walk(module) if isinstance(node, ast.Call)):
        if getattr(call.func, "id", getattr(call.func, "attr", "")) in ERRORS:
            parts = [part for one in call.args[:2] for part in ast.walk(one)]
            yield from (
                part.value
                for part in parts
                if isinstance(part, ast.Constant) and isinstance(part.value, str)
            )


def test_no_sentence_of_the_program_says_the_words_of_before():
    said = {re.sub(NAMES, "", text) for text in said_by_program()}
    assert len(said) > 1000
    found = {text: banned_in(text) for text in said if not any(one in text for one in MEANT)}
    assert {text: words for text, words in found.items() if words} == {}


def test_sentences_of_findings_and_reports_are_short():
    texts = [
        text
        for file in test_language.sources()
        for text in test_language.texts_said(file)
        if text[:1] != "?" and text.endswith(".")
    ]
    counted = [length for text in texts for length in lengths(text)]
    assert len(counted) > 400
    assert sum(counted) / len(counted) <= LONG
