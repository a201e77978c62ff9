"""Series kept by an organiser: what counts, what is fixed, what everybody reads (PLAY-43)."""

import datetime as dt
from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from accounts.joining.players import create_player
from accounts.models import Notice, Player
from accounts.programs.scopes import SCOPES
from games.moves.errors import NotAllowed, NotFound
from tests.api.client import Caller
from tests.pages.browsers import browser, look
from tests.tournaments.club import (
    fresh,
    people,
    play_to_the_end,
    published,
    quick,
    require_sound,
)
from tournaments.director import EntryRules, Plan, Refused
from tournaments.models import Series, SeriesEvent, Tournament
from tournaments.recurring.publishing import keep_recurring_open, start_recurring
from tournaments.recurring.recurrence import weekly
from tournaments.series.certificates import series_certificate_by, series_certificate_of
from tournaments.series.keeping import (
    SeriesWishes,
    add_to_series,
    change_series,
    close_series,
    open_series,
    take_out_of_series,
)
from tournaments.series.reading import series_of, series_standing
from tournaments.series.rules import SeriesRules

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]

EVENING = Plan(seats=2, stack_chips=200)
RULES = SeriesRules(per_place=(10, 6, 3, 1))
NAMES = ("Anna", "Bert", "Carl", "Dora")


@pytest.fixture
def planner() -> Player:
    player = create_player(name="Planer", password="rummy-evening")
    player.user_permissions.add(Permission.objects.get(codename="plan_tournament"))
    return Player.objects.get(pk=player.pk)


@pytest.fixture
def four() -> list[Player]:
    return [create_player(name=name, password="rummy-evening") for name in NAMES]


@pytest.fixture
def series(planner: Player) -> Series:
    return open_series(wishes=SeriesWishes("Summer", "Every Friday", RULES), by=planner)


def evening(players: list[Player], *, seed: int = 1) -> Tournament:
    """Played to its end, with a bot at one of the tables."""
    return play_to_the_end(
        published(EVENING, [*players, *people(1, first=Player.objects.count())]), seed=seed
    )


def count(series: Series, tournament: Tournament, by: Player, *, weight: int = 1) -> SeriesEvent:
    return add_to_series(series_id=series.pk, tournament_id=tournament.pk, weight=weight, by=by)


def refusal(act: Any, **asked: Any) -> str:
    with pytest.raises(Refused) as refused:
        act(**asked)
    assert refused.value.rule == "PLAY-43"
    return refused.value.code


def test_the_standing_follows_from_the_ranks_and_bots_leave_no_gap(
    series: Series, planner: Player, four: list[Player]
) -> None:
    first, second = evening(four), evening(four[:3], seed=2)
    count(series, first, planner)
    count(series, second, planner, weight=2)
    told = series_standing(series, four[0])
    expected = dict.fromkeys((player.pk for player in four), 0)
    for tournament, weight in ((first, 1), (second, 2)):
        ranked = tournament.entries.filter(player__is_bot=False).order_by("rank")
        for entry, points in zip(ranked, RULES.per_place, strict=False):
            expected[entry.player_id] += points * weight
    assert {line.player: line.points for line in told.lines} == expected
    assert [line.place for line in told.lines] == [1, 2, 3, 4]
    assert told.own is not None
    assert told.own.player == four[0].pk
    assert [event.weight for event in told.events] == [1, 2]
    require_sound(first)


def test_a_tournament_counts_only_when_it_is_over(
    series: Series, planner: Player, four: list[Player]
) -> None:
    running = published(EVENING, four)
    count(series, running, planner)
    assert series_standing(series).lines == ()
    assert series_of(running) == [series]
    play_to_the_end(running)
    assert len(series_standing(series).lines) == 4


def test_what_was_taken_out_stays_to_be_seen_with_who_did_it(
    series: Series, planner: Player, four: list[Player]
) -> None:
    over = evening(four)
    count(series, over, planner)
    for _ in range(2):
        take_out_of_series(series_id=series.pk, tournament_id=over.pk, by=planner)
    assert series_standing(series).lines == ()
    assert series_of(over) == []
    page = look(Client().get(f"/tournaments/series/{series.pk}/")).text
    assert "“Club night” was taken out by Planer" in page
    with pytest.raises(NotFound):
        take_out_of_series(series_id=series.pk, tournament_id=over.pk + 1, by=planner)


