"""An answer to a position, move by move: right, wrong, or not finished yet."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from games.moves.errors import Conflict
from games.tables.reading import TableReading
from rummy import engine
from rummy.engine.as_json.stored import action_from_json, event_to_json
from rummy.engine.records import Action
from rummy.match import Phase
from rummy.puzzles import Position
from rummy.puzzles.staging import Staged, moved, staged

MOVES_MAX = 60


@dataclass(frozen=True, slots=True)
class Tried:
    """The table after the moves, and `before` the last of them.

    `right` is None as long as the answer is not complete.
    """

    table: Staged
    before: Staged
    right: bool | None


# Whether a move between these two tables ends the answer, and rightly; None: it goes on.
Judge = Callable[[Staged, Action, Staged], bool | None]


def tried(position: Position, judge: Judge, moves: Sequence[Any]) -> Tried:
    """These moves, as the API writes them, made in the position.

    Raises:
        InvalidAction, IllegalAction: as at any table.
        Conflict(answer_too_long): there are more than `MOVES_MAX`.
        Conflict(answer_complete): there are moves after the one that decides it.
    """
    if len(moves) > MOVES_MAX:
        raise Conflict("answer_too_long", most=MOVES_MAX)
    now, right = staged(position), None
    before = now
    for made, move in enumerate(moves):
        if right is not None:
            raise Conflict("answer_complete", moves=made)
        action = action_from_json(move)
        before, now = now, moved(now, action)
        right = judge(before, action, now)
    return Tried(now, before, right)


def complete(found: Tried, moves: Sequence[Any]) -> bool:
    """Whether these moves are right. Raises Conflict(answer_incomplete): the turn goes on."""
    if found.right is None:
        raise Conflict("answer_incomplete", moves=len(moves))
    return found.right


def events_told(table: Staged, after: int) -> list[dict[str, Any]]:
    """The events with numbers above `after`, as the seat may see them."""
    return [
        {"seq": seq, **event_to_json(engine.redact(event, table.seat))}
        for seq, event in enumerate(table.log, start=1)
        if seq > after
    ]


def shown_table(
    table: Staged, name: str, player: Player | None, *, others: str = ""
) -> dict[str, Any]:
    """What the seat may see, as any table shows itself, without a clock.

    The others are called A, B and so on, or by this one name.
    """
    seats = [seat for seat in range(table.state.terms.seats) if seat != table.seat]
    names = {seat: others or chr(ord("A") + at) for at, seat in enumerate(seats)}
    own = {"id": player.pk, "name": player.username} if player else {"id": 0, "name": _("Guest")}
    places = {
        seat: {
            "player": {"id": -1 - seat, "name": names[seat], "is_bot": True, "is_guest": False}
            if seat in names
            else {**own, "is_bot": False, "is_guest": player is None or player.is_guest},
            "payout": 0,
        }
        for seat in range(table.state.terms.seats)
    }
    reading = TableReading(
        table_id=0,
        name=name,
        status="finished" if table.state.phase is Phase.FINISHED else "playing",
        version=len(table.log),
        state=table.state,
        is_private=False,
        host_id=None,
        now_ms=int(timezone.now().timestamp() * 1000),
        places=places,
    )
    cards = table.state.round
    turn = None if cards is None or table.is_over else cards.turn  # no clock says whose it is
    return {**reading.view(table.seat), "turn": turn, "deadline_at": None, "controls": []}
