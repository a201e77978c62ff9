"""The players' pages of tournaments: what they show, to whom, and what a tap does once."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.books.reading import wallet_balance
from accounts.joining.players import create_player
from accounts.models import Player
from tests.api.client import Caller
from tests.pages.browsers import browser, look
from tests.tournaments.club import fresh, people, play_to_the_end, playing, report, require_sound
from tournaments.certificates import certificate_of
from tournaments.director import STANDARD, TURBO, EntryRules, Plan, PrizeForm, PrizePlan
from tournaments.entries.asking import ENTRIES
from tournaments.entries.entering import enter_tournament
from tournaments.models import Entry, Tournament
from tournaments.planner.publishing import open_tournament
from tournaments.running.directing import look_after
from tournaments.selectors.standings import standings
from web.security import limits

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

PLAN = Plan(buy_in_chips=100, fee_chips=10, entries=EntryRules(most=64), schedule=TURBO)


def publish(plan: Plan = PLAN, *, seconds: int = 3_600, name: str = "Club night") -> Tournament:
    starts_at = timezone.now() + dt.timedelta(seconds=seconds)
    return open_tournament(is_trial=True, name=name, plan=plan, starts_at=starts_at)


def start(tournament: Tournament) -> Tournament:
    """Its hour has come."""
    clock = {**tournament.clock, "starts_at_ms": 0}
    Tournament.objects.filter(pk=tournament.pk).update(clock=clock)
    look_after(tournament_id=tournament.pk)
    return fresh(tournament)


def wish(client: Client, tournament: Tournament, what: str, **data: Any) -> Any:
    return client.post(f"/tournaments/{tournament.pk}/{what}/", data)


def test_the_list_shows_what_one_can_enter_what_runs_and_what_is_over(anna: Player) -> None:
    publish(name="Saturday night")
    running = publish(name="Quick one")
    for player in people(4):
        enter_tournament(tournament_id=running.pk, player=player)
    start(running)
    page = look(browser(anna).get("/tournaments/"))
    assert page.status == 200
    assert page.text.index("Open for entry") < page.text.index("Saturday night")
    assert page.text.index("Being played") < page.text.index("Quick one")
    assert "100 + 10" in page.text
    assert "4 of 4 still in" in page.text


def test_a_name_is_text_wherever_it_is_shown(anna: Player) -> None:
    tournament = publish(name="<b>Night</b>")
    for path in ("/tournaments/", f"/tournaments/{tournament.pk}/"):
        page = look(browser(anna).get(path))
        assert "&lt;b&gt;Night" in page.html
        assert "<b>Night" not in page.html


def test_the_list_can_be_filtered(anna: Player) -> None:
    publish(name="Cheap", plan=replace(PLAN, buy_in_chips=0, fee_chips=0))
    publish(name="Dear", plan=replace(PLAN, buy_in_chips=500))
    page = look(browser(anna).get("/tournaments/?price=free"))
    assert "Cheap" in page.text
    assert "Dear" not in page.text
    page = look(browser(anna).get("/tournaments/?format=swiss&game=nonsense&price=%01"))
    assert "No tournament like this" in page.text


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Full: 2 of 2"), ("de", "Ausgebucht: 2 von 2")]
)
def test_a_full_tournament_says_so_and_promises_no_higher_prizes(
    anna: Player, language: str, words: str
) -> None:
    tournament = publish(replace(PLAN, entries=EntryRules(most=2)))
    grow = {"en": "The prizes grow with every entry.", "de": "Die Preise wachsen"}[language]
    page = f"/tournaments/{tournament.pk}/"
    assert grow in look(browser(anna, language=language).get(page)).text
    for player in people(2):
        enter_tournament(tournament_id=tournament.pk, player=player)
    shown = look(browser(anna, language=language).get(page)).text
    assert words in shown
    assert grow not in shown
    assert words in look(browser(anna, language=language).get("/tournaments/")).text


def test_entering_says_first_what_it_moves(anna: Player) -> None:
    tournament = publish()
    page = look(browser(anna).get(f"/tournaments/{tournament.pk}/enter/"))
    assert "1,000 → 890" in page.text
    assert not Entry.objects.exists()


def test_entering_and_withdrawing_without_an_end_is_stopped(anna: Player) -> None:
    """Each time leaves rows in the tournament's record and in the books, for good."""
    tournament = publish()
    for _time in range(ENTRIES.most - 1):
        limits.spend(ENTRIES, str(anna.pk))
    client, caller = browser(anna), Caller(anna)
    wish(client, tournament, "enter")
    assert Entry.objects.entered().get().player == anna
    assert caller.post(f"/tournaments/{tournament.pk}/withdraw/").status_code == 200
    refused = caller.post(f"/tournaments/{tournament.pk}/enter/")
    assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
    wish(client, tournament, "enter")
    assert not Entry.objects.entered().exists()


