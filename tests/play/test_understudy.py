"""Who does the workers' work while none is heard: tables, messages, tasks of the clock."""

import datetime as dt
from typing import Any

import pytest
from celery import current_app
from django.db.models.functions import Now

from accounts.joining.players import create_guest
from config.celery import Beat
from games import tasks
from games.management.commands.dispatcher import _by_the_clock
from games.models import Heartbeat, Outage, OutboxMessage, Table
from games.running import outages
from games.running.dispatcher import ATTEMPTS_MAX
from games.running.understudy import Understudy
from games.tables.opening import create_table, join_table
from games.tables.terms import TableOffer
from tests.running.waiting import until
from web.time import clock
from web.time.clock import LOOKS

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


class Stage:
    """What an understudy was asked to do."""

    def __init__(self, *, broken: bool = False) -> None:
        self.woken: list[int] = []
        self.followed: list[tuple[str, dict[str, Any]]] = []
        self.ticks = 0
        self.broken = broken
        self.understudy = Understudy(
            wake=self.woken.append, follow=self.follow, by_the_clock={"tick": (0.0, self.tick)}
        )

    def follow(self, topic: str, payload: dict[str, Any]) -> None:
        self.followed.append((topic, payload))
        if self.broken:
            raise ValueError("it cannot be done")

    def tick(self) -> None:
        self.ticks += 1

    def play(self) -> bool:
        """Look once and do all there is to do; whether workers are away."""
        away = self.understudy.look()
        while self.understudy.waiting:
            self.understudy.do_next()
        return away


@pytest.fixture
def due() -> Table:
    """A table that is due, and the message that it has filled."""
    offer = TableOffer(format="ring", rounds=1, stake_chips=20)
    table = create_table(player=None, offer=offer, name="Ring", is_standing=True)
    for player in (create_guest(), create_guest()):
        join_table(table_id=table.pk, player=player)
    Table.objects.filter(pk=table.pk).update(wake_at="2020-01-01T00:00Z")
    return table


def silence(seconds: float) -> None:
    outages.beat(outages.WORK)
    Heartbeat.objects.filter(service=outages.WORK).update(
        beat_at=Now() - dt.timedelta(seconds=seconds)
    )


def test_while_workers_are_heard_it_does_nothing(due: Table) -> None:
    outages.beat(outages.WORK)
    stage = Stage()
    assert not stage.play()
    assert (stage.woken, stage.followed, stage.ticks) == ([], [], 0)


def test_while_none_is_heard_it_does_what_they_would(due: Table) -> None:
    silence(60)
    stage = Stage()
    assert stage.play()
    assert stage.woken == [due.pk]
    assert stage.followed == [("standing_table_filled", {"table": due.pk})]
    assert stage.ticks == 1
    assert OutboxMessage.objects.get().done_at is not None
    stage.play()
    assert len(stage.followed) == 1, "a message that is done is done"
    outages.beat(outages.WORK)
    assert not stage.play()


def test_a_message_that_cannot_be_followed_is_tried_as_often_as_the_dispatcher_would(
    due: Table,
) -> None:
    silence(60)
    stage = Stage(broken=True)
    for _ in range(ATTEMPTS_MAX + 3):
        OutboxMessage.objects.update(created_at="2020-01-01T00:00Z")
        stage.play()
    assert len(stage.followed) == ATTEMPTS_MAX
    assert OutboxMessage.objects.get().done_at is None


def test_two_of_them_follow_a_message_once(due: Table) -> None:
    """As where there are two dispatchers: both have seen it before one takes it."""
    silence(60)
    stages = [Stage(), Stage()]
    for stage in stages:
        stage.understudy.look()
    for stage in stages:
        stage.play()
    assert sum(len(stage.followed) for stage in stages) == 1


def test_what_is_under_way_is_not_asked_for_twice(due: Table) -> None:
    silence(60)
    stage = Stage()
    for _ in range(3):
        stage.understudy.look()
    assert stage.understudy.waiting == 3, "the table, the message and the clock"


def test_the_sweep_is_a_sign_of_life_only_from_a_worker() -> None:
    """Whoever runs it here and now has not heard from broker and clock."""
    tasks.sweep_tables()
    tasks.sweep_tables.apply(throw=True)
    assert outages.is_silent(outages.WORK, seconds=60)


def test_everything_the_clock_sends_can_be_done_without_workers() -> None:
    jobs = _by_the_clock()
    assert jobs.keys() == clock.EVERY.keys()
    assert all(seconds > 0 for seconds, _job in jobs.values())
    jobs["games.tasks.sweep_tables"][1]()


def test_in_an_empty_house_the_clock_wakes_nobody(settings: Any) -> None:
    """Looks that find nothing send nothing; one that cannot look lets the worker see."""
    current_app.loader.import_default_modules()
    assert LOOKS.keys() <= clock.EVERY.keys()
    settings.SHOW_TABLES = settings.ARENA_TABLES = 0
    settings.DAILY_GAMES = ["none"]
    assert [task for task, look in LOOKS.items() if look()] == []


def test_the_clock_goes_for_as_long_as_it_looks_at_what_is_due(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The dispatcher gives no sign of life once it has stood still for too long."""
    monkeypatch.setattr(clock, "_ticked_at", float("-inf"))
    assert not clock.goes(patience_seconds=60)
    Beat(current_app, schedule={}).tick()
    assert clock.goes(patience_seconds=60)


@pytest.mark.parametrize(
    ("found", "sent"), [(lambda: True, 1), (lambda: False, 0), (lambda: 1 / 0, 1)]
)
def test_the_clock_sends_what_a_look_finds(
    found: Any, sent: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LOOKS, "games.tasks.sweep_results", found)
    beat = Beat(current_app)
    messages: list[str] = []
    monkeypatch.setattr(beat, "apply_async", lambda entry, **_: messages.append(entry.task))
    for entry in beat.schedule.values():
        if entry.task == "games.tasks.sweep_results":
            beat.apply_entry(entry)
    assert len(messages) == sent


def test_a_sign_of_life_waits_for_nobody_who_is_giving_one() -> None:
    """A session that hangs while it gives one must not hold up the others."""
    from games.running.dispatcher import _connect

    outages.beat(outages.PLAY)
    with _connect() as other, other.transaction():
        other.execute("SELECT 1 FROM games_heartbeat WHERE service = 'play' FOR UPDATE")
        outages.beat(outages.PLAY)
    assert not Outage.objects.exists()


def test_two_at_once_open_no_more_tables_than_are_missing(settings: Any) -> None:
    """Who counts first and opens then must not count beside somebody who has not opened yet."""
    from games.running.dispatcher import _connect

    settings.SHOW_TABLES = 1
    with _connect() as other:
        other.execute("SELECT pg_advisory_lock(hashtext('jeton.show tables'))")
        tasks.look_after_house()
        assert not Table.objects.exists(), "somebody is at it"
    until(one_is_opened, what="the lock's end")
    assert Table.objects.count() == 1


def one_is_opened() -> bool:
    tasks.look_after_house()
    return Table.objects.exists()
