"""Whoever has given up or cannot decide is never asked again; the table goes on (PLAY-45)."""

import logging
from typing import Any

import pytest

from accounts.models import Player
from games.models import Table, TableStatus
from games.moves.acting import play_action
from games.running.waking import wake_table
from games.tables.opening import create_table, seat_bot
from games.tables.reading import table_reading, table_view
from games.tables.terms import TableOffer
from rummy.match import Resign, seats_out_of_turn
from tests.play.clock import due_now, time_passes
from tests.play.test_table_melding import knocking_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
WAKES_MAX = 2_000


@pytest.fixture(autouse=True)
def _nothing_goes_wrong(caplog: pytest.LogCaptureFixture) -> Any:
    """What a worker must log as an error fails the test, unless it says so itself."""
    yield
    assert [told.getMessage() for told in errors(caplog)] == []


def errors(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [told for told in caplog.get_records("call") if told.levelno >= logging.ERROR]


def bots_at_a_table(**offer: Any) -> Table:
    table = create_table(
        player=None, offer=TableOffer(preset="romme_500", format="ring", rounds=1, **offer)
    )
    for _ in range(table.seats_max):
        seat_bot(table_id=table.pk, bot="casual")
    time_passes(table)
    assert wake_table(table_id=table.pk)  # the pause before the first cards
    return table


def on_turn(table: Table) -> int:
    turn = table_reading(table.pk).state.clock.turn
    assert turn is not None
    return turn


def gives_up(table: Table, seat: int) -> None:
    play_action(
        table_id=table.pk,
        player_id=table_reading(table.pk).state.players[seat],
        action=Resign(),
        expected_version=None,
        key=f"taken out {seat}",
    )


def require_waiting_for_the_clock(table: Table) -> None:
    """Nobody looks at the table before the time of whoever is on turn is up."""
    table.refresh_from_db()
    assert table.wake_at is not None
    assert (
        round(table.wake_at.timestamp() * 1_000) == table_reading(table.pk).state.clock.deadline_ms
    )


def test_a_bot_that_was_taken_out_on_its_turn_is_moved_for_and_never_asked() -> None:
    table = bots_at_a_table(seats=3)
    gone = on_turn(table)
    gives_up(table, gone)
    require_waiting_for_the_clock(table)
    due_now(table)  # woken for nothing, by a message from before
    assert not wake_table(table_id=table.pk)
    require_waiting_for_the_clock(table)
    time_passes(table)
    assert wake_table(table_id=table.pk)
    assert on_turn(table) != gone


def test_a_bot_that_was_taken_out_before_its_turn_holds_up_nobody() -> None:
    table = bots_at_a_table(seats=3)
    gives_up(table, (on_turn(table) + 1) % 3)
    for _ in range(WAKES_MAX):
        time_passes(table)
        assert wake_table(table_id=table.pk)
        table.refresh_from_db()
        if table.status == TableStatus.FINISHED:
            return
    raise AssertionError("the table does not end")


def test_a_bot_that_was_taken_out_knocks_for_no_discard_ger_v4() -> None:
    table, gone = knocking_table(bots=2, people=2)
    assert gone in seats_out_of_turn(table_reading(table.pk).state)
    gives_up(table, gone)
    assert gone not in seats_out_of_turn(table_reading(table.pk).state)
    due_now(table)
    assert not wake_table(table_id=table.pk)
    require_waiting_for_the_clock(table)
    assert table_view(table.pk, None)["round"]["claims"] == []


def forgotten(bot_at: int, table: Table) -> None:
    player_id = table_reading(table.pk).state.players[bot_at]
    Player.objects.filter(pk=player_id).update(bot_key="a bot of long ago")


def test_a_bot_that_cannot_decide_is_asked_once_and_moved_for_when_its_time_is_up(
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = bots_at_a_table(seats=3)
    helpless = on_turn(table)
    forgotten(helpless, table)
    due_now(table)
    assert not wake_table(table_id=table.pk)
    assert [told.getMessage() for told in errors(caplog)] == [
        f"the bot at seat {helpless} of table {table.pk} cannot decide"
    ]
    require_waiting_for_the_clock(table)  # however often it is woken, that was all
    assert not wake_table(table_id=table.pk)
    assert len(errors(caplog)) == 1
    caplog.clear()
    Player.objects.filter(bot_key="a bot of long ago").update(bot_key="casual")
    time_passes(table)
    while on_turn(table) == helpless:
        assert wake_table(table_id=table.pk)


def test_a_bot_that_cannot_say_whether_it_knocks_keeps_no_other_from_it_ger_v4(
    caplog: pytest.LogCaptureFixture,
) -> None:
    table, wanting = knocking_table(bots=2, people=2)
    state = table_reading(table.pk).state
    (other,) = (seat for seat, robot in enumerate(state.robots) if robot and seat != wanting)
    forgotten(other, table)
    due_now(table)
    assert wake_table(table_id=table.pk)
    assert table_view(table.pk, None)["round"]["claims"] == [wanting]
    due_now(table)
    assert not wake_table(table_id=table.pk)
    require_waiting_for_the_clock(table)
    caplog.clear()
