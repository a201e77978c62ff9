"""What every page and process needs to know of the house: settings laid over, announcements.

A copy in memory, read anew every few seconds by a thread of its own (`keep_fresh`), so that no
request pays for it. Where no such thread runs, tasks read it when it has grown old.
"""

import datetime as dt
import logging
import threading
import time
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import Error, connection
from django.utils import timezone

from accounts.models import Player
from backoffice.models import Announcement, FirstStart, RunSetting
from backoffice.running import mailing
from backoffice.running.settings import KNOWN, MAINTENANCE, plain, value_of
from games.tables import opening_hours
from web.house import written_in

FRESH_SECONDS = 3.0
_ABSENT = object()
_ZONE: Any = timezone.get_default_timezone  # which remembers its answer

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Notice:
    """An announcement as the board keeps it."""

    number: int
    words_de: str
    words_en: str
    from_at: dt.datetime
    until: dt.datetime

    @property
    def words(self) -> str:
        return self.words_de if written_in() == "de" else self.words_en


@dataclass(slots=True)
class _Board:
    announcements: tuple[Notice, ...] = ()
    maintenance: bool = False
    without_owner: bool = False
    read_at: float = float("-inf")


_board = _Board()
_covered: dict[str, Any] = {}
_lock = threading.Lock()


def announcements() -> list[Notice]:
    """What is announced now, by the copy in memory."""
    now = timezone.now()
    return [one for one in _board.announcements if one.from_at <= now < one.until]


def in_maintenance() -> bool:
    """Whether the house is closed, by the copy in memory."""
    return _board.maintenance


def stands_empty() -> bool:
    """Whether the house waits for its owner, by the copy in memory alone."""
    return _board.without_owner


def is_without_owner() -> bool:
    """Whether the house waits for its owner.

    While the copy in memory says so the rows are looked at: a new owner need not wait for it.
    """
    if _board.without_owner and not waits_for_owner():
        refresh()
    return _board.without_owner


def waits_for_owner() -> bool:
    """Whether a first start was begun at the console, and nobody owns the house yet."""
    begun = FirstStart.objects.filter(done_at=None).exists()
    return begun and not Player.objects.filter(is_superuser=True).exists()


def refresh() -> None:
    """Read settings and announcements, and lay the settings over Django's."""
    rows = dict(RunSetting.objects.values_list("name", "value"))
    current = Announcement.objects.filter(withdrawn_at=None, until__gt=timezone.now())
    notices = tuple(
        Notice(one.pk, one.words_de, one.words_en, one.from_at, one.until)
        for one in current.order_by("id")[:5]
    )
    without_owner = waits_for_owner()
    with _lock:
        held = {name: value for name, value in rows.items() if holds(name, value)}
        _lay_over(held | mailing.settings_of(rows.get(mailing.NAME)))
        _board.announcements = notices
        _board.without_owner = without_owner
        _board.maintenance = bool(rows.get(MAINTENANCE, False))
        _board.read_at = time.monotonic()


def refresh_if_old() -> None:
    """The same, if the copy is older than `FRESH_SECONDS`; a database that is away is no fault."""
    if time.monotonic() - _board.read_at < FRESH_SECONDS:
        return
    try:
        refresh()
    except Error as error:
        log.warning("the house's settings could not be read: %s", error)


def keep_fresh() -> None:
    """Start the thread that keeps this process's copy fresh for as long as the process lives."""
    threading.Thread(target=_keep_fresh, name="board", daemon=True).start()


def _keep_fresh() -> None:
    while True:
        try:
            connection.close_if_unusable_or_obsolete()
            refresh_if_old()
        except Exception:
            log.exception("the house's settings could not be read; they stay as they were")
        time.sleep(FRESH_SECONDS)


def holds(name: str, value: Any) -> bool:
    """What was stored under wider bounds holds no longer."""
    known = KNOWN.get(name)
    return known is not None and not known.is_given and known.admits(value)


def _lay_over(rows: dict[str, Any]) -> None:
    zone_before = settings.TIME_ZONE
    for name in set(_covered) - set(rows):
        original = _covered.pop(name)
        if original is _ABSENT:
            delattr(settings, name)
        else:
            setattr(settings, name, original)
    for name, value in rows.items():
        _covered.setdefault(name, getattr(settings, name, _ABSENT))
        setattr(settings, name, value)
    if zone_before != settings.TIME_ZONE:
        _ZONE.cache_clear()


def value_without_row(name: str) -> Any:
    """What a setting is in the environment, whatever is laid over it now."""
    below = _covered.get(name, value_of(name))
    return KNOWN[name].default if below is _ABSENT else plain(below)


def house_is_open() -> bool:
    """Whether the house is open by the row itself, for whoever is about to begin something."""
    rows = RunSetting.objects.filter(name=MAINTENANCE).values_list("value", flat=True)
    return not any(rows)


opening_hours.GATES.append(house_is_open)
