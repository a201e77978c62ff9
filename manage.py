#!/usr/bin/env python
"""The command line of the platform: `python manage.py help` lists what it can do.

`demo` runs the whole platform in the foreground, `dev` the same with DEBUG and a web process that
starts anew when a file changes. Neither is a command of Django: what only watches other processes
shall not load all of it.
"""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if sys.argv[1:2] in (["demo"], ["dev"]):
        if sys.argv[2:]:
            sys.exit(
                f"manage.py {sys.argv[1]} takes no arguments; docs/settings.md has its settings"
            )
        run_platform(reload=sys.argv[1] == "dev")
        return
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    from config.env import require_settings

    require_settings()
    if os.environ.get("DATABASE_URL") or os.environ.get("EMBEDDED_DATABASE_URL"):
        execute_from_command_line(sys.argv)
        return

    from config.embedded.binaries import PostgresUnavailable
    from config.embedded.places import UnusablePlace, places_from_environment
    from config.embedded.platform import database_for_command

    try:
        with database_for_command(places_from_environment(), sys.argv):
            execute_from_command_line(sys.argv)
    except OperationalError as error:
        sys.exit(f"{error}\nThe embedded database is not there: `make demo` creates it.")
    except (PostgresUnavailable, UnusablePlace) as error:
        sys.exit(str(error))


def run_platform(*, reload: bool) -> None:
    if reload:
        os.environ.setdefault("DEBUG", "true")

    from config.env import require_settings

    require_settings()

    from config.supervisor.platform import CannotStart, Platform

    try:
        Platform(reload=reload).run()
    except CannotStart as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
