"""The one writer of a process tells of what is committed, and of nothing else."""

import asyncio
from collections.abc import Sequence

import psycopg
import pytest

from accounts.joining.players import create_guest
from games.live.writer import Writer
from games.moves.commands import Done, Move, Outcome
from games.moves.live import LiveTable
from games.tables.opening import create_table, join_table
from games.tables.terms import TableOffer
from rummy.match import Ready
from web.database.patience import connection_parameters

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def test_watchers_are_told_when_a_move_is_committed_and_not_before() -> None:
    players = [create_guest(), create_guest()]
    table = create_table(player=players[0], offer=TableOffer(format="ring", rounds=1))
    for player in players:
        join_table(table_id=table.pk, player=player)
    moves = [
        Move(
            table_id=table.pk,
            player_id=player.pk,
            action=Ready(""),
            expected_version=None,
            key="ready",
        )
        for player in players
    ]
    told: list[tuple[int, int]] = []

    def look(tables: Sequence[LiveTable]) -> None:
        """What is told, beside what anybody else can read at this moment."""
        with psycopg.connect(**connection_parameters()) as another:
            for live in tables:
                row = another.execute("SELECT version FROM games_table WHERE id = %s", [live.id])
                told.append((live.version, *(row.fetchone() or ())))

    async def play() -> list[Outcome]:
        writer = Writer(look)
        await writer.start()
        try:
            return [await writer.submit(move) for move in moves]
        finally:
            await writer.stop()

    done = [outcome for outcome in asyncio.run(play()) if isinstance(outcome, Done)]
    assert len(done) == 2
    assert told == [(outcome.version, outcome.version) for outcome in done]
