"""Player files, warnings, mutes and bans; who signed in from where; who plays with whom; why."""

import csv
import datetime as dt
import io

import pytest
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.books.posting import wallet_of
from accounts.joining.players import create_player
from accounts.models import Notice, Player, Posting
from accounts.people.silence import silent_until
from backoffice.figures.reports import REPORTS, rows_of
from backoffice.integrity.reading import gifts, pairs, shared_tables
from backoffice.models import Sanction, Seen, StaffAct
from backoffice.people.reading import player_file, players
from backoffice.people.sanctions import end_due_bans, lift_sanction, note_player, sanction_player
from backoffice.people.seen import forget_old_places, remember_sign_in
from backoffice.rules.what_if import UnreadableHands, knock_under, read_hands
from backoffice.team.roles import set_roles
from backoffice.team.staff_log import record
from games.models import ChatReport
from games.tables.explaining import stories_of
from rummy import engine
from tests.backoffice.staff import browser, colleague
from tests.pages.browsers import look
from tests.pages.tables import finished_ring
from tests.play.workers import work
from tests.tournaments.club import published
from tournaments.desk.calling_off import cancel_tournament
from tournaments.director import Plan
from tournaments.models import Tournament
from web.refusals import Refused

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def moderator() -> Player:
    return colleague("moderator", name="Mona")


def ban(player: Player, by: Player, hours: int | None = None) -> Sanction:
    return sanction_player(
        player_id=player.pk, kind="ban", hours=hours, reason="two accounts", by=by
    )


def test_who_is_banned_is_out_until_it_is_lifted(anna: Player, moderator: Player) -> None:
    client = browser(anna)
    assert client.get("/wallet/").status_code == 200
    given = ban(anna, moderator)
    assert client.get("/wallet/").status_code == 302
    lift_sanction(sanction_id=given.pk, reason="it was a brother", by=moderator)
    assert Player.objects.get(pk=anna.pk).is_active
    assert [act.act for act in StaffAct.objects.order_by("id")] == ["ban_given", "ban_lifted"]


def test_who_is_banned_is_told_why_and_until_when_and_nobody_else_is(
    anna: Player, moderator: Player
) -> None:
    ban(anna, moderator, hours=1)
    ban(anna, moderator)
    client = Client(headers={"accept-language": "de"})

    def told(password: str) -> str:
        entry = {"login": "Anna", "password": password}
        return client.post("/accounts/login/", entry).content.decode()

    page = told("rummy-evening")
    assert "Du bist gesperrt" in page
    assert "two accounts" in page
    assert "bis das Team die Sperre aufhebt" in page
    assert 'href="/imprint/"' in page
    assert client.get("/wallet/").status_code == 302
    for page in (told("wrong-evening"), client.get("/accounts/inactive/").content.decode()):
        assert "two accounts" not in page
        assert "gesperrt" not in page


def test_a_ban_ends_by_itself_but_not_while_another_holds(anna: Player, moderator: Player) -> None:
    ban(anna, moderator, hours=1)
    later = timezone.now() + dt.timedelta(hours=2)
    longer = ban(anna, moderator, hours=3)
    assert end_due_bans() == 0
    assert end_due_bans(now=later) == 1
    assert not Player.objects.get(pk=anna.pk).is_active
    assert end_due_bans(now=later + dt.timedelta(hours=2)) == 1
    assert Player.objects.get(pk=anna.pk).is_active
    with pytest.raises(Refused, match="sanction_over"):
        lift_sanction(sanction_id=longer.pk, reason="late", by=moderator)


def test_a_mute_silences_and_tells_why(anna: Player, moderator: Player) -> None:
    given = sanction_player(player_id=anna.pk, kind="mute", hours=2, reason="insults", by=moderator)
    until = silent_until(anna)
    assert until is not None
    assert given.until is not None
    assert abs((until - given.until).total_seconds()) < 60
    assert Notice.objects.get(player=anna).facts["reason"] == "insults"
    lift_sanction(sanction_id=given.pk, reason="apologised", by=moderator)
    assert silent_until(anna) is None


