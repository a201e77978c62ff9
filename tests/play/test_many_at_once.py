"""Many clients at one table: each acknowledged move once in the log, all others refused."""

import threading
import uuid
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest
from django.db import connections

from accounts.joining.players import create_guest
from accounts.models import ChipAccount, Player
from games.models import ActionReceipt, Seat, Table, TableEvent, TableStatus
from games.moves.acting import play_action, tick_table
from games.moves.commands import Done
from games.moves.errors import Conflict, KeyReused, StaleAction
from games.running.waking import wake_table
from games.tables.opening import create_table, join_table
from games.tables.reading import table_reading
from games.tables.terms import TableOffer
from rummy import engine
from rummy.engine.records import Action
from rummy.match import Return, SitOut
from tests.play.players import finish, ready, take_turn
from tests.promises.tally import tell

THREADS = 32
pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


@pytest.fixture
def players() -> list[Player]:
    return [create_guest(), create_guest()]


@pytest.fixture
def table(players: list[Player]) -> Table:
    """A round in play."""
    offer = TableOffer(format="ring", rounds=1, stake_chips=100)
    table = create_table(player=players[0], offer=offer)
    for player in players:
        join_table(table_id=table.pk, player=player)
    for player in players:
        ready(table, player)
    return table


def at_once(jobs: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run all jobs in threads released together; what each returned or raised."""
    barrier = threading.Barrier(len(jobs))
    results: list[Any] = [None] * len(jobs)

    def run(place: int, job: Callable[[], Any]) -> None:
        barrier.wait()
        try:
            results[place] = job()
        except Exception as error:
            results[place] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return results


def whose_turn(table: Table, players: Sequence[Player]) -> tuple[Player, Action, int]:
    reading = table_reading(table.pk)
    assert reading.state.round is not None
    seat = reading.state.round.turn
    assert seat is not None
    return players[seat], engine.legal_actions(reading.state.round, seat)[0], reading.version


def test_the_same_move_from_32_threads_is_made_once_and_answered_alike(
    table: Table, players: list[Player]
) -> None:
    player, action, version = whose_turn(table, players)
    key = str(uuid.uuid4())

    def send() -> Done:
        return play_action(
            table_id=table.pk,
            player_id=player.pk,
            action=action,
            expected_version=version,
            key=key,
        )

    results = at_once([send] * THREADS)
    assert all(isinstance(result, Done) for result in results), results
    assert all(result.events == results[0].events for result in results)
    assert sum(not result.replayed for result in results) == 1
    assert ActionReceipt.objects.filter(player_id=player.pk, key=key).count() == 1
    table.refresh_from_db()
    assert table.version == version + len(results[0].events)


def test_conflicting_moves_from_32_threads_let_one_through_and_refuse_the_rest_as_stale(
    table: Table, players: list[Player]
) -> None:
    for _ in range(6):
        player, action, version = whose_turn(table, players)
        results = at_once(
            [
                lambda: play_action(
                    table_id=table.pk,
                    player_id=player.pk,  # noqa: B023 - the jobs end before the next turn
                    action=action,  # noqa: B023
                    expected_version=version,  # noqa: B023
                    key=str(uuid.uuid4()),
                )
            ]
            * THREADS
        )
        done = [result for result in results if isinstance(result, Done)]
        stale = [result for result in results if isinstance(result, StaleAction)]
        assert len(done) == 1
        assert len(stale) == THREADS - 1
        assert all(error.facts["current"] > version for error in stale)
    table.refresh_from_db()
    numbers = list(TableEvent.objects.filter(table=table).values_list("seq", flat=True))
    assert numbers == list(range(1, table.version + 1))


def test_one_key_for_two_moves_is_refused_and_changes_nothing(
    table: Table, players: list[Player]
) -> None:
    player, action, version = whose_turn(table, players)
    sent: dict[str, Any] = {"table_id": table.pk, "player_id": player.pk, "key": "once"}
    done = play_action(action=action, expected_version=version, **sent)
    with pytest.raises(KeyReused):
        play_action(action=action, expected_version=version + 1, **sent)
    table.refresh_from_db()
    assert table.version == done.version


def test_two_players_may_choose_the_same_key(table: Table, players: list[Player]) -> None:
    for _ in players:
        player, action, version = whose_turn(table, players)
        done = play_action(
            table_id=table.pk,
            player_id=player.pk,
            action=action,
            expected_version=version,
            key="same",
        )
        assert not done.replayed
        while whose_turn(table, players)[0] == player:
            take_turn(table, players)


def test_a_replayed_move_answers_the_same_after_others_have_moved(
    table: Table, players: list[Player]
) -> None:
    player, action, version = whose_turn(table, players)
    sent: dict[str, Any] = {
        "table_id": table.pk,
        "player_id": player.pk,
        "key": "first",
        "action": action,
        "expected_version": version,
    }
    first = play_action(**sent)
    for step in range(4):
        take_turn(table, players, dice=step)
    again = play_action(**sent)
    assert again.replayed
    assert again.events == first.events


def test_32_players_want_the_last_seat_and_one_gets_it(players: list[Player]) -> None:
    table = create_table(player=players[0], offer=TableOffer(stake_chips=100))
    join_table(table_id=table.pk, player=players[0])
    rivals = [create_guest() for _ in range(THREADS)]
    results = at_once([partial(join_table, table_id=table.pk, player=rival) for rival in rivals])
    seated = [result for result in results if isinstance(result, Seat)]
    assert len(seated) == 1
    refused = [result for result in results if not isinstance(result, Seat)]
    assert all(isinstance(error, Conflict) for error in refused), refused
    assert ChipAccount.objects.get(kind="hold", ref=f"table:{table.pk}").balance == 200
    table.refresh_from_db()
    assert table.status == TableStatus.PLAYING


def test_one_wallet_cannot_hold_the_stakes_of_two_tables_at_once(players: list[Player]) -> None:
    offer = TableOffer(stake_chips=700)
    tables = [create_table(player=players[0], offer=offer) for _ in range(2)]
    results = at_once([partial(join_table, table_id=one.pk, player=players[1]) for one in tables])
    assert sum(isinstance(result, Seat) for result in results) == 1
    wallet = ChipAccount.objects.get(kind="wallet", player=players[1])
    assert wallet.balance == 300


def test_a_move_racing_the_clock_has_exactly_one_winner(
    table: Table, players: list[Player]
) -> None:
    for _ in range(5):
        player, action, version = whose_turn(table, players)
        _overdue(table)
        results = at_once(
            [
                lambda: play_action(
                    table_id=table.pk,
                    player_id=player.pk,  # noqa: B023 - the jobs end before the next turn
                    action=action,  # noqa: B023
                    expected_version=version,  # noqa: B023
                    key=str(uuid.uuid4()),
                ),
                lambda: tick_table(table_id=table.pk),
                lambda: wake_table(table_id=table.pk),
            ]
        )
        moved = [result for result in results if isinstance(result, Done) and result.events]
        refused = [result for result in results if isinstance(result, Exception)]
        assert all(isinstance(error, StaleAction | engine.IllegalAction) for error in refused)
        assert moved or True in results
        table.refresh_from_db()
        numbers = list(TableEvent.objects.filter(table=table).values_list("seq", flat=True))
        assert numbers == list(range(1, table.version + 1))


def test_the_last_move_of_a_match_settles_once_however_often_it_is_sent(
    players: list[Player],
) -> None:
    offer = TableOffer(format="ring", rounds=1, stake_chips=100)
    table = create_table(player=players[0], offer=offer)
    for player in players:
        join_table(table_id=table.pk, player=player)
    finish(table, players)
    pot = ChipAccount.objects.get(kind="hold", ref=f"table:{table.pk}")
    tell("settlements", tried=1, lost=pot.version - 3)
    assert (pot.balance, pot.version) == (0, 3)


def _overdue(table: Table) -> None:
    """Set the table's clock back, snapshot and all, as if its time had run out."""
    import orjson

    stored = Table.objects.get(pk=table.pk)
    state = orjson.loads(stored.state)
    state["clock"][3] = 1
    Table.objects.filter(pk=table.pk).update(
        state=orjson.dumps(state).decode(), wake_at="2020-01-01T00:00Z"
    )


def test_one_key_at_two_tables_at_once_counts_at_one_of_them(players: list[Player]) -> None:
    tables = []
    for _ in range(2):
        table = create_table(player=players[0], offer=TableOffer(format="ring", rounds=1))
        for player in players:
            join_table(table_id=table.pk, player=player)
        tables.append(table)
    for turn in range(8):
        sit = SitOut() if turn % 2 == 0 else Return()
        results = at_once(
            [
                partial(
                    play_action,
                    table_id=table.pk,
                    player_id=players[turn // 4].pk,
                    action=sit,
                    expected_version=None,
                    key=f"same {turn}",
                )
                for table in tables
            ]
        )
        assert sorted(type(one).__name__ for one in results) == ["Done", "KeyReused"]
        for table, one in zip(tables, results, strict=True):
            if isinstance(one, KeyReused):
                play_action(
                    table_id=table.pk,
                    player_id=players[turn // 4].pk,
                    action=sit,
                    expected_version=None,
                    key=f"other {turn}",
                )
