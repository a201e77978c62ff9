"""A PostgreSQL for each copy: set up and migrated once, not anew for every fault.

The runner keeps it; a run of tests is lent it through this module as a plugin of pytest. Faults of
the database's own functions are not seen by what was migrated before: their runs make their own.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from config.embedded.binaries import find_installation
from config.embedded.server import THROWAWAY, Server
from tests.roles import create_roles

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
            create_roles(admin)
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
