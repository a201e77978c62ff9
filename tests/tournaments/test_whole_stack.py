"""Bots play a tournament through the whole stack: web, worker, dispatcher, database.

In `make test` one does so in which somebody is killed meanwhile: `test_killed_processes`.
"""

from pathlib import Path

import pytest

from rummy import engine
from tests.running.demo import Site, a_demo
from tests.running.waiting import until
from tests.tournaments.evening import Evening
from tournaments.director import TURBO, Plan, PrizeForm, PrizePlan
from tournaments.director.clock.schedule import MICRO
from tournaments.planner.forecasts.simulating import cards_of, forecast_plan

pytestmark = [pytest.mark.process, pytest.mark.slow]


def open_evening(site: Site, *, players: int = 64, seats: int = 4, stack: int = 6) -> Evening:
    return Evening.publish(
        site, players=players, stack=stack, seats=seats, preset="romme_500", bot="casual"
    )


@pytest.mark.soak
def test_six_bots_play_at_two_tables_until_they_meet_at_one(site: Site, tmp_path: Path) -> None:
    """The chips of each table stay with somebody, who has to move to the others or they to him."""
    evening = open_evening(site, players=6, seats=3)
    until(evening.is_over, seconds=500, what="the end of the tournament")
    evening.require_a_sound_end()
    evening.require_verified(tmp_path)
    moved = evening.ask(
        "SELECT entry FROM tournaments_playedround, unnest(entries) AS entry"
        " WHERE tournament_id = {tournament} GROUP BY entry HAVING count(DISTINCT table_number) > 1"
    )
    assert moved, "somebody has played at both tables"
    assert evening.rounds >= 3


@pytest.mark.soak
def test_sixty_four_bots_play_at_tables_of_four_to_the_end(tmp_path: Path) -> None:
    """Levels are fast: most rounds leave one player at a table, so tables merge all the time."""
    with a_demo(tmp_path / "data", extra={"SHOW_TABLES": "0"}) as site:
        evening = open_evening(site)
        until(evening.is_over, seconds=500, what="the end of the tournament")
        evening.require_a_sound_end()
        evening.require_verified(tmp_path)
        status, page = site.get("/healthz")
    assert (status, page) == (200, "ok\n")
    assert evening.rounds >= 21, "sixty-three of four at a table are out after so many at best"


@pytest.mark.soak
@pytest.mark.timeout(2_000)
def test_the_forecast_for_sixty_four_players_holds_on_the_platform(tmp_path: Path) -> None:
    """The same plan, game and bots: its rounds are among those of two hundred forecast runs."""
    rules = engine.build_rules("romme_500", point_limit=None)
    cards = cards_of(rules, 4, bot="casual", think_ms=0, seed=1)
    prizes = PrizePlan(PrizeForm.TOP, places=3)
    plan = Plan(seats=4, stack_chips=200, schedule=TURBO, buy_in_chips=100, prizes=prizes)
    found = forecast_plan(plan, 64, cards, runs=200)
    with a_demo(tmp_path / "data", extra={"SHOW_TABLES": "0"}) as site:
        evening = open_evening(site, stack=plan.stack_chips)
        until(evening.is_over, seconds=1_800, what="the end of the tournament")
        evening.require_a_sound_end()
        ((micro,),) = evening.ask(
            "SELECT (clock ->> 'total_micro')::bigint FROM tournaments_tournament"
            " WHERE id = {tournament}"
        )
    rounds = -(-micro // MICRO)
    assert found.rounds.p5 - 2 <= rounds <= found.rounds.worst, f"{found.rounds}, played {rounds}"
