"""The embedded queue: pgmq's SQL in our own PostgreSQL, and the options its transport needs.

Every option is there because of something measured; docs/decisions.md has the figures.
"""

from typing import Any

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

QUEUE = "jeton"
# News comes by notification; this is for a message that nobody told of, after a worker's death.
POLLING_SECONDS = 2.0
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


def transport_options(database: dict[str, Any], session: dict[str, Any]) -> dict[str, Any]:
    """Options of our pgmq transport (`config.broker.pgmq`) on this database.

    News is listened for in a `session`, which goes past a pooler.

    `conn_string` is given explicitly: without it the client takes DATABASE_URL from the
    environment, whatever the broker's address says.
    """
    return {
        "conn_string": conninfo(database),
        "connection_options": dict(database.get("OPTIONS", {})),
        "listens_at": make_conninfo(conninfo(session), **session.get("OPTIONS", {})),
        "init_extension": False,
        "wait_time_seconds": 0,
        "use_notify": True,
        "polling_interval": POLLING_SECONDS,
        "visibility_timeout": VISIBILITY_SECONDS,
        "pool_size": 3,
        "pool_timeout": 3,
    }


def install_queue(connection: psycopg.Connection[Any], *, script: str, user: str) -> None:
    """pgmq's SQL and the platform's queue, made by the owner of the tables; `user` only uses it.

    The script cannot be run twice: where somebody has brought pgmq already, it is left as it is.
    """
    found = connection.execute("select to_regnamespace('pgmq')").fetchone()
    if not found or found[0] is None:
        connection.execute(script.encode())
    connection.execute("select pgmq.create(%s)", [QUEUE])
    # pgmq's own trigger counts every message in one row, for which senders wait for each other,
    # and which a crash of the server empties: then nobody is told any more.
    connection.execute(_TRIGGER)
    connection.execute(_DEPTH)
    open_queue(connection, user)


_TRIGGER = f"""
create or replace function pgmq.jeton_ring() returns trigger language plpgsql as $$
begin
  perform pg_notify('pgmq.' || tg_table_name || '.INSERT', '');
  return null;
end $$;
create or replace trigger jeton_ring after insert on pgmq.q_{QUEUE}
  for each statement execute function pgmq.jeton_ring();
"""


# Web processes tell Prometheus how long the queue is, and may see nothing else of it.
_DEPTH = f"""
create or replace function public.jeton_queue_depth() returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*) from (
    select 1 from pgmq.q_{QUEUE} where vt <= clock_timestamp() limit 10000) as waiting
$$;
"""  # noqa: S608 - of constants


def open_queue(connection: psycopg.Connection[Any], user: str) -> None:
    """Rights on what is there and on what will be; none to make something, unless it owns all."""
    role = sql.Identifier(user)
    owned = connection.execute("select current_user = %s", [user]).fetchone()
    if owned and not owned[0]:
        connection.execute(sql.SQL("revoke create on schema pgmq from {}").format(role))
    for statement in (
        "grant usage on schema pgmq to {}",
        "grant all on all tables in schema pgmq to {}",
        "grant all on all sequences in schema pgmq to {}",
        "grant execute on all functions in schema pgmq to {}",
    ):
        connection.execute(sql.SQL(statement).format(role))
