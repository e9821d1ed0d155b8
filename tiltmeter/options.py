"""Options that several commands share, and how a user's words become values."""

import json
import logging
import math
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from tiltmeter.workshop import Workshop

if TYPE_CHECKING:
    from analyses.experiments.experiment import RunOptions
    from simulator.errors import UserError
    from simulator.titles import Title
    from simulator.versions import Changes
    from tiltmeter.writing import Result

Words = dict[str, Any]  # what click read, by the names of options
Command = Callable[..., Any]

FILE = click.Path(path_type=Path)
PROGRAM, COMPLETE = "tiltmeter", "_TILTMETER_COMPLETE"  # its name, and how a shell asks it
TIMES = {"k": 1_000, "m": 1_000_000}
MOST = 10**15  # of anything: nobody sees the end of it
MOST_WORKERS = 1000


class Count(click.ParamType):
    """A whole number as people write it: 10000, 10,000, 10k or 1e4."""

    name = "integer"

    def convert(self, value: Any, parameter: Any, context: Any) -> int:
        text = str(value).lower().replace(",", "").replace("_", "")
        try:
            count = float(text.rstrip("km")) * TIMES.get(text[-1:], 1)
        except ValueError:
            count = math.nan
        if not count.is_integer():
            self.fail(f"'{value}' is no whole number, as in 2000, 10k or 1e6.", parameter, context)
        if count > MOST:
            self.fail(f"'{value}' is more than 1e15, the most there can be.", parameter, context)
        return int(count)


class ToWrite(click.Path):
    """A place for results, which is tried before anything is played for it."""

    def __init__(self, is_folder: bool) -> None:
        super().__init__(path_type=Path)
        self.is_folder = is_folder

    def convert(self, value: Any, parameter: Any, context: Any) -> Any:
        from simulator.results import must_take

        place: Any = super().convert(value, parameter, context)
        must_take(place if self.is_folder else place.parent)
        if not self.is_folder and place.is_dir():
            self.fail(f"{place} is a folder.", parameter, context)
        return place


FOLDER_TO_WRITE, FILE_TO_WRITE = ToWrite(True), ToWrite(False)


class PlayerCount(click.types.IntParamType):
    """One number of players, by a command that does not take several."""

    def convert(self, value: Any, parameter: Any, context: Any) -> int:
        if "," in str(value):
            raise one_at_a_time(context.command)
        return super().convert(value, parameter, context)


class TitleName(click.ParamType):
    """A game by its name, or by the file or folder it lies in, which is then known by its name."""

    name = "game"

    def __init__(self, is_experiment_too: bool = False) -> None:
        self.is_experiment_too = is_experiment_too

    def shell_complete(self, context: Any, parameter: Any, typed: str) -> list[CompletionItem]:
        return complete_title(context, parameter, typed)

    def convert(self, value: str, parameter: Any, context: Any) -> str:
        from simulator.user_files import is_place

        if value.endswith(".toml"):
            if self.is_experiment_too and not _holds_targets(Path(value)):
                return value
            raise no_game(Path(value))
        return named(value) if is_place(value) else value


def no_game(file: Path) -> "UserError":
    """Where a game is expected, a file of settings is answered with the command that takes it."""
    from simulator.errors import UserError
    from simulator.files import near

    if not file.exists():
        return UserError(f"There is no {file}; name a game or a Python file.{near(file)}")
    if _holds_targets(file):
        return UserError(f"{file} holds balance targets: 'tiltmeter check {file}' tests them.")
    command = f"tiltmeter simulate --experiment {file}"
    return UserError(f"{file} is no game; if it is an experiment, '{command}' plays it.")


def _holds_targets(file: Path) -> bool:
    import tomllib

    try:
        return bool({"targets", "bands"} & {*tomllib.loads(file.read_text(encoding="utf-8"))})
    except (OSError, ValueError):  # whoever reads it for its own sake will say what is wrong
        return False


def beginning(typed: str, words: Iterable[str]) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(typed)]


def complete_title(context: Any, parameter: Any, typed: str) -> list[CompletionItem]:
    """Names, and the files of guests."""
    from simulator.titles import title_names

    return [*beginning(typed, title_names()), CompletionItem(typed, type="file")]


