"""Child processes that are started, watched, started again after a crash, and stopped together.

A child is well as long as it gives signs of life; that there is a process of its number is not
enough. However we end, none outlives us: not one that is stopped or deaf either.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from config.supervisor.forking import Forked, Job, fork, kill_server, start
from config.supervisor.signs import Signs

_BACK_OFF_SECONDS = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
_STEADY_SECONDS = 30.0
_KILLED_SECONDS = 5.0
# A web process ends its streams and answers; a worker ends its tasks.
_RENEWED_SECONDS = 20.0
_LOG_LIMIT_BYTES = 5_000_000
_LOGS_KEPT = 3


@dataclass(slots=True)
class Child:
    """One process to keep alive, its log and its luck so far."""

    name: str
    job: Job
    is_forked: bool = True  # from what is loaded already
    signs: Signs | None = None  # None: it gives none
    process: subprocess.Popen[bytes] | Forked | None = None
    crashes: int = 0
    started_at: float = field(default=0.0)

    def start(self) -> None:
        self.rotate()
        job = self.job
        if self.signs is not None:
            self.signs.begin()
            job = job.told(NOTIFY_SOCKET=str(self.signs.path))
        self.process = fork(job) if self.is_forked else start(job)
        self.started_at = time.monotonic()

    def rotate(self) -> bool:
        """Move a log that has grown too long into `.1`, what was there into `.2`, and so on.

        The child keeps its file, which it only ever appends to: the text is copied and the file
        emptied. A line written in between is lost, which a log may bear and a ledger may not.
        """
        if not self.log.exists() or self.log.stat().st_size <= _LOG_LIMIT_BYTES:
            return False
        kept = [self.log.with_name(f"{self.log.name}.{age}") for age in range(1, _LOGS_KEPT + 1)]
        for younger, older in reversed(list(pairwise(kept))):
            if younger.exists():
                younger.replace(older)
        shutil.copyfile(self.log, kept[0])
        os.truncate(self.log, 0)
        return True

    @property
    def log(self) -> Path:
        return self.job.log

    @property
    def crashed(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def tend(self) -> str:
        """Start it again when it is down or hangs; a sentence if it was. To be called again soon.

        What goes down again and again waits longer each time.
        """
        if self.process is None:
            return ""
        if not self.crashed:
            self.rotate()
            if self.signs is None or not self.signs.are_missing():
                return ""
            kill_group(self.process)
            return f"{self.name} gave no sign of life, was ended, and {self._start_again()}"
        now = time.monotonic()
        if now - self.started_at > _STEADY_SECONDS:
            self.crashes = 0
        wait = _BACK_OFF_SECONDS[min(self.crashes, len(_BACK_OFF_SECONDS) - 1)]
        if now - self.started_at < wait:
            return ""
        kill_group(self.process)  # what it leaves behind
        status = self.process.returncode
        self.crashes += 1
        often = f", {self.crashes} times in a row," if self.crashes > 1 else ""
        return f"{self.name} ended with status {status}{often} and {self._start_again()}"

    def renew(self) -> str:
        """End it in order, and start what lies on the disk by now, as a program of its own."""
        if self.process is not None and not self.crashed:
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(_RENEWED_SECONDS)
            kill_group(self.process)
        self.is_forked, self.crashes = False, 0
        return f"{self.name} was ended and {self._start_again()}"

    @property
    def is_up(self) -> bool:
        """It has given a sign of life since it was started."""
        return not self.crashed and (self.signs is None or self.signs.heard)

    def _start_again(self) -> str:
        try:
            self.start()
        except OSError as error:  # what it lacks may come
            self.started_at = time.monotonic()
            return f"cannot be started: {error}"
        return "was started again"

    def log_end(self, lines: int = 15) -> str:
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        return "\n".join(text.splitlines()[-lines:])


def stop_all(children: Sequence[Child], *, seconds: float = 5) -> None:
    """Ask all of them to end, wait, then insist.

    Whoever is ended in the middle of something loses nothing by it: a transaction is rolled back,
    and a task that was not acknowledged comes again.
    """
    running = [child.process for child in children if child.process and not child.crashed]
    for process in running:
        process.terminate()
    deadline = time.monotonic() + seconds
    late = []
    for process in running:
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            late.append(process)
    for process in late:
        kill_group(process)
    for child in children:
        if child.signs is not None:
            child.signs.end()


def kill_group(process: subprocess.Popen[bytes] | Forked) -> None:
    """End a process, if it still is, and its children: it leads a group of its own."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    try:
        process.wait(_KILLED_SECONDS)
    except subprocess.TimeoutExpired:  # it has ended, but who should tell us hangs
        kill_server()
        process.wait()
