"""Tables played, by game."""

from django.utils.translation import gettext_lazy as _

from backoffice.figures.columns import DAY, GAME, number
from backoffice.figures.reports.base import Report

_SQL = """
SELECT (t.finished_at AT TIME ZONE %(zone)s)::date, t.preset, count(*),
       count(*) FILTER (WHERE t.stake_chips > 0), sum(t.stake_chips * t.seats_max)::bigint
FROM games_table t
WHERE t.finished_at >= %(since)s AND t.finished_at < %(until)s
  AND (%(game)s = '' OR t.preset = %(game)s)
GROUP BY 1, 2 ORDER BY 1 DESC, 2 LIMIT %(most)s
"""

ACTIVITY = Report(
    "activity",
    _("Tables played"),
    (DAY, GAME, *map(number, (_("Tables"), _("With a stake"), _("Chips staked")))),
    _SQL,
)
