"""Many at once: the last places of a field, and several who look after one tournament."""

import threading
from collections.abc import Callable

import pytest
from django.db import connections, transaction

from accounts.models import Notice, Player
from tests.play.test_crossing import Other
from tests.running.waiting import until
from tests.tournaments import real_tables as hall
from tests.tournaments.club import (
    fresh,
    people,
    playing,
    published,
    quick,
    report,
    require_sound,
)
from tournaments.director import TURBO, EntryRules, Plan, Refused
from tournaments.entries.entering import enter_tournament
from tournaments.models import (
    Entry,
    PlayedRound,
    ScoreSheet,
    SeriesEvent,
    Tournament,
    TournamentTable,
)
from tournaments.recurring.publishing import keep_recurring_open, start_recurring
from tournaments.recurring.recurrence import weekly
from tournaments.running.directing import is_due, look_after, wake_tournament
from tournaments.running.live import lock_tournament
from tournaments.running.telling import tell_news
from tournaments.series.keeping import SeriesWishes, open_series
from tournaments.series.rules import SeriesRules
from tournaments.sheets.reporting import confirm_points, enter_points

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def at_once(*actions: Callable[[], object]) -> list[object]:
    """Run them in threads that start together; what each returned or raised."""
    barrier = threading.Barrier(len(actions))
    found: list[object] = [None] * len(actions)

    def run(place: int) -> None:
        try:
            barrier.wait()
            found[place] = actions[place]()
        except Exception as error:
            found[place] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(actions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_eight_players_for_the_last_two_places() -> None:
    tournament = published(Plan(entries=EntryRules(most=4), buy_in_chips=100), people(2), due=False)
    rivals = people(8, first=10)

    def entering(player: Player) -> Callable[[], object]:
        return lambda: enter_tournament(tournament_id=tournament.pk, player=player)

    found = at_once(*(entering(player) for player in rivals))
    assert sum(isinstance(one, Entry) for one in found) == 2
    refused = [one for one in found if isinstance(one, Refused)]
    assert [one.code for one in refused] == ["tournament_full"] * 6
    assert fresh(tournament).field["entries"] == Entry.objects.count() == 4
    require_sound(fresh(tournament))


def test_six_processes_look_after_one_tournament_and_each_round_is_settled_once() -> None:
    tournament = published(Plan(stack_chips=100, schedule=TURBO, buy_in_chips=10), people(9))
    for played in range(1, 30):
        found = at_once(*[lambda: look_after(tournament_id=tournament.pk)] * 6)
        assert [one for one in found if isinstance(one, Exception)] == []
        if fresh(tournament).finished_at is not None:
            break
        for table in playing(tournament):
            report(tournament, table, *(50 - 9 * played * seat for seat in range(len(table.dealt))))
    assert fresh(tournament).phase == "finished"
    settled = PlayedRound.objects.values_list("table_number", "number")
    assert len(settled) == len(set(settled))
    require_sound(fresh(tournament))


def test_two_phones_at_a_real_table_and_one_of_them_is_quicker() -> None:
    tournament = hall.evening(hall.SWISS, 2)
    (sheet,) = hall.sheets(tournament)
    asked = {"tournament_id": tournament.pk, "sheet_id": sheet.pk}
    players = [hall.at(sheet, seat) for seat in (0, 1)]

    def entering(seat: int) -> Callable[[], object]:
        points = [0, 0]
        points[seat] = 25
        return lambda: enter_points(**asked, player=players[seat], points=points, version=0)

    found = at_once(entering(0), entering(1))
    (written,) = (one for one in found if isinstance(one, ScoreSheet))
    (late,) = (one for one in found if isinstance(one, Refused))
    assert (late.code, late.facts["version"]) == ("sheet_changed", 1)
    other = next(one for one in players if one.pk != written.entered_by_id)
    confirming = at_once(*[lambda: confirm_points(**asked, player=other, version=1)] * 4)
    assert [one for one in confirming if not isinstance(one, ScoreSheet)] == []
    assert fresh(tournament).field["finished"] == 1, "it counts once"


def test_nobody_waits_for_a_tournament_that_somebody_looks_after() -> None:
    """Whoever holds it looks again after committing; so what was left to them is done."""
    tournament = published(Plan(stack_chips=1_000), people(3))
    look_after(tournament_id=tournament.pk)
    with transaction.atomic():
        lock_tournament(tournament.pk)
        tell = threading.Thread(target=_report_elsewhere, args=(tournament.pk,))
        tell.start()
        (looks,) = at_once(lambda: wake_tournament(tournament_id=tournament.pk))
        assert looks == 0
    tell.join()
    assert is_due(tournament.pk)
    assert wake_tournament(tournament_id=tournament.pk) == 1
    assert PlayedRound.objects.filter(tournament=tournament).count() == 1
    assert not is_due(tournament.pk)


def _report_elsewhere(tournament_id: int) -> None:
    """Waits for the lock, as whoever asks for something does."""
    try:
        table = TournamentTable.objects.get(tournament_id=tournament_id, is_open=True)
        report(table.tournament, table, 9, 0, 0)
    finally:
        connections.close_all()


def ahead_of(others: Callable[[], object], act: Callable[[], object]) -> None:
    """`act` is done and not committed yet when `others` begin, until they are done or wait."""
    with transaction.atomic():
        act()
        other = Other(others)
        until(other.waits)
    other.join()
    assert other.error is None


def test_news_that_two_look_for_is_told_once() -> None:
    """A look that was killed may have committed while the next one was at it."""
    tournament = published(Plan(stack_chips=100), hall.guests(4))
    look_after(tournament_id=tournament.pk)
    told: list[int] = []

    def first() -> None:
        tell_news()
        told.extend(Notice.objects.order_by("pk").values_list("pk", flat=True))

    ahead_of(tell_news, first)
    assert len(told) == 4
    assert told == list(Notice.objects.order_by("pk").values_list("pk", flat=True))


def test_a_series_misses_nothing_that_is_published_while_it_begins_to_follow() -> None:
    rule = start_recurring(
        name="Friday",
        recurrence=weekly(4, hour=20, zone="Europe/Berlin"),
        plan=Plan(seats=2, stack_chips=200),
        terms=quick("gin_palast"),
    )
    wishes = SeriesWishes("Summer", "", SeriesRules(per_place=(10,)), (rule.pk,))
    ahead_of(lambda: open_series(wishes=wishes), keep_recurring_open)
    counted = SeriesEvent.objects.values_list("tournament", flat=True)
    assert list(counted) == list(Tournament.objects.values_list("pk", flat=True)) != []
