"""The office through the Python client: each call, both clients, at the application itself.

What the wire adds is asked once, at a platform that really runs.
"""

import datetime as dt
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from jeton_client import Call, Client, MovedOn, NotAllowed, NotFound, NotSignedIn, new_key
from jeton_client.operations import OfficeOperations

from accounts.clubs.keeping import found_club, report_club
from accounts.joining.players import create_player
from accounts.models import Player
from games.tables.terms import TableOffer
from tests.api.office import staff
from tests.api.playing import guest, play_moves, running_table
from tests.running.demo import Site
from tests.running.waiting import until
from tournaments.director import EntryRules, Plan
from tournaments.planner.publishing import publish_tournament

from .colleagues import BothOffices, both_offices, hired, token_of
from .in_process import SERVER, Application

in_process = pytest.mark.django_db(databases=["default", "owner"])
KEEP = "as it is"
KNOCK = {
    "knocker": "7h 7c 7d 3s 4s 5s Kh Kd Kc 2d Qs",
    "defender": "As 2s 9h 9d 9c Jh Qh Td 6s 8c",
}


@pytest.fixture
def cashier(application: Application) -> Iterator[BothOffices]:
    with both_offices(SERVER, token_of(staff("cashier")), application) as office:
        yield office


def id_of(client: Client) -> int:
    return client.me()["player"]["id"]


def played_table(player: Player) -> int:
    table, *_ = running_table(players=(player, guest()), stake_chips=50)
    play_moves(table)
    return table.pk


@in_process
def test_from_a_wallet_to_the_cards(anna: Client, guest_anna: Player, owner: BothOffices) -> None:
    """Why did I lose 50 chips?"""
    table_id = played_table(guest_anna)
    (wallet,) = owner.read("accounts", kind="wallet", name=anna.me()["player"]["name"])["results"]
    assert wallet == owner.read("account", wallet["id"])
    assert wallet["balance"] == anna.me()["balance"]
    lines = owner.every("every_posting", wallet["id"], limit=1)
    assert len(lines) == wallet["postings"]
    assert sum(line["amount"] for line in lines) == wallet["balance"]
    assert owner.read("postings", wallet["id"])["results"] == lines
    held = next(line for line in lines if line["kind"] == "hold")
    transfer = owner.read("transfer", held["transfer"])
    assert transfer["belongs_to"] == [f"table:{table_id}"]
    assert sum(line["amount"] for line in transfer["postings"]) == 0

    told = owner.read("table", table_id)
    assert (told["pot_chips"], told["paid_chips"], told["fee_chips"]) == (100, 100, 0)
    own = next(seat for seat in told["seats"] if seat["player"]["id"] == id_of(anna))
    assert "The pot: 50 + 50 = 100 chips" in own["why"]
    cards = owner.read("finished_round", table_id, 1)
    seen = anna.finished_round(table_id, 1)
    assert [one["seq"] for one in cards["events"]] == [one["seq"] for one in seen["events"]]
    by_table = owner.every("every_account", name=f"table:{table_id}")
    assert [(one["id"], one["balance"]) for one in by_table] == [(told["account"], 0)]


@in_process
def test_a_round_that_is_played_is_told_to_nobody(owner: BothOffices) -> None:
    table, *_ = running_table()
    with pytest.raises(NotFound):
        owner.client.office.finished_round(table.pk, 1)


@in_process
def test_a_tournaments_chips_and_an_entrys_rounds(anna: Client, owner: BothOffices) -> None:
    cup = publish_tournament(
        name="Cup",
        plan=Plan(seats=2, buy_in_chips=10, entries=EntryRules(least=4, most=4)),
        starts_at=timezone.now() + dt.timedelta(hours=1),
        offer=TableOffer(format="ring", rounds=1, seats=2),
    ).pk
    anna.enter_tournament(cup)
    assert owner.write("send_bots", cup, 1) == {"tournament": cup, "bots": 1}
    chips = owner.read("tournament_chips", cup)
    assert (chips["sums"]["entries"], chips["sums"]["paid_chips"]) == (2, 20)
    assert {"prize_pool": 20}.items() <= {
        a["kind"]: a["balance"] for a in chips["accounts"]
    }.items()
    entries = owner.every("every_entry", cup, limit=1)
    assert entries == chips["results"]
    own = next(entry for entry in entries if entry["player"]["id"] == id_of(anna))
    assert owner.read("entry", own["id"]) == {**own, "results": [], "next_before": None}
    assert owner.every("every_settled_round", own["id"]) == []


