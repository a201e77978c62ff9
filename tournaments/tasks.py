"""Celery tasks: what is due, and the sweep. Ids in, look at the row; harmless if run twice."""

from celery import shared_task

from games.tables import opening_hours
from tournaments.entries import bots as company
from tournaments.planner.forecasts import forecasting
from tournaments.recurring import publishing as recurring
from tournaments.running import directing, telling
from tournaments.tickets import using as tickets
from web.database.alone import alone_at
from web.modestly import modest
from web.time.clock import by_the_clock

SWEEP_MAX = 50


@shared_task
def look_after_tournament(tournament: int) -> None:
    """Something has happened in this tournament."""
    if opening_hours.is_open():
        directing.wake_tournament(tournament_id=tournament)


@shared_task
def round_over(table: int) -> None:
    """The round at this game table is over: its tournament goes on at once."""
    tournament_id = directing.tournament_waiting_for(game_table_id=table)
    if tournament_id is not None and opening_hours.is_open():
        directing.wake_tournament(tournament_id=tournament_id)


# Not while the house is closed for maintenance: rounds end then and none begins.
@by_the_clock(1, only_if=lambda: directing.is_any_due() and opening_hours.is_open())
def sweep_tournaments() -> None:
    """Find tournaments whose hour has come or whose tables have finished. Sweeps share the work."""
    if opening_hours.is_open():
        directing.look_after_due(most=SWEEP_MAX)


@shared_task
@modest
def forecast_draft(draft: int) -> None:
    """Somebody asked for this draft's forecast: the longest waiting comes first."""
    forecasting.forecast_next()


def _recurring_want_something() -> bool:
    return (recurring.is_any_missing() and opening_hours.is_open()) or forecasting.is_any_waiting()


@by_the_clock(5, only_if=_recurring_want_something)
def look_after_recurring() -> None:
    """The next tournaments of every rule, forecasts that wait."""
    with alone_at("recurring") as is_alone:
        if is_alone and opening_hours.is_open():
            recurring.keep_recurring_open()
    forecasting.ask_again()


@by_the_clock(
    2,
    only_if=lambda: company.is_any_due() and opening_hours.is_open(),
    alone_in="bots that enter",
)
def let_bots_enter() -> None:
    """Bots of the house fill up what waits for them."""
    if opening_hours.is_open():
        company.let_bots_enter()


# What has been decided, to the inboxes of those it concerns.
tell_tournament_news = by_the_clock(3, only_if=telling.is_any_news)(telling.tell_news)


@by_the_clock(300)
def tidy_tournaments() -> None:
    """Tickets that have lapsed are paid out; tournaments that nobody entered are forgotten."""
    tickets.pay_out_lapsed_tickets()
    recurring.forget_empty_tournaments()
