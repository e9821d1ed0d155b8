"""The workshop: all that can be done with a game, from Python as from the command line.

shop = tm.Workshop("runs")
run = shop.simulate("lost_cities", players=2, games=2000)
for finding in shop.analyse(run).findings:
    print(finding.sentence)

Every verb takes the same words (`RunOptions`) for what is played: players, strategies, design,
code, games, until, seed, changes, thresholds. Heavy imports wait until a verb is used.
"""

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

if TYPE_CHECKING:
    from analyses.experiments.bench import Speed
    from analyses.experiments.experiment import Experiment, RunOptions
    from analyses.experiments.progress import Progress
    from analyses.experiments.run_folder import RunFolder
    from analyses.experiments.runner import Runner, Simulation
    from analyses.experiments.story import Story
    from analyses.lab.check.balance_targets import BalanceTargets
    from analyses.lab.check.check_run import Checkup
    from analyses.lab.compare.compare_levels import LevelComparison
    from analyses.lab.compare.compare_run import Comparison
    from analyses.lab.players.calibrate import Calibrated
    from analyses.lab.players.coach import Coached
    from analyses.lab.players.doubts import Doubts
    from analyses.lab.players.exploit import Exploited
    from analyses.lab.players.ladder import Ladder
    from analyses.lab.players.learn import Learned, Learning
    from analyses.lab.players.review import Reviewed
    from analyses.lab.players.tune import Tuned, Tuning
    from analyses.lab.playtest.playtest_run import Playtest
    from analyses.lab.report.analysis import Analysis
    from analyses.lab.sample_size import SampleSize
    from analyses.lab.search.advise import Advised
    from analyses.lab.search.advise_levels import LevelAdvised
    from analyses.lab.search.sweep_levels import LevelSweep
    from analyses.lab.search.sweep_run import Swept
    from analyses.lab.sitting.sitting import PlayedStory, Sitting
    from analyses.lab.study.study_run import Ranking, Studied
    from analyses.lab.verify.cover import Covered
    from analyses.lab.verify.verifying import Verified
    from simulator.factors import Factor
    from simulator.titles import Title
    from simulator.versions import Changes, Version
    from strategies.registry import Strategy
    from tiltmeter.writing import Cover, Report, Result

Place = str | Path


