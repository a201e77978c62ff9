"""The client for ordinary programs; `AsyncClient` has the same methods to be awaited."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, suppress
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack

import httpx

from jeton_client import calls, shapes, wire
from jeton_client.calls import Call
from jeton_client.office import Office
from jeton_client.operations import Operations
from jeton_client.patience import Attempts, Patience
from jeton_client.problems import MovedOn, Problem, Unreachable
from jeton_client.stream import EventReader, Message, MessageReader, Reader, Update

M = TypeVar("M")
T = TypeVar("T")
Choose = Callable[[shapes.TableView], shapes.Action | None]
OVER = ("finished", "cancelled")
TOKEN_NAME = "guest"  # noqa: S105 - a name, no secret


class Client(Operations):
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
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.token = token
        self.office = Office(self)
        self._patience = patience or Patience()
        self._sleep = sleep
        self._http = httpx.Client(
            base_url=wire.base_url(server),
            headers=wire.headers(token, language),
            timeout=wire.TIMEOUT,
            transport=transport,
        )

    @classmethod
    def as_guest(cls, server: str, *, token_name: str = TOKEN_NAME, **options: Any) -> Self:
        """Become a new player with starting chips; `token` is what to keep."""
        client = cls(server, **options)
        client.sign_in(client.become_guest(token_name=token_name)["token"])
        return client

    def sign_in(self, token: str) -> None:
        self.token = token
        self._http.headers.update(wire.headers(token, None))

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # -- people and chips

    def become_guest(
        self, *, language: str | None = None, token_name: str = TOKEN_NAME
    ) -> shapes.Guest:
        return self.send(calls.guest(language, token_name))

    def me(self) -> shapes.Me:
        return self.send(calls.me())

    def statement(self, *, before: int | None = None, limit: int = 50) -> shapes.Statement:
        return self.send(calls.statement(before, limit))

    def statement_lines(self) -> Iterator[shapes.StatementLine]:
        """Every line, newest first, page by page."""
        before: int | None = None
        while True:
            page = self.statement(before=before, limit=200)
            yield from page["results"]
            before = page["next_before"]
            if before is None:
                return

    def export(
        self, what: shapes.Exported, *, cursor: int | None = None
    ) -> Iterator[dict[str, Any]]:
        """Your finished rounds (as your seat saw them), matches or statement, all of it."""
        while True:
            page = self.send(calls.export(what, cursor))
            yield from page["results"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def refill(self) -> shapes.Refill:
        return self.send(calls.refill())

    def league(
        self, *, season: int | None = None, division: int | None = None, limit: int = 50
    ) -> shapes.League:
        return self.send(calls.league(season, division, limit))

    def tokens(self) -> shapes.Tokens:
        return self.send(calls.tokens())

    def create_token(
        self, name: str, *, scopes: Sequence[str] | None = None, days: int | None = None
    ) -> shapes.NewToken:
        """Its text is in `token`, now and never again."""
        return self.send(calls.create_token(name, scopes, days))

    def rotate_token(self, token_id: str) -> shapes.NewToken:
        """A new text for the same token; the old one is refused from now on."""
        return self.send(calls.rotate_token(token_id))

    def revoke_token(self, token_id: str) -> None:
        self.send(calls.revoke_token(token_id))

    # -- tables

    def presets(self) -> shapes.Catalogue:
        return self.send(calls.presets())

    def tables(
        self,
        *,
        status: shapes.TableStatus | None = None,
        preset: str | None = None,
        before: int | None = None,
        limit: int = 50,
    ) -> shapes.Tables:
        return self.send(calls.tables(status, preset, before, limit))

    def my_tables(self, *, status: shapes.TableStatus | None = None) -> shapes.MyTables:
        return self.send(calls.my_tables(status))

    def table(self, table_id: int, *, invite_code: str | None = None) -> shapes.Table:
        return self.send(calls.table(table_id, invite_code))

    def create_table(
        self, *, key: str | None = None, **terms: Unpack[shapes.NewTable]
    ) -> shapes.Table:
        """Open a table; nobody sits at it yet, not even you."""
        return self.send(calls.create_table(terms, key))

    def join(
        self,
        table_id: int,
        *,
        seat: int | None = None,
        invite_code: str | None = None,
        password: str | None = None,
        key: str | None = None,
    ) -> shapes.Seated:
        return self.send(calls.join(table_id, seat, invite_code, password, key))

    def leave(self, table_id: int, *, key: str | None = None) -> shapes.Left:
        return self.send(calls.leave(table_id, key))

    def add_bot(
        self, table_id: int, bot: str | None = None, *, key: str | None = None
    ) -> shapes.Seated:
        return self.send(calls.add_bot(table_id, bot, key))

    # -- at the table

    def view(self, table_id: int) -> shapes.TableView:
        return self.send(calls.view(table_id))

    def act(
        self,
        table_id: int,
        action: shapes.Action,
        *,
        expected_version: int | None = None,
        key: str | None = None,
    ) -> shapes.Moved:
        """Make a move. On cards, name the version of the view it was chosen on."""
        return self.send(calls.act(table_id, action, expected_version, key))

    def log(self, table_id: int, *, after: int = 0) -> shapes.Log:
        return self.send(calls.log(table_id, after))

    def hint(self, table_id: int) -> shapes.Hint:
        return self.send(calls.hint(table_id))

    def finished_round(self, table_id: int, number: int) -> shapes.Round:
        return self.send(calls.finished_round(table_id, number))

    def review(self, table_id: int, number: int) -> shapes.Review:
        """The decisions of a finished round that cost each seat most, and what was better."""
        return self.send(calls.review(table_id, number))

    def follow(
        self, table_id: int, *, view: bool = False, after: int | None = None
    ) -> Generator[Update, None, None]:
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
                yield from self._listen(call, reader, attempts)
                pause = reader.retry_seconds or 1.0  # the server closes now and then
            except (Problem, Unreachable) as failure:
                wait = attempts.wait_after(failure)
                if wait is None:
                    raise
                pause = wait
            self._sleep(pause)

    def play(self, table_id: int, choose: Choose) -> shapes.TableView:
        """Play at a table where you sit until it is over; returns the last view.

        `choose` gets each view in which you may act, and returns one of its `legal` actions, or
        None to wait. A move that came too late is chosen anew on the next view.
        """
        with closing(self.follow(table_id, view=True)) as updates:
            for update in updates:
                view = update.view
                if view is None:
                    continue
                if view["status"] in OVER:
                    return view
                action = choose(view) if view["legal"] else None
                if action is not None:
                    self._try_to_act(view, action)
        raise AssertionError("a stream ends only by raising")

    def _try_to_act(self, view: shapes.TableView, action: shapes.Action) -> None:
        with suppress(MovedOn):  # whatever was quicker comes with the next update
            self.act(view["table"], action, expected_version=view["version"])

    # -- everything that concerns you

    def inbox(self, *, view: bool = False) -> Generator[Message, None, None]:
        """Your tables, notices and tournaments as it happens, each message once, without end."""
        yield from self._messages(calls.inbox(view))

    def follow_tournament(self, tournament_id: int) -> Generator[Message, None, None]:
        """A tournament as it happens."""
        yield from self._messages(calls.tournament_events(tournament_id))

    def play_tournament(self, tournament_id: int, choose: Choose) -> dict[str, Any]:
        """Play in a tournament you have entered until you are out or it is over; your place."""
        with closing(self.inbox(view=True)) as messages:
            for message in messages:
                if message.event in ("inbox", "tournament"):
                    place: dict[str, Any] = self.my_place(tournament_id)
                    if place["whereabouts"] in ("out", "finished", "cancelled"):
                        return place
                view: shapes.TableView | None = message.data.get("view")
                action = choose(view) if view and view["legal"] else None
                if view is not None and action is not None:
                    self._try_to_act(view, action)
        raise AssertionError("a stream ends only by raising")

    def _messages(self, call: Call[Any]) -> Generator[Message, None, None]:
        reader = MessageReader()
        attempts = Attempts(self._patience, repeatable=True)
        while True:
            try:
                yield from self._listen(call, reader, attempts)

                pause = reader.retry_seconds or 1.0
            except (Problem, Unreachable) as failure:
                wait = attempts.wait_after(failure)
                if wait is None:
                    raise
                pause = wait
            self._sleep(pause)

    # -- sending

    def send(self, call: Call[T]) -> T:
        """Any call, also one of your own: `send(Call("GET", "me/career/"))`."""
        request = wire.request_of(self._http, call)
        attempts = Attempts(self._patience, repeatable=call.repeatable)
        while True:
            try:
                answer: T = wire.answer_of(self._exchange(request))
            except (Problem, Unreachable) as failure:
                wait = attempts.wait_after(failure)
                if wait is None:
                    raise
                self._sleep(wait)
            else:
                return answer

    def _exchange(self, request: httpx.Request) -> httpx.Response:
        try:
            return self._http.send(request)
        except httpx.HTTPError as error:
            raise wire.unreachable(error) from error

    def _listen(
        self, call: Call[Any], reader: Reader[M], attempts: Attempts
    ) -> Generator[M, None, None]:
        request = wire.stream_request(self._http, call, reader.last_id)
        reader.begin()
        try:
            response = self._http.send(request, stream=True)
            with closing(response):
                if not response.is_success:
                    response.read()
                    wire.answer_of(response)
                for chunk in response.iter_bytes():
                    yield from reader.read(chunk)
                    if reader.is_alive:
                        attempts.forget()
        except httpx.HTTPError as error:
            raise wire.unreachable(error) from error