@pytest.mark.parametrize(
    ("kind", "hours", "reason", "code"),
    [
        ("ban", 0, "x", "out_of_range"),
        ("ban", 99_999, "x", "out_of_range"),
        ("warning", None, "  ", "reason_missing"),
    ],
)
def test_what_makes_no_sense_is_refused(
    anna: Player, moderator: Player, kind: str, hours: int | None, reason: str, code: str
) -> None:
    with pytest.raises(Refused, match=code):
        sanction_player(player_id=anna.pk, kind=kind, hours=hours, reason=reason, by=moderator)


def test_the_log_says_on_whom_and_why_in_the_readers_words(anna: Player) -> None:
    owner = colleague("owner", name="Olga")
    set_roles(player=anna, roles=["cashier"], by=owner, reason="The slip was handed in.")
    record(by=owner, act="table_woken", subject="table:7", reason="late")
    record(by=owner, act="correction_requested", subject="correction:1", after={"balance": 1_070})
    client = browser(owner)
    german = {"accept-language": "de"}
    page = client.get("/office/log/", headers=german).content.decode()
    assert f'<a href="/office/players/{anna.pk}/">Anna</a>' in page
    assert "Rollen: Kasse" in page
    assert "Der Zettel wurde abgegeben." in page
    assert "Chip-Korrektur 1" in page
    for code in (f"player:{anna.pk}", "cashier", "correction:1", "The slip"):
        assert code not in page.partition("<tbody>")[2]
    for meant, found in (("anna", ">Anna</a>"), ("Tisch 7", "Tisch 7"), ("table:7", "Tisch 7")):
        told = client.get("/office/log/", {"on": meant}, headers=german).content.decode()
        rows = told.partition("<tbody>")[2]
        assert found in rows
        assert rows.count("<tr>") == 1


def test_colleagues_are_not_sanctioned(moderator: Player) -> None:
    with pytest.raises(Refused, match="staff_member"):
        ban(colleague("owner", name="Olga"), moderator)


def test_a_file_shows_what_the_reader_may_see(anna: Player, moderator: Player) -> None:
    note_player(player_id=anna.pk, words="asked for help", by=moderator)
    page = browser(moderator).get(f"/office/players/{anna.pk}/").content.decode()
    assert "asked for help" in page
    assert "Why did the chips move?" not in page
    cashier = browser(colleague("cashier", name="Carla"))
    assert "Why did the chips move?" in cashier.get(f"/office/players/{anna.pk}/").content.decode()


def test_a_file_says_that_a_tournament_was_called_off(anna: Player, moderator: Player) -> None:
    tournament = published(Plan(), [anna], due=False)
    cancel_tournament(tournament_id=tournament.pk)
    page = look(browser(moderator).get(f"/office/players/{anna.pk}/")).text
    assert "Club night called off" in page
    assert "played to the end" not in page
    cashier = browser(colleague("cashier", name="Carla"))
    chips = look(cashier.get(f"/office/tournaments/{tournament.pk}/chips/")).text
    assert "Fees Refunded" in chips


def test_players_are_found_by_number_and_by_the_beginning_of_the_name(anna: Player) -> None:
    create_player(name="Annette", password="rummy-evening")
    create_player(name="Hannah", password="rummy-evening")
    assert {player.name for player in players(name="ann")} == {"Anna", "Annette"}
    assert [player.name for player in players(name=str(anna.pk))] == ["Anna"]
    assert players(name="100%_") == []


def test_two_who_sign_in_from_one_place_are_told_to_be_alike(anna: Player, bert: Player) -> None:
    def request(agent: str, address: str = "203.0.113.7") -> object:
        return RequestFactory().get("/", REMOTE_ADDR=address, HTTP_USER_AGENT=agent)

    remember_sign_in(player_id=anna.pk, request=request("Firefox"))  # type: ignore[arg-type]
    remember_sign_in(player_id=bert.pk, request=request("Firefox"))  # type: ignore[arg-type]
    (alike,) = player_file(anna).alike
    assert (alike.name, alike.device, alike.browser) == ("Bert", False, True)
    stored = " ".join(Seen.objects.values_list("digest", flat=True))
    assert "203" not in stored.split()
    assert "Firefox" not in stored
    assert forget_old_places(now=timezone.now() + dt.timedelta(days=200)) == 4


