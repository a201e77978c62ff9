"""Score sheets as people use them: on a phone, over the API, at the desk, and on paper."""

from copy import deepcopy
from dataclasses import replace
from io import BytesIO

import pytest
from pypdf import PdfReader

from accounts.models import Player
from tests.api.client import Caller
from tests.keeping import Keep
from tests.pages.browsers import browser, look
from tests.tournaments import real_tables as hall
from tests.tournaments.club import director, fresh, ordered, started
from tournaments.director import Plan
from tournaments.models import DeskAct, Entry, ScoreSheet, Tournament
from tournaments.running.directing import look_after

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]


@pytest.fixture(scope="module")
def kept_evening(keep: Keep) -> Tournament:
    return keep(lambda: hall.evening(hall.SWISS, 4))


@pytest.fixture
def tournament(kept_evening: Tournament) -> Tournament:
    return deepcopy(kept_evening)


def page_of(sheet: ScoreSheet) -> str:
    return f"/tournaments/{sheet.tournament_id}/sheets/{sheet.pk}/"


def test_the_lobby_leads_to_ones_table_and_its_sheet(tournament: Tournament) -> None:
    sheet, _other = hall.sheets(tournament)
    one, other = hall.at(sheet, 0), hall.at(sheet, 1)
    page = look(browser(one).get(f"/tournaments/{tournament.pk}/"))
    assert f"Your table: {sheet.table_number}, seat 1." in page.text
    assert f"{one.name} deals first." in page.text
    assert "Enter the result" in page.text
    hall.enter(sheet, [25, 0])
    assert "Confirm the result" in look(browser(other).get(f"/tournaments/{tournament.pk}/")).text


def test_two_phones_enter_and_confirm(tournament: Tournament) -> None:
    sheet, _other = hall.sheets(tournament)
    here, there = browser(hall.at(sheet, 0)), browser(hall.at(sheet, 1))
    written = {"enter": "1", "version": 0, "points_1": 25, "points_2": 0}
    assert here.post(page_of(sheet), written).status_code == 302
    late = look(there.post(page_of(sheet), written | {"points_2": 3, "points_1": 0}))
    assert "was quicker" in late.text
    assert "That is right" in look(there.get(page_of(sheet))).text
    assert "That is right" not in look(here.get(page_of(sheet))).text
    there.post(page_of(sheet), {"confirm": "1", "version": 1})
    told = look(there.get(page_of(sheet))).text
    assert "The result counts." in told
    assert f"confirmed by {hall.at(sheet, 1).name}" in told


def test_a_page_says_what_the_game_rules_out(tournament: Tournament) -> None:
    sheet, _other = hall.sheets(tournament)
    written = {"enter": "1", "version": 0, "points_1": 25, "points_2": 3}
    answer = look(browser(hall.at(sheet, 0)).post(page_of(sheet), written))
    assert "Only one side wins a round and has points: not 25 and 3 at once." in answer.text


def test_an_outsider_reads_and_writes_nothing(tournament: Tournament) -> None:
    sheet, other = hall.sheets(tournament)
    outsider = browser(hall.at(other, 0))
    assert not look(outsider.get(page_of(sheet))).all("button", name="enter")
    written = {"enter": "1", "version": 0, "points_1": 25, "points_2": 0}
    answer = look(outsider.post(page_of(sheet), written))
    assert "Only those who play at table" in answer.text
    assert ScoreSheet.objects.get(pk=sheet.pk).state == "waiting"
    assert browser().get(page_of(sheet)).status_code == 302
    assert outsider.get(f"/tournaments/{tournament.pk}/sheets/999999/").status_code == 404


def test_the_live_part_changes_with_the_sheet_alone(tournament: Tournament) -> None:
    sheet, other = hall.sheets(tournament)
    client = browser(hall.at(sheet, 1))
    tag = client.get(page_of(sheet) + "?part=live")["ETag"]
    hall.enter(other, [9, 0])
    assert (
        client.get(page_of(sheet) + "?part=live", headers={"if-none-match": tag}).status_code == 304
    )
    hall.enter(sheet, [9, 0])
    assert (
        client.get(page_of(sheet) + "?part=live", headers={"if-none-match": tag}).status_code == 200
    )


