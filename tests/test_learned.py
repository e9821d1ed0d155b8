"""A bot that learned a game: the same bits everywhere, no peeking, and better than its base."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from analyses.experiments import other_rules
from analyses.experiments.designs import Cell
from analyses.experiments.experiment import experiment
from analyses.experiments.manifests import seat as seat_form
from analyses.experiments.other_rules import remark_if_rules_are_new
from analyses.experiments.pool import learned_from
from analyses.experiments.runner import Runner
from analyses.lab.compare.versions import base_of
from analyses.lab.players import learn as learning
from analyses.lab.players.calibrate import calibrate
from analyses.lab.players.learn import (
    AFTER,
    LESSON,
    NEAR,
    WATCHED,
    Learning,
    School,
    keep,
    learn,
    notebook,
)
from analyses.lab.players.tournament import table_for
from analyses.lab.search.trials import Trials
from simulator.conformance import whimsical
from simulator.errors import UserError
from simulator.kernel import new, plain
from simulator.match import Match
from simulator.titles import load_title
from strategies import levels, registry
from strategies.conformance import CHECKS, cannot_peek
from strategies.learned import rated_near
from strategies.net import Net, load, save
from strategies.net_file import keep_net
from strategies.net_training import RESULT, looked_ahead, next_of, plan_of, rows_of
from strategies.numbers import numbering
from strategies.seat import Seat
from tiltmeter import Workshop
from tiltmeter.cli import main

PIG = "examples/games/pig.py"
HARVEST = "examples/games/harvest.py"
QUICK = Runner(jobs=2)


class Stopped:
    """A watcher who presses Ctrl-C after so many lessons."""

    def __init__(self, after):
        self.left = after

    def begun(self, total, done):
        pass

    def advanced(self, n, told):
        if "explains" in told:
            self.left -= 1
            if self.left == 0:
                raise KeyboardInterrupt

    def ended(self):
        pass


@pytest.fixture(scope="module")
def few_deals():
    with pytest.MonkeyPatch.context() as patch:
        for name, deals in (("FIRST_LOOK", 20), ("CHOSEN_ON", 60), ("CONFIRM", 240)):
            patch.setattr(learning, name, deals)
        patch.setattr(learning, "EDGES", (0.05, 0.1))
        patch.setattr(learning, "SURVEYED", 4000)
        yield


@pytest.fixture(scope="module")
def learned(few_deals, tmp_path_factory):
    """Of Harvest, where hands are hidden, from few positions; and the file that holds it."""
    file = tmp_path_factory.mktemp("net") / "harvest.net"
    asked = Learning(positions=3 * LESSON, paces=(1,))
    found = learn(QUICK, table_for(HARVEST, players=2, seed=3), asked, file)
    keep([found], file, "tiltmeter learn")
    return found, file


@pytest.fixture
def title():
    """With two players, for whom the net has learned."""
    return replace(load_title(HARVEST), players=range(2, 3))


def words(file):
    return f"learned:net={file}"


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_it_passes_every_check(learned, title, check):
    """It neither peeks nor plays otherwise in plain Python."""
    check(title, words(learned[1]))


def test_its_base_is_beaten_on_fresh_shuffles_and_the_file_says_so(learned):
    found, file = learned
    assert found.is_better
    assert found.sentence.startswith("The learned bot wins ")
    about = load(file)[2].about
    assert about["base"] == "allround"
    assert about["duels"]["1"]["gain_low"] > 0
    assert about["positions"] == found.positions > 2.5 * LESSON


def test_what_is_not_better_plays_as_its_base(few_deals, tmp_path):
    """Pig's own bot plays about as well as anyone can; one copy of a roll says next to nothing."""
    file = tmp_path / "pig.net"
    asked = Learning(positions=LESSON, paces=(1,))
    found = learn(QUICK, table_for(PIG, players=2, seed=3), asked, file)
    keep([found], file, "tiltmeter learn")
    assert not found.is_better
    assert found.sentence.startswith("No better bot was learned: looking ahead by its net wins ")
    assert found.as_base.endswith("it plays as its base (copies a move: 1).")
    title = load_title(PIG)
    base = registry.seat(title, found.net.about["base"], 2)
    rules = title.rules_for(title.components, 2)
    one, other = (
        Match(title, rules, [player] * 2).play(6, 0, 50)
        for player in (base, registry.seat(title, words(file), 2))
    )
    assert (one["points"] == other["points"]).all()
    assert (one["n_moves"] == other["n_moves"]).all()


