"""What can become of a hand in this turn: first melds that reach the minimum, cards of use."""

from functools import lru_cache

from games.engine.cards import BIT, FIRST_JOKER, cards_of, mask_of
from games.engine.families.tabling.reading import (
    figure_at,
    first_meld_points,
    has_melded,
    keeps_a_card,
)
from games.engine.families.tabling.state import Sight
from games.engine.tabling import Figure, MeldRules, exchange, lay_off
from games.engine.tabling.listing import melds_in

_JOKERS = -1 << FIRST_JOKER


def first_melds(sight: Sight) -> list[Figure]:
    """The melds with which a first meld can be begun or continued to reach its minimum (GER-8)."""
    needed = sight.laws.numbers.first_meld_minimum - first_meld_points(sight.open)
    reaching = _reaching(sight.hand or 0, needed, sight.laws.melds)
    return [figure for figure in reaching if keeps_a_card(sight, mask_of(figure.cards))]


def is_usable(sight: Sight, card: int, taken: int) -> bool:
    """Whether this card could be laid in the turn in which these cards (a mask) are taken."""
    hand = (sight.hand or 0) | taken
    with_them = sight._replace(hand=hand)
    if not has_melded(sight.laws, sight.open, sight.seat or 0):
        return any(BIT[card] & mask_of(figure.cards) for figure in first_melds(with_them))
    if keeps_a_card(with_them, BIT[card]) and any(
        _takes(sight, meld, card) for meld in range(len(sight.open.melds))
    ):
        return True
    return any(
        BIT[card] & mask_of(figure.cards) and keeps_a_card(with_them, mask_of(figure.cards))
        for figure in melds_in(hand, cards_of(hand & _JOKERS), sight.laws.melds)
    )


def _takes(sight: Sight, meld: int, card: int) -> bool:
    """Whether the natural card fits onto this meld, or for a joker of it that is then held."""
    figure = figure_at(sight.open, meld)
    if card >= FIRST_JOKER:
        return False
    if lay_off(figure, card):
        return True
    jokers = [laid & 127 for laid in figure.cards if laid >= FIRST_JOKER]
    to_hand = sight.laws.numbers.freed_joker == "to_hand"
    return to_hand and any(exchange(figure, card, joker) for joker in jokers)


@lru_cache(maxsize=4096)
def _reaching(hand: int, needed: int, rules: MeldRules) -> tuple[Figure, ...]:
    """The melds of this hand that together with others of it are worth at least so much.

    The others are among those listed; a card is kept for the discard by whoever asks.
    """
    figures = melds_in(hand, cards_of(hand & _JOKERS), rules)
    priced = [(mask_of(figure.cards), rules.points(figure)) for figure in figures]
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
            found = most(rest ^ low)
            for mask, points in by_lowest.get(low, ()):
                if not mask & ~rest:
                    found = max(found, points + most(rest ^ mask))
            known[rest] = found
        return known[rest]

    return tuple(
        figure
        for figure, (mask, points) in zip(figures, priced, strict=True)
        if points >= needed or points + most(hand & ~mask) >= needed
    )
