"""`deploy/` names only settings, metrics, addresses and limits that the platform has."""

import json
import re

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands
from prometheus_client import CollectorRegistry, generate_latest

from backoffice.figures import metrics
from config.env import SOCKET_VARIABLE
from config.serving.bodies import BODY_BYTES_MAX, BODY_SECONDS
from config.serving.protocol import HEAD_BYTES_MAX, HEAD_SECONDS
from games.live import app
from tests.architecture.sources import ROOT
from tests.deploying.files import DEPLOY
from web.measures import MEASURES

OF_OTHERS = {
    *("PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "PATH", "POSTGRES_PASSWORD_FILE"),
    SOCKET_VARIABLE,
}
UNITS = sorted(path.name for path in (DEPLOY / "systemd").glob("*.service"))
ENVIRONMENTS = sorted(path.name for path in (DEPLOY / "systemd").glob("*.env"))


def documented() -> set[str]:
    page = (ROOT / "docs" / "settings.md").read_text()
    return set(re.findall(r"^\| `([A-Z_]+)` \|", page, re.MULTILINE))


def set_in_deploy() -> set[str]:
    """All names of variables that a unit, an environment file or a container sets."""
    found: set[str] = set()
    for name in ENVIRONMENTS:
        text = (DEPLOY / "systemd" / name).read_text()
        found |= set(re.findall(r"^([A-Z_]+)=", text, re.MULTILINE))
    for name in UNITS:
        for line in (DEPLOY / "systemd" / name).read_text().splitlines():
            if line.startswith("Environment="):
                found |= set(re.findall(r"\b([A-Z][A-Z_]+)=", line.removeprefix("Environment=")))
    for line in (DEPLOY / "containers" / "Containerfile").read_text().splitlines():
        if line.startswith("ENV "):
            found |= set(re.findall(r"\b([A-Z_]+)=", line))
    compose = yaml.safe_load((DEPLOY / "containers" / "compose.yaml").read_text())
    for service in compose["services"].values():
        found |= set(service.get("environment", {}))
    return found


def test_every_setting_is_one_of_the_settings_page() -> None:
    named = {name.removesuffix("_FILE") for name in set_in_deploy() - OF_OTHERS}
    assert {"DATABASE_URL", "SECRET_KEY", "METRICS_DIR"} <= named
    assert named <= documented()


def test_what_units_and_containers_run_is_there() -> None:
    texts = [(DEPLOY / "systemd" / name).read_text() for name in UNITS]
    texts.append((DEPLOY / "containers" / "compose.yaml").read_text())
    commands = {name for text in texts for name in re.findall(r"manage\.py (\w+)", text)}
    assert commands == {"dispatcher", "backup", "restore"}
    assert commands <= set(get_commands())
    assert {m for text in texts for m in re.findall(r"-[mA] (config\.\w+)", text)} == {
        "config.serve",
        "config.celery",
    }


def test_the_target_starts_every_unit() -> None:
    target = (DEPLOY / "systemd" / "jeton@.target").read_text()
    wanted = set(re.findall(r"(jeton-\w+@)%i\.(?:service|timer)", target))
    assert wanted == {name.removesuffix(".service") for name in UNITS}


def test_units_differ_only_in_who_runs_what() -> None:
    """The sandbox of one is the sandbox of all."""
    sandboxes = {
        (DEPLOY / "systemd" / name)
        .read_text()
        .partition("# What it may not do")[2]
        .partition("\n[Install]")[0]
        .strip()
        for name in UNITS
    }
    assert len(sandboxes) == 1


@pytest.fixture
def measured() -> set[str]:
    """The names of all series that `/metrics` may show."""
    registry = CollectorRegistry()
    measures = [measure.collector for measure in MEASURES]
    for own in (
        *(metrics.REQUESTS, metrics.SECONDS, metrics.TASK_SECONDS, metrics.TASK_FAILURES),
        *measures,
    ):
        registry.register(own)
    metrics.REQUESTS.labels("play", "2xx")
    metrics.SECONDS.labels("play")
    metrics.TASK_SECONDS.labels("none")
    metrics.TASK_FAILURES.labels("none")
    shown = set(re.findall(r"^(jeton_\w+)", generate_latest(registry).decode(), re.MULTILINE))
    gauges = {
        f"jeton_{name}"
        for name, _ in (*metrics.FIGURES, *metrics.WATCHED, metrics.REPLICA, metrics.QUEUE)
    }
    return shown | gauges | {"jeton_database_up"}


def asked() -> list[str]:
    """All questions of the alert rules and of the dashboard."""
    rules = yaml.safe_load((DEPLOY / "watching" / "rules.yml").read_text())
    board = json.loads((DEPLOY / "watching" / "grafana.json").read_text())
    alerts = [rule["expr"] for group in rules["groups"] for rule in group["rules"]]
    panels = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    assert alerts
    assert panels
    return alerts + panels


def test_every_metric_is_one_that_the_platform_has(measured: set[str]) -> None:
    named = {name for question in asked() for name in re.findall(r"\bjeton_\w+", question)}
    assert named - measured == set()
    assert {
        name for name, _ in (*metrics.FIGURES, *metrics.WATCHED, metrics.REPLICA, metrics.QUEUE)
    } <= {n.removeprefix("jeton_") for n in named}


def test_every_door_that_is_asked_for_is_one() -> None:
    doors = {door for q in asked() for door in re.findall(r'door!?="(\w+)"', q)}
    assert doors
    assert doors <= set(metrics.DOORS)


def test_proxies_take_what_the_platform_takes() -> None:
    nginx = (DEPLOY / "proxy" / "nginx.conf").read_text()
    haproxy = (DEPLOY / "proxy" / "haproxy.cfg").read_text()
    caddy = (DEPLOY / "proxy" / "Caddyfile").read_text()
    assert BODY_BYTES_MAX == 1024 * 1024
    assert "client_max_body_size 1m;" in nginx
    assert f"hdr_val(content-length) gt {BODY_BYTES_MAX} " in haproxy
    assert "max_size 1MiB" in caddy
    assert HEAD_BYTES_MAX == 4 * 16 * 1024
    assert "large_client_header_buffers 4 16k;" in nginx
    assert f"tune.bufsize {HEAD_BYTES_MAX + 1024}" in haproxy
    assert f"client_body_timeout {BODY_SECONDS:.0f}s;" in nginx
    assert f"client_header_timeout {HEAD_SECONDS:.0f}s;" in nginx
    assert f"timeout http-request {HEAD_SECONDS:.0f}s" in haproxy


def test_nginx_holds_back_no_byte_of_any_stream() -> None:
    nginx = (DEPLOY / "proxy" / "nginx.conf").read_text()
    found = re.search(r"location ~ (\S+events\S+) \{\n +proxy_buffering off;", nginx)
    assert found
    guests = [route for guest in app._guests for route in guest.routes]
    streams = [r for r in (*app.ROUTES, *guests) if r.pattern.pattern.endswith("events/")]
    assert len(streams) >= 2
    for route in streams:
        path = route.pattern.pattern.replace("([0-9]{1,18})", "17")
        assert re.search(found[1], path), path


def test_poolers_give_roles_the_timeouts_that_settings_have() -> None:
    sql = (DEPLOY / "database" / "roles.sql").read_text()
    for name, seconds in (
        ("lock_timeout", settings.LOCK_TIMEOUT_SECONDS),
        ("statement_timeout", settings.STATEMENT_TIMEOUT_SECONDS),
    ):
        assert sql.count(f"SET {name} = '{seconds}s'") == 2
