"""The deal of the day: equal cards, an equal opponent, one try, and nothing shown too early."""

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, transaction
from django.test import Client

from accounts.audit import faults
from accounts.joining.players import create_guest
from accounts.models import Career
from backoffice.inspector.rounds import round_in_words
from backoffice.inspector.score_sheet import latest_rounds
from games.admin import _log
from games.daily import playing
from games.daily.playing import deal_of, look_after_daily_deals, open_deal, play_daily, today
from games.models import DailyDeal, DailyPlay, Round, RoundSecret, SharedDeal, Table, TableStatus
from games.moves.errors import Conflict, NotAllowed, NotFound
from games.rematch.agreeing import offer_rematch
from games.replay.hints import hint_for
from games.replay.rounds import finished_round
from games.running.results import book_due_results, book_results, is_any_due
from games.skill import judging
from games.tables.explaining import stories_of
from tests.architecture.sources import PRODUCT, files, shown
from tests.daily.players import a_member, at_noon, play_through, played, step, story
from tests.fairness.test_verifier import verifier

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
audited = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
DAY = dt.date(2026, 11, 26)
GAMES = ("gin_palast", "german_romme", "romme_500")


@pytest.fixture(autouse=True)
def _day(monkeypatch: pytest.MonkeyPatch) -> None:
    at_noon(monkeypatch, DAY)


@pytest.mark.parametrize("game", GAMES)
def test_who_plays_alike_sees_the_same_cards_and_the_same_opponent(game: str) -> None:
    """Seeds that players give change nothing, nor does who sits there."""
    anna, bert = create_guest(language="de"), create_guest(language="en")
    first = play_through(play_daily(player=anna, game=game), seed="my own words")
    second = play_through(play_daily(player=bert, game=game), seed="")
    assert story(first) == story(second)
    ours, theirs = Round.objects.get(table=first), Round.objects.get(table=second)
    assert ours.commitment == theirs.commitment == deal_of(DAY, game).deal.commitment
    assert ours.client_seeds == ["", ""]


def test_who_plays_otherwise_gets_the_same_cards_all_the_same() -> None:
    tables = [played(create_guest(language="de"), like=like) for like in ("random", "casual")]
    dealt = [next(what for what in story(table) if what[0] == "round_dealt") for table in tables]
    assert dealt[0] == dealt[1]
    assert story(tables[0]) != story(tables[1])


def test_everybody_has_one_try_however_often_they_ask() -> None:
    anna = create_guest(language="de")
    seats = {play_daily(player=anna, game="gin_palast").table_id for _tap in range(3)}
    assert len(seats) == 1
    play_through(play_daily(player=anna, game="gin_palast"))
    assert play_daily(player=anna, game="gin_palast").table_id in seats
    assert DailyPlay.objects.filter(player=anna).count() == 1
    assert play_daily(player=anna, game="romme_500").table_id not in seats


def test_each_day_and_each_game_has_a_deal_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = {deal_of(today(), game).deal.commitment for game in GAMES}
    at_noon(monkeypatch, DAY + dt.timedelta(days=1))
    drawn |= {deal_of(today(), game).deal.commitment for game in GAMES}
    assert len(drawn) == 6
    assert deal_of(today(), "gin_palast").pk == deal_of(today(), "gin_palast").pk


def test_no_seed_is_told_and_no_round_can_be_read_before_the_deal_is_open() -> None:
    anna = create_guest(language="de")
    table = played(anna)
    assert Round.objects.get(table=table).server_seed == ""
    assert not RoundSecret.objects.filter(table=table).exists()
    with pytest.raises(NotFound, match="deal_not_open"):
        finished_round(table.pk, 1, anna)
    assert round_in_words(table.pk, 1) is None  # nor may staff, who play it too
    assert not any("hands" in told and "null" not in told for _event, told in _log(table))
    assert not judging.is_any_due()
    page = Client().get(f"/api/v1/tables/{table.pk}/rounds/1/")
    assert page.json()["code"] == "table_not_found"  # who has not sat there hears of no table
    with pytest.raises(Conflict, match="deal_not_over"):
        open_deal(daily=deal_of(DAY, "gin_palast"))


def test_no_page_tells_how_somebody_fared_before_the_deal_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A gin more on somebody's page, or a match won, tells whoever is to play what there is."""
    anna = a_member("Anna")
    table = played(anna)
    pages = [f"/api/v1/players/{anna.pk}/career/", f"/api/v1/players/{anna.pk}/reputation/"]

    def told() -> list[bytes]:
        return [Client().get(page).content for page in pages]

    before = told()
    assert not book_results(table_id=table.pk)
    assert book_due_results(most=10) == 0
    assert not is_any_due()
    assert told() == before
    story = stories_of([table.pk])[table.pk]
    assert (story.reason, story.winners, {one.points for one in story.seats}) == ("", (), {0})
    (line,) = latest_rounds(table)
    assert (line.points, line.lines, line.ended) == ((), (), False)
    at_noon(monkeypatch, DAY + dt.timedelta(days=1), hour=7)
    open_deal(daily=deal_of(DAY, "gin_palast"))
    assert book_due_results(most=10) == 1
    assert Career.objects.get(player=anna).rounds_played == 1
    assert judging.is_any_due()
    assert stories_of([table.pk])[table.pk].reason == "rounds_played"
    assert latest_rounds(table)[0].points