def _typed_title(context: click.Context) -> "Title | None":
    """A title with a mistake in it completes to nothing; click has not yet sorted all words.

    The Tab key runs no file that its user has not run before.
    """
    from simulator.errors import UserError
    from simulator.titles import load_title
    from simulator.trust import is_asked_for
    from simulator.user_files import is_place

    words = context.params
    known = [words.get("title"), *(words.get("subjects") or ()), *context.args]
    known = [word for word in known if word and (not is_place(word) or is_asked_for(Path(word)))]
    try:
        return next((load_title(word) for word in known), None)
    except UserError:
        return None


def complete_path(context: click.Context, parameter: Any, typed: str) -> list[CompletionItem]:
    """Parameters of the game that was typed, those of the setup without their first word."""
    from simulator.components import SETUP

    title = _typed_title(context)
    paths = list(title.components.entries) if title else []
    if parameter.name == "setup":
        paths = [path.removeprefix(SETUP) for path in paths if path.startswith(SETUP)]
    return beginning(typed, (f"{path}=" for path in paths))


def complete_strategy(context: click.Context, parameter: Any, typed: str) -> list[CompletionItem]:
    """The last bot of a table."""
    from strategies.registry import strategies_of

    before, comma, _ = typed.rpartition(",")
    title = _typed_title(context)
    known = strategies_of(title) if title else {}
    return beginning(typed, (f"{before}{comma}{name}" for name in known))


def named(word: str) -> str:
    """What the title with this name, or at this place, is called."""
    from simulator.titles import load_title

    return load_title(word).name


title = click.argument("title", metavar="GAME", type=TitleName())
title_or_all = click.argument("title", metavar="[GAME]", type=TitleName(), required=False)
log = logging.getLogger("tiltmeter")


def _hush(level: int) -> Callable[..., bool]:
    """Lets only remarks of this level through, if the flag is set."""

    def callback(context: click.Context, parameter: click.Parameter, is_set: bool) -> bool:
        if is_set:
            log.setLevel(max(level, log.level))
        return is_set

    return callback


as_json = click.option(
    "--json",
    "as_json",
    is_flag=True,
    callback=_hush(logging.WARNING),
    help="Print JSON instead of text.",
)
until_sure = click.option(
    "--until",
    "until_sure",
    type=click.Choice(["sure"]),
    help="sure: stop as soon as it is clear; what is told holds whenever it stops.",
)
audience = click.option(
    "--for",
    "audience",
    default="",
    metavar="WHO",
    help="Judge by players of one level of skill: families (3), experts (the highest known), or 1"
    " to 9.",
)
levels = click.option(
    "--levels",
    metavar="LEVELS",
    help="Do it at each of these levels of skill, from 1 to 9, as in 3,5,7.",
)
quiet = click.option(
    "-q",
    "--quiet",
    is_flag=True,
    callback=_hush(logging.ERROR),
    help="Print only the result: no progress, no notes.",
)
code = click.option("--code", multiple=True, type=FILE, help="A Python file with bots of your own.")
engine = click.option(
    "--engine",
    default="compiled",
    show_default=True,
    help="compiled; python (for debugging); cuda (an NVIDIA GPU); auto (a GPU if it is faster).",
)
jobs = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(max=MOST_WORKERS),
    help="Parallel workers; default: all cores.",
)
backend = click.option(
    "--backend",
    default="auto",
    show_default=True,
    help="How workers run: auto, threading, loky, dask or ray.",
)
address = click.option(
    "--scheduler",
    "--address",
    "address",
    default="",
    metavar="ADDRESS",
    help="Address of the cluster for --backend dask or ray; default: its own settings, or this"
    " machine.",
)
report = click.option(
    "--report",
    "report_to",
    type=FOLDER_TO_WRITE,
    metavar="FOLDER",
    help="Also write report.html and report.pdf into this folder.",
)
language = click.option(
    "--language", default="en", show_default=True, help="Language of the results: en or fr."
)
tables = click.option("--tables", is_flag=True, help="Print all tables too.")
runs_folder = click.option(
    "--out", type=FILE, default="runs", show_default=True, help="Folder that keeps the games."
)
setup = click.option(
    "--setup",
    multiple=True,
    metavar="KEY=VALUE",
    shell_complete=complete_path,
    help="Choose a setup, as in layout=random.",
)
changes = click.option(
    "--set",
    "changes",
    multiple=True,
    metavar="PATH=VALUE",
    shell_complete=complete_path,
    help="Change a parameter, as in bridges.bonus=40.",
)
overlay = click.option(
    "--parameters", "overlay", type=FILE, help="A TOML file of changed parameters."
)
seed = click.option("--seed", type=int, help="Fixes every shuffle and die roll; default: 1.")
design = click.option(
    "--design",
    default="",
    help="Which bots of -s meet: self-play, focus, luck, round-robin, one-vs-field, ablation,"
    " encouraged, or several with commas.",
)


