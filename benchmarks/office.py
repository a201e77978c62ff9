"""The office's pages over a hundred thousand of everything: how long each takes, in this process.

Measured through Django's test client over a durable database: middleware, queries, template. The
reference is a page of the same site without a query of its own, so that what is left is ours.
"""

from __future__ import annotations

import time
from statistics import median

from benchmarks.place import place, set_up_django
from benchmarks.report import Result

ROWS = 100_000
ROUNDS = 7
REFERENCE = "/office/rights/"


def measure() -> list[Result]:
    with place() as here:
        set_up_django(here.environ)
        return _measure()


def _measure() -> list[Result]:
    from django.conf import settings
    from django.db import connections

    from accounts.services.players import create_player
    from backoffice.permissions import Role
    from tests.backoffice.many import PAGES, fill
    from tests.backoffice.staff import browser, colleague
    from tests.pages.tables import open_table

    settings.ALLOWED_HOSTS = ["*"]
    settings.STAFF_TWO_FACTOR = False
    owner = colleague(*Role, name="Olga")
    open_table(create_player(name="Anna", password="rummy-evening"))  # noqa: S106
    with connections["owner"].cursor() as cursor:
        fill(cursor, rows=ROWS, actor=owner.pk)
        cursor.execute("ANALYZE")
    client = browser(owner)
    reference = _seconds(client, REFERENCE)
    results = []
    for address in PAGES:
        seconds = _seconds(client, address)
        results.append(
            Result(
                f"office{address.removeprefix('/office').rstrip('/') or '/home'}",
                round(seconds * 1000, 1),
                "ms",
                f"a page without rows, {reference * 1000:.0f} ms",
                round(seconds / reference, 2),
            )
        )
    connections.close_all()
    return results


def _seconds(client: object, address: str) -> float:
    """The median of some answers, the first of which warms up."""
    taken = []
    for _ in range(ROUNDS + 1):
        begun = time.perf_counter()
        answer = client.get(address)  # type: ignore[attr-defined]
        taken.append(time.perf_counter() - begun)
        if answer.status_code != 200:
            raise AssertionError(f"{address} answers {answer.status_code}")
    return median(taken[1:])
