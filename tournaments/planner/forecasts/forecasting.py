"""Forecasts of drafts: asked for on a page, worked out by a task, stored beside the draft.

One worker at most is busy with them, so that tables never wait for a planner: who is at it holds
a lock of the database, takes the draft that waits longest, and rings for the next. What a killed
worker leaves behind is found by the sweep, and what fails again is told on the page.
"""

import datetime as dt
import hashlib
import logging
import random
import time
from collections.abc import Sequence
from typing import Any

import orjson
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.models import OutboxMessage
from rummy.bots import BOTS, Bot
from rummy.engine import RuleSet
from rummy.match import MatchTerms
from tournaments import forecast as forecasts
from tournaments.director import FORMATS, InvalidPlan, Plan
from tournaments.director.codec import from_json, to_json
from tournaments.models import TournamentDraft
from tournaments.planner.forecasts.ending import PAUSE_MS, think_ms_of
from tournaments.planner.of_clubs import FORECASTS
from tournaments.planner.wishes import Wishes, agreed, wishes_of
from web.database.alone import alone_at
from web.security import limits

log = logging.getLogger(__name__)

# Every table is played with the same cards; more samples say little more about a field. Where a
# game is slow, or the machine busy, at least the first portion.
SAMPLES = 60
SAMPLES_LEAST = 12
SAMPLING_SECONDS = 8.0
# A larger field is forecast by so many: from there on a level more is all that comes.
PLAYERS_MAX = 1_000
# As many runs as fit into so much time, after a first one that shows how long a run takes.
RUNS = (8, 60)
SECONDS = 12.0
# With real cards, what hands do about each deal: shuffle, deal, count, write down.
BY_HAND_MS = 180_000
# However many runs that leaves: a task is ended after little more than a minute.
SECONDS_MAX = 30.0
PATIENCE = dt.timedelta(minutes=5)
AGAIN = dt.timedelta(seconds=20)
# What was lost or has failed is tried so often; then the page says so.
TRIES_MAX = 3
FAILED = {"code": "forecast_failed", "rule": "PLAY-24", "facts": {}}


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


def has_failed(draft: TournamentDraft) -> bool:
    return draft.forecast_tries >= TRIES_MAX and not is_current(draft)


@transaction.atomic
def ask_for_forecast(*, draft_id: int) -> TournamentDraft:
    """Leave a message for a task; a second press, or a known answer, leaves none.

    Raises Refused(rate_limited): a club asks for so many in a day.
    """
    draft = TournamentDraft.objects.select_for_update(of=("self",)).get(pk=draft_id)
    if is_current(draft) or is_asked_for(draft):
        return draft
    if draft.club_id is not None:
        limits.spend(FORECASTS, f"club {draft.club_id}")
    draft.forecast_asked_at, draft.forecast_tries = timezone.now(), 0
    draft.save(update_fields=("forecast_asked_at", "forecast_tries"))
    _ring(draft.pk)
    return draft


def _ring(draft_id: int) -> None:
    OutboxMessage.objects.create(topic="draft_forecast", payload={"draft": draft_id})


def _waiting() -> QuerySet[TournamentDraft]:
    return TournamentDraft.objects.filter(forecast_asked_at__isnull=False)


def is_any_waiting() -> bool:
    return _waiting().exists()


def forecast_next() -> int | None:
    """Work out the forecast that waits longest, unless somebody is at one; whose it was."""
    with alone_at("forecast") as is_alone:
        if not is_alone:
            return None
        draft_id = _waiting().order_by("forecast_asked_at").values_list("pk", flat=True).first()
        if draft_id is not None:
            # Counted before working: who is killed at it has tried as well.
            row = TournamentDraft.objects.filter(pk=draft_id)
            row.update(forecast_tries=F("forecast_tries") + 1)
            try:
                forecast_draft(draft_id=draft_id)
            except Exception:
                log.exception("draft %s cannot be forecast", draft_id)
                failed = row.filter(forecast_tries__gte=TRIES_MAX)
                failed.update(forecast_asked_at=None, refusal=FAILED)
    left = _waiting().values_list("pk", flat=True).first()
    if left is not None:
        _ring(left)
    return draft_id


