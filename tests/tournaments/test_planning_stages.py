"""Tournaments of stages from the plan to registration: forecast and published (PLAY-24)."""

import datetime as dt
from dataclasses import replace

import pytest
from django.utils import timezone

from accounts.models import Player
from tests.pages.browsers import browser, look
from tests.tournaments.club import people, quick
from tournaments.director import FORMATS, EntryRules, Plan, PrizeForm, PrizePlan
from tournaments.director.codec import to_json
from tournaments.entries.entering import enter_tournament
from tournaments.models import Tournament, TournamentDraft
from tournaments.planner.forecasts import forecasting
from tournaments.planner.forecasts.forecasting import forecast_draft, stored_forecast
from tournaments.planner.planning import draft_from_ready_made, plan_of, publish_draft

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]

STAGES = [key for key, played in FORMATS.items() if not played.plays_for_chips]


@pytest.mark.parametrize("key", STAGES)
def test_a_tournament_of_stages_is_forecast_and_published(
    key: str, boss: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forecasting, "RUNS", (2, 2))
    monkeypatch.setattr(forecasting, "SAMPLES", 2)
    players = 2 if key == "single_table" else 8
    draft = draft_from_ready_made(key="league_night", by=boss)
    plan = replace(
        plan_of(draft),
        format=key,
        seats=2,
        stages=3 if key in ("swiss", "teams") else 0,
        target_points=100 if key == "single_table" else 0,
        entries=EntryRules(least=2, most=players),
    )
    TournamentDraft.objects.filter(pk=draft.pk).update(
        plan=to_json(plan),
        players_expected=players,
        starts_at=timezone.now() + dt.timedelta(hours=1),
    )
    forecast_draft(draft_id=draft.pk)
    draft.refresh_from_db()
    found = stored_forecast(draft)
    assert found is not None, draft.refusal
    if key != "single_table":
        assert found.rounds.median == {"round_robin": 7}.get(key, 3)
    tournament = publish_draft(draft_id=draft.pk, by=boss)
    for player in people(players):
        enter_tournament(tournament_id=tournament.pk, player=player)
    assert Tournament.objects.get().entries.count() == players


def test_with_real_cards_each_deal_takes_the_minutes_that_hands_need(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(forecasting, "RUNS", (2, 2))
    monkeypatch.setattr(forecasting, "SAMPLES", 2)
    plan = Plan(format="swiss", seats=2, stages=5, entries=EntryRules(least=2, most=8))
    terms = quick("gin_classic", rounds=3)
    online, by_hand = (
        forecasting.simulate(replace(plan, real_tables=is_real), terms, 8).duration_ms.median
        for is_real in (False, True)
    )
    assert by_hand - online == 5 * 3 * 180_000


def test_repeating_comes_with_the_forecast_and_all_prizes_are_shown_before(
    boss: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forecasting, "RUNS", (2, 2))
    monkeypatch.setattr(forecasting, "SAMPLES", 2)
    draft = draft_from_ready_made(key="gin_turbo", by=boss)
    prizes = PrizePlan(PrizeForm.TOP, places=12)
    plan = replace(plan_of(draft), buy_in_chips=1_000, prizes=prizes)
    TournamentDraft.objects.filter(pk=draft.pk).update(plan=to_json(plan), players_expected=16)
    client, part = browser(boss), f"/tournaments/plan/{draft.pk}/forecast/?part=forecast"
    page = look(client.get(part))
    assert not page.all("a", **{"data-action": "repeat"})
    rows = page.all("th", scope="row")
    assert len(rows) == 12, "no two of these prizes are equal"
    forecast_draft(draft_id=draft.pk)
    assert look(client.get(part)).all("a", **{"data-action": "repeat"})
