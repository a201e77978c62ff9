"""A tournament of bots on a running platform, watched from outside.

Whoever waits for it looks at it again and again, and every look is one snapshot of the database
in which the chips must be all there and the tables level.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psycopg

from config.embedded.roles import WEB
from tests.architecture.sources import ROOT
from tests.running.demo import Site
from tests.running.shells import in_the_shell

# Bots that do not pretend to think; the platform does the rest.
PUBLISH = """
import datetime as dt
from dataclasses import replace
from django.utils import timezone
from accounts.joining.players import create_bot
from games.tables.terms import TableOffer, agree_terms
from tournaments.director import TURBO, EntryRules, Plan, PrizeForm, PrizePlan
from tournaments.entries.entering import enter_tournament
from tournaments.planner.publishing import publish_tournament
offer = TableOffer(preset="{preset}", format="ring", rounds=1, seats={seats})
tournament = publish_tournament(
    name="Evening",
    plan=Plan(seats={seats}, stack_chips={stack}, schedule=TURBO, buy_in_chips=100, fee_chips=10,
              prizes=PrizePlan(PrizeForm.TOP, places=3),
              entries=EntryRules(most={players}, starts_when_full=True)),
    starts_at=timezone.now() + dt.timedelta(days=1),
    terms=replace(agree_terms(offer), robot_ms=0, pause_ms=0),
)
for number in range({players}):
    bot = create_bot(name=f"Robot {{tournament.pk}}-{{number}}", bot_key="{bot}")
    enter_tournament(tournament_id=tournament.pk, player=bot)
print("published", tournament.pk)
"""
# One statement: one moment.
LOOK = """
SELECT t.phase, (SELECT sum(e.stack_chips + e.forfeited_chips) FROM tournaments_entry e
                  WHERE e.tournament_id = t.id),
       (SELECT count(*) FROM tournaments_playedround r WHERE r.tournament_id = t.id),
       (SELECT coalesce(max(p.size), 0) FROM tournaments_tournamenttable p
         WHERE p.tournament_id = t.id AND p.is_open),
       (SELECT coalesce(min(p.size), 0) FROM tournaments_tournamenttable p
         WHERE p.tournament_id = t.id AND p.is_open AND NOT p.resting)
FROM tournaments_tournament t WHERE t.id = {tournament}
"""


@dataclass(slots=True)
class Evening:
    """One tournament: who plays, for how much, and where."""

    site: Site
    tournament: int
    players: int
    stack: int
    rounds: int = 0
    looks: int = 0

    @classmethod
    def publish(
        cls,
        site: Site,
        *,
        players: int,
        stack: int,
        seats: int = 2,
        preset: str = "gin_classic",
        bot: str = "greedy",
    ) -> Evening:
        code = PUBLISH.format(players=players, stack=stack, seats=seats, preset=preset, bot=bot)
        said = in_the_shell(site, code)
        return cls(site, int(said.split()[-1]), players, stack)

    def is_over(self) -> bool:
        """Look at it: is it over? False while the database is away."""
        found = self.ask(LOOK)
        if not found:
            return False
        ((phase, chips, self.rounds, most, least),) = found
        self.looks += 1
        assert chips == self.players * self.stack, "PLAY-23: chips are conserved at every moment"
        assert not least or least >= most - 1, "PLAY-41: no table plays two players short"
        return bool(phase == "finished")

    def goes_on_from(self, rounds: int) -> bool:
        """Whether another round has been settled since, or it is over."""
        return self.is_over() or self.rounds > rounds

    def require_a_sound_end(self) -> None:
        """Everybody has one rank, the prizes are the pool, each round conserved its chips."""
        ranks = self.ask(
            "SELECT rank, count(*), sum(won_chips), max(stack_chips) FROM tournaments_entry"
            " WHERE tournament_id = {tournament} AND status <> 'withdrawn'"
            " GROUP BY rank ORDER BY rank"
        )
        better = 0
        for rank, sharing, _, _ in ranks:
            assert rank == better + 1, f"rank {rank} behind {better} entries"
            better += sharing
        assert better == self.players
        assert sum(won for _, _, won, _ in ranks) == self.players * 100
        assert ranks[0][3] == self.players * self.stack, "the winner has all chips"
        assert self.ask(
            "SELECT count(*), sum((SELECT sum(c) FROM unnest(changes_chips) AS c)),"
            " count(DISTINCT (table_number, number)) FROM tournaments_playedround"
            " WHERE tournament_id = {tournament}"
        ) == [(self.rounds, 0, self.rounds)]
        manage(self.site, "audit")

    def require_verified(self, folder: Path) -> str:
        """A stranger fetches the two programs from the server and verifies all of it."""
        server = f"http://127.0.0.1:{self.site.port}"
        for name in ("games/verify_round.py", "tournaments/verify_tournament.py"):
            (folder / Path(name).name).write_bytes(httpx.get(f"{server}/static/{name}").content)
        told = subprocess.run(
            [sys.executable, "verify_tournament.py", f"{server}/tournaments/{self.tournament}/"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert told.returncode == 0, told.stderr
        assert told.stdout.startswith(f"verified: {self.players} entries, "), told.stdout
        assert told.stdout.endswith(f", {self.rounds} rounds\n"), told.stdout
        return told.stdout

    def waits(self) -> tuple[float, float]:
        """Seconds from the end of a round to its settlement: the median, and nine of ten."""
        found = self.ask(
            "SELECT percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY"
            " extract(epoch FROM r.settled_at - g.finished_at)) FROM tournaments_playedround r"
            " JOIN games_table g ON g.id = r.game_table_id WHERE r.tournament_id = {tournament}"
        )
        median, most = found[0][0]
        return float(median), float(most)

    def ask(self, question: str) -> list[tuple[Any, ...]]:
        """Rows, or none while the database is away."""
        asked = question.format(tournament=self.tournament)
        try:
            with psycopg.connect(self.site.dsn(WEB), connect_timeout=5) as connection:
                return connection.execute(asked.encode()).fetchall()
        except psycopg.OperationalError:
            return []


def manage(site: Site, *arguments: str) -> str:
    """An operator's command beside the running platform."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=site.environ(None),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
