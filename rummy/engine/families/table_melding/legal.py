"""The finite choices of a seat, from what that seat can see.

What can be laid can be laid by listed actions alone, card for card: a run longer than the five
cards listed is one of three to five and lay-offs onto it, listed once it lies; of two copies either
does what the other does, and so do jokers; a set's joker moves to another suit when it must. Where
that is not so `decide` takes more than is listed:

- a first meld of six cards with both jokers in one half, worth its minimum only whole (GER-8; what
  is laid off does not count): name the whole run in one `LayMeld`
- a meld in which a joker lies for a natural card of the same hand, which lies there itself
- melds of a hand-rommé below the minimum (GER-11); the discard that ends it is listed
- the discard, where only a joker exchanged after a first meld in this turn makes it fit (GER-V2)
- Räuber-Rommé (GER-V6): any final table as `Rearrange`; listed are melds and lay-offs only

What would lead nowhere in this turn (a first meld that cannot reach its minimum, a card from the
depth of the pile that fits nothing, a lay-off after which a card that is owed fits no more) is not
listed. Whether it would is looked for with a number of
steps; where they do not suffice, as with a large hand before a deep pile, the list is `CutShort`:
what it names leads somewhere, and `decide` takes what it does not name.
"""

from collections.abc import Iterator
from typing import Final

from rummy.engine.budget import LISTING_STEPS, Budget
from rummy.engine.cards import (
    BIT,
    CARD_COUNT,
    FIRST_JOKER,
    PACK,
    cards_of,
    face_of,
    held_of,
    is_joker,
    laid_as,
)
from rummy.engine.families.table_melding.actions import (
    CLAIM_DISCARD,
    END_TURN,
    RESET_TURN,
    TAKE_DISCARD,
    UNDO,
    ExchangeJoker,
    LayMeld,
    LayOff,
    TakeDiscard,
)
from rummy.engine.families.table_melding.decide import (
    claim_refusal,
    must_draw_stock,
    turn_end_refusal,
)
from rummy.engine.families.table_melding.outlook import (
    can_go_on,
    finds_a_meld,
    first_melds,
    is_usable,
    leads_on,
)
from rummy.engine.families.table_melding.reading import discardable, figure_at, has_melded
from rummy.engine.families.table_melding.rules.numbers import DiscardDraw, FreedJoker
from rummy.engine.families.table_melding.state import (
    Phase,
    Sight,
    TableMeldingState,
    sight_of,
)
from rummy.engine.moves import DRAW_STOCK, Discard
from rummy.engine.records import Action, CutShort
from rummy.engine.table_melding.growing import first_copies, lay_off, openings_of
from rummy.engine.table_melding.listing import listed_in

_DISCARDS: Final = tuple(Discard(card) for card in range(CARD_COUNT))
_JOKERS: Final = -1 << FIRST_JOKER


def legal_actions(sight: Sight) -> list[Action]:
    """Finite actions that `decide` accepts from this seat now; `CutShort` when steps were over."""
    now, seat = sight.open, sight.seat
    if seat is None or sight.hand is None:
        return []
    if now.turn != seat:
        claims = sight.laws.numbers.knock_for_discard and claim_refusal(now, seat) is None
        return [CLAIM_DISCARD] if claims else []
    steps = Budget(LISTING_STEPS)
    if now.phase is Phase.DRAW:
        found = [DRAW_STOCK, *_takes(sight, steps)]
    else:
        back = (UNDO, RESET_TURN)[: len(now.steps)]
        found = [*layings_listed(sight, steps), *turn_ends(sight), *back]
    return CutShort(found) if steps.over else found


def legal_actions_in(state: TableMeldingState, seat: int) -> list[Action]:
    """The same from the whole state."""
    return legal_actions(sight_of(state, seat))


def layings_listed(sight: Sight, steps: Budget) -> list[Action]:
    """Melds, lay-offs and exchanges, after which whatever is owed can still be laid."""
    return [one for one in _all_laying(sight, steps) if leads_on(sight, one, steps)]


def _all_laying(sight: Sight, steps: Budget) -> list[LayMeld | LayOff | ExchangeJoker]:
    """Of two copies the one taken from the pile is laid, since the other one may be discarded
    (GER-14), and it may have to be laid (GER-V2, R500-3); so of jokers.
    """
    now, hand, taken = sight.open, sight.hand or 0, sight.open.taken
    if taken is None or not hand & BIT[taken]:
        return _with_first_copies(sight, steps)
    first = _listed_for(hand, taken)
    if first == taken or not hand & BIT[first]:
        return _with_first_copies(sight, steps)
    swapped = _with_first_copies(sight._replace(open=now._replace(taken=first)), steps)
    return [_renamed(action, {first: taken, taken: first}) for action in swapped]


