"""Verdicts held against games whose truth is known: false alarms of fair ones, and power.

    python benchmarks/calibration.py fair --tally fair.jsonl
    python benchmarks/calibration.py power

`fair` asks quick reports of games in which nothing is unbalanced, and counts verdicts that say
otherwise. `power` plants something, ever more of it, and counts what quick reports say of it.
The games are those of tests/panel, which say what is true of them.
"""

import json
import math
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import click

from analyses.experiments.plan import QUICK, plan
from analyses.experiments.runner import Runner
from analyses.findings.finding import Finding
from analyses.findings.together import sample_of_runs
from analyses.findings.verdicts import LEVEL, TILTED, WATCH
from analyses.lab.report.report_run import material, play_for_report
from analyses.questions import ask

PANEL = Path(__file__).parent.parent / "tests" / "panel"
ALARMS = (WATCH, TILTED)


class Fair(NamedTuple):
    """A game in which nothing is unbalanced but what is named, and how many reports it gets."""

    name: str
    players: int
    reports: int
    changes: Mapping[str, int] = {}
    but: Sequence[str] = ("luck",)  # verdicts that are true: dice decide who wins

    def __str__(self) -> str:
        changed = ", ".join(f"{name} {value}" for name, value in self.changes.items())
        return f"{self.name}{f' ({changed})' if changed else ''}"


GAMES = (
    Fair("races", 2, 20),
    Fair("races", 3, 20),
    Fair("races", 4, 40),
    Fair("races", 5, 20),
    Fair("races", 6, 40),
    Fair("races", 2, 15, {"die": 2}),  # ties
    Fair("races", 4, 15, {"die": 2}),
    Fair("races", 4, 15, {"shared": 300}),
    Fair("races", 2, 15, {"jackpot": 5}),
    Fair("races", 4, 15, {"jackpot": 5}),
    Fair("races", 4, 15, {"first": 1000}, ("luck", "decided_early")),
    Fair("planted", 4, 20),
    Fair("pie", 2, 15),
    Fair("ruin", 2, 15, {}, ("luck", "length")),
    Fair("hands", 2, 15),
    Fair("war", 2, 15, {}, ("luck", "choices", "win_rates")),  # high cards win
)


def findings_of(name: str, players: int, seed: int, changes: Mapping[str, int]) -> list[Finding]:
    """Of a quick report, of which nothing is drawn."""
    with tempfile.TemporaryDirectory() as folder:
        wanted: dict[str, Any] = {"seed": seed, "changes": dict(changes)}
        path = str(PANEL / f"{name}.py")
        played = play_for_report(Runner(Path(folder), 1), path, [players], True, **wanted)
        (chapter,) = material(played).chapters
        return [*chapter.findings]


class Tally:
    """What reports said of fair games, a line each; what the file has is not played again."""

    def __init__(self, path: str) -> None:
        self._path = Path(path) if path else None
        kept = self._path.read_text().splitlines() if self._path and self._path.exists() else []
        self._kept = {(line["game"], line["seed"]): line for line in map(json.loads, kept)}

    def report(self, one: Fair, seed: int) -> dict[str, Any]:
        name = f"{one}, {one.players}"
        if (name, seed) not in self._kept:
            found = findings_of(one.name, one.players, seed, one.changes)
            line = {"game": name, "seed": seed, "alarms": alarms(one, found)}
            line["verdicts"] = {each.name: each.verdict for each in found if each.verdict}
            self._kept[name, seed] = line
            if self._path:
                with self._path.open("a") as file:
                    file.write(json.dumps(line) + "\n")
        return self._kept[name, seed]


def alarms(one: Fair, found: Sequence[Finding]) -> list[str]:
    """Alarms of findings of a fair game, though nothing is wrong."""
    wrong = (each for each in found if each.verdict in ALARMS and each.name not in one.but)
    return [f"{each.verdict}: {each.sentence}" for each in wrong]


@click.group()
def main() -> None:
    """Verdicts held against games whose truth is known."""


