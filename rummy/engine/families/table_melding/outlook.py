"""What can become of a hand in this turn: first melds that reach the minimum, cards of use."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rummy.engine.budget import Budget
from rummy.engine.cards import (
    BIT,
    FIRST_JOKER,
    PACK,
    cards_of,
    held_of,
    is_joker,
    mask_of,
    rank_of,
    suit_of,
)
from rummy.engine.families.table_melding.actions import ExchangeJoker, LayMeld, LayOff
from rummy.engine.families.table_melding.reading import (
    discardable,
    figure_at,
    first_meld_points,
    has_melded,
    keeps_a_card,
    owed_card,
)
from rummy.engine.families.table_melding.rules.numbers import FreedJoker
from rummy.engine.families.table_melding.state import Sight
from rummy.engine.table_melding import (
    HIGH_ACE,
    PLACES,
    Figure,
    Kind,
    MeldRules,
    exchange,
    figure_of,
    lay_off,
    place_face,
)
from rummy.engine.table_melding.growing import openings_of
from rummy.engine.table_melding.listing import Listed, listed_in, listed_with
from rummy.engine.table_melding.solving import ANY, Aim, Exchanges, Task, best_turn
from rummy.engine.table_melding.solving.ways import NEW, faces_of, new_melds

_JOKERS: Final = -1 << FIRST_JOKER
_JOKERS_LAID: Final = Aim(0, (0,) * 13, 1)
_REACHING_STEPS: Final = 2_000


class _Priced(NamedTuple):
    """What a meld takes of a hand, natural cards without their pack and jokers, and its points."""

    faces: int
    jokers: int
    points: int


def can_go_on(sight: Sight, leaving: int, made: tuple[int, ...] = ()) -> bool:
    """Whether the turn can still be ended when these cards (a mask) have left the hand for the meld
    that is `made` with them.

    The card taken, which may not be discarded, may lie for a joker that may (R500-4, R500-6).
    """
    if sight.laws.numbers.robber or discardable(sight) & ~leaving:
        return True
    if sight.laws.numbers.freed_joker is not FreedJoker.TO_HAND:
        return False
    left, rules = (sight.hand or 0) & ~leaving, sight.laws.melds
    melds = (made, *(meld.cards for meld in sight.open.melds)) if left else ()
    openings = (openings_of(cards, rules) for cards in melds if cards)
    return any(wanted & left for some in openings for _, wanted in some.exchanges)


def first_melds(sight: Sight, steps: Budget, sooner: int = 0) -> Iterator[Listed]:
    """The melds with which a first meld can be begun or continued to reach its minimum (GER-8).

    Every one of them does; where the steps do not suffice to find out, a meld is not among them.
    Those that hold a card of `sooner` (a mask) come first.
    """
    hand, rules = sight.hand or 0, sight.laws.melds
    needed = sight.laws.numbers.first_meld_minimum - first_meld_points(sight.open)
    listed = listed_in(hand, cards_of(hand & _JOKERS), rules)
    beside = sorted((_priced(one, rules) for one in listed), key=lambda one: -one.points)
    hopeful: tuple[Listed, ...] | None = None
    for one in sorted(listed, key=lambda one: not one.mask & sooner):
        if not can_go_on(sight, one.mask, one.figure.cards):
            continue
        if not _reaches_with_others(sight, one, needed, beside):
            if hopeful is None:
                hopeful, spent = _at_least(hand, needed, rules)
                steps.spend(spent)
            if one not in hopeful or not _reaches_with_the_rest(sight, one, needed, beside, steps):
                continue
        yield one


def _reaches_with_others(
    sight: Sight, listed: Listed, needed: int, beside: Sequence[_Priced]
) -> bool:
    """Whether it reaches the minimum with some of these melds, which is quickly seen."""
    hand, taken, must = sight.hand or 0, sight.open.taken, owed_card(sight.open)
    laid, jokers, points = _priced(listed, sight.laws.melds)
    once, twice = _without(*faces_of(hand), laid)
    free = (hand & _JOKERS).bit_count() - jokers
    for faces, wild, more in beside:
        while points < needed and not faces & ~once and wild <= free:
            (once, twice), free = _without(once, twice, faces), free - wild
            laid, jokers, points = laid | faces, jokers + wild, points + more
    stay = once.bit_count() + twice.bit_count() + free
    if points < needed or stay <= (taken is not None):  # which is no card to discard
        return False
    # The very card is owed, not another of its face: where it is not in this meld, one must search.
    return must is None or bool(listed.mask >> must & 1)


def _reaches_with_the_rest(
    sight: Sight, listed: Listed, needed: int, beside: list[_Priced], steps: Budget
) -> bool:
    """Whether there is a turn that begins with this meld: one card stays for the discard.

    The melds of such a turn are put before those tried first, as they may serve the next one too.
    """
    short = needed - sight.laws.melds.points(listed.figure)
    if short <= 0:
        return True
    task = task_of(sight, (sight.hand or 0) & ~listed.mask)
    must = None if task.must is None or listed.mask >> task.must & 1 else task.must
    found = best_turn(task._replace(minimum=short, must=must), ANY, steps)
    if found is None:
        return False
    beside[:0] = [
        _Priced(way.faces, way.jokers, way.points) for way in found.ways if way.meld == NEW
    ]
    return True


def task_of(sight: Sight, hand: int | None = None) -> Task:
    """What the rules let this hand do in the rest of the turn; the own one where none is named."""
    numbers, now, seat = sight.laws.numbers, sight.open, sight.seat or 0
    short = numbers.first_meld_minimum - first_meld_points(now)
    opened = has_melded(sight.laws, now, seat)
    return Task(
        hand=(sight.hand or 0) if hand is None else hand,
        rules=sight.laws.melds,
        table=tuple(figure_at(now, number) for number in range(len(now.melds))),
        minimum=0 if opened else max(1, short),  # one meld at least, whatever it is worth
        exchanges=Exchanges(opened, numbers.strict_joker_exchange),
        freed=now.freed,
        freed_must_meld=numbers.freed_joker is FreedJoker.MUST_MELD,
        must=owed_card(now),
        keeps_card=not numbers.robber,
        taken=now.taken,
    )


def is_usable(sight: Sight, card: int, taken: int, steps: Budget) -> bool:
    """Whether this card can be laid in the turn in which these cards (a mask) are taken.

    By itself, or after other cards have been laid off, jokers exchanged or a first meld made: any
    of these will do (R500-3, GER-V2). False as well where the steps do not suffice to find out.
    """
    with_them = sight._replace(hand=(sight.hand or 0) | taken)
    if has_melded(with_them.laws, with_them.open, with_them.seat or 0):
        lies = _lies_by_itself(with_them, card)
        may_lie = lies or _may_lie_later(with_them, card)
    else:
        begun = next(first_melds(with_them, steps, BIT[card]), None)
        lies, may_lie = bool(begun and begun.mask >> card & 1), begun is not None
    # Else in some turn that lays it, all its steps together.
    return lies or (may_lie and _lays(task_of(with_them)._replace(taken=card), card, steps))


def _lies_by_itself(with_them: Sight, card: int) -> bool:
    """Whether it lies in a meld of these cards or fits the table as it is."""
    if keeps_a_card(with_them, BIT[card]) and _fits_the_table(with_them, card):
        return True
    hand = with_them.hand or 0
    jokers = sorted(cards_of(hand & _JOKERS), key=lambda joker: joker != card)
    return any(
        keeps_a_card(with_them, listed.mask)
        for listed in listed_with(card, hand, tuple(jokers), with_them.laws.melds)
    )


def _may_lie_later(with_them: Sight, card: int) -> bool:
    """What is told quickly: whether anything could make room for it at all."""
    hand, rules = with_them.hand or 0, with_them.laws.melds
    others, freed = hand & ~BIT[card], []
    for meld in with_them.open.melds:
        for joker, wanted in openings_of(meld.cards, rules).exchanges:
            if wanted >> card & 1:
                return True
            freed += [joker] if wanted & others else []
    if is_joker(card):
        return bool(freed)
    jokers = (*cards_of(others & _JOKERS), *freed)
    if freed and any(listed_with(card, hand, jokers, rules)):
        return True
    figures = map(figure_of, (meld.cards for meld in with_them.open.melds))
    return any(_gap_before(figure, card, others) <= len(jokers) for figure in figures if figure)


def _gap_before(figure: Figure, card: int, others: int) -> int:
    """How many cards between this run and the card are not at hand; too many where none are."""
    if figure.kind is not Kind.RUN or suit_of(card) != figure.suit:
        return PLACES
    missing = [place for place in range(PLACES) if not others & _both_copies_at(place, figure.suit)]
    gaps = []
    for place in (rank_of(card), HIGH_ACE) if rank_of(card) == 0 else (rank_of(card),):
        if place > figure.last:
            gaps.append(sum(figure.last < gap < place for gap in missing))
        if place < figure.first:
            gaps.append(sum(place < gap < figure.first for gap in missing))
    return min(gaps, default=PLACES)


def _both_copies_at(place: int, suit: int) -> int:
    face = place_face(place, suit)
    return BIT[face] | BIT[face + PACK]


def _lays(task: Task, card: int, steps: Budget) -> bool:
    """Whether some way to do this lays the card."""
    if is_joker(card):
        found = best_turn(task, _JOKERS_LAID, steps)
        return found is not None and -found.score < (task.hand & _JOKERS).bit_count()
    return best_turn(task._replace(must=card), ANY, steps) is not None


def leads_on(sight: Sight, action: LayMeld | LayOff | ExchangeJoker, steps: Budget) -> bool:
    """Whether what is owed can still be laid after this: the card taken, jokers set free.

    Of course where nothing is, and where the table may be laid anew for it (GER-V6). False as well
    where the steps do not suffice to find out.
    """
    owed = owed_card(sight.open)
    if sight.laws.numbers.robber or (owed is None and not sight.open.freed):
        return True
    match action:
        case LayMeld(cards):
            after = _after_melding(sight, cards)
        case LayOff(card, number):
            grown = lay_off(figure_at(sight.open, number), card)
            after = _after_changing(sight, number, grown, card)
        case ExchangeJoker(card, number, joker):
            after = _after_exchange(sight, card, number, joker)
    if after is None:
        return False
    if owed is not None and after.hand >> owed & 1:
        return _lays(after, owed, steps)
    return not after.freed or best_turn(after._replace(must=None), ANY, steps) is not None


def _after_melding(sight: Sight, cards: tuple[int, ...]) -> Task | None:
    """What is left to do when these cards lie in a new meld; None where they make none."""
    task, figure = task_of(sight), figure_of(cards)
    if figure is None:
        return None
    short = max(0, task.minimum - sight.laws.melds.points(figure))
    strict = sight.laws.numbers.strict_joker_exchange
    leaving = mask_of(cards)
    return task._replace(
        hand=task.hand & ~leaving,
        freed=task.freed & ~leaving,
        table=(*task.table, figure),
        minimum=short,
        exchanges=Exchanges(not short, strict),
    )


def _after_exchange(sight: Sight, card: int, number: int, joker: int) -> Task | None:
    """What is left to do when this card lies for the joker of that meld; None where it does not."""
    numbers = sight.laws.numbers
    meld = figure_at(sight.open, number)
    given = exchange(meld, card, joker, strict=numbers.strict_joker_exchange)
    grown = None if given is None else figure_of(given.cards)
    after = _after_changing(sight, number, grown, card)
    if after is None:
        return None
    if numbers.freed_joker is FreedJoker.TO_HAND:
        return after._replace(hand=after.hand | BIT[joker])
    return after._replace(freed=after.freed | BIT[joker])


def _after_changing(sight: Sight, number: int, grown: Figure | None, card: int) -> Task | None:
    """What is left to do when this card has made the meld another one; None where it makes none."""
    if grown is None:
        return None
    task = task_of(sight)
    table = (*task.table[:number], grown, *task.table[number + 1 :])
    return task._replace(hand=task.hand & ~BIT[held_of(card)], table=table)


def finds_a_meld(sight: Sight, card: int, number: int, joker: int, steps: Budget) -> bool:
    """Whether the joker of this meld, given for this card, can lie in a new one at once (GER-9).

    With cards of the rest of the hand, and other jokers there or given later. False as well where
    the steps do not suffice to find out.
    """
    rest = (sight.hand or 0) & ~BIT[card]
    left = sight._replace(hand=rest)
    found = listed_with(joker, rest, (joker,), sight.laws.melds)
    if any(can_go_on(left, listed.mask, listed.figure.cards) for listed in found):
        return True
    task = _after_exchange(sight, card, number, joker)
    if task is None:
        return False
    must = None if task.must == card else task.must
    return best_turn(task._replace(must=must), ANY, steps) is not None


def _fits_the_table(sight: Sight, card: int) -> bool:
    """Whether the card fits onto a meld, or for a joker that is then held."""
    to_hand = sight.laws.numbers.freed_joker is FreedJoker.TO_HAND
    for meld in sight.open.melds:
        natural, wild, exchanges = openings_of(meld.cards, sight.laws.melds)
        if natural >> card & 1 or (wild and is_joker(card)):
            return True
        if to_hand and any(mask >> card & 1 for _, mask in exchanges):
            return True
    return False


@lru_cache(maxsize=4096)
def _at_least(hand: int, needed: int, rules: MeldRules) -> tuple[tuple[Listed, ...], int]:
    """The melds of this hand that together with others of it are worth at least so much.

    In the others jokers may lie anywhere, for a card of this meld too; a card is kept for the
    discard by whoever asks. None is left out where that takes too many steps to find out. How many
    it took comes with them.
    """
    found = listed_in(hand, cards_of(hand & _JOKERS), rules)
    priced = [_priced(listed, rules) for listed in found]
    once, twice = faces_of(hand)
    held = (hand & _JOKERS).bit_count()
    steps = Budget(_REACHING_STEPS)
    others = list(new_melds(once, held, rules, steps))
    if 2 * sum(way.points for way in others) < needed:  # there may be two copies of each
        return (), _REACHING_STEPS - max(0, steps.left)
    by_lowest: dict[int, list[tuple[int, int, int]]] = {}
    for way in others:
        by_lowest.setdefault(way.faces & -way.faces, []).append((way.faces, way.jokers, way.points))
    known: dict[tuple[int, int, int], int] = {}

    def most(once: int, twice: int, jokers: int) -> int:
        """The most points that melds of these faces, of some two copies, are worth together."""
        if not once:
            return 0
        if steps.over:
            return needed
        key = once, twice, jokers
        if key not in known:
            low = once & -once
            best = most(*_without(once, twice, low), jokers)
            for faces, wild, points in by_lowest.get(low, ()):
                steps.spend()
                if not faces & ~once and wild <= jokers:
                    rest = most(*_without(once, twice, faces), jokers - wild)
                    best = max(best, points + rest)
            known[key] = best
        return known[key]

    reaching = tuple(
        listed
        for listed, (faces, jokers, points) in zip(found, priced, strict=True)
        if points >= needed or points + most(*_without(once, twice, faces), held - jokers) >= needed
    )
    return reaching, _REACHING_STEPS - max(0, steps.left)


def _priced(listed: Listed, rules: MeldRules) -> _Priced:
    faces, _ = faces_of(listed.mask)
    return _Priced(faces, (listed.mask & _JOKERS).bit_count(), rules.points(listed.figure))


def _without(once: int, twice: int, faces: int) -> tuple[int, int]:
    """The faces held at least once, and twice, when one of each of these is gone."""
    return once & ~(faces & ~twice), twice & ~faces
