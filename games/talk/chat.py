"""Talking at tables: players among themselves, spectators in the gallery.

CHAT-1: who sits at a table talks to all who may see it. CHAT-2: who watches talks in the gallery;
what is written there while a round is played, its author apart, nobody sees before that round is
over, so no word of a spectator can help a hand. CHAT-3: anybody seated may close the gallery.

Words travel beside the game: a message takes the lock of the table's chat room, never that of the
table, and has no place in the table's log.
"""

import datetime as dt

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import Player
from accounts.people.silence import require_voice
from accounts.people.social import WORDS_MAX, clean_words
from games.models import Channel, ChatMessage, ChatRoom, Seat, Table, TableStatus
from games.moves.errors import Conflict, NotAllowed
from games.moves.statements import CHAT_CHANNEL
from games.tables.lobby.lists import one_table
from games.talk.phrases import PHRASES
from web.database.database_time import database_now
from web.refusals import Refused
from web.security.limits import Limit

__all__ = ["LIMITS", "WORDS_MAX", "open_gallery", "say", "voice_of"]

# Exact across processes; spent before the work, so that refused words count too.
LIMITS = (Limit("chat", most=8, seconds=20), Limit("chat_hour", most=240, seconds=3600))
OPEN_AFTER_THE_END = dt.timedelta(minutes=15)

NEXT_NUMBER = """
INSERT INTO games_chatroom AS room (table_id, last_number, gallery_open) VALUES (%s, 1, true)
ON CONFLICT (table_id) DO UPDATE SET last_number = room.last_number + 1
RETURNING last_number, gallery_open
"""
ROUND_IN_PLAY = """
SELECT max(r.number) FROM games_round r JOIN games_table t ON t.id = r.table_id
WHERE t.id = %s AND t.status = 'playing' AND r.first_event IS NOT NULL AND r.ended_at IS NULL
"""
RING = "SELECT pg_notify(%s, %s)"


def voice_of(*, table: Table, player: Player | None) -> Channel:
    """Where the player's words go.

    Raises Refused(not_signed_in | silenced), Conflict(chat_closed | gallery_closed).
    """
    if player is None:
        raise Refused("not_signed_in")
    if _is_closed(table):
        raise Conflict("chat_closed", table=table.pk)
    require_voice(player)
    if Seat.objects.filter(table_id=table.pk, player=player).exists():
        return Channel.TABLE
    if ChatRoom.objects.filter(pk=table.pk, gallery_open=False).exists():
        raise Conflict("gallery_closed", table=table.pk)
    return Channel.GALLERY


@transaction.atomic
def say(*, table_id: int, player: Player, words: str = "", phrase: str = "") -> ChatMessage:
    """Say something in one's own words, or a phrase of the house by its code.

    Raises:
        NotFound, NotAllowed(chat_guests_say_phrases), Conflict(chat_closed | gallery_closed),
        Refused(silenced | chat_nothing_said | chat_too_long | chat_phrase_unknown).
    """
    table = one_table(table_id, player)
    channel = voice_of(table=table, player=player)
    if words and channel is Channel.GALLERY and player.is_guest:
        raise NotAllowed("chat_guests_say_phrases")
    text = _readable(words, phrase)
    with connection.cursor() as cursor:
        cursor.execute(NEXT_NUMBER, [table_id])
        number, gallery_open = cursor.fetchone()
        if channel is Channel.GALLERY and not gallery_open:
            raise Conflict("gallery_closed", table=table_id)
        # Read with the room's lock held: times and rounds go up with the numbers.
        now = database_now()
        held_round = None
        if channel is Channel.GALLERY:
            cursor.execute(ROUND_IN_PLAY, [table_id])
            held_round = cursor.fetchone()[0]
        cursor.execute(RING, [CHAT_CHANNEL, f"[{table_id},{number}]"])
    return ChatMessage.objects.create(
        table_id=table_id,
        number=number,
        channel=channel,
        author=player,
        words=text,
        phrase=phrase,
        held_round=held_round,
        created_at=now,
    )


@transaction.atomic
def open_gallery(*, table_id: int, player: Player, is_open: bool) -> None:
    """Let spectators speak at one's table, or not; anybody seated decides for the table.

    Raises NotFound, NotAllowed(not_at_this_table).
    """
    one_table(table_id, player)
    if not Seat.objects.filter(table_id=table_id, player=player).exists():
        raise NotAllowed("not_at_this_table", table=table_id)
    ChatRoom.objects.bulk_create(
        [ChatRoom(table_id=table_id, gallery_open=is_open)],
        update_conflicts=True,
        unique_fields=("table",),
        update_fields=("gallery_open",),
    )


def forget_old_talk() -> int:
    """Delete what was said long ago; reports keep their own copy."""
    before = timezone.now() - dt.timedelta(days=settings.KEEP_TALK_DAYS)
    deleted, _by_model = ChatMessage.objects.filter(created_at__lt=before).delete()
    return deleted


def _is_closed(table: Table) -> bool:
    if table.status == TableStatus.CANCELLED:
        return True
    ended = table.finished_at
    return ended is not None and timezone.now() > ended + OPEN_AFTER_THE_END


def _readable(words: str, phrase: str) -> str:
    """The words as they may be shown; "" for a phrase."""
    if phrase:
        if words or phrase not in PHRASES:
            raise Refused("chat_phrase_unknown", phrase=phrase[:40])
        return ""
    text = clean_words(words)
    if not text:
        raise Refused("chat_nothing_said")
    if len(text) > WORDS_MAX:
        raise Refused("chat_too_long", chars=len(text), most=WORDS_MAX)
    return text
