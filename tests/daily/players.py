"""People who play a deal of the day, each by rules of their own, against the house's bot."""

import datetime as dt
import uuid

import pytest
from django.utils import timezone

from accounts.joining.players import create_guest
from accounts.models import Player
from games.daily.playing import play_daily
from games.models import Seat, Table, TableEvent
from games.moves.acting import play_action
from games.running.waking import wake_table
from games.tables.reading import table_reading
from rummy import engine
from rummy.bots import BOTS
from rummy.bots.serving.dice import SeededDice
from rummy.match import Phase, Ready
from tests.play.clock import due_now
from tests.play.players import STEPS_MAX


def a_member(name: str) -> Player:
    """Somebody with an account, so that places are for them."""
    player = create_guest(language="de")
    Player.objects.filter(pk=player.pk).update(username=name, is_guest=False)
    player.refresh_from_db()
    return player


def at_noon(patch: pytest.MonkeyPatch, day: dt.date, *, hour: int = 12) -> None:
    """It is this hour of the day where the house is."""
    now = dt.datetime.combine(day, dt.time(hour), timezone.get_default_timezone())
    patch.setattr(timezone, "now", lambda: now)


def play_through(seat: Seat, *, like: str = "casual", seed: str = "") -> Table:
    """The round, played by its player as this bot plays."""
    for _step in range(STEPS_MAX):
        if not step(seat, like, seed):
            return Table.objects.get(pk=seat.table_id)
    raise AssertionError("the round does not end")


def step(seat: Seat, like: str, seed: str) -> bool:
    """Whoever is waited for does one thing; False when nobody is."""
    reading = table_reading(seat.table_id)
    state = reading.state
    number = state.seat_of(seat.player_id)
    if state.phase is Phase.FINISHED or number is None:
        return False
    action: engine.records.Action = Ready(seed)
    if state.phase is Phase.PLAYING:
        if state.round is None or state.round.turn != number:
            due_now(seat.table)
            return wake_table(table_id=seat.table_id)
        view, legal = engine.view(state.round, number), engine.legal_actions(state.round, number)
        action = BOTS[like].choose(view, legal, SeededDice(f"{view.to_json()}"))
    play_action(
        table_id=seat.table_id,
        player_id=seat.player_id,
        action=action,
        expected_version=reading.version,
        key=str(uuid.uuid4()),
    )
    return True


def played(player: Player, game: str = "gin_palast", *, like: str = "casual") -> Table:
    return play_through(play_daily(player=player, game=game), like=like)


def story(table: Table) -> list[tuple[str, str]]:
    """What happened with the cards, without who and when."""
    told = TableEvent.objects.filter(table=table).order_by("seq").values_list("kind", "payload")
    kept = [(kind, payload) for kind, payload in told if kind not in ("match_started",)]
    begins = next(at for at, (kind, _) in enumerate(kept) if kind == "round_started")
    return [(kind, str(sorted(payload.items()))) for kind, payload in kept[begins:]]
