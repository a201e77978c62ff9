"""What a player remembers of a round: exactly what everybody could see."""

from random import Random

import pytest

from rummy import engine
from rummy.bots import BOTS, NOTHING, Recollection, recall, remember
from rummy.engine.cards import mask_of, parse_cards
from rummy.engine.families.knock.actions import DRAW_STOCK, TAKE_UPCARD
from rummy.engine.families.knock.events import RoundDealt
from rummy.engine.families.knock.state import KnockState
from rummy.engine.records import Event

from .table import PLAIN, RULE_SETS, Seating, after, discard, name_of, seat_to_draw


def cards(text: str) -> int:
    return mask_of(parse_cards(text))


@pytest.mark.parametrize("rules", RULE_SETS, ids=name_of)
def test_every_seat_and_a_spectator_remember_the_same(rules: engine.RuleSet) -> None:
    seating = Seating(rules, [BOTS["greedy"], BOTS["casual"]], Random(6))
    for number in range(3):
        deck = list(engine.deck_cards(rules))
        seating.dice.shuffle(deck)
        state, events = engine.start_round(rules, 2, deck, number % 2)
        while state.turn is not None:
            for event in engine.decide(state, state.turn, seating.choose(state, state.turn)):
                state = engine.evolve(state, event)
                events.append(event)
        own = recall(events)
        for seat in (0, 1, None):
            assert recall(engine.redact(event, seat) for event in events) == own


@pytest.mark.parametrize("rules", PLAIN, ids=name_of)
def test_what_is_held_is_in_that_hand(rules: engine.RuleSet) -> None:
    seating, held = Seating(rules, [BOTS["greedy"], BOTS["casual"]], Random(5)), 0
    for number in range(10):
        for state, _, _ in seating.positions(dealer=number % 2):
            assert isinstance(state, KnockState)
            for seat in (0, 1):
                known = seating.recalled.held_by(seat)
                assert not known & ~state.hands[seat]
                held += known.bit_count()
    assert held > 50


def test_taking_leaving_and_discarding_are_remembered() -> None:
    state = seat_to_draw("7h 7d 2s 3s 4s 9c Th Kd As 5c", upcard="7s")
    rules = state.rules
    events: list[Event] = [*_dealt(state)]
    seat = 0
    for action in (TAKE_UPCARD, discard("Kd"), DRAW_STOCK):
        new = engine.decide(engine.fold(rules, 2, events), seat, action)
        events += new
        seat = 1 if action == discard("Kd") else seat
    recalled = recall(events)
    assert recalled.held_by(0) == cards("7s")
    assert recalled.refused_by(0) == cards("Kd")
    assert recalled.refused_by(1) == cards("Kd")


def _dealt(state: KnockState) -> list[Event]:
    now = state.open
    return [RoundDealt(now.dealer, state.hands, now.pile[-1], len(state.stock), state.stock)]


def test_a_card_given_away_again_is_held_no_more() -> None:
    state = seat_to_draw("7h 7d 2s 3s 4s 9c Th Kd As 5c", upcard="7s")
    recalled = recall(_dealt(state))
    for action in (TAKE_UPCARD, discard("Kd")):
        for event in engine.decide(state, state.turn or 0, action):
            recalled = remember(recalled, event)
            after = engine.evolve(state, event)
            assert isinstance(after, KnockState)
            state = after
    assert recalled.held_by(0) == cards("7s")
    given = state._replace(open=state.open._replace(turn=0, phase=type(state.phase).DISCARD))
    for event in engine.decide(given, 0, discard("7s")):
        recalled = remember(recalled, event)
    assert recalled.held_by(0) == 0


def test_nothing_is_remembered_of_nothing() -> None:
    assert recall([]) == NOTHING
    assert NOTHING.held_by(1) == NOTHING.refused_by(0) == 0


def test_discards_are_remembered_in_their_order() -> None:
    state = seat_to_draw("7h 7d 2s 3s 4s 9c Th Kd As 5c", upcard="7s")
    recalled = recall(_dealt(state))
    for action in (TAKE_UPCARD, discard("Kd"), TAKE_UPCARD):
        for event in engine.decide(state, state.turn or 0, action):
            recalled = remember(recalled, event)
            after = engine.evolve(state, event)
            assert isinstance(after, KnockState)
            state = after
    assert [recalled.thrown_by(seat) for seat in (0, 1)] == [parse_cards("Kd"), ()]
    assert NOTHING.thrown_by(0) == ()


@pytest.mark.parametrize("level", ["solid", "expert"])
def test_what_the_opponent_collects_is_held_back(level: str) -> None:
    """Two kings went over: the queen goes, where without memory it were the king."""
    state = seat_to_draw("2s 3s 4s 6h 6d 6c Ah 2h Ks 5d", upcard="Kc", next_card="Qd")
    state = after(state, DRAW_STOCK)
    seen, legal = engine.view(state, 0), engine.legal_actions(state, 0)
    knows = Recollection((0, cards("Kh Kd")), (0, 0), None)
    assert BOTS[level].choose(seen, legal, Random(0)) == discard("Ks")
    assert BOTS[level].choose(seen, legal, Random(0), knows) == discard("Qd")
