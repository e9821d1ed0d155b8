"""Another language: nothing that a report says is left in English, and figures are its own."""

import ast
import itertools
import re
import shutil
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
import toy
from click.testing import CliRunner
from ours import OURS

import tiltmeter as tm
from analyses.experiments.run_folder import RunFolder
from analyses.findings.names import called, named
from analyses.lab.check.balance_targets import VERDICTS as BUDGET
from analyses.lab.check.balance_targets import BalanceTargets
from analyses.lab.check.target_range import target
from analyses.lab.compare.differences import figure as in_unit
from analyses.lab.compare.differences import in_words, label
from analyses.lab.compare.robust import VERDICTS as GRADES
from analyses.lab.compare.versions import PRINTED
from analyses.lab.metrics import METRICS
from analyses.lab.players.regret import NAMES as TABLES
from analyses.lab.players.yardsticks import YARDSTICKS
from analyses.lab.playtest.playtest import SCALE, WINS
from analyses.lab.report.chapters import chapters_of
from analyses.lab.study.responses import responses_for
from analyses.lab.study.study import end_of
from analyses.language import (
    count,
    figure,
    languages,
    read_language,
    say,
    speaking,
    title_words,
    word,
)
from analyses.questions import QUESTIONS
from reports.appendix import DIGESTS, GLOSSARY
from reports.cells import HEADINGS, MONTHS
from reports.charts.robust import WORDS as STATES
from reports.charts.target import MARKS as TRIED
from reports.first_page import FIX, LIKELY
from reports.html import SCRIPT, render
from reports.look import LIGHTS
from reports.page import page_of
from reports.pdf import FIRST
from reports.remedies import IDEAS
from reports.subjects import FINE, GOING, HARD, SAID
from simulator import titles
from simulator.components import CALLED, SOURCES
from simulator.conformance import CHECKS as RULE_CHECKS
from simulator.factors import levels
from simulator.levers import Levers
from simulator.titles import load_title
from strategies.conformance import CHECKS as BOT_CHECKS
from strategies.registry import strategies_of, strategy
from tiltmeter.cli import main

ROOT = Path(__file__).parent.parent
FRENCH = read_language("fr")
TEMPLATE = ROOT / "reports" / "templates" / "report.html.jinja"
ELSEWHERE = {  # what is no text in the call itself; `known_texts` has them all
    "FINE[name]",
    "IDEAS[one.finding.name]",
    "FIX[len(firm)]",
    "GOING[is_late, many, _is_far(finding)]",
    "LIKELY[len(likely)]",
    "QUESTIONS[name].heading",
    "QUESTIONS[name].measure",
    "HARD[finding.name, math.isfinite(won) and won > 0.5, _is_far(finding)]",
    "SAID[finding.name, _is_far(finding)]",
    "chart.axis",
    "chart.caption",
    "finding.measured",
    "light.meaning",
    "measured[name]",
    "name",
    "one.measured",
    "page.kind",
    "pattern",
    "pictures.heading(title)",
    "question.measure",
    "self.base.measured or scale.measure",
    "self.heading",
    "self.measured",
    "self.measured_of(sample.sides)",
    "self.question",
    "self.rules_out",
    "what",
    "text",
}


# What is said


def texts_said(file):
    """The texts of every call of `say` and `count`, whether they stand in it or have a name."""
    module = ast.parse(file.read_text(encoding="utf-8"))
    for scope in (node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)):
        for call in (node for node in ast.walk(scope) if isinstance(node, ast.Call)):
            name = getattr(call.func, "id", "")
            for text in {"say": call.args[:1], "count": call.args[1:3]}.get(name, ()):
                yield from texts_of(text, scope, module)


def texts_of(node, *scopes):
    match node:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp():
            return texts_of(node.body, *scopes) | texts_of(node.orelse, *scopes)
        case ast.Name():
            for scope in scopes:
                if given := [one for one in ast.walk(scope) if is_given(one, node.id)]:
                    return set().union(*(texts_of(one.value, *scopes) for one in given))
    return {f"?{ast.unparse(node)}"}


def is_given(node, name):
    """Whether a text gets this name here."""
    return isinstance(node, ast.Assign) and any(
        isinstance(target, ast.Name) and target.id == name for target in node.targets
    )


