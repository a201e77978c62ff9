"""A player's tables, those that wait for them first, and the dates by which they must move."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Player
from games.models import Table, TableStatus
from games.tables.lobby.lists import my_tables
from games.tables.reading import table_reading
from rummy.match import Phase
from web.addresses import absolute
from web.files.calendar_file import Appointment

REMIND_MINUTES = 60
DATE_LASTS = dt.timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A table the player sits at, and what it waits for: `turn` is the name of who is on turn.

    `vacation_left` is in days.
    """

    table: Table
    my_turn: bool
    deadline_at: dt.datetime | None
    turn_based: bool
    turn: str = ""
    vacation_left: int = 0
    away_until: dt.datetime | None = None
    seat: int | None = None
    waits_since_ms: int = 0

    @property
    def order(self) -> tuple[Any, ...]:
        """One's own turn first, the soonest deadline first, then tables that wait to begin."""
        ends = self.deadline_at.timestamp() if self.deadline_at else float("inf")
        return (not self.my_turn, self.table.status != TableStatus.PLAYING, ends, self.table.pk)


def own_games(player: Player) -> list[OwnGame]:
    """All tables being played or waiting; each is read, since a player sits at a handful."""
    return sorted((_game(table, player) for table in my_tables(player)), key=lambda one: one.order)


def _game(table: Table, player: Player) -> OwnGame:
    turn_based = bool(table.terms.get("turn_based"))
    if table.status != TableStatus.PLAYING:
        return OwnGame(table, my_turn=False, deadline_at=None, turn_based=turn_based)
    state = table_reading(table.pk).state
    seat = state.seat_of(player.pk)
    names = {place.player_id: place.player.name for place in table.seats.all()}
    turn = "" if state.clock.turn is None else names.get(state.players[state.clock.turn], "")
    if seat is None or not state.is_in(seat):
        return OwnGame(table, my_turn=False, deadline_at=None, turn_based=turn_based, turn=turn)
    mine = state.phase is Phase.PLAYING and state.clock.turn == seat
    away_ms = state.roster.away_until_ms[seat]
    return OwnGame(
        table,
        my_turn=mine or (state.phase is Phase.BETWEEN and not state.ready[seat]),
        deadline_at=_moment(state.clock.deadline_ms),
        turn_based=turn_based,
        turn=turn,
        vacation_left=state.roster.vacation_left[seat],
        away_until=_moment(away_ms) if away_ms else None,
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
