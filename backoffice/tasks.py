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
from web.modestly import modest
from web.time.clock import by_the_clock

DAY = dt.timedelta(hours=24)


@by_the_clock(20)
def count_minute() -> None:
    """Figures for the charts; a minute that was counted is not counted again."""
    minutes.count_minute()
    sanctions.end_due_bans()


@by_the_clock(3600)
def forget_old_figures() -> None:
    minutes.forget_old_minutes()
    seen.forget_old_places()


# Whatever was written since goes under the next hash; nothing new, no link.
seal_chain = by_the_clock(60)(sealing.seal)


# The chain's head goes where the house cannot reach it.
tell_witnesses = by_the_clock(3600)(witnesses.tell_witnesses)


@by_the_clock(60)
@modest
def look_through_rounds() -> None:
    """How people played the rounds that are over, for the integrity pages."""
    striking.look_through_rounds()


# What restitutions have changed counts in ratings, records and the league.
amend_careers = by_the_clock(10, only_if=careers.is_any_due)(careers.amend_due_careers)


@shared_task
@modest
def audit_books() -> None:
    """Prove the books; what was found is kept for the books' page."""
    try:
        call_command("audit", verbosity=0, stdout=minutes.Nowhere())
    except CommandError:
        return  # the faults are stored, and shown in red


@by_the_clock(3600, alone_in="audit")
@modest
def audit_books_daily() -> None:
    """The same once a day, whoever asked for it."""
    if not AuditRun.objects.filter(at__gt=timezone.now() - DAY).exists():
        audit_books()