def test_entering_twice_pays_once(anna: Player) -> None:
    tournament = publish()
    client = browser(anna)
    for _ in range(3):
        assert wish(client, tournament, "enter").status_code == 302
    assert wallet_balance(anna) == 890
    assert Entry.objects.filter(player=anna).count() == 1
    assert "You are in" in look(client.get(f"/tournaments/{tournament.pk}/")).text


def test_a_visitor_enters_as_a_guest_with_one_tap() -> None:
    tournament = publish()
    client = browser(language="de")
    wish(client, tournament, "enter")
    entry = Entry.objects.get(tournament=tournament)
    assert entry.player.is_guest
    assert client.get(f"/tournaments/{tournament.pk}/").status_code == 200


def test_withdrawing_twice_brings_everything_back_once(anna: Player) -> None:
    tournament = publish()
    client = browser(anna)
    wish(client, tournament, "enter")
    for _ in range(2):
        wish(client, tournament, "withdraw")
    assert wallet_balance(anna) == 1_000
    require_sound(tournament)


def test_a_rebuy_sent_twice_buys_one_stack(anna: Player) -> None:
    rules = EntryRules(rebuys_max=3, returns_until_level=2)
    tournament = publish(replace(PLAN, format="re_entry", entries=rules))
    client = browser(anna)
    wish(client, tournament, "enter")
    for player in people(3):
        enter_tournament(tournament_id=tournament.pk, player=player)
    tournament = start(tournament)
    page = look(client.get(f"/tournaments/{tournament.pk}/rebuy/"))
    (field,) = page.all("input", name="bought")
    for _ in range(2):
        wish(client, tournament, "rebuy", bought=field["value"])
    assert Entry.objects.get(player=anna).stack_chips == 2_000
    assert wallet_balance(anna) == 1_000 - 220
    require_sound(tournament)


def test_nothing_happens_by_following_a_link(anna: Player) -> None:
    tournament = publish()
    client = browser(anna)
    for what in ("enter", "withdraw", "come-back", "rebuy", "add-on"):
        client.get(f"/tournaments/{tournament.pk}/{what}/")
    assert not Entry.objects.exists()


def test_what_is_refused_is_said_in_words(anna: Player) -> None:
    tournament = publish(replace(PLAN, entries=EntryRules(most=2)))
    for player in people(2):
        enter_tournament(tournament_id=tournament.pk, player=player)
    answer = browser(anna).post(f"/tournaments/{tournament.pk}/enter/", follow=True)
    assert "The tournament is full: 2 entries." in look(answer).text
    dear = publish(replace(PLAN, buy_in_chips=5_000))
    answer = browser(anna).post(f"/tournaments/{dear.pk}/enter/", follow=True)
    assert "You need 5010 chips and have 1000." in look(answer).text


def test_a_team_event_asks_for_the_team(anna: Player) -> None:
    tournament = publish(Plan(format="teams", seats=2, entries=EntryRules(most=8)))
    client = browser(anna)
    assert "Your team" in look(client.get(f"/tournaments/{tournament.pk}/enter/")).text
    wish(client, tournament, "enter")
    assert not Entry.objects.exists()
    wish(client, tournament, "enter", team="  Die   Asse ")
    assert Entry.objects.get().team == "Die Asse"
    other = create_player(name="Bert", password="rummy-evening")
    wish(browser(other), tournament, "enter", team="die asse")
    assert Entry.objects.count() == 1
    wish(browser(other), tournament, "enter", team=Entry.objects.get().team_code)
    assert set(Entry.objects.values_list("team", flat=True)) == {"Die Asse"}


def test_the_lobby_shows_levels_prizes_standing_and_reasons(anna: Player) -> None:
    tournament = publish()
    client = browser(anna)
    wish(client, tournament, "enter")
    for player in people(7):
        enter_tournament(tournament_id=tournament.pk, player=player)
    tournament = start(tournament)
    page = look(client.get(f"/tournaments/{tournament.pk}/"))
    # On a phone one lies below the other: no list of prizes before one's own place.
    assert page.text.index("Standing") < page.text.index("Pool: 800 chips")
    assert "8 players were seated at random at 2 tables." in page.text
    assert "Pool: 800 chips" in page.text
    assert "520" in page.text  # 65 % of it
    assert next(row for row in page.all("tr") if row.get("aria-current"))["class"] == "own-row"
    assert "Still in" in page.text


