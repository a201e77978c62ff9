"""Rules for tournaments: each next one published once, filled up by bots, told to its players."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from accounts.joining.players import create_guest, create_player
from accounts.models import Notice, Player
from tests.tournaments.club import fresh, people, quick, require_sound
from tests.tournaments.test_real_tables import play
from tournaments.desk.calling_off import cancel_tournament
from tournaments.desk.ordering import give_order
from tournaments.desk.orders import DeskOrder
from tournaments.director import EntryRules, InvalidPlan, Plan, PrizeForm, PrizePlan
from tournaments.entries import bots as company
from tournaments.entries.bots import let_bots_enter
from tournaments.entries.entering import enter_tournament
from tournaments.models import Entry, RecurringTournament, Tournament
from tournaments.recurring.publishing import (
    WAITS_FOR,
    forget_empty_tournaments,
    is_any_missing,
    keep_recurring_open,
    start_recurring,
)
from tournaments.recurring.recurrence import Kind, Recurrence, weekly
from tournaments.running.directing import look_after
from tournaments.running.telling import is_any_news, tell_news
from tournaments.selectors import listing

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

WHEN_FULL = Recurrence(Kind.WHEN_FULL)
FOUR = Plan(
    seats=2,
    stack_chips=40,
    buy_in_chips=20,
    entries=EntryRules(least=4, most=4, starts_when_full=True),
    prizes=PrizePlan(PrizeForm.TOP, places=2),
)


GIN, ROMME = quick("gin_classic"), quick("romme_500", seats=4)


def sit_and_go(**wishes: Any) -> RecurringTournament:
    usual: dict[str, Any] = {
        "terms": GIN,
        "bots": ("greedy",),
        "bots_most": 3,
        "bots_after_seconds": 5,
    }
    return start_recurring(name="Sit and go", recurrence=WHEN_FULL, plan=FOUR, **(usual | wishes))


def in_seconds(seconds: float) -> dt.datetime:
    return timezone.now() + dt.timedelta(seconds=seconds)


def open_now(recurring: RecurringTournament) -> Tournament:
    return Tournament.objects.get(recurring=recurring, phase="entering")


def test_a_rule_by_the_clock_has_its_next_tournaments_once() -> None:
    rule = weekly(5, hour=20, zone="Europe/Berlin")
    start_recurring(name="Saturday", recurrence=rule, plan=Plan(), terms=ROMME, ahead=2)
    assert is_any_missing()
    assert [keep_recurring_open() for _ in range(3)] == [2, 0, 0]
    assert not is_any_missing()
    starts = [row.starts_at for row in listing.starting_between(in_seconds(0), in_seconds(10**7))]
    assert [start.astimezone().weekday() for start in starts if start] == [5, 5]
    assert listing.upcoming()[0].starts_at == starts[0]
    assert len(listing.upcoming()) == 1
    after_the_first = (starts[0] or timezone.now()) + dt.timedelta(seconds=1)
    assert keep_recurring_open(now=after_the_first) == 1


def test_a_game_that_the_house_does_not_offer_waits_with_its_rule(settings: Any) -> None:
    sit_and_go()
    settings.PRESETS_OFFERED = ["romme_500"]
    assert not is_any_missing()
    assert keep_recurring_open() == 0
    settings.PRESETS_OFFERED = ["gin_classic"]
    assert keep_recurring_open() == 1


def test_a_rule_written_before_stages_refused_to_remove_the_absent_goes_on() -> None:
    """PLAY-45: the wish had no effect then, and has none now."""
    rule = weekly(5, hour=20, zone="Europe/Berlin")
    recurring = start_recurring(
        name="Saturday", recurrence=rule, plan=Plan(format="swiss"), terms=ROMME
    )
    RecurringTournament.objects.filter(pk=recurring.pk).update(
        plan=recurring.plan | {"absent": "removed"}
    )
    assert keep_recurring_open() == 1
    assert Tournament.objects.get(recurring=recurring).plan["absent"] == "played"


def test_without_an_hour_it_must_start_when_full() -> None:
    with pytest.raises(InvalidPlan, match="recurring_never_starts"):
        start_recurring(name="Never", recurrence=WHEN_FULL, plan=Plan(), terms=ROMME)


def test_bots_come_one_by_one_after_the_first_person_and_the_next_one_opens() -> None:
    recurring = sit_and_go()
    keep_recurring_open()
    first = open_now(recurring)
    assert let_bots_enter(now=in_seconds(60)) == 0
    enter_tournament(tournament_id=first.pk, player=create_guest(language="de"))
    assert let_bots_enter(now=in_seconds(2)) == 0
    assert not company.is_any_due()
    Entry.objects.update(entered_at=in_seconds(-6))
    assert company.is_any_due()
    assert [let_bots_enter() for _ in range(4)] == [1, 1, 1, 0]
    assert not company.is_any_due()
    look_after(tournament_id=first.pk)
    assert fresh(first).phase == "running"
    assert [keep_recurring_open() for _ in range(2)] == [1, 0]
    assert open_now(recurring).pk != first.pk


def test_bots_leave_people_their_places() -> None:
    recurring = sit_and_go()
    keep_recurring_open()
    first = open_now(recurring)
    for _ in range(3):
        enter_tournament(tournament_id=first.pk, player=create_guest(language="de"))
    assert [let_bots_enter(now=in_seconds(60)) for _ in range(2)] == [1, 0]


def test_bots_play_alone_one_tournament_at_a_time(settings: Any) -> None:
    settings.SHOW_TABLES = 1
    recurring = sit_and_go(bots_most=4, bots_alone=True, bots_after_seconds=0)
    keep_recurring_open()
    first = open_now(recurring)
    assert [let_bots_enter(now=in_seconds(1)) for _ in range(5)] == [1, 1, 1, 1, 0]
    look_after(tournament_id=first.pk)
    keep_recurring_open()
    assert let_bots_enter(now=in_seconds(60)) == 0
    settings.SHOW_TABLES = 0
    Tournament.objects.filter(pk=first.pk).update(phase="finished")
    assert let_bots_enter(now=in_seconds(60)) == 0


def test_bots_do_not_enter_what_is_dear(settings: Any) -> None:
    settings.BOT_STAKE_CHIPS_MAX = 19
    recurring = sit_and_go()
    keep_recurring_open()
    enter_tournament(tournament_id=open_now(recurring).pk, player=create_guest(language="de"))
    assert let_bots_enter(now=in_seconds(60)) == 0


def test_bots_fill_up_what_starts_by_the_clock_in_its_last_minute() -> None:
    plan = replace(FOUR, entries=EntryRules(least=4, most=32))
    recurring = start_recurring(
        name="Quarter of an hour",
        recurrence=Recurrence(Kind.EVERY, minutes=15),
        plan=plan,
        terms=GIN,
        bots=("greedy",),
        bots_most=7,
        bots_after_seconds=60,
    )
    keep_recurring_open()
    tournament = open_now(recurring)
    enter_tournament(tournament_id=tournament.pk, player=create_guest(language="de"))
    start = dt.datetime.fromtimestamp(tournament.clock["starts_at_ms"] / 1000, tz=dt.UTC)
    assert let_bots_enter(now=start - dt.timedelta(seconds=61)) == 0
    came = [let_bots_enter(now=start - dt.timedelta(seconds=left)) for left in range(58, 0, -2)]
    assert sum(came) == 7
    assert max(came) <= 2


def test_what_nobody_entered_is_called_off_and_forgotten() -> None:
    recurring = sit_and_go()
    keep_recurring_open()
    first = open_now(recurring)
    Tournament.objects.filter(pk=first.pk).update(clock={**first.clock, "starts_at_ms": 0})
    look_after(tournament_id=first.pk)
    assert fresh(first).phase == "cancelled"
    assert listing.finished() == []
    keep_recurring_open()
    second = open_now(recurring)
    assert (first.occurrence, second.occurrence) == ("1", "2")
    assert forget_empty_tournaments() == 0
    assert forget_empty_tournaments(now=in_seconds(86_400)) == 1
    assert not Tournament.objects.filter(pk=first.pk).exists()
    assert (
        second.clock["starts_at_ms"] / 1000 > in_seconds(WAITS_FOR.total_seconds() / 2).timestamp()
    )


def test_what_a_director_called_off_is_kept_and_does_not_come_again(boss: Player) -> None:
    """A holiday: the order stays in the record, and the hour is not published anew."""
    rule = weekly(5, hour=20, zone="Europe/Berlin")
    recurring = start_recurring(name="Saturday", recurrence=rule, plan=Plan(), terms=ROMME)
    keep_recurring_open()
    holiday = open_now(recurring)
    asked = DeskOrder("cancel")
    give_order(tournament_id=holiday.pk, asked=asked, by=boss, remark="holiday", key="1")
    sit_and_go()
    keep_recurring_open()
    nobody = Tournament.objects.get(occurrence="1")
    Tournament.objects.filter(pk=nobody.pk).update(clock={**nobody.clock, "starts_at_ms": 0})
    look_after(tournament_id=nobody.pk)
    assert forget_empty_tournaments(now=in_seconds(86_400)) == 1
    assert Tournament.objects.filter(pk=holiday.pk).exists()
    keep_recurring_open()
    assert not Tournament.objects.filter(recurring=recurring, phase="entering").exists()


def test_a_rule_that_cannot_be_followed_keeps_no_other_waiting() -> None:
    broken, sound = sit_and_go(), sit_and_go()
    RecurringTournament.objects.filter(pk=broken.pk).update(plan={**broken.plan, "seats": 99})
    assert [keep_recurring_open() for _ in range(2)] == [1, 0]
    assert open_now(sound).occurrence == "1"


def test_bots_that_cannot_pay_keep_no_others_waiting(settings: Any) -> None:
    settings.SHOW_TABLES, settings.BOT_STAKE_CHIPS_MAX = 1, 10**9
    dear = start_recurring(
        name="Too dear for bots",
        recurrence=WHEN_FULL,
        plan=replace(FOUR, buy_in_chips=10**8),
        terms=GIN,
        bots=("greedy",),
        bots_most=3,
        bots_after_seconds=0,
        bots_alone=True,
    )
    cheap = sit_and_go()
    keep_recurring_open()
    enter_tournament(tournament_id=open_now(cheap).pk, player=create_guest(language="de"))
    assert let_bots_enter(now=in_seconds(60)) == 1
    assert not Entry.objects.filter(tournament__recurring=dear).exists()


def test_two_workers_who_counted_at_once_let_no_bot_in_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    recurring = sit_and_go(bots_most=1)
    keep_recurring_open()
    first = open_now(recurring)
    enter_tournament(tournament_id=first.pk, player=create_guest(language="de"))
    counted = company.bots_due(first, in_seconds(60))
    monkeypatch.setattr(company, "bots_due", lambda *_: counted)
    assert [let_bots_enter(), let_bots_enter()] == [1, 0]
    assert Entry.objects.filter(tournament=first, player__is_bot=True).count() == 1


def told(player: Player) -> list[str]:
    return list(Notice.objects.filter(player=player).order_by("pk").values_list("kind", flat=True))


def test_players_are_told_of_start_seat_rank_and_prize_once() -> None:
    anna = create_player(name="Anna", password="rummy-evening")
    recurring = sit_and_go(bots=(), bots_most=0)
    keep_recurring_open()
    tournament = open_now(recurring)
    for player in (anna, *people(3)):
        enter_tournament(tournament_id=tournament.pk, player=player)
    look_after(tournament_id=tournament.pk)
    assert is_any_news()
    tell_news()
    assert not is_any_news()
    assert told(anna) == ["tournament_started"]
    notice = Notice.objects.get(player=anna)
    assert notice.facts["table"] in (1, 2)
    assert Notice.objects.count() == 1  # bots read nothing
    assert tell_news() == 0
    play(fresh(tournament), rounds_most=40)
    tell_news()
    tell_news()
    entry = Entry.objects.get(player=anna)
    end = "tournament_prize" if entry.won_chips else "tournament_out"
    assert told(anna).count(end) == 1
    assert Notice.objects.get(player=anna, kind=end).facts["rank"] == entry.rank
    require_sound(fresh(tournament))


def test_players_are_told_when_it_is_called_off_with_what_came_back() -> None:
    anna = create_player(name="Anna", password="rummy-evening")
    recurring = sit_and_go()
    keep_recurring_open()
    tournament = open_now(recurring)
    enter_tournament(tournament_id=tournament.pk, player=anna)
    cancel_tournament(tournament_id=tournament.pk)
    tell_news()
    assert told(anna) == ["tournament_cancelled"]
    assert Notice.objects.get(player=anna).facts["chips"] == 20
