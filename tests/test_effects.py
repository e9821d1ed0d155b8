"""Effects, pairs, Shapley values and shrinkage find exactly what was planted, and no more."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest

from analyses.lab.study.effects import design_of, main_effects, pair_effects, shapley
from analyses.lab.study.plan import balanced_sample
from analyses.lab.study.shrinkage import Response
from analyses.lab.study.study import Study
from analyses.statistics.readings import GROUPS
from simulator.versions import Version

NAMES = tuple("abcdefgh")
EIGHT = list(itertools.combinations(NAMES, 4))  # 70 sets of four
FREE = [c for n in range(5) for c in itertools.combinations("abcd", n)]  # 16 sets of any size


def full(population, slots):
    return design_of(slots, population, range(len(population)))


SETS = full(EIGHT, [NAMES])
SWITCHES = full(FREE, [(one,) for one in "abcd"])


def planted(design, worth, together=None, scatter=0.0, stream=None):
    """The truth of every combination from what members and pairs are worth."""
    truth = design.present @ np.array([worth.get(name, 0.0) for name in design.members])
    at = design.members.index
    for (i, j), value in (together or {}).items():
        truth += value * design.present[:, at(i)] * design.present[:, at(j)]
    return truth + (scatter * stream.standard_normal(len(truth)) if scatter else 0)


def measured(design, truth, noise, stream, shared=1.0):
    """Means and influences as games give them: noise by group of deals, partly the same for all."""
    size = (GROUPS, len(truth))
    groups = noise * stream.standard_normal(size) + shared * stream.standard_normal((GROUPS, 1))
    mean = groups.mean(axis=0)
    return Response(design, truth + mean, (groups - mean) / GROUPS, 10 * GROUPS)


def with_minus_without(population, truth, name):
    has = np.array([name in one for one in population])
    return truth[has].mean() - truth[~has].mean()


@pytest.mark.parametrize(("design", "population"), [(SETS, EIGHT), (SWITCHES, FREE)])
def test_a_main_effect_is_the_mean_with_minus_the_mean_without(design, population):
    truth = np.random.default_rng(1).standard_normal(len(population))
    shown = main_effects(design) @ truth
    expected = [with_minus_without(population, truth, name) for name in design.members]
    assert shown == pytest.approx(expected)


def test_a_member_worth_three_points_replaces_one_worth_nothing():
    shown = main_effects(SETS) @ planted(SETS, {"a": 3.0})
    assert shown == pytest.approx([3.0] + [-3 / 7] * 7)


def brute_pair(population, truth, one, two):
    """The difference of differences over all sets that differ in nothing else."""
    value = {frozenset(c): y for c, y in zip(population, truth, strict=True)}
    found = []
    outside = [name for name in NAMES if name not in (one, two)]
    for three, four in itertools.permutations(outside, 2):
        for rest in itertools.combinations([n for n in outside if n not in (three, four)], 2):
            y = [
                value[frozenset({*pair, *rest})]
                for pair in ((one, two), (three, two), (one, four), (three, four))
            ]
            found.append(y[0] - y[1] - y[2] + y[3])
    return np.mean(found)


def test_a_pair_effect_is_the_difference_of_differences():
    truth = planted(SETS, {"a": 3.0, "b": 1.0, "c": -2.0}, {("a", "c"): 5.0, ("d", "e"): -1.0})
    shown = dict(zip(SETS.pairs, pair_effects(SETS) @ truth, strict=True))
    assert shown[0, 2] == pytest.approx(brute_pair(EIGHT, truth, "a", "c"))
    assert shown[1, 5] == pytest.approx(brute_pair(EIGHT, truth, "b", "f"))
    assert max(shown, key=shown.get) == (0, 2)
    alone = planted(SETS, {"a": 3.0, "b": 1.0})
    assert pair_effects(SETS) @ alone == pytest.approx(np.zeros(28))


def test_pairs_of_switches_are_exact():
    truth = planted(SWITCHES, {"a": 3.0, "b": 1.0}, {("a", "b"): 5.0})
    shown = dict(zip(SWITCHES.pairs, pair_effects(SWITCHES) @ truth, strict=True))
    assert shown[0, 1] == pytest.approx(5)
    assert shown[1, 2] == pytest.approx(0)


def test_levels_are_compared_with_each_other_and_their_pairs_are_interactions():
    slots = (("x1", "x2", "x3"), ("y1", "y2"))
    grid = full(list(itertools.product(*slots)), slots)
    truth = np.array([0.0, 0, 0, 6, 0, 0])  # x2 with y2
    assert main_effects(grid) @ truth == pytest.approx([-1.5, 3, -1.5, -2, 2])
    shown = dict(zip(grid.pairs, pair_effects(grid) @ truth, strict=True))
    assert shown[1, 4] == pytest.approx(6)
    assert shown[0, 4] == pytest.approx(-3)
    assert shapley(grid) is None


def brute_shapley(design, population, truth, worth_of):
    """The mean of what a member's joining changes over every order of all members."""
    value = np.zeros(len(design.members))
    orders = list(itertools.permutations(range(len(design.members))))
    for order in orders:
        group = set()
        for member in order:
            before = worth_of(group, truth)
            group = group | {design.members[member]}
            value[member] += (worth_of(group, truth) - before) / len(orders)
    return value


