"""A run on disk: a manifest and Parquet parts, each written whole or not at all.

A part holds PART games; only the last may hold fewer. A run that was cut off goes on where it
stopped and ends with the same bytes: game i is the same game whenever it is played.
"""

import io
from collections.abc import Generator, Iterator
from pathlib import Path

import polars as pl

from analyses.experiments.designs import ALL, Cell
from analyses.experiments.experiment import Experiment
from analyses.experiments.folders import Folder
from simulator.components import Components
from simulator.errors import UserError
from simulator.files import write_whole
from simulator.titles import load_title, place_of

PART = 16384  # games


class RunFolder(Folder):
    """The games of an experiment; `parts` lists its data."""

    manifest_name, format = "manifest.json", 2
    what, about, verb = "run", "experiment", "simulate"

    @classmethod
    def for_experiment(cls, path: Path, experiment: Experiment) -> "RunFolder":
        """Makes the folder, or opens it if it holds this very experiment."""
        return cls.holding(path, experiment.key, experiment.settings())

    @property
    def parts(self) -> list[Path]:
        return sorted(self.path.glob("part-*.parquet"))

    @property
    def cells(self) -> list[Cell]:
        return [Cell(tuple(names), *rest) for names, *rest in self.settings["cells"]]

    @property
    def experiment(self) -> Experiment:
        """What was played, to be played again or changed."""
        told = self.settings
        if own := [*told["code"], *told.get("functions", ())]:
            raise UserError(
                f"{self.path} was played with strategies of {', '.join(own)};"
                " only shipped strategies can be played again from a run."
            )
        return Experiment(
            told["title"],
            told["players"],
            tuple(self.cells),
            told["games"],
            told["seed"],
            self.components,
            until=told["until"],
            thresholds=told["thresholds"],
            place=place_of(told["title"]),
        )

    @property
    def line_ups(self) -> list[str]:
        """In words, each once."""
        return list(dict.fromkeys(cell.label for cell in self.cells if cell.same == ALL))

    def games_done(self) -> int:
        rows = 0
        for part in self.parts:
            try:
                rows += pl.scan_parquet(part).select(pl.len()).collect().item()
            except pl.exceptions.PolarsError:
                raise UserError(
                    f"{part} is damaged; remove it and run the same simulate again."
                ) from None
        return rows // self.settings["players"]

    @property
    def games_wanted(self) -> int:
        """As many as were asked for, or fewer if every interval was narrow enough before."""
        return self.manifest.get("enough", self.settings["games"])

    def is_complete(self) -> bool:
        return self.games_done() >= self.games_wanted

    def enough(self, games: int) -> None:
        """Notes that the run may end here."""
        self.note(enough=games)

    def frame(self) -> pl.LazyFrame:
        """All rows written so far."""
        if not self.parts:
            raise UserError(
                f"{self.path} holds no finished games yet; run the same simulate again."
            )
        self.games_done()  # reads the end of every part, where damage shows
        return pl.scan_parquet(self.parts)

    @property
    def components(self) -> Components:
        """The box these games were played with."""
        box = load_title(self.settings["title"]).components
        for path, value in self.settings["changes"].items():
            box = box.with_value(path, value, str(self.file))
        return box

    def write(
        self, frames: Iterator[pl.DataFrame], unfinished: pl.DataFrame | None
    ) -> Generator[pl.DataFrame]:
        """Stores frames as parts and passes them on; whatever stops it, finished games are kept."""
        held = [] if unfinished is None else [unfinished]
        size = PART * self.settings["players"]
        try:
            for frame in frames:
                held.append(frame)
                while sum(map(len, held)) >= size:
                    rows = pl.concat(held)
                    self._write_part(rows[:size])
                    held = [rows[size:]] if len(rows) > size else []
                yield frame
        finally:
            if held:
                self._write_part(pl.concat(held))

    def unfinished_part(self) -> pl.DataFrame | None:
        """The last part if a run was stopped in the middle of it."""
        if self.is_complete() or not self.parts:
            return None
        last = pl.read_parquet(self.parts[-1])
        return last if len(last) < PART * self.settings["players"] else None

    def _write_part(self, rows: pl.DataFrame) -> None:
        buffer = io.BytesIO()
        rows.rechunk().write_parquet(
            buffer, compression="zstd", compression_level=1, row_group_size=len(rows)
        )
        write_whole(self.path / f"part-{rows['game'][0]:012d}.parquet", buffer.getvalue())
