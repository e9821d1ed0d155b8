"""The registry: names, weights, wrappers, plug-ins, and every way to get them wrong."""

import re
from importlib import import_module

import numpy as np
import pytest

from simulator.errors import UserError
from simulator.games.lost_cities.table import Tally
from simulator.match import Match
from simulator.names import written
from simulator.titles import load_title
from strategies.registry import line_up, load_code, seat, strategies_of
from strategies.tuned import tuned_beside

TITLE = load_title("lost_cities")
RULES = {players: TITLE.rules_for(TITLE.components, players) for players in TITLE.players}


def play(words, n=200, engine="compiled", title=TITLE):
    rules = title.rules_for(title.components, 2)
    return Match(title, rules, line_up(title, words, 2), engine).play(1, 0, n)


def win_share(one, other, n=4000, title=TITLE):
    """How often `one` wins, in both seats."""
    games = play([one, other], n, title=title)
    won = games["place"][:, :2] == 1
    share = won / won.sum(axis=1, keepdims=True)
    return share[np.arange(n), np.arange(n) % 2].mean()


def test_weights_are_set_by_name():
    assert seat(TITLE, "greedy:step=3").mind.weights[0] == 3
    assert seat(TITLE, "greedy").mind.weights[0] == pytest.approx(0.1)
    assert play(["greedy:step=-3"]).tobytes() != play(["greedy"]).tobytes()


def test_a_weight_may_be_chosen_by_name():
    archeos = load_title("archeos")
    place = [*strategies_of(archeos)["specialist"].weights].index("role")
    assert seat(archeos, "specialist:role=curator").mind.weights[place] == 5
    with pytest.raises(UserError, match="Did you mean 'curator'"):
        seat(archeos, "specialist:role=curater")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("greddy", "Did you mean 'greedy'"),
        ("greedy:setp=1", "Did you mean 'step'"),
        ("greedy:step", "should be written key=value"),
        ("greedy:step=x", "must be a number"),
        ("greedy:step=nan", "must be a number"),
        ("greedy:temperature=-1", "must not be negative"),
        ("greedy:never=refsue", "Did you mean 'refuse'"),
        ("", "Unknown bot of"),
        ("climber", r"code=\[FILE\] loads bots of your own"),
    ],
)
def test_a_wrong_seat_is_told_in_one_sentence(words, told):
    with pytest.raises(UserError, match=told) as caught:
        seat(TITLE, words)
    assert "\n" not in str(caught.value)


def test_one_strategy_fills_every_seat_any_other_number_is_an_error():
    assert [p.name for p in line_up(TITLE, ["greedy"], 4)] == ["greedy"] * 4
    with pytest.raises(UserError, match="3 bots for 4 players"):
        line_up(TITLE, ["greedy", "random", "allround"], 4)


class TestRestrictedPlay:
    def test_a_forbidden_kind_is_never_played_while_there_is_another(self):
        games = play(["random:never=circle", "random"], 400)
        restricted = np.arange(400) % 2  # its seat in each game
        circles = games["tally"][:, :, Tally.circles]
        rows = np.arange(400)
        assert circles[rows, restricted].sum() == 0
        assert circles[rows, 1 - restricted].sum() > 0

    def test_several_kinds(self):
        games = play(["random:never=circle+arrow+arrow-top"])
        assert games["tally"][:, :, [Tally.circles, Tally.arrow_boxes, Tally.arrow_tops]].sum() == 0

    def test_a_player_with_nothing_else_to_do_does_it(self):
        games = play(["random:never=refuse"])
        assert (games["tally"][:, :2, Tally.refusals] == games["forced"][:, :2]).all()


class TestNoisyPlay:
    def test_a_little_noise_changes_play_and_a_lot_is_random(self):
        assert win_share("allround", "allround:temperature=4") > 0.53
        assert win_share("allround:temperature=100000", "random") == pytest.approx(0.5, abs=0.04)

    def test_the_python_engine_makes_the_same_noise(self):
        noisy = ["greedy:temperature=7"]
        assert play(noisy, 3, "python").tobytes() == play(noisy, 3).tobytes()


# Games behind the shares that allround claims
SHARES = {"archeos": 2000, "excavation": 2000, "expeditions": 4000, "lost_cities": 20_000}


@pytest.mark.parametrize("name", SHARES)
def test_allround_beats_each_other_strategy_by_the_margin_its_docstring_tells(name):
    title, games = load_title(name), SHARES[name]
    doc = strategies_of(title)["allround"].doc
    told = {other: float(share) for other, share in re.findall(r"(\w+) (\d+\.\d) %", doc)}
    others = {one.name for one in strategies_of(title).values() if not one.based}
    assert set(told) == others - {"allround"}
    for other, share in told.items():
        assert share >= 50  # styles are good play too, within a commitment
        measured = 100 * win_share("allround", other, games, title)
        assert measured == pytest.approx(share, abs=0.06), other


