"""What a position is worth to a seat, by a small net of whole-number tables.

Each number of a position (`strategies/numbers.py`) that was seen with a few values has a row of a
table for each value but the commonest; one with many values has a row that counts as often as the
number is large. The rows of a position are added up, which is exact whatever their order, and two
small layers follow, whose sums have a fixed order: the same bits on every engine.
"""

import functools
import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from simulator.errors import UserError
from simulator.files import near, write_whole
from simulator.kernel import copy_of, kernel, plain, room
from simulator.titles import Title
from strategies.numbers import Numbering

WIDE, NARROW = 64, 32  # the two layers
COLUMNS = WIDE + 1  # of the table: the last one goes straight to the value
UNIT = 32  # a number that counts is at most so many times its row
MOST_WEIGHT = 127  # of a row, in units of its column: tables are of bytes
BLOCK = 16  # numbers that are compared with those before at once
FORM = 2  # of the file


@kernel
def row_of(plan, index, k, value, seat):
    """The row that a value of number k has; -1: none, it is the commonest or has rows for none.

    `plan` has for each number: its place, its least and its greatest value, where its values are in
    `index`, how much farther for each seat; the row that counts, its middle and what is far off.
    """
    if plan[k, 3] < 0:
        return -1
    near = min(max(value, plan[k, 1]), plan[k, 2]) - plan[k, 1]
    return index[plan[k, 3] + seat * plan[k, 4] + near]