def test_the_inspector_says_why_in_a_sentence_with_the_formula(anna: Player, bert: Player) -> None:
    table = finished_ring(anna, bert, stake_chips=120)
    story = stories_of([table.pk])[table.pk]
    told = {seat.change_chips: words for seat, words in story.sentences()}
    if set(told) == {0}:
        assert all(words.startswith("You share first place") for words in told.values())
        return
    winner, loser = (story.winners[0], next(seat for seat in story.seats if not seat.is_winner))
    assert told[-120] == (
        f"You lost 120 chips, your stake: {winner.name} had {winner.points} points, you had "
        f"{loser.points}; it was all decided in 1 round."
        " The pot: 120 + 120 = 240 chips, paid out: 240."
    )
    lost = player_file(Player.objects.get(pk=loser.player_id)).moved[0]
    assert lost.reason == f"“{table.title}”: {told[-120]}"
    assert [(one.words, one.path) for one in lost.links] == [(table.title, f"/tables/{table.pk}/")]


def test_from_a_balance_to_the_cards(anna: Player, bert: Player) -> None:
    """Account → transfer → table → round → every card; nothing of a round that is not over."""
    table = finished_ring(anna, bert, stake_chips=50)
    client = browser(colleague("support", name="Susi"))
    wallet = wallet_of(anna).pk
    page = client.get(f"/office/accounts/{wallet}/").content.decode()
    posting = Posting.objects.filter(account_id=wallet).latest("account_version")
    assert f"/office/transfers/{posting.transfer_id}/" in page
    page = client.get(f"/office/transfers/{posting.transfer_id}/").content.decode()
    assert f"/office/tables/{table.pk}/" in page
    page = client.get(f"/office/tables/{table.pk}/").content.decode()
    assert f"/office/tables/{table.pk}/rounds/1/" in page
    page = client.get(f"/office/tables/{table.pk}/rounds/1/").content.decode()
    assert "Cards are dealt" in page
    assert client.get(f"/office/tables/{table.pk}/rounds/2/").status_code == 404


def test_pairs_are_told_with_where_the_chips_went(anna: Player, bert: Player) -> None:
    for _ in range(3):
        finished_ring(anna, bert, stake_chips=10)
    (pair,) = pairs()
    assert (pair.one_name, pair.other_name, pair.shared) == ("Anna", "Bert", 3)
    assert pair.flow_chips == 1_000 - wallet_of(anna).balance
    assert pairs(player_id=bert.pk) == [pair]
    tables = shared_tables(anna.pk, bert.pk)
    assert len(tables) == 3
    asked = gifts(tables, anna.pk, bert.pk)
    assert (asked.found, asked.waiting) == ([], 3)
    work()
    looked_through = gifts(tables, anna.pk, bert.pk)
    assert looked_through.waiting == 0
    for gift in looked_through.found:
        assert {gift.giver, gift.taker} == {"Anna", "Bert"}
        assert gift.cost > 0


def test_reports_add_up_to_what_the_ledger_holds(anna: Player, bert: Player) -> None:
    today = timezone.localdate()
    rows = rows_of(REPORTS["chips"], since=today, until=today)
    issued = sum(row[2] or 0 for row in rows)
    assert issued == wallet_of(anna).balance + wallet_of(bert).balance
    for report in REPORTS.values():
        for row in rows_of(report, since=today - dt.timedelta(days=900), until=today):
            assert len(row) == len(report.columns)
    answer = browser(colleague("cashier", name="Carla")).get("/office/figures/chips/csv/")
    assert answer.headers["content-type"].startswith("text/csv")
    assert (
        answer.content.decode().count("\n")
        == len(rows_of(REPORTS["chips"], since=today, until=today)) + 1
    )
    assert StaffAct.objects.filter(act="report_taken").count() == 1


YEARS = dt.timedelta(days=900)


def test_a_report_taken_away_runs_no_formula_in_a_spreadsheet() -> None:
    """Names are chosen by people; a cell that begins like a formula is made plain text."""
    client = browser(colleague("cashier", name="Carla"))
    for name in ('=HYPERLINK("http://evil")', "+1+1", "-2+3", "@SUM(A1)", "\t=1"):
        tournament = published(Plan(), [], due=False)
        Tournament.objects.filter(pk=tournament.pk).update(name=name)
        answer = client.get("/office/figures/tournaments/csv/")
        (_heading, row) = csv.reader(io.StringIO(answer.content.decode()))
        assert row[2] == f"'{name}"
        Tournament.objects.filter(pk=tournament.pk).update(created_at=timezone.now() - YEARS)


