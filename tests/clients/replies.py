"""A platform of prepared replies, for tests of what the clients do about each of them."""

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
from jeton_client import AsyncClient, Client, Patience

Reply = httpx.Response | Exception
Run = Callable[..., Any]


def ok(body: Any, status: int = 200) -> httpx.Response:
    return httpx.Response(status, json=body)


def problem(status: int, code: str, retry_after: int | None = None) -> httpx.Response:
    headers = {"Content-Type": "application/problem+json"}
    if retry_after is not None:
        headers["Retry-After"] = str(retry_after)
    body = {
        "type": f"/api/v1/problems/#{code}",
        "title": "No",
        "status": status,
        "code": code,
        "detail": "Not like that.",
        "rule": "GIN-5",
        "facts": {"needed": 3},
    }
    return httpx.Response(status, content=json.dumps(body), headers=headers)


def stream(*chunks: bytes, then: Exception | None = None) -> httpx.Response:
    """A stream of events in these pieces, closed at the end or broken by `then`."""
    return httpx.Response(200, stream=_Chunks(chunks, then))


class _Chunks(httpx.SyncByteStream, httpx.AsyncByteStream):
    def __init__(self, chunks: tuple[bytes, ...], then: Exception | None) -> None:
        self._chunks, self._then = chunks, then

    def __iter__(self) -> Iterator[bytes]:
        yield from self._chunks
        if self._then is not None:
            raise self._then

    async def __aiter__(self) -> Any:
        for chunk in self:
            yield chunk


@dataclass
class Prepared:
    """Gives the replies one after the other; keeps what was asked and how long was waited."""

    replies: list[Reply]
    asked: list[httpx.Request] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply

    @property
    def keys(self) -> list[str | None]:
        return [request.headers.get("Idempotency-Key") for request in self.asked]


def ask_sync(prepared: Prepared, method: str, *args: Any, **options: Any) -> Any:
    """Call a method of the ordinary client; of one that yields, everything until it raises."""
    with Client(
        "http://platform",
        "jeton_x",
        patience=options.pop("patience", Patience()),
        transport=httpx.MockTransport(prepared),
        sleep=prepared.waited.append,
    ) as client:
        answer = getattr(client, method)(*args, **options)
        return _some(answer, most=2) if method == "follow" else answer


def ask_async(prepared: Prepared, method: str, *args: Any, **options: Any) -> Any:
    """The same of the client for asyncio."""

    async def asking() -> Any:
        async with AsyncClient(
            "http://platform",
            "jeton_x",
            patience=options.pop("patience", Patience()),
            transport=httpx.MockTransport(prepared),
            sleep=_noting(prepared),
        ) as client:
            answer = getattr(client, method)(*args, **options)
            if method != "follow":
                return await answer
            found = []
            async for update in answer:
                found.append(update)
                if len(found) == 2:
                    await answer.aclose()
            return found

    return asyncio.run(asking())


def _noting(prepared: Prepared) -> Any:
    async def sleep(seconds: float) -> None:
        prepared.waited.append(seconds)

    return sleep


def _some(updates: Any, most: int) -> list[Any]:
    found = []
    for update in updates:
        found.append(update)
        if len(found) == most:
            updates.close()
    return found
