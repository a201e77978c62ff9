"""Plans and clocks survive being stored."""

import json
from dataclasses import replace

from hypothesis import given

from tests.director.house import House
from tests.director.test_any_order import plans_for_chips, plans_of_stages
from tournaments.director import Clock, Field, Plan
from tournaments.director.codec import from_json, to_json
from tournaments.director.snapshot import Requests


@given(plans_for_chips() | plans_of_stages())
def test_a_plan_read_back_is_the_same(plan: Plan) -> None:
    assert from_json(Plan, json.loads(json.dumps(to_json(plan)))) == plan


def test_clock_and_counters_read_back_are_the_same() -> None:
    house = House(Plan(stack_chips=1_000), 9).start()
    house.play(1, 5, 0, 0)
    asked = Requests(((1, 2),), ((3, 4),))
    clock = replace(house.arena.clock, requests=asked)
    for record in (house.arena.clock, clock, house.arena.field):
        assert from_json(type(record), json.loads(json.dumps(to_json(record)))) == record


def test_what_an_older_version_did_not_write_has_its_default() -> None:
    assert from_json(Clock, {"now_ms": 1, "starts_at_ms": 2}) == Clock(1, 2)
    assert from_json(Field, {}) == Field()
