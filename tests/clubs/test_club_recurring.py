"""A club's evenings that come again: planned by its organisers, seen by its members (PLAY-40)."""

import datetime as dt
from dataclasses import replace

import pytest
from django.contrib.auth.models import Permission
from django.utils import timezone

from accounts.clubs.keeping import close_club
from accounts.models import Club, Player
from games.moves.errors import Conflict, NotAllowed, NotFound
from rummy.match import MatchTerms
from tests.clubs.conftest import belongs
from tests.clubs.test_club_tournaments import planned
from tests.pages.browsers import browser, look
from tournaments.desk.ordering import may_direct
from tournaments.director import InvalidPlan, Plan
from tournaments.director.codec import from_json
from tournaments.entries.entering import enter_tournament
from tournaments.models import RecurringTournament, Tournament
from tournaments.planner import of_clubs
from tournaments.planner.forecasts import forecasting
from tournaments.recurring.planning import (
    Rhythm,
    change_recurring,
    repeat_draft,
    resume_recurring,
    stop_recurring,
)
from tournaments.recurring.publishing import is_any_missing, keep_recurring_open, start_recurring
from tournaments.recurring.recurrence import Kind, Recurrence, weekly
from tournaments.selectors.seen import require_seen
from tournaments.series.keeping import SeriesWishes, open_series
from tournaments.series.rules import SeriesRules
from tournaments.tickets.aiming import aims_open_to

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]

THURSDAYS = Rhythm("Thursday", weekly(3, hour=20, zone="Europe/Berlin"), ahead=2)
ANY_FORM = {"weekdays": ["3"], "hour": "20:00", "zone": "Europe/Berlin", "ahead": "1"}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecasting, "RUNS", (2, 2))
    monkeypatch.setattr(forecasting, "SAMPLES", 2)


@pytest.fixture
def rule(club: Club, anna: Player, bert: Player) -> RecurringTournament:
    """Of Thursdays, by Anna, who owns the club; Bert is a member."""
    belongs(club, bert)
    return repeated(club, anna)


def repeated(club: Club, by: Player, rhythm: Rhythm = THURSDAYS) -> RecurringTournament:
    draft = planned(club, by)
    forecasting.forecast_draft(draft_id=draft.pk)
    return repeat_draft(draft_id=draft.pk, by=by, rhythm=rhythm)


def evenings(rule: RecurringTournament) -> list[Tournament]:
    return list(Tournament.objects.filter(recurring=rule).order_by("occurrence"))


def test_its_evenings_are_the_clubs_and_members_are_told_of_the_first(
    rule: RecurringTournament, club: Club, anna: Player, bert: Player, stranger: Player
) -> None:
    assert keep_recurring_open() == 2
    assert keep_recurring_open() == 0
    first, second = evenings(rule)
    assert first.club == second.club == club
    for one in (anna, bert):
        told = one.notices.filter(kind="club_tournament")
        assert [notice.facts["tournament"] for notice in told] == [first.pk]
    require_seen(first.pk, bert.pk)
    with pytest.raises(NotFound):
        require_seen(first.pk, stranger.pk)
    assert may_direct(anna, first)
    assert not may_direct(bert, first)


def test_organisers_keep_it_by_pages_on_which_nothing_else_is_asked(
    club: Club, anna: Player, bert: Player
) -> None:
    belongs(club, bert, organises=True)
    draft = planned(club, anna)
    forecasting.forecast_draft(draft_id=draft.pk)
    repeating = f"/tournaments/plan/{draft.pk}/repeat/"
    form = look(browser(anna).get(repeating))
    named = {tag["name"] for tag in form.all("input") if "name" in tag}
    assert not named & {"kind", "minutes", "bots_most"}
    browser(anna).post(repeating, {"name": "Thursday", **ANY_FORM})
    rule = RecurringTournament.objects.get()
    assert (rule.club, rule.bots_most, rule.name) == (club, 0, "Thursday")
    at = f"/tournaments/plan/recurring/{rule.pk}/"
    assert "Thursday" in look(browser(bert).get(f"/tournaments/plan/?club={club.pk}")).text
    assert browser(bert).post(at, {"name": "Late", **ANY_FORM}).status_code == 302
    assert browser(bert).post(f"{at}stop/").status_code == 302
    rule.refresh_from_db()
    assert (rule.name, rule.is_active) == ("Late", False)


