"""Who has a part in a table, and in a report of what was said at one."""

from django.db.models import Q, QuerySet

from accounts.interest import parties_to
from accounts.models import Player
from games.models import ChatReport


@parties_to("table")
def _table(number: int) -> QuerySet[Player]:
    return Player.objects.filter(seats__table_id=number)


@parties_to("report")
def _report(number: int) -> QuerySet[Player]:
    report = ChatReport.objects.filter(pk=number)
    return Player.objects.filter(
        Q(pk__in=report.values("author_id")) | Q(pk__in=report.values("reporter_id"))
    )
