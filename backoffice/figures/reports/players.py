"""Who has joined."""

from django.utils.translation import gettext_lazy as _

from backoffice.figures.columns import DAY, number
from backoffice.figures.reports.base import Report

_SQL = """
SELECT (date_joined AT TIME ZONE %(zone)s)::date, count(*) FILTER (WHERE NOT is_guest),
       count(*) FILTER (WHERE is_guest)
FROM accounts_player
WHERE NOT is_bot AND date_joined >= %(since)s AND date_joined < %(until)s
GROUP BY 1 ORDER BY 1 DESC LIMIT %(most)s
"""

PLAYERS = Report(
    "players", _("New players"), (DAY, number(_("Members")), number(_("Guests"))), _SQL
)
