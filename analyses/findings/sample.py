"""The games a question is asked of: rows, and which of them are fair to ask."""

import functools
from collections.abc import Callable
from dataclasses import dataclass, field

import polars as pl

from analyses.experiments.designs import ALL
from analyses.experiments.experiment import CURVES, ROWS, SUMS
from analyses.experiments.openings import seed_of
from analyses.experiments.run_folder import RunFolder
from analyses.experiments.sums import asked
from analyses.findings.verdicts import Thresholds
from analyses.language import say
from analyses.renamed import current_thresholds, with_current_endings
from analyses.statistics.counts import DEALS, TIMES, is_counted
from simulator.components import Components
from simulator.errors import UserError
from simulator.levers import Levers
from simulator.titles import CUT_OFF, FIRST_ENDINGS, Title, load_title, title_names
from simulator.words import Words
from strategies.seat import Seat

PLAIN = (pl.col("same") == ALL) & (pl.col("forbids") == "")
MANY = 100_000  # games: enough where every single game must be looked into
TYPICAL, MIXED = "one strategy", "several strategies"  # parts of a sample


@dataclass(frozen=True)
class Sample:
    """One row per game and seat, of one title and one number of players; or all of them counted."""

    rows: pl.LazyFrame
    components: Components | None = None
    thresholds: Thresholds = field(default_factory=dict)  # of verdicts, where they are a user's
    seed: int | None = None  # of its deals, where they can be dealt once more
    handed: Title | None = None  # whose games they are, where whoever made it knows
    looks: int = 1  # at which its verdicts may have been given, so that all hold together

    @functools.cached_property
    def keeps(self) -> str:
        """How much of the games."""
        if is_counted(self.rows):
            return SUMS
        return CURVES if "curve" in self.rows.collect_schema() else ROWS

    def once(self, column: str) -> pl.LazyFrame:
        """The typical games, a row of each, to be asked for a column that all seats have alike."""
        if self.keeps == SUMS:
            return asked(self.typical, column)
        return self.typical.filter(pl.col("seat") == 1)

    @functools.cached_property
    def _facts(self) -> dict[str, int]:
        seats = asked(self.rows, "win")
        games = pl.col(TIMES).filter(pl.col("seat") == 1).sum()
        return (
            seats.select(
                games=games if self.keeps == SUMS else pl.col("game").n_unique(),
                players=pl.col("seat").max(),
            )
            .collect(engine="streaming")
            .row(0, named=True)
        )

    @property
    def games(self) -> int:
        return self._facts["games"]

    @property
    def players(self) -> int:
        return self._facts["players"]

    @property
    def sides(self) -> int:
        """How many compete: as many as players, or one where all win or lose together."""
        return self.known.sides(self.players) if self.known else self.players

    @property
    def even(self) -> float:
        """The share of games everyone would win if nothing made a difference.

        Where any number of players may win, it is what they win on average.
        """
        return self._won if self.any_may_win else 1 / self.players

    @property
    def any_may_win(self) -> bool:
        return self.known is not None and self.known.any_may_win

    @functools.cached_property
    def _won(self) -> float:
        win, times = pl.col("win"), pl.col(TIMES)
        mean = (win * times).sum() / times.sum() if self.keeps == SUMS else win.mean()
        won = asked(self.typical, "win").select(mean)
        return float(won.collect(engine="streaming").item())

    @functools.cached_property
    def title(self) -> str:
        return self.rows.select(pl.col("title").cast(pl.String).first()).collect().item()

    @functools.cached_property
    def known(self) -> Title | None:
        """The title itself, if it is here: rows may be of one that is not."""
        if self.handed:
            return self.handed
        return load_title(self.title) if self.title in title_names() else None

    @property
    def teams(self) -> tuple[str, ...]:
        """The names of those who play in the place of seats, if there are any."""
        return self.known.teams if self.known else ()

    @property
    def box(self) -> Components | None:
        """The components the games were played with, or the title's own."""
        if self.components is not None:
            return self.components
        return self.known.components if self.known else None

    @property
    def levers(self) -> Levers:
        """The title's, if it is known."""
        return self.known.levers if self.known else Levers()

    @property
    def words(self) -> Words | None:
        """The title's, if it is known."""
        return self.known.words if self.known else None

    @property
    def cut_off(self) -> str:
        """The word for games that did not end by themselves."""
        return (self.words.endings if self.words else FIRST_ENDINGS)[CUT_OFF]

    @functools.cached_property
    def endless(self) -> set[str]:
        """The parts of which every game had to be cut off, so that nobody wins any."""
        if "ending" not in self.rows.collect_schema():
            return set()
        parts = {TYPICAL: self.typical, MIXED: self.of(*self.mixed)}
        return {name for name, rows in parts.items() if self._is_cut_off(asked(rows, "ending"))}

    def _is_cut_off(self, rows: pl.LazyFrame) -> bool:
        is_cut = pl.col("ending").cast(pl.String) == self.cut_off
        found = rows.select(is_cut.all() & (pl.len() > 0))
        return bool(found.collect(engine="streaming").item())

    @functools.cached_property
    def cells(self) -> pl.DataFrame:
        """Every line-up with its different strategies, in the order of the experiment."""
        first = pl.lit(0) if self.keeps == SUMS else pl.col("game").min()
        cells = asked(self.rows, "win").group_by("line_up", "same", "forbids")
        found = cells.agg(pl.col("strategy").unique().sort(), first=first)
        return found.collect(engine="streaming").sort("first", "line_up", "same", "forbids")

    @functools.cached_property
    def seats(self) -> dict[str, Seat]:
        """Who is meant by each label of the rows, in the order of the experiment."""
        labels = self.cells["strategy"].explode().cast(pl.String).unique(maintain_order=True)
        return {label: Seat.parse(label) for label in labels}

    def labels_of(self, is_meant: Callable[[Seat], object]) -> list[str]:
        """Of those who are meant."""
        return [label for label, one in self.seats.items() if is_meant(one)]

    def cells_with(self, is_meant: Callable[[Seat], object]) -> pl.DataFrame:
        """Those where somebody sits who is meant."""
        theirs = pl.col("strategy").cast(pl.List(pl.String))
        is_there = theirs.list.eval(pl.element().is_in(self.labels_of(is_meant))).list.any()
        return self.cells.filter(is_there)

    @property
    def plain(self) -> pl.LazyFrame:
        """All games whose streams are those of their deal and whose players may do anything."""
        return self.rows.filter(PLAIN)

    @functools.cached_property
    def mirrors(self) -> list[str]:
        """Line-ups in which one strategy plays every seat."""
        return self._labels(pl.col("strategy").list.len() == 1)

    @functools.cached_property
    def mixed(self) -> list[str]:
        return self._labels(pl.col("strategy").list.len() > 1)

    def _labels(self, which: pl.Expr) -> list[str]:
        plain = self.cells.filter(which & PLAIN)
        return plain["line_up"].cast(pl.String).to_list()

    def of(self, *line_ups: str) -> pl.LazyFrame:
        """The plain rows of some line-ups."""
        return self.plain.filter(pl.col("line_up").cast(pl.String).is_in(line_ups))

    @functools.cached_property
    def typical(self) -> pl.LazyFrame:
        """The rows that stand for the game itself: the first mirror, or all plain rows.

        A deal with other chances is a game like any other, so those of the luck design count too.
        """
        if not self.mirrors:
            return self.plain
        is_it = pl.col("line_up").cast(pl.String) == self.mirrors[0]
        return self.rows.filter(is_it & (pl.col("forbids") == ""))

    @functools.cached_property
    def typical_games(self) -> int:
        n = pl.col(TIMES).sum() if self.keeps == SUMS else pl.len()
        return self.once("rounds").select(n).collect(engine="streaming").item()

    @property
    def typical_name(self) -> str:
        return self.mirrors[0] if self.mirrors else say("all bots together")

    def part(self, name: str) -> pl.LazyFrame:
        """All rows that numbers about the game, or about strategies, are read off."""
        if name == MIXED:
            return self.of(*self.mixed)
        return pl.concat([self.typical, self.rows.filter(pl.col("forbids") != "")])

    def some(self, rows: pl.LazyFrame, games: int = MANY) -> pl.LazyFrame:
        """The first games: deals come in random order, so they are a fair part."""
        if self.games <= games or self.keeps == SUMS:
            return rows
        numbers = rows.select(pl.col("game").unique().bottom_k(games).max())
        last = numbers.collect(engine="streaming").item()
        return rows if last is None else rows.filter(pl.col("game") <= last)


