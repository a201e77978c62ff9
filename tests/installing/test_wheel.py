"""A platform without a checkout: one wheel, one command, data where programs keep theirs."""

import json
import re
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from config.embedded.places import Places
from config.embedded.roles import WEB
from config.version import VERSION
from tests.architecture.sources import PRODUCT, ROOT
from tests.installing.wheels import data_of, environ, said
from tests.running.demo import Demo, copy_prepared, launch, running
from tests.running.waiting import until

pytestmark = pytest.mark.process
MADE = (".pyc", ".mo")


@pytest.fixture(scope="module")
def names(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as packed:
        return packed.namelist()


@pytest.fixture(scope="module")
def house(jeton: Path, home: Path) -> Iterator[Demo]:
    """Of somebody who has set nothing at all but a port that is free.

    On data of the same version, for `test_setup` begins with nothing.
    """
    data_of(home).parent.mkdir(parents=True)
    copy_prepared(data_of(home))
    demo = launch(home / "jeton", program=[str(jeton)], extra={"HOME": str(home), "DATA_DIR": ""})
    try:
        until(lambda: running(demo), seconds=500, what=f"the platform; see {demo.output}")
        yield demo
    finally:
        if demo.process.poll() is None:
            demo.stop()


def has_counted(home: Path) -> bool:
    """Whether the worker has counted a minute, as it does when its clock has struck one."""
    with psycopg.connect(Places(data_of(home)).dsn(WEB)) as database:
        return database.execute("SELECT 1 FROM minute_figures").fetchone() is not None


def test_nothing_but_jeton_is_added_to_the_environment(names: list[str]) -> None:
    tops = {name.partition("/")[0] for name in names}
    assert tops == {"jeton", f"jeton-{VERSION}.dist-info"}
    inside = {name.split("/")[2] for name in names if name.startswith("jeton/house/")}
    assert {*PRODUCT, "templates", "locale", "docs", "manage.py", "requirements.txt"} == inside


def test_every_file_that_the_platform_reads_is_in_it(names: list[str]) -> None:
    """What they may not have, packed, is what a machine makes of them; and texts are compiled."""
    folders = (*PRODUCT, "templates", "locale", "docs/rules")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    there = {str(path.relative_to(ROOT)) for path in files if path.suffix not in MADE}
    packed = {name.removeprefix("jeton/house/") for name in names}
    assert there - packed == set()
    for catalogue in ROOT.glob("locale/**/*.po"):
        assert str(catalogue.relative_to(ROOT).with_suffix(".mo")) in packed


def test_it_wants_exactly_what_is_locked(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        told = packed.read(f"jeton-{VERSION}.dist-info/METADATA").decode()
    told = re.sub(r"(?m)^Requires-Dist: .*extra ==.*$", "", told)
    wanted = set(re.findall(r"^Requires-Dist: ([\w.-]+==[\w.]+)", told, re.MULTILINE))
    lock = (ROOT / "requirements.txt").read_text()
    assert wanted == set(re.findall(r"^([\w.-]+==[\w.]+)", lock, re.MULTILINE))
    assert len(re.findall(r"^Requires-Dist: ", told, re.MULTILINE)) == len(
        re.findall(r"^[\w.-]+==", lock, re.MULTILINE)
    )


def test_one_command_gives_a_house(house: Demo) -> None:
    assert house.get("/readyz") == (200, "ready\n")
    assert house.get("/static/games/css/table.css")[0] == 200
    status, page = house.get("/rules/gin/", **{"Accept-Language": "de"})
    assert status == 200
    title, *_ = (ROOT / "docs" / "rules" / "de" / "gin.md").read_text().splitlines()
    assert title.removeprefix("# ") in page
    assert "Datenschutz" in page  # as the catalogue says it


def test_commands_find_the_same_house(house: Demo, jeton: Path, home: Path) -> None:
    audit = said(jeton, home, "audit")
    assert (audit.returncode, audit.stderr) == (0, "")
    backup = said(jeton, home, "backup", "evening.dump")
    assert (backup.returncode, backup.stderr) == (0, "")
    assert (home / "evening.dump").stat().st_size > 100_000
    assert said(jeton, home, "version").stdout == f"{VERSION}\n"


def test_it_is_called_by_its_name(jeton: Path, home: Path) -> None:
    refused = said(jeton, home, "demo", "please")
    assert refused.returncode == 1
    assert refused.stderr.startswith("jeton demo takes no arguments")
    (home / "other").mkdir()
    missing = said(jeton, home / "other", "audit")
    assert missing.returncode == 1
    assert "`jeton setup` makes a house" in missing.stderr


@pytest.mark.soak
def test_it_heeds_its_environment_where_its_first_line_says_not_to(jeton: Path, home: Path) -> None:
    """As pipx writes that line; what is forked would find nothing."""
    python, asked = jeton.with_name("python"), "import sys; print(sys.flags.ignore_environment)"
    done = subprocess.run(
        [python, "-E", jeton, "shell", "-v", "0", "-c", asked],
        env=environ(home),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("0\n", "")


@pytest.mark.soak
def test_the_doctor_finds_it_well_and_says_so_when_it_is_not(
    house: Demo, jeton: Path, home: Path
) -> None:
    until(lambda: has_counted(home), seconds=200, what="the first minute that is counted")
    port = str(house.port)
    done = said(jeton, home, "doctor", "--json", PORT=port)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one for one in found if one["state"] == "bad"] == []
    assert done.returncode == 0
    assert {"packages", "disk", "database", "queue", "processes", "books"} <= {
        one["subject"] for one in found
    }
    assert house.stop() == 0
    stopped = said(jeton, home, "doctor", PORT=port)
    assert stopped.returncode == 1
    assert "no web process answers" in stopped.stdout