@main.command()
@click.option("--seed", default=1000, help="Of the first report.")
@click.option("-p", "--players", type=int, multiple=True, help="Games of so many players alone.")
@click.option("--part", default=1, help="Every so many of the reports.")
@click.option("--tally", default="", help="A file of what was counted, to go on with.")
def fair(seed: int, players: Sequence[int], part: int, tally: str) -> None:
    """Quick reports of fair games: verdicts that are borderline or tilted, and should not be."""
    click.echo("| game | players | reports | false alarms | turn order balanced |")
    click.echo("| --- | --- | --- | --- | --- |")
    counted, reports, wrong = Tally(tally), 0, 0
    for number, one in enumerate(GAMES):
        if players and one.players not in players:
            continue
        n, first = -(-one.reports // part), seed + 100 * number
        asked = [counted.report(one, first + k) for k in range(n)]
        false = sum(bool(each["alarms"]) for each in asked)
        level = sum(each["verdicts"].get("turn_order") == LEVEL for each in asked)
        click.echo(f"| {one} | {one.players} | {n} | {false} | {level} |")
        for alarm in (alarm for each in asked for alarm in each["alarms"]):
            click.echo(alarm, err=True)
        reports, wrong = reports + n, wrong + false
    click.echo(f"{wrong} of {reports} reports have a false alarm ({wrong / reports:.1%}).")


class Plant(NamedTuple):
    """What is planted into a fair race, and the question that should tell it."""

    what: str
    question: str
    changes: Sequence[Mapping[str, int]]
    without: Sequence[str] = ("together", "forbidden", "equals")  # parts that it does not read
    named: str = ""  # what the sentence must have, where there is no verdict


PLANTS = (
    Plant("of 1,000 games, handed to the first", "turn_order",
          [{"handed": k} for k in (0, 10, 20, 40, 70, 140)], ("together", "forbidden")),
    Plant("points for one role of six", "win_rates", [{"ash": k} for k in (0, 5, 10, 15, 30)]),
    Plant("percent of a lead gained a turn", "runaway_leader",
          [{"snow": k} for k in (0, 5, 10, 20, 30)]),
    Plant("points an option costs a turn", "option_value", [{"odd": k} for k in (0, 1, 2, 4, 10)],
          ("equals",),
          "Never worth taking: 'odd'"),
)  # fmt: skip


@main.command()
@click.option("--seed", default=1, help="Of the first report.")
@click.option("--reports", default=20, help="Of each size.")
@click.option("--only", default="", help="One question alone, as in turn_order.")
def power(seed: int, reports: int, only: str) -> None:
    """Quick reports of races for four in which ever more is planted: what is said of it."""
    click.echo("| planted | value | measured, mean | balanced | borderline or tilted | named |")
    click.echo("| --- | --- | --- | --- | --- | --- |")
    for plant in PLANTS:
        if only in ("", plant.question):
            for k, changes in enumerate(plant.changes):
                click.echo(_seen(plant, changes, range(seed + 100 * k, seed + 100 * k + reports)))


def _answer(plant: Plant, changes: Mapping[str, int], seed: int) -> Finding:
    """What a quick report says, by the games alone that its question reads."""
    games = replace(QUICK, **dict.fromkeys(plant.without, 0))
    with tempfile.TemporaryDirectory() as folder:
        wanted: dict[str, Any] = {"seed": seed, "changes": dict(changes)}
        chosen = plan(str(PANEL / "races.py"), [4], games, **wanted)
        (found,) = ask(sample_of_runs(Runner(Path(folder), 1).play(chosen)), [plant.question])
        return found


def _seen(plant: Plant, changes: Mapping[str, int], seeds: range) -> str:
    found = [_answer(plant, changes, seed) for seed in seeds]
    mean = sum(one.measure.value for one in found) / len(found)
    size = "–" if math.isnan(mean) else f"{mean:.1%}"
    said = [sum(one.verdict in verdicts for one in found) for verdicts in ((LEVEL,), ALARMS)]
    named = sum(plant.named in one.sentence for one in found) if plant.named else "–"
    (value,) = changes.values()
    return f"| {plant.what} | {value} | {size} | {said[0]} | {said[1]} | {named} |"


if __name__ == "__main__":
    main()
