"""The platform's Celery with tasks of the tests' own, for a real worker to run."""

import os
import time
from pathlib import Path

from config.broker import autoscaling
from config.celery import app

if seconds := os.environ.get("TEST_VISIBILITY_SECONDS"):
    app.conf.broker_transport_options["visibility_timeout"] = int(seconds)

if rest := os.environ.get("TEST_REST_SECONDS"):
    autoscaling.REST_SECONDS = float(rest)


@app.task(name="tests.note")
def note(path: str, line: str) -> None:
    """Write down that it ran."""
    with Path(path).open("a") as file:
        file.write(f"{line}\n")


@app.task(name="tests.note_slowly")
def note_slowly(path: str, seconds: float) -> None:
    """Write down when it begins and when it ends."""
    note(path, "begun")
    time.sleep(seconds)
    note(path, "done")


@app.task(name="tests.meet")
def meet(path: str, line: str, others: int) -> None:
    """Write down that it runs, and end when so many do."""
    note(path, line)
    while len(Path(path).read_text().splitlines()) < others:
        time.sleep(0.02)
