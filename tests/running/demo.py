"""A platform as `make demo` starts it, for tests that ask it from outside and hurt it.

Setting one up from nothing takes most of its start, and each that runs costs its idle turns. So
the processes of one run of tests share `shared_site()`, which nobody may hurt; a test that wants
`a_demo` of its own starts from a copy of data prepared once, unless its subject is the beginning.
"""

import fcntl
import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from config.embedded.places import Places
from config.embedded.processes import command_of
from config.postgresql.addresses import VARIABLES
from tests.architecture.sources import ROOT
from tests.running.waiting import until

# Tests ask faster than people do, and all from one address; one show for those who watch is enough.
UNHURRIED = {
    "SHOW_TABLES": "1",
    "DAILY_GAMES": "none",
    "MOVES_PER_SECOND_MAX": "1000",
    "VIEWS_PER_SECOND_MAX": "1000",
    "GUESTS_PER_HOUR_MAX": "10000",
    "WELCOMES_PER_DAY_MAX": "10000",
}
# Names the run of tests, by the process that started it, to all of its processes.
RUN = "JETON_TEST_RUN"
PREFIX = "jeton-test-"
# Half a minute alone; many times that beside much else.
START_SECONDS = 500


@dataclass(slots=True, kw_only=True)
class Site:
    """Where a platform runs, for those who only ask it from outside."""

    port: int
    data_dir: Path
    output: Path
    # Where its database is not the embedded one: the variables that name it.
    database: Mapping[str, str] = field(default_factory=dict)

    def dsn(self, role: str) -> str:
        """Into its database, as that role."""
        given = self.database.get(VARIABLES.get(role, ""))
        return given or Places(self.data_dir).dsn(role)

    def environ(self, role: str | None) -> dict[str, str]:
        """For a command beside it, which knows one role's password, or without one all."""
        kept = {key: value for key, value in os.environ.items() if not key.endswith("_URL")}
        own = {"EMBEDDED_DATABASE_URL": self.dsn(role)} if role and not self.database else {}
        return kept | {"DATA_DIR": str(self.data_dir)} | own | dict(self.database)

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        """Status and text of a page; status 0 when nobody answers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            connection.close()


@dataclass(slots=True, kw_only=True)
class Demo(Site):
    """A running `manage.py demo` of one's own, to be hurt at will."""

    process: subprocess.Popen[bytes]

    def processes(self, *, generations: int = 3) -> dict[int, str]:
        """The processes below the supervisor, by number; of one generation its own children."""
        return processes_below(self.process.pid, generations=generations)

    def child(self, pattern: str) -> int:
        """The process that is watched and whose command line has the pattern, 0 if there is none.

        A child of the supervisor, or of its fork server.
        """
        children = self.processes(generations=2).items()
        return next((pid for pid, args in children if re.search(pattern, args)), 0)

    def kill(self, pattern: str) -> int:
        """`kill -9` to that process; its number."""
        return until(lambda: self._killed(self.child(pattern)), what=pattern)

    def _killed(self, pid: int) -> int:
        """Its number; 0 if there is none, or it came to its own end just before."""
        if pid:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                return 0
        return pid

    def stop(self, with_signal: int = signal.SIGINT) -> int:
        self.process.send_signal(with_signal)
        return self.process.wait(40)


def processes_below(pid: int, *, generations: int) -> dict[int, str]:
    """Command lines of the processes that it, and those that these, have started, by number."""
    listing = ["ps", "-A", "-ww", "-o", "pid=,ppid=,args="]
    shown = subprocess.run(listing, capture_output=True, text=True, check=True)
    rows = [line.split(maxsplit=2) for line in shown.stdout.splitlines()]
    found: dict[int, str] = {}
    parents = {pid}
    for _ in range(generations):
        born = {int(one): " ".join(rest) for one, up, *rest in rows if int(up) in parents}
        parents = set(born)
        found |= born
    return found


@contextmanager
def a_demo(
    data_dir: Path,
    *,
    port: int = 0,
    from_nothing: bool = False,
    extra: Mapping[str, str] | None = None,
) -> Iterator[Demo]:
    """Started, and answering, with `extra` variables; stopped at the end whatever happened."""
    if not from_nothing and not data_dir.exists() and RUN in os.environ:
        copy_prepared(data_dir)
    with _started(data_dir, port, extra) as demo:
        yield demo