def test_over_the_api_as_on_the_page(tournament: Tournament) -> None:
    sheet, other = hall.sheets(tournament)
    one, two = Caller(hall.at(sheet, 0)), Caller(hall.at(sheet, 1))
    told = one.get(f"/tournaments/{tournament.pk}/me/sheet/").json()
    assert (told["id"], told["state"], told["may"]) == (sheet.pk, "waiting", ["enter"])
    address = f"/tournaments/{tournament.pk}/sheets/{sheet.pk}/"
    assert one.get(f"/tournaments/{tournament.pk}/me/").json()["sheet"] == sheet.pk
    assert (
        Caller(hall.at(other, 0))
        .post(address + "enter/", {"points": [1, 0], "version": 0})
        .json()["code"]
        == "sheet_of_others"
    )
    entered = one.post(address + "enter/", {"points": [25, 0], "version": 0}).json()
    assert (entered["state"], entered["version"]) == ("entered", 1)
    stale = two.post(address + "confirm/", {"version": 0})
    assert (stale.status_code, stale.json()["code"]) == (409, "sheet_changed")
    objected = two.post(address + "object/", {"version": 1}).json()
    assert objected["objected_by"] == hall.at(sheet, 1).name
    again = two.post(address + "enter/", {"points": [24, 0], "version": 2}).json()
    settled = one.post(address + "confirm/", {"version": again["version"]}).json()
    assert (settled["state"], settled["seats"][0]["points"], settled["may"]) == ("settled", 24, [])


def test_the_desk_sees_what_is_missing_enters_overrules_and_corrects(
    tournament: Tournament,
) -> None:
    first, second = hall.sheets(tournament)
    boss, desk = browser(director()), f"/tournaments/{tournament.pk}/desk/"
    assert "The results of 2 tables are missing." in look(boss.get(desk + "results/")).text
    assert "No result yet" in look(boss.get(desk)).text
    hall.enter(first, [25, 0])
    assert "Entered, waits to be confirmed" in look(boss.get(desk)).text
    form = look(boss.get(f"{desk}order/report/?table={second.table_number}"))
    assert f"Seat 1: {hall.at(second, 0).name}" in form.text
    sent = {"key": "one", "table": second.table_number, "points_1": 0, "points_2": 31}
    assert boss.post(desk + "order/report/", sent | {"remark": "slip"}).status_code == 302
    hall.confirm(first)
    look_after(tournament_id=tournament.pk)
    assert "Correct" in look(boss.get(desk + "results/")).text
    asked = {"key": "two", "table": first.table_number, "number": 1, "points_1": 0, "points_2": 8}
    done = boss.post(desk + "order/correct/", asked | {"remark": "typing error"})
    assert done.status_code == 302, look(done).text
    act = DeskAct.objects.latest("pk")
    assert (act.kind, act.facts["before"], act.facts["points"]) == ("correct", [25, 0], [0, 8])
    assert "typing error" in look(boss.get(desk)).text
    assert Entry.objects.get(pk=first.entries[1]).score == 8


def test_the_desk_says_which_result_is_the_last_before_prizes_are_paid() -> None:
    tournament = hall.evening(replace(hall.SWISS, stages=1), 4)
    boss = browser(director())
    one, other = hall.sheets(tournament)

    def page() -> str:
        asked = f"/tournaments/{tournament.pk}/desk/order/report/?table={other.table_number}"
        return look(boss.get(asked)).text

    assert "This is the last result" not in page()
    hall.play(one, [25, 0])
    assert "This is the last result" in page()


def test_a_refusal_during_a_round_leads_to_pausing_its_table() -> None:
    tournament = started(Plan(seats=3, stack_chips=1_000), 5)
    entry = Entry.objects.filter(tournament=tournament, table_number=1).first()
    assert entry is not None
    orders = f"/tournaments/{tournament.pk}/desk/order"
    asked = {"entry": entry.pk, "table": 2, "remark": "quarrel", "key": "one"}
    page = look(browser(director()).post(f"{orders}/move/", asked))
    assert f"{orders}/pause_table/?table={entry.table_number}" in page.html


