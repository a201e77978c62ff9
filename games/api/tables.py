"""Finding, opening, joining and leaving tables."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.identity import caller, caller_or_visitor
from accounts.api.operations import once
from accounts.api.receipts import answer_once
from games.api import documents, forms, vocabulary
from games.models import LIVE_STATUSES, Seat
from games.tables import admission, opening, rebuying
from games.tables.lobby import lists, shapes
from games.tables.lobby.own_games import own_games
from games.tables.lobby.quick_seat import Wish, quick_seat
from games.tables.lobby.shapes import TableShape, as_seen, seated_at
from web.api.operations import Answer, Json, answers
from web.api.paging import page_of, pages_of
from web.api.payloads import With, list_of
from web.api.reading import read_body
from web.api.view import ApiView, OpenView
from web.security import limits


class Tables(OpenView, at="tables/"):
    """The lobby: all tables you may know of, newest first; and opening another."""

    @answers(pages_of(shapes.TableShape, "TablesShape"), query=forms.ListQuery)
    def get(self, request: Request, query: Json) -> Answer:
        player = caller_or_visitor(request)
        found = lists.visible_tables(player)
        if "status" in query:
            found = lists.with_status(found, query["status"], player)
        filters: dict[str, Any] = {"preset": query["preset"]} if "preset" in query else {}
        return page_of(found.filter(**filters), query, lambda table: as_seen(table, player))

    @once(
        forms.TableForm,
        answers=TableShape,
        status=201,
        spends=[limits.TABLES],
        examples=vocabulary.TABLE_EXAMPLES,
    )
    def post(self, request: Request, form: Json) -> Answer:
        """Open a table (PLAY-1). Nobody sits at it yet, not even you: join it."""
        player = caller(request)
        table = opening.create_table(
            player=player,
            offer=forms.offer_of(form),
            name=form["name"],
            is_private=form["is_private"],
            club=form.get("club"),
            admission=forms.admission_of(form),
        )
        return as_seen(lists.one_table(table.pk, player), player)


class QuickSeat(ApiView, at="tables/quick-seat/"):
    """Sit down at once: at a table you already sit at, one that lacks only you, or among bots.

    No stake above `stake_chips_max` is taken. A table opened for you has two seats at gin, four at
    Deutsches Rommé and three at Rommé 500, unless you say how many.
    """

    @once(forms.QuickSeatForm, answers=shapes.SeatedShape, status=201)
    def post(self, request: Request, form: Json) -> Json:
        player = caller(request)
        table_id = quick_seat(player=player, wish=Wish(**form))
        return seated_at(Seat.objects.get(table=table_id, player=player), player)


class OneTable(OpenView, at="tables/<serial:table_id>/"):
    """A table with its terms and who sits at it."""

    @answers(TableShape, query=forms.InviteQuery)
    def get(self, request: Request, query: Json, table_id: int) -> Answer:
        code = query.get("invite_code", "")
        player = caller_or_visitor(request)
        table = lists.one_table(table_id, player, invite_code=code)
        return as_seen(table, player)


class Join(ApiView, at="tables/<serial:table_id>/join/"):
    """Take a seat. Your stake is held from now on (PLAY-3); the last seat starts the match."""

    @extend_schema(
        request=forms.JoinForm,
        parameters=[documents.IDEMPOTENCY_KEY],
        responses={201: shapes.SeatedShape},
    )
    def post(self, request: Request, table_id: int) -> Response:
        form = read_body(request, forms.JoinForm)
        player = caller(request)
        # What a wrong guess costs stays spent though its transaction is rolled back.
        admission.spend_try(table_id=table_id, player=player, password=form["password"])

        def work() -> tuple[int, Json]:
            return 201, seated_at(
                opening.join_table(table_id=table_id, player=player, **form), player
            )

        return answer_once(request, form, work)


class Leave(ApiView, at="tables/<serial:table_id>/leave/"):
    """Leave before the first card; your stake comes back in full (PLAY-3)."""

    @once(answers=shapes.LeftShape)
    def post(self, request: Request, table_id: int) -> Answer:
        player = caller(request)
        opening.leave_table(table_id=table_id, player=player)
        return With(left=table_id)


class BuyBack(ApiView, at="tables/<serial:table_id>/rebuy/"):
    """Buy back into an elimination, in the pause after the round that ended yours.

    You pay stake and fee again and play on level with the worst who is still in. The view's
    `rebuy` says whether you may, and for what.
    """

    @once(answers=shapes.SeatedShape, status=201)
    def post(self, request: Request, table_id: int) -> Json:
        player = caller(request)
        return seated_at(rebuying.buy_back(table_id=table_id, player=player), player)


class AddBot(ApiView, at="tables/<serial:table_id>/add-bot/"):
    """Give the next free seat at your table to a bot of the house."""

    @once(forms.BotForm, answers=shapes.SeatedShape, status=201)
    def post(self, request: Request, form: Json, table_id: int) -> Json:
        player = caller(request)
        lists.one_table(table_id, player)
        seat = opening.add_bot(table_id=table_id, player=player, bot=form["bot"])
        return seated_at(seat, player)


class MyTables(ApiView, at="me/tables/"):
    """The tables you sit at: those that wait for you first, then by the end of the turn."""

    @answers(list_of(shapes.MyTableShape, "MyTablesShape"), query=forms.MyTablesQuery)
    def get(self, request: Request, query: Json) -> Answer:
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
        return With(results=results)
