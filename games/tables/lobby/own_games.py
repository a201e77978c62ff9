"""A player's tables, those that wait for them first, and the dates by which they must move."""

import datetime as dt
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Player
from games.models import Table, TableStatus
from games.tables.lobby.lists import my_tables
from games.tables.reading import table_reading
from rummy.match import Phase
from web.addresses import absolute
from web.api.payloads import With
from web.files.calendar_file import Appointment

REMIND_MINUTES = 60
DATE_LASTS = dt.timedelta(minutes=15)


def own_games(player: Player) -> list[With]:
    """All tables being played or waiting; each is read, since a player sits at a handful.

    One's own turn first, the soonest deadline first, then tables that wait to begin. What each
    waits for comes with it: `turn` is the name of who is on turn, `vacation_left` is in days.
    """
    return sorted((_game(table, player) for table in my_tables(player)), key=_order)


def _order(game: With) -> tuple[Any, ...]:
    ends = game.deadline_at.timestamp() if game.deadline_at else float("inf")
    return (not game.my_turn, game.table.status != TableStatus.PLAYING, ends, game.table.pk)


def _game(table: Table, player: Player) -> With:
    by_days = bool(table.terms.get("turn_based"))
    out = {"my_turn": False, "deadline_at": None, "vacation_left": 0, "away_until": None}
    if table.status != TableStatus.PLAYING:
        return With(table=table, turn_based=by_days, turn="", **out)
    state = table_reading(table.pk).state
    seat = state.seat_of(player.pk)
    names = {place.player_id: place.player.name for place in table.seats.all()}
    turn = "" if state.clock.turn is None else names.get(state.players[state.clock.turn], "")
    if seat is None or not state.is_in(seat):
        return With(table=table, turn_based=by_days, turn=turn, **out)
    mine = state.phase is Phase.PLAYING and state.clock.turn == seat
    return With(
        table=table,
        turn_based=by_days,
        turn=turn,
        my_turn=mine or (state.phase is Phase.BETWEEN and not state.ready[seat]),
        deadline_at=_moment(state.clock.deadline_ms),
        vacation_left=state.roster.vacation_left[seat],
        away_until=_moment(state.roster.away_until_ms[seat] or None),
        seat=seat,
        waits_since_ms=state.clock.started_ms,
    )


def due_dates(player: Player) -> list[Appointment]:
    """The ends of the player's own turns where moves take days, for a calendar."""
    return [
        Appointment(
            uid=f"turn-{game.table.pk}-{game.seat}@jeton",
            title=_("Move at “%(table)s”") % {"table": game.table.title},
            starts_at=game.deadline_at - DATE_LASTS,
            ends_at=game.deadline_at,
            words=_("Until then the table waits for your move."),
            url=absolute(reverse("table", args=(game.table.pk,))),
            sequence=game.waits_since_ms // 60_000 % 2**31,
            remind_minutes=REMIND_MINUTES,
        )
        for game in own_games(player)
        if game.turn_based and game.my_turn and game.deadline_at is not None
    ]


def _moment(at_ms: int | None) -> dt.datetime | None:
    return None if at_ms is None else dt.datetime.fromtimestamp(at_ms / 1000, dt.UTC)
