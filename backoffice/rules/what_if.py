"""What would this knock be worth under other rules? Asked of the engine, never reckoned here.

A round is dealt from a deck made for the purpose: the knocker holds the ten cards named first,
draws the eleventh and discards it with the knock; the defender holds the others. The rules play.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from rummy import engine
from rummy.engine.as_json.stored import action_from_json, action_to_json, card_text, parse_card
from rummy.engine.records import Action
from rummy.engine.scoring import ScoreLine
from web.finding import or_raise
from web.refusals import Refused

KNOCKER, DEFENDER, DEALER = 1, 0, 0
HAND = 10
STEPS_MAX = 6


class UnreadableHands(Refused):
    """Cards that are no two hands: unreadable, too few, or one of them twice."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A round under some rules: the score, or the refusal that the rules give."""

    name: str
    reason: str = ""
    winner: int | None = None
    points: tuple[int, ...] = ()
    lines: tuple[ScoreLine, ...] = ()
    refusal: engine.IllegalAction | None = None

    @classmethod
    def of(cls, state: engine.RoundState, name: str) -> Outcome:
        found = or_raise(engine.score(state), AssertionError("the last action ends the round"))
        return cls(name, found.reason, found.winner, found.points, found.lines)


def read_hands(knocker: str, defender: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Eleven cards (the last is discarded) and ten, as `7h Td X1`. Raises UnreadableHands."""
    hands = tuple(tuple(text.replace(",", " ").split()) for text in (knocker, defender))
    for cards, wanted in zip(hands, (HAND + 1, HAND), strict=True):
        if len(cards) != wanted:
            raise UnreadableHands("wrong_number_of_cards", found=len(cards), wanted=wanted)
    require_cards([*hands[0], *hands[1]])
    return hands[0], hands[1]


def require_cards(named: Sequence[str]) -> None:
    """Each of them is a card, and none is named twice. Raises UnreadableHands."""
    for card in named:
        try:
            parse_card(card)
        except (ValueError, KeyError, engine.InvalidAction):
            raise UnreadableHands("card_unreadable", card=card[:10]) from None
    twice = next((card for card in named if named.count(card) > 1), "")
    if twice:
        raise UnreadableHands("card_twice", card=twice)


def knock_under(
    rules: engine.RuleSet, knocker: Sequence[str], defender: Sequence[str], *, name: str = ""
) -> Outcome:
    """The knock with the eleventh card under these rules, both sides at their best.

    Raises UnreadableHands where the rules' deck has not all of the cards.
    """
    state, _events = engine.start_round(rules, 2, _deck(rules, knocker, defender), DEALER)
    try:
        for _step in range(STEPS_MAX):
            if state.is_over:
                break
            for event in engine.decide(state, state.turn or 0, _next(state, knocker[-1])):
                state = engine.evolve(state, event)
    except engine.IllegalAction as refusal:
        return Outcome(name, refusal=refusal)
    return Outcome.of(state, name)


def _next(state: engine.RoundState, discard: str) -> Action:
    """Pass the first upcard, draw, knock with the discard, answer at one's best."""
    kinds = _kinds(state)
    for wanted in ("pass_upcard", "draw_stock", "answer"):
        if wanted in kinds:
            return kinds[wanted]
    return action_from_json({"type": "knock", "card": discard})


def _kinds(state: engine.RoundState) -> dict[str, Action]:
    """By type: an action of that type that whoever is on turn may do."""
    legal = engine.legal_actions(state, state.turn or 0)
    return {action_to_json(action)["type"]: action for action in legal}


def _deck(
    rules: engine.RuleSet, knocker: Sequence[str], defender: Sequence[str]
) -> tuple[int, ...]:
    """A deck that deals these hands and has the eleventh card on top of the stock."""
    cards = engine.deck_cards(rules)
    wished = [parse_card(card) for card in (*knocker, *defender)]
    missing = next((card for card in wished if card not in cards), None)
    if missing is not None:
        raise UnreadableHands("card_not_in_deck", card=card_text(missing))
    places = _places(rules, cards)
    deck: dict[int, int] = dict(zip(places, (*wished[:HAND], *wished[HAND + 1 :]), strict=True))
    deck[_first_draw(rules, cards)] = wished[HAND]
    rest = [card for card in cards if card not in wished]
    random.Random(0).shuffle(rest)  # noqa: S311 - none of these is ever looked at
    filling = iter(rest)
    return tuple(deck[at] if at in deck else next(filling) for at in range(len(cards)))


def _places(rules: engine.RuleSet, cards: tuple[int, ...]) -> list[int]:
    """Where in the deck the knocker's and then the defender's cards lie before the deal."""
    state, _events = engine.start_round(rules, 2, cards, DEALER)
    place = {card_text(card): at for at, card in enumerate(cards)}
    hands = [engine.view(state, seat).to_json()["hand"] for seat in (KNOCKER, DEFENDER)]
    return [place[card] for hand in hands for card in hand]


def _first_draw(rules: engine.RuleSet, cards: tuple[int, ...]) -> int:
    """Where the card lies that the knocker draws first from the stock."""
    state, _events = engine.start_round(rules, 2, cards, DEALER)
    for _step in range(STEPS_MAX):
        seat, kinds = state.turn or 0, _kinds(state)
        action = kinds.get("pass_upcard") or kinds["draw_stock"]
        for event in engine.decide(state, seat, action):
            state = engine.evolve(state, event)
        if "pass_upcard" not in kinds:
            drawn = engine.view(state, seat).to_json()["drawn"]
            return next(at for at, card in enumerate(cards) if card_text(card) == drawn)
    raise AssertionError("nobody draws")
