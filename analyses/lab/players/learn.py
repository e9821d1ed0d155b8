"""A bot for any game, learned from games of its default bot and tested on fresh shuffles.

What is learned from, what settings are chosen on and what they are judged on are different
shuffles. Learning is cut into lessons that follow from the seed alone; after each the pupil can be
kept, so that the same command goes on where it stopped.
"""

import functools
import io
import logging
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from analyses.experiments.digests import digests, key_of
from analyses.experiments.experiment import Cell, Experiment, players_told
from analyses.experiments.runner import Runner
from analyses.findings.finding import listed, whole_percent, whole_told
from analyses.lab.players.tournament import Ring, ring_for
from analyses.lab.players.yardsticks import Shown
from analyses.language import count, say
from simulator.errors import UserError
from simulator.files import remove, write_whole
from simulator.kernel import NotCompiled
from simulator.titles import Title
from strategies import net_training, registry
from strategies.net import Net, save
from strategies.net_training import Pupil, plan_of, recording
from strategies.numbers import Numbering, numbering
from strategies.playing_on import MARGIN
from strategies.seat import Seat

POSITIONS = 1_000_000
SURVEYED = 40_000  # positions, by which it is known what values there are
LESSON = 8192  # positions
AFTER = 1 << 32  # the number of the first game of lessons: duels have those before it
KEPT_EVERY = 8  # lessons
EDGES = (0.02, 0.05, 0.1, 0.2)
SURE_EDGES = (0.01, 0.03)  # where a move must be better by standard errors too
PACES = {1: 4, 4: 6, 16: 6, 64: 6}  # how many candidates are tried, by copies: few of both are fast
FEW = 3  # candidates, where a move must be surely better
SLOW, ENOUGH = 16, 0.05  # copies that are tried only where fewer do not gain so much, of games
FIRST_LOOK, CHOSEN_ON, CONFIRM = 60, 300, 600  # deals with two players; fewer where more play
FASTER = 0.03  # what a slower pace must win more by, of games, to be the usual one
WATCHED = 20  # games of the base, by which it is known how far apart its ratings lie
NEXT_BEST = 3  # moves of a choice, whose ratings say so
NEAR = (0.5, 0.75)  # quantiles of what these are rated lower by: candidates may be as much lower
CLOSE = 0.05  # of what the best way gains: a faster one that gains so much less is preferred

Way = dict[str, Any]  # settings of a learned bot, but for its copies

log = logging.getLogger("tiltmeter")


@dataclass(frozen=True)
class Learning:
    """What is asked: from whom, from how much, at which paces."""

    base: str = ""  # none: the default bot, or greedy
    positions: int = POSITIONS
    minutes: float | None = None  # of learning, at most
    paces: Sequence[int] = ()  # none: those that pay

    def __post_init__(self) -> None:
        if self.positions < LESSON:
            raise UserError(f"{LESSON:,} positions are the least to learn from.")
        if strange := [n for n in self.paces if n not in PACES]:
            *some, most = map(str, PACES)
            known = f"{', '.join(some)} or {most}"
            raise UserError(f"A bot is tried with {known} copies a move, not with {strange[0]}.")


