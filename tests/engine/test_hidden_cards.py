"""No seat and no spectator learns a hidden card, from views, events or refusals."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy.engine import decide, deck_cards, evolve, legal_actions, redact, view
from rummy.engine.as_json.stored import event_to_json
from rummy.engine.cards import CARD_TEXTS, card_text, cards_of, mask_of
from rummy.engine.door import FAMILIES
from rummy.engine.families.knock.events import RoundDealt, StockDrawn
from rummy.engine.families.knock.state import KnockState
from rummy.engine.records import Event
from rummy.engine.rules import RuleSet
from tests.engine.playing import Player, play, sensible, wild
from tests.engine.variants import PLAYED_APART, name_of
from tests.promises.tally import sized, tell

pytestmark = pytest.mark.thorough

Swap = dict[int, int]


def cards_named(data: Any) -> set[str]:
    """Every card named anywhere in a JSON value; of `X1=8h` the joker, for the 8 is not there."""
    if isinstance(data, dict):
        return set().union(*map(cards_named, data.values()))
    if isinstance(data, list):
        return set().union(*map(cards_named, data))
    return {data.partition("=")[0]} & set(CARD_TEXTS) if isinstance(data, str) else set()


def cards_shown_by(event: Event, seat: int | None) -> set[str]:
    """The cards an event shows to a seat, by the rules of the game: of the deal the upcard and the
    own hand, of the stock what the seat drew itself, of anything else all."""
    if isinstance(event, RoundDealt):
        own = 0 if seat is None else event.hands[seat] or 0
        return {card_text(card) for card in (event.upcard, *cards_of(own))}
    if isinstance(event, StockDrawn) and event.seat != seat:
        return set()
    return cards_named(event_to_json(event))


def in_another_world(event: Event, swap: Swap) -> Event:
    """The event with hidden cards exchanged; open cards are not in `swap`."""

    def moved(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(swap.get(card, card) for card in cards)

    if isinstance(event, RoundDealt):
        hands = tuple(mask_of(moved(cards_of(hand or 0))) for hand in event.hands)
        return replace(event, hands=hands, stock=moved(event.stock or ()))
    if isinstance(event, StockDrawn) and event.card is not None:
        return StockDrawn(event.seat, swap.get(event.card, event.card))
    return event


def fold(rules: RuleSet, events: list[Event]) -> KnockState:
    state: KnockState = FAMILIES[rules.family].blank(rules, 2)
    for event in events:
        after = evolve(state, event)
        assert isinstance(after, KnockState)
        state = after
    return state


@pytest.mark.parametrize("rules", PLAYED_APART, ids=name_of)
@pytest.mark.parametrize("seat", [0, 1, None])
@given(
    seed=st.integers(0, 2**32),
    player=st.sampled_from([sensible, wild]),
    cut=st.integers(0, 200),
)
@settings(max_examples=sized(8, small=20, full=200), deadline=None, derandomize=True)
def test_a_seat_cannot_tell_worlds_apart_that_differ_in_what_it_has_not_seen(
    rules: RuleSet, seat: int | None, seed: int, player: Player, cut: int
) -> None:
    events = play(rules, seed, player).events
    events = events[: 1 + cut % len(events)]
    seen = set().union(*(cards_shown_by(event, seat) for event in events))
    unseen = [card for card in deck_cards(rules) if card_text(card) not in seen]
    dice = random.Random(seed)
    swap = dict(zip(unseen, dice.sample(unseen, len(unseen)), strict=True))
    twins = [in_another_world(event, swap) for event in events]

    told, twin_told = ([redact(event, seat) for event in one] for one in (events, twins))
    tell("hidden cards", tried=1, lost=int(told != twin_told))
    assert told == twin_told
    state, twin = fold(rules, events), fold(rules, twins)
    assert view(twin, seat) == view(state, seat)
    data = view(state, seat).to_json()
    assert view(twin, seat).to_json() == data
    assert not cards_named(data) & {card_text(card) for card in unseen}
    if seat is not None:
        _check_what_the_seat_may_do(state, twin, seat)


def _check_what_the_seat_may_do(state: KnockState, twin: KnockState, seat: int) -> None:
    legal = legal_actions(state, seat)
    assert legal_actions(twin, seat) == legal
    for action in legal:
        here, there = decide(state, seat, action)[0], decide(twin, seat, action)[0]
        assert redact(here, None) == redact(there, None), "an action tells what is hidden"


def test_a_drawn_card_is_seen_by_its_owner_alone() -> None:
    drawn = StockDrawn(1, 7)
    assert redact(drawn, 1) == drawn
    assert redact(drawn, 0) == redact(drawn, None) == StockDrawn(1, None)
    assert event_to_json(redact(drawn, 0)) == {"type": "stock_drawn", "seat": 1}
