"""A lean HTTP client for the load: keep-alive posts and open event streams over plain sockets.

Every cycle that the load generator burns is taken from the server on the same two cores, so
this reads no more of an answer than it must.
"""

from __future__ import annotations

import asyncio
from typing import Any

import orjson


class Connection:
    """One keep-alive connection to the server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, port: int) -> Connection:
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def request(
        self, method: str, path: str, token: str, body: Any = None, key: str = ""
    ) -> tuple[int, Any]:
        """Status and JSON of one request."""
        data = b"" if body is None else orjson.dumps(body)
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Token {token}\r\n"
            f"content-type: application/json\r\nidempotency-key: {key or '-'}\r\n"
            f"content-length: {len(data)}\r\n\r\n"
        )
        self._writer.write(head.encode() + data)
        return await self._answer()

    async def _answer(self) -> tuple[int, Any]:
        head = await self._reader.readuntil(b"\r\n\r\n")
        status = int(head[9:12])
        place = head.lower().index(b"content-length:")
        length = int(head[place + 15 : head.index(b"\r", place)])
        return status, orjson.loads(await self._reader.readexactly(length))


class Stream:
    """An open event stream; `version` is the last one received."""

    def __init__(self) -> None:
        self.version = 0
        self.messages = 0

    async def follow(self, port: int, table: int, token: str, ready: asyncio.Event) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            f"GET /api/v1/tables/{table}/events/ HTTP/1.1\r\nhost: localhost\r\n"
            f"authorization: Token {token}\r\n\r\n".encode()
        )
        while True:
            chunk = await reader.readuntil(b"\n\n")
            place = chunk.find(b"id: ")
            if place < 0:
                continue
            version = int(chunk[place + 4 : chunk.index(b"\n", place)])
            if version < self.version:
                raise AssertionError("a stream went backwards")
            self.version = version
            self.messages += 1
            ready.set()
