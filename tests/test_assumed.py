"""Values that no source gives are marked where a command varies or ranks them, and only there."""

import json
from dataclasses import replace

import pytest
import toy
from ours import OURS
from test_advise import LEVELLED, advice
from test_cli import folder as folder
from test_cli import tiltmeter
from test_examples import GAMES

import tiltmeter as tm
from analyses.experiments.experiment import experiment
from analyses.findings.assumed import assumed_told, assumed_values
from analyses.findings.finding import Finding
from analyses.lab.search.advise import Advised
from analyses.lab.study.plan import factors_of, varied
from analyses.language import read_language, speaking
from simulator import titles
from simulator.components import Components
from simulator.factors import levels
from simulator.game import Game
from simulator.levers import Levers, Values
from simulator.names import numbered
from simulator.titles import load_title
from strategies.registry import strategy

FEW = ["-p", "2", "-n", "40", "--jobs", "1"]
LINE = "Assumed values: {}. No source gives them, so check them before you act on this."


def guessed():
    """The toy, of which nobody knows what beating is worth, nor what the deal brings."""
    known = toy.TITLE.components.entries
    guesses = {
        path: replace(known[path], source=source)
        for path, source in (("box.beats", "reconstructed"), ("box.deal", "heritage"))
    }
    sizes = levels("sizes", "what beating is worth", "size",
                   {f"beats {n}": {"box.beats": n} for n in range(2)})  # fmt: skip
    values = levels("values", "what the first choice is worth", "value",
                    {f"worth {n}": {"box.value": [n, 1, 2]} for n in range(2)})  # fmt: skip
    box = Components({**known, **guesses})
    return replace(
        toy.TITLE, name="guessed", components=box, levers=Levers(factors=lambda n: (sizes, values))
    )


@pytest.fixture
def toys(folder, monkeypatch):
    monkeypatch.setitem(titles._guests, "guessed", guessed)
    strategy("guessed", name="greedy", doc="Always makes one choice.")(toy.chooser)
    return folder


def told(*words):
    """The last paragraph of a command, on one line."""
    done = tiltmeter(*words, *FEW)
    assert done.exit_code in (0, 1, 3), done.output
    last = " ".join(done.stdout.strip().rpartition("\n\n")[2].split())
    return last.partition(" 80 games in ")[0]  # which a study ends with


@pytest.mark.parametrize(
    ("command", "of_a_guess", "of_a_source"),
    [
        ("sweep", ["box.beats=0,4"], ["box.bonus[1]=0,4"]),
        ("compare", ["--set", "box.beats=5"], ["--set", "box.bonus[1]=5"]),
        ("study", ["sizes"], ["values"]),
    ],
)
def test_what_is_varied_is_marked_where_no_source_gives_it(toys, command, of_a_guess, of_a_source):
    assert told(command, "guessed", *of_a_guess) == LINE.format("box.beats")
    assert "Assumed" not in tiltmeter(command, "guessed", *of_a_source, *FEW).stdout
    answer = json.loads(tiltmeter(command, "guessed", *of_a_guess, *FEW, "--json").stdout)
    assert answer["findings"][0]["assumed"] == ["box.beats"]


def test_a_target_that_is_searched_for_is_marked_too(toys):
    words = ["sweep", "guessed", "box.beats=0..3", "--target", "mean_score>103"]
    assert told(*words) == LINE.format("box.beats")


def test_a_value_that_the_user_gives_for_both_versions_is_the_users_own(toys):
    words = ["compare", "guessed", "--base-set", "box.beats=4", "--set", "box.beats=5"]
    assert "Assumed" not in tiltmeter(*words, *FEW).stdout
    assert told(*words[:-1], "box.deal=3", "--set", "box.beats=3") == LINE.format("box.deal")


@pytest.mark.parametrize(
    "ask",
    [
        lambda shop: shop.sweep("guessed", {"box.beats": [0, 4]}, players=2, games=40),
        lambda shop: shop.compare("guessed", {"box.beats": 5}, players=2, games=40),
        lambda shop: shop.study("guessed", "sizes", players=2, games=40),
    ],
)
def test_its_page_says_it_once(toys, undrawn, ask):
    shop = tm.Workshop("runs", jobs=1)
    (page,) = shop.write(ask(shop), "page", "html").files
    assert page.read_text(encoding="utf-8").count("Assumed values: box.beats.") == 1


