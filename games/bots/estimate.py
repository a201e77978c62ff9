"""What a position is worth: points this round will bring, own minus the opponent's.

Linear in a few facts and their products, fitted to rounds played out (`benchmarks.fit_bots`).
Deadwood points and each kind of bonus are estimated apart and put together with the rule-set's own
numbers, so a bot's judgement of when to knock follows the bonuses of its table.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.engine.families.knock.laws import KnockLaws

from . import weights
from .outlook import LOW, Outlook, Scene

Vector = tuple[float, ...]


class Worths(NamedTuple):
    """One vector of weights for each thing that is counted, the opponent's negative."""

    deadwood: Vector
    gin: Vector
    undercut: Vector
    round: Vector


class Judge(NamedTuple):
    """The weights of one rule-set, ready to use; of a knock also those of two of its parts."""

    waiting: Vector
    knocking: Vector
    knock_deadwood: Vector
    knock_won: Vector


@lru_cache(maxsize=1024)
def judge_of(laws: KnockLaws) -> Judge:
    """The judge who knows these laws' bonuses."""
    return Judge(
        _priced(laws, Worths(*weights.WAITING)),
        _priced(laws, Worths(*weights.KNOCKING)),
        weights.KNOCKING[0],
        weights.KNOCKING[3],
    )


def box_bonus(laws: KnockLaws) -> int:
    """What a round won is worth by itself (GIN-9)."""
    numbers, limit = laws.numbers, laws.rules.point_limit
    return numbers.box_bonus if limit is not None and limit > numbers.box_bonus_above else 0


def _priced(laws: KnockLaws, worths: Worths) -> Vector:
    numbers, box = laws.numbers, box_bonus(laws)
    return tuple(
        deadwood + gin * numbers.gin_bonus + undercut * numbers.undercut_bonus + won * box
        for deadwood, gin, undercut, won in zip(*worths, strict=True)
    )


def weigh(vector: Vector, facts: Sequence[float]) -> float:
    """The facts with their products, weighed."""
    return sum(map(float.__mul__, vector, products(facts)))


def products(facts: Sequence[float]) -> list[float]:
    """1, each fact, and the product of each two of them."""
    found = [1.0, *facts]
    for place, one in enumerate(facts):
        found += [one * two for two in facts[place:]]
    return found


def waiting_facts(scene: Scene, seen: Outlook, danger: float) -> list[float]:
    """After one's own discard, which is now the opponent's to take."""
    return [
        seen.points / 20,
        max(0, LOW - seen.points) / 10,
        seen.mean / 20,
        seen.low / 10,
        seen.gin,
        seen.knock,
        scene.stock_left,
        scene.held.bit_count() / 4,
        scene.knock_limit / 10,
        danger,
        scene.laws.numbers.undercut_bonus / 20,
        box_bonus(scene.laws) / 10,
        scene.last / 10,
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
    ]
