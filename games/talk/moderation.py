"""Reports of what was said at tables and of people; staff decide about them in the office."""

import datetime as dt
from typing import Any

from django.conf import settings
from django.utils import timezone

from accounts.models import Player
from accounts.people.social import clean_words
from games.models import ChatMessage, ChatReport, ReportReason, Seat
from games.talk.reading import one_message
from web.refusals import Refused
from web.security.limits import Limit

LIMIT = Limit("chat_reports", most=20, seconds=3600)
OF_PEOPLE = Limit("person_reports", most=10, seconds=86_400)
MESSAGE_REASONS = (
    ReportReason.INSULT,
    ReportReason.SPAM,
    ReportReason.CHEATING,
    ReportReason.OTHER,
)
PERSON_REASONS = (
    ReportReason.NAME,
    ReportReason.CONDUCT,
    ReportReason.UNFAIR,
    ReportReason.OTHER,
)
NOTE_MAX = 200
LINES_BEFORE = 15
LINES_AFTER = 5


def report_message(
    *, table_id: int, number: int, player: Player, reason: str, note: str = ""
) -> ChatReport:
    """Report somebody else's message; what was said around it is kept for the moderators.

    Reporting the same message again gives the first report.

    Raises:
        NotFound(table_not_found | chat_message_not_found),
        Refused(chat_own_message | out_of_range).
    """
    message = one_message(table_id, number, player)
    if message.author_id == player.pk:
        raise Refused("chat_own_message")
    facts: dict[str, Any] = {
        "author": message.author,
        "reason": ReportReason(reason),
        "note": clean_words(note)[:NOTE_MAX],
        "context": lambda: _context(table_id, number),
    }
    same = {"table_id": table_id, "number": number, "reporter": player}
    return ChatReport.objects.get_or_create(**same, defaults=facts)[0]


def report_person(*, player: Player, other: Player, reason: str, note: str = "") -> ChatReport:
    """Report somebody rather than a message. Only staff ever learn who did.

    While a report of the same person for the same reason waits, another one gives that one.

    Raises Refused(reporting_yourself | player_not_found): bots and who is gone are not reported.
    """
    if other.pk == player.pk:
        raise Refused("reporting_yourself")
    if other.is_bot or other.is_gone:
        raise Refused("player_not_found")
    same = {"author": other, "reporter": player, "reason": ReportReason(reason), "number": None}
    facts: dict[str, Any] = {
        "table_id": lambda: _last_table_of(player, other),
        "note": clean_words(note)[:NOTE_MAX],
        "context": [],
    }
    return ChatReport.objects.get_or_create(**same, handled_at=None, defaults=facts)[0]


def forget_old_reports() -> int:
    before = timezone.now() - dt.timedelta(days=settings.KEEP_REPORTS_DAYS)
    deleted, _by_model = ChatReport.objects.filter(handled_at__lt=before).delete()
    return deleted


def _last_table_of(player: Player, other: Player) -> int | None:
    """Where they last sat together; None if they never did."""
    theirs = Seat.objects.filter(player=other).values("table_id")
    shared = Seat.objects.filter(player=player, table_id__in=theirs).order_by("-table_id")
    return shared.values_list("table_id", flat=True).first()


def _context(table_id: int, number: int) -> list[dict[str, Any]]:
    """The lines around a message as they were, those withheld or hidden included."""
    lines = ChatMessage.objects.filter(
        table_id=table_id, number__range=(number - LINES_BEFORE, number + LINES_AFTER)
    )
    return [
        {
            "number": line.number,
            "at": line.created_at.isoformat(timespec="seconds"),
            "channel": line.channel,
            "author": line.author_id,
            "name": line.author.name,
            "words": line.words,
            "phrase": line.phrase,
            "reported": line.number == number,
        }
        for line in lines.select_related("author").order_by("number")
    ]
