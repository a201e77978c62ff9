"""Finding, opening, joining and leaving tables."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.identity import caller, caller_or_visitor
from games.api import documents, forms, vocabulary
from games.api.problems import once
from games.models import LIVE_STATUSES
from games.tables import admission, opening, rebuying
from games.tables.lobby import lists, shapes
from games.tables.lobby.own_games import own_games
from games.tables.lobby.shapes import TableShape, as_seen, seated_at
from web import limits
from web.api.paging import page_of
from web.api.reading import read_body, read_query, refuse_body
from web.api.view import ApiView


class Tables(ApiView):
    """The lobby: all tables you may know of, newest first; and opening another."""

    visitors_may = ("read",)

    @extend_schema(parameters=[forms.ListQuery], responses=shapes.TablesShape)
    def get(self, request: Request) -> Response:
        query = read_query(request, forms.ListQuery)
        player = caller_or_visitor(request)
        found = lists.visible_tables(player)
        if "status" in query:
            found = lists.with_status(found, query["status"], player)
        filters: dict[str, Any] = {"preset": query["preset"]} if "preset" in query else {}
        rows, next_before = page_of(found.filter(**filters), query)
        results = [as_seen(table, player) for table in rows]
        return Response(shapes.TablesShape.of(results=results, next_before=next_before))

    @extend_schema(
        request=forms.TableForm,
        parameters=[documents.IDEMPOTENCY_KEY],
        responses={201: TableShape},
        examples=vocabulary.TABLE_EXAMPLES,
    )
    def post(self, request: Request) -> Response:
        """Open a table (PLAY-1). Nobody sits at it yet, not even you: join it."""
        form = read_body(request, forms.TableForm)
        player = caller(request)
        allowance = limits.spend(limits.TABLES, str(player.pk))

        def work() -> tuple[int, dict[str, Any]]:
            table = opening.create_table(
                player=player,
                offer=forms.offer_of(form),
                name=form["name"],
                is_private=form["is_private"],
                admission=forms.admission_of(form),
            )
            return 201, TableShape.of(as_seen(lists.one_table(table.pk, player), player))

        response = once(request, form, work)
        for name, value in allowance.headers().items():
            response[name] = value
        return response


class OneTable(ApiView):
    """A table with its terms and who sits at it."""

    visitors_may = ("read",)

    @extend_schema(parameters=[forms.InviteQuery], responses=TableShape)
    def get(self, request: Request, table_id: int) -> Response:
        code = read_query(request, forms.InviteQuery).get("invite_code", "")
        player = caller_or_visitor(request)
        table = lists.one_table(table_id, player, invite_code=code)
        return Response(TableShape.of(as_seen(table, player)))


class Join(ApiView):
    """Take a seat. Your stake is held from now on (PLAY-3); the last seat starts the match."""

    @extend_schema(
        request=forms.JoinForm,
        parameters=[documents.IDEMPOTENCY_KEY],
        responses={201: shapes.SeatedShape},
    )
    def post(self, request: Request, table_id: int) -> Response:
        form = read_body(request, forms.JoinForm, may_be_empty=True)
        player = caller(request)
        admission.spend_try(table_id=table_id, player=player, password=form["password"])

        def work() -> tuple[int, dict[str, Any]]:
            seat = opening.join_table(
                table_id=table_id,
                player=player,
                seat=form.get("seat"),
                invite_code=form["invite_code"],
                password=form["password"],
            )
            return 201, seated_at(seat, player)

        return once(request, form, work)


class Leave(ApiView):
    """Leave before the first card; your stake comes back in full (PLAY-3)."""

    @extend_schema(request=None, parameters=[documents.IDEMPOTENCY_KEY], responses=shapes.LeftShape)
    def post(self, request: Request, table_id: int) -> Response:
        refuse_body(request)
        player = caller(request)

        def work() -> tuple[int, dict[str, Any]]:
            opening.leave_table(table_id=table_id, player=player)
            return 200, shapes.LeftShape.of(left=table_id)

        return once(request, {}, work)


class BuyBack(ApiView):
    """Buy back into an elimination, in the pause after the round that ended yours.

    You pay stake and fee again and play on level with the worst who is still in. The view's
    `rebuy` says whether you may, and for what.
    """

    @extend_schema(
        request=None, parameters=[documents.IDEMPOTENCY_KEY], responses={201: shapes.SeatedShape}
    )
    def post(self, request: Request, table_id: int) -> Response:
        refuse_body(request)
        player = caller(request)

        def work() -> tuple[int, dict[str, Any]]:
            seat = rebuying.buy_back(table_id=table_id, player=player)
            return 201, seated_at(seat, player)

        return once(request, {}, work)


class AddBot(ApiView):
    """Give the next free seat at your table to a bot of the house."""

    @extend_schema(
        request=forms.BotForm,
        parameters=[documents.IDEMPOTENCY_KEY],
        responses={201: shapes.SeatedShape},
    )
    def post(self, request: Request, table_id: int) -> Response:
        form = read_body(request, forms.BotForm, may_be_empty=True)
        player = caller(request)

        def work() -> tuple[int, dict[str, Any]]:
            lists.one_table(table_id, player)
            seat = opening.add_bot(table_id=table_id, player=player, bot=form["bot"])
            return 201, seated_at(seat, player)

        return once(request, form, work)


class MyTables(ApiView):
    """The tables you sit at: those that wait for you first, then by the end of the turn."""

    @extend_schema(parameters=[forms.MyTablesQuery], responses=shapes.MyTablesShape)
    def get(self, request: Request) -> Response:
        query = read_query(request, forms.MyTablesQuery)
        player = caller(request)
        if "status" not in query or query["status"] in LIVE_STATUSES:
            games = own_games(player)
            if "status" in query:
                games = [game for game in games if game.table.status == query["status"]]
            results = [
                as_seen(game.table, player, my_turn=game.my_turn, deadline_at=game.deadline_at)
                for game in games[: query["limit"]]
            ]
        else:  # where one sat: nothing waits for anybody any more
            found = lists.my_tables(player, statuses=[query["status"]])[: query["limit"]]
            results = [as_seen(one, player, my_turn=False, deadline_at=None) for one in found]
        return Response(shapes.MyTablesShape.of(results=results))
