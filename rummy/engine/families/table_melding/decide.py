"""What a seat's action leads to, or why it may not be: the one source of legality."""

from collections.abc import Callable
from typing import Any

from rummy.engine.cards import BIT, card_text, cards_text
from rummy.engine.errors import IllegalAction
from rummy.engine.families.table_melding import laying
from rummy.engine.families.table_melding.actions import (
    ClaimDiscard,
    EndTurn,
    ExchangeJoker,
    LayMeld,
    LayOff,
    Rearrange,
    ResetTurn,
    TakeDiscard,
    Undo,
)
from rummy.engine.families.table_melding.events import (
    ClaimGranted,
    DiscardClaimed,
    DiscardTaken,
    StockExhausted,
    StockRebuilt,
    TakenBack,
    TurnEnded,
)
from rummy.engine.families.table_melding.evolve import evolve
from rummy.engine.families.table_melding.reading import (
    first_meld_is_short,
    first_meld_points,
    is_hand_romme,
    owed_card,
    rearranged_alone,
)
from rummy.engine.families.table_melding.rules.numbers import DiscardDraw
from rummy.engine.families.table_melding.showdown import ended
from rummy.engine.families.table_melding.state import (
    OpenRound,
    Phase,
    Sight,
    TableMeldingState,
    sight_of,
)
from rummy.engine.moves import Discard, Discarded, DrawStock, StockDrawn
from rummy.engine.records import Action, Event
from rummy.engine.rules import refuse_strangers

Handler = Callable[[TableMeldingState, int, Any], list[Event]]


def decide(state: TableMeldingState, seat: int, action: Action) -> list[Event]:
    """The events of this seat's action; IllegalAction when it may not be done."""
    handler = _DECIDE.get(type(action))
    if handler is None:
        raise _not_in_these_rules(action, state.laws.ids.turn)
    if state.open.turn != seat and not isinstance(action, ClaimDiscard):
        if state.is_over:
            raise IllegalAction("round_over", rule=state.laws.ids.end)
        raise IllegalAction("not_your_turn", rule=state.laws.ids.turn, seat=seat, turn=state.turn)
    return handler(state, seat, action)


def _not_in_these_rules(action: Action, rule: str) -> IllegalAction:
    return IllegalAction("action_not_in_these_rules", rule=rule, action=action.type)


def _need(state: TableMeldingState, phase: Phase) -> None:
    if state.open.phase is phase:
        return
    if phase is Phase.PLAY:
        raise IllegalAction("draw_first", rule=state.laws.ids.turn)
    if state.hidden.drawn is None and state.open.taken is None and state.open.turn == state.dealer:
        held = state.laws.numbers.hand_size + state.laws.numbers.dealer_extra
        raise IllegalAction("dealer_does_not_draw", rule="GER-3", cards=held)
    raise IllegalAction("already_drawn", rule=state.laws.ids.turn)


def _need_pile(state: TableMeldingState, action: Action) -> None:
    if state.laws.numbers.robber:
        raise _not_in_these_rules(action, "GER-V6")


# Drawing


def _draw_stock(state: TableMeldingState, seat: int, action: DrawStock) -> list[Event]:
    _need(state, Phase.DRAW)
    events: list[Event] = []
    if not state.hidden.stock:
        rebuilt = _rebuilt(state, seat)
        if rebuilt is None:
            return _end(state, [StockExhausted(seat)], "stock_exhausted")
        events.append(rebuilt)
        state = evolve(state, rebuilt)
    events.append(StockDrawn(seat, state.hidden.stock[-1]))
    if state.open.claims:
        events.append(ClaimGranted(nearest_claim(state.open), state.open.pile[-1]))
    return events


def _rebuilt(state: TableMeldingState, seat: int) -> StockRebuilt | None:
    """A new stock of all the pile but its top card, in the order kept for it (GER-12)."""
    under = set(state.open.pile[:-1])
    if not under or not state.hidden.reshuffles:
        return None
    order = [card for card in state.hidden.reshuffles[0] if card in under]
    return StockRebuilt(seat, len(order), tuple(reversed(order)))


def nearest_claim(now: OpenRound) -> int:
    """The seat nearest clockwise to the one on turn among those that knocked (GER-V4)."""
    turn = now.turn or 0
    return min(now.claims, key=lambda seat: (seat - turn) % now.seats)


def _take_discard(state: TableMeldingState, seat: int, action: TakeDiscard) -> list[Event]:
    _need_pile(state, action)
    _need(state, Phase.DRAW)
    now, numbers, ids = state.open, state.laws.numbers, state.laws.ids
    if not now.pile:
        raise IllegalAction("discard_pile_empty", rule=ids.draw)
    card = now.pile[-1] if action.card is None else action.card
    if card not in now.pile:
        raise IllegalAction("card_not_in_pile", rule=ids.draw, card=card_text(card))
    taken = now.pile[now.pile.index(card) :]
    if len(taken) > 1 and not numbers.deep_draw:
        raise IllegalAction("only_the_top_card", rule=ids.draw, card=card_text(now.pile[-1]))
    limit = state.laws.takes_in_a_row(now.seats)
    if len(taken) == 1 and must_draw_stock(limit, now):
        raise IllegalAction("pile_drawn_too_often", rule=ids.stall, streak=now.streak, limit=limit)
    must_use = len(taken) > 1 or numbers.discard_draw is DiscardDraw.MUST_MELD
    return [DiscardTaken(seat, taken, must_use)]


def must_draw_stock(limit: int, now: OpenRound) -> bool:
    """Whether so many turns in a row have drawn from the pile that this one may not (GER-12)."""
    return now.streak >= limit