def test_nobody_else_knows_of_the_rule(
    rule: RecurringTournament, bert: Player, stranger: Player
) -> None:
    stranger.user_permissions.add(Permission.objects.get(codename="plan_tournament"))
    planner = Player.objects.get(pk=stranger.pk)
    at = f"/tournaments/plan/recurring/{rule.pk}/"
    assert browser(planner).get(at).status_code == 404
    assert browser(bert).get(at).status_code == 403
    assert "Thursday" not in look(browser(planner).get("/tournaments/plan/")).text
    with pytest.raises(NotFound):
        stop_recurring(recurring_id=rule.pk, by=planner)
    with pytest.raises(NotAllowed):
        stop_recurring(recurring_id=rule.pk, by=bert)
    rules = SeriesWishes("Ours", "", SeriesRules(), (rule.pk,))
    with pytest.raises(NotFound, match="recurring_not_found"):
        open_series(wishes=rules, by=planner)


def test_an_organiser_who_plays_along_stops_it_and_what_is_entered_stays(
    rule: RecurringTournament, anna: Player
) -> None:
    keep_recurring_open()
    first, second = evenings(rule)
    enter_tournament(tournament_id=first.pk, player=anna)
    assert stop_recurring(recurring_id=rule.pk, by=anna) == 1
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.phase, second.phase) == ("entering", "cancelled")


@pytest.mark.parametrize(
    "rhythm",
    [
        replace(THURSDAYS, recurrence=Recurrence(Kind.EVERY, minutes=60)),
        replace(THURSDAYS, bots_most=2),
    ],
    ids=["every hour", "with bots"],
)
def test_it_comes_again_on_days_of_the_week_and_without_bots(
    club: Club, anna: Player, rhythm: Rhythm
) -> None:
    with pytest.raises(InvalidPlan, match="club_repeats_weekly"):
        repeated(club, anna, rhythm)
    rule = repeated(club, anna)
    with pytest.raises(InvalidPlan, match="club_repeats_weekly"):
        change_recurring(recurring_id=rule.pk, by=anna, rhythm=rhythm)


def test_a_club_has_so_many_rules_and_publishes_so_many_in_a_day(
    rule: RecurringTournament, club: Club, anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(of_clubs, "RULES_MAX", 1)
    with pytest.raises(Conflict, match="club_has_many_rules"):
        repeated(club, anna)
    monkeypatch.setattr(of_clubs, "PUBLISHED_A_DAY_MAX", 1)
    assert keep_recurring_open() == 1
    assert keep_recurring_open() == 0
    later = replace(THURSDAYS, recurrence=weekly(3, hour=21, zone="Europe/Berlin"))
    with pytest.raises(Conflict, match="club_publishes_no_more"):
        change_recurring(recurring_id=rule.pk, by=anna, rhythm=later)
    Tournament.objects.update(created_at=timezone.now() - dt.timedelta(days=2))
    assert keep_recurring_open() == 1, "the other one another day"
    stop_recurring(recurring_id=rule.pk, by=anna)
    repeated(club, anna)
    with pytest.raises(Conflict, match="club_has_many_rules"):
        resume_recurring(recurring_id=rule.pk, by=anna)


def test_a_closed_club_repeats_nothing(rule: RecurringTournament, club: Club, anna: Player) -> None:
    close_club(club_id=club.pk, actor=anna)
    assert not is_any_missing()
    assert keep_recurring_open() == 0
    with pytest.raises(NotAllowed):
        resume_recurring(recurring_id=rule.pk, by=anna)


def test_the_clubs_series_counts_its_evenings_by_itself_and_no_others(
    rule: RecurringTournament, club: Club, anna: Player
) -> None:
    wishes = SeriesWishes("Thursdays", "", SeriesRules(), (rule.pk,))
    series = open_series(wishes=wishes, by=anna, club_id=club.pk)
    keep_recurring_open()
    counted = series.events.values_list("tournament", flat=True)
    assert set(counted) == {one.pk for one in evenings(rule)}
    public = start_recurring(
        name="Public",
        recurrence=THURSDAYS.recurrence,
        plan=from_json(Plan, rule.plan),
        terms=MatchTerms.from_json(rule.terms or {}),
    )
    with pytest.raises(NotFound, match="recurring_not_found"):
        open_series(wishes=replace(wishes, follows=(public.pk,)), by=anna, club_id=club.pk)
    form = look(browser(anna).get(f"/tournaments/plan/series/?club={club.pk}")).text
    assert "Thursday" in form
    assert "Public" not in form
    (first, _second) = evenings(rule)
    assert [aim.name for aim in aims_open_to(first) if aim.recurring] == ["Public"]
