"""What a hand may become with one more draw: the numbers every judgement of the bots rests on.

All of it comes from one seat's view and the melder of its rule-set, so jokers, runs round the
corner and rainbow runs are understood without being named here.
"""

from collections.abc import Mapping
from functools import cache
from itertools import count
from operator import mul
from typing import Final, NamedTuple

from rummy.bots.memory import Recollection
from rummy.engine.budget import DECIDING_STEPS, Budget
from rummy.engine.cards import BIT, FIRST_JOKER, PACK, cards_of, mask_of, rank_of
from rummy.engine.families.knock.rules.laws import KnockLaws
from rummy.engine.families.knock.views import KnockView
from rummy.engine.melding import Melder
from rummy.engine.melding.suit_tables import SuitTables, suit_tables
from rummy.engine.rules import MeldLaws

from .draws import Draws, draws_of, kept_of
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
    them that are looked at. Where looking needs no search there are `tables`; `weights` has how
    much stock there is of each number of points, `coming` how likely each card is in it.
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
    tables: SuitTables | None
    weights: tuple[float, ...]
    coming: tuple[float, ...]
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
    values, dear = every[-RECENT:], is_dear(laws)
    return Scene(
        laws,
        now.knock_limit,
        left / at_start,
        _draws(laws, unknown, own_hand(view)),
        pool,
        held,
        likely,
        unknown,
        None if dear else suit_tables(laws.numbers.rank_values, laws.rules.melds.run_minimum),
        () if dear else _weights(laws, unknown, likely),
        () if dear else tuple([1 - likely.get(card, 1.0) for card in range(PACK)]),
        _last_discard(view),
        sum(values) / len(values) if values else USUAL,
        max(values, default=HIGHEST),
        min(every, default=HIGHEST),
        len(thrown) if recalled.course else (at_start - left) // now.seats,
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
    discards = recalled.thrown_by(opponent)
    thrown = mask_of(discards)
    let_lie = recalled.refused_by(opponent) & ~thrown
    return Clues(thrown, let_lie, held, len(discards))


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


class Near(NamedTuple):
    """Ten cards with their outlook of one draw; `draws` where looking needs no search."""

    rest: int
    seen: Outlook
    draws: Draws | None


def near_outlook(scene: Scene, melder: Melder, rest: int) -> Near:
    """The outlook of these ten cards as if no later draw helped."""
    draws = None
    if scene.tables is None:
        seen = _by_looking(scene, melder, rest)
    else:
        draws = _drawn(scene, scene.tables, melder, rest)
        seen = _by_tables(scene, draws)
    later = Later(seen.mean, seen.low, seen.gin, seen.knock, 0.0)
    return Near(rest, seen._replace(later=later), draws)


def far_outlook(scene: Scene, melder: Melder, near: Near) -> Outlook:
    """The same with what comes later; where looking is dear, as it is."""
    rest, seen, draws = near
    if scene.tables is None or draws is None:
        return seen
    mean, low, gin, knock, helped = 0.0, 0.0, 0.0, 0.0, 0.0
    every, coming = sum(scene.weights, 0.0), scene.coming
    for card, points in draws.fitting:
        if points >= seen.points:
            continue
        share = coming[card] / every
        helped += share
        if not points:
            low, gin, knock = low + LOW * share, gin + share, knock + share
            continue
        kept = kept_of(scene.tables, rest | BIT[card], points)
        then = scene.seen.get(kept)
        if then is None:
            then = _by_tables(scene, _drawn(scene, scene.tables, melder, kept))
            scene.seen[kept] = then
        mean, low = mean + then.mean * share, low + then.low * share
        gin, knock = gin + then.gin * share, knock + then.knock * share
    same = 1 - helped
    later = Later(
        mean + seen.mean * same,
        low + seen.low * same,
        gin + seen.gin * same,
        knock + seen.knock * same,
        helped,
    )
    return seen._replace(later=later)


def _drawn(scene: Scene, tables: SuitTables, melder: Melder, rest: int) -> Draws:
    draws = draws_of(tables, melder, rest, scene.stock)
    scene.steps.spend(len(draws.fitting) + 1)
    return draws


def _by_tables(scene: Scene, draws: Draws) -> Outlook:
    """Over all draws that may come.

    A card that fits no meld is deadwood itself: either it goes again, or it stays and the best of
    the others goes.
    """
    points, without_best, value, fitting = draws
    values, coming = scene.laws.numbers.rank_values, scene.coming
    after, useless = [0.0] * (points + 1), list(scene.weights)
    for card, left in fitting:
        weight = coming[card]
        useless[values[card % 13]] -= weight
        after[left] += weight
    for kept in range(1, points - without_best):
        after[without_best + kept] += useless[kept]
    after[points] += sum(scene.weights, 0.0) - sum(after, 0.0) + 1e-9
    return _averaged(points, value, after, scene.knock_limit)


def _by_looking(scene: Scene, melder: Melder, rest: int) -> Outlook:
    """Over as many draws as there are steps for; without any as if nothing came."""
    points = scene.least(melder, rest)
    drawn = after_each_draw(scene, melder, rest) or [(points, 1.0)]
    after = [0.0] * (max([left for left, _ in drawn]) + 1)
    for left, weight in drawn:
        after[left] += weight
    return _averaged(points, melder.value(rest), after, scene.knock_limit)


def _averaged(points: int, value: int, after: list[float], limit: int) -> Outlook:
    """The outlook where each number of points comes after a draw with this weight."""
    every, gin = sum(after, 0.0), after[0]
    total: float = sum(map(mul, after, count()), 0.0)
    low: float = sum(map(mul, after, range(LOW, 0, -1)), 0.0)
    knock = sum(after[: limit + 1], 0.0)
    return Outlook(points, value, total / every, low / every, gin / every, knock / every)


def after_each_draw(scene: Scene, melder: Melder, rest: int) -> list[tuple[int, float]]:
    """For each draw looked at, while there are steps: the deadwood then, how likely it comes."""
    found: list[tuple[int, float]] = []
    for card in scene.draws:
        if rest & BIT[card]:
            continue
        if found and scene.steps.over:
            break
        points = scene.least_after_discard(melder, rest | BIT[card])
        found.append((points, 1 - scene.likely[card]))
    return found


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
