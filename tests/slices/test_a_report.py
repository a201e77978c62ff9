"""A report is one file: its page, its CSV, the API and the document know it."""

import csv
import io
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from accounts.models import Player
from backoffice.figures.reports import REPORTS
from tests.backoffice.staff import browser, colleague
from tests.pages.browsers import look
from tests.pages.tables import open_table
from tests.slices.a_report import BY_SEATS

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    REPORTS.register(BY_SEATS)
    yield
    REPORTS._entries.pop(BY_SEATS.key)


@pytest.fixture
def cashier(anna: Player) -> Client:
    open_table(anna)
    return browser(colleague("cashier", name="Carla"))


def test_its_page_shows_and_cuts_it_in_its_words(cashier: Client) -> None:
    page = look(cashier.get("/office/figures/toy_by_seats/"))
    assert "Tables by their seats" in page.text
    assert "two" in page.text
    cut = look(cashier.get("/office/figures/toy_by_seats/?toy_seats=4"))
    assert "<td>two</td>" not in cut.html


def test_it_is_taken_away_as_csv(cashier: Client) -> None:
    taken = cashier.get("/office/figures/toy_by_seats/csv/")
    heading, row = csv.reader(io.StringIO(taken.content.decode()))
    assert heading == ["Day", "Seats at the table", "Tables"]
    assert row[1:] == ["2", "1"]


def test_programs_find_it_and_its_document_names_its_cut(cashier: Client) -> None:
    told = cashier.get("/api/v1/office/figures/toy_by_seats/?toy_seats=2").json()
    assert (told["cuts"], told["cut_to"]) == (["toy_seats"], {"toy_seats": "2"})
    assert [row[1:] for row in told["rows"]] == [["2", 1]]
    make: Any = SchemaGenerator
    document = make(api_version="v1").get_schema(request=None, public=True)
    asked = document["paths"]["/api/v1/office/figures/{report_key}/"]["get"]["parameters"]
    (cut,) = [one for one in asked if one["name"] == "toy_seats"]
    assert cut["description"].startswith("only tables of so many seats")
