"""Where the embedded PostgreSQL and its secrets live for a given data directory.

The socket directory is short (a Unix socket path may have some 107 bytes) and follows from the
data directory's path alone, so every process of one copy finds the same server and two copies
never meet.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Places:
    """Paths that follow from one data directory."""

    data_dir: Path

    @property
    def cluster(self) -> Path:
        return self.data_dir / "postgres"

    @property
    def socket_dir(self) -> Path:
        name = hashlib.sha256(str(self.data_dir).encode()).hexdigest()[:12]
        return Path("/tmp") / f"jeton-{os.getuid()}-{name}"  # noqa: S108

    @property
    def logs(self) -> Path:
        return self.data_dir / "logs"

    @property
    def metrics(self) -> Path:
        return self.data_dir / "metrics"

    @property
    def backups(self) -> Path:
        return self.data_dir / "backups"

    @property
    def lock(self) -> Path:
        return self.data_dir / "lock"

    @property
    def secrets(self) -> Path:
        return self.data_dir / "secrets"

    def secret(self, name: str) -> Path:
        return self.secrets / name

    def dsn(self, role: str) -> str:
        """A URL of the embedded database for `role`."""
        host = str(self.socket_dir).replace("/", "%2F")
        return f"postgresql://{role}@{host}/jeton"


def places_from_environment() -> Places:
    """`DATA_DIR`, or `.data` beside the code."""
    beside = Path(__file__).resolve().parents[2] / ".data"
    return Places(Path(os.environ.get("DATA_DIR", "").strip() or beside).expanduser().resolve())
