"""Starting children that never outlive us, and telling which process a number belongs to.

On Linux a child asks the kernel for a signal on its parent's death, so that even `kill -9` of the
parent leaves nothing behind. Elsewhere the parent's orderly exit has to do.
"""

import ctypes
import os
import pwd
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import IO

_PR_SET_PDEATHSIG = 1
_HAS_PROC = Path("/proc/self/cmdline").exists()
_LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def die_with_parent(with_signal: int = signal.SIGKILL, *, parent_pid: int = 0) -> None:
    """Ask for the signal when the parent of this process dies; die if that has happened already."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, with_signal)
        if parent_pid and os.getppid() != parent_pid:  # it died while we were being born
            os.kill(os.getpid(), signal.SIGKILL)


def start_child(
    command: Sequence[str | Path],
    *,
    output: IO[bytes] | int,
    errors: IO[bytes] | int = subprocess.STDOUT,
    given: IO[bytes] | int = subprocess.DEVNULL,
    user: int | None = None,
    cwd: Path | None = None,
    environ: Mapping[str, str] | None = None,
    death_signal: int = signal.SIGTERM,
    keep_descriptors: tuple[int, ...] = (),
) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own, so that Ctrl-C reaches us and not it.

    Must be called from a thread that lives as long as the child shall: the kernel counts the
    death of the starting thread as the death of the parent.
    """
    return subprocess.Popen(
        [str(part) for part in command],
        stdin=given,
        stdout=output,
        stderr=errors,
        cwd=cwd,
        env=dict(os.environ if environ is None else environ),
        user=user,
        group=None if user is None else pwd.getpwuid(user).pw_gid,
        extra_groups=None if user is None else [],
        start_new_session=True,
        pass_fds=keep_descriptors,
        # Runs after it has changed its user.
        preexec_fn=partial(die_with_parent, death_signal, parent_pid=os.getpid()),
    )


def servers_in(cluster: Path) -> list[int]:
    """The PostgreSQL processes, of whatever parent, that are at work in this directory."""
    found = []
    for pid in (int(entry.name) for entry in Path("/proc").glob("[0-9]*")):
        try:
            at_work = Path(f"/proc/{pid}/cwd").samefile(cluster)
        except OSError:
            continue
        words = command_of(pid).split()
        if at_work and words and Path(words[0].rstrip(":")).name == "postgres":
            found.append(pid)
    return found


def command_of(pid: int) -> str:
    """The command line of a running process, "" when there is none or it is only a zombie."""
    if _HAS_PROC:
        try:
            return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            return ""
    shown = subprocess.run(
        ["ps", "-p", str(pid), "-o", "command="], capture_output=True, text=True, check=False
    )
    return shown.stdout.strip()
