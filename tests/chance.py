"""Chance in tests comes from one seed, which is told with whatever fails and may be given.

`JETON_SEED=7 pytest …` deals other cards than a run that names none, `JETON_SEED=any` draws a seed;
the same seed repeats the decks and bots of tests with a database here, and all of Hypothesis. A
platform in processes of its own deals as it always does: no test may depend on its cards.

The same seed draws which rows of a long matrix a quick run takes: of a test marked `drawn(3)` three
rows, of a list what `some` takes. The soak run takes all, also of a test that is marked `drawn`
since it takes `some` itself; a row that is asked for by name is taken.
"""

import os
import random
import secrets
from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from typing import TypeVar

import psycopg
import pytest

VARIABLE = "JETON_SEED"
ANY = "any"
SOAK = "soak"
WHOLE = "JETON_WHOLE"  # set for the processes of a run that draws nothing, but takes all

Row = TypeVar("Row")


def seed() -> int:
    return int(os.environ[VARIABLE])


def dice(purpose: str) -> random.Random:
    """Dice of the run's seed; equal ones for equal purposes."""
    return random.Random(f"{seed()} {purpose}")


def some(rows: Sequence[Row], count: int, purpose: str) -> list[Row]:
    """So many of the rows, in their order; all of them in the soak run."""
    if is_whole() or count >= len(rows):
        return list(rows)
    return [rows[at] for at in sorted(dice(purpose).sample(range(len(rows)), count))]


def is_whole() -> bool:
    return WHOLE in os.environ


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """The processes of a run share what the first one has drawn."""
    if config.getoption("markexpr") == SOAK:
        os.environ[WHOLE] = "1"
    given = os.environ.get(VARIABLE) or "0"
    os.environ[VARIABLE] = str(secrets.randbelow(10**6) if given == ANY else int(given))
    import hypothesis
    from hypothesis import core

    # A machine may be slow; how long an example takes says nothing about what it shows.
    hypothesis.settings.register_profile("jeton", deadline=None, print_blob=True, derandomize=False)
    hypothesis.settings.load_profile("jeton")
    core.global_force_seed = seed()  # type: ignore[assignment]  # None until it is set


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The rows that are not drawn are for the soak run alone."""
    matrices = defaultdict(list)
    for item in items:
        if item.get_closest_marker("drawn"):
            matrices[item.nodeid.partition("[")[0]].append(item)
    for name, rows in matrices.items():
        marker = rows[0].get_closest_marker("drawn")
        assert marker is not None
        count = marker.args[0] if marker.args else len(rows)
        drawn = [] if is_whole() else some(rows, count, name)
        for row in rows:
            if row not in drawn:
                row.add_marker(SOAK)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        report.sections.append(("chance", f"{VARIABLE}={seed()} deals the same again"))
    return report


@pytest.fixture(scope="session")
def first_tables(
    request: pytest.FixtureRequest, django_db_setup: None
) -> Iterator[psycopg.Connection[tuple[int]]]:
    """A connection that gives tables their numbers from the start: decks depend on them."""
    from django.db import connections

    told = connections["owner"].settings_dict
    with closing(
        psycopg.connect(host=told["HOST"], user=told["USER"], dbname=told["NAME"], autocommit=True)
    ) as connection:
        yield connection


@pytest.fixture(autouse=True)
def _chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Decks, bots and retries of this test by the seed, whatever has run before."""
    if request.node.get_closest_marker("django_db") is not None:
        connection = request.getfixturevalue("first_tables")
        deal_by_the_seed(request.node.nodeid, connection, monkeypatch)


def deal_by_the_seed(
    name: str, connection: psycopg.Connection[tuple[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until the patch is undone; `name` is of the test, and `connection` that of `first_tables`."""
    from games.daily import playing
    from games.moves import decks
    from games.running import absent
    from rummy.fairness import SERVER_SEED_BYTES

    connection.execute(
        "SELECT setval('games_table_id_seq', (SELECT coalesce(max(id), 0) + 1 FROM games_table),"
        " false)"
    )
    drawn = decks.TableShuffler._seed

    def by_chance(shuffler: decks.TableShuffler, number: int) -> bytes:
        if number not in shuffler.sealed and number not in shuffler.fresh:
            shuffler.fresh[number] = dice(f"{name} {shuffler.table_id} {number}").randbytes(
                SERVER_SEED_BYTES
            )
        return drawn(shuffler, number)

    monkeypatch.setattr(decks.TableShuffler, "_seed", by_chance)
    shared = dice(f"{name} {playing.__name__}")
    monkeypatch.setattr(playing, "drawn_seed", lambda: shared.randbytes(SERVER_SEED_BYTES))
    monkeypatch.setattr(absent, "DICE", dice(f"{name} {absent.__name__}"))
    random.seed(f"{seed()} {name}")