@pytest.mark.parametrize("bot", ["learned:net={file}", "search:leaf={file}:rollouts=24"])
def test_a_whole_game_is_the_same_in_plain_python(learned, title, bot):
    player = registry.seat(title, bot.format(file=learned[1]), 2)
    rules = title.rules_for(title.components, 2)
    rows = [Match(title, rules, [player] * 2, engine).play(6, 0, 1) for engine in ENGINES]
    assert rows[0].tobytes() == rows[1].tobytes()


ENGINES = ("compiled", "python")


def test_a_search_that_asks_a_net_cannot_peek(learned, title):
    cannot_peek(title, f"search:leaf={learned[1]}:rollouts=24")


def test_a_search_that_asks_a_net_is_known_by_it(learned, title):
    """By its digest, its base, and how far it plays on."""
    found, file = learned
    seat = registry.spelled_out(title, f"search:leaf={file}:rollouts=24", 2)
    assert seat.get("leaf") == f"{file}@{found.net.digest}"
    assert seat.get("base") == found.net.about["base"]
    assert seat.get("turns") == str(found.net.about["settings"]["1"]["turns"])


def test_a_run_is_known_by_its_net(learned, tmp_path):
    """Its words hold the digest and all settings; another net under the same name is refused."""
    found, file = learned
    played = experiment(HARVEST, players=2, games=2, strategies=[[words(file), "allround"]])
    (seat,) = (one for one in played.seats if one.name == "learned")
    assert found.net.digest in seat.get("net")
    assert {"candidates", "copies", "turns", "edge", "base"} <= {*seat.said}
    other = tmp_path / "other.net"
    about = {**found.net.about, "usual": 2 * found.net.about["usual"]}
    save({2: Net(found.net.arrays, about)}, other)
    stale = Seat.parse(str(seat).replace(str(file), str(other)))
    with pytest.raises(UserError, match="learned anew"):
        registry.seat(load_title(HARVEST), stale, 2)


def test_a_run_of_it_is_read_again(learned, tmp_path):
    """From its folder, which takes the digest of a net for no file of weights."""
    one = experiment(HARVEST, players=2, games=4, strategies=[[words(learned[1]), "allround"]])
    runner = Runner(jobs=1, folder=tmp_path)
    (first,), (again,) = runner.play([one]), runner.play([one])
    assert again.path == first.path
    assert again.games_done() == 4
    assert seat_form(str(one.seats[0]))
    for strange in ("allround@mine.toml", "search:base=allround@mine.toml", "learned:net=a@b"):
        assert not seat_form(strange)


def test_learning_goes_on_where_it_was_stopped_and_comes_to_the_same(learned, few_deals, tmp_path):
    """Bit for bit; what was learned until Ctrl-C is tested first."""
    found, _ = learned
    base, file = table_for(HARVEST, players=2, seed=3), tmp_path / "again.net"
    asked = Learning(positions=3 * LESSON, paces=(1,))
    cut = learn(Runner(jobs=1, progress=Stopped(after=2)), base, asked, file)
    assert cut.positions < found.positions
    assert notebook(file, 2).is_file()
    whole = learn(QUICK, base, asked, file)
    assert whole.net.digest == found.net.digest
    keep([whole], file, "")
    assert [one.name for one in tmp_path.iterdir()] == ["again.net"]


def test_hidden_numbers_are_not_learned_from(learned):
    """Those that dealing anew changes often: here the pile."""
    read = {name for name, _ in learned[0].net.about["turned"]}
    assert "pile" not in read
    assert "hand" in read


