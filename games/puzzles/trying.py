"""An answer to a position, move by move: right, wrong, or not finished yet."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from accounts.models import Player
from games.moves.errors import Conflict
from games.tables.reading import TableReading
from rummy.engine.as_json.stored import action_from_json
from rummy.engine.records import Action
from rummy.match import Phase
from rummy.puzzles import Position
from rummy.puzzles.staging import Staged, moved, staged


@dataclass(frozen=True, slots=True)
class Tried:
    """The table after the moves. `right` is None as long as the answer is not complete."""

    table: Staged
    right: bool | None


# Whether so many moves, the last of which led to this table, are the answer; None: not yet.
Judge = Callable[[Staged, Sequence[Action]], bool | None]


def tried(position: Position, judge: Judge, moves: Sequence[Any]) -> Tried:
    """These moves, as the API writes them, made in the position.

    Raises:
        InvalidAction, IllegalAction: as at any table.
        Conflict(answer_complete): there are moves after the one that decides it.
    """
    now, made, right = staged(position), [], None
    for move in moves:
        if right is not None:
            raise Conflict("answer_complete", moves=len(made))
        made.append(action_from_json(move))
        before, now = now, moved(now, made[-1])
        right = judge(before, made)
    return Tried(now, right)


def shown_table(table: Staged, name: str, player: Player | None) -> dict[str, Any]:
    """What the seat may see, as any table shows itself, without a clock."""
    others = [seat for seat in range(table.state.terms.seats) if seat != table.seat]
    names = {seat: chr(ord("A") + at) for at, seat in enumerate(others)}
    own = {"id": player.pk, "name": player.username} if player else {"id": 0, "name": ""}
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
    return {**reading.view(table.seat), "deadline_at": None}
