"""Chips moved, by kind of account, currency and reason."""

from django.utils.translation import gettext_lazy as _

from backoffice.figures.columns import ACCOUNT, CURRENCY, DAY, REASON, number
from backoffice.figures.reports.base import Report

_SQL = """
SELECT (t.created_at AT TIME ZONE %(zone)s)::date, a.kind,
       CASE WHEN a.currency = 'chips' THEN 'chips' ELSE 'tournament' END, t.kind,
       sum(p.amount) FILTER (WHERE p.amount > 0)::bigint,
       sum(-p.amount) FILTER (WHERE p.amount < 0)::bigint, count(*)
FROM chip_transfer t
JOIN chip_posting p ON p.transfer_id = t.id
JOIN chip_account a ON a.id = p.account_id
WHERE t.created_at >= %(since)s AND t.created_at < %(until)s
  AND (%(reason)s = '' OR t.kind = %(reason)s) AND (%(account)s = '' OR a.kind = %(account)s)
  AND (%(chips)s = '' OR (a.currency = 'chips') = (%(chips)s = 'chips'))
GROUP BY 1, 2, 3, 4 ORDER BY 1 DESC, 2, 3, 4 LIMIT %(most)s
"""

MOVED = Report(
    "moved",
    _("Chips moved"),
    (
        *(DAY, ACCOUNT, CURRENCY, REASON, number(_("Came in"))),
        *(number(_("Went out")), number(_("Lines of transfers"))),
    ),
    _SQL,
    days=7,
)