def test_the_end_shows_ranks_prizes_and_a_certificate(anna: Player) -> None:
    tournament = publish(replace(PLAN, prizes=PrizePlan(PrizeForm.TOP, places=3)))
    enter_tournament(tournament_id=tournament.pk, player=anna)
    for player in people(7):
        enter_tournament(tournament_id=tournament.pk, player=player)
    start(tournament)
    tournament = play_to_the_end(tournament)
    entry = Entry.objects.get(player=anna)
    client = browser(anna)
    page = look(client.get(f"/tournaments/{tournament.pk}/"))
    assert "Final standing" in page.text
    assert f"You finished in place {entry.rank}." in page.text
    best = Entry.objects.get(tournament=tournament, rank=1)
    certificate = certificate_of(best)
    assert certificate is not None
    shown = look(browser().get(f"/tournaments/certificates/{certificate.code}/"))
    assert "Place 1 of 8" in shown.text
    file = browser().get(f"/tournaments/certificates/{certificate.code}.pdf")
    assert file["content-type"] == "application/pdf"
    assert file.content.startswith(b"%PDF-")
    best.disqualified = True
    assert certificate_of(best) is None, "who was disqualified has won no place"
    forged = f"{best.pk}-{'0' * 16}"
    assert browser().get(f"/tournaments/certificates/{forged}/").status_code == 404


def test_the_live_part_is_sent_again_only_when_something_has_happened(anna: Player) -> None:
    tournament = publish()
    client = browser(anna)
    path = f"/tournaments/{tournament.pk}/?part=live"
    first = client.get(path)
    assert client.get(path, headers={"if-none-match": first["etag"]}).status_code == 304
    other = browser(create_player(name="Bert", password="rummy-evening"))
    assert other.get(path, headers={"if-none-match": first["etag"]}).status_code == 200
    wish(client, tournament, "enter")
    assert client.get(path, headers={"if-none-match": first["etag"]}).status_code == 200
    lists = "/tournaments/?part=lists"
    seen = client.get(lists)["etag"]
    assert client.get(lists, headers={"if-none-match": seen}).status_code == 304
    publish(name="Another")
    assert client.get(lists, headers={"if-none-match": seen}).status_code == 200


def test_a_lobby_of_a_thousand_asks_no_more_than_one_of_eight(
    anna: Player, django_assert_max_num_queries: Any
) -> None:
    tournament = publish(replace(PLAN, buy_in_chips=0, fee_chips=0, entries=EntryRules(most=2_000)))
    enter_tournament(tournament_id=tournament.pk, player=anna)
    bots = Player.objects.bulk_create(
        Player(username=f"Robot {number}", is_bot=True, bot_key="greedy") for number in range(999)
    )
    Entry.objects.bulk_create(
        Entry(tournament=tournament, number=number, player=bot, stack_chips=1_000 + number % 50)
        for number, bot in enumerate(bots, 2)
    )
    client = browser(anna)
    with django_assert_max_num_queries(26):
        page = look(client.get(f"/tournaments/{tournament.pk}/?page=3"))
    assert "Page 3 of 20" in page.text
    with django_assert_max_num_queries(20):
        assert client.get("/tournaments/").status_code == 200
    with django_assert_max_num_queries(6):
        assert client.get("/tournaments/calendar.ics").status_code == 200
    seen = client.get(f"/tournaments/{tournament.pk}/?part=live")["etag"]
    with django_assert_max_num_queries(4):
        again = client.get(
            f"/tournaments/{tournament.pk}/?part=live", headers={"if-none-match": seen}
        )
    assert again.status_code == 304


def test_equal_stacks_share_a_place_over_the_edge_of_a_page(anna: Player) -> None:
    tournament = publish(replace(PLAN, buy_in_chips=0, fee_chips=0))
    for player in [anna, *people(5)]:
        enter_tournament(tournament_id=tournament.pk, player=player)
    Entry.objects.filter(tournament=tournament, number=6).update(stack_chips=2_000)
    first = standings(tournament, anna, page=1, size=3)
    second = standings(tournament, anna, page=2, size=3)
    assert [row.place for row in first.rows + second.rows] == [1, 2, 2, 2, 2, 2]
    last = standings(tournament, anna, page=99, size=4)
    assert (last.page, last.pages, [row.place for row in last.rows]) == (2, 2, [2, 2])
    assert last.own is not None
    assert (last.own.place, last.own_page) == (2, 1)


