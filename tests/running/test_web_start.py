"""The web process starts without its database, and ends when it cannot start.

What it says meanwhile is asked in test_last_words.
"""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from tests.architecture.sources import ROOT
from tests.running.demo import free_port
from tests.running.waiting import until

pytestmark = [pytest.mark.process]

NOBODY_LISTENS = 9  # the port of "discard", which no machine serves any more
SECRETS = {
    "SECRET_KEY": "a key of the tests alone, never of anything that runs",
    "SEED_KEY": "another key of the tests alone, for the shuffles",
}
Answer = tuple[int, dict[str, str], str]


def start(log: Path, *program: str, environ: Mapping[str, str]) -> subprocess.Popen[bytes]:
    with log.open("wb") as output:
        return subprocess.Popen(
            [sys.executable, *program],
            env={"PATH": os.environ["PATH"], "DATA_DIR": str(log.parent)} | dict(environ),
            cwd=ROOT,
            stdout=output,
            stderr=subprocess.STDOUT,
        )


@contextmanager
def a_web(tmp_path: Path, environ: Mapping[str, str]) -> Iterator[int]:
    """The port of a web process in this environment, as soon as it answers."""
    port = free_port()
    web = start(tmp_path / "web.log", "-m", "config.serve", environ={**environ, "PORT": str(port)})
    try:
        until(lambda: web.poll() is not None or ask(port, "/healthz")[0] == 200)
        assert web.poll() is None, (tmp_path / "web.log").read_text()
        yield port
        web.send_signal(signal.SIGTERM)
        assert web.wait(30) in (0, -signal.SIGTERM)
    finally:
        web.kill()
        web.wait()


def ask(
    port: int,
    path: str,
    *,
    method: str = "GET",
    body: str = "",
    headers: Mapping[str, str] | None = None,
) -> Answer:
    """Status, headers and text; status 0 when nobody answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    named = {"Content-Type": "application/json"} if body else {}
    try:
        connection.request(method, path, body or None, named | dict(headers or {}))
        found = connection.getresponse()
        named = {name.lower(): value for name, value in found.headers.items()}
        return found.status, named, found.read().decode()
    except (OSError, http.client.HTTPException):
        return 0, {}, ""
    finally:
        connection.close()


def test_it_serves_as_soon_as_the_database_is_there(
    tmp_path: Path, migrated_database_url: dict[str, str]
) -> None:
    """Here the database's name is unknown at first; its cluster is there already."""
    url = migrated_database_url["DATABASE_URL"]
    address = psycopg.conninfo.conninfo_to_dict(url)
    early, late = str(address["dbname"]), f"{address['dbname']}_late"
    environ = {**migrated_database_url, "DATABASE_URL": f"{url}_late"}
    with (
        psycopg.connect(host=address["host"], user="postgres", autocommit=True) as admin,
        a_web(tmp_path, environ) as port,
    ):
        assert (ask(port, "/healthz")[0], ask(port, "/readyz")[0]) == (200, 503)
        admin.execute(f'create database "{late}" template "{early}"')
        try:
            until(lambda: ask(port, "/readyz")[0] == 200)
            until(lambda: ask(port, "/api/v1/tables/1/view/")[0] == 404)
            assert ask(port, "/api/v1/guests/", method="POST", body="{}")[0] == 201
        finally:
            admin.execute(f'drop database "{late}" with (force)')


def test_a_taken_port_ends_it_with_a_status(tmp_path: Path) -> None:
    url = f"postgresql://jeton_web@127.0.0.1:{NOBODY_LISTENS}/jeton"
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        environ = {**SECRETS, "DATABASE_URL": url, "PORT": port, "LOG_FORMAT": "JSON"}
        web = start(tmp_path / "web.log", "-m", "config.serve", environ=environ)
        try:
            assert web.wait(60) > 0
        finally:
            web.kill()
    said = [json.loads(line)["message"] for line in (tmp_path / "web.log").open()]
    assert any("address already in use" in words.lower() for words in said)


STUBBORN = """
import asyncio, threading
import uvicorn
from config import serve

async def deaf():
    while True:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            pass

async def application(scope, receive, send):
    await receive()
    application.task = asyncio.create_task(deaf())
    threading.Thread(target=threading.Event().wait).start()
    await asyncio.sleep(0)
    await send({"type": "lifespan.startup.failed", "message": "no luck"})

serve.END_SECONDS = 0.5
serve.Server(uvicorn.Config(application, port=0, lifespan="on")).run()
"""


def test_what_does_not_let_go_cannot_keep_a_failed_start_alive(tmp_path: Path) -> None:
    environ = {**SECRETS, "DATABASE_URL": "postgresql://127.0.0.1:9/jeton"}
    web = start(tmp_path / "web.log", "-c", STUBBORN, environ=environ)
    try:
        assert web.wait(60) > 0
    finally:
        web.kill()
    assert "no luck" in (tmp_path / "web.log").read_text()
