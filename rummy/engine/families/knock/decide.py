"""What a seat's action leads to, or why it may not be: the one source of legality."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, NoReturn

from rummy.engine.cards import BIT, CARD_COUNT, card_text, mask_of
from rummy.engine.errors import IllegalAction
from rummy.engine.families.knock.actions import (
    ANSWER,
    Answer,
    Discard,
    DrawStock,
    Knock,
    PassUpcard,
    TakeUpcard,
)
from rummy.engine.families.knock.answering import answered
from rummy.engine.families.knock.events import (
    Discarded,
    Knocked,
    PartnerMelded,
    StockDrawn,
    UpcardPassed,
    UpcardTaken,
)
from rummy.engine.families.knock.evolve import evolve
from rummy.engine.families.knock.knocking import best_arrangement, knock_arrangement
from rummy.engine.families.knock.phases import DISCARD, DRAW, UPCARD_OFFER, Phase
from rummy.engine.families.knock.rules.numbers import LayOff
from rummy.engine.families.knock.showdown import STOCK_EXHAUSTED, scored
from rummy.engine.families.knock.state import KnockState, OpenRound, partner_of, sight_of
from rummy.engine.melding.joker_places import in_runs
from rummy.engine.records import Action, Event
from rummy.engine.rules import refuse_strangers

# The events of ordinary turns are few: each is made once, and found by its seat and card.
_SEATS, _CARDS = range(4), range(CARD_COUNT)
_DRAWN: Final = [[StockDrawn(seat, card) for card in _CARDS] for seat in _SEATS]
_TAKEN: Final = [[UpcardTaken(seat, card) for card in _CARDS] for seat in _SEATS]
_DISCARDED: Final = [[Discarded(seat, card) for card in _CARDS] for seat in _SEATS]


def decide(state: KnockState, seat: int, action: Action) -> list[Event]:
    """The events of this seat's action; IllegalAction when it may not be done."""
    if state.open.turn != seat:
        if state.open.phase is Phase.OVER:
            raise IllegalAction("round_over", rule="GIN-5")
        raise IllegalAction("not_your_turn", rule="GIN-2", seat=seat, turn=state.open.turn)
    if state.laws.forbidders:
        sight = sight_of(state, seat)
        for hook in state.laws.forbidders:
            refusal = hook.forbids(sight, action)
            if refusal is not None:
                raise refusal
    handler = _DECIDE.get(type(action))
    if handler is not None:
        return handler(state, seat, action)
    owner = state.laws.owners.get(type(action))
    if owner is not None:
        return owner.decide(state, seat, action)
    raise IllegalAction("action_not_in_these_rules", rule="GIN-2", action=action.type)


def must_draw_stock(numbers_limit: int, now: OpenRound) -> str:
    """The rule that forbids the discard pile in this draw (GIN-11, GIN-14); "" when none does."""
    if now.streak >= numbers_limit:
        return "GIN-14"
    return "GIN-11" if now.passes == now.seats else ""


def need_turn_drawn(now: OpenRound, rule: str = "GIN-2") -> None:
    """Refuse what belongs between drawing and discarding at any other time."""
    if now.phase is DISCARD:
        return
    _refuse_what_waits(now)
    raise IllegalAction("draw_first", rule=rule)


def _refuse_what_waits(now: OpenRound) -> None:
    """A card on offer (GIN-11) and a knock (GIN-6) are answered before anything else."""
    if now.phase is UPCARD_OFFER:
        raise IllegalAction("upcard_on_offer", rule="GIN-11", card=card_text(now.pile[-1]))
    if now.phase is Phase.ANSWER:
        raise IllegalAction("knock_to_answer", rule="GIN-6", points=now.shown[0].points)


def _refuse_drawing(now: OpenRound) -> NoReturn:
    _refuse_what_waits(now)
    raise IllegalAction("already_drawn", rule="GIN-2")


def _draw_stock(state: KnockState, seat: int, action: DrawStock) -> list[Event]:
    if state.open.phase is not DRAW:
        _refuse_drawing(state.open)
    if state.laws.teams:
        return [StockDrawn(seat, state.stock[-1], partner_of(seat, state.open))]
    return [_DRAWN[seat][state.stock[-1]]]


