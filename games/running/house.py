"""What the house does by itself: reopen its ring tables, keep bots at play, close what is idle."""

import datetime as dt

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.joining import guests
from accounts.models import ApiReceipt
from accounts.signing_in.sessions import SessionStore
from games.models import ActionReceipt, OutboxMessage, Seat, Table, TableStatus
from games.moves.errors import Refused
from games.tables.opening import cancel_table, create_table, open_like, seat_bot
from games.tables.terms import TableOffer
from web.database import sql

IDLE_TABLE_AGE = dt.timedelta(hours=1)
# Where moves take days, people look in once a day too.
IDLE_TABLE_OVER_DAYS_AGE = dt.timedelta(days=14)
RECEIPT_AGE = dt.timedelta(days=7)
# The newest of each player: whoever sends fresh keys without end fills no disk with them.
ANSWERS_KEPT_MAX = 10_000
_BEYOND_THE_NEWEST = """
DELETE FROM accounts_apireceipt r
USING (SELECT player_id FROM accounts_apireceipt GROUP BY player_id HAVING count(*) > %(most)s) many
WHERE r.player_id = many.player_id AND r.created_at < (
  SELECT created_at FROM accounts_apireceipt
  WHERE player_id = many.player_id ORDER BY created_at DESC OFFSET %(most)s - 1 LIMIT 1)
"""
SHOW_BOTS = ("expert", "casual")
SHOW_PRESETS = ("gin_palast", "gin_classic")


@transaction.atomic
def open_successor(*, table_id: int) -> Table | None:
    """Open the next table after a standing one has filled (PLAY-10); once per table."""
    filled = Table.objects.select_for_update(no_key=True).get(pk=table_id)
    if Table.objects.filter(successor_of=filled).exists():
        return None
    return open_like(filled, is_standing=True, successor_of=filled)


def is_anything_to_do(*, show_tables: int) -> bool:
    """Whether a table is missing or idle, of those that the functions below look for."""
    return (
        bool(tables_to_succeed()) or _shown() < show_tables or _idle_tables(timezone.now()).exists()
    )


def tables_to_succeed() -> list[int]:
    """Standing tables in play that none has followed: the message that they filled was lost."""
    filled = Table.objects.filter(is_standing=True, status=TableStatus.PLAYING, successor=None)
    return list(filled.order_by("id").values_list("pk", flat=True))


def keep_show_tables(*, tables: int) -> int:
    """See to it that bots play at this many tables of the house; returns how many were opened."""
    running = _shown()
    for number in range(running, tables):
        _open_show_table(SHOW_PRESETS[number % len(SHOW_PRESETS)])
    return max(0, tables - running)


def _shown() -> int:
    houses_own = Table.objects.filter(created_by=None, is_standing=False, is_private=False)
    playing = houses_own.filter(status=TableStatus.PLAYING)
    return playing.exclude(terms__settlement="tournament").count()


@transaction.atomic
def _open_show_table(preset: str) -> None:
    """With its bots or not at all: nobody finds it open in between."""
    table = create_table(
        player=None, offer=TableOffer(preset=preset, stake_chips=50, turn_seconds=30), name="Jeton"
    )
    for bot in SHOW_BOTS:
        seat_bot(table_id=table.pk, bot=bot)


def close_idle_tables() -> int:
    """Cancel open tables that nobody has filled for long; every stake goes back (PLAY-3)."""
    closed = 0
    for table_id in _idle_tables(timezone.now()).values_list("pk", flat=True)[:100]:
        try:
            cancel_table(table_id=table_id)
        except Refused:
            continue  # it has just filled, or somebody else was quicker
        closed += 1
    return closed


def _idle_tables(now: dt.datetime) -> QuerySet[Table]:
    too_old = Q(created_at__lt=now - IDLE_TABLE_AGE)
    too_old &= ~Q(terms__turn_based=True) | Q(created_at__lt=now - IDLE_TABLE_OVER_DAYS_AGE)
    return Table.objects.filter(too_old, status=TableStatus.OPEN, is_standing=False)


def retire_idle_guests(*, now: dt.datetime | None = None) -> int:
    """Guests who have never taken a seat, long after they came (`IDLE_GUEST_DAYS`)."""
    return guests.retire_idle_guests(
        played=Exists(Seat.objects.filter(player=OuterRef("pk"))), now=now
    )


def forget_old_receipts(*, now: dt.datetime | None = None) -> int:
    """Drop receipts and delivered messages that no retry can ask for any more; dead sessions."""
    before = (now or timezone.now()) - RECEIPT_AGE
    receipts, _ = ActionReceipt.objects.filter(created_at__lt=before).delete()
    messages, _ = OutboxMessage.objects.filter(done_at__lt=before).delete()
    answers, _ = ApiReceipt.objects.filter(created_at__lt=before).delete()
    answers += sql.run(_BEYOND_THE_NEWEST, {"most": ANSWERS_KEPT_MAX})
    SessionStore.clear_expired()
    return receipts + messages + answers
