"""A PostgreSQL for each copy: set up and migrated once, not anew for every fault.

The runner keeps it; a run of tests is lent it through this module as a plugin of pytest. Faults of
the database's own functions are not seen by what was migrated before: their runs make their own.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from config.embedded.binaries import find_installation
from config.embedded.roles import OWNER, WEB, WORKER, create_role
from config.embedded.server import THROWAWAY, Server

LENT = "JETON_MUTANTS_SOCKETS"
IN_THE_DATABASE = ("/sql/", "/migrations/")


@contextmanager
def lent(home: Path) -> Iterator[Path]:
    """A cluster in this folder as long as the block lasts: its folder of sockets."""
    home.mkdir(mode=0o711)
    server = Server(
        find_installation(), home / "data", home / "socket", home / "log", options=THROWAWAY
    )
    server.start()
    try:
        with psycopg.connect(server.dsn(), autocommit=True) as admin:
            create_role(admin, OWNER)
            admin.execute(f"alter role {OWNER} createdb")
            create_role(admin, WEB)
            create_role(admin, WORKER)
        yield server.socket_dir
    finally:
        server.stop()


def is_seen_without_migrating(file: str) -> bool:
    return not any(room in file for room in IN_THE_DATABASE)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Tell `tests/conftest.py` that there is a cluster already."""
    sockets = os.environ.get(LENT)
    for plugin in config.pluginmanager.get_plugins() if sockets else ():
        if hasattr(plugin, "_SOCKET_DIR"):
            config.stash[plugin._SOCKET_DIR] = sockets
