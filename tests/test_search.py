"""Players that think ahead: they find what can be known, win, keep to their means, never peek."""

from dataclasses import replace

import caravan
import numpy as np
import pytest
import toy
from ours import FEW

from analyses.experiments import batch
from analyses.experiments.batch import frames
from analyses.experiments.experiment import experiment
from simulator.errors import UserError
from simulator.kernel import kernel, new
from simulator.match import Match
from simulator.titles import load_title
from strategies import search
from strategies.conformance import cannot_peek
from strategies.registry import (
    line_up,
    load_code,
    seat,
    strategy,
    strategy_called,
    usual_of,
)

LOST_CITIES = load_title("lost_cities")


def shares(title, one, other, deals, players=2):
    """Of each deal: how much of it `one` wins among others, in every seat once."""
    match = Match(
        title,
        title.rules_for(title.components, players),
        line_up(title, [one, *[other] * (players - 1)], players),
    )
    games = match.play(17, 0, deals * players)
    rows = np.arange(len(games))
    won = games["place"][:, :players] == 1
    shared = won / won.sum(axis=1, keepdims=True)
    return shared[rows, -rows % players].reshape(deals, players).mean(axis=1)


def surely_above(values, even):
    return values.mean() - 3 * values.std() / len(values) ** 0.5 > even


class TestWhatCanBeKnown:
    """The last seat of the toy sees what the others chose, and one choice beats it."""

    RULES = toy.rules(beats=5)

    @pytest.mark.parametrize("thinker", ["search", "search:base=random", "search:base=greedy"])
    def test_search_finds_the_answer(self, thinker):
        self.answers(thinker)

    def test_one_move_ahead_is_enough(self):
        self.answers("greedy")

    def answers(self, thinker):
        match = Match(toy.TITLE, self.RULES, line_up(toy.TITLE, ["random", thinker], 2))
        for number, game in enumerate(match.play(5, 0, 40)):
            last = match.who(1, number) == 1  # the thinker sits there
            if last:
                assert game.chosen[1] == (game.chosen[0] + 1) % toy.CHOICES

    def test_where_all_moves_are_equal_the_base_has_its_way(self):
        match = Match(toy.TITLE, toy.rules(), [seat(toy.TITLE, "search:base=chooser:choice=2")] * 2)
        assert (match.play(5, 0, 20)["chosen"][:, :2] == 2).all()


def test_a_hundred_rollouts_beat_their_base():
    assert surely_above(shares(LOST_CITIES, "search:rollouts=100", "allround", 60), 0.5)


def test_it_beats_chance_without_any_strategy_of_the_title():
    assert surely_above(shares(LOST_CITIES, "search:base=random:rollouts=60", "random", 12), 0.5)


def test_alone_against_a_rival():
    title = load_title("excavation")
    match = Match(title, title.rules_for(title.components, 1), [seat(title, "search" + FEW, 1)])
    assert (match.play(3, 0, 2)["ended"] > 1).all()


def test_what_is_forbidden_stays_so():
    games = Match(
        LOST_CITIES,
        LOST_CITIES.rules_for(LOST_CITIES.components, 2),
        line_up(LOST_CITIES, ["search:rollouts=30:never=circle"], 2),
    ).play(1, 0, 4)
    circles = LOST_CITIES.words.tallies.index("circles")
    assert games["tally"][:, :2, circles].sum() == 0


@pytest.mark.parametrize("rollouts", [16, 100, 1000])
@pytest.mark.parametrize("n", [2, 5, 37])
def test_no_more_rollouts_than_asked_for(rollouts, n):
    settings = seat(LOST_CITIES, "search").mind.settings
    settings[search.S.rollouts] = rollouts
    moves = new(LOST_CITIES.Choices)
    tried = search.candidates(moves, n, settings)
    spent, alive = 0, tried
    halvings = search.halvings_of(tried, rollouts)
    for _ in range(halvings):
        spent += alive * max(search.FEWEST, rollouts // (halvings * alive))
        alive = 1 + max(1, (alive - 1) // 2)
    assert 2 <= tried <= n
    assert spent <= max(rollouts, 2 * search.FEWEST)


def test_the_best_rated_moves_are_tried_the_bases_own_first():
    settings, moves = (
        seat(LOST_CITIES, "search:candidates=3").mind.settings,
        new(LOST_CITIES.Choices),
    )
    moves.move[:5], moves.rating[:5] = [10, 11, 12, 13, 14], [1.0, 5.0, 2.0, 4.0, 3.0]
    assert search.candidates(moves, 5, settings) == 3
    assert list(moves.move[:3]) == [10, 11, 13]  # what others are held against, and the best


class TestHiddenHands:
    """At a table where the other's cards decide which of one's own to lay."""

    def test_a_search_deals_anew_what_it_cannot_see(self):
        cannot_peek(caravan.TITLE, "search:rollouts=100")

    def test_a_search_that_forgets_to_deal_anew_is_caught(self):
        strategy(
            "wagons",
            name="peeking",
            doc="Sees all.",
            weights=search.SETTINGS,
            makes=lambda title, *base: search.looking(replace(title, redeal=forget), *base),
            based=True,
        )(search.rate)
        with pytest.raises(AssertionError, match="peeks"):
            cannot_peek(caravan.TITLE, "peeking:rollouts=100")


@kernel
def forget(game, rules, seat, stream):
    pass


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("search:base=alround", "Did you mean 'allround'"),
        ("search:base=search", "must be a bot that does not look ahead itself"),
        ("search:rolouts=3", "Did you mean 'rollouts'"),
        ("search:base=greedy:late_from=3", "weight of search"),
        ("search:rollouts=many", "must be a number"),
        ("search:horizon=-3", "'horizon' in 'search:horizon=-3' must not be negative"),
        ("search:rollouts=0", "'rollouts' in 'search:rollouts=0' must be at least 1"),
        ("search:candidates=0", "'candidates' in 'search:candidates=0' must be at least 1"),
        ("search:horizon=2.5", "'horizon' in 'search:horizon=2.5' must be a whole number"),
    ],
)
def test_a_wrong_search_is_told_in_one_sentence(words, told):
    with pytest.raises(UserError, match=told) as caught:
        seat(LOST_CITIES, words)
    assert "\n" not in str(caught.value)


