"""The levels among themselves at Deutsches Rommé, Räuber-Rommé and Rommé 500.

`strength.GAME.SEATS.ONE.over_OTHER`: points a round by which one is ahead of the other, for every
variation and number of seats; each deal is played from both sides. `.errors` is the same in
standard errors. A greedy player of forty lines is the reference that solid has to be ahead of.
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor

from benchmarks.report import Result
from benchmarks.sizes import sized
from rummy.bots import BOTS, Bot
from tests.bots.matches import average
from tests.bots.table_melding.contests import points_ahead
from tests.bots.table_melding.greedy import GreedyReference
from tests.engine.table_melding.rules import VARIANTS

DEALS = sized(1200, 2)
ROBBER_DEALS = sized(200, 2)  # a table laid anew takes ten times as long to think about
PARTS = 2
PLAYERS: dict[str, Bot] = {**BOTS, GreedyReference.key: GreedyReference()}
PAIRS = (("expert", "solid"), ("solid", GreedyReference.key))

Contest = tuple[str, int, str, str]


def measure(pool: ProcessPoolExecutor) -> Iterable[Result]:
    contests: list[Contest] = [
        (name, seats, one, other)
        for name, rules in VARIANTS.items()
        for seats in rules.seats
        for one, other in PAIRS
    ]
    jobs = [(contest, part) for contest in contests for part in range(PARTS)]
    played = iter(pool.map(_played, jobs))
    for contest in contests:
        yield from _told(contest, [point for _ in range(PARTS) for point in next(played)])


def _played(job: tuple[Contest, int]) -> list[float]:
    (name, seats, one, other), part = job
    deals = ROBBER_DEALS if "robber" in name.split("+") else DEALS
    return points_ahead(
        VARIANTS[name], PLAYERS[one], PLAYERS[other], deals // PARTS, seed=part, seats=seats
    )


def _told(contest: Contest, points: list[float]) -> Iterator[Result]:
    game, seats, one, other = contest
    found = average(points)
    name = f"strength.{game}.{seats}.{one}.over_{other}"
    error = (found.high - found.low) / 2 / 1.96
    yield Result(name, round(found.mean, 2), "points/round ahead", other)
    if error:  # two deals alike have none
        yield Result(f"{name}.errors", round(found.mean / error, 1), "standard errors", other)
