"""Whether a tournament comes to an end: simulated before anybody may enter it (PLAY-24).

A few tournaments with a few rounds of its game; a plan whose runs do not agree is played more
often. The same plan always gets the same answer, whichever door it comes through.
"""

import random
from functools import lru_cache

from rummy.bots import BOTS
from rummy.engine import RuleSet
from rummy.match import MatchTerms
from tournaments.director import FORMATS, InvalidPlan, Plan
from tournaments.forecast import (
    Forecast,
    Sample,
    SampledCards,
    forecast,
    require_end,
    sample_rounds,
    sampler_of,
)

# How long a player thinks about a turn, as a share of the time the turn allows.
THINK_PERMILLE = 250
PAUSE_MS = 12_000
PLAYERS_MAX = 16
SAMPLES = 4
RUNS, RUNS_IN_DOUBT = 2, 20


def think_ms_of(terms: MatchTerms) -> int:
    return max(1_000, min(terms.turn_ms * THINK_PERMILLE // 1_000, 20_000))


def require_it_ends(plan: Plan, terms: MatchTerms) -> None:
    """Raises InvalidPlan(schedule_does_not_end): with the figures of the simulation."""
    if not FORMATS[plan.format].plays_for_chips:
        return
    if nobody_can_be_out(plan, terms):
        raise InvalidPlan(
            "schedule_does_not_end",
            rule="PLAY-24",
            players=_players(plan),
            max_rounds=plan.max_rounds,
            undecided_percent=100,
            last_pcr=plan.schedule.pcr((plan.max_rounds - 1) // (plan.schedule.rounds or 1)),
        )
    require_end(_simulated(plan, terms), plan)


def nobody_can_be_out(plan: Plan, terms: MatchTerms) -> bool:
    """Whether somebody who loses every round, twice as high as any sampled one, has chips left.

    Where levels last minutes nobody knows beforehand how many rounds each of them has.
    """
    each = plan.schedule.rounds
    if each is None:
        return False
    spans = [
        max(line.score for line in sample.scores) - min(line.score for line in sample.scores)
        for sample in _samples(terms.rules, plan.seats)
    ]
    ratios = sum(plan.schedule.pcr(number // each) for number in range(plan.max_rounds))
    return 2 * max(spans) * (terms.rounds or 1) * ratios < plan.stack_chips


def _players(plan: Plan) -> int:
    return max(2, min(PLAYERS_MAX, plan.entries.most))


@lru_cache(maxsize=256)
def _simulated(plan: Plan, terms: MatchTerms) -> Forecast:
    rules, players = terms.rules, _players(plan)
    full = _samples(rules, plan.seats)
    # At smaller tables, too, what counts is how far scores lie apart.
    samples = {
        size: [Sample(one.scores[:size], one.turns * size // plan.seats) for one in full]
        for size in range(2, plan.seats + 1)
    }
    chance = random.Random(1)  # noqa: S311 - the answer is the same every time
    cards = SampledCards(samples, think_ms_of(terms), chance, terms.rounds or 1)

    def runs(count: int) -> Forecast:
        return forecast(plan, players, cards, runs=count, chance=chance, pause_ms=PAUSE_MS)

    found = runs(RUNS)
    return runs(RUNS_IN_DOUBT) if 0 < found.undecided_permille < 1_000 else found


@lru_cache(maxsize=256)
def _samples(rules: RuleSet, size: int) -> tuple[Sample, ...]:
    chance = random.Random(size)  # noqa: S311 - a simulation is repeatable
    return sample_rounds(rules, size, SAMPLES, bot=BOTS[sampler_of(rules)], chance=chance)
