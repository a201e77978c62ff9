"""The running of the platform as a Django app: its queue's SQL, its commands, its system checks."""

import django_stubs_ext
from django.apps import AppConfig

# Forms, fields and querysets may name what they hold: `ModelForm[Player]`. This is the first of
# the apps, so that no model or form is there yet.
django_stubs_ext.monkeypatch()


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
