"""Sixty-four bots play a tournament through the whole stack: web, worker, beat, bell, database."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.running.demo import a_demo
from tests.running.waiting import until
from tests.tournaments.evening import Evening

pytestmark = [pytest.mark.process, pytest.mark.timeout(600)]


def test_sixty_four_bots_play_at_tables_of_four_to_the_end(tmp_path: Path) -> None:
    """Levels are fast: most rounds leave one player at a table, so tables merge all the time."""
    with a_demo(tmp_path / "data", extra={"SHOW_TABLES": "0"}) as site:
        evening = Evening.publish(
            site, players=64, stack=20, seats=4, preset="romme_500", bot="casual"
        )
        until(evening.is_over, seconds=500, what="the end of the tournament")
        evening.require_a_sound_end()
        status, page = site.get("/healthz")
    assert (status, page) == (200, "ok\n")
    assert evening.rounds >= 21, "sixty-three of four at a table are out after so many at best"