def test_what_was_added_after_its_end_says_so(
    series: Series, planner: Player, four: list[Player]
) -> None:
    before = published(EVENING, four)
    count(series, before, planner)
    play_to_the_end(before)
    page = look(Client().get(f"/tournaments/series/{series.pk}/")).text
    assert "added after its end" not in page
    count(series, evening(four, seed=3), planner)
    page = look(Client().get(f"/tournaments/series/{series.pk}/")).text
    assert "“Club night” was added after its end by Planer" in page


def test_added_twice_it_counts_once_with_the_weight_said_last(
    series: Series, planner: Player, four: list[Player]
) -> None:
    coming = published(EVENING, four)
    for weight in (1, 3, 2):
        count(series, coming, planner, weight=weight)
    assert [one.weight for one in series.events.all()] == [2]
    play_to_the_end(coming)
    asked: dict[str, Any] = {"series_id": series.pk, "tournament_id": coming.pk, "by": planner}
    assert refusal(add_to_series, weight=1, **asked) == "series_has_results"
    assert refusal(add_to_series, weight=6, **asked) == "series_weight_unknown"
    assert add_to_series(weight=2, **asked).weight == 2


def test_rules_are_fixed_once_a_tournament_is_over_but_name_and_text_are_not(
    series: Series, planner: Player, four: list[Player]
) -> None:
    other = SeriesWishes("Summer cup", "On Fridays", SeriesRules(points="field"))
    change_series(series_id=series.pk, wishes=other, by=planner)
    count(series, evening(four), planner)
    asked: dict[str, Any] = {"series_id": series.pk, "by": planner}
    again = SeriesWishes("Winter", "", RULES)
    assert refusal(change_series, wishes=again, **asked) == "series_has_results"
    changed = change_series(wishes=SeriesWishes("Winter", "", other.rules), **asked)
    assert (changed.name, changed.about) == ("Winter", "")
    assert refusal(change_series, wishes=SeriesWishes("  ", "", other.rules), **asked) == (
        "series_unnamed"
    )


def test_closed_it_is_final_everybody_is_told_and_the_first_three_have_certificates(
    series: Series, planner: Player, four: list[Player]
) -> None:
    asked: dict[str, Any] = {"series_id": series.pk, "by": planner}
    assert refusal(close_series, **asked) == "series_without_results"
    over, coming = evening(four), published(EVENING, four[:2])
    count(series, over, planner)
    count(series, coming, planner)
    assert refusal(close_series, **asked) == "series_not_over"
    take_out_of_series(tournament_id=coming.pk, **asked)
    for _ in range(2):
        close_series(**asked)
    assert refusal(take_out_of_series, tournament_id=over.pk, **asked) == "series_is_closed"
    assert refusal(add_to_series, tournament_id=coming.pk, weight=1, **asked) == "series_is_closed"
    on_paper = f"/tournaments/series/{series.pk}/print/"
    for what, words in (("results", "Result list"), ("certificates", "Place 1 of 4")):
        printed = browser(planner).get(f"{on_paper}{what}.pdf")
        assert words in PdfReader(BytesIO(printed.content)).pages[0].extract_text()
        assert browser(four[0]).get(f"{on_paper}{what}.pdf").status_code == 403
    assert f"{on_paper}results.pdf" in look(browser(planner).get(on_paper[:-6])).html
    lines = series_standing(series).lines
    told = {one.player_id: one.facts for one in Notice.objects.filter(kind="series_ended")}
    assert {player: facts["place"] for player, facts in told.items()} == {
        line.player: line.place for line in lines
    }
    series.refresh_from_db()
    for line in lines:
        certificate = series_certificate_of(series, Player.objects.get(pk=line.player))
        assert (certificate is not None) == ((line.place or 9) <= 3)
        if certificate is None:
            continue
        found = series_certificate_by(certificate.code)
        assert found is not None
        assert found.line.player == line.player
        visitor = Client()
        at = f"/tournaments/series/certificates/{certificate.code}"
        assert line.name in look(visitor.get(f"{at}/")).text
        assert b"".join(visitor.get(f"{at}.pdf")).startswith(b"%PDF")
        assert visitor.get(f"{at[:-1]}{'0' if at[-1] != '0' else '1'}/").status_code == 404
        answer = visitor.get(f"/api/v1/series/certificates/{certificate.code}/").json()
        assert (answer["name"], answer["place"]) == (line.name, line.place)


@pytest.mark.parametrize(
    "code", ["", "1", "1-", "x-1-0123456789abcdef", "9" * 40 + "-1-0", "1-1-é"]
)
def test_a_code_that_was_never_given_out_is_no_certificate(code: str) -> None:
    assert series_certificate_by(code) is None


