"""The client for programs on asyncio: the methods of `Client`, to be awaited."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing, suppress
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack

import httpx

from jeton_client import calls, shapes, wire
from jeton_client.calls import Call
from jeton_client.client import OVER, TOKEN_NAME, Choose
from jeton_client.office import AsyncOffice
from jeton_client.operations import Operations
from jeton_client.patience import Attempts, Patience
from jeton_client.problems import MovedOn, Problem, Unreachable
from jeton_client.stream import EventReader, Message, MessageReader, Reader, Update

M = TypeVar("M")
T = TypeVar("T")


class AsyncClient(Operations):
    """What `Client` is, for asyncio."""

    def __init__(
        self,
        server: str,
        token: str | None = None,
        *,
        language: str | None = None,
        patience: Patience | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
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
    async def as_guest(cls, server: str, *, token_name: str = TOKEN_NAME, **options: Any) -> Self:
        """Become a new player with starting chips; `token` is what to keep."""
        client = cls(server, **options)
        client.sign_in((await client.become_guest(token_name=token_name))["token"])
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

    async def become_guest(
        self, *, language: str | None = None, token_name: str = TOKEN_NAME
    ) -> shapes.Guest:
        return await self.send(calls.guest(language, token_name))

    async def me(self) -> shapes.Me:
        return await self.send(calls.me())

    async def statement(self, *, before: int | None = None, limit: int = 50) -> shapes.Statement:
        return await self.send(calls.statement(before, limit))

    async def statement_lines(self) -> AsyncIterator[shapes.StatementLine]:
        """Every line, newest first, page by page."""
        before: int | None = None
        while True:
            page = await self.statement(before=before, limit=200)
            for line in page["results"]:
                yield line
            before = page["next_before"]
            if before is None:
                return

    async def export(
        self, what: shapes.Exported, *, cursor: int | None = None
    ) -> AsyncIterator[dict[str, Any]]:
        """Your finished rounds (as your seat saw them), matches or statement, all of it."""
        while True:
            page = await self.send(calls.export(what, cursor))
            for record in page["results"]:
                yield record
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def refill(self) -> shapes.Refill:
        return await self.send(calls.refill())

    async def league(
        self, *, season: int | None = None, division: int | None = None, limit: int = 50
    ) -> shapes.League:
        return await self.send(calls.league(season, division, limit))

    async def tokens(self) -> shapes.Tokens:
        return await self.send(calls.tokens())

    async def create_token(
        self, name: str, *, scopes: Sequence[str] | None = None, days: int | None = None
    ) -> shapes.NewToken:
        """Its text is in `token`, now and never again."""
        return await self.send(calls.create_token(name, scopes, days))

    async def rotate_token(self, token_id: str) -> shapes.NewToken:
        """A new text for the same token; the old one is refused from now on."""
        return await self.send(calls.rotate_token(token_id))

    async def revoke_token(self, token_id: str) -> None:
        await self.send(calls.revoke_token(token_id))

    # -- tables

    async def presets(self) -> shapes.Catalogue:
        return await self.send(calls.presets())

    async def tables(
        self,
        *,
        status: shapes.TableStatus | None = None,
        preset: str | None = None,
        before: int | None = None,
        limit: int = 50,
    ) -> shapes.Tables:
        return await self.send(calls.tables(status, preset, before, limit))

    async def my_tables(self, *, status: shapes.TableStatus | None = None) -> shapes.MyTables:
        return await self.send(calls.my_tables(status))

    async def table(self, table_id: int, *, invite_code: str | None = None) -> shapes.Table:
        return await self.send(calls.table(table_id, invite_code))

    async def create_table(
        self, *, key: str | None = None, **terms: Unpack[shapes.NewTable]
    ) -> shapes.Table:
        """Open a table; nobody sits at it yet, not even you."""
        return await self.send(calls.create_table(terms, key))

    async def join(
        self,
        table_id: int,
        *,
        seat: int | None = None,
        invite_code: str | None = None,
        password: str | None = None,
        key: str | None = None,
    ) -> shapes.Seated:
        return await self.send(calls.join(table_id, seat, invite_code, password, key))

    async def leave(self, table_id: int, *, key: str | None = None) -> shapes.Left:
        return await self.send(calls.leave(table_id, key))

    async def add_bot(
        self, table_id: int, bot: str | None = None, *, key: str | None = None
    ) -> shapes.Seated:
        return await self.send(calls.add_bot(table_id, bot, key))

    # -- at the table

    async def view(self, table_id: int) -> shapes.TableView:
        return await self.send(calls.view(table_id))

    async def act(
        self,
        table_id: int,
        action: shapes.Action,
        *,
        expected_version: int | None = None,
        key: str | None = None,
    ) -> shapes.Moved:
        """Make a move. On cards, name the version of the view it was chosen on."""
        return await self.send(calls.act(table_id, action, expected_version, key))

    async def log(self, table_id: int, *, after: int = 0) -> shapes.Log:
        return await self.send(calls.log(table_id, after))

    async def hint(self, table_id: int) -> shapes.Hint:
        return await self.send(calls.hint(table_id))

    async def finished_round(self, table_id: int, number: int) -> shapes.Round:
        return await self.send(calls.finished_round(table_id, number))

    async def review(self, table_id: int, number: int) -> shapes.Review:
        """The decisions of a finished round that cost each seat most, and what was better."""
        return await self.send(calls.review(table_id, number))

    async def follow(
        self, table_id: int, *, view: bool = False, after: int | None = None
    ) -> AsyncGenerator[Update, None]:
        """What happens at a table, as it happens: each event once, in order, without end.

        Broken connections are taken up again after the last event. Stop by leaving the loop.

        Raises:
            Problem, Unreachable: when patience has ended.
        """
        call = calls.events(table_id, view)
        reader = EventReader(after)
        attempts = Attempts(self._patience, repeatable=True)
        while True:
            try:
                async with aclosing(self._listen(call, reader, attempts)) as updates:
                    async for update in updates:
                        yield update
                pause = reader.retry_seconds or 1.0  # the server closes now and then
            except (Problem, Unreachable) as failure:
                wait = attempts.wait_after(failure)
                if wait is None:
                    raise
                pause = wait
            await self._sleep(pause)

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

    async def inbox(self, *, view: bool = False) -> AsyncGenerator[Message, None]:
        """Your tables, notices and tournaments as it happens, each message once, without end."""
        async for message in self._messages(calls.inbox(view)):
            yield message

    async def follow_tournament(self, tournament_id: int) -> AsyncGenerator[Message, None]:
        """A tournament as it happens."""
        async for message in self._messages(calls.tournament_events(tournament_id)):
            yield message

    async def play_tournament(self, tournament_id: int, choose: Choose) -> dict[str, Any]:
        """Play in a tournament you have entered until you are out or it is over; your place."""
        async with aclosing(self.inbox(view=True)) as messages:
            async for message in messages:
                if message.event in ("inbox", "tournament"):
                    place: dict[str, Any] = await self.my_place(tournament_id)
                    if place["whereabouts"] in ("out", "finished", "cancelled"):
                        return place
                view: shapes.TableView | None = message.data.get("view")
                action = choose(view) if view and view["legal"] else None
                if view is not None and action is not None:
                    await self._try_to_act(view, action)
        raise AssertionError("a stream ends only by raising")

    async def _messages(self, call: Call[Any]) -> AsyncGenerator[Message, None]:
        reader = MessageReader()
        attempts = Attempts(self._patience, repeatable=True)
        while True:
            try:
                async for message in self._listen(call, reader, attempts):
                    yield message
                pause = reader.retry_seconds or 1.0
            except (Problem, Unreachable) as failure:
                wait = attempts.wait_after(failure)
                if wait is None:
                    raise
                pause = wait
            await self._sleep(pause)

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

    async def _listen(
        self, call: Call[Any], reader: Reader[M], attempts: Attempts
    ) -> AsyncGenerator[M, None]:
        request = wire.stream_request(self._http, call, reader.last_id)
        reader.begin()
        try:
            response = await self._http.send(request, stream=True)
            async with aclosing(response):
                if not response.is_success:
                    await response.aread()
                    wire.answer_of(response)
                async for chunk in response.aiter_bytes():
                    for update in reader.read(chunk):
                        yield update
                    if reader.is_alive:
                        attempts.forget()
        except httpx.HTTPError as error:
            raise wire.unreachable(error) from error
