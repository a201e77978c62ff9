"""Where the embedded PostgreSQL and its secrets live for a given data directory.

The socket directory is short (a Unix socket path may have some 107 bytes) and follows from the
data directory's path alone, so every process of one copy finds the same server and two copies
never meet.
"""

import hashlib
import os
import secrets
import shutil
from dataclasses import dataclass
from pathlib import Path

FREE_BYTES_LEAST = 200_000_000
MEMORY = Path("/dev/shm")  # noqa: S108 - what lies in it is ours alone, by its mode


def successor_of(cluster: Path) -> Path:
    """Where a whole cluster waits for the moment in which it takes the place of this one."""
    return cluster.with_name(f"{cluster.name}_next")


# What is drawn before there is a place for it: all of this process know the same, once it is kept.
_drawn: dict[str, str] = {}


class UnusablePlace(Exception):
    """Nothing can be kept in the data directory; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Places:
    """Paths that follow from one data directory."""

    data_dir: Path

    @property
    def cluster(self) -> Path:
        return self.data_dir / "postgres"

    @property
    def is_set_up(self) -> bool:
        """Whether there is a cluster, be it one whose place is still to be taken."""
        return any(
            (path / "PG_VERSION").exists() for path in (self.cluster, successor_of(self.cluster))
        )

    @property
    def _own_name(self) -> str:
        """In folders that are everybody's."""
        name = hashlib.sha256(str(self.data_dir).encode()).hexdigest()[:12]
        return f"jeton-{os.getuid()}-{name}"

    @property
    def socket_dir(self) -> Path:
        return Path("/tmp") / self._own_name  # noqa: S108

    @property
    def logs(self) -> Path:
        return self.data_dir / "logs"

    @property
    def metrics(self) -> Path:
        """In memory where that can be: on a full disk a process dies of counting (SIGBUS)."""
        if os.access(MEMORY, os.W_OK | os.X_OK):
            return MEMORY / self._own_name
        return self.data_dir / "metrics"

    @property
    def settings(self) -> Path:
        """What `setup` was told, as variables."""
        return self.data_dir / "house.env"

    @property
    def legal(self) -> Path:
        """Imprint and privacy notice, where `setup` was told who answers for the house."""
        return self.data_dir / "legal"

    @property
    def lock(self) -> Path:
        return self.data_dir / "lock"

    @property
    def secrets(self) -> Path:
        return self.data_dir / "secrets"

    def secret(self, name: str) -> Path:
        return self.secrets / name

    def kept_secret(self, name: str) -> str:
        """As it was written, or as `keep_secrets` will write it: until then nothing is."""
        path, drawn = self.secret(name), f"{self.data_dir}/{name}"
        if drawn not in _drawn and path.exists():
            return path.read_text().strip()
        return _drawn.setdefault(drawn, secrets.token_urlsafe(48))

    def require_usable(self) -> None:
        """Look, without making anything, whether a platform can be kept here.

        Raises UnusablePlace.
        """
        try:
            there = next(path for path in (self.data_dir, *self.data_dir.parents) if path.exists())
            usable = there.is_dir() and os.access(there, os.W_OK | os.X_OK)
            free = shutil.disk_usage(there).free
        except OSError as error:
            raise unusable(self.data_dir, error.strerror or str(error)) from None
        if not there.is_dir():
            raise unusable(self.data_dir, f"{there} is a file")
        if not usable:
            raise unusable(self.data_dir, f"{there} may not be written to")
        if free < FREE_BYTES_LEAST and not self.is_set_up:
            least = FREE_BYTES_LEAST // 1_000_000
            raise unusable(self.data_dir, f"{free // 1_000_000} MB are free, {least} are needed")

    def dsn(self, role: str, *, database: str = "jeton") -> str:
        """A URL of the embedded server for `role`, with the password that is kept for it."""
        return self.address(role, f":{self.kept_secret(role)}", database=database)

    def address(self, role: str, password: str = "", *, database: str = "jeton") -> str:
        """The same for who may not know the password: nobody is let in by it."""
        host = str(self.socket_dir).replace("/", "%2F")
        return f"postgresql://{role}{password}@{host}/{database}"


def unusable(data_dir: Path, why: str) -> UnusablePlace:
    return UnusablePlace(
        f"DATA_DIR {data_dir} cannot be used: {why}; set DATA_DIR to a folder of yours"
    )


def places_from_environment() -> Places:
    """`DATA_DIR`, or `.data` beside the code."""
    beside = Path(__file__).resolve().parents[2] / ".data"
    given = os.environ.get("DATA_DIR", "").strip()
    try:
        return Places(Path(given or beside).expanduser().resolve())
    except (RuntimeError, OSError, ValueError) as error:
        raise unusable(Path(given), str(error)) from None
