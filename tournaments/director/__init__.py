"""The tournament director: a snapshot in, commands out. Pure, like the engine.

The shell asks `reach` how far to look, loads that much as a `Snapshot`, and carries out what
`direct` orders, until it orders nothing more:

    while commands := direct(snapshot, dice):
        carry them out together, load the next snapshot

A step changes nothing itself and decides the same whenever it is asked the same.
"""

from dataclasses import replace

from tournaments.director.boards import SCORINGS
from tournaments.director.clock.clockwork import wake_at
from tournaments.director.clock.deadlines import as_of_now
from tournaments.director.clock.schedule import DEEP, SCHEDULES, STANDARD, TURBO, Schedule
from tournaments.director.commands import Command
from tournaments.director.desk import orders as desk
from tournaments.director.desk.orders import leave
from tournaments.director.entries import (
    Buyer,
    add_on,
    check_in,
    check_out,
    come_back,
    enter,
    rebuy,
    withdraw,
)
from tournaments.director.errors import InvalidPlan, Refused
from tournaments.director.formats import FORMATS, Format
from tournaments.director.plan import Absent, EntryRules, Pace, Plan, TooFew
from tournaments.director.prizes import PrizeForm, PrizePlan, ladder
from tournaments.director.reasons import Reason, facts_for_words
from tournaments.director.snapshot import Clock, Dice, Field, Phase, Reach, Snapshot
from tournaments.director.starting import start_is_due, withdraw_the_missing


def check(plan: Plan) -> None:
    """Raise `InvalidPlan` when the plan does not fit its format."""
    if plan.format not in FORMATS:
        raise InvalidPlan("format_unknown", format=plan.format)
    FORMATS[plan.format].check(plan)
    # Nobody deals the same cards twice by hand, and programs hold none.
    if plan.real_tables and plan.boards:
        raise InvalidPlan("no_boards_at_real_tables", rule="PLAY-1")
    if plan.real_tables and plan.entries.bot_accounts:
        raise InvalidPlan("no_programs_at_real_tables", rule="PLAY-40")
    if plan.boards:
        _check_boards(plan, plan.boards)
    if plan.clubs_apart and not FORMATS[plan.format].hears_requests(plan.seats):
        raise InvalidPlan("no_clubs_apart_in_format", rule="PLAY-42", format=plan.format)


def _check_boards(plan: Plan, scoring: str) -> None:
    if not FORMATS[plan.format].deals_boards:
        raise InvalidPlan("no_boards_in_format", rule="PLAY-1", format=plan.format)
    if scoring not in SCORINGS:
        raise InvalidPlan("boards_unknown", rule="PLAY-1", boards=scoring[:40])
    if plan.entries.least < 2 * plan.seats:
        facts = {"least": plan.entries.least, "needed": 2 * plan.seats}
        raise InvalidPlan("boards_need_two_tables", rule="PLAY-40", **facts)


def reach(plan: Plan, clock: Clock, field: Field) -> Reach:
    """How far the next step has to look."""
    looks = FORMATS[plan.format].reach(plan, clock, field)
    if plan.entries.check_in and start_is_due(plan, clock, field):
        return replace(looks, missing=True)
    return looks


def direct(snapshot: Snapshot, dice: Dice) -> tuple[Command, ...]:
    """The commands of the next step; none when there is nothing to do until something happens."""
    if snapshot.missing:
        return withdraw_the_missing(snapshot)
    return FORMATS[snapshot.plan.format].direct(snapshot, dice)
