"""Tournaments that come again: the same wall clock's hour the whole year round."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from tournaments.director import InvalidPlan
from tournaments.director.codec import from_json, to_json
from tournaments.recurring.recurrence import Kind, Recurrence, daily, starts, weekly

BERLIN = "Europe/Berlin"
SATURDAY = weekly(5, hour=20, zone=BERLIN)


def utc(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> dt.datetime:
    return dt.datetime(year, month, day, hour, minute, tzinfo=dt.UTC)


def local(moments: list[dt.datetime]) -> list[str]:
    return [f"{moment.astimezone(ZoneInfo(BERLIN)):%a %d.%m. %H:%M}" for moment in moments]


def test_saturday_eight_stays_eight_when_summer_time_ends() -> None:
    found = starts(SATURDAY, after=utc(2026, 10, 20), count=3)
    assert found == [utc(2026, 10, 24, 18), utc(2026, 10, 31, 19), utc(2026, 11, 7, 19)]
    assert {hour[-5:] for hour in local(found)} == {"20:00"}


def test_saturday_eight_stays_eight_when_summer_time_begins() -> None:
    assert starts(SATURDAY, after=utc(2026, 3, 22), count=2) == [
        utc(2026, 3, 28, 19),
        utc(2026, 4, 4, 18),
    ]


@pytest.mark.parametrize("minute", [0, 30, 37])
def test_an_hour_that_the_change_leaves_out_is_the_moment_of_the_jump(minute: int) -> None:
    night = daily(hour=2, minute=minute, zone=BERLIN)
    found = starts(night, after=utc(2026, 3, 28, 12), count=2)
    assert local(found) == ["Sun 29.03. 03:00", f"Mon 30.03. 02:{minute:02}"]


def test_an_hour_that_comes_twice_is_played_once() -> None:
    night = daily(hour=2, minute=30, zone=BERLIN)
    found = starts(night, after=utc(2026, 10, 24, 12), count=2)
    assert found == [utc(2026, 10, 25, 0, 30), utc(2026, 10, 26, 1, 30)]


def test_a_start_is_never_the_moment_asked_from() -> None:
    first = starts(SATURDAY, after=utc(2026, 11, 1), count=1)[0]
    assert starts(SATURDAY, after=first, count=1)[0] == first + dt.timedelta(days=7)
    just_before = first - dt.timedelta(microseconds=1)
    assert starts(SATURDAY, after=just_before, count=1) == [first]


def test_every_so_many_minutes_keeps_its_grid() -> None:
    rule = Recurrence(Kind.EVERY, minutes=30)
    found = starts(rule, after=utc(2026, 11, 20, 20, 10), count=2)
    assert found == [utc(2026, 11, 20, 20, 30), utc(2026, 11, 20, 21)]


def test_what_starts_when_full_has_no_hours() -> None:
    assert starts(Recurrence(Kind.WHEN_FULL), after=utc(2026, 1, 1), count=5) == []


@pytest.mark.parametrize("rule", [SATURDAY, Recurrence(Kind.EVERY, minutes=90)])
def test_a_rule_survives_being_stored(rule: Recurrence) -> None:
    assert from_json(Recurrence, to_json(rule)) == rule


@pytest.mark.parametrize(
    ("code", "facts"),
    [
        ("recurrence_without_days", {"kind": Kind.WEEKLY}),
        ("recurrence_without_days", {"kind": Kind.WEEKLY, "weekdays": (7,)}),
        ("recurrence_hour_unknown", {"kind": Kind.WEEKLY, "weekdays": (1,), "hour": 24}),
        ("recurrence_zone_unknown", {"kind": Kind.WEEKLY, "weekdays": (1,), "zone": "../etc"}),
        ("recurrence_too_often", {"kind": Kind.EVERY, "minutes": 1}),
    ],
)
def test_a_rule_without_sense_is_refused(code: str, facts: dict[str, object]) -> None:
    with pytest.raises(InvalidPlan, match=code):
        Recurrence(**facts)  # type: ignore[arg-type]  # as a form gives them
