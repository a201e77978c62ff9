"""A platform as `make demo` starts it, for tests that ask it from outside and hurt it."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from config.embedded.places import Places
from tests.architecture.sources import ROOT
from tests.running.waiting import until

# Tests ask faster than people do, and all from one address.
UNHURRIED = {"MOVES_PER_SECOND_MAX": "1000", "GUESTS_PER_HOUR_MAX": "10000"}


@dataclass(slots=True)
class Demo:
    """A running `manage.py demo` and where it is."""

    process: subprocess.Popen[bytes]
    port: int
    data_dir: Path
    output: Path

    def get(self, path: str) -> tuple[int, str]:
        """Status and text of a page; status 0 when nobody answers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            connection.close()

    def processes(self, *, generations: int = 3) -> dict[int, str]:
        """The processes below the supervisor, by number; of one generation its own children."""
        listing = ["ps", "-A", "-ww", "-o", "pid=,ppid=,args="]
        shown = subprocess.run(listing, capture_output=True, text=True, check=True)
        rows = [line.split(maxsplit=2) for line in shown.stdout.splitlines()]
        found: dict[int, str] = {}
        parents = {self.process.pid}
        for _ in range(generations):
            born = {int(pid): " ".join(rest) for pid, up, *rest in rows if int(up) in parents}
            parents = set(born)
            found |= born
        return found

    def child(self, pattern: str) -> int:
        """The number of the supervisor's child whose command line has the pattern, 0 if none."""
        children = self.processes(generations=1).items()
        return next((pid for pid, args in children if re.search(pattern, args)), 0)

    def kill(self, pattern: str) -> int:
        """`kill -9` to that process; its number."""
        pid = until(lambda: self.child(pattern), what=pattern)
        os.kill(pid, signal.SIGKILL)
        return pid

    def stop(self, with_signal: int = signal.SIGINT) -> int:
        self.process.send_signal(with_signal)
        return self.process.wait(40)


@contextmanager
def a_demo(data_dir: Path, *, port: int = 0) -> Iterator[Demo]:
    """Started, and answering; stopped at the end whatever happened."""
    demo = launch(data_dir, port=port)
    try:
        until(lambda: running(demo), seconds=90, what=f"the demo; see {demo.output}")
        yield demo
    finally:
        if demo.process.poll() is None:
            demo.stop()
        shutil.rmtree(Places(data_dir).socket_dir, ignore_errors=True)


def launch(data_dir: Path, *, port: int = 0) -> Demo:
    """Started only; it may yet refuse."""
    port = port or free_port()
    output = data_dir.with_name(f"{data_dir.name}-{port}.out")
    kept = {key: value for key, value in os.environ.items() if not key.endswith("_URL")}
    with output.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "demo"],
            env=kept | UNHURRIED | {"DATA_DIR": str(data_dir), "PORT": str(port)},
            cwd=ROOT,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    return Demo(process, port, data_dir, output)


def running(demo: Demo) -> bool:
    said = demo.output.read_text()
    assert demo.process.poll() is None, said
    return "Jeton is running" in said


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