def test_what_was_called_off_cannot_count(series: Series, planner: Player) -> None:
    off = published(EVENING, people(2), due=False)
    Tournament.objects.filter(pk=off.pk).update(phase="cancelled", finished_at=timezone.now())
    asked: dict[str, Any] = {
        "series_id": series.pk,
        "tournament_id": off.pk,
        "weight": 1,
        "by": planner,
    }
    assert refusal(add_to_series, **asked) == "series_called_off"


def test_what_a_rule_publishes_counts_by_itself(planner: Player) -> None:
    plan = Plan(seats=2, entries=EntryRules(least=2))
    rule = weekly(4, hour=20, zone="Europe/Berlin")
    friday = start_recurring(
        name="Friday", recurrence=rule, plan=plan, terms=quick("gin_classic"), ahead=2
    )
    keep_recurring_open()
    wishes = SeriesWishes("Fridays", "", RULES, follows=(friday.pk,))
    series = open_series(wishes=wishes, by=planner)
    assert series.events.count() == 2, "what is open already counts"
    keep_recurring_open(now=timezone.now() + dt.timedelta(days=7))
    keep_recurring_open(now=timezone.now() + dt.timedelta(days=7))
    assert series.events.count() == 3
    change_series(series_id=series.pk, wishes=wishes, by=planner)
    assert series.events.count() == 3
    unknown = SeriesWishes("Fridays", "", RULES, follows=(friday.pk, 10**9))
    with pytest.raises(NotFound):
        change_series(series_id=series.pk, wishes=unknown, by=planner)
    Series.objects.filter(pk=series.pk).update(closed_at=timezone.now())
    keep_recurring_open(now=timezone.now() + dt.timedelta(days=14))
    assert series.events.count() == 3


def test_only_planners_keep_series(series: Series, four: list[Player]) -> None:
    anna, wishes = four[0], SeriesWishes("Mine", "", RULES)
    over = published(EVENING, four)
    for act, asked in (
        (open_series, {"wishes": wishes}),
        (change_series, {"series_id": series.pk, "wishes": wishes}),
        (add_to_series, {"series_id": series.pk, "tournament_id": over.pk, "weight": 1}),
        (take_out_of_series, {"series_id": series.pk, "tournament_id": over.pk}),
        (close_series, {"series_id": series.pk}),
    ):
        with pytest.raises(NotAllowed):
            act(by=anna, **asked)
    for address in (f"/tournaments/plan/series/{series.pk}/", "/tournaments/plan/series/"):
        assert browser(anna).get(address).status_code == 403
        assert browser(anna).post(address, {}).status_code == 403


def form(**changes: Any) -> dict[str, Any]:
    usual = {
        "name": "Autumn",
        "about": "On Saturdays",
        "points": "table",
        "per_place": "12 8, 5; 3",
        "taking_part": "1",
        "best": "2",
        "least": "1",
        "tie_1": "places",
        "tie_2": "met",
        "tie_3": "",
    }
    return usual | changes


def test_a_series_is_kept_by_its_pages(planner: Player, four: list[Player]) -> None:
    own, over = browser(planner), evening(four)
    answer = own.post("/tournaments/plan/series/", form())
    series = Series.objects.get()
    at = f"/tournaments/plan/series/{series.pk}/"
    assert answer["location"] == at
    assert series.rules["per_place"] == [12, 8, 5, 3]
    own.post(f"{at}add/", {"tournament": over.pk, "weight": "2"})
    page = look(Client().get(f"/tournaments/series/{series.pk}/"))
    lines = [attributes for attributes in page.all("tr") if "data-player" in attributes]
    assert len(lines) == 4
    assert "26" in page.text, "twice the first place and taking part"
    assert "Everybody's 2 best results count." in page.text
    assert "Counts for the series" in look(Client().get(f"/tournaments/{over.pk}/")).text
    refused = look(own.post(at, form(points="field"))).text
    assert "What counts how is fixed" in refused
    for wrong in ({"per_place": "a lot"}, {"per_place": "1 5"}, {"tie_2": "places"}, {"name": ""}):
        page = look(own.post(at, form(**wrong)))
        assert page.all("ul", **{"class": "errorlist"}) or page.all("div", role="alert")
    own.post(f"{at}close/")
    series.refresh_from_db()
    assert series.closed_at is not None
    assert "final since" in look(Client().get(f"/tournaments/series/{series.pk}/")).text
    own.post(f"{at}take-out/{over.pk}/")
    assert len(series_standing(series).lines) == 4


