"""Dealing: the deck's order becomes hands, the first upcard and the stock (GER-3, R500-1)."""

from collections.abc import Sequence

from rummy.engine.cards import is_joker, mask_of
from rummy.engine.families.table_melding.events import CardsDealt
from rummy.engine.families.table_melding.evolve import evolve
from rummy.engine.families.table_melding.rules.laws import laws_of
from rummy.engine.families.table_melding.state import Hidden, OpenRound, Phase, TableMeldingState
from rummy.engine.records import Event
from rummy.engine.rules import RuleSet


def blank(rules: RuleSet, seats: int) -> TableMeldingState:
    """The state before the deal, where every fold begins."""
    nobody = (0,) * seats
    now = OpenRound(Phase.DEAL, None, 0, nobody, (False,) * seats, nobody)
    return TableMeldingState(laws_of(rules), now, Hidden(nobody))


def start_round(
    rules: RuleSet,
    seats: int,
    deck: Sequence[int],
    dealer: int,
    reshuffles: Sequence[Sequence[int]] = (),
) -> tuple[TableMeldingState, list[Event]]:
    """Deal one card at a time, the dealer's left neighbour first, the dealer's extra card last.

    `reshuffles` are orders of the whole deck in which later stocks will lie (GER-12); without
    them the stock is not built again.
    """
    state = blank(rules, seats)
    numbers = state.laws.numbers
    # The card at which the deck was cut lies at its bottom; a joker there is kept (GER-V7).
    cut = deck[-1] if numbers.joker_cut and is_joker(deck[-1]) else None
    sizes = [numbers.hand_size + numbers.dealer_extra * (seat == dealer) for seat in range(seats)]
    held: list[list[int]] = [[] for _ in range(seats)]
    if cut is not None:
        held[(dealer - 1) % seats].append(cut)
    rest = list(deck if cut is None else deck[:-1])
    dealt = 0
    while any(len(hand) < size for hand, size in zip(held, sizes, strict=True)):
        for step in range(1, seats + 1):
            seat = (dealer + step) % seats
            if len(held[seat]) < sizes[seat]:
                held[seat].append(rest[dealt])
                dealt += 1
    upcard = rest[dealt] if numbers.upcard else None
    stock = tuple(reversed(rest[dealt + (upcard is not None) :]))
    event = CardsDealt(
        dealer,
        hands=tuple(map(mask_of, held)),
        hand_counts=tuple(map(len, held)),
        stock_count=len(stock),
        upcard=upcard,
        cut=cut,
        stock=stock,
        reshuffles=tuple(map(tuple, reshuffles)) or None,
    )
    return evolve(state, event), [event]
