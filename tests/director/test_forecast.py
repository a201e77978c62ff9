"""The forecast: what it says is what the director then does, and what does not end is refused."""

import random
from collections.abc import Sequence

import pytest

from rummy import engine
from rummy.bots import BOTS
from rummy.settlement import SeatScore
from tournaments.director import STANDARD, TURBO, InvalidPlan, Plan, Schedule
from tournaments.forecast import (
    Sample,
    SampledCards,
    Span,
    forecast,
    require_end,
    sample_rounds,
)


def sample(turns: int, *scores: int) -> Sample:
    return Sample(tuple(SeatScore(score) for score in scores), turns)


def cards(
    *samples: Sample, think_ms: int = 1_000, seed: int = 1, sizes: Sequence[int] = (2,)
) -> SampledCards:
    known = {size: [s for s in samples if len(s.scores) == size] for size in sizes}
    return SampledCards(known, think_ms, random.Random(seed))


def table_cards(seed: int) -> SampledCards:
    """Rounds like those of equal players: the best is some 40 points ahead of the others."""
    dice = random.Random(7)
    samples = []
    for size in (2, 3, 4):
        for _ in range(150):
            best = dice.randrange(40, 120)
            others = [best - dice.randrange(1, 90) for _ in range(size - 1)]
            samples.append(sample(dice.randrange(10, 30), best, *others))
    return cards(*samples, think_ms=8_000, seed=seed, sizes=(2, 3, 4))


def test_a_span_is_read_off_the_sorted_runs() -> None:
    assert Span.of([5]) == Span(5, 5, 5, 5)
    assert Span.of(list(range(100, 0, -1))) == Span(5, 50, 95, 100)


def test_two_players_and_one_decisive_round() -> None:
    found = forecast(
        Plan(seats=2, stack_chips=100),
        2,
        cards(sample(20, 100, 0)),
        runs=9,
        chance=random.Random(1),
        pause_ms=5_000,
    )
    assert found.rounds == Span(1, 1, 1, 1)
    assert 5_000 + 10_000 <= found.duration_ms.p5 <= found.duration_ms.worst <= 5_000 + 30_000
    assert found.tables_by_level == (1,)
    assert found.capped_permille == 1_000, "200 due of a stack of 100"
    assert found.undecided_permille == 0


def test_the_course_is_told_level_by_level() -> None:
    plan = Plan(seats=4, stack_chips=1_000, schedule=TURBO)
    found = forecast(plan, 32, table_cards(1), runs=6, chance=random.Random(2), pause_ms=10_000)
    first, *later = found.levels
    assert (first.level, first.pcr, first.tables, first.players) == (1, 2, 8, 32)
    assert first.reached == 6
    assert [level.starts_ms for level in later] == sorted(level.starts_ms for level in later)
    assert [level.players for level in found.levels] == sorted(
        (level.players for level in found.levels), reverse=True
    )
    assert len(found.durations_ms) == 6
    assert found.duration_ms.worst == found.durations_ms[-1]
    assert sum(found.outs_at_once) > 0
    assert later[-1].capped_permille > first.capped_permille, "large ratios meet small stacks"


def test_tables_shrink_from_level_to_level() -> None:
    plan = Plan(seats=4, stack_chips=1_000, schedule=STANDARD)
    found = forecast(plan, 64, table_cards(1), runs=5, chance=random.Random(2), pause_ms=10_000)
    assert found.tables_by_level[0] == 16
    assert list(found.tables_by_level) == sorted(found.tables_by_level, reverse=True)
    assert found.tables_by_level[-1] == 1
    assert found.players == 64


def test_a_faster_schedule_is_forecast_to_be_faster() -> None:
    spans = [
        forecast(
            Plan(schedule=schedule), 32, table_cards(1), runs=5, chance=random.Random(1), pause_ms=0
        )
        for schedule in (TURBO, STANDARD)
    ]
    assert spans[0].rounds.worst < spans[1].rounds.p5
    assert spans[0].duration_ms.median < spans[1].duration_ms.median


@pytest.mark.thorough
def test_other_tournaments_fall_into_the_interval_the_forecast_states() -> None:
    plan = Plan(schedule=TURBO)
    found = forecast(plan, 24, table_cards(1), runs=40, chance=random.Random(1), pause_ms=0)
    others = [
        forecast(plan, 24, table_cards(s), runs=1, chance=random.Random(s), pause_ms=0)
        for s in range(100, 140)
    ]
    inside = sum(found.rounds.p5 <= one.rounds.median <= found.rounds.p95 for one in others)
    assert inside >= 32, f"nine of ten are promised, {inside} of 40 came"


def test_play_24_a_schedule_that_does_not_end_is_refused_with_the_reason() -> None:
    slow = Plan(schedule=Schedule(1, (101, 100), rounds=40), max_rounds=30)
    found = forecast(slow, 16, table_cards(1), runs=3, chance=random.Random(1), pause_ms=0)
    with pytest.raises(InvalidPlan) as refusal:
        require_end(found, slow)
    assert refusal.value.code == "schedule_does_not_end"
    assert refusal.value.facts == {
        "players": 16,
        "max_rounds": 30,
        "undecided_percent": 100,
        "last_pcr": 1,
    }


def test_a_schedule_that_ends_passes() -> None:
    plan = Plan(schedule=TURBO)
    found = forecast(plan, 16, table_cards(1), runs=3, chance=random.Random(1), pause_ms=0)
    assert require_end(found, plan) is found


def test_the_same_dice_give_the_same_forecast() -> None:
    def once() -> object:
        return forecast(Plan(), 16, table_cards(3), runs=2, chance=random.Random(3), pause_ms=1_000)

    assert once() == once()


@pytest.mark.parametrize("preset", ["gin_palast", "gin_classic"])
def test_rounds_of_a_rule_set_are_sampled_by_playing_them(preset: str) -> None:
    rules = engine.build_rules(preset, point_limit=None)
    samples = sample_rounds(rules, 2, 40, bot=BOTS["greedy"], chance=random.Random(4))
    assert len(samples) == 40
    assert all(one.turns > 0 and len(one.scores) == 2 for one in samples)
    gaps = [abs(one.scores[0].score - one.scores[1].score) for one in samples]
    assert 10 <= sum(gaps) // 40 <= 60
    assert {one.scores[0].score > one.scores[1].score for one in samples} == {True, False}


@pytest.mark.parametrize(
    ("key", "players", "stages"),
    [
        ("knockout", 8, 3),
        ("knockout", 13, 4),
        ("swiss", 9, 4),
        ("round_robin", 6, 5),
        ("teams", 8, 3),
        ("single_table", 2, 1),
    ],
)
def test_tournaments_of_stages_are_forecast_by_their_stages(
    key: str, players: int, stages: int
) -> None:
    plan = Plan(
        format=key,
        seats=2,
        stages=stages if key in ("swiss", "teams") else 0,
        target_points=100 if key == "single_table" else 0,
    )
    found = forecast(
        plan, players, cards(sample(20, 100, 0)), runs=5, chance=random.Random(1), pause_ms=5_000
    )
    assert found.rounds == Span(stages, stages, stages, stages)
    assert stages * 5_000 < found.duration_ms.median < stages * 60_000
    assert found.levels == ()
