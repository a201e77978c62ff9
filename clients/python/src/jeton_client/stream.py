"""Server-Sent Events as text lines, and the table's messages in them; no network."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from jeton_client.shapes import Action, Event, TableView

M = TypeVar("M")
# What streams yield; both may be closed before their end.
Stream = Generator[M, None, None]
AsyncStream = AsyncGenerator[M, None]
# How a player plays: one of the view's legal actions, or None to wait.
Choose = Callable[[TableView], Action | None]


@dataclass(frozen=True, slots=True)
class Update:
    """What happened at a table up to `version`; `view` is yours afterwards, if you asked for it."""

    version: int
    events: tuple[Event, ...]
    view: TableView | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """One message of an inbox or a tournament: what it is about, and its data."""

    event: str
    data: dict[str, Any]


class Reader(Generic[M]):
    """Puts the bytes of connections together to messages; knows where to go on after a broken one.

    `is_alive` tells whether this connection has brought anything, `retry_seconds` how long the
    server asks to wait before the next.
    """

    def __init__(self, last_id: int | str | None = None) -> None:
        self.last_id = last_id
        self.retry_seconds: float | None = None
        self.begin()

    def begin(self) -> None:
        """A new connection: half a message of the old one is none."""
        self.is_alive = False
        self._rest = b""
        self._fields: dict[str, str] = {}

    def read(self, chunk: bytes) -> Iterator[M]:
        """What has arrived; yields the messages that it completes."""
        # Only line feeds end lines here: str.splitlines would cut at characters of a name.
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            text = line.removesuffix(b"\r").decode("utf-8", "replace")
            if text:
                self._take(text)
                continue
            fields, self._fields = self._fields, {}
            message = self._complete(fields) if "data" in fields else None
            if message is not None:
                yield message

    def _complete(self, fields: dict[str, str]) -> M | None:
        """The message of these fields, if it is one for the caller."""
        raise NotImplementedError

    def _take(self, line: str) -> None:
        field, _, value = line.partition(":")
        # A comment is the server's sign of life; what it opens every connection with is not.
        self.is_alive = self.is_alive or field in ("", "data")
        value = value.removeprefix(" ")
        if field == "data" and "data" in self._fields:
            value = f"{self._fields['data']}\n{value}"
        self._fields[field] = value
        if field == "retry" and value.isdigit():
            self.retry_seconds = int(value) / 1000


class EventReader(Reader[Update]):
    """Of a table: every event is handed on once and in order, whatever a connection repeats."""

    def __init__(self, after: int | None = None) -> None:
        super().__init__(after)
        self._seen = -1 if after is None else after

    def _complete(self, fields: dict[str, str]) -> Update | None:
        if fields.get("event") != "table":
            return None
        told = json.loads(fields["data"])
        if fields.get("id", "").isdigit():
            self.last_id = int(fields["id"])
        events = tuple(event for event in told["events"] if event["seq"] > self._seen)
        self._seen = max(self._seen, told["version"])
        return Update(told["version"], events, told.get("view"))


class MessageReader(Reader[Message]):
    """Of streams whose ids have no meaning but where to go on."""

    def _complete(self, fields: dict[str, str]) -> Message | None:
        if fields.get("event") == "here":  # a sign of life only
            return None
        self.last_id = fields.get("id", self.last_id)
        return Message(fields.get("event", "message"), json.loads(fields["data"]))
