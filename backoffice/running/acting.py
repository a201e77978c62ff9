"""Changing how the house runs: settings, maintenance, announcements; each in the staff's log."""

import datetime as dt
from collections.abc import Mapping
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from accounts.interest import concerns_nobody, require_may
from accounts.models import Player
from backoffice.models import Announcement, RunSetting, SettingWish
from backoffice.permissions import may
from backoffice.running import board, mailing
from backoffice.running.settings import KNOWN, MAINTENANCE, OF_HOUSE, value_of
from backoffice.team.staff_log import record, require_reason
from web.database import sql
from web.finding import or_raise
from web.refusals import Refused

CHANGING_THE_HOUSE = "SELECT pg_advisory_xact_lock(hashtextextended('house', 0))"
WORDS_MAX = 300
WISH_HOLDS = dt.timedelta(days=7)
MINUTES_AHEAD_MAX = 50_000
ANNOUNCED_HOURS_MAX = 24 * 60


@concerns_nobody
def change_setting(*, name: str, text: str | None, reason: str, by: Player) -> bool:
    """Set a setting to what `text` says, or (None) back to what the environment says.

    False where it guards chips and waits for a second person to set the same.

    Raises Refused(setting_unknown | setting_unreadable | setting_given | out_of_range |
    reason_missing).
    """
    words = require_reason(reason)
    known = or_raise(KNOWN.get(name), Refused("setting_unknown", name=name[:60]))
    if known.is_given:
        raise Refused("setting_given", name=known.variable)
    before = value_of(name)
    after = None if text is None else known.kind.read(text)
    if known.guards_chips:
        require_may(by, "change_guarding_setting")
    if known.guards_chips and not _agreed(name, after, by):
        record(
            by=by,
            act="setting_wanted",
            subject=f"setting:{name}",
            reason=words,
            before={"value": before},
            after={"value": after},
        )
        return False
    _put(name, before, after, words, by)
    transaction.on_commit(board.refresh)
    return True


def _put(name: str, before: object, after: object, reason: str, by: Player) -> None:
    if after is None:
        RunSetting.objects.filter(pk=name).delete()
    else:
        RunSetting.objects.update_or_create(
            pk=name, defaults={"value": after, "set_at": timezone.now()}
        )
    record(
        by=by,
        act="setting_changed",
        subject=f"setting:{name}",
        reason=reason,
        before={"value": before},
        after={"value": after},
    )


@concerns_nobody
def change_house(
    *, values: Mapping[str, object], reason: str, by: Player, seen: str | None = None
) -> list[str]:
    """Set what the house is to those who come, as its page read it; the names of what changed.

    `values` are of the kinds that the settings have. With `seen`, what `house_version` was when
    the page was shown, nothing that a colleague has set meanwhile is written over.

    Raises Refused(setting_given | house_changed_meanwhile | reason_missing).
    """
    words = require_reason(reason)
    sql.run(CHANGING_THE_HOUSE)
    if seen is not None and seen != house_version():
        raise Refused("house_changed_meanwhile")
    rows = dict(RunSetting.objects.filter(pk__in=OF_HOUSE).values_list("name", "value"))
    changed = []
    for name, after in values.items():
        before = rows.get(name, board.value_without_row(name))
        if after == before:
            continue
        if KNOWN[name].is_given:
            raise Refused("setting_given", name=KNOWN[name].variable)
        _put(name, before, after, words, by)
        changed.append(name)
    transaction.on_commit(board.refresh)
    return changed


def house_version() -> str:
    """Changes with every change of what `change_house` sets."""
    newest = RunSetting.objects.filter(pk__in=OF_HOUSE).aggregate(at=Max("set_at"))["at"]
    return newest.isoformat() if newest else ""


@concerns_nobody
def change_mail_server(*, url: str, sender: str, reason: str, by: Player) -> None:
    """Let mails leave by this server (an address as of `EMAIL_URL`; "" for none), from this sender.

    Raises Refused(setting_given | reason_missing).
    """
    words = require_reason(reason)
    if "EMAIL_URL" in settings.GIVEN:
        raise Refused("setting_given", name="EMAIL_URL")
    before = settings.EMAIL_HOST, settings.DEFAULT_FROM_EMAIL
    RunSetting.objects.update_or_create(
        pk=mailing.NAME,
        defaults={"value": mailing.sealed(url=url, sender=sender), "set_at": timezone.now()},
    )
    record(
        by=by,
        act="setting_changed",
        subject=f"setting:{mailing.NAME}",
        reason=words,
        before=dict(zip(("host", "sender"), before, strict=True)),
        after={"host": urlsplit(url).hostname, "sender": sender},
    )
    transaction.on_commit(board.refresh)


def wish_for(name: str) -> SettingWish | None:
    """What somebody who may still change settings wants this one to be, for `WISH_HOLDS`."""
    wish = SettingWish.objects.select_related("by").filter(pk=name).first()
    if wish is None or wish.at < timezone.now() - WISH_HOLDS:
        return None
    return wish if may(wish.by, "change_settings") else None


def _agreed(name: str, value: object, by: Player) -> bool:
    """Whether another person wants the same; otherwise this one's wish takes the wish's place."""
    SettingWish.objects.select_for_update().filter(pk=name).first()
    wish = wish_for(name)
    if wish is not None and wish.by_id != by.pk and wish.value == value:
        wish.delete()
        return True
    SettingWish.objects.update_or_create(
        pk=name, defaults={"value": value, "by": by, "at": timezone.now()}
    )
    return False


@concerns_nobody
def set_maintenance(*, closed: bool, reason: str, by: Player) -> None:
    """Close the house for new tables and seats, or open it; what is being played goes on."""
    words = require_reason(reason)
    before = not board.house_is_open()
    if closed:
        RunSetting.objects.update_or_create(
            pk=MAINTENANCE, defaults={"value": True, "set_at": timezone.now()}
        )
    else:
        RunSetting.objects.filter(pk=MAINTENANCE).delete()
    record(
        by=by,
        act="maintenance_begun" if closed else "maintenance_ended",
        reason=words,
        before={"closed": before},
        after={"closed": closed},
    )
    transaction.on_commit(board.refresh)


@concerns_nobody
def announce(
    *, words_de: str, words_en: str, minutes_ahead: int = 0, hours: int, by: Player
) -> Announcement:
    """Put a sentence on top of every page, in so many minutes and for so many hours.

    Raises Refused(announcement_without_words | announcement_without_time).
    """
    from_at = timezone.now() + dt.timedelta(minutes=minutes_ahead)
    until = from_at + dt.timedelta(hours=hours)
    german, english = (" ".join(words.split())[:WORDS_MAX] for words in (words_de, words_en))
    if not german or not english:
        raise Refused("announcement_without_words")
    if hours < 1 or until < timezone.now():
        raise Refused("announcement_without_time")
    made = Announcement.objects.create(
        words_de=german, words_en=english, from_at=from_at, until=until, by=by
    )
    record(
        by=by,
        act="announced",
        subject=f"announcement:{made.pk}",
        after={"de": german, "en": english, "until": until.isoformat()},
    )
    transaction.on_commit(board.refresh)
    return made


@concerns_nobody
def withdraw_announcement(*, announcement_id: int, by: Player) -> None:
    """Take an announcement down before its time."""
    changed = Announcement.objects.filter(pk=announcement_id, withdrawn_at=None).update(
        withdrawn_at=timezone.now()
    )
    if changed:
        record(by=by, act="announcement_withdrawn", subject=f"announcement:{announcement_id}")
    transaction.on_commit(board.refresh)
