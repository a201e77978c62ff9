"""Dates for people's calendars, as iCalendar (RFC 5545)."""

import datetime as dt
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from icalendar import Alarm, Calendar, Event, vText

PRODUCT = "-//Jeton//Jeton//EN"
KIND = "text/calendar; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Appointment:
    """Something that begins at a moment; both times carry a zone.

    `uid` names it for ever: a calendar that knows it takes the version with the higher `sequence`.
    """

    uid: str
    title: str
    starts_at: dt.datetime
    ends_at: dt.datetime
    words: str = ""
    url: str = ""
    sequence: int = 0
    is_cancelled: bool = False
    remind_minutes: int | None = None

    def __post_init__(self) -> None:
        if self.starts_at.utcoffset() is None or self.ends_at.utcoffset() is None:
            raise ValueError("a moment needs its zone")
        if self.ends_at < self.starts_at:
            raise ValueError("an appointment ends after it begins")


class Words(vText):
    """Words that keep each backslash: the library alone takes one before N for a line end."""

    def to_ical(self) -> bytes:
        parts: list[bytes] = [vText(part).to_ical() for part in self.split(r"\N")]
        return rb"\\N".join(parts)


def calendar_file(appointments: Iterable[Appointment], *, made_at: dt.datetime) -> bytes:
    """A calendar of these appointments, as a file's content."""
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", PRODUCT)
    calendar.add("calscale", "GREGORIAN")
    for appointment in appointments:
        calendar.add_component(_event(appointment, made_at))
    content: bytes = calendar.to_ical(sorted=False)
    return content


def _event(one: Appointment, made_at: dt.datetime) -> Event:
    event = Event()
    event.add("uid", one.uid)
    event.add("dtstamp", made_at)
    event.add("dtstart", one.starts_at.astimezone(dt.UTC))
    event.add("dtend", one.ends_at.astimezone(dt.UTC))
    event.add("sequence", one.sequence)
    event.add("summary", _words(one.title))
    if one.words:
        event.add("description", _words(one.words))
    if one.url:
        event.add("url", "".join(_words(one.url).splitlines()))
    event.add("status", "CANCELLED" if one.is_cancelled else "CONFIRMED")
    if one.remind_minutes is not None and not one.is_cancelled:
        event.add_component(_alarm(one.title, one.remind_minutes))
    return event


def _alarm(title: str, minutes: int) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", _words(title))
    alarm.add("trigger", dt.timedelta(minutes=-minutes))
    return alarm


def _words(value: str) -> Words:
    """Without control characters: the format allows none but line ends (3.3.11)."""
    kept = (one for one in value if one in "\r\n" or unicodedata.category(one) != "Cc")
    return Words("".join(kept))