def sample_of_run(run: RunFolder) -> Sample:
    """The games of a run, with the components and thresholds they were played with."""
    components, thresholds = run.components, current_thresholds(run.settings["thresholds"])
    if run.keep != SUMS:
        return as_told(sample_of(run.frame(), components, thresholds, seed_of(run), run.title), run)
    deals = -(-run.games_done() // sum(cell.rotations for cell in run.cells))
    counted = run.sums().with_columns(pl.lit(deals).alias(DEALS))
    rows = with_current_endings(counted.lazy())
    return Sample(rows, components, thresholds, handed=run.title)


def as_told(sample: Sample, run: RunFolder) -> Sample:
    """Refuses rows of other players than the manifest tells of: somebody put them there."""
    if sample.players != run.settings["players"]:
        raise UserError(f"{run.path} holds games of other players than its manifest says.")
    return sample


def sample_of(
    rows: "pl.DataFrame | pl.LazyFrame",
    components: Components | None = None,
    thresholds: Thresholds | None = None,
    seed: int | None = None,
    title: Title | None = None,
) -> Sample:
    """Checks that the rows can be asked, and gathers what the questions need to know."""
    lazy = with_current_endings(rows.lazy())
    needed = {"title", "game", "deal", "line_up", "same", "forbids", "seat", "strategy", "win"}
    if missing := needed - set(lazy.collect_schema().names()):
        raise UserError(f"These rows are not Tiltmeter games: no column '{min(missing)}'.")
    sample = Sample(lazy, components, current_thresholds(thresholds or {}), seed, title)
    if sample.games == 0:
        raise UserError("There are no games to analyse; simulate some first.")
    for column, what in (("title", "different games"), ("players", "different numbers of players")):
        seats = pl.col("seat").max().over("game") if column == "players" else pl.col("title")
        if lazy.select(seats.n_unique()).collect(engine="streaming").item() > 1:
            raise UserError(f"These rows are of {what}; analyse them one by one.")
    return sample
