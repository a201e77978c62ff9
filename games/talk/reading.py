"""What somebody may read of a table's talk: a page of it, and where to go on from.

Numbers rise in the order of commits, so nothing slips in behind a reader. Two things come late:
a spectator's word, when its round is over, and at tables with a delay everything for spectators;
the cursor remembers both.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db.models import Max, Min, Q, QuerySet
from django.utils import timezone

from accounts.models import Player
from accounts.people.friendships import unheard_by
from games.models import ChatMessage, ChatRoom, Round, Seat, Table, TableStatus
from games.moves.errors import NotFound
from games.tables.admission import admission_of
from games.tables.lobby.lists import one_table
from web.api.payloads import With
from web.finding import or_raise

PAGE = 100
ALL_ROUNDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Cursor:
    """Everything up to `number` has been read, gallery words of rounds up to `round` among it."""

    number: int = 0
    round: int = 0

    def __str__(self) -> str:
        return f"{self.number}.{self.round}"

    @classmethod
    def read(cls, text: str) -> Cursor | None:
        """A cursor as it was handed out; None for anything else."""
        parts = text.split(".")
        if len(parts) != 2 or not all(one.isascii() and one.isdigit() for one in parts):
            return None
        number, played = (int(one) if len(one) < 19 else -1 for one in parts)
        return cls(number, played) if number >= 0 and played >= 0 else None


def read_chat(
    table_id: int, player: Player | None, *, after: Cursor | None = None, before: int | None = None
) -> With:
    """The latest messages, in their order; those since a cursor; or those before a number.

    `cursor` asks for what comes after, `older` for what was before.

    Raises NotFound: no such table, or a private one of others.
    """
    table = one_table(table_id, player)
    seats = dict(Seat.objects.filter(table_id=table_id).values_list("player_id", "number"))
    # In this order: whatever these two count is there when the messages are read.
    room = ChatRoom.objects.filter(pk=table_id).first()
    rounds_over = _rounds_over(table)
    mine = player is not None and player.pk in seats
    shown = _shown(table, player, rounds_over=rounds_over, delayed=not mine)
    last = _last_number(table, room, delayed=not mine)
    counted = room.last_number if room else 0
    shown = shown.filter(number__lte=counted)  # what comes meanwhile is for the next look
    if after is not None and after.number <= counted:
        shown = shown.filter(Q(number__gt=after.number) | Q(held_round__gt=after.round))
    elif before is not None:
        shown = shown.filter(number__lt=before)
    newest = list(shown.select_related("author").order_by("-number")[: PAGE + 1])
    page = newest[:PAGE][::-1]
    return With(
        table=table,
        seats=seats,
        messages=page,
        rounds_over=rounds_over,
        cursor=Cursor(last, rounds_over),
        older=page[0].number if len(newest) > PAGE else None,
        gallery_open=room is None or room.gallery_open,
    )


def one_message(table_id: int, number: int, player: Player) -> ChatMessage:
    """A message this player can see. Raises NotFound(table_not_found | chat_message_not_found)."""
    table = one_table(table_id, player)
    seated = Seat.objects.filter(table_id=table_id, player=player).exists()
    shown = _shown(table, player, rounds_over=_rounds_over(table), delayed=not seated)
    message = shown.filter(number=number).select_related("author").first()
    return or_raise(message, NotFound("chat_message_not_found", number=number))


def _shown(
    table: Table, player: Player | None, *, rounds_over: int, delayed: bool
) -> QuerySet[ChatMessage]:
    """What this player, or a visitor (None), sees: not hidden, not unheard, not held back."""
    seen = Q(held_round=None) | Q(held_round__lte=rounds_over)
    horizon = _horizon(table, delayed=delayed)
    if horizon is not None:
        seen &= Q(created_at__lte=horizon)
    found = ChatMessage.objects.filter(table_id=table.pk, hidden_at=None)
    if player is None:
        return found.filter(seen)
    unheard = unheard_by(player.pk).values("other_id")
    return found.filter(seen | Q(author=player)).exclude(author_id__in=unheard)


def _horizon(table: Table, *, delayed: bool) -> dt.datetime | None:
    """Up to when somebody sees the table: spectators later than the players, where agreed on.

    One round late, words end with the last round that is over, as the cards do.
    """
    admission = admission_of(table.pk) if delayed else None
    if admission is None or not (admission.delay_seconds or admission.one_round_late):
        return None
    then = timezone.now() - dt.timedelta(seconds=admission.delay_seconds)
    if not admission.one_round_late or table.status != TableStatus.PLAYING:
        return then
    rounds = Round.objects.filter(table_id=table.pk)
    ended = rounds.aggregate(latest=Max("ended_at"))["latest"]
    return min(then, ended or rounds.aggregate(first=Min("prepared_at"))["first"] or then)


def _rounds_over(table: Table) -> int:
    if table.status in (TableStatus.FINISHED, TableStatus.CANCELLED):
        return ALL_ROUNDS
    ended = Round.objects.filter(table_id=table.pk, ended_at__isnull=False)
    return ended.aggregate(latest=Max("number"))["latest"] or 0


def _last_number(table: Table, room: ChatRoom | None, *, delayed: bool) -> int:
    horizon = _horizon(table, delayed=delayed)
    if room is None or horizon is None:
        return room.last_number if room else 0
    passed = ChatMessage.objects.filter(table_id=table.pk, created_at__lte=horizon)
    return passed.aggregate(latest=Max("number"))["latest"] or 0
