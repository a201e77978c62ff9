"""Rounds dealt as a test wants them, and played by naming actions."""

from collections.abc import Sequence

from rummy.engine import build_rules, decide, deck_cards, evolve, start_round
from rummy.engine.cards import laid_text, parse_card, parse_cards, parse_laid
from rummy.engine.families.knock.actions import (
    ANSWER,
    DRAW_STOCK,
    PASS_UPCARD,
    Answer,
    Discard,
    Knock,
    LaidOff,
)
from rummy.engine.families.knock.state import KnockState
from rummy.engine.records import Action, Event
from rummy.engine.rules import RuleSet

PALAST = build_rules("gin_palast")
PALAST_50 = build_rules("gin_palast", point_limit=50)
CLASSIC = build_rules("gin_classic")
CLASSIC_SEED = build_rules("gin_classic_seed")


class Played:
    """A round at a table of these rules: seat 0 deals, seat 1 starts. Remembers every event."""

    def __init__(self, rules: RuleSet, deck: Sequence[int]) -> None:
        self.rules = rules
        self.deck = list(deck)
        state, self.events = start_round(rules, min(rules.seats), deck, dealer=0)
        assert isinstance(state, KnockState)
        self.state = state
        self.actions: list[tuple[int, Action]] = []

    def does(self, seat: int, action: Action) -> list[Event]:
        """Let the seat act; the events that followed."""
        events = decide(self.state, seat, action)
        for event in events:
            state = evolve(self.state, event)
            assert isinstance(state, KnockState)
            self.state = state
        self.events += events
        self.actions.append((seat, action))
        return events

    def points(self) -> dict[tuple[int, str], int]:
        """The score sheet: (seat, reason) → points."""
        outcome = self.state.open.outcome
        assert outcome is not None, "the round is not over"
        return {(line.seat, line.reason): line.points for line in outcome.lines}


def deal(
    rules: RuleSet = PALAST,
    *,
    starter: str = "",
    dealer: str = "",
    upcard: str = "",
    stock: str = "",
    bottom: str = "",
) -> Played:
    """Deal these cards: the starter's (seat 1) and the dealer's hands, the first upcard, the first
    cards of the stock and its bottom card. The rest of the deck fills up what is left open."""
    named = parse_cards(f"{starter} {dealer} {upcard} {stock} {bottom}")
    assert len(set(named)) == len(named), "a card is named twice"
    spare = [card for card in reversed(deck_cards(rules)) if card not in named]

    def filled(text: str, size: int) -> list[int]:
        cards = list(parse_cards(text))
        return cards + [spare.pop() for _ in range(size - len(cards))]

    first, second, up = filled(starter, 10), filled(dealer, 10), filled(upcard, 1)
    hands = [card for pair in zip(first, second, strict=True) for card in pair]
    last = list(parse_cards(bottom))
    return Played(rules, [*hands, *up, *parse_cards(stock), *spare, *last])


def knocked(
    rules: RuleSet,
    *,
    knocker: str,
    opponent: str,
    discard: str = "Kd",
    draws: str = "",
    bottom: str = "",
) -> Played:
    """A round in which seat 1 knocks in the first turn holding the ten cards of `knocker`."""
    hand = knocker.split()
    drawn = draws or hand.pop()
    round_ = deal(
        rules,
        starter=" ".join([*hand, discard]),
        dealer=opponent,
        stock=drawn,
        bottom=bottom,
    )
    if round_.state.phase == "upcard_offer":
        pass_upcard_twice(round_)
    round_.does(1, DRAW_STOCK)
    round_.does(1, Knock(parse_card(discard)))
    return round_


def pass_upcard_twice(round_: Played) -> None:
    """Both seats leave the first upcard (GIN-11)."""
    round_.does(1, PASS_UPCARD)
    round_.does(0, PASS_UPCARD)


def answered(round_: Played) -> Played:
    """The opponent (seat 0) answers with the optimum."""
    round_.does(0, ANSWER)
    return round_


def discard(text: str) -> Discard:
    """Discard this card."""
    return Discard(parse_card(text))


def knock(text: str, *melds: str) -> Knock:
    """Knock with this discard, the melds named or not."""
    return Knock(parse_card(text), tuple(map(_meld, melds)) or None)


def answer(*melds: str, layoffs: Sequence[tuple[str, int]] = ()) -> Answer:
    """Answer with these melds and lay-offs, nothing left to the engine."""
    laid = tuple(LaidOff(parse_laid(card), meld) for card, meld in layoffs)
    return Answer(tuple(map(_meld, melds)), laid)


def _meld(text: str) -> tuple[int, ...]:
    return tuple(map(parse_laid, text.split()))


def special(*house_rules: str, **options: object) -> RuleSet:
    """Gin with these house rules."""
    return build_rules("gin_palast", house_rules=house_rules, **options)


def draws_and_discards(round_: Played, turns: int) -> None:
    """So many turns in which the seat on turn draws from the stock and discards that card."""
    for _ in range(turns):
        seat = round_.state.turn
        assert seat is not None
        round_.does(seat, DRAW_STOCK)
        assert round_.state.drawn is not None
        round_.does(seat, Discard(round_.state.drawn))


def cards_in(melds: Sequence[Sequence[int]]) -> list[str]:
    """Melds as texts: `7h X1=8h 9h`."""
    return [" ".join(laid_text(card) for card in meld) for meld in melds]