def test_what_is_not_used_is_not_read(title):
    """Of some fields only; their numbers are the same, wherever they are read to."""
    whole = numbering(title, title.components, 2)
    used = np.array([1, whole.size // 2, whole.size - 2])
    some, places = whole.reading(used)
    assert some.size < whole.size
    (row,) = Match(title, title.rules_for(title.components, 2), whimsical(2)).play(4, 0, 1)
    told = []
    for one in (whole, some):
        numbers = np.zeros(one.size, np.int32)
        plain(one.kernel)(row, title.rules_for(title.components, 2), 1, numbers)
        told.append(numbers)
    assert told[0][used].tolist() == told[1][places].tolist()


def test_a_value_is_the_same_whatever_was_valued_before(learned, title):
    """It is reckoned from what differs: once through a game, and each position by itself."""
    net, rules = learned[0].net, title.rules_for(title.components, 2)
    match = Match(title, rules, [registry.seat(title, "allround", 2)] * 2, "mixed")
    games = [one.game.copy() for number in range(3) for one in match.tell(8, number)]
    value, memory = plain(net.kernel(title)), np.zeros(net.memory(title), np.int32)
    told = [value(game, rules, 1, memory) for game in games]
    fresh = [value(game, rules, 1, np.zeros_like(memory)) for game in games]
    assert told == fresh
    assert len({*told}) > len(games) // 3


def test_only_moves_rated_near_the_bases_own_are_tried(title):
    """They stand in the order of their ratings after its own, whatever that is rated."""
    moves = new(title.Choices)
    moves.rating[:4] = [3.0, 3.5, 2.0, 0.5]
    tried = [plain(rated_near)(moves, 4, within) for within in (0.0, 0.5, 1.0, 9.0)]
    assert tried == [4, 2, 3, 4]


def test_what_counts_as_near_comes_from_the_bases_own_games(title, tmp_path):
    """Half of the next best moves are rated lower by less."""
    school = School.of(QUICK, table_for(HARVEST, players=2), Learning(), tmp_path / "any.net")
    games = range(WATCHED)
    match = school.base.match(Cell((Seat("allround"),) * 2), "compiled")
    lower = [
        decision.ratings[decision.chosen] - one
        for number in games
        for decision in match.tell(school.base.seed, AFTER + number)
        if decision.ratings
        for one in sorted(decision.ratings, reverse=True)[1:4]
    ]
    assert lower
    assert school.apart == pytest.approx(np.quantile(lower, NEAR), abs=0.001)


@pytest.mark.parametrize(
    ("gains", "chosen"),
    [
        ([0.20, 0.21, 0.21, 0.21, 0.21], (4, 1.0)),  # the fastest that is about as good
        ([0.10, 0.20, 0.21, 0.21, 0.21], (8, 1.0)),
        ([0.10, 0.10, 0.10, 0.10, 0.21], (4, 0.0)),  # that which tries them all
        ([0.10, 0.10, 0.10, 0.30, 0.21], (8, 2.0)),  # the best
        ([-0.10, -0.04, -0.09, -0.09, -0.06], (8, 1.0)),  # which is worse than the base here
    ],
)
def test_fewer_moves_are_tried_where_that_is_about_as_good(gains, chosen, tmp_path, monkeypatch):
    school = School.of(QUICK, table_for(HARVEST, players=2), Learning(), tmp_path / "any.net")
    monkeypatch.setattr(School, "apart", [1.0, 2.0])
    monkeypatch.setattr(School, "_duels", lambda *_: gains[:-1])
    every = {"candidates": 4, "within": 0.0, "turns": 1, "edge": 0.1, "caution": 0.0}
    way, gain = school.narrowed(None, None, 1, every, gains[-1])
    assert (way["candidates"], way["within"]) == chosen
    assert gain in gains


def test_a_position_learns_from_the_same_seats_next_one_and_from_the_result():
    """Two seats in turn, and a second game: the last of a seat has its result alone."""
    seats = np.array([0, 1, 0, 1, 0, 0], np.int8)
    after = np.array([plain(next_of)(seats[:5], k, 5) for k in range(5)] + [-1])
    assert after.tolist() == [2, 3, 4, -1, -1, -1]
    worth = np.array([1, 0, 1, 0, 1, 0.5], np.float32)
    given = np.array([9, 9, 0.2, 0.4, 0.6, 9], np.float32)
    last = RESULT * 1 + (1 - RESULT) * 0.6
    wanted = [RESULT * last + (1 - RESULT) * 0.2, (1 - RESULT) * 0.4, last, 0, 1, 0.5]
    assert looked_ahead(worth, after, given) == pytest.approx(wanted)


def test_rows_are_those_of_a_positions_values():
    """Two numbers: one of three values, whose commonest has no row, and one that counts."""
    counting = np.arange(400) % 40
    few = np.array([0, 0, 1, 2] * 100)
    seen = np.stack([few, counting], axis=1).astype(np.int32)
    plan, index, n = plan_of(seen, np.zeros(2), np.array([True, True]), 2)
    assert n == 2 + 39 + 1
    rows, times = np.zeros(8, np.int32), np.zeros(8, np.int32)

    def told(*numbers):
        count = plain(rows_of)(np.array(numbers, np.int32), 0, plan, index, rows, times)
        return [*zip(rows[:count].tolist(), times[:count].tolist(), strict=True)]

    common = int(np.bincount(counting).argmax())
    middle = int(np.median(counting))
    assert told(0, common) == ([] if common == middle else told(0, common))
    assert told(1, middle)[0] == (0, 32)
    assert told(2, middle)[0] == (1, 32)
    assert told(9, middle)[0] == told(2, middle)[0]  # beyond what was seen: the nearest
    assert told(0, 10**6)[-1] == (n - 1, 32)
    assert told(0, -(10**6))[-1] == (n - 1, -32)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("learned", "needs a file"),
        ("learned:net=nowhere.net", "There is no file nowhere.net"),
        ("learned:net={file}:edge=-1", "must not be negative"),
        ("learned:net={file}:copies=0.5", "whole number"),
    ],
)
def test_what_cannot_be_seated_is_told_in_a_sentence(learned, title, said, told):
    with pytest.raises(UserError, match=told):
        registry.seat(title, said.format(file=learned[1]), 2)