def strategies(told: str) -> Callable[[Command], Command]:
    return click.option(
        "-s",
        "--strategies",
        "--bots",
        "strategies",
        multiple=True,
        metavar="BOTS",
        shell_complete=complete_strategy,
        help=told,
    )


def players(told: str) -> Callable[[Command], Command]:
    return click.option("-p", "--players", type=PlayerCount(), help=told)


def one_at_a_time(command: click.Command) -> "UserError":
    from simulator.errors import UserError

    return UserError(
        f"{command.name} takes one number of players; run the command once for each number."
    )


def must_be_said_once(door: click.Context, command: click.Command, words: Sequence[str]) -> None:
    """Refuses a second number of players, of which click would take the last unasked.

    Of other options the last one counts, as wherever words are added to a command.
    """
    from simulator.errors import UserError

    lenient = click.Context(command, door, resilient_parsing=True)
    _, _, said = command.make_parser(lenient).parse_args([*words])
    twice = [one for one in said if said.count(one) > 1 and isinstance(one, click.Option)]
    for one in twice:
        if isinstance(one.type, PlayerCount):
            raise one_at_a_time(command)
        if "-p" in one.opts and not one.multiple:
            told = f"{command.name} takes {one.opts[0]} once"
            raise UserError(f"{told}: {_small(one.help)}" if one.help else f"{told}.")


RENAMED = {"--components": "--parameters", "--base-components": "--base-parameters"}


def by_new_names(words: Sequence[str], is_told: bool = True) -> list[str]:
    """Options by their names of today; an old one works in this version, with a remark."""
    made = []
    for word in words:
        old, equals, value = word.partition("=")
        new = RENAMED.get(old, old)
        if new != old and is_told and not {"-q", "--quiet"} & {*words}:
            log.warning(f"'{old}' is now called '{new}'; the old name works in this version only.")
        made.append(f"{new}{equals}{value}")
    return made


def first_sentence(text: str) -> str:
    """Of a help text: what the list of commands says."""
    return text.strip().partition("\n\n")[0].replace("\n", " ")


def must_be_text(words: Iterable[str]) -> None:
    """Refuses what no file and no page can hold: bytes that are no text, and the sign of none."""
    from simulator.errors import UserError

    for word in words:
        if "\0" in word or any("\ud800" <= sign <= "\udfff" for sign in word):
            raise UserError(f"{word!a} is no text in UTF-8.")


def _small(words: str) -> str:
    return words[:1].lower() + words[1:]


def games(told: str) -> Callable[[Command], Command]:
    return click.option("-n", "--games", type=Count(), help=told)


MIDDLE = "Number of players; default: a middle one."
SEATS = (
    "One bot for every seat, or one per seat: a,b:weight=2,c:never=refuse. Repeat it to play"
    " several tables on the same shuffles. Default: allround."
)
STANDS = (
    "The default bot, instead of allround; the game's other bots play too. Several bots, or"
    " --design, play exactly these tables."
)