def test_shapley_of_switches_is_the_classical_value():
    truth = np.random.default_rng(2).standard_normal(16)
    exact = {frozenset(one): y for one, y in zip(FREE, truth, strict=True)}
    brute = brute_shapley(SWITCHES, FREE, truth, lambda group, _: exact[frozenset(group)])
    shown = shapley(SWITCHES) @ truth
    assert shown == pytest.approx(brute)
    assert shown.sum() == pytest.approx(exact[frozenset("abcd")] - exact[frozenset()])


def test_shapley_is_told_of_switches_only():
    """Of sets of one size it would be the main effects once more, times a number below 1."""
    assert shapley(full(list(itertools.combinations("abcde", 2)), [tuple("abcde")])) is None


def test_what_a_design_cannot_tell_is_not_known():
    few = design_of([NAMES], EIGHT, [0, 30, 65])
    assert np.isnan(main_effects(few)).all()
    pairs = full(list(itertools.combinations("abcde", 4)), [tuple("abcde")])
    assert np.isfinite(main_effects(pairs)).all()
    assert np.isnan(pair_effects(pairs)).all()


def coverage(estimates, truth):
    return np.mean((estimates.low <= truth) & (truth <= estimates.high))


def test_intervals_of_effects_cover_the_truth():
    stream, held = np.random.default_rng(5), []
    for _ in range(200):
        truth = planted(SETS, {"a": 3.0, "b": 1.0}, {("a", "c"): 2.0}, 0.5, stream)
        shown = measured(SETS, truth, 5.0, stream)
        held.append(
            [
                coverage(shown.members, SETS.main @ truth),
                coverage(shown.pairs, SETS.together @ truth),
                coverage(shown.raw, truth),
                coverage(shown.shrunk, truth),
            ]
        )
    assert np.mean(held, axis=0) == pytest.approx(np.full(4, 0.95), abs=0.02)


def test_intervals_of_a_sample_cover_the_effects_of_all_sets():
    """What the sets that were not played would have shown is part of the error."""
    stream, held, blind = np.random.default_rng(6), [], []
    for _ in range(200):
        truth = planted(SETS, {"a": 3.0}, {("a", "c"): 2.0}, 2.0, stream)
        sample = design_of([NAMES], EIGHT, np.sort(stream.choice(70, 30, replace=False)))
        shown = measured(sample, truth[sample.chosen], 2.0, stream)
        effects = main_effects(SETS) @ truth
        held.append(coverage(shown.members, effects))
        only = measured(full([EIGHT[k] for k in sample.chosen], [NAMES]), shown.mean, 0.0, stream)
        blind.append(coverage(only.members, effects))
    assert 0.92 <= np.mean(held) <= 0.98
    assert np.mean(blind) < 0.5


FIVE = [c for n in range(6) for c in itertools.combinations("abcde", n)]  # 32 sets of any size
EACH = [(one,) for one in "abcde"]


