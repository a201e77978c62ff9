"""The Python of the guide and of the client's own page does what they say."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from jeton_client import AsyncClient, Client

from tests.architecture.sources import ROOT
from tests.chance import dice
from tests.running.demo import Site

pytestmark = [pytest.mark.process]
PAGES = {"docs/api.md": "finished", "clients/python/README.md": "payouts"}
# One of the pages, drawn by the seed, in the default run.
DEFAULT_AND_SOAK = [
    pytest.param(dice("page with Python").choice(sorted(PAGES)), id="drawn"),
    *(pytest.param(page, marks=pytest.mark.soak) for page in PAGES),
]
SERVER = "http://localhost:8000"


@pytest.mark.parametrize("told", PAGES)
@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_every_method_that_a_page_names_is_one_of_the_client(
    kind: type[Client | AsyncClient], told: str
) -> None:
    text = (ROOT / told).read_text("utf-8")
    office = type(kind("http://localhost", token="t").office)
    named = re.findall(r"\bclient\.(office\.)?(\w+)\(", text)
    assert named
    assert [one for one in named if not hasattr(office if one[0] else kind, one[1])] == []
    # In passing, without saying of whom.
    also = set(re.findall(r"`(\w+)\([^`]*\)`", text)) - {"Client"}
    assert [one for one in also if not hasattr(kind, one) and not hasattr(office, one)] == []


@pytest.mark.parametrize("told", DEFAULT_AND_SOAK)
def test_the_python_of_the_page_plays_a_match(told: str, site: Site, tmp_path: Path) -> None:
    found = re.findall(r"^```python\n(.*?)^```$", (ROOT / told).read_text("utf-8"), re.M | re.S)
    code = "\n\n".join(found)
    server = f"http://127.0.0.1:{site.port}"
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", code.replace(SERVER, server)],
        env=os.environ | {"JETON": server, "PYTHONPATH": str(ROOT / "clients/python/src")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert PAGES[told] in ran.stdout
