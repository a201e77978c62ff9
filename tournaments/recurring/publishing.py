"""Tournaments that come again: the next ones of every rule are published ahead, each once.

Whoever looks, however often and from wherever, finds the same occurrences missing: the rule's row
is the lock, (recurring, occurrence) unique the backstop.
"""

import datetime as dt
import logging
from dataclasses import replace

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.interest import concerns_nobody
from accounts.models import Player
from games.catalogue.offered import presets_offered
from games.tables.terms import TableOffer
from rummy.match import MatchTerms
from tournaments.director import FORMATS, Absent, InvalidPlan, Phase, Plan
from tournaments.director.codec import from_json, to_json
from tournaments.models import Entry, RecurringTournament, Tournament
from tournaments.planner import of_clubs
from tournaments.planner.publishing import publish_tournament, require_publishable
from tournaments.recurring.recurrence import Recurrence, starts
from tournaments.series.keeping import count_for_followers

log = logging.getLogger(__name__)

AHEAD_MAX = 20
# One that starts when full is called off, with everything back, if that does not happen.
WAITS_FOR = dt.timedelta(days=30)
EMPTY_KEPT_FOR = dt.timedelta(hours=6)
FORGOTTEN_MAX = 500


@concerns_nobody
def start_recurring(
    *,
    name: str,
    recurrence: Recurrence,
    plan: Plan,
    offer: TableOffer | None = None,
    terms: MatchTerms | None = None,
    ahead: int = 1,
    bots: tuple[str, ...] = (),
    bots_most: int = 0,
    bots_after_seconds: int = 20,
    bots_alone: bool = False,
    feeds: RecurringTournament | None = None,
    by: Player | None = None,
    club_id: int | None = None,
) -> RecurringTournament:
    """Store a rule; its tournaments follow when the house next looks.

    Raises InvalidPlan, InvalidRules, InvalidTerms: with a code and the numbers.
    """
    rules = plan.entries
    if not recurrence.is_by_the_clock and not rules.starts_when_full:
        raise InvalidPlan("recurring_never_starts", rule="PLAY-40")
    if plan.real_tables and bots_most:
        raise InvalidPlan("no_programs_at_real_tables", rule="PLAY-40")
    terms = require_publishable(plan, offer=offer, terms=terms)
    return RecurringTournament.objects.create(
        name=" ".join(name.split())[:80],
        recurrence=to_json(recurrence),
        plan=to_json(plan),
        terms=terms.to_json(),
        ahead=max(1, min(ahead, AHEAD_MAX)),
        bots=list(bots),
        bots_most=bots_most,
        bots_after_seconds=bots_after_seconds,
        bots_alone=bots_alone,
        feeds=feeds,
        created_by=by,
        club_id=club_id,
    )


def keep_recurring_open(*, now: dt.datetime | None = None) -> int:
    """See to it that every rule has its next tournaments; returns how many were published.

    A rule that cannot be followed any more must not keep the others waiting.
    """
    now = now or timezone.now()
    published = 0
    for recurring in _going_on().order_by("pk"):
        try:
            if missing(recurring, now):
                published += _publish_missing(recurring.pk, now)
        except Exception:
            log.exception("the next tournaments of rule %s cannot be published", recurring.pk)
    return published


def is_any_missing(*, now: dt.datetime | None = None) -> bool:
    """Whether a rule lacks a tournament; one that cannot be followed counts, so that it is told."""
    now = now or timezone.now()
    return any(missing(recurring, now) for recurring in _going_on())


def _going_on() -> QuerySet[RecurringTournament]:
    """With a club its rules end, too; those of a game that the house does not offer now wait."""
    found = RecurringTournament.objects.filter(is_active=True, club__closed_at=None)
    return found.filter(Q(terms=None) | Q(terms__rules__key__in=presets_offered().keys()))


def missing(recurring: RecurringTournament, now: dt.datetime) -> list[tuple[str, dt.datetime]]:
    """The occurrences of a rule that should be open and are not: (occurrence, start)."""
    rule = from_json(Recurrence, recurring.recurrence)
    known = Tournament.objects.filter(recurring=recurring)
    if rule.is_by_the_clock:
        found = starts(rule, after=now, count=recurring.ahead)
        due = {start.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%MZ"): start for start in found}
        there = set(known.filter(occurrence__in=due).values_list("occurrence", flat=True))
        return [(name, start) for name, start in due.items() if name not in there]
    open_now = known.filter(phase=Phase.ENTERING.value).count()
    if open_now >= recurring.ahead:
        return []
    # Empty ones are forgotten, so the newest counts, not how many there are.
    numbered = known.filter(occurrence__regex="^[0-9]+$").order_by("-pk")
    newest = numbered.values_list("occurrence", flat=True).first()
    last = int(newest) if newest else 0
    return [(str(last + more + 1), now + WAITS_FOR) for more in range(recurring.ahead - open_now)]


@transaction.atomic
def _publish_missing(recurring_id: int, now: dt.datetime) -> int:
    held = _going_on().select_for_update(skip_locked=True, of=("self",))
    recurring = held.filter(pk=recurring_id).first()
    if recurring is None:
        return 0  # somebody else is at it
    due = missing(recurring, now)
    if recurring.club_id is not None:
        due = due[: of_clubs.left_today(recurring.club_id)]  # the others another day
    published = []
    for occurrence, starts_at in due:
        if Tournament.objects.filter(recurring=recurring, occurrence=occurrence).exists():
            continue
        published.append(_publish(recurring, occurrence, starts_at))
    if published and recurring.club is not None:  # of several at once, of the first
        of_clubs.tell_members(published[0], recurring.club, but=None)
    return len(published)


def _publish(recurring: RecurringTournament, occurrence: str, starts_at: dt.datetime) -> Tournament:
    plan = from_json(Plan, recurring.plan)
    # A wish that was stored, though formats of stages never followed it, and now refuse.
    if not FORMATS[plan.format].plays_for_chips:
        plan = replace(plan, absent=Absent.PLAYED)
    tournament = publish_tournament(
        name=recurring.name,
        plan=plan,
        starts_at=starts_at,
        terms=None if recurring.terms is None else MatchTerms.from_json(recurring.terms),
        by=recurring.created_by,
        club_id=recurring.club_id,
    )
    Tournament.objects.filter(pk=tournament.pk).update(
        recurring=recurring, occurrence=occurrence, feeds_recurring=recurring.feeds
    )
    tournament.refresh_from_db(fields=("recurring",))
    count_for_followers(tournament)
    return tournament


def forget_empty_tournaments(*, now: dt.datetime | None = None) -> int:
    """Tournaments of a rule that nobody ever entered and that were called off leave no trace.

    But what directors ordered stays in the record; and so does the hour that one of them called
    off, which is not published anew.
    """
    before = (now or timezone.now()) - EMPTY_KEPT_FOR
    empty = (
        Tournament.objects.filter(
            recurring__isnull=False, phase=Phase.CANCELLED.value, finished_at__lt=before
        )
        .exclude(pk__in=Entry.objects.values("tournament_id"))
        .exclude(tickets__isnull=False)
        .exclude(fed_by__isnull=False)
        .exclude(desk_acts__isnull=False)
    )
    ids = list(empty.values_list("pk", flat=True)[:FORGOTTEN_MAX])
    Tournament.objects.filter(pk__in=ids).delete()
    return len(ids)