def _claim_discard(state: TableMeldingState, seat: int, action: ClaimDiscard) -> list[Event]:
    now = state.open
    if not state.laws.numbers.knock_for_discard:
        raise _not_in_these_rules(action, "GER-V4")
    refusal = claim_refusal(now, seat)
    if refusal is not None:
        raise refusal
    return [DiscardClaimed(seat)]


def claim_refusal(now: OpenRound, seat: int) -> IllegalAction | None:
    """Why this seat may not knock for the discard now; None when it may (GER-V4)."""
    if now.phase is Phase.OVER:
        return IllegalAction("round_over", rule="GER-10")
    if now.turn == seat:
        return IllegalAction("claim_on_own_turn", rule="GER-V4")
    if now.phase is not Phase.DRAW or not now.pile:
        return IllegalAction("claim_too_late", rule="GER-V4")
    if (seat + 1) % now.seats == now.turn:
        return IllegalAction("claim_of_own_discard", rule="GER-V4", card=card_text(now.pile[-1]))
    if seat in now.claims:
        return IllegalAction("already_claimed", rule="GER-V4", card=card_text(now.pile[-1]))
    return None


# Playing


def _laying(lay: Callable[[Sight, int, Any], Event]) -> Handler:
    """What lays something and ends no turn."""

    def handler(state: TableMeldingState, seat: int, action: Any) -> list[Event]:
        _need(state, Phase.PLAY)
        return [lay(sight_of(state, seat), seat, action)]

    return handler


def _rearrange(state: TableMeldingState, seat: int, action: Rearrange) -> list[Event]:
    if not state.laws.numbers.robber:
        raise _not_in_these_rules(action, "GER-V6")
    _need(state, Phase.PLAY)
    return [laying.table_rearranged(sight_of(state, seat), seat, action)]


def _taken_back(state: TableMeldingState, seat: int, steps: int) -> TakenBack:
    if not state.open.steps:
        raise IllegalAction("nothing_to_take_back", rule=state.laws.ids.turn)
    return TakenBack(seat, steps)


# Ending the turn


def _discard(state: TableMeldingState, seat: int, action: Discard) -> list[Event]:
    _need_pile(state, action)
    _need(state, Phase.PLAY)
    ids, hand, bit = state.laws.ids, state.hidden.hands[seat], BIT[action.card]
    text = card_text(action.card)
    if not hand & bit:
        refuse_strangers(state.rules, ids.turn, (action.card,))
        raise IllegalAction("card_not_in_hand", rule=ids.turn, card=text)
    if action.card == state.open.taken:
        raise IllegalAction("taken_card_not_discarded", rule=ids.taken, card=text)
    refusal = turn_end_refusal(sight_of(state, seat), goes_out=hand == bit)
    if refusal is not None:
        raise refusal
    return _end_turn_with(state, Discarded(seat, action.card), seat, goes_out=hand == bit)


def _end_turn(state: TableMeldingState, seat: int, action: EndTurn) -> list[Event]:
    if not state.laws.numbers.robber:
        raise _not_in_these_rules(action, "GER-V6")
    _need(state, Phase.PLAY)
    goes_out = not state.hidden.hands[seat]
    refusal = turn_end_refusal(sight_of(state, seat), goes_out=goes_out)
    if refusal is not None:
        raise refusal
    return _end_turn_with(state, TurnEnded(seat), seat, goes_out=goes_out)


def turn_end_refusal(sight: Sight, *, goes_out: bool) -> IllegalAction | None:
    """What is still owed before the turn may end; None when nothing is."""
    laws, now, seat = sight.laws, sight.open, sight.seat or 0
    ids = laws.ids
    if now.freed:
        jokers = cards_text(now.freed)
        return IllegalAction(
            "joker_not_melded", rule=ids.exchange, jokers=jokers, waiting=len(jokers)
        )
    if rearranged_alone(now):
        return IllegalAction("no_card_laid", rule="GER-V6")
    owed = owed_card(now)
    if owed is not None:
        return IllegalAction("taken_card_not_used", rule=ids.must_use, card=card_text(owed))
    if first_meld_is_short(laws, now, seat) and not (goes_out and is_hand_romme(laws, now, seat)):
        return IllegalAction(
            "first_meld_too_low",
            rule=ids.first_meld,
            points=first_meld_points(now),
            needed=laws.numbers.first_meld_minimum,
        )
    return None


def _end_turn_with(
    state: TableMeldingState, event: Event, seat: int, *, goes_out: bool
) -> list[Event]:
    if goes_out:
        hand_romme = is_hand_romme(state.laws, state.open, seat)
        return _end(state, [event], "hand_romme" if hand_romme else "out")
    after = evolve(state, event)
    if state.laws.numbers.robber and not after.hidden.stock:
        return _end(state, [event], "stock_exhausted")  # nobody can draw any more (GER-12)
    return [event]


def _end(state: TableMeldingState, events: list[Event], reason: str) -> list[Event]:
    """The events, the hands shown and the round scored."""
    seat = state.open.turn or 0
    for event in events:
        state = evolve(state, event)
    return [*events, *ended(state, reason, None if reason == "stock_exhausted" else seat)]


_DECIDE: dict[type[Action], Handler] = {
    DrawStock: _draw_stock,
    TakeDiscard: _take_discard,
    ClaimDiscard: _claim_discard,
    LayMeld: _laying(laying.meld_laid),
    LayOff: _laying(laying.card_laid_off),
    ExchangeJoker: _laying(laying.joker_exchanged),
    Rearrange: _rearrange,
    Undo: lambda state, seat, action: [_taken_back(state, seat, 1)],
    ResetTurn: lambda state, seat, action: [_taken_back(state, seat, len(state.open.steps))],
    Discard: _discard,
    EndTurn: _end_turn,
}