@dataclass(frozen=True)
class Learned:
    """A net, and what its bot wins against its base on fresh shuffles, by copies."""

    title: Title
    players: int
    net: Net
    shown: dict[int, Shown]
    positions: int

    @property
    def copies(self) -> int:
        return int(self.net.about["copies"])

    @property
    def is_better(self) -> bool:
        return self.shown[self.copies].is_better

    @property
    def sentence(self) -> str:
        best = self.shown[self.copies]
        found = "The learned bot {reached!s}."
        if not self.is_better:
            found = "No better bot was learned: looking ahead by its net {reached!s}."
        tested = count(
            best.deals,
            "It saw {positions:,} positions with {players}; tested on {n:,} fresh shuffle.",
            "It saw {positions:,} positions with {players}; tested on {n:,} fresh shuffles.",
            positions=self.positions,
            players=players_told(self.title, self.players),
        )
        return f"{say(found, reached=self._told(best))} {tested}"

    @property
    def as_base(self) -> str:
        """At which paces nothing is gained, and what it does there; nothing: it gains at all."""
        paces = [str(n) for n, shown in self.shown.items() if not shown.is_better]
        told = (
            "Where this bot is not clearly better, it plays as its base (copies a move: {paces!s})."
        )
        return say(told, paces=listed(paces)) if paces else ""

    def _told(self, shown: Shown) -> str:
        if not shown.by.has_rivals:
            return shown.told
        return count(
            self.players - 1,
            "wins {share} against {base!s}; a fair share is {fair}",
            "wins {share} against {n} × {base!s}; a fair share is {fair}",
            share=whole_told(shown.one),
            base=self.net.about["base"],
            fair=whole_percent(shown.par.value),
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.title.name,
            "players": self.players,
            "net": self.net.digest,
            "is_better": self.is_better,
            "positions": self.positions,
            "copies": self.copies,
            "settings": self.net.about["settings"],
            "duels": self.duels,
        }

    @property
    def duels(self) -> dict[str, Any]:
        """Against the base, by copies."""
        return {str(n): one.as_json() for n, one in self.shown.items()}


def learn(runner: Runner, base: Experiment, asked: Learning, file: Path) -> Learned:
    """For one number of players; the net lies in `file` while its bot is tried."""
    school = School.of(runner, base, asked, file)
    net = school.net_of(school.taught())
    ring = ring_for(base, runner)
    settings = school.chosen(ring, net)
    shown = school.confirmed(ring, net, settings)
    settings = {n: way if shown[int(n)].is_better else _as_base(way) for n, way in settings.items()}
    net = Net(net.arrays, {**net.about, "settings": settings, "copies": _usual(shown)})
    return Learned(base.title, base.players, net, shown, school.done)


def keep(found: Sequence[Learned], file: Path, command: str) -> None:
    """Writes the nets of all numbers of players into one file, each with its duels."""
    nets = {}
    for one in found:
        about = {**one.net.about, "command": command, "duels": one.duels}
        nets[one.players] = Net(one.net.arrays, about)
    save(nets, file)
    for one in found:
        remove(notebook(file, one.players))
    log.info(say("Written: {file!s}", file=str(file)))


def notebook(file: Path, players: int) -> Path:
    """Where a pupil is kept, so that the same command goes on."""
    return file.with_name(f"{file.name}.{players}p.part")


def _usual(shown: dict[int, Shown]) -> int:
    """The fastest pace that is about as strong as the slower ones."""
    reached = {copies: float(one.gain.value) for copies, one in sorted(shown.items())}
    best = max(reached.values())
    return next(copies for copies, gain in reached.items() if gain >= best - FASTER)


