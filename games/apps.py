"""The games app: tables, rounds, and how they are played."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Tables and rounds")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Importing them is what registers their checks and kinds.
        from games import audit_tables, notice_kinds  # noqa: F401
