"""The two roles and the database, created once and then left alone.

`jeton_owner` owns every table and migrates; `jeton_app` is what the running platform connects as.
What the second may do with each table is granted by the migrations, next to the tables.
"""

from __future__ import annotations

import psycopg
from psycopg import sql

OWNER = "jeton_owner"
APP = "jeton_app"


def create_role(
    admin: psycopg.Connection[object],
    name: str,
    *,
    password: str = "",
    may_create_databases: bool = False,
) -> None:
    """Create the role or bring it up to date. `admin` may create roles and is in autocommit."""
    found = admin.execute("select 1 from pg_roles where rolname = %s", [name]).fetchone()
    verb = sql.SQL("alter role" if found else "create role")
    parts = [verb, sql.Identifier(name), sql.SQL("login")]
    if may_create_databases:
        parts.append(sql.SQL("createdb"))
    if password:
        parts += [sql.SQL("password"), sql.Literal(password)]
    admin.execute(sql.SQL(" ").join(parts))


def create_database(admin: psycopg.Connection[object], name: str) -> None:
    """Create the database, owned by the migrating role; nobody else may connect to it."""
    found = admin.execute("select 1 from pg_database where datname = %s", [name]).fetchone()
    if not found:
        admin.execute(
            sql.SQL("create database {} owner {} template template0").format(
                sql.Identifier(name), sql.Identifier(OWNER)
            )
        )
    admin.execute(sql.SQL("revoke all on database {} from public").format(sql.Identifier(name)))
    admin.execute(
        sql.SQL("grant connect, temporary on database {} to {}").format(
            sql.Identifier(name), sql.Identifier(APP)
        )
    )


def drop_database(admin: psycopg.Connection[object], name: str) -> None:
    """With everything in it, whoever is connected."""
    admin.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


def rename_database(admin: psycopg.Connection[object], name: str, successor: str) -> str:
    """Let `successor` take the place of the database `name`; under which name that one is kept.

    Nobody may be connected to either.
    """
    row = admin.execute("select to_char(now(), 'YYYYMMDDHH24MISS')").fetchone()
    kept = f"{name}_until_{row[0]}" if isinstance(row, tuple) else f"{name}_before"
    with admin.transaction():
        for old, new in ((name, kept), (successor, name)):
            admin.execute(
                sql.SQL("alter database {} rename to {}").format(
                    sql.Identifier(old), sql.Identifier(new)
                )
            )
    return kept
