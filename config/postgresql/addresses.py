"""Where a process connects to, and as whom.

Web and play connect as one role, the worker and the dispatcher as another, and neither
owns a table. The owner's connection is for the console: `migrate`, `backup`, `createsuperuser`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from config.embedded.places import Places
from config.embedded.roles import OWNER, WEB, WORKER

# Where an operator names the address of each role.
VARIABLES = {
    WEB: "DATABASE_URL",
    WORKER: "DATABASE_WORKER_URL",
    OWNER: "DATABASE_OWNER_URL",
}
_OF_A_WORKER = frozenset(
    {
        *("worker", "dispatcher", "audit", "doctor", "find_puzzles", "simulate_tournament"),
        "seed_tournaments",
    }
)
# A firewall that forgets a connection tells nobody: who waits finds out within half a minute.
_STILL_THERE = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,  # milliseconds
}


def is_background(arguments: Sequence[str], own: str) -> bool:
    """Whether this is a Celery worker, or does a worker's work.

    The address that our supervisor has handed us says so, or else the command line.
    """
    if own:
        return bool(database(own)["USER"] == WORKER)
    program = Path(arguments[0]) if arguments else Path()
    is_celery = "celery" in (program.name, program.parent.name)
    return is_celery or not _OF_A_WORKER.isdisjoint(arguments[1:2])


def given_addresses(*, web: str, worker: str, owner: str) -> dict[str, str]:
    """One for each role, as an operator names them: where few are named, one does more."""
    return {WEB: web, WORKER: worker or web, OWNER: owner or web}


def embedded_addresses(places: Places, own: str) -> dict[str, str]:
    """The same for the embedded server: all, for whoever may read the passwords that are kept.

    A process of the platform is handed its `own` and learns no other password.
    """
    if not own:
        return {role: places.dsn(role) for role in (WEB, WORKER, OWNER)}
    mine = str(database(own)["USER"])
    return {role: places.address(role) for role in (WEB, WORKER, OWNER)} | {mine: own}


def without_password(address: str) -> str:
    """The same address for a process that need not know how to get in by it."""
    scheme, separator, rest = address.partition("://")
    name, at, where = rest.rpartition("@")
    return f"{scheme}{separator}{name.partition(':')[0]}{at}{where}"


def database(address: str, *, options: str = "", is_pooled: bool = False) -> dict[str, Any]:
    """A Django database setting; `options` are handed to the server.

    Behind a pooler each transaction may meet another connection of the server: nothing can be
    handed over at the start, and no cursor outlives a transaction.
    """
    parsed: dict[str, Any] = dict(dj_database_url.parse(address))
    if parsed["ENGINE"] != "django.db.backends.postgresql":
        raise ImproperlyConfigured("DATABASE_URL must name a PostgreSQL database")
    given = dict(parsed.get("OPTIONS", {}))
    if is_pooled:
        parsed["DISABLE_SERVER_SIDE_CURSORS"] = True
    else:
        given["options"] = " ".join(filter(None, [given.get("options", ""), options]))
    for name, value in _STILL_THERE.items():
        given.setdefault(name, value)
    given.setdefault("application_name", "jeton")
    return parsed | {"OPTIONS": given, "CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True}


def databases(
    own: str, *, owner: str, options: str, past_the_pooler: str, replica: str
) -> dict[str, dict[str, Any]]:
    """Django's setting: this process's `default`, and the `owner`'s.

    Where they are named, its `direct` past a pooler, and the `replica` that it may read.
    """
    ours = {"ENGINE": "config.postgresql", "TEST": {"MIRROR": "owner"}}
    straight = database(own, options=options) | ours
    found = {"default": straight, "owner": database(owner) | {"TEST": {"DEPENDENCIES": []}}}
    if past_the_pooler:
        found["default"] = database(own, is_pooled=True) | ours
        found["direct"] = elsewhere(straight, past_the_pooler)
    if replica:
        # Whether it is well is asked before each page, which shall not wait long for it.
        found["replica"] = elsewhere(straight, replica, variable="DATABASE_REPLICA_URL") | {
            "CONN_HEALTH_CHECKS": False,
            "OPTIONS": {**straight["OPTIONS"], "connect_timeout": 2},
        }
    return found


def elsewhere(
    own: Mapping[str, Any], address: str, *, variable: str = "DATABASE_LISTEN_URL"
) -> dict[str, Any]:
    """The same database setting by an `address` of a `variable`, which names where and not who.

    Raises ImproperlyConfigured: the address names somebody, or no database.
    """
    where: dict[str, Any] = dict(dj_database_url.parse(address))
    if where["USER"]:
        raise ImproperlyConfigured(
            f"{variable} names no user: each process enters as the one it has elsewhere"
        )
    if not where["NAME"]:
        raise ImproperlyConfigured(f"{variable} names no database: it ends like /jeton")
    return {**own, **{part: where[part] for part in ("HOST", "PORT", "NAME")}}


def users_of(addresses: Mapping[str, str]) -> dict[str, str]:
    """Under which name each role connects: one name twice where one role does more."""
    return {role: str(database(address)["USER"] or "") for role, address in addresses.items()}
