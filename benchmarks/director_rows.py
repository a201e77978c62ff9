"""A field of so many on the database: seated, a round of all settled, everybody ranked and paid.

Run as a program of its own for each size, so that its memory is that of this size: prints results
as JSON. What our services write is compared with one SQL statement that writes the same rows, by
processor time of this process and its database connection together, because other work on the
machine does not change that; and at the largest size with Django's own bulk writes.
"""

import gc
import json
import os
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import psycopg

from benchmarks.director_sql import BARE, DISTINCT_STACKS, FUND, PEOPLE, TELL_ALL
from benchmarks.report import Result

SEATS = 4
COMPARED_WITH_DJANGO = 100_000
PYTHONS_THRESHOLDS = gc.get_threshold()
STATEMENT = "one SQL statement that writes the same rows, processor time"


@dataclass(frozen=True, slots=True)
class Cost:
    """What something took: by the clock on the wall, and of processors."""

    wall: float
    processor: float


def main() -> None:
    entries, rounds = int(sys.argv[1]), int(sys.argv[2])
    import django

    from config.serving.collector import spare_what_is_loaded

    django.setup()
    spare_what_is_loaded()  # as a worker does
    print(json.dumps([asdict(result) for result in measure(entries, rounds)]))


def measure(entries: int, rounds: int) -> list[Result]:
    """Ours and the bare statements take turns; medians."""
    ours: dict[str, list[Cost]] = {"seat": [], "settle": [], "pay": []}
    bare: dict[str, list[Cost]] = {"seat": [], "settle": [], "pay": []}
    memory = 0
    for number in range(rounds):
        mine = Trial(entries, run=f"a{number}")
        theirs = Trial(entries, run=f"b{number}")
        for what in ours:
            mine.get_ready_for(what)
            theirs.get_ready_for(what)
            ours[what].append(mine.cost(getattr(mine, what)))
            bare[what].append(theirs.cost_of(BARE[what]))
        memory = memory or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1_024
    results = [_result(what, entries, ours[what], bare[what]) for what in ours]
    results.append(Result(f"director.memory.{entries}", memory, "MB at most, whole process"))
    if entries == COMPARED_WITH_DJANGO:
        results += _against_django(entries, ours)
    return results


def _result(what: str, entries: int, ours: list[Cost], bare: list[Cost]) -> Result:
    ratio = median(b.processor / a.processor for a, b in zip(ours, bare, strict=True))
    speed = entries / median(cost.wall for cost in ours)
    name = f"director.{what}.{entries}"
    return Result(name, round(speed), "entries/s", STATEMENT, round(ratio, 3))


def _against_django(entries: int, ours: dict[str, list[Cost]]) -> list[Result]:
    """Django's writes as anybody's process makes them: the collector is left as Python has it."""
    from benchmarks.director_django import WRITES

    gc.unfreeze()
    gc.set_threshold(*PYTHONS_THRESHOLDS)
    other = Trial(entries, run="django")
    results = []
    for what, write in WRITES.items():
        other.get_ready_for(what)
        took = other.cost(lambda write=write: write(other.id), alias="owner")  # type: ignore[misc]
        ratio = took.processor / median(cost.processor for cost in ours[what])
        name = f"director.{what}.{entries}.django"
        versus = "Django's bulk_create and bulk_update, processor time"
        results.append(
            Result(name, round(entries / took.wall), "entries/s", versus, round(ratio, 1))
        )
    return results


def processor_seconds(pid: int) -> float:
    """Of a process, up to now; the kernel counts nanoseconds."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


class Trial:
    """A tournament of so many entries with everything it needs, made by bare SQL."""

    def __init__(self, entries: int, *, run: str) -> None:
        from django.utils import timezone

        from tournaments.director import Plan
        from tournaments.director.codec import to_json
        from tournaments.director.snapshot import Field
        from tournaments.planner.publishing import open_tournament

        self.entries = entries
        plan = Plan(seats=SEATS, stack_chips=1_000, buy_in_chips=100)
        found = open_tournament(is_trial=True, name="Bench", plan=plan, starts_at=timezone.now())
        found.field = to_json(Field(entries=entries, buy_ins=entries, unseated=entries))
        found.save(update_fields=("field",))
        self.id = found.pk
        facts = {"run": f"{run}{entries}", "entries": entries, "tournament": self.id}
        _as_admin(PEOPLE % facts)
        _as_admin(FUND % facts)

    def get_ready_for(self, what: str) -> None:
        prepared = {"settle": TELL_ALL, "pay": DISTINCT_STACKS}
        if what in prepared:
            _as_admin(prepared[what] % {"tournament": self.id})
        gc.collect()

    def cost(self, work: Callable[[], object], *, alias: str = "default") -> Cost:
        """Of this process and its database connection, COMMIT included."""
        from django.db import connections

        with connections[alias].cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            (pid,) = cursor.fetchone()
        before = processor_seconds(pid), time.process_time(), time.perf_counter()
        work()
        wall = time.perf_counter() - before[2]
        return Cost(wall, processor_seconds(pid) - before[0] + time.process_time() - before[1])

    def cost_of(self, statement: str) -> Cost:
        text = statement % {"tournament": self.id, "entries": self.entries}
        with _admin() as admin:
            pid = admin.info.backend_pid
            before = processor_seconds(pid), time.perf_counter()
            admin.execute(text.encode())
            return Cost(time.perf_counter() - before[1], processor_seconds(pid) - before[0])

    def seat(self) -> None:
        """The whole start: lots, seats, tables, and the first deal."""
        from tournaments.running.directing import look_after

        look_after(tournament_id=self.id)

    def settle(self) -> None:
        """A round of every table, told beforehand, settled in one transaction."""
        from django.db import transaction

        from tournaments import director
        from tournaments.director.settling import settle
        from tournaments.running.carrying_out import carry_out
        from tournaments.running.directing import ready_for_large_fields
        from tournaments.running.live import lock_tournament
        from tournaments.running.reading import load_snapshot

        with transaction.atomic():
            ready_for_large_fields()
            live = lock_tournament(self.id)
            live.count(finished=live.field.playing)
            while live.field.finished:
                reach = director.reach(live.plan, live.clock, live.field)
                carry_out(live, settle(load_snapshot(live, reach)))
            live.save()

    def pay(self) -> None:
        """Ranks for everybody, and a prize for every tenth."""
        from django.db import transaction

        from tournaments.director.formats.chips import RANKED_AT_ONCE
        from tournaments.director.ranking import rank_survivors
        from tournaments.director.snapshot import Reach, Unranked
        from tournaments.running.carrying_out import carry_out
        from tournaments.running.directing import ready_for_large_fields
        from tournaments.running.live import lock_tournament
        from tournaments.running.reading import load_snapshot

        with transaction.atomic():
            ready_for_large_fields()
            live = lock_tournament(self.id)
            reach = Reach(unranked=Unranked.STAYING, best=RANKED_AT_ONCE)
            while (snapshot := load_snapshot(live, reach)).unranked:
                carry_out(live, rank_survivors(snapshot))
            live.save()


def _admin() -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(os.environ["BENCH_ADMIN_DSN"], autocommit=True)


def _as_admin(text: str) -> None:
    with _admin() as admin:
        admin.execute(text.encode())


if __name__ == "__main__":
    main()
