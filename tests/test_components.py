"""Components: provenance, overlays, settings, and every way to get them wrong."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.components import SOURCES, as_settings, read_components
from simulator.errors import UserError
from simulator.titles import load_title, shipped_names

COMPONENTS = load_title("lost_cities").components


@pytest.mark.parametrize("name", shipped_names())
def test_every_value_says_where_it_comes_from_and_what_it_is(name):
    for path, entry in load_title(name).components.entries.items():
        assert entry.source in SOURCES, path
        assert entry.about, path


@pytest.mark.parametrize("name", shipped_names())
def test_what_is_reconstructed_says_why(name):
    for path, entry in load_title(name).components.entries.items():
        if entry.source in ("reconstructed", "heritage", "published"):
            assert entry.note, path


def test_values_are_read_by_their_path():
    assert COMPONENTS["bridges.bonus"] == 20


def test_a_setting_changes_one_value_and_marks_it():
    changed = COMPONENTS.with_changes({"bridges.bonus": 40})
    assert changed["bridges.bonus"] == 40
    assert changed.changes() == {"bridges.bonus": 40}
    assert COMPONENTS.changes() == {}
    assert changed.digest() != COMPONENTS.digest()


def test_setting_a_value_to_what_it_was_is_no_change():
    same = COMPONENTS.with_changes({"bridges.bonus": 20})
    assert same.changes() == {}
    assert same.digest() == COMPONENTS.digest()


def test_one_place_of_a_list_counted_from_one():
    assert COMPONENTS.parse(["ladders.expedition[4]=7"]) == {"ladders.expedition[4]": 7}
    assert COMPONENTS.with_changes({"ladders.expedition[4]": 7})["ladders.expedition"][3] == 7


def test_words_become_changes_and_changes_words():
    words = ["bridges.bonus=40", "rulings.second_zero=false", "setup.layout=random"]
    changes = COMPONENTS.parse(words)
    assert changes == {
        "bridges.bonus": 40, "rulings.second_zero": False, "setup.layout": "random"
    }  # fmt: skip
    assert as_settings(changes) == words


def test_setup_keys_are_components_below_setup():
    changes = COMPONENTS.parse(["layout=random", "arrows=3"], under="setup.")
    assert changes == {"setup.layout": "random", "setup.arrows": 3}


def test_of_two_words_for_one_path_the_last_counts_in_its_place():
    ladder = COMPONENTS["ladders.expedition"]
    words = ["ladders.expedition[1]=7", f"ladders.expedition={ladder}", "ladders.expedition[1]=9"]
    changes = COMPONENTS.parse(words)
    assert COMPONENTS.with_changes(changes)["ladders.expedition"] == [9, *ladder[1:]]


def test_an_overlay_gives_values_alone_or_whole_tables(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("[bridges]\nbonus = 0\n[circles.factor]\nvalue = 3\nsource = 'rulebook'\n")
    assert COMPONENTS.read_overlay(file) == {"bridges.bonus": 0, "circles.factor": 3}


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("bridges.bonsu=1", "Did you mean 'bridges.bonus'"),
        ("bridges.bonus", "should be written path=value"),
        ("bridges.bonus=many", "must be a whole number"),
        ("bridges.bonus=1.5", "must be a whole number"),
        ("bridges.bonus=true", "must be a whole number"),
        ("bridges.bonus=99999999999", "must lie within"),
        ("bridges.mark=0", "at least 1"),
        ("bridges.mark=12", "at most 9"),
        ("rulings.second_zero=1", "true or false"),
        ("ladders.expedition=[1,2]", "a list of 9"),
        ("ladders.expedition=5", "a list of 9"),
        ("ladders.expedition[0]=5", "places 1 to 9"),
        ("ladders.expedition[10]=5", "places 1 to 9"),
        ("ladders.expedition[x]=5", "whole number"),
        ("bridges.bonus[1]=5", "is no list"),
        ("setup.layout=radnom", "Did you mean 'random'"),
        ("dice.numbers=nan", "must be a whole number"),
    ],
)
def test_a_wrong_setting_is_told_in_one_sentence(word, told):
    with pytest.raises(UserError, match=told.replace("(", r"\(")) as caught:
        COMPONENTS.parse([word])
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[bridges]\nbonsu = 1\n", "'bridges.bonsu'"),
        ("[bridge]\nbonus = 1\n", "'bridge.bonus'"),
        ("bridges = 3\n", "'bridges'"),
        ("[bridges]\nbonus = [1]\n", "must be a whole number"),
        ("[bridges.bonus]\nsource = 'rulebook'\n", "must be a whole number"),
        ("[ladders]\nexpedition = [1, 2, 3]\n", "a list of 9"),
        ("[bridges\n", "not valid TOML"),
    ],
)
def test_a_wrong_overlay_names_the_file_and_the_key(tmp_path, text, told):
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(UserError, match=told) as caught:
        COMPONENTS.read_overlay(file)
    assert "mine.toml" in str(caught.value)


def test_a_missing_overlay_is_told(tmp_path):
    with pytest.raises(UserError, match="Cannot read"):
        COMPONENTS.read_overlay(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[a]\nvalue = 1\nsource = 'hearsay'\n", "hearsay"),
        ("[a]\nvalue = 1\nsource = 'rulebook'\nabuot = 'x'\n", "abuot"),
        ("a = 1\n", "has no source"),
        ("[a]\nvalue = 1\nsource = 'rulebook'\nmin = 2\n", "at least 2"),
        ("[a]\nvalue = 1\nsource = 'rulebook'\nalternatives = ['x']\n", "whole number"),
    ],
)
def test_a_titles_own_file_is_checked_as_well(tmp_path, text, told):
    file = tmp_path / "components.toml"
    file.write_text(text)
    with pytest.raises(UserError, match=told):
        read_components(file)


JSON = st.recursive(
    st.one_of(st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    lambda children: st.lists(children, max_size=4),
    max_leaves=12,
)


@settings(max_examples=300)
@given(path=st.sampled_from(list(COMPONENTS)), value=JSON)
def test_whatever_is_put_in_is_accepted_in_shape_or_refused_in_words(path, value):
    try:
        changed = COMPONENTS.with_value(path, value, "a test")
    except UserError as error:
        assert path in str(error)
    else:
        assert type(changed[path]) is type(COMPONENTS[path])


@given(text=st.text(max_size=40))
def test_any_text_after_an_equals_sign_is_read_or_refused(text):
    try:
        COMPONENTS.parse([f"bridges.bonus={text}"])
    except UserError as error:
        assert "bridges.bonus" in str(error)
