"""Every round of every format is verified by the shipped verifier, with why its dealer dealt."""

import copy
import datetime as dt
from collections import Counter
from typing import Any

import pytest
from django.utils import timezone

from accounts.audit import Fault
from games.models import Table, TableEvent, TableStatus
from games.running.waking import wake_table
from rummy.match import MatchTerms
from tests.by_hand import by_hand
from tests.fairness.records import accepted, before, require_true_dealers, verified_rounds
from tests.tournaments.club import (
    fresh,
    its_hour_has_come,
    people,
    quick,
    require_no_faults,
    require_sound,
)
from tests.tournaments.proofs import forgeries, is_refused, proof_of, said_of
from tournaments.audit_tournaments import tournaments as audit_of_tournaments
from tournaments.director import FORMATS, TURBO, EntryRules, Plan, PrizeForm, PrizePlan
from tournaments.entries.entering import enter_tournament
from tournaments.models import Tournament
from tournaments.planner.publishing import publish_tournament
from tournaments.running.directing import look_after, look_after_due

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

RE_ENTRIES = EntryRules(returns_max=1, returns_until_level=1)
PLANS: dict[str, dict[str, Any]] = {
    "freezeout": {"seats": 3},
    "re_entry": {"entries": RE_ENTRIES},
    "shootout": {"seats": 3},
    "satellite": {"buy_in_chips": 100, "prizes": PrizePlan(PrizeForm.TICKETS, ticket_chips=200)},
    "bounty": {"buy_in_chips": 100, "bounty_chips": 50},
    "knockout": {},
    "swiss": {"stages": 2},
    "round_robin": {},
    "teams": {"stages": 2},
    "single_table": {"seats": 3, "target_points": 60, "entries": EntryRules(most=3)},
}
FEW = {"single_table": 3, "round_robin": 4, "shootout": 6}


def played_out(
    plan: Plan, terms: MatchTerms, players: int, *, seeds: tuple[str, ...] = ("",)
) -> Tournament:
    tournament = publish_tournament(
        name="Evening", plan=plan, starts_at=timezone.now() + dt.timedelta(hours=1), terms=terms
    )
    teams = {"teams": ("Reds", "Blues")}.get(plan.format, ("",))
    for number, player in enumerate(people(players, bot="casual")):
        team, seed = teams[number % len(teams)], seeds[number % len(seeds)]
        enter_tournament(tournament_id=tournament.pk, player=player, team=team, seed=seed)
    its_hour_has_come(tournament)
    look_after(tournament_id=tournament.pk)
    for _ in range(2_000):
        tournament = fresh(tournament)
        if tournament.finished_at is not None:
            return tournament
        for table in Table.objects.filter(status=TableStatus.PLAYING):
            wake_table(table_id=table.pk)
        look_after_due(most=10)
    raise AssertionError("the tournament does not end")


def test_every_format_is_among_them() -> None:
    assert set(PLANS) == set(FORMATS)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("key", list(PLANS))
def test_every_round_of_every_format_is_verified_with_why_its_dealer_deals(key: str) -> None:
    # Three at a table are Rommé 500: there the deal passes on where the players change.
    preset = "romme_500" if PLANS[key].get("seats") == 3 else "gin_palast"
    wishes = {"seats": 2, "stack_chips": 30, "schedule": TURBO, **PLANS[key]}
    tournament = played_out(Plan(format=key, **wishes), quick(preset), FEW.get(key, 5))
    assert tournament.phase == "finished"
    records = verified_rounds()
    reasons = Counter(record["dealing"]["reason"] for record in records)
    first = "lot" if FORMATS[key].plays_for_chips else "paired"
    assert set(reasons) <= {first, "table_goes_on"}
    assert reasons[first]
    require_true_dealers(records, key)
    require_no_faults()
    proof = proof_of(tournament)
    said = said_of(proof)
    assert said.endswith(f", {len(records)} rounds"), said
    assert all(is_refused(forged) for forged in forgeries(proof, key))


def test_rounds_of_a_match_within_a_tournament_are_dealt_by_their_winners_gin_12() -> None:
    """And at a game that draws for places the lot decides, for the places are the tournament's."""
    plan = Plan(seats=2, stack_chips=10, schedule=TURBO)
    require_sound(played_out(plan, quick("gin_classic", rounds=3), 3))
    reasons = {record["dealing"]["reason"] for record in verified_rounds()}
    assert {"lot", "winner"} <= reasons <= {"lot", "winner", "again", "table_goes_on"}


@pytest.mark.drawn(1)
@pytest.mark.parametrize("preset", ["german_romme", "romme_500"])
def test_where_the_deal_goes_round_it_goes_on_from_round_to_round(preset: str) -> None:
    plan = Plan(seats=3, stack_chips=40, schedule=TURBO)
    tournament = played_out(plan, quick(preset, seats=3), 3)
    records = verified_rounds()
    assert len(records) > 1
    assert [record["dealing"]["reason"] for record in records[1:]] == ["table_goes_on"] * (
        len(records) - 1
    )
    require_sound(tournament)


def test_a_deal_that_rests_on_another_round_than_it_says_is_refused() -> None:
    plan = Plan(seats=2, stack_chips=100, schedule=TURBO)
    played_out(plan, quick("gin_palast"), 2)
    record = verified_rounds()[-1]
    earlier = before(record)
    assert earlier is not None
    assert accepted(record, earlier)
    told = copy.deepcopy(record)
    told["dealing"]["before"]["players"].reverse()
    told["dealing"]["before"]["dealer"] ^= 1
    assert accepted(told, None), "in itself that is no contradiction"
    assert not accepted(told, earlier), "but the round before was another one"


def test_the_audit_finds_a_deal_that_was_not_passed_on() -> None:
    plan = Plan(seats=2, stack_chips=60, schedule=TURBO)
    tournament = played_out(plan, quick("gin_palast"), 2)
    last = Table.objects.order_by("-pk")[0]
    prepared = TableEvent.objects.get(table=last.pk, kind="round_prepared")
    prepared.payload = {
        key: value for key, value in prepared.payload.items() if not key.startswith("before")
    } | {"reason": "lot"}
    with by_hand():
        TableEvent.objects.filter(table=last.pk, seq=prepared.seq).update(payload=prepared.payload)
    (fault,) = [found for found in audit_of_tournaments() if isinstance(found, Fault)]
    assert (fault.code, fault.subject) == ("deal_not_passed_on", f"tournament {tournament.pk}")