def test_a_net_belongs_to_its_game_and_number_of_players(learned, tmp_path):
    with pytest.raises(UserError, match="not with 3"):
        registry.seat(load_title(HARVEST), words(learned[1]), 3)
    with pytest.raises(UserError, match="has learned harvest, not lost_cities"):
        registry.seat(load_title("lost_cities"), words(learned[1]), 2)
    broken = Path(tmp_path, "broken.net")
    broken.write_bytes(b"no net at all")
    with pytest.raises(UserError, match="is no learned bot"):
        registry.seat(load_title(HARVEST), words(broken), 2)


@pytest.fixture
def kept(monkeypatch, tmp_path):
    """Where the levels of the game are kept."""
    monkeypatch.setattr(levels, "kept_file", lambda title: tmp_path / "harvest.toml")
    return tmp_path


def test_a_net_makes_levels_of_a_game_of_ones_own(learned, title, kept):
    """Level 6 now and then does as the learned bot, and is known by the net that it asks."""
    shop = Workshop(kept / "runs", jobs=1)
    keep_net(title, learned[1], "allround")
    found = calibrate(shop.runner, table_for(HARVEST, players=2), 500, rollouts=())
    (strong,) = [one for one in found.levels if one.level == 6]
    assert strong.by == "learned:net=kept:copies=1"
    assert strong.low < 130
    assert strong.high > 70
    shop.write_levels(found)
    seated = registry.spelled_out(title, "level=6", 2)
    assert f"net=kept@{learned[0].net.digest}" in str(seated)
    played = shop.simulate(HARVEST, players=2, strategies=["level=6"], games=4).frame.collect()
    assert played["game"].n_unique() == 4
    assert [str(one) for one in learned_from(title, Seat("allround"), 2)] == [strong.by]


def test_a_net_that_cannot_make_levels_is_refused(learned, kept):
    shop = Workshop(kept / "runs", jobs=1)
    for game, net, told in (
        (HARVEST, kept / "none.net", "There is no file"),
        ("lost_cities", learned[1], "rest on the nets that come with it"),
        ("examples/games/pig.py", learned[1], "has learned harvest, not pig"),
    ):
        with pytest.raises(UserError, match=told):
            shop.levels(game, net, players=2)
    greedy = kept / "greedy.net"
    save({2: Net(learned[0].net.arrays, {**learned[0].net.about, "base": "greedy"})}, greedy)
    with pytest.raises(UserError, match="levels need one that has learned from allround"):
        shop.levels(HARVEST, greedy, players=2)
    assert not (kept / "harvest.net").exists()
    said = CliRunner().invoke(main, ["ladder", HARVEST, "--net", str(greedy)])
    assert said.exit_code == 2
    assert "--net goes with --levels" in said.output


def test_what_looks_ahead_itself_teaches_nobody(tmp_path):
    with pytest.raises(UserError, match="looks ahead itself"):
        learn(QUICK, table_for(HARVEST, players=2), Learning("search"), tmp_path / "x.net")


@pytest.mark.parametrize(
    ("changes", "told"), [({}, ""), ({"fair": 5}, "learned other rules; under these it")]
)
def test_under_other_rules_a_net_is_tried_first(learned, changes, told, caplog):
    """And what it wins there is told, once."""
    bots = [[words(learned[1]), "allround"]]
    one = experiment(HARVEST, players=2, games=2, strategies=bots, changes=changes)
    other_rules._remarked.clear()
    with caplog.at_level("INFO", logger="tiltmeter"):
        for _ in range(2):
            remark_if_rules_are_new(one)
    assert [told in line for line in caplog.messages] == [True] * bool(changes)


def test_all_who_play_other_versions_try_a_net_first(learned, caplog):
    """`compare` and `sweep`, which keep runs, and `advise`, which does not."""
    shop = Workshop(jobs=1)
    asked = dict(players=2, games=4, strategies=[words(learned[1])])
    with caplog.at_level("INFO", logger="tiltmeter"):
        for play in (
            lambda: shop.compare(HARVEST, {"fair": 4}, only=["turn_order"], **asked),
            lambda: shop.sweep(HARVEST, {"fair": [2, 3]}, only=["mean_score"], **asked),
            lambda: Trials(shop.runner, base_of(HARVEST, 4, **asked)).judgements({"fair": 5}),
        ):
            caplog.clear()
            other_rules._remarked.clear()
            play()
            assert any("learned other rules; under these" in line for line in caplog.messages)
