"""Why a run is played: noted by its plan, and told by what differs where no plan noted it."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
import toy
from ours import OURS

from analyses.experiments.experiment import experiment
from analyses.experiments.plan import THOROUGH, counts_of, plan
from analyses.experiments.purposes import (
    DEALT,
    ENCOURAGED,
    FORBIDDEN,
    GAME,
    PLAYER,
    RIVALS,
    SWITCH,
    Purpose,
)
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.runner import Runner
from analyses.lab.report.chapters import chapters_of, purpose_beside
from simulator.errors import UserError
from simulator.titles import load_title

APART = (DEALT, SWITCH, PLAYER)  # from the runs that are read together
NOWHERE = Purpose()


def kept(one):
    """A run as its folder shows it."""
    return SimpleNamespace(
        title=one.title,
        settings=one.settings(),
        cells=one.cells,
        components=one.components,
        purpose=one.purpose,
    )


def changed(*words):
    box = load_title("excavation").components
    changes = box.with_changes(box.parse(words, under="setup.")).changes()
    return kept(experiment("excavation", players=1, changes=changes))


def test_a_plan_knows_why_it_plays_each_run():
    alone, three = plan("excavation", [1]), plan("excavation", [3])
    assert [one.purpose.kind for one in alone] == [GAME, RIVALS, *[SWITCH] * 10]
    assert [one.purpose for one in three][-1] == Purpose(PLAYER, "greedy")
    kinds = {one.purpose.kind for one in (*three, *plan("archeos", [3]))}
    assert (
        {GAME, RIVALS, FORBIDDEN, PLAYER} <= kinds <= {*APART, GAME, RIVALS, FORBIDDEN, ENCOURAGED}
    )


def test_who_sets_tables_of_his_own_has_no_plan():
    (one,) = plan("lost_cities", [2], strategies=[["allround", "greedy"]])
    assert one.purpose == NOWHERE


def test_a_purpose_is_no_part_of_what_is_played():
    one = experiment("lost_cities", players=2)
    other = replace(one, purpose=Purpose(PLAYER, "allround"))
    assert (one.key, one) == (other.key, other)


def test_a_manifest_keeps_it_and_an_older_one_is_found_again(tmp_path):
    one = experiment(toy.TITLE.name, players=2, games=4)
    before = RunFolder.for_experiment(tmp_path / "run", one)
    assert "purpose" not in before.manifest
    planned = replace(one, purpose=Purpose(GAME))
    assert RunFolder.for_experiment(tmp_path / "run", planned).purpose == NOWHERE
    other = RunFolder.for_experiment(tmp_path / "other", planned)
    assert RunFolder(tmp_path / "other").purpose == other.purpose == Purpose(GAME)
    assert other.manifest["key"] == before.manifest["key"]


def test_a_purpose_that_nobody_knows_is_damage(tmp_path):
    run = RunFolder.for_experiment(tmp_path, experiment(toy.TITLE.name, players=2, games=4))
    run.note(purpose=["fun", ""])
    with pytest.raises(UserError, match="'purpose' is not what belongs there"):
        RunFolder(tmp_path)


@pytest.mark.parametrize("name", OURS)
def test_what_differs_tells_the_same_as_a_plan(name):
    """So runs that were kept before plans noted it are read as they were."""
    for players in counts_of(load_title(name)):
        first, *others = map(kept, plan(name, [players], THOROUGH))
        for one in (first, *others):
            told = one.purpose if one.purpose.kind in APART else NOWHERE
            assert purpose_beside(one, first) == told


def test_a_switch_is_the_one_difference_of_two_runs():
    base = changed("map=B")
    assert purpose_beside(base, base) == NOWHERE
    for word in ("zu.discards=true", "zu.fail_credits=15"):
        assert purpose_beside(changed("map=B", word), base) == Purpose(SWITCH, word)
    assert purpose_beside(changed("zu.discards=true"), base) == NOWHERE
    assert purpose_beside(changed("map=B", "zu.fail_credits=12"), base) == NOWHERE


class TestChapters:
    """What a plan noted counts beside the run of the game itself, which is the first."""

    @pytest.fixture
    def runner(self, tmp_path):
        return Runner(tmp_path, 1)

    def one(self, kind="", of="", **more):
        made = experiment(toy.TITLE.name, players=2, **{"games": 40, **more})
        return replace(made, purpose=Purpose(kind, of))

    def test_what_was_noted_is_read(self, runner):
        game, other = self.one(GAME), self.one(PLAYER, "himself", seed=1, games=60)
        (chapter,) = chapters_of(runner.play([game, other]))
        assert [*map(str, chapter.by_others)] == [
            "himself"
        ]  # by what differs it would be the same player
        assert len(chapter.runs) == 1

    def test_without_the_game_itself_nothing_is_noted_of_it(self, runner):
        """A run that was played beside another one is the first where it is read alone."""
        (chapter,) = chapters_of(runner.play([self.one(PLAYER, "greedy", strategies=["greedy"])]))
        assert (len(chapter.runs), chapter.by_others) == (1, {})

    def test_a_run_of_another_plan_is_held_beside_the_first(self, runner):
        games = [self.one(GAME), self.one(GAME, strategies=["greedy"])]
        (chapter,) = chapters_of(runner.play(games))
        assert [*map(str, chapter.by_others)] == ["greedy"]
