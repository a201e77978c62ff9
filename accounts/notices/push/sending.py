"""Notices on their way to devices: due ones claimed, encrypted, handed to the push services.

At least once, as mails: a notice stays due until every device of its player has it or is gone. No
transaction waits for a push service. Who has a device whose service is slow or away is told apart
from all others, who so wait for it once at most.
"""

import base64
import datetime as dt
import hashlib
import logging
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import groupby
from operator import itemgetter

import orjson
from django.contrib.auth import HASH_SESSION_KEY
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import override

from accounts.models import Notice, NoticeWish, Player, PushDevice
from accounts.notices.inbox import wants
from accounts.notices.kinds import KINDS
from accounts.notices.push import keys
from accounts.notices.push.quiet import quiet_hours_of, quiet_until
from accounts.notices.push.registering import DEVICES_MAX, signed_in_devices, target_of
from accounts.notices.telling import claim
from accounts.programs.webhooks.calling import Answer, call
from accounts.signing_in.sessions import SessionStore
from web.house import spoken

# Whatever players name as a push service may hang: it costs a worker these seconds and no more,
# since all that is sent at once is sent at the same time.
CALL_SECONDS = 5.0
SLOW_MILLIS = 1_000
NOTICES_AT_ONCE = 5
CALLS_AT_ONCE = NOTICES_AT_ONCE * DEVICES_MAX
# Older ones are no news: the inbox has them.
NEWS_FOR = dt.timedelta(hours=24)
# The next attempt waits as long as the notice is old, but for these bounds.
WAIT_LEAST, WAIT_MOST = dt.timedelta(seconds=15), dt.timedelta(hours=1)
# Nobody else takes them before all calls of an attempt must have ended, slow look-ups of names
# included.
AGAIN_AFTER = dt.timedelta(seconds=20 * CALL_SECONDS)
# A device whose push service has refused so many in a row, or not answered, is given up.
FAILURES_MAX = 10
TEXT_CHARS_MAX = 400
NEWER_LOOKED_AT = 50

log = logging.getLogger(__name__)


# A device, and the headers and body of what is sent to it without the database.
Parcel = tuple[PushDevice, dict[str, str], bytes]


def is_any_due() -> bool:
    return Notice.objects.filter(push_at__lte=Now()).exists()


def send_due(*, now: dt.datetime | None = None, slow: bool | None = None) -> int:
    """Look at what is due, send what is still news; how many were looked at.

    `slow`: only what goes to players with a device that is slow, or only to the others.
    """
    now = now or timezone.now()
    behind = Exists(PushDevice.objects.filter(player=OuterRef("player"), is_slow=True))
    which = None if slow is None else Q(behind) if slow else ~Q(behind)
    claimed = claim("push_at", now, again_after=AGAIN_AFTER, most=NOTICES_AT_ONCE, which=which)
    ready = [(notice, *parcel) for notice in claimed for parcel in _ready(notice, now)]
    send = partial(call, read=target_of, whole_seconds=CALL_SECONDS)
    with ThreadPoolExecutor(CALLS_AT_ONCE) as senders:
        sent = [
            (notice, device, senders.submit(send, device.endpoint, headers, body))
            for notice, device, headers, body in ready
        ]
    for notice, of in groupby(sent, key=itemgetter(0)):
        _record(notice, [(device, answer.result()) for _notice, device, answer in of], now)
    return len(claimed)


def _ready(notice: Notice, now: dt.datetime) -> list[Parcel]:
    """Its parcels; what cannot be written as a message is given up, and stops no other."""
    try:
        return _parcels(notice, now)
    except Exception:
        log.exception("notice %s cannot be pushed", notice.pk)
        _put_off(notice, None)
        return []


def _parcels(notice: Notice, now: dt.datetime) -> list[Parcel]:
    """One for each device that has not got it; without any, the notice is put off or done with."""
    later = None
    if _is_news(notice, now):
        later = quiet_until(quiet_hours_of(notice.player), now)
        if later is None:
            devices = signed_in_devices().filter(player=notice.player, house_key=keys.public_key())
            left = devices.exclude(pk__in=notice.pushed_to).select_related("session")
            reached = [one for one in left if _is_signed_in(one, notice.player)]
            if reached:
                return [(one, *_written(notice, one, now)) for one in reached]
    _put_off(notice, later)
    return []


