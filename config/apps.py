"""The running of the platform as a Django app: its queue's SQL, its commands, its system checks."""

import django_stubs_ext
from django.apps import AppConfig
from django.conf import settings
from django.contrib.admin.apps import AdminConfig
from django.db import connections
from django.db.models.signals import pre_migrate

# Forms, fields and querysets may name what they hold: `ModelForm[Player]`. This is the first of
# the apps, so that no model or form is there yet.
django_stubs_ext.monkeypatch()


class PlainAdministration(AdminConfig):
    default = False
    default_site = "backoffice.plain_admin.PlainSite"


class RunningConfig(AppConfig):
    name = "config"
    verbose_name = "Running"

    def ready(self) -> None:
        import config.celery
        import config.checks  # noqa: F401
        from config.serving.reporting import report_faults
        from config.serving.tracing import keep_traces

        report_faults()
        keep_traces()
        pre_migrate.connect(_wait_for_no_lock_long)


def _wait_for_no_lock_long(using: str, **_: object) -> None:
    """Whoever waits for a table's lock has everybody behind them who comes later: better to give
    up, and be run again. Where the connection has a patience of its own, that holds.
    """
    with connections[using].cursor() as cursor:
        cursor.execute(
            "SELECT set_config('lock_timeout', %s, false)"
            " WHERE current_setting('lock_timeout') = '0'",
            [f"{settings.LOCK_TIMEOUT_SECONDS}s"],
        )
