"""The whole platform in one foreground process: database, web, worker and dispatcher.

Start it again on the same data directory and everything is still there. However it ends, nothing
keeps running: Ctrl-C stops in order, and a `kill -9` is noticed by the kernel on our behalf.
"""

import http.client
import os
import shutil
import signal
import socket
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from types import FrameType

import psycopg
from django.conf import settings

from config import env
from config.embedded.binaries import PostgresUnavailable
from config.embedded.lock import DataDirectoryInUse, hold
from config.embedded.places import UnusablePlace
from config.embedded.platform import set_up, start_database
from config.embedded.server import Server
from config.supervisor import processes
from config.supervisor.children import Child, stop_all
from config.supervisor.forking import begin_loading, fork, kill_server
from config.supervisor.screen import Screen

_WATCH_SECONDS = 0.2
_ASK_DATABASE_LOOKS = 10
_DATABASE_MISSES_MAX = 3
_RESTART_SECONDS = 10
_START_SECONDS = 120
RENEW = signal.SIGUSR1  # SIGHUP comes when a terminal is closed


class CannotStart(Exception):
    """The platform cannot start here; the message says why and what to do."""


class StopRequested(BaseException):
    """A signal came while nothing was running yet that would have to be stopped in order."""


@contextmanager
def _or_cannot_start(words: str = "") -> Iterator[None]:
    """Raises CannotStart: what stands against it, behind these words where the system says it."""
    try:
        yield
    except DataDirectoryInUse as error:
        raise CannotStart(f"{error}; set DATA_DIR to run a second copy") from None
    except (PostgresUnavailable, UnusablePlace) as error:
        raise CannotStart(str(error)) from None
    except OSError as error:
        raise CannotStart(f"{words}{error}") from None


