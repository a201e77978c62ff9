"""The application itself at the other end of a client: no wire, and the test's own transaction."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from typing import Self

import httpx
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connections
from jeton_client import Client

from accounts.models import Player

from .colleagues import Carrier, token_of

SERVER = "http://testserver"


class Application(Carrier):
    """Carries the requests of both clients to Django, one at a time, in the test's transaction."""

    def __init__(self) -> None:
        self._door = httpx.WSGITransport(WSGIHandler(), raise_app_exceptions=False)
        self._held = {alias: connections[alias] for alias in connections}
        self._thread = ThreadPoolExecutor(1, initializer=self._take_over)

    def __enter__(self) -> Self:
        for held in self._held.values():
            held.inc_thread_sharing()
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.shutdown()
        for held in self._held.values():
            held.dec_thread_sharing()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self._door.handle_request(request)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """In a thread: below a loop Django has other connections, and forbids to use them."""
        await request.aread()
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, self._whole_answer, request
        )

    def _whole_answer(self, request: httpx.Request) -> httpx.Response:
        answer = self._door.handle_request(request)
        assert isinstance(answer.stream, httpx.SyncByteStream)
        with closing(answer.stream):
            body = b"".join(answer.stream)
        return httpx.Response(
            answer.status_code, headers=answer.headers, stream=httpx.ByteStream(body)
        )

    def _take_over(self) -> None:
        for alias, held in self._held.items():
            connections[alias] = held

    def client_of(self, player: Player) -> Client:
        return Client(SERVER, token_of(player), language="en", transport=self)


@contextmanager
def connections_kept() -> Iterator[None]:
    """After a request Django closes its connections: the test's transaction would be lost."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)
