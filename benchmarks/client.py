"""A lean HTTP client for the load: keep-alive posts and open event streams over plain sockets.

Every cycle that the load generator burns is taken from the server on the same two cores, so
this reads no more of an answer than it must: no parser, no queue between socket and caller.
"""

import asyncio
import time
from collections import deque
from typing import Any, Self, cast

import orjson


class Connection(asyncio.Protocol):
    """One keep-alive connection to the server, one request at a time."""

    def __init__(self) -> None:
        self._answer: asyncio.Future[tuple[int, Any]] | None = None
        self._received = b""
        self._transport: asyncio.WriteTransport | None = None

    @classmethod
    async def open(cls, port: int) -> Self:
        loop = asyncio.get_running_loop()
        _, connection = await loop.create_connection(cls, "127.0.0.1", port)
        return connection

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.WriteTransport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._fail(ConnectionResetError("the server has closed a connection"))

    async def request(
        self, method: str, path: str, token: str, body: Any = None, key: str = ""
    ) -> tuple[int, Any]:
        """Status and JSON of one request."""
        assert self._transport is not None
        data = b"" if body is None else orjson.dumps(body)
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Token {token}\r\n"
            f"content-type: application/json\r\nidempotency-key: {key or '-'}\r\n"
            f"content-length: {len(data)}\r\n\r\n"
        )
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(head.encode() + data)
        return await self._answer

    def data_received(self, data: bytes) -> None:
        self._received += data
        end = self._received.find(b"\r\n\r\n")
        if end < 0:
            return
        head = self._received[:end].lower()
        length = int(head.partition(b"content-length:")[2].partition(b"\r")[0])
        body = self._received[end + 4 :]
        if len(body) < length or self._answer is None:
            return
        self._received = b""
        if not self._answer.done():
            self._answer.set_result((int(head[9:12]), orjson.loads(body)))

    def _fail(self, error: Exception) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)


class Stream(asyncio.Protocol):
    """An open event stream; `version` is the last one received.

    `expect` leaves a version to wait for; `delays_ms` collects how long each of them took to come.
    """

    def __init__(self, table: int, token: str) -> None:
        self.version = 0
        self.in_order = True
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.delays_ms: list[float] = []
        self._request = (
            f"GET /api/v1/tables/{table}/events/ HTTP/1.1\r\nhost: localhost\r\n"
            f"authorization: Token {token}\r\n\r\n"
        ).encode()
        self._rest = b""
        self._arrived = 0.0
        self._expected: deque[tuple[int, float]] = deque()
        self._transport: asyncio.BaseTransport | None = None

    @classmethod
    async def open(cls, port: int, table: int, token: str) -> Self:
        """Connect and wait for the first message."""
        loop = asyncio.get_running_loop()
        _, stream = await loop.create_connection(lambda: cls(table, token), "127.0.0.1", port)
        await stream.opened
        return stream

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def expect(self, version: int, since: float) -> None:
        """A move sent at `since` (monotonic seconds) has led to `version`."""
        if self.version >= version:
            self.delays_ms.append(1000 * (self._arrived - since))
        else:
            self._expected.append((version, since))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        cast(asyncio.WriteTransport, transport).write(self._request)

    def data_received(self, data: bytes) -> None:
        *messages, self._rest = (self._rest + data).split(b"\n\n")
        for message in messages:
            # The line break before it keeps the number of the request, a header, out of it.
            _, found, rest = (b"\n" + message).partition(b"\nid: ")
            if found:
                self._take(int(rest.partition(b"\n")[0]))

    def _take(self, version: int) -> None:
        self.in_order = self.in_order and version >= self.version
        self.version, self._arrived = version, time.monotonic()
        while self._expected and version >= self._expected[0][0]:
            self.delays_ms.append(1000 * (self._arrived - self._expected.popleft()[1]))
        if not self.opened.done():
            self.opened.set_result(None)
