"""The tournaments app: everything above single tables."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Importing it is what registers its check.
        from games.services.bell import FOLLOWS
        from tournaments import audit_tournaments, tasks  # noqa: F401

        FOLLOWS["directed_round_over"] = tasks.round_over.delay
        FOLLOWS["tournament_asks"] = tasks.look_after_tournament.delay
