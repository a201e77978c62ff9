"""The running of the platform as a Django app: its queue's SQL, its commands, its system checks."""

from django.apps import AppConfig


class RunningConfig(AppConfig):
    name = "config"
    verbose_name = "Running"

    def ready(self) -> None:
        import config.celery
        import config.checks  # noqa: F401
