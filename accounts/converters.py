"""Numbers in addresses, as far as the database counts."""

from __future__ import annotations

from django.urls import register_converter


class PlayerId:
    """A player's number: ASCII digits, never larger than PostgreSQL's bigint."""

    regex = "[0-9]{1,18}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(PlayerId, "player")
