"""Planning over the API: drafts, forecasts, publishing; tickets and certificates."""

import datetime as dt
import json
import re
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from rummy.match import ABSENCE_POLICIES
from rummy.settlement.prizes import PRIZE_TABLES
from tests.architecture.sources import ROOT
from tests.tournaments.club import people, play_to_the_end, published
from tournaments.director import Plan, PrizeForm, PrizePlan
from tournaments.director.codec import to_json
from tournaments.models import Entry, Tournament, TournamentDraft
from tournaments.planner.forecasts.forecasting import forecast_draft

from .client import Caller
from .playing import guest

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
PLAN = Plan(seats=2, stack_chips=200, buy_in_chips=50, max_rounds=40)
TABLE = {"preset": "gin_palast", "format": "ring", "rounds": 1}


def planner() -> Caller:
    boss = Player.objects.create_superuser(username="boss")
    return Caller(boss, scopes=("tournament:direct",))


def wish(**changes: Any) -> dict[str, Any]:
    starts_at = (timezone.now() + dt.timedelta(hours=2)).isoformat()
    body = {"name": "Monday", "plan": to_json(PLAN), "table": TABLE, "starts_at": starts_at}
    return body | {"players_expected": 4} | changes


def test_a_draft_is_written_changed_forecast_and_published_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tournaments.planner.forecasts.forecasting.SECONDS", 0.1)
    monkeypatch.setattr("tournaments.planner.forecasts.forecasting.SAMPLES", 4)
    monkeypatch.setattr("tournaments.planner.forecasts.forecasting.RUNS", (2, 2))
    caller = planner()
    draft = caller.post("/drafts/", wish(), idempotency_key="new")
    assert draft.status_code == 201, draft.content
    assert caller.post("/drafts/", wish(), idempotency_key="other").status_code == 201
    number = draft.json()["id"]
    assert draft.json()["plan"] == to_json(PLAN)
    assert draft.json()["forecast"]["state"] == "under_way"
    early = caller.post(f"/drafts/{number}/publish/")
    assert (early.status_code, early.json()["code"]) == (409, "forecast_under_way")
    changed = caller.method_with("PUT", f"/drafts/{number}/", wish(name="Tuesday"))
    assert (changed.status_code, changed.json()["name"]) == (200, "Tuesday")
    forecast_draft(draft_id=number)
    found = caller.get(f"/drafts/{number}/forecast/").json()
    assert found["state"] == "current"
    assert found["result"]["players"] == 4
    assert found["refusal"] is None
    twice = [caller.post(f"/drafts/{number}/publish/").json() for _ in range(2)]
    assert twice[0]["tournament"]["id"] == twice[1]["tournament"]["id"]
    assert Tournament.objects.get().name == "Tuesday"
    late = caller.delete(f"/drafts/{number}/")
    assert late.json()["code"] == "draft_is_published"


def test_drafts_are_copied_listed_page_by_page_and_thrown_away() -> None:
    caller = planner()
    made = caller.get("/drafts/").json()["ready_made"][0]["key"]
    first = caller.post("/drafts/copy/", {"ready_made": made}, idempotency_key="a").json()
    assert caller.post("/drafts/copy/", {"ready_made": made}, idempotency_key="a").json() == first
    second = caller.post("/drafts/copy/", {"draft": first["id"]}).json()
    assert second["plan"] == first["plan"]
    page = caller.get("/drafts/?limit=1").json()
    assert [one["id"] for one in page["results"]] == [second["id"]]
    rest = caller.get(f"/drafts/?limit=1&before={page['next_before']}").json()
    assert [one["id"] for one in rest["results"]] == [first["id"]]
    for body in ({}, {"ready_made": made, "draft": first["id"]}):
        assert caller.post("/drafts/copy/", body).json()["code"] == "invalid_input"
    assert caller.post("/drafts/copy/", {"draft": 10**12}).status_code == 404
    assert caller.delete(f"/drafts/{first['id']}/").status_code == 204
    assert not TournamentDraft.objects.filter(pk=first["id"]).exists()


