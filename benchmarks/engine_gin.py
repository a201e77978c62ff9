"""Our own: random rounds at the door, playouts in simulation, melding."""

from collections.abc import Callable
from functools import partial
from random import Random

from benchmarks.contestants import Contestant
from benchmarks.sizes import sized
from rummy import engine
from rummy.engine.cards import FIRST_JOKER, PACK, mask_of
from rummy.engine.families.knock.rules.laws import laws_of
from rummy.engine.simulation import Playing, Policy, SimulatedRound, Thrifty, Uniform, play_out

RULES = engine.build_rules("gin_classic", undercut_bonus=25)  # as OpenSpiel plays
WITH_JOKERS = engine.build_rules("gin_classic", undercut_bonus=25, house_rules=["jokers"])
ROUNDS = sized(200, 2)
PLAYOUTS = sized(1500, 5)
HANDS = sized(20_000, 50)
HANDS_WITH_JOKERS = sized(2_000, 5)
COUNTED = sized(1500, 5)  # rounds in which decisions are counted

dice = Random(2026)


def contestants() -> list[Contestant]:
    uniform = Uniform(dice)
    return [
        Contestant("door", lambda: _rounds, lambda: _rounds_counted() / COUNTED),
        Contestant(
            "simulation",
            lambda: partial(_playouts, uniform),
            lambda: _choices_counted(uniform) / COUNTED,
        ),
        Contestant(
            "simulation, thrifty",
            lambda: partial(_playouts, Thrifty()),
            lambda: _choices_counted(Thrifty()) / COUNTED,
        ),
        Contestant("ten dealt", lambda: _melding(dealt(10))),
        Contestant("ten met", lambda: _melding(met())),
        Contestant("eleven dealt", lambda: _discarding(dealt(11))),
        *(
            Contestant(f"{jokers} joker" + "s" * (jokers > 1), partial(_with_jokers, jokers))
            for jokers in (1, 2, 3)
        ),
    ]


# Rounds


def _rounds() -> int:
    for _ in range(ROUNDS):
        _round_at_the_door()
    return ROUNDS


def _round_at_the_door() -> int:
    """Shuffle, deal, and any legal action until the end; the number of decisions."""
    cards, chance = list(range(PACK)), dice.random
    dice.shuffle(cards)
    state, events = engine.start_round(RULES, 2, cards, dealer=0)
    decisions = 0
    while (seat := state.turn) is not None:
        legal = engine.legal_actions(state, seat)
        for event in engine.decide(state, seat, legal[int(chance() * len(legal))]):
            state = engine.evolve(state, event)
            events.append(event)
        decisions += 1
    return decisions


def _rounds_counted() -> int:
    return sum(_round_at_the_door() for _ in range(COUNTED))


def _playouts(policy: Policy) -> int:
    policies, cards = (policy, policy), list(range(PACK))
    for _ in range(PLAYOUTS):
        dice.shuffle(cards)
        state, _ = engine.start_round(RULES, 2, cards, dealer=0)
        play_out(SimulatedRound.of(state), policies)
    return PLAYOUTS


class _Counting:
    """Counts the decisions of a policy; drawing where there is no choice is one too."""

    def __init__(self, policy: Policy) -> None:
        self.policy, self.made, self.passed = policy, 0, 0

    def takes_upcard(self, playing: Playing) -> bool:
        takes = self.policy.takes_upcard(playing)
        self.made += playing.phase == "upcard_offer" and not takes
        return takes

    def ends_turn(self, playing: Playing, options: list[int]) -> int:
        self.made += 2
        return self.policy.ends_turn(playing, options)


def _choices_counted(policy: Policy) -> int:
    counting = _Counting(policy)
    for _ in range(COUNTED):
        state, _ = engine.start_round(RULES, 2, dice.sample(range(PACK), PACK), dealer=0)
        play_out(SimulatedRound.of(state), (counting, counting))
    return counting.made


# Melds


def dealt(size: int) -> list[int]:
    """Hands (masks) of so many cards, fresh from the pack."""
    return [mask_of(dice.sample(range(PACK), size)) for _ in range(HANDS)]


def met() -> list[int]:
    """The hands sensible players hold before they draw."""
    hands: list[int] = []

    thrifty = Thrifty()

    class Noting:
        ends_turn = staticmethod(thrifty.ends_turn)

        def takes_upcard(self, playing: Playing) -> bool:
            hands.append(playing.hands[playing.turn])
            return thrifty.takes_upcard(playing)

    while len(hands) < HANDS:
        state, _ = engine.start_round(RULES, 2, dice.sample(range(PACK), PACK), dealer=0)
        play_out(SimulatedRound.of(state), (Noting(), Noting()))
    return hands[:HANDS]


def _melding(hands: list[int]) -> Callable[[], int]:
    return partial(_each, laws_of(RULES).knocking.points, hands)


def _discarding(hands: list[int]) -> Callable[[], int]:
    return partial(_each, laws_of(RULES).knocking.points_after_discard, hands)


def _with_jokers(jokers: int) -> Callable[[], int]:
    wild = mask_of(range(FIRST_JOKER, FIRST_JOKER + jokers))
    hands = [
        wild | mask_of(dice.sample(range(PACK), 10 - jokers)) for _ in range(HANDS_WITH_JOKERS)
    ]
    return partial(_each, laws_of(WITH_JOKERS).knocking.points, hands)


def _each(judge: Callable[[int], int], hands: list[int]) -> int:
    for hand in hands:
        judge(hand)
    return len(hands)
