"""Rounds of every format of a table are verified by the shipped verifier, as a stranger would."""

from typing import Any

import pytest

from accounts.models import Player
from games.models import RematchOffer, Round, Table, TableStatus
from games.rematch.agreeing import consent_to_rematch, offer_rematch
from games.replay.verification import round_faults
from games.running.waking import wake_table
from games.tables.opening import create_table, seat_bot
from games.tables.reading import table_reading
from games.tables.terms import TableOffer
from tests.fairness.records import require_true_dealers, verified_rounds
from tests.league.tables import member
from tests.play.clock import time_passes
from tests.rematch.tables import given_up, premium_member, resign

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

FOUR = {"format": "ring", "rounds": 2, "seats": 4}
GERMAN = {"preset": "german_romme", "seats": 3}
OFFERS: dict[str, tuple[dict[str, Any], set[str]]] = {
    "match, winner deals": ({"options": {"point_limit": 150}}, {"lot", "winner"}),
    "match, loser deals": (
        {"options": {"point_limit": 150, "next_dealer": "loser"}},
        {"lot", "loser"},
    ),
    "ring, in turn": (
        {"format": "ring", "rounds": 4, "options": {"next_dealer": "alternate"}},
        {"lot", "left"},
    ),
    "quick with tie-breakers": (
        {"format": "quick", "rounds": 1, "tie_breakers": True},
        {"lot"},
    ),
    "team gin": (
        {"preset": "gin_team", "format": "ring", "rounds": 3, "seats": 4},
        {"lot", "winner"},
    ),
    "Rommé 500": (
        {"preset": "romme_500", "format": "ring", "rounds": 3, "seats": 4},
        {"lot", "left"},
    ),
    "Deutsches Rommé": ({**GERMAN, "format": "ring", "rounds": 2}, {"seats_drawn", "left"}),
    "elimination": (
        {
            **GERMAN,
            "format": "elimination",
            "options": {"penalty_limit": 200},
            "tie_breakers": True,
        },
        {"seats_drawn", "left"},
    ),
}


def played_out(wishes: dict[str, Any]) -> Table:
    table = create_table(player=None, offer=TableOffer(**wishes), name="House")
    Table.objects.filter(pk=table.pk).update(terms=table.terms | {"robot_ms": 0, "pause_ms": 0})
    for _ in range(table.seats_max):
        seat_bot(table_id=table.pk, bot="casual")
    for _ in range(5_000):
        table.refresh_from_db()
        if table.status == TableStatus.FINISHED:
            return table
        wake_table(table_id=table.pk)
    raise AssertionError("the match does not end")


@pytest.mark.drawn(1)
@pytest.mark.parametrize("name", list(OFFERS))
def test_every_round_is_verified_with_why_its_dealer_deals(name: str) -> None:
    wishes, expected = OFFERS[name]
    played_out(wishes)
    records = verified_rounds()
    assert expected - {"left", "winner"} <= {r["dealing"]["reason"] for r in records}
    assert {r["dealing"]["reason"] for r in records} <= expected | {"again"}
    require_true_dealers(records, name)
    assert [round_faults(one) for one in Round.objects.select_related("table")] == [()] * len(
        records
    )
    if name == "elimination":
        assert any(len(r["client_seeds"]) > len(hands(r)) for r in records), "somebody dropped out"


@pytest.mark.drawn(1)
@pytest.mark.parametrize("in_the_pause", [True, False])
@pytest.mark.parametrize("gone", range(4))
def test_the_deal_that_passes_over_who_has_given_up_is_verified(
    gone: int, in_the_pause: bool
) -> None:
    table = create_table(
        player=None, offer=TableOffer(preset="romme_500", format="ring", rounds=3, seats=4)
    )
    Table.objects.filter(pk=table.pk).update(terms=table.terms | {"robot_ms": 0})
    for _ in range(4):
        seat_bot(table_id=table.pk, bot="casual")
    until_phase(table, "between", played=1)
    if not in_the_pause:
        until_phase(table, "playing", played=1)
    who = table_reading(table.pk).state.players[gone]
    resign(table, Player.objects.get(pk=who))
    until_phase(table, "finished", played=3)
    records = verified_rounds()
    assert [len(hands(record)) for record in records] == [4, 3 if in_the_pause else 4, 3]
    require_true_dealers(records, f"{gone} {in_the_pause}")


def until_phase(table: Table, phase: str, *, played: int) -> None:
    """Let the bots play, and time pass, until so many rounds are over and the match is there."""
    for _ in range(5_000):
        state = table_reading(table.pk).state
        if state.phase == phase and len(state.sheet) == played:
            return
        turn = state.clock.turn
        if turn is None or not state.bot_plays(turn):
            time_passes(table)
        wake_table(table_id=table.pk)
    raise AssertionError("the match does not go on")


def hands(record: dict[str, Any]) -> list[Any]:
    found: list[Any] = next(e["hands"] for e in record["events"] if e["type"] == "cards_dealt")
    return found


def test_the_first_round_of_a_rematch_is_verified_with_the_one_before(settings: Any) -> None:
    settings.PREMIUM_RIGHTS = ["rematch"]
    anna, bert = premium_member("Anna"), member("Bert")
    first = given_up([anna, bert])
    offer_rematch(table_id=first.pk, player=anna)
    offer = consent_to_rematch(table_id=first.pk, player=bert)
    assert offer.new_table is not None
    assert RematchOffer.objects.count() == 1
    opening = offer.new_table.events.get(kind="round_prepared").payload
    assert (opening["reason"], opening["before_table"]) == ("rematch", first.pk)
