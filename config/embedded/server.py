"""One PostgreSQL server in the foreground of its launcher, on a Unix socket only.

Not the wheel's own `get_server`: that one cannot be used by two users, leaves servers behind and
trusts a stale process number (docs/decisions.md).
"""

import contextlib
import hashlib
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from config.embedded import archive
from config.embedded.binaries import Installation, PostgresUnavailable, reachable
from config.embedded.places import successor_of
from config.embedded.processes import command_of, servers_in, start_child

# A directory behind closed doors is reached through the process's own working directory.
_HERE = "/proc/self/cwd"
_POLL_SECONDS = 0.02
_GOES_DOWN_SECONDS = 10
_ANSWERS_SECONDS = 3  # also to say that it is full, starting or stopping

# A statement that fails would be written down with its values: a table's snapshot with every hand.
DISCREET = {"log_min_error_statement": "panic", "log_error_verbosity": "terse"}
_TOLD_ALONE = DISCREET | {"password_encryption": "scram-sha-256", "exit_on_error": "on"}
# A new or crashed cluster is a thousand files: Linux writes out the file system they lie in at
# once, in a fraction of the seconds that it takes one by one.
_AT_ONCE = sys.platform == "linux"
DURABLE: Mapping[str, str] = {
    "max_connections": "240",
    "jit": "off",
    # Processes that a small house has no use for: readers ahead, and a replica's of single tables.
    "io_method": "sync",
    "max_logical_replication_workers": "0",
    # What the server sets aside at its start grows with the connections, and all of it is written
    # to: for rows read in serializable transactions, which nobody begins; for locks, of which 8,000
    # together are left; for reads in flight, of which a session without workers has one.
    "max_pred_locks_per_transaction": "10",
    "max_locks_per_transaction": "32",
    "io_max_concurrency": "8",
    # A batch of moves is 100 KB of log; the 4 MB of the default are gone through all the same.
    "wal_buffers": "1MB",
} | ({"recovery_init_sync_method": "syncfs"} if _AT_ONCE else {})
THROWAWAY: Mapping[str, str] = {
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "200",
    "jit": "off",
    # What tests roll back lies in the tables, and is looked through, until it is swept up.
    "autovacuum_naptime": "5s",
    "checkpoint_timeout": "1h",
    "max_wal_size": "8GB",
}


