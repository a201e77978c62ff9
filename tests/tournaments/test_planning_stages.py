"""Tournaments of stages from the plan to registration: forecast and published (PLAY-24)."""

import datetime as dt
from dataclasses import replace

import pytest
from django.utils import timezone

from accounts.models import Player
from tests.tournaments.club import people
from tournaments.director import FORMATS, EntryRules
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
