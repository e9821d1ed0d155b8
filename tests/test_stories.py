"""Stories: three games of a run, told as they were played."""

import itertools

import caravan  # noqa: F401  (makes the title known)
import numpy as np
import polars as pl
import pytest
import toy  # noqa: F401
from click.testing import CliRunner
from reading import told

from analyses.experiments.run_folder import RunFolder
from analyses.findings.finding import Finding, Table
from analyses.findings.sample import Sample
from analyses.findings.stories import BY_SEAT, BY_SOURCE, COMEBACK, TYPICAL, stories_of
from analyses.lab.report.chapters import chapters_of
from reports.page import page_of
from tiltmeter.cli import main
from tiltmeter.workshop import Workshop

CURVES = {  # of two seats by deal: a close game, a comeback, a clear win
    0: ([1, 4, 8, 10], [2, 3, 7, 9]),
    1: ([9, 12, 13, 14], [0, 1, 2, 20]),
    2: ([2, 4, 8, 12], [1, 3, 4, 6]),
}


def sample_of_curves(more=()):
    """Of equal scores the first wins."""
    rows = []
    for deal, seats in (CURVES | dict(more)).items():
        for seat, curve in enumerate(seats, 1):
            won = seat == 1 + (seats[1][-1] > seats[0][-1])
            row = {"title": "told", "game": deal, "deal": deal, "line_up": "one", "same": "all"}
            row |= {"forbids": "", "seat": seat, "strategy": "one", "score": curve[-1]}
            row |= {"win": float(won), "place": 1 if won else 2, "rounds": 4, "curve": curve}
            row |= {"points_luck": curve[0], "points_work": curve[-1] - curve[0]}
            rows.append(row)
    return Sample(pl.DataFrame(rows).lazy())


def seats_finding(verdict):
    shares = pl.DataFrame({"seat": [1, 2], "estimate": [0.67, 0.33]})
    return Finding("turn_order", "", "", verdict=verdict, tables=(Table("shares", "", shares),))


SOURCES = pl.DataFrame({"source": ["work", "luck"], "estimate": [0.4, 0.6]})
CURVES_FINDING = Finding("curves", "", "", tables=(Table("sources", "", SOURCES),))


def test_the_winner_who_was_farthest_behind_comes_back():
    told = stories_of(sample_of_curves(), [seats_finding("balanced")])
    back = told.frame("list").filter(pl.col("story") == COMEBACK).row(0, named=True)
    assert (back["deal"], back["seat"], back["leads from"], back["low"]) == (1, 2, 4, 2)
    assert "player 2 is 11 points behind after round 2" in told.sentence
    assert told.frame(COMEBACK)["seat 2"].to_list() == CURVES[1][1]
    assert told.frame("list")["story"].to_list() == [TYPICAL, COMEBACK]


def test_a_favoured_seat_decides_the_closest_game_it_wins():
    told = stories_of(sample_of_curves(), [seats_finding("tilted"), CURVES_FINDING])
    last = told.frame("list").row(-1, named=True)
    assert (last["story"], last["deal"], last["seat"]) == (BY_SEAT, 0, 1)


def test_else_a_source_decides_the_game_that_would_end_otherwise_without_it():
    """Without their luck, seat 1 of deal 2 wins still, and seat 2 of deal 1 too."""
    told = stories_of(sample_of_curves(), [seats_finding("balanced"), CURVES_FINDING])
    assert BY_SOURCE not in told.frame("list")["story"].to_list()
    work = SOURCES.with_columns(estimate=pl.Series([0.9, 0.1]))
    other = Finding("curves", "", "", tables=(Table("sources", "", work),))
    told = stories_of(sample_of_curves(), [other])
    last = told.frame("list").row(-1, named=True)
    assert (last["story"], last["deal"], last["seat"]) == (BY_SOURCE, 1, 2)