def test_an_order_without_a_table_asks_for_one(tournament: Tournament) -> None:
    boss = browser(director())
    page = look(boss.get(f"/tournaments/{tournament.pk}/desk/order/report/"))
    assert page.all("input", name="table")
    sent = {"key": "one", "table": 99, "remark": "slip"}
    answer = boss.post(f"/tournaments/{tournament.pk}/desk/order/report/", sent)
    assert "There is no table 99." in look(answer).text


def test_over_the_api_the_desk_lists_sheets_and_orders_results(tournament: Tournament) -> None:
    first, second = hall.sheets(tournament)
    boss = Caller(director())
    listed = boss.get(f"/tournaments/{tournament.pk}/sheets/").json()["results"]
    assert [one["id"] for one in listed] == [second.pk, first.pk]
    refused = Caller(hall.at(first, 0)).get(f"/tournaments/{tournament.pk}/sheets/")
    assert refused.status_code == 403
    order = {"kind": "report", "table": first.table_number, "points": [7, 0], "remark": "slip"}
    given = boss.post(f"/tournaments/{tournament.pk}/orders/", order, idempotency_key="one")
    assert given.status_code == 201, given.json()
    assert given.json()["facts"]["points"] == [7, 0]


def test_a_settled_result_is_offered_to_be_corrected_and_not_to_be_taken_back(
    tournament: Tournament,
) -> None:
    first, second = hall.sheets(tournament)
    ordered(tournament, "report", table=first.table_number, points=(7, 0))
    boss, desk = browser(director()), f"/tournaments/{tournament.pk}/desk/"
    back = f"{desk}undo/{DeskAct.objects.get().pk}/"
    correct = f"{desk}order/correct/?table={first.table_number}&number={first.number}"
    assert look(boss.get(desk)).all("a", href=back)
    assert not look(boss.get(desk)).all("a", href=correct)
    hall.play(second, [9, 0])
    look_after(tournament_id=tournament.pk)
    assert not look(boss.get(desk)).all("a", href=back)
    assert look(boss.get(desk)).all("a", href=correct)


def test_slips_are_printed_with_names_room_and_a_code(tournament: Tournament) -> None:
    boss: Player = director()
    answer = browser(boss).get(f"/tournaments/{tournament.pk}/desk/print/slips.pdf")
    assert answer.status_code == 200
    text = "\n".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    for sheet in hall.sheets(tournament):
        assert f"Table {sheet.table_number} · Stage 1" in text
        assert all(hall.at(sheet, seat).name in text for seat in (0, 1))
    assert "Signature" in text
    assert "deals first" in text


def test_no_slips_where_cards_are_dealt_here() -> None:
    found = started(Plan(seats=2, stack_chips=100), 2)
    page = browser(director()).get(f"/tournaments/{found.pk}/desk/print/slips.pdf")
    assert page.status_code == 404


def test_the_proof_says_that_there_are_no_deals(tournament: Tournament) -> None:
    while found := hall.sheets(tournament):
        hall.play(found[0], [9, 0])
    assert fresh(tournament).phase == "finished"
    page = look(browser().get(f"/tournaments/{tournament.pk}/proof/"))
    assert "there is no deal to be checked" in page.text


def test_the_wall_and_everybodys_lobby_show_an_evening_at_real_tables(
    tournament: Tournament,
) -> None:
    ordered(tournament, "announce")
    for path in ("", "wall/", "decisions/"):
        assert browser().get(f"/tournaments/{tournament.pk}/{path}").status_code == 200
    assert "at real tables" in look(browser().get(f"/tournaments/{tournament.pk}/")).text


def test_nothing_is_promised_that_only_a_server_can_do(tournament: Tournament) -> None:
    page = look(browser().get(f"/tournaments/{tournament.pk}/"))
    assert "is not played for: the director decides" in page.text
    for words in ("Time for a turn", "Who is away", "has the table play for them"):
        assert words not in page.text
