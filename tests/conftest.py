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
    "test_studio_table.py::test_fast_typing",
    "test_studio_table.py::test_a_whole_game_against_a_bot[pig.py-cautious-1280",
    "test_studio_table.py::test_what_is_done_is_said",
    "test_studio_table.py::test_sets_that_were_ticked",
    "test_studio_table.py::test_one_jumps",
    "test_studio_table.py::test_two_tabs",
    "test_studio_table.py::test_no_list_cuts_what_is_chosen[1280",
    "test_studio_pages.py::TestTurn::test_who_wins_now_settles",
    "test_studio_play.py::test_a_game_without_names",
    "test_studio_play.py::test_every_move_of_a_watched",
    "test_studio_roles.py::test_what_is_asked_first",
    "test_studio_roles.py::test_what_a_figure_of_a_set",
    "test_changes_by_level.py::test_a_change_that_levels_for_some",
    "test_planted_mistakes.py::test_a_planted_mistake_is_found[two moves",
    "test_readme.py::test_commands_print_what_the_pages_show[tiltmeter new my_game",
    "test_fuzz_commands.py::test_a_line_at_random_is_done_or_told_why_not[2",
    "test_reports.py::TestCommand::test_an_interrupted_report_goes_on",
    "test_lab_reports.py::TestReport::test_a_title_has_a_short_study_of_its_own",
    "test_fingerprints.py::test_machine_code_plays_the_same_games_as_before[terraces]",
    "test_fingerprints.py::test_machine_code_plays_the_same_games_as_before[dyke]",
    "test_docs.py::TestFifteenMinutes::test_the_coach_names_the_blunder",
    "test_api.py::test_the_script_of_a_verb_runs[ladder]",
    "test_api.py::test_the_script_of_a_verb_runs[train]",
    "test_fuzz_commands.py::test_a_line_at_random_is_done_or_told_why_not[0]",
    "test_fuzz_commands.py::test_a_line_at_random_is_done_or_told_why_not[1",
    "test_fuzz_commands.py::test_a_line_at_random_is_done_or_told_why_not[3",
    "test_fuzz_commands.py::test_a_line_at_random_is_done_or_told_why_not[4]",
    "test_fuzz_commands.py::test_a_line_at_random_is_done_or_told_why_not[5",
    "test_verify.py::test_a_bad_game_gets_a_sentence_and_a_short_game[it never ends",
    "test_verify.py::test_a_bad_game_gets_a_sentence_and_a_short_game[a position that is no text",
    "test_verify.py::test_a_bad_game_gets_a_sentence_and_a_short_game[chance of its own",
    "test_verify.py::test_a_bad_game_gets_a_sentence_and_a_short_game[a field out of",
    "test_panel.py::test_an_option_that_is_never_worth_taking_is_named[0-0",
    "test_purposes.py::test_what_differs_tells_the_same_as_a_plan[archeos",
    "test_reports.py::test_two_games_make_a_report_too[archeos",
    "test_fingerprints.py::test_machine_code_plays_the_same_games_as_before[kites",
    "test_calibration.py::test_the_halves_of_a_few_games_agree[4",
    "test_lab_reports.py::test_report_writes_both_files_with_the_numbers_of_the_terminal[sweep of",
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
    "test_advise.py::test_a_measure_alone_is_that_of_the_finding[win_rates]",
    "test_advise.py::test_the_confirmed_effect_is_covered_though_the_best_waschosen",
    "test_advise_aims.py::TestAims::test_the_farthest_of_those_who_are_followed_is_what_the_v",
    "test_advise_aims.py::test_a_planted_number_that_makes_one_too_weak_is_found_behind_one_t",
    "test_advise_aims.py::test_what_does_nothing_is_seldom_said_to_help_and_what_mends_a_hidd",
    "test_advise_aims.py::test_what_share_of_games_is_to_be_won_can_be_said",
    "test_advise_together.py::test_the_next_step_names_the_player_whose_games_were_asked",
    "test_api.py::TestFrames::test_an_analysis_has_a_row_per_finding",
    "test_api.py::TestPlugIns::test_compare",
    "test_api.py::TestPlugIns::test_named_tables_are_played_and_no_others",
    "test_api.py::TestPlugIns::test_report_of_a_title",
    "test_api.py::TestPlugIns::test_sweep",
    "test_api.py::test_a_strategy_of_ones_own_by_flags",
    "test_api.py::test_remarks_are_logged_and_those_that_matter_warn",
    "test_api.py::test_the_script_of_a_verb_runs[compare]",
    "test_api.py::test_the_script_of_a_verb_runs[cover]",
    "test_api.py::test_the_script_of_a_verb_runs[report]",
    "test_api.py::test_the_script_of_a_verb_runs[sweep]",
    "test_assumed.py::test_options_that_rest_on_guesses_are_marked_where_they_are_ranked",
    "test_assumed.py::test_what_is_varied_is_marked_where_no_source_gives_it[compare",
    "test_assumed.py::test_what_is_varied_is_marked_where_no_source_gives_it[sweep-of_a_guess",
    "test_bare_title.py::test_every_command_works[report toy -p 2,4 --quick --only html --out",
    "test_bare_title.py::test_games_that_never_end_have_a_page_that_says_so[2-2,3]",
    "test_browser.py::test_it_is_said_at_the_end_also_by_several_workers",
    "test_calibration.py::TestMembers::test_false_alarms_are_rare",
    "test_calibration.py::TestSeats::test_a_fair_game_is_level[6-",
    "test_calibration.py::TestSeats::test_it_is_so_many_as_show_balance_whatever_these_have_s",
    "test_calibration.py::TestSeats::test_two_looks_call_what_is_not_balanced_so_no_more_ofte",
    "test_calibration.py::test_what_few_have_is_hardly_ever_said_of_winners[1]",
    "test_check.py::test_false_alarms_of_a_whole_budget_stay_below_five_of_a_hundred",
    "test_cli.py::TestSimulateAndAnalyse::test_a_plug_in_numba_cannot_compile_plays_with_a_no",
    "test_cli.py::TestSimulateAndAnalyse::test_jobs_and_engine_leave_no_trace_in_the_data",
    "test_cluster.py::test_a_scheduler_that_does_not_answer_is_a_sentence",
    "test_compare.py::test_pairing_makes_a_small_change_of_a_real_title_three_times_surer",
    "test_decision.py::test_chance_in_the_race_is_in_the_interval",
    "test_equations.py::test_where_an_equation_is_crossed_is_told_rightly_or_not_at_all[1000",
    "test_findings.py::test_good_players_make_the_first_seat_count[archeos]",
    "test_fingerprints.py::test_machine_code_plays_the_same_games_as_before[harvest]",
    "test_handed_on.py::test_of_a_game_of_ones_own",
    "test_kingmaking.py::test_who_decides_nothing_is_none",
    "test_language.py::test_a_command_in_french_prints_no_english_line[compare]",
    "test_language.py::test_a_command_in_french_prints_no_english_line[exploit]",
    "test_language.py::test_a_terminal_keeps_no_line_of_the_english_one[coach]",
    "test_language.py::test_every_page_in_french_keeps_nothing_of_the_english_one[compare",
    "test_language.py::test_every_page_in_french_keeps_nothing_of_the_english_one[study]",
    "test_language.py::test_no_finding_of_a_small_run_uses_a_name_of_the_code[archeos-2]",
    "test_language.py::test_no_finding_of_a_small_run_uses_a_name_of_the_code[excavation-1]",
    "test_language.py::test_no_finding_of_a_small_run_uses_a_name_of_the_code[excavation-2]",
    "test_language.py::test_no_finding_of_a_small_run_uses_a_name_of_the_code[expeditions-2]",
    "test_language.py::test_what_a_report_tells_in_the_terminal_is_in_the_language_too",
    "test_levels.py::test_the_order_by_distance_from_fair_is_nearly_the_true_one[34]",
    "test_luck.py::test_few_games_do_not_make",
    "test_machine_code.py::test_other_numba_settings_have_machine_code_of_their_own",
    "test_named_moves.py::test_a_card_that_is_too_good_is_named",
    "test_one_side.py::TestOptions::test_an_option_used_at_one_rate_in_short_won_and_long_los",
    "test_panel.py::test_a_land_that_suits_the_first_player_is_named_though_turn_order_is_bal",
    "test_panel.py::test_an_option_that_is_never_worth_taking_is_named[1-0-True]",
    "test_panel.py::test_pig_favours_who_begins_as_is_known",
    "test_planted.py::test_a_botanist_worth_six_points_is_the_most_powerful_role_of_its_sets[",
    "test_planted.py::test_a_role_that_does_nothing_is_the_weakest",
    "test_planted.py::test_another_name_for_a_role_makes_no_difference",
    "test_playtest.py::test_what_was_dealt_in_a_game_of_ones_own_is_compared",
    "test_power.py::test_gains_lie_in_their_intervals",
    "test_powers_of_a_guest.py::test_a_sweep_reads_them",
    "test_powers_of_a_guest.py::test_metrics_of_members_read_the_roles_that_are_dealt",
    "test_questions.py::TestANewQuestion::test_it_is_graded",
    "test_reports.py::TestCommand::test_a_report_that_fails_leaves_runs_and_the_old_report",
    "test_reports.py::TestCommand::test_a_title",
    "test_reports.py::TestCommand::test_alone_every_switch_of_the_rival",
    "test_reports.py::TestCommand::test_in_another_language_nothing_is_played_again",
    "test_reports.py::test_a_page_is_made_without_laying_a_table",
    "test_reports.py::test_a_strategy_called_script_is_shown_not_run",
    "test_reports.py::test_the_same_run_gives_the_same_bytes",
    "test_reports.py::test_what_is_not_known_is_drawn_without_complaint",
    "test_results.py::test_what_was_found_is_printed_though_no_report_can_be_written[analyse]",
    "test_results.py::test_what_was_found_is_printed_though_no_report_can_be_written[coach]",
    "test_results.py::test_what_was_found_is_printed_though_no_report_can_be_written[compare]",
    "test_results.py::test_what_was_found_is_printed_though_no_report_can_be_written[study]",
    "test_results.py::test_what_was_found_is_printed_though_no_report_can_be_written[sweep]",
    "test_rings.py::TestComrades::test_what_does_better_is_told",
    "test_same_words.py::test_other_threads_and_processors_tell_the_same[one thread]",
    "test_scores.py::test_the_margin_lies_in_its_interval",
    "test_search.py::TestHiddenHands::test_a_search_deals_anew_what_it_cannot_see",
    "test_search.py::TestWhatCanBeKnown::test_search_finds_the_answer[search:base=greedy]",
    "test_search.py::TestWhatCanBeKnown::test_search_finds_the_answer[search:base=random]",
    "test_search.py::test_a_hundred_rollouts_beat_their_base",
    "test_sitting.py::TestUndoAndGoingOn::test_whoever_stops_goes_on_bit_for_bit[allround]",
    "test_sitting.py::TestWhatIsShown::test_a_screen_is_the_same_when_only_hidden_things_diff",
    "test_skill.py::test_neighbours_of_no_effect",
    "test_skill.py::test_the_interval_of_the_better",
    "test_speed.py::test_a_game_of_one_file_takes_less_than_twice_as_long_as_its_rules_by_han",
    "test_stories.py::test_a_story_is_the_game_that_its_command_plays",
    "test_stories.py::test_games_that_kept_no_curves_are_reported_without_stories",
    "test_strategies.py::test_allround_beats_each_other_strategy_by_the_margin_its_docstring_",
    "test_study.py::TestFolder::test_every_engine_adds_up",
    "test_study.py::TestFolder::test_jobs_and_a_stop_in_between_leave_no_trace",
    "test_study.py::TestFolder::test_parts_that_were_removed",
    "test_study.py::test_a_botanist_worth_six_points_is_the_role_that_matters_most",
    "test_study.py::test_all_role_sets_with_two_thousand_games_take_less_than_ten_minutes",
    "test_sums.py::test_counts_are_those_of_the_rows_however_they_are_made[words2]",
    "test_sweep.py::TestCurves::test_the_slope_of_a_mended_spread_is_covered",
    "test_sweep.py::test_a_member_of_ones_own_game_has_a_curve_and_a_target",
    "test_teams.py::test_rows_are_of_teams_and_seats_can_be_asked_for",
    "test_teams.py::test_the_library_speaks_of_teams_too",
    "test_teams.py::test_what_only_one_team_can_do_is_worth_what_that_team_loses",
    "test_told_words.py::test_told_games_have_words_for_people[exc",
    "test_training.py::TestFunctions::test_every_engine_plays_the_same_games",
    "test_training.py::TestFunctions::test_it_cannot_peek",
    "test_training.py::test_the_test_of_pettingzoo_passes[archeos]",
    "test_until_sure.py::TestFalseClaims::test_of_verdicts[0.2625",
    "test_until_sure.py::test_false_claims_of_commands[compare: a-60-7]",
    "test_verify.py::test_a_bad_game_gets_a_sentence_and_a_short_game[a lower score",
    "test_verify.py::test_a_bad_game_gets_a_sentence_and_a_short_game[a worth that says more]",
    "test_verify.py::test_a_bad_game_gets_a_sentence_and_a_short_game[an ending that never co",
    "test_verify.py::test_a_bad_game_gets_a_sentence_and_a_short_game[not all gain]",
    "test_verify.py::test_a_bad_game_gets_a_sentence_and_a_short_game[not all lose]",
    "test_verify.py::test_a_bad_game_gets_a_sentence_and_a_short_game[one game of many withou",
    "test_verify.py::test_a_bad_game_gets_a_sentence_and_a_short_game[points grow for ever]",
    "test_verify.py::test_a_bad_game_gets_a_sentence_and_a_short_game[points that",
    "test_verify.py::test_a_bad_game_gets_a_sentence_and_a_short_game[rounds that",
    "test_verify.py::test_a_bad_game_gets_a_sentence_and_a_short_game[two moves told alike]",
    "test_verify.py::test_a_law_is_told_where_a_game_has_several_of_something",
    "test_verify.py::test_a_law_that_imagined_numbers_break_is_named",
    "test_verify.py::test_rules_that_cannot_be_compiled_hold_too",
    "test_verify.py::test_sums_that_cannot_be_are_a_hint",
    "test_versions_of_a_guest.py::test_a_game_without_an_end_hides_no_law_that_another_breaks",
    "test_versions_of_a_guest.py::test_a_number_that_leads_out_of_a_range_is_refused",
    "test_who_wins.py::test_a_game_compared_with_itself_names_nobody[400]",
    "test_who_wins.py::test_a_game_compared_with_itself_names_nobody[60]",
    "test_who_wins.py::test_in_french_too",
    "test_who_wins.py::test_the_terminal_begins_with_who_wins_then_better_and_worse",
    "test_your_own_game.py::test_an_agent_is_trained_and_plays_as_the_page_shows",
    "test_your_own_game.py::test_commands_print_what_the_page_shows[first-hour.md]",
    "test_your_own_game.py::test_the_first_hour_has_the_figures",
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
