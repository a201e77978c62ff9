#!/usr/bin/env python
"""The command line of the platform: `python manage.py help` lists what it can do.

In a checkout it is called so; where the platform was installed, `jeton` is the same. `run` runs the
whole platform in the foreground; `demo` does so with people and tables to try it, and `dev` with
DEBUG besides and a web process that starts anew when a file changes; `serve` and `worker` run one
process of a platform that something else watches. None of these is a command of Django: what only
watches others shall not load all of it.
"""

import os
import sys
from collections.abc import Callable

from config.embedded.places import UnusablePlace
from config.env import read_house_file


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        read_house_file()
    except UnusablePlace as error:
        sys.exit(str(error))
    own = OWN.get(sys.argv[1]) if len(sys.argv) > 1 else None
    if own is not None:
        own(sys.argv[2:])
        return
    if sys.argv[1:] in ([], ["help"], ["--help"], ["-h"]):
        _tell_own()
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    from config.env import require_settings

    require_settings()
    if os.environ.get("DATABASE_URL") or os.environ.get("EMBEDDED_DATABASE_URL"):
        execute_from_command_line(sys.argv)
        return

    from config.embedded.binaries import PostgresUnavailable
    from config.embedded.places import places_from_environment
    from config.embedded.platform import database_for_command

    try:
        with database_for_command(places_from_environment(), sys.argv):
            execute_from_command_line(sys.argv)
    except OperationalError as error:
        sys.exit(
            f"{error}\nThere is no database yet: `{program()} setup` makes a house, "
            f"`{program()} demo` one to try."
        )
    except (PostgresUnavailable, UnusablePlace) as error:
        sys.exit(str(error))


def run(arguments: list[str]) -> None:
    """Run the whole platform in the foreground."""
    _take_no(arguments)
    _run_platform(is_demo=False)


def demo(arguments: list[str]) -> None:
    """The same with people, bots and tournaments to try it."""
    _take_no(arguments)
    _run_platform()


def dev(arguments: list[str]) -> None:
    """The same with DEBUG, and a web process that starts anew when a file changes."""
    _take_no(arguments)
    os.environ.setdefault("DEBUG", "true")
    _run_platform(reload=True)


def serve(arguments: list[str]) -> None:
    """One web process, on HOST and PORT."""
    _take_no(arguments)
    from config.serve import main as serve_pages

    serve_pages()


def worker(arguments: list[str]) -> None:
    """Celery's worker; what follows is for Celery."""
    from config.env import require_settings

    require_settings()
    from config.celery import app
    from config.supervisor.processes import QUIET

    app.worker_main(["worker", *QUIET, *arguments])


def version(arguments: list[str]) -> None:
    """Say which version this is."""
    _take_no(arguments)
    from config.version import VERSION

    sys.stdout.write(f"{VERSION}\n")


OWN: dict[str, Callable[[list[str]], None]] = {
    "run": run,
    "demo": demo,
    "dev": dev,
    "serve": serve,
    "worker": worker,
    "version": version,
    "--version": version,
}


def program() -> str:
    """How we were called."""
    return os.path.basename(sys.argv[0])  # noqa: PTH119


def _tell_own() -> None:
    """Django's list does not know these."""
    told = [
        f"  {name:<8}  {(own.__doc__ or '').strip()}" for name, own in OWN.items() if name[0] != "-"
    ]
    sys.stdout.write("\n".join([f"{program()} runs the platform:", *told, "", ""]))
    sys.stdout.flush()


def _take_no(arguments: list[str]) -> None:
    if arguments in (["--help"], ["-h"]):
        sys.exit((OWN[sys.argv[1]].__doc__ or "").strip())
    if arguments:
        sys.exit(
            f"{program()} {sys.argv[1]} takes no arguments; docs/settings.md lists its settings"
        )


def _run_platform(*, reload: bool = False, is_demo: bool = True) -> None:
    if is_demo:
        os.environ.setdefault("SHOW_TABLES", "2")  # without anybody at play it would be dull
    from config.env import require_settings

    require_settings()

    from config.supervisor.platform import CannotStart, Platform

    try:
        Platform(reload=reload, is_demo=is_demo).run()
    except CannotStart as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
