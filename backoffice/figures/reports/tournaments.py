"""Tournaments, what was paid in and won."""

from django.utils.translation import gettext_lazy as _

from backoffice.figures.columns import DAY, PHASE, number, plain
from backoffice.figures.reports.base import Report

_SQL = """
SELECT (t.created_at AT TIME ZONE %(zone)s)::date, t.id, t.name, t.phase, count(e.id),
       coalesce(sum(e.paid_chips), 0)::bigint, coalesce(sum(e.fee_chips), 0)::bigint,
       coalesce(sum(e.won_chips), 0)::bigint
FROM tournaments_tournament t
LEFT JOIN tournaments_entry e ON e.tournament_id = t.id AND e.status <> 'withdrawn'
WHERE t.created_at >= %(since)s AND t.created_at < %(until)s
  AND (%(phase)s = '' OR t.phase = %(phase)s)
GROUP BY t.id ORDER BY t.id DESC LIMIT %(most)s
"""

TOURNAMENTS = Report(
    "tournaments",
    _("Tournaments"),
    (
        *(DAY, plain(_("Number")), plain(_("Name")), PHASE, number(_("Entries"))),
        *(number(_("Paid in")), number(_("Fees")), number(_("Won"))),
    ),
    _SQL,
)
