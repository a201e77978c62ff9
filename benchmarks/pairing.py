"""Pairings: meetings that repeat, how evenly people deal and sit, how near in points, how long.

Swiss tournaments of players who win by chance, paired by the director and by what it did before:
greedily, the next in the list who has met fewest. The bound is what no pairing can be below: it
adds up, stage by stage, for whom too few are left whom they have not met.
"""

import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from benchmarks.report import Result
from benchmarks.sizes import sized
from tournaments.director.seating.pairing import by_points
from tournaments.director.seating.together import table_sizes
from tournaments.director.snapshot import Record
from tournaments.simulation.playing import ChanceDice


def repeats_at_least(players: Sequence[Record], seats: int) -> int:
    """Meetings of a stage that must repeat whatever the tables: who has met nearly everybody."""
    here = {record.entry for record in players}
    missing = sum(
        max(0, seats - len(here - set(record.met) - {record.entry}) - 1) for record in players
    )
    return -(-missing // 2)


# Players, seats, stages, and of how many seeds the figures are the mean.
FIELDS = sized(
    (
        (16, 4, 4, 40),
        (64, 4, 7, 200),
        (30, 3, 7, 40),
        (60, 6, 5, 20),
        (1_000, 4, 7, 2),
        (16, 2, 5, 40),
        (64, 2, 7, 10),
        (1_000, 2, 9, 1),
    ),
    ((16, 4, 4, 1),),
)
CANDIDATES = 64

Tables = Sequence[Sequence[int]]
Pair = Callable[[Sequence[Record], int, int, ChanceDice, bool], Tables]


@dataclass(slots=True)
class Figures:
    repeats: list[int] = field(default_factory=list)
    at_least: list[int] = field(default_factory=list)
    deals: list[int] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    spread: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def measure() -> list[Result]:
    found: list[Result] = []
    for players, seats, stages, seeds in FIELDS:
        name = f"pairing.{players}x{seats}x{stages}"
        for kind, pair in (("greedy", _greedy), ("director", _director)):
            figures = Figures()
            for seed in range(seeds):
                _play(pair, players, seats, stages, random.Random(seed), figures)
            found += _results(f"{name}.{kind}", figures)
    return found


def _results(name: str, figures: Figures) -> Iterator[Result]:
    mean = statistics.mean
    bound = mean(figures.at_least)
    note = f"pairs that met again, mean; not below {bound:.1f}"
    yield Result(f"{name}.repeats", round(mean(figures.repeats), 2), note)
    median = statistics.median(figures.repeats)
    yield Result(f"{name}.repeats.median", round(median, 1), "pairs that met again, median")
    note = "between who dealt most and least, mean"
    yield Result(f"{name}.deals", round(mean(figures.deals), 2), note)
    note = "% of players two or more apart between two seats"
    yield Result(f"{name}.seats", round(mean(figures.seats), 1), note)
    note = "points between the first and last of a table, mean"
    yield Result(f"{name}.spread", round(mean(figures.spread), 2), note)
    yield Result(f"{name}.seconds", round(max(figures.seconds), 3), "s for the dearest stage")


def _play(
    pair: Pair, players: int, seats: int, stages: int, chance: random.Random, figures: Figures
) -> None:
    records = [Record(entry, entry) for entry in range(1, players + 1)]
    dice = ChanceDice(chance)
    repeats = at_least = 0
    for stage in range(1, stages + 1):
        at_least += repeats_at_least(records, seats) if players % seats == 0 else 0
        started = time.process_time()
        tables = pair(records, seats, stage, dice, stage == stages)
        figures.seconds.append(time.process_time() - started)
        known = {record.entry: record for record in records}
        spreads = []
        for table in tables:
            repeats += sum(other in known[one].met for one, other in combinations(table, 2))
            points = [known[entry].points for entry in table]
            spreads.append(max(points) - min(points))
            known |= _after([known[entry] for entry in table], chance)
        figures.spread.append(statistics.mean(spreads))
        records = [known[record.entry] for record in records]
    figures.repeats.append(repeats)
    figures.at_least.append(at_least)
    deals = [record.places.count(0) for record in records]
    figures.deals.append(max(deals) - min(deals))
    counts = [[record.places.count(seat) for seat in range(seats)] for record in records]
    apart = sum(max(count) - min(count) > 1 for count in counts)
    figures.seats.append(round(100 * apart / players))


def _after(table: Sequence[Record], chance: random.Random) -> dict[int, Record]:
    """The records after a table at which the cards decided."""
    results = [chance.random() for _ in table]
    found = {}
    for seat, record in enumerate(table):
        points = 2 * sum(results[seat] > other for other in results)
        met = tuple(other.entry for other in table if other is not record)
        found[record.entry] = replace(
            record,
            points=record.points + points,
            met=record.met + met,
            places=(*record.places, seat),
            gained=(*record.gained, points),
        )
    return found


def _director(
    records: Sequence[Record], seats: int, stage: int, dice: ChanceDice, is_last: bool
) -> Tables:
    return by_points(records, seats, stage, dice, is_last=is_last).tables


def _greedy(
    records: Sequence[Record], seats: int, stage: int, dice: ChanceDice, _is_last: bool
) -> Tables:
    """The pairing of before: by points, each with the next who has met the table least."""
    known = {record.entry: record for record in records}
    waiting = [known[entry] for entry in dice.draw(known, f"pairing:{stage}")]
    waiting.sort(key=lambda record: -record.points)
    tables = []
    for number, size in enumerate(table_sizes(len(waiting), seats)):
        table = [waiting.pop(0)]
        while len(table) < size:
            costs = [
                sum(other.met.count(one.entry) for one in table) for other in waiting[:CANDIDATES]
            ]
            table.append(waiting.pop(costs.index(min(costs))))
        entries = [record.entry for record in table]
        tables.append(list(dice.draw(entries, f"seats:{stage}:{number}")))
    return tables
