"""The tournaments app: everything above single tables."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        # Importing them is what registers them.
        from accounts.books.reasons import TELLERS
        from games.running.dispatcher import FOLLOWS
        from tournaments import audit_tournaments, interest, notice_kinds, own_data, tasks  # noqa: F401
        from tournaments.desk.waiting import carry_out_waiting
        from tournaments.live.polling import bring_to_inbox
        from tournaments.refusals import declare_ours
        from tournaments.running.directing import AFTER_ROUNDS
        from tournaments.selectors.seen import guard
        from tournaments.series.reading import guard_series
        from tournaments.words.wallet import tell_of_tournaments
        from web import slots
        from web.security.guarding import guards

        declare_ours()
        TELLERS.append(tell_of_tournaments)
        AFTER_ROUNDS.append(carry_out_waiting)
        guards("tournament_id", guard)
        guards("series_id", guard_series)
        bring_to_inbox()
        slots.fill("club", "tournaments/in_club.html")
        slots.fill("wallet", "tournaments/in_wallet.html")
        slots.fill("lobby", "tournaments/in_lobby.html")
        slots.fill("after_round", "tournaments/at_table.html")
        slots.fill("table_options", "tournaments/desk/call_at_table.html")

        FOLLOWS["directed_round_over"] = tasks.round_over
        FOLLOWS["draft_forecast"] = tasks.forecast_draft
        FOLLOWS["tournament_asks"] = tasks.look_after_tournament
