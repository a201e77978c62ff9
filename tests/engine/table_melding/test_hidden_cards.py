"""No seat and no spectator learns a hidden card, from views, events, lists or refusals."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from rummy.engine import deck_cards
from rummy.engine.cards import CARD_TEXTS, card_text, cards_of, mask_of
from rummy.engine.families import table_melding
from rummy.engine.families.table_melding.events import CardsDealt, StockRebuilt
from rummy.engine.families.table_melding.state import TableMeldingState
from rummy.engine.moves import StockDrawn
from rummy.engine.records import Event, event_to_json
from rummy.engine.rules import RuleSet
from tests.engine.table_melding.playing import eager, play, wild
from tests.engine.table_melding.rules import VARIANTS
from tests.promises.tally import sized, tell

Swap = dict[int, int]


def cards_named(data: Any) -> set[str]:
    """Every card named anywhere in a JSON value; of `X1=8h` the joker, for the 8 is not there."""
    if isinstance(data, dict):
        return set().union(*map(cards_named, data.values()))
    if isinstance(data, list):
        return set().union(*map(cards_named, data))
    if not isinstance(data, str):
        return set()
    return {word.partition("=")[0] for word in data.split()} & set(CARD_TEXTS)


def shown_by(event: Event, seat: int | None) -> set[str]:
    """The cards an event shows to a seat by the rules of the game: of the deal the own hand, the
    upcard and a joker at the cut, of the stock what the seat drew itself, of anything else all."""
    if isinstance(event, CardsDealt):
        own = 0 if seat is None else event.hands[seat] or 0
        lying = [card for card in (event.upcard, event.cut) if card is not None]
        return {card_text(card) for card in (*lying, *cards_of(own))}
    if isinstance(event, StockRebuilt) or (isinstance(event, StockDrawn) and event.seat != seat):
        return set()
    return cards_named(event_to_json(event))


def in_another_world(event: Event, swap: Swap) -> Event:
    """The event with hidden cards exchanged; open cards are not in `swap`."""

    def moved(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(swap.get(card, card) for card in cards)

    if isinstance(event, CardsDealt):
        hands = tuple(mask_of(moved(cards_of(hand or 0))) for hand in event.hands)
        orders = tuple(map(moved, event.reshuffles or ())) or None
        return replace(event, hands=hands, stock=moved(event.stock or ()), reshuffles=orders)
    if isinstance(event, StockDrawn) and event.card is not None:
        return StockDrawn(event.seat, swap.get(event.card, event.card))
    return event


def fold(rules: RuleSet, seats: int, events: list[Event]) -> TableMeldingState:
    state = table_melding.blank(rules, seats)
    for event in events:
        state = table_melding.evolve(state, event)
    return state


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("seed", range(sized(3, small=10, full=250)))
def test_a_seat_cannot_tell_worlds_apart_that_differ_in_what_it_has_not_seen(
    name: str, seed: int
) -> None:
    rules, dice = VARIANTS[name], random.Random(seed)
    seats = dice.choice(rules.seats)
    seat = dice.choice([*range(seats), None])
    whole = play(rules, seats, seed + 100, dice.choice([eager, wild])).events
    events = whole[: 1 + dice.randrange(len(whole))]
    seen = set().union(*(shown_by(event, seat) for event in events))
    unseen = [card for card in deck_cards(rules) if card_text(card) not in seen]
    swap = dict(zip(unseen, dice.sample(unseen, len(unseen)), strict=True))
    twins = [in_another_world(event, swap) for event in events]

    told, twin_told = ([event.redact(seat) for event in one] for one in (events, twins))
    tell("hidden cards", tried=1, lost=int(told != twin_told))
    assert told == twin_told
    state, twin = fold(rules, seats, events), fold(rules, seats, twins)
    assert table_melding.view(twin, seat) == table_melding.view(state, seat)
    data = json.loads(json.dumps(table_melding.view(state, seat).to_json()))
    assert not cards_named(data) & {card_text(card) for card in unseen}
    if seat is not None:
        legal = table_melding.legal_actions(state, seat)
        assert table_melding.legal_actions(twin, seat) == legal
        for action in legal:
            here = table_melding.decide(state, seat, action)[0]
            there = table_melding.decide(twin, seat, action)[0]
            assert here.redact(None) == there.redact(None), "an action tells what is hidden"


def test_orders_of_later_stocks_are_shown_to_nobody_ger_12() -> None:
    rules = VARIANTS["german_romme"]
    events = play(rules, 6, 3, wild).events
    deal = events[0]
    assert isinstance(deal, CardsDealt)
    assert deal.reshuffles is not None
    for seat in (0, 3, None):
        redacted = deal.redact(seat)
        assert (redacted.stock, redacted.reshuffles) == (None, None)
        assert [hand is not None for hand in redacted.hands] == [at == seat for at in range(6)]
    rebuilt = [event for event in events if isinstance(event, StockRebuilt)]
    assert all(event.redact(0).stock is None for event in rebuilt)