def test_unknown_tournaments_and_hostile_numbers_are_not_found(anna: Player) -> None:
    client = browser(anna)
    for path in ("/tournaments/99/", "/tournaments/99/enter/", "/tournaments/99/decisions/"):
        assert client.get(path).status_code == 404
    tournament = publish()
    for page in ("-1", "٣", "9" * 30, "x", "0"):
        assert client.get(f"/tournaments/{tournament.pk}/?page={page}").status_code == 200
        assert (
            client.get(f"/tournaments/{tournament.pk}/decisions/?before={page}").status_code == 200
        )
        assert client.get(f"/tournaments/?before={page}").status_code == 200
        assert client.get(f"/tournaments/calendar/?month={page}-{page}").status_code == 200


def test_decisions_are_shown_to_whom_they_concern_and_to_all(anna: Player) -> None:
    tournament = publish()
    enter_tournament(tournament_id=tournament.pk, player=anna)
    for player in people(3):
        enter_tournament(tournament_id=tournament.pk, player=player)
    tournament = start(tournament)
    (table,) = playing(tournament)
    report(tournament, table, 50, 0, 0, 0)
    look_after(tournament_id=tournament.pk)
    client = browser(anna)
    mine = look(client.get(f"/tournaments/{tournament.pk}/decisions/"))
    assert "Anna" in mine.text
    assert "Robot 1 : Entered." not in mine.text  # but who won reads who paid
    everything = look(client.get(f"/tournaments/{tournament.pk}/decisions/?who=all"))
    assert "Robot 1 : Entered." in everything.text
    assert "4 players were seated at random at one table." in everything.text


def unfolded(file: bytes) -> list[str]:
    assert all(len(line) <= 75 for line in file.split(b"\r\n"))
    return file.decode().replace("\r\n ", "").split("\r\n")


def test_calendar_files_are_what_calendars_read(anna: Player) -> None:
    tournament = publish(
        name="Grüße; ein, Abend\\ mit Überlänge und noch mehr Wörtern für die Zeile"
    )
    publish(
        replace(PLAN, entries=EntryRules(most=4, least=4, starts_when_full=True)),
        seconds=40 * 86_400,
        name="Sit and go",
    )
    answer = browser(anna).get("/tournaments/calendar.ics")
    assert answer["content-type"].startswith("text/calendar")
    lines = unfolded(answer.content)
    assert (lines[0], lines[-2], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR", "")
    assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") == 1
    start_ms = tournament.clock["starts_at_ms"]
    moment = dt.datetime.fromtimestamp(start_ms / 1000, tz=dt.UTC)
    assert f"DTSTART:{moment:%Y%m%dT%H%M%SZ}" in lines
    (summary,) = [line for line in lines if line.startswith("SUMMARY:")]
    assert summary.startswith("SUMMARY:Grüße\\; ein\\, Abend\\\\ mit")
    (url,) = [line for line in lines if line.startswith("URL:")]
    assert url.endswith(f"/tournaments/{tournament.pk}/")
    single = browser().get(f"/tournaments/{tournament.pk}/calendar.ics")
    assert f"UID:tournament-{tournament.pk}@" in single.content.decode()
    page = look(browser(anna).get(f"/tournaments/calendar/?month={moment:%Y-%m}"))
    assert "Grüße" in page.text


def test_a_tournament_that_starts_when_full_has_no_hour(anna: Player) -> None:
    rules = EntryRules(most=4, least=4, starts_when_full=True)
    tournament = publish(replace(PLAN, entries=rules), seconds=40 * 86_400)
    page = look(browser(anna).get(f"/tournaments/{tournament.pk}/"))
    assert "starts when full: 4 places left" in page.text
    assert browser(anna).get(f"/tournaments/{tournament.pk}/calendar.ics").status_code == 404


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_stands_in_both_languages(language: str, anna: Player) -> None:
    tournament = publish(replace(PLAN, schedule=replace(STANDARD, break_every=2, break_ms=60_000)))
    client = browser(anna, language=language)
    for path in ("", f"{tournament.pk}/", f"{tournament.pk}/enter/", "calendar/"):
        page = look(client.get(f"/tournaments/{path}"))
        assert [tag["lang"] for tag in page.all("html")] == [language]
        assert len(page.all("h1")) == 1
        scripts = [tag for tag in page.all("script") if not tag.get("src")]
        assert [tag for tag in scripts if tag.get("type") != "application/json"] == []
        assert page.all("style") == []
