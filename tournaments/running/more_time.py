"""More time for the turn that is on at a game table, given by a director."""

from __future__ import annotations

from games.moves.acting import run_batch
from games.moves.commands import GiveTime


def give_turn_time(*, game_table_id: int, ms: int) -> None:
    """Put the running clock forward; where no turn is on, nothing happens."""
    run_batch([GiveTime(table_id=game_table_id, ms=ms)])