@dataclass(slots=True)
class Server:
    """A cluster directory and the server process on it. The caller holds the directory's lock.

    With the superuser's `password` nobody is let in without one; without it, which is for what is
    thrown away, everybody who reaches the socket is believed. In the folder `kept_log`, where there
    is one, its log is kept.
    """

    installation: Installation
    cluster: Path
    socket_dir: Path
    log: Path
    options: Mapping[str, str] = field(default_factory=lambda: DURABLE)
    password: str = field(default="", repr=False)
    kept_log: Path | None = None
    process: subprocess.Popen[bytes] | None = None

    def dsn(self, *, database: str = "postgres") -> str:
        """Where the superuser connects to."""
        return make_conninfo(
            host=str(self.socket_dir),
            user="postgres",
            dbname=database,
            **({"password": self.password} if self.password else {}),
        )

    def start(self, *, seconds: float = 120, once: bool = False) -> None:
        """Create the cluster if there is none, start it and wait until it takes connections.

        After a crash that includes the recovery. With `once` nothing is tried again. Raises
        PostgresUnavailable with the log's end.
        """
        self.private(self.socket_dir)
        if self.kept_log:
            self.private(self.kept_log)
            self._require_reachable(self.kept_log)
        if (self.cluster / "PG_VERSION").exists():
            # Of somebody who died before this one had made room for it.
            shutil.rmtree(successor_of(self.cluster), ignore_errors=True)
        else:
            self._find_or_create()
        self._clear_stale_lock(seconds=_GOES_DOWN_SECONDS)
        deadline = time.monotonic() + seconds
        while not (self._is_closed() and self._started_by(deadline)):
            if once or time.monotonic() > deadline:
                raise PostgresUnavailable(f"PostgreSQL did not start:\n{self.log_end()}")

    def stop(self, *, seconds: float = 20) -> None:
        """Fast shutdown: open transactions are rolled back, the rest is written."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(seconds)
            except subprocess.TimeoutExpired:
                self.process.send_signal(signal.SIGQUIT)
                self.process.wait()
        with contextlib.suppress(OSError):
            self.socket_dir.rmdir()

    def answers(self) -> bool:
        """Whether it says anything at all to a caller; that it takes nobody in is an answer too."""
        try:
            psycopg.connect(self.dsn(), connect_timeout=_ANSWERS_SECONDS).close()
        except psycopg.errors.ConnectionTimeout:
            return False
        except psycopg.OperationalError:
            return True
        return True

    def end(self) -> None:
        """Make an end of one that hangs, and of whatever it leaves behind."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
        self._end_leftovers()

    def _end_leftovers(self) -> None:
        """Kill what is still at work on the cluster. We hold its lock: nobody else may be."""
        for pid in servers_in(self.cluster):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def private(self, directory: Path) -> None:
        """A directory that only the server's user (and root) can enter."""
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        owner = directory.stat().st_uid
        wanted = self.installation.user
        if wanted is not None and owner != wanted:
            if owner != 0:
                raise PostgresUnavailable(f"{directory} belongs to another user")
            os.chown(directory, wanted, -1)
        elif wanted is None and owner != os.geteuid():
            raise PostgresUnavailable(f"{directory} belongs to another user")
        directory.chmod(0o700)

    def _require_reachable(self, directory: Path) -> None:
        user = self.installation.user
        if user is not None and not reachable(directory, user):
            raise PostgresUnavailable(
                f"{directory} cannot be reached by {pwd.getpwuid(user).pw_name}, as whom the "
                "server runs: choose a folder that lies in no closed one"
            )

    def _path_for_server(self) -> str:
        user = self.installation.user
        closed = user is not None and not reachable(self.cluster.parent, user)
        return _HERE if closed else str(self.cluster)

    def _find_or_create(self) -> None:
        """The cluster that was to take this place when somebody died over it, or else a new one.

        A new one is made beside its place: `initdb` writes first what the finished ones have, so
        that one half made, whose maker was killed, would pass for whole and never start.
        """
        beside = f"{self.cluster.name}_being_made"
        for left in (self.cluster, *self.cluster.parent.glob(f"{beside}_*")):
            shutil.rmtree(left, ignore_errors=True)
        successor = successor_of(self.cluster)
        if not (successor / "PG_VERSION").exists():
            # By a name of its own: a killed one's `initdb` may be removing its folder just now.
            made = replace(self, cluster=self.cluster.with_name(f"{beside}_{os.getpid()}"))
            made._initialize()
            successor = made.cluster
        successor.rename(self.cluster)

    def _initialize(self) -> None:
        """`initdb`; what it leaves behind where it fails goes."""
        self.private(self.cluster)
        arguments = [
            *("-D", self._path_for_server(), "-U", "postgres", "--encoding=UTF8"),
            *("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"),
            *("--auth-local=trust", "--auth-host=reject", "--no-instructions"),
            "--data-checksums" if self.options is DURABLE else "--no-data-checksums",
            *(("--sync-method=syncfs",) if _AT_ONCE else ()),
            *(() if self.options is DURABLE else ("--no-sync",)),
        ]
        with self.log.open("ab") as output:
            child = start_child(
                [self.installation.program("initdb"), *arguments],
                output=output,
                user=self.installation.user,
                cwd=self.cluster,
                environ=self._environ(),
            )
        if child.wait() != 0:
            shutil.rmtree(self.cluster, ignore_errors=True)
            raise PostgresUnavailable(f"initdb failed:\n{self.log_end()}")

    def _is_closed(self) -> bool:
        """See to it, before anybody can connect, that passwords are asked for; False: not yet.

        A cluster that has just been made, or was by an earlier release, believes everybody. So
        nobody is told the password here: it is set by a server that takes no connections.
        """
        rules, known = self.cluster / "pg_hba.conf", hashlib.sha256(self.password.encode())
        wanted = f"# the superuser's: {known.hexdigest()}\n" + "".join(
            f"local {databases} all scram-sha-256\n" for databases in ("all", "replication")
        )
        if not self.password or rules.read_text() == wanted:
            return True
        change = sql.SQL("alter role postgres password {}").format(sql.Literal(self.password))
        where = ("--single", "-D", self._path_for_server())
        with self.log.open("ab") as output, tempfile.TemporaryFile() as given:
            given.write(change.as_string(None).encode() + b"\n")
            given.seek(0)
            child = start_child(
                [self.installation.program("postgres"), *where, *_options(_TOLD_ALONE), "postgres"],
                output=output,
                given=given,
                user=self.installation.user,
                cwd=self.cluster,
                environ=self._environ(),
            )
        if child.wait() != 0:
            self._end_leftovers()
            time.sleep(0.2)
            return False
        rules.write_text(wanted)
        return True

    def _environ(self) -> dict[str, str]:
        """Nothing named PG… of the caller's may lead the server astray."""
        kept = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
        return kept | {"LC_ALL": "C", "TZ": "UTC"}

    def _clear_stale_lock(self, *, seconds: float) -> None:
        """Wait for a server that is just going down, then end it; forget a number of somebody else.

        We hold the data directory's lock, so no launcher of ours is at work on it.
        """
        lock = self.cluster / "postmaster.pid"
        deadline = time.monotonic() + seconds
        while lock.exists():
            try:
                pid = int(lock.read_text().splitlines()[0])
            except (OSError, ValueError, IndexError):
                return  # going away, or PostgreSQL's own check deals with it
            command = command_of(pid)
            if not command:
                return  # dead: PostgreSQL sees that itself and checks its shared memory too
            if "postgres" not in command:
                lock.unlink(missing_ok=True)
                return
            if time.monotonic() > deadline:
                self._end_leftovers()
            if time.monotonic() > deadline + seconds:
                raise PostgresUnavailable(f"another PostgreSQL (process {pid}) uses {self.cluster}")
            time.sleep(_POLL_SECONDS)

    def _started_by(self, deadline: float) -> bool:
        """One attempt. False: it went down again, as it does while a predecessor's memory lives."""
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.socket_dir),
            "unix_socket_permissions": "0700",
            **DISCREET,
            **(archive.kept_in(self.kept_log) if self.kept_log else {}),
            **self.options,
        }
        where = ("-D", self._path_for_server())
        with self.log.open("ab") as output:
            self.process = start_child(
                [self.installation.program("postgres"), *where, *_options(settings)],
                output=output,
                user=self.installation.user,
                cwd=self.cluster,
                environ=self._environ(),
                death_signal=signal.SIGINT,
            )
        while self.process.poll() is None and time.monotonic() < deadline:
            try:
                psycopg.connect(self.dsn(), connect_timeout=5).close()
            except psycopg.OperationalError:
                time.sleep(_POLL_SECONDS)
            else:
                return True
        if self.process.poll() is not None:
            self._end_leftovers()
        time.sleep(0.2)
        return False

    def log_end(self) -> str:
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        return "\n".join(lines[-12:])


def _options(settings: Mapping[str, str]) -> list[str]:
    return [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
