"""Why it is slow: what the page and the API say is what was counted."""

import datetime as dt
import re

import psycopg
import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client import CollectorRegistry

from accounts.joining.players import create_guest
from backoffice.figures import metrics
from backoffice.figures.speed import speed
from backoffice.models import MinuteFigures
from games.models import Heartbeat, Table, TableStatus
from games.tables.opening import create_table
from games.tables.terms import TableOffer
from tests.backoffice.staff import colleague
from web.database.patience import connection_parameters


@pytest.mark.django_db
def test_tasks_stand_by_what_they_take_with_the_bounds_of_their_buckets() -> None:
    before = {one.name: one.runs for one in speed().tasks}
    for seconds in (0.004, 0.004, 0.004, 4.0):
        metrics.TASK_SECONDS.labels("tests.slow").observe(seconds)
    found = {one.name: one for one in speed().tasks}["tests.slow"]
    assert found.runs == before.get("tests.slow", 0) + 4
    assert (found.p50_ms, found.p99_ms) == (5.0, 5000.0)
    assert 0 < found.share <= 1


@pytest.mark.parametrize(
    ("buckets", "share", "found"),
    [
        ([], 0.5, None),
        ([(0.1, 0.0), (1.0, 0.0)], 0.5, None),
        ([(1.0, 4.0), (0.1, 1.0)], 0.25, 100.0),
        ([(0.1, 1.0), (1.0, 4.0)], 0.5, 1000.0),
        ([(0.1, 1.0), (float("inf"), 2.0)], 0.99, None),
    ],
)
def test_a_quantile_is_the_bound_of_the_bucket_it_lies_in(
    buckets: list[tuple[float, float]], share: float, found: float | None
) -> None:
    assert metrics.quantile(buckets, share) == found


@pytest.mark.django_db
def test_the_page_shows_the_last_minutes_and_the_largest_tables(client: Client) -> None:
    figures = {"requests": 1200, "errors": 3, "latency_p50_ms": 5.0, "latency_p95_ms": None}
    MinuteFigures.objects.create(at=timezone.now() - dt.timedelta(minutes=1), figures=figures)
    client.force_login(colleague("director"))
    page = client.get("/office/speed/", headers={"accept-language": "en"}).content.decode()
    assert re.search(r">1,200</td>\s*<td[^>]*>3</td>", page)
    assert "Nobody is waiting for anybody." in page
    assert 'lang="en">games_table' in page


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_it_names_the_late_table_the_long_statement_and_who_lives(client: Client) -> None:
    """And nothing of what the statement writes: hands lie in it."""
    table = create_table(player=create_guest(), offer=TableOffer(stake_chips=10))
    ago = timezone.now() - dt.timedelta(seconds=7)
    Table.objects.filter(pk=table.pk).update(status=TableStatus.PLAYING, wake_at=ago)
    Heartbeat.objects.update_or_create(service="play", defaults={"beat_at": ago})
    with psycopg.connect(**connection_parameters()) as other:
        other.execute("SELECT 'Qs Ks', 1234, pg_sleep(1.1)")
        found = speed()
        client.force_login(colleague("director"))
        page = client.get("/office/speed/", headers={"accept-language": "en"}).content.decode()
    assert [one.table for one in found.late] == [table.pk]
    assert f'">Table {table.pk}</a>, for ' in page
    (statement,) = (one for one in found.statements if "pg_sleep" in one.doing)
    assert statement.doing == "SELECT ?, ?, pg_sleep(?.?)"
    assert statement.state == "idle in transaction"
    assert "pg_sleep(?.?)" in page
    assert {one.name for one in found.processes if one.seconds >= 7} == {"play"}


@pytest.mark.django_db
def test_measurements_are_gathered_once_for_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    gathered = []
    gather = metrics._registry

    def counted() -> CollectorRegistry:
        gathered.append(1)
        return gather()

    monkeypatch.setattr(metrics, "_registry", counted)
    speed()
    assert gathered == [1]
