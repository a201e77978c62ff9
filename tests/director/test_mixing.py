"""Swiss at three to six seats: whom one meets again, and how often one deals."""

from __future__ import annotations

import random
import statistics
import time
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from tests.director.house import Lots
from tournaments.director.seating.mixing import LOOKS_MAX, mixed
from tournaments.director.seating.pairing import by_points
from tournaments.director.seating.together import table_sizes
from tournaments.director.snapshot import Record, Requests

pytestmark = pytest.mark.thorough

NOTHING = Requests()


class Evening:
    """A Swiss tournament of chance; `repeats` counts pairs at a table who had met before."""

    def __init__(self, players: int, seats: int, seed: int, *, teams: int = 0) -> None:
        self.seats = seats
        self.chance = random.Random(seed)
        self.lots = Lots(seed)
        self.repeats = 0
        self.records = [
            Record(entry, entry, team=f"T{entry % teams}" if teams else "")
            for entry in range(1, players + 1)
        ]

    def play(self, stages: int) -> Evening:
        for stage in range(1, stages + 1):
            self.stage(stage)
        return self

    def stage(
        self, stage: int, requests: Requests = NOTHING, *, teams_apart: bool = False
    ) -> list[tuple[int, ...]]:
        pairing = by_points(
            self.records, self.seats, stage, self.lots, requests=requests, teams_apart=teams_apart
        )
        known = {record.entry: record for record in self.records}
        for table in pairing.tables:
            result = {entry: self.chance.random() for entry in table}
            for one, other in combinations(table, 2):
                self.repeats += other in known[one].met
            for seat, entry in enumerate(table):
                points = 2 * sum(result[entry] > other for other in result.values())
                record = known[entry]
                known[entry] = replace(
                    record,
                    points=record.points + points,
                    met=record.met + tuple(other for other in table if other != entry),
                    places=(*record.places, seat),
                    gained=(*record.gained, points),
                )
        self.records = [known[record.entry] for record in self.records]
        return list(pairing.tables)

    @property
    def deals(self) -> list[int]:
        return [record.places.count(0) for record in self.records]


def test_play_42_at_64_players_four_seats_and_seven_stages_nobody_meets_twice() -> None:
    assert statistics.median(Evening(64, 4, seed).play(7).repeats for seed in range(5)) == 0


@pytest.mark.drawn(1)
@pytest.mark.parametrize("stages", [4, 5])
def test_play_42_sixteen_at_tables_of_four_need_not_meet_again_before_all_have_met(
    stages: int,
) -> None:
    """Three in four ways to pair the third stage leave none for the fourth."""
    evenings = [Evening(16, 4, seed).play(stages) for seed in range(5)]
    assert statistics.median(evening.repeats for evening in evenings) == 0


@pytest.mark.soak
def test_play_42_nobody_meets_twice_in_most_of_two_hundred_tournaments() -> None:
    evenings = [Evening(64, 4, seed).play(7) for seed in range(200)]
    assert statistics.median(evening.repeats for evening in evenings) == 0
    assert statistics.mean(evening.repeats for evening in evenings) < 0.1


@pytest.mark.parametrize(
    ("players", "seats", "stages"), [(64, 4, 7), (30, 3, 7), (61, 4, 6), (50, 5, 5), (72, 6, 4)]
)
def test_play_41_everybody_deals_as_often_as_the_others_but_for_one(
    players: int, seats: int, stages: int
) -> None:
    evening = Evening(players, seats, 3).play(stages)
    assert max(evening.deals) - min(evening.deals) <= 1


@pytest.mark.parametrize(("players", "seats", "stages"), [(64, 4, 8), (33, 3, 6)])
def test_play_41_over_as_many_stages_as_seats_hardly_anybody_sits_twice_in_one(
    players: int, seats: int, stages: int
) -> None:
    evening = Evening(players, seats, 5).play(stages)
    uneven = 0
    for record in evening.records:
        seated = Counter(record.places)
        uneven += max(seated.values()) - min(seated[seat] for seat in range(seats)) > 1
    assert uneven <= players // 20


def test_a_thousand_players_are_seated_within_a_second_and_a_count_of_looks() -> None:
    evening = Evening(1_000, 4, 1).play(3)
    points_first = sorted(evening.records, key=lambda record: -record.points)
    started = time.process_time()
    tables = mixed(points_first, table_sizes(1_000, 4), {})
    assert time.process_time() - started < 4, "on a machine of a quarter of the speed"
    assert LOOKS_MAX <= 200_000
    assert not evening.repeats
    spread = [max(r.points for r in t) - min(r.points for r in t) for t in tables]
    assert statistics.mean(spread) < 2, "equal players meet each other"


@pytest.mark.parametrize("seats", [2, 4])
def test_play_42_pairs_kept_apart_do_not_meet(seats: int) -> None:
    evening = Evening(24, seats, 2)
    friends = tuple((entry, entry + 1) for entry in range(1, 24, 2))
    for stage in range(1, 5):
        tables = evening.stage(stage, Requests(apart=friends))
        assert not any({*pair} <= {*table} for table in tables for pair in friends)


@pytest.mark.parametrize("seats", [2, 3])
def test_play_42_team_mates_do_not_meet_in_a_swiss_tournament(seats: int) -> None:
    evening = Evening(24, seats, 4, teams=6)
    team = {record.entry: record.team for record in evening.records}
    for stage in range(1, 5):
        for table in evening.stage(stage, teams_apart=True):
            assert len({team[entry] for entry in table}) == len(table)


@pytest.mark.parametrize("seats", [2, 4])
def test_play_42_who_comes_late_is_paired_from_then_on(seats: int) -> None:
    evening = Evening(30, seats, 6)
    evening.stage(1)
    evening.records += [Record(entry, entry) for entry in (31, 32)]
    for stage in (2, 3, 4):
        tables = evening.stage(stage)
        assert sorted(entry for table in tables for entry in table) == list(range(1, 33))
    assert evening.repeats == 0
