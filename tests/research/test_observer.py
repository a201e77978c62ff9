"""What a seat is told: all it knows, and nothing that depends on hidden cards."""

import json
import random
from typing import Any

import pytest

from rummy.engine.cards import cards_of, mask_of
from rummy.research import Observer, Position, RummyEnv

from .rounds import GAMES, SEED, at, played_by_dice


def twin(position: Position, seat: int, dice: random.Random) -> Position:
    """A world in which the same was seen from this seat, and all that it does not see is dealt
    anew: the other hands, a partner's apart, and the stock in its order."""
    state: Any = position.cards
    hidden = state.hidden if hasattr(state, "hidden") else state
    known = set(state.rules.side_of(seat, state.seats))
    unseen = [one for one in range(state.seats) if one not in known]
    cards = [*hidden.stock, *(card for one in unseen for card in cards_of(hidden.hands[one]))]
    dice.shuffle(cards)
    hands = list(hidden.hands)
    for one in unseen:
        size = hands[one].bit_count()
        hands[one], cards = mask_of(cards[:size]), cards[size:]
    drawn = hidden.drawn if state.turn == seat else None
    given = {"hands": tuple(hands), "stock": tuple(cards), "drawn": drawn}
    if hidden is state:
        return position._replace(cards=state._replace(**given))
    return position._replace(cards=state._replace(hidden=hidden._replace(**given)))


@pytest.mark.parametrize("preset", GAMES)
def test_worlds_that_differ_in_hidden_cards_look_alike(preset: str) -> None:
    env, dice = at(preset), random.Random(SEED)
    differed = 0
    for count, _ in enumerate(played_by_dice(env, SEED)):
        for seat in range(len(env.possible_agents)):
            other = twin(env.position, seat, dice)
            differed += other != env.position
            here, there = Observer(env.rules), Observer(env.rules)
            here.set_from(env.position, seat)
            there.set_from(other, seat)
            assert here.tensor == there.tensor
            assert here.string_from(env.position, seat) == there.string_from(other, seat)
        if count > 60:
            break
    assert differed > 20


@pytest.mark.parametrize("preset", GAMES)
def test_every_vector_of_a_game_has_one_length_and_bounded_numbers(preset: str) -> None:
    env = at(preset)
    shapes = set()
    for count, _ in enumerate(played_by_dice(env, SEED)):
        seat = env.position.cards.turn or 0
        env.observer.set_from(env.position, seat)
        shapes.add(tuple((name, len(part)) for name, part in env.observer.dict.items()))
        assert all(0 <= number <= 10 for number in env.observer.tensor)
        if count > 100:
            break
    assert len(shapes) == 1


def test_the_vector_tells_the_own_hand_and_the_pile_in_its_order() -> None:
    env = RummyEnv("gin_palast")
    env.reset(seed=SEED)
    for _ in range(4):
        env.step(next(iter(env.legal)))
    seat = env.position.cards.turn or 0
    env.observer.set_from(env.position, seat)
    state: Any = env.position.cards
    hand = {card for card, there in enumerate(env.observer.dict["hand"]) if there}
    assert hand == set(cards_of(state.hands[seat]))
    pile = sorted((height, card) for card, height in enumerate(env.observer.dict["pile"]) if height)
    assert tuple(card for _, card in pile) == state.open.pile
    assert env.observer.dict["turn"][0] == 1
    told = json.loads(env.observer.string_from(env.position, seat))
    assert set(told) == {"view", "recalled"}
