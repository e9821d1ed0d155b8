"""Titles as environments for agents, and functions of Python as players."""

from pathlib import Path

import numpy as np
import pytest
from ours import OURS
from pettingzoo.test import api_test

import tiltmeter as tm
from simulator import rng
from simulator.conformance import whimsical
from simulator.kernel import new, record
from simulator.match import Match
from simulator.titles import load_title
from strategies.seat import Seat
from strategies.sight import Eyes

EXAMPLES = Path(__file__).parent.parent / "examples" / "games"
GUESTS = [str(EXAMPLES / name) for name in ("pig.py", "harvest.py")]  # open, and with hidden hands
EVERY = [*OURS, *GUESTS]


def match_of(title, players):
    rules = title.rules_for(title.components, players)
    return Match(title, rules, whimsical(players), "mixed")


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")  # its space is a dictionary
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")  # at the end
@pytest.mark.parametrize("title", EVERY, ids=lambda place: Path(place).stem)
def test_the_test_of_pettingzoo_passes(title):
    api_test(tm.environment(title), num_cycles=500)


@pytest.mark.parametrize("title", EVERY, ids=lambda place: Path(place).stem)
def test_a_game_is_the_one_that_play_tells(title):
    known = load_title(title)
    env, match = tm.environment(title), match_of(known, known.players[0])
    env.reset(seed=7, options={"game": 2})
    for decision in match.tell(7, 2):
        seen, _, is_over, _, _ = env.last()
        assert not is_over
        assert env.agent_selection == f"seat_{decision.game.player + 1}"
        assert seen["moves"][seen["action_mask"] == 1].tolist() == decision.moves
        env.step(decision.chosen)
    places = decision.game.place[: known.players[0]]
    assert env.game.points.tolist() == decision.game.points.tolist()
    assert sum(env.rewards.values()) == pytest.approx(1.0 if 1 in places else 0.0)
    assert {agent for agent, won in env.rewards.items() if won} == {
        f"seat_{seat + 1}" for seat in np.flatnonzero(places == 1)
    }


@pytest.mark.parametrize("title", EVERY, ids=lambda place: Path(place).stem)
def test_what_is_hidden_does_not_show(title):
    """On games of another seed than the one that showed what is hidden."""
    known = load_title(title)
    eyes, match = Eyes(known), match_of(known, known.players[0])
    stream = new(record(stream=rng.STREAM)).stream
    for decision in match.tell(23, 0):
        other = decision.game.copy()
        known.redeal(other, match.rules, int(other.player), stream)
        assert (
            eyes.row(other, match.rules).tolist() == eyes.row(decision.game, match.rules).tolist()
        )


def test_a_seat_sees_its_own_hand_how_many_others_hold_and_no_deck():
    known = load_title("archeos")
    eyes, match = Eyes(known), match_of(known, 3)
    for decision in match.tell(5, 0):
        game, seat = decision.game, decision.game.player
        row = eyes.row(game, match.rules)
        hands = row[eyes.columns["hand"]].reshape(game.hand.shape)
        assert hands[seat].tolist() == game.hand[seat].tolist()
        assert not hands[(seat + 1) % 3].any()
        assert row[eyes.columns["n_hand"]].tolist() == game.n_hand.tolist()
        assert not row[eyes.columns["deck"]].any()


def test_cards_that_a_rival_was_offered_are_not_left_to_be_seen():
    known = load_title("expeditions")
    eyes, match = Eyes(known), match_of(known, 3)
    left = 0
    for decision in match.tell(50, 0):
        game, shown = decision.game, eyes.row(decision.game, match.rules)[eyes.columns["offer"]]
        left += game.n_offer == 0 and game.offer.any()
        assert shown[: game.n_offer].tolist() == game.offer[: game.n_offer].tolist()
        assert not shown[game.n_offer :].any()
    assert left


def test_games_of_a_seed_follow_each_other():
    env = tm.environment("lost_cities", 3, seed=4)
    firsts = []
    for options in ({}, {}, {"game": 0}, {}):
        env.reset(options=options)
        firsts.append(env.last()[0]["observation"].tolist())
    assert firsts[:2] == firsts[2:]
    assert firsts[0] != firsts[1]
    env.reset(seed=4)
    assert env.last()[0]["observation"].tolist() == firsts[0]


def play_first(env):
    env.reset()
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        env.step(0)


def test_points_can_be_the_reward_and_rules_can_be_changed():
    env = tm.environment(GUESTS[0], 2, changes={"goal": 50}, reward="points")
    env.reset()
    while not any(env.terminations.values()):
        env.step(int(env.game.pot >= 10))  # to hold is the second of two moves
    assert 50 <= max(env.rewards.values()) < 100


