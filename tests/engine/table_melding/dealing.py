"""Rounds and positions as a test wants them, played by naming cards."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from rummy.engine import IllegalAction, deck_cards
from rummy.engine.cards import held_of, laid_text, mask_of, parse_card, parse_cards, parse_laid
from rummy.engine.families import table_melding
from rummy.engine.families.table_melding.actions import (
    ExchangeJoker,
    LayMeld,
    LayOff,
    Rearrange,
    TakeDiscard,
)
from rummy.engine.families.table_melding.rules.laws import laws_of
from rummy.engine.families.table_melding.state import (
    Hidden,
    OpenRound,
    Phase,
    TableMeld,
    TableMeldingState,
)
from rummy.engine.moves import Discard
from rummy.engine.records import Action, Event
from rummy.engine.rules import RuleSet
from rummy.engine.scoring import RoundScore


class Round:
    """A round under way: remembers every event and who did what."""

    def __init__(
        self, state: TableMeldingState, events: Sequence[Event] = (), deck: Sequence[int] = ()
    ) -> None:
        self.state = state
        self.deck = deck
        self.events = list(events)
        self.actions: list[tuple[int, Action]] = []

    def does(self, seat: int, action: Action) -> list[Event]:
        """Let the seat act; the events that followed."""
        events = table_melding.decide(self.state, seat, action)
        for event in events:
            self.state = table_melding.evolve(self.state, event)
        self.events += events
        self.actions.append((seat, action))
        return events

    def refuses(self, seat: int, action: Action) -> tuple[str, str, dict[str, object]]:
        """(code, rule, facts) of the refusal; nothing has happened."""
        with pytest.raises(IllegalAction) as caught:
            table_melding.decide(self.state, seat, action)
        return caught.value.code, caught.value.rule, caught.value.facts

    def hand(self, seat: int) -> int:
        return self.state.hidden.hands[seat]

    def table(self) -> list[str]:
        """The melds as texts: `5d X1=6d 7d`."""
        return [told(meld.cards) for meld in self.state.open.melds]

    @property
    def score(self) -> RoundScore:
        outcome = self.state.open.outcome
        assert outcome is not None, "the round is not over"
        return outcome


def told(cards: Sequence[int]) -> str:
    return " ".join(map(laid_text, cards))


def laid(text: str) -> tuple[int, ...]:
    """A meld from text."""
    return tuple(map(parse_laid, text.split()))


def position(
    rules: RuleSet,
    hand: str,
    *,
    melds: Sequence[str] = (),
    pile: str = "",
    stock: str = "",
    others: Sequence[str] = ("",),
    opened: bool | Sequence[bool] = True,
    phase: Phase = Phase.PLAY,
) -> Round:
    """Seat 0 on turn with this hand; the melds were laid by seat 1, the pile's top comes last.

    Other hands hold the cards named, the stock those named (first drawn first) and all the rest.
    """
    table = tuple(TableMeld(1, laid(meld)) for meld in melds)
    hands = [mask_of(parse_cards(text)) for text in (hand, *others)]
    named = list(parse_cards(" ".join([hand, *others, pile, stock])))
    named += [held_of(card) for meld in table for card in meld.cards]
    assert len(set(named)) == len(named), "a card is named twice"
    rest = [card for card in deck_cards(rules) if card not in named]
    first = [opened] * len(hands) if isinstance(opened, bool) else opened
    lying = (*rest, *reversed(parse_cards(stock)))
    now = OpenRound(
        phase,
        0,
        len(hands) - 1,
        hand_counts=tuple(cards.bit_count() for cards in hands),
        opened=tuple(first),
        laid=(0,) * len(hands),
        melds=table,
        pile=parse_cards(pile),
        stock_count=len(lying),
    )
    return Round(TableMeldingState(laws_of(rules), now, Hidden(tuple(hands), lying)))


def dealt(rules: RuleSet, seats: int, seed: int, *, dealer: int = 0) -> Round:
    """A round dealt by these dice."""
    dice = random.Random(seed)
    orders = [shuffled(rules, dice) for _ in range(1 + rules.reshuffles)]
    state, events = table_melding.start_round(rules, seats, orders[0], dealer, orders[1:])
    return Round(state, events, orders[0])


def shuffled(rules: RuleSet, dice: random.Random) -> list[int]:
    deck = list(deck_cards(rules))
    dice.shuffle(deck)
    return deck


def meld(text: str) -> LayMeld:
    return LayMeld(laid(text))


def lay_off(card: str, onto: int = 0) -> LayOff:
    return LayOff(parse_laid(card), onto)


def swap(card: str, joker: str, at: int = 0) -> ExchangeJoker:
    return ExchangeJoker(parse_card(card), at, parse_card(joker))


def take(card: str | None = None) -> TakeDiscard:
    return TakeDiscard(None if card is None else parse_card(card))


def discard(card: str) -> Discard:
    return Discard(parse_card(card))


def table_of(*melds: str) -> Rearrange:
    return Rearrange(tuple(map(laid, melds)))


def facts_of(refusal: tuple[str, str, dict[str, Any]], *names: str) -> list[Any]:
    return [refusal[2][name] for name in names]
