"""What a hand may become with one more draw: the numbers every judgement of the bots rests on.

All of it comes from one seat's view and the melder of its rule-set, so jokers, runs round the
corner and rainbow runs are understood without being named here.
"""

from functools import cache
from typing import NamedTuple

from games.bots.memory import Recollection
from games.engine.cards import BIT, PACK, cards_of, rank_of
from games.engine.families.knock.laws import KnockLaws
from games.engine.families.knock.views import KnockView
from games.engine.melding import Melder
from games.engine.rules import MeldLaws

from .hands import unseen

# Melds with jokers or unusual runs cost fifty times as much to evaluate: fewer draws are looked at.
DRAWS_LOOKED_AT_WHEN_DEAR = 7
HIGHEST = 10
LOW = 10  # deadwood below this may undercut a knock


class Outlook(NamedTuple):
    """Ten cards: deadwood now and, over the draws that may come, after the best discard next turn.

    `mean` is the deadwood then, `low` by how much it is below ten on average; `gin` and `knock` are
    the shares of the draws that lead to none and to no more than the knock limit. `left` has the
    deadwood after each draw.
    """

    points: int
    mean: float
    low: float
    gin: float
    knock: float
    left: tuple[int, ...] = ()


class Scene(NamedTuple):
    """What is the same for every choice of one decision.

    `draws` are the cards that may come from the stock, one mask each; `pool` the cards the opponent
    may hold, of which `held` are known to be there; `chance` is how likely each other one is.
    `last` is the value of the opponent's last discard: who throws a low card has little deadwood.
    """

    laws: KnockLaws
    knock_limit: int
    stock_left: float
    draws: tuple[int, ...]
    pool: int
    held: int
    chance: float
    last: int


def scene_of(view: KnockView, recalled: Recollection) -> Scene:
    """The scene as the seat of this view sees it."""
    laws, now = view.laws, view.open
    size, opponent = laws.numbers.hand_size, ((view.seat or 0) + 1) % now.seats
    pool = unseen(view)
    held = recalled.held_by(opponent) & pool
    unknown = pool & ~held
    at_start = laws.deck.bit_count() - now.seats * size - 1 - laws.numbers.stock_floor
    left = max(0, now.stock_count - laws.numbers.stock_floor)
    return Scene(
        laws,
        now.knock_limit,
        left / at_start,
        _draws(laws, unknown),
        pool,
        held,
        max(0, size - held.bit_count()) / max(1, unknown.bit_count()),
        _last_discard(view),
    )


def _last_discard(view: KnockView) -> int:
    """The value of the card the opponent left, whether it was taken since or not."""
    now = view.open
    card = now.taken if now.taken is not None else now.pile[-1] if now.pile else None
    return HIGHEST if card is None else view.laws.knocking.value(BIT[card])


def is_dear(laws: KnockLaws) -> bool:
    """Whether evaluating a hand takes a search rather than a look into tables."""
    return bool(laws.rules.jokers) or laws.rules.melds != MeldLaws()


def _draws(laws: KnockLaws, unknown: int) -> tuple[int, ...]:
    cards = cards_of(unknown)
    if is_dear(laws):
        cards = cards[:: max(1, len(cards) // DRAWS_LOOKED_AT_WHEN_DEAR)]
    return tuple(BIT[card] for card in cards)


def outlook(scene: Scene, melder: Melder, rest: int) -> Outlook:
    """The outlook of these ten cards."""
    after = melder.points_after_discard
    points = melder.points(rest)
    left = tuple([after(rest | bit) for bit in scene.draws]) or (points,)
    count, limit = len(left), scene.knock_limit
    return Outlook(
        points,
        sum(left) / count,
        sum([LOW - one for one in left if one < LOW]) / count,
        left.count(0) / count,
        sum([one <= limit for one in left]) / count,
        left,
    )


def danger(scene: Scene, card: int) -> float:
    """About how likely the opponent is to make a meld of this card, 0 to 1.

    Two cards that go with it must be in the opponent's hand; those taken from the pile are there
    for certain.
    """
    if card >= PACK:
        return 1.0
    pool, held, chance = scene.pool, scene.held, scene.chance
    found = 0.0
    for pair in _pairs(card, scene.laws.rules.melds.cyclic_runs):
        if pair & pool == pair:
            found += chance ** (2 - (pair & held).bit_count())
    return min(1.0, found)


@cache
def _pairs(card: int, cyclic: bool) -> tuple[int, ...]:
    """Masks of the two cards that make a meld of three with this one."""
    low, rank = card - rank_of(card), rank_of(card)
    mates = [other for other in range(rank, PACK, 13) if other != card]
    sets = [BIT[one] | BIT[two] for place, one in enumerate(mates) for two in mates[place + 1 :]]
    runs = [
        sum(BIT[low + other % 13] for other in range(first, first + 3) if other != rank)
        for first in range(rank - 2, rank + 1)
        if cyclic or (first >= 0 and first + 2 < 13)
    ]
    return (*sets, *runs)
