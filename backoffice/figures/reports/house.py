"""What the house earned and spent, by reason."""

from django.utils.translation import gettext_lazy as _

from backoffice.figures.columns import DAY, REASON, number
from backoffice.figures.reports.base import Report

_SQL = """
SELECT (t.created_at AT TIME ZONE %(zone)s)::date, t.kind,
       sum(p.amount) FILTER (WHERE p.amount > 0)::bigint,
       sum(-p.amount) FILTER (WHERE p.amount < 0)::bigint, count(*)
FROM chip_account a JOIN chip_posting p ON p.account_id = a.id
JOIN chip_transfer t ON t.id = p.transfer_id
WHERE a.kind = 'house' AND t.created_at >= %(since)s AND t.created_at < %(until)s
  AND (%(reason)s = '' OR t.kind = %(reason)s)
GROUP BY 1, 2 ORDER BY 1 DESC, 2 LIMIT %(most)s
"""

HOUSE = Report(
    "house",
    _("What the house earned"),
    (DAY, REASON, number(_("Earned")), number(_("Spent")), number(_("Transfers"))),
    _SQL,
)
