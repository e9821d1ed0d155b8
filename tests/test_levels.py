"""Levels of a study come from own shuffles: an unlucky seed misplaces no combination."""

from pathlib import Path

import numpy as np
import pytest

import tiltmeter as tm
from analyses.lab.study.effects import design_of
from analyses.lab.study.levels import SHARED, levelled
from analyses.statistics.intervals import student
from analyses.statistics.readings import GROUPS

SWITCHES = Path(__file__).parent / "panel" / "switches.py"
HANDS = {"amber": 30, "blue": -30, "coral": 20, "dun": -20, "ebony": 40, "flax": -40}
MANY, GAMES = 30, 2000


def played(stream, truth, alike=0.95):
    """Totals and weights of combinations; chance on shared shuffles is nearly the same to all."""
    weight = np.where(SHARED, 1500.0, 500.0) / (GROUPS // 2)
    common, own = stream.normal(size=GROUPS), stream.normal(size=(len(truth), GROUPS))
    luck = np.where(SHARED, alike**0.5 * common + (1 - alike) ** 0.5 * own, own)
    return weight * truth[:, None] + np.sqrt(weight) * 0.5 * luck, np.tile(weight, (len(truth), 1))


def means(total, weight):
    whole = weight.sum(axis=1)
    mean = total.sum(axis=1) / whole
    influence = (total - mean[:, None] * weight) / whole[:, None]
    return mean, np.sqrt(GROUPS / (GROUPS - 1) * (influence**2).sum(axis=1)), influence


def test_levels_and_differences_are_covered_and_both_are_sharp():
    stream, truth = np.random.default_rng(1), np.linspace(0.45, 0.55, MANY)
    held, apart, off, before = [], [], [], []
    for _ in range(300):
        total, weight = played(stream, truth)
        mean, error, influence = means(*levelled(total, weight))
        reach = student(np.array(GROUPS))
        held.append(np.abs(mean - truth) <= reach * error)
        less = np.sqrt(GROUPS / (GROUPS - 1) * ((influence[0] - influence[-1]) ** 2).sum())
        apart.append(abs(mean[0] - mean[-1] - (truth[0] - truth[-1])) <= reach * less)
        off.append((mean - truth).mean())
        before.append((means(total, weight)[0] - truth).mean())
    assert 0.93 <= np.mean(held) <= 0.97
    assert 0.91 <= np.mean(apart) <= 0.98
    assert np.std(off) < 0.5 * np.std(before)


def test_what_has_no_shuffles_of_its_own_stays_as_it_is():
    total, weight = played(np.random.default_rng(2), np.full(3, 0.5))
    weight[0, ~SHARED] = 0
    told = levelled(total, weight)
    assert np.array_equal(told[0][0], total[0])
    assert not np.array_equal(told[0][1], total[1])
    assert np.array_equal(levelled(total[:2], weight[:2])[0], total[:2])


@pytest.mark.parametrize("seed", [31, 34])
def test_the_order_by_distance_from_fair_is_nearly_the_true_one(seed, tmp_path):
    """On shared shuffles alone the ranks of these seeds go with the truth by 0.43 and 0.18."""
    ranking = tm.Ranking(only=("first_player",), by="first_player")
    found = tm.Workshop(tmp_path, jobs=1).study(
        SWITCHES, "components", tmp_path / "study", ranking=ranking, seed=seed,
        players=2, strategies=["plays"], games=GAMES,
    )  # fmt: skip
    table = found.study.combinations("first_player")
    handed = np.array([_handed(one) for one in table["combination"]])
    truth = 0.5 + handed / 2000
    told, true = (_ranks(np.abs(one - 0.5)) for one in (table["estimate"].to_numpy(), truth))
    assert np.corrcoef(told, true)[0, 1] > 0.9
    low, high = (table[name].to_numpy() for name in ("low", "high"))
    assert ((low <= truth) & (truth <= high)).mean() > 0.9
    assert found.findings[0].has("best")


def _handed(combination):
    return sum(HANDS[one.split("=")[0]] for one in combination.split(", ") if one.endswith("=1"))


def _ranks(values):
    """Equal ones share their ranks."""
    return np.array([(values < one).sum() + (values == one).sum() / 2 for one in values.round(9)])


def test_while_all_are_open_none_is_listed_as_best(tmp_path):
    ranking = tm.Ranking(only=("first_player",), by="first_player")
    found = tm.Workshop(tmp_path, jobs=1).study(
        SWITCHES, "components", tmp_path / "study", ranking=ranking, players=2,
        strategies=["plays"], games=100,
    )  # fmt: skip
    (finding,) = found.findings
    assert len(found.study.undecided("first_player", 10)) == 64
    assert not finding.has("best")
    assert not finding.has("worst")
    assert any(note.startswith("No combination clearly stands out") for note in finding.notes)


def test_pairs_of_a_sample_need_ten_combinations_left_over():
    """Six switches take 22 of them: 24 leave two, in which three at once pass for a pair."""
    slots = [[f"{name}={k}" for k in (0, 1)] for name in "abcdef"]
    sets = [[slot[k >> n & 1] for n, slot in enumerate(slots)] for k in range(64)]
    chosen = np.random.default_rng(1).permutation(64)
    few, more, every = (design_of(slots, sets, sorted(chosen[:n])) for n in (24, 34, 64))
    assert (few.left_over(2), few.tells_pairs) == (2, False)
    assert (more.left_over(2), more.tells_pairs) == (12, True)
    assert every.tells_pairs
    assert every.mirrored == tuple(slot[1] for slot in slots)


def test_a_sample_that_cannot_tell_pairs_says_so(tmp_path):
    found = tm.Workshop(tmp_path, jobs=1).study(
        SWITCHES, "components", tmp_path / "study", ranking=tm.Ranking(only=("first_player",)),
        sample=24, players=2, strategies=["plays"], games=400,
    )  # fmt: skip
    (finding,) = found.findings
    assert "Too few combinations to tell what pairs do: 2 are left over" in finding.sentence
    assert found.study.pairs("first_player")["q"].is_nan().all()
    assert not finding.has("pairs")
