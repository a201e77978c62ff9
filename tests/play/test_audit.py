"""The audit finds whatever is changed behind the services' back."""

from collections.abc import Callable

import pytest
from django.db.models import Model

from accounts.audit import Figure, faults, run_audit
from accounts.joining.players import create_guest
from accounts.models import Player
from games.models import Round, RoundSecret, Seat, Table, TableEvent
from games.tables.opening import create_table, join_table
from games.tables.terms import TableOffer
from tests.by_hand import by_hand
from tests.play.players import finish, ready, take_turn

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


@pytest.fixture
def players() -> list[Player]:
    return [create_guest(), create_guest()]


def seated(players: list[Player], **given: object) -> Table:
    offer = TableOffer(format="ring", stake_chips=100, **given)  # type: ignore[arg-type]
    table = create_table(player=players[0], offer=offer)
    for player in players:
        join_table(table_id=table.pk, player=player)
    return table


@pytest.fixture
def played(players: list[Player]) -> Table:
    table = seated(players, rounds=2)
    finish(table, players)
    return table


def test_open_running_and_finished_tables_are_clean(players: list[Player], played: Table) -> None:
    running = seated(players, rounds=3)
    for player in players:
        ready(running, player)
    for step in range(5):
        take_turn(running, players, dice=step)
    create_table(player=players[0], offer=TableOffer(stake_chips=10))
    assert faults() == []
    figures = {
        found.found.name: found.found.value
        for found in run_audit()
        if found.check == "tables" and isinstance(found.found, Figure)
    }
    assert figures["tables"] == 3
    assert figures["rounds"] == 3
    assert figures["stake chips held"] == 200


def _swap_card(table: Table) -> None:
    event = TableEvent.objects.filter(table=table, kind="discarded").first()
    assert event is not None
    other = "As" if event.payload["card"] != "As" else "Ks"
    TableEvent.objects.filter(table=table, seq=event.seq).update(
        payload={**event.payload, "card": other}
    )


def _swap_result(table: Table) -> None:
    event = TableEvent.objects.filter(table=table, kind="round_ended").first()
    assert event is not None
    lines = [{**line, "points": line["points"] + 1} for line in event.payload["lines"]]
    payload = {**event.payload, "lines": lines, "reason": "gin"}
    TableEvent.objects.filter(table=table, seq=event.seq).update(payload=payload)


def _lose_event(table: Table) -> None:
    TableEvent.objects.filter(table=table, seq=9).delete()


def _change_snapshot(table: Table) -> None:
    table.refresh_from_db()
    table.state = table.state.replace('"rounds_won":[', '"rounds_won":[7,', 1).replace(
        "[7,0,", "[7,", 1
    )
    Table.objects.filter(pk=table.pk).update(state=table.state)


def _change_seed(table: Table) -> None:
    Round.objects.filter(table=table, number=1).update(server_seed="00" * 128)


def _hide_seed(table: Table) -> None:
    Round.objects.filter(table=table, number=1).update(server_seed="")


def _change_commitment(table: Table) -> None:
    Round.objects.filter(table=table, number=2).update(commitment="ab" * 32)


def _change_payout(table: Table) -> None:
    Seat.objects.filter(table=table, number=0).update(payout_chips=1)


def _change_stake(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(status="playing")


def _keep_secret(table: Table) -> None:
    RoundSecret.objects.create(table=table, number=9, sealed_seed=b"x")


CHANGED: tuple[type[Model], ...] = (Table, Round, RoundSecret, Seat, TableEvent)
TAMPERINGS: tuple[tuple[Callable[[Table], None], set[str]], ...] = (
    (_swap_card, {"event_not_by_the_rules"}),
    (_swap_result, {"event_not_by_the_rules"}),
    (_lose_event, {"log_has_gaps"}),
    (_change_snapshot, {"snapshot_differs_from_log"}),
    (_change_seed, {"commitment_broken", "deck_differs_from_seeds"}),
    (_hide_seed, {"seed_revealed_at_the_wrong_time"}),
    (_change_commitment, {"commitment_broken"}),
    (_change_payout, {"paid_differs_from_result"}),
    (_change_stake, {"pot_differs_from_stakes"}),
    (_keep_secret, {"secret_left_behind"}),
)


def test_what_was_changed_by_hand_is_found(played: Table) -> None:
    """Each change by itself, to the same table: it is taken back before the next."""
    missed = []
    for tamper, codes in TAMPERINGS:
        before = {model: list(model._default_manager.all()) for model in CHANGED}
        with by_hand():
            tamper(played)
        found = {fault.code for fault in faults()}
        with by_hand():
            for model, rows in before.items():
                model._default_manager.all()._raw_delete("default")
                model._default_manager.bulk_create(rows)
        missed += [] if codes <= found else [(tamper.__name__, found)]
        assert faults() == []
    assert missed == []
