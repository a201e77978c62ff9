"""How events change a round: facts only, no rules, so that every old log replays.

The open part is folded by one set of functions for states and views alike. Which cards an event
moves into or out of hands is said once, by `cards_moved`.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from rummy.engine.cards import BIT, held_of, mask_of
from rummy.engine.families.table_melding.events import (
    CardLaidOff,
    CardsDealt,
    ClaimGranted,
    DiscardClaimed,
    DiscardTaken,
    HandsShown,
    JokerExchanged,
    MeldLaid,
    StockRebuilt,
    TableRearranged,
    TakenBack,
    TurnEnded,
)
from rummy.engine.families.table_melding.rules.laws import TableMeldingLaws
from rummy.engine.families.table_melding.state import (
    Act,
    Hidden,
    OpenRound,
    Phase,
    Step,
    TableMeld,
    TableMeldingState,
)
from rummy.engine.moves import Discarded, RoundEnded, StockDrawn
from rummy.engine.records import Event
from rummy.engine.scoring import round_score

T = TypeVar("T")
MELDING = (Act.MELD, Act.REARRANGE)


def evolve(state: TableMeldingState, event: Event) -> TableMeldingState:
    """The state after the event."""
    laws, now, hidden = state
    after = evolve_open(laws, now, event)
    if isinstance(event, CardsDealt):
        return TableMeldingState(laws, after, _dealt(event))
    hands = hidden.hands
    for seat, cards in cards_moved(now, event):
        hands = put(hands, seat, hands[seat] ^ cards)
    return TableMeldingState(laws, after, _piles_after(hidden, hands, event))


def evolve_open(laws: TableMeldingLaws, now: OpenRound, event: Event) -> OpenRound:
    """What lies open after the event."""
    fold = _FOLDS.get(type(event))
    return now if fold is None else fold(laws, now, event)


def cards_moved(now: OpenRound, event: Event) -> Sequence[tuple[int, int]]:
    """(seat, cards that enter or leave its hand) by this event; hidden ones are left out."""
    match event:
        case StockDrawn(seat=seat, card=card):
            return ((seat, 0 if card is None else BIT[card]),)
        case Discarded(seat=seat, card=card) | ClaimGranted(seat=seat, card=card):
            return ((seat, BIT[card]),)
        case TakenBack(seat=seat, steps=steps):
            moved = 0
            for step in now.steps[-steps:]:
                moved ^= step.hand
            return ((seat, moved),)
        case DiscardTaken(seat=seat, cards=cards):
            return ((seat, mask_of(cards)),)
        case MeldLaid(seat=seat, cards=cards) | TableRearranged(seat=seat, cards=cards):
            return ((seat, mask_of(cards) & ~now.freed),)
        case CardLaidOff(seat=seat, card=card):
            return ((seat, BIT[held_of(card)]),)
        case JokerExchanged(seat=seat, card=card, joker=joker, to_hand=to_hand):
            return ((seat, BIT[card] | BIT[joker] if to_hand else BIT[card]),)
    return ()


def put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The tuple with the value at this place exchanged."""
    return (*values[:place], value, *values[place + 1 :])


def _dealt(event: CardsDealt) -> Hidden:
    if event.stock is None:
        raise ValueError("a state is folded from events that are not redacted")
    hands = tuple(hand or 0 for hand in event.hands)
    return Hidden(hands, event.stock, None, event.reshuffles or ())


def _piles_after(hidden: Hidden, hands: tuple[int, ...], event: Event) -> Hidden:
    _, stock, drawn, reshuffles = hidden
    if isinstance(event, StockDrawn):
        stock, drawn = stock[:-1], event.card
    elif isinstance(event, StockRebuilt):
        stock, reshuffles = event.stock or (), reshuffles[1:]
    elif isinstance(event, Discarded | TurnEnded):
        drawn = None
    return Hidden(hands, stock, drawn, reshuffles)


