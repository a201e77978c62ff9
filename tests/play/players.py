"""Players for tests: they act through the service, as everybody does."""

import random
import uuid
from collections.abc import Sequence

from accounts.models import Player
from games.models import Table
from games.moves.acting import play_action
from games.moves.commands import Done
from games.tables.reading import table_reading
from rummy import engine
from rummy.bots import BOTS
from rummy.match import Phase, Ready

STEPS_MAX = 5_000


def ready(table: Table, player: Player, seed: str = "") -> Done:
    return play_action(
        table_id=table.pk,
        player_id=player.pk,
        action=Ready(seed),
        expected_version=None,
        key=str(uuid.uuid4()),
    )


def take_turn(table: Table, players: Sequence[Player], bot: str = "greedy", dice: int = 1) -> Done:
    """Whoever is waited for does one thing, as this bot would."""
    reading = table_reading(table.pk)
    state = reading.state
    if state.phase is Phase.BETWEEN:
        return ready(table, players[state.ready.index(False)], seed=f"seed {dice}")
    if state.round is None or state.round.turn is None:
        raise AssertionError(f"nobody is waited for in phase {state.phase}")
    seat = state.round.turn
    legal = engine.legal_actions(state.round, seat)
    choice = BOTS[bot].choose(engine.view(state.round, seat), legal, random.Random(dice))
    return play_action(
        table_id=table.pk,
        player_id=players[seat].pk,
        action=choice,
        expected_version=reading.version,
        key=str(uuid.uuid4()),
    )


def finish(table: Table, players: Sequence[Player], bot: str = "greedy") -> None:
    for step in range(STEPS_MAX):
        if table_reading(table.pk).state.phase is Phase.FINISHED:
            return
        take_turn(table, players, bot, dice=step)
    raise AssertionError("the match does not end")
