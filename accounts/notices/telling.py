"""Telling players something: once per key, into their inbox, and by e-mail if they want that."""

import datetime as dt
import logging
from collections.abc import Mapping, Sequence
from smtplib import SMTPException
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import Notice, NoticeWish, Player
from accounts.notices.kinds import KINDS, TELLING
from web.addresses import absolute
from web.database import sql
from web.house import spoken
from web.refusals import Refused

# Who is there reads it on the page first, and is spared the mail.
MAIL_AFTER = dt.timedelta(minutes=2)
MAIL_AGAIN_AFTER = dt.timedelta(minutes=10)
MAILS_AT_ONCE_MAX = 50

log = logging.getLogger(__name__)


@transaction.atomic(savepoint=False)
def tell(*, player: Player, kind: str, facts: Mapping[str, Any], key: str = "") -> Notice | None:
    """Put a notice into the player's inbox; None when this key has been told, or to a bot."""
    now = timezone.now()
    for notice in _written([player], kind, facts, key, now):
        if not key:
            notice.save()
            return notice
        Notice.objects.bulk_create([notice], ignore_conflicts=True)
        return Notice.objects.filter(player=player, key=key, created_at=now).first()
    return None


@transaction.atomic(savepoint=False)
def tell_all(
    *, players: Sequence[Player], kind: str, facts: Mapping[str, Any], key: str = ""
) -> None:
    """Tell many the same: as `tell` does for each, in as many queries for a thousand as for one."""
    notices = _written(players, kind, facts, key, timezone.now())
    Notice.objects.bulk_create(notices, ignore_conflicts=bool(key))


def _written(
    players: Sequence[Player], kind: str, facts: Mapping[str, Any], key: str, now: dt.datetime
) -> list[Notice]:
    """What is to be told to those of them who read notices, not stored yet."""
    readers = [player for player in players if not player.is_bot]
    if not readers:
        return []
    # Taken before a notice has its number, and held until it is to be seen.
    sql.rows(TELLING, [[player.pk for player in readers]])
    mailed = _who_wants_mail(readers, kind)
    return [
        Notice(
            player=player,
            kind=KINDS[kind].key,
            facts=dict(facts),
            key=key,
            created_at=now,
            mail_at=now + MAIL_AFTER if player.pk in mailed else None,
        )
        for player in readers
    ]


def mark_read(*, player: Player, up_to: int) -> int:
    """Everything up to this notice has been read; how many were new."""
    unread = Notice.objects.filter(player=player, pk__lte=up_to, read_at=None)
    return unread.update(read_at=timezone.now(), mail_at=None)


def withdraw(*, player: Player, key: str) -> None:
    """What was to be told is not true any more."""
    Notice.objects.filter(player=player, key=key).delete()


def wish_mail(*, player: Player, kind: str, by_mail: bool) -> None:
    """Say whether notices of a kind are to come by e-mail.

    Raises:
        Refused(notice_kind_unknown): also of a kind this player is never told of.
    """
    if kind not in KINDS or not KINDS[kind].concerns(player):
        raise Refused("notice_kind_unknown", kind=kind[:40])
    NoticeWish.objects.bulk_create(
        [NoticeWish(player=player, kind=kind, by_mail=by_mail)],
        update_conflicts=True,
        unique_fields=("player", "kind"),
        update_fields=("by_mail",),
    )


def _who_wants_mail(players: Sequence[Player], kind: str) -> set[int]:
    """Numbers of those who have an address and want this kind by e-mail."""
    reached = {player.pk for player in players if player.email}
    wishes = NoticeWish.objects.filter(player__in=reached, kind=kind) if reached else None
    said = {} if wishes is None else dict(wishes.values_list("player_id", "by_mail"))
    return {number for number in reached if said.get(number, KINDS[kind].by_mail)}


def send_due_mails(*, now: dt.datetime | None = None) -> int:
    """Send what is due and unread; several at once share the work. Returns how many were sent."""
    now = now or timezone.now()
    sent = 0
    for _turn in range(MAILS_AT_ONCE_MAX):
        notice = _claim_next(now)
        if notice is None:
            break
        sent += _mail(notice)
    return sent


@transaction.atomic
def _claim_next(now: dt.datetime) -> Notice | None:
    """The next one due, put off behind all others: nobody else mails it in the meantime.

    Whoever dies over it costs a second mail later, and no mail.
    """
    due = Notice.objects.select_for_update(skip_locked=True, of=("self",)).select_related("player")
    notice = due.filter(mail_at__lte=now).order_by("mail_at").first()
    if notice is None:
        return None
    notice.mail_at = now + MAIL_AGAIN_AFTER
    notice.save(update_fields=("mail_at",))
    return notice


def _mail(notice: Notice) -> bool:
    """Whether it was mailed. No transaction waits for the server: the database would end it.

    A server that does not take it is asked again; what cannot be written as a mail is given up.
    """
    wanted = notice.read_at is None and bool(notice.player.email) and notice.kind in KINDS
    if wanted:
        try:
            _send(notice)
        except (SMTPException, OSError) as error:
            log.warning("notice %s was not mailed: %s", notice.pk, error)
            return False
        except Exception:
            log.exception("notice %s cannot be mailed", notice.pk)
            wanted = False
    Notice.objects.filter(pk=notice.pk, mail_at=notice.mail_at).update(mail_at=None)
    return wanted


def _send(notice: Notice) -> None:
    kind = KINDS[notice.kind]
    with override(spoken(notice.player.language)):
        words = kind.words(notice.facts)
        text = "\n\n".join(
            (
                words,
                absolute(kind.path(notice.facts)),
                _("You choose on the page of your notices what comes by e-mail."),
            )
        )
        # On one line, whatever a name holds: a mail that cannot be written would stop all others.
        subject = " ".join(f"{settings.HOUSE_NAME}: {words}".split())
        send_mail(subject, text, None, [notice.player.email])


def forget_old_notices(*, now: dt.datetime | None = None) -> int:
    """Delete what nobody will look up any more."""
    before = (now or timezone.now()) - dt.timedelta(days=settings.KEEP_NOTICES_DAYS)
    deleted, _by_model = Notice.objects.filter(created_at__lt=before).delete()
    return deleted
