"""One call from nowhere to a game, as the lobby's buttons do it."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from games.models import Seat
from games.tables.lobby.quick_seat import STAKE_CHIPS_MAX, Wish, quick_seat
from games.tables.lobby.shapes import SeatedShape, seated_at
from rummy import engine
from web.api.operations import Json
from web.api.reading import Flag, Form, WholeNumber
from web.api.view import ApiView


class QuickSeatForm(Form):
    preset = serializers.ChoiceField(
        list(engine.PRESETS),
        required=False,
        help_text="the game; without one any table that waits will do, else gin against a bot",
    )
    quick = Flag(default=False, help_text="only a quick game (PLAY-11)")
    seats = WholeNumber(min_value=2, max_value=6, required=False, help_text="how many play")
    stake_chips_max = WholeNumber(
        min_value=0,
        max_value=STAKE_CHIPS_MAX,
        required=False,
        help_text="the most you stake: unless given, nothing as a guest and 100 else",
    )


class QuickSeat(ApiView):
    """Sit down at once: at a table you already sit at, one that lacks only you, or among bots.

    No stake above `stake_chips_max` is taken. A table opened for you has two seats at gin, four at
    Deutsches Rommé and three at Rommé 500, unless you say how many.
    """

    @once(QuickSeatForm, answers=SeatedShape, status=201, may_be_empty=True)
    def post(self, request: Request, form: Json) -> Json:
        player = caller(request)
        table_id = quick_seat(player=player, wish=Wish(**form))
        return seated_at(Seat.objects.get(table=table_id, player=player), player)
