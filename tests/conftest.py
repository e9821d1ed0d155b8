"""Settings for all tests, and who runs them: two workers that share what is costly to make."""

import logging
import os
import signal
from contextlib import contextmanager

import browser
import checked_kernels  # noqa: F401  before Numba is imported
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, settings

from analyses.experiments.run_folder import RunFolder
from analyses.lab.report.chapters import chapters_of
from analyses.lab.study.plan import plan_study
from analyses.lab.study.study_run import play_study, studied
from reports.canvas import Canvas
from reports.page import page_of
from simulator import titles, user_files
from simulator.titles import load_title, shipped_names
from strategies import callables, registry
from tiltmeter.cli import main

os.environ.pop("COLUMNS", None)  # which test workers have, and would wrap what is printed
settings.register_profile(  # the first example may compile, and others may wait for a processor
    "kernels", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("kernels")


# What tries more of a kind, or takes long beside what it would find: `make test-all` runs it.
LONG = (
    "test_shipped_nets.py::test_they_still_win_what_they_say[a",
    "test_shipped_nets.py::test_they_still_win_what_they_say[e",
    "test_shipped_nets.py::test_they_still_win_what_they_say[lost_cities-3",
    "test_shipped_nets.py::test_they_still_win_what_they_say[lost_cities-4",
    "test_shipped_nets.py::test_they_still_win_what_they_say[lost_cities-5",
    "test_page.py::TestExplorer",
    "test_page.py::test_nothing_bars_those_who_hear_the_page_or_use_its_keys[dark",
    "test_page.py::test_nothing_bars_those_who_hear_the_page_or_use_its_keys[light-1280",
    "test_page.py::test_tables_and_charts_can_be_taken_along",
    "test_page.py::test_the_924_role_sets",
    "test_page.py::test_sorting",
    "test_page.py::test_every_link",
    "test_page.py::test_dark_mode",
    "test_page.py::test_on_a_desk",
    "test_page.py::test_whoever_uses_the_keys",
    "test_machine_code.py::test_what_is_copied_in",
    "test_ladder.py::TestLadder::test_longer_search",
    "test_until_sure.py::test_false_claims_of_commands[ladder",
    "test_calibration.py::TestMembers::test_shares_lie_in_their_intervals_together",
    "test_lab_reports.py::test_grades_of_a_run_as_a_report",
    "test_compare.py::test_the_game_without_each_of_its_parts",
    "test_effects.py::test_what_the_worst_of_many",
    "test_examples.py::test_commands_work_on_a_game_that_lies_anywhere[harvest]",
    "test_numba_patches.py::test_games_are_the_same_without_patches",
    "test_language.py::test_a_command_in_french_prints_no_english_line[advise]",
    "test_advise.py::test_the_same_advice_for_any_number_of_jobs",
    "test_reproductions.py",
    "test_panel.py::test_war",
    "test_panel.py::test_rock",
    "test_panel.py::test_nim",
    "test_panel.py::test_what_others",
    "test_ways.py::test_the_intervals_of_all_styles",
    "test_teams.py::test_two_pairs_play",
    "test_told_words.py::test_told_games_have_words_for_people[archeos]",
    "test_ranks.py",
    "test_who_wins.py::test_intervals_cover",
    "test_decision.py::test_a_role_that_seldom_pays_well_is_no_leader_who_runs_away[0.1",
    "test_reports.py::test_three_numbers_of_players",
    "test_verify.py::test_hypothesis_finds",
    "test_examples.py::test_commands_work_on_a_game_that_lies_anywhere[pig]",
    "test_examples.py::test_commands_work_on_a_game_that_lies_anywhere[terraces]",
    "test_powers_of_a_guest.py::test_what_a_power_is_worth",
    "test_sitting.py::TestWhatIsShown::test_moves_that_look_alike_are_told_alike[exc",
    "games/test_shelf.py::test_every_game_is_sound",
    "test_planted_mistakes.py::test_a_planted_mistake_is_found[a bot that peeks",
    "test_planted_mistakes.py::test_a_planted_mistake_is_found[a bot that changes",
    "test_planted_mistakes.py::test_a_planted_mistake_is_found[a card that is",
    "test_planted_mistakes.py::test_a_planted_mistake_is_found[a legal",
    "test_planted_mistakes.py::test_a_planted_mistake_is_found[a mark",
    "test_planted_mistakes.py::test_a_planted_mistake_is_found[a parameter",
    "test_planted_mistakes.py::test_a_planted_mistake_is_found[a tie-break",
    "test_planted_mistakes.py::test_a_planted_mistake_is_found[a turn that",
    "test_planted_mistakes.py::test_a_planted_mistake_is_found[an alternative",
    "test_planted_mistakes.py::test_a_planted_mistake_is_found[an ending",
    "test_planted_mistakes.py::test_a_planted_mistake_is_found[chance",
    "test_planted_mistakes.py::test_a_planted_mistake_is_found[hands",
    "test_planted_mistakes.py::test_a_planted_mistake_is_found[the winner",
    "test_planted_mistakes.py::test_the_game_without",
    "test_published_truths.py",
    "test_studio_pages.py::TestJobs::test_one_button_writes_a_report",
    "test_studio_play.py::test_a_review_comes_while_one_waits",
    "test_studio_table.py::test_a_game_is_watched_and_taken_over[pig.py-390",
    "test_studio_table.py::test_two_people_at_one_screen",
    "test_lab_reports.py::TestReport::test_a_title_has_a_short_study_of_its_own",
    "test_fingerprints.py::test_machine_code_plays_the_same_games_as_before[terraces]",
    "test_fingerprints.py::test_machine_code_plays_the_same_games_as_before[dyke]",
    "test_docs.py::TestFifteenMinutes::test_the_coach_names_the_blunder",
    "test_api.py::test_the_script_of_a_verb_runs[ladder]",
    "test_api.py::test_the_script_of_a_verb_runs[train]",
    "test_fuzz_commands.py::test_a_line_at_random_is_done_or_told_why_not[0]",
    "test_fuzz_commands.py::test_a_line_at_random_is_done_or_told_why_not[4]",
    "test_calibration.py::TestMembers::test_equal_factions_are_level",
    "test_calibration.py::TestMembers::test_few_who_all_lose",
    "test_calibration.py::TestMembers::test_few_of_six",
    "test_calibration.py::TestMembers::test_seats_and_factions_that_know_nothing",
    "test_language.py::test_a_command_in_french_prints_no_english_line[ladder]",
    "test_language.py::test_a_command_in_french_prints_no_english_line[verify]",
    "test_levels.py::test_the_order_by_distance_from_fair_is_nearly_the_true_one[31]",
    "test_decision.py::test_a_role_that_seldom_pays_well_is_no_leader_who_runs_away[0.2-60-4]",
    "test_film.py::test_one_steps_through_it_with_the_keys[lost_cities-390",
    "test_compare.py::test_a_p_value_agrees",
    "test_advise_together.py::test_a_role_is_held_against",
    "test_beaten.py::test_every_strategy_plays_a_table",
    "test_changes_by_level.py::test_advice_balances",
)


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(items):
    """Slow tests come first, each for itself; the others of a file stay with one worker.

    So a file's fixtures are made once, and a title's machine code is loaded by one worker. Rules,
    which are quick to test, come last, so that no worker waits long for the other at the end.
    """
    for item in items:
        if item.nodeid.removeprefix("tests/").startswith(LONG):
            item.add_marker(pytest.mark.long)
    items.sort(key=lambda item: (item.get_closest_marker("slow") is None, _is_of_a_game(item)))
    for item in items:
        if item.get_closest_marker("slow") is None:
            item.add_marker(pytest.mark.xdist_group(_group(item)))


def pytest_terminal_summary(terminalreporter):
    """Pages that no browser has opened are not known to be sound."""
    for line in browser.told_of(terminalreporter.stats.get("skipped", ())):
        terminalreporter.write_line(line, yellow=True, bold=True)


def _is_of_a_game(item):
    return item.path.parent.name == "games"


def _group(item):
    """The file, and the title where the same is asked of each."""
    asked = item.callspec.params.values() if hasattr(item, "callspec") else ()
    titles = [word for word in asked if isinstance(word, str) and word in shipped_names()]
    return "-".join([item.path.stem, *titles])


@pytest.fixture(autouse=True)
def forget_plug_ins():
    """Strategies and titles that a test registers are gone after it."""
    with forgetting():
        yield


@contextmanager
def forgetting():
    """So are those that a fixture of many tests registers within."""
    for name in shipped_names():
        registry.strategies_of(load_title(name))
    kept = [registry._registry, callables._marks, titles._guests, titles._names, user_files._run]
    before = [dict(one) for one in kept]
    yield
    log = logging.getLogger("tiltmeter")
    log.setLevel(logging.NOTSET)  # whatever a quiet command made of it
    log.propagate = True
    registry._plug_ins.clear()
    for known, earlier in zip(kept, before, strict=True):
        known.clear()
        known.update(earlier)


@pytest.fixture
def as_in_a_terminal():
    """Whoever runs tests in the background may have told them to ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def undrawn(monkeypatch):
    """Reports whose charts stay empty, for tests that look at other things: half of their time."""
    monkeypatch.setattr(Canvas, "_svg", lambda canvas: '<svg viewBox="0 0 1 1"></svg>')


@pytest.fixture(scope="session")
def crowded(tmp_path_factory):
    """A page with six players, twelve strategies with long names, and all 924 role sets.

    It is costly to make: tests that look at it are in one group, `crowded`.
    """
    folder = tmp_path_factory.mktemp("crowded")
    names = ",".join(f"allround:gift=0.{k}1:artefact=3.{k}5:further=1.0{k}" for k in range(12))
    words = ["simulate", "archeos", "-n", "1700", "-p", "6", "-s", names, "--quiet"]
    words += ["--design", "self-play,round-robin,luck", "--out", str(folder / "run")]
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 0, told.output
    plan = plan_study("archeos", "roles", games=4, mixed=False)
    study = studied(play_study(plan, folder / "study", jobs=2), by="mean_score")
    return page_of(chapters_of([RunFolder(folder / "run")]), studies=[study])
