"""How a stream's messages are written: Server-Sent Events, or one JSON document per line (NDJSON).

Both carry the same: the name of the event, its id where there is one, and the data.
"""

from games.live.http import Request
from games.moves.errors import Refused

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
            raise Refused("invalid_input", names=["format"])
        return LINES if asked == "ndjson" else EVENTS
    return LINES if NDJSON in request.header(b"accept") else EVENTS


def wants_view(request: Request) -> bool:
    """`?include=view`. Raises Refused(invalid_input): something else is to be included."""
    asked = request.query_value("include")
    if asked not in ("", "view"):
        raise Refused("invalid_input", names=["include"])
    return asked == "view"


def resume_after(request: Request) -> str:
    """The id of the last message the client has: `Last-Event-ID`, else `?after=`."""
    header = request.header(b"last-event-id")
    if header:
        return header
    return request.query_value("after")
