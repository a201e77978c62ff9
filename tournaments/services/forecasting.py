"""Forecasts of drafts: asked for on a page, worked out by a task, stored beside the draft."""

from __future__ import annotations

import datetime as dt
import hashlib
import random
import time
from typing import Any

import orjson
from django.db import transaction
from django.utils import timezone

from games.bots import BOTS
from games.bots.families import plays
from games.match import MatchTerms
from games.models import OutboxMessage
from tournaments.director import FORMATS, InvalidPlan, Plan
from tournaments.director.codec import from_json, to_json
from tournaments.forecast import Forecast, SampledCards, forecast, require_end, sample_rounds
from tournaments.models import TournamentDraft
from tournaments.services.wishes import Wishes, agreed, wishes_of

# Every table is played with the same cards; more samples say little more about a field.
SAMPLES = 60
# The first of these that plays the game's family: quick, and good enough for scores and turns.
FORECASTERS = ("greedy", "solid")
# How long a player thinks about a turn, as a share of the time the turn allows.
THINK_PERMILLE = 250
PAUSE_MS = 12_000
# A larger field is forecast by so many: from there on a level more is all that comes.
PLAYERS_MAX = 1_000
# As many runs as fit into so much time, after a first one that shows how long a run takes.
RUNS = (8, 60)
SECONDS = 15.0
PATIENCE = dt.timedelta(minutes=5)


def digest_of(draft: TournamentDraft) -> str:
    """What a forecast is of: it is out of date when this changes."""
    wishes = [draft.plan, draft.offer, draft.players_expected]
    return hashlib.sha256(orjson.dumps(wishes, option=orjson.OPT_SORT_KEYS)).hexdigest()


def is_current(draft: TournamentDraft) -> bool:
    return bool(draft.forecast_of) and draft.forecast_of == digest_of(draft)


def is_asked_for(draft: TournamentDraft) -> bool:
    """Whether a task is at it; after a while one may ask again, whatever became of the task."""
    asked_at = draft.forecast_asked_at
    return asked_at is not None and timezone.now() - asked_at < PATIENCE


@transaction.atomic
def ask_for_forecast(*, draft_id: int) -> TournamentDraft:
    """Leave a message for a task; a second press, or a known answer, leaves none."""
    draft = TournamentDraft.objects.select_for_update(of=("self",)).get(pk=draft_id)
    if is_current(draft) or is_asked_for(draft):
        return draft
    draft.forecast_asked_at = timezone.now()
    draft.save(update_fields=("forecast_asked_at",))
    OutboxMessage.objects.create(topic="draft_forecast", payload={"draft": draft.pk})
    return draft


def forecast_draft(*, draft_id: int) -> None:
    """Work it out and store it, or why the plan cannot be played (PLAY-24)."""
    draft = TournamentDraft.objects.filter(pk=draft_id).first()
    if draft is None:
        return
    digest = digest_of(draft)
    if not is_current(draft):
        found, refusal = _work_out(wishes_of(draft))
        TournamentDraft.objects.filter(pk=draft_id).update(
            forecast=None if found is None else to_json(found),
            refusal=refusal,
            forecast_of=digest,
        )
    TournamentDraft.objects.filter(pk=draft_id).update(forecast_asked_at=None)


def _work_out(wishes: Wishes) -> tuple[Forecast | None, dict[str, Any] | None]:
    found = None
    try:
        terms = agreed(wishes)
        found = simulate(wishes.plan, terms, wishes.players_expected)
        if FORMATS[wishes.plan.format].plays_for_chips:
            require_end(found, wishes.plan)
    except InvalidPlan as refused:
        return found, {"code": refused.code, "rule": refused.rule, "facts": refused.facts}
    return found, None


def simulate(plan: Plan, terms: MatchTerms, players: int, *, seed: int = 1) -> Forecast:
    """Play the plan with so many equal bots, as often as time allows."""
    players = max(2, min(players, PLAYERS_MAX, plan.entries.most))
    chance = random.Random(seed)  # noqa: S311 - a forecast is repeatable
    rules = terms.rules
    bot = next(BOTS[key] for key in FORECASTERS if plays(BOTS[key], rules.family))
    samples = {
        seats: sample_rounds(rules, seats, SAMPLES, bot=bot, chance=chance)
        for seats in range(2, plan.seats + 1)
        if seats in rules.seats
    }
    think_ms = max(1_000, min(terms.turn_ms * THINK_PERMILLE // 1_000, 20_000))
    cards = SampledCards(samples, think_ms, chance, terms.rounds or 1)
    began = time.monotonic()
    forecast(plan, players, cards, runs=1, chance=chance, pause_ms=PAUSE_MS)
    least, most = RUNS
    runs = max(least, min(most, int(SECONDS / max(time.monotonic() - began, 0.001))))
    return forecast(plan, players, cards, runs=runs, chance=chance, pause_ms=PAUSE_MS)


def stored_forecast(draft: TournamentDraft) -> Forecast | None:
    """The forecast of the draft as it is, or None."""
    if draft.forecast is None or not is_current(draft):
        return None
    return from_json(Forecast, draft.forecast)
