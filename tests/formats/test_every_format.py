"""Formats are played to their end by bots, through Celery on a running platform's worker.

One of them in the default run, drawn by the seed, and all in `make soak`. The platform's chips are
checked to the last one (PLAY-3, PLAY-10, PLAY-11, PLAY-12, PLAY-44).
"""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.architecture.sources import ROOT
from tests.chance import dice
from tests.running.demo import Site
from tests.running.waiting import until

from .house_tables import offers

pytestmark = [pytest.mark.process, pytest.mark.slow]


def told(site: Site, *words: str) -> Any:
    """What `house_tables` says with the platform's environment."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.formats.house_tables", *words],
        cwd=ROOT,
        env={**os.environ, "DATA_DIR": str(site.data_dir)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    return json.loads(done.stdout.splitlines()[-1])


def status(site: Site, table: int) -> str:
    _code, body = site.get(f"/api/v1/tables/{table}/")
    return str(json.loads(body)["status"])


@pytest.mark.parametrize(
    "names",
    [
        pytest.param([dice("format").choice(list(offers()))], id="drawn"),
        pytest.param(list(offers()), id="all", marks=pytest.mark.soak),
    ],
)
def test_a_format_is_played_to_the_end_and_every_chip_is_there(
    site: Site, names: list[str]
) -> None:
    opened: dict[str, int] = told(site, "open", *names)
    until(
        lambda: all(status(site, table) == "finished" for table in opened.values()),
        seconds=480,  # seconds on a quiet machine; others may use the platform meanwhile
    )
    assert told(site, "check", *map(str, opened.values())) == []
    if "elimination" in opened:
        _code, body = site.get(f"/api/v1/tables/{opened['elimination']}/view/")
        result = json.loads(body)["result"]
        assert len(result["payouts"]) == 3
        assert result["places"]
