"""Chips issued by the house and taken back, by reason."""

from django.utils.translation import gettext_lazy as _

from backoffice.figures.columns import DAY, REASON, number
from backoffice.figures.reports.base import Report

_SQL = """
SELECT (t.created_at AT TIME ZONE %(zone)s)::date AS day, t.kind,
       sum(-p.amount) FILTER (WHERE p.amount < 0)::bigint,
       sum(p.amount) FILTER (WHERE p.amount > 0)::bigint, count(*)
FROM chip_transfer t
JOIN chip_posting p ON p.transfer_id = t.id
WHERE t.created_at >= %(since)s AND t.created_at < %(until)s
  AND t.kind IN ('grant', 'refill', 'bonus', 'issue', 'closure', 'correction')
  AND p.account_id = (SELECT id FROM chip_account WHERE kind = 'mint' AND ref = '')
  AND (%(reason)s = '' OR t.kind = %(reason)s)
GROUP BY 1, 2 ORDER BY 1 DESC, 2 LIMIT %(most)s
"""

CHIPS = Report(
    "chips",
    _("Chips issued and taken back"),
    (DAY, REASON, number(_("Issued")), number(_("Taken back")), number(_("Transfers"))),
    _SQL,
)
