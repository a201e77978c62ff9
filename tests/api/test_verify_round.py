"""`manage.py verify_round` deals a round again, and sees whatever was changed afterwards."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.models import Round, TableEvent
from games.replay.verification import round_faults
from tests.by_hand import by_hand

from .playing import play_moves, running_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def verify(*arguments: str | int) -> str:
    out = StringIO()
    call_command("verify_round", *map(str, arguments), stdout=out)
    return out.getvalue()


def finished() -> Round:
    table, _, _ = running_table()
    play_moves(table)
    return Round.objects.get(table=table, number=1)


def test_an_honest_round_is_verified_by_its_number_or_its_id() -> None:
    played = finished()
    expected = f"table {played.table_id}, round 1: verified; commitment {played.commitment}\n"
    assert verify(played.table_id, 1) == expected
    assert verify(played.pk) == expected
    assert verify("--all") == expected


def test_a_round_under_way_cannot_be_verified() -> None:
    table, _, _ = running_table()
    with pytest.raises(CommandError, match="no such round"):
        verify(table.pk, 1)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"server_seed": "00" * 128}, "commitment_differs"),
        ({"client_seeds": ["", ""]}, "deal_differs"),
        ({"commitment": "0" * 64}, "commitment_differs"),
        ({"server_seed": "not hexadecimal"}, "seeds_unreadable"),
        ({"score": None}, "score_differs"),
    ],
)
def test_a_changed_record_is_found(change: dict[str, object], fault: str) -> None:
    played = finished()
    with by_hand():
        Round.objects.filter(pk=played.pk).update(**change)
    played.refresh_from_db()
    assert fault in round_faults(played)
    with pytest.raises(CommandError, match="do NOT follow"):
        verify(played.pk)


def test_a_card_exchanged_in_the_log_is_found() -> None:
    played = finished()
    dealt = TableEvent.objects.get(table=played.table_id, kind="round_dealt")
    hands = dealt.payload["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    changed = TableEvent.objects.filter(table=played.table_id, seq=dealt.seq)
    with by_hand():
        changed.update(payload=dealt.payload)
    with pytest.raises(CommandError, match="1 of 1 rounds"):
        verify(played.pk)
