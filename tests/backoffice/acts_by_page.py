"""Each act of the staff that only pages have, prepared so that one player has a part in it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.utils import timezone

from accounts.joining.players import grant_starting_chips
from backoffice.models import Restitution
from backoffice.restitution.acting import (
    approve_restitution,
    draft_restitution,
    propose_correction,
    propose_restitution,
    reject_restitution,
    undo_restitution,
)
from games.models import Table
from tests.api.acts_of_staff import World, stranger
from tests.pages.tables import finished_ring
from tests.tournaments import real_tables as hall
from tests.tournaments.club import its_hour_has_come, people, published, quick
from tournaments.desk.calling import answer_call, call_director, take_call
from tournaments.desk.ordering import appoint_director, dismiss_director
from tournaments.director import EntryRules, Plan
from tournaments.entries.entering import enter_tournament
from tournaments.models import DirectorCall, RecurringTournament, Series, Tournament
from tournaments.recurring.planning import (
    Rhythm,
    change_recurring,
    resume_recurring,
    stop_recurring,
)
from tournaments.recurring.publishing import keep_recurring_open, start_recurring
from tournaments.recurring.recurrence import Kind, Recurrence
from tournaments.running.directing import look_after
from tournaments.series.keeping import (
    SeriesWishes,
    add_to_series,
    change_series,
    close_series,
    open_series,
    take_out_of_series,
)
from tournaments.series.rules import SeriesRules

PLAN = Plan(seats=3, stack_chips=1_000)
WHEN_FULL = Recurrence(Kind.WHEN_FULL)


@dataclass(frozen=True, slots=True)
class Done:
    """What the actor does, what it concerns, and, of two steps, what the second person does."""

    act: Callable[..., object]
    number: int
    second: Callable[..., object] | None = None


def _tournament(world: World) -> Tournament:
    made = published(PLAN, [world.party, *people(2)])
    look_after(tournament_id=made.pk)
    return made


def _appoint(world: World) -> Done:
    made = _tournament(world)
    return Done(partial(appoint_director, tournament_id=made.pk, player=stranger()), made.pk)


def _dismiss(world: World) -> Done:
    made, named = _tournament(world), stranger()
    appoint_director(tournament_id=made.pk, player=named, by=world.third)
    return Done(partial(dismiss_director, tournament_id=made.pk, player=named), made.pk)


def _call(world: World) -> DirectorCall:
    return call_director(tournament_id=_tournament(world).pk, player=world.party, matter="rules")


def _take(world: World) -> Done:
    call = _call(world)
    return Done(partial(take_call, call_id=call.pk), call.pk)


def _answer(world: World) -> Done:
    call = _call(world)
    return Done(partial(answer_call, call_id=call.pk, answer="as it lies"), call.pk)


def _recurring(world: World) -> RecurringTournament:
    plan = Plan(seats=2, stack_chips=40, entries=EntryRules(least=4, most=4, starts_when_full=True))
    made = start_recurring(
        name="Sit and go", recurrence=WHEN_FULL, plan=plan, terms=quick("gin_classic")
    )
    keep_recurring_open()
    enter_tournament(tournament_id=Tournament.objects.get(recurring=made).pk, player=world.party)
    return made


def _change_recurring(world: World) -> Done:
    made = _recurring(world)
    rhythm = Rhythm("Another name", WHEN_FULL)
    return Done(partial(change_recurring, recurring_id=made.pk, rhythm=rhythm), made.pk)


def _stop_recurring(world: World) -> Done:
    made = _recurring(world)
    return Done(partial(stop_recurring, recurring_id=made.pk), made.pk)


def _resume_recurring(world: World) -> Done:
    made = _recurring(world)
    return Done(partial(resume_recurring, recurring_id=made.pk), made.pk)


def _series(world: World, *, is_over: bool = False) -> Series:
    """The party takes part in a tournament of it, or in one that is over."""
    made = open_series(wishes=SeriesWishes("Spring", "", SeriesRules()), by=world.third)
    event = _tournament(world)
    add_to_series(series_id=made.pk, tournament_id=event.pk, weight=1, by=world.third)
    if is_over:
        Tournament.objects.filter(pk=event.pk).update(phase="finished", finished_at=timezone.now())
    return made


def _change_series(world: World) -> Done:
    made = _series(world)
    wishes = SeriesWishes("Another name", "", SeriesRules())
    return Done(partial(change_series, series_id=made.pk, wishes=wishes), made.pk)


def _add_to_series(world: World) -> Done:
    made, other = _series(world), published(PLAN, people(2, first=2))
    act = partial(add_to_series, series_id=made.pk, tournament_id=other.pk, weight=1)
    return Done(act, made.pk)


def _take_out_of_series(world: World) -> Done:
    made = _series(world)
    event = made.events.get().tournament_id
    return Done(partial(take_out_of_series, series_id=made.pk, tournament_id=event), made.pk)


def _close_series(world: World) -> Done:
    made = _series(world, is_over=True)
    return Done(partial(close_series, series_id=made.pk), made.pk)


def _table(world: World) -> Table:
    other = stranger()
    for player in (world.party, other):
        grant_starting_chips(player)
    return finished_ring(world.party, other, stake_chips=10)


def _drafted(world: World) -> Restitution:
    return draft_restitution(
        kind="undone", tables=[_table(world).pk], counter="mint", by=world.third
    )


def _proposed(world: World) -> Restitution:
    claim = _drafted(world)
    return propose_restitution(restitution_id=claim.pk, reason="void", by=world.third)


def _propose(world: World) -> Done:
    claim = _drafted(world)
    return Done(
        partial(propose_restitution, restitution_id=claim.pk, reason="void"),
        claim.pk,
        partial(approve_restitution, restitution_id=claim.pk, by=world.second),
    )


def _propose_correction(world: World) -> Done:
    """A final that the party has lost, or won."""
    plan = replace(hall.SWISS, stages=1)
    over = hall.published(plan, [world.party, stranger()])
    its_hour_has_come(over)
    look_after(tournament_id=over.pk)
    (sheet,) = hall.sheets(over)
    hall.play(sheet, (8, 0))
    asked: dict[str, Any] = {
        "tournament_id": over.pk,
        "sheet_id": sheet.pk,
        "points": (0, 8),
        "reason": "slip",
    }

    def approve() -> object:
        claim = Restitution.objects.get(sheet=sheet)
        return approve_restitution(restitution_id=claim.pk, by=world.second)

    return Done(partial(propose_correction, **asked), over.pk, approve)


def _approve(world: World) -> Done:
    claim = _proposed(world)
    return Done(partial(approve_restitution, restitution_id=claim.pk), claim.pk)


def _reject(world: World) -> Done:
    claim = _proposed(world)
    return Done(partial(reject_restitution, restitution_id=claim.pk, reason="no"), claim.pk)


def _undo(world: World) -> Done:
    claim = _proposed(world)
    approve_restitution(restitution_id=claim.pk, by=world.second)

    def approve_undoing() -> object:
        undoing = Restitution.objects.get(reverses=claim)
        return approve_restitution(restitution_id=undoing.pk, by=world.second)

    act = partial(undo_restitution, restitution_id=claim.pk, reason="it was right")
    return Done(act, claim.pk, approve_undoing)


ACTS_BY_PAGE: dict[str, Callable[[World], Done]] = {
    "appoint_director": _appoint,
    "dismiss_director": _dismiss,
    "take_call": _take,
    "answer_call": _answer,
    "change_recurring": _change_recurring,
    "stop_recurring": _stop_recurring,
    "resume_recurring": _resume_recurring,
    "change_series": _change_series,
    "add_to_series": _add_to_series,
    "take_out_of_series": _take_out_of_series,
    "close_series": _close_series,
    "propose_restitution": _propose,
    "propose_correction": _propose_correction,
    "approve_restitution": _approve,
    "reject_restitution": _reject,
    "undo_restitution": _undo,
}
