"""Rounds between bots, and worlds that differ only in what a seat cannot see."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from rummy import engine
from rummy.bots import NOTHING, Bot, Recollection, recall, remember
from rummy.engine.cards import cards_of, mask_of, parse_card, parse_cards
from rummy.engine.families.knock.actions import Discard
from rummy.engine.families.knock.state import KnockState
from rummy.engine.family import RoundState
from rummy.engine.records import Action
from rummy.engine.scoring import RoundScore

PRESETS = [engine.build_rules(preset) for preset in engine.PRESETS]
PLAIN = [rules for rules in PRESETS if rules.family == "knock" and rules.seats == (2,)]
SPECIAL = [
    engine.build_rules("gin_palast", house_rules=keys)
    for keys in (*([key] for key in engine.HOUSE_RULES), list(engine.HOUSE_RULES))
]
RULE_SETS = [*PLAIN, *SPECIAL]


def name_of(rules: engine.RuleSet) -> str:
    return "+".join((rules.key, *rules.house_rules)) if len(rules.house_rules) < 3 else "all"


@dataclass
class Seating:
    """Two bots, their dice, and what they did."""

    rules: engine.RuleSet
    bots: Sequence[Bot]
    dice: Random
    seconds: list[float] = field(default_factory=list)
    score: RoundScore | None = None
    last: RoundState | None = None  # of a round, when it is over
    recalled: Recollection = NOTHING

    def positions(self, dealer: int) -> Iterator[tuple[RoundState, int, Action]]:
        """Every (state, seat to act, action chosen) of one round; a bot sees only its view."""
        state = self.deal(dealer)
        while not state.is_over:
            seat = state.turn
            assert seat is not None
            action = self.choose(state, seat)
            yield state, seat, action
            for event in engine.decide(state, seat, action):
                state = engine.evolve(state, event)
                self.recalled = remember(self.recalled, event)
        self.score, self.last = engine.score(state), state

    def deal(self, dealer: int) -> RoundState:
        deck = list(engine.deck_cards(self.rules))
        self.dice.shuffle(deck)
        state, events = engine.start_round(self.rules, 2, deck, dealer)
        self.recalled = recall(events)
        return state

    def choose(self, state: RoundState, seat: int) -> Action:
        seen, legal = engine.view(state, seat), engine.legal_actions(state, seat)
        before = perf_counter()
        action = self.bots[seat].choose(seen, legal, self.dice, self.recalled)
        self.seconds.append(perf_counter() - before)
        assert action in legal
        return action

    def play_round(self, dealer: int) -> RoundScore:
        for _ in self.positions(dealer):
            pass
        assert self.score is not None
        return self.score


def other_world(state: KnockState, seat: int, dice: Random) -> KnockState:
    """The same table to this seat: the opponent's hand and the stock dealt anew among themselves.

    A card of the stock that lies open stays where it is.
    """
    opponent = 1 - seat
    lying_open = [card for card in state.stock if card == state.open.shown_card]
    hidden = [card for card in state.stock if card not in lying_open]
    hidden += cards_of(state.hands[opponent])
    dice.shuffle(hidden)
    size = state.hands[opponent].bit_count()
    hands = list(state.hands)
    hands[opponent] = mask_of(hidden[:size])
    return state._replace(hands=tuple(hands), stock=(*lying_open, *hidden[size:]))


def seat_to_draw(hand: str, *, upcard: str, next_card: str = "") -> KnockState:
    """Gin: seat 0 holds this hand and is to draw; `next_card` lies on top of the stock."""
    rules = engine.build_rules("gin_palast")
    own, up = parse_cards(hand), parse_cards(f"{upcard} {next_card}")
    others = [card for card in engine.deck_cards(rules) if card not in (*own, *up)]
    hands = [card for pair in zip(own, others[:10], strict=True) for card in pair]
    return after(engine.start_round(rules, 2, [*hands, *up, *others[10:]], dealer=1)[0])


def after(state: RoundState, *actions: Action) -> KnockState:
    """The state after these actions of whoever is on turn."""
    for action in actions:
        assert state.turn is not None
        for event in engine.decide(state, state.turn, action):
            state = engine.evolve(state, event)
    assert isinstance(state, KnockState)
    return state


def discard(card: str) -> Discard:
    return Discard(parse_card(card))
