"""Every measurement still runs: a small run of each, whose figures nobody keeps."""

import os
import subprocess
import sys

import pytest

from benchmarks.__main__ import GROUPS


@pytest.mark.soak
@pytest.mark.parametrize("group", GROUPS)
def test_a_measurement_still_runs(group: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--only", group, "--small"],
        env=os.environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert "Traceback" not in done.stdout, done.stdout[-3000:]