def test_a_transcript_tells_what_is_paid_without_a_move_and_what_a_turn_changed():
    """The highest card of a round scores for its player, whoever moved last."""
    story = Workshop().play("wagons", 0, players=2, strategies=["allround"], seed=5)
    plain, refereed = list(story.lines()), list(story.lines(referee=True))
    paid = [line for line in plain if " scores " in line and "so far" not in line]
    assert any("cards +4" in line for line in paid)
    assert [line for line in refereed if " now: " not in line] == plain
    assert len(refereed) > len(plain)
    told = story.told()
    assert told["ending"] == "over"
    assert len(told["moves"]) == 16
    ends = {line.split(":")[0][3:]: line for line in plain if line[:1].isdigit()}
    for one in told["result"]:
        assert f"{one['points']} points" in ends[f"seat {one['seat']}"]


def turn_with(lines, sentence):
    """The lines of the turn that has it, and those that tell a referee what it changed."""
    first = lines.index(f"  {sentence}")
    last = next(k for k, line in enumerate(lines[first:], first) if " now: " in line)
    told = itertools.takewhile(lambda line: " now: " in line, lines[last:])
    return lines[first:last], [line.strip() for line in told]


def test_a_referee_is_told_what_all_moves_of_an_archeos_turn_changed():
    _, lines = told("archeos", 4, 5)
    moves, now = turn_with(lines, "seat 1 leads an expedition of botanists with a yellow botanist")
    assert len(moves) == 4
    assert now[0] == "the table now: botanist tile seat 1 with 2 cards"
    hand, vehicles, *rest = now[1].split(" | ")
    assert hand == "seat 1 now: nothing in hand"
    assert "Great Zimbabwe 1" in vehicles
    assert rest == ["expeditions 2 (1 point)", "2 points"]


def test_a_referee_is_told_what_both_actions_of_an_excavation_turn_changed():
    _, lines = told("excavation", 3, 2)
    moves, now = turn_with(lines, "seat 2 places the third explorer on market 6 with orange c")
    assert len(moves) == 6
    parts = now[1].removeprefix("seat 2 now: ").split(" | ")
    assert {part.split()[0] for part in parts} == {
        "hand", "explorers", "hold", "samples", "traders", "envoys", "18"
    }  # fmt: skip
    assert "hold 1 orange c, 1 orange d" in parts


def test_a_referee_is_told_what_six_moves_of_an_expeditions_turn_changed():
    _, lines = told("expeditions", 2, 3)
    moves, now = turn_with(lines, "seat 1 leads blue from the start to blue 11: another arrow")
    assert len(moves) == 6
    assert now[0].startswith("the table now: yellow at red 13 (42 arrows left) | red at blue 11")
    assert now[1].endswith(" in hand | 1 laid out | -14 points")


def test_a_referee_is_told_of_who_chooses_last_and_rolls_next():
    _, lines = told("lost_cities", 2, 3)
    _, now = turn_with(lines, "seat 2 refuses the dice (1 of 9)")
    assert now == ["seat 2 now: refusals 1 | -40 points"]


def test_a_referee_is_told_what_a_turn_changed_for_others():
    _, lines = told("expeditions", 2, 3, "allround:bared=99:fresh=0.363")
    met = "seat 2 goes on with red from blue 12 to Madagascar: a goal of seat 1"
    _, now = turn_with(lines, met)
    assert [line.split(" now: ")[0] for line in now] == ["seat 1", "seat 2"]
    assert "Madagascar" not in now[0]


def test_a_referee_is_told_what_the_last_turn_changed():
    """Seat 1 sets out with its hand, then the Patron's monkeys end season and game for all."""
    _, lines = told("archeos", 4, 5, "allround:lone=0")
    end = lines.index("The game ends after 62 rounds: all seasons played.")
    table, *seats = [line.strip() for line in lines[end - 6 : end - 1]]
    assert table.startswith("the table now: nothing in the recruiting area | 3 monkeys out")
    assert [seat.split(" now: ")[0] for seat in seats] == [f"seat {k}" for k in range(1, 5)]
    assert seats[0].startswith("seat 1 now: nothing in hand | expeditions 5, 4, 4, 3, 2 with a")


