"""Numbers and days in addresses, by the names under which addresses use them."""

import datetime as dt

from django.urls import register_converter
from django.urls.converters import IntConverter


class RowNumber(IntConverter):
    """A row's number: ASCII digits, never larger than PostgreSQL's bigint."""

    regex = "[0-9]{1,18}"


class SmallNumber(RowNumber):
    """One of few: a seat, a message of a talk."""

    regex = "[0-9]{1,9}"


class RoundNumber(RowNumber):
    """The number of a round at its table."""

    regex = "[0-9]{1,4}"


class Day:
    """A day of the calendar as ISO 8601 writes it; another text is no address."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> dt.date:
        return dt.date.fromisoformat(value)

    def to_url(self, value: dt.date) -> str:
        return value.isoformat()


def register() -> None:
    """Once, when the platform starts; which of them an address says is for who reads it."""
    for name in ("player", "row", "serial", "table", "tournament"):
        register_converter(RowNumber, name)
    register_converter(SmallNumber, "small_serial")
    register_converter(RoundNumber, "round")
    register_converter(Day, "day")
