"""Processes forked from one that has loaded the platform for all of them: Python's fork server.

Loading takes a second and a hundred megabytes. What is forked is up at once, first and after a
crash, and shares what it only reads. The server knows no password of the database: what a process
is handed, it reads itself when it is a process of its own.
"""

import multiprocessing
import os
import runpy
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import forkserver, resource_tracker
from multiprocessing.context import ForkServerProcess
from multiprocessing.process import current_process
from pathlib import Path
from typing import Any, NamedTuple, Self

from django.conf import settings
from setproctitle import setproctitle

from config.embedded.processes import die_with_parent, start_child
from config.env import SOCKET_VARIABLE

# Elsewhere a process that goes on after a fork, without a new program, may be killed for it.
FORKS = sys.platform == "linux"
_START_SECONDS = 120.0  # whoever does not fork for so long hangs
_LOADED = "config.supervisor.loaded"
SUPERVISOR_VARIABLE = "JETON_SUPERVISOR"  # the number of our process, for the fork server
_CONTEXT = multiprocessing.get_context("forkserver")
_known: dict[str, str] = {}  # the environment of the fork server


class Job(NamedTuple):
    arguments: Sequence[str]  # as Python takes them: `-m`, a module and its own, or a file and its
    log: Path  # for what it says
    cwd: Path
    environ: Mapping[str, str]
    listening: socket.socket | None = None
    output: socket.socket | None = None  # for its standard output, where that is not the log's

    def told(self, **more: str) -> Self:
        return self._replace(environ={**self.environ, **more})


class Forked:
    """A process that was forked: as much of `subprocess.Popen` as the supervisor needs."""

    def __init__(self, process: ForkServerProcess) -> None:
        self._process = process
        self.pid = process.pid or 0  # it has been started

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Its status, when it has ended. Raises subprocess.TimeoutExpired."""
        self._process.join(timeout)
        status = self._process.exitcode
        if status is None:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
        return status

    def terminate(self) -> None:
        self._process.terminate()

    def kill(self) -> None:
        self._process.kill()


def begin_loading(environ: Mapping[str, str]) -> None:
    """Let the fork server load the platform, by this environment, while others go on.

    Raises OSError.
    """
    _known.clear()
    # CPython 3.11's fork server is not told where its parent finds modules (gh-117378).
    paths = {"PYTHONPATH": str(settings.BASE_DIR), SUPERVISOR_VARIABLE: str(os.getpid())}
    _known.update(environ, **paths)
    settings.PLACES.socket_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Its socket is forgotten with ours, where a killed process would leave it behind.
    ourselves: Any = current_process()
    ourselves._config["tempdir"] = str(settings.PLACES.socket_dir)
    _CONTEXT.set_forkserver_preload([_LOADED])
    if FORKS:
        # We share nothing by name, which a process of its own would have to tidy up after us.
        tracker: Any = resource_tracker._resource_tracker
        if tracker._fd is None:
            tracker._fd = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)
        with _knowing_as_much():
            forkserver.ensure_running()


def fork(job: Job) -> Forked | subprocess.Popen[bytes]:
    """Start a process, which dies with the fork server, and that with us. Raises OSError.

    Where nothing is forked it is started by itself.
    """
    if not FORKS:
        return start(job)
    process = _CONTEXT.Process(target=_become, args=(job,))
    patience = threading.Timer(_START_SECONDS, kill_server)
    patience.daemon = True
    patience.start()
    try:
        with _knowing_as_much():  # it may have to start the fork server again
            process.start()
    except EOFError:
        log = settings.PLACES.logs / "fork-server.log"
        raise OSError(f"the platform cannot be loaded; see {log}") from None
    finally:
        patience.cancel()
    return Forked(process)


def start(job: Job) -> subprocess.Popen[bytes]:
    """Start the same by itself, with nothing loaded."""
    environ = dict(job.environ)
    listening = () if job.listening is None else (job.listening.fileno(),)
    if listening:
        environ[SOCKET_VARIABLE] = str(listening[0])
    with job.log.open("ab") as log:
        return start_child(
            [sys.executable, *job.arguments],
            output=log if job.output is None else job.output.fileno(),
            errors=log,
            cwd=job.cwd,
            environ=environ,
            death_signal=signal.SIGKILL,
            keep_descriptors=listening,
        )


def kill_server() -> None:
    """End the fork server, and with it all that it has forked and that has not ended yet."""
    server: Any = forkserver._forkserver
    if server._forkserver_pid is not None:
        with suppress(ProcessLookupError):
            os.kill(server._forkserver_pid, signal.SIGKILL)


@contextmanager
def _knowing_as_much() -> Iterator[None]:
    """The fork server inherits our environment: for as long, that is what it shall know."""
    ours = dict(os.environ)
    _become_environ(_known)
    try:
        yield
    finally:
        _become_environ(ours)


def _become_environ(environ: Mapping[str, str]) -> None:
    os.environ.clear()
    os.environ.update(environ)


def _become(job: Job) -> None:
    """In the new process: lead a group, which is what one signal ends.

    It stays in the fork server's session: Linux shares the processor out among sessions first
    (`sched_autogroup_enabled`), and a low priority gives way only within one. With a session each,
    a worker that thinks `modestly` would take as much as the web process beside it.
    """
    os.setpgid(0, 0)
    with job.log.open("ab") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    loaded = sys.modules.get(_LOADED)
    if loaded is None:
        sys.exit("the fork server has loaded nothing")
    die_with_parent(parent_pid=loaded.SERVER)
    if job.output is not None:
        os.dup2(job.output.fileno(), 1)
        job.output.close()
    os.chdir(job.cwd)
    _become_environ(job.environ)
    if job.listening is not None:
        os.environ[SOCKET_VARIABLE] = str(job.listening.detach())
    setproctitle(" ".join((sys.executable, *job.arguments)))
    first, *others = job.arguments
    sys.argv = others if first == "-m" else list(job.arguments)
    loaded.take_over()
    if first == "-m":
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(first, run_name="__main__")
