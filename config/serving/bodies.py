"""A request's whole body before a thread is taken for it.

Django runs in a fixed number of threads, and a thread that reads a body waits for its sender: as
many callers as there are threads, each sending one byte now and then, would stop the site.

It is handed on with its length. Who sends in chunks names none, and WSGI knows no other end of a
body: Django would take it for empty.
"""

import asyncio

from config.serving.faults import Application, refuse
from games.live.http import Message, Receive, Scope, Send

BODY_BYTES_MAX = 1024 * 1024  # nothing is uploaded here; the largest form is the admin's
BODY_SECONDS = 20.0
_LENGTHS = (b"content-length", b"transfer-encoding")


class BodyTooLarge(Exception):
    """More was sent than any page of ours asks for; `size` bytes of it were read."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size


def with_whole_bodies(application: Application) -> Application:
    """`application`, called only when all of a request has arrived."""

    async def whole(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = await _read(receive)
        except TimeoutError:
            await refuse(send, scope, "request_too_slow", seconds=int(BODY_SECONDS))
            return
        except BodyTooLarge as large:
            await refuse(send, scope, "body_too_large", bytes=large.size, most=BODY_BYTES_MAX)
            return
        if body is not None:
            await application(_measured(scope, body), _Replay(body, receive), send)

    return whole


def _measured(scope: Scope, body: bytes) -> Scope:
    """The same request, in one piece of so many bytes."""
    headers = [pair for pair in scope["headers"] if pair[0] not in _LENGTHS]
    if body or len(headers) < len(scope["headers"]):
        headers.append((b"content-length", str(len(body)).encode()))
    return {**scope, "headers": headers}


class _Replay:
    """Hands out the body once, then whatever the server says."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self._body: bytes | None = body
        self._receive = receive

    async def __call__(self) -> Message:
        if self._body is None:
            return await self._receive()
        body, self._body = self._body, None
        return {"type": "http.request", "body": body, "more_body": False}


async def _read(receive: Receive) -> bytes | None:
    """The body; None when the sender went away."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > BODY_BYTES_MAX:
            raise BodyTooLarge(size)
        if not message.get("more_body"):
            return b"".join(parts)
