"""Processes that hang, for tests: stopped by a signal, as if the kernel gave them no more time."""

import contextlib
import os
import signal
from collections.abc import Iterator


@contextlib.contextmanager
def hanging(*pids: int) -> Iterator[None]:
    """As if they hung: the kernel takes what is sent to them, and nobody answers.

    A process that has come to its own end meanwhile is none that a test has lost.
    """
    _send_all(pids, signal.SIGSTOP)
    try:
        yield
    finally:
        _send_all(pids, signal.SIGCONT)


def _send_all(pids: tuple[int, ...], with_signal: int) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, with_signal)
