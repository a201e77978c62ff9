"""A club's tournaments: its organisers plan and direct, its members enter, nobody else knows."""

import datetime as dt
import re
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import URLResolver, get_resolver
from django.utils import timezone

from accounts.clubs.joining import leave_club
from accounts.clubs.keeping import close_club, found_club
from accounts.models import Club, Player
from accounts.programs.scopes import SCOPES
from games.models import Table
from games.moves.errors import Conflict, NotAllowed, NotFound
from games.tables.lobby.lists import visible_tables
from tests.api.client import Caller
from tests.clubs.conftest import belongs
from tests.pages.browsers import browser
from tests.tournaments.club import its_hour_has_come, quick
from tournaments.desk.ordering import give_order, may_direct
from tournaments.desk.orders import DeskOrder
from tournaments.director import EntryRules, InvalidPlan, Plan, PrizeForm, PrizePlan
from tournaments.entries.entering import enter_tournament
from tournaments.models import Tournament, TournamentDraft
from tournaments.planner import of_clubs, planning
from tournaments.planner.forecasts import forecasting
from tournaments.planner.forecasts.forecasting import forecast_draft
from tournaments.planner.publishing import open_tournament
from tournaments.planner.wishes import Wishes, wishes_of
from tournaments.running.directing import look_after
from tournaments.selectors import listing
from tournaments.selectors.seen import hidden_from, require_seen
from web.refusals import Refused
from web.security.limits import Limit

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
FILLED = {"slug:what": "seating", "slug:kind": "pause", "wish:what": "enter"}
NOTHING: frozenset[str] = frozenset()
PLAN = Plan(seats=2, stack_chips=1_000, buy_in_chips=10, entries=EntryRules(least=2))


@pytest.fixture
def evening(anna: Player, bert: Player, club: Club) -> Tournament:
    """The club's, published by Anna, who owns the club; Bert is a member."""
    belongs(club, bert)
    return open_tournament(
        name="Evening Ost",
        plan=PLAN,
        starts_at=timezone.now() + dt.timedelta(hours=1),
        terms=quick("gin_palast"),
        by=anna,
        club_id=club.pk,
    )


def planned(club: Club, by: Player, **plan: Any) -> TournamentDraft:
    draft = planning.draft_from_ready_made(key="league_night", by=by, club_id=club.pk)
    wishes = wishes_of(draft)
    wished = replace(wishes.plan, **({"entries": EntryRules(least=2, most=8)} | plan))
    return planning.save_draft(
        wishes=Wishes("Night", wished, wishes.offer, timezone.now() + dt.timedelta(hours=1), 4),
        by=by,
        draft_id=draft.pk,
    )


def test_organisers_plan_and_publish_without_a_right_of_the_house(
    anna: Player, bert: Player, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forecasting, "RUNS", (2, 2))
    monkeypatch.setattr(forecasting, "SAMPLES", 2)
    belongs(club, bert, organises=True)
    draft = planned(club, bert)
    assert wishes_of(draft).plan.fee_chips == 0
    forecast_draft(draft_id=draft.pk)
    found = {planning.publish_draft(draft_id=draft.pk, by=one) for one in (anna, bert)}
    assert len(found) == 1, "pressed by two, it is one tournament"
    (tournament,) = found
    assert tournament.club == club
    again = planning.clone_tournament(tournament_id=tournament.pk, by=bert)
    assert again.club == club
    assert again.players_expected > 2, "nobody had entered, which says nothing of the next time"
    assert not may_direct(Player(pk=0, is_active=True), tournament)


def test_a_draft_is_known_to_the_organisers_of_its_club_alone(
    anna: Player, bert: Player, carla: Player, club: Club
) -> None:
    belongs(club, bert)
    draft = planned(club, anna)
    other = found_club(player=carla, name="Other club")
    planned(other, carla)
    for one, code in ((bert, 403), (carla, 404)):
        assert Caller(one).get(f"/drafts/{draft.pk}/").status_code == code
    assert [one["club"] for one in Caller(carla).get("/drafts/").json()["results"]] == [other.pk]
    with pytest.raises(NotAllowed):
        planning.draft_from_ready_made(key="league_night", by=carla, club_id=club.pk)
    with pytest.raises(NotAllowed):
        planning.draft_from_ready_made(key="league_night", by=carla)
    with pytest.raises(NotFound):
        planning.copy_draft(draft_id=draft.pk, by=carla)
    house = Player.objects.create_superuser(username="House", password="rummy-evening")
    assert draft not in planning.drafts_of(house)


@pytest.mark.parametrize("prizes", [PrizePlan(added_chips=50), PrizePlan(guarantee_chips=500)])
def test_the_house_adds_nothing(anna: Player, club: Club, prizes: PrizePlan) -> None:
    with pytest.raises(InvalidPlan, match="club_house_adds"):
        planned(club, anna, prizes=prizes)