def sources():
    for folder in ("analyses", "reports", "tiltmeter"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            if file.parent.name != "language" and "analyses.language" in file.read_text("utf-8"):
                yield file


def untranslated(texts, words):
    return sorted(text for text in texts if text not in words)


def fields(text):
    return set(re.findall(r"\{[^}]*\}", text))


def test_every_sentence_that_is_said_is_in_the_catalogue():
    """Those of a title's own view and picture are among the title's words."""
    n = 0
    for file in sources():
        title = file.stem if file.parent.name in ("views", "pictures") and file.stem in OURS else ""
        home = load_title(title).home if title else None
        words = {**FRENCH.words, **(title_words(home, "fr") if home else {})}
        said = set(texts_said(file))
        n += len(said)
        assert {text[1:] for text in said if text[:1] == "?"} <= ELSEWHERE, file
        missing = untranslated((t for t in said if t[:1] != "?"), words)
        assert not missing, "\n".join([str(file), *missing])
    assert n > 300
    assert untranslated(["The self-test passes."], {}) == ["The self-test passes."]


def known_texts():
    """What is said of lists and tables that stand elsewhere."""
    for one in QUESTIONS.values():
        yield from (one.heading, one.question, one.measure, one.measured_of(1))
        yield from (one.scale.measure, *filter(None, (one.scale.unit, one.rules_out)))
    yield from (
        *DIGESTS.values(),
        *GLOSSARY,
        *GLOSSARY.values(),
        *SOURCES,
        *SOURCES.values(),
        *CALLED.values(),
    )
    yield from (*FIRST.values(), *FIX.values(), *LIKELY.values(), *IDEAS.values())
    yield from (
        *FINE.values(),
        *GOING.values(),
        *HARD.values(),
        *SAID.values(),
        *SCRIPT,
        *MONTHS,
        *HEADINGS.values(),
        "balance report",
    )
    yield from (light.meaning for light in LIGHTS.values())
    yield from (f"{verdict} (verdict)" for verdict in LIGHTS)
    for one in responses_for(6, is_dealt=True).values():
        yield from (one.about, one.name.replace("_", " "))
        yield from (end_of(one, True), end_of(one, False))
    for name, metric in METRICS.items():
        yield from (metric.about, metric.unit, name.replace("_", " "))
        yield from (label(name), f"{in_words(name)} (metric)")
    yield from (f"{name} ({sense})" for name in QUESTIONS for sense in ("question", "issue"))
    yield from (SCALE.measure, WINS.measure, "player {n} (person)")
    yield from (column for one in YARDSTICKS.values() for column in one.columns)
    for check in (*RULE_CHECKS, *BOT_CHECKS):
        yield check.__name__.replace("_", " ")
    yield from (PRINTED, *GRADES, *STATES.values(), *BUDGET, *TRIED, *TABLES.values())


def table_names():
    """Of every `Table` whose name is a text."""
    for file in sources():
        if file.parent.name in ("questions", "findings", "statistics", "lab"):
            module = ast.parse(file.read_text(encoding="utf-8"))
            for node in ast.walk(module):
                if getattr(getattr(node, "func", None), "id", "") in ("Table", "_bands"):
                    yield from (text for text in texts_of(node.args[1], module) if text[:1] != "?")


def chart_texts():
    """The caption and the axis of every chart that a table declares."""
    for file in sources():
        module = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(module):
            name = getattr(node, "func", None)
            if getattr(name, "id", "") == "Chart" or getattr(name, "attr", "") == "with_":
                said = [one.value for one in node.keywords if one.arg in ("caption", "axis")]
                for one in (*node.args, *said):
                    yield from (text for text in texts_of(one, module) if text[:1] != "?")


def test_headings_glossary_verdicts_and_tables_are_in_the_catalogue():
    described = "nothing: it describes"  # of questions without a verdict, said nowhere
    every = {text for text in (*known_texts(), *table_names(), *chart_texts()) if text != described}
    with speaking(read_language("fr")):
        same = {text for text in every if word(text) == text}
    missing = untranslated(same, FRENCH.words)
    assert not missing, "\n".join(missing)


def test_the_template_says_nothing_by_itself():
    text = TEMPLATE.read_text(encoding="utf-8")
    calls = re.findall(r"\b(?:say|count)\(([^()]*(?:\([^()]*\))?[^()]*)\)", text)
    said = {one for call in calls for one in re.findall(r'"([^"]+)"', call)}
    assert len(said) > 20
    assert untranslated(said, FRENCH.words) == []
    bare = re.sub(r"\{\{.*?\}\}|\{%.*?%\}", "", text, flags=re.DOTALL)
    assert not re.findall(r'(?:aria-label|title|alt)="[^"]*[a-z]', bare)
    assert not re.findall(r"[A-Za-z]{2,}", re.sub(r"<[^>]*>", "", bare))


def test_a_translation_has_the_fields_of_its_sentence():
    for title in (None, *OURS):
        words = read_language("fr", load_title(title).home if title else None).words
        assert [text for text, told in words.items() if fields(text) != fields(told)] == []


def names_of(title):
    """All that reports name of a title, as the language says it."""
    words, levers = title.words, title.levers
    yield from map(word, (*words.sources, *words.endings[1:], *words.tallies, *levers.groups))
    yield from (called(kind, levers) for kind in levers.kinds)
    yield from (word(name, "phase") for name in words.phases)
    for group, opening in levers.opening.items():  # names of places are their own
        yield from map(word, (group, *(one for one in opening.members if one[0].islower())))
    yield from (named(part, levers) for part in levers.removals)
    yield from (word(one.about) for one in (levers.rival.switches if levers.rival else ()))
    for factor in (one for n in title.players for one in levers.factors(n)):
        told = (factor.name, factor.about, factor.member, *itertools.chain(*factor.slots))
        yield from map(word, told)
    yield from (word(values.name) for values in levers.rests_on.values())
    for entry in title.components.entries.values():
        if entry.is_assumed or (type(entry.value) is int and entry.alternatives):
            yield word(entry.about)


@pytest.mark.parametrize("name", OURS)
def test_a_title_has_french_words_for_all_that_reports_name(name):
    title = load_title(name)
    english = list(names_of(title))
    with speaking(read_language("fr", title.home)):
        french = list(names_of(title))
    known = {**FRENCH.words, **title_words(title.home, "fr")}
    same = {
        re.sub(r"\d+", "{n}", one) for one, told in zip(english, french, strict=True) if one == told
    }
    assert untranslated(same - {*known.values()}, known) == []
    assert [one for one in same if known.get(one, one) != one] == []  # it is there and not found


@pytest.mark.parametrize(
    ("name", "english", "french"),
    [
        ("archeos", "dig", "piocher à Chichén Itzá"),  # a site's cards, not a Curator's relic
        ("archeos", "extra (phase)", "expédition supplémentaire"),
        ("excavation", "idle", "actions sans effet"),
        ("excavation", "offloaded", "refourguées"),
        ("excavation", "soil survey", "sondage des sols"),
        ("excavation", "dal harrai", "Dal-Harrai"),
        ("expeditions", "keys given away", "lieux clés défaussés"),
    ],
)
def test_a_titles_french_words_are_those_of_its_rulebook(name, english, french):
    assert title_words(load_title(name).home, "fr")[english] == french


@pytest.mark.parametrize("name", OURS)
def test_every_parameter_of_a_title_is_told_in_french(name):
    """The studio's forms show all of them."""
    title = load_title(name)
    with speaking(read_language("fr", title.home)):
        told = [title.about, *(one.about for one in title.components.entries.values())]
        assert [one for one in told if word(one) == one] == []


@pytest.mark.parametrize("name", OURS)
def test_how_every_bot_of_a_title_plays_is_told_in_french(name):
    """The studio tells it beside their names; `level` is offered by its levels there."""
    title = load_title(name)
    bots = [one for name, one in strategies_of(title).items() if name != "level"]
    with speaking(read_language("fr", title.home)):
        assert [one.about for one in bots if word(one.about) == one.about] == []
        weights = [re.findall("`.*?`", one.about) for one in bots]
        assert [re.findall("`.*?`", word(one.about)) for one in bots] == weights


@pytest.mark.parametrize("name", OURS)
def test_players_are_called_as_they_are_typed(name):
    """In charts, tables and sentences alike."""
    title = load_title(name)
    with speaking(read_language("fr", title.home)):
        assert [one for one in strategies_of(title) if word(one) != one] == []


# A report of a title that nobody has translated but for a few words


class Texts(HTMLParser):
    """All that can be read or heard: in the page, in its charts, in labels."""

    def __init__(self, text):
        super().__init__()
        self.found, self.silent = set(), 0
        self.feed(re.sub(r'<span class="whole">([^<]*)</span>', r"\1", text))  # parts of a sentence

    def handle_starttag(self, tag, attributes):
        self.silent += tag in ("script", "style", "pre", "code")
        said = dict(attributes)
        self.found |= {said[key].strip() for key in ("aria-label", "title") if said.get(key)}

    def handle_endtag(self, tag):
        self.silent -= tag in ("script", "style", "pre", "code")

    def handle_data(self, data):
        if not self.silent:
            self.found.add(" ".join(data.split(" ")).strip())


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    out = tmp_path_factory.mktemp("runs") / "toy"
    words = ["simulate", "toy", "-p", "3", "-n", "120", "-s", "chooser,chooser:choice=1,random"]
    words += ["--design", "self-play,round-robin,luck", "--out", str(out), "--quiet"]
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 0, told.output
    return RunFolder(out)


@pytest.fixture(scope="module")
def french(run):
    words = ["report", str(run.path), "--language", "fr", "--only", "html"]
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 0, told.output
    return (run.path / "report.html").read_text(encoding="utf-8")


NAMES = "Toy toy lone box beats chooser choice random greedy tiltmeter python numpy polars"


def left_in_english(english, french, home):
    """What two pages have in common, but for names, figures and words that are the same in both."""
    words = read_language("fr", home).words.values()
    names = {one[:3] for one in NAMES.split()}
    return {
        text
        for text in Texts(english).found & Texts(french).found
        if re.search("[a-z]{3}", text)
        and re.sub(r"\d+", "{n}", text) not in words
        and not re.fullmatch(r"[0-9a-f]{16}|[\w.+-]*\d[\w.+-]*|(SVG|PNG|CSV).*", text)
        and not {one[:3] for one in re.findall("[a-z]{3,}", text)} <= names
    }


def test_a_report_in_french_keeps_nothing_of_the_english_one(run, french):
    english = render(page_of(chapters_of([run])))
    assert '<html lang="fr">' in french
    assert left_in_english(english, french, toy.TITLE.home) == set()


# Pages of other verbs


def lone():
    """The toy with a factor, for a study."""
    sizes = levels(
        "sizes",
        "what beating is worth",
        "size",
        {f"beats {n}": {"box.beats": n} for n in range(3)},
    )
    return replace(toy.TITLE, name="lone", levers=Levers(factors=lambda players: (sizes,)))


RANGES = (
    target("mean_score", "1 to 2"),
    target("turn_order_spread", "<= 90%"),
    target("endings", "balanced"),
)
FEW, SOME = {"players": 2, "games": 60}, ["mean_score", "forced_moves"]
VERBS = {
    "compare": lambda shop: shop.compare("toy", {"box.beats": 5}, **FEW),
    "sweep": lambda shop: shop.sweep("toy", {"box.beats": [0, 4]}, SOME, **FEW),
    "target": lambda shop: shop.sweep(
        "toy", {"box.beats": range(5)}, target="mean_score>103", **FEW
    ),
    "check": lambda shop: shop.check(
        BalanceTargets(toy.TITLE, 60, (), {2: RANGES}, {}), robust=True
    ),
    "study": lambda shop: shop.study("lone", "sizes", **FEW),
}


@pytest.mark.parametrize("name", VERBS)
def test_every_page_in_french_keeps_nothing_of_the_english_one(name, monkeypatch, tmp_path_factory):
    folder = tmp_path_factory.getbasetemp() / "verbs"
    monkeypatch.setitem(titles._guests, "lone", lone)
    strategy("lone", name="greedy", doc="Always makes one choice.")(toy.chooser)
    shop, pages = tm.Workshop(folder / "runs", jobs=1), []
    for language in ("en", "fr"):
        with shop.speaking(language, "toy"):
            only = "" if name == "study" else "html"  # an étude has an accent in its heading
            written = shop.write(VERBS[name](shop), folder / language, only, "tiltmeter")
        pages.append(written.files[0].read_text(encoding="utf-8"))
    assert '<html lang="fr">' in pages[1]
    assert left_in_english(*pages, toy.TITLE.home) == set()


def test_a_command_speaks_the_language_asked_for(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["compare", "toy", "--set", "box.beats=5", "-p", "2", "-n", "60"]
    told = CliRunner().invoke(main, [*words, "--language", "fr"])
    assert "Avec box.beats=5 (au lieu de 2)\u00a0: " in told.stdout
    assert "60 parties de chaque version sur les mêmes mélanges, graine 1" in told.stdout
    assert say("; ") == "; "
    told = CliRunner().invoke(main, [*words, "--language", "fre"])
    assert "Did you mean 'fr'?" in told.output


def lines_told(words):
    """Those of a command in the terminal that have words in them, but for games told."""
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 0, told.output
    lines = (line for line in told.stdout.splitlines() if not re.match(r"  |\d+\. ", line))
    return {line for line in lines if re.search("[a-z]{3}.*[a-z]{3}", line)}


@pytest.mark.parametrize("command", ["sweep", "study", "factors", "analyse", "coach"])
def test_a_terminal_keeps_no_line_of_the_english_one(command, run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(titles._guests, "lone", lone)
    strategy("lone", name="greedy", doc="Always makes one choice.")(toy.chooser)
    words = {
        "sweep": ["sweep", "toy", "box.beats=0,4", "-p", "2", "-n", "40"],
        "study": ["study", "lone", "sizes", "-p", "2", "-n", "60"],
        "factors": ["study", "lone"],
        "analyse": ["analyse", str(run.path)],
        "coach": ["coach", "toy", "-s", "random", "-p", "2", "-n", "30", "--rollouts", "60"],
    }[command]
    english, french = (lines_told([*words, "--language", code]) for code in ("en", "fr"))
    assert english
    assert english & french == set()


REAL_TABLES = "table,seat,score\n1,1,98\n1,2,104\n2,1,101\n2,2,99\n3,1,107\n3,2,95\n"
TARGETS = """
game = "toy"
players = [2]
games = 60
[targets]
mean_score = "1 to 2"
turn_order_spread = "<= 90%"
endings = "balanced"
"""
UNEVEN = ["--set", "box.bonus=[8, 0, 0, 0]"]
COMMANDS = {
    "advise": ["advise", "toy", "-p", "2", "-n", "300", *UNEVEN, "--only", "box.bonus"],
    "advise nothing": ["advise", "toy", "-p", "2", "-n", "120", "--keep", "box.value"],
    "exploit": ["exploit", "toy", "-s", "chooser", "-p", "2", "-n", "40", "--tables"],
    "ladder": ["ladder", "toy", "-p", "2", "-n", "40", "--rollouts", "4,8"],
    "tune": ["tune", "toy", "chooser", "-p", "3", "-n", "40", "--generations", "2"],
    "playtest": ["playtest", "toy", "real.csv", "-n", "100"],
    "check": ["check", "targets.toml", "--robust"],
    "verify": ["verify", "toy"],
    "compare": ["compare", "toy", "--set", "box.beats=5", "-p", "2", "-n", "60", "--tables"],
}


def sentences_told(words):
    """Every line of a command that has two words of a language, not only names and commands."""
    told = CliRunner().invoke(main, words)
    assert told.exit_code in (0, 1, 3), told.output
    lines = (line.strip() for line in (told.stdout + told.stderr).splitlines())
    names = re.compile(rf"\b(box\.\w+|Elo|search|{'|'.join(NAMES.split())})\b")
    plain = {line: names.sub("", line) for line in lines if "tiltmeter " not in line}
    return {line for line, rest in plain.items() if re.search("[a-z]{3}.* [a-z]{3}", rest)}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_in_french_prints_no_english_line(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tiltmeter.progress.PLAIN_EVERY", 0.0)  # a line for every block of games
    Path("real.csv").write_text(REAL_TABLES)
    Path("targets.toml").write_text(TARGETS)
    english = sentences_told([*COMMANDS[name], "--language", "en"])
    shutil.rmtree("runs", ignore_errors=True)
    french = sentences_told([*COMMANDS[name], "--language", "fr"])
    assert len(english) > 2
    assert english & french == set()
    assert [one for one in french if ENGLISH_WORDS.search(one)] == []


ENGLISH_WORDS = re.compile(r"\b(the|of|with|games|shuffles|wins|is|are|and|each|fair)\b")


# Names that only the code uses

OF_CODE = re.compile(r"(?<![\w./=-])[a-z]+(_[a-z0-9]+)+(?![\w/=(-]|\.\w)")  # no part of a path


def names_of_code(text, title):
    lines = (line for line in text.splitlines() if "tiltmeter " not in line)
    return {found.group() for line in lines for found in OF_CODE.finditer(line)} - {title}


def test_names_of_code_are_found():
    assert names_of_code("Held by dal_harrai.\ntiltmeter play lost_cities", "") == {"dal_harrai"}
    assert names_of_code("tracks_b.red_compass of lost_cities", "lost_cities") == set()


@pytest.mark.parametrize(("name", "players"), [(one, 2) for one in OURS] + [("excavation", 1)])
def test_no_finding_of_a_small_run_uses_a_name_of_the_code(name, players, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["simulate", name, "-p", str(players), "-n", "40", "--out", "run", "--quiet"]
    assert CliRunner().invoke(main, words).exit_code == 0
    for language in ("en", "fr"):
        told = CliRunner().invoke(main, ["analyse", "run", "--language", language])
        assert told.exit_code == 0, told.output
        assert len(told.stdout.splitlines()) > 40
        assert names_of_code(told.stdout, name) == set()


def test_an_option_of_a_member_is_named_by_the_words_of_its_game():
    title = load_title("archeos")
    assert called("lead-student", title.levers) == "Student (lead)"
    for language, told in (
        ("en", "Student as expedition leader"),
        ("fr", "Étudiant comme chef d’expédition"),
    ):
        with speaking(read_language(language, title.home)):
            assert called("lead-student", title.levers) == told


def test_what_a_report_tells_in_the_terminal_is_in_the_language_too(run, tmp_path):
    words = ["report", str(run.path), "--only", "html", "--out", str(tmp_path)]
    told = CliRunner().invoke(main, [*words, "--export", str(tmp_path / "x"), "--language", "fr"])
    assert re.search(r"^Analyse de .+ parties …$", told.stderr, re.MULTILINE)
    assert re.search(r"^\d+ tableaux et graphiques dans .+x$", told.stderr, re.MULTILINE)
    assert re.search(r"^Écrit en \d+ s\u00a0:$", told.stderr, re.MULTILINE)


def test_figures_are_written_as_the_language_writes_them(run):
    assert (figure(1234.5, ",.1f"), say("{n:,} games", n=1000)) == ("1,234.5", "1,000 games")
    assert say("after {later:.0%} of the game", later=0.8) == "after 80% of the game"
    with speaking(read_language("fr")):
        assert figure(1234.5, ",.1f") == "1\u202f234,5"
        told = say("after {later:.0%} of the game", later=0.8)
        assert told == "après 80\u00a0% de la partie"
        assert count(0, "{n} player", "{n} players") == "0 joueur"
        assert count(2, "{n} player", "{n} players") == "2 joueurs"
        assert [in_unit(n, "points") for n in (1.2, -2)] == ["1,20 point", "-2,00 points"]
        assert say("Win rate alone at tables of {player}", player="allround").endswith(
            " d’allround"
        )
        assert (word("seat 3"), word("Seat"), word("round limit, no")) == (
            "siège 3", "Siège", "limite de tours, non",
        )  # fmt: skip
        assert say("{name}: {figure}", name="deal", figure="{x}") == "donne\u00a0: {x}"
        assert say("--by {name!s}", name="deal") == "--by deal"
    assert word("seat 3") == "seat 3"


def test_a_language_that_is_not_there_is_told(run, tmp_path):
    assert languages() == ["en", "fr"]
    told = CliRunner().invoke(main, ["report", str(run.path), "--language", "fre"])
    assert told.exit_code == 2
    assert "Unknown language 'fre'. Did you mean 'fr'?" in told.output
    (tmp_path / "words.fr.toml").write_text('"deal" = 3\n')
    with pytest.raises(Exception, match="'deal' must be a text"):
        title_words(tmp_path, "fr")


# The studio


STUDIO = ROOT / "tiltmeter" / "studio" / "templates"
SAY = re.compile(r'\bsay\("([^"]+)"')
COUNT = re.compile(r'\bcount\([^"]*,\s*"([^"]+)",\s*"([^"]+)"')


def said_in(template):
    """The texts of all calls of `say` and `count`."""
    text = template.read_text(encoding="utf-8")
    yield from SAY.findall(text)
    for both in COUNT.findall(text):
        yield from both


def test_the_studios_templates_say_nothing_by_themselves():
    files = sorted(STUDIO.glob("*.jinja"))
    said = {text for file in files for text in said_in(file)}
    assert len(said) > 80
    assert untranslated(said, FRENCH.words) == []
    for file in files:
        bare = re.sub(
            r"\{#.*?#\}|\{\{.*?\}\}|\{%.*?%\}", "", file.read_text("utf-8"), flags=re.DOTALL
        )
        bare = re.sub(r"\{[{%][^}]*\}\}?", "", bare)
        assert not re.findall(r'(?:aria-label|title|alt)="[^"]*[a-z]', bare), file
        read = re.sub(r"<[^>]*>", "", bare)
        assert set(re.findall(r"[A-Za-zç]{2,}", read)) <= {"English", "Français"}, file
