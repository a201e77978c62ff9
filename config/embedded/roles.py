"""The roles and the database, created once and then left alone.

`jeton_owner` owns every table and migrates. The running platform connects as `jeton_web`, which
answers people and programs and plays, and as `jeton_worker`, which does what follows. What these
two may do with each table is granted by the migrations, next to the tables.
"""

from collections.abc import Callable, Iterable, Mapping

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
    admin: psycopg.Connection[object],
    name: str,
    roles: Iterable[str] = (WEB, WORKER),
    *,
    template: str = "template0",
) -> None:
    """Create the database, owned by the migrating role; only the `roles` may connect besides.

    With another database as its `template`, to which nobody may be connected, it is a copy.
    """
    found = admin.execute("select 1 from pg_database where datname = %s", [name]).fetchone()
    if not found:
        admin.execute(
            # Copied page by page a sequence believes that what it gives out next is in the log
            # already, where only the original's is: after a crash it would give it out again.
            sql.SQL("create database {} owner {} template {} strategy file_copy").format(
                *map(sql.Identifier, (name, OWNER, template))
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


def rename_database(
    admin: psycopg.Connection[object],
    name: str,
    successor: str,
    *,
    unless: Callable[[str], None] = lambda kept: None,
) -> str:
    """Let `successor` take the place of the database `name`; under which name that one is kept.

    Nobody may be connected to either. What `name` was told by ALTER DATABASE, `successor` is told
    too. `unless` is called with that name when nobody can come any more; what it raises leaves all
    as it is.
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
        _tell_the_same(admin, kept, name)
        unless(kept)
    return kept


def _tell_the_same(admin: psycopg.Connection[object], told: str, other: str) -> None:
    """Settings of a database, such as that its log holds no statements, are not copied with it."""
    found = admin.execute(
        """
        SELECT split_part(given.one, '=', 1), substr(given.one, strpos(given.one, '=') + 1)
          FROM pg_db_role_setting AS setting
          JOIN pg_database AS told ON told.oid = setting.setdatabase AND setting.setrole = 0,
               unnest(setting.setconfig) AS given (one)
         WHERE told.datname = %s
        """,
        [told],
    ).fetchall()
    for setting, value in (row for row in found if isinstance(row, tuple)):
        admin.execute("SELECT set_config(%s, %s, true)", [setting, value])
        admin.execute(
            sql.SQL("alter database {} set {} from current").format(
                sql.Identifier(other), sql.Identifier(setting)
            )
        )
