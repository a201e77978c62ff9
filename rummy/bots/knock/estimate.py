"""What a position is worth: points this round will bring, own minus the opponent's.

Linear in a few facts and their products, fitted to rounds played out (`benchmarks.fit_bots`).
Deadwood points and each kind of bonus are estimated apart and put together with the rule-set's own
numbers, so a bot's judgement of when to knock follows the bonuses of its table.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rummy.engine.families.knock.rules.laws import KnockLaws

from . import weights
from .outlook import LOW, Outlook, Scene

Vector = tuple[float, ...]


class Worths(NamedTuple):
    """One vector of weights for each thing that is counted, the opponent's negative."""

    deadwood: Vector
    gin: Vector
    undercut: Vector
    round: Vector


class Prices(NamedTuple):
    """What a gin, an undercut and a round won pay beside the deadwood."""

    gin: int
    undercut: int
    box: int


class Judge(NamedTuple):
    """The weights of one rule-set; `waiting` is priced already."""

    prices: Prices
    waiting: Vector
    knocking: Worths


class KnockWorth(NamedTuple):
    """What a knock should bring: in all, in deadwood points, and the chance to win by it."""

    value: float
    deadwood: float
    wins: float


@lru_cache(maxsize=1024)
def judge_of(laws: KnockLaws) -> Judge:
    """The judge who knows these laws' bonuses."""
    prices = Prices(laws.numbers.gin_bonus, laws.numbers.undercut_bonus, box_bonus(laws))
    return Judge(prices, _priced(prices, Worths(*weights.WAITING)), Worths(*weights.KNOCKING))


def box_bonus(laws: KnockLaws) -> int:
    """What a round won is worth by itself (GIN-9)."""
    numbers, limit = laws.numbers, laws.rules.point_limit
    return numbers.box_bonus if limit is not None and limit > numbers.box_bonus_above else 0


def _priced(prices: Prices, worths: Worths) -> Vector:
    return tuple(
        deadwood + gin * prices.gin + undercut * prices.undercut + won * prices.box
        for deadwood, gin, undercut, won in zip(*worths, strict=True)
    )


def knock_worth(judge: Judge, facts: Sequence[float], is_gin: bool) -> KnockWorth:
    """What a knock with these facts brings; gin is never undercut (GIN-8)."""
    prices, found = judge.prices, products(facts)
    deadwood = _sum(judge.knocking.deadwood, found)
    if is_gin:
        return KnockWorth(deadwood + prices.gin + prices.box, deadwood, 1.0)
    undercut = min(1.0, max(0.0, -_sum(judge.knocking.undercut, found)))
    bonuses = (1 - 2 * undercut) * prices.box - undercut * prices.undercut
    return KnockWorth(deadwood + bonuses, deadwood, 1 - undercut)


def judged(scene: Scene) -> Scene:
    """The scene with its own facts put into the weights, so that only the hand is left to weigh.

    Every choice of a decision shares them: they are multiplied once.
    """
    vector, facts = judge_of(scene.laws).waiting, scene_facts(scene)
    count = HAND_FACTS + len(facts)
    constant = vector[0] + _sum(vector[1 + HAND_FACTS :], facts)
    linear, at = list(vector[1 : 1 + HAND_FACTS]), 1 + count
    squares: list[float] = []
    for place in range(HAND_FACTS):
        row, at = vector[at : at + count - place], at + count - place
        squares += row[: HAND_FACTS - place]
        linear[place] += _sum(row[HAND_FACTS - place :], facts)
    for place, one in enumerate(facts):
        row, at = vector[at : at + len(facts) - place], at + len(facts) - place
        constant += one * _sum(row, facts[place:])
    return scene._replace(vector=(constant, *linear, *squares))


def waiting_worth(scene: Scene, seen: Outlook, danger: float) -> float:
    """What this hand should bring after a discard of this danger, in a scene that was `judged`."""
    return weigh(scene.vector, hand_facts(seen, danger))


def weigh(vector: Vector, facts: Sequence[float]) -> float:
    """The facts with their products, weighed."""
    return _sum(vector, products(facts))


def _sum(vector: Sequence[float], found: Sequence[float]) -> float:
    return sum(map(float.__mul__, vector, found))


def products(facts: Sequence[float]) -> list[float]:
    """1, each fact, and the product of each two of them."""
    found = [1.0, *facts]
    for place, one in enumerate(facts):
        found += [one * two for two in facts[place:]]
    return found


HAND_FACTS: Final = 7


def hand_facts(seen: Outlook, danger: float) -> list[float]:
    """After one's own discard, which is now the opponent's to take: the hand kept."""
    return [
        seen.points / 20,
        max(0, LOW - seen.points) / 10,
        seen.mean / 20,
        seen.low / 10,
        seen.gin,
        seen.knock,
        danger,
    ]


def scene_facts(scene: Scene) -> list[float]:
    """The same moment: what does not depend on one's own choice."""
    return [
        scene.stock_left,
        scene.held.bit_count() / 4,
        scene.knock_limit / 10,
        scene.laws.numbers.undercut_bonus / 20,
        box_bonus(scene.laws) / 10,
        scene.last / 10,
        scene.recent / 10,
        scene.turns / 10,
    ]


def knocking_facts(scene: Scene, points: int, exposed: int) -> list[float]:
    """Knocking with so many points and melds on which `exposed` cards could be laid off."""
    return [
        points / 10,
        1.0 if points == 0 else 0.0,
        scene.stock_left,
        scene.held.bit_count() / 4,
        0.0 if points == 0 else exposed / 10,
        scene.knock_limit / 10,
        scene.last / 10,
        scene.recent / 10,
        scene.turns / 10,
    ]
