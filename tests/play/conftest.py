"""One running platform for all tests that knock at its door from outside."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.running.demo import Demo, a_demo


@pytest.fixture(scope="session")
def site() -> Iterator[Demo]:
    with (
        tempfile.TemporaryDirectory(prefix="jeton-site-") as home,
        a_demo(Path(home) / "d") as demo,
    ):
        yield demo
