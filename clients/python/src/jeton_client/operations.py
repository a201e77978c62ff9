"""Operations that both clients have, each written once: a call is built, and the client sends it.

`Client.tournament(3)` answers; `await AsyncClient.tournament(3)` does too. A new operation is a
function in `calls` and one line here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Generic, ParamSpec, Protocol, TypeVar, overload

from jeton_client import calls
from jeton_client.calls import Call

P = ParamSpec("P")
T = TypeVar("T")


class Sender(Protocol):
    def send(self, call: Call[T]) -> T: ...


class AsyncSender(Protocol):
    async def send(self, call: Call[T]) -> T: ...


class Operation(Generic[P, T]):
    """A method made of a function that builds the call."""

    def __init__(self, build: Callable[P, Call[T]]) -> None:
        self.build = build
        self.__doc__ = build.__doc__

    @overload
    def __get__(self, client: Sender, owner: Any = None) -> Callable[P, T]: ...
    @overload
    def __get__(self, client: AsyncSender, owner: Any = None) -> Callable[P, Awaitable[T]]: ...
    def __get__(self, client: Any, owner: Any = None) -> Any:
        build = self.build

        @wraps(build)
        def operation(*args: P.args, **options: P.kwargs) -> Any:
            return client.send(build(*args, **options))

        return self if client is None else operation


class Operations:
    """What is the same in both clients but for waiting."""

    # -- tournaments
    tournaments = Operation(calls.tournaments)
    tournament = Operation(calls.tournament)
    standings = Operation(calls.standings)
    decisions = Operation(calls.decisions)
    tournament_tables = Operation(calls.tournament_tables)
    my_place = Operation(calls.my_place)
    enter_tournament = Operation(calls.enter_tournament)
    withdraw = Operation(calls.withdraw)
    come_back = Operation(calls.come_back)
    rebuy = Operation(calls.rebuy)
    add_on = Operation(calls.add_on)
    my_tickets = Operation(calls.my_tickets)
    my_certificate = Operation(calls.my_certificate)
    certificate = Operation(calls.certificate)

    # -- for directors
    publish_tournament = Operation(calls.publish_tournament)
    orders = Operation(calls.orders)
    give_order = Operation(calls.give_order)
    undo_order = Operation(calls.undo_order)
    drafts = Operation(calls.drafts)
    draft = Operation(calls.draft)
    create_draft = Operation(calls.create_draft)
    change_draft = Operation(calls.change_draft)
    copy_draft = Operation(calls.copy_draft)
    discard_draft = Operation(calls.discard_draft)
    forecast = Operation(calls.forecast)
    ask_for_forecast = Operation(calls.ask_for_forecast)
    publish_draft = Operation(calls.publish_draft)

    # -- bringing people along
    aim_tickets = Operation(calls.aim_tickets)
    import_players = Operation(calls.import_players)
    import_entries = Operation(calls.import_entries)

    # -- bots
    arena = Operation(calls.arena)
    enter_arena = Operation(calls.enter_arena)
    my_bots = Operation(calls.my_bots)
    create_bot = Operation(calls.create_bot)

    # -- webhooks, for operators
    webhooks = Operation(calls.webhooks)
    add_webhook = Operation(calls.add_webhook)
    change_webhook = Operation(calls.change_webhook)
    rotate_webhook = Operation(calls.rotate_webhook)
    ping_webhook = Operation(calls.ping_webhook)
    remove_webhook = Operation(calls.remove_webhook)
    deliveries = Operation(calls.deliveries)
