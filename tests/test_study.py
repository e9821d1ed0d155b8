"""`tiltmeter study`: factors of every title, games on the same deals, folders, refusals, truths."""

import json
import math
import time
from collections import Counter
from dataclasses import fields, replace
from itertools import chain, combinations
from pathlib import Path
from types import SimpleNamespace

import polars as pl
import pytest
from ours import OURS
from pace import slowness
from test_cli import tiltmeter

from analyses.experiments.batch import frames
from analyses.experiments.experiment import WORTH_SEARCHING, experiment
from analyses.experiments.play import DealsToPlay
from analyses.lab.metrics import games_of
from analyses.lab.study.folder import StudyFolder
from analyses.lab.study.plan import factors_of, plan_study
from analyses.lab.study.responses import responses_for
from analyses.lab.study.study import Study, are_apart
from analyses.lab.study.study_run import play_study
from analyses.lab.study.tables import StudyTables, as_arrays, mixed_cells
from reports.members import _sets
from simulator import gpu
from simulator.errors import UserError
from simulator.match import Match
from simulator.titles import load_title
from strategies import registry

COUNTS = {
    "archeos": {"roles": 924, "sites": 64, "tracks": 2},
    "excavation": {"factions": 60, "seats": 60, "maps": 3, "tiles": 2, "galleries": 4},
    "expeditions": {"hands": 12, "keys": 15, "commons": 4},
    "lost_cities": {"layouts": 3, "boxes": 16},
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


class TestFactors:
    @pytest.mark.parametrize("name", OURS)
    def test_every_combination_can_be_played_and_differs_from_the_others(self, name):
        title = load_title(name)
        assert {f: len(one.combinations) for f, one in factors_of(title, 3).items()} == COUNTS[name]
        components = title.components
        for factor in factors_of(title, 3).values():
            made = [
                title.rules_for(components.with_changes(one.changes), 3).tobytes()
                for one in factor.combinations
            ]
            assert len(set(made)) == len(made)
            assert len({one.name for one in factor.combinations}) == len(made)

    @pytest.mark.parametrize("name", OURS)
    def test_members_are_those_of_the_combinations(self, name):
        title = load_title(name)
        for players in title.players:
            for factor in factors_of(title, players).values():
                assert factor.about
                seen = {member for one in factor.combinations for member in one.members}
                assert seen == set(factor.members)
                one = factor.combinations[-1]
                title.rules_for(title.components.with_changes(one.changes), players)


class TestGames:
    def test_other_rules_at_the_same_table_are_as_good_as_a_new_table(self):
        title = load_title("lost_cities")
        rules = [
            title.rules_for(title.components.with_changes({"bridges.bonus": n}), 2)
            for n in (20, 40)
        ]
        players = registry.line_up(title, ["allround"], 2)
        first, second = (Match(title, one, players) for one in rules)
        moved = first.under(rules[1])
        assert (moved.play(1, 0, 20) == second.play(1, 0, 20)).all()
        assert (moved.play(1, 0, 20) != first.play(1, 0, 20)).any()

    def test_rows_give_the_same_games_as_frames_do(self):
        words = ["greedy", "allround", "allround"]  # they can sit in one order only
        one = experiment("lost_cities", players=3, strategies=words, games=30)
        shown = games_of(pl.concat(frames(one, jobs=1)).lazy(), 3, "cut off", {})
        match = one.match(one.cells[0], "compiled")
        direct = as_arrays(DealsToPlay(match, 1, range(30 // match.rotations)).play())
        of_holders = {"held", "named"}
        for name in {field.name for field in fields(direct)} - of_holders:
            assert (getattr(direct, name) == getattr(shown, name)).all(), name
        for name in of_holders:  # no members are dealt, none is named
            assert getattr(direct, name) == getattr(shown, name) == {}

    def test_at_mixed_tables_each_strategy_meets_each_other_equally_often(self):
        for n, players in ((6, 4), (5, 2), (4, 4), (3, 5)):
            pool = [f"s{k}" for k in range(n)]
            cells = mixed_cells(pool, players)
            seats = Counter(name for cell in cells for name in cell.line_up * cell.rotations)
            assert len(set(seats.values())) == 1
            met = Counter(chain(*(combinations(sorted(cell.line_up), 2) for cell in cells)))
            assert len({n for (one, other), n in met.items() if one != other}) == 1

    @pytest.mark.parametrize(("pool", "players", "deals"), [(3, 3, 40), (6, 4, 17), (4, 3, 16)])
    def test_at_mixed_tables_neighbours_change_with_the_deals(self, pool, players, deals):
        cells = mixed_cells([f"s{k}" for k in range(pool)], players)
        tables = StudyTables(None, [cell.orders for cell in cells], (0, deals), 1)
        behind, seen = Counter(), [[] for _ in cells]
        for batch in range(6):
            for order, its in tables._seated(batch, range(batch * deals, (batch + 1) * deals)):
                behind.update({(a, order[k - 1]): len(its) for k, a in enumerate(order)})
                seen[[sorted(cell.line_up) for cell in cells].index(sorted(order))].extend(its)
            if pool == players:
                assert len(set(behind.values())) == 1  # after every batch
        assert len(behind) == pool * (pool - 1)
        assert max(behind.values()) < 1.2 * min(behind.values())
        assert all(its == list(range(6 * deals)) for its in seen)

    def test_a_sample_is_balanced_and_always_the_same(self):
        plan = plan_study("archeos", "roles", sample=60, games=10)
        sets = [one.members for one in plan.combinations]
        assert len(set(sets)) == 60
        seen = Counter(chain(*sets))
        assert set(seen.values()) <= {29, 30, 31}
        together = Counter(chain(*(combinations(one, 2) for one in sets)))
        assert len(together) == 66
        assert max(together.values()) - min(together.values()) <= 5
        assert plan.key == plan_study("archeos", "roles", sample=60, games=10).key

    def test_around_keeps_the_sets_that_have_all_of_these(self):
        plan = plan_study("archeos", "roles", around=["botanist", "linguist"])
        assert len(plan.chosen) == 210
        assert all({"botanist", "linguist"} <= set(one.members) for one in plan.combinations)


def small(**words):
    return plan_study("lost_cities", "boxes", players=3, games=60, **words)


def bytes_of(path):
    parts = sorted(path.rglob("*.parquet"))
    return {str(part.relative_to(path)): part.read_bytes() for part in parts}


class TestFolder:
    def test_jobs_and_a_stop_in_between_leave_no_trace(self, tmp_path, monkeypatch):
        monkeypatch.setattr("analyses.lab.study.folder.PART", 3)
        extra = {"by": "mean_score", "top": 3, "budget": 60 * 5}
        plan = small(sample=10)
        play_study(plan, tmp_path / "whole", jobs=1, **extra)
        play_study(plan, tmp_path / "two", jobs=2, **extra)
        stops = iter(range(100))

        def stop(plan, result):
            if next(stops) in (1, 6, 14):
                raise KeyboardInterrupt

        for _ in range(3):
            with pytest.raises(KeyboardInterrupt):
                play_study(plan, tmp_path / "stopped", jobs=2, **extra, watch=stop)
            assert Study(tmp_path / "stopped").rows["combination"].n_unique() >= 2
        play_study(plan, tmp_path / "stopped", jobs=2, **extra, watch=stop)
        whole = bytes_of(tmp_path / "whole")
        assert any("round-001" in name for name in whole)
        assert whole == bytes_of(tmp_path / "two") == bytes_of(tmp_path / "stopped")

    def test_parts_that_were_removed_are_played_again_and_nothing_else_is(
        self, tmp_path, monkeypatch
    ):
        monkeypatch.setattr("analyses.lab.study.folder.PART", 3)
        extra = {"by": "mean_score", "top": 3, "budget": 60 * 5}
        plan, path, played = small(sample=10), tmp_path / "s", []
        play_study(plan, path, jobs=1, **extra)
        whole = bytes_of(path)
        for lost, their in (
            (["part-0001"], [3, 4, 5]),
            (["part-0000", "part-0002"], [0, 1, 2, 6, 7, 8]),
            (["part-0001", "part-0003"], [3, 4, 5, 9]),
        ):
            for name in lost:
                (path / f"{name}.parquet").unlink()
            played.clear()
            play_study(plan, path, jobs=1, **extra, watch=lambda _, one: played.append(one[0]))
            assert played == their
            assert bytes_of(path) == whole
        next(path.rglob("round-001/part-0000.parquet")).unlink()
        play_study(plan, path, jobs=1, **extra)
        assert bytes_of(path) == whole

    def test_what_is_missing_is_played_once_however_often_it_is_stopped(
        self, tmp_path, monkeypatch
    ):
        monkeypatch.setattr("analyses.lab.study.folder.PART", 3)
        plan, path = small(sample=10), tmp_path / "s"
        play_study(plan, path, jobs=1)
        whole = bytes_of(path)
        (path / "part-0001.parquet").unlink()

        def stop(plan, result):
            raise KeyboardInterrupt

        for left in ([4, 5], [5]):
            with pytest.raises(KeyboardInterrupt):
                play_study(plan, path, jobs=1, watch=stop)
            assert StudyFolder(path).first_pass.missing(range(10)) == left
        play_study(plan, path, jobs=1)
        assert bytes_of(path) == whole

    def test_a_part_of_other_combinations_is_played_again(self, tmp_path, monkeypatch):
        monkeypatch.setattr("analyses.lab.study.folder.PART", 3)
        play_study(small(sample=10), tmp_path, jobs=1)
        whole = bytes_of(tmp_path)
        (tmp_path / "part-0002.parquet").rename(tmp_path / "part-0001.parquet")
        with pytest.raises(UserError, match=r"part-0001.parquet is damaged; the study that made"):
            Study(tmp_path)
        play_study(small(sample=10), tmp_path, jobs=1)
        assert bytes_of(tmp_path) == whole

    def test_every_engine_adds_up_to_the_same(self, tmp_path):
        plan = plan_study("lost_cities", "boxes", players=2, games=4, sample=2)
        slow = plan.played_by("python")
        assert {one.engine for one in (slow.tables.alone, *slow.tables.mixed[0])} == {"python"}
        for one in (plan, slow):
            play_study(one, tmp_path / one.engine, jobs=1)
        assert bytes_of(tmp_path / "python") == bytes_of(tmp_path / "compiled")
        assert slow.key == plan.key

    def test_a_gpu_pays_by_the_games_of_a_combination(self, monkeypatch):
        monkeypatch.setattr(gpu, "missing", lambda: "")
        many, few = small(strategies=["search"]), small()
        assert many.played_by("auto").engine == "compiled"
        many = replace(many, games=WORTH_SEARCHING)
        assert [one.played_by("auto").engine for one in (many, few)] == ["cuda", "compiled"]

    def test_the_budget_is_kept_and_spent_on_combinations_near_the_cut(self, tmp_path):
        plan = small()
        study = play_study(plan, tmp_path / "s", jobs=1, by="mean_score", top=3, budget=500)
        extra = sum(study.batches().values()) - 16
        assert 0 < extra * plan.tables.games <= 500
        assert study.looks > 1
        first = Study(tmp_path / "s")
        assert first.looks == 1
        wanted = [k for k, _ in first.helpings("mean_score", 3)[:extra]]
        assert study.batches() == Counter([*range(16), *wanted])

    def test_a_half_played_study_counts_as_a_sample(self, tmp_path):
        stops = iter(range(100))

        def stop(plan, result):
            if next(stops) == 9:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            play_study(small(), tmp_path / "s", jobs=1, watch=stop)
        study = Study(tmp_path / "s")
        assert len(study.numbers) == 10
        assert study.design.unseen == pytest.approx(6 / 16)

    def test_damage_is_told_and_played_again(self, tmp_path):
        play_study(small(sample=4), tmp_path / "s", jobs=1)
        part = next((tmp_path / "s").glob("*.parquet"))
        whole = part.read_bytes()
        part.write_bytes(whole[:100])
        told = tiltmeter("study", "lost_cities", "boxes", "-p", 3, "-n", 60, "--sample", 4,
                         "--out", tmp_path / "s")  # fmt: skip
        assert told.exit_code == 0
        assert "is damaged; its games are played again" in told.stderr
        assert part.read_bytes() == whole


WORDS = ["study", "lost_cities", "boxes", "-p", 3, "-n", 40, "--jobs", 1]


class TestCommand:
    def test_it_lists_the_factors(self):
        told = tiltmeter("study", "archeos").output
        assert "roles        924 combinations" in told
        assert "sites" in told
        listed = json.loads(tiltmeter("study", "archeos", "--json").output)
        assert len(listed["roles"]["members"]) == 12

    def test_sentences_and_tables(self, folder):
        told = tiltmeter(*WORDS)
        assert told.exit_code == 0, told.output
        for word in (
            "640 games",
            "arrows: 3 raises it most, by",
            "boxes: each instead",
            "show no difference between combinations",
            ", the best",
            "None of 16 pairs",
        ):
            assert word in " ".join(told.output.split())
        again = tiltmeter(*WORDS, "--tables")
        assert "nothing to play" in again.output
        assert "\nhighest\n" in again.output
        assert "\nlowest\n" in again.output
        assert tiltmeter(*WORDS, "-q").output.startswith("studies/lost_cities-boxes-3p-")

    def test_a_sample_says_so_and_does_not_claim_what_it_cannot_tell(self, folder):
        words = [*WORDS, "--only", "mean_score", "--sample"]
        assert "12 of 16 combinations were played" in tiltmeter(*words, 12).output
        few = " ".join(tiltmeter(*words, 3).output.split())
        assert "too few combinations to tell one count from another" in few
        assert "clearly" not in few
        assert "sum of their parts" not in few

    def test_json_holds_every_combination_of_every_response(self, folder):
        told = json.loads(tiltmeter(*WORDS, "--only", "length,first_player", "--json").stdout)
        assert [finding["name"] for finding in told["findings"]] == ["length", "first_player"]
        everything = told["findings"][0]["tables"][-1]["rows"]
        assert len(everything) == 16
        assert all(row["low"] <= row["estimate"] <= row["high"] for row in everything)
        assert all(row["games"] == 40 for row in everything)  # no mixed tables were asked for

    def test_of_a_single_deal_nothing_is_sure(self, folder):
        """A q-value of 0.00 stood beside no interval at all."""
        words = ["study", "lost_cities", "layouts", "-p", 3, "-n", 2, "--jobs", 1, "--json"]
        found = {one["name"]: one for one in json.loads(tiltmeter(*words).stdout)["findings"]}
        tables = {table["key"]: table["rows"] for table in found["turn_order_imbalance"]["tables"]}
        shares = tables["shares"]
        assert {(row["low"], row["high"], row["q"]) for row in shares} == {(None, None, None)}

    def test_a_study_is_frames_for_whoever_draws_them(self, folder):
        tiltmeter(*WORDS, "--out", "s")
        study = Study(Path("s"))
        assert study.members("mean_score")["member"][0] == "arrows 3"
        assert {"first", "second", "effect", "low", "high", "q"} <= set(
            study.pairs("length").columns
        )
        shares = study.combinations("dominant_strategy")
        assert len(shares) == 16
        assert shares["estimate"].is_between(0, 1).all()

    def test_seats_of_factions_are_asked_for_every_seat(self):
        plan = plan_study("excavation", "seats", players=3)
        assert plan.factor.responses == ("seat_2", "seat_3")


WRONG = {
    "unknown factor": (["archeos", "role"], "Did you mean 'roles'"),
    "unknown title": (["archeo", "roles"], "Did you mean 'archeos'"),
    "unknown member": (["archeos", "roles", "--around", "botanits"], "Did you mean 'botanist'"),
    "nothing around": (
        ["lost_cities", "boxes", "--around", "arrows 1,arrows 2"],
        "nothing to compare: no combination of boxes has arrows 1, arrows 2",
    ),
    "one around": (
        ["lost_cities", "layouts", "--around", "random"],
        "only one combination of layouts",
    ),
    "empty sample": (["archeos", "roles", "--sample", 0], "at least 2 combinations"),
    "no games": (["archeos", "roles", "-n", 0], "at least 2 games, not 0"),
    "players": (["archeos", "roles", "-p", 9], "2 to 6 players, not 9"),
    "unknown response": (["archeos", "roles", "--only", "lenth"], "Did you mean 'length'"),
    "the first seat": (
        ["archeos", "roles", "--only", "seat_1"],
        "the first player is called 'first_player', not 'seat_1'",
    ),
    "not linear": (
        ["archeos", "roles", "--only", "turn_order_spread"],
        "cannot compare by 'turn_order_spread'",
    ),
    "ranked by another": (
        ["archeos", "roles", "--only", "length", "--by", "margin"],
        "Unknown metric to rank by: 'margin'",
    ),
    "budget": (["archeos", "roles", "--budget", -1], "--budget cannot be below 0"),
    "setup": (["archeos", "roles", "--setup", "sties=x"], "Did you mean 'sites'"),
    "seed": (["archeos", "roles", "--seed", -1], "seed must lie"),
    "foreign folder": (["lost_cities", "layouts", "--out", "."], "is not a study"),
    "illegal": (["lost_cities", "layouts", "--setup", "arrows=3"], "needs layout=random"),
}


@pytest.mark.parametrize("case", WRONG)
def test_mistakes_are_told_in_one_sentence(folder, case):
    (folder / "something").write_text("")
    words, sentence = WRONG[case]
    told = tiltmeter("study", *words)
    assert told.exit_code == 2
    assert sentence in told.output
    assert told.output.count("\n") == 1


def test_another_study_in_the_same_folder_is_refused(folder):
    words = ["study", "lost_cities", "layouts", "-p", 2, "--out", "s", "--jobs", 1]
    assert tiltmeter(*words, "-n", 40).exit_code == 0
    told = tiltmeter(*words, "-n", 80)
    assert told.exit_code == 2
    assert "holds another study (other games)" in told.output
    assert "is not a run" in tiltmeter("analyse", "s").output


def test_a_botanist_worth_six_points_is_the_role_that_matters_most(folder):
    """Planted in the real game: three times the points of the box, at the tile and each season."""
    words = [
        "study",
        "archeos",
        "roles",
        "-n",
        100,
        "-p",
        3,
        "--sample",
        40,
        "--only",
        "mean_score",
    ]
    more = ["--set", "roles.botanist.points=6", "--set", "roles.botanist.season=6"]
    told = json.loads(tiltmeter(*words, *more, "--json", "--jobs", 2).stdout)
    members = told["findings"][0]["tables"][0]["rows"]
    assert members[0]["member"] == "botanist"
    assert members[0]["q"] < 0.001
    assert members[0]["low"] > max(row["high"] for row in members[1:])
    plain = json.loads(tiltmeter(*words, "--json", "--jobs", 2).stdout)
    before = {row["member"]: row for row in plain["findings"][0]["tables"][0]["rows"]}
    assert members[0]["low"] > before["botanist"]["high"]


def test_all_role_sets_with_two_thousand_games_take_less_than_ten_minutes(tmp_path):
    """A part of them is played, and their time counted up."""
    plan = plan_study("archeos", "roles", players=4, sample=8)
    assert plan.tables.games == 2000  # the tables are laid before the clock starts
    plan.tables.play(plan.rules(plan.combinations[0]), 0)
    started = time.process_time()  # of both cores, whatever else they do
    play_study(plan, tmp_path / "s", jobs=2)
    assert (time.process_time() - started) / 2 / 8 * 924 < 600 * slowness()


def test_combinations_that_nothing_tells_apart_have_no_best():
    alike = pl.DataFrame({"estimate": [0.0026, 0.0026 + 1e-16, 0.0026]})
    assert not are_apart(alike)
    assert are_apart(pl.DataFrame({"estimate": [0.0026, 0.0031]}))
    assert not are_apart(alike.head(1))


def test_an_imbalance_is_never_told_below_nothing():
    asked = responses_for(2, is_dealt=False)
    assert asked["turn_order_imbalance"].bounds == (0, math.inf)
    assert asked["dominant_strategy"].bounds == (0, 1)
    assert asked["mean_score"].bounds == (-math.inf, math.inf)


def test_a_member_lists_only_combinations_that_stand_out_and_hold_it():
    def ranked(*names):
        ends = {"low": 0.0, "high": 1.0}
        return pl.DataFrame([{"combination": name, "estimate": 0.5, **ends} for name in names])

    mine = pl.Series(["a, b", "a, c"])
    main = SimpleNamespace(name="mean_score", aim="", is_share=False)
    leading = {True: ranked("b, c", "a, c"), False: ranked("b, c")}
    (best,) = _sets(mine, leading, main)
    assert best.key == "best"
    assert best.frame["combination"].to_list() == ["a, c"]
