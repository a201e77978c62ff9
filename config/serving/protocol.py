"""HTTP/1.1 as uvicorn speaks it, with an end to how long and how slow a request's head may be.

The parser collects a header until it is complete, however large it grows, and a connection that
never completes one stays open for ever.
"""

import asyncio
import socket
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

HEAD_BYTES_MAX = 64 * 1024
HEAD_SECONDS = 20.0
LINGER_SECONDS = 2.0
# So long may bytes wait to be acknowledged: a phone that lost its net says no goodbye, and its
# stream would seem open for a quarter of an hour.
UNANSWERED_MS = 20_000

_TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class HeadTooLarge(Exception):
    """Raised while the head is read, which ends the reading."""


class _Joining:
    """Where one answer is written: its head waits for what follows it at once, and goes along.

    Each write is a call of the kernel that wakes whoever waits for it, to find half an answer.
    """

    def __init__(self, cycle: RequestResponseCycle) -> None:
        self._cycle = cycle
        self._transport = cycle.transport
        self._is_head = True
        self._head = b""

    def write(self, data: bytes) -> None:
        if self._is_head and self._cycle.response_started:  # else it is `100 Continue`
            self._is_head, self._head = False, data
        elif self._head:
            self._transport.write(self._head + data)
            self._head = b""
        else:
            self._transport.write(data)

    def close(self) -> None:
        if self._head:
            self.write(b"")
        self._transport.close()

    def is_closing(self) -> bool:
        return self._transport.is_closing()


class BoundedHttp(HttpToolsProtocol):
    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._head_bytes = 0  # of lines that are whole
        self._received_bytes = 0  # of those and of one that is not
        self._reading_head = False
        self._is_deaf = False
        self._has_asked = False
        self._is_last = False  # what is asked next is answered, and then it is over
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        line = transport.get_extra_info("socket")
        if line is not None and hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNANSWERED_MS)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget_deadline()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The process ends: a connection that was opened for a request gets its answer first."""
        self._is_last = True
        if self._has_asked:
            super().shutdown()

    def data_received(self, data: bytes) -> None:
        if self._is_deaf:
            return
        super().data_received(data)
        if not self._reading_head:
            return
        # Only a head that came in pieces gets here: most requests cost a comparison.
        self._received_bytes += len(data)
        self._expect_head()
        if self._received_bytes > HEAD_BYTES_MAX:
            self._refuse_head()

    def send_400_response(self, msg: str) -> None:
        """What the parser cannot read; our own limit ends its reading too."""
        if self._head_bytes > HEAD_BYTES_MAX:
            self._refuse_head()
        else:
            super().send_400_response(msg)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._count(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._count(len(name) + len(value))

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._has_asked = True
        self._reading_head, self._head_bytes, self._received_bytes = True, 0, 0

    def on_headers_complete(self) -> None:
        self._reading_head = False
        self._forget_deadline()
        super().on_headers_complete()
        if self.scope["method"] != "HEAD":  # whose head is all there is
            self.cycle.transport = _Joining(self.cycle)  # type: ignore[assignment]
        if self._is_last:
            self.cycle.keep_alive = False

    def _count(self, size: int) -> None:
        self._head_bytes += size
        if self._head_bytes > HEAD_BYTES_MAX:
            raise HeadTooLarge

    def _refuse_head(self) -> None:
        """Say so, and hear the rest without reading it: a reset would take the answer along."""
        if not self._is_deaf and not self.transport.is_closing():
            self._is_deaf = True
            self.transport.write(_TOO_LARGE)
            self.transport.write_eof()
            self.loop.call_later(LINGER_SECONDS, self.transport.close)

    def _expect_head(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(HEAD_SECONDS, self._too_slow)

    def _forget_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        self._deadline = None
        if not self.transport.is_closing():
            self.transport.close()
