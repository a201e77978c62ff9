"""`manage.py clean_demo`: forget the embedded platform of this data directory."""

import shutil
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.embedded.lock import DataDirectoryInUse, hold
from config.embedded.places import UnusablePlace


class Command(BaseCommand):
    help = "Remove the embedded platform's database, logs and secrets for good."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        places = settings.PLACES
        if not places.data_dir.exists():
            return
        try:
            with hold(places.lock):
                for path in (places.cluster, places.logs, places.secrets, places.metrics):
                    shutil.rmtree(path, ignore_errors=True)
        except UnusablePlace as error:
            raise CommandError(str(error)) from None
        except DataDirectoryInUse as error:
            raise CommandError(f"{error}; stop it first") from None
        self.stdout.write(f"removed what was in {places.data_dir}")