def test_what_does_not_fit_together_is_no_draft() -> None:
    caller = planner()
    for body, code in (
        (wish(plan={"seats": 2, "colour": 1}), "unknown_field"),
        (wish(table={"preset": "gin_palast", "roundz": 2}), "unknown_field"),
        (wish(plan={"seats": 9}), "seats_out_of_range"),
        (wish(table={"preset": "gin_palast"}), "out_of_range"),
        (wish(players_expected=1), "invalid_input"),
    ):
        answer = caller.post("/drafts/", body)
        assert (400 <= answer.status_code < 500, answer.json()["code"]) == (True, code)
    assert not TournamentDraft.objects.exists()


def test_who_may_not_plan_hears_so_whatever_the_number() -> None:
    caller = Caller(guest(), scopes=("tournament:direct",))
    draft = TournamentDraft.objects.create(name="x", plan={}, offer={})
    for number in (draft.pk, 10**12):
        for path in (f"/drafts/{number}/", f"/drafts/{number}/forecast/"):
            assert caller.get(path).json()["code"] == "not_a_planner"
        assert caller.post(f"/drafts/{number}/publish/").json()["code"] == "not_a_planner"


def test_what_is_published_at_once_is_a_ring_like_a_draft() -> None:
    """A table's usual format is a match, which no tournament plays."""
    asked = {
        "name": "Tonight",
        "starts_at": (timezone.now() + dt.timedelta(hours=1)).isoformat(),
        "plan": {"seats": 2},
        "table": {"preset": "romme_500", "rounds": 1},
    }
    made = planner().post("/tournaments/publish/", asked)
    assert made.status_code == 201, made.content
    assert made.json()["tournament"]["game"] == "romme_500"


def test_the_example_of_the_page_is_published() -> None:
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    found = re.search(r"tournaments/publish/.*?```json\n(.*?)```", page, re.S)
    assert found is not None
    soon = (timezone.now() + dt.timedelta(hours=1)).isoformat()
    made = planner().post("/tournaments/publish/", json.loads(found[1]) | {"starts_at": soon})
    assert made.status_code == 201, made.content


def test_a_ticket_is_listed_and_used_to_enter() -> None:
    satellite = Plan(
        format="satellite",
        buy_in_chips=60,
        prizes=PrizePlan(PrizeForm.TICKETS, ticket_chips=110),
        max_rounds=40,
    )
    play_to_the_end(published(satellite, [guest(), guest()]))
    final = published(Plan(buy_in_chips=100, fee_chips=10), [], due=False)
    winner = Player.objects.get(tickets__isnull=False)
    caller = Caller(winner)
    (ticket,) = caller.get("/me/tickets/").json()["results"]
    assert (ticket["value_chips"], ticket["state"]) == (110, "valid")
    path, body = f"/tournaments/{final.pk}/enter/", {"ticket": ticket["id"]}
    stranger = Caller(guest()).post(path, body)
    assert (stranger.status_code, stranger.json()["code"]) == (409, "ticket_not_yours")
    assert caller.post(path, body).status_code == 201
    assert caller.get("/me/tickets/").json()["results"][0]["state"] == "used"


def test_who_was_placed_has_a_certificate_that_anybody_can_verify() -> None:
    players = people(5)
    tournament = play_to_the_end(published(PLAN, players))
    first = Entry.objects.get(tournament=tournament, rank=1).player
    last = Entry.objects.get(tournament=tournament, rank=5).player
    path = f"/tournaments/{tournament.pk}/certificate/"
    own = Caller(first).get(path).json()
    assert (own["name"], own["rank"]) == (first.name, 1)
    assert Caller().get(f"/certificates/{own['code']}/").json() == own
    assert Caller(last).get(path).status_code == 404
    assert Caller(guest()).get(path).status_code == 404
    assert Caller().get(f"/certificates/{own['code'][:-1]}/").status_code == 404


def test_the_catalogue_lists_what_a_table_may_agree_on() -> None:
    found = Caller().get("/presets/").json()
    assert {one["key"] for one in found["absence"]} == set(ABSENCE_POLICIES)
    assert {one["key"]: tuple(one["percents"]) for one in found["prizes"]} == PRIZE_TABLES
    assert {one["key"] for one in found["formats"]} == {"match", "ring", "quick", "elimination"}
    (romme,) = (one for one in found["presets"] if one["key"] == "german_romme")
    assert {one["name"] for one in romme["options"] if not one["variation"]} == {
        "penalty_limit",
        "reshuffle_limit",
    }
