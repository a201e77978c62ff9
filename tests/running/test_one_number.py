"""From a browser's click to a worker's act: one number, one trace, and the figures beside it."""

import json
import re
import shutil
import socket
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import pytest
from celery.app.trace import build_tracer
from celery.signals import before_task_publish
from jeton_client import Client
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from config.celery import app
from tests.clients.example import choose
from tests.running.collecting import Told, collector
from tests.running.demo import Demo, Site, a_demo, copy_prepared
from tests.running.waiting import until
from web.whence import following, whence

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def told() -> Iterator[Told]:
    with collector() as told:
        yield told


@pytest.fixture(scope="module")
def demo(told: Told, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    extra = {
        "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{told.port}",
        "OTEL_BSP_SCHEDULE_DELAY": "200",
        "LOG_LEVEL": "DEBUG",
        "LOG_FORMAT": "JSON",
    }
    data = tmp_path_factory.mktemp("traced") / "data"
    copy_prepared(data)
    shutil.rmtree(data / "logs")  # of another format
    with a_demo(data, extra=extra) as running:
        yield running


@pytest.fixture(scope="module")
def click(demo: Demo) -> str:
    return clicked(demo)


def clicked(site: Site) -> str:
    """The key of the click after which a bot is on turn, at a table where Tia plays it."""
    with Client.as_guest(f"http://127.0.0.1:{site.port}", token_name="Tia") as client:
        table = client.create_table(
            preset="gin_palast",
            seats=2,
            format="match",
            point_limit=25,
            stake_chips=0,
            name="Tia's",
        )
        client.join(table["id"])
        client.add_bot(table["id"], "casual")
        while (view := client.view(table["id"]))["legal"]:
            key = str(uuid.uuid4())
            client.act(table["id"], choose(view), expected_version=view["version"], key=key)
    return key


def steps(told: Told) -> list[Any]:
    found = []
    for path, body in told.bodies:
        assert path == "/v1/traces"
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            found += [span for scope in resource.scope_spans for span in scope.spans]
    return found


def test_a_message_carries_the_number_to_what_a_worker_does() -> None:
    headers: dict[str, str] = {}
    with following("0af7651916cd43dd8448eb211c80319c", "a click"):
        before_task_publish.send(sender="", headers=headers)
    seen: list[str] = []

    def sees() -> None:
        seen.append(whence())

    task = app.task(sees)
    as_a_worker: Any = build_tracer(task.name, task, app=cast("Any", app))
    as_a_worker("1", (), {}, {"id": "1", "is_eager": False, **headers})
    app.tasks.pop(task.name)
    assert seen == ["0af7651916cd43dd8448eb211c80319c"]


@pytest.mark.soak
def test_a_click_is_one_trace_up_to_the_workers_act(told: Told, click: str) -> None:
    number = click.replace("-", "")

    def of_the_click() -> dict[str, Any]:
        mine = [span for span in steps(told) if span.trace_id.hex() == number]
        return {span.name: span for span in reversed(mine)}

    wanted = {"play request", "batch", "wake table"}
    until(lambda: wanted <= of_the_click().keys(), what=str({s.name for s in steps(told)}))
    found = of_the_click()
    asked = found["play request"]
    assert not asked.parent_span_id
    assert found["wake table"].parent_span_id == asked.span_id
    batches = [span for span in steps(told) if span.trace_id.hex() == number]
    under = {span.parent_span_id for span in batches if span.name == "batch"}
    assert asked.span_id in under
    facts = {fact.key: fact.value for fact in found["play request"].attributes}
    assert facts["http.response.status_code"].int_value == 200


@pytest.mark.soak
def test_the_workers_log_line_has_the_number_of_the_click(demo: Demo, click: str) -> None:
    number = click.replace("-", "")

    def said() -> list[str]:
        return [line["message"] for line in lines(demo, "worker") if line.get("request") == number]

    assert re.search(r"table \d+ is woken", until(said)[0])


@pytest.mark.soak
def test_every_line_of_every_log_is_an_object(demo: Demo, click: str) -> None:
    for process, first in (("web", "uvicorn.error"), ("worker", "celery"), ("dispatcher", "")):
        assert any(line["logger"].startswith(first) for line in lines(demo, process)), process


def lines(demo: Demo, process: str) -> list[dict[str, Any]]:
    whole = (demo.data_dir / "logs" / f"{process}.log").read_text().rpartition("\n")[0]
    return [json.loads(line) for line in whole.splitlines()]


@pytest.mark.soak
def test_nothing_is_told_of_people_or_cards(told: Told, click: str) -> None:
    until(lambda: steps(told))
    allowed = {
        *("http.response.status_code", "http.route", "error.type"),
        *("jeton.batch.commands", "jeton.batch.lock_ms"),
    }
    assert {fact.key for span in steps(told) for fact in span.attributes} <= allowed
    for _path, body in told.bodies:
        for word in (b"Tia", b"127.0.0.1", b"SELECT", b"seed", b"/tables/1"):
            assert word not in body


@contextmanager
def open_stream(site: Site) -> Iterator[None]:
    with socket.create_connection(("127.0.0.1", site.port), timeout=20) as stream:
        stream.sendall(b"GET /api/v1/tables/1/events/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"x-request-id" in stream.recv(4096)
        yield


FIGURES = {
    *("jeton_batch_moves_count", "jeton_lock_seconds_count", "jeton_commit_seconds_count"),
    *("jeton_wake_seconds_count", "jeton_notification_seconds_count"),
}


def test_every_figure_of_the_play_process_is_counted_while_somebody_looks(site: Site) -> None:
    def figures() -> dict[str, float]:
        _, text = site.get("/metrics")
        return {name: float(value) for name, value in re.findall(r"^(\w+) (\S+)$", text, re.M)}

    clicked(site)
    with open_stream(site):
        until(lambda: all(figures().get(name, 0) > 0 for name in FIGURES), seconds=60)
        now = figures()
        assert now["jeton_streams"] >= 1
        assert now["jeton_batch_moves_sum"] >= now["jeton_batch_moves_count"]
        assert now["jeton_queue_depth"] >= 0
        assert 0 < now["jeton_database_connections"] < now["jeton_database_connections_max"]