def _open_dealt(laws: TableMeldingLaws, now: OpenRound, event: CardsDealt) -> OpenRound:
    seats = len(event.hands)
    begins = laws.numbers.dealer_extra > 0  # the dealer, holding a card more (GER-3)
    return OpenRound(
        phase=Phase.PLAY if begins else Phase.DRAW,
        turn=event.dealer if begins else (event.dealer + 1) % seats,
        dealer=event.dealer,
        hand_counts=event.hand_counts,
        opened=(False,) * seats,
        laid=(0,) * seats,
        pile=() if event.upcard is None else (event.upcard,),
        stock_count=event.stock_count,
        cut=event.cut,
    )


def _open_drawn(laws: TableMeldingLaws, now: OpenRound, event: StockDrawn) -> OpenRound:
    return now._replace(
        phase=Phase.PLAY,
        stock_count=now.stock_count - 1,
        hand_counts=_added(now.hand_counts, event.seat, 1),
        streak=0,
        claims=(),
    )


def _open_taken(laws: TableMeldingLaws, now: OpenRound, event: DiscardTaken) -> OpenRound:
    count = len(event.cards)
    step = _step(now, event.seat, Act.TAKE, event.cards, mask_of(event.cards))
    return now._replace(
        phase=Phase.PLAY,
        pile=now.pile[:-count],
        hand_counts=_added(now.hand_counts, event.seat, count),
        taken=event.cards[0],
        must_use=event.must_use,
        streak=now.streak + 1 if count == 1 else 0,
        steps=(*now.steps, step),
    )


def _open_meld(laws: TableMeldingLaws, now: OpenRound, event: MeldLaid) -> OpenRound:
    cards = mask_of(event.cards)
    step = _step(
        now, event.seat, Act.MELD, event.cards, cards & ~now.freed, event.points, len(now.melds)
    )
    meld = TableMeld(event.seat, event.cards)
    return _laid(now, event.seat, step)._replace(melds=(*now.melds, meld), freed=now.freed & ~cards)


def _open_laid_off(laws: TableMeldingLaws, now: OpenRound, event: CardLaidOff) -> OpenRound:
    moved = BIT[held_of(event.card)]
    before = now.melds[event.meld]
    step = _step(
        now, event.seat, Act.LAY_OFF, (event.card,), moved, event.points, event.meld, (before,)
    )
    return _laid(now, event.seat, step)._replace(
        melds=put(now.melds, event.meld, before._replace(cards=event.cards))
    )


def _open_exchanged(laws: TableMeldingLaws, now: OpenRound, event: JokerExchanged) -> OpenRound:
    joker = BIT[event.joker]
    moved = BIT[event.card] | joker if event.to_hand else BIT[event.card]
    before = now.melds[event.meld]
    step = _step(
        now, event.seat, Act.EXCHANGE, (event.card,), moved, event.points, event.meld, (before,)
    )
    return _laid(now, event.seat, step, regained=int(event.to_hand))._replace(
        melds=put(now.melds, event.meld, before._replace(cards=event.cards)),
        freed=now.freed if event.to_hand else now.freed | joker,
    )


def _open_rearranged(laws: TableMeldingLaws, now: OpenRound, event: TableRearranged) -> OpenRound:
    cards = mask_of(event.cards)
    step = _step(
        now, event.seat, Act.REARRANGE, event.cards, cards & ~now.freed, event.points,
        before=now.melds,
    )  # fmt: skip
    owners = {meld.cards: meld.seat for meld in now.melds}
    melds = tuple(TableMeld(owners.get(meld), meld) for meld in event.melds)
    return _laid(now, event.seat, step)._replace(melds=melds, freed=now.freed & ~cards)


def _open_taken_back(laws: TableMeldingLaws, now: OpenRound, event: TakenBack) -> OpenRound:
    for step in reversed(now.steps[-event.steps :]):
        now = _without(now, event.seat, step)
    return now