def _take_upcard(state: KnockState, seat: int, action: TakeUpcard) -> list[Event]:
    now = state.open
    if now.phase is not DRAW and now.phase is not UPCARD_OFFER:
        _refuse_drawing(now)
    rule = must_draw_stock(state.laws.streak_limit, now)
    if rule:
        raise IllegalAction("must_draw_stock", rule=rule, streak=now.streak)
    if not now.pile:
        raise IllegalAction("discard_pile_empty", rule="GIN-2")
    return [_TAKEN[seat][now.pile[-1]]]


def _pass_upcard(state: KnockState, seat: int, action: PassUpcard) -> list[Event]:
    if state.open.phase is not UPCARD_OFFER:
        _refuse_what_waits(state.open)
        raise IllegalAction("no_upcard_on_offer", rule="GIN-11")
    return [UpcardPassed(seat)]


def _discard(state: KnockState, seat: int, action: Discard) -> list[Event]:
    _check_discard(state, seat, action)
    events: list[Event] = [_DISCARDED[seat][action.card]]
    if state.open.stock_count <= state.laws.stock_floor:
        events.append(STOCK_EXHAUSTED)
    return events


def _knock(state: KnockState, seat: int, action: Knock) -> list[Event]:
    _check_discard(state, seat, action)
    hand = state.hands[seat] ^ BIT[action.card]
    laid = knock_arrangement(sight_of(state, seat), hand, action)
    is_gin = laid.points == 0
    answer_due = not is_gin and state.laws.numbers.lay_off is LayOff.ON_KNOCK
    knocked = Knocked(seat, action.card, laid.melds, laid.deadwood, laid.points, answer_due)
    events: list[Event] = [knocked]
    after = evolve(state, knocked)
    if state.laws.teams:
        events.append(_partner_melded(after, seat))
        after = evolve(after, events[-1])
    if not answer_due:
        opponent = (seat + 1) % after.seats
        events += _answer_and_score(after, opponent, ANSWER, may_lay_off=False)
    return events


def _partner_melded(state: KnockState, knocker: int) -> PartnerMelded:
    """The partner of the knocker lays its hand out best (GIN-T3)."""
    partner = partner_of(knocker, state.open)
    known, hand = state.hands[knocker], state.hands[partner]
    taken = mask_of(in_runs(state.open.shown[0].melds))
    laid = best_arrangement(state.laws, state.open, hand, known=known, taken=taken)
    if laid is None:
        raise AssertionError("a hand that need not meld anything can be laid out")
    return PartnerMelded(partner, laid.melds, laid.deadwood, laid.points)


def _answer(state: KnockState, seat: int, action: Answer) -> list[Event]:
    if state.open.phase is not Phase.ANSWER:
        raise IllegalAction("no_knock_to_answer", rule="GIN-6")
    return _answer_and_score(state, seat, action, may_lay_off=True)


def _answer_and_score(
    state: KnockState, seat: int, action: Answer, *, may_lay_off: bool
) -> list[Event]:
    answer = answered(state, seat, action, may_lay_off=may_lay_off)
    other = partner_of(seat, state.open)
    if not state.laws.teams or other in (shown.seat for shown in state.open.shown):
        return [answer, scored(evolve(state, answer))]
    answer = replace(answer, next_answer=other if may_lay_off else None)
    if may_lay_off:
        return [answer]
    after = evolve(state, answer)
    return [answer, *_answer_and_score(after, other, ANSWER, may_lay_off=False)]


def _check_discard(state: KnockState, seat: int, action: Discard | Knock) -> None:
    now, card = state.open, action.card
    if now.phase is not DISCARD:
        need_turn_drawn(now)
    if not state.hands[seat] & BIT[card]:
        refuse_strangers(state.rules, "GIN-1", (card,))
        raise IllegalAction("card_not_in_hand", rule="GIN-2", card=card_text(card))
    if card == now.taken:
        raise IllegalAction("taken_card_not_discarded", rule="GIN-2", card=card_text(card))


_DECIDE: Final[dict[type[Action], Callable[[KnockState, int, Any], list[Event]]]] = {
    DrawStock: _draw_stock,
    TakeUpcard: _take_upcard,
    PassUpcard: _pass_upcard,
    Discard: _discard,
    Knock: _knock,
    Answer: _answer,
}
