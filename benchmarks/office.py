"""The lists staff look at over a hundred thousand rows of everything: how long each takes.

Measured through Django's test client over a durable database: middleware, queries, template. The
clock's median and 95th percentile say what it is like on this machine now; the ratio is processor
time, the database's included, divided by that of a page of the same site without rows.
"""

import time
from statistics import mean
from typing import Any

from benchmarks.place import place, set_up_django
from benchmarks.processor import Processor
from benchmarks.report import Result
from benchmarks.sizes import sized

ROWS = sized(100_000, 500)
ANSWERS = sized(20, 2)
ANSWERS_LEAST = sized(5, 1)
SECONDS_PER_LIST = sized(1.0, 0.05)
REFERENCE = "/office/rights/"


def measure() -> list[Result]:
    with place() as here:
        set_up_django(here.environ)
        return _measure()


def _measure() -> list[Result]:
    from django.db import connection, connections

    from tests.backoffice.lists import every_list

    client = _house()
    client.get(REFERENCE)
    processor = Processor(connection.connection.info.backend_pid)
    _clock, reference = _answers(client, REFERENCE, processor)
    results = []
    for address in every_list():
        clock, spent = _answers(client, address, processor)
        results.append(_result(address, clock, mean(spent), mean(reference)))
    connections.close_all()
    return [*results, _worst(results)]


def _house() -> Any:
    """A full house, and the browser of somebody who may see all of it."""
    from django.conf import settings
    from django.db import connections

    from accounts.joining.players import create_player
    from backoffice.permissions import Role
    from tests.backoffice.many import fill
    from tests.backoffice.staff import browser, colleague
    from tests.pages.tables import open_table

    settings.ALLOWED_HOSTS = ["*"]
    settings.STAFF_TWO_FACTOR = False
    owner = colleague(*Role, name="Olga", database="owner")
    owner.is_superuser = True
    owner.save(using="owner", update_fields=("is_superuser",))
    open_table(create_player(name="Anna", password="rummy-evening"))  # noqa: S106
    with connections["owner"].cursor() as cursor:
        fill(cursor, rows=ROWS, actor=owner.pk)
        cursor.execute("VACUUM ANALYZE")
    return browser(owner)


def _answers(client: Any, address: str, processor: Processor) -> tuple[list[float], list[float]]:
    """Seconds by the clock and of processor time of some answers, after one that warms up."""
    clock: list[float] = []
    spent: list[float] = []
    client.get(address)
    begun = time.perf_counter()
    while len(clock) < ANSWERS:
        if len(clock) >= ANSWERS_LEAST and time.perf_counter() - begun > SECONDS_PER_LIST:
            break
        asked = time.perf_counter()
        with processor.measured() as measured:
            answer = client.get(address)
        clock.append(time.perf_counter() - asked)
        spent += measured
        if answer.status_code != 200:
            raise AssertionError(f"{address} answers {answer.status_code}")
    return clock, spent


def _result(address: str, clock: list[float], spent: float, reference: float) -> Result:
    """`spent`, `reference`: seconds of processor time per answer."""
    told = f"p95 {_at(clock, 0.95) * 1000:.0f} ms, processor {spent * 1000:.0f} ms"
    return Result(
        address.strip("/").replace("/", ".").replace(".?", "?"),
        round(_at(clock, 0.5) * 1000, 1),
        "ms",
        told,
        round(spent / reference, 2),
    )


def _at(seconds: list[float], part: float) -> float:
    return sorted(seconds)[min(len(seconds) - 1, int(part * len(seconds)))]


def _worst(results: list[Result]) -> Result:
    slowest = max(results, key=lambda result: result.value)
    return Result("office.slowest", slowest.value, "ms", f"{slowest.name}: {slowest.versus}")
