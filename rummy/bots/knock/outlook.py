"""What a hand may become with one more draw: the numbers every judgement of the bots rests on.

All of it comes from one seat's view and the melder of its rule-set, so jokers, runs round the
corner and rainbow runs are understood without being named here.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from rummy.bots.memory import Recollection
from rummy.engine.budget import DECIDING_STEPS, Budget
from rummy.engine.cards import BIT, FIRST_JOKER, PACK, cards_of, mask_of, rank_of
from rummy.engine.families.knock.rules.laws import KnockLaws
from rummy.engine.families.knock.views import KnockView
from rummy.engine.melding import Melder
from rummy.engine.melding.suit_tables import SUIT
from rummy.engine.rules import MeldLaws

from .hands import own_hand, unseen
from .suspicion import Clues, likelihood

# Melds with jokers or unusual runs cost fifty times as much to evaluate: fewer draws are looked at.
# The more so the more jokers the hand itself holds, and then less depends on it.
DRAWS_LOOKED_AT_WHEN_DEAR = (6, 5, 3, 2)
HIGHEST: Final = 10
LOW: Final = 10  # deadwood below this may undercut a knock
RECENT: Final = 3  # discards of the opponent that tell of its hand
USUAL: Final = 8.0  # points of a first discard
AT_MOST: Final = 0.95  # nothing but a card taken from the pile is sure
JOKER_KEPT: Final = 0.5  # nobody throws a joker


class Later(NamedTuple):
    """What an outlook says after one draw, on average over the draws that may come: after those
    that help, a share of all of `helped`, that of the better hand; after any other the same."""

    mean: float
    low: float
    gin: float
    knock: float
    helped: float


NOT_ASKED: Final = Later(0.0, 0.0, 0.0, 0.0, 0.0)


class Outlook(NamedTuple):
    """Ten cards: deadwood now and, over the draws that may come, after the best discard next turn.

    `value` is that of all ten, `mean` the deadwood then, `low` by how much it is below ten on
    average; `gin` and `knock` are the shares of the draws that lead to none and to no more than the
    knock limit. `later` looks two draws ahead.
    """

    points: int
    value: int
    mean: float
    low: float
    gin: float
    knock: float
    later: Later = NOT_ASKED


Vector = tuple[float, ...]


class Mind(NamedTuple):
    """A net with one output: rows of weights of its hidden units, each with its own number at the
    end; what each unit says when it is moved; and a row that goes straight to the output.
    """

    units: tuple[Vector, ...]
    voices: Vector
    straight: Vector


NOBODY: Final = Mind((), (), ())


class Scene(NamedTuple):
    """What is the same for every choice of one decision.

    `pool` are the cards the opponent may hold, of which `held` are known to be there; `likely` says
    of each how likely it is there. `stock` are those that may come from the stock, `draws` those of
    them that are looked at; `weights` has how much stock there is of each number of points.
    `last` is the value of the opponent's last discard and `recent` the mean of its last three: who
    throws low cards has little deadwood; `highest` is the dearest of those three, `lowest` the
    cheapest of all. `turns` counts its discards. `waiting` and `drawing` judge hands here, once
    somebody judges (`estimate.judged`). `seen` keeps what was found of hands that several choices
    lead to. All that is looked at in the scene takes of its `steps`.
    """

    laws: KnockLaws
    knock_limit: int
    stock_left: float
    draws: tuple[int, ...]
    pool: int
    held: int
    likely: Mapping[int, float]
    stock: int
    weights: tuple[float, ...]
    last: int
    recent: float
    highest: int
    lowest: int
    turns: int
    steps: Budget
    seen: dict[int, Outlook]
    waiting: Mind = NOBODY
    drawing: Mind = NOBODY

    def least(self, melder: Melder, hand: int) -> int:
        """The least deadwood points of the hand."""
        points, steps = melder.counted(hand)
        self.steps.spend(steps)
        return points

    def least_after_discard(self, melder: Melder, hand: int) -> int:
        """The least after discarding any one card of it."""
        points, steps = melder.counted_after_discard(hand)
        self.steps.spend(steps)
        return points


def scene_of(view: KnockView, recalled: Recollection, steps: Budget | None = None) -> Scene:
    """The scene as the seat of this view sees it, with the steps of one decision."""
    laws, now = view.laws, view.open
    size, opponent = laws.numbers.hand_size, ((view.seat or 0) + 1) % now.seats
    pool = unseen(view)
    held = recalled.held_by(opponent) & pool
    unknown = pool & ~held
    at_start = laws.deck.bit_count() - now.seats * size - 1 - laws.numbers.stock_floor
    left = max(0, now.stock_count - laws.numbers.stock_floor)
    thrown = recalled.thrown_by(opponent)
    likely = _likely(recalled, opponent, held, unknown, size)
    every = [laws.knocking.value(BIT[card]) for card in thrown]
    values = every[-RECENT:]
    return Scene(
        laws,
        now.knock_limit,
        left / at_start,
        _draws(laws, unknown, own_hand(view)),
        pool,
        held,
        likely,
        unknown,
        () if is_dear(laws) else _weights(laws, unknown, likely),
        _last_discard(view),
        sum(values) / len(values) if values else USUAL,
        max(values, default=HIGHEST),
        min(every, default=HIGHEST),
        len(thrown) if recalled.thrown else (at_start - left) // now.seats,
        steps or Budget(DECIDING_STEPS),
        {},
    )


def _likely(
    recalled: Recollection, opponent: int, held: int, unknown: int, size: int
) -> dict[int, float]:
    """How likely the opponent holds each card of the pool; they add up to its hand."""
    clues = clues_of(recalled, opponent, held)
    found = {
        card: likelihood(clues, card) if card < PACK else JOKER_KEPT for card in cards_of(unknown)
    }
    missing = max(0, size - held.bit_count())
    share = missing / max(1e-9, sum(found.values()))
    likely = {card: min(AT_MOST, chance * share) for card, chance in found.items()}
    return likely | dict.fromkeys(cards_of(held), 1.0)


def clues_of(recalled: Recollection, opponent: int, held: int) -> Clues:
    """What the opponent has shown so far."""
    thrown = mask_of(recalled.thrown_by(opponent))
    let_lie = recalled.refused_by(opponent) & ~thrown
    return Clues(thrown, let_lie, held, len(recalled.thrown_by(opponent)))


def _weights(laws: KnockLaws, stock: int, likely: Mapping[int, float]) -> tuple[float, ...]:
    sums, values = [0.0] * (HIGHEST + 1), laws.numbers.rank_values
    for card in cards_of(stock):
        sums[values[card % 13]] += 1 - likely[card]
    return tuple(sums)


def _last_discard(view: KnockView) -> int:
    """The value of the card the opponent left, whether it was taken since or not."""
    now = view.open
    card = now.taken if now.taken is not None else now.pile[-1] if now.pile else None
    return HIGHEST if card is None else view.laws.knocking.value(BIT[card])


def is_dear(laws: KnockLaws) -> bool:
    """Whether evaluating a hand takes a search rather than a look into tables."""
    return bool(laws.rules.jokers) or laws.rules.melds != MeldLaws()


def _draws(laws: KnockLaws, unknown: int, hand: int) -> tuple[int, ...]:
    cards = cards_of(unknown)
    if not is_dear(laws):
        return cards
    jokers = min((hand >> FIRST_JOKER).bit_count(), len(DRAWS_LOOKED_AT_WHEN_DEAR) - 1)
    count = DRAWS_LOOKED_AT_WHEN_DEAR[jokers]
    return cards[:: -(-len(cards) // count)] if len(cards) > count else cards


def outlook(scene: Scene, melder: Melder, rest: int) -> Outlook:
    """The outlook of these ten cards."""
    points, limit = scene.least(melder, rest), scene.knock_limit
    count, total, low, gin, knock = 0.0, 0.0, 0.0, 0.0, 0.0
    for left, weight in _after_draws(scene, melder, rest, points):
        count += weight
        total += left * weight
        if left < LOW:
            low += (LOW - left) * weight
        if left <= limit:
            knock += weight
            if not left:
                gin += weight
    value = melder.value(rest)
    return Outlook(points, value, total / count, low / count, gin / count, knock / count)


def far_outlook(scene: Scene, melder: Melder, rest: int) -> Outlook:
    """The outlook of these ten cards with what comes later; where looking is dear, as if no draw
    helped."""
    seen = outlook(scene, melder, rest)
    mean, low, gin, knock, helped = 0.0, 0.0, 0.0, 0.0, 0.0
    stock, every = (scene.stock, sum(scene.weights)) if scene.weights else (0, 1.0)
    for card in cards_of(stock & ~rest & _fitting(rest)):
        hand, share = rest | BIT[card], (1 - scene.likely[card]) / every
        points = scene.least_after_discard(melder, hand)
        if points >= seen.points:
            continue
        helped += share
        if not points:
            low, gin, knock = low + LOW * share, gin + share, knock + share
            continue
        rests = (hand ^ BIT[gone] for gone in cards_of(hand))
        kept = next(one for one in rests if melder.points(one) == points)
        then = scene.seen.get(kept)
        if then is None:
            then = scene.seen[kept] = outlook(scene, melder, kept)
        mean, low = mean + then.mean * share, low + then.low * share
        gin, knock = gin + then.gin * share, knock + then.knock * share
    same = 1 - helped
    return seen._replace(
        later=Later(
            mean + seen.mean * same,
            low + seen.low * same,
            gin + seen.gin * same,
            knock + seen.knock * same,
            helped,
        )
    )


def _after_draws(scene: Scene, melder: Melder, rest: int, points: int) -> list[tuple[int, float]]:
    """(deadwood after the best discard, how likely) over all the draws that may come.

    Where looking is dear, over as many of them as there are steps for; one at least. Only a card
    that could lie in a meld needs a search. Any other is deadwood itself: either it goes again, or
    it stays and the best of the others goes.
    """
    after, likely = melder.points_after_discard, scene.likely
    if not scene.weights:
        return after_each_draw(scene, melder, rest) or [(points, 1.0)]
    values = scene.laws.numbers.rank_values
    found, useless, without_best = [(points, 1e-9)], list(scene.weights), after(rest)
    for card in cards_of(scene.stock & ~rest & _fitting(rest)):
        weight = 1 - likely[card]
        scene.steps.spend()
        useless[values[card % 13]] -= weight
        found.append((after(rest | BIT[card]), weight))
    for value in range(1, HIGHEST + 1):
        left = without_best + value
        found.append((left if left < points else points, useless[value]))
    return found


def after_each_draw(scene: Scene, melder: Melder, rest: int) -> list[tuple[int, float]]:
    """The same for each draw looked at by itself; while there are steps."""
    found: list[tuple[int, float]] = []
    for card in scene.draws:
        if rest & BIT[card]:
            continue
        if found and scene.steps.over:
            break
        points = scene.least_after_discard(melder, rest | BIT[card])
        found.append((points, 1 - scene.likely[card]))
    return found


_ACES: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
_LOW_ENDS: Final = (1 << PACK) - 1 & ~_ACES  # not an ace: what has come up by one rank in its suit
_LOW_TWO: Final = _LOW_ENDS & ~(_ACES << 1)
_HIGH_ENDS: Final = (1 << PACK) - 1 & ~(_ACES << 12)
_HIGH_TWO: Final = _HIGH_ENDS & ~(_ACES << 11)


def _fitting(rest: int) -> int:
    """The cards that make a meld with two of these, in melds without jokers and corners (GIN-3)."""
    up, down = rest << 1 & _LOW_ENDS, rest >> 1 & _HIGH_ENDS
    runs = up & down | up & (rest << 2 & _LOW_TWO) | down & (rest >> 2 & _HIGH_TWO)
    s, h, d, c = rest & SUIT, rest >> 13 & SUIT, rest >> 26 & SUIT, rest >> 39
    return runs | (s & h | d & c | (s | h) & (d | c)) * _ACES


def danger(scene: Scene, card: int) -> float:
    """About how likely the opponent is to make a meld of this card, 0 to 1.

    Two cards that go with it must be in the opponent's hand; those taken from the pile are there
    for certain.
    """
    if card >= PACK:
        return 1.0
    likely, safe = scene.likely, 1.0
    for one, other in _pairs(card, scene.laws.rules.melds.cyclic_runs):
        if one in likely and other in likely:
            safe *= 1 - likely[one] * likely[other]
    return 1 - safe


@cache
def _pairs(card: int, cyclic: bool) -> tuple[tuple[int, int], ...]:
    """The two cards that make a meld of three with this one, each way."""
    low, rank = card - rank_of(card), rank_of(card)
    mates = [other for other in range(rank, PACK, 13) if other != card]
    sets = [(one, two) for place, one in enumerate(mates) for two in mates[place + 1 :]]
    runs = [
        tuple(low + other % 13 for other in range(first, first + 3) if other != rank)
        for first in range(rank - 2, rank + 1)
        if cyclic or (first >= 0 and first + 2 < 13)
    ]
    return (*sets, *((one, two) for one, two in runs))
