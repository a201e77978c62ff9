"""When tournaments come again: rules as data, and the moments that follow from them. No clock.

A wall clock's hour is meant in its zone: 20:00 stays 20:00 when summer time begins or ends. An
hour that the change leaves out is the moment the clock jumps over it; one that comes twice is the
first of the two.
"""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tournaments.director import InvalidPlan
from web.time.moments import existing

MINUTES_MIN = 5
MINUTES_MAX = 7 * 24 * 60


class Kind(StrEnum):
    WEEKLY = "weekly"  # at an hour on these days of the week; on all seven it is daily
    EVERY = "every"  # every so many minutes, from midnight UTC of the first of January 2026
    WHEN_FULL = "when_full"  # the next one opens as soon as one has filled


@dataclass(frozen=True, slots=True)
class Recurrence:
    """`weekdays` count from Monday (0). Raises InvalidPlan when it says nothing or too much."""

    kind: Kind
    weekdays: tuple[int, ...] = ()
    hour: int = 20
    minute: int = 0
    zone: str = "Europe/Berlin"
    minutes: int = 0

    def __post_init__(self) -> None:
        if self.kind is Kind.WEEKLY:
            days = set(self.weekdays)
            if not days or not days <= set(range(7)) or len(days) != len(self.weekdays):
                raise InvalidPlan("recurrence_without_days", rule="PLAY-40")
            if not (0 <= self.hour < 24 and 0 <= self.minute < 60):
                raise InvalidPlan("recurrence_hour_unknown", rule="PLAY-40")
            _zone(self.zone)
        if self.kind is Kind.EVERY and not MINUTES_MIN <= self.minutes <= MINUTES_MAX:
            raise InvalidPlan(
                "recurrence_too_often", rule="PLAY-40", least=MINUTES_MIN, most=MINUTES_MAX
            )

    @property
    def is_by_the_clock(self) -> bool:
        return self.kind is not Kind.WHEN_FULL


def weekly(*weekdays: int, hour: int, minute: int = 0, zone: str) -> Recurrence:
    return Recurrence(Kind.WEEKLY, weekdays=weekdays, hour=hour, minute=minute, zone=zone)


def daily(*, hour: int, minute: int = 0, zone: str) -> Recurrence:
    return weekly(*range(7), hour=hour, minute=minute, zone=zone)


def starts(rule: Recurrence, *, after: dt.datetime, count: int) -> list[dt.datetime]:
    """The next `count` starts strictly after a moment, in UTC; none for what starts when full."""
    match rule.kind:
        case Kind.WEEKLY:
            return list(islice(_weekly(rule, after), count))
        case Kind.EVERY:
            return list(islice(_every(rule, after), count))
        case _:
            return []


def _weekly(rule: Recurrence, after: dt.datetime) -> Iterator[dt.datetime]:
    zone = _zone(rule.zone)
    day = after.astimezone(zone).date() - dt.timedelta(days=1)
    while True:
        if day.weekday() in rule.weekdays:
            local = dt.datetime(day.year, day.month, day.day, rule.hour, rule.minute, tzinfo=zone)
            moment = existing(local).astimezone(dt.UTC)
            if moment > after:
                yield moment
        day += dt.timedelta(days=1)


def _every(rule: Recurrence, after: dt.datetime) -> Iterator[dt.datetime]:
    step = dt.timedelta(minutes=rule.minutes)
    origin = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    moment = origin + (max(0, (after - origin) // step) + 1) * step
    while True:
        yield moment
        moment += step


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InvalidPlan("recurrence_zone_unknown", rule="PLAY-40", zone=name[:40]) from error