def test_refuser_aims_at_eight_refusals():
    games = play(["refuser"], 1000)
    refusals = games["refusals"][:, :2]
    assert (refusals >= 8).mean() > 0.9


def test_cautious_ticks_no_circle_and_begins_few_expeditions():
    games = play(["cautious"], 500)
    assert games["circle"].sum() == 0
    begun = (games["filled"][:, :2] > 0).sum(axis=2)
    assert begun.mean() < 5.5


# What a style does more of than allround does, by its tallies; less of it after a minus.
STYLES = {
    "archeos": {
        "builder": "-size_1 -size_2 -size_3 size_4",
        "rusher": "size_3 -size_5 -size_6",
        "specialist": "led_botanist",
        "denier": "-returned",
    },
    "excavation": {
        "digger": "samples excavations",
        "trader": "sales_in_2",
        "smuggler": "smuggles offloaded bought",
        "politician": "envoys",
    },
    "expeditions": {
        "planner": "-commons",
        "hunter": "commons",
        "saver": "-ticket_arrows",
        "blocker": "-keys",  # those of the rivals, each of whom is a blocker too
    },
    "lost_cities": {"cautious": "-circles", "doubler": "circles", "refuser": "refusals"},
}


def tallied(title, name):
    """Means of a table where all play alike."""
    tallies = written(import_module(f"simulator.games.{title.name}.table").Tally)
    games = play([name], 600, title=title)
    return dict(zip(tallies, games["tally"][:, :2].mean(axis=(0, 1)), strict=True))


@pytest.mark.parametrize("name", STYLES)
def test_every_style_does_what_it_is_committed_to(name):
    title = load_title(name)
    committed = {one.name for one in strategies_of(title).values() if one.committed}
    assert committed - {"greedy"} == set(STYLES[name])
    usual = tallied(title, "allround")
    for style, words in STYLES[name].items():
        held = tallied(title, style)
        for word in words.split():
            less, tally = word.startswith("-"), word.lstrip("-")
            assert (held[tally] < usual[tally]) if less else (held[tally] > usual[tally]), word


@pytest.mark.parametrize("name", SHARES)
def test_each_row_of_tuned_weights_is_of_a_strategy_that_plays_by_it(name):
    title = load_title(name)
    for strategy, tuned in tuned_beside(strategies_of(title)["allround"].file).items():
        known = [*strategies_of(title)[strategy].weights]
        for players, weights in tuned.items():
            assert players in title.players
            mind = seat(title, strategy, players).mind
            assert weights == {key: mind.weights[known.index(key)] for key in weights}


PLUG_IN = """
from simulator.kernel import kernel
from strategies.registry import strategy
{imports}
@strategy("lost_cities", weights={{"taste": 1}})
{decorator}
def mine(game, rules, move, mind):
    '''A test of plug-ins.'''
    {body}
"""


def plug_in(tmp_path, body="return float(move) * mind.weights[0]", imports="", decorator=""):
    file = tmp_path / "mine.py"
    file.write_text(PLUG_IN.format(body=body, imports=imports, decorator=decorator))
    return file


