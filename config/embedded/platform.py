"""What the embedded platform keeps in its data directory: secrets, cluster, roles, database."""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

import psycopg
from django.conf import settings

from config.embedded.binaries import find_installation
from config.embedded.lock import DataDirectoryInUse, hold
from config.embedded.places import Places, unusable
from config.embedded.roles import OWNER, SUPERUSER, WEB, WORKER, create_database, create_roles
from config.embedded.server import Server

ROLES = (OWNER, WEB, WORKER)
SECRETS = ("secret_key", "seed_key", "vapid_key", SUPERUSER, *ROLES)
DATABASE = "jeton"
_READ_NO_ROWS = frozenset({"help", "version", "check", "makemessages", "spectacular"})
_SEE_TO_IT_THEMSELVES = frozenset({"clean_demo", "restore", "setup", "upgrade"})


def keep_secrets(places: Places) -> None:
    """Write each secret once, whole or not at all; a file that exists is never touched again."""
    for name in SECRETS:
        path, drawn = places.secret(name), places.kept_secret(name)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.exists() and path.read_text().strip() == drawn:
            continue
        # Its name is given to what is on the disk: an empty one would be everybody's password.
        with NamedTemporaryFile("w", dir=path.parent, prefix="new-") as file:
            file.write(drawn)
            file.flush()
            os.fsync(file.fileno())
            try:
                os.link(file.name, path)
            except FileExistsError:
                raise unusable(places.data_dir, "another start has just set it up") from None


def set_up(places: Places) -> Server:
    """The embedded PostgreSQL, not yet started, and its secrets. The caller holds the lock.

    Raises PostgresUnavailable with a sentence that says what to do.
    """
    installation = find_installation()  # before anything is written
    places.logs.mkdir(mode=0o700, parents=True, exist_ok=True)
    keep_secrets(places)
    log = places.logs / "postgres.log"
    password = places.kept_secret(SUPERUSER)
    return Server(
        installation,
        places.cluster,
        places.socket_dir,
        log,
        password=password,
        kept_log=Path(settings.WAL_DIR).absolute() if settings.WAL_DIR else None,
    )


def start_database(places: Places, server: Server | None = None) -> Server:
    """Start it, with its roles and the database. Raises PostgresUnavailable likewise."""
    server = server or set_up(places)
    server.start()
    with psycopg.connect(server.dsn(), autocommit=True) as admin:
        create_roles(admin, {role: places.kept_secret(role) for role in ROLES})
        create_database(admin, DATABASE)
    return server


@contextmanager
def database_for_command(places: Places, arguments: Sequence[str]) -> Iterator[None]:
    """For one management command: the running platform's database, or our own while it lasts."""
    name = arguments[1] if len(arguments) > 1 else ""
    alone = not name or name in _READ_NO_ROWS | _SEE_TO_IT_THEMSELVES
    if alone or not places.is_set_up:
        yield
        return
    with embedded_database(places):
        yield


@contextmanager
def embedded_database(places: Places) -> Iterator[None]:
    """The running platform's database, or our own while this lasts, made where there is none."""
    with ExitStack() as stack:
        try:
            stack.enter_context(hold(places.lock))
        except DataDirectoryInUse:
            pass  # it runs already
        else:
            stack.callback(start_database(places).stop)
        yield
