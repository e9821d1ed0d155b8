"""Teams: seats that win or lose together are one player to whatever is asked."""

import re
import tomllib
from pathlib import Path
from string import Formatter
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner

from analyses.experiments.experiment import experiment
from analyses.experiments.openings import Deals
from analyses.findings.holdings import Group, Holdings
from analyses.lab.players import examine
from analyses.lab.players.review import Reviewed
from analyses.language import CATALOGUES, read_language, say, speaking, word
from analyses.questions import win_rates as members
from analyses.statistics.estimate import in_figures
from simulator.conformance import scores_places_and_curves_agree
from simulator.errors import UserError
from simulator.kernel import plain
from simulator.match import Match
from simulator.teams import seats_in_turn, summed
from simulator.testing import GameTable
from simulator.titles import load_title
from strategies.playing_on import outcome_of_teams
from strategies.registry import line_up
from tiltmeter import Workshop
from tiltmeter.cli import main

PIG = """
from tiltmeter.design import Game, finish, gain, number, numbered, roll, score, team_score

Move = numbered("roll", "hold")
{name} = Game("{name}", {who}, moves=Move, fields={{"pot": number(0, 400)}}, max_rounds=200)


@{name}.apply
def take_turn(game, rules, move):
    rolled = roll(game.table, 6) if move == Move.roll else 0
    if rolled > 1:
        game.pot += rolled
        return
    if move == Move.hold:
        gain(game, game.player, game.pot)
    game.pot = 0
    if {score} >= 60:
        finish(game)
    game.player = (game.player + 1) % game.players
    game.rounds += game.player % 2 == 0


@{name}.strategy(weights={{"enough": 20}})
def cautious(game, rules, move, mind):
    'Holds at 20.'
    return 1.0 if (move == Move.hold) == (game.pot >= mind.weights[0]) else 0.0
"""

HUNT = """
from tiltmeter.design import Game, any_of, each_player, finish, gain, next_player, number, numbered

Move = numbered("stay", "run")
Coat = numbered("red", "grey")
hunt = Game(
    "hunt",
    teams={"the fox": 1, "hounds": "hounds"},
    moves=Move,
    fields={"coat": each_player(number(0, 1, names=Coat))},
    components={"hounds": {"value": 3, "alternatives": [2]}},
)


@hunt.setup
def dress(game, rules):
    for seat in range(game.players):
        game.coat[seat] = any_of(game.deal, 4) == 0 if seat else any_of(game.deal, 2)


@hunt.apply
def turn(game, rules, move):
    if move == Move.run and any_of(game.table, 3) == 0:
        gain(game, game.player, 1)
    next_player(game)
    if game.rounds == 3:
        finish(game)


@hunt.strategy(weights={"run": 1})
def runs(game, rules, move, mind):
    'Runs.'
    return mind.weights[0] * (move == Move.run)
"""

LAIR = """
from tiltmeter.design import Game, finish, gain, next_player, numbered

Move = numbered("wait", "strike")
lair = Game("lair", teams={"dragons": 2, "heroes": 2}, moves=Move)


@lair.legal
def may(game, rules, move):
    return move == Move.wait or rules.team[game.player] == 1


@lair.apply
def do(game, rules, move):
    gain(game, game.player, move == Move.strike)
    next_player(game)
    if game.rounds == 3:
        finish(game)


@lair.strategy
def strikes(game, rules, move, mind):
    'Strikes.'
    return float(move)
"""