def test_options_that_rest_on_guesses_are_marked_where_they_are_ranked(folder):
    """How the special boxes of each expedition lie no source shows."""
    made = tiltmeter("simulate", "lost_cities", *FEW, "--design", "ablation", "--out", "run")
    assert made.exit_code == 0, made.output
    ranked = tiltmeter("analyse", "run", "--only", "option_value").stdout
    assert " ".join(ranked.split()).endswith(LINE.format("the layouts of the sheet"))
    assert "Assumed" not in tiltmeter("analyse", "run", "--only", "turn_order,length").stdout
    listed = json.loads(tiltmeter("analyse", "run", "--json").stdout)
    marked = {one["name"]: one["assumed"] for one in listed if one["assumed"]}
    assert marked == {"option_value": ["the layouts of the sheet"]}


def test_advice_marks_assumed_values_and_goes_by_published_ones_first(toys):
    published, assumed = advice(LEVELLED), replace(advice(LEVELLED), assumed=["box.beats"])
    larger = replace(published, size=1.5)
    in_turn = sorted([assumed, larger, published], key=lambda one: one.rank)
    assert in_turn == [published, larger, assumed]
    found = [replace(assumed, changes={"box.beats": 3}), replace(larger, changes={"box.whim": 2})]
    made = Advised(experiment("guessed", players=2), assumed.before, 3, (), tuple(found))
    assert (found[0].marked, found[1].marked) == ("Assumed values: box.beats.", "")
    assert made.finding.assumed == ("box.beats",)
    assert made.as_json()["assumed"] == ["box.beats"]
    assert [one["assumed"] for one in made.as_json()["advice"]] == [["box.beats"], []]


class TestWhatIsAssumed:
    box = guessed().components

    def test_a_path_a_place_in_its_list_and_a_part_of_the_box(self):
        whole, part = Values("the deal", ("box.deal",)), Values("the box", ("box",))
        levers = Levers(rests_on={"setup.deal": whole, "cards": part, "none": Values("", ("b",))})
        names = ["box.beats", "box.value[1]", "box.deal[2]", "setup.deal", "cards", "none", "other"]
        found = assumed_values(self.box, levers, names)
        assert found == ("box.beats", "box.deal", "the deal", "the box (2 of 6)")
        with speaking(read_language("fr")):
            assert assumed_values(self.box, levers, ["cards"]) == ("the box (2 sur 6)",)

    def test_many_are_counted_and_each_is_told_once(self):
        one = Finding("a", "?", "!", assumed=("a", "b"))
        assert assumed_told([one, one]) == LINE.format("a, b")
        many = Finding("b", "?", "!", assumed=("b", "c", "d", "e"))
        assert assumed_told([one, many]) == LINE.format("a, b, c and 2 more")
        assert assumed_told([Finding("c", "?", "!")]) == ""

    @pytest.mark.parametrize("file", ["pig.py", "kites.py"])
    def test_a_game_that_names_no_sources_is_never_marked(self, file):
        title = load_title(GAMES / file)
        assert assumed_values(title.components, title.levers, title.components) == ()

    def test_a_game_of_ones_own_that_names_one_as_a_guess_is(self):
        guess = {"value": 3, "source": "reconstructed"}
        own = Game("own", moves=numbered("go"), players=[2], components={"prize": guess, "cost": 2})
        assert assumed_values(own.components, Levers(), ["prize", "cost"]) == ("prize",)


@pytest.mark.parametrize("name", OURS)
def test_what_a_title_says_its_choices_rest_on_is_there(name):
    title = load_title(name)
    levers, box = title.levers, title.components
    groups = {*levers.groups, *levers.opening, *levers.dealt, *levers.kinds}
    members = {one for group in levers.opening.values() for one in group.members}
    cast = levers.cast.members if levers.cast else ()
    for key, values in levers.rests_on.items():
        assert key in {*box, *groups, *members, *cast}
        for path in values.paths:
            assert any(f"{one}.".startswith(f"{path}.") for one in box)
        assert assumed_values(box, levers, [key])


@pytest.mark.parametrize(
    ("name", "factor", "told"),
    [
        ("archeos", "sites", "the tracks of the sites"),
        ("archeos", "roles", "setup.roles, the Linguist's track"),
        ("excavation", "maps", "the maps"),
        ("excavation", "galleries", "the galleries (5 of 8)"),
        ("excavation", "factions", ""),
        ("expeditions", "hands", ""),
        ("lost_cities", "boxes", "the layouts of the sheet, setup.arrows, setup.artefacts"),
    ],
)
def test_what_a_study_of_a_title_rests_on(name, factor, told):
    title = load_title(name)
    names = varied(factors_of(title, 3)[factor])
    assert ", ".join(assumed_values(title.components, title.levers, names)) == told