def test_a_position_in_the_middle_goes_on_for_a_referee():
    story, lines = told("excavation", 3, 2)
    later = "\n".join(story.lines_at(12, referee=True)).splitlines()
    assert "sites yellow 1 c, green 1 a 2 d" in later[7]
    _, now = turn_with(later, "seat 2 excavates orange, playing orange 3")
    assert now[0] in {line.strip() for line in lines}
    story, _ = told("lost_cities", 2, 3)
    *_, table, seat = story.lines_at(2, referee=True)
    assert table == "    the table now: dice 2 7 7 and yellow green purple"
    assert seat == "    seat 2 now: refusals 1 | -40 points"


def test_plain_values_have_the_position_before_every_move_and_at_the_end():
    story, _ = told("excavation", 3, 2)
    first, *_, last = story.moves(at=12)
    assert "soil survey green 2, yellow 6, orange 3, yellow 1" in first["position"]["the table"]
    assert first["position"]["seat 1"][3] == "hold 1 yellow a, 1 yellow c"
    assert last["position"] != first["position"]


def test_a_transcript_says_who_share_a_place():
    ends = [str(Workshop().play("toy", k, players=2, strategies=["chooser"])) for k in range(12)]
    tied = [told for told in ends if "seats 1 and 2 share place 1" in told]
    assert 0 < len(tied) < 12
    assert all(told.count("1. seat") == 2 for told in tied)


TRICK = """
from tiltmeter.design import Game, draw, each_player, finish, gain, next_player
from tiltmeter.design import numbered, pile, put_each, shuffle

cards = {"deck": pile(4, hidden="cards"), "hand": each_player(pile(2, hidden="cards"))}
trick = Game("trick", players=(2,), moves=numbered("draw"), fields=cards)


@trick.setup
def lay_out(game, rules):
    put_each(game.deck, 1, 4)
    shuffle(game.table, game.deck)


@trick.apply
def act(game, rules, move):
    gain(game, game.player, draw(game.deck))
    next_player(game)
    if game.rounds == 2:
        finish(game)
"""


def test_a_guest_is_told_with_its_table_each_round_and_what_every_move_pays(tmp_path):
    (tmp_path / "trick.py").write_text(TRICK)
    told = list(Workshop().play(str(tmp_path / "trick.py"), 0, players=2).lines())
    assert [line for line in told if " to act" in line] == [
        "  seat 1 to act | deck 4 cards",
        "  seat 1 to act | deck 2 cards",
    ]
    paid = [line for line in told if " scores " in line and "so far" not in line]
    assert sorted(int(line.rpartition(" ")[2]) for line in paid) == [1, 2, 3, 4]


def simulated(out, *more):
    words = ["simulate", "wagons", "-p", "2", "-n", "60", "-s", "allround,random"]
    words += ["--design", "self-play", "--seed", "5", "--out", str(out), "--quiet", *more]
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 0, told.output
    return RunFolder(out)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return simulated(tmp_path_factory.mktemp("runs") / "run")


def test_games_that_kept_no_curves_are_reported_without_stories(tmp_path):
    (chapter,) = chapters_of([simulated(tmp_path / "run", "--keep", "games")])
    assert chapter.stories is None
    assert "turn_order" in [one.name for one in chapter.findings]


def test_a_story_is_the_game_that_its_command_plays(run):
    chapters = chapters_of([run])
    page = page_of(chapters)
    (part,) = next(section for section in page.sections if section.anchor == "stories").parts
    found = chapters[0].stories
    games = found.frame("list").iter_rows(named=True)
    for row in games:
        command = f"tiltmeter play wagons -p 2 -s allround --seed 5 --game {row['deal']}"
        assert command in part.code[0]
        story = Workshop().play("wagons", row["deal"], players=2, strategies=["allround"], seed=5)
        *_, last = story.decisions()
        ends = found.frame(row["story"]).select(r"^seat \d$").row(-1)
        assert np.array_equal(last.game.points.sum(axis=1)[:2], ends)
    assert part.figures[0].drawing.svg.count('class="tip"') > 6


def test_no_story_is_told_of_a_tie_that_was_broken():
    """Seat 1 wins deal 3 with as many points; nothing is decided by being ahead by 0."""
    sample = sample_of_curves({3: ([1, 2, 8, 9], [2, 3, 7, 9])})
    told = stories_of(sample, [seats_finding("tilted")])
    assert 3 not in told.frame("list")["deal"].to_list()
    assert "by 0" not in told.sentence
