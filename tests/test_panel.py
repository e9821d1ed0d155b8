"""Small games whose truth everybody knows, played and judged as a designer's own would be."""

import re
from pathlib import Path

import pytest

import tiltmeter as tm
from analyses.findings.verdicts import LEVEL, TILTED, UNKNOWN
from simulator.errors import UserError

PANEL = Path(__file__).parent / "panel"


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """What is said of a game, question by question."""
    shop, kept = tm.Workshop(tmp_path_factory.mktemp("panel"), jobs=1), {}

    def ask(name, version="", **wanted):
        if (name, version) not in kept:
            run = shop.simulate(PANEL / f"{name}.py", **{"players": 2, **wanted})
            kept[name, version] = {one.name: one for one in shop.analyse(run).findings}
        return kept[name, version]

    return ask


def test_war_is_all_luck_and_no_choice(asked):
    found = asked("war", strategies=["random"], design=["self-play", "luck"], games=16_000)
    assert found["turn_order"].verdict == LEVEL
    assert found["luck"].verdict == TILTED
    assert found["runaway_leader"].verdict == LEVEL  # a race without memory
    assert found["choices"].sentence.startswith("Forced moves are 100% of all decisions")


def test_nim_is_decided_by_who_begins_and_not_by_luck(asked):
    found = asked(
        "nim", strategies=["perfect", "random"], design=["self-play", "luck"], games=8_000
    )
    assert found["turn_order"].verdict == TILTED
    assert found["turn_order"].sentence.startswith("Going first helps: ")
    assert found["luck"].verdict == LEVEL


def test_a_game_without_chance_has_no_luck_though_its_bots_are_weak(asked):
    """A stand-in that wins 80 of 100 games from random moves made it 41% luck."""
    wanted = {"strategies": ["greedy", "random"], "design": ["luck", "one-vs-field"]}
    found = asked("stones", **wanted, games=4000)["luck"]
    assert found.sentence == "No chance in this game: other shuffles and dice change nothing."
    assert found.verdict == LEVEL


def test_what_others_contradict_depends_on_the_players(asked, tmp_path):
    """Who begins wins nim if both can play it; by chance nobody does."""
    shop = tm.Workshop(tmp_path, jobs=1)
    run = shop.simulate(PANEL / "nim.py", players=2, strategies=["perfect"], games=1000)
    (told,) = shop.analyse(run, ["turn_order", "length"], by=["random"], by_games=1000).grades
    assert told.sentence == (
        "Re-tested with 2 players, with the bot random: 1 of 2 findings hold; turn order does not."
        " Skill-dependent: turn order tilted (player 1 more, player 2 less), but not with the bot"
        " random."
    )
    assert told.verdict == TILTED
    assert told.frame("grades")["grade"].to_list() == ["skill-dependent", "holds in all"]
    with pytest.raises(UserError, match="at least 1, not 0"):
        shop.analyse(run, by=["random"], by_games=0)
    searching = ["search:base=perfect:rollouts=20"]
    (same,) = shop.analyse(run, ["turn_order"], by=searching, by_games=60).grades
    assert same.frame("grades")["grade"].to_list() == ["holds in all"]


def test_rock_paper_scissors_has_three_ways_and_no_seat(asked):
    always = [f"even:likes={one}*2" for one in ("rock", "paper", "scissors")]
    design = ["self-play", "one-vs-field"]
    found = asked("hands", strategies=["even", *always], design=design, games=24_000)
    assert found["turn_order"].verdict == LEVEL
    assert found["viable_strategies"].verdict == LEVEL


def test_hands_of_uneven_size_say_nothing_of_their_kinds(asked):
    """All twelve kinds do nothing: how many cards one holds decides, and that is told."""
    found = asked("uneven_hands", players=4, strategies=["random"], games=6000)["win_rates"]
    kinds = found.frame("win_rates").filter(group="hand")
    assert len(kinds) == 12
    assert kinds["q"].min() > 0.05
    assert found.sentence.startswith("Players with hand of 8 (size of hand) win ")


def test_the_one_kind_that_does_something_is_named_with_its_worth(asked):
    wanted = {"players": 4, "strategies": ["random"], "games": 6000, "changes": {"hen": 8}}
    found = asked("uneven_hands", "with hens", **wanted)["win_rates"]
    assert found.sentence.startswith("Players with hen win ")
    balancing = found.frame("balancing").filter(member="hen").row(0, named=True)
    assert balancing["points"] == pytest.approx(-8, abs=1)


def test_a_land_that_suits_the_first_player_is_named_though_turn_order_is_balanced(asked):
    """In the hills the first of two wins 60 of 100 games, by the sea 40."""
    wanted = {"strategies": ["plays"], "games": 8000, "changes": {"lands": 1, "handed": 200}}
    found = asked("planted", "lands", **wanted)
    assert found["turn_order"].verdict == LEVEL
    told = "With hills in play, the first player wins (.*) percentage points more often"
    (size,) = re.findall(told, found["win_rates"].sentence)
    assert float(size) == pytest.approx(20, abs=3)


TAKERS = [f"steady:likes={kind}" for kind in ("bold*0.3", "bold*1", "odd*3", "odd*100")]


@pytest.mark.parametrize(("odd", "rare", "is_named"), [(1, 0, True), (1, 3, False), (0, 0, False)])
def test_an_option_that_is_never_worth_taking_is_named(asked, odd, rare, is_named):
    """Each odd roll costs a point; but where it pays at times, or nothing matters, it is not."""
    wanted = {"players": 4, "strategies": ["steady", *TAKERS, "random"], "games": 12_000}
    wanted |= {"design": ["one-vs-field", "ablation"], "changes": {"odd": odd, "rare": rare}}
    found = asked("turns", f"{odd} {rare}", **wanted)
    told = "Never worth taking: 'odd'. A player who always takes it wins 1"
    assert found["option_value"].sentence.startswith(told) == is_named
    assert ("Never worth" in found["option_value"].sentence) == is_named
    assert found["skill"].sentence.startswith("steady, steady:likes=bold*0.3 and steady:likes=bold")
    if odd == 0:
        assert found["viable_strategies"].verdict == UNKNOWN
        assert found["luck"].is_asked is False


def test_pig_favours_who_begins_as_is_known(asked):
    """Who holds at 20 and begins wins 53 of 100 games against who does the same."""
    found = asked("../../examples/games/pig", strategies=["cautious"], games=40_000)
    first = found["turn_order"].table.row(0, named=True)
    assert (first["low"], first["high"]) == pytest.approx((0.53, 0.53), abs=0.012)
