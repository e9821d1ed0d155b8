"""`check` says what holds, what is out and what cannot be told, and how robust that is."""

import json
import math
from xml.etree import ElementTree

import numpy as np
import pytest
import toy
from click.testing import CliRunner
from test_metrics import games

from analyses import renamed
from analyses.experiments.experiment import experiment
from analyses.findings.sample import sample_of
from analyses.lab.check.balance_targets import CheckedTarget, state_of
from analyses.lab.check.target_range import HOLDS, OUT, UNSURE, TargetRange, target
from analyses.lab.check.targets_file import read_targets
from analyses.lab.compare import robust
from analyses.lab.metrics import reading
from analyses.lab.players.doubts import alternatives, doubts
from analyses.questions import QUESTIONS, ask
from analyses.statistics.estimate import Exactly, Interval, Missing
from reports.junit import write_junit
from simulator.errors import UserError
from strategies.seat import Seat
from tiltmeter.cli import main

HEAD = 'title = "lost_cities"\nplayers = 2\ngames = 600\nstrategies = ["random"]\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One folder for all, so that the same games are played once."""
    return tmp_path_factory.mktemp("check")


def written(folder, text):
    file = folder / "budget.toml"
    file.write_text(text, encoding="utf-8")
    return file


def between(low, high):
    """A number in the middle of an interval, whatever it was made of."""
    return Missing(low, high, (low + high) / 2)


def check(folder, targets, *words, head=HEAD):
    file = written(folder, f"{head}[targets]\n{targets}\n")
    command = ["check", str(file), "--out", str(folder / "runs"), *map(str, words)]
    return CliRunner().invoke(main, command)


