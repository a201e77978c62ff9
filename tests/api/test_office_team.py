"""Figures, reports, roles and the staff's log over the API."""

import csv
import io

import pytest

from accounts.models import ApiToken, Player
from backoffice.figures.minutes import count_minute
from backoffice.figures.reports import REPORTS
from backoffice.models import StaffAct

from .client import Caller
from .office import Colleague, acts, refused
from .playing import guest, open_table, person

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def test_the_home_page_s_figures() -> None:
    open_table(guest())
    cashier = Colleague("cashier")
    assert cashier.get("/office/home/").json()["counted_at"] is None
    count_minute()
    told = cashier.get("/office/home/").json()
    assert (told["now"]["tables_open"], told["last"]["tables_open"]) == (1, 1)
    assert told["counted_at"] is not None
    assert (told["corrections_waiting"], told["in_maintenance"]) == (0, False)


def test_each_report_has_rows_that_fit_its_columns() -> None:
    guest()
    support = Colleague("support")
    keys = [one["key"] for one in support.get("/office/figures/").json()["results"]]
    assert keys == list(REPORTS)
    for key in keys:
        told = support.get(f"/office/figures/{key}/").json()
        assert all(len(row) == len(told["columns"]) for row in told["rows"]), key
    (row,) = support.get("/office/figures/players/").json()["rows"]
    assert row[2] == 1
    assert acts() == []
    past = support.get("/office/figures/players/?since=2020-01-01&until=2020-01-31").json()
    assert (past["since"], past["until"], past["rows"]) == ("2020-01-01", "2020-01-31", [])


def test_a_report_taken_as_csv_is_the_same_and_is_logged() -> None:
    guest()
    support = Colleague("support")
    told = support.get("/office/figures/players/").json()
    taken = support.get("/office/figures/players/csv/")
    assert taken["Content-Type"] == "text/csv; charset=utf-8"
    heading, *rows = csv.reader(io.StringIO(taken.content.decode()))
    assert heading == told["columns"]
    assert rows == [[str(cell) for cell in row] for row in told["rows"]]
    assert acts() == [("report_taken", "report:players")]
    assert refused(support.get("/office/figures/secrets/")) == (404, "not_found")
    assert refused(support.get("/office/figures/secrets/csv/")) == (404, "not_found")
    assert refused(support.get("/office/figures/chips/?since=soon")) == (400, "invalid_input")


def test_a_report_is_cut_like_its_page() -> None:
    person("Anna")
    open_table(guest())
    cashier = Colleague("cashier")
    known = {one["key"]: one for one in cashier.get("/office/figures/").json()["results"]}
    assert known["moved"]["cuts"] == ["account", "chips", "reason"]
    assert (known["players"]["cuts"], known["moved"]["days"]) == ([], 7)
    for key, report in REPORTS.items():
        for column in report.cuts:
            for value, _words in column.choices():
                cut = cashier.get(f"/office/figures/{key}/?{column.name}={value}").json()
                assert cut["cut_to"] == {column.name: value}
                place = report.cells.index(column)
                assert {row[place] for row in cut["rows"]} <= {value}
    cut = cashier.get("/office/figures/moved/?account=wallet&reason=grant&chips=chips").json()
    assert [row[1:4] for row in cut["rows"]] == [["wallet", "chips", "grant"]]
    csv_of = cashier.get("/office/figures/moved/csv/?account=wallet&reason=grant")
    _heading, row = csv.reader(io.StringIO(csv_of.content.decode()))
    assert row[1:4] == ["wallet", "chips", "grant"]
    taken = StaffAct.objects.get(act="report_taken")
    assert (taken.after["account"], taken.after["reason"]) == ("wallet", "grant")


@pytest.mark.parametrize(
    ("address", "answer"),
    [
        ("players/?reason=grant", (422, "report_not_cut_by")),
        ("moved/csv/?phase=finished", (422, "report_not_cut_by")),
        ("moved/?reason=whim", (400, "invalid_input")),
        ("moved/?reason=", (400, "invalid_input")),
    ],
)
def test_what_a_report_cannot_be_cut_by_is_refused(address: str, answer: tuple[int, str]) -> None:
    assert refused(Colleague("cashier").get(f"/office/figures/{address}")) == answer
    assert acts() == []


