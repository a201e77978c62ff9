"""The roles and the database, created once and then left alone.

`jeton_owner` owns every table and migrates. The running platform connects as `jeton_web`, which
answers people and programs and plays, and as `jeton_worker`, which does what follows. What these
two may do with each table is granted by the migrations, next to the tables.
"""

from collections.abc import Iterable, Mapping

import psycopg
from psycopg import sql

SUPERUSER = "postgres"
OWNER = "jeton_owner"
WEB = "jeton_web"
WORKER = "jeton_worker"
# The one role that did everything before there were two: what it was granted goes to the web's.
_ONCE = "jeton_app"


def create_roles(admin: psycopg.Connection[object], passwords: Mapping[str, str]) -> None:
    """Create every role named, or bring it up to date, with its password."""
    once, web = (
        admin.execute("select 1 from pg_roles where rolname = %s", [name]).fetchone()
        for name in (_ONCE, WEB)
    )
    if WEB in passwords and once and not web:
        admin.execute(
            sql.SQL("alter role {} rename to {}").format(sql.Identifier(_ONCE), sql.Identifier(WEB))
        )
    for name, password in passwords.items():
        create_role(admin, name, password=password)


def create_role(admin: psycopg.Connection[object], name: str, *, password: str = "") -> None:
    """Create the role or bring it up to date. `admin` may create roles and is in autocommit."""
    found = admin.execute("select 1 from pg_roles where rolname = %s", [name]).fetchone()
    verb = sql.SQL("alter role" if found else "create role")
    parts = [verb, sql.Identifier(name), sql.SQL("login")]
    if password:
        parts += [sql.SQL("password"), sql.Literal(password)]
    admin.execute(sql.SQL(" ").join(parts))


def create_database(
    admin: psycopg.Connection[object], name: str, roles: Iterable[str] = (WEB, WORKER)
) -> None:
    """Create the database, owned by the migrating role; only the `roles` may connect besides."""
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
            sql.Identifier(name), sql.SQL(", ").join(map(sql.Identifier, roles))
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