class TestBands:
    @pytest.mark.parametrize(
        ("name", "words", "ends"),
        [
            ("turn_order_spread", "<= 5%", (-math.inf, 0.05)),
            ("turn_order_spread", "<=0.05", (-math.inf, 0.05)),
            ("mean_score", ">= -3.5", (-3.5, math.inf)),
            ("length", "10 to 12", (10, 12)),
            ("first_player", "48% to 52%", (0.48, 0.52)),
            ("length_p95", {"max": 40}, (-math.inf, 40)),
            ("dominant_strategy", {"min": "20%", "max": 0.3}, (0.2, 0.3)),
        ],
    )
    def test_the_ways_to_write_a_band(self, name, words, ends):
        made = target(name, words)
        assert (made.low, made.high) == pytest.approx(ends)

    def test_a_verdict_is_a_band_up_to_its_threshold(self):
        assert target("turn_order", "balanced").high == 0.05
        assert target("turn_order", "borderline").high == 0.15
        assert target("length", "balanced").label == "verdict on length"
        assert target("length", "<= 9").label == "game length"

    @pytest.mark.parametrize(
        ("ends", "state", "times"),
        [
            ((0.01, 0.03), HOLDS, 1),
            ((0.06, 0.10), OUT, 1),
            ((0.02, 0.06), UNSURE, 4),  # half-width 2, an edge at 1 from the value
            ((0.04, 0.06), UNSURE, math.inf),
            ((math.nan, math.nan), UNSURE, 1),
        ],
    )
    def test_the_whole_interval_decides(self, ends, state, times):
        wanted, shown = target("turn_order_spread", "<= 5%"), Interval(*ends)
        assert wanted.state(shown) == state
        edges = (wanted.low, wanted.high)
        assert shown.times_as_many(shown.middle, edges) == pytest.approx(times)

    def test_what_has_no_upper_end_holds_only_from_below(self):
        shown = Missing(8.0, math.inf, 8.0)
        states = {
            words: CheckedTarget(target("length_p95", words), 2, shown, 30)
            for words in ("<= 20", "<= 7", ">= 8", ">= 9")
        }
        assert [one.state for one in states.values()] == [UNSURE, OUT, HOLDS, UNSURE]
        told = "8 (at least 8), target at most 20; these are too few games."
        assert states["<= 20"].sentence.endswith(told)
        assert states["<= 20"].as_json()["high"] is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "must say which game"),
        ('title = "lost_cities"', "must say for how many players"),
        (HEAD, "must say at least one target"),
        (HEAD + "[targets]\n", "must say at least one target"),
        ("title = ", "is not valid TOML"),
        (HEAD + "targetz = 1", "Unknown key .*'targetz'. Did you mean 'targets'"),
        (HEAD + "targets = 1", "'targets' must be a table, not 1"),
        (
            HEAD + "[targets]\nturn_spread = '<= 5%'",
            "Unknown metric or question 'turn_spread'. Did you mean 'turn_order_spread'",
        ),
        (
            HEAD + "[targets]\nmember_spread = '<= 9%'",
            "needs something with a name that the game deals",
        ),
        (HEAD + "[targets]\n'win:' = '<= 9%'", "Unknown metric or question 'win:'.*win:NAME"),
        (
            HEAD + "[targets]\n'win:doctor' = '<= 9%'",
            "Nothing is called 'doctor'. Known: seat 1, seat 2",
        ),
        (
            HEAD.replace("2", "[2, 3]") + "[targets]\n'win:seat 3' = '<= 40%'",
            r"'seat 3'.* That is with 2 players; .* stands under \[targets.NUMBER\]",
        ),
        (HEAD + "[targets]\n'win:seat 2' = '<= 9'", "goes from 0 to 1"),
        (HEAD + "[targets]\nturns = 'balanced'", "Unknown question 'turns'"),
        (HEAD + "[targets]\ntrust = 'balanced'", "Unknown question 'confidence'"),
        (HEAD + "[targets]\nseats = 'tilted'", "may be balanced or borderline, not tilted"),
        (
            HEAD + "[targets]\nseats = '<= 5%'",
            '\'turn_order\' is a question.*"balanced" or "borderline"',
        ),
        (HEAD + "[targets]\nseat_spread = '< 5%'", "must be written \"<= 5%\".*not '< 5%'"),
        (HEAD + "[targets]\nseat_spread = 5", "must be written"),
        (HEAD + "[targets]\nseat_spread = {}", "must be written"),
        (
            HEAD + "[targets]\nseat_spread = {most = 1}",
            "Unknown key of the target 'turn_order_spread'",
        ),
        (HEAD + "[targets]\nseat_spread = {max = true}", "ends with numbers, not with True"),
        (HEAD + "[targets]\nseat_spread = '<= 5'", "goes from 0 to 1.*write 5%"),
        (HEAD + "[targets]\nlength = '<= 5%'", "'length' counts rounds.*no percent sign"),
        (HEAD + "[targets]\nlength = {min = 9, max = 8}", "empty: min 9 lies above max 8"),
        (HEAD + "[targets]\ndominance = '<= 60%'", "compares strategies; name at least two"),
        (HEAD + "[targets.3]\nlength = '<= 9'", "for 3 players, but the file is for 2"),
        (HEAD + "[targets]\n2 = '<= 9'", r"must be a table, as in \[targets.2\]"),
        (HEAD.replace("2", "9") + "[targets]\nlength = '<= 9'", "for 2 to 5 players, not 9"),
        (
            HEAD.replace("2", "[2.5]") + "[targets]\nlength = '<= 9'",
            "must be whole numbers, not 2.5",
        ),
        (
            HEAD.replace('"random"', "1") + "[targets]\nlength = '<= 9'",
            "'strategies' is a list of texts",
        ),
        (HEAD.replace("random", "rondom") + "[targets]\nlength = '<= 9'", "Did you mean 'random'"),
        (HEAD.replace("600", "0") + "[targets]\nlength = '<= 9'", "must be at least 1, not 0"),
    ],
)
def test_mistakes_in_a_budget_are_told_in_a_sentence(tmp_path, text, told):
    with pytest.raises(UserError, match=told) as error:
        read_targets(written(tmp_path, text))
    assert "budget.toml" in str(error.value)


@pytest.mark.parametrize("words", ["margin = '<= 9'", "seats = 'balanced'", "power = 'balanced'"])
def test_what_one_player_cannot_answer_is_refused(tmp_path, words):
    head = 'title = "excavation"\nplayers = 1\n[targets]\nlength = "<= 99"\n'
    with pytest.raises(UserError, match="needs at least two players"):
        read_targets(written(tmp_path, head + words))


def test_only_the_tables_that_bands_need_are_played(tmp_path):
    head = 'title = "lost_cities"\nplayers = [4, 2]\n[targets]\nlength = "<= 99"\n'
    balance = read_targets(
        written(tmp_path, head + "[targets.4]\ndominance = '<= 1'\npower = 'balanced'")
    )
    assert [len(one.cells) for one in balance.experiments(2)] == [1]
    alone, forbidden, mixed = balance.experiments(4)
    assert len(alone.cells) == 1
    assert any(cell.forbids for cell in forbidden.cells)
    assert len(mixed.strategies) > 3
    assert balance.size == 4


