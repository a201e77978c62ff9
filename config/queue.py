"""The embedded queue: pgmq's SQL in our own PostgreSQL, and the options its transport needs.

Every option is there because of something measured; docs/decisions.md has the figures.
"""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

POLLING_SECONDS = 0.1
VISIBILITY_SECONDS = 300


def conninfo(database: dict[str, Any]) -> str:
    """A Django database setting as libpq's key=value text, which also holds socket directories."""
    parts = {
        "host": database.get("HOST"),
        "port": database.get("PORT"),
        "dbname": database.get("NAME"),
        "user": database.get("USER"),
        "password": database.get("PASSWORD"),
    }
    return make_conninfo("", **{key: str(value) for key, value in parts.items() if value})


def transport_options(database: dict[str, Any]) -> dict[str, Any]:
    """Options of kombu's pgmq transport on this database.

    `conn_string` is given explicitly: without it the client takes DATABASE_URL from the
    environment, whatever the broker's address says.
    """
    return {
        "conn_string": conninfo(database),
        "init_extension": False,
        "wait_time_seconds": 0,
        "use_notify": True,
        "notify_throttle_interval_ms": 0,
        "polling_interval": POLLING_SECONDS,
        "visibility_timeout": VISIBILITY_SECONDS,
        "pool_size": 3,
        "pool_timeout": 3,
    }


def install_queue(connection: psycopg.Connection[Any], *, script: str, user: str) -> bool:
    """Install pgmq's SQL once and let `user` make and use queues. True when it was new.

    Its script cannot be run twice, hence the look and the lock before it.
    """
    connection.execute("select pg_advisory_xact_lock(hashtext('jeton.install_queue'))")
    found = connection.execute("select to_regnamespace('pgmq')").fetchone()
    if found and found[0] is not None:
        return False
    connection.execute(script.encode())
    for statement in (
        "grant usage, create on schema pgmq to {}",
        "grant all on all tables in schema pgmq to {}",
        "grant all on all sequences in schema pgmq to {}",
        "grant execute on all functions in schema pgmq to {}",
    ):
        connection.execute(sql.SQL(statement).format(sql.Identifier(user)))
    return True
