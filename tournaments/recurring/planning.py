"""What planners do with recurring tournaments: start, change, stop and start again (PLAY-40).

A rule is started from a draft whose forecast ends, as a single tournament is published. When a
rule changes or stops, what it has published and somebody has entered stays as promised; what
nobody has entered is called off.
"""

import datetime as dt
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone

from accounts.interest import concerns, concerns_nobody
from accounts.models import Player
from games.moves.errors import NotFound
from rummy.bots import BOTS
from rummy.bots.families import plays
from rummy.engine import PRESETS
from tournaments.desk.calling_off import cancel_tournament
from tournaments.director import InvalidPlan, Phase, Plan
from tournaments.director.codec import from_json, to_json
from tournaments.models import Entry, RecurringTournament, Tournament
from tournaments.planner import of_clubs
from tournaments.planner.planning import (
    one_draft,
    planned_by,
    require_forecast,
    require_planner_of_any,
)
from tournaments.planner.publishing import NAME_CHARS_MAX, require_second_person
from tournaments.planner.wishes import agreed, wishes_of
from tournaments.recurring.publishing import AHEAD_MAX, start_recurring
from tournaments.recurring.recurrence import Kind, Recurrence, starts
from web.database.by_name import by_name
from web.finding import or_raise

# Of those that play the game, so that the field is not all alike.
COMPANY = ("casual", "solid", "greedy")
BOTS_AFTER_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Rhythm:
    """When it comes again, how many are open at a time, and how many bots fill each up."""

    name: str
    recurrence: Recurrence
    ahead: int = 1
    bots_most: int = 0


@concerns_nobody
def repeat_draft(*, draft_id: int, by: Player, rhythm: Rhythm) -> RecurringTournament:
    """A rule from a draft, which stays a draft.

    Raises:
        NotAllowed(not_a_planner | house_adds_alone), NotFound(draft_not_found).
        Refused(forecast_missing | forecast_under_way).
        InvalidPlan(schedule_does_not_end | recurring_never_starts).
        InvalidPlan(club_repeats_weekly), Conflict(club_has_many_rules), and what else a club may
        not plan.
    """
    require_planner_of_any(by)
    draft = one_draft(draft_id, reader=by)
    wishes = wishes_of(draft)
    terms = agreed(wishes)
    if draft.club_id is not None:
        of_clubs.require_fit(wishes.plan, players_expected=wishes.players_expected)
        _require_fit(rhythm)
        of_clubs.require_room_for_rule(draft.club_id)
    require_forecast(draft, wishes.plan)
    require_second_person(wishes.plan, by=by, written_by=draft.created_by_id)
    return start_recurring(
        name=rhythm.name,
        recurrence=rhythm.recurrence,
        plan=wishes.plan,
        terms=terms,
        ahead=rhythm.ahead,
        bots=company_for(wishes.offer.preset),
        bots_most=rhythm.bots_most,
        bots_after_seconds=BOTS_AFTER_SECONDS,
        by=by,
        club_id=draft.club_id,
    )


def _require_fit(rhythm: Rhythm) -> None:
    """A club's: of people who belong to it, and no more than it may publish.

    Raises InvalidPlan(club_repeats_weekly).
    """
    if rhythm.recurrence.kind is not Kind.WEEKLY or rhythm.bots_most:
        raise InvalidPlan("club_repeats_weekly", rule="PLAY-40")


def company_for(preset: str) -> tuple[str, ...]:
    """Bots that play this game."""
    family = PRESETS[preset].family
    return tuple(key for key in COMPANY if key in BOTS and plays(BOTS[key], family))