def test_luck_is_held_beside_random_moves(tmp_path):
    """Those of the deal alone would never call it level."""
    head = 'title = "lost_cities"\nplayers = 2\nstrategies = ["allround", "greedy"]\n[targets]\n'
    *_, beside = read_targets(written(tmp_path, head + "luck = 'balanced'")).experiments(2)
    assert {*beside.strategies} == {"allround", "random"}
    both = head + "dominance = '<= 60%'\nluck = 'balanced'"
    with pytest.raises(UserError, match="random moves, which would count for 'dominant_strategy'"):
        read_targets(written(tmp_path, both))
    known = read_targets(written(tmp_path, both.replace('"greedy"', '"greedy", "random"')))
    assert [len(one.strategies) for one in known.experiments(2)] == [1, 1, 3]


def test_the_old_key_is_answered_with_the_new_one(tmp_path, caplog):
    renamed._told.discard("bands")
    told = read_targets(written(tmp_path, HEAD + "[bands]\nlength = '<= 9'"))
    assert [one.name for one in told.targets[2]] == ["length"]
    assert "'bands' is now called 'targets'" in caplog.text


class TestCommand:
    def test_the_example_is_a_budget(self, tmp_path):
        told = CliRunner().invoke(main, ["check", "--example"])
        assert told.exit_code == 0
        balance = read_targets(written(tmp_path, told.stdout))
        assert [len(targets) for targets in balance.targets.values()] == [4, 5]

    def test_exit_0_when_all_hold(self, folder):
        told = check(folder, "length = '20 to 30'\nseat_spread = '<= 30%'\nendings = 'balanced'")
        assert told.exit_code == 0, told.output
        assert told.stdout.startswith("All 3 targets are met.\n")
        assert "95% CIs of all 3 targets hold together" in told.stdout

    def test_exit_1_says_what_is_out(self, folder):
        told = check(folder, "length = '<= 20'\nseat_spread = '<= 30%'")
        assert told.exit_code == 1
        assert told.stdout.startswith("1 of 2 targets is missed: game length with 2 players.\n")
        assert "Game length with 2 players is missed: 26." in told.stdout
        assert "target at most 20." in " ".join(told.stdout.split())

    def test_exit_3_when_the_sample_cannot_tell(self, folder):
        told = check(folder, "turn_order_spread = '<= 5%'", "-n", 40)
        assert told.exit_code == 3
        words = " ".join(told.stdout.split())
        assert words.startswith("No target is clearly missed; 1 needs more games (about ")
        assert "games settle it" in words or "on the edge" in words

    def test_of_a_few_games_nobody_says_how_many_would_tell(self, folder):
        told = check(folder, "turn_order_spread = '<= 5%'", "-n", 6)
        assert told.exit_code == 3
        assert "these are too few games" in " ".join(told.stdout.split())

    @pytest.mark.parametrize("name", ["kites.py", "lost_cities"])
    def test_a_game_is_no_budget(self, name):
        told = CliRunner().invoke(main, ["check", name])
        assert told.exit_code == 2
        assert f'holds no targets: name a TOML file that says game = "{name}"' in told.stderr

    def test_a_budget_may_have_any_name(self, folder):
        file = written(folder, "seat_spred = 1").rename(folder / "budget.in-ci")
        told = CliRunner().invoke(main, ["check", str(file)])
        assert told.exit_code == 2
        assert "Unknown key in" in told.stderr

    def test_exit_2_for_a_mistake(self, folder):
        told = check(folder, "seat_spred = '<= 5%'")
        assert told.exit_code == 2
        assert told.stderr.startswith("error: ")
        assert told.stderr.count("\n") == 1

    def test_the_same_check_again_plays_nothing(self, folder):
        check(folder, "length = '20 to 30'", "-n", 50)
        again = check(folder, "length = '20 to 30'", "-n", 50)
        assert "Run" not in again.stderr

    def test_json(self, folder):
        told = check(folder, "length = '<= 20'\nseats = 'borderline'", "--json")
        shown = json.loads(told.stdout)
        assert told.exit_code == 1
        assert shown["state"] == OUT
        length, seats = shown["targets"]
        assert length["low"] < length["value"] < length["high"]
        assert (length["min"], length["max"], length["state"]) == (None, 20, OUT)
        assert (seats["verdict"], seats["max"], seats["value"]) == ("borderline", 0.15, None)

    def test_junit_has_a_case_for_every_band_and_number_of_players(self, folder):
        head = HEAD.replace("players = 2", "players = [2, 3]").replace("600", "60")
        targets = "length = '<= 20'\nseat_spread = '<= 5%'\nmean_score = '>= -999'"
        told = check(folder, targets, "--junit", folder / "ci" / "junit.xml", head=head)
        assert told.exit_code == 1
        suites = ElementTree.parse(folder / "ci" / "junit.xml").getroot()
        (suite,) = suites
        cases = {(case.get("classname"), case.get("name")): case for case in suite}
        assert len(cases) == int(suite.get("tests")) == 6
        assert int(suite.get("failures")) == len(list(suite.iter("failure"))) == 2
        assert int(suite.get("skipped")) == len(list(suite.iter("skipped")))
        failure = cases["lost_cities.3_players", "game length"].find("failure")
        assert failure.get("message").startswith("Game length with 3 players is missed: ")

    def test_quiet_says_only_the_result(self, folder):
        told = check(folder, "length = '20 to 30'", "-q")
        assert told.stderr == ""
        assert told.stdout == "The target is met.\n"


