"""What the API answers about tables in the lobby."""

from typing import Any

from rest_framework import serializers

from accounts.api.shapes import PlayerShape
from accounts.models import Player
from games.api.documents import SeatShape, TermsShape
from games.models import Seat, Table, TableAdmission, TableStatus
from games.tables.lobby.lists import is_late_for, one_table
from games.tables.terms import terms_of
from web.api.payloads import Moment, Shape, Whole, With, Word, Yes


class AdmissionShape(Shape):
    has_password = Yes()
    min_reputation = Whole(allow_null=True, help_text="in percent")
    min_rating = Whole(allow_null=True)
    spectator_delay_seconds = Whole(
        source="delay_seconds", help_text="how much later spectators see the table"
    )
    spectators_one_round_late = Yes(
        source="one_round_late", help_text="spectators see a round only when it is over"
    )
    bot_accounts = Yes(help_text="other people's programs may sit down")


class TableShape(Shape):
    id = Whole()
    name = Word(source="title", help_text="in your language where nobody has named the table")
    status = serializers.ChoiceField(TableStatus.values)
    version = Whole(
        allow_null=True, help_text="number of the last event; null where you see the table late"
    )
    terms = TermsShape()
    seats = SeatShape(many=True)
    free_seats = Whole()
    round_number = Whole(allow_null=True)
    is_private = Yes()
    club = Whole(source="club_id", allow_null=True, help_text="whose members may look and sit")
    invite_code = Word(
        allow_null=True,
        help_text="for the host and who sits there, else null; opens private tables and passwords",
    )
    door = AdmissionShape(source="admission", help_text="what is asked of who wants to sit down")
    host = PlayerShape(source="created_by", allow_null=True)
    created_at = Moment()
    started_at = Moment(allow_null=True)
    finished_at = Moment(allow_null=True)


class MyTableShape(TableShape):
    my_turn = Yes(help_text="the table waits for you")
    deadline_at = Moment(allow_null=True, help_text="when the table moves by itself")


class SeatedShape(Shape):
    seat = Whole(help_text="the seat taken")
    table = TableShape()


class LeftShape(Shape):
    left = Whole(help_text="the table's id")


def as_seen(table: Table, player: Player | None, **more: Any) -> With:
    """A table of the lobby as this player, or a visitor (None), may know it."""
    taken = {seat.number: seat for seat in table.seats.all()}
    seated = player is not None and any(seat.player_id == player.pk for seat in taken.values())
    hosts = player is not None and table.created_by_id == player.pk
    late = is_late_for(table, player)
    paid = {"payout_chips": None} if late else {}
    if late:
        more |= {"status": TableStatus.PLAYING, "version": None}
        more |= {"round_number": None, "finished_at": None}
    return With(
        table,
        terms=terms_of(table),
        seats=[With(taken.get(place), seat=place, **paid) for place in range(table.seats_max)],
        free_seats=table.seats_max - len(taken),
        invite_code=table.invite_code or None if seated or hosts else None,
        admission=getattr(table, "admission", None) or TableAdmission(),
        **more,
    )


def seated_at(seat: Seat, player: Player) -> dict[str, Any]:
    """The answer to who has just sat down."""
    table = as_seen(one_table(seat.table_id, player), player)
    return SeatedShape.of(seat=seat.number, table=table)