class School:
    """Where a net learns a version of a game with so many players."""

    def __init__(
        self, runner: Runner, base: Experiment, asked: Learning, teacher: Seat, file: Path
    ) -> None:
        title = base.title
        self.runner, self.base, self.asked, self.file = runner, base, asked, file
        self.title, self.teacher = title, teacher
        self.player = registry.seat(title, teacher, base.players)
        self.rules = title.make_rules(base.components, base.players)
        self.seats = len(title.seating(self.rules, base.players))
        self.numbers: Numbering = numbering(title, base.components, base.players)
        self.done, self.lesson = 0, 0
        try:
            self._record = recording(title, self.numbers.kernel, self.player)
        except NotCompiled as error:
            told = "and only compiled games are fast enough to learn from"
            raise UserError(f"{error}, {told}.") from None

    @classmethod
    def of(cls, runner: Runner, base: Experiment, asked: Learning, file: Path) -> "School":
        name = asked.base or registry.base_of(base.title)
        if registry.strategy_called(base.title, name).based:
            raise UserError(f"'{name}' looks ahead itself; a bot learns from one that does not.")
        return cls(runner, base, asked, Seat(name), file)

    @property
    def deals(self) -> list[int]:
        """A first look, to choose and to confirm: as many games, however many play."""
        sides = max(2, self.base.sides)
        return [-(-2 * deals // sides) for deals in (FIRST_LOOK, CHOSEN_ON, CONFIRM)]

    @property
    def key(self) -> str:
        """By which a pupil that was kept is known again."""
        asked = [self.base.title.name, self.base.players, self.base.seed, str(self.teacher)]
        version = [self.base.components.changes(), digests(self.title)]
        return key_of([*asked, *version, net_training.FORM])

    def net_of(self, pupil: Pupil) -> Net:
        """What it has learned; only what that needs is read of a position."""
        arrays = pupil.arrays()
        plan = arrays["plan"].copy()
        read, plan[:, 0] = self.numbers.reading(plan[:, 0])
        return Net({**arrays, "plan": plan}, self._about(read))

    def _about(self, read: Numbering) -> dict[str, Any]:
        return {
            "title": self.title.name,
            "players": self.base.players,
            "seats": self.seats,
            "base": str(self.teacher),
            "turned": [[name, list(axes)] for name, axes in read.turned],
            "middle": self.middle,
            "usual": self.usual,
            "digests": digests(self.title),
            "changes": self.base.components.changes(),
            "seed": self.base.seed,
            "positions": self.done,
        }

    def taught(self) -> Pupil:
        """After all lessons; or after those that there was time for."""
        surveyed = self._positions(AFTER, SURVEYED)
        as_it_lies = self._positions(AFTER, SURVEYED, is_dealt=False)
        hidden = (surveyed[0] != as_it_lies[0]).mean(axis=0)
        plan, index, rows = plan_of(surveyed[0], hidden, self.numbers.of_seats, self.seats)
        if not rows:
            raise UserError(f"{self.title.full_name} shows nothing that could be learned from.")
        leads = surveyed[-1]
        self.middle = float(leads.mean()) if self.base.sides == 1 else 0.0
        self.usual = float(np.abs(leads - self.middle).mean()) or 1.0
        pupil = Pupil(plan, index, rows, self.base.seed)
        self._remember(pupil)
        lessons, began = -(-self.asked.positions // LESSON), time.monotonic()
        self.runner.progress.begun(lessons, self.lesson)
        try:
            self._teach(pupil, lessons, began)
        except KeyboardInterrupt:
            if not self.lesson:
                raise
            told = "Stopped after {n} of {of} lessons; what was learned so far is tested now."
            log.warning(say(told, n=self.lesson, of=lessons))
        finally:
            self.runner.progress.ended()
        self._keep(pupil)
        return pupil

    def _teach(self, pupil: Pupil, lessons: int, began: float) -> None:
        for numbers, seats, after, won, lead in self._lessons(range(self.lesson, lessons)):
            worth = self._worth(won, lead)
            error = pupil.learn(numbers, seats, after, worth, self.lesson / lessons) - worth
            self.lesson, self.done = self.lesson + 1, self.done + len(worth)
            known = 1 - float((error * error).mean()) / max(float(worth.var()), 1e-9)
            told = say("explains {share} of results", share=whole_percent(known))
            self.runner.progress.advanced(1, told)
            if self.lesson % KEPT_EVERY == 0:
                self._keep(pupil)
            if self.asked.minutes and time.monotonic() - began > 60 * self.asked.minutes:
                return

    def _lessons(self, numbers: Sequence[int]) -> Iterator[tuple[np.ndarray, ...]]:
        """In order, the next ones recorded meanwhile; no more of them than fit into memory."""
        waiting: deque[Future] = deque()
        with ThreadPoolExecutor(self.runner.workers) as pool:
            try:
                for k in numbers:
                    waiting.append(pool.submit(self._positions, self._first_of(k), LESSON))
                    if len(waiting) > self.runner.workers:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                pool.shutdown(cancel_futures=True)

    def _first_of(self, lesson: int) -> int:
        """The first game of a lesson; no two lessons share one."""
        return AFTER + (lesson + 1) * LESSON * 8

    def _worth(self, won: np.ndarray, lead: np.ndarray) -> np.ndarray:
        off = lead - self.middle
        return (won + MARGIN * off / (np.abs(off) + self.usual)).astype(np.float32)

    def _positions(self, first: int, n: int, is_dealt: bool = True) -> tuple[np.ndarray, ...]:
        numbers = np.zeros((n, self.numbers.size), np.int32)
        seats, after = np.zeros(n, np.int8), np.zeros(n, np.int64)
        won, lead = np.zeros(n), np.zeros(n)
        games = min(n * 8, LESSON * 8)
        found = self._record(
            self.rules, self.player.mind, self.seats, self.base.seed, first, games, is_dealt,
            numbers, seats, after, won, lead,
        )  # fmt: skip
        return numbers[:found], seats[:found], after[:found], won[:found], lead[:found]

    def _keep(self, pupil: Pupil) -> None:
        made = io.BytesIO()
        done = np.array([self.lesson, self.done])
        np.savez(made, key=np.array(self.key), done=done, **pupil.state)
        write_whole(notebook(self.file, self.base.players), made.getvalue())

    def _remember(self, pupil: Pupil) -> None:
        try:
            with np.load(notebook(self.file, self.base.players), allow_pickle=False) as kept:
                if str(kept["key"]) == self.key:
                    pupil.take(kept)
                    self.lesson, self.done = map(int, kept["done"])
                    log.info(say("Going on after lesson {n}.", n=self.lesson))
        except (OSError, ValueError, KeyError):
            return

    def chosen(self, ring: Ring, net: Net) -> dict[str, Any]:
        """The best settings of each pace; of slow ones, those near the settings of faster ones."""
        found: dict[str, Any] = {}
        reached = 0.0
        for copies in self.asked.paces or PACES:
            if copies >= SLOW and reached >= ENOUGH and not self.asked.paces:
                break
            before = [*found.values()][-1] if found else None
            best, gain = self._best(ring, net, copies, _ways(copies, before))
            best, gain = self.narrowed(ring, net, copies, best, gain)
            found[str(copies)], gain = self.eased(ring, net, copies, best, gain)
            reached = max(reached, gain)
        return found

    def narrowed(
        self, ring: Ring, net: Net, copies: int, way: Way, gain: float
    ) -> tuple[Way, float]:
        """The same, or a faster way that tries fewer moves and is about as good, or better."""
        look, choose, _ = self.deals
        ways = _narrower(way, self.apart)
        found = self._duels(ring, net, copies, ways, range(look, look + choose))
        gains = [*found, gain]
        enough = max(gains) - CLOSE * abs(max(gains))
        return next(
            (one, its) for one, its in zip([*ways, way], gains, strict=True) if its >= enough
        )

    def eased(self, ring: Ring, net: Net, copies: int, way: Way, gain: float) -> tuple[Way, float]:
        """The same, or with half the edge, if that wins more: fewer moves mislead less."""
        look, choose, _ = self.deals
        easier = {**way, "edge": way["edge"] / 2}
        (found,) = self._duels(ring, net, copies, [easier], range(look, look + choose))
        return max([(way, gain), (easier, found)], key=lambda one: one[1])

    @functools.cached_property
    def apart(self) -> list[float]:
        """How much lower than its own move the base rates the next best ones, at quantiles."""
        match, lower = self.base.match(Cell((self.teacher,) * self.base.players), "compiled"), []
        for number in range(WATCHED):
            for decision in match.tell(self.base.seed, int(AFTER) + number):
                if decision.ratings:
                    own = decision.ratings[decision.chosen]
                    others = sorted(decision.ratings, reverse=True)[1 : NEXT_BEST + 1]
                    lower += [own - one for one in others]
        return [round(float(one), 3) for one in np.quantile(lower, NEAR)] if lower else []

    def _best(self, ring: Ring, net: Net, copies: int, ways: Sequence[Way]) -> tuple[Way, float]:
        """Few deals tell the worse ones; the others meet on more."""
        look, choose, _ = self.deals
        first = self._duels(ring, net, copies, ways, range(look))
        alive = sorted(range(len(ways)), key=lambda k: -first[k])[: max(2, len(ways) // 4)]
        more = range(look, look + choose)
        again = self._duels(ring, net, copies, [ways[k] for k in alive], more)
        best = max(range(len(alive)), key=again.__getitem__)
        return ways[alive[best]], again[best]

    def _duels(
        self, ring: Ring, net: Net, copies: int, ways: Sequence[Way], deals: range
    ) -> list[float]:
        found = self._met(ring, net, [(copies, way) for way in ways], deals)
        return [float(one.shown().gain.value) for one in found]

    def confirmed(self, ring: Ring, net: Net, settings: dict[str, Any]) -> dict[int, Shown]:
        look, choose, confirm = self.deals
        fresh = range(look + choose, look + choose + confirm)
        ways = [(int(copies), way) for copies, way in settings.items()]
        found = self._met(ring, net, ways, fresh)
        return {copies: one.shown(len(ways)) for (copies, _), one in zip(ways, found, strict=True)}

    def _met(self, ring: Ring, net: Net, ways: Sequence[Any], deals: range) -> Sequence[Any]:
        """Each way to look ahead among copies of the base."""
        settings = {str(copies): way for copies, way in ways}
        told = {**net.about, "settings": settings, "copies": ways[0][0]}
        tried = self.file.with_name(f"{self.file.name}.trial")
        save({self.base.players: Net(net.arrays, told)}, tried)
        seats = [_seat(tried, {"copies": copies, **way}) for copies, way in ways]
        wanted = [(one, self.teacher, deals) for one in seats]
        self.runner.progress.begun(ring.games(wanted), 0)
        try:
            return ring.fight(wanted, say("trying the learned bot"))
        finally:
            self.runner.progress.ended()
            remove(tried)


def _ways(copies: int, before: Way | None) -> list[Way]:
    """Settings to be tried; more copies are less noisy, so they need less of an edge."""
    if copies < SLOW:
        turns = sorted({before["turns"], 2}) if before else [1, 2]
        edges = [before["edge"] / 2, before["edge"]] if before else EDGES
        return [_way(PACES[copies], n, edge) for n in turns for edge in edges]
    turns = sorted({before["turns"] if before else 2, 4})
    ways = [_way(FEW, n, edge, caution=1.0) for n in turns for edge in SURE_EDGES]
    if before:
        n, usual = max(2, before["turns"]), before["edge"]
        ways += [_way(PACES[copies], n, edge) for edge in (usual / 2, usual)]
    return ways


def _as_base(way: Way) -> Way:
    """Of its base's moves it looks at the best alone, and so makes it."""
    return {**way, "candidates": 1}


def _way(candidates: int, turns: int, edge: float, caution: float = 0.0) -> Way:
    return dict(candidates=candidates, within=0.0, turns=turns, edge=edge, caution=caution)


def _narrower(way: Way, apart: Sequence[float]) -> list[Way]:
    """Ways that try only moves rated near the base's own; the fastest first."""
    few = way["candidates"]
    return [
        {**way, "candidates": candidates, "within": within}
        for within in dict.fromkeys(apart)
        if within > 0
        for candidates in (few, 2 * few)
    ]


def _seat(file: Path, settings: dict[str, Any]) -> Seat:
    return Seat("learned", (("net", str(file)), *((k, str(v)) for k, v in settings.items())))
