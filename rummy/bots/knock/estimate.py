"""What a position is worth: points this round will bring, own minus the opponent's.

Three small nets of one hidden layer, fitted to rounds played out: what waiting after a discard
brings, what drawing from the stock, and what a knock. Deadwood points and each kind of bonus are
estimated apart and put together with the rule-set's own numbers, so a bot's judgement of when to
knock follows the bonuses of its table.
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import mul
from typing import Final, NamedTuple

from rummy.engine.cards import BIT
from rummy.engine.families.knock.rules.laws import KnockLaws

from . import weights
from .outlook import LOW, Mind, Outlook, Scene, Vector

UNIT: Final = 1000  # weights are kept as whole thousandths


class Prices(NamedTuple):
    """What a gin, an undercut and a round won pay beside the deadwood."""

    gin: int
    undercut: int
    box: int


class Judge(NamedTuple):
    """The nets of one rule-set; all but what tells of an undercut is priced already."""

    prices: Prices
    waiting: Mind
    drawing: Mind
    knocking: Mind
    undercut: Mind


class KnockWorth(NamedTuple):
    """What a knock should bring: in all, in deadwood points, and the chance to win by it."""

    value: float
    deadwood: float
    wins: float


@lru_cache(maxsize=1024)
def judge_of(laws: KnockLaws) -> Judge:
    """The judge who knows these laws' bonuses."""
    prices = Prices(laws.numbers.gin_bonus, laws.numbers.undercut_bonus, box_bonus(laws))
    return Judge(
        prices,
        _priced(weights.WAITING, (1, *prices)),
        _priced(weights.DRAWING, (1, *prices)),
        _priced(weights.KNOCKING, (1, 0)),
        _priced(weights.KNOCKING, (0, 1)),
    )


def box_bonus(laws: KnockLaws) -> int:
    """What a round won is worth by itself (GIN-9)."""
    numbers, limit = laws.numbers, laws.rules.point_limit
    return numbers.box_bonus if limit is not None and limit > numbers.box_bonus_above else 0


def _priced(net: weights.Net, prices: Sequence[int]) -> Mind:
    """One output of several: what each of them counts, times its price."""
    units, voices, straight = net
    return Mind(
        tuple(tuple(one / UNIT for one in unit) for unit in units),
        _mixed(voices, prices),
        _mixed(straight, prices),
    )


def _mixed(rows: weights.Rows, prices: Sequence[int]) -> Vector:
    return tuple(_sum([one / UNIT for one in column], prices) for column in zip(*rows, strict=True))


def knock_worth(judge: Judge, facts: Sequence[float], is_gin: bool) -> KnockWorth:
    """What a knock with these facts brings; gin is never undercut (GIN-8)."""
    prices, deadwood = judge.prices, weigh(judge.knocking, facts)
    if is_gin:
        return KnockWorth(deadwood + prices.gin + prices.box, deadwood, 1.0)
    undercut = min(1.0, max(0.0, weigh(judge.undercut, facts)))
    bonuses = (1 - 2 * undercut) * prices.box - undercut * prices.undercut
    return KnockWorth(deadwood + bonuses, deadwood, 1 - undercut)


def judged(scene: Scene) -> Scene:
    """The scene with its own facts put into the weights, so that only the hand is left to weigh.

    Every choice of a decision shares them: they are multiplied once.
    """
    judge, facts = judge_of(scene.laws), scene_facts(scene)
    return scene._replace(
        waiting=_known(judge.waiting, facts), drawing=_known(judge.drawing, facts)
    )


def _known(mind: Mind, facts: Sequence[float]) -> Mind:
    """The mind when the last facts of each row are these."""
    units, voices, straight = mind
    return Mind(tuple([_shorter(unit, facts) for unit in units]), voices, _shorter(straight, facts))


def _shorter(row: Vector, facts: Sequence[float]) -> Vector:
    return (*row[:HAND_FACTS], _sum(row[HAND_FACTS:], facts) + row[-1])


def waiting_worth(scene: Scene, seen: Outlook, danger: float) -> float:
    """What this hand should bring after a discard of this danger, in a scene that was `judged`."""
    return weigh(scene.waiting, hand_facts(seen, danger))


def drawing_worth(scene: Scene, seen: Outlook) -> float:
    """What this hand should bring by a draw from the stock, in a scene that was `judged`."""
    return weigh(scene.drawing, hand_facts(seen, 0.0))


def weigh(mind: Mind, facts: Sequence[float]) -> float:
    """What the facts bring straight away, and what each unit says that is moved by them."""
    known = [*facts, 1.0]
    value = _sum(mind.straight, known)
    for row, voice in zip(mind.units, mind.voices, strict=True):
        moved: float = sum(map(mul, row, known), 0.0)  # not `_sum`: a call would cost as much again
        if moved > 0:
            value += voice * moved
    return value


def _sum(vector: Sequence[float], found: Sequence[float]) -> float:
    """Over the shorter of the two: the last of a row of weights stands alone."""
    total: float = sum(map(mul, vector, found), 0.0)
    return total


HAND_FACTS: Final = 13


def hand_facts(seen: Outlook, danger: float) -> list[float]:
    """The hand: after one's own discard, which is now the opponent's to take; or before a draw."""
    return [
        seen.points / 20,
        max(0, LOW - seen.points) / 10,
        seen.mean / 20,
        seen.low / 10,
        seen.gin,
        seen.knock,
        danger,
        seen.value / 60,
        seen.later.mean / 20,
        seen.later.low / 10,
        seen.later.gin,
        seen.later.knock,
        seen.later.helped,
    ]


def scene_facts(scene: Scene) -> list[float]:
    """The same moment: what does not depend on one's own choice."""
    value = scene.laws.knocking.value
    return [
        scene.stock_left,
        scene.held.bit_count() / 4,
        scene.knock_limit / 10,
        scene.laws.numbers.undercut_bonus / 20,
        box_bonus(scene.laws) / 10,
        scene.last / 10,
        scene.recent / 10,
        scene.turns / 10,
        scene.highest / 10,
        scene.lowest / 10,
        sum([chance * value(BIT[card]) for card, chance in scene.likely.items()]) / 50,
        value(scene.held) / 20,
    ]


def knocking_facts(scene: Scene, points: int, exposed: int) -> list[float]:
    """Knocking with so many points and melds on which `exposed` cards could be laid off."""
    gin = points == 0
    return [points / 10, float(gin), 0.0 if gin else exposed / 10, *scene_facts(scene)]
