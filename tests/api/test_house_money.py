"""What the house adds to prizes takes two people; plans without measure are refused."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from tests.api.client import Caller
from tournaments.director import Plan, PrizeForm, PrizePlan
from tournaments.director.codec import to_json
from tournaments.models import RecurringTournament, Tournament
from tournaments.planner.forecasts.forecasting import forecast_draft

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
PLAN = Plan(seats=2, stack_chips=200, buy_in_chips=50, max_rounds=40)
ADDS = {"added": PrizePlan(PrizeForm.WINNER, added_chips=60)}
ADDS["guaranteed"] = PrizePlan(PrizeForm.WINNER, guarantee_chips=60)


@pytest.fixture(autouse=True)
def _quick_forecasts(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"SECONDS": 0.1, "SAMPLES": 4, "RUNS": (2, 2)}.items():
        monkeypatch.setattr(f"tournaments.planner.forecasts.forecasting.{name}", value)


def planner(name: str) -> Caller:
    boss = Player.objects.create_superuser(username=name)
    return Caller(boss, scopes=("tournament:direct",))


def wish(prizes: PrizePlan, **plan: Any) -> dict[str, Any]:
    starts_at = (timezone.now() + dt.timedelta(hours=2)).isoformat()
    table = {"preset": "gin_palast", "format": "ring", "rounds": 1}
    told = to_json(replace(PLAN, prizes=prizes)) | plan
    return {"name": "Monday", "plan": told, "table": table, "starts_at": starts_at}


@pytest.mark.parametrize("kind", ADDS)
def test_nobody_alone_publishes_a_tournament_with_money_of_the_house(kind: str) -> None:
    """By the API, by one's own draft, or by somebody's draft that one has changed (PLAY-44)."""
    olga, otto = planner("olga"), planner("otto")
    alone = olga.post("/tournaments/publish/", wish(ADDS[kind]))
    assert (alone.status_code, alone.json()["code"]) == (403, "house_adds_alone")
    assert alone.json()["facts"] == {"chips": 60, "most": 0}
    asked = wish(ADDS[kind]) | {"players_expected": 4}
    draft = olga.post("/drafts/", asked, idempotency_key="d").json()["id"]
    forecast_draft(draft_id=draft)
    own = olga.post(f"/drafts/{draft}/publish/")
    assert (own.status_code, own.json()["code"]) == (403, "house_adds_alone")
    assert otto.method_with("PUT", f"/drafts/{draft}/", asked).status_code == 200
    forecast_draft(draft_id=draft)
    assert otto.post(f"/drafts/{draft}/publish/").json()["code"] == "house_adds_alone"
    assert not Tournament.objects.exists()
    assert not RecurringTournament.objects.exists()
    assert olga.post(f"/drafts/{draft}/publish/").status_code == 201


def test_a_little_is_given_by_one_and_counted_over_a_day(settings: Any) -> None:
    settings.CORRECTION_ALONE_CHIPS_MAX = 100
    olga = planner("olga")
    assert olga.post("/tournaments/publish/", wish(ADDS["added"])).status_code == 201
    again = olga.post("/tournaments/publish/", wish(ADDS["added"]))
    assert (again.status_code, again.json()["facts"]) == (403, {"chips": 120, "most": 100})
    assert olga.post("/tournaments/publish/", wish(PrizePlan())).status_code == 201
    Tournament.objects.update(created_at=timezone.now() - dt.timedelta(days=1, seconds=1))
    assert olga.post("/tournaments/publish/", wish(ADDS["added"])).status_code == 201


LEVELS = to_json(PLAN.schedule)


@pytest.mark.parametrize(
    ("field", "changed"),
    [
        ("level_ms", {"schedule": {**LEVELS, "rounds": None, "level_ms": 1}}),
        ("level_ms", {"schedule": {**LEVELS, "rounds": None, "level_ms": 10**15}}),
        ("rounds", {"schedule": {**LEVELS, "rounds": 10**9}}),
        ("break_ms", {"schedule": {**LEVELS, "break_every": 1, "break_ms": 10**12}}),
        ("buy_in_chips", {"buy_in_chips": 10**15}),
        ("stack_chips", {"stack_chips": 10**10}),
        ("stages", {"stages": 10**9}),
        ("late_until_level", {"entries": {**to_json(PLAN.entries), "late_until_level": 10**6}}),
        ("added_chips", {"prizes": {**to_json(PLAN.prizes), "added_chips": 10**12}}),
    ],
)
def test_play_24_a_plan_without_measure_is_refused_before_it_is_simulated(
    field: str, changed: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "tournaments.planner.forecasts.ending.forecast",
        lambda *_asked, **_how: pytest.fail("simulated"),
    )
    answer = planner("olga").post(
        "/tournaments/publish/", wish(PrizePlan()) | {"plan": {**to_json(PLAN), **changed}}
    )
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, "plan_number_out_of_range")
    assert problem["facts"]["field"] == field
    assert str(problem["facts"]["most"]) in problem["detail"].replace(",", "")


def test_a_start_that_is_past_is_refused() -> None:
    asked = wish(PrizePlan()) | {"starts_at": "2026-01-01T12:00:00Z"}
    answer = planner("olga").post("/tournaments/publish/", asked)
    assert (answer.status_code, answer.json()["code"]) == (422, "start_is_past")