@audited
@pytest.mark.parametrize("game", GAMES)
def test_the_next_morning_anybody_can_deal_it_again(
    game: str, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    table = played(create_guest(language="de"), game)
    settings.DAILY_GAMES = ["none"]
    daily = DailyDeal.objects.get(day=DAY, game=game)
    at_noon(monkeypatch, DAY + dt.timedelta(days=1), hour=7)
    look_after_daily_deals()
    record = json.loads(Client().get(f"/api/v1/tables/{table.pk}/rounds/1/").content)
    assert record["shared_deal"] == daily.deal_id
    assert verifier.verify(record, daily.deal.commitment).startswith("commitment and deck, ")
    call_command("verify_round", "--all")
    assert not faults()


@pytest.mark.parametrize(
    "forged",
    [
        {"shared_deal": 999},
        {"client_seeds": ["x", ""]},
        {"shared_deal": "1"},
        {"server_seed": "00"},
    ],
)
def test_a_record_that_was_tampered_with_is_refused(
    forged: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(create_guest(language="de"))
    at_noon(monkeypatch, DAY + dt.timedelta(days=1), hour=7)
    open_deal(daily=deal_of(DAY, "gin_palast"))
    record = finished_round(table.pk, 1)
    with pytest.raises((verifier.Refused, *verifier.UNREADABLE)):
        verifier.verify(json.loads(json.dumps(record, default=str)) | forged)
    unbound = {name: value for name, value in record.items() if name != "shared_deal"}
    with pytest.raises(verifier.Refused):
        verifier.verify(unbound)


@audited
def test_a_table_that_is_still_at_it_is_called_off_when_the_deal_is_opened(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    seat = play_daily(player=create_guest(language="de"), game="gin_palast")
    assert step(seat, "greedy", "")
    settings.DAILY_GAMES = ["none"]
    at_noon(monkeypatch, DAY + dt.timedelta(days=1), hour=3)
    look_after_daily_deals()
    assert Table.objects.get(pk=seat.table_id).status == TableStatus.PLAYING
    at_noon(monkeypatch, DAY + dt.timedelta(days=1), hour=6)
    look_after_daily_deals()
    assert Table.objects.get(pk=seat.table_id).status == TableStatus.FINISHED
    assert SharedDeal.objects.get(daily__day=DAY).opened_at is not None
    assert not faults()


def test_a_deal_that_cannot_be_opened_keeps_no_other_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Sealed with a key that this house has not: it was restored without."""
    lost, other = deal_of(DAY, "gin_palast"), deal_of(DAY, "romme_500")
    SharedDeal.objects.filter(pk=lost.deal_id).update(sealed_seed=b"nobody's")
    at_noon(monkeypatch, DAY + dt.timedelta(days=1), hour=7)
    look_after_daily_deals()
    assert SharedDeal.objects.get(pk=other.deal_id).opened_at is not None
    assert SharedDeal.objects.get(pk=lost.deal_id).opened_at is None
    assert DailyDeal.objects.filter(day=today()).count() == len(GAMES)


def test_bots_of_the_house_play_it_too_once_each() -> None:
    assert playing.is_anything_due()
    for _look in range(2):
        look_after_daily_deals()
    assert not playing.is_anything_due()
    bots = DailyPlay.objects.values_list("daily__game", "player__bot_key")
    assert sorted(bots) == sorted((game, bot) for game in GAMES for bot in playing.YARDSTICKS)


def test_a_look_that_began_before_another_ended_adds_no_bot_of_a_kind_that_plays() -> None:
    """Who was killed may have committed just then; and the house makes another bot of a kind."""
    daily = deal_of(DAY, "gin_palast")
    for _look in range(2):
        playing._play_as("solid", daily)
    assert DailyPlay.objects.get().player.bot_key == "solid"


def test_it_counts_for_no_rating_and_knows_no_hints_and_no_rematch() -> None:
    anna = a_member("Anna")
    table = played(anna)
    assert not table.may_be_played_again
    with pytest.raises(Conflict, match="rematch_not_here"):
        offer_rematch(table_id=table.pk, player=anna)
    seat = play_daily(player=anna, game="german_romme")
    with pytest.raises(NotAllowed, match="hints_in_training_only"):
        hint_for(seat.table_id, anna.pk)


# These count, show what a seat itself saw, or no card at all.
NO_HIDDEN_CARDS = {
    "games/exports/api.py",
    "games/models/rounds.py",
    "games/running/results.py",
    "games/talk/reading.py",
    "games/templatetags/pages.py",
    "backoffice/restitution/facts.py",
    "tournaments/proof/reading.py",
}


def test_whoever_shows_a_finished_round_asks_whether_all_its_cards_are_open() -> None:
    asking = {
        shown(path) for path in files(*PRODUCT) if "ended_at__isnull=False" in path.read_text()
    }
    assert asking == NO_HIDDEN_CARDS


def test_programs_are_refused_and_unknown_games_too() -> None:
    owner = a_member("Owner")
    program = create_guest(language="en")
    program.owner = owner
    program.save()
    with pytest.raises(NotAllowed, match="daily_for_people"):
        play_daily(player=program, game="gin_palast")
    with pytest.raises(NotFound, match="no_such_daily_deal"):
        play_daily(player=owner, game="gin_team")


def test_what_was_promised_cannot_be_exchanged() -> None:
    deal = deal_of(DAY, "gin_palast").deal
    for change in (
        {"commitment": "0" * 64},
        {"created_at": dt.datetime(2020, 1, 1, tzinfo=dt.UTC)},
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            SharedDeal.objects.filter(pk=deal.pk).update(**change)
    DailyDeal.objects.filter(deal=deal).delete()
    with pytest.raises(DatabaseError), transaction.atomic():
        SharedDeal.objects.filter(pk=deal.pk).delete()


def test_the_deal_is_drawn_and_opened_by_the_shipped_tasks(tmp_path: Path) -> None:
    from games.tasks import look_after_daily_deals as task

    task()
    assert DailyDeal.objects.filter(day=DAY).count() == len(GAMES)
