"""Ready-made evenings: what a stranger needs from the office's home until players may enter."""

import datetime as dt

import pytest
from django.utils import timezone

from accounts.models import Player
from tests.pages.browsers import browser, look
from tests.tournaments.test_desk_pages import as_sent, with_right
from tournaments.models import TournamentDraft
from tournaments.planner.forecasts import forecasting
from tournaments.planner.forecasts.forecasting import forecast_draft
from tournaments.planner.ready_made import EVENINGS

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def planner() -> Player:
    return with_right("Planer", "plan_tournament")


@pytest.mark.drawn(3)
@pytest.mark.parametrize("key", EVENINGS)
def test_an_evening_is_published_in_four_clicks_and_a_date(
    key: str, planner: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forecasting, "RUNS", (1, 1))
    monkeypatch.setattr(forecasting, "SAMPLES", 2)
    client = browser(planner)
    plans = look(client.get("/tournaments/plan/"))  # one: the office's link
    assert [one["value"] for one in plans.all("button", name="ready")][: len(EVENINGS)] == list(
        EVENINGS
    )
    page = client.post("/tournaments/plan/new/", {"ready": key})["location"]  # two
    draft = TournamentDraft.objects.get()
    forecast_draft(draft_id=draft.pk)  # by a worker meanwhile
    start = (timezone.now() + dt.timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    client.post(page, as_sent(draft, starts_at=start))  # three
    told = look(client.get(page)).text
    assert "At a glance" in told
    assert (
        f"Prizes with {draft.players_expected} players" in told or key == "real_evening"
    )  # which is free
    assert client.post(f"{page}publish/")["location"].endswith("/desk/"), told  # four