def _without(now: OpenRound, seat: int, step: Step) -> OpenRound:
    """The round as it was before its last step."""
    if step.act is Act.TAKE:
        pile = (*now.pile, *step.cards)
        now = now._replace(phase=Phase.DRAW, pile=pile, taken=None, must_use=False)
    elif step.act is Act.MELD:
        now = now._replace(melds=now.melds[:-1])
    elif step.act is Act.REARRANGE:
        now = now._replace(melds=step.before)
    else:
        now = now._replace(melds=put(now.melds, step.meld or 0, step.before[0]))
    return now._replace(
        hand_counts=put(now.hand_counts, seat, step.hand_count),
        laid=_added(now.laid, seat, -step.points),
        freed=step.freed,
        streak=step.streak,
        steps=now.steps[:-1],
    )


def _open_discarded(laws: TableMeldingLaws, now: OpenRound, event: Discarded) -> OpenRound:
    after = now._replace(
        pile=(*now.pile, event.card), hand_counts=_added(now.hand_counts, event.seat, -1)
    )
    return _next_turn(after, event.seat)


def _next_turn(now: OpenRound, seat: int) -> OpenRound:
    opened = now.opened
    if not opened[seat] and any(step.act in MELDING for step in now.steps):
        opened = put(opened, seat, True)
    return now._replace(
        phase=Phase.DRAW,
        turn=(seat + 1) % now.seats,
        opened=opened,
        steps=(),
        taken=None,
        must_use=False,
        claims=(),
    )


def _open_ended(laws: TableMeldingLaws, now: OpenRound, event: RoundEnded) -> OpenRound:
    outcome = round_score(
        reason=event.reason,
        winner=event.winner,
        seats=now.seats,
        lines=event.lines,
        tallies=event.tallies,
    )
    return now._replace(phase=Phase.OVER, turn=None, outcome=outcome)


def _step(
    now: OpenRound,
    seat: int,
    act: Act,
    cards: tuple[int, ...],
    hand: int,
    points: int = 0,
    meld: int | None = None,
    before: tuple[TableMeld, ...] = (),
) -> Step:
    count, freed, streak = now.hand_counts[seat], now.freed, now.streak
    return Step(act, cards, hand, count, freed, streak, points, meld, before)


def _laid(now: OpenRound, seat: int, step: Step, *, regained: int = 0) -> OpenRound:
    """The step made: its cards gone from the hand but for those regained, its points gained."""
    left = regained - (step.hand.bit_count() - regained)
    return now._replace(
        hand_counts=_added(now.hand_counts, seat, left),
        laid=_added(now.laid, seat, step.points),
        steps=(*now.steps, step),
    )


def _added(values: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return put(values, seat, values[seat] + more)


_FOLDS: dict[type[Event], Callable[[TableMeldingLaws, OpenRound, Any], OpenRound]] = {
    CardsDealt: _open_dealt,
    StockRebuilt: lambda laws, now, event: now._replace(
        pile=now.pile[-1:], stock_count=event.stock_count, rebuilt=now.rebuilt + 1
    ),
    StockDrawn: _open_drawn,
    DiscardTaken: _open_taken,
    DiscardClaimed: lambda laws, now, event: now._replace(claims=(*now.claims, event.seat)),
    ClaimGranted: lambda laws, now, event: now._replace(
        pile=now.pile[:-1], hand_counts=_added(now.hand_counts, event.seat, 1)
    ),
    MeldLaid: _open_meld,
    CardLaidOff: _open_laid_off,
    JokerExchanged: _open_exchanged,
    TableRearranged: _open_rearranged,
    TakenBack: _open_taken_back,
    Discarded: _open_discarded,
    TurnEnded: lambda laws, now, event: _next_turn(now, event.seat),
    HandsShown: lambda laws, now, event: now._replace(shown=event.hands),
    RoundEnded: _open_ended,
}
