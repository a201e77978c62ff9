"""Celery tasks: one more interface to the services. Ids in, look at the row, safe to run twice."""

import logging
import time

from celery import Task, shared_task
from django.conf import settings
from django.db import transaction

from accounts.career import seasons
from accounts.notices import telling as notices
from games.arena import matching as arena
from games.daily import playing as daily
from games.puzzles import solving
from games.replay import hints, thoughts
from games.running import house, outages, results, turns, waking
from games.skill import judging
from games.tables import opening_hours
from games.talk import chat, moderation
from games.waitlist import waiting
from web.database.alone import alone_at
from web.modestly import modest
from web.time.clock import by_the_clock

OVERDUE_SECONDS = 2.0
# One message may be worth many moves; then other tables have their turn.
WORK_SECONDS = 0.2
SWEEP_MAX = 50
RESULTS_MAX = 100
JUDGING_SECONDS = 0.8

log = logging.getLogger(__name__)


@shared_task
def wake_table(table_id: int) -> None:
    """The table is due. Bots that do not pretend to think go on while they may."""
    enough = time.monotonic() + WORK_SECONDS
    while waking.wake_table(table_id=table_id) and time.monotonic() < enough:
        pass


@by_the_clock(2, bind=True)
def sweep_tables(self: Task[[], None]) -> None:
    """Find what a lost message left behind. Several sweeps at once share the work.

    That it comes is the workers' sign of life: clock, broker and worker have done their part.
    """
    if not (self.request.is_eager or self.request.called_directly):
        outages.beat(outages.WORK)
    with transaction.atomic():
        overdue = waking.overdue_tables(seconds=OVERDUE_SECONDS, most=SWEEP_MAX)
    for table_id in overdue:
        try:
            waking.wake_table(table_id=table_id)
        except Exception:
            # The one due longest comes first: if it cannot be read, the others still can.
            log.exception("table %s cannot be woken", table_id)


@shared_task
def book_results(table: int) -> None:
    results.book_results(table_id=table)


@by_the_clock(5, only_if=results.is_any_due)
def sweep_results() -> None:
    """Rounds of running matches, and what a lost message left behind."""
    results.book_due_results(most=RESULTS_MAX)


@by_the_clock(60)
def close_season() -> None:
    """Everything played in a season counts for it before it is closed."""
    while results.book_due_results(most=RESULTS_MAX) >= RESULTS_MAX:
        pass
    seasons.close_due_season()


@shared_task
def open_successor(table: int) -> None:
    """A standing ring table has filled."""
    opened = house.open_successor(table_id=table)
    if opened is not None:
        waiting.serve_waitlist(table_id=opened.pk)


@shared_task
def serve_waitlist(table: int) -> None:
    """A seat has come free at a table of the house."""
    waiting.serve_waitlist(table_id=table)


@by_the_clock(5, only_if=waiting.is_anybody_waiting)
def look_after_waitlists() -> None:
    """Places that lapse, and seats that a lost message left free."""
    waiting.end_lapsed_places()
    waiting.serve_waitlists()


def _house_wants_something() -> bool:
    shown = settings.SHOW_TABLES
    return house.is_anything_to_do(show_tables=shown if shown and opening_hours.is_open() else 0)


@by_the_clock(5, only_if=_house_wants_something)
def look_after_house() -> None:
    """Bots at play for visitors to watch; idle tables closed; ring tables that go on."""
    for table in house.tables_to_succeed():
        open_successor(table)
    with alone_at("show tables") as is_alone:
        if is_alone and opening_hours.is_open():
            house.keep_show_tables(tables=settings.SHOW_TABLES)
    house.close_idle_tables()


@shared_task
def tell_turn(table: int, player: int) -> None:
    """A move is awaited where moves take days."""
    turns.tell_turn(table_id=table, player_id=player)


# The same where its message was lost.
tell_lost_turns = by_the_clock(600)(turns.tell_lost_turns)


@shared_task
def think(thought: int) -> None:
    """Somebody waits for advice."""
    thoughts.think(thought_id=thought, thinkers=hints.THINKERS)


@by_the_clock(3600)
def forget_old_receipts() -> None:
    house.forget_old_receipts()
    thoughts.forget_old_thoughts()
    outages.forget_old_outages()
    turns.forget_left_tables()
    waiting.forget_old_places()


# Guests who have never sat at a table, and will not come back.
retire_idle_guests = by_the_clock(3600)(house.retire_idle_guests)


# By e-mail, what its player has not read on the page.
mail_notices = by_the_clock(30)(notices.send_due_mails)


@by_the_clock(3600)
def forget_old_talk() -> None:
    chat.forget_old_talk()
    moderation.forget_old_reports()
    notices.forget_old_notices()


# Opponents for who waits in the bot arena, and its results.
look_after_arena = by_the_clock(5, only_if=arena.is_anything_on, alone_in="arena")(
    arena.look_after_arena
)


# The deals of the day are drawn, played by bots of the house, and opened the day after.
look_after_daily_deals = by_the_clock(30, only_if=daily.is_anything_due, alone_in="daily deals")(
    daily.look_after_daily_deals
)


@by_the_clock(2, only_if=judging.is_any_due, alone_in="judging")
@modest
def judge_rounds() -> None:
    """How well people played what is over; two fifths of one worker at most."""
    judging.judge_due_rounds(seconds=JUDGING_SECONDS)


# Puzzles that came with this version of the house.
take_in_puzzles = by_the_clock(60, only_if=solving.is_any_new)(solving.take_in_puzzles)
