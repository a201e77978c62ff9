"""Server-Sent Events as text lines, and the table's messages in them; no network."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

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


M_co = TypeVar("M_co", covariant=True)


class Reader(Protocol[M_co]):
    """Puts the bytes of connections together to messages."""

    is_alive: bool
    retry_seconds: float | None

    @property
    def last_id(self) -> int | str | None: ...
    def begin(self) -> None: ...
    def read(self, chunk: bytes) -> Iterator[M_co]: ...


class EventReader:
    """Puts bytes together to messages, remembers where to go on after a broken connection.

    Every event is handed on once and in order, whatever a connection repeats.
    """

    def __init__(self, after: int | None = None) -> None:
        self.last_id: int | None = after
        self.retry_seconds: float | None = None
        self.is_alive = False
        self._seen = -1 if after is None else after
        self._rest = b""
        self._name, self._id, self._data = "", "", list[str]()

    def begin(self) -> None:
        """A new connection: half a message of the old one is none."""
        self.is_alive = False
        self._rest = b""
        self._name, self._id, self._data = "", "", []

    def read(self, chunk: bytes) -> Iterator[Update]:
        """What has arrived; yields the updates that it completes."""
        # Only line feeds end lines here: str.splitlines would cut at characters of a name.
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            text = line.removesuffix(b"\r").decode("utf-8", "replace")
            if text:
                self._take(text)
                continue
            update = self._complete()
            self._name, self._id, self._data = "", "", []
            if update is not None:
                yield update

    def _take(self, line: str) -> None:
        field, _, value = line.partition(":")
        # A comment is the server's sign of life; what it opens every connection with is not.
        self.is_alive = self.is_alive or field in ("", "data")
        value = value.removeprefix(" ")
        if field == "event":
            self._name = value
        elif field == "id":
            self._id = value
        elif field == "data":
            self._data.append(value)
        elif field == "retry" and value.isdigit():
            self.retry_seconds = int(value) / 1000

    def _complete(self) -> Update | None:
        if self._name != "table" or not self._data:
            return None
        told = json.loads("\n".join(self._data))
        if self._id.isdigit():
            self.last_id = int(self._id)
        events = tuple(event for event in told["events"] if event["seq"] > self._seen)
        self._seen = max(self._seen, told["version"])
        return Update(told["version"], events, told.get("view"))


@dataclass(frozen=True, slots=True)
class Message:
    """One message of an inbox or a tournament: what it is about, and its data."""

    event: str
    data: dict[str, Any]


class MessageReader:
    """The same for streams of messages whose ids have no meaning but where to go on."""

    def __init__(self) -> None:
        self.last_id: str | None = None
        self.retry_seconds: float | None = None
        self.is_alive = False
        self._rest = b""

    def begin(self) -> None:
        self.is_alive = False
        self._rest = b""

    def read(self, chunk: bytes) -> Iterator[Message]:
        *messages, self._rest = (self._rest + chunk).split(b"\n\n")
        for text in messages:
            fields = dict(line.split(": ", 1) for line in text.decode().split("\n") if ": " in line)
            self.is_alive = self.is_alive or "" in fields or "data" in fields
            if "retry" in fields and fields["retry"].isdigit():
                self.retry_seconds = int(fields["retry"]) / 1000
            if "data" in fields and fields.get("event") != "here":  # a sign of life only
                self.last_id = fields.get("id", self.last_id)
                yield Message(fields.get("event", "message"), json.loads(fields["data"]))
