"""The reports of the house: one file each, in the order of the page."""

from backoffice.figures.reports.activity import ACTIVITY
from backoffice.figures.reports.base import DAYS_MAX, REPORTS, ROWS_MAX, Report, rows_of
from backoffice.figures.reports.chips import CHIPS
from backoffice.figures.reports.house import HOUSE
from backoffice.figures.reports.moved import MOVED
from backoffice.figures.reports.players import PLAYERS
from backoffice.figures.reports.tournaments import TOURNAMENTS

for report in (CHIPS, HOUSE, MOVED, TOURNAMENTS, ACTIVITY, PLAYERS):
    REPORTS.register(report)

__all__ = ["DAYS_MAX", "REPORTS", "ROWS_MAX", "Report", "rows_of"]
