"""Reports are cut to a period, a kind of chips or account, a reason: on the page and as CSV."""

import csv
import datetime as dt
import io
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from accounts.books.posting import wallet_of
from accounts.joining.players import create_player
from accounts.models import Player, Transfer
from backoffice.figures import views as figures
from backoffice.figures.reports import REPORTS, rows_of
from backoffice.models import StaffAct
from tests.backoffice.staff import browser, colleague
from tests.pages.browsers import look
from tests.pages.tables import finished_ring
from tests.tournaments.club import published
from tournaments.director import Plan
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
committed = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
MOVED = "/office/figures/moved/"


@pytest.fixture
def cashier() -> Client:
    return browser(colleague("cashier", name="Carla"))


def today() -> dt.date:
    return timezone.localdate()


def moved(**cuts: str) -> list[tuple[Any, ...]]:
    return rows_of(REPORTS["moved"], since=today(), until=today(), cuts=cuts)


def put_back(transfer: Transfer, days: int) -> None:
    """As if it had been made so many days ago; nobody but the tables' owner can do that."""
    with connections["owner"].cursor() as owner:
        owner.execute("ALTER TABLE chip_transfer DISABLE TRIGGER USER")
        owner.execute(
            "UPDATE chip_transfer SET created_at = now() - make_interval(days => %s) WHERE id = %s",
            [days, transfer.pk],
        )
        owner.execute("ALTER TABLE chip_transfer ENABLE TRIGGER USER")


@committed
def test_a_period_takes_in_its_first_and_last_day_and_nothing_else(
    anna: Player, bert: Player
) -> None:
    create_player(name="Carla", password="rummy-evening")
    first, second, _third = Transfer.objects.filter(kind="grant").order_by("pk")
    put_back(first, 10)
    put_back(second, 5)

    def issued(since: int, until: int) -> int:
        span = [today() - dt.timedelta(days=days) for days in (since, until)]
        rows = rows_of(REPORTS["chips"], since=span[0], until=span[1])
        return sum(row[2] for row in rows)

    assert [issued(*span) for span in ((10, 0), (10, 5), (9, 5), (4, 0), (9, 6))] == [
        *(3_000, 2_000, 1_000, 1_000, 0)
    ]


def test_what_came_in_somewhere_went_out_elsewhere(anna: Player, bert: Player) -> None:
    finished_ring(anna, bert, stake_chips=50)
    rows = moved()
    assert sum(row[4] or 0 for row in rows) == sum(row[5] or 0 for row in rows) > 0
    wallets = moved(account="wallet")
    assert {row[1] for row in wallets} == {"wallet"}
    left = sum((row[4] or 0) - (row[5] or 0) for row in wallets)
    assert left == wallet_of(anna).balance + wallet_of(bert).balance
    assert moved(account="wallet", reason="hold") == [
        (today(), "wallet", "chips", "hold", None, 100, 2)
    ]
    assert moved(chips="tournament") == []


def test_the_page_keeps_what_was_chosen_and_says_it_in_words(
    anna: Player, bert: Player, cashier: Client
) -> None:
    finished_ring(anna, bert, stake_chips=50)
    page = look(cashier.get(f"{MOVED}?account=wallet&reason=hold&chips=chips"))
    assert "Came in by day" in page.text
    chosen = [tag["value"] for tag in page.all("option") if "selected" in tag]
    assert chosen == ["wallet", "chips", "hold"]
    (link,) = [tag["href"] for tag in page.all("a") if "/csv/" in str(tag.get("href"))]
    assert str(link).endswith("&account=wallet&chips=chips&reason=hold")
    everything = look(cashier.get(f"{MOVED}?account=pockets&reason='--"))
    assert not [tag for tag in everything.all("option") if "selected" in tag]


def test_the_csv_is_cut_alike_holds_codes_and_is_written_down(
    anna: Player, bert: Player, cashier: Client
) -> None:
    finished_ring(anna, bert, stake_chips=50)
    answer = cashier.get(f"{MOVED}csv/?account=wallet&reason=hold")
    _heading, row = csv.reader(io.StringIO(answer.content.decode()))
    assert row == [today().isoformat(), "wallet", "chips", "hold", "", "100", "2"]
    taken = StaffAct.objects.get(act="report_taken")
    assert taken.subject == "report:moved"
    assert (taken.after["account"], taken.after["reason"]) == ("wallet", "hold")
    assert "chips" not in taken.after


def test_a_page_stops_reading_and_the_csv_does_not(
    cashier: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _number in range(3):
        published(Plan(), [], due=False)
    Tournament.objects.filter(pk=Tournament.objects.latest("pk").pk).update(phase="finished")
    address = "/office/figures/tournaments/"
    monkeypatch.setattr(figures, "ROWS_MAX", 2)
    page = look(cashier.get(address))
    assert "Many more lines are in the CSV file." in page.text
    assert not page.all("rect", **{"class": "plot-bar"}), "what was not read is not drawn either"
    assert cashier.get(f"{address}csv/").content.count(b"\n") == 4
    assert cashier.get(f"{address}csv/?phase=finished").content.count(b"\n") == 2


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31", "2026-02-30", "yesterday", ""])
def test_days_nobody_can_reckon_with_are_passed_over(cashier: Client, day: str) -> None:
    for key in REPORTS:
        answer = cashier.get(f"/office/figures/{key}/?since={day}&until={day}")
        assert answer.status_code == 200, (key, day)


def test_more_than_a_year_is_cut_to_its_last_year(cashier: Client) -> None:
    page = look(cashier.get(f"{MOVED}?since=2001-01-01&until=2026-01-01"))
    assert [tag["value"] for tag in page.all("input") if tag.get("type") == "date"] == [
        *("2024-12-31", "2026-01-01")
    ]
