"""How a stream's messages are written: Server-Sent Events, or one JSON document per line (NDJSON).

Both carry the same: the name of the event, its id where there is one, and the data.
"""

from typing import Any

from django.utils.translation import override
from rest_framework import serializers

from games.live.http import Request
from games.live.language import language_of
from games.moves.errors import Refused
from web.numbers import whole

RETRY_MS = 1_000
NDJSON = "application/x-ndjson"
FRAMINGS = ("sse", "ndjson")


class EventStreamFraming:
    """As browsers' EventSource reads it. `data` is JSON already."""

    content_type = b"text/event-stream; charset=utf-8"

    def opening(self) -> bytes:
        return b"retry: %d\n\n" % RETRY_MS

    def message(self, event: str, number: str | None, data: bytes) -> bytes:
        head = b"" if number is None else b"id: %b\n" % number.encode()
        return b"%bevent: %b\ndata: %b\n\n" % (head, event.encode(), data)

    def beat(self) -> bytes:
        # An event, since scripts in browsers are told of nothing else, comments least of all.
        return b"event: here\ndata: {}\n\n"


class LinesFraming:
    """A JSON object per line; an empty line says that the connection is alive."""

    content_type = b"application/x-ndjson; charset=utf-8"

    def opening(self) -> bytes:
        return b"\n"

    def message(self, event: str, number: str | None, data: bytes) -> bytes:
        named = b"" if number is None else b'"id":"%b",' % number.encode()
        return b'{%b"event":"%b","data":%b}\n' % (named, event.encode(), data)

    def beat(self) -> bytes:
        return b"\n"


# What the query of every stream may name.
ASKED = frozenset({"format", "after"})
Framing = EventStreamFraming | LinesFraming
EVENTS, LINES = EventStreamFraming(), LinesFraming()


def framing_of(request: Request) -> Framing:
    """What the client asks for: `?format=`, else its Accept header, else Server-Sent Events.

    Raises Refused(invalid_input): another format.
    """
    asked = request.query_value("format")
    if asked:
        if asked not in FRAMINGS:
            raise _unknown_choice(request, "format", asked)
        return LINES if asked == "ndjson" else EVENTS
    return LINES if NDJSON in request.header(b"accept") else EVENTS


def wants_view(request: Request) -> bool:
    """`?include=view`. Raises Refused(invalid_input): something else is to be included."""
    asked = request.query_value("include")
    if asked not in ("", "view"):
        raise _unknown_choice(request, "include", asked)
    return asked == "view"


def _unknown_choice(request: Request, name: str, found: str) -> Refused:
    """In the words of the other door."""
    words = serializers.ChoiceField.default_error_messages["invalid_choice"]
    return _invalid(request, name, words, found)


def _invalid(request: Request, name: str, words: Any, found: str) -> Refused:
    with override(language_of(request)):
        said = str(words).format(input=found[:60])
    return Refused("invalid_input", names=[name], fields={name: [said]})


def resume_number(request: Request) -> int | None:
    """`resume_after` where ids are numbers; None: from now on, as for one that no log reaches.

    Raises Refused(invalid_input): it is none.
    """
    found = resume_after(request)
    if found and not (found.isascii() and found.isdigit()):
        name = "Last-Event-ID" if request.header(b"last-event-id") else "after"
        words = serializers.IntegerField.default_error_messages["invalid"]
        raise _invalid(request, name, words, found)
    return whole(found)


def resume_after(request: Request) -> str:
    """The id of the last message the client has: `Last-Event-ID`, else `?after=`."""
    header = request.header(b"last-event-id")
    if header:
        return header
    return request.query_value("after")
