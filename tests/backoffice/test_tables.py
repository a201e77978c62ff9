"""Tables that stand still: found, woken, called off with every stake returned."""

import datetime as dt
from functools import partial
from threading import Event

import pytest
from django.utils import timezone

from accounts.audit import CHECKS, Fault
from accounts.books.posting import wallet_of
from accounts.joining.players import create_player
from accounts.models import Conduct, MatchRecord, Notice, Player
from backoffice.home import stuck_tables as tables
from backoffice.home.reading import stuck_tables
from backoffice.home.stuck_tables import cancel_stuck_table, wake_stuck_table
from backoffice.models import StaffAct
from games.models import Seat, Table
from games.running.results import book_results
from games.tables.opening import cancel_table, join_table
from games.tables.reading import table_reading
from tests.backoffice.staff import browser, colleague
from tests.pages.tables import open_table, running_table, stand_still
from tests.play.test_many_at_once import at_once
from web.refusals import Refused

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def people() -> tuple[Player, Player]:
    return tuple(create_player(name=name, password="rummy-evening") for name in ("Anna", "Bert"))  # type: ignore[return-value]


@pytest.fixture
def director() -> Player:
    return colleague("director", name="Doris")


def balances(people: tuple[Player, Player]) -> list[int]:
    return [wallet_of(person).balance for person in people]


def test_a_table_whose_hour_has_passed_is_found_and_others_are_not(
    people: tuple[Player, Player],
) -> None:
    table = running_table(*people, stake_chips=50)
    assert stuck_tables() == []
    late = timezone.now() - dt.timedelta(minutes=2)
    Table.objects.filter(pk=table.pk).update(wake_at=late)
    (found,) = stuck_tables()
    assert (found.number, found.seated, found.may_be_cancelled) == (table.pk, 2, True)
    Table.objects.filter(pk=table.pk).update(wake_at=None)
    assert [one.number for one in stuck_tables()] == [table.pk]


def test_an_open_table_that_nobody_fills_is_found_after_half_an_hour(
    people: tuple[Player, Player],
) -> None:
    table = open_table(people[0])
    assert stuck_tables() == []
    assert [t.number for t in stuck_tables(now=timezone.now() + dt.timedelta(hours=1))] == [
        table.pk
    ]


def test_calling_off_a_running_match_returns_every_stake_and_counts_for_nobody(
    people: tuple[Player, Player], director: Player
) -> None:
    table = running_table(*people, stake_chips=50)
    assert balances(people) == [950, 950]
    stand_still(table)
    version = table_reading(table.pk).version
    cancel_stuck_table(
        table_id=table.pk, seen_version=version, reason="the server hung", by=director
    )
    assert balances(people) == [1_000, 1_000]
    table.refresh_from_db()
    assert table.status == "finished"
    book_results(table_id=table.pk)
    assert not MatchRecord.objects.filter(mu__isnull=False).exists()
    assert not Conduct.objects.exists()
    assert Notice.objects.filter(kind="table_called_off").count() == 2
    assert [f for f in CHECKS["tables"]() if isinstance(f, Fault)] == []
    act = StaffAct.objects.get()
    assert (act.act, act.reason, act.after) == (
        "table_cancelled",
        "the server hung",
        {"returned_chips": 100},
    )


def test_a_table_that_has_moved_on_meanwhile_is_left_alone(
    people: tuple[Player, Player], director: Player
) -> None:
    table = running_table(*people, stake_chips=50)
    stand_still(table)
    with pytest.raises(Refused, match="table_moved_on"):
        cancel_stuck_table(table_id=table.pk, seen_version=1, reason="stuck", by=director)
    assert balances(people) == [950, 950]


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_whoever_sits_down_while_an_open_table_is_called_off_is_told_or_refused(
    people: tuple[Player, Player], director: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bert = people
    table = open_table(anna, stake_chips=30, preset="romme_500", seats=3)
    stand_still(table)
    looked, sat = Event(), Event()

    def slowly(**which: int) -> None:
        looked.set()
        sat.wait(1)
        cancel_table(**which)

    def sit_down() -> Seat:
        looked.wait(5)
        try:
            return join_table(table_id=table.pk, player=bert)
        finally:
            sat.set()

    monkeypatch.setattr(tables, "cancel_table", slowly)
    call_off = partial(
        cancel_stuck_table, table_id=table.pk, seen_version=1, reason="stuck", by=director
    )
    results = at_once([call_off, sit_down])
    assert results[0] is None
    told = set(Notice.objects.filter(kind="table_called_off").values_list("player_id", flat=True))
    assert told == ({anna.pk, bert.pk} if isinstance(results[1], Seat) else {anna.pk})
    assert balances(people) == [1_000, 1_000]


def test_a_tournaments_table_is_its_directors_business(
    people: tuple[Player, Player], director: Player
) -> None:
    table = running_table(*people)
    Table.objects.filter(pk=table.pk).update(terms=table.terms | {"settlement": "tournament"})
    with pytest.raises(Refused, match="tournament_table"):
        cancel_stuck_table(table_id=table.pk, seen_version=1, reason="stuck", by=director)


def test_waking_does_what_is_due_and_says_so(
    people: tuple[Player, Player], director: Player
) -> None:
    table = running_table(*people)
    late = timezone.now() - dt.timedelta(minutes=2)
    Table.objects.filter(pk=table.pk).update(wake_at=late)
    wake_stuck_table(table_id=table.pk, by=director)
    assert StaffAct.objects.get().act == "table_woken"


def test_an_open_table_is_cancelled_in_the_browser(
    people: tuple[Player, Player], director: Player
) -> None:
    table = open_table(people[0], stake_chips=30)
    stand_still(table)
    address = f"/office/stuck/{table.pk}/cancel/"
    told = browser(director).post(address, {"reason": "", "version": "1"}, follow=True)
    assert "Say why" in told.content.decode()
    told = browser(director).post(address, {"reason": "test", "version": "1"}, follow=True)
    assert "every stake was returned" in told.content.decode()
    assert wallet_of(people[0]).balance == 1_000
