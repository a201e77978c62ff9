"""Moments that people give: within years that anybody plans for, at a time of day that exists.

What has no offset is by the clock of whoever gives it. Of an hour that comes twice, as the clocks
go back, the first is meant.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from rest_framework import serializers

YEARS_AHEAD = 10
_A_DAY = len("2026-11-29")
_MINUTE = dt.timedelta(minutes=1)
# Marks what was given without an offset.
_UNSAID = dt.timezone(dt.timedelta(0), "unsaid")


def require_near(moment: dt.datetime) -> None:
    """Raises ValidationError(out_of_range): not from this year to `YEARS_AHEAD` more."""
    year = timezone.localdate().year
    first, last = dt.date(year, 1, 1), dt.date(year + YEARS_AHEAD, 12, 31)
    if not first.year <= moment.year <= last.year:
        raise ValidationError(
            _("Give a date from %(first)s to %(last)s."),
            code="out_of_range",
            params={"first": date_format(first), "last": date_format(last)},
        )


def given(moment: dt.datetime) -> dt.datetime:
    """What somebody gave, as a moment.

    Raises ValidationError(out_of_range | no_such_time): the latter with the next time there is.
    """
    require_near(moment)
    if timezone.is_aware(moment):
        return moment
    local = moment.replace(tzinfo=timezone.get_current_timezone(), fold=0)
    later = existing(local)
    if later == local:
        return local
    raise ValidationError(
        _("There is no %(time)s that day, the clocks go forward: the next time is %(next)s."),
        code="no_such_time",
        params={"time": _clock_time(local), "next": _clock_time(later)},
    )


def comes_twice(moment: dt.datetime) -> bool:
    """Whether the reader's clock shows its time twice, as it is put back."""
    local = timezone.localtime(moment)
    return local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()


def with_moments(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a sentence, moments written in ISO 8601 as the reader's clock shows them."""
    return {
        name: in_short(fact) if name == "until" and isinstance(fact, str) else fact
        for name, fact in facts.items()
    }


def in_short(written: str) -> str:
    """A moment written in ISO 8601, or a day of the calendar, as lists show it.

    Raises ValueError where it is neither.
    """
    moment = dt.datetime.fromisoformat(written)
    if len(written) == _A_DAY:
        return date_format(moment, "SHORT_DATE_FORMAT")
    local = timezone.localtime(moment) if timezone.is_aware(moment) else moment
    return date_format(local, "SHORT_DATETIME_FORMAT")


def said_twice(moment: dt.datetime | None) -> str:
    """What to say of such a time; nothing of others."""
    if moment is None or not comes_twice(moment):
        return ""
    time = _clock_time(timezone.localtime(moment))
    return _("The clocks go back: %(time)s comes twice, and the first counts.") % {"time": time}


def _clock_time(local: dt.datetime) -> str:
    return date_format(local.replace(tzinfo=None), "TIME_FORMAT")


def existing(local: dt.datetime) -> dt.datetime:
    """The same time, or the first after it where the change to summer time leaves it out."""
    while not _exists(local):
        local = (local + _MINUTE).replace(second=0, microsecond=0)
    return local


def _exists(local: dt.datetime) -> bool:
    there = local.astimezone(dt.UTC).astimezone(local.tzinfo)
    return there.replace(tzinfo=None) == local.replace(tzinfo=None)


class GivenMoment(forms.DateTimeField):
    """A date and time on a page."""

    def to_python(self, value: Any) -> dt.datetime | None:
        with timezone.override(_UNSAID):
            found = super().to_python(value)
        if found is None:
            return None
        return given(found.replace(tzinfo=None) if found.tzinfo is _UNSAID else found)


class SentMoment(serializers.DateTimeField):
    """The same in a request."""

    def enforce_timezone(self, value: dt.datetime) -> dt.datetime:
        return given(value)
