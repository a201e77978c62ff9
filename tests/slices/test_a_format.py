"""A format is one file: planner, lists, API, forecast and a whole tournament know it."""

import datetime as dt
from collections.abc import Iterator

import pytest
from django.test import Client
from django.utils import timezone

from tests.pages.browsers import look
from tests.slices.a_format import ONE_STAGE
from tests.tournaments.test_simulation import known_cards
from tournaments.director import FORMATS, Plan
from tournaments.models import Entry
from tournaments.planner.forecasts.simulating import forecast_plan, run_on_database
from tournaments.planner.forms import PlanForm
from tournaments.planner.publishing import open_tournament

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]
PLAN = Plan(format=ONE_STAGE.key, seats=2, max_rounds=5)


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    FORMATS.register(ONE_STAGE)
    yield
    FORMATS._entries.pop(ONE_STAGE.key)


def test_the_planners_form_offers_it_with_what_it_asks_for() -> None:
    form = PlanForm()
    assert "One stage" in str(form["format"])
    assert form.format_fields[ONE_STAGE.key] == ["stages"]


def test_a_forecast_plays_it() -> None:
    found = forecast_plan(PLAN, 8, known_cards(2), runs=3)
    assert (found.rounds.median, found.undecided_permille) == (1, 0)


def test_a_tournament_is_played_to_its_end() -> None:
    tournament = run_on_database(PLAN, 8, known_cards(2))
    ranks = Entry.objects.filter(tournament=tournament).values_list("rank", flat=True)
    assert None not in ranks
    assert (len(ranks), 1 in ranks) == (8, True)


def test_pages_and_programs_call_it_by_its_name(client: Client) -> None:
    starts_at = timezone.now() + dt.timedelta(hours=1)
    tournament = open_tournament(name="Once", plan=PLAN, starts_at=starts_at)
    for address in ("/tournaments/", "/tournaments/?format=toy_one_stage"):
        assert "One stage" in look(client.get(address)).text
    page = look(client.get(f"/tournaments/{tournament.pk}/"))
    assert "Everybody plays once; the points decide." in page.text
    found = client.get("/api/v1/tournaments/", {"format": ONE_STAGE.key}).json()["results"]
    assert [row["format"] for row in found] == [ONE_STAGE.key]
