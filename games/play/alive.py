"""The play process's sign of life: while it is given, moves can be made."""

from __future__ import annotations

import asyncio
import logging

import psycopg
from psycopg_pool import PoolTimeout

from games.play.database import Pool
from games.services.outages import BEAT_SECONDS, PLAY, beat_parameters
from games.services.statements import BEAT

log = logging.getLogger(__name__)


async def give_signs_of_life(pool: Pool) -> None:
    """Say every few seconds that players can act; a database that is away cannot be told."""
    while True:
        try:
            async with pool.connection() as connection:
                await connection.execute(BEAT, beat_parameters(PLAY))
        except (psycopg.Error, PoolTimeout, OSError) as error:
            log.warning("no sign of life could be given: %s", error)
        await asyncio.sleep(BEAT_SECONDS)