TOUCHED = {"{seat}: {points} at the end", "{seat} {what}"}  # a seat's name, not its number
OF_SEATS = {
    "Seat {at} could have done better by {cost}.",  # at the table, whoever's team it is
    "All seats win or lose together.",  # teams never do
    # in the studio a person sits, whoever's team it is
    "Choose your seat and your opponents. You see what your seat may see, and nothing more.",
    "Seat",
    "Seat {n}",
    "Seat {seat}",
    "In all, seat {at} gave away {won:.1f} ± {reach:.1f} points of win chance.",
    "Seat {at} {did!s}.",
    "Seat {at} had {n:,} choice; a better move was confirmed in {better:,}.",
    "Seat {at} had {n:,} choices; a better move was confirmed in {better:,}.",
    "Seat {seat}, your move",
    "Seat {seat}: go on when nobody else looks.",
    "Take over a seat from here",
    # so it does in the log, where moves are told
    "Seat {n}, your move: ",
    "Seat {n}: press Enter when nobody else looks.",
    "seat {at}",
    "seat {n} to act",
    "seat {n}: {parts!s}",
    "seat {n} {deed!s}",
    "seat {seat} on {space}",
    "seats {one} and {other}",
    "{name} of seat {n}",
    # a redeal is for what one seat cannot see
    "Of '{name!s}', seats imagine {imagined:.0f} in all, but no game has more than {there}. "
    'Hide it under a name (hidden="{name!s}") to keep the sum, or write a redeal.',
    "What a seat imagines (redeal) has other cards than the game: {cards!s} too many. "
    "Shuffle those that it cannot see, and deal them again. See {where!s}:",
    "the cards that seats imagine are there",
    "what seats imagine can be",
}
OF_COUNTS = {"What can be studied in {title!s} with {seats!s}:", "{title!s} with {seats!s}"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def hunt(folder):
    (folder / "hunt.py").write_text(HUNT)
    return load_title("hunt.py")


@pytest.fixture
def lair(folder):
    (folder / "lair.py").write_text(LAIR)
    return load_title("lair.py")


def pig(folder: Path, name: str, who: str, score: str):
    (folder / f"{name}.py").write_text(PIG.format(name=name, who=who, score=score))
    return load_title(f"{name}.py")


def match_of(title, players=2, strategies=("random",), changes=None):
    rules = title.rules_for(title.components.with_changes(changes or {}), players)
    return Match(title, rules, line_up(title, strategies, players), "python")


def test_one_of_each_team_sits_down_in_turn():
    assert seats_in_turn([2, 2]) == (0, 1, 0, 1)
    assert seats_in_turn([1, 3]) == (0, 1, 1, 1)
    assert seats_in_turn([3, 1, 2]) == (0, 1, 2, 0, 2, 0)


def test_sums_are_over_the_seats_of_a_team():
    values = np.arange(12).reshape(2, 3, 2)
    found = summed(values, (0, 1, 0), 1)
    assert (found[:, 0] == values[:, 0] + values[:, 2]).all()
    assert (found[:, 1] == values[:, 1]).all()
    assert summed(np.array([4, 5, 6, 99]), (0, 1, 1)).tolist() == [4, 11]


def test_two_pairs_play_as_two_players_who_do_the_same(folder):
    """A game of pairs that take turns is the game of two whose players are the pairs."""
    two = pig(folder, "two", "players=(2,)", "score(game, game.player)")
    teams = 'teams={"north and south": 2, "east and west": 2}'
    pairs = pig(folder, "pairs", teams, "team_score(game, rules, rules.team[game.player])")
    names = ["cautious", "cautious:enough=12"]
    for strategies in (names[:1], names):
        one, other = (match_of(title, 2, strategies).play(5, 0, 20) for title in (two, pairs))
        for name in ("points", "tally", "place", "forced"):
            assert one[name][:, :2].tolist() == other[name][:, :2].tolist()
            assert not other[name][:, 2:].any()
        assert one["curve"][:, :, :2].tolist() == other["curve"][:, :, :2].tolist()
    shop, found = Workshop(folder, engine="python"), []
    for name in ("two", "pairs"):
        played = shop.simulate(experiment(f"{name}.py", strategies=names[:1], games=100))
        every = shop.analyse(played).findings
        answers = {one.name: (one.verdict, str(in_figures(one.estimate))) for one in every}
        found.append(answers)
    assert found[0] == found[1]
    assert len(found[0]) > 5


def test_rows_are_of_teams_and_seats_can_be_asked_for(hunt):
    match = match_of(hunt)
    seats, teams = match.by_seats().play(1, 0, 50), match.play(1, 0, 50)
    assert (teams["points"][:, 1].sum(axis=1) == seats["points"][:, 1:4].sum(axis=(1, 2))).all()
    assert (teams["tally"][:, 1] == seats["tally"][:, 1:4].sum(axis=1)).all()
    assert (seats["place"][:, 1:4] == teams["place"][:, 1:2]).all()
    more = teams["points"][:, 1, 0] > teams["points"][:, 0, 0]
    assert more.any()
    assert (teams["place"][more, :2] == (2, 1)).all()
    scores_places_and_curves_agree(hunt)


def test_a_line_up_is_of_teams_and_takes_each_in_turn(hunt):
    match = match_of(hunt, 2, ["runs", "runs:run=-1"])
    assert match.rotations == 2
    assert [match.who(seat, 0) for seat in range(4)] == [0, 1, 1, 1]
    assert [match.who(seat, 1) for seat in range(4)] == [1, 0, 0, 0]
    rows = match.by_seats().play(3, 0, 2)
    run = hunt.words.tallies.index("run")
    assert rows["tally"][:, :4, run].tolist() == [[3, 0, 0, 0], [0, 3, 3, 3]]


def test_a_team_must_do_without_in_all_its_seats(hunt):
    match = match_of(hunt, 2, ["runs:never=run", "runs"])
    run = hunt.words.tallies.index("run")
    assert match.by_seats().play(3, 0, 2)["tally"][:, :4, run].tolist() == [
        [0, 3, 3, 3],
        [3, 0, 0, 0],
    ]


def test_a_team_has_no_choice_as_often_as_its_seats_have_none(lair):
    """Two dragons can only wait, for three rounds."""
    match = match_of(lair)
    assert match.by_seats().play(1, 0, 1)["forced"][0, :4].tolist() == [3, 0, 3, 0]
    assert match.play(1, 0, 1)["forced"][0, :4].tolist() == [6, 0, 0, 0]


def test_how_many_sit_in_a_team_may_be_a_component(hunt):
    for hounds in (1, 2, 7):
        match = match_of(hunt, changes={"hounds": hounds})
        assert match.seating == (0, *[1] * hounds)
        assert match.by_seats().play(1, 0, 3)["players"].tolist() == [1 + hounds] * 3
    fewer = hunt.rules_for(hunt.components.with_changes({"hounds": 2}), 2)
    assert match_of(hunt).under(fewer).seating == (0, 1, 1)


@pytest.mark.parametrize(
    ("changes", "told"),
    [({"hounds": 0}, "'hounds' has 0 seats"), ({"hounds": 12}, "13 seats; a table has 12 at most")],
)
def test_a_table_has_room_for_so_many(hunt, changes, told):
    with pytest.raises(UserError, match=told):
        match_of(hunt, changes=changes)


@pytest.mark.parametrize(
    ("who", "told"),
    [
        ('teams={"all": 4}', "two or more of them"),
        ('teams={"a": 2, "b": 2}, players=(4,)', "so no players"),
        ('teams={"a": 2, "b": 2}, cooperative=True', "all are one team"),
        ('teams={"a": 2, "b": "many"}', "'b' has 'many' seats, which is no parameter"),
        ('teams={"a": 2, "b": 1.5}', "'b' has 1.5 seats"),
        ("teams=[2, 2]", "names of teams, and how many seats"),
        ('teams={"a": 2, "seat 1": 2}', "a team cannot be called 'seat 1'"),
    ],
)
def test_a_wrong_declaration_is_told(folder, who, told):
    with pytest.raises(UserError, match=told):
        _ = pig(folder, "wrong", who, "score(game, game.player)").Game


def test_players_are_counted_in_teams(hunt):
    with pytest.raises(UserError, match="hunt is for 2 teams, not 4: 'players' counts teams"):
        match_of(hunt, 4)


def test_a_search_reckons_with_its_team(hunt):
    table = GameTable(hunt, 2)
    table.game.points[:4, 0] = (4, 0, 3, 2)

    def of(seat):
        return plain(outcome_of_teams)(table.game, table.rules, seat, plain(hunt.worth), 0)

    assert [of(seat) for seat in range(4)] == [(0.0, -1.0), *[(1.0, 1.0)] * 3]
    table.game.points[0, 0] = 5
    assert [of(seat)[0] for seat in range(4)] == [0.5] * 4
    table.game.ended, table.game.place[:4] = 2, (1, 2, 2, 2)
    assert [of(seat)[0] for seat in range(4)] == [1.0, 0.0, 0.0, 0.0]


def test_who_looks_one_move_ahead_plays_for_the_team(folder):
    (folder / "gift.py").write_text(
        "from tiltmeter.design import Game, finish, gain, numbered\n"
        'Move = numbered("keep", "give", "spoil")\n'
        'gift = Game("gift", teams={"us": 2, "them": 2}, moves=Move)\n'
        "@gift.apply\n"
        "def do(game, rules, move):\n"
        "    gain(game, (game.player + 2 * (move == Move.give)) % 4, 1 + 2 * (move == Move.give))\n"
        "    if move == Move.spoil:\n"
        "        gain(game, game.player, -1)\n"
        "    finish(game)\n"
    )
    title = load_title("gift.py")
    (decision,) = match_of(title, 2, ["greedy"]).tell(1, 0)
    assert decision.move == 1


def test_what_a_seat_is_dealt_its_team_holds(hunt):
    deals = Deals(hunt, hunt.components, 2, seed=4)
    held = deals.held("coat", np.arange(400))
    assert held.shape == (400, 2, 2)
    assert abs(held[:, 0, 1].mean() - 0.5) < 0.1
    assert abs(held[:, 1, 1].mean() - (1 - 0.75**3)) < 0.1


def test_partners_do_not_see_each_others_cards(folder):
    page = (Path(__file__).parent.parent / "docs" / "how-to" / "game-mechanisms.md").read_text(
        "utf-8"
    )
    block = next(one for one in page.split("```python\n") if 'Game("pairs"' in one)
    (folder / "pairs.py").write_text(block.partition("```")[0])
    table = GameTable(load_title("pairs.py"), 2)
    hands = {seat: set() for seat in range(4)}
    for seed in range(10):
        game = table.game.copy()
        plain(table.title.redeal)(game, table.rules, 0, np.array([seed], np.uint64))
        for seat, seen in hands.items():
            seen.add(tuple(game.hand[seat]))
    assert [len(seen) > 1 for seen in hands.values()] == [False, True, True, True]


def dealt_by_team(games, seed=2, brings=0.0):
    """The first of two wins 80 of 100 games and holds something in 70; the other holds it in 20."""
    rng = np.random.default_rng(seed)
    held = rng.random((games, 2)) < (0.7, 0.2)
    won = rng.random(games) < 0.8 + brings * (held[:, 0] - 0.7)
    return np.stack([won, ~won], axis=1).astype(float), held, np.arange(games)


def told_of(win, held, deal):
    """What `members` tells of the only thing that is dealt."""
    games = Holdings(deal, win, win, (Group("coat", ("grey",), held[:, :, None]),))
    (member,) = members._members(games)
    return member


@pytest.mark.parametrize("games", [30, 200, 2000])
def test_what_a_good_team_is_dealt_is_held_against_what_it_wins(games):
    """It brings nothing: holders win 67 of 100 games because most of them are the first."""
    even, true = 0, 0
    for seed in range(200):
        member = told_of(*dealt_by_team(games, seed))
        low, high = member.share.interval()
        even += low <= member.even <= high
        true += low <= (0.7 * 0.8 + 0.2 * 0.2) / 0.9 <= high
    assert even >= 190
    assert true >= 184
    assert member.even > 0.6


def test_what_it_brings_is_seen_all_the_same():
    """The first has it in seven of nine cases, and wins three tenths of 15 points more by it."""
    member = told_of(*dealt_by_team(20_000, brings=0.15))
    low, high = member.share.interval()
    assert low - member.even <= (0.7 * 0.3 * 0.15) / 0.9 <= high - member.even
    assert low - member.even > 0.02


def test_dealt_to_all_alike_the_even_share_is_that_of_all():
    rng = np.random.default_rng(5)
    winner = (rng.random(2000) < 0.45).astype(int)  # the first wins 55 of 100
    win = (winner[:, None] == np.arange(2)).astype(float)
    assert told_of(win, rng.random((2000, 2)) < 0.3, np.arange(2000)).even == 0.5


def test_a_trained_agent_is_paid_with_its_team(hunt):
    training = pytest.importorskip("tiltmeter.training")
    env = training.Environment(hunt, None, 1, {}, "wins")
    assert env.possible_agents == ["seat_1", "seat_2", "seat_3", "seat_4"]
    env.reset()
    for _ in range(12):
        env.step(env.action_space(env.agent_selection).n - 1)
    fox, *hounds = (env.rewards[f"seat_{seat}"] for seat in range(1, 5))
    assert len({*hounds}) == 1
    assert fox + hounds[0] == 1


def test_the_coach_sees_positions_of_the_table(hunt, monkeypatch):
    monkeypatch.setattr("analyses.lab.players.examine.declare", lambda *look: None)
    match = match_of(hunt)
    coach = examine.ExamineTable(match, seed=3, games=2, rollouts=10)
    seen = [decision.game.copy() for decision in match.tell(3, 1)]
    for place, game in enumerate(seen):
        position = coach.position(examine.Draw(1, place, 1))
        for name in ("players", "player", "points", "tally", "coat", "n_moves"):
            assert (position[name] == game[name]).all()
    assert len(seen) == 12


def test_a_game_is_told_by_teams(hunt):
    told = CliRunner().invoke(main, ["play", "hunt.py", "--seed", "3"]).output
    assert "seat 1 (the fox): " in told
    assert "seat 4 (hounds): " in told
    assert re.search(r"scores so far the fox \d+, hounds \d+\n", told)
    end = told.rpartition("The game ends")[2]
    assert [line.partition(":")[0][3:] for line in end.splitlines()[-2:]] in (
        ["the fox", "hounds"],
        ["hounds", "the fox"],
        ["hounds", "the fox and hounds share place 1"],
    )


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("teams")
    (folder / "hunt.py").write_text(HUNT)
    shop = Workshop(folder / "runs", engine="python")
    return shop, shop.simulate(experiment(folder / "hunt.py", games=300))


def test_the_library_speaks_of_teams_too(run):
    shop, done = run
    (found,) = shop.analyse(done, ["turn_order"]).findings
    assert found.sentence.startswith("Team 'hounds' wins most: ")
    assert say("Player {seat} goes first.", seat=1) == "Player 1 goes first."


@pytest.mark.usefixtures("undrawn")
def test_reports_call_teams_by_their_names(run, tmp_path):
    shop, done = run
    for language, told in (
        ("en", "Team 'hounds' wins most: "),
        ("fr", "L’équipe «\u00a0hounds\u00a0» gagne le plus"),
    ):
        with shop.speaking(language, "hunt"):
            found = {one.name: one for one in shop.analyse(done).findings}
        assert found["turn_order"].sentence.startswith(told)
        assert "seat" not in found["turn_order"].sentence
        report = shop.report(done.run.path, out=tmp_path / language, language=language, only="html")
        page = (tmp_path / language / "report.html").read_text("utf-8")
        assert "the fox" in page
        assert report


def test_a_review_names_a_seat_that_is_beyond_the_number_of_teams():
    record = SimpleNamespace(people=(3,))
    with speaking(read_language("en", teams=("the fox", "hounds"))):
        told = Reviewed(record, "runs", 40, (), ()).sentences
    assert told[0].startswith("Seat 3 had 0 choices")


def test_every_sentence_on_seats_is_said_of_teams_too():
    known = tomllib.loads((CATALOGUES / "fr.toml").read_text("utf-8"))["words"]
    files = {code: tomllib.loads((CATALOGUES / "teams" / f"{code}.toml").read_text("utf-8"))
             for code in ("en", "fr")}  # fmt: skip
    assert files["en"].keys() == files["fr"].keys()
    of_seats = {text for text in known if {"seat", "seats", "Seat", "Seats"} & {*_words(text)}}
    assert of_seats - TOUCHED - OF_SEATS - OF_COUNTS <= files["en"].keys() <= known.keys()
    for told in files.values():
        for text, of_teams in told.items():
            assert _fields(of_teams) <= _fields(text)
            assert not {"seat", "seats", "siège", "sièges"} & {*_words(of_teams)}


def _words(text):
    return "".join(sign if sign.isalpha() else " " for sign in _bare(text)).split()


def _bare(text):
    return "".join(before for before, *_ in Formatter().parse(text))


def _fields(text):
    return {name for _, name, *_ in Formatter().parse(text) if name}


def test_a_word_that_is_a_number_of_a_seat_is_the_name_of_its_team():
    with speaking(read_language("en", teams=("the fox", "hounds"))):
        assert say("Player {seat} goes first.", seat=2) == "Team 'hounds' goes first."
        assert word("seat 1") == "the fox"
    assert say("Player {seat} goes first.", seat=2) == "Player 2 goes first."


@pytest.mark.usefixtures("lair")
def test_what_only_one_team_can_do_is_worth_what_that_team_loses(folder):
    """Heroes strike for a point, dragons only wait; who must not strike has none of three."""
    shop = Workshop(folder, engine="python")
    asked = experiment("lair.py", design=["ablation"], games=60)
    (found,) = shop.analyse(shop.simulate(asked), ["option_value"]).findings
    losses = {row["option"]: row for row in found.frame("losses").iter_rows(named=True)}
    assert losses["strike"]["points"] == 6


def test_what_a_larger_team_does_more_of_is_not_what_winners_do(run):
    """Everybody always runs, three hounds three times as often as the fox."""
    shop, done = run
    (found,) = shop.analyse(done, ["choices"]).findings
    more = dict(found.frame("choices").select("option", "winners more").iter_rows())
    assert more["run"] == 0
    assert found.sentence.endswith("Winners do not clearly have more of anything than others.")