@kernel
def off_of(plan, k, value):
    """How often the row counts that grows with number k; 0: there is none, or it is the usual."""
    if plan[k, 5] < 0:
        return 0
    return min(max((value - plan[k, 6]) * UNIT // plan[k, 7], -UNIT), UNIT)


@kernel
def rows_of(numbers, seat, plan, index, rows, times):
    """The rows of a position's table and how often each counts; how many there are."""
    n = 0
    for k in range(plan.shape[0]):
        value = np.int64(numbers[plan[k, 0]])
        row, off = row_of(plan, index, k, value, seat), off_of(plan, k, value)
        if row >= 0:
            rows[n], times[n] = row, UNIT
            n += 1
        if off != 0:
            rows[n], times[n] = plan[k, 5] + seat * plan[k, 8], off
            n += 1
    return n


@kernel
def add_row(sums, table, row, often):
    times = np.int32(often)  # plain Python would keep to a byte
    for j in range(COLUMNS):
        sums[j] += np.int32(times * table[row, j])


@kernel
def swap_rows(sums, table, old, new):
    """Takes a row away and adds another one, in one go."""
    for j in range(COLUMNS):
        sums[j] += np.int32(UNIT * (np.int32(table[new, j]) - np.int32(table[old, j])))


def change_number(sums, k, before, now, seat):
    """Number k has changed: its rows are others."""
    old, new = row_of(PLAN, INDEX, k, before, seat), row_of(PLAN, INDEX, k, now, seat)
    if old != new:
        if old < 0:
            add_row(sums, TABLE, new, UNIT)
        elif new < 0:
            add_row(sums, TABLE, old, -UNIT)
        else:
            swap_rows(sums, TABLE, old, new)
    more = off_of(PLAN, k, now) - off_of(PLAN, k, before)
    if more != 0:
        add_row(sums, TABLE, PLAN[k, 5] + seat * PLAN[k, 8], more)


def value(game, rules, seat, memory):
    """What the position is worth to the seat, which may be any.

    `memory` begins with zeros. It keeps the numbers of the position before, which was the same
    seat's, and what its rows came to: positions that are compared differ in few numbers.
    """
    numbers, second = room(SIZE, np.int32), room(NARROW, np.float32)
    sums = memory[SIZE : SIZE + COLUMNS]
    if memory[SIZE + COLUMNS] == 0:
        memory[SIZE + COLUMNS] = 1
        for j in range(COLUMNS):
            sums[j] = NOTHING[seat, j]
    read(game, rules, seat, numbers)
    for first in range(0, SIZE, BLOCK):
        differ = np.int32(0)
        for i in range(first, first + BLOCK):
            differ |= numbers[i] ^ memory[i]
        if differ != 0:
            for i in range(first, first + BLOCK):
                if numbers[i] != memory[i]:
                    if ENTRY[i] >= 0:
                        change(sums, ENTRY[i], np.int64(memory[i]), np.int64(numbers[i]), seat)
                    memory[i] = numbers[i]
    for i in range(NARROW):
        second[i] = SECOND_BIAS[i]
    for j in range(WIDE):
        first = np.float32(sums[j]) * SCALE[j] + FIRST_BIAS[j]
        if first > 0:
            for i in range(NARROW):
                second[i] += first * SECOND[j, i]
    total = np.float32(sums[WIDE]) * SCALE[WIDE] + LAST_BIAS[0]
    for i in range(NARROW):
        if second[i] > 0:
            total += second[i] * LAST[i]
    return np.float64(total)


SIZE = 0  # these of a net, where `value` becomes a kernel
read = change = ENTRY = NOTHING = None
PLAN = INDEX = TABLE = SCALE = SECOND = SECOND_BIAS = FIRST_BIAS = LAST = LAST_BIAS = None
ARRAYS = ("plan", "index", "table", "scale", "first_bias", "second", "second_bias", "last",
          "last_bias")  # fmt: skip


@dataclass(frozen=True, eq=False)
class Net:
    """Of one title and number of players: arrays by name, and what is known of it.

    `about` has the title, players, base, `turned` (`numbers.Numbering`), what a lead is measured by
    (`middle`, `usual`), the settings that were found best by copies and for the leaf of a search,
    and where all that comes from.
    """

    arrays: Mapping[str, np.ndarray]
    about: Mapping[str, Any]

    @functools.cached_property
    def digest(self) -> str:
        """Of all that its values depend on."""
        values = {name: self.about[name] for name in VALUED_BY}
        told = hashlib.sha256(json.dumps(values, sort_keys=True).encode())
        for name in ARRAYS:
            told.update(np.ascontiguousarray(self.arrays[name]).tobytes())
        return told.hexdigest()[:12]

    def kernel(self, title: Title) -> Any:
        """(game, rules, seat, memory) -> its value."""
        return _value_of(self, title.name, _Held(title))

    @property
    def numbering(self) -> tuple[tuple[str, tuple[bool, ...]], ...]:
        """What is read of a position."""
        return tuple((name, tuple(axes)) for name, axes in self.about["turned"])

    def memory(self, title: Title) -> int:
        """How many numbers its kernel remembers."""
        return _in_blocks(Numbering(title, self.about["seats"], self.numbering).size) + COLUMNS + 1

    @property
    def nothing(self) -> np.ndarray:
        """What the rows of a position come to whose numbers are all zero, by seat."""
        plan, index, table = (self.arrays[name] for name in ("plan", "index", "table"))
        rows, times = np.zeros((2, 2 * len(plan)), np.int64)
        zeros, found = np.zeros(plan[:, 0].max() + 1, np.int32), []
        for seat in range(self.about["seats"]):
            n = plain(rows_of)(zeros, seat, plan, index, rows, times)
            found.append(times[:n] @ table[rows[:n]].astype(np.int32))
        return np.array(found, np.int32)


VALUED_BY = ("title", "players", "seats", "base", "turned", "middle", "usual")


@dataclass(frozen=True)
class _Held:
    """A title that makes no difference where it is looked up by: its name does."""

    title: Title = field(compare=False)


@functools.cache
def _value_of(net: Net, _: str, held: _Held) -> Any:
    where = held.title.apply.py_func
    numbering = Numbering(held.title, net.about["seats"], net.numbering)
    names = {name.upper(): np.ascontiguousarray(net.arrays[name]) for name in ARRAYS}
    names["PLAN"] = names["PLAN"].astype(np.int32)
    size = _in_blocks(numbering.size)
    entry = np.full(size, -1, np.int32)
    entry[names["PLAN"][:, 0]] = np.arange(len(names["PLAN"]))

    def made(body: Any, **given: Any) -> Any:
        file = where.__code__.co_filename
        one = copy_of(body, where.__module__, file, **names, **given)
        one.__qualname__ = f"{body.__name__}_{net.digest}"
        return kernel(one)

    given = dict(SIZE=size, ENTRY=entry, NOTHING=net.nothing, read=numbering.kernel)
    return made(value, change=made(change_number), **given)


def _in_blocks(n: int) -> int:
    return -(-n // BLOCK) * BLOCK


def save(nets: Mapping[int, Net], file: Path) -> None:
    """One file for the nets of several numbers of players."""
    held: dict[str, Any] = {
        f"{n}/{name}": net.arrays[name] for n, net in nets.items() for name in ARRAYS
    }
    about = {"form": FORM, "nets": {str(n): dict(net.about) for n, net in nets.items()}}
    told = np.frombuffer(json.dumps(about, sort_keys=True).encode(), np.uint8)
    made = io.BytesIO()
    np.savez_compressed(made, about=told, **held)
    write_whole(file, made.getvalue())


def load(file: Path) -> dict[int, Net]:
    """What a file holds, by number of players."""
    try:
        with np.load(file, allow_pickle=False) as held:
            about = json.loads(held["about"].tobytes())
            if about["form"] != FORM:
                raise UserError(f"{file} was written by another version; learn it again.")
            return {
                int(n): Net({name: held[f"{n}/{name}"] for name in ARRAYS}, told)
                for n, told in about["nets"].items()
            }
    except FileNotFoundError:
        raise UserError(f"There is no file {file}.{near(file)}") from None
    except (ValueError, KeyError, OSError) as error:
        raise UserError(f"{file} is no learned bot: {error}.") from None