class Workshop:
    """Plays into `folder`, studies into one next to it, with `jobs` workers, watched by `watch`.

    `engine` plays the games of all verbs that keep runs: compiled, python, cuda or auto.
    """

    def __init__(
        self,
        folder: Place = "runs",
        jobs: int | None = None,
        watch: "Progress | None" = None,
        engine: str = "compiled",
    ) -> None:
        from analyses.experiments.experiment import must_be_engine
        from strategies import levels

        must_be_engine(engine)  # though perhaps nothing is left to play
        self.folder, self.jobs, self.watch, self.engine = Path(folder), jobs, watch, engine
        levels.finding[:] = [lambda title, players: _find_levels(self.runner, title, players)]

    @functools.cached_property
    def runner(self) -> "Runner":
        from analyses.experiments.progress import Silence
        from analyses.experiments.runner import Runner

        return Runner(self.folder, self.jobs, self.watch or Silence(), self.engine)

    def titles(self) -> "list[Title]":
        """The games that can be played."""
        from simulator.titles import load_title, title_names

        return [load_title(name) for name in title_names()]

    def title(self, name: "Place | Title") -> "Title":
        """One game, by its name or by where it lies: its parameters, words and levers."""
        from simulator.titles import load_title

        return load_title(name)

    def speaking(
        self, language: str, title: "Place | Title", players: Iterable[int] = ()
    ) -> AbstractContextManager[None]:
        """Until it is left, all that is found and written of a game is said in a language.

        Give the numbers of players if they are known: co-op and solo games have other words.
        """
        from analyses.language import read_language, speaking

        known = self.title(title)
        is_alone = all(known.sides(count) == 1 for count in [*players] or known.players)
        return speaking(read_language(language, known.home, known.teams, is_alone))

    def strategies(self, title: Place, code: Iterable[Place] = ()) -> "dict[str, Strategy]":
        """The bots of a game."""
        from strategies.registry import load_code, strategies_of

        known = self.title(title)
        for file in code:
            load_code(Path(file))
        return strategies_of(known)

    def overlay(self, title: Place, file: Place) -> "Changes":
        """The changes that a TOML file of parameters asks for."""
        return self.title(title).components.read_overlay(Path(file))

    def verify(self, title: Place) -> "Iterator[Verified]":
        """Finds rule bugs in a game, check by check; or damage in what is kept, part by part.

        Kept are runs, studies, folders of them, weights and ratings; none of their files is run.
        """
        from analyses.lab.verify.kept import is_kept, must_be_meant, verify_kept
        from analyses.lab.verify.verifying import verify
        from simulator.titles import is_game, title_names

        if not is_game(title) and is_kept(Path(title)):
            return verify_kept(Path(title))
        if str(title) not in title_names():
            must_be_meant(Path(title))
        return verify(self.title(title))

    def cover(self, title: Place, seconds: float = 20) -> "Covered":
        """Rules, branches and moves of a game of one's own that no game has reached."""
        from analyses.lab.verify.cover import cover

        return cover(self.title(title), seconds)

    def machine(self) -> dict[str, Any]:
        """What machine code is made with here: versions, and patches of Numba."""
        from simulator.numba_patches import machine

        return machine()

    def play(self, title: Place, game: int = 0, **wanted: "Unpack[RunOptions]") -> "Story":
        """One game of a seed, told move by move."""
        from analyses.experiments.experiment import experiment
        from analyses.experiments.story import story_of

        wanted["games"] = game + 1
        return story_of(experiment(title, **wanted), game)

    def sit(
        self,
        title: Place,
        *seats: int,
        game: int | None = None,
        out: Place | None = None,
        **wanted: "Unpack[RunOptions]",
    ) -> "Sitting":
        """A game in which people take some seats, from 1, and bots the others.

        It waits for `choose`. With a folder `out` it is kept there after every move: the same words
        go on with it, and when it is over with the next game, unless they say which `game`.
        """
        from analyses.experiments.experiment import experiment
        from analyses.lab.sitting.sitting import line_up_for, sit_down

        wanted["strategies"] = [line_up_for(self.title(title), seats, wanted)]
        wanted["games"] = 1
        folder = None if out is None else Path(out)
        return sit_down(experiment(title, **wanted), seats, game, folder)

    def record(self, title: Place, file: Place) -> "PlayedStory":
        """A kept game of people, told move by move."""
        from analyses.lab.sitting.sitting import played_story

        return played_story(self.title(title), Path(file))

    def write_game(self, story: "Story", out: Place) -> Path:
        """A game as one HTML file to step through: the table after every move, all cards open."""
        from analyses.experiments.film import film_of
        from reports.game_page import render_game
        from simulator.results import put

        return put(Path(out), render_game(film_of(story)).encode())

    def simulate(
        self,
        subject: "str | Path | Experiment",
        out: Place | None = None,
        *,
        backend: str = "auto",
        address: str = "",
        **wanted: "Unpack[RunOptions]",
    ) -> "Simulation":
        """Plays a batch: a game, an experiment file or an experiment, into a run folder."""
        from analyses.lab.subjects import experiment_of

        path = None if out is None else Path(out)
        asked = experiment_of(subject, **wanted)
        return self.runner.simulate(asked, path, backend=backend, address=address)

    def analyse(
        self,
        run: "Place | RunFolder | Simulation",
        only: Sequence[str] = (),
        *,
        robust: bool = False,
        games: int | None = None,
        by: Sequence[str] = (),
        by_games: int | None = None,
    ) -> "Analysis":
        """The findings of a run.

        `robust` re-tests them with other assumed values and bots, in `games` games of each. `by`
        re-tests them with other bots, a look-ahead bot for example, in `by_games` of each.
        """
        from analyses.experiments.run_folder import RunFolder
        from analyses.experiments.runner import Simulation
        from analyses.lab.report.analysis import analyse_robustly, analyse_run

        if isinstance(run, Simulation):
            run = run.run
        folder = run if isinstance(run, RunFolder) else RunFolder(Path(run))
        if doubts := _doubts(robust, by, by_games):
            return analyse_robustly(self.runner, folder, only, games, doubts)
        return analyse_run(folder, only)

    def compare(
        self,
        title: Place,
        *versions: "Version | Changes",
        only: Sequence[str] = (),
        until_sure: bool = False,
        **wanted: "Unpack[RunOptions]",
    ) -> "Comparison":
        """Versions compared with the base, on the same shuffles; `changes` are those of the base.

        With `only` some questions, only the games that they need are played; with `until_sure`
        only so many as make clear who wins more or less.
        """
        from analyses.lab.compare.compare_run import GAMES, compare_versions
        from analyses.lab.compare.versions import base_of

        base = base_of(title, GAMES, **wanted)
        return compare_versions(self.runner, base, versions, only, until_sure)

    def compare_levels(
        self,
        title: Place,
        change: "Changes",
        levels: Sequence[int],
        only: Sequence[str] = (),
        **wanted: "Unpack[RunOptions]",
    ) -> "LevelComparison":
        """A version and the base at several levels of skill: what gets better, and worse."""
        from analyses.lab.compare.compare_levels import compare_levels

        return compare_levels(self.runner, self.title(title), change, levels, only, **wanted)

    def watch_compare(
        self,
        title: Place,
        *versions: "Version | Changes",
        only: Sequence[str] = (),
        **wanted: "Unpack[RunOptions]",
    ) -> "Iterator[Comparison]":
        """`compare` with `until_sure`, look by look: ever more games, whose claims hold together.

        The first look is at a sixteenth of the games. Whoever stops listening stops the games.
        """
        from analyses.lab.compare.compare_run import GAMES, watch_versions
        from analyses.lab.compare.versions import base_of

        return watch_versions(self.runner, base_of(title, GAMES, **wanted), versions, only)

    def compare_each(
        self, title: Place, how: str, only: Sequence[str] = (), **wanted: "Unpack[RunOptions]"
    ) -> "Comparison":
        """Every part of a game removed in turn, or every role swapped."""
        from analyses.lab.compare.compare_run import GAMES_EACH, compare_each
        from analyses.lab.compare.versions import base_of

        return compare_each(self.runner, base_of(title, GAMES_EACH, **wanted), how, only)

    def compare_files(
        self,
        *files: Place,
        only: Sequence[str] = (),
        until_sure: bool = False,
        **wanted: "Unpack[RunOptions]",
    ) -> "Comparison":
        """Experiment files compared with the first one."""
        from analyses.lab.compare.compare_run import compare_files

        paths = [Path(file) for file in files]
        return compare_files(self.runner, paths, only, until_sure, **wanted)

    def sweep(
        self,
        title: Place,
        values: Mapping[str, Sequence[Any]],
        only: Sequence[str] = (),
        *,
        target: str = "",
        **wanted: "Unpack[RunOptions]",
    ) -> "Swept":
        """Metrics over the values of some parameters; or the value that meets a target."""
        from analyses.lab.compare.versions import base_of
        from analyses.lab.search.sweep_run import GAMES, search_target, sweep_values

        base = base_of(title, GAMES, **wanted)
        if target:
            return search_target(self.runner, base, values, target)
        return sweep_values(self.runner, base, values, only)

    def advise(
        self,
        subject: Place,
        *,
        keep: Sequence[str] = (),
        only: Sequence[str] = (),
        **wanted: "Unpack[RunOptions]",
    ) -> "Advised":
        """The smallest changes that fix every issue of a game or of an experiment file.

        Some parameters or groups can be kept as they are, or only some be changed.
        """
        from analyses.lab.search.advise_run import advise, base_for

        base = base_for(self.runner, subject, keep, only, **wanted)
        return advise(self.runner, base, keep, only)

    def sweep_levels(
        self,
        title: Place,
        values: Mapping[str, Sequence[Any]],
        levels: Sequence[int],
        only: Sequence[str] = (),
        *,
        target: str = "",
        **wanted: "Unpack[RunOptions]",
    ) -> "LevelSweep":
        """All values at each of several levels of skill; with a target, which suit all levels."""
        from analyses.lab.search.sweep_levels import sweep_levels

        known = self.title(title)
        return sweep_levels(self.runner, known, values, levels, only, target, **wanted)

    def advise_levels(
        self,
        title: Place,
        levels: Sequence[int],
        *,
        keep: Sequence[str] = (),
        only: Sequence[str] = (),
        **wanted: "Unpack[RunOptions]",
    ) -> "LevelAdvised":
        """The change that leaves a game balanced at each of several levels of skill."""
        from analyses.lab.search.advise_levels import advise_levels

        return advise_levels(self.runner, self.title(title), levels, keep, only, **wanted)

    def factors(self, title: Place, players: int | None = None) -> "dict[str, Factor]":
        """What can be studied in a game."""
        from simulator.titles import factors_of

        return factors_of(self.title(title), self.players(title, players))

    def players(self, title: Place, players: int | None = None) -> int:
        """This number of players, or a middle one of those that a game allows."""
        from analyses.experiments.plan import middle_count

        return middle_count(self.title(title).players) if players is None else players

    def study(
        self,
        title: Place,
        factor: str,
        out: Place | None = None,
        *,
        around: Sequence[str] = (),
        sample: int | None = None,
        ranking: "Ranking | None" = None,
        **wanted: "Unpack[RunOptions]",
    ) -> "Studied":
        """Every combination of a factor, or a sample of those with some parts."""
        from analyses.lab.study.plan import plan_study
        from analyses.lab.study.study_run import Ranking, play_and_ask

        ranking = ranking or Ranking()
        plan = plan_study(
            title, factor, around=around, sample=sample, mixed=ranking.wants_mixed, **wanted
        )
        path = self.folder.with_name("studies") / plan.folder_name if out is None else Path(out)
        return play_and_ask(self.runner, plan, ranking, path)

    def coach(
        self,
        title: Place,
        *,
        choices: int | None = None,
        rollouts: int | None = None,
        **wanted: "Unpack[RunOptions]",
    ) -> "Coached":
        """The moves by which a bot loses most, by a deep look at some of its decisions."""
        from analyses.experiments.experiment import experiment
        from analyses.lab.players.coach import CHOICES, ROLLOUTS, coach
        from analyses.lab.players.examine import games_for

        choices = CHOICES if choices is None else choices
        wanted["players"] = self.players(title, wanted.get("players"))
        wanted["games"] = games_for(choices)
        made = experiment(title, **wanted)
        return coach(self.runner, made, choices, ROLLOUTS if rollouts is None else rollouts)

    def review(
        self, title: Place, file: Place, strategy: str = "", rollouts: int | None = None
    ) -> "Reviewed":
        """What people gave away by each choice of a kept game; a bot plays on from there."""
        from analyses.lab.players.coach import ROLLOUTS
        from analyses.lab.players.review import review

        rollouts = ROLLOUTS if rollouts is None else rollouts
        return review(self.runner, self.title(title), Path(file), strategy, rollouts)

    def playtest(self, title: Place, file: Place, **wanted: "Unpack[RunOptions]") -> "Playtest":
        """Scores of real tables, compared with simulated games."""
        from analyses.lab.compare.versions import base_of
        from analyses.lab.playtest.playtest_run import GAMES, playtest
        from analyses.lab.playtest.real_tables import read_tables

        real = read_tables(Path(file), self.title(title), wanted.get("players"))
        wanted["players"] = real["deal"].value_counts()["count"][0]
        base = base_of(title, GAMES, **wanted)
        return playtest(self.runner, base.experiment, real, Path(file))

    def plan(
        self, title: Place, name: str, see: str | float, **wanted: "Unpack[RunOptions]"
    ) -> "SampleSize":
        """How many games, and minutes, show an effect on a metric or question.

        `see` is its size: "2%", or a number of points or rounds. `games` are measured at most.
        """
        from analyses.lab.compare.versions import base_of
        from analyses.lab.sample_size import GAMES, sample_size

        return sample_size(self.runner, base_of(title, GAMES, **wanted).experiment, name, see)

    def check(
        self,
        balance: "Place | BalanceTargets",
        *,
        games: int | None = None,
        robust: bool = False,
        by: Sequence[str] = (),
        by_games: int | None = None,
        until_sure: bool = False,
        levels: Sequence[int] = (),
    ) -> "Checkup":
        """Balance targets, a file or a value, tested by games; or by as many as tell of all.

        With `levels` they are tested at each of these levels of skill.
        """
        from analyses.lab.check.balance_targets import BalanceTargets
        from analyses.lab.check.check_run import check_targets
        from analyses.lab.check.targets_file import read_targets

        read = (
            balance if isinstance(balance, BalanceTargets) else read_targets(Path(balance), games)
        )
        return check_targets(self.runner, read, _doubts(robust, by, by_games), until_sure, levels)

    def report(
        self,
        *subjects: Place,
        out: Place | None = None,
        only: str = "",
        full: bool = False,
        cover: "Cover | None" = None,
        counts: Sequence[int] = (),
        quick: bool = False,
        until_sure: bool = False,
        audience: str = "",
        language: str = "en",
        **wanted: "Unpack[RunOptions]",
    ) -> "Report":
        """A page and a PDF of a game, which is played for it, or of folders of runs and studies.

        A game is played with each of `counts` players, with fewer games if `quick`, and with
        `until_sure` with as many as give every verdict. An `audience` is families, experts or a
        level of skill to judge by. If `full`, the PDF holds every table; else long ones go to
        appendix.pdf. `language`: see `analyses/language`.
        """
        from analyses.lab.report.report_run import material, open_for_report, play_for_report
        from analyses.lab.subjects import is_title
        from analyses.language import must_be_language
        from reports.files import must_be_format
        from tiltmeter.writing import Cover, write_material

        must_be_format(only)
        must_be_language(language)
        if is_title(subjects):
            title = self.title(subjects[0])
            folder = Path(out or f"{title.name}-report")
            inside = self.runner.within(folder)
            played = play_for_report(inside, title, counts, quick, until_sure, audience, **wanted)
        else:
            played = open_for_report([Path(one) for one in subjects])
            folder = Path(out or played.runs[0].path)
        seated = [run.settings["players"] for run in played.runs]
        with self.speaking(language, played.title, seated):
            return write_material(material(played), cover or Cover(), folder, only, full)

    def export(self, report: "Report", out: Place) -> list[Path]:
        """Every table of a report as CSV and in a workbook, every chart as SVG and PNG."""
        from reports.export import export

        return export(report.page, Path(out))

    def write(self, result: "Result", out: Place, only: str = "", command: str = "") -> "Report":
        """A page and a PDF of what another verb returned, with the command that repeats it."""
        from reports.files import must_be_format
        from tiltmeter.writing import write_result

        must_be_format(only)
        return write_result(result, Path(out), only, command)

    def tune(
        self,
        title: Place,
        asked: "Tuning",
        out: Place | None = None,
        *,
        counts: Sequence[int] = (),
        keep: bool = False,
        command: str = "",
        **wanted: "Unpack[RunOptions]",
    ) -> "list[Tuned]":
        """Better weights for each number of players; clearly better ones go into a file.

        The file holds the command; with `keep` it gets the other weights too.
        """
        from analyses.lab.players.tournament import table_for
        from analyses.lab.players.tune import keep_better, tune
        from strategies.weights_file import must_take_weights

        title = self.title(title).name
        if out is not None:
            must_take_weights(Path(out), title, asked.name)
        chosen: list[int | None] = [*counts] or [wanted.get("players")]
        tables = []
        for wanted["players"] in chosen:
            tables.append(table_for(title, **wanted))
        found = [tune(self.runner, table, asked) for table in tables]
        if out is not None:
            keep_better(found, Path(out), command, keep)
        return found

    def learn(
        self,
        title: Place,
        out: Place,
        *,
        counts: Sequence[int] = (),
        asked: "Learning | None" = None,
        command: str = "",
        **wanted: "Unpack[RunOptions]",
    ) -> "list[Learned]":
        """A bot that learns a game from its default bot; `learned:net=FILE` seats it.

        What was learned is in the file, for each number of players, whether it is better or not.
        """
        from analyses.lab.players.learn import Learning, keep, learn
        from analyses.lab.players.tournament import table_for

        asked, file, tables = asked or Learning(), Path(out), []
        chosen: list[int | None] = [*counts] or [wanted.get("players")]
        for wanted["players"] in chosen:
            tables.append(table_for(title, **wanted))
        found = [learn(self.runner, table, asked, file) for table in tables]
        keep(found, file, command)
        return found

    def exploit(
        self,
        title: Place,
        strategy: str = "",
        *,
        single: bool = False,
        **wanted: "Unpack[RunOptions]",
    ) -> "Exploited":
        """What beats a bot, or the default bot; `games` of each change."""
        from analyses.experiments.pool import best_of
        from analyses.lab.players.exploit import GAMES, exploit
        from analyses.lab.players.tournament import table_for

        chosen = strategy or best_of(self.title(title))
        games = wanted.get("games")
        table = table_for(title, **wanted)
        return exploit(self.runner, table, chosen, GAMES if games is None else games, single)

    def ladder(
        self,
        title: Place,
        rollouts: Sequence[int] | None = None,
        until_sure: bool = False,
        **wanted: "Unpack[RunOptions]",
    ) -> "Ladder":
        """How strong each bot is, and look-ahead bots with more and more rollouts.

        With `until_sure` two bots meet until it is clear which of them is stronger.
        """
        from analyses.lab.players.ladder import ROLLOUTS, ladder
        from analyses.lab.players.tournament import table_for

        budgets, table = ROLLOUTS if rollouts is None else rollouts, table_for(title, **wanted)
        return ladder(self.runner, table, budgets, wanted.get("games"), until_sure)

    def write_ladder(self, found: "Ladder", command: str = "") -> Path:
        """Keeps the ratings with the game's bots, with the command that made them."""
        from analyses.lab.players.ladder_file import write_ladder

        return write_ladder(found, command)

    def levels(
        self, title: Place, net: Place | None = None, **wanted: "Unpack[RunOptions]"
    ) -> "Calibrated":
        """The levels of skill from 1 to 9 that a game has: which bots make them, how strong.

        A `net` that has learned a game of your own makes levels above 5, and is kept for them.
        """
        from analyses.experiments.pool import best_of
        from analyses.lab.players.calibrate import calibrate
        from analyses.lab.players.tournament import table_for
        from strategies.net_file import keep_net

        if net is not None:
            known = self.title(title)
            keep_net(known, Path(net), best_of(known))
        games = wanted.pop("games", None)
        return calibrate(self.runner, table_for(title, **wanted), games)

    def write_levels(self, found: "Calibrated", command: str = "") -> Path:
        """Keeps them: with the game's bots, or those of a game of your own in the cache."""
        from analyses.lab.players.calibrate import keep
        from strategies.levels import kept_file, shipped_file

        title = self.title(found.title)
        return keep(found, shipped_file(title) or kept_file(title), command)

    def shipped_ladder(self, title: Place) -> "Ladder | None":
        """The ratings that come with a game."""
        from analyses.lab.players.ladder_file import read_ladder

        return read_ladder(self.title(title).name)

    def bench(
        self,
        title: Place,
        seconds: float = 1.0,
        engine: str = "compiled",
        **wanted: "Unpack[RunOptions]",
    ) -> "Speed":
        """Games per second, of four players or as many as a game allows; `cuda`: a GPU too."""
        from analyses.experiments.bench import speed_of
        from analyses.experiments.experiment import experiment, must_be_engine

        must_be_engine(engine)
        wanted["games"] = 1
        if wanted.get("players") is None:
            wanted["players"] = min(4, self.title(title).players[-1])
        return speed_of(experiment(title, **wanted), seconds, engine)


def _doubts(robust: bool, by: Sequence[str], by_games: int | None) -> "Doubts | None":
    """What else is asked, if anything."""
    from analyses.lab.players.doubts import BY_GAMES, Doubts

    games = BY_GAMES if by_games is None else by_games
    return Doubts(robust, tuple(by), games) if robust or by else None


def _find_levels(runner: "Runner", title: "Title", players: int) -> Any:
    from analyses.lab.players.calibrate import find_levels

    return find_levels(runner, title, players)