def ask_again(*, now: dt.datetime | None = None) -> bool:
    """Whether a forecast waits, nobody is at one and no task was told lately: then one is."""
    draft_id = _waiting().values_list("pk", flat=True).first()
    if draft_id is None:
        return False
    lately = (now or timezone.now()) - AGAIN
    queued = OutboxMessage.objects.filter(topic="draft_forecast", created_at__gt=lately)
    with alone_at("forecast") as is_alone:
        if not is_alone or queued.exists():
            return False
    _ring(draft_id)
    return True


def forecast_draft(*, draft_id: int) -> None:
    """Work it out and store it, or why the plan cannot be played (PLAY-24).

    A draft that is changed meanwhile goes on waiting, for the forecast of what it is now.
    """
    draft = TournamentDraft.objects.filter(pk=draft_id).first()
    if draft is None:
        return
    if draft.forecast_tries > TRIES_MAX:  # its workers were killed
        raise RuntimeError("tried often enough")
    digest = digest_of(draft)
    if not is_current(draft):
        found, refusal = _work_out(wishes_of(draft))
        TournamentDraft.objects.filter(pk=draft_id).update(
            forecast=None if found is None else to_json(found), refusal=refusal, forecast_of=digest
        )
    draft.refresh_from_db()
    if digest_of(draft) == digest:
        TournamentDraft.objects.filter(pk=draft_id).update(forecast_asked_at=None)


def _work_out(wishes: Wishes) -> tuple[forecasts.Forecast | None, dict[str, Any] | None]:
    found = None
    try:
        terms = agreed(wishes)
        found = simulate(wishes.plan, terms, wishes.players_expected)
        if FORMATS[wishes.plan.format].plays_for_chips:
            forecasts.require_end(found, wishes.plan)
    except InvalidPlan as refused:
        return found, {"code": refused.code, "rule": refused.rule, "facts": refused.facts}
    return found, None


def simulate(plan: Plan, terms: MatchTerms, players: int, *, seed: int = 1) -> forecasts.Forecast:
    """Play the plan with so many equal bots, as often as time allows."""
    players = max(2, min(players, PLAYERS_MAX, plan.entries.most))
    chance = random.Random(seed)  # noqa: S311 - a forecast is repeatable
    rules = terms.rules
    bot = BOTS[forecasts.sampler_of(rules)]
    samples = _sampled(
        rules, [n for n in range(2, plan.seats + 1) if n in rules.seats], bot, chance
    )
    by_hand_ms = BY_HAND_MS if plan.real_tables else 0
    each = think_ms_of(terms)
    cards = forecasts.SampledCards(samples, each, chance, terms.rounds or 1, by_hand_ms)
    began = time.monotonic()
    forecasts.forecast(plan, players, cards, runs=1, chance=chance, pause_ms=PAUSE_MS)
    least, most = RUNS
    once = max(time.monotonic() - began, 0.001)
    runs = max(1, min(int(SECONDS_MAX / once), max(least, min(most, int(SECONDS / once)))))
    return forecasts.forecast(plan, players, cards, runs=runs, chance=chance, pause_ms=PAUSE_MS)


def _sampled(
    rules: RuleSet, sizes: Sequence[int], bot: Bot, chance: random.Random
) -> dict[int, list[forecasts.Sample]]:
    """Rounds for tables of every size: a first portion each, and more while there is time."""
    enough = time.monotonic() + SAMPLING_SECONDS
    samples: dict[int, list[forecasts.Sample]] = {seats: [] for seats in sizes}
    while any(len(known) < SAMPLES for known in samples.values()):
        for seats, known in samples.items():
            portion = min(SAMPLES_LEAST, SAMPLES - len(known))
            known += forecasts.sample_rounds(rules, seats, portion, bot=bot, chance=chance)
        if time.monotonic() > enough:
            break
    return samples


def stored_forecast(draft: TournamentDraft) -> forecasts.Forecast | None:
    """The forecast of the draft as it is, or None."""
    if draft.forecast is None or not is_current(draft):
        return None
    return from_json(forecasts.Forecast, draft.forecast)