@in_process
def test_chips_are_corrected_by_two_people_and_each_request_once(
    anna: Client, owner: BothOffices, cashier: BothOffices
) -> None:
    before = anna.me()["balance"]
    wallet = owner.client.office.accounts(name=anna.me()["player"]["name"])["results"][0]["id"]
    many = cashier.write("request_correction", wallet, 10**6, "a trophy", counter="mint")
    assert (many["status"], many["needs_second"]) == ("requested", True)
    with pytest.raises(NotAllowed) as caught:
        cashier.client.office.approve_correction(many["id"])
    assert caught.value.code == "self_approval"
    assert owner.write("approve_correction", many["id"], reason="seen")["status"] == "posted"
    assert anna.me()["balance"] == before + 10**6
    back = cashier.write("reverse_correction", many["id"], "not meant for her")
    assert cashier.write("reject_correction", back["id"], "it was")["status"] == "rejected"
    told = owner.read("correction", many["id"])
    assert [act["act"] for act in told["acts"]]
    ids = [one["id"] for one in owner.every("every_correction", account=wallet)]
    assert ids == [back["id"], many["id"]]
    waiting = owner.client.office.corrections(state="waiting", account=wallet)
    assert waiting["results"] == []


@in_process
def test_a_table_is_undone_by_two_people_and_the_undoing_taken_back(
    anna: Client, guest_anna: Player, owner: BothOffices, cashier: BothOffices
) -> None:
    before = anna.me()["balance"]
    table_id = played_table(guest_anna)
    after = anna.me()["balance"]
    assert after != before
    draft = cashier.write("draft_restitution", kind="undone", tables=[table_id])
    moved = {line["player"]["id"]: line["moved_chips"] for line in draft["lines"]}
    assert moved[id_of(anna)] == before - after
    assert cashier.write("propose_restitution", draft["id"], "void")["status"] == "proposed"
    assert owner.write("approve_restitution", draft["id"])["status"] == "carried_out"
    assert anna.me()["balance"] == before
    undoing = cashier.write("undo_restitution", draft["id"], "it was right")
    assert owner.write("reject_restitution", undoing["id"], "it was not")["status"] == "rejected"
    assert owner.read("restitution", draft["id"])["lines"][0]["correction"]
    listed = owner.every("every_restitution", limit=1)
    assert [one["id"] for one in listed] == [undoing["id"], draft["id"]]
    assert owner.read("restitutions")["results"] == listed


@in_process
def test_a_report_is_decided_once(
    anna: Client, application: Application, owner: BothOffices
) -> None:
    table = anna.create_table(format="ring", rounds=1)
    anna.join(table["id"])
    with application.client_of(guest()) as bert:
        bert.join(table["id"])
        path = f"tables/{table['id']}/chat/"
        said: Any = anna.send(Call("POST", path, {"phrase": "hello"}, key=new_key()))
        about = f"{path}{said['number']}/report/"
        told: Any = bert.send(Call("POST", about, {"reason": "spam"}, key=new_key()))
        report = next(one for one in owner.every("every_report") if one["id"] == told["id"])
        assert (report["author"]["id"], report["reporter"]["id"]) == (id_of(anna), id_of(bert))
        assert owner.read("reports", state="waiting")["results"]
        decided = owner.write("decide_report", report["id"], outcome="nothing")
        assert (decided["closed"], decided["report"]["outcome"]) == (1, "nothing")
        pair = owner.read("pair", id_of(anna), id_of(bert))
        assert (pair["tables"], pair["gifts"]) == ([], [])
    assert owner.read("pairs", player=id_of(anna))["results"] == []