@pytest.mark.parametrize(
    ("played", "told"), [(7, "members"), (8, "shapley"), (8, "predicted"), (20, "pairs")]
)
def test_intervals_of_a_small_sample_cover_the_truth(played, told):
    """One to five combinations more than a model needs tell little of how all of them scatter."""
    stream, held, everything = np.random.default_rng(played), [], full(FIVE, EACH)
    for seed in range(20):
        sample = few_of_five(played, seed)
        wanted = {
            "members": everything.main,
            "pairs": everything.together,
            "shapley": everything.fair_shares,
            "predicted": np.eye(32)[sample.unplayed],
        }[told]
        for _ in range(30):
            truth = planted(everything, {"a": 3.0}, {}, 0.3, stream)
            shown = getattr(measured(sample, truth[sample.chosen], 0.7, stream), told)
            effects, known = wanted @ truth, np.isfinite(shown.error)
            held.extend(((shown.low <= effects) & (effects <= shown.high))[known])
    assert 0.925 <= np.mean(held) <= 0.985


def few_of_five(played, seed):
    """As `study --sample` chooses them."""
    near = [Version("", members=one) for one in FIVE]
    chosen = balanced_sample(SimpleNamespace(members="abcde"), near, played, seed)
    return design_of(EACH, FIVE, chosen)


def test_what_a_sample_misses_is_nothing_if_all_were_played():
    nearly = design_of([NAMES], EIGHT, range(69))
    assert nearly.whole.main == pytest.approx(SETS.main)
    assert nearly.away(nearly.main, SETS.main).max() < 0.02 * (SETS.main**2).sum(axis=1).min()
    assert SETS.whole is SETS


def test_of_what_is_called_found_at_most_one_in_twenty_is_not_there():
    stream, false = np.random.default_rng(7), []
    for _ in range(300):
        shown = measured(SETS, np.zeros(70), 5.0, stream)
        false.append([(e.q < 0.05).any() for e in (shown.members, shown.pairs, shown.surprise)])
    assert (np.mean(false, axis=0) <= 0.08).all()


@pytest.mark.parametrize("scatter", [0.0, 0.5, 3.0])
def test_shrunk_means_are_nearer_to_the_truth_than_raw_ones(scatter):
    stream, raw, shrunk, best = np.random.default_rng(8), [], [], []
    for _ in range(60):
        truth = planted(SETS, {"a": 3.0, "b": 1.0}, {}, scatter, stream)
        shown = measured(SETS, truth, 8.0, stream, shared=0.0)
        raw.append(((shown.mean - truth) ** 2).mean())
        shrunk.append(((shown.shrunk.value - truth) ** 2).mean())
        top = int(shown.shrunk.value.argmax())
        best.append(shown.shrunk.low[top] <= truth[top] <= shown.shrunk.high[top])
    assert np.mean(shrunk) < np.mean(raw) * (0.75 if scatter < 1 else 0.97)
    assert np.mean(best) >= 0.85


def test_the_most_unusual_combination_is_the_one_made_so():
    stream = np.random.default_rng(9)
    truth = planted(SETS, {"a": 3.0, "b": 1.0})
    truth[33] += 6
    shown = measured(SETS, truth, 2.0, stream)
    assert int(np.abs(shown.surprise.value / shown.surprise.error).argmax()) == 33
    assert shown.surprise.q[33] < 0.05


MANY = [*itertools.combinations("abcdefghi", 4)]  # 126 sets


@pytest.mark.parametrize("even", [None, -2.0])
def test_of_sets_that_are_all_alike_none_is_told_from_a_typical_one(even):
    """Those few that are drawn in least lie at the ends of every ranking, by luck alone."""
    stream, design, named, ends = np.random.default_rng(40), full(MANY, ["abcdefghi"]), [], []
    for _ in range(60):
        shown = measured(design, np.zeros(126), 8.0, stream, shared=0.5)
        width = shown.shrunk.high - shown.shrunk.low
        ends.append(width[np.abs(shown.above_average.value).argmax()] / np.median(width))
        told = (
            shown.beyond_typical(True) | shown.beyond_typical(False) if even is None else
            shown.even_beyond_typical(even, True) | shown.even_beyond_typical(even, False)
        )  # fmt: skip
        named.append(told.any())
    assert np.mean(ends) > 1.3, "a reader saw the ends of the ranking, with wider intervals"
    assert np.mean(named) <= 0.08


def test_sets_that_are_told_from_a_typical_one_are_indeed_better():
    stream, design = np.random.default_rng(41), full(MANY, ["abcdefghi"])
    truth = planted(design, {"a": 3.0, "b": 2.0, "c": -2.0})
    wrong, found = [], []
    for _ in range(40):
        shown = measured(design, truth, 8.0, stream, shared=0.5)
        high = shown.beyond_typical(True)
        wrong.append((truth[high] <= truth.mean()).any())
        near = shown.even_beyond_typical(truth.max(), True)
        far = truth.max() - truth
        wrong[-1] |= (far[near] >= far.mean()).any()
        found.append((high[truth.argmax()], near[truth.argmax()]))
    assert np.mean(wrong) <= 0.08
    assert np.mean(found, axis=0).min() > 0.8