def _listed_for(hand: int, taken: int) -> int:
    """The card that the lists name for this one of the hand: the first copy, the lowest joker."""
    if is_joker(taken):
        return cards_of(hand & _JOKERS)[0]
    return taken % PACK


def _with_first_copies(sight: Sight, steps: Budget) -> list[LayMeld | LayOff | ExchangeJoker]:
    actions: list[LayMeld | LayOff | ExchangeJoker] = list(_melds(sight, steps))
    if has_melded(sight.laws, sight.open, sight.seat or 0):
        actions += _lay_offs(sight)
        actions += _exchanges(sight, steps)
    return actions


def _renamed(
    action: LayMeld | LayOff | ExchangeJoker, names: dict[int, int]
) -> LayMeld | LayOff | ExchangeJoker:
    """The same with other copies, or with other jokers for the same cards."""
    match action:
        case LayMeld(cards):
            return LayMeld(tuple(_other(card, names) for card in cards))
        case LayOff(card, meld):
            return LayOff(_other(card, names), meld)
        case ExchangeJoker(card, meld, joker):
            return ExchangeJoker(_other(card, names), meld, joker)


def _other(laid: int, names: dict[int, int]) -> int:
    held = held_of(laid)
    other = names.get(held, held)
    return other if laid == held else laid_as(other, face_of(laid))


def _takes(sight: Sight, steps: Budget) -> Iterator[Action]:
    """The top of the pile, and deeper cards that can be laid in this turn (R500-3, GER-V2)."""
    now, numbers = sight.open, sight.laws.numbers
    if numbers.robber or not now.pile:
        return
    if not must_draw_stock(sight.laws.takes_in_a_row(now.seats), now):
        free = numbers.discard_draw is DiscardDraw.FREE
        if free or is_usable(sight, now.pile[-1], BIT[now.pile[-1]], steps):
            yield TAKE_DISCARD
    taken = BIT[now.pile[-1]]
    for card in reversed(now.pile[:-1]) if numbers.deep_draw else ():
        taken |= BIT[card]
        if is_usable(sight, card, taken, steps):
            yield TakeDiscard(card)


def _melds(sight: Sight, steps: Budget) -> Iterator[LayMeld]:
    """A first meld that can reach its minimum, or any meld that leaves a card to discard."""
    held, seat = sight.hand or 0, sight.seat or 0
    if not has_melded(sight.laws, sight.open, seat):
        for listed in first_melds(sight, steps):
            yield LayMeld(listed.figure.cards)
        return
    jokers = cards_of((held | sight.open.freed) & _JOKERS)
    for listed in listed_in(held, jokers, sight.laws.melds):
        if can_go_on(sight, listed.mask, listed.figure.cards):
            yield LayMeld(listed.figure.cards)


def _lay_offs(sight: Sight) -> Iterator[LayOff]:
    """Natural cards by their first copy, and the lowest joker, wherever they fit."""
    hand, rules = sight.hand or 0, sight.laws.melds
    joker = next(iter(cards_of(hand & _JOKERS)), None)
    for number, meld in enumerate(sight.open.melds):
        natural, wild, _ = openings_of(meld.cards, rules)
        fitting = first_copies(natural & hand) if natural & hand else ()
        for laid in (*fitting, *(laid_as(joker, face) for face in wild if joker is not None)):
            if _goes_on_with(sight, laid, number):
                yield LayOff(laid, number)


def _goes_on_with(sight: Sight, laid: int, number: int) -> bool:
    leaving = BIT[held_of(laid)]
    if can_go_on(sight, leaving):
        return True
    grown = lay_off(figure_at(sight.open, number), laid)
    return grown is not None and can_go_on(sight, leaving, grown.cards)


def _exchanges(sight: Sight, steps: Budget) -> Iterator[ExchangeJoker]:
    """Natural cards for jokers; where the joker must be melded at once, only if it can be."""
    hand, numbers, rules = sight.hand or 0, sight.laws.numbers, sight.laws.melds
    to_hand = numbers.freed_joker is FreedJoker.TO_HAND
    for number, meld in enumerate(sight.open.melds):
        openings = openings_of(meld.cards, rules, numbers.strict_joker_exchange)
        for joker, wanted in openings.exchanges:
            for card in first_copies(wanted & hand):
                if to_hand or finds_a_meld(sight, card, number, joker, steps):
                    yield ExchangeJoker(card, number, joker)


def turn_ends(sight: Sight) -> list[Action]:
    """The actions that end the turn as it stands; none while something is owed. Always quick."""
    if sight.laws.numbers.robber:
        return [] if turn_end_refusal(sight, goes_out=not sight.hand) else [END_TURN]
    cards = discardable(sight)
    if turn_end_refusal(sight, goes_out=cards == sight.hand and cards.bit_count() == 1):
        return []
    return [_DISCARDS[card] for card in cards_of(cards)]