def test_a_series_is_kept_and_read_over_the_api(planner: Player, four: list[Player]) -> None:
    api, visitor = Caller(planner, tuple(SCOPES)), Caller()
    wishes = {"name": "League", "rules": {"points": "field", "best": 1}}
    made = api.post("/series/", wishes, idempotency_key="one")
    assert made.status_code == 201, made.content
    assert api.post("/series/", wishes, idempotency_key="one").json() == made.json()
    number = made.json()["id"]
    over = evening(four)
    told = api.post(f"/series/{number}/tournaments/", {"tournament": over.pk, "weight": 2})
    assert [one["weight"] for one in told.json()["tournaments"]] == [2]
    standing = visitor.get(f"/series/{number}/standing/?size=3").json()
    assert (standing["players"], standing["pages"], len(standing["results"])) == (4, 2, 3)
    assert [line["points"] for line in standing["results"]] == [8, 6, 4]
    assert standing["own"] is None
    listed = visitor.get("/series/").json()["results"]
    assert [(one["id"], one["tournaments"], one["played"]) for one in listed] == [(number, 1, 1)]
    assert visitor.get(f"/tournaments/{over.pk}/").json()["series"] == [number]
    wrong = api.post("/series/", {"name": "x", "rules": {"per_place": [1, 2]}})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "series_points_rise")
    fixed = api.method_with("PUT", f"/series/{number}/", {"name": "League"})
    assert (fixed.status_code, fixed.json()["code"]) == (409, "series_has_results")
    assert api.delete(f"/series/{number}/tournaments/{over.pk}/").status_code == 204
    assert visitor.get(f"/series/{number}/standing/").json()["results"] == []
    assert api.post(f"/series/{number}/close/").json()["code"] == "series_without_results"
    assert visitor.get("/series/999999/standing/").json()["code"] == "series_not_found"


def test_the_standing_takes_few_queries(
    series: Series, planner: Player, four: list[Player], django_assert_max_num_queries: Any
) -> None:
    for seed in (1, 2, 3):
        count(series, evening(four, seed=seed), planner)
    with django_assert_max_num_queries(12):
        look(Client().get(f"/tournaments/series/{series.pk}/"))


def test_who_is_disqualified_after_the_end_loses_the_points(
    series: Series, planner: Player, four: list[Player]
) -> None:
    over = evening(four)
    count(series, over, planner)
    winner = over.entries.filter(player__is_bot=False).order_by("rank")[0]
    fresh(over).entries.filter(pk=winner.pk).update(disqualified=True)
    line = next(one for one in series_standing(series).lines if one.player == winner.player_id)
    assert (line.points, line.played) == (0, 1)
    assert "disqualified" in look(Client().get(f"/tournaments/series/{series.pk}/")).text
    fresh(over).entries.filter(pk=winner.pk).update(disqualified=False, left_early=True)
    line = next(one for one in series_standing(series).lines if one.player == winner.player_id)
    assert (line.results[0].mark, line.points > 0) == ("withdrawn", True)
    assert "(1, withdrawn)" in look(Client().get(f"/tournaments/series/{series.pk}/")).text


def test_taken_out_and_added_again_it_counts_as_before_and_both_stay_to_be_seen(
    series: Series, planner: Player, four: list[Player]
) -> None:
    over = evening(four)
    count(series, over, planner)
    before = series_standing(series).lines
    asked: dict[str, Any] = {"series_id": series.pk, "by": planner}
    take_out_of_series(tournament_id=over.pk, **asked)
    other = SeriesWishes("Summer", "", SeriesRules(points="field"))
    assert refusal(change_series, wishes=other, **asked) == "series_has_results"
    again = {"tournament_id": over.pk, **asked}
    assert refusal(add_to_series, weight=5, **again) == "series_has_results"
    add_to_series(weight=1, **again)
    assert series_standing(series).lines == before
    page = look(Client().get(f"/tournaments/series/{series.pk}/")).text
    assert "was taken out by Planer" in page
    assert "was added after its end by Planer" in page


def test_what_was_taken_out_before_its_end_fixes_nothing(
    series: Series, planner: Player, four: list[Player]
) -> None:
    coming = published(EVENING, four)
    count(series, coming, planner)
    take_out_of_series(series_id=series.pk, tournament_id=coming.pk, by=planner)
    play_to_the_end(coming)
    other = SeriesWishes("Summer", "", SeriesRules(points="field"))
    assert change_series(series_id=series.pk, wishes=other, by=planner).rules["points"] == "field"