@pytest.mark.parametrize("scatter", [0.0, 0.6])
def test_a_single_broken_combination_is_told_as_it_is(scatter):
    """Drawn towards all the others its interval would miss the truth in most studies."""
    stream, held, found, false = np.random.default_rng(16), [], [], []
    for _ in range(60):
        truth = planted(SETS, {"a": 1.0}, {}, scatter, stream)
        truth[33] += 4 + 2 * scatter
        shown = measured(SETS, truth, 4.0, stream)  # six of its errors, or more
        best = int(shown.above_average.value.argmax())
        held.append(shown.shrunk.low[best] <= truth[best] <= shown.shrunk.high[best])
        found.append(shown.surprise.q[33] < 0.05)
        false.append((np.delete(shown.surprise.q, 33) < 0.05).any())
    assert np.mean(held) >= 0.88
    assert np.mean(found) >= (0.75 if not scatter else 0.4)
    assert scatter or np.mean(false) <= 0.1


def uneven(stream, off, games):
    """A study of sets whose four members win so far off an even share; and what they win."""
    group, study = np.arange(games) % GROUPS, object.__new__(Study)
    signs = stream.permuted(np.tile([1, 1, -1, -1], (len(EIGHT), 1)), axis=1)
    truth = {", ".join(one): (1 + off * sign) / 4 for one, sign in zip(EIGHT, signs, strict=True)}
    parts = {
        name: (*np.zeros((2, len(EIGHT), GROUPS)), np.full(len(EIGHT), games)) for name in NAMES
    }
    for k, (names, shares) in enumerate(zip(EIGHT, truth.values(), strict=True)):
        winner = stream.choice(4, games, p=shares)
        for at, name in enumerate(names):
            parts[name][0][k] = np.bincount(group[winner == at], minlength=GROUPS)
            parts[name][1][k] = np.bincount(group, minlength=GROUPS)
    settings = {"title": "archeos", "players": 4}
    known = {
        "design": SETS,
        "labels": [*truth],
        "has_members": True,
        "_parts": lambda metric: parts,
    }
    study.__dict__.update(known, folder=SimpleNamespace(settings=settings), _responses={}, looks=1)
    study.numbers = list(range(len(EIGHT)))
    return study, truth


def test_what_the_worst_of_many_broken_sets_is_told_to_win_is_held():
    """Chance chooses which is worst; its own interval held the truth in 51 of 60 studies."""
    stream, held = np.random.default_rng(17), 0
    for _ in range(60):
        study, truth = uneven(stream, 0.4, 200)
        worst = study.broken("win_rate_imbalance").row(0, named=True)
        shares = dict(
            zip(worst["combination"].split(", "), truth[worst["combination"]], strict=True)
        )
        held += worst["low"] <= shares[worst["who"]] <= worst["high"]
    assert held >= 55


@pytest.mark.parametrize("looks", [1, 3])
def test_sets_that_are_not_quite_broken_are_hardly_ever_called_so(looks):
    stream, called = np.random.default_rng(18), 0
    for _ in range(15):
        study, _ = uneven(stream, 0.14, 400)
        study.looks = looks
        called += len(study.broken("win_rate_imbalance")) > 0
    assert called <= 2


def test_with_more_looks_intervals_are_wider():
    stream = np.random.default_rng(10)
    once = measured(SETS, np.zeros(70), 5.0, stream)
    often = Response(SETS, once.mean, once.influence, once.deals, looks=3)
    assert (
        often.members.high - often.members.low > 1.2 * (once.members.high - once.members.low)
    ).all()


def played_on(truth, noise, stream, rounds, top, is_equal=False):
    """Games go where they tell most of the ranking; the last look, and how often each was played.

    Or everywhere alike.
    """
    n = len(truth)
    total, played, wanted = np.zeros((GROUPS, n)), np.zeros(n), list(range(n))
    for look in range(1, rounds + 1):
        for k in wanted:
            total[:, k] += truth[k] + noise * stream.standard_normal(GROUPS)
        played += np.bincount(wanted, minlength=n)
        mean = total.sum(axis=0) / played / GROUPS
        shown = Response(SETS, mean, (total / played - mean) / GROUPS, 10 * GROUPS, look)
        wanted = wanted if is_equal else shown.helpings(top, played)
    return shown, played


