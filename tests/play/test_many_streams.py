"""Many streams on one process: each event once and in order, through broken connections.

The benchmark (`benchmarks/streams.py`) does the same with 10,000; here is what must hold of it.
"""

import os
import subprocess
import sys

import pytest

from tests.architecture.sources import ROOT
from tests.promises.tally import tell

pytestmark = [pytest.mark.process]

SMALL = """
import benchmarks.streams as streams
streams.TABLES, streams.SECONDS, streams.BREAKS_PER_SECOND = {tables}, {seconds}, 0.02
{place}
for result in streams.measure():
    print(result.name, result.value)
"""
# Instead of a server of its own: the database that the environment names, which has its tables.
THERE_ALREADY = """
import contextlib, types, django
django.setup()
streams.place = lambda: contextlib.nullcontext(types.SimpleNamespace(environ={}))
streams.set_up_django = lambda environ: None
"""
QUIET = {
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "LOG_LEVEL": "WARNING",
    "MOVES_PER_SECOND_MAX": "100000",
    "VIEWS_PER_SECOND_MAX": "100000",
}


def figures(
    streams: int, *, tables: int, seconds: float, environ: dict[str, str] | None = None
) -> dict[str, float]:
    """A run of the benchmark in a process of its own; it raises at the first fault."""
    place = THERE_ALREADY if environ else ""
    ran = subprocess.run(
        [sys.executable, "-c", SMALL.format(tables=tables, seconds=seconds, place=place)],
        env={**os.environ, **(environ or {}), "STREAMS": str(streams)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    lines = [line.split() for line in ran.stdout.splitlines() if line.startswith("streams.")]
    found = {name: float(value) for name, value in lines}
    tell("streams", tried=int(found["streams.received"]))
    return found


@pytest.mark.soak
def test_500_streams_have_every_event_once_through_reconnections() -> None:
    found = figures(500, tables=10, seconds=8)
    assert found["streams.open"] == 500
    assert found["streams.received"] > 500
    assert found["streams.reconnected"] > 20
    assert found["streams.memory"] <= 50


def test_60_streams_have_every_event_once_through_reconnections(
    migrated_database_url: dict[str, str],
) -> None:
    """The same, short. How much is played meanwhile is the machine's business."""
    found = figures(60, tables=3, seconds=3, environ=QUIET | migrated_database_url)
    assert found["streams.open"] == 60
    assert found["streams.received"] >= 60
    assert found["streams.reconnected"] >= 1
