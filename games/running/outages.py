"""Knowing when nobody could play because of the house, and making it good on the clocks.

The play process, the dispatcher and the workers leave a sign of life every few seconds. A gap in
those of the play process is an outage: it is written down with the first sign of life after it,
once, whichever process gives it. Clocks do not end while one lasts, and are put forward by it
afterwards, for every table that was being played: by the dispatcher as soon as it sees the
outage, or by whoever wakes the table first. What is done twice counts once, since a match knows
what was made good.
"""

import datetime as dt

from django.conf import settings
from django.db.models.functions import Now

from games.models import Heartbeat, Outage, Table, TableStatus
from games.moves.acting import run_batch
from games.moves.commands import Compensate, Done
from games.moves.statements import BEAT
from rummy.match import MatchState
from web.database import sql

PLAY, DISPATCHER, WORK = "play", "dispatcher", "work"
BEAT_SECONDS = 2.0
PORTION = 50
# A door that has been away for longer will not come back on its own: then clocks count again.
WAITED_FOR = dt.timedelta(days=7)
KEPT_FOR = dt.timedelta(days=90)


def beat(service: str) -> None:
    """A sign of life. The first after a gap writes the gap down as an outage."""
    sql.run(BEAT, beat_parameters(service))


def beat_parameters(service: str) -> tuple[str | int, ...]:
    """What `BEAT` needs, over whichever connection it is sent."""
    return (service, settings.OUTAGE_SECONDS, service)


def is_silent(service: str, *, seconds: float) -> bool:
    """Whether a service has given no sign of life for so long, or never."""
    since = Now() - dt.timedelta(seconds=seconds)
    return not Heartbeat.objects.filter(service=service, beat_at__gte=since).exists()


def out_of_reach() -> bool:
    """Whether nobody can act just now: the play process gives no sign of life.

    A house that never had one is played through the synchronous door and is in reach.
    """
    silent = dt.timedelta(seconds=settings.OUTAGE_SECONDS)
    return Heartbeat.objects.filter(
        service=PLAY, beat_at__lt=Now() - silent, beat_at__gt=Now() - WAITED_FOR
    ).exists()


def make_good(*, table_id: int, state: MatchState) -> bool:
    """Put a table's clock forward by the outages that fell on it; whether it had to be."""
    since_ms = max(state.clock.started_ms, state.roster.compensated_ms)
    since = dt.datetime.fromtimestamp(since_ms / 1000, dt.UTC)
    outages = Outage.objects.filter(service=PLAY, ended_at__gt=since).order_by("ended_at")
    commands = [_compensation(table_id, outage) for outage in outages]
    if not commands:
        return False
    outcomes = run_batch(commands)
    return any(isinstance(outcome, Done) and outcome.events for outcome in outcomes)


def make_all_good() -> int:
    """Put the clocks of all tables forward by outages not made good yet; returns how many.

    In portions, each table under its own lock; a table that ended meanwhile has no clock.
    """
    open_outages = list(Outage.objects.filter(service=PLAY, made_good_at=None).order_by("id"))
    if not open_outages:
        return 0
    playing = list(
        Table.objects.filter(status=TableStatus.PLAYING).order_by("id").values_list("pk", flat=True)
    )
    helped = 0
    for first in range(0, len(playing), PORTION):
        commands = [
            _compensation(table_id, outage)
            for table_id in playing[first : first + PORTION]
            for outage in open_outages
        ]
        outcomes = run_batch(commands)
        helped += sum(isinstance(one, Done) and bool(one.events) for one in outcomes)
    Outage.objects.filter(pk__in=[outage.pk for outage in open_outages]).update(made_good_at=Now())
    return helped


def forget_old_outages() -> int:
    """Delete outages that no running clock can have seen; nobody's clock stood for another's."""
    old = Outage.objects.filter(ended_at__lt=Now() - KEPT_FOR)
    deleted, _by_model = old.exclude(service=PLAY, made_good_at=None).delete()
    return deleted


def _compensation(table_id: int, outage: Outage) -> Compensate:
    return Compensate(table_id, _ms(outage.began_at), _ms(outage.ended_at))


def _ms(at: dt.datetime) -> int:
    return round(at.timestamp() * 1000)