def test_a_report_decided_twice_is_written_down_once(
    anna: Player, bert: Player, moderator: Player
) -> None:
    """A double click, or two moderators at once: the first decision stays."""
    report = ChatReport.objects.create(
        table_id=1, number=1, author=anna, reporter=bert, reason="insult", note="", context=[]
    )
    client = browser(moderator)
    for outcome in ("nothing", "silenced"):
        client.post(f"/office/reports/{report.pk}/decide/", {"outcome": outcome, "hours": "5"})
    report.refresh_from_db()
    assert report.outcome == "nothing"
    assert StaffAct.objects.filter(act="report_decided").count() == 1
    refused = client.post(
        f"/office/reports/{report.pk}/decide/", {"outcome": "silenced", "hours": "9" * 18}
    )
    assert refused.status_code == 302


def test_what_was_said_is_text_to_whoever_decides_about_it(
    anna: Player, bert: Player, moderator: Player
) -> None:
    said = {"name": "Anna", "words": "<b>You cheat</b>", "phrase": "", "reported": True}
    ChatReport.objects.create(
        table_id=1, number=1, author=anna, reporter=bert, reason="insult", note="", context=[said]
    )
    page = look(browser(moderator).get("/office/reports/"))
    assert "&lt;b&gt;You cheat" in page.html
    assert "<b>You cheat" not in page.html


def test_a_person_reported_is_dealt_with_on_the_same_page(
    anna: Player, bert: Player, moderator: Player
) -> None:
    report = ChatReport.objects.create(
        author=anna, reporter=bert, reason="name", note="<b>rude</b>", context=[]
    )
    client = browser(moderator)
    page = look(client.get("/office/reports/"))
    assert "The person is reported" in page.html
    assert "&lt;b&gt;rude" in page.html
    assert 'value="acted"' in page.html
    assert 'value="hidden"' not in page.html
    client.post(f"/office/reports/{report.pk}/decide/", {"outcome": "acted"})
    report.refresh_from_db()
    assert (report.outcome, report.handled_by) == ("acted", moderator)


HANDS = ("7h 7c 7d 3s 4s 5s Kh Kd Kc 2d Qs", "As 2s 9h 9d 9c Jh Qh Td 6s 8c")


def test_the_scorer_gives_what_the_rules_book_says() -> None:
    """GIN-5 to GIN-9: deadwood 2 against 47 − laid-off cards, and the box bonus."""
    knocker, defender = read_hands(*HANDS)
    palast = knock_under(engine.build_rules("gin_palast"), knocker, defender)
    plain = knock_under(engine.build_rules("gin_classic_seed"), knocker, defender)
    assert (plain.winner, plain.points) == (1, (0, 45))
    assert palast.winner == 1
    assert sum(points for _, _, points in palast.lines) == sum(palast.points)


def test_a_knock_the_rules_forbid_is_refused_with_the_numbers() -> None:
    hands = read_hands("7h 7c 7d 3s 4s 5s Kh Kd Qc 2d Qs", HANDS[1])
    told = knock_under(engine.build_rules("gin_palast"), *hands)
    assert told.refusal is not None
    assert (told.refusal.code, told.refusal.facts["points"]) == ("deadwood_above_knock_limit", 32)


@pytest.mark.parametrize(
    ("knocker", "code"),
    [("7h", "wrong_number_of_cards"), (HANDS[0].replace("7h", "1h"), "card_unreadable"),
     (HANDS[0].replace("7h", "7c"), "card_twice")],
)  # fmt: skip
def test_hands_that_are_none_are_named(knocker: str, code: str) -> None:
    with pytest.raises(UnreadableHands, match=code):
        read_hands(knocker, HANDS[1])


def test_a_table_of_the_house_opens_from_the_rules_page() -> None:
    client = browser(colleague("director", name="Doris"))
    wish = {
        "rules": "preset=gin_palast&house_rules=oklahoma&o-knock_limit=5",
        "name": "Montmartre II",
        "rounds": "3",
        "stake_chips": "40",
        "turn_seconds": "30",
    }
    answer = client.post("/office/rules/open/", wish)
    assert answer.status_code == 302
    assert StaffAct.objects.get().act == "house_table_opened"
    assert "Montmartre II" in client.get(answer.headers["location"]).content.decode()