def lost_by(shown, truth, top):
    """How much better the true top and bottom ones are than those that are shown as such."""
    order, best = np.argsort(shown.above_average.value), np.sort(truth)
    high = best[-top:].mean() - truth[order[-top:]].mean()
    return high + truth[order[:top]].mean() - best[:top].mean()


def test_games_go_where_they_tell_most_of_the_ranking_and_intervals_still_hold():
    stream, held, close, clear, lost = np.random.default_rng(11), [], [], [], []
    for _ in range(40):
        truth = planted(SETS, {"a": 3.0, "b": 1.5, "c": -1.0}, {}, 0.5, stream)
        shown, played = played_on(truth, 4.0, stream, 4, 5)
        held.append([coverage(shown.raw, truth), coverage(shown.shrunk, truth)])
        order = np.argsort(truth)
        close.append(played[order[[4, 5, -5, -6]]].mean())
        clear.append(played[order[35]])
        alike, _ = played_on(truth, 4.0, stream, 4, 5, is_equal=True)
        lost.append([lost_by(shown, truth, 5), lost_by(alike, truth, 5)])
    assert (np.mean(held, axis=0) >= 0.95).all()
    assert np.mean(close) > 1.5 * np.mean(clear)
    ours, theirs = np.mean(lost, axis=0)
    assert ours < 0.7 * theirs


def test_nobody_is_starved_of_helpings():
    """By a single deal, by no noise at all, or by a first helping whose games all ended alike."""
    truth, had = planted(SETS, {"a": 3.0}), np.ones(70)
    known = measured(SETS, truth, 4.0, np.random.default_rng(13))
    for influence, deals in ((known.influence, 1), (0 * known.influence, known.deals)):
        shown = Response(SETS, np.zeros(70), influence, deals)
        assert shown.helpings(10, had) == list(range(70))
    alike = known.influence.copy()
    alike[:, :40] = 0
    shares = np.zeros(70)
    for look in range(1, 9):
        chosen = Response(SETS, 0 * truth, alike, known.deals, look).helpings(10, had + shares)
        shares += np.bincount(chosen, minlength=70)
    assert shares[:40].min() > 0


def test_where_even_is_best_games_go_to_the_nearest_to_it_too():
    truth = 0.5 + planted(SETS, {"a": 0.1, "b": -0.1}, {}, 0.02, np.random.default_rng(14))
    shown = measured(SETS, truth, 0.3, np.random.default_rng(15))
    aimed = Response(SETS, shown.mean, shown.influence, shown.deals, even=0.5)
    near = np.argsort(np.abs(truth - 0.5))[3:7]
    wanted = [one.helpings(5, np.ones(70)) for one in (shown, aimed)]
    high, even = (np.bincount(one, minlength=70)[near].sum() for one in wanted)
    assert even > high + 2


def test_a_ranking_of_few_is_never_undecided():
    assert measured(SWITCHES, np.zeros(16), 1.0, np.random.default_rng(12)).undecided(16) == []


def test_a_set_not_played_is_predicted_and_its_interval_covers_the_truth():
    stream, covered = np.random.default_rng(4), []
    everything = full(EIGHT, [NAMES])
    for _ in range(60):
        truth = planted(everything, {"a": 2.0, "b": -1.0}, scatter=0.4, stream=stream)
        chosen = np.sort(stream.choice(70, 40, replace=False))
        design = design_of([NAMES], EIGHT, chosen)
        shown = measured(design, truth[chosen], 1.5, stream, shared=0.0).predicted
        left = truth[design.unplayed]
        assert len(left) == 30
        covered.append(((shown.low <= left) & (left <= shown.high)).mean())
    assert 0.92 < np.mean(covered) < 0.98


def test_a_set_with_a_pair_that_was_never_played_is_not_predicted():
    apart = [k for k, one in enumerate(EIGHT) if not {"a", "b"} <= {*one}]
    design = design_of([NAMES], EIGHT, apart)
    assert design.order == 2
    assert np.isnan(design.predicting).any(axis=1).all()  # all that is left has the pair
