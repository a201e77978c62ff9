"""Telling players something: once per key, into their inbox, and by e-mail if they want that.

What goes out besides lies on the notice itself, as the moment when it is due (`mail_at`, and
`push_at` for `accounts.notices.push.sending`).
"""

import datetime as dt
import logging
from collections.abc import Mapping, Sequence
from smtplib import SMTPException, SMTPRecipientsRefused
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import DNS_NAME, EmailMessage
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import Notice, NoticeWish, Player
from accounts.notices.inbox import WAYS, wants
from accounts.notices.kinds import KINDS, TELLING
from accounts.notices.push.registering import who_has_any
from web.addresses import absolute
from web.database import sql
from web.house import spoken
from web.refusals import Refused

# Who is there reads it on the page first, and is spared the mail.
MAIL_AFTER = dt.timedelta(minutes=2)
# Who has just been led to a table has it before them by then.
PUSH_AFTER = dt.timedelta(seconds=4)
# A server that is away is asked again after so long, then as late again as the notice is old, at
# most so late; after some days it is no news.
MAIL_AGAIN_AFTER = dt.timedelta(minutes=10)
MAIL_AGAIN_AFTER_MOST = dt.timedelta(hours=1)
MAILED_FOR = dt.timedelta(days=3)
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
    mailed, pushed = _who_wants(readers, kind)
    return [
        Notice(
            player=player,
            kind=KINDS[kind].key,
            facts=dict(facts),
            key=key,
            created_at=now,
            mail_at=now + MAIL_AFTER if player.pk in mailed else None,
            push_at=now + PUSH_AFTER if player.pk in pushed else None,
        )
        for player in readers
    ]


def mark_read(*, player: Player, up_to: int) -> int:
    """Everything up to this notice has been read; how many were new."""
    unread = Notice.objects.filter(player=player, pk__lte=up_to, read_at=None)
    return unread.update(read_at=timezone.now(), mail_at=None, push_at=None)


def withdraw(*, player: Player, key: str) -> None:
    """What was to be told is not true any more."""
    Notice.objects.filter(player=player, key=key).delete()


def wish(*, player: Player, kind: str, **ways: bool) -> None:
    """Say of some `WAYS` whether notices of a kind are to come by them.

    Raises Refused(notice_kind_unknown): also of a kind this player is never told of.
    """
    if kind not in KINDS or not KINDS[kind].concerns(player):
        raise Refused("notice_kind_unknown", kind=kind[:40])
    if not ways:
        return
    NoticeWish.objects.bulk_create(
        [NoticeWish(player=player, kind=kind, **ways)],
        update_conflicts=True,
        unique_fields=("player", "kind"),
        update_fields=tuple(ways),
    )


def _who_wants(players: Sequence[Player], kind: str) -> list[set[int]]:
    """For each of the `WAYS`, numbers of those whom it reaches and who want this kind so."""
    with_address = {player.pk for player in players if player.email}
    reached = [with_address, who_has_any([player.pk for player in players])]
    anybody = set().union(*reached)
    wishes = NoticeWish.objects.filter(player__in=anybody, kind=kind) if anybody else ()
    said = {wish.player_id: wish for wish in wishes}
    return [
        {number for number in numbers if wants(KINDS[kind], said.get(number), way)}
        for way, numbers in zip(WAYS, reached, strict=True)
    ]


def send_due_mails(*, now: dt.datetime | None = None) -> int:
    """Send what is due and unread; several at once share the work. Returns how many were sent."""
    now = now or timezone.now()
    sent = 0
    for _turn in range(MAILS_AT_ONCE_MAX):
        claimed = claim("mail_at", now, again_after=MAIL_AGAIN_AFTER, most=1)
        if not claimed:
            break
        sent += _mail(claimed[0], now)
    return sent


@transaction.atomic
def claim(
    when: str, now: dt.datetime, *, again_after: dt.timedelta, most: int, which: Q | None = None
) -> list[Notice]:
    """The next ones due, put off behind all others: nobody else sends them in the meantime.

    `when` is the field that says so, `which` says of what kind, if not of any. Whoever dies over
    them costs a repeat later, and no message.
    """
    due = Notice.objects.select_for_update(skip_locked=True, of=("self",)).select_related("player")
    notices = list(due.filter(which or Q(), **{f"{when}__lte": now}).order_by(when)[:most])
    for notice in notices:
        setattr(notice, when, now + again_after)
    Notice.objects.bulk_update(notices, [when])
    return notices


def _mail(notice: Notice, now: dt.datetime) -> bool:
    """Whether it was mailed. No transaction waits for the server: the database would end it.

    A server that does not take it is asked again, while it is news; what it will never take, and
    what cannot be written as a mail, is given up.
    """
    age = now - notice.created_at
    wanted = notice.read_at is None and bool(notice.player.email) and notice.kind in KINDS
    again_at = None
    if wanted := wanted and age <= MAILED_FOR:
        try:
            _send(notice)
        except (SMTPException, OSError) as error:
            log.warning("notice %s was not mailed: %s", notice.pk, error)
            wanted = False
            if not _is_final(error):
                again_at = now + min(max(age, MAIL_AGAIN_AFTER), MAIL_AGAIN_AFTER_MOST)
        except Exception:
            log.exception("notice %s cannot be mailed", notice.pk)
            wanted = False
    Notice.objects.filter(pk=notice.pk, mail_at=notice.mail_at).update(mail_at=again_at)
    return wanted


def _is_final(error: Exception) -> bool:
    """Whether the server knows nobody of this address; what else it refuses may be mended."""
    return isinstance(error, SMTPRecipientsRefused) and all(
        code >= 500 for code, _words in error.recipients.values()
    )


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
        send_mail(subject, text, notice.player.email, known_as=_known_as(notice))


def _known_as(notice: Notice) -> str:
    """The same each time, so that a repeat is known for one; a restored house has others."""
    return f"notice.{notice.pk}.{notice.created_at.timestamp():.0f}"


def send_mail(subject: str, text: str, to: str, *, known_as: str) -> None:
    """Raises what the mail server does."""
    house = urlsplit(settings.PUBLIC_URL).hostname or DNS_NAME.get_fqdn()
    headers = {"Message-ID": f"<{known_as}@{house}>"}
    EmailMessage(subject, text, to=[to], headers=headers).send()


def forget_old_notices(*, now: dt.datetime | None = None) -> int:
    """Delete what nobody will look up any more."""
    before = (now or timezone.now()) - dt.timedelta(days=settings.KEEP_NOTICES_DAYS)
    deleted, _by_model = Notice.objects.filter(created_at__lt=before).delete()
    return deleted
