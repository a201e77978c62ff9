"""What can become of a hand in this turn: first melds that reach the minimum, cards of use."""

from functools import lru_cache

from games.engine.cards import BIT, FIRST_JOKER, cards_of
from games.engine.families.tabling.numbers import FreedJoker
from games.engine.families.tabling.reading import (
    discardable,
    first_meld_points,
    has_melded,
    keeps_a_card,
)
from games.engine.families.tabling.state import Sight
from games.engine.tabling import MeldRules
from games.engine.tabling.listing import Listed, listed_in, listed_with
from games.engine.tabling.openings import openings_of

_JOKERS = -1 << FIRST_JOKER


def can_go_on(sight: Sight, leaving: int) -> bool:
    """Whether the turn can still be ended when these cards (a mask) have left the hand."""
    return sight.laws.numbers.robber or bool(discardable(sight) & ~leaving)


def first_melds(sight: Sight) -> list[Listed]:
    """The melds with which a first meld can be begun or continued to reach its minimum (GER-8)."""
    needed = sight.laws.numbers.first_meld_minimum - first_meld_points(sight.open)
    reaching = _reaching(sight.hand or 0, needed, sight.laws.melds)
    return [listed for listed in reaching if can_go_on(sight, listed.mask)]


def is_usable(sight: Sight, card: int, taken: int) -> bool:
    """Whether this card could be laid in the turn in which these cards (a mask) are taken."""
    hand, rules = (sight.hand or 0) | taken, sight.laws.melds
    with_them = sight._replace(hand=hand)
    if not has_melded(sight.laws, sight.open, sight.seat or 0):
        return any(listed.mask >> card & 1 for listed in first_melds(with_them))
    if keeps_a_card(with_them, BIT[card]) and _fits_the_table(sight, card):
        return True
    return any(
        keeps_a_card(with_them, listed.mask)
        for listed in listed_with(card, hand, cards_of(hand & _JOKERS), rules)
    )


def _fits_the_table(sight: Sight, card: int) -> bool:
    """Whether a natural card fits onto a meld, or for a joker that is then held."""
    to_hand = sight.laws.numbers.freed_joker is FreedJoker.TO_HAND
    for meld in sight.open.melds:
        natural, _, exchanges = openings_of(meld.cards, sight.laws.melds)
        if natural >> card & 1 or (to_hand and any(mask >> card & 1 for _, mask in exchanges)):
            return True
    return False


@lru_cache(maxsize=4096)
def _reaching(hand: int, needed: int, rules: MeldRules) -> tuple[Listed, ...]:
    """The melds of this hand that together with others of it are worth at least so much.

    The others are among those listed; a card is kept for the discard by whoever asks.
    """
    found = listed_in(hand, cards_of(hand & _JOKERS), rules)
    priced = [(listed.mask, rules.points(listed.figure)) for listed in found]
    if sum(points for _, points in priced) < needed:
        return ()
    by_lowest: dict[int, list[tuple[int, int]]] = {}
    for mask, points in priced:
        by_lowest.setdefault(mask & -mask, []).append((mask, points))
    known: dict[int, int] = {0: 0}

    def most(rest: int) -> int:
        """The most points that melds of these cards are worth together."""
        if rest not in known:
            low = rest & -rest
            best = most(rest ^ low)
            for mask, points in by_lowest.get(low, ()):
                if not mask & ~rest:
                    best = max(best, points + most(rest ^ mask))
            known[rest] = best
        return known[rest]

    return tuple(
        listed
        for listed, (mask, points) in zip(found, priced, strict=True)
        if points >= needed or points + most(hand & ~mask) >= needed
    )