def test_a_game_without_end_is_truncated():
    env = tm.environment(GUESTS[0], 2)
    play_first(env)  # who always rolls never has a point
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())


def test_rules_that_cannot_be_compiled_are_played_too(tmp_path):
    text = Path(GUESTS[0]).read_text(encoding="utf-8").replace('"pig"', '"slow_pig"')
    slow = tmp_path / "slow_pig.py"
    slow.write_text(text.replace("game.pot = 0", "game.pot = dict(none=0)['none']"))
    slowly, quickly = tm.environment(slow, 2, seed=6), tm.environment(GUESTS[0], 2, seed=6)
    for env in (slowly, quickly):
        env.reset()
        while not env.game.ended:
            env.step(int(env.last()[0]["observation"][env.eyes.columns["pot"]][0] >= 20))
    assert slowly.game.points.tolist() == quickly.game.points.tolist()
    tm.player(lambda sight, moves: moves[int(sight.game.pot >= 20)], slow, name="careful")
    assert len(tm.simulate(str(slow), strategies=["careful"], players=2, games=2)) == 4


def test_mistakes_are_told():
    with pytest.raises(tm.UserError, match="Unknown reward 'win'"):
        tm.environment("lost_cities", reward="win")
    with pytest.raises(tm.UserError, match="2 to 5 players, not 6"):
        tm.environment("lost_cities", 6)
    env = tm.environment("lost_cities")
    env.reset()
    with pytest.raises(tm.UserError, match=r"Action 99 is not legal: seat_1 has the actions 0 to"):
        env.step(99)


def test_without_pettingzoo_the_extra_is_named(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(tm.UserError, match=r"install tiltmeter\[rl\]"):
        tm.environment("lost_cities")


class TestFunctions:
    """`tm.player` makes a strategy of any function."""

    @pytest.fixture
    def shop(self, tmp_path):
        return tm.Workshop(tmp_path / "runs")

    def test_it_plays_what_it_chooses(self, shop):
        asked = []

        def last(sight, moves):
            asked.append((int(sight.game.player), sight.row))
            return moves[-1]

        assert tm.player(last, "lost_cities") == "last"
        story = shop.play("lost_cities", strategies=["last", "random"], seed=3)
        choices = [move for move in story.moves() if len(move["choices"]) > 1]
        own = [move for move in choices if move["seat"] == 1]
        assert own
        assert all(move["move"] == move["choices"][-1]["move"] for move in own)
        assert [seat for seat, _ in asked] == [0] * len(own)
        assert len(asked[0][1]) == Eyes(load_title("lost_cities")).size

    def test_every_engine_plays_the_same_games(self, shop):
        tm.player(lambda sight, moves: moves[len(moves) // 2], "lost_cities", "middle")
        words = dict(strategies=["middle", "greedy"], players=2, games=4)
        compiled = tm.simulate("lost_cities", **words)
        assert compiled.equals(tm.simulate("lost_cities", engine="python", **words))

    def test_another_function_of_the_same_name_is_played_anew(self, shop):
        words = dict(strategies=["mine", "random"], players=2, games=4)
        runs = []
        for k in (0, -1):
            tm.player(lambda sight, moves, k=k: moves[k], "lost_cities", name="mine")
            runs += [shop.simulate("lost_cities", **words).run.path for _ in range(2)]
        assert runs[0] == runs[1] != runs[2] == runs[3]

    def test_it_joins_no_pool_and_keeps_to_what_is_forbidden(self, shop):
        from analyses.experiments.pool import pool_of

        offered = []
        tm.player(lambda sight, moves: offered.extend(moves) or moves[0], "lost_cities", "mine")
        assert Seat("mine") not in pool_of(load_title("lost_cities"))
        words = dict(players=2, games=2, jobs=1)
        tm.simulate("lost_cities", strategies=["mine"], **words)
        freely = set(offered)
        offered.clear()
        tm.simulate("lost_cities", strategies=["mine:never=refuse"], **words)
        assert set(offered) < freely

    def test_a_move_that_is_not_legal_is_told(self):
        tm.player(lambda sight, moves: -5, "lost_cities", name="wrong")
        with pytest.raises(tm.UserError, match="The bot 'wrong' chose -5; its legal moves are"):
            tm.simulate("lost_cities", strategies=["wrong"], players=2, games=1)

    def test_it_cannot_peek(self):
        """A function of all hands on the table plays on as before if the others' are dealt anew."""
        from strategies.conformance import cannot_peek

        def peep(sight, moves):
            return moves[int(sight.game.hand.sum()) * 7 % len(moves)]

        tm.player(peep, GUESTS[1])
        cannot_peek(load_title(GUESTS[1]), "peep")