def test_a_report_says_which_days_it_covers() -> None:
    cashier = Colleague("cashier")
    for asked, told in (
        ("since=2001-01-01&until=2026-01-01", ("2024-12-31", "2026-01-01")),
        ("since=2026-01-02&until=2026-01-01", ("2026-01-01", "2026-01-02")),
        ("until=2026-01-07", ("2026-01-01", "2026-01-07")),
    ):
        report = cashier.get(f"/office/figures/moved/?{asked}").json()
        assert (report["since"], report["until"]) == told
        cashier.get(f"/office/figures/moved/csv/?{asked}")
        after = StaffAct.objects.filter(act="report_taken").latest("pk").after
        assert (after["since"], after["until"]) == told


def test_the_table_of_rights_says_who_may_what() -> None:
    told = Colleague("moderator").get("/office/rights/").json()
    rights = {one["code"]: one["roles"] for one in told["rights"]}
    assert rights["manage_team"] == ["owner"]
    assert [one["key"] for one in told["roles"]] == [
        "owner", "director", "cashier", "moderator", "support",
    ]  # fmt: skip


def test_roles_are_given_and_taken_and_tokens_end_with_them() -> None:
    owner, anna = Colleague("owner"), person("Anna")
    Colleague("support")
    path = f"/office/team/{anna.pk}/"
    asked = {"roles": ["cashier", "support"], "reason": "new here"}
    given = owner.post(path, asked, idempotency_key="a").json()
    assert given["is_staff"]
    assert given["roles"] == ["cashier", "support"]
    names = {
        one["player"]["name"] for page in owner.pages("/office/team/", limit=1) for one in page
    }
    assert names == {"owner", "support", "Anna"}
    ApiToken.objects.filter(user=anna).delete()
    Caller(anna)  # a token of hers
    taken = owner.post(path, {"roles": [], "reason": "gone"}).json()
    assert (taken["is_staff"], taken["roles"]) == (False, [])
    assert not ApiToken.objects.filter(user=anna).exists()
    (found,) = owner.get("/office/team/?name=anna").json()["results"]
    assert found["player"]["id"] == anna.pk
    assert acts() == [("roles_set", f"player:{anna.pk}")] * 2


def test_roles_are_not_given_to_oneself_nor_to_who_is_no_person() -> None:
    owner, boss = Colleague("owner"), Player.objects.create_superuser(username="boss")
    assert owner.player is not None
    asked = {"roles": ["support"], "reason": "why not"}
    for player_id, body, wanted in (
        (owner.player.pk, asked, (403, "own_roles")),
        (guest().pk, asked, (409, "not_a_person")),
        (boss.pk, asked, (409, "not_a_person")),
        (10**12, asked, (404, "not_found")),
        (person("Bert").pk, asked | {"roles": ["king"]}, (400, "invalid_input")),
        (person("Carl").pk, {"roles": []}, (400, "invalid_input")),
    ):
        assert refused(owner.post(f"/office/team/{player_id}/", body)) == wanted
    assert acts() == []


def test_the_log_is_filtered_and_comes_by_pages() -> None:
    owner, director = Colleague("owner"), Colleague("director")
    anna = person("Anna")
    for role in ("support", "cashier", "moderator"):
        owner.post(f"/office/team/{anna.pk}/", {"roles": [role], "reason": f"as {role}"})
    director.post("/office/maintenance/", {"closed": False, "reason": "open"})
    pages = list(director.pages("/office/log/", limit=3))
    assert [len(page) for page in pages] == [3, 1]
    numbers = [one["id"] for page in pages for one in page]
    assert numbers == sorted(numbers, reverse=True)
    for query, found in (
        ("by=OWNER", 3),
        ("act=roles_set", 3),
        ("act=announced", 0),
        (f"on=player:{anna.pk}", 3),
        ("by=director&act=maintenance_ended", 1),
    ):
        results = director.get(f"/office/log/?{query}").json()["results"]
        assert len(results) == found, query
    (first, *_) = director.get("/office/log/?act=roles_set").json()["results"]
    assert first["after"] == {"roles": ["moderator"]}
    assert (first["reason"], first["by"]["name"]) == ("as moderator", "owner")
