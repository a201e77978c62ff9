"""Recurring tournaments in the planner: started, changed, stopped, and who may (PLAY-40)."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.utils import timezone

from accounts.joining.players import create_player
from accounts.models import Player
from tests.pages.browsers import browser, look
from tests.tournaments.club import people, require_sound
from tournaments.director.codec import from_json
from tournaments.entries.entering import enter_tournament
from tournaments.models import RecurringTournament, Tournament, TournamentDraft
from tournaments.planner.forecasts import forecasting
from tournaments.planner.planning import draft_from_ready_made
from tournaments.recurring.planning import company_for
from tournaments.recurring.publishing import keep_recurring_open
from tournaments.recurring.recurrence import Recurrence, starts

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]

WEEKLY: dict[str, Any] = {
    "name": "Friday evening",
    "kind": "weekly",
    "weekdays": ["4"],
    "hour": "20:00",
    "zone": "Europe/Berlin",
    "ahead": "2",
    "bots_most": "3",
}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecasting, "RUNS", (3, 3))
    monkeypatch.setattr(forecasting, "SAMPLES", 12)


@pytest.fixture
def planner() -> Player:
    player = create_player(name="Planer", password="rummy-evening")
    player.user_permissions.add(Permission.objects.get(codename="plan_tournament"))
    return Player.objects.get(pk=player.pk)


@pytest.fixture
def draft(planner: Player) -> TournamentDraft:
    made = draft_from_ready_made(key="gin_turbo", by=planner)
    TournamentDraft.objects.filter(pk=made.pk).update(players_expected=8)
    return made


def repeated(draft: TournamentDraft, planner: Player, **changes: Any) -> RecurringTournament:
    forecasting.forecast_draft(draft_id=draft.pk)
    answer = browser(planner).post(f"/tournaments/plan/{draft.pk}/repeat/", WEEKLY | changes)
    recurring = RecurringTournament.objects.get()
    assert answer["location"] == f"/tournaments/plan/recurring/{recurring.pk}/"
    return recurring


def open_now(recurring: RecurringTournament) -> list[str]:
    found = Tournament.objects.filter(recurring=recurring, phase="entering").order_by("occurrence")
    return list(found.values_list("occurrence", flat=True))


def test_a_draft_is_repeated_only_with_a_forecast_that_ends(
    draft: TournamentDraft, planner: Player
) -> None:
    page = f"/tournaments/plan/{draft.pk}/repeat/"
    assert "needs a forecast" in look(browser(planner).post(page, WEEKLY)).text
    without_days = browser(planner).post(page, {**WEEKLY, "weekdays": []})
    assert "Choose at least one day of the week." in look(without_days).text
    assert "Say at what time." in look(browser(planner).post(page, {**WEEKLY, "hour": ""})).text
    assert not RecurringTournament.objects.exists()


def test_it_is_published_ahead_and_its_next_dates_are_shown(
    draft: TournamentDraft, planner: Player
) -> None:
    recurring = repeated(draft, planner)
    assert keep_recurring_open() == 2
    rule = from_json(Recurrence, recurring.recurrence)
    due = [
        start.strftime("%Y-%m-%dT%H:%MZ") for start in starts(rule, after=timezone.now(), count=2)
    ]
    assert open_now(recurring) == due
    assert tuple(recurring.bots) == company_for(draft.offer["preset"])
    assert recurring.bots
    page = look(browser(planner).get(f"/tournaments/plan/recurring/{recurring.pk}/"))
    assert page.text.count("Friday,") == 5
    assert "Friday evening" in look(browser(planner).get("/tournaments/plan/")).text


def test_changed_what_nobody_entered_is_opened_anew_and_promises_stay(
    draft: TournamentDraft, planner: Player
) -> None:
    recurring = repeated(draft, planner)
    keep_recurring_open()
    first, second = Tournament.objects.filter(recurring=recurring).order_by("occurrence")
    (anna,) = people(1)
    enter_tournament(tournament_id=first.pk, player=anna)
    page = f"/tournaments/plan/recurring/{recurring.pk}/"
    later = {**WEEKLY, "hour": "21:15", "name": "Late Friday"}
    assert browser(planner).post(page, later).status_code == 302
    second.refresh_from_db()
    assert second.phase == "cancelled"
    keep_recurring_open()
    recurring.refresh_from_db()
    assert recurring.name == "Late Friday"
    assert len(open_now(recurring)) == 3
    assert first.occurrence in open_now(recurring)
    require_sound(first)


def test_stopped_and_started_again(draft: TournamentDraft, planner: Player) -> None:
    recurring = repeated(draft, planner)
    keep_recurring_open()
    client = browser(planner)
    stop = f"/tournaments/plan/recurring/{recurring.pk}/stop/"
    for _ in range(2):
        assert client.post(stop).status_code == 302
    assert open_now(recurring) == []
    assert keep_recurring_open() == 0
    assert "Stopped" in look(client.get(f"/tournaments/plan/recurring/{recurring.pk}/")).text
    client.post(stop, {"resume": "1"})
    keep_recurring_open()
    assert len(open_now(recurring)) == 2, "the same hours, opened once more"


def test_a_planner_who_plays_is_told_why_nothing_is_stopped(
    draft: TournamentDraft, planner: Player
) -> None:
    recurring = repeated(draft, planner)
    keep_recurring_open()
    opened = Tournament.objects.filter(recurring=recurring).earliest("pk")
    enter_tournament(tournament_id=opened.pk, player=planner)
    stop = f"/tournaments/plan/recurring/{recurring.pk}/stop/"
    answer = browser(planner).post(stop, follow=True)
    assert "Nobody decides on something they take part in" in look(answer).text
    recurring.refresh_from_db()
    assert recurring.is_active


def test_only_planners_may(draft: TournamentDraft, planner: Player) -> None:
    recurring = repeated(draft, planner)
    (stranger,) = people(1)
    at = f"/tournaments/plan/recurring/{recurring.pk}/"
    for path in (at, f"{at}stop/", f"/tournaments/plan/{draft.pk}/repeat/"):
        assert browser(stranger).post(path, WEEKLY).status_code == 403
        assert browser().post(path, WEEKLY).status_code == 302
    recurring.refresh_from_db()
    assert recurring.is_active
    assert browser(planner).get("/tournaments/plan/recurring/999999/").status_code == 404
    german = look(browser(planner, language="de").get(at))
    assert [tag["lang"] for tag in german.all("html")] == ["de"]
