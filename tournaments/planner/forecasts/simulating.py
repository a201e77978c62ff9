"""Whole tournaments without people: forecasts for a plan, and trial runs on the database.

Both go through the same director and settlement as a published tournament; the trial run also
through the same rows and the same ledger, with rounds that are reported instead of played.
"""

import datetime as dt
import random
import secrets
from dataclasses import replace

from django.utils import timezone

from accounts.joining.players import create_bot
from accounts.models import Player
from rummy import engine
from rummy.bots import BOTS
from tournaments import forecast as forecasts
from tournaments.desk.calling_off import report_round
from tournaments.director import FORMATS, EntryRules, Plan
from tournaments.entries.entering import enter_tournament
from tournaments.models import Tournament, TournamentTable
from tournaments.planner.forecasts.ending import PAUSE_MS
from tournaments.planner.publishing import open_tournament
from tournaments.running.directing import look_after

SAMPLES = 120
LOOKS_MAX = 100_000


def cards_of(
    rules: engine.RuleSet,
    seats: int,
    *,
    think_ms: int,
    seed: int,
    bot: str = "",
    samples: int = SAMPLES,
) -> forecasts.SampledCards:
    """Rounds of this rule-set at tables of two up to `seats`, as bots play them."""
    player = BOTS[bot or forecasts.sampler_of(rules)]
    chance = random.Random(seed)  # noqa: S311 - a simulation is repeatable
    known = {
        players: forecasts.sample_rounds(rules, players, samples, bot=player, chance=chance)
        for players in range(2, seats + 1)
        if players in rules.seats
    }
    return forecasts.SampledCards(known, think_ms, chance)


def forecast_plan(
    plan: Plan, players: int, cards: forecasts.SampledCards, *, runs: int, returning: bool = False
) -> forecasts.Forecast:
    """What to expect of the plan; with `returning` if everybody re-enters as often as they may.

    Raises InvalidPlan(schedule_does_not_end): it must not be published like this (PLAY-24).
    """
    found = forecasts.forecast(
        *(plan, players, cards),
        runs=runs,
        chance=cards.chance,
        pause_ms=PAUSE_MS,
        returning=returning,
    )
    return forecasts.require_end(found, plan)


def run_on_database(plan: Plan, players: int, cards: forecasts.SampledCards) -> Tournament:
    """Publish a tournament without stakes, enter new bots, report rounds until it is over."""
    plan = replace(
        FORMATS[plan.format].without_stakes(plan),
        entries=EntryRules(most=max(2, players), starts_when_full=True),
    )
    starts_at = timezone.now() + dt.timedelta(days=1)
    tournament = open_tournament(name="Trial run", plan=plan, starts_at=starts_at, is_trial=True)
    for player in _bots(players):
        enter_tournament(tournament_id=tournament.pk, player=player)
    for _ in range(LOOKS_MAX):
        look_after(tournament_id=tournament.pk)
        tournament.refresh_from_db()
        if tournament.finished_at is not None:
            return tournament
        in_play = TournamentTable.objects.filter(
            tournament=tournament, is_open=True, resting=False, result__isnull=True
        )
        for table in in_play:
            scores, _ = cards.round(len(table.dealt))
            report_round(
                tournament_id=tournament.pk,
                table_number=table.number,
                scores=dict(zip(table.dealt, scores, strict=True)),
            )
    raise AssertionError("the trial run does not end")


def _bots(count: int) -> list[Player]:
    run = secrets.token_hex(4)
    return [create_bot(name=f"Trial {run} {number}", bot_key="greedy") for number in range(count)]
