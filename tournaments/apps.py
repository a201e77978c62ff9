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
        from tournaments import audit_tickets, audit_tournaments, notice_kinds, tasks  # noqa: F401
        from tournaments.api.problems import bring_to_api
        from tournaments.play.polling import bring_to_inbox

        bring_to_api()
        bring_to_inbox()

        FOLLOWS["directed_round_over"] = tasks.round_over.delay
        from tournaments import desk_tasks

        FOLLOWS["draft_forecast"] = desk_tasks.forecast_draft.delay
        FOLLOWS["tournament_asks"] = tasks.look_after_tournament.delay