@in_process
def test_a_club_is_reported_renamed_and_closed(owner: BothOffices) -> None:
    bert, carla = (create_player(name=name, password="rummy-evening") for name in ("Bert", "Carla"))
    club = found_club(player=bert, name="The Insult", about="worse")
    for one in (1, 2):
        report_club(club_id=club.pk, actor=carla, note=f"look at it, {one}")
    (told,) = owner.read("clubs", name="insult")["reported"]
    assert [one["note"] for one in told["reports"]] == ["look at it, 1"]
    assert next(iter(owner.every("every_club")))["id"] == club.pk
    named = owner.write("rename_club", club.pk, name="The Quiet Ones", reason="an insult")
    assert (named["name"], named["about"]) == ("The Quiet Ones", "")
    report_club(club_id=club.pk, actor=carla, note="again")
    assert owner.write("keep_club", club.pk, reason="all is well")["answered"] == 1
    assert owner.write("close_club", club.pk, reason="it goes on")["closed_at"]


@in_process
def test_roles_are_given_and_taken(
    anna: Client, application: Application, owner: BothOffices
) -> None:
    rights = owner.read("rights")
    assert {role["key"] for role in rights["roles"]} == set(rights["rights"][0]["roles"])
    support = staff("support")
    with application.client_of(support) as colleague:
        player_id, name = id_of(colleague), colleague.me()["player"]["name"]
        assert colleague.office.books()["sum_chips"] == 0
        with pytest.raises(NotAllowed):
            colleague.office.team()
        token = colleague.token
    assert player_id in {one["player"]["id"] for one in owner.every("every_colleague", limit=1)}
    given = owner.write("give_roles", player_id, ["moderator"], "on duty on Fridays")
    assert given["roles"] == ["moderator"]
    with (
        Client(SERVER, token, transport=application) as colleague,
        pytest.raises(NotSignedIn),
    ):
        colleague.me()
    assert owner.write("give_roles", player_id, [], "moved away")["is_staff"] is False
    assert [one["roles"] for one in owner.read("team", name=name)["results"]] == [[]]
    with pytest.raises(NotAllowed):
        anna.office.home()


@in_process
def test_a_second_owner_consents_to_one_act(application: Application, owner: BothOffices) -> None:
    rows = {row["act"]: row for row in owner.read("conflicts")["results"]}
    other = staff("owner", name="Otto")
    table, *_ = running_table(players=(other, guest()))
    table_id = table.pk
    given = owner.write("consent", "cancel_stuck_table", table_id, other.pk, "nobody else here")
    assert (given["actor"]["id"], given["as_owner"], given["used_at"]) == (other.pk, True, None)
    assert given["kind"] == rows[given["act"]]["kind"] == "table"
    assert owner.every("every_consent", limit=1)[0] == owner.read("consents")["results"][0] == given


@in_process
def test_the_house_is_run_and_left_as_it_is(guest_anna: Player, owner: BothOffices) -> None:
    assert owner.read("speed", is_still=False)["connections"]
    home = owner.read("home", is_still=False)
    assert home["in_maintenance"] is False
    keys = [one["key"] for one in owner.read("figures")["results"]]
    report = owner.read("figure", "chips", since="2026-01-01", until="2026-01-31")
    assert (report["key"] in keys, report["since"]) == (True, "2026-01-01")
    cut = owner.read("figure", "chips", reason="grant")
    assert (cut["cut_to"], {row[1] for row in cut["rows"]}) == ({"reason": "grant"}, {"grant"})
    text = owner.read("figure_csv", "chips", since="2026-01-01", until="2026-01-31")
    assert text.splitlines()[0].count(",") + 1 == len(report["columns"])
    setting = next(
        one for one in owner.read("settings")["results"] if one["name"] == "REMATCH_SECONDS"
    )
    changed = owner.write("change_setting", setting["name"], setting["value"], KEEP)
    assert (changed["is_set"], changed["value"]) == (True, setting["value"])
    assert owner.write("change_setting", setting["name"], None, KEEP)["is_set"] is False
    assert owner.read("maintenance", is_still=False)["closed"] is False
    assert owner.write("set_maintenance", KEEP, closed=False)["closed"] is False
    said = {"words_de": "Bald!", "words_en": "Soon!", "minutes_ahead": 1_000, "hours": 1}
    words = owner.write("announce", **said)
    assert words["id"] in {one["id"] for one in owner.every("every_announcement", limit=1)}
    assert owner.read("announcements")["results"][0] == words
    assert owner.write("withdraw_announcement", words["id"])["withdrawn_at"] is not None


