"""Child processes that are started, watched, started again after a crash, and stopped together."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from config.embedded.processes import start_child

_BACK_OFF_SECONDS = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
_STEADY_SECONDS = 30.0
_LOG_LIMIT_BYTES = 5_000_000
_LOGS_KEPT = 3


@dataclass(slots=True)
class Child:
    """One process to keep alive, its log and its luck so far."""

    name: str
    command: Sequence[str]
    log: Path
    cwd: Path
    environ: Mapping[str, str]
    keep_descriptors: tuple[int, ...] = ()
    process: subprocess.Popen[bytes] | None = None
    crashes: int = 0
    started_at: float = field(default=0.0)

    def start(self) -> None:
        self.rotate()
        with self.log.open("ab") as output:
            self.process = start_child(
                self.command,
                output=output,
                cwd=self.cwd,
                environ=self.environ,
                keep_descriptors=self.keep_descriptors,
            )
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
    def crashed(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def tend(self) -> str:
        """Start it again when it is down and has waited long enough; a sentence if it was down."""
        if not self.crashed or self.process is None:
            self.rotate()
            return ""
        now = time.monotonic()
        if now - self.started_at > _STEADY_SECONDS:
            self.crashes = 0
        wait = _BACK_OFF_SECONDS[min(self.crashes, len(_BACK_OFF_SECONDS) - 1)]
        if now - self.started_at < wait:
            return ""
        status = self.process.returncode
        self.crashes += 1
        self.start()
        return f"{self.name} ended with status {status} and was started again"

    def log_end(self, lines: int = 15) -> str:
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        return "\n".join(text.splitlines()[-lines:])


def stop_all(children: Iterable[Child], *, seconds: float = 5) -> None:
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
    for process in late:  # each leads a session of its own, by which its children are reached
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    for process in late:
        process.wait()
