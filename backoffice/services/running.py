"""Changing how the house runs: settings, maintenance, announcements; each in the staff's log."""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils import timezone

from accounts.models import Player
from accounts.refusals import Refused
from backoffice import board
from backoffice.models import Announcement, RunSetting
from backoffice.run_settings import KNOWN, MAINTENANCE, value_of
from backoffice.services.staff_log import record, require_reason

WORDS_MAX = 300
MINUTES_AHEAD_MAX = 50_000
ANNOUNCED_HOURS_MAX = 24 * 60


@transaction.atomic
def change_setting(*, name: str, text: str | None, reason: str, by: Player) -> None:
    """Set a setting to what `text` says, or (None) back to what the environment says.

    Raises:
        Refused(setting_unknown | setting_unreadable | out_of_range | reason_missing).
    """
    words = require_reason(reason)
    known = KNOWN.get(name)
    if known is None:
        raise Refused("setting_unknown", name=name[:60])
    before = value_of(name)
    if text is None:
        RunSetting.objects.filter(pk=name).delete()
        after = None
    else:
        after = known.kind.read(text)
        RunSetting.objects.update_or_create(
            pk=name, defaults={"value": after, "set_at": timezone.now()}
        )
    record(
        by=by,
        act="setting_changed",
        subject=f"setting:{name}",
        reason=words,
        before={"value": before},
        after={"value": after},
    )
    transaction.on_commit(board.refresh)


@transaction.atomic
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


@transaction.atomic
def announce(
    *, words_de: str, words_en: str, from_at: dt.datetime, until: dt.datetime, by: Player
) -> Announcement:
    """Put a sentence on top of every page for a time.

    Raises:
        Refused(announcement_without_words | announcement_without_time).
    """
    german, english = (" ".join(words.split())[:WORDS_MAX] for words in (words_de, words_en))
    if not german or not english:
        raise Refused("announcement_without_words")
    if not from_at < until or until < timezone.now():
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


@transaction.atomic
def withdraw_announcement(*, announcement_id: int, by: Player) -> None:
    """Take an announcement down before its time."""
    changed = Announcement.objects.filter(pk=announcement_id, withdrawn_at=None).update(
        withdrawn_at=timezone.now()
    )
    if changed:
        record(by=by, act="announcement_withdrawn", subject=f"announcement:{announcement_id}")
    transaction.on_commit(board.refresh)
