"""A tournament on a running platform whose worker, beat, bell and database are killed meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from config.embedded.places import Places
from config.embedded.roles import APP
from tests.architecture.sources import ROOT
from tests.running.demo import Demo, a_demo
from tests.running.waiting import until

pytestmark = [pytest.mark.process, pytest.mark.timeout(600)]

VICTIMS = ("celery .* worker", "celery .* beat", "manage.py bell", "postgres -D")

# Bots that do not pretend to think, at gin tables; the platform does the rest.
PUBLISH = """
import datetime as dt
from dataclasses import replace
from django.utils import timezone
from accounts.services.players import create_bot
from games.services.terms import TableOffer, agree_terms
from tournaments.director import TURBO, EntryRules, Plan, PrizeForm, PrizePlan
from tournaments.services.entering import enter_tournament
from tournaments.services.opening import publish_tournament
offer = TableOffer(preset="gin_classic", format="ring", rounds=1)
tournament = publish_tournament(
    name="Gin night",
    plan=Plan(seats=2, stack_chips={stack}, schedule=TURBO, buy_in_chips=100, fee_chips=10,
              prizes=PrizePlan(PrizeForm.TOP, places=3),
              entries=EntryRules(most={players}, starts_when_full=True)),
    starts_at=timezone.now() + dt.timedelta(days=1),
    terms=replace(agree_terms(offer), robot_ms=0, pause_ms=0),
)
for number in range({players}):
    bot = create_bot(name=f"Gin robot {{number}}", bot_key="greedy")
    enter_tournament(tournament_id=tournament.pk, player=bot)
print("published", tournament.pk)
"""


def manage(site: Demo, *arguments: str) -> str:
    kept = {key: value for key, value in os.environ.items() if not key.endswith("_URL")}
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=kept | {"DATA_DIR": str(site.data_dir)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def ask(site: Demo, question: str) -> list[tuple[int | str, ...]]:
    """Rows, or none while the database is away."""
    try:
        with psycopg.connect(Places(site.data_dir).dsn(APP), connect_timeout=5) as connection:
            return connection.execute(question.encode()).fetchall()
    except psycopg.OperationalError:
        return []


def rounds(site: Demo) -> int:
    found = ask(site, "SELECT count(*) FROM tournaments_playedround")
    return int(found[0][0]) if found else -1


def is_over(site: Demo) -> bool:
    return ask(site, "SELECT phase FROM tournaments_tournament") == [("finished",)]


def require_ranks_and_books(site: Demo, players: int, stack: int) -> None:
    ranks = ask(site, "SELECT rank FROM tournaments_entry ORDER BY rank, number")
    better = 0
    for (rank,) in ranks:
        assert int(rank) <= better + 1
        better += 1
    assert better == players
    ((chips,),) = ask(site, "SELECT stack_chips FROM tournaments_entry WHERE rank = 1")
    assert chips == players * stack
    ((won,),) = ask(site, "SELECT sum(won_chips) FROM tournaments_entry")
    assert won == players * 100
    manage(site, "audit")


def test_it_ends_with_clean_books_whatever_is_killed(tmp_path: Path) -> None:
    with a_demo(tmp_path / "data") as site:
        manage(site, "shell", "-c", PUBLISH.format(players=8, stack=60))
        for victim in VICTIMS:
            played = rounds(site)
            if is_over(site):
                break
            site.kill(victim)
            until(
                lambda: rounds(site) > played or is_over(site),  # noqa: B023
                seconds=90,
                what=f"another round after the death of {victim}",
            )
        until(lambda: is_over(site), seconds=300, what="the end of the tournament")
        require_ranks_and_books(site, 8, 60)


@pytest.mark.soak
@pytest.mark.timeout(1_500)
def test_sixty_four_bots_play_a_tournament_through_worker_and_beat(tmp_path: Path) -> None:
    with a_demo(tmp_path / "data") as site:
        manage(site, "shell", "-c", PUBLISH.format(players=64, stack=40))
        until(lambda: is_over(site), seconds=1_400, what="the end of the tournament")
        require_ranks_and_books(site, 64, 40)
