"""Publishing a tournament: its plan and terms are checked, its lots are committed to."""

from __future__ import annotations

import datetime as dt

from django.db import transaction

from accounts.models import Player
from games.engine.families.tabling.numbers import Scoring, TablingNumbers
from games.match import MatchFormat, MatchTerms
from games.services.terms import TableOffer, agree_terms
from tournaments import director
from tournaments.director import Clock, Field, InvalidPlan, Plan
from tournaments.director.codec import to_json
from tournaments.director.formats.single_table import SINGLE_TABLE
from tournaments.models import Tournament, TournamentSecret
from tournaments.services.live import lock_tournament, now_ms
from tournaments.services.lots import draw_seed

NAME_CHARS_MAX = 80


@transaction.atomic
def publish_tournament(
    *,
    name: str,
    plan: Plan,
    starts_at: dt.datetime,
    offer: TableOffer | None = None,
    terms: MatchTerms | None = None,
    by: Player | None = None,
) -> Tournament:
    """Open a tournament for entries.

    `offer`, or finished `terms`, say what is played at its tables; with neither it is played at
    real tables, and its rounds are reported.

    Raises:
        InvalidPlan, InvalidRules, InvalidTerms: with a code and the numbers.
    """
    director.check(plan)
    if offer is not None:
        terms = agree_terms(offer)
    if terms is not None:
        require_game(plan, terms)
    tournament = Tournament.objects.create(
        name=" ".join(name.split())[:NAME_CHARS_MAX],
        plan=to_json(plan),
        terms=None if terms is None else terms.to_json(),
        clock=to_json(Clock(now_ms=now_ms(), starts_at_ms=int(starts_at.timestamp() * 1000))),
        field=to_json(Field()),
        created_by=by,
    )
    sealed, tournament.commitment = draw_seed(tournament.pk)
    TournamentSecret.objects.create(tournament=tournament, sealed_seed=sealed)
    tournament.save(update_fields=("commitment",))
    lock_tournament(tournament.pk).save()
    tournament.refresh_from_db()
    return tournament


def require_game(plan: Plan, terms: MatchTerms) -> None:
    """Tables lose players: the game must be playable by two up to the plan's seats.

    Where points are penalties nobody would ever reach a single table's target (PLAY-12, GER-13).
    """
    missing = [seats for seats in range(2, plan.seats + 1) if seats not in terms.rules.seats]
    if missing:
        raise InvalidPlan("game_not_for_seats", rule="PLAY-1", seats=missing[0])
    if terms.format is not MatchFormat.RING:
        raise InvalidPlan("rounds_not_counted", rule="PLAY-1")
    play = terms.rules.play
    penalties = isinstance(play, TablingNumbers) and play.scoring is Scoring.PENALTY
    if penalties and plan.format == SINGLE_TABLE.key:
        raise InvalidPlan("target_never_reached", rule="PLAY-12")
