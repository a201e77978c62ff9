"""The client: operations of the API by name, streams without gaps, games played to the end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx

from jeton_client import shapes, wire
from jeton_client.async_operations import AsyncOfficeOperations, AsyncOperations
from jeton_client.calls import Call, given
from jeton_client.patience import AsyncSleep, Attempts, Patience
from jeton_client.problems import MovedOn, Problem, Unreachable
from jeton_client.stream import (
    AsyncStream,
    Choose,
    EventReader,
    Message,
    MessageReader,
    Reader,
    Update,
)

M = TypeVar("M")
T = TypeVar("T")
OVER = ("finished", "cancelled")


def _stream(path: str, with_view: bool) -> Call[Any]:
    return Call("GET", path, query={"include": "view"} if with_view else None)


class AsyncOffice(AsyncOfficeOperations):
    """The office: what staff may do, as `office` of a client.

    A token needs the scope `office`, moving chips `chips:admin` besides, and its player the right
    that the page of the office asks for; whoever lacks either gets `NotAllowed`.
    """

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def send(self, call: Call[T]) -> T:
        return await self._client.send(call)


class AsyncClient(AsyncOperations):
    """One caller of one platform: a token's owner, or without a token a visitor who watches.

    Whatever changes something carries an Idempotency-Key, and is sent again with the same key
    after network faults, 429 and 503 until `patience` ends. Refusals are raised as `Problem`s.
    """

    def __init__(
        self,
        server: str,
        token: str | None = None,
        *,
        language: str | None = None,
        patience: Patience | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        sleep: AsyncSleep = asyncio.sleep,
    ) -> None:
        self.token = token
        self.office = AsyncOffice(self)
        self._patience = patience or Patience()
        self._sleep = sleep
        self._http = httpx.AsyncClient(
            base_url=wire.base_url(server),
            headers=wire.headers(token, language),
            timeout=wire.TIMEOUT,
            transport=transport,
        )

    @classmethod
    async def as_guest(cls, server: str, *, token_name: str | None = None, **options: Any) -> Self:
        """Become a new player with starting chips; `token` is what to keep."""
        client = cls(server, **options)
        guest = await client.become_guest(**given(token_name=token_name))
        client.sign_in(guest["token"])
        return client

    def sign_in(self, token: str) -> None:
        self.token = token
        self._http.headers.update(wire.headers(token, None))

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    # -- people and chips

    async def export(
        self, what: shapes.Exported, *, cursor: int | None = None
    ) -> AsyncIterator[dict[str, Any]]:
        """Your finished rounds (as your seat saw them), matches or statement, all of it."""
        while True:
            call: Call[shapes.Export] = Call(
                "GET", f"me/export/{what}/", query=given(cursor=cursor)
            )
            page = await self.send(call)
            for record in page["results"]:
                yield record
            cursor = page["next_cursor"]
            if cursor is None:
                return

    # -- at the table

    def follow(
        self, table_id: int, *, view: bool = False, after: int | None = None
    ) -> AsyncStream[Update]:
        """What happens at a table, as it happens: each event once, in order, without end.

        Broken connections are taken up again after the last event. Stop by leaving the loop.

        Raises:
            Problem, Unreachable: when patience has ended.
        """
        return self._without_end(_stream(f"tables/{table_id}/events/", view), EventReader(after))

    async def play(self, table_id: int, choose: Choose) -> shapes.TableView:
        """Play at a table where you sit until it is over; returns the last view.

        `choose` gets each view in which you may act, and returns one of its `legal` actions, or
        None to wait. A move that came too late is chosen anew on the next view.
        """
        async with aclosing(self.follow(table_id, view=True)) as updates:
            async for update in updates:
                view = update.view
                if view is None:
                    continue
                if view["status"] in OVER:
                    return view
                action = choose(view) if view["legal"] else None
                if action is not None:
                    await self._try_to_act(view, action)
        raise AssertionError("a stream ends only by raising")

    async def _try_to_act(self, view: shapes.TableView, action: shapes.Action) -> None:
        with suppress(MovedOn):  # whatever was quicker comes with the next update
            await self.act(view["table"], action, expected_version=view["version"])

    # -- everything that concerns you

    def inbox(self, *, view: bool = False) -> AsyncStream[Message]:
        """Your tables, notices and tournaments as it happens, each message once, without end."""
        return self._without_end(_stream("me/events/", view), MessageReader())

    def follow_tournament(self, tournament_id: int) -> AsyncStream[Message]:
        """A tournament as it happens."""
        call = _stream(f"tournaments/{tournament_id}/events/", with_view=False)
        return self._without_end(call, MessageReader())

    async def play_tournament(self, tournament_id: int, choose: Choose) -> shapes.TournamentPlace:
        """Play in a tournament you have entered until you are out or it is over; your place."""
        async with aclosing(self.inbox(view=True)) as messages:
            async for message in messages:
                if message.event in ("inbox", "tournament"):
                    place = await self.my_place(tournament_id)
                    if place["whereabouts"] in ("out", "finished", "cancelled"):
                        return place
                view: shapes.TableView | None = message.data.get("view")
                action = choose(view) if view and view["legal"] else None
                if view is not None and action is not None:
                    await self._try_to_act(view, action)
        raise AssertionError("a stream ends only by raising")

    # -- sending

    async def send(self, call: Call[T]) -> T:
        """Any call, also one of your own: `send(Call("GET", "me/career/"))`."""
        request = wire.request_of(self._http, call)
        attempts = Attempts(self._patience, repeatable=call.repeatable)
        while True:
            try:
                answer: T = wire.answer_of(await self._exchange(request))
            except (Problem, Unreachable) as failure:
                wait = attempts.wait_after(failure)
                if wait is None:
                    raise
                await self._sleep(wait)
            else:
                return answer

    async def _exchange(self, request: httpx.Request) -> httpx.Response:
        try:
            return await self._http.send(request)
        except httpx.HTTPError as error:
            raise wire.unreachable(error) from error

    async def _without_end(self, call: Call[Any], reader: Reader[M]) -> AsyncStream[M]:
        attempts = Attempts(self._patience, repeatable=True)
        while True:
            try:
                async with aclosing(self._listen(call, reader, attempts)) as told:
                    async for one in told:
                        yield one
                pause = reader.retry_seconds or 1.0  # the server closes now and then
            except (Problem, Unreachable) as failure:
                wait = attempts.wait_after(failure)
                if wait is None:
                    raise
                pause = wait
            await self._sleep(pause)

    async def _listen(
        self, call: Call[Any], reader: Reader[M], attempts: Attempts
    ) -> AsyncStream[M]:
        request = wire.stream_request(self._http, call, reader.last_id)
        reader.begin()
        try:
            response = await self._http.send(request, stream=True)
            async with aclosing(response):
                if not response.is_success:
                    await response.aread()
                    wire.answer_of(response)
                async for chunk in response.aiter_bytes():
                    for one in reader.read(chunk):
                        yield one
                    if reader.is_alive:
                        attempts.forget()
        except httpx.HTTPError as error:
            raise wire.unreachable(error) from error
