"""`manage.py restart`: the processes of a running platform begin anew, and no request fails."""

import os
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.embedded.lock import DataDirectoryInUse, hold
from config.embedded.processes import command_of
from config.supervisor.platform import RENEW


class Command(BaseCommand):
    help = (
        "Restart web, worker and dispatcher of the platform that runs on this data directory, one "
        "after another, from the code that lies on the disk by now. PostgreSQL runs on."
    )
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with hold(settings.PLACES.lock):
                pass
        except DataDirectoryInUse as running:
            if {"demo", "run"} & set(command_of(running.pid).split()):
                os.kill(running.pid, RENEW)
                self.stdout.write("Restarting one process after another; the terminal tells.")
                return
        raise CommandError(f"no platform runs on {settings.PLACES.data_dir}")