def test_weights_of_the_base_reach_it():
    mind = seat(LOST_CITIES, "search:base=greedy:step=3:rollouts=70").mind
    assert mind.weights[0] == 3
    assert mind.settings[search.S.rollouts] == 70
    assert seat(LOST_CITIES, "search:caution=2.5").mind.settings[search.S.caution] == 2.5


class TestLikes:
    def refusals(self, words):
        rules = LOST_CITIES.rules_for(LOST_CITIES.components, 2)
        games = Match(LOST_CITIES, rules, line_up(LOST_CITIES, [words, "allround"], 2)).play(
            1, 0, 400
        )
        refused = games["tally"][:, :2, LOST_CITIES.words.tallies.index("refusals")]
        return refused[np.arange(400), -np.arange(400) % 2].mean()

    def test_a_liked_kind_is_made_more_often_the_more_it_is_liked(self):
        doses = [self.refusals(f"allround:likes=refuse*{dose}") for dose in (-1, 0, 1, 2)]
        assert doses == sorted(doses)
        assert doses[-1] > doses[0]

    def test_a_dose_of_nothing_changes_nothing(self):
        assert self.refusals("allround:likes=refuse*0+circle*0") == self.refusals(
            "allround:temperature=0"
        )

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            ("allround:likes=refsue*2", "Did you mean 'refuse'"),
            ("allround:likes=refuse*much", "must be a number"),
        ],
    )
    def test_a_wrong_liking_is_told(self, words, told):
        with pytest.raises(UserError, match=told):
            seat(LOST_CITIES, words)


class TestWeightsByPlayers:
    CODE = """
from strategies.registry import strategy

@strategy("lost_cities", weights={"eager": 1, "calm": 2}, tuned={4: {"calm": 7}})
def moody(game, rules, move, mind):
    '''Any move.'''
    return mind.weights[1]
"""

    @pytest.fixture(autouse=True)
    def moody(self, tmp_path):
        (tmp_path / "moody.py").write_text(self.CODE)
        load_code(tmp_path / "moody.py")

    def calm(self, words, players):
        return line_up(LOST_CITIES, [words], players)[0].mind.weights[1]

    def test_each_table_has_its_own(self):
        assert [self.calm("moody", players) for players in (2, 3, 4)] == [2, 2, 7]

    def test_what_a_user_says_counts(self):
        assert self.calm("moody:calm=1", 4) == 1

    def test_a_search_over_it_takes_them_too(self):
        assert self.calm("search:base=moody", 4) == 7

    def test_an_unknown_one_is_told(self, tmp_path):
        wrong = self.CODE.replace("moody", "gloomy").replace('{"calm": 7}', '{"clam": 7}')
        (tmp_path / "wrong.py").write_text(wrong)
        with pytest.raises(UserError, match="Did you mean 'calm'"):
            load_code(tmp_path / "wrong.py")


def test_the_games_of_a_search_are_shared_out_a_few_at_a_time():
    """A block of thousands would leave the other workers idle, and lose hours to Ctrl-C."""
    slow = experiment("lost_cities", players=2, strategies=[f"search{FEW}"], games=12)
    assert [frame["game"].n_unique() for frame in frames(slow, jobs=1)] == [4, 4, 4]


def test_a_gpu_searches_as_many_games_of_every_line_up():
    """It plays one after the other, and needs many games at a time."""
    for n, line_ups in enumerate(([["search"]], [["search"], ["search", "greedy"]]), 1):
        asked = experiment("lost_cities", players=2, strategies=line_ups)
        assert batch._games_at_once(asked, "cuda", 0) == n * 4096


class TestHowFarAheadASearchLooks:
    def horizon(self, title, words):
        return seat(load_title(title), words).mind.settings[search.S.horizon]

    def test_its_base_may_say(self):
        assert self.horizon("lost_cities", "search") == 0
        assert self.horizon("archeos", "search") > 0
        assert self.horizon("archeos", "search:base=rusher") == 0

    def test_who_names_it_decides(self):
        assert self.horizon("archeos", "search:horizon=0") == 0
        assert self.horizon("archeos", "search:horizon=3:rollouts=20") == 3

    def test_a_base_that_says_a_part_of_a_round_is_told(self):
        base = replace(strategy_called(LOST_CITIES, "allround"), searched={"horizon": 2.5})
        with pytest.raises(UserError, match="'horizon' in 'searched= of allround' must be a whole"):
            usual_of(strategy_called(LOST_CITIES, "search"), base)

    def test_a_base_that_says_what_no_search_has_is_told(self):
        base = replace(strategy_called(LOST_CITIES, "allround"), searched={"horison": 3})
        with pytest.raises(UserError, match=r"weight of search by allround: 'horison'.*'horizon'"):
            usual_of(strategy_called(LOST_CITIES, "search"), base)