@in_process
def test_tables_are_woken_and_called_off(
    anna: Client, guest_anna: Player, owner: BothOffices
) -> None:
    table_id = played_table(guest_anna)
    assert owner.write("wake_table", table_id)["moved"] is False
    assert table_id not in {one["number"] for one in owner.read("stuck_tables")["results"]}
    waiting = anna.create_table(format="ring", rounds=1, stake_chips=50)
    anna.join(waiting["id"])
    version = anna.table(waiting["id"])["version"]
    assert version is not None
    with pytest.raises(MovedOn, match="table_not_stuck"):
        owner.write("cancel_table", waiting["id"], version, "closing time")
    assert sum(line["amount"] for line in anna.statement_lines()) == anna.me()["balance"]


@in_process
def test_rules_of_the_house_are_kept_played_and_retired(owner: BothOffices) -> None:
    name = f"Friday {new_key()[:6]}"
    own = {"name": name, "preset": "gin_palast"}
    first = owner.write("store_rule_set", **own, options={"gin_bonus": 40})
    second = owner.write("store_rule_set", **own, options={"gin_bonus": 30})
    assert (first["version"], second["version"]) == (1, 2)
    assert owner.read("rule_set", first["id"])["options"]["gin_bonus"] == 40
    assert owner.read("rule_sets", state="current", limit=1)["results"][0] == second
    assert owner.write("retire_rule_set", second["id"])["retired_at"] is not None
    assert {first["id"], second["id"]} <= {one["id"] for one in owner.every("every_rule_set")}
    table = owner.write(
        "open_house_table",
        name="Stammtisch",
        preset="gin_palast",
        options={"gin_bonus": 40},
        rounds=3,
        stake_chips=20,
        turn_seconds=30,
    )
    assert table["terms"]["rules"]["play"]["gin_bonus"] == 40
    assert owner.write("cancel_table", table["id"], table["version"], "a trial")
    worth = owner.write("what_if", preset="gin_palast", **KNOCK)
    assert worth["outcomes"][0]["winner"] == 0


@pytest.mark.process
def test_the_office_over_the_wire(site: Site) -> None:
    """Answers, pages, text, each verb, repeats and refusals; the books are audited by a worker."""
    server = f"http://127.0.0.1:{site.port}"
    cashier, owner = hired(site, "cashier", "owner")
    with both_offices(server, cashier) as desk, both_offices(server, owner) as office:
        with Client.as_guest(server) as anna:
            (wallet,) = desk.read("accounts", name=anna.me()["player"]["name"])["results"]
        asked = desk.write("request_correction", wallet["id"], 5, "a trophy", counter="mint")
        assert office.write("approve_correction", asked["id"])["status"] == "posted"
        lines = desk.every("every_posting", wallet["id"], limit=1)
        assert [line["amount"] for line in lines] == [5, wallet["balance"]]
        with pytest.raises(NotAllowed):
            desk.client.office.team()
        text = office.read("figure_csv", "chips", since="2026-01-01", until="2026-01-31")
        assert text.count(",") > 1
        said = {"words_de": "Später!", "words_en": "Later!", "minutes_ahead": 1_000, "hours": 1}
        words = office.write("announce", **said)
        assert (words["words_de"], words["words_en"]) == ("Später!", "Later!")
        assert office.write("withdraw_announcement", words["id"])["withdrawn_at"] is not None
        books = office.read("books", is_still=False)
        assert (books["sum_chips"], books["unbalanced"]) == (0, [])
        asked = office.write("ask_for_audit")
        found: Any = until(
            lambda: _newer(office.client.office.books()["audit"], asked["last"]),
            seconds=120,
            what="the audit",
        )
        assert found["faults"] == 0, found


def _newer(audit: Any, last: Any) -> Any:
    return audit if audit and (last is None or audit["at"] > last["at"]) else None


def test_every_operation_of_the_office_is_tried_here() -> None:
    source = "".join(file.read_text("utf-8") for file in Path(__file__).parent.glob("test_office*"))
    offered = {name for name in vars(OfficeOperations) if not name.startswith("_")}
    asked = {name for name in offered if re.search(rf'"{name}"|office\.{name}\(', source)}
    assert offered - asked == set()
