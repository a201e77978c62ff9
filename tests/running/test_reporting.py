"""Faults told to a server like Sentry: that they are, and what is not told with them."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.architecture.sources import ROOT
from tests.running.collecting import Told, collector

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
def told() -> Iterator[Told]:
    with collector() as told:
        yield told


def address(told: Told) -> str:
    return f"http://key@127.0.0.1:{told.port}/1"


def test_a_fault_is_told_without_what_it_was_about(told: Told) -> None:
    environ = {
        **os.environ,
        "SENTRY_DSN": address(told),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    done = subprocess.run(
        [sys.executable, "-c", FAULT], cwd=ROOT, env=environ, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    ((_path, sent),) = told.bodies
    body = sent.decode()
    event = json.loads(body.splitlines()[2])
    assert event["release"].startswith("jeton@")
    assert event["tags"] == {"request": "r-17"}
    (fault,) = event["exception"]["values"]
    assert fault["type"] == "ValueError"
    assert [frame["function"] for frame in fault["stacktrace"]["frames"]][-1] == "play"
    for secret in ("Anna", "jeton_abc", "hush", "Qs", "Ks", "vars"):
        assert secret not in body, body[max(0, body.find(secret) - 200) :][:400]


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    ("variable", "library", "extra"),
    [
        ("SENTRY_DSN", "sentry_sdk", "sentry"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "opentelemetry.sdk", "otel"),
    ],
)
def test_without_the_library_it_says_what_to_install(
    told: Told, variable: str, library: str, extra: str
) -> None:
    hidden = f"import sys; sys.modules['{library}'] = None; import django; django.setup()"
    environ = {
        **os.environ,
        variable: address(told),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    done = subprocess.run(
        [sys.executable, "-c", hidden], cwd=ROOT, env=environ, capture_output=True, text=True
    )
    assert f"install jeton[{extra}]" in done.stderr
