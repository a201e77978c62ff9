"""Many streams on one process: each event once and in order, through broken connections.

The benchmark (`benchmarks/streams.py`) does the same with 10,000; here is what must hold of it.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.architecture.sources import ROOT

pytestmark = [pytest.mark.process, pytest.mark.slow, pytest.mark.timeout(600)]

SMALL = """
import benchmarks.streams as streams
streams.TABLES, streams.SECONDS, streams.BREAKS_PER_SECOND = {tables}, {seconds}, 0.02
for result in streams.measure():
    print(result.name, result.value)
"""


def figures(streams: int, tables: int, seconds: float) -> dict[str, float]:
    """A run of the benchmark in a process of its own; it raises at the first fault."""
    ran = subprocess.run(
        [sys.executable, "-c", SMALL.format(tables=tables, seconds=seconds)],
        env={**os.environ, "STREAMS": str(streams)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    lines = [line.split() for line in ran.stdout.splitlines() if line.startswith("streams.")]
    return {name: float(value) for name, value in lines}


@pytest.mark.soak
def test_500_streams_have_every_event_once_through_reconnections() -> None:
    found = figures(500, tables=10, seconds=8)
    assert found["streams.open"] == 500
    assert found["streams.received"] > 500
    assert found["streams.reconnected"] > 20
    assert found["streams.memory"] <= 50


def test_60_streams_have_every_event_once_through_reconnections() -> None:
    """The same, short."""
    found = figures(60, tables=3, seconds=3)
    assert found["streams.open"] == 60
    assert found["streams.received"] > 60
    assert found["streams.reconnected"] > 2
