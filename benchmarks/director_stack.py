"""A thousand bots play a tournament to its end on a platform as `make demo` starts it.

The web process, worker and dispatcher run; bots do not pretend to think. Whoever waits
looks every second: all chips are there, and no table plays two players short. Prints results as
JSON: how long it took, what a round waited for its settlement, and the memory of the largest
process.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.place import demo
from benchmarks.report import Result

SECONDS_MAX = 1_800
STACK_CHIPS = 20
LOOK = """
SELECT t.phase, count(e.id) FILTER (WHERE e.status = 'in'),
       (SELECT count(*) FROM tournaments_playedround r WHERE r.tournament_id = t.id),
       sum(e.stack_chips + e.forfeited_chips),
       (SELECT max(p.size) FROM tournaments_tournamenttable p
         WHERE p.tournament_id = t.id AND p.is_open),
       (SELECT min(p.size) FROM tournaments_tournamenttable p
         WHERE p.tournament_id = t.id AND p.is_open AND NOT p.resting)
FROM tournaments_tournament t JOIN tournaments_entry e ON e.tournament_id = t.id
WHERE t.id = %s GROUP BY t.id
"""
WAITS = """
SELECT percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY
       extract(epoch FROM r.settled_at - g.finished_at))
FROM tournaments_playedround r JOIN games_table g ON g.id = r.game_table_id
WHERE r.tournament_id = %s
"""


@dataclass(slots=True)
class Platform:
    process: subprocess.Popen[bytes]
    environ: dict[str, str]
    largest_mb: int = 0

    def look_at_memory(self) -> None:
        for pid in self._descendants():
            try:
                status = Path(f"/proc/{pid}/status").read_text()
                named = Path(f"/proc/{pid}/cmdline").read_bytes()
            except OSError:
                continue  # it ended while we looked
            peak = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
            if peak and b"python" in named:
                self.largest_mb = max(self.largest_mb, int(peak[0]) // 1_024)

    def _descendants(self) -> set[int]:
        listing = subprocess.run(
            ["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True
        )
        parents = {int(pid): int(up) for pid, up in map(str.split, listing.stdout.splitlines())}
        found = {self.process.pid}
        while more := {pid for pid, up in parents.items() if up in found} - found:
            found |= more
        return found


def main() -> None:
    players = int(sys.argv[1])
    for name in [name for name in os.environ if name.endswith("_URL")]:
        del os.environ[name]  # the platform has a database of its own
    with _platform() as site:
        os.environ.update(site.environ)
        import django

        django.setup()
        print(json.dumps([asdict(result) for result in measure(site, players)]))


def measure(site: Platform, players: int) -> list[Result]:
    tournament = _publish(players)
    started = time.perf_counter()
    while not _is_over(tournament, players):
        site.look_at_memory()
        if time.perf_counter() - started > SECONDS_MAX:
            raise RuntimeError(f"the tournament of {players} does not end")
        time.sleep(1.0)
    seconds = time.perf_counter() - started
    rounds = _require_sound(tournament, players)
    ((median, most),) = _ask(WAITS, tournament)[0]
    stack = f"director.stack.{players}"
    return [
        Result(stack, round(seconds, 1), f"s for {rounds} rounds of bots on a platform"),
        Result(f"{stack}.rounds", round(rounds / seconds, 2), "rounds/s"),
        Result(f"{stack}.wait", round(1e3 * median), "ms from a round's end to its settlement"),
        Result(f"{stack}.wait.p95", round(1e3 * most), "ms, 19 of 20"),
        Result(f"{stack}.memory", site.largest_mb, "MB at most, largest process"),
    ]


def _publish(players: int) -> int:
    import datetime as dt
    from dataclasses import replace

    from django.utils import timezone

    from accounts.joining.players import create_bot
    from games.tables.terms import TableOffer, agree_terms
    from tournaments.director import TURBO, EntryRules, Plan
    from tournaments.entries.entering import enter_tournament
    from tournaments.planner.publishing import open_tournament

    offer = TableOffer(preset="romme_500", format="ring", rounds=1, seats=4)
    tournament = open_tournament(
        name="Bench",
        plan=Plan(
            seats=4,
            stack_chips=STACK_CHIPS,
            schedule=TURBO,
            buy_in_chips=100,
            entries=EntryRules(most=players, starts_when_full=True),
        ),
        starts_at=timezone.now() + dt.timedelta(days=1),
        terms=replace(agree_terms(offer), robot_ms=0, pause_ms=0),
    )
    for number in range(players):
        bot = create_bot(name=f"Bench {number}", bot_key="casual")
        enter_tournament(tournament_id=tournament.pk, player=bot)
    return int(tournament.pk)


def _is_over(tournament: int, players: int) -> bool:
    """One snapshot, in which the chips are all there and the tables that play are level."""
    phase, alive, rounds, chips, most, least = _ask(LOOK, tournament)[0]
    print(f"{phase}: {alive} of {players} play, {rounds} rounds", file=sys.stderr, flush=True)
    if chips != STACK_CHIPS * players:
        raise AssertionError(f"tournament {tournament}: {chips} chips (PLAY-23)")
    if least is not None and least < most - 1:
        raise AssertionError(f"tournament {tournament}: tables of {least} and {most} (PLAY-41)")
    return bool(phase == "finished")


def _require_sound(tournament: int, players: int) -> int:
    """Chips conserved in every round, prizes that are the pool, one rank each; returns rounds."""
    rounds, lost, fewest = _ask(
        "SELECT count(*), coalesce(sum(abs((SELECT sum(c) FROM unnest(changes_chips) AS c))), 0),"
        " min(cardinality(entries)) FROM tournaments_playedround WHERE tournament_id = %s",
        tournament,
    )[0]
    entries, ranked, won, most = _ask(
        "SELECT count(*), count(rank), sum(won_chips), max(stack_chips) FROM tournaments_entry"
        " WHERE tournament_id = %s",
        tournament,
    )[0]
    held = (lost, entries, ranked, won, most)
    if held != (0, players, players, 100 * players, STACK_CHIPS * players) or fewest < 2:
        raise AssertionError(f"tournament {tournament} is not sound: {held}")
    return int(rounds)


def _ask(question: str, tournament: int) -> list[tuple[Any, ...]]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(question, [tournament])
        return list(cursor.fetchall())


@contextmanager
def _platform() -> Iterator[Platform]:
    with tempfile.TemporaryDirectory(prefix="jeton-bench-") as home:
        Path(home).chmod(0o711)
        with demo(Path(home)) as (process, environ):
            yield Platform(process, environ)


if __name__ == "__main__":
    main()
