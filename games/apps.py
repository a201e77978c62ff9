"""The games app: tables, rounds, and how they are played."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Tables and rounds")

    def ready(self) -> None:
        # Importing them is what registers their checks and kinds.
        from accounts.books.reasons import TELLERS
        from accounts.career.wording import GAME_NAMES
        from games import audit_tables, interest, notice_kinds, own_data  # noqa: F401
        from games.refusals import declare_ours
        from games.tables.explaining import tell_of_tables
        from games.wording import preset_name
        from web import slots

        declare_ours()
        TELLERS.append(tell_of_tables)
        GAME_NAMES[:] = [preset_name]
        slots.fill("club", "games/in_club.html")
        slots.fill("settings", "games/in_settings.html")
        slots.fill("person", "games/in_person.html")
        slots.fill("plots", "games/in_profile.html")
