"""The director: what a round costs as the field grows, bulk writes against bare SQL, bots.

In memory: whole tournaments of 100 to 100,000 through the same director and settlement as real
ones. On the database (`director_rows`): seating, settling a round of all, and paying prizes, each
in one transaction, against one SQL statement that writes the same rows. On a running platform
(`director_stack`): a thousand bots play to the end.
"""

import gc
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence

from benchmarks.place import place, set_up_django
from benchmarks.report import Result
from benchmarks.sizes import sized

FIELDS = sized((100, 1_000, 10_000, 100_000), (100,))
ROUNDS_MEASURED = sized(4_000, 50)
# Entries, and how often ours and bare SQL take turns.
ROWS = sized(((100, 5), (1_000, 5), (10_000, 3), (100_000, 2)), ((100, 1),))
BOTS = sized(1_000, 16)
SEATS = 4


def measure() -> list[Result]:
    results = [result for entries in FIELDS for result in _in_memory(entries)]
    with place() as here:
        set_up_django(here.environ)
        environ = dict(os.environ) | {"BENCH_ADMIN_DSN": here.server.dsn(database="jeton")}
        for entries, rounds in ROWS:
            results += _program("director_rows", environ, entries, rounds)
    return results + _program("director_stack", dict(os.environ), BOTS)


def _program(name: str, environ: Mapping[str, str], *arguments: int) -> list[Result]:
    """The results of a program of its own, whose memory is nobody else's."""
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{name}", *map(str, arguments)],
        env=environ,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return [Result(**line) for line in json.loads(done.stdout.splitlines()[-1])]


class _Cards:
    """Rounds like those of equal players, without playing them."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def round(self, seats: int) -> tuple[Sequence[object], int]:
        from rummy.settlement import SeatScore

        best = self.dice.randrange(40, 120)
        winner = self.dice.randrange(seats)
        scores = [
            SeatScore(best if seat == winner else best - self.dice.randrange(1, 90))
            for seat in range(seats)
        ]
        return scores, self.dice.randrange(60_000, 240_000)


def _in_memory(entries: int) -> list[Result]:
    """Microseconds per finished round in its first rounds, and a whole tournament."""
    from tournaments.director import TURBO, Plan
    from tournaments.simulation.arena import Arena
    from tournaments.simulation.playing import ChanceDice, enter_field, play_out

    per_round = _first_rounds(entries)
    gc.collect()
    arena = Arena(Plan(seats=SEATS, stack_chips=1_000, schedule=TURBO, buy_in_chips=100))
    enter_field(arena, entries)
    gc.collect()
    gc.freeze()
    started = time.process_time()
    report = play_out(arena, _Cards(entries), ChanceDice(random.Random(entries)))  # type: ignore[arg-type]  # duck-typed
    seconds = time.process_time() - started
    gc.unfreeze()
    return [
        Result(f"director.round.{entries}", round(per_round, 1), "µs per finished round"),
        Result(
            f"director.tournament.{entries}",
            round(seconds, 2),
            f"s for {report.table_rounds} rounds",
        ),
        Result(
            f"director.tournament_round.{entries}",
            round(1e6 * seconds / report.table_rounds, 1),
            "µs per round, whole tournament",
        ),
    ]


def _first_rounds(entries: int) -> float:
    """Round after round at the tables of a full field: settle, rank, move, deal."""
    from tournaments import director
    from tournaments.director import STANDARD, Plan
    from tournaments.simulation.arena import Arena
    from tournaments.simulation.carrying_out import carry_out
    from tournaments.simulation.playing import ChanceDice, enter_field

    arena = Arena(Plan(seats=SEATS, stack_chips=1_000, schedule=STANDARD, buy_in_chips=100))
    enter_field(arena, entries)
    dice, cards = ChanceDice(random.Random(1)), _Cards(1)

    def advance() -> None:
        while commands := director.direct(arena.snapshot(), dice):
            carry_out(arena, commands)

    advance()
    # The collector would walk the whole field again and again; a server never holds it in memory.
    gc.collect()
    gc.freeze()
    rounds = min(ROUNDS_MEASURED, entries // 2)
    spent = 0.0
    for _ in range(rounds):
        number = next(n for n in arena.dealt if n in arena.tables and not arena.tables[n].resting)
        arena.dealt.remove(number)
        dealt = arena.tables[number].dealt
        scores, _ = cards.round(len(dealt))
        started = time.process_time()
        arena.finish_round(number, dict(zip(dealt, scores, strict=True)))  # type: ignore[arg-type]
        advance()
        spent += time.process_time() - started
    gc.unfreeze()
    return 1e6 * spent / rounds
