"""One round at the door and in simulation at once: same deck, same choices, step by step."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from rummy import engine
from rummy.engine.cards import cards_of
from rummy.engine.families.knock.actions import (
    DRAW_STOCK,
    PASS_UPCARD,
    TAKE_UPCARD,
    Discard,
    Knock,
)
from rummy.engine.families.knock.state import KnockState, Phase
from rummy.engine.records import Action, Event
from rummy.engine.rules import RuleSet
from rummy.engine.scoring import RoundScore
from rummy.engine.simulation import (
    KNOCK,
    Playing,
    Policy,
    SimulatedRound,
    Thrifty,
    Uniform,
    play_out,
)
from tests.engine.playing import shuffled

CHOICES_OF_PHASE = {
    Phase.UPCARD_OFFER: [TAKE_UPCARD, PASS_UPCARD],
    Phase.DRAW: [DRAW_STOCK, TAKE_UPCARD],
}


class Wavering:
    """Mostly thrifty, now and then anything: rounds of middle length that end in every way."""

    def __init__(self, dice: Random, wildness: float) -> None:
        self.dice, self.wildness = dice, wildness
        self.wild, self.thrifty = Uniform(dice), Thrifty()

    def mood(self) -> Policy:
        return self.wild if self.dice.random() < self.wildness else self.thrifty

    def takes_upcard(self, playing: Playing) -> bool:
        return self.mood().takes_upcard(playing)

    def ends_turn(self, playing: Playing, options: list[int]) -> int:
        return self.mood().ends_turn(playing, options)


class Both:
    """The two rounds, equal at every step or AssertionError."""

    def __init__(self, state: KnockState) -> None:
        self.state = state
        self.playing = SimulatedRound.of(state)
        self.compare()

    def play_out(self, policies: Sequence[Policy]) -> RoundScore:
        """Step by step to the end, every choice compared; the score both agree on."""
        while self.playing.score is None:
            seat = self.playing.turn
            legal = engine.legal_actions(self.state, seat)
            action = self.chosen(policies[seat], legal)
            self.at_the_door(seat, action)
            self.in_simulation(action)
            self.compare()
        return self.playing.score

    def chosen(self, policy: Policy, legal: list[Action]) -> Action:
        """The policy's choice of these; they are the same on both sides."""
        playing = self.playing
        if playing.phase is Phase.DISCARD:
            options = playing.options()
            assert [action_of(option) for option in options] == legal
            return action_of(policy.ends_turn(playing, options))
        choices = CHOICES_OF_PHASE[playing.phase]
        if not playing.may_take_upcard:
            assert legal == [DRAW_STOCK]
            return DRAW_STOCK
        assert legal == choices
        other = next(choice for choice in choices if choice is not TAKE_UPCARD)
        return TAKE_UPCARD if policy.takes_upcard(playing) else other

    def at_the_door(self, seat: int, action: Action) -> None:
        for event in engine.decide(self.state, seat, action):
            self.evolve(event)
        if self.state.phase is Phase.ANSWER:
            (answer,) = engine.legal_actions(self.state, 1 - seat)
            for event in engine.decide(self.state, 1 - seat, answer):
                self.evolve(event)

    def evolve(self, event: Event) -> None:
        after = engine.evolve(self.state, event)
        assert isinstance(after, KnockState)
        self.state = after

    def in_simulation(self, action: Action) -> None:
        playing = self.playing
        if isinstance(action, Discard):
            playing.discard(action.card)
        elif isinstance(action, Knock):
            playing.knock(action.card)
        elif action is DRAW_STOCK:
            playing.draw_stock()
        elif action is TAKE_UPCARD:
            playing.take_upcard()
        else:
            playing.pass_upcard()

    def compare(self) -> None:
        """Cards, turn and what limits it; the bound; at the end the score, line by line."""
        now, playing, hands = self.state.open, self.playing, self.state.hands
        assert engine.score(self.state) == playing.score
        assert (tuple(playing.hands), tuple(playing.pile)) == (hands, now.pile)
        assert (playing.phase, tuple(playing.stock)) == (now.phase, self.state.stock)
        if playing.score is not None:
            return
        limits = now.turn, now.knock_limit, now.taken, now.streak, now.passes
        assert limits == (
            playing.turn, playing.knock_limit, playing.taken, playing.streak, playing.passes,
        )  # fmt: skip
        for seat, hand in enumerate(hands):
            taken = now.taken if seat == now.turn else None
            assert playing.held[seat] == [card for card in cards_of(hand) if card != taken]
            assert playing.least[seat] <= self.state.laws.knocking.points(hand)


def action_of(option: int) -> Action:
    return Discard(option) if option < KNOCK else Knock(option - KNOCK)


def dealt(rules: RuleSet, dice: Random) -> KnockState:
    state, _ = engine.start_round(rules, 2, shuffled(rules, dice), dice.randrange(2))
    assert isinstance(state, KnockState)
    return state


def policies_of(seed: int) -> list[Policy]:
    """Two policies, the same ones for the same seed: wild, thrifty or something between."""
    dice = Random(seed)
    return [Wavering(dice, dice.choice([0.0, 0.02, 0.1, 0.5, 1.0])) for _ in range(2)]


def compare_rounds(
    rule_sets: Sequence[RuleSet], rounds: int, seed: int
) -> Counter[tuple[str, str]]:
    """How many rounds of which rule-set ended how; AssertionError at the first difference."""
    ends: Counter[tuple[str, str]] = Counter()
    for number in range(rounds):
        rules = rule_sets[number % len(rule_sets)]
        state = dealt(rules, Random(seed + number))
        both = Both(state)
        score = both.play_out(policies_of(seed + number))
        alone = SimulatedRound.of(state)
        assert play_out(alone, policies_of(seed + number)) == score
        assert (alone.hands, alone.pile) == (both.playing.hands, both.playing.pile)
        ends[rules.key, score.reason] += 1
    return ends
