"""What a platform costs that nobody plays at: its start, its processor time and its memory.

As `make demo` starts it, from nothing, without the tables where bots play for visitors. The times
depend on the machine, so a loop of Python beside them says how fast that is.
"""

import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import psutil

from benchmarks.place import demo
from benchmarks.report import Result
from benchmarks.sizes import sized

# What the evenings of the demo lead to (counting, judging) is over then.
SETTLING_SECONDS = sized(120.0, 1.0)
WATCHED_SECONDS = sized(40.0, 2.0)
TURNS = sized(20_000_000, 200_000)


def measure() -> list[Result]:
    home = Path(tempfile.mkdtemp(prefix="jeton-idle-"))
    try:
        begun = time.monotonic()
        with demo(home, ARENA_TABLES="0") as (process, _):
            from_nothing = time.monotonic() - begun
            time.sleep(SETTLING_SECONDS)
            spent, memory = _watched(process.pid)
        begun = time.monotonic()
        with demo(home, ARENA_TABLES="0"):
            again = time.monotonic() - begun
    finally:
        shutil.rmtree(home, ignore_errors=True)
    return [
        Result("idle.start.from_nothing", from_nothing, "s"),
        Result("idle.start.again", again, "s"),
        *_parts("idle.processor", "% of a core", spent),
        *_parts("idle.memory", "MB (PSS)", memory),
        Result("idle.loop", _loop(), f"s for {TURNS:,} turns; 0.6 where the goals were set"),
    ]


def _parts(name: str, unit: str, parts: Mapping[str, float]) -> list[Result]:
    """All together, and each kind of process."""
    single = [Result(f"{name}.{kind}", value, unit) for kind, value in sorted(parts.items())]
    return [Result(name, sum(parts.values()), unit), *single]


def _watched(supervisor: int) -> tuple[Mapping[str, float], Mapping[str, float]]:
    """By kind of process the percentage of a core it took, and the megabytes that are its own."""
    first = psutil.Process(supervisor)
    family = [first, *first.children(recursive=True)]
    before = [_processor_seconds(one) for one in family]
    time.sleep(WATCHED_SECONDS)
    spent: Counter[str] = Counter()
    memory: Counter[str] = Counter()
    for one, seconds in zip(family, before, strict=True):
        with suppress(psutil.NoSuchProcess):  # a session of the database that has ended since
            kind = _kind(" ".join(one.cmdline()))
            spent[kind] += 100 * (_processor_seconds(one) - seconds) / WATCHED_SECONDS
            memory[kind] += one.memory_full_info().pss / 2**20
    return spent, memory


def _processor_seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def _kind(command: str) -> str:
    kinds = {
        "manage.py demo": "supervisor",
        "fork server": "fork server",
        "config.serve": "web",
        "celery": "worker",
        "dispatcher": "dispatcher",
        "postgres": "postgresql",
    }
    return next((kind for part, kind in kinds.items() if part in command), "other")


def _loop() -> float:
    begun = time.process_time()
    for _ in range(TURNS):
        pass
    return time.process_time() - begun