def copy_prepared(data_dir: Path) -> None:
    """Data of a platform that has been started once."""
    with alone() as home:
        subprocess.run(["cp", "-a", str(_prepared(home)), str(data_dir)], check=True)


def shared_site() -> Site:
    """The one platform of this run of tests; `end_run` stops it."""
    with alone() as home:
        site = home / "site"
        if not site.exists():
            data_dir = home / "shared"
            subprocess.run(["cp", "-a", str(_prepared(home)), str(data_dir)], check=True)
            # Bots that play for nobody would take a tenth of a processor for the whole run.
            demo = launch(data_dir, extra={"DAILY_GAMES": "gin_palast", "SHOW_TABLES": "0"})
            site.write_text(f"{demo.process.pid} {demo.port} {demo.output}")
            until(
                lambda: running(demo),
                seconds=START_SECONDS,
                what=f"the platform; see {demo.output}",
            )
    _, port, output = site.read_text().split()
    return Site(port=int(port), data_dir=home / "shared", output=Path(output))


def end_run(run: int) -> None:
    """Stop what that run of tests left running, and remove what it wrote."""
    for home in Path(tempfile.gettempdir()).glob(f"{PREFIX}{run}-*"):
        if (home / "site").exists():
            pid = int((home / "site").read_text().split()[0])
            if "manage.py demo" in command_of(pid):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGINT)
                until(lambda: not command_of(pid), seconds=40)  # noqa: B023
            _forget_sockets(home / "shared")
        shutil.rmtree(home, ignore_errors=True)


def end_abandoned_runs() -> None:
    """The same for runs that were killed."""
    for left in Path(tempfile.gettempdir()).glob(f"{PREFIX}*-*"):
        run = left.name.removeprefix(PREFIX).partition("-")[0]
        if run.isdigit() and not command_of(int(run)):
            end_run(int(run))


@contextmanager
def alone() -> Iterator[Path]:
    """What the run's processes share, for one of them at a time."""
    home = Path(tempfile.gettempdir()) / f"{PREFIX}{os.environ[RUN]}-running"
    home.mkdir(mode=0o700, exist_ok=True)
    with (home / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield home


def _prepared(home: Path) -> Path:
    """Data as the first start of a platform leaves it, which is the run's proof that it starts."""
    if not (home / "prepared").exists():
        with _started(home / "data", 0) as demo:
            assert demo.stop() == 0
        (home / "prepared").touch()
    return home / "data"


def _forget_sockets(data_dir: Path) -> None:
    """And what it has counted: neither lies in its data."""
    places = Places(data_dir)
    for folder in (places.socket_dir, places.metrics):
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _started(data_dir: Path, port: int, extra: Mapping[str, str] | None = None) -> Iterator[Demo]:
    demo = launch(data_dir, port=port, extra=extra)
    try:
        until(lambda: running(demo), seconds=START_SECONDS, what=f"the demo; see {demo.output}")
        yield demo
    finally:
        if demo.process.poll() is None:
            demo.stop()
        _forget_sockets(data_dir)


def launch(
    data_dir: Path,
    *,
    port: int = 0,
    extra: Mapping[str, str] | None = None,
    program: Sequence[str] = (sys.executable, str(ROOT / "manage.py")),
    word: str = "demo",
) -> Demo:
    """Started only; it may yet refuse."""
    port = port or free_port()
    output = data_dir.with_name(f"{data_dir.name}-{port}.out")
    kept = {key: value for key, value in os.environ.items() if not key.endswith("_URL")}
    with output.open("wb") as file:
        process = subprocess.Popen(
            [*program, word],
            env=kept
            | UNHURRIED
            | {"DATA_DIR": str(data_dir), "PORT": str(port)}
            | dict(extra or {}),
            cwd=data_dir.parent,  # wherever somebody stands
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    return Demo(process=process, port=port, data_dir=data_dir, output=output)


def running(demo: Demo) -> bool:
    said = demo.output.read_text()
    assert demo.process.poll() is None, said
    return "Jeton is running" in said


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
