"""Whole tournaments, verified by the shipped program. Every format: `test_verified_rounds`."""

import copy
import json
from functools import cache

import pytest
from django.test import Client

from tests.fairness.records import record_of
from tests.pages.conftest import an_empty_page
from tests.tournaments.club import quick
from tests.tournaments.proofs import forgeries, is_refused, proof_of, said_of, verifier
from tests.tournaments.test_verified_rounds import FEW, PLANS, played_out
from tournaments.director import TURBO, Plan
from tournaments.models import CourseEvent, Tournament

FOLLOW = """async (text) => {
  const { Course } = await import("/static/tournaments/js/proof/course.js");
  const found = [];
  for (const proof of JSON.parse(text)) {
    found.push(await new Course(proof).follow().then(() => "holds", (refusal) => String(refusal)));
  }
  return found;
}"""

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.mark.drawn(1)
@pytest.mark.parametrize("seats", [3, 4])
def test_tables_that_are_broken_and_balanced_are_verified(seats: int) -> None:
    """One more than two tables seat: the third is broken as soon as somebody is out."""
    entries = 2 * seats + 1
    plan = Plan(seats=seats, stack_chips=20 * seats, schedule=TURBO)
    proof = proof_of(played_out(plan, quick("romme_500", seats=seats), entries))
    kinds = {event["type"] for event in proof["course"]}
    assert {"moved", "table_closed", "left"} <= kinds
    said = said_of(proof)
    assert said.startswith(f"{entries} entries"), said


@pytest.mark.browser
@pytest.mark.drawn(1)
@pytest.mark.parametrize("key", list(PLANS))
def test_the_browser_says_of_lots_and_seats_what_the_program_says(key: str) -> None:
    preset = "romme_500" if PLANS[key].get("seats") == 3 else "gin_palast"
    wishes = {"seats": 2, "stack_chips": 30, "schedule": TURBO, **PLANS[key]}
    tournament = played_out(Plan(format=key, **wishes), quick(preset), FEW.get(key, 5))
    proof = proof_of(tournament)
    forged = forgeries(proof, key)
    # The pages' own event loop must end before the database is used again.
    with an_empty_page() as page:
        assert page.evaluate(FOLLOW, json.dumps([proof])) == ["holds"]
        assert "holds" not in page.evaluate(FOLLOW, json.dumps(forged))


def test_what_players_give_decides_with_the_house() -> None:
    """And whoever gave a text knows by it that the proof is that of their tournament."""
    tournament = played_out(
        Plan(seats=2, stack_chips=30, schedule=TURBO), quick("gin_palast"), 3, seeds=("mine", "")
    )
    proof = proof_of(tournament)
    assert proof["entrants_seed"]
    first = proof["course"][0]["entry"]
    records = cache(record_of)
    told = verifier().verify(proof, records, proof["commitment"], ((first, "mine"),))
    assert told.startswith("3 entries")
    for commitment, seeds in (("0" * 64, ()), (None, ((first, "yours"),))):
        with pytest.raises(verifier().Refused):
            verifier().verify(proof, records, commitment, seeds)
    other = copy.deepcopy(proof)
    other["course"][0]["seed"] = "yours"
    assert is_refused(other)


def test_nothing_is_shown_before_it_is_over() -> None:
    tournament = Tournament.objects.create(
        name="Later", plan={"format": "freezeout", "seats": 2}, clock={}
    )
    answer = Client().get(f"/api/v1/tournaments/{tournament.pk}/proof/")
    assert (answer.status_code, answer.json()["code"]) == (409, "tournament_not_over")


def test_a_course_is_never_rewritten() -> None:
    tournament = played_out(Plan(seats=2, stack_chips=30, schedule=TURBO), quick("gin_palast"), 2)
    event = CourseEvent.objects.filter(tournament=tournament, kind="drawn").get()
    with pytest.raises(Exception, match="append_only"):
        CourseEvent.objects.filter(pk=event.pk).update(facts={})