def all_of(*several: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Options in the order they are named."""

    def decorate(command: Command) -> Command:
        for option in reversed(several):
            command = option(command)
        return command

    return decorate


version = all_of(setup, changes, overlay)
by_skill = all_of(levels, audience)
who_sits = all_of(strategies(SEATS), design, code)
who_stands = all_of(strategies(STANDS), design, code)
by = all_of(
    click.option(
        "--by",
        multiple=True,
        metavar="BOT",
        help="Re-test the findings with this bot, as in search:rollouts=60. A finding that it"
        " contradicts becomes skill-dependent.",
    ),
    click.option("--by-games", type=Count(), help="Games of each re-test; default: 400."),
)
output = all_of(jobs, as_json, quiet)


def wanted(title: str, words: Mapping[str, Any]) -> "RunOptions":
    """What the words ask for, and nothing that was not said."""
    made: RunOptions = {}
    if words.get("strategies"):
        made["strategies"] = [words_of(line_up) for line_up in words["strategies"]]
    if words.get("design"):
        made["design"] = words_of(words["design"])
    if words.get("code"):
        made["code"] = words["code"]
    for key in ("players", "games", "seed", "until", "peek", "kept"):
        if words.get(key) is not None and words[key] is not False:
            made[key] = words[key]
    if asked := changes_of(title, words):
        made["changes"] = asked
    return made


def changes_of(title: str, words: Mapping[str, Any], base: "Changes | None" = None) -> "Changes":
    """What a file, --set and --setup ask for, of a base that may be changed itself."""
    from simulator.components import SETUP
    from simulator.titles import load_title

    file = words.get("overlay")
    if file is None and not words.get("changes") and not words.get("setup"):
        return {}
    components = load_title(title).components.with_changes(base or {})
    found = {} if file is None else components.read_overlay(file)
    found |= components.with_changes(found).parse(words.get("changes") or ())
    return found | components.with_changes(found).parse(words.get("setup") or (), SETUP)


def values_of(title: str, words: Sequence[str], base: "Changes") -> dict[str, list[Any]]:
    """The values of a sweep, by path."""
    from analyses.lab.search.axes import parse_values
    from simulator.titles import load_title

    return parse_values(words, load_title(title).components.with_changes(base))


def levels_of(title: "str | Title", counts: Sequence[int], words: Mapping[str, Any]) -> list[int]:
    """The levels of skill that --levels or --for asks for; none, if neither does."""
    from simulator.errors import UserError
    from simulator.titles import load_title
    from strategies.levels import level_for, must_be_levels

    if words["levels"] is not None and words["audience"]:
        raise UserError("--for and --levels both choose levels of skill; leave one of them out.")
    if words["audience"]:
        return [level_for(load_title(title), counts, words["audience"])]
    return [] if words["levels"] is None else must_be_levels(words["levels"])


def words_of(text: str) -> list[str]:
    """A list with commas, as in allround,greedy."""
    return [word.strip() for word in text.split(",") if word.strip()]


def whole_numbers(text: str, flag: str) -> list[int]:
    """A list of them with commas, as in 100,200."""
    from simulator.errors import UserError

    words = words_of(text)
    if odd := [word for word in words if not word.isdecimal()]:
        raise UserError(f"{flag} takes whole numbers, as in 100,200; '{odd[0]}' is none.")
    return [int(word) for word in words]


def as_share(context: Any, parameter: Any, text: str | None) -> float | None:
    """A share as people write it: 0.5% or 0.005."""
    from analyses.statistics.shares import share_of

    return None if text is None else share_of(text)


def workshop(
    words: Mapping[str, Any], folder: Path | str = "runs", counts: str = "games"
) -> Workshop:
    """With a screen, unless only the result is wanted."""
    from tiltmeter import progress

    watch = (
        (progress.watcher or progress.Screen)(counts) if log.isEnabledFor(logging.INFO) else None
    )
    return Workshop(folder, words["jobs"], watch, words.get("engine", "compiled"))


def speak(shop: Workshop, words: Mapping[str, Any], title: "str | Title", *players: int) -> None:
    """Until the command ends, all that is found of a title is said in the language asked for."""
    spoken = shop.speaking(words.get("language", "en"), title, players)
    click.get_current_context().with_resource(spoken)


TYPED = "tiltmeter.typed"  # where the door keeps what the user typed


def command_line() -> str:
    """The command as it was typed."""
    return shlex.join(["tiltmeter", *click.get_current_context().meta.get(TYPED, ())])


def write_report(shop: Workshop, result: "Result", folder: Path | None) -> None:
    """What --report asks for, if it does."""
    from analyses.language import say

    if folder is not None:
        for file in shop.write(result, folder, command=command_line()).files:
            log.info(say("Written: {file!s}", file=str(file)))


def echo_played(games: int, seconds: float, path: Path) -> None:
    """What was played now, and where it lies."""
    from analyses.language import say

    text = "All games were already in {path!s}; nothing to play."
    if games:
        text = "{games:,} games in {seconds:.1f} s, in {path!s}"
    click.echo(say(text, games=games, seconds=seconds, path=str(path)))


def echo_json(values: Any) -> None:
    click.echo(json.dumps(values, indent=2, ensure_ascii=False))
