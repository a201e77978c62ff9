"""Moments that people give: of our time, and at an hour that there is; on pages and in requests."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Player
from tests.api.client import Caller
from tests.api.test_planning import wish
from tests.pages.browsers import browser
from tests.tournaments.test_desk_pages import as_sent
from tournaments.models import TournamentDraft
from tournaments.planner.planning import draft_from_ready_made
from web.time.moments import YEARS_AHEAD, comes_twice

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]
ZONE = ZoneInfo("Europe/Berlin")
YEAR = timezone.localdate().year + 1


def last_sunday(month: int) -> dt.date:
    """When the clocks are changed, next year."""
    last = dt.date(YEAR, month, 31)
    return last - dt.timedelta(days=(last.weekday() + 1) % 7)


@pytest.fixture(autouse=True)
def by_the_clock_of_berlin() -> object:
    with timezone.override(ZONE):
        yield


@pytest.mark.parametrize("start", ["0001-01-01T00:00", "9999-12-31T22:59", "2001-01-01T00:00"])
def test_a_start_far_away_is_refused_with_the_years_there_are(boss: Player, start: str) -> None:
    draft = draft_from_ready_made(key="gin_turbo", by=boss)
    client = browser(boss)
    page = f"/tournaments/plan/{draft.pk}/"
    answer = client.post(page, as_sent(draft, starts_at=start), HTTP_ACCEPT_LANGUAGE="en")
    assert answer.status_code == 200
    (told,) = answer.context["form"].errors["starts_at"]
    assert str(YEAR - 1) in told
    assert str(YEAR - 1 + YEARS_AHEAD) in told
    caller = Caller(boss, scopes=("tournament:direct",))
    for sent in (start, f"{start}Z", f"{start}+01:00"):
        refused = caller.post("/drafts/", wish(starts_at=sent))
        assert (refused.status_code, refused.json()["code"]) == (400, "invalid_input")
        assert str(YEAR - 1 + YEARS_AHEAD) in str(refused.json()["facts"])
        body = wish(starts_at=sent)
        del body["players_expected"]
        assert caller.post("/tournaments/publish/", body).status_code == 400
    for address in ("/tournaments/plan/", page):
        assert client.get(address).status_code == 200
    assert TournamentDraft.objects.get().starts_at is None


def test_the_last_year_that_may_be_given_can_be_read_back(boss: Player) -> None:
    caller = Caller(boss, scopes=("tournament:direct",))
    sent = f"{YEAR - 1 + YEARS_AHEAD}-12-31T23:59:00+01:00"
    body = wish(starts_at=sent)
    del body["players_expected"]
    made = caller.post("/tournaments/publish/", body)
    assert made.status_code == 201, made.content
    number = made.json()["tournament"]["id"]
    assert browser(boss).get(f"/tournaments/{number}/calendar.ics").status_code == 200


def test_what_cannot_be_read_back_is_not_stored(boss: Player) -> None:
    draft = draft_from_ready_made(key="gin_turbo", by=boss)
    draft.starts_at = dt.datetime(1, 1, 1, tzinfo=ZONE)
    with pytest.raises(IntegrityError), transaction.atomic():
        draft.save()


@pytest.mark.parametrize("year", [2001, 2150])
def test_a_draft_that_starts_in_other_years_is_opened_and_discarded(
    boss: Player, year: int
) -> None:
    draft = draft_from_ready_made(key="gin_turbo", by=boss)
    TournamentDraft.objects.update(starts_at=dt.datetime(year, 1, 1, tzinfo=ZONE))
    client = browser(boss)
    assert client.get("/tournaments/plan/").status_code == 200
    assert client.get(f"/tournaments/plan/{draft.pk}/").status_code == 200
    client.post(f"/tournaments/plan/{draft.pk}/discard/")
    assert not TournamentDraft.objects.exists()


def test_of_an_hour_that_comes_twice_the_first_is_taken_and_the_plan_says_so(boss: Player) -> None:
    draft = draft_from_ready_made(key="gin_turbo", by=boss)
    client = browser(boss)
    client.cookies["jeton_zone"] = "Europe/Berlin"
    page = f"/tournaments/plan/{draft.pk}/"
    start = f"{last_sunday(10)}T02:30"
    assert client.post(page, as_sent(draft, starts_at=start)).status_code == 302
    draft.refresh_from_db()
    assert draft.starts_at is not None
    assert draft.starts_at.astimezone(dt.UTC).hour == 0, "still by the summer's clock"
    assert comes_twice(draft.starts_at)
    shown = client.get(page, HTTP_ACCEPT_LANGUAGE="en").content.decode()
    assert "comes twice, and the first counts" in shown
    other = f"{last_sunday(10)}T03:30"
    client.post(page, as_sent(draft, starts_at=other))
    assert "comes twice" not in client.get(page, HTTP_ACCEPT_LANGUAGE="en").content.decode()
    caller = Caller(boss, scopes=("tournament:direct",))
    sent = caller.post("/drafts/", wish(starts_at=start))
    assert sent.status_code == 201, sent.content
    stored = TournamentDraft.objects.get(pk=sent.json()["id"]).starts_at
    assert stored is not None
    assert stored.astimezone(dt.UTC).hour == 0


def test_an_hour_that_does_not_come_is_refused_with_the_next_one(boss: Player) -> None:
    draft = draft_from_ready_made(key="gin_turbo", by=boss)
    client = browser(boss)
    client.cookies["jeton_zone"] = "Europe/Berlin"
    start = f"{last_sunday(3)}T02:30"
    sent = as_sent(draft, starts_at=start)
    answer = client.post(f"/tournaments/plan/{draft.pk}/", sent, HTTP_ACCEPT_LANGUAGE="en")
    told = answer.context["form"].errors["starts_at"]
    assert told == [
        "There is no 2:30 a.m. that day, the clocks go forward: the next time is 3 a.m.."
    ]
    refused = Caller(boss, scopes=("tournament:direct",)).post("/drafts/", wish(starts_at=start))
    assert refused.status_code == 400


def test_an_offset_that_is_given_counts(boss: Player) -> None:
    caller = Caller(boss, scopes=("tournament:direct",))
    made = caller.post("/drafts/", wish(starts_at=f"{YEAR}-06-01T20:00:00-04:00"))
    stored = TournamentDraft.objects.get(pk=made.json()["id"])
    assert stored.starts_at == dt.datetime(YEAR, 6, 2, 0, 0, tzinfo=dt.UTC)