@concerns("recurring", "recurring_id")
def change_recurring(*, recurring_id: int, by: Player, rhythm: Rhythm) -> RecurringTournament:
    """Another rhythm from now on. The plan stays: another plan is another rule.

    Raises:
        NotAllowed, NotFound(recurring_not_found).
        InvalidPlan(recurring_never_starts | club_repeats_weekly), Conflict(club_publishes_no_more).
    """
    recurring = _locked(recurring_id, by)
    plan = from_json(Plan, recurring.plan)
    if not rhythm.recurrence.is_by_the_clock and not plan.entries.starts_when_full:
        raise InvalidPlan("recurring_never_starts", rule="PLAY-40")
    is_moved = rhythm.recurrence != from_json(Recurrence, recurring.recurrence)
    if recurring.club_id is not None:
        _require_fit(rhythm)
        if is_moved:
            of_clubs.require_few_today(recurring.club_id)
    recurring.name = " ".join(rhythm.name.split())[:NAME_CHARS_MAX]
    recurring.recurrence = to_json(rhythm.recurrence)
    recurring.ahead = max(1, min(rhythm.ahead, AHEAD_MAX))
    recurring.bots_most = rhythm.bots_most
    recurring.save(update_fields=("name", "recurrence", "ahead", "bots_most"))
    if is_moved:
        _call_off_empty(recurring)
    return recurring


@concerns("recurring", "recurring_id")
def stop_recurring(*, recurring_id: int, by: Player) -> int:
    """No more; how many were called off. Raises NotAllowed, NotFound(recurring_not_found)."""
    recurring = _locked(recurring_id, by)
    recurring.is_active = False
    recurring.save(update_fields=("is_active",))
    return _call_off_empty(recurring)


@concerns("recurring", "recurring_id")
def resume_recurring(*, recurring_id: int, by: Player) -> None:
    """The next ones follow again.

    Raises NotAllowed, NotFound(recurring_not_found), Conflict(club_has_many_rules).
    """
    recurring = _locked(recurring_id, by)
    if recurring.club_id is not None and not recurring.is_active:
        of_clubs.require_room_for_rule(recurring.club_id)
    recurring.is_active = True
    recurring.save(update_fields=("is_active",))


def _locked(recurring_id: int, by: Player) -> RecurringTournament:
    require_planner_of_any(by)
    recurring = rules_of(by).select_for_update(of=("self",)).filter(pk=recurring_id).first()
    return or_raise(recurring, NotFound("recurring_not_found", recurring=recurring_id))


def _call_off_empty(recurring: RecurringTournament) -> int:
    """What nobody is in. Whoever enters at this moment is locked out or gets everything back."""
    entered = Entry.objects.entered().values("tournament_id")
    empty = Tournament.objects.filter(recurring=recurring, phase=Phase.ENTERING.value)
    ids = list(empty.exclude(pk__in=entered).order_by("pk").values_list("pk", flat=True))
    for tournament_id in ids:
        cancel_tournament(tournament_id=tournament_id)
        # Its hour may be wanted again.
        Tournament.objects.filter(pk=tournament_id).update(occurrence=f"off {tournament_id}")
    return len(ids)


def rules_of(player: Player) -> QuerySet[RecurringTournament]:
    """Those that this player may read and change: the house's, and those of clubs they organise."""
    return RecurringTournament.objects.filter(planned_by(player))


def recurring_rows(club_id: int | None) -> list[tuple[RecurringTournament, dt.datetime | None]]:
    """The house's, or a club's: active rules first.

    No hour for what is stopped, and for what starts when it is full.
    """
    found = []
    rules = RecurringTournament.objects.filter(club=club_id)
    for recurring in rules.order_by("-is_active", by_name("name"), "pk"):
        rule = from_json(Recurrence, recurring.recurrence)
        due = starts(rule, after=timezone.now(), count=1) if recurring.is_active else []
        found.append((recurring, due[0] if due else None))
    return found


def open_of(recurring: RecurringTournament, *, most: int) -> list[tuple[Tournament, dt.datetime]]:
    """What a rule has published and is not over, with its hour."""
    found = Tournament.objects.filter(recurring=recurring, finished_at__isnull=True).order_by("pk")
    return [
        (row, dt.datetime.fromtimestamp(row.clock["starts_at_ms"] / 1000, tz=dt.UTC))
        for row in found[:most]
    ]