def _is_news(notice: Notice, now: dt.datetime) -> bool:
    """Whether its player still wants to hear it."""
    kind, player = KINDS.get(notice.kind), notice.player
    if kind is None or notice.read_at is not None or not player.is_active:
        return False
    if now - notice.created_at > NEWS_FOR or _is_outdated(notice):
        return False
    said = NoticeWish.objects.filter(player=player, kind=notice.kind).first()
    return wants(kind, said, "by_push") and not kind.is_vain(player.pk, notice.facts)


def _is_outdated(notice: Notice) -> bool:
    """Whether something newer about the same waits as well, as after quiet hours."""
    topic = KINDS[notice.kind].topic(notice.facts)
    newer = Notice.objects.filter(player=notice.player, pk__gt=notice.pk, push_at__isnull=False)
    return any(
        one.kind in KINDS and KINDS[one.kind].topic(one.facts) == topic
        for one in newer.order_by("-pk")[:NEWER_LOOKED_AT]
    )


def _is_signed_in(device: PushDevice, player: Player) -> bool:
    """A changed password ends sessions without removing them."""
    if device.session is None:
        return True
    known = SessionStore().decode(device.session.session_data).get(HASH_SESSION_KEY, "")
    return constant_time_compare(known, player.get_session_auth_hash())


def _written(notice: Notice, device: PushDevice, now: dt.datetime) -> tuple[dict[str, str], bytes]:
    """Title, sentence, address and what it is about: nothing else leaves the house."""
    kind = KINDS[notice.kind]
    topic = kind.topic(notice.facts)
    with override(spoken(notice.player.language)):
        text = kind.words(notice.facts)
        said = {"title": str(kind.title), "text": text[:TEXT_CHARS_MAX]}
    said |= {"path": kind.path(notice.facts), "tag": topic}
    left = NEWS_FOR - (now - notice.created_at)
    digest = hashlib.sha256(topic.encode()).digest()
    headers = {
        **keys.authorization(target_of(device.endpoint)),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int(left.total_seconds())),
        "Urgency": "high",
        # Of those about the same, a device that was out of reach is given the newest alone.
        "Topic": base64.urlsafe_b64encode(digest)[:32].decode(),
    }
    return headers, keys.encrypted(orjson.dumps(said), p256dh=device.p256dh, auth=device.auth)


def _record(notice: Notice, sent: list[tuple[PushDevice, Answer]], now: dt.datetime) -> None:
    """Which devices have it, which are gone, and whether it is tried again."""
    taken = [device.pk for device, answer in sent if answer.is_good]
    failed = [(device.pk, answer.status) for device, answer in sent if not answer.is_good]
    PushDevice.objects.filter(pk__in=taken).update(used_at=now, failures=0)
    late = [device.pk for device, answer in sent if answer.millis >= SLOW_MILLIS]
    asked = PushDevice.objects.filter(pk__in=[device.pk for device, _answer in sent])
    asked.exclude(pk__in=late).update(is_slow=False)
    asked.filter(pk__in=late).update(is_slow=True)
    refused = PushDevice.objects.filter(pk__in=[pk for pk, _status in failed])
    refused.update(failures=F("failures") + 1)
    refused.filter(failures__gte=FAILURES_MAX).delete()
    refused.filter(pk__in=[pk for pk, status in failed if status in (404, 410)]).delete()
    notice.pushed_to = [*notice.pushed_to, *taken]
    is_to_repeat = any(status in (None, 429) or status >= 500 for _pk, status in failed)
    wait = min(max(now - notice.created_at, WAIT_LEAST), WAIT_MOST)
    _put_off(notice, now + wait if is_to_repeat else None)


def _put_off(notice: Notice, until: dt.datetime | None) -> None:
    """Unless it has been read or taken back in the meantime."""
    same = Notice.objects.filter(pk=notice.pk, push_at=notice.push_at)
    same.update(push_at=until, pushed_to=notice.pushed_to)
