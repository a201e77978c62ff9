"""How events change a round: facts only, no rules, so that every old log replays.

The open part is folded by one set of functions for states and views alike.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from rummy.engine.cards import BIT
from rummy.engine.families.knock.events import (
    Answered,
    Discarded,
    Knocked,
    PartnerMelded,
    RoundDealt,
    RoundEnded,
    StockDrawn,
    UpcardPassed,
    UpcardTaken,
)
from rummy.engine.families.knock.phases import DISCARD, DRAW, Phase
from rummy.engine.families.knock.rules.laws import KnockLaws
from rummy.engine.families.knock.state import KnockState, Memory, OpenRound, Shown
from rummy.engine.records import Event
from rummy.engine.scoring import round_score

# What ordinary turns make again and again is made directly: a named tuple's own constructor takes
# twice as long.
_new: Final = tuple.__new__


def evolve(state: KnockState, event: Event) -> KnockState:
    """The state after the event."""
    laws, open_round, hands, stock, drawn, memory = state
    folds = _FOLDS.get(type(event))
    if folds is not None:
        fold_open, fold_hidden = folds
        open_round = fold_open(laws, open_round, event)
        hands, stock, drawn = fold_hidden(event, hands, stock, drawn)
    if laws.observers:
        open_round, memory = evolve_hooks(laws, open_round, memory, event)
    return _new(KnockState, (laws, open_round, hands, stock, drawn, memory))


def evolve_open(laws: KnockLaws, open_round: OpenRound, event: Event) -> OpenRound:
    """What lies open after the event, before house rules look at it."""
    folds = _FOLDS.get(type(event))
    return open_round if folds is None else folds[0](laws, open_round, event)


def evolve_hooks(
    laws: KnockLaws, open_round: OpenRound, memory: Memory, event: Event
) -> tuple[OpenRound, Memory]:
    """What lies open and the memories after each observing house rule has seen the event."""
    for place, hook in laws.observers:
        open_round, after = hook.evolve(open_round, memory[place], event)
        if after is not memory[place]:
            memory = (*memory[:place], after, *memory[place + 1 :])
    return open_round, memory


def _open_dealt(laws: KnockLaws, now: OpenRound, event: RoundDealt) -> OpenRound:
    return OpenRound(
        phase=Phase.UPCARD_OFFER if laws.numbers.upcard_offer else Phase.DRAW,
        turn=(event.dealer + 1) % now.seats,
        dealer=event.dealer,
        seats=now.seats,
        knock_limit=laws.numbers.knock_limit,
        pile=(event.upcard,),
        stock_count=event.stock_count,
    )


def _open_passed(laws: KnockLaws, now: OpenRound, event: UpcardPassed) -> OpenRound:
    passes = now.passes + 1
    phase = Phase.DRAW if passes == now.seats else Phase.UPCARD_OFFER
    return now._replace(phase=phase, turn=(event.seat + 1) % now.seats, passes=passes)


# Ordinary turns hand most facts on as they are: unpacked by no type, none is looked at.
_Facts = tuple[Any, ...]


def _open_taken(laws: KnockLaws, now: _Facts, event: UpcardTaken) -> OpenRound:
    _, turn, dealer, seats, limit, pile, count, _, streak, _, shown_card, removed, _, _ = now
    return _new(OpenRound, (
        DISCARD, turn, dealer, seats, limit, pile[:-1], count, event.card, streak + 1, 0,
        shown_card, removed, (), None,
    ))  # fmt: skip


def _open_drawn(laws: KnockLaws, now: _Facts, event: StockDrawn) -> OpenRound:
    _, turn, dealer, seats, limit, pile, count, _, _, _, shown_card, removed, _, _ = now
    return _new(OpenRound, (
        DISCARD, turn, dealer, seats, limit, pile, count - 1, None, 0, 0, shown_card, removed,
        (), None,
    ))  # fmt: skip


def _open_discarded(laws: KnockLaws, now: _Facts, event: Discarded) -> OpenRound:
    _, _, dealer, seats, limit, pile, count, _, streak, _, shown_card, removed, _, _ = now
    pile += (event.card,)
    return _new(OpenRound, (
        DRAW, _next(event.seat, seats), dealer, seats, limit, pile, count, None, streak, 0,
        shown_card, removed, (), None,
    ))  # fmt: skip


def _next(seat: int, seats: int) -> int:
    return (seat + 1) % seats


def _open_knocked(laws: KnockLaws, now: OpenRound, event: Knocked) -> OpenRound:
    return now._replace(
        phase=Phase.ANSWER,
        turn=(event.seat + 1) % now.seats if event.answer_due else None,
        pile=(*now.pile, event.card),
        taken=None,
        shown=(Shown(event.seat, event.melds, event.deadwood, (), event.points),),
    )


def _open_answered(laws: KnockLaws, now: OpenRound, event: Answered) -> OpenRound:
    answer = Shown(event.seat, event.melds, event.deadwood, event.layoffs, event.points)
    return now._replace(turn=event.next_answer, shown=(*now.shown, answer))


def _open_partner_melded(laws: KnockLaws, now: OpenRound, event: PartnerMelded) -> OpenRound:
    shown = Shown(event.seat, event.melds, event.deadwood, (), event.points)
    return now._replace(shown=(*now.shown, shown))


def _open_ended(laws: KnockLaws, now: OpenRound, event: RoundEnded) -> OpenRound:
    outcome = round_score(
        reason=event.reason, winner=event.winner, seats=now.seats, lines=event.lines
    )
    return now._replace(phase=Phase.OVER, turn=None, outcome=outcome)


T = TypeVar("T")
Hands = tuple[int, ...]
Stock = tuple[int, ...]
Hidden = tuple[Hands, Stock, int | None]


def _hidden_dealt(event: RoundDealt, hands: Hands, stock: Stock, drawn: int | None) -> Hidden:
    return tuple(_known(hand) for hand in event.hands), _known(event.stock), None


def _hidden_same(event: Event, hands: Hands, stock: Stock, drawn: int | None) -> Hidden:
    return hands, stock, drawn


def _hidden_taken(event: UpcardTaken, hands: Hands, stock: Stock, drawn: int | None) -> Hidden:
    return _toggle(hands, event.seat, event.card), stock, event.card


def _hidden_drawn(event: StockDrawn, hands: Hands, stock: Stock, drawn: int | None) -> Hidden:
    card = _known(event.card)
    return _toggle(hands, event.seat, card), stock[:-1], card


def _hidden_discarded(
    event: Discarded | Knocked, hands: Hands, stock: Stock, drawn: int | None
) -> Hidden:
    return _toggle(hands, event.seat, event.card), stock, None


def _known(hidden: T | None) -> T:
    if hidden is None:
        raise ValueError("a state is folded from events that are not redacted")
    return hidden


def _toggle(hands: Hands, seat: int, card: int) -> Hands:
    """The card moved into or out of a hand."""
    if len(hands) == 2:
        first, second = hands
        return (first, second ^ BIT[card]) if seat else (first ^ BIT[card], second)
    changed = list(hands)
    changed[seat] ^= BIT[card]
    return tuple(changed)


_FoldOpen = Callable[[KnockLaws, OpenRound, Any], OpenRound]
_FoldHidden = Callable[[Any, Hands, Stock, int | None], Hidden]
_FOLDS: Final[dict[type[Event], tuple[_FoldOpen, _FoldHidden]]] = {
    RoundDealt: (_open_dealt, _hidden_dealt),
    UpcardPassed: (_open_passed, _hidden_same),
    UpcardTaken: (_open_taken, _hidden_taken),
    StockDrawn: (_open_drawn, _hidden_drawn),
    Discarded: (_open_discarded, _hidden_discarded),
    Knocked: (_open_knocked, _hidden_discarded),
    PartnerMelded: (_open_partner_melded, _hidden_same),
    Answered: (_open_answered, _hidden_same),
    RoundEnded: (_open_ended, _hidden_same),
}
