"""Faults told to a server like Sentry: that they are, and what is not told with them."""

import gzip
import http.server
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from tests.architecture.sources import ROOT

pytestmark = pytest.mark.process
# A fault in the middle of what is nobody's business, by code and by log.
FAULT = """
import logging, django; django.setup()
import sentry_sdk
from web.whence import CONTEXT
CONTEXT.set({"request": "r-17", "player": "Anna Berg"})
def play(hand, token):
    raise ValueError(f"nobody can lay {hand} with {token} of password=hush")
try:
    play(["Qs", "Ks"], "jeton_abcdefghijklmnopqrstu")
except ValueError:
    logging.getLogger("games").exception("a fault while Qs Ks was played")
sentry_sdk.flush(20)
"""


@pytest.fixture
def told() -> Iterator[tuple[str, list[str]]]:
    """An address to tell faults to, and the bodies that came."""
    bodies: list[str] = []

    class Taking(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            packed = self.headers.get("Content-Encoding") == "gzip"
            bodies.append((gzip.decompress(body) if packed else body).decode())
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Taking) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://key@127.0.0.1:{server.server_address[1]}/1", bodies
        server.shutdown()


def test_a_fault_is_told_without_what_it_was_about(told: tuple[str, list[str]]) -> None:
    dsn, bodies = told
    environ = {**os.environ, "SENTRY_DSN": dsn, "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "-c", FAULT], cwd=ROOT, env=environ, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    (body,) = bodies
    event = json.loads(body.splitlines()[2])
    assert event["release"].startswith("jeton@")
    assert event["tags"] == {"request": "r-17"}
    (fault,) = event["exception"]["values"]
    assert fault["type"] == "ValueError"
    assert [frame["function"] for frame in fault["stacktrace"]["frames"]][-1] == "play"
    for secret in ("Anna", "jeton_abc", "hush", "Qs", "Ks", "vars"):
        assert secret not in body, body[max(0, body.find(secret) - 200) :][:400]


def test_without_the_library_it_says_what_to_install(told: tuple[str, list[str]]) -> None:
    hidden = "import sys; sys.modules['sentry_sdk'] = None; import django; django.setup()"
    environ = {**os.environ, "SENTRY_DSN": told[0], "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "-c", hidden], cwd=ROOT, env=environ, capture_output=True, text=True
    )
    assert "install jeton[sentry]" in done.stderr
