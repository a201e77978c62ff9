"""Dates for people's calendars: the little of iCalendar (RFC 5545) that an appointment needs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

PRODUCT = "-//Jeton//Jeton//EN"
KIND = "text/calendar; charset=utf-8"
LINE_BYTES_MAX = 75


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


def calendar_file(appointments: Iterable[Appointment], *, made_at: dt.datetime) -> bytes:
    """A calendar of these appointments, as a file's content."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{PRODUCT}", "CALSCALE:GREGORIAN"]
    for appointment in appointments:
        lines += _event(appointment, made_at)
    lines.append("END:VCALENDAR")
    return b"".join(_folded(line) for line in lines)


def _event(one: Appointment, made_at: dt.datetime) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{_text(one.uid)}"
    yield f"DTSTAMP:{_moment(made_at)}"
    yield f"DTSTART:{_moment(one.starts_at)}"
    yield f"DTEND:{_moment(one.ends_at)}"
    yield f"SEQUENCE:{one.sequence}"
    yield f"SUMMARY:{_text(one.title)}"
    if one.words:
        yield f"DESCRIPTION:{_text(one.words)}"
    if one.url:
        yield f"URL:{_plain(one.url)}"
    yield f"STATUS:{'CANCELLED' if one.is_cancelled else 'CONFIRMED'}"
    if one.remind_minutes is not None and not one.is_cancelled:
        yield "BEGIN:VALARM"
        yield "ACTION:DISPLAY"
        yield f"DESCRIPTION:{_text(one.title)}"
        yield f"TRIGGER:-PT{one.remind_minutes}M"
        yield "END:VALARM"
    yield "END:VEVENT"


def _moment(at: dt.datetime) -> str:
    return at.astimezone(dt.UTC).strftime("%Y%m%dT%H%M%SZ")


def _plain(value: str) -> str:
    """Without what would end the line, or be seen by nobody."""
    return "".join(letter for letter in value if letter >= " " and letter != "\x7f")


def _text(value: str) -> str:
    """A text value: its own marks escaped, line ends as `\\n` (3.3.11)."""
    lines = value.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    escaped = (
        _plain(line).replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,") for line in lines
    )
    return "\\n".join(escaped)


def _folded(line: str) -> bytes:
    """At most 75 bytes a line, never breaking a letter; what goes on begins with a blank (3.1)."""
    rows: list[bytes] = []
    row = b""
    for letter in line:
        encoded = letter.encode("utf-8", "replace")
        if len(row) + len(encoded) > LINE_BYTES_MAX:
            rows.append(row)
            row = b" "
        row += encoded
    return b"\r\n".join([*rows, row]) + b"\r\n"
