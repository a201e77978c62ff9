"""The back office by the clock: figures of the minute, bans that end, the nightly audit."""

import datetime as dt

from celery import shared_task
from django.core.management import CommandError, call_command
from django.utils import timezone

from backoffice.chain import sealing, witnesses
from backoffice.figures import minutes
from backoffice.integrity import striking
from backoffice.models import AuditRun
from backoffice.people import sanctions, seen
from backoffice.restitution import careers
from web.database.alone import alone_at
from web.modestly import modest
from web.time.clock import only_if

DAY = dt.timedelta(hours=24)


@shared_task
def count_minute() -> None:
    """Figures for the charts; a minute that was counted is not counted again."""
    minutes.count_minute()
    sanctions.end_due_bans()


@shared_task
def forget_old_figures() -> None:
    minutes.forget_old_minutes()
    seen.forget_old_places()


@shared_task
def seal_chain() -> None:
    """Whatever was written since goes under the next hash; nothing new, no link."""
    sealing.seal()


@shared_task
def tell_witnesses() -> None:
    """The chain's head goes where the house cannot reach it."""
    witnesses.tell_witnesses()


@shared_task
@modest
def look_through_rounds() -> None:
    """How people played the rounds that are over, for the integrity pages."""
    striking.look_through_rounds()


@shared_task
@only_if(careers.is_any_due)
def amend_careers() -> None:
    """What restitutions have changed counts in ratings, records and the league."""
    careers.amend_due_careers()


@shared_task
@modest
def audit_books() -> None:
    """Prove the books; what was found is kept for the books' page."""
    try:
        call_command("audit", verbosity=0, stdout=minutes.Nowhere())
    except CommandError:
        return  # the faults are stored, and shown in red


@shared_task
@modest
def audit_books_daily() -> None:
    """The same once a day, whoever asked for it."""
    since = timezone.now() - DAY
    with alone_at("audit") as is_alone:
        if is_alone and not AuditRun.objects.filter(at__gt=since).exists():
            audit_books()