class TestPlugIns:
    @pytest.mark.parametrize("decorator", ["", "@kernel"])
    def test_a_file_of_ones_own_is_compiled_with_or_without_asking(self, tmp_path, decorator):
        load_code(plug_in(tmp_path, decorator=decorator))
        assert play(["mine"], 5).tobytes() == play(["mine"], 5, "python").tobytes()

    def test_editing_it_compiles_that_function_and_not_the_game(self, tmp_path):
        load_code(plug_in(tmp_path))
        first = Match(TITLE, RULES[2], line_up(TITLE, ["mine"], 2))
        load_code(plug_in(tmp_path, body="return -float(move)"))
        second = Match(TITLE, RULES[2], line_up(TITLE, ["mine"], 2))
        assert first._loop is second._loop
        assert first.play(1, 0, 9).tobytes() != second.play(1, 0, 9).tobytes()

    def test_what_numba_cannot_compile_is_played_in_python_with_compiled_rules(self, tmp_path):
        body = "return float(len({'a': [move], 'b': 'x'})) * move"
        load_code(plug_in(tmp_path, body=body))
        mixed = play(["mine"], 5, "mixed")
        assert mixed.tobytes() == play(["mine"], 5, "python").tobytes()

    def test_it_is_committed_to_weights_of_its_own(self, tmp_path):
        file = plug_in(tmp_path)
        file.write_text(file.read_text().replace("weights=", "committed='tatse', weights="))
        with pytest.raises(
            UserError, match=r"committed weight of strategy 'mine': 'tatse'.* 'taste'"
        ):
            load_code(file)

    def test_a_look_function(self, tmp_path):
        file = tmp_path / "looker.py"
        file.write_text(
            "from strategies.registry import strategy\n"
            "def see(game, rules, mind):\n"
            "    mind.notes[0] = game.rounds % 2\n"
            "@strategy('lost_cities', look=see)\n"
            "def looker(game, rules, move, mind):\n"
            "    '''High moves in odd turns.'''\n"
            "    return move * (mind.notes[0] - 0.5)\n"
        )
        load_code(file)
        assert play(["looker"], 5).tobytes() == play(["looker"], 5, "python").tobytes()

    def test_nan_is_refused_and_names_the_strategy(self, tmp_path):
        load_code(plug_in(tmp_path, body="return move * float('nan')"))
        for engine in ("compiled", "python"):
            with pytest.raises(UserError, match=r"'mine' gave .* game 0, decision 1"):
                play(["mine"], 2, engine)

    def test_yes_and_no_are_ratings(self, tmp_path):
        load_code(plug_in(tmp_path, body="return move % 3 == 1"))
        yes_and_no = play(["mine"], 5)
        assert yes_and_no.tobytes() == play(["mine"], 5, "python").tobytes()
        load_code(plug_in(tmp_path, body="return 1.0 if move % 3 == 1 else 0.0"))
        assert yes_and_no.tobytes() == play(["mine"], 5).tobytes()

    def test_a_rating_that_is_a_word_is_refused_too(self, tmp_path):
        load_code(plug_in(tmp_path, body="return 'high'"))
        for engine in ("mixed", "python"):
            with pytest.raises(UserError, match="not a number"):
                play(["mine"], 2, engine)

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("def (:\n", "line 1"),
            ("import nothing_like_this\n", "line 1: ModuleNotFoundError"),
            ("x = 1\ny = 1 / 0\n", "line 2: this divides by zero"),
            (
                "from strategies.registry import strategy\n@strategy('lost_citise')\n"
                "def a(game, rules, move, mind):\n    'x.'\n    return 0.0\n",
                "Did you mean 'lost_cities'",
            ),
            (
                "from strategies.registry import strategy\n@strategy('lost_cities')\n"
                "def a(game, rules, move):\n    'x.'\n    return 0.0\n",
                "must have the form rate",
            ),
            (
                "from strategies.registry import strategy\n@strategy('lost_cities')\n"
                "def a(game, rules, move, mind):\n    return 0.0\n",
                "needs a docstring",
            ),
            (
                "from strategies.registry import strategy\n@strategy('lost_cities')\n"
                "def greedy(game, rules, move, mind):\n    'x.'\n    return 0.0\n",
                "there is already a",
            ),
            (
                "from strategies.registry import strategy\n"
                "@strategy('lost_cities', weights={'never': 1})\n"
                "def a(game, rules, move, mind):\n    'x.'\n    return 0.0\n",
                "none of them",
            ),
        ],
    )
    def test_a_wrong_file_is_told_in_one_sentence(self, tmp_path, text, told):
        strategies_of(TITLE)
        file = tmp_path / "wrong.py"
        file.write_text(text)
        with pytest.raises(UserError, match=told) as caught:
            load_code(file)
        assert "wrong.py" in str(caught.value)
        assert "\n" not in str(caught.value)

    def test_a_missing_file_is_told(self, tmp_path):
        with pytest.raises(UserError, match="Cannot read"):
            load_code(tmp_path / "none.py")


BEYOND = """
from simulator.kernel import kernel
from strategies.registry import strategy

@strategy("lost_cities")
@kernel
def beyond(game, rules, move, mind):
    '''Looks for a seventh expedition.'''
    return float(game.filled[game.player, game.rounds + 6])
"""


@pytest.mark.parametrize("engine", ["compiled", "mixed"])
def test_a_plug_in_that_reads_beyond_the_table_is_stopped(tmp_path, engine):
    file = tmp_path / "beyond.py"
    file.write_text(BEYOND)
    load_code(file)
    rules = TITLE.rules_for(TITLE.components, 2)
    match = Match(TITLE, rules, line_up(TITLE, ["beyond"], 2), engine)
    with pytest.raises(UserError, match=r"beyond.py, line 9: IndexError: index 6 is out of bounds"):
        match.play(1, 0, 3)


def test_a_player_is_explained_by_its_ratings_not_by_its_noise():
    rules = TITLE.rules_for(TITLE.components, 2)
    noisy = Match(TITLE, rules, line_up(TITLE, ["allround:temperature=50"], 2), "mixed")
    first = next(noisy.tell(1, 0))
    assert first.ratings == noisy.ratings(first.game)
