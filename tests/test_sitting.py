"""People at the table: what they are shown, what they can take back, and what is kept of it."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import tiltmeter as tm
from analyses.experiments.experiment import experiment
from analyses.experiments.film import plain_piece
from analyses.lab.players.review import choices_of
from analyses.lab.playtest.real_tables import read_tables
from analyses.lab.sitting import sitting as sitting_module
from analyses.lab.sitting.record import add_rows, read_record, record_of
from analyses.lab.sitting.seen import (
    SECRET,
    SeatView,
    SecretMoves,
    in_common,
    redeal_of,
    values_in_common,
)
from analyses.lab.sitting.sitting import go_on, take_over
from analyses.lab.sitting.view import plain_advice, view_of
from simulator.conformance import whimsical
from simulator.errors import UserError
from simulator.games.archeos.moves import Move as archeos
from simulator.games.excavation.verbs import Move as excavation
from simulator.games.expeditions.moves import Move as expeditions
from simulator.match import Match
from simulator.titles import load_title
from strategies.sight import Eyes
from tiltmeter.at_table import AtTable
from tiltmeter.cli import main

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples" / "games"
HOW_TO = (ROOT / "docs" / "how-to" / "game-mechanisms.md").read_text(encoding="utf-8")
HIDDEN = ("archeos", "excavation", "expeditions", "harvest", "meadow", "town", "nerve", "tricks")
OPEN = ("lost_cities", "pig")
EVERY = 9  # decisions between two that are looked at


def _accounts_for_all_it_counts(review):
    """A reader finds every better move in the list, or reads how many are not in it."""
    (counted,) = re.findall(r"better move was confirmed in (\d+)", " ".join(review.sentences))
    left = re.findall(r"(\d+) more (?:is|are) not listed", " ".join(review.sentences))
    assert int(counted) == len(review.worst) + sum(map(int, left))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def game(folder):
    """Games by name: a title, an example, or a whole game of the how-to."""

    def loaded(name):
        if (EXAMPLES / f"{name}.py").exists():
            return load_title(EXAMPLES / f"{name}.py")
        code = re.findall(r"```python\n(.*?)```", HOW_TO, re.S)
        source = [one for one in code if f'Game("{name}"' in one]
        if not source:
            return load_title(name)
        Path(f"{name}.py").write_text(source[0])
        return load_title(Path(f"{name}.py"))

    return loaded


def table_of(title, players=3, **changes):
    rules = title.rules_for(title.components.with_changes(changes), players)
    return Match(title, rules, whimsical(players), "python")


def dealt_anew(match, game, seat, number):
    other = game.copy()
    redeal_of(match)(other, match.rules, seat, np.full(1, 77 + number, np.uint64))
    return other


class TestWhatIsShown:
    @pytest.mark.parametrize("name", [*HIDDEN, *OPEN])
    def test_a_screen_is_the_same_when_only_hidden_things_differ(self, game, name):
        match, looked = table_of(game(name)), 0
        secrets = SecretMoves(match)
        for k, decision in enumerate(match.tell(4, 0)):
            if k % EVERY and k > 6:
                continue
            view = SeatView(match, int(decision.game.player), secrets)
            shown = view.screen(decision.game, decision.moves)
            other = dealt_anew(match, decision.game, view.seat, k)
            assert view.screen(other, decision.moves) == shown
            headings = {view.words.heading(one, match.rules) for one in (decision.game, other)}
            assert len(headings) == 1
            looked += 1
        assert looked >= 3

    @pytest.mark.parametrize("name", [*HIDDEN, *OPEN])
    def test_a_page_gets_the_same_when_only_hidden_things_differ(self, game, name):
        table = tm.Workshop().sit(game(name), 1, players=3, strategies=["random"], seed=4)
        for looked in range(2):
            kept, told = table.game, json.dumps(view_of(table))
            rated = json.dumps(plain_advice(table.advice(looks=False)))
            table.game = dealt_anew(table.match, kept, 0, looked)
            table.views.clear()
            assert json.dumps(view_of(table)) == told
            if name != "nerve":  # its bot looks at one deal that could be: another one, another sum
                assert json.dumps(plain_advice(table.advice(looks=False))) == rated
            table.game = kept
            table.views.clear()
            for _ in range(3 * (looked == 0)):
                table.choose(len(table.options))
                if table.is_over:
                    return

    @pytest.mark.parametrize("name", [*HIDDEN, *OPEN])
    def test_everything_can_be_drawn_and_nothing_hidden_is(self, game, name):
        match = table_of(game(name))
        secrets, looked = SecretMoves(match), 0
        for decision in match.tell(6, 0):
            if decision.game.n_moves % EVERY:
                continue
            view = SeatView(match, int(decision.game.player), secrets)
            drawn = view.pieces(decision.game)
            words = match.title.words
            pieces = [plain_piece(one) for one in words.pieces(decision.game, match.rules)]
            alike = [(one["name"], one.get("seat", 0), one["kind"]) for one in pieces]
            assert [(one["name"], one.get("seat", 0), one["kind"]) for one in drawn] == alike
            json.dumps(drawn)
            looked += 1
        assert looked >= 1

    def test_hands_of_others_are_backs_of_cards(self, game):
        table = tm.Workshop().sit(game("harvest"), 1, players=2, strategies=["random"])
        hands = {one["seat"]: one for one in view_of(table)["pieces"] if one["name"] == "hand"}
        assert set(hands[2]["values"]) == {"?"}
        assert "?" not in hands[1]["values"]

    def test_values_in_common(self):
        assert values_in_common([{"a": [1, "x"]}, {"a": [1, "y"]}]) == {"a": [1, "?"]}
        assert values_in_common([[1, 2], [1, 2, 3]]) == [1, 2, "?"]
        assert values_in_common([{"a": 1}, {"b": 1}]) == "?"

    @pytest.mark.parametrize("name", ["excavation", "harvest", "meadow"])
    def test_moves_that_look_alike_are_told_alike(self, game, name):
        match, compared = table_of(game(name)), 0
        secrets, eyes = SecretMoves(match), Eyes(match.title, "python", watches=True)
        for k, decision in enumerate(match.tell(5, 0)):
            if k % EVERY and k > 12:
                continue
            before = decision.game.copy()
            view = SeatView(match, (int(before.player) + 1) % 3, secrets)
            sights = {}
            for move in decision.moves[:10]:
                game_after = before.copy()
                match.carry_out(game_after, move)
                sight = eyes.row_for(game_after, match.rules, view.seat).tobytes()
                sights.setdefault(sight, set()).add(view.deed(before, move, game_after)[0])
            assert all(len(told) == 1 for told in sights.values()), sights.values()
            compared += len(sights) < len(decision.moves[:10])
        assert compared > 0

    @pytest.mark.parametrize(
        ("name", "verb", "told"),
        [
            ("archeos", archeos.keep, "keeps a card"),
            ("archeos", archeos.leave_out, "leaves a card out"),
            ("expeditions", expeditions.keep, "keeps a card"),
            ("expeditions", expeditions.give, "gives a card away for it"),
            ("excavation", excavation.pick, "takes a card"),
            ("excavation", excavation.redraw, "replaces a card"),
        ],
    )
    def test_cards_that_stay_in_a_hand_are_told_to_nobody_else(self, name, verb, told):
        match = table_of(load_title(name))
        words, dealt = match.title.words, match.dealt(1, 0)
        assert {words.public(dealt, match.rules, verb + card) for card in (0, 5, 9)} == {told}
        assert len({words.move(dealt, match.rules, verb + card) for card in (0, 5, 9)}) == 3

    def test_all_lies_open_where_nothing_is_hidden(self, game):
        match = table_of(game("lost_cities"))
        view = SeatView(match, 0, SecretMoves(match))
        dealt = match.dealt(1, 0)
        assert view.imagined(dealt) == []
        assert view.position(dealt) == match.title.words.position(dealt, match.rules)

    def test_own_cards_are_shown_and_those_of_others_are_counted(self, game):
        match = table_of(game("harvest"))
        shown = SeatView(match, 1, SecretMoves(match)).position(match.dealt(1, 0)).splitlines()
        assert "hand ? ? ? ? ? ?" in shown[1]
        assert "?" not in shown[2]
        assert "hand ? ? ? ? ? ?" in shown[3]

    def test_bots_that_are_asked_do_not_know_the_dice_to_come(self, game):
        table = tm.Workshop().sit(game("pig"), 1, players=2, strategies=["greedy"])
        rated = []
        for chance in range(4):
            table.game.table[0] = chance
            rated.append(plain_advice(table.advice(looks=False)))
        assert all(one == rated[0] for one in rated)

    def test_a_secret_choice_is_not_told_before_it_is_revealed(self, game):
        match = table_of(game("meadow"), 2)
        game = match.dealt(1, 0)
        view, before = SeatView(match, 1, SecretMoves(match)), game.copy()
        match.carry_out(game, 0)
        assert view.deed(before, 0, game) == [f"seat 1 {SECRET}"]

    def test_what_texts_have_in_common(self):
        assert in_common(["a b | c", "a x | c"]) == "a ? | c"
        assert in_common(["hand 1 2", "hand 3 4 5"]) == "hand ?"
        assert in_common(["one\ntwo", "one\ntwo"]) == "one\ntwo"


def sit(name, *seats, **words):
    return tm.Workshop().sit(name, *seats, **words)


class TestUndoAndGoingOn:
    def test_undo_returns_to_the_identical_bits(self, folder):
        table = sit("archeos", 1, players=3, seed=3)
        for _ in range(8):
            before, options = table.game.tobytes(), table.options
            table.choose(1 + table.choices % len(options))
            after = table.game.tobytes()
            table.undo()
            assert table.game.tobytes() == before
            assert table.options == options
            table.choose(1 + table.choices % len(options))
            assert table.game.tobytes() == after
        assert table.record.undone == 8

    def test_the_first_choice_cannot_be_undone(self, folder):
        with pytest.raises(UserError, match="There is no move to take back"):
            sit("lost_cities", 1, players=2).undo()

    @pytest.mark.parametrize("bots", ["random", "allround"])
    def test_whoever_stops_goes_on_bit_for_bit(self, folder, bots):
        words = {"players": 3, "strategies": [bots], "seed": 5}
        whole = sit("lost_cities", 2, **words)
        while not whole.is_over:
            if whole.choices % 12 == 0:
                kept = sit("lost_cities", 2, out="plays", **words)
                assert kept.game.tobytes() == whole.game.tobytes()
                assert kept.screen() == whole.screen()
            number = 1 + whole.choices * 7 % len(whole.options)
            whole.choose(number)
            kept.choose(number)
        assert read_record(kept.file).moves == whole.record.moves
        kept = sit("lost_cities", 2, out="plays", **words)
        assert (kept.record.game, kept.choices) == (1, 0)
        with pytest.raises(UserError, match="Game 0 is finished"):
            sit("lost_cities", 2, out="plays", game=0, **words)

    def test_undo_after_going_on(self, folder):
        first = sit("lost_cities", 1, players=2, strategies=["random"], out="plays")
        before = first.game.tobytes()
        first.choose(1)
        again = sit("lost_cities", 1, players=2, strategies=["random"], out="plays")
        again.undo()
        assert again.game.tobytes() == before

    def test_a_record_that_was_changed_is_refused(self, folder):
        table = sit("lost_cities", 1, players=2, out="plays")
        values = json.loads(table.file.read_text())
        table.file.write_text(json.dumps(values | {"undone": 3}))
        with pytest.raises(UserError, match="was changed since it was written"):
            sit("lost_cities", 1, players=2, out="plays")
        table.file.write_text("{")
        with pytest.raises(UserError, match="it is no JSON"):
            sit("lost_cities", 1, players=2, out="plays")


def play(*words, answers=""):
    return CliRunner().invoke(main, ["play", *map(str, words)], input=answers)


class TestTheTerminal:
    def test_a_whole_game_of_a_title(self, folder):
        done = play("lost_cities", "-p", 2, "--seat", 1, answers="1\n" * 300)
        assert done.exit_code == 0, done.output
        assert "The game ends after" in done.output
        (file,) = Path("plays").glob("*.json")
        rows = Path("plays/lost_cities-tables.csv").read_text().splitlines()
        assert rows[0] == "table,seat,score,place,won,rounds,bot"
        assert [row.rpartition(",")[2] for row in rows[1:]] == ["", "allround"]
        real = read_tables(Path("plays/lost_cities-tables.csv"), load_title("lost_cities"))
        assert real["bot"].to_list() == [None, "allround"]
        told = play("lost_cities", "--record", file)
        assert "seat 1: a person\n  seat 2: the bot allround" in told.output
        assert told.output.splitlines()[-1] in done.output

    def test_a_game_in_french(self, folder):
        english = re.compile(r"\b(the|of|and|bot would|choose|chooses|writes|rolls|is|seat|now)\b")
        told = play("lost_cities", "-p", 2, "--language", "fr", "--referee", "--explain")
        assert re.search(r"siège 1 écrit \d+ dans la colonne verte, case 1", told.output)
        words = ["-p", 2, "--seat", 1, "--language", "fr"]
        sat = play(EXAMPLES / "pig.py", *words, answers="1\n?\nh\nx\nq\n")
        assert "siège 1 choisit «\u00a0lancer\u00a0»" in sat.output
        for done in (told, sat):
            assert done.exit_code == 0
            assert [one for one in done.stdout.splitlines() if english.search(one)] == []

    def test_a_whole_game_of_one_file(self, folder):
        file = EXAMPLES / "harvest.py"
        done = play(file, "-p", 3, "--seat", 2, "-s", "gleaner,random", answers="1\n" * 9)
        assert done.exit_code == 0, done.output
        assert "The game ends after 6 rounds: harvest home." in done.output
        rows = Path("plays/harvest-tables.csv").read_text().splitlines()[1:]
        assert [row.rpartition(",")[2] for row in rows] == ["gleaner", "", "random"]

    def test_what_is_typed_wrong_is_told_in_a_sentence_and_changes_nothing(self, folder):
        typed = ["0", "99", "-1", "²", "١", "move", "", "u", "h", "t", "1e0", "q"]
        done = play(EXAMPLES / "pig.py", "-p", 2, "--seat", 1, answers="\n".join(typed))
        assert done.exit_code == 0
        assert done.output.count("is no move: type a number from 1 to 2, or h for help.") == 8
        assert "There is no move to take back: nobody has chosen one yet." in done.output
        assert done.output.endswith("the same command goes on with the game.\n")
        assert read_record(next(Path("plays").glob("*.json"))).moves == ()

    def test_a_pipe_that_ends_keeps_the_game(self, folder):
        done = play(EXAMPLES / "pig.py", "-p", 2, "--seat", 1, answers="1\n1\n")
        assert done.exit_code == 0
        assert "Stopped after 2 moves of yours" in done.output
        again = play(EXAMPLES / "pig.py", "-p", 2, "--seat", 1)
        assert "The game goes on after 2 moves of yours." in again.output

    def test_ctrl_c_is_told_in_a_sentence(self, folder, monkeypatch):
        def pressed(*_):
            raise KeyboardInterrupt

        monkeypatch.setattr(AtTable, "_read", pressed)
        done = play(EXAMPLES / "pig.py", "-p", 2, "--seat", 1)
        assert done.exit_code == 130
        assert "the same command goes on with the game" in done.stderr
        assert "Traceback" not in done.stderr

    def test_between_two_people_the_screen_is_handed_over(self, folder):
        file = EXAMPLES / "harvest.py"
        done = play(file, "-p", 2, "--seat", 1, "--seat", 2, answers="1\n\n1\n\n1\n")
        assert done.output.count("press Enter when nobody else looks") == 3
        first, second = done.output.split("Seat 2: press Enter when nobody else looks.")[:2]
        assert SECRET in second
        assert "hand ? ? ? ? ? ?" in first

    def test_a_bot_that_divides_by_a_weight_still_says_what_it_would_do(self, folder):
        table = sit("archeos", 1, players=3)
        (opinion,) = table.advice(looks=False).opinions
        assert [one.number for one in opinion.moves] != []
        assert any(one.parts for one in opinion.moves)

    @pytest.mark.parametrize("name", OPEN)
    def test_no_reason_of_a_rating_is_the_same_for_every_move(self, game, folder, name):
        """Such a one tells nobody why one move is rated higher than another."""
        for opinion in sit(game(name), 1, players=2).advice(looks=False).opinions:
            told = [{*one.parts} for one in opinion.moves]
            assert not set.intersection(*told)

    def test_what_the_bots_would_do(self, folder):
        done = play(EXAMPLES / "pig.py", "-p", 2, "--seat", 1, answers="?\nq\n")
        assert "The bot cautious would choose 1. Its ratings:" in done.output
        assert "chooses roll  (hold at +1.00)" in done.output
        assert "A look-ahead bot (400 rollouts) would choose 1:" in done.output

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            (["lost_cities", "--seat", 7], "lost_cities is for 2 to 5 players, not 7."),
            (["lost_cities", "-p", 2, "--seat", 3], "--seat 3: there are seats 1 to 2."),
            (["lost_cities", "-p", 4, "--seat", 1, "-s", "greedy,random"], "names 2 bots for 3 ot"),
            (["lost_cities", "--seat", 1, "--explain"], "leave it out with --seat."),
            (["lost_cities", "--seat", 1, "--design", "focus"], "with --seat name them by -s."),
            (["lost_cities", "--seat", 1, "-s", "greedy", "-s", "random"], "-s only once"),
            (["lost_cities", "--record", "none.json"], "Cannot read none.json"),
        ],
    )
    def test_mistakes_are_one_sentence(self, folder, words, told):
        done = play(*words)
        assert done.exit_code == 2
        assert told in done.stderr
        assert done.stderr.count("\n") == 1


class TestEveryKindOfGame:
    def test_one_alone(self, folder):
        done = play(EXAMPLES / "terraces.py", "-p", 1, "--seat", 1, answers="1\n" * 200)
        assert "The game ends after" in done.output
        assert Path("plays/terraces-tables.csv").read_text().splitlines()[1].endswith(",")

    def test_all_together(self, folder):
        words = ["-p", 2, "--seat", 1, "--seat", 2]
        done = play(EXAMPLES / "dyke.py", *words, answers="1\n\n" * 40)
        assert "The table has" in done.output
        row = Path("plays/dyke-tables.csv").read_text().splitlines()[1].split(",")
        assert row[3] == ""
        assert row[4] in ("yes", "no")
        real = read_tables(Path("plays/dyke-tables.csv"), load_title(EXAMPLES / "dyke.py"))
        assert len(real) == 2

    def test_partners(self, game):
        game("pairs")
        done = play("pairs.py", "--seat", 3, "-s", "greedy,random", answers="1\n" * 5)
        assert "seat 3 (north and south): a person" in done.output
        assert "The game ends after 5 rounds" in done.output
        rows = Path("plays/pairs-tables.csv").read_text().splitlines()[1:]
        assert [row.rpartition(",")[2] for row in rows] == ["", "random"]

    def test_versions_are_kept_apart(self, folder):
        for words in ([], ["--set", "goal=50"]):
            play(EXAMPLES / "pig.py", "-p", 2, "--seat", 1, *words, answers="1\n")
        records = [read_record(file) for file in Path("plays").glob("*.json")]
        assert sorted(one.changes.get("goal", 100) for one in records) == [50, 100]


class TestTakingOver:
    """A game that bots have played, from one of its moves on."""

    @pytest.mark.parametrize("name", ["lost_cities", "harvest"])
    def test_whoever_moves_as_the_bot_did_plays_the_same_game(self, game, name):
        title, at = game(name), 5
        story = tm.Workshop().play(title, players=3)
        moves = [one.move for one in story.decisions()]
        sitting = self.taken(title, story, at, 2)
        assert sitting.record.people == (2,)
        while not sitting.is_over:
            sitting.choose(1 + sitting.options.index(moves[len(sitting.made)]))
        assert [one.move for one in sitting.made] == moves

    def test_moves_of_bots_are_not_taken_back(self, game):
        title = game("harvest")
        story = tm.Workshop().play(title, players=3)
        with pytest.raises(UserError, match="no move to take back"):
            self.taken(title, story, 5, 2).undo()

    def taken(self, title, story, at, seat):
        one = experiment(title, players=3, strategies=[story.seats], games=1)
        start = record_of(one, [1], 0, story.seats)
        record = take_over(story, start, at, [seat], Path("plays"))
        return go_on(one, Path("plays") / f"{record.name}.json")

    def test_it_is_no_row_of_the_sheet_and_only_own_moves_are_reviewed(self, game):
        title = game("harvest")
        story = tm.Workshop().play(title, players=3)
        sitting = self.taken(title, story, 7, 1)
        while not sitting.is_over:
            sitting.choose(1)
        assert not sitting.sheet.exists()
        told = tm.Workshop().record(title, sitting.file)
        assert all(one.place >= 7 for one, _, _ in choices_of(told))
        again = self.taken(title, story, 7, 1)
        assert again.record.name != sitting.record.name


class TestWhatIsKept:
    @pytest.fixture
    def kept(self, folder):
        """A finished game of Pig whose person always holds, and so wins nothing."""
        table = sit(EXAMPLES / "pig.py", 1, players=2, out="plays", changes={"goal": 30})
        while not table.is_over:
            table.choose(2)
        return table

    def test_a_finished_game_is_added_once(self, kept):
        before = kept.sheet.read_text()
        rows = [line.split(",") for line in before.splitlines()[1:]]
        add_rows(kept.sheet, rows)
        assert kept.sheet.read_text() == before
        kept.sheet.write_text("table,score\n")
        with pytest.raises(UserError, match="has other columns than these rows"):
            add_rows(kept.sheet, rows)

    def test_a_review_tells_what_was_given_away(self, kept):
        found = tm.Workshop(jobs=1).review(EXAMPLES / "pig.py", kept.file, rollouts=2000)
        assert len(found.examined) == kept.choices
        assert all(one.own == 1 for one in found.examined)
        assert found.worst[0].did == "chooses hold"
        assert found.worst[0].better == "chooses roll"
        assert found.worst[0].won.value > 0.05
        assert "In all, seat 1 gave away" in found.sentences[1]
        _accounts_for_all_it_counts(found)
        _accounts_for_all_it_counts(replace(found, worst=found.worst[:-1]))

    def test_a_finished_game_tells_no_round_that_will_not_begin(self, kept):
        """Nor dice that nobody rolls."""
        assert view_of(kept)["heading"] == ""

    def test_the_coach_prints_it(self, kept):
        words = ["coach", str(EXAMPLES / "pig.py"), "--record", str(kept.file), "--rollouts", "100"]
        done = CliRunner().invoke(main, [*words, "-j", "1"])
        assert done.exit_code == 0, done.output
        assert "a better move was confirmed in" in done.output
        assert "--at" in done.output
        refused = CliRunner().invoke(main, [*words, "-n", "8"])
        assert "leave -n out with --record" in refused.stderr

    def test_an_unfinished_game_keeps_its_secrets(self, folder):
        table = sit("lost_cities", 1, players=2, out="plays")
        with pytest.raises(UserError, match="is not over; play it to its end first"):
            tm.Workshop().record("lost_cities", table.file)

    def test_a_record_of_another_game_or_of_other_rules_is_refused(self, kept, monkeypatch):
        with pytest.raises(UserError, match="is a game of pig, not of lost_cities"):
            tm.Workshop().record("lost_cities", kept.file)
        monkeypatch.setattr(sitting_module, "must_be_of", lambda *_: None)
        assert "seat 1: a person" in str(tm.Workshop().record(EXAMPLES / "pig.py", kept.file))