def test_the_house_gives_no_tickets(anna: Player, club: Club) -> None:
    tickets = PrizePlan(PrizeForm.TICKETS, ticket_chips=100)
    plan = Plan(format="satellite", prizes=tickets, buy_in_chips=100)
    with pytest.raises(InvalidPlan, match="club_pays_no_tickets"):
        of_clubs.require_fit(plan, players_expected=8)


def test_a_club_plans_no_more_than_a_club_needs(
    anna: Player, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = planned(club, anna)
    huge = replace(wishes_of(draft), players_expected=100_000)
    with pytest.raises(InvalidPlan, match="players_expected_out_of_range"):
        planning.save_draft(wishes=huge, by=anna, draft_id=draft.pk)
    monkeypatch.setattr(of_clubs, "DRAFTS_MAX", 1)
    for one in ({"key": "sit_and_go"}, {"key": "league_night"}):
        with pytest.raises(Conflict, match="club_has_many_drafts"):
            planning.draft_from_ready_made(**one, by=anna, club_id=club.pk)
    with pytest.raises(Conflict, match="club_has_many_drafts"):
        planning.copy_draft(draft_id=draft.pk, by=anna)
    monkeypatch.setattr(forecasting, "FORECASTS", Limit("club_forecasts", most=1, seconds=86_400))
    for number in (1, 2):
        planned_anew = replace(wishes_of(draft), players_expected=10 + number)
        planning.save_draft(wishes=planned_anew, by=anna, draft_id=draft.pk)
        TournamentDraft.objects.update(forecast_asked_at=None)
        if number == 1:
            forecasting.ask_for_forecast(draft_id=draft.pk)
    with pytest.raises(Refused, match="rate_limited"):
        forecasting.ask_for_forecast(draft_id=draft.pk)


def test_a_club_publishes_so_many_in_a_day(
    evening: Tournament, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_clubs.require_few_today(club.pk)
    monkeypatch.setattr(of_clubs, "PUBLISHED_A_DAY_MAX", 1)
    with pytest.raises(Conflict, match="club_publishes_no_more"):
        of_clubs.require_few_today(evening.club_id or 0)


def test_members_enter_and_nobody_else(
    evening: Tournament, bert: Player, stranger: Player, anna: Player
) -> None:
    enter_tournament(tournament_id=evening.pk, player=bert)
    with pytest.raises(Refused, match="club_no_member"):
        enter_tournament(tournament_id=evening.pk, player=stranger)
    order = DeskOrder(kind="enter", player="Stranger")
    with pytest.raises(Refused, match="club_no_member"):
        give_order(tournament_id=evening.pk, asked=order, by=anna, remark="please", key="a")


def test_organisers_direct_it(evening: Tournament, anna: Player, bert: Player) -> None:
    assert may_direct(anna, evening)
    assert not may_direct(bert, evening)
    belonging = evening.club
    assert belonging is not None
    belonging.members.filter(player=bert).update(role="organiser")
    assert may_direct(bert, evening)
    assert Caller(bert).get(f"/tournaments/{evening.pk}/orders/").status_code == 200


def test_its_tables_are_the_clubs(
    evening: Tournament, anna: Player, bert: Player, carla: Player, stranger: Player, club: Club
) -> None:
    belongs(club, carla)
    for one in (bert, carla):
        enter_tournament(tournament_id=evening.pk, player=one)
    its_hour_has_come(evening)
    look_after(tournament_id=evening.pk)
    (table,) = Table.objects.filter(club=club)
    assert table in visible_tables(anna)
    assert table not in visible_tables(stranger)
    at_table = f"/tournaments/at-table/{table.pk}/"
    assert browser(anna).get(at_table).status_code == 200
    for client in (browser(stranger), Client()):
        assert client.get(at_table).status_code == 404
    for number in (table.pk, 10**9):  # also where there is none
        address = f"/tables/{number}/"
        assert browser(stranger).get(address).status_code == 404
        for path in (address, f"{address}enter/", f"{address}replay/1/"):
            assert Client().get(path)["Location"] == f"/accounts/login/?next={path}"


def test_lists_show_it_to_members_alone(
    evening: Tournament, bert: Player, stranger: Player
) -> None:
    first, last = timezone.now(), timezone.now() + dt.timedelta(days=1)

    def listed(player: Player | None) -> list[bool]:
        found = (
            listing.upcoming(player),
            listing.for_front_page(player, most=9),
            listing.starting_between(first, last, player),
        )
        return [any(row.id == evening.pk for row in rows) for rows in found]

    assert listed(bert) == [True, True, True]
    assert listed(stranger) == listed(None) == [False, False, False]
    results = Caller(stranger).get("/tournaments/").json()["results"]
    assert results == []
    (row,) = Caller(bert).get("/tournaments/").json()["results"]
    assert (row["club"], row["club_name"]) == (evening.club_id, "Rommé-Runde Ost")
    for page in ("/tournaments/", "/tournaments/calendar/", "/tournaments/calendar.ics", "/"):
        assert "Evening Ost" not in browser(stranger).get(page).content.decode(), page
    assert listing.state_of_lists(stranger) != listing.state_of_lists(bert)


def addresses(under: Any = None, path: str = "", names: frozenset[str] = NOTHING) -> Iterator[str]:
    """Every address of the site that names a tournament, as its pattern has it."""
    for one in (under or get_resolver()).url_patterns:
        here = path + str(one.pattern)
        named = names | set(one.pattern.converters)
        if isinstance(one, URLResolver):
            yield from addresses(one, here, named)
        elif "tournament_id" in named:
            yield here


def filled(pattern: str, tournament: Tournament) -> str:
    """The pattern as an address of this tournament."""
    address = re.sub(r"<\w+:tournament_id>", str(tournament.pk), f"/{pattern}")
    for part, value in FILLED.items():
        address = address.replace(f"<{part}>", value)
    return re.sub(r"<[^>]*>", "1", address)


def test_every_address_of_it_is_none_to_a_stranger(
    evening: Tournament, stranger: Player, bert: Player
) -> None:
    """Pages: 404. Operations: 404, or 403 where nobody but directors learns that there is one."""
    found = [filled(pattern, evening) for pattern in addresses()]
    assert len(found) > 30
    caller, client = Caller(stranger), browser(stranger)
    for path in found:
        if path.startswith("/api/v1/") and not path.endswith("/events/"):
            path = path.removeprefix("/api/v1")
            for answer in (caller.get(path), caller.post(path, {}), Caller().get(path)):
                assert answer.status_code in (401, 403, 404, 405), path
        elif not path.startswith("/api/v1/"):
            assert client.get(path).status_code == client.post(path).status_code == 404, path
            for ask in (Client().get, Client().post):  # may sign in, and learns nothing
                assert ask(path)["Location"] == f"/accounts/login/?next={path}"
    for page in ("", "wall/", "decisions/", "proof/"):
        assert browser(bert).get(f"/tournaments/{evening.pk}/{page}").status_code == 200, page
    assert Caller(bert).get(f"/tournaments/{evening.pk}/").status_code == 200


def test_no_answer_tells_it_from_one_that_was_never_published(
    evening: Tournament, stranger: Player
) -> None:
    """Not the method that an address takes either, nor a body that it cannot read."""
    never = copy(evening)
    never.pk = 10**9
    caller = Caller(stranger, tuple(SCOPES))
    for pattern in addresses():
        answers = []
        for one in (evening, never):
            path = filled(pattern, one)
            if path.startswith("/api/v1/"):
                path = path.removeprefix("/api/v1")
                found = [caller.get(path), caller.post(path, {"kind": "pause"})]
                answers.append([(got.status_code, got.json()["code"]) for got in found])
            else:
                clients = (browser(stranger), Client())
                pages = [ask(path) for client in clients for ask in (client.get, client.post)]
                led = [got.headers.get("Location", "").replace(str(one.pk), "") for got in pages]
                answers.append([*zip((got.status_code for got in pages), led, strict=True)])
        assert answers[0] == answers[1], pattern


def test_streams_ask_the_same(evening: Tournament, bert: Player, stranger: Player) -> None:
    def is_hidden(player: Player | None) -> bool:
        with connection.cursor() as cursor:
            query, values = hidden_from(evening.pk, player.pk if player else None)
            cursor.execute(query, values)
            return cursor.fetchone() is not None

    assert [is_hidden(one) for one in (None, stranger, bert)] == [True, True, False]


def test_who_has_entered_sees_it_through(
    evening: Tournament, bert: Player, club: Club, stranger: Player
) -> None:
    enter_tournament(tournament_id=evening.pk, player=bert)
    leave_club(club_id=club.pk, player=bert)
    require_seen(evening.pk, bert.pk)
    with pytest.raises(NotFound):
        require_seen(evening.pk, stranger.pk)


def test_a_closed_club_plans_nothing_and_its_evenings_go_on(
    evening: Tournament, anna: Player, bert: Player, club: Club
) -> None:
    close_club(club_id=club.pk, actor=anna)
    with pytest.raises(NotAllowed):
        planning.draft_from_ready_made(key="league_night", by=anna, club_id=club.pk)
    assert may_direct(anna, evening)
    require_seen(evening.pk, bert.pk)
