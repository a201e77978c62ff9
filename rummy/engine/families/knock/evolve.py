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


def evolve(state: KnockState, event: Event) -> KnockState:
    """The state after the event."""
    fold = _FOLDS.get(type(event))
    if fold is not None:
        after = fold(state, event)
    else:  # nothing changes but what everyone sees
        now = evolve_open(state.laws, state.open, event)
        after = KnockState(state.laws, now, state.hands, state.stock, state.drawn, state.memory)
    if not state.laws.observers:
        return after
    now, memory = evolve_hooks(state.laws, after.open, state.memory, event)
    return KnockState(state.laws, now, after.hands, after.stock, after.drawn, memory)


def evolve_open(laws: KnockLaws, now: OpenRound, event: Event) -> OpenRound:
    """What lies open after the event, before house rules look at it."""
    fold = _OPEN_FOLDS.get(type(event))
    return now if fold is None else fold(laws, now, event)


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


# Ordinary turns come by the thousand: what they leave as it is is handed on part by part.


def _open_taken(laws: KnockLaws, now: OpenRound, event: UpcardTaken) -> OpenRound:
    return OpenRound(
        DISCARD, now.turn, now.dealer, now.seats, now.knock_limit, now.pile[:-1], now.stock_count,
        event.card, now.streak + 1, 0, now.shown_card, now.removed,
    )  # fmt: skip


def _open_drawn(laws: KnockLaws, now: OpenRound, event: StockDrawn) -> OpenRound:
    return OpenRound(
        DISCARD, now.turn, now.dealer, now.seats, now.knock_limit, now.pile, now.stock_count - 1,
        None, 0, 0, now.shown_card, now.removed,
    )  # fmt: skip


def _open_discarded(laws: KnockLaws, now: OpenRound, event: Discarded) -> OpenRound:
    pile = now.pile
    pile += (event.card,)
    return OpenRound(
        DRAW, (event.seat + 1) % now.seats, now.dealer, now.seats, now.knock_limit,
        pile, now.stock_count, None, now.streak, 0, now.shown_card, now.removed,
    )  # fmt: skip


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


def _dealt(state: KnockState, event: RoundDealt) -> KnockState:
    hands = tuple([_known(hand) for hand in event.hands])
    now = _open_dealt(state.laws, state.open, event)
    return KnockState(state.laws, now, hands, _known(event.stock), None, state.memory)


def _taken(state: KnockState, event: UpcardTaken) -> KnockState:
    laws, card = state.laws, event.card
    now, hands = _open_taken(laws, state.open, event), _toggle(state.hands, event.seat, card)
    return KnockState(laws, now, hands, state.stock, card, state.memory)


def _drawn(state: KnockState, event: StockDrawn) -> KnockState:
    laws, card = state.laws, _known(event.card)
    now, hands = _open_drawn(laws, state.open, event), _toggle(state.hands, event.seat, card)
    return KnockState(laws, now, hands, state.stock[:-1], card, state.memory)


def _discarded(state: KnockState, event: Discarded) -> KnockState:
    return _thrown(state, event, _open_discarded(state.laws, state.open, event))


def _knocked(state: KnockState, event: Knocked) -> KnockState:
    return _thrown(state, event, _open_knocked(state.laws, state.open, event))


def _thrown(state: KnockState, event: Discarded | Knocked, now: OpenRound) -> KnockState:
    hands = _toggle(state.hands, event.seat, event.card)
    return KnockState(state.laws, now, hands, state.stock, None, state.memory)


T = TypeVar("T")


def _known(hidden: T | None) -> T:
    if hidden is None:
        raise ValueError("a state is folded from events that are not redacted")
    return hidden


def _toggle(hands: tuple[int, ...], seat: int, card: int) -> tuple[int, ...]:
    """The card moved into or out of a hand."""
    if len(hands) == 2:
        first, second = hands
        return (first, second ^ BIT[card]) if seat else (first ^ BIT[card], second)
    changed = list(hands)
    changed[seat] ^= BIT[card]
    return tuple(changed)


_OPEN_FOLDS: Final[dict[type[Event], Callable[[KnockLaws, OpenRound, Any], OpenRound]]] = {
    RoundDealt: _open_dealt,
    UpcardPassed: _open_passed,
    UpcardTaken: _open_taken,
    StockDrawn: _open_drawn,
    Discarded: _open_discarded,
    Knocked: _open_knocked,
    PartnerMelded: _open_partner_melded,
    Answered: _open_answered,
    RoundEnded: _open_ended,
}
_FOLDS: Final[dict[type[Event], Callable[[KnockState, Any], KnockState]]] = {
    RoundDealt: _dealt,
    UpcardTaken: _taken,
    StockDrawn: _drawn,
    Discarded: _discarded,
    Knocked: _knocked,
}