class Platform:
    """Runs until it is told to stop."""

    def __init__(self, *, reload: bool = False, is_demo: bool = True) -> None:
        self.reload = reload
        self.is_demo = is_demo
        self.screen = Screen()
        self.stopping = threading.Event()
        self.renewing = threading.Event()
        # While tables are made and filled, stopping does not wait: each step is a transaction.
        self.preparing = False
        self.server: Server | None = None
        self.children: list[Child] = []
        self.looks = 0
        self.database_misses = 0

    def run(self) -> None:
        """Start everything, say where it is, watch it, stop it. Raises CannotStart."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._stop)
        signal.signal(RENEW, lambda number, frame: self.renewing.set())
        with ExitStack() as stack:
            # Whatever may stand against it is looked at before anything is written.
            try:
                listening = stack.enter_context(self._listen())
            except CannotStart:
                self._require_not_running()
                raise
            with _or_cannot_start():
                settings.PLACES.require_usable()
                stack.enter_context(hold(settings.PLACES.lock))
            stack.callback(self._shut_down)
            self._start_database()
            try:
                log_ins = self._prepare(self._webs(listening))
            except StopRequested:
                return
            webs = list(self.children)
            self._start(processes.background())
            if self._wait_for_webs(webs):
                self._welcome(log_ins)
            while not self.stopping.wait(_WATCH_SECONDS):
                self._watch()
                if self.renewing.is_set():
                    self.renewing.clear()
                    self._renew()

    def _require_not_running(self) -> None:
        """Where the port is taken, it may well be by ourselves. Raises CannotStart."""
        if settings.PLACES.lock.exists():
            with _or_cannot_start(), hold(settings.PLACES.lock):
                pass

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping.set()
        if self.preparing:
            self.preparing = False
            raise StopRequested

    def _listen(self) -> socket.socket:
        """The one listening socket. It belongs to us, so web processes may come and go."""
        if fault := env.fault_of_host(settings.HOST):
            raise CannotStart(fault)
        family = socket.AF_INET6 if ":" in settings.HOST else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((settings.HOST, settings.PORT))
            listening.listen(4096)
        except OSError as error:
            listening.close()
            raise CannotStart(
                f"port {settings.PORT} on {settings.HOST} cannot be used "
                f"({error.strerror or error}); set PORT to another one"
            ) from None
        return listening

    def _start_database(self) -> None:
        settings.PLACES.logs.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Numbers of processes that are gone belong to nobody.
        shutil.rmtree(settings.PLACES.metrics, ignore_errors=True)
        settings.PLACES.metrics.mkdir(mode=0o700, parents=True)
        with _or_cannot_start("PostgreSQL cannot be set up: "):
            server = set_up(settings.PLACES) if settings.EMBEDDED else None
            with _or_cannot_start("the platform cannot be loaded: "):
                begin_loading(processes.told(role=None))  # secrets are kept from here on
            if server is not None:
                with self.screen.step("PostgreSQL"):
                    self.server = start_database(settings.PLACES, server)

    @contextmanager
    def _interruptible(self) -> Iterator[None]:
        """Raises StopRequested as soon as we are told to stop meanwhile."""
        self.preparing = True
        try:
            if self.stopping.is_set():
                raise StopRequested
            yield
        finally:
            self.preparing = False

    def _prepare(self, webs: Sequence[Child]) -> str:
        """Tables, then what the demo shows, while web loads; the log-ins to tell."""
        if self.stopping.is_set():
            raise StopRequested
        log = settings.PLACES.logs / "prepare.log"
        log.write_bytes(b"")
        ours, its = socket.socketpair()
        preparing = None
        try:
            with ours, ours.makefile("r") as told:
                with self.screen.step("Tables and migrations"):
                    # Not to be interrupted, or it might have begun without our knowing.
                    is_seen = self.screen.console.is_terminal and not self.is_demo
                    with _or_cannot_start():
                        preparing = fork(
                            processes.preparing(log, its, is_demo=self.is_demo, is_seen=is_seen)
                        )
                    its.close()
                    with self._interruptible():
                        are_made = any(line.strip() == processes.TABLES_MADE for line in told)
                if are_made:
                    self._start(webs)
                    with (
                        self._interruptible(),
                        self.screen.step("Players and tables"),
                    ):
                        log_ins = told.read()
                        preparing.wait()
            if not are_made or preparing.returncode:
                raise CannotStart(f"the platform cannot be prepared:\n{log.read_text().strip()}")
        finally:
            if preparing is not None:
                preparing.kill()
                preparing.wait()
        return log_ins

    def _webs(self, listening: socket.socket) -> Sequence[Child]:
        if not self.reload:
            return processes.webs(listening)
        listening.close()
        return [processes.reloading_web()]

    def _start(self, children: Iterable[Child]) -> None:
        for child in children:
            self.children.append(child)
            with _or_cannot_start(f"{child.name} cannot be started: "):
                child.start()

    def _wait_for_webs(self, webs: Sequence[Child]) -> bool:
        """Until the address answers. False when we were told to stop meanwhile."""
        deadline = time.monotonic() + _START_SECONDS
        with self.screen.step("Worker, clock, web"):
            while not self.stopping.wait(0.1):
                if self._answer(webs):
                    return True
                self._watch()
                worst = max(webs, key=lambda web: web.crashes)
                if worst.crashes >= 3 or time.monotonic() > deadline:
                    raise CannotStart(f"the web process does not answer:\n{worst.log_end()}")
        return False

    def _answer(self, webs: Sequence[Child]) -> bool:
        if any(web.signs is not None and not web.signs.heard for web in webs):
            return False  # a process that hangs would only keep us waiting
        host = "127.0.0.1" if settings.HOST in ("0.0.0.0", "") else settings.HOST  # noqa: S104
        connection = http.client.HTTPConnection(host, settings.PORT, timeout=5)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def _watch(self) -> None:
        """Start again what went down or hangs; the database first, the others need it."""
        self._tend_database()
        for child in self.children:
            if line := child.tend():
                self.screen.note(f"{line} (see {child.log})")

    def _renew(self) -> None:
        """Restart one process after another: the next one when the last one is up.

        Who wants to be let in meanwhile waits at the listening socket, which is ours, or is served
        by others. What does not come up is tried again, and no other one is ended for it.
        """
        for child in self.children:
            self.screen.note(child.renew())
            deadline = time.monotonic() + _START_SECONDS
            while not child.is_up:
                if self.stopping.wait(0.1):
                    return
                self._watch()
                if child.crashes or time.monotonic() > deadline:
                    self.screen.note(f"{child.name} does not come up; the others stay as they are")
                    return

    def _tend_database(self) -> None:
        server = self.server
        if server is None or server.process is None:
            return
        self.looks += 1
        if server.process.poll() is None:
            if self.looks % _ASK_DATABASE_LOOKS:
                return
            self.database_misses = 0 if server.answers() else self.database_misses + 1
            if self.database_misses < _DATABASE_MISSES_MAX:
                return
            self.screen.note("PostgreSQL does not answer and is ended")
            server.end()
        self.database_misses = 0
        self.screen.note("PostgreSQL went down; it recovers now")
        try:
            server.start(seconds=_RESTART_SECONDS)
        except PostgresUnavailable as error:  # what it lacks may come; the others wait for it
            self.screen.note(f"{error}\nIt is tried again (see {server.log})")

    def _welcome(self, log_ins: str) -> None:
        addresses = [settings.PUBLIC_URL]
        if settings.HOST == "0.0.0.0":  # noqa: S104
            addresses.append(f"http://{socket.gethostname()}:{settings.PORT}")
        if os.geteuid() == 0:
            self.screen.note(
                "Started as root, and all processes run as root: whoever breaks into one of them "
                "has every password. Start as a user of its own."
            )
        self.screen.welcome(
            addresses=addresses, log_ins=log_ins, data=str(settings.PLACES.data_dir)
        )

    def _shut_down(self) -> None:
        with self.screen.step("Stopping"):
            self._write_out_early()
            stop_all(self.children)
            kill_server()
            if self.server is not None:
                self.server.stop()
            shutil.rmtree(settings.PLACES.metrics, ignore_errors=True)

    def _write_out_early(self) -> None:
        """Let PostgreSQL write its pages while the others end: little is left for its own end."""
        server = self.server
        if server is None:
            return

        def write_out() -> None:
            with suppress(psycopg.Error), psycopg.connect(server.dsn(), autocommit=True) as admin:
                admin.execute("CHECKPOINT")

        threading.Thread(target=write_out, daemon=True).start()