def test_junit_is_escaped(tmp_path):
    one = CheckedTarget(target("length", "<= 9"), 2, between(9.5, 10.5), 100)
    write_junit([one], 'a<b & "c"', tmp_path / "junit.xml")
    (suite,) = ElementTree.parse(tmp_path / "junit.xml").getroot()
    assert suite.get("name") == 'a<b & "c"'
    with pytest.raises(UserError, match="Cannot write"):
        write_junit([one], "a", tmp_path)


def test_a_budget_is_out_if_one_band_is_and_unsure_if_one_is_unsure():
    def some(*ends):
        return [CheckedTarget(target("length", "<= 9"), 2, between(e - 2, e), 100) for e in ends]

    assert state_of(some(8, 9)) == HOLDS
    assert state_of(some(8, 10)) == UNSURE
    assert state_of(some(8, 10, 12)) == OUT


def test_false_alarms_of_a_whole_budget_stay_below_five_of_a_hundred():
    """Ten targets so narrow that any error is an alarm: with single intervals 40% would be."""
    stream, n, shares = np.random.default_rng(5), 10, (0.4, 0.3, 0.3)
    targets = [
        TargetRange("first_player", 0.4, 0.4),
        TargetRange("mean_score", 10 + 5 / 3, 10 + 5 / 3),
    ]
    alarms = {1: 0, n: 0}
    for _ in range(300):
        shown = [
            (one, reading(one.name, games(stream, shares)))
            for one in targets
            for _ in range(n // len(targets))
        ]
        for claims in alarms:
            alarms[claims] += any(one.state(read.interval(claims)) == OUT for one, read in shown)
    assert alarms[n] / 300 <= 0.075  # 5% and two standard errors
    assert alarms[1] / 300 > 0.25


# Robustness


def toy_sample(bonus, deals=3000, seed=1):
    by = toy.rules(table=20, bonus=[bonus, 0, 0, 0])
    return sample_of(toy.play(by, [["a", "a"]], deals, seed=seed))


@pytest.fixture(scope="module")
def level_seats():
    return toy_sample(0, deals=12_000)


def seats_over(base, bonuses):
    """The grade of the seats' verdict over variants with these bonuses for the first seat."""
    (claim,) = robust.headlines(base, ["turn_order"])
    samples = [(f"bonus {k}={bonus}", toy_sample(bonus, 12_000)) for k, bonus in enumerate(bonuses)]
    (graded,) = robust.grade([claim], base, samples, len(samples))
    return graded


def test_all_questions_widen_together(level_seats):
    three = sample_of(toy.play(toy.rules(table=20), [["a"] * 3], 2000))
    asked = ask(level_seats, ("turn_order", "length", "choices")) + ask(three, ["scores"])
    found = {one.name: one.measure for one in asked}
    plain, wide = ({name: one.interval(n) for name, one in found.items()} for n in (1, 20))
    assert wide["turn_order"].high > plain["turn_order"].high
    assert wide["scores"].low < plain["scores"].low < plain["scores"].high < wide["scores"].high


class TestGrades:
    def test_an_advantage_that_an_alternative_plants_contradicts_level_seats(self, level_seats):
        graded = seats_over(level_seats, [9])
        assert graded.claim.says == "balanced"
        assert graded.states == {"bonus 0=9": OUT}
        assert (graded.grade, graded.is_supported) == (robust.FLIPS, False)
        shown = robust.finding([graded], 2)
        assert shown.sentence == (
            "Re-tested with 2 players, over 1 variant: 0 of 1 findings hold; turn order does not."
            " Does not hold: turn order balanced, but not with bonus 0=9."
        )
        assert shown.verdict == "tilted"
        assert shown.tables[0].frame["grade"].to_list() == ["does not hold"]

    def test_a_tilt_to_the_other_side_is_no_confirmation(self):
        graded = seats_over(toy_sample(9, 12_000), [-9, 12, 0])
        assert graded.claim.sides == {"seat 1": 1, "seat 2": -1}
        assert graded.states == {"bonus 0=-9": OUT, "bonus 1=12": HOLDS, "bonus 2=0": OUT}
        told = (
            "turn order tilted (player 1 more, player 2 less), but not with bonus 0=-9; bonus 2=0."
        )
        assert told in robust.finding([graded], 2).sentence

    def test_who_stands_out_must_be_told_too(self):
        claim = robust.Claim(
            "win_rates", "tilted", TargetRange("win_rates", 0.3, math.inf), {"fox": 1}
        )
        far = Exactly(0.5)
        assert claim.state(far, {"fox": Exactly(0.2)}, 1) == HOLDS
        assert claim.state(far, {"fox": Exactly(-0.2)}, 1) == OUT
        assert claim.state(far, {"fox": Missing(-0.1, 0.2)}, 1) == UNSURE
        assert claim.state(far, {}, 1) == UNSURE  # others hold what stands out there
        assert claim.state(Exactly(0.1), {"fox": Exactly(0.1)}, 1) == OUT

    def test_of_a_tilt_that_nobody_could_confirm_nothing_holds(self):
        level = robust.Graded(
            robust.Claim("length", "balanced", TargetRange("length", high=1)), {"b": HOLDS}
        )
        tilt = robust.Graded(
            robust.Claim("turn_order", "tilted", TargetRange("turn_order", 0.1)), {"b": UNSURE}
        )
        open_level = robust.Graded(level.claim, {"b": UNSURE})
        assert robust.finding([level, tilt], 2).verdict == "inconclusive"
        assert robust.finding([level, open_level], 2).verdict == "balanced"
        told = robust.finding([level, tilt], 2).sentence
        assert told.endswith("1 of 2 findings hold; 1 is inconclusive.")

    def test_variants_that_play_the_same_games_tell_nothing(self, level_seats):
        graded = seats_over(level_seats, [0])
        assert graded.states == {"bonus 0=0": robust.SAME}
        assert graded.grade == robust.UNTOLD
        assert robust.finding([graded], 2).sentence == "Nothing to vary with 2 players."

    @pytest.mark.parametrize(
        ("states", "grade"),
        [
            ([HOLDS] * 4, robust.ALL),
            ([HOLDS, UNSURE, robust.SAME], robust.ALL),
            ([HOLDS] * 3 + [OUT], robust.MOST),
            ([HOLDS] * 2 + [OUT, UNSURE], robust.FLIPS),
            ([OUT], robust.FLIPS),
            ([UNSURE, robust.SAME], robust.UNTOLD),
            ([], robust.UNTOLD),
        ],
    )
    def test_grades(self, states, grade):
        claim = robust.Claim("turn_order", "balanced", target("turn_order", "balanced"))
        assert robust.Graded(claim, {str(k): s for k, s in enumerate(states)}).grade == grade

    def test_a_verdict_on_the_edge_claims_no_more_than_its_interval_allows(self):
        scale = QUESTIONS["turn_order"].scale
        zones = {
            (0.01, 0.04): ("balanced", -math.inf, 0.05),
            (0.04, 0.06): ("inconclusive, not tilted", -math.inf, 0.15),
            (0.06, 0.14): ("borderline", 0.05, 0.15),
            (0.10, 0.20): ("borderline or tilted", 0.05, math.inf),
            (0.16, 0.20): ("tilted", 0.15, math.inf),
            (0.01, 0.20): ("inconclusive", -math.inf, math.inf),
        }
        for ends, zone in zones.items():
            assert robust._zone(scale, Interval(*ends)) == zone

    def test_a_band_that_is_out_claims_the_side_it_is_out_on(self):
        one = target("length", "10 to 12")
        ends = {(8, 9): (-math.inf, 10), (13, 14): (12, math.inf), (10, 11): (10, 12)}
        for shown, zone in ends.items():
            (claim,) = robust.of_targets([CheckedTarget(one, 2, between(*shown), 9)])
            assert (claim.zone.low, claim.zone.high) == zone
        assert robust.of_targets([CheckedTarget(one, 2, between(9, 11), 9)]) == []


class TestDoubts:
    def test_doubtful_components_are_varied_and_what_a_user_chose_is_not(self):
        plain = experiment("lost_cities", players=2, strategies=["random"], games=10)
        names = [one.name for one in alternatives(plain)]
        assert "setup.layout=heritage" in names
        assert "rulings.second_zero=false" in names
        assert not any("bridges.bonus" in name for name in names)  # the rulebook states it
        chosen = plain.changed({"setup.layout": "random"})
        assert not any("layout" in one.name for one in alternatives(chosen))

    def test_each_strategy_is_left_out_and_the_best_of_the_others_stands_for_the_game(self):
        frame = toy.play(
            toy.rules(table=20, value=[0, 3, 9]),
            [["a", "a"], ["a", "b"], ["a", "c"], ["b", "c"]],
            200,
            choices={"a": 0, "b": 1, "c": 2},
        )
        sample = sample_of(frame)
        pool = ["allround", "greedy", "refuser"]
        words = dict(zip("abc", pool, strict=True))
        named = sample_of(frame.with_columns(
            strategy=frame["strategy"].cast(str).replace(words)
        ))  # fmt: skip
        words = {"players": 2, "games": 10}
        alone = experiment("lost_cities", strategies=pool[:1], design=["ablation"], **words)
        mixed = experiment("lost_cities", strategies=pool, design=["round-robin"], **words)
        found = {one.name: one for one in doubts([alone, mixed], named)}
        without = found["without allround"]
        assert without.experiments[0].cells[0].line_up == (Seat("refuser"), Seat("refuser"))
        assert without.experiments[0].cells[1].line_up[0].without("never") == Seat("refuser")
        assert without.experiments[1] == mixed
        assert found["without greedy"].experiments == (alone, mixed)
        left = without.sample(named)
        assert left.mixed == ["b, c"]
        assert sample.games > left.games == 400


def test_a_band_that_holds_only_as_shipped_is_unsupported_and_exits_with_3(folder):
    """Random players score 30 points more on random sheets than on the shipped one."""
    head = HEAD + '[set]\n"rulings.second_zero" = false\n'
    told = check(folder, "mean_score = '-60 to -20'", "--robust", head=head)
    assert told.exit_code == 3, told.output
    assert told.stdout.startswith("The target is met.\n")
    words = " ".join(told.stdout.split())
    assert "Does not hold: mean score -60 to -20, but not with setup.layout=random." in words
    again = check(folder, "mean_score = '-60 to -20'", "--robust", "--json", head=head)
    (graded,) = json.loads(again.stdout)["robust"]
    assert (graded["grade"], graded["supported"]) == ("does not hold", False)
    assert graded["variants"]["setup.layout=random"] == OUT


def test_a_run_is_asked_again_by_its_own_settings(folder):
    run = folder / "run"
    words = ["-p", "2", "-n", "400", "-s", "random", "--set", "bridges.bonus=40", "-q"]
    CliRunner().invoke(main, ["simulate", "lost_cities", *words, "--out", str(run)])
    told = CliRunner().invoke(main, ["analyse", str(run), "--robust", "-n", "300", "-q"])
    assert told.exit_code == 0, told.output
    assert "over 4 variants" in told.stdout or "over 3 variants" in told.stdout
    manifests = [json.loads(file.read_text()) for file in run.glob("robust/*/manifest.json")]
    assert {one["experiment"]["games"] for one in manifests} == {300}
    assert all(one["experiment"]["changes"]["bridges.bonus"] == 40 for one in manifests)


def test_a_run_of_own_strategies_cannot_be_played_again(folder, tmp_path):
    code = tmp_path / "mine.py"
    code.write_text(
        "from simulator.kernel import kernel\nfrom strategies.registry import strategy\n\n\n"
        '@strategy("lost_cities")\n@kernel\ndef mine(game, rules, move, mind):\n'
        '    """Likes high moves."""\n    return 1.0 * move\n'
    )
    words = ["-p", "2", "-n", "4", "-s", "mine", "--code", str(code), "-q"]
    CliRunner().invoke(main, ["simulate", "lost_cities", *words, "--out", str(tmp_path / "run")])
    told = CliRunner().invoke(main, ["analyse", str(tmp_path / "run"), "--robust"])
    assert told.exit_code == 2
    assert "was played with bots of mine.py" in told.stderr
