"""The home page over the API: what goes on, and tables that stand still.

A table is woken or called off; bots of the house enter a tournament that lacks players.
"""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.identity import caller
from accounts.api.operations import once
from backoffice.api.view import OfficeView
from backoffice.home.reading import STUCK_MAX, StuckTable, home, stuck_tables
from backoffice.home.stuck_tables import cancel_stuck_table, wake_stuck_table
from backoffice.running import board
from backoffice.running.bots import BOTS_MAX, enter_bots
from backoffice.team.staff_log import REASON_CHARS_MAX
from games.models import Table
from games.moves.errors import NotFound
from web.api.operations import Answer, Json, answers
from web.api.payloads import Moment, Shape, Whole, With, Word, Yes, list_of
from web.api.reading import Form, Text, WholeNumber
from web.api.records import shape_of


class HomeShape(Shape):
    now = serializers.DictField(child=Whole(), help_text="at this moment")
    last = serializers.DictField(help_text="of the last minute that was counted")
    counted_at = Moment(allow_null=True, help_text="when that was")
    corrections_waiting = Whole(help_text="at most 100 are counted")
    reports_waiting = Whole(help_text="at most 100 are counted")
    restitutions_waiting = Whole(help_text="at most 100 are counted")
    mails_waiting = Whole(help_text="that the mail server has not taken; at most 100 are counted")
    audit_faults = Whole(help_text="of the last audit")
    backup_at = Moment(allow_null=True, help_text="when the last backup was made")
    backup_is_due = Yes(help_text="none was made within 26 hours")
    in_maintenance = Yes()


class CallOffForm(Form):
    version = WholeNumber(min_value=0, help_text="of the table as you have seen it")
    reason = Text(max_length=REASON_CHARS_MAX, help_text="all who sat there are told")


class SendBotsForm(Form):
    bots = WholeNumber(min_value=1, max_value=BOTS_MAX, help_text="all of them enter, or none")


class StuckTableShape(shape_of(StuckTable, "StuckRowShape")):  # type: ignore[misc]
    may_be_cancelled = serializers.BooleanField(
        help_text="a tournament's tables are its director's business"
    )


StuckTablesShape = list_of(StuckTableShape, "StuckTablesShape")


class WokenShape(Shape):
    table = Whole()
    moved = Yes(help_text="false: nothing was due")
    version = Whole()


class CalledOffShape(Shape):
    table = Whole()
    status = Word()


class BotsSentShape(Shape):
    tournament = Whole()
    bots = Whole()


class OfficeHome(OfficeView, at="office/home/", reading_right="see_office"):
    """The figures of the home page: what goes on, and what waits for somebody."""

    @answers(HomeShape)
    def get(self, request: Request) -> Answer:
        return With(home(), in_maintenance=board.in_maintenance())


class OfficeStuckTables(OfficeView, at="office/stuck/", reading_right="see_tables"):
    """Tables whose hour has passed, or that nobody has filled for long."""

    @extend_schema(
        responses=StuckTablesShape, description=f"At most {STUCK_MAX}, the longest waiting first."
    )
    def get(self, request: Request) -> Response:
        return Response(StuckTablesShape.of(results=stuck_tables()))


class OfficeWakeTable(
    OfficeView, at="office/stuck/<player:table_id>/wake/", writing_right="wake_table"
):
    """Have done what is due at a table."""

    @once(answers=WokenShape)
    def post(self, request: Request, table_id: int) -> Answer:
        _require_table(table_id)
        moved = wake_stuck_table(table_id=table_id, by=caller(request))
        version = Table.objects.values_list("version", flat=True).get(pk=table_id)
        return With(table=table_id, moved=moved, version=version)


class OfficeCancelTable(
    OfficeView, at="office/stuck/<player:table_id>/cancel/", writing_right="cancel_table"
):
    """Call a table off: every stake goes back, and all who sat there are told why."""

    @once(CallOffForm, answers=CalledOffShape)
    def post(self, request: Request, form: Json, table_id: int) -> Answer:
        _require_table(table_id)
        cancel_stuck_table(
            table_id=table_id,
            seen_version=form["version"],
            reason=form["reason"],
            by=caller(request),
        )
        status = Table.objects.values_list("status", flat=True).get(pk=table_id)
        return With(table=table_id, status=status)


class OfficeSendBots(
    OfficeView, at="office/tournaments/<player:tournament_id>/bots/", writing_right="send_bots"
):
    """Bots of the house enter a tournament, of all strengths that play its game."""

    @once(SendBotsForm, answers=BotsSentShape, status=201)
    def post(self, request: Request, form: Json, tournament_id: int) -> Answer:
        sent = enter_bots(tournament_id=tournament_id, bots=form["bots"], by=caller(request))
        return With(tournament=tournament_id, bots=sent)


def _require_table(table_id: int) -> None:
    """Raises NotFound(table_not_found)."""
    if not Table.objects.filter(pk=table_id).exists():
        raise NotFound("table_not_found", table=table_id)
